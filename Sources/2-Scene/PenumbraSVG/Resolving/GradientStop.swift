import PenumbraScene

package struct GradientStop: Hashable, Sendable {
    package var location: Double
    package var color: Color

    package init(location: Double, color: Color) {
        (self.location, self.color) = (location, color)
    }
}

extension Gradient {
    init(_ geometry: Geometry, stops: [GradientStop]) {
        self.init(geometry, colors: stops.map(\.color), locations: stops.map(\.location))
    }
}

/// The way in which a gradient continues beyond its ends.
package struct Spread {
    enum Method {
        case pad, reflect, repeated
    }

    var method: Method

    package init(_ text: String?) {
        method = text == "reflect" ? .reflect : text == "repeat" ? .repeated : .pad
    }

    /// The farthest period that is looked at. So many periods become their mean.
    private static let farthest = 1e6

    /// The whole periods, at least one, that hold a range of places along the gradient.
    package func range(holding places: ClosedRange<Double>) -> ClosedRange<Double> {
        guard method != .pad, places.lowerBound.isFinite, places.upperBound.isFinite else { return 0...1 }
        let least = max(-Self.farthest, min(Self.farthest, places.lowerBound.rounded(.down)))
        return least...max(least + 1, min(Self.farthest, places.upperBound.rounded(.up)))
    }

    /// The stops of all periods in a range, at their shares of the range. More than `SVGLimits.stops` become their mean.
    package func stops(_ stops: [GradientStop], over range: ClosedRange<Double>) -> [GradientStop] {
        guard method != .pad, range != 0...1, let first = stops.first, let last = stops.last else { return stops }
        // The colours before the first stop and after the last belong to the period.
        var period = stops
        if first.location > 0 { period.insert(GradientStop(location: 0, color: first.color), at: 0) }
        if last.location < 1 { period.append(GradientStop(location: 1, color: last.color)) }
        let mirrored = period.reversed().map { GradientStop(location: 1 - $0.location, color: $0.color) }
        var result: [GradientStop] = []
        let width = range.upperBound - range.lowerBound
        var number = range.lowerBound.rounded(.down)
        guard (range.upperBound.rounded(.up) - number) * Double(period.count) <= Double(SVGLimits.stops) else {
            let color = Self.mean(period)
            return [GradientStop(location: 0, color: color), GradientStop(location: 1, color: color)]
        }
        while number < range.upperBound {
            let isMirrored = method == .reflect && number.truncatingRemainder(dividingBy: 2) != 0
            for stop in isMirrored ? mirrored : period {
                let place = number + stop.location
                if place < range.lowerBound {
                    // The range begins inside of this period.
                    result = [GradientStop(location: 0, color: stop.color)]
                    continue
                }
                let location = min(1, (place - range.lowerBound) / width)
                if result.count == 1, result[0].location == 0, number + 1 > range.lowerBound, number < range.lowerBound {
                    result = [cut(period: isMirrored ? mirrored : period, at: range.lowerBound - number)]
                }
                result.append(GradientStop(location: max(location, result.last?.location ?? 0), color: stop.color))
            }
            number += 1
        }
        return result
    }

    /// The mean of the premultiplied colours over a period, which straight colours are mixed in.
    private static func mean(_ period: [GradientStop]) -> Color {
        func parts(_ color: Color) -> SIMD4<Double> { SIMD4(color.red, color.green, color.blue, 1) }
        var sum = SIMD4<Double>.zero
        for (a, b) in zip(period, period.dropFirst()) {
            let (from, to) = (parts(a.color), parts(b.color))
            let ends = from * a.color.alpha + to * b.color.alpha
            let crossed = from * b.color.alpha + to * a.color.alpha
            sum += (ends / 3 + crossed / 6) * (b.location - a.location)
        }
        guard sum.w > 0 else { return .transparent }
        return Color(red: sum.x / sum.w, green: sum.y / sum.w, blue: sum.z / sum.w, alpha: sum.w)
    }

    /// The colour at a place inside of a period.
    private func cut(period: [GradientStop], at place: Double) -> GradientStop {
        guard let after = period.firstIndex(where: { $0.location >= place }), after > 0 else {
            return GradientStop(location: 0, color: period.last?.color ?? .black)
        }
        let (a, b) = (period[after - 1], period[after])
        let share = b.location > a.location ? (place - a.location) / (b.location - a.location) : 1
        func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * share }
        return GradientStop(
            location: 0,
            color: Color(
                red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
                blue: mix(a.color.blue, b.color.blue), alpha: mix(a.color.alpha, b.color.alpha)))
    }
}
