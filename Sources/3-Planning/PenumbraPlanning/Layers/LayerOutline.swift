import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension PreparedLayer {
    /// The outline whose coverage is the layer's whole alpha, if a single path describes it.
    var wholeOutline: (path: Path, fillRule: FillRule)? {
        layer.sublayers.isEmpty && layer.borderWidth <= 0 && !isMasked ? ownOutline : nil
    }

    /// The outline whose coverage is the alpha of an opaque box with sublayers, if the sublayers change nothing of it.
    ///
    /// The sublayers lie where the box is opaque, or the bounds clip them. A shadow of the box is then the same whatever moves
    /// inside, and nothing has to be painted by itself.
    var outlineAroundSublayers: (path: Path, fillRule: FillRule)? {
        guard !layer.sublayers.isEmpty, layer.borderWidth <= 0, !isMasked, layer.drawsContents, effects.innerShadows.isEmpty,
            !looksBehind, !geometry.isOpen, plane == nil, !layer.sublayers.contains(where: \.isHiddenCopy)
        else { return nil }
        switch contents {
        case .none, .gradient: break
        case .image, .shape, .text: return nil
        }
        let keepCoverage = layer.masksToBounds || sublayers.allSatisfy { $0.staysInside(geometry) }
        return keepCoverage ? ownOutline : nil
    }

    /// Whether everything that the layer paints certainly lies within the rounded bounds of another layer.
    private func staysInside(_ other: LayerGeometry) -> Bool {
        if extent.isEmpty || other.covers(extent) { return true }
        // The quick bound of a stroke has room for miters, which curves don't have.
        let content = contentWithoutBackdrops
        return content.isEmpty || other.covers(PixelRect(covering: content).outset(x: 1, y: 1))
    }

    /// The outline whose coverage is the alpha of background and contents, if a single path describes it.
    var ownOutline: (path: Path, fillRule: FillRule)? {
        let isOpaqueBox = layer.backgroundColor?.isOpaque == true
        switch contents {
        case .none:
            return isOpaqueBox ? (geometry.devicePath, .nonzero) : nil
        case .gradient(let gradient):
            // Two fills have two soft edges, one over the other, unless they are clipped together or end on whole pixels.
            let hasOneEdge =
                layer.backgroundColor == nil || layer.masksToBounds
                || layer.cornerRadii.isZero && geometry.wholePixels(geometry.bounds) != nil
            let isOpaque = isOpaqueBox || Paint.gradient(gradient).isOpaque
            return isOpaque && hasOneEdge ? (geometry.devicePath, .nonzero) : nil
        case .shape(let shape, let filled, _):
            guard layer.backgroundColor == nil, !layer.masksToBounds, shape.strokeColor == nil,
                shape.fillColor?.isOpaque == true
            else { return nil }
            return (filled, shape.fillRule)
        case .text(let outline):
            // Outlines of several paints may overlap with opposite directions, so they are no single path.
            guard layer.backgroundColor == nil, !layer.masksToBounds, let outline, outline.parts.count <= 1 else { return nil }
            guard let part = outline.parts.first else { return (Path(), .nonzero) }
            guard part.paint.isOpaque, let path = part.filled else { return nil }
            return (path, .nonzero)
        case .image(let picture):
            if layer.masksToBounds {
                return isOpaqueBox || picture?.fillsBounds == true ? (geometry.devicePath, .nonzero) : nil
            }
            guard layer.backgroundColor == nil, let place = picture?.opaquePlace else { return nil }
            return (geometry.onDevice(Path(place)), .nonzero)
        }
    }

    /// The outline of everything with an alpha above 1/255, if a single path describes it.
    ///
    /// - Parameter isWhole: whether sublayers, border and mask count. Otherwise only background and contents do.
    func hardOutline(isWhole: Bool) -> (path: Path, fillRule: FillRule)? {
        if let outline = isWhole ? wholeOutline : ownOutline { return outline }
        if isWhole, isMasked { return nil }
        if isVisibleInside {
            // Everything in the bounds is hidden in them.
            let staysInside = layer.masksToBounds || (!isWhole || sublayersStayInside) && contents.stayInside
            return staysInside ? (geometry.devicePath, .nonzero) : nil
        }
        if isWhole, !layer.sublayers.isEmpty || layer.borderWidth > 0 { return nil }
        guard layer.backgroundColor == nil, !layer.masksToBounds else { return nil }
        switch contents {
        case .shape(let shape, let filled, _):
            return shape.strokeColor == nil && shape.fillColor?.isVisibleEverywhere == true ? (filled, shape.fillRule) : nil
        case .text(let outline):
            guard let outline, outline.parts.count == 1, let part = outline.parts.first, part.paint.isVisibleEverywhere,
                let path = part.filled
            else { return nil }
            return (path, .nonzero)
        case .none, .gradient, .image: return nil
        }
    }

    /// Whether all sublayers lie within the rounded bounds, so that they add nothing to the hard alpha. False if it isn't
    /// clear.
    private var sublayersStayInside: Bool {
        guard !sublayers.isEmpty else { return true }
        guard geometry.isUpright else { return false }
        // The middle of a round corner cuts 0.293 of its radius off both sides. A continuous corner cuts a little more.
        let radii = geometry.radii
        let corner = 0.32 * max(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft, 0)
        let inside = geometry.onDevice(geometry.bounds.inset(by: corner))
        return sublayers.allSatisfy { sublayer in
            let content = sublayer.content(isCaster: true, over: nil)
            return content.isEmpty || inside.reachesBeyond(content)
        }
    }

    /// Whether the background or a gradient has an alpha above 1/255 everywhere in the bounds.
    private var isVisibleInside: Bool {
        if layer.backgroundColor?.isVisibleEverywhere == true { return true }
        guard case .gradient(let gradient) = contents else { return false }
        return Paint.gradient(gradient).isVisibleEverywhere
    }

    /// Whether the layer's bounds, which clip it, are completely opaque because of its background or its picture.
    var isOpaqueInside: Bool {
        if layer.backgroundColor?.isOpaque == true { return true }
        guard layer.masksToBounds, case .image(let picture) = contents else { return false }
        return picture?.fillsBounds == true
    }

    /// The paint that fills the layer's whole bounds, if the layer paints nothing else.
    var plainFill: Paint? {
        guard layer.sublayers.isEmpty, layer.borderWidth <= 0, layer.drawsContents, layer.cornerRadii.isZero,
            effects.innerShadows.isEmpty
        else { return nil }
        switch contents {
        case .none: return layer.backgroundColor
        case .gradient(let gradient): return layer.backgroundColor == nil ? .gradient(gradient) : nil
        case .image, .shape, .text: return nil
        }
    }
}

extension LayerContents {
    /// Whether nothing lies beyond the layer's bounds.
    fileprivate var stayInside: Bool {
        switch self {
        case .none, .gradient: true
        case .shape, .text, .image: false
        }
    }
}
