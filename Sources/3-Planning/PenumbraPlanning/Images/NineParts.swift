import PenumbraPlan
import PenumbraScene

/// The places of the parts of a picture with a `contentsCenter`. The corners keep their size, and the other parts stretch
/// between them.
struct NineParts {
    /// Places in the layer's own coordinates, with the columns and rows of the picture at these places.
    var columns: [ResamplingTable.Place]
    var rows: [ResamplingTable.Place]

    /// Nil if the picture stretches as a whole, or not at all.
    init?(_ picture: Picture) {
        guard let center = picture.contents.contentsCenter else { return nil }
        let (to, from, scale) = (picture.destination, picture.source, picture.contents.contentsScale)
        columns = Self.places((to.minX, to.maxX), (from.minX, from.maxX), center.minX, center.maxX, pixelsAPoint: scale)
        rows = Self.places((to.minY, to.maxY), (from.minY, from.maxY), center.minY, center.maxY, pixelsAPoint: scale)
    }

    private static func places(
        _ target: (Double, Double), _ source: (Double, Double), _ low: Double, _ high: Double, pixelsAPoint: Double
    ) -> [ResamplingTable.Place] {
        let length = source.1 - source.0
        let (first, last) = (source.0 + low * length, source.0 + high * length)
        var (head, tail) = ((first - source.0) / pixelsAPoint, (source.1 - last) / pixelsAPoint)
        let room = target.1 - target.0
        // If the ends don't fit, they shrink together, and the part between them disappears.
        let share = head + tail > 0 ? min(1, room / (head + tail)) : 1
        head *= share
        tail *= share
        return [
            ResamplingTable.Place(target: target.0, source: source.0),
            ResamplingTable.Place(target: target.0 + head, source: first),
            ResamplingTable.Place(target: target.1 - tail, source: last),
            ResamplingTable.Place(target: target.1, source: source.1),
        ]
    }
}

extension ResamplingTable {
    /// Creates a table for target pixels. A place x of a layer is at a·x + t of the target, with `a` not zero.
    static func stretch(
        count: Int, _ places: [Place], through a: Double, _ t: Double, limits: Range<Int>, nearest: Bool, total: UInt32
    ) -> ResamplingTable {
        func snapped(_ position: Double) -> Double {
            abs(position - position.rounded()) < 1e-7 ? position.rounded() : position
        }
        let isFlipped = a < 0
        let placed = places.map { place in
            let position = snapped(a * place.target + t)
            return Place(target: isFlipped ? Double(count) - position : position, source: snapped(place.source))
        }
        let table = stretch(count: count, places: placed, limits: limits, nearest: nearest, total: total)
        return isFlipped ? table.reversed : table
    }
}
