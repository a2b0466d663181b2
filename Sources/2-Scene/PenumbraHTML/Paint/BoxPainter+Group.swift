import PenumbraBitmap
import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// The effects on everything that an element and its descendants paint.
extension BoxPainter {
    /// Whether a property that painting knows makes a stacking context. Positions and `z-index` are up to the layout.
    package var isStackingContext: Bool {
        if needsGroup { return true }
        let effects: Set = [
            "opacity", "transform", "translate", "rotate", "scale", "filter", "backdrop-filter", "clip-path", "mask",
            "mask-image", "mix-blend-mode", "isolation", "perspective", "z-index",
        ]
        if PaintText.list(values.word("will-change")).contains(where: effects.contains) { return true }
        let contained: Set = ["paint", "layout", "strict", "content"]
        return CSSText.words(values.word("contain")).contains(where: contained.contains)
    }

    /// Whether the element has an effect on its descendants that needs a layer around them.
    package var needsGroup: Bool {
        hasTransform || values.has("perspective") || values.word("transform-style") == "preserve-3d" || flattens
    }

    /// Whether the element has an effect that makes its descendants one picture.
    var flattens: Bool {
        opacity < 1 || blendMode != .normal || values.word("isolation") == "isolate"
            || ["filter", "backdrop-filter", "clip-path"].contains(where: values.has) || hasLegacyClip
            || values.list("mask-image", "none").contains { !$0.isEqualIgnoringCase(to: "none") }
    }

    private var opacity: Double {
        values["opacity"] == nil
            ? 1 : min(1, max(0, read("opacity") { text throws(NotationError) in try number(text) } ?? 1))
    }

    private var blendMode: BlendMode { BlendMode(rawValue: values.word("mix-blend-mode", "normal")) ?? .normal }

    /// The layer of an element: everything that it and its descendants paint, with its effects. The layer's parent is the
    /// coordinate space around the border box.
    ///
    /// - Parameters:
    ///   - layers: layers in the coordinates of the border box, back to front.
    ///   - origin: the place of the border box in the parent's coordinates.
    ///   - isolates: whether the element is a stacking context. Blend modes inside then don't see what lies behind it.
    /// - Returns: nil for an element that can't be seen, since its transform has no inverse or its opacity is zero.
    package func group(_ layers: [Layer], at origin: Point, isolates: Bool = true) -> Layer? {
        let frame = geometry.borderBox
        var result = Layer(frame: frame, sublayers: layers)
        if let perspective { (result.perspective, result.perspectiveOrigin) = (perspective, perspectiveOrigin(in: frame)) }
        if hasFilterElements {
            result = Layer(frame: frame, sublayers: filteredByElements(result))
        } else {
            result.filter = filter("filter")
        }
        // CSS filters a box first, then cuts it by each mask.
        for mask in [legacyClipMask(), clipMask()].compactMap({ $0 }) + masks() {
            if result.mask != nil || !result.filter.isEmpty { result = Layer(frame: frame, sublayers: [result]) }
            result.mask = mask
            countMask(mask)
        }
        let backdrop = filter("backdrop-filter")
        if !backdrop.isEmpty, !result.filter.isEmpty { result = Layer(frame: frame, sublayers: [result]) }
        let opacity = opacity
        guard opacity > 0 else { return nil }
        result.opacity = opacity
        let mode = values.word("mix-blend-mode", "normal")
        if BlendMode(rawValue: mode) == nil { warn("mix-blend-mode", "found \"\(mode.prefix(40))\", expected a blend mode") }
        result.blendMode = blendMode
        if !backdrop.isEmpty { addBackdrop(backdrop, to: &result) }
        guard place(&result, at: origin) else { return nil }
        let isContext = isolates || values.word("isolation") == "isolate"
        return isContext && layers.contains(where: \.blends) ? Self.isolated(result) : result
    }

    /// Filters the picture behind the element, within the corners of its border box.
    private func addBackdrop(_ functions: [FilterFunction], to layer: inout Layer) {
        let frame = geometry.borderBox
        if let radii = border.circular {
            (layer.cornerRadii, layer.backdropFilter) = (radii, functions)
            return
        }
        if layer.mask != nil || layer.blendMode != .normal {
            warn("backdrop-filter", "in a box with a mask or a blend mode, only corners that are quarters of circles are cut")
            layer.backdropFilter = functions
            return
        }
        var backdrop = Layer(frame: frame, opacity: layer.opacity)
        backdrop.backdropFilter = functions
        backdrop.mask = Layer(kind: .shape(Shape(path: border.path)), frame: frame)
        layer = Layer(frame: frame, sublayers: [backdrop, layer])
    }

    private func filter(_ property: String) -> [FilterFunction] {
        guard values.has(property) else { return [] }
        return read(property) { text throws(NotationError) in
            try FilterFunction.list(css: try units.normalized(text), currentColor: currentColor)
        } ?? []
    }
}
