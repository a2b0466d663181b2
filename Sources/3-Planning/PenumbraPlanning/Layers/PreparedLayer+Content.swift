import PenumbraGeometry
import PenumbraScene

extension PreparedLayer {
    /// The area that the layer paints, in device pixels, as exact as its outlines are known. Shadows and blurs count up to the
    /// end of their kernels.
    ///
    /// - Parameters:
    ///   - isCaster: whether to include parts that are not painted but cast shadows.
    ///   - isTight: whether to leave out clear margins of pictures.
    ///   - behind: the area painted behind the layer, which its backdrop may spread further. Nil leaves out all backdrops,
    ///     because they cast no shadows.
    func content(isCaster: Bool = false, isTight: Bool = false, over behind: Rect?) -> Rect {
        guard layer.opacity > 0 else { return .zero }
        func masked(_ rect: Rect) -> Rect { isMasked ? rect.cut(by: mask?.contentAlone ?? .zero) : rect }
        let shadows =
            shadowPlane.map { projected($0.shadowExtent) }
            ?? effects.shadowContent(castBy: masked(body(isCaster: true, over: nil)))
        var shown = Rect.zero
        if let behind, let backdrop = effects.backdrop { shown = masked(backdrop.content(over: behind)) }
        let isGroup = layer.opacity < 1 || layer.blendMode != .normal || layer.isFiltered
        let seen = behind.map { isMasked ? .zero : isGroup ? shadows : $0.union(shadows).union(shown) }
        // A plane is masked before its effects.
        let body = plane.map { projected($0.extent) } ?? masked(body(isCaster: isCaster, isTight: isTight, over: seen))
        return effects.filter.content(of: body.union(shadows)).union(shown)
    }

    /// The device area of pixels in the layer's plane. The corners of projected pixels are up to 1/512 pixel off.
    private func projected(_ extent: PixelRect) -> Rect {
        let area = geometry.projected(extent.rect)
        return area.isEmpty ? area : area.inset(by: -1.0 / 256)
    }

    /// The area of the layer's background, contents, inner shadows, sublayers and border.
    ///
    /// - Parameters:
    ///   - isCaster: whether to include parts that are not painted but cast shadows.
    ///   - isTight: whether to leave out clear margins of pictures.
    ///   - behind: the area painted behind the layer. Nil leaves out the backdrops of sublayers.
    private func body(isCaster: Bool, isTight: Bool = false, over behind: Rect?) -> Rect {
        let bounds = outlineBounds
        var result = Rect.zero
        let castsInside = effects.innerShadows.contains { !$0.placed.isOfBox }
        if isCaster || layer.drawsContents || castsInside {
            if layer.backgroundColor != nil { result = bounds }
            result = contents.bounds(geometry, isExact: true, isTight: isTight, union: result)
        }
        if effects.innerShadows.contains(where: \.placed.isOfBox) { result = result.union(bounds) }
        for sublayer in sublayers {
            if isCaster, sublayer.layer.isHiddenCopy {
                result = result.union(sublayer.content(isCaster: true, isTight: isTight, over: nil))
            } else if let behind {
                result = result.union(sublayer.content(over: layer.masksToBounds ? result : behind.union(result)))
            } else if isTight {
                result = result.union(sublayer.content(isTight: true, over: nil))
            } else {
                result = result.union(sublayer.contentWithoutBackdrops)
            }
        }
        if layer.masksToBounds { result = result.cut(by: bounds) }
        return layer.borderWidth > 0 ? result.union(bounds) : result
    }

    /// The work of finding the content.
    var workOfContent: Int {
        (mask?.workOfContent ?? 0) + sublayers.reduce(contents.workOfBounds) { $0 + $1.workOfContent }
    }

    /// The rounded bounds in device pixels.
    private var outlineBounds: Rect {
        geometry.radii.isZero || geometry.isUpright ? geometry.onDevice(geometry.bounds) : geometry.devicePath.bounds
    }
}

extension Rect {
    /// The part of this rectangle inside `other`. If the two only meet inside a pixel, each covers part of the pixel, and the
    /// drawn result is the product. In this case the whole pixels are returned.
    fileprivate func cut(by other: Rect) -> Rect {
        let shared = intersection(other)
        guard shared.isEmpty, !isEmpty, !other.isEmpty else { return shared }
        return PixelRect(covering: self, slack: 1e-6).intersection(PixelRect(covering: other, slack: 1e-6)).rect
    }
}
