import PenumbraMotion

/// Colours animate by their sRGB components multiplied by alpha, as in CSS and in gradients with `premultiplied` interpolation.
///
/// A colour that fades out therefore keeps its hue. Where a timing function overshoots, components stay in 0…1, or in the range
/// of the colours between which they lie, and alpha stays in 0…1.
extension Color: Interpolatable {
    public func interpolated(to end: Color, at fraction: Double) -> Color {
        if fraction == 0 || self == end { return self }
        if fraction == 1 { return end }
        return Self.mixed([self, end], weights: [1 - fraction, fraction])
    }

    public static func mixed(_ values: [Color], weights: [Double]) -> Color {
        var sum = SIMD4<Double>.zero
        for (value, weight) in zip(values, weights) { sum += weight * value.premultiplied }
        return Color(premultiplied: sum, among: values)
    }

    /// The sum of the premultiplied components. An opaque colour stays opaque.
    public func adding(_ change: Color) -> Color {
        Color(premultiplied: premultiplied + change.premultiplied, among: [self, change])
    }

    public func repeated(_ count: Double) -> Color { multiplyingAlpha(by: count) }

    /// The Euclidean distance of the premultiplied components, each 0…1.
    public func distance(to other: Color) -> Double {
        let difference = other.premultiplied - premultiplied
        return (difference * difference).sum().squareRoot()
    }

    private var premultiplied: SIMD4<Double> { SIMD4(red * alpha, green * alpha, blue * alpha, alpha) }

    private init(premultiplied sum: SIMD4<Double>, among colors: [Color]) {
        guard sum.w > 0 else {
            self = .transparent
            return
        }
        let alpha = min(1, sum.w)
        func part(_ component: Double, _ path: KeyPath<Color, Double>) -> Double {
            let least = colors.reduce(0) { min($0, $1[keyPath: path]) }
            let most = colors.reduce(1) { max($0, $1[keyPath: path]) }
            return max(least, min(most, component / alpha))
        }
        self.init(red: part(sum.x, \.red), green: part(sum.y, \.green), blue: part(sum.z, \.blue), alpha: alpha)
    }
}
