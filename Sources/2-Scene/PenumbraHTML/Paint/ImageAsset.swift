import PenumbraGeometry
import PenumbraScene

/// A picture of a document with its natural dimensions, in points.
package struct ImageAsset: Hashable, Sendable {
    package var source: ImageSource
    /// The natural width. Nil for vector pictures without a width.
    package var width: Double?
    package var height: Double?
    /// Width divided by height. Nil for vector pictures without an aspect ratio.
    package var ratio: Double?
    /// Whether the picture keeps its proportions in a rectangle of others: SVG's `preserveAspectRatio`.
    package var keepsRatio = false

    package init(
        source: ImageSource, width: Double?, height: Double?, ratio: Double? = nil, keepsRatio: Bool = false
    ) {
        (self.source, self.width, self.height, self.keepsRatio) = (source, width, height, keepsRatio)
        if let ratio, ratio > 0 {
            self.ratio = ratio
        } else if let width, let height, width > 0, height > 0 {
            self.ratio = width / height
        }
    }
}

/// The natural dimensions of an image of CSS: CSS Images 3, section 5.
struct NaturalSize {
    var width: Double?
    var height: Double?
    var ratio: Double?

    /// The concrete size for given sides: the default sizing algorithm.
    func size(width given: Double?, height other: Double?, in area: Size) -> Size {
        switch (given, other) {
        case (let width?, let height?): return Size(width: width, height: height)
        case (let width?, nil):
            return Size(width: width, height: ratio.map { width / $0 } ?? height ?? area.height)
        case (nil, let height?):
            return Size(width: ratio.map { height * $0 } ?? width ?? area.width, height: height)
        case (nil, nil):
            if let width, let height { return Size(width: width, height: height) }
            if width != nil || height != nil { return size(width: width, height: height, in: area) }
            return fitted(to: area, covering: false)
        }
    }

    /// The largest size inside an area, or the smallest that covers it. Images without a ratio fill the area.
    func fitted(to area: Size, covering: Bool) -> Size {
        guard let ratio, ratio > 0, area.width > 0, area.height > 0 else { return area }
        let isWide = area.width > area.height * ratio
        return isWide == covering
            ? Size(width: area.width, height: area.width / ratio) : Size(width: area.height * ratio, height: area.height)
    }
}

extension ImageAsset {
    /// The picture with its natural size multiplied.
    func zoomed(by factor: Double) -> ImageAsset {
        guard factor != 1 else { return self }
        var asset = self
        asset.width = width.map { $0 * factor }
        asset.height = height.map { $0 * factor }
        return asset
    }
}
