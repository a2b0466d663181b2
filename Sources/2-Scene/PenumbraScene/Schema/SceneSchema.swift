/// The JSON Schema (draft 2020-12) of the scene format, generated from the decoder's own tables.
///
/// Objects come from `KeyTable`, names from the enumerations, and ranges from `Node.NumberRange` and `SceneLimits`. The schema
/// never refuses a document that the decoder accepts.
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

    package static let scene = KeyTable.scene

    /// All objects of a scene, except the scene itself. A new `KeyTable` needs a place here.
    package static let objects: [KeyTable] =
        [.canvas, .light] + SceneDecoder.LayerType.allCases.map(\.table) + [
            .shadow, .innerShadow, .gaussianBlur, .lensBlur, .motionBlur, .zoomBlur, .backdropBlur, .filterGraph, .filterStep,
            .transferFunction, .filterLight, .replication, .figmaDropShadow, .figmaInnerShadow, .figmaLayerBlur,
            .figmaBackgroundBlur, .figmaColor, .figmaOffset, .gradient, .gradientOfLayer, .rectPath, .ellipsePath, .circlePath,
            .polygonPath, .layout, .textParagraph, .textLine, .textStroke, .run, .pictureRun, .animation, .animationGroup,
            .timingFunction, .spring, .circle,
        ]

    static func name(ofLayer type: SceneDecoder.LayerType) -> String {
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
            "properties": ["type": KeyTable.layer.meanings[0].json],
            "allOf": .array(cases),
        ]
    }
}
