import PenumbraBitmap
import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// The cut of descendants at the edges of a box: CSS Overflow 3.
extension BoxPainter {
    /// Whether the box cuts its descendants.
    package var clipsOverflow: Bool { clips("x") || clips("y") }

    private func clips(_ axis: String) -> Bool {
        if values["overflow-\(axis)"].map({ !$0.isEqualIgnoringCase(to: "visible") }) ?? false { return true }
        return CSSText.words(values.word("contain")).contains { ["paint", "strict", "content"].contains($0) }
    }

    /// The layers of descendants, cut by `overflow` to the rounded padding box.
    ///
    /// - Parameters:
    ///   - layers: layers in the coordinates of the border box.
    ///   - visible: the part of the coordinates that the canvas shows. Nil if effects bring other parts there.
    package func overflowClipped(_ layers: [Layer], visible: Rect? = nil) -> [Layer] {
        guard clipsOverflow, !layers.isEmpty else { return layers }
        var outline = padding
        let margin = overflowMargin
        if margin.size != 0 || margin.box != "padding-box" {
            outline = area(margin.box == "content-box" ? "content-box" : margin.box).outset(by: margin.size)
        }
        // `clip` on one axis leaves the other axis open.
        let far = 1e6
        if !clips("x") {
            outline = BoxOutline(Rect(x: -far, y: outline.rect.minY, width: 2 * far, height: outline.rect.height))
        }
        if !clips("y") { outline = BoxOutline(Rect(x: outline.rect.minX, y: -far, width: outline.rect.width, height: 2 * far)) }
        // The canvas cuts its layers itself.
        if let visible, outline.isSharp, outline.rect.contains(visible) { return layers }
        var result: [Layer] = []
        var run: [Layer] = []
        func cut(_ layers: [Layer], _ mode: BlendMode = .normal) {
            guard !layers.isEmpty else { return }
            var clipped = Self.clipped(layers, to: outline)
            if clipped.count == 1, let perspective, let frame = clipped[0].frame, clipped != layers {
                (clipped[0].perspective, clipped[0].perspectiveOrigin) = (perspective, perspectiveOrigin(in: frame))
            }
            if mode != .normal {
                if clipped.count != 1 || clipped == layers { clipped = [Layer(frame: geometry.borderBox, sublayers: clipped)] }
                clipped[0].blendMode = mode
            }
            result += clipped
        }
        // A cut makes a group, in which nothing behind the element shows. Layers that blend with it or filter it are cut by
        // themselves.
        for var layer in layers {
            if layer.seesBackdrop, perspective == nil {
                cut(run)
                run = []
                result.append(layer.masked(by: outline))
                continue
            }
            if layer.blendMode == .normal {
                run.append(layer)
                continue
            }
            cut(run)
            run = []
            let mode = layer.blendMode
            layer.blendMode = .normal
            cut([layer], mode)
        }
        cut(run)
        return result
    }

    private var overflowMargin: (box: String, size: Double) {
        let scrolls = ["overflow-x", "overflow-y"].contains { !["visible", "clip"].contains(values.word($0, "visible")) }
        guard clipsOverflow, !scrolls, let text = values["overflow-clip-margin"]
        else { return ("padding-box", 0) }
        var result = (box: "padding-box", size: 0.0)
        for word in CSSText.words(text.asciiLowercased) {
            if word.hasSuffix("-box") {
                result.box = word
            } else {
                result.size = max(
                    0, attempt("overflow-clip-margin") { () throws(NotationError) in try length(word, base: 0) } ?? 0)
            }
        }
        return result
    }
}

extension Layer {
    /// Whether the layer filters the picture behind it, and can be cut by a mask in its own coordinates.
    fileprivate var seesBackdrop: Bool {
        !backdropFilter.isEmpty && transform == .identity && frame != nil && blendMode == .normal
    }

    /// The layer without what lies outside of an outline in the coordinates of its parent.
    fileprivate func masked(by outline: BoxOutline) -> Layer {
        guard let frame else { return self }
        var result = self
        let bounds = Rect(origin: .zero, size: frame.size)
        var cut = Layer(
            kind: .shape(Shape(path: outline.path.applying(.translation(-frame.minX, -frame.minY)))), frame: bounds)
        if let mask {
            cut = Layer(frame: bounds, sublayers: [mask])
            cut.mask = Layer(
                kind: .shape(Shape(path: outline.path.applying(.translation(-frame.minX, -frame.minY)))), frame: bounds)
        }
        result.mask = cut
        return result
    }
}
