import PenumbraBitmap
import PenumbraElementary

/// `lab()`, `lch()`, `oklab()`, `oklch()` and `color()`: CSS Color 4, sections 9, 10 and 18 (sample code for conversions).
extension Color {
    /// The spaces that `color()` accepts, by their CSS names. `xyz` is `xyz-d65`.
    private enum PredefinedSpace: String, CaseIterable {
        case srgb
        case linearSRGB = "srgb-linear"
        case displayP3 = "display-p3"
        case xyz
        case xyzD50 = "xyz-d50"
        case xyzD65 = "xyz-d65"
    }

    /// Further CSS colour spaces, which are refused by name.
    private static let otherSpaces = ["a98-rgb", "prophoto-rgb", "rec2020", "display-p3-linear"]

    /// The colours in a CSS value that lie outside sRGB, as written, each with the colour that replaces it.
    package static func clipped(in text: String) -> [(notation: String, color: Color)] {
        var result: [(String, Color)] = []
        var scanner = CSSScanner(text)
        while !scanner.isAtEnd {
            let start = scanner.index
            guard let name = scanner.name() else {
                scanner.skipByte()
                continue
            }
            guard let color = try? outsideRange(&scanner, name) else { continue }
            // Rounding leaves colours on the edge of sRGB slightly outside.
            guard ![color.red, color.green, color.blue].allSatisfy({ (-0.0005...1.0005).contains($0) }) else { continue }
            result.append((String(decoding: scanner.bytes[start..<scanner.index], as: UTF8.self), color.clipped))
        }
        return result
    }

    /// Reads a colour of a space other than sRGB after its function's name, without clipping it. Nil for other functions.
    private static func outsideRange(_ scanner: inout CSSScanner, _ name: String) throws(NotationError) -> Color? {
        guard ["lab", "lch", "oklab", "oklch", "color"].contains(name), scanner.skip("(") else { return nil }
        return name == "color" ? try predefined(&scanner) : try perceptual(ColorComponents(&scanner, name))
    }

    /// The colour with its components clipped to 0…1. NaN, which sums of huge numbers can give, becomes 0.
    var clipped: Color {
        func clipped(_ value: Double) -> Double { value.isNaN ? 0 : max(0, min(1, value)) }
        return Color(red: clipped(red), green: clipped(green), blue: clipped(blue), alpha: alpha)
    }

    /// The colour with components that stay finite in every conversion. NaN, which sums of huge numbers can give, becomes 0.
    var held: Color {
        func held(_ value: Double) -> Double { value.isNaN ? 0 : max(-8, min(8, value)) }
        return Color(red: held(red), green: held(green), blue: held(blue), alpha: alpha)
    }

    /// The colour's components in a colour space, clipped to 0…1 channel by channel.
    package func components(in space: ColorSpace) -> Color { unclipped(in: space).clipped }

    /// Whether a colour space doesn't have the colour. Colours on the edge of the space, which rounding leaves slightly
    /// outside, don't count.
    package func isOutside(_ space: ColorSpace) -> Bool {
        let color = unclipped(in: space)
        return ![color.red, color.green, color.blue].allSatisfy { (-0.002...1.002).contains($0) }
    }

    private func unclipped(in space: ColorSpace) -> Color {
        switch space {
        case .srgb: return self
        case .displayP3:
            // Grey has the same components in both spaces. Rounding would tint it.
            if red == green, green == blue { return self }
            let linear = Matrix.xyzToDisplayP3 * (Matrix.sRGBToXYZ * Self.linearized(SIMD3(red, green, blue)))
            return Color(linear: linear, alpha: alpha)
        }
    }

    /// Reads the text after `color(`. The colour isn't clipped.
    static func predefined(_ scanner: inout CSSScanner) throws(NotationError) -> Color {
        scanner.skipSpace()
        let names = PredefinedSpace.allCases.map(\.rawValue)
        let start = scanner
        guard let name = scanner.name() else {
            throw NotationError("found \(start.rest) in color(), expected \(Spelling.list(names))")
        }
        guard let space = PredefinedSpace(rawValue: name) else {
            if otherSpaces.contains(name) {
                throw NotationError("the colour space \(name) is not supported, allowed are \(Spelling.list(names))")
            }
            let hint = Spelling.nearest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw NotationError("found the colour space \(quoted(name)), allowed are \(Spelling.list(names))\(hint)")
        }
        let components = try ColorComponents(&scanner, "color")
        var value = SIMD3<Double>.zero
        for index in 0..<3 { value[index] = try components.number(index, hundredPercent: 1) }
        let alpha = components.alpha
        switch space {
        case .srgb: return Color(value, alpha: alpha)
        case .linearSRGB: return Color(linear: value, alpha: alpha)
        // Display P3 has the transfer function of sRGB.
        case .displayP3: return Color(xyz: Matrix.displayP3ToXYZ * linearized(value), alpha: alpha)
        case .xyz, .xyzD65: return Color(xyz: value, alpha: alpha)
        case .xyzD50: return Color(xyz: Matrix.d50ToD65 * value, alpha: alpha)
        }
    }

    /// Converts `lab()` and `oklab()`, and their polar forms `lch()` and `oklch()`. The colour isn't clipped.
    static func perceptual(_ components: ColorComponents) throws(NotationError) -> Color {
        let isOK = components.function.hasPrefix("ok")
        let lightness = try components.number(0, hundredPercent: isOK ? 1 : 100)
        let axes: (a: Double, b: Double)
        if components.function.hasSuffix("ch") {
            let chroma = max(0, try components.number(1, hundredPercent: isOK ? 0.4 : 150))
            let angle = try components.hue(at: 2) * 2 * .pi
            let (cosine, sine) = Elementary.cosineAndSine(angle)
            axes = (chroma * cosine, chroma * sine)
        } else {
            let full = isOK ? 0.4 : 125.0
            axes = (
                try components.number(1, hundredPercent: full), try components.number(2, hundredPercent: full)
            )
        }
        let held = max(0, min(isOK ? 1 : 100, lightness))
        let xyz = isOK ? xyz(okLightness: held, axes.a, axes.b) : Matrix.d50ToD65 * xyz(cieLightness: held, axes.a, axes.b)
        return Color(xyz: xyz, alpha: components.alpha)
    }

    /// Converts CIE Lab, with white D50, to XYZ.
    private static func xyz(cieLightness lightness: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
        let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
        let fy = (lightness + 16) / 116
        func linear(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
        let y = lightness > kappa * epsilon ? fy * fy * fy : lightness / kappa
        let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
        return SIMD3(linear(fy + a / 500), y, linear(fy - b / 200)) * white
    }

    /// Converts Oklab, with white D65, to XYZ.
    private static func xyz(okLightness lightness: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
        let cones = Matrix.okLabToLMS * SIMD3(lightness, a, b)
        return Matrix.lmsToXYZ * (cones * cones * cones)
    }

    private init(xyz: SIMD3<Double>, alpha: Double) {
        self.init(linear: Matrix.xyzToSRGB * xyz, alpha: alpha)
    }

    private init(linear value: SIMD3<Double>, alpha: Double) {
        func encoded(_ value: Double) -> Double {
            let size = abs(value)
            let result = size > 0.0031308 ? 1.055 * Elementary.pow(size, 1 / 2.4) - 0.055 : 12.92 * size
            // Rounding leaves colours on the edge of the space slightly outside.
            if value < 0 { return result < Self.edge ? 0 : -result }
            return result > 1 && result < 1 + Self.edge ? 1 : result
        }
        self.init(SIMD3(encoded(value.x), encoded(value.y), encoded(value.z)), alpha: alpha)
    }

    /// The distance from a space's edge below which a component counts as being on it.
    private static let edge = 0.001

    private init(_ value: SIMD3<Double>, alpha: Double) {
        self.init(red: value.x, green: value.y, blue: value.z, alpha: alpha)
    }

    /// Converts components of sRGB or Display P3 to linear light.
    package static func linearized(_ value: SIMD3<Double>) -> SIMD3<Double> {
        func linear(_ value: Double) -> Double {
            let size = abs(value)
            let result = size <= 0.04045 ? size / 12.92 : Elementary.pow((size + 0.055) / 1.055, 2.4)
            return value < 0 ? -result : result
        }
        return SIMD3(linear(value.x), linear(value.y), linear(value.z))
    }
}

/// A matrix of three rows.
private struct Matrix {
    let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        rows = (first, second, third)
    }

    static func * (matrix: Matrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        let rows = matrix.rows
        return SIMD3((rows.0 * vector).sum(), (rows.1 * vector).sum(), (rows.2 * vector).sum())
    }

    /// Converts XYZ with white D65 to linear-light sRGB, with the fractions of CSS Color 4.
    static let xyzToSRGB = Matrix(
        SIMD3(12831.0 / 3959, -329.0 / 214, -1974.0 / 3959),
        SIMD3(-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810),
        SIMD3(705.0 / 12673, -2585.0 / 12673, 705.0 / 667))

    /// The inverse of `xyzToSRGB`.
    static let sRGBToXYZ = Matrix(
        SIMD3(506752.0 / 1_228_815, 87881.0 / 245763, 12673.0 / 70218),
        SIMD3(87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545),
        SIMD3(7918.0 / 409605, 87881.0 / 737289, 1_001_167.0 / 1_053_270))

    /// The inverse of `displayP3ToXYZ`.
    static let xyzToDisplayP3 = Matrix(
        SIMD3(446124.0 / 178915, -333277.0 / 357830, -72051.0 / 178915),
        SIMD3(-14852.0 / 17905, 63121.0 / 35810, 423.0 / 17905),
        SIMD3(11844.0 / 330415, -50337.0 / 660830, 316169.0 / 330415))

    /// Converts linear-light Display P3 to XYZ with white D65.
    static let displayP3ToXYZ = Matrix(
        SIMD3(608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160),
        SIMD3(35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400),
        SIMD3(0, 32229.0 / 714400, 5220557.0 / 5_000_800))

    /// Bradford chromatic adaptation from white D50 to white D65.
    static let d50ToD65 = Matrix(
        SIMD3(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
        SIMD3(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
        SIMD3(0.012314014864481998, -0.020507649298898964, 1.330365926242124))

    /// Converts Oklab to the cube roots of cone responses.
    static let okLabToLMS = Matrix(
        SIMD3(1, 0.3963377773761749, 0.2158037573099136),
        SIMD3(1, -0.1055613458156586, -0.0638541728258133),
        SIMD3(1, -0.0894841775298119, -1.2914855480194092))

    static let lmsToXYZ = Matrix(
        SIMD3(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
        SIMD3(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
        SIMD3(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))
}
