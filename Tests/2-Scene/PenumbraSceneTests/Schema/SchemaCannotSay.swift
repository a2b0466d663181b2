import PenumbraJSON
import PenumbraScene
import PenumbraSystem
import TestPlans

/// Errors that the decoder detects but a schema can't express. Tests permit no other differences.
enum SchemaCannotSay: CaseIterable {
    /// The contents of font patterns, CSS colours, gradients, shadows, filters, transforms, tracks and lines of grids, SVG path
    /// data and `data:` URLs.
    case notations
    /// Names of undeclared parameters, and `${` that isn't closed.
    case namesOfParameters
    /// A rule between two keys, one of which gets its value from a parameter.
    case rulesWithParameters
    /// Whether a parameter's value is valid where it is used.
    case valuesOfParameters
    /// Sums and products: pixels of the canvas, ends of paths, entries of transforms, circles inside each other.
    case sums
    /// As many locations as colours, none smaller than the location before.
    case locations
    /// Key paths of animations, the types of their values, their timing functions, and rules between their keys.
    case animations
    /// Steps of filters: which keys a type has and needs, and which steps are earlier.
    case steps
    /// A mask is one layer, which isn't repeated.
    case masks
    /// Keys of grids and of flexible boxes exclude each other, unless they have their default values. Areas of a grid are
    /// rectangles.
    case grids
    /// A progressive blur behind a layer is the only blur there, whether `backdropBlur` or `effects` names it. One in `effects`
    /// has a mask of its own.
    case progressiveBlurs
    /// The number of layers, segments and letters in a whole scene, and the depth of its layers.
    case sizeOfTheScene

    /// Whether the decoder's error is of this kind.
    func isReason(for error: SceneError, in document: JSONValue) -> Bool {
        func says(_ parts: String...) -> Bool { parts.contains(where: error.message.description.contains) }
        switch self {
        case .notations:
            let key = error.place.split(separator: ".").last.map { $0.prefix { $0 != "[" } } ?? ""
            let isText = document.value(at: error.place).map { $0.isOf("string") } ?? true
            return isText && !error.message.description.hasPrefix("missing")
                && [
                    "background", "backgroundColor", "borderColor", "color", "colors", "fillColor", "strokeColor", "tint",
                    "transform", "path", "contents", "boxShadow", "filter", "backdropFilter", "gradient", "font", "width",
                    "height", "minWidth",
                    "minHeight", "maxWidth", "maxHeight", "padding", "margin", "inset", "flexBasis", "aspectRatio",
                    "templateColumns", "templateRows", "autoColumns", "autoRows", "gridColumn", "gridRow",
                ].contains(key)
        case .namesOfParameters: return says("unknown parameter", "found `${` without `}`")
        case .rulesWithParameters:
            return says(
                "has no visible mask", "belongs to gradients with", "belongs to blurs of", "in one gradient; expected either",
                "in one shadow; expected one")
                || says("missing", "belongs to")
                    && ["gradientType", "type", "fit", "runs", "blurType"].contains {
                        document.bindsParameter(at: error.sibling($0))
                    }
        case .valuesOfParameters: return document.bindsParameter(at: error.place)
        case .sums:
            return says(
                "pixels, at most", "coordinates beyond 1e9", "enlarges or moves without bound", "circles cross",
                "inside [0, 0, 1, 1]")
        case .locations: return says("one per colour", "as there is 1 colour", "locations must not decrease")
        case .animations: return error.place.contains(".animations[")
        case .steps: return error.place.contains(".steps[")
        case .masks: return says("found in a mask")
        case .grids: return says("found keys of a grid", "beside a grid", "found areas that are no rectangles")
        case .progressiveBlurs:
            return says(
                "beside a progressive backdrop blur", "beside another backdrop blur", "beside a progressive blur in effects")
        case .sizeOfTheScene:
            return says("layers inside each other", "in one scene", "the scene's", "bytes of text", "a name of")
        }
    }

    /// Example documents of this kind, which the schema accepts and the decoder rejects.
    var examples: [JSONValue] {
        func scene(_ layer: JSONValue, _ parameters: JSONValue = [:]) -> JSONValue {
            ["canvas": ["width": 9, "height": 9], "parameters": parameters, "layers": [layer]]
        }
        switch self {
        case .notations:
            return [
                scene(["backgroundColor": "rde"]), scene(["borderColor": "rgb(1 2)"]), scene(["transform": "rotate(45)"]),
                scene(["type": "shape", "path": "M0 0L5"]), scene(["type": "image", "contents": "data:;base64,A"]),
                scene(["type": "gradient", "colors": ["red", "gren"]]), scene(["boxShadow": "0 4em"]),
                scene(["filter": "url(#a)"]), scene(["type": "text", "string": "", "font": "Sans:boldd"]),
                scene(["type": "gradient", "gradient": "linear-gradient(red)"]), scene(["width": "-5%"]),
                scene(["padding": [1, "--%"]]), scene(["aspectRatio": "0/5"]), scene(["gridRow": "12px"]),
                scene(["layout": ["display": "grid", "templateColumns": "red"]]),
            ]
        case .namesOfParameters: return [scene(["opacity": "${a}"]), scene(["name": "${a"])]
        case .rulesWithParameters:
            return [
                scene(["backdropBlur": ["radius": 1, "progressive": true], "mask": ["hidden": "${a}"]], ["a": true]),
                scene(
                    ["type": "gradient", "gradientType": "${a}", "colors": ["red"], "center": [1, 1], "endRadius": 1],
                    ["a": "axial"]),
                scene(["type": "${a}"], ["a": "text"]),
                scene(["blur": ["type": "${a}", "radius": 1, "angle": 1]], ["a": "lens"]),
            ]
        case .valuesOfParameters:
            return [
                scene(["anchorPoint": "${a}"], ["a": [0, true]]), scene(["opacity": "${a}"], ["a": 2]),
                scene("${a}", ["a": ["opacty": 1]]), scene(["cornerCurve": "${a}s"], ["a": "circle"]),
            ]
        case .sums:
            return [
                ["canvas": ["width": 32769, "height": 1]], scene(["transform": "scale(99999) scale(99999)"]),
                scene(["type": "shape", "path": ["rect": [1e9, 0, 1, 1]]]),
            ]
        case .locations:
            return [
                scene(["type": "gradient", "colors": ["red", "blue"], "locations": [0]]),
                scene(["type": "gradient", "colors": ["red"], "locations": [0, 1]]),
                scene(["type": "gradient", "colors": ["red", "blue"], "locations": [0.5, 0.4]]),
            ]
        case .masks: return [scene(["mask": ["forEach": 2]])]
        case .grids:
            return [
                scene(["layout": ["templateColumns": "1fr"]]), scene(["layout": ["display": "grid", "wrap": "wrap"]]),
                scene(["layout": ["display": "grid", "templateAreas": ["a b", "b a"]]]),
            ]
        case .progressiveBlurs:
            let blur: JSONValue = ["type": "BACKGROUND_BLUR", "radius": 4]
            let growing: JSONValue = [
                "type": "BACKGROUND_BLUR", "radius": 4, "blurType": "PROGRESSIVE", "startOffset": ["x": 0, "y": 0],
                "endOffset": ["x": 0, "y": 1],
            ]
            return [
                scene(["effects": [growing, blur]]), scene(["effects": [blur, growing]]),
                scene(["effects": [growing], "mask": ["opacity": 0.5]]),
                scene(["backdropBlur": ["radius": 1, "progressive": true], "mask": ["opacity": 0.5], "effects": [blur]]),
            ]
        case .steps:
            return [
                scene(["filter": [["region": [0, 0, 1, 1], "steps": [["type": "tile", "mode": "screen"]]]]]),
                scene(["filter": [["region": [0, 0, 1, 1], "steps": [["type": "tile", "in": 0]]]]]),
            ]
        case .animations:
            return [
                scene(["animations": [["keyPath": "opacit", "to": 1]]]),
                scene(["animations": [["keyPath": "opacity", "to": "red"]]]),
                scene(["animations": [["keyPath": "opacity", "to": 1, "timingFunction": "eas"]]]),
                scene(["animations": [["keyPath": "opacity", "from": 1, "to": 1, "by": 1]]]),
            ]
        case .sizeOfTheScene:
            var layer: JSONValue = [:]
            for _ in 0..<SceneLimits.deepestLayer { layer = ["sublayers": [layer]] }
            return [scene(layer), scene(["type": "text", "string": .string(String(repeating: "é", count: 60_000))])]
        }
    }
}

extension SceneError {
    /// The place of another key of the same object.
    fileprivate func sibling(_ key: String) -> String {
        place.split(separator: ".").dropLast().map { $0 + "." }.joined() + key
    }
}

extension JSONValue {
    /// The values along a place as errors write it, `layers[2].shadows[0].radius`, as far as they exist.
    private func values(towards place: String) -> (values: [JSONValue], isWhole: Bool) {
        var values = [self]
        for part in place.split(separator: ".") {
            let pieces = part.split(separator: "[")
            guard let name = pieces.first, let member = values[values.count - 1][String(name)] else { return (values, false) }
            values.append(member)
            for piece in pieces.dropFirst() {
                guard let index = Int(piece.dropLast()), case .array(let elements) = values[values.count - 1],
                    elements.indices.contains(index)
                else { return (values, false) }
                values.append(elements[index])
            }
        }
        return (values, true)
    }

    /// The value at a place as errors write it; nil if it doesn't exist.
    func value(at place: String) -> JSONValue? {
        let (values, isWhole) = values(towards: place)
        return isWhole ? values.last : nil
    }

    /// Whether the value at a place comes from a parameter.
    func bindsParameter(at place: String) -> Bool {
        values(towards: place).values.last?.text?.contains("${") ?? false
    }
}
