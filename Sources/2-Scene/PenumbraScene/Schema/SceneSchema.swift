/// The JSON Schema (draft 2020-12) of the scene format, generated from the decoder's own tables.
///
/// Keys come from `KeyTable`, names from the enumerations, and ranges from `Node.NumberRange` and `SceneLimits`. Only the
/// descriptions are written here. The schema never refuses a document that the decoder accepts.
///
/// JSON Schema cannot express everything. The decoder alone checks sums over a scene, the contents of CSS and SVG notations,
/// and the use of a parameter's value.
public enum SceneSchema {
    /// The schema as an indented document, which is published as docs/scene-v1.schema.json.
    public static func json() -> String { document.prettyPrinted() }

    package static var document: JSONValue {
        var members = JSONObject()
        members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        members["title"] = "Penumbra scene, version 1"
        guard case .object(let scene) = scene.json else { return .object(members) }
        for member in scene.members { members[member.key] = member.value }
        var definitions = JSONObject()
        definitions["layer"] = layer
        for object in objects { definitions[object.name] = object.json }
        for (name, value) in notations { definitions[name] = value }
        for range in Node.NumberRange.allCases { definitions[range.schemaName] = ValueSchema.definition(of: range) }
        members["$defs"] = .object(definitions)
        return .object(members)
    }

    // MARK: - Objects

    package static let scene = ObjectSchema(
        "scene", .scene, "A picture as a tree of layers. Lengths are points, y grows downward, angles are degrees.",
        required: ["canvas"])

    /// All objects that have a table, except the scene itself. A new `KeyTable` needs a line here.
    package static let objects: [ObjectSchema] =
        [
            ObjectSchema("canvas", .canvas, "The size of the picture and what is behind all layers.", rules: [canvasHasASize]),
            ObjectSchema("light", .light, "One light for all shadows with an elevation."),
        ]
        + SceneDecoder.LayerType.allCases.map(layerObject)
        + [
            ObjectSchema("shadow", .shadow, "A shadow behind the layer.", rules: [offsetOrElevation]),
            ObjectSchema(
                "innerShadow", .innerShadow, "A shadow inside the layer, cast by everything outside its alpha.",
                rules: [offsetOrElevation]),
            ObjectSchema("gaussianBlur", .gaussianBlur, "A Gaussian blur of the finished layer.", required: ["radius"]),
            ObjectSchema("lensBlur", .lensBlur, "A blur as of a lens out of focus.", required: ["type", "radius"]),
            ObjectSchema("motionBlur", .motionBlur, "A blur along a line.", required: ["type", "radius"]),
            ObjectSchema("zoomBlur", .zoomBlur, "A blur along rays from a centre.", required: ["type", "amount"]),
            ObjectSchema("backdropBlur", .backdropBlur, "A blur of what lies behind the layer.", required: ["radius"]),
            ObjectSchema("filterGraph", .filterGraph, "A filter of several steps.", required: ["region", "steps"]),
            ObjectSchema("filterStep", .filterStep, "A step of a filter, with the keys of its type.", required: ["type"]),
            ObjectSchema(
                "transferFunction", .transferFunction, "A function of a colour component.", required: ["type"]),
            ObjectSchema("filterLight", .filterLight, "A light of a step.", required: ["type"]),
            ObjectSchema("replicate", .replication, "Copies of a layer's contents and sublayers.", required: ["count"]),
            ObjectSchema(
                "figmaDropShadow", .figmaDropShadow, "A shadow behind the layer as Figma has it.",
                required: ["type", "color", "radius"]),
            ObjectSchema(
                "figmaInnerShadow", .figmaInnerShadow, "A shadow inside the layer as Figma has it.",
                required: ["type", "color", "radius"]),
            ObjectSchema(
                "figmaLayerBlur", .figmaLayerBlur, "A blur of the layer as Figma has it.",
                required: ["type", "radius"]),
            ObjectSchema(
                "figmaBackgroundBlur", .figmaBackgroundBlur, "A blur of what lies behind as Figma has it.",
                required: ["type", "radius"], rules: progressiveBlurHasALine),
            ObjectSchema("figmaColor", .figmaColor, "A colour as Figma has it.", required: ["r", "g", "b"]),
            ObjectSchema("figmaOffset", .figmaOffset, "An offset as Figma has it.", required: ["x", "y"]),
            ObjectSchema(
                "gradient", .gradient, "Colours that change from place to place and extend past both ends.",
                required: ["colors"], rules: gradientRules(centerIsRequired: true)),
            ObjectSchema(
                "gradientOfLayer", .gradient, "The colours of a gradient layer, whose circles have its middle as centre.",
                required: ["colors"], rules: gradientRules(centerIsRequired: false)),
            ObjectSchema(
                "rectPath", .rectPath, "A rectangle, clockwise from the end of its top left corner.",
                required: ["rect"]),
            ObjectSchema("ellipsePath", .ellipsePath, "An ellipse, clockwise from three o'clock.", required: ["ellipse"]),
            ObjectSchema("circlePath", .circlePath, "A circle, clockwise from three o'clock.", required: ["circle"]),
            ObjectSchema("polygonPath", .polygonPath, "A closed polygon.", required: ["polygon"]),
            ObjectSchema("layout", .layout, "CSS's flexbox: how a layer arranges its sublayers."),
            ObjectSchema("textParagraph", .textParagraph, "The arrangement of a paragraph, for lists."),
            ObjectSchema("textLine", .textLine, "A line under, over or through a text."),
            ObjectSchema("textStroke", .textStroke, "A line around the glyphs of a text."),
            ObjectSchema(
                "run", .run, "A stretch of a text that looks different.", required: ["string"], rules: [namesBelongToLists]),
            ObjectSchema(
                "pictureRun", .pictureRun, "A picture among the characters of a text.",
                required: ["image", "width", "height"], rules: [namesBelongToLists]),
            ObjectSchema("animation", .animation, "A change of one property over time.", required: ["keyPath"]),
            ObjectSchema("animationGroup", .animationGroup, "Animations with a time of their own.", required: ["animations"]),
            ObjectSchema("timingFunction", .timingFunction, "A timing function with parameters.", required: ["spring"]),
            ObjectSchema("spring", .spring, "A mass on a damped spring."),
            ObjectSchema("circle", .circle, "Where a circle is.", required: ["center", "radius"]),
        ]

    private static func layerObject(_ type: SceneDecoder.LayerType) -> ObjectSchema {
        let about: (text: String, required: [String], rules: [JSONValue]) =
            switch type {
            case .layer: ("A layer with nothing but what every layer has.", [], [])
            case .image: ("A layer that shows a picture.", ["contents"], [])
            case .gradient:
                (
                    "A layer filled with a gradient.", [],
                    gradientRules(centerIsRequired: false) + [gradientStandsInOnePlace]
                )
            case .shape: ("A layer that fills and strokes a path.", ["path"], [])
            case .text: ("A layer that shows text.", [], [stringOrRuns])
            }
        return ObjectSchema(
            name(ofLayer: type), type.table, about.text, required: about.required,
            rules: about.rules + [progressiveBlurNeedsAMask, namesBelongToLists])
    }

    private static func name(ofLayer type: SceneDecoder.LayerType) -> String {
        type == .layer ? "plainLayer" : type.rawValue + "Layer"
    }

    /// A layer, chosen by its `type`. Each type is a closed object, so that misplaced keys are refused.
    private static var layer: JSONValue {
        let types = SceneDecoder.LayerType.allCases
        func variant(_ type: SceneDecoder.LayerType) -> JSONValue { ValueSchema.reference(name(ofLayer: type)) }
        func isObject(_ condition: JSONValue, required: Bool) -> JSONValue {
            var members = JSONObject()
            members["type"] = "object"
            members["properties"] = ["type": condition]
            if required { members["required"] = ["type"] }
            return .object(members)
        }
        var cases: [JSONValue] = [["if": ["type": "string"], "then": ValueSchema.reference("parameter")]]
        for type in types {
            let condition = isObject(["const": .string(type.rawValue)], required: type != .layer)
            cases.append(["if": condition, "then": variant(type)])
        }
        cases.append([
            "if": isObject(ValueSchema.reference("textWithParameters"), required: true),
            "then": ["anyOf": .array(types.map(variant))],
        ])
        return [
            "description": "A layer; its type decides which keys it may have besides those of every layer.",
            "type": ["object", "string"],
            "properties": ["type": KeyMeaning.layerType.json],
            "allOf": .array(cases),
        ]
    }
}
