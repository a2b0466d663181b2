import PenumbraGeometry

extension [Size] {
    /// The radii of four corners shrunk together until they fit a rectangle: CSS Backgrounds 3, section 4.5. Corners that are
    /// straight along one axis are sharp.
    package func fitted(to size: Size) -> [Size] {
        var factor = 1.0
        for (sum, side) in [
            (self[0].width + self[1].width, size.width), (self[3].width + self[2].width, size.width),
            (self[0].height + self[3].height, size.height), (self[1].height + self[2].height, size.height),
        ] where sum > 0 {
            factor = Swift.min(factor, side / sum)
        }
        return map {
            $0.width <= 0 || $0.height <= 0
                ? Size(width: 0, height: 0) : Size(width: $0.width * factor, height: $0.height * factor)
        }
    }
}
