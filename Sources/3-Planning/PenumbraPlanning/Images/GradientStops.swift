import PenumbraBitmap
import PenumbraPlan
import PenumbraScene

/// The stops of a gradient as intervals of positions.
struct GradientStops {
    private var stops: [(position: Double, color: SIMD4<Double>)]
    let isPremultiplied: Bool

    /// The number of pieces of a Gaussian falloff between two stops. The pieces are within 0.07/255 of the curve.
    private static let gaussianPieces = 64
    /// The start of each piece and the share of the second colour there.
    private static let gaussianShares = (0..<gaussianPieces).map { piece in
        let f = Double(piece) / Double(gaussianPieces)
        return (f, Gradient.gaussianFalloff(f))
    }

    /// - Parameter space: the colour space that the colours are mixed in.
    init(_ gradient: Gradient, in space: ColorSpace) {
        isPremultiplied = gradient.interpolation == .premultiplied || gradient.colors.count == 1
        let count = gradient.colors.count
        stops = []
        for (i, color) in gradient.colors.enumerated() {
            let even = count > 1 ? Double(i) / Double(count - 1) : 0
            let location = gradient.locations.flatMap { $0.indices.contains(i) ? $0[i] : nil } ?? even
            let factor = isPremultiplied ? color.alpha : 1
            let color = color.unclipped(in: space)
            let value = SIMD4(color.red * factor, color.green * factor, color.blue * factor, color.alpha)
            stops.append((max(stops.last?.position ?? 0, min(1, location)), value))
        }
        defer { clip() }
        guard gradient.falloff == .gaussian else { return }
        var fine: [(position: Double, color: SIMD4<Double>)] = []
        fine.reserveCapacity(stops.count * Self.gaussianPieces)
        for (from, to) in zip(stops, stops.dropFirst()) {
            for (f, share) in Self.gaussianShares {
                fine.append((from.position + (to.position - from.position) * f, from.color + (to.color - from.color) * share))
            }
        }
        if let last = stops.last { fine.append(last) }
        stops = fine
    }

    /// Clips colours outside the space after they are mixed, so that a channel stays at its limit up to where it's within it.
    private mutating func clip() {
        func limit(_ color: SIMD4<Double>) -> Double { isPremultiplied ? color.w : 1 }
        func isInside(_ color: SIMD4<Double>) -> Bool {
            (0..<3).allSatisfy { color[$0] >= 0 && color[$0] <= limit(color) }
        }
        if stops.allSatisfy({ isInside($0.color) }) { return }
        var result: [(position: Double, color: SIMD4<Double>)] = []
        for (index, stop) in stops.enumerated() {
            if index > 0 {
                let from = stops[index - 1]
                var shares: [Double] = []
                for channel in 0..<3 {
                    for (a, b) in [
                        (from.color[channel], stop.color[channel]),
                        (from.color[channel] - limit(from.color), stop.color[channel] - limit(stop.color)),
                    ] where a * b < 0 { shares.append(a / (a - b)) }
                }
                for share in shares.sorted() {
                    result.append(
                        (
                            from.position + (stop.position - from.position) * share,
                            from.color + (stop.color - from.color) * share
                        ))
                }
            }
            result.append(stop)
        }
        stops = result.map { stop in
            var color = stop.color
            for channel in 0..<3 { color[channel] = max(0, min(limit(color), color[channel])) }
            return (stop.position, color)
        }
    }

    /// Whether two colours are at the very start. The first colour then fills everything before the start.
    var startsTwice: Bool { stops.count > 1 && stops[1].position == 0 }

    var intervals: [GradientShading.Interval] { intervals(rounding: Self.roundingOnLines) { $0 } }

    /// The intervals of a gradient in an ellipse.
    var onEllipse: [GradientShading.Interval] { intervals(rounding: Self.roundingOnEllipses) { $0 } }

    /// The intervals of a reversed gradient, whose earlier colours are the later ones.
    var fromOtherEnd: [GradientShading.Interval] { intervals(rounding: -Self.roundingOnLines - 1) { $0 } }

    /// The intervals of a gradient that begins in the middle of its positions.
    var inSecondHalf: [GradientShading.Interval] { intervals(rounding: Self.roundingOnLines) { ($0 + 1) / 2 } }

    /// How far before its place a hard edge begins: as much as the positions of pixels are rounded. On lines, the share of the
    /// column, that of the row, and the edge itself are each rounded by at most half a unit.
    private static let roundingOnLines: Int32 = 2
    private static let roundingOnEllipses = GradientShading.roundStep + 1

    private func intervals(rounding: Int32, _ place: (Double) -> Double) -> [GradientShading.Interval] {
        let rounded = stops.map { Int32((place($0.position) * Double(GradientShading.length)).rounded()) }
        // A pixel whose middle lies on a hard edge has the later colour, as in browsers.
        var positions = rounded
        for (index, (from, to)) in zip(stops, stops.dropFirst()).enumerated()
        where rounded[index] == rounded[index + 1] && from.color != to.color {
            positions[index] = max(0, min(GradientShading.length, rounded[index] - rounding))
            positions[index + 1] = positions[index]
        }
        for index in positions.indices.dropFirst() { positions[index] = max(positions[index], positions[index - 1]) }
        func color(_ value: SIMD4<Double>) -> SIMD4<UInt16> {
            SIMD4(Q15.value(value.x), Q15.value(value.y), Q15.value(value.z), Q15.value(value.w))
        }
        func flat(_ start: Int32, _ value: SIMD4<Double>) -> GradientShading.Interval {
            GradientShading.Interval(
                start: start, scale: GradientShading.Scale(width: 0), first: color(value), last: color(value))
        }
        guard let first = stops.first, let last = stops.last else { return [] }
        var result: [GradientShading.Interval] = []
        // An array that grows takes up to twice the bytes that the plan counts.
        result.reserveCapacity(zip(positions, positions.dropFirst()).count { $0 < $1 } + 2)
        if positions[0] > 0 { result.append(flat(0, first.color)) }
        for (index, (from, to)) in zip(stops, stops.dropFirst()).enumerated() {
            let (start, end) = (positions[index], positions[index + 1])
            guard end > start else { continue }
            result.append(
                GradientShading.Interval(
                    start: start, scale: GradientShading.Scale(width: end - start), first: color(from.color),
                    last: color(to.color)))
        }
        result.append(flat(positions[stops.count - 1], last.color))
        return result
    }
}

extension Gradient {
    /// The same gradient from its other end.
    var reversed: Gradient {
        var result = self
        result.colors.reverse()
        result.locations = locations?.reversed().map { 1 - $0 }
        return result
    }
}
