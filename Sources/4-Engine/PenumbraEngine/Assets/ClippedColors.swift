import PenumbraBitmap
import PenumbraScene
import PenumbraText

/// A deviation from a scene in its picture. The description is one line.
public enum SceneNotice: Hashable, Sendable, CustomStringConvertible {
    case text(TextNotice)
    /// Colours, or pictures with a wider profile, lie outside the canvas's colour space and are clipped. `others` counts the
    /// further keys of the scene to which this applies.
    case colorsClipped(isPicture: Bool, space: ColorSpace, others: Int)
    /// A part of an SVG document is left out.
    case documentPart(String)

    public var description: String {
        switch self {
        case .text(let notice): return "\(notice)"
        case .documentPart(let words): return "the SVG document: \(words); left out"
        case .colorsClipped(let isPicture, let space, let others):
            let canvas = "the canvas's colour space (\(space.rawValue))"
            let finding =
                isPicture
                ? "the picture's profile is wider than \(canvas), so its colours are clipped"
                : "a colour is outside \(canvas), so it is clipped"
            let more = others == 0 ? "" : ", also in \(others) other \(others == 1 ? "key" : "keys")"
            let remedy = space == .srgb ? "; for more colours, set canvas.colorSpace to \"display-p3\"" : ""
            return "\(finding)\(more)\(remedy)"
        }
    }

    /// Whether a font, a glyph or a part of a document is missing.
    package var isMissing: Bool {
        switch self {
        case .text(let notice): notice.isMissing
        case .colorsClipped: false
        case .documentPart: true
        }
    }
}

extension Scene {
    /// The places of colours that the canvas's colour space doesn't have, in the scene's order.
    var placesOfClippedColors: [String] {
        let space = canvas.colorSpace
        var places: [String] = []
        if canvas.background?.hasColors(outside: space) ?? false { places.append("canvas.background") }
        // Layers may be nested deeply, so they wait in a list and don't recurse.
        var waiting = [WaitingLayers(layers: layers, key: "layers", parent: nil)]
        while let next = waiting.popLast() {
            guard next.index < next.layers.count else { continue }
            waiting.append(next.following)
            let place = next.place
            next.withLayer { layer in
                if layer.isHidden { return }
                for key in layer.keysOfColors(outside: space) { places.append("\(place.path).\(key)") }
                if !layer.sublayers.isEmpty {
                    waiting.append(WaitingLayers(layers: layer.sublayers, key: "sublayers", parent: place))
                }
                if let mask = layer.mask, mask.maskType == .luminance {
                    waiting.append(WaitingLayers(layers: [mask], key: nil, parent: place))
                }
            }
        }
        return places
    }
}

/// Layers that wait to be looked at, from one of them on.
private struct WaitingLayers {
    var layers: [Layer]
    var index = 0
    /// The key of the list in a scene. Nil for a mask.
    var key: String?
    var parent: LayerPlace?

    var following: WaitingLayers {
        var result = self
        result.index += 1
        return result
    }

    var place: LayerPlace { LayerPlace(key, index, in: parent) }

    /// Calls a function with the first layer, which is not copied.
    func withLayer(_ body: (borrowing Layer) -> Void) {
        layers.withUnsafeBufferPointer { layers in
            if let first = layers.baseAddress, layers.indices.contains(index) { body(first[index]) }
        }
    }
}

/// The place of a layer, which becomes a text only when it is needed.
private final class LayerPlace {
    private let key: String?
    private let index: Int
    private let parent: LayerPlace?

    /// - Parameter key: the key of the list that the layer is in. Nil for a mask.
    init(_ key: String?, _ index: Int, in parent: LayerPlace?) {
        (self.key, self.index, self.parent) = (key, index, parent)
    }

    var path: String {
        var keys: [String] = []
        var place: LayerPlace? = self
        while let next = place {
            keys.append(next.key.map { "\($0)[\(next.index)]" } ?? "mask")
            place = next.parent
        }
        return keys.reversed().joined(separator: ".")
    }
}

extension Layer {
    /// The keys of the layer's own colours that a colour space doesn't have.
    fileprivate func keysOfColors(outside space: ColorSpace) -> [String] {
        var keys: [String] = []
        func add(_ color: Color, _ key: @autoclosure () -> String) {
            if color.alpha > 0, color.isOutside(space) { keys.append(key()) }
        }
        func add(_ paint: Paint?, _ key: @autoclosure () -> String) {
            if let paint, paint.hasColors(outside: space) { keys.append(key()) }
        }
        add(backgroundColor, "backgroundColor")
        if borderWidth > 0 { add(borderColor, "borderColor") }
        switch kind {
        case .layer: break
        case .image(let image): if let tint = image.tint { add(tint, "tint") }
        case .gradient(let gradient): add(.gradient(gradient), "colors")
        case .shape(let shape):
            add(shape.fillColor, "fillColor")
            add(shape.strokeColor, "strokeColor")
        case .text(let text):
            if text.runs.isEmpty { add(text.color, "color") }
            func addLines(_ stroke: Text.Stroke?, _ lines: [Text.Line?], of owner: String) {
                if let stroke { add(stroke.color, owner + "textStroke") }
                for (line, key) in zip(lines, ["underline", "overline", "strikethrough"]) {
                    if let line, line.style != .none, let color = line.color { add(color, owner + key) }
                }
            }
            let decoration = text.decoration
            addLines(text.stroke, [decoration.underline, decoration.overline, decoration.strikethrough], of: "")
            for (index, run) in text.runs.enumerated() {
                add(run.color ?? text.color, run.color == nil ? "color" : "runs[\(index)].color")
                add(run.backgroundColor, "runs[\(index)].backgroundColor")
                addLines(run.stroke, [run.underline, run.overline, run.strikethrough], of: "runs[\(index)].")
            }
        }
        for (index, shadow) in shadows.enumerated() { add(shadow.color, "shadows[\(index)].color") }
        for (index, shadow) in innerShadows.enumerated() { add(shadow.color, "innerShadows[\(index)].color") }
        for shadow in boxShadows { add(shadow.color, "boxShadow") }
        for (index, effect) in effects.enumerated() { add(effect.color, "effects[\(index)].color") }
        for case .dropShadow(_, _, let color) in filter { add(color, "filter") }
        for case .dropShadow(_, _, let color) in backdropFilter { add(color, "backdropFilter") }
        return keys
    }
}

extension Paint {
    fileprivate func hasColors(outside space: ColorSpace) -> Bool {
        switch self {
        case .color(let color): color.alpha > 0 && color.isOutside(space)
        case .gradient(let gradient): gradient.colors.contains { $0.alpha > 0 && $0.isOutside(space) }
        }
    }
}
