import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// The picture of a replaced element, such as `img`: CSS Images 3, section 5.5.
extension BoxPainter {
    /// The layers of a picture in the content box by `object-fit` and `object-position`.
    package func content(_ asset: ImageAsset) -> [Layer] {
        let area = geometry.contentBox
        guard !area.isEmpty else { return [] }
        let natural = NaturalSize(width: asset.width, height: asset.height, ratio: asset.ratio)
        let size: Size
        switch values.word("object-fit", "fill") {
        case "contain": size = natural.fitted(to: area.size, covering: false)
        case "cover": size = natural.fitted(to: area.size, covering: true)
        case "none": size = natural.size(width: nil, height: nil, in: area.size)
        case "scale-down":
            let (own, contained) = (
                natural.size(width: nil, height: nil, in: area.size), natural.fitted(to: area.size, covering: false)
            )
            size = own.width < contained.width ? own : contained
        default: size = area.size
        }
        guard size.width > 0, size.height > 0 else { return [] }
        let position = read("object-position") { text throws(NotationError) in try BoxPosition(text, self) } ?? BoxPosition()
        let frame = BoxGeometry.snapped(Rect(origin: position.place(size, in: area), size: size), scale: scale)
        guard !frame.isEmpty else { return [] }
        if values.has("object-view-box") { warn("object-view-box", "it isn't supported") }
        return Self.clipped([PaintImage.picture(asset, resolution: 1).layer(frame, interpolation)], to: content)
    }
}
