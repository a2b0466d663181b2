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

    /// The most periods that are written out. Further periods aren't visible as such.
    private static let mostPeriods = 400.0

    /// The whole periods, and at least the first, that hold a range of places along the gradient.
    package func range(holding places: ClosedRange<Double>) -> ClosedRange<Double> {
        guard method != .pad, places.lowerBound.isFinite, places.upperBound.isFinite else { return 0...1 }
        let least = max(min(0, places.lowerBound.rounded(.down)), -Self.mostPeriods)
        let most = min(max(1, places.upperBound.rounded(.up)), Self.mostPeriods)
        return least...most
    }

    /// The stops of all periods in a range, at their shares of the range.
    package func stops(_ stops: [GradientStop], over range: ClosedRange<Double>) -> [GradientStop] {
        guard method != .pad, range != 0...1, let first = stops.first, let last = stops.last else { return stops }
        // The colours before the first stop and after the last belong to the period.
        var period = stops
        if first.location > 0 { period.insert(GradientStop(location: 0, color: first.color), at: 0) }
        if last.location < 1 { period.append(GradientStop(location: 1, color: last.color)) }
        let mirrored = period.reversed().map { GradientStop(location: 1 - $0.location, color: $0.color) }
        var result: [GradientStop] = []
        let width = range.upperBound - range.lowerBound
        let most = max(1, SVGLimits.stops / period.count)
        var number = range.lowerBound.rounded(.down)
        var count = 0
        while number < range.upperBound, count < most {
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
            count += 1
        }
        return Array(result.prefix(SVGLimits.stops))
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
