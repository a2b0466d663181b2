import PenumbraElementary

/// The colours of a CSS gradient while their positions are resolved and ordered.
struct CSSGradientRamp {
    private let source: CSSGradient
    private let original: Gradient
    private var lastColor: Color?
    private var stops: [(position: Double, color: SIMD4<Double>)] = []

    init(_ source: CSSGradient, _ gradient: Gradient) {
        self.source = source
        original = gradient
    }

    /// A gradient with the same colours, at locations of 0…1.
    var gradient: Gradient {
        Gradient(
            colors: stops.map { straight($0.color) }, locations: stops.map(\.position), interpolation: original.interpolation,
            falloff: original.falloff)
    }

    /// Leaves only the last colour, at every position.
    mutating func keepLastOnly() {
        if let last = original.colors.last { stops = [(0, mixable(last))] }
    }

    /// Gives every colour a position: CSS Images 3, 3.4.3.
    ///
    /// - Parameter place: converts a length to a fraction of the whole.
    mutating func fix(_ place: (CSSGradient.Length) -> Double) {
        guard stops.isEmpty else { return }
        // Colours and hints in the order in which CSS writes them.
        var places: [Double?] = []
        var colors: [Color?] = []
        for (index, color) in original.colors.enumerated() {
            places.append(source.positions.indices.contains(index) ? source.positions[index].map(place) : nil)
            colors.append(color)
            guard index + 1 < original.colors.count, source.hints.indices.contains(index), let hint = source.hints[index] else {
                continue
            }
            places.append(place(hint))
            colors.append(nil)
        }
        guard let last = places.indices.last else { return }
        places[0] = places[0] ?? place(CSSGradient.Length())
        places[last] = places[last] ?? place(CSSGradient.Length(fraction: 1))
        var largest = -Double.infinity
        for index in places.indices {
            guard let place = places[index] else { continue }
            largest = max(largest, place)
            places[index] = largest
        }
        var known = 0
        for index in places.indices.dropFirst() {
            guard let to = places[index], let from = places[known] else { continue }
            for missing in (known + 1)..<max(known + 1, index) {
                places[missing] = from + (to - from) * Double(missing - known) / Double(index - known)
            }
            known = index
        }
        var hint: Double?
        for (place, color) in zip(places, colors) {
            guard let color else {
                hint = place
                continue
            }
            add(color, at: place ?? 0, hint: hint)
            hint = nil
        }
    }

    /// The number of pieces between two colours with a hint, both in equal lengths and in equal changes of colour. Together the
    /// pieces stay within half a level of the curve.
    private static let pieces = 64

    private mutating func add(_ color: Color, at position: Double, hint: Double?) {
        if let mixing = source.mixing, let from = stops.last, let earlier = lastColor, position > from.position {
            mix(earlier, color, mixing, from: from.position, to: position, hint: hint)
        } else {
            add(mixable(color), at: position, hint: hint)
        }
        lastColor = color
    }

    /// Adds colours between two that mix in another space, and the second of them.
    private mutating func mix(
        _ first: Color, _ second: Color, _ mixing: ColorMixing, from: Double, to: Double, hint: Double?
    ) {
        defer { stops.append((to, mixable(second))) }
        if mixing.isShort, first == second { return }
        let middle = hint.map { ($0 - from) / (to - from) } ?? 0.5
        if middle <= 0 { return stops.append((from, mixable(second))) }
        if middle >= 1 { return stops.append((to, mixable(first))) }
        let exponent = middle == 0.5 ? 1 : Elementary.log(0.5) / Elementary.log(middle)
        let pieces = max(4, min(Self.pieces, Self.mostRepeated / max(1, original.colors.count)))
        // The values of sRGB are steepest where a channel begins or ends.
        let piece = 1 / Double(pieces)
        let ends = [0.0625, 0.125, 0.25, 0.5].flatMap { [$0 * piece, 1 - $0 * piece] }
        let equal = (1..<pieces).map { Double($0) * piece } + ends
        // With a hint, equal lengths and equal changes of colour both matter.
        let parts = (exponent == 1 ? equal : equal + equal.map { Elementary.pow($0, 1 / exponent) }).sorted()
        for part in parts {
            let color = mixing.color(first, second, exponent == 1 ? part : Elementary.pow(part, exponent))
            stops.append((from + (to - from) * part, mixable(color)))
        }
    }

    private mutating func add(_ color: SIMD4<Double>, at position: Double, hint: Double?) {
        if let hint, let from = stops.last, position > from.position {
            let middle = (hint - from.position) / (position - from.position)
            if middle <= 0 {
                stops.append((from.position, color))
            } else if middle >= 1 {
                stops.append((position, from.color))
            } else if middle != 0.5 {
                // CSS Images 4, 3.4.2: the hint is where the colours are mixed half and half.
                let exponent = Elementary.log(0.5) / Elementary.log(middle)
                let steps = (1..<Self.pieces).map { Double($0) / Double(Self.pieces) }
                for part in (steps + steps.map { Elementary.pow($0, 1 / exponent) }).sorted() where part > 0 && part < 1 {
                    stops.append(
                        (
                            from.position + (position - from.position) * part,
                            from.color + (color - from.color) * Elementary.pow(part, exponent)
                        ))
                }
            }
        }
        stops.append((position, color))
    }

    /// The most colours of a gradient that repeats beyond its frame.
    private static let mostRepeated = 2048
    /// The most colours of a gradient that repeats in its frame. Stripes of 1 px have 46,340 along the diagonal of the largest
    /// canvas, two for each stripe.
    private static let mostInFrame = 65_536

    /// Repeats the colours so that they cover the frame, and all that shapes and strokes may reach where that takes few
    /// colours: CSS Images 3, 3.6.
    ///
    /// Colours at one place leave the last colour alone. Colours that repeat too often to be seen become their mean.
    mutating func repeatColors(over frame: ClosedRange<Double>, reaching reach: ClosedRange<Double>) {
        guard let first = stops.first, let last = stops.last else { return }
        let span = last.position - first.position
        guard span > 0 else {
            stops = [(0, last.color)]
            return
        }
        /// The turns over a range. Nil for too many colours.
        func covering(_ range: ClosedRange<Double>, most: Int) -> Range<Int>? {
            let start = ((range.lowerBound - first.position) / span).rounded(.down)
            let end = max(start + 1, ((range.upperBound - first.position) / span).rounded(.up))
            guard (end - start) * Double(stops.count) <= Double(most) else { return nil }
            return Int(start)..<Int(end)
        }
        guard let turns = covering(reach, most: Self.mostRepeated) ?? covering(frame, most: Self.mostInFrame) else {
            keepMean()
            return
        }
        stops = turns.flatMap { turn in stops.map { ($0.position + Double(turn) * span, $0.color) } }
    }

    /// Leaves only the mean of the colours, at every position.
    mutating func keepMean() {
        guard let first = stops.first, let last = stops.last else { return }
        let span = last.position - first.position
        let sum = zip(stops, stops.dropFirst()).reduce(SIMD4<Double>.zero) { sum, pair in
            sum + (pair.0.color + pair.1.color) * ((pair.1.position - pair.0.position) / 2)
        }
        stops = [(0, span > 0 ? sum / span : last.color)]
    }

    /// Removes everything before `start`, and keeps the colour at `start`.
    mutating func cut(at start: Double) {
        guard let first = stops.first, first.position < start else { return }
        guard let next = stops.firstIndex(where: { $0.position >= start }) else {
            if let last = stops.last { stops = [(start, last.color)] }
            return
        }
        let color = mix(stops[next - 1], stops[next], at: start)
        stops.removeFirst(next)
        stops.insert((start, color), at: 0)
    }

    /// Removes everything after `end`, and keeps the colour at `end`.
    mutating func cutAfter(_ end: Double) {
        guard let last = stops.last, last.position > end else { return }
        guard let previous = stops.lastIndex(where: { $0.position <= end }) else {
            if let first = stops.first { stops = [(end, first.color)] }
            return
        }
        let color = mix(stops[previous], stops[previous + 1], at: end)
        stops.removeLast(stops.count - previous - 1)
        stops.append((end, color))
    }

    private func mix(
        _ a: (position: Double, color: SIMD4<Double>), _ b: (position: Double, color: SIMD4<Double>), at position: Double
    ) -> SIMD4<Double> {
        let span = b.position - a.position
        return span > 0 ? a.color + (b.color - a.color) * ((position - a.position) / span) : b.color
    }

    /// Scales all positions to 0…1. Returns the former positions of 0 and 1.
    mutating func normalize() -> (low: Double, high: Double) {
        let low = min(0, stops.first?.position ?? 0)
        let high = max(1, stops.last?.position ?? 1)
        for index in stops.indices { stops[index].position = (stops[index].position - low) / (high - low) }
        return (low, high)
    }

    // MARK: - Colours

    private func mixable(_ color: Color) -> SIMD4<Double> {
        let factor = original.interpolation == .premultiplied ? color.alpha : 1
        return SIMD4(color.red * factor, color.green * factor, color.blue * factor, color.alpha)
    }

    private func straight(_ value: SIMD4<Double>) -> Color {
        guard original.interpolation == .premultiplied else {
            return Color(red: value.x, green: value.y, blue: value.z, alpha: value.w)
        }
        guard value.w > 0 else { return .transparent }
        return Color(red: value.x / value.w, green: value.y / value.w, blue: value.z / value.w, alpha: value.w).held
    }
}
