import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan

extension Picture {
    /// The part of the destination without clear margins, in the layer's own coordinates. Alphas up to 1/255 count as clear.
    var visiblePlace: Rect {
        guard !bitmap.isOpaque, !isEmpty else { return destination }
        let limits = PixelRect(covering: source)
        var (columns, rows) = (limits.x..<limits.x, limits.y..<limits.y)
        var isFound = false
        for y in limits.y..<limits.maxY {
            guard let first = (limits.x..<limits.maxX).first(where: { bitmap[$0, y].w > 1 }) else { continue }
            let last = (first..<limits.maxX).last { bitmap[$0, y].w > 1 } ?? first
            columns = isFound ? min(columns.lowerBound, first)..<max(columns.upperBound, last + 1) : first..<(last + 1)
            rows = isFound ? rows.lowerBound..<(y + 1) : y..<(y + 1)
            isFound = true
        }
        guard isFound else { return .zero }
        let (left, right) = (place(column: columns.lowerBound), place(column: columns.upperBound))
        let (top, bottom) = (place(row: rows.lowerBound), place(row: rows.upperBound))
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func place(column: Int) -> Double {
        let places = NineParts(self)?.columns ?? []
        return Self.place(Double(column), places, (source.minX, source.maxX), (destination.minX, destination.maxX))
    }

    private func place(row: Int) -> Double {
        let places = NineParts(self)?.rows ?? []
        return Self.place(Double(row), places, (source.minY, source.maxY), (destination.minY, destination.maxY))
    }

    /// The place in the layer of a position in the picture.
    private static func place(
        _ position: Double, _ places: [ResamplingTable.Place], _ source: (Double, Double), _ target: (Double, Double)
    ) -> Double {
        let held = max(source.0, min(source.1, position))
        let ends = zip(places, places.dropFirst()).first {
            $0.0.source <= held && held <= $0.1.source && $0.0.source < $0.1.source
        }
        let (from, to) = ends.map { (($0.0.source, $0.1.source), ($0.0.target, $0.1.target)) } ?? (source, target)
        return to.0 + (to.1 - to.0) * (held - from.0) / (from.1 - from.0)
    }
}
