import PenumbraBitmap
import PenumbraElementary

/// `lab()`, `lch()`, `oklab()`, `oklch()` and `color()`: CSS Color 4, sections 9, 10 and 18 (sample code for conversions).
extension Color {
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

    /// The colour's components in a colour space, which may lie outside 0…1.
    package func unclipped(in space: ColorSpace) -> Color {
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
            let hint = Spelling.nearest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw NotationError("found the colour space \(quoted(name)), allowed are \(Spelling.list(names))\(hint)")
        }
        let components = try ColorComponents(&scanner, "color")
        var value = SIMD3<Double>.zero
        for index in 0..<3 { value[index] = try components.number(index, hundredPercent: 1) }
        return space.color(value, alpha: components.alpha)
    }

    /// Reads `lab()` and `oklab()`, and their polar forms `lch()` and `oklch()`. The colour isn't clipped.
    static func perceptual(_ components: ColorComponents) throws(NotationError) -> Color {
        let isOK = components.function.hasPrefix("ok")
        var value = SIMD3(try components.number(0, hundredPercent: isOK ? 1 : 100), 0, 0)
        if components.function.hasSuffix("ch") {
            value.y = max(0, try components.number(1, hundredPercent: isOK ? 0.4 : 150))
            value = rectangular(value, turn: try components.hue(at: 2))
        } else {
            for index in 1...2 { value[index] = try components.number(index, hundredPercent: isOK ? 0.4 : 125) }
        }
        return isOK ? Color(oklab: value, alpha: components.alpha) : Color(lab: value, alpha: components.alpha)
    }

    /// The two axes of a lightness and a chroma.
    static func rectangular(_ value: SIMD3<Double>, turn: Double) -> SIMD3<Double> {
        let (cosine, sine) = Elementary.cosineAndSine(turn * 2 * .pi)
        return SIMD3(value.x, value.y * cosine, value.y * sine)
    }

    /// - Parameter value: the lightness, which is held to 0…100, and two axes, with white D50.
    init(lab value: SIMD3<Double>, alpha: Double) {
        self.init(
            xyz: Matrix.d50ToD65 * Self.xyz(cieLightness: max(0, min(100, value.x)), value.y, value.z), alpha: alpha)
    }

    /// - Parameter value: the lightness, which is held to 0…1, and two axes.
    init(oklab value: SIMD3<Double>, alpha: Double) {
        self.init(xyz: Self.xyz(okLightness: max(0, min(1, value.x)), value.y, value.z), alpha: alpha)
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

    fileprivate init(xyz: SIMD3<Double>, alpha: Double) {
        self.init(linear: Matrix.xyzToSRGB * xyz, alpha: alpha)
    }

    fileprivate init(linear value: SIMD3<Double>, alpha: Double) {
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

    fileprivate init(_ value: SIMD3<Double>, alpha: Double) {
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

/// The spaces that `color()` accepts, by their CSS names. `xyz` is `xyz-d65`.
enum PredefinedSpace: String, CaseIterable {
    case srgb
    case linearSRGB = "srgb-linear"
    case displayP3 = "display-p3"
    case linearDisplayP3 = "display-p3-linear"
    case adobe1998 = "a98-rgb"
    case romm = "prophoto-rgb"
    case rec2020
    case xyz
    case xyzD50 = "xyz-d50"
    case xyzD65 = "xyz-d65"

    private var other: OtherRGB? {
        switch self {
        case .adobe1998: .adobe1998
        case .romm: .romm
        case .rec2020: .rec2020
        case .srgb, .linearSRGB, .displayP3, .linearDisplayP3, .xyz, .xyzD50, .xyzD65: nil
        }
    }

    func color(_ value: SIMD3<Double>, alpha: Double) -> Color {
        if let other {
            let light = SIMD3(other.linear(value.x), other.linear(value.y), other.linear(value.z))
            return Color(linear: Matrix(other.toSRGB) * light, alpha: alpha)
        }
        switch self {
        case .srgb, .adobe1998, .romm, .rec2020: return Color(value, alpha: alpha)
        case .linearSRGB: return Color(linear: value, alpha: alpha)
        // Display P3 has the transfer function of sRGB.
        case .displayP3: return Color(xyz: Matrix.displayP3ToXYZ * Color.linearized(value), alpha: alpha)
        case .linearDisplayP3: return Color(xyz: Matrix.displayP3ToXYZ * value, alpha: alpha)
        case .xyz, .xyzD65: return Color(xyz: value, alpha: alpha)
        case .xyzD50: return Color(xyz: Matrix.d50ToD65 * value, alpha: alpha)
        }
    }

    func components(_ color: Color) -> SIMD3<Double> {
        let value = SIMD3(color.red, color.green, color.blue)
        if self == .srgb { return value }
        let light = Color.linearized(value)
        if let other {
            let own = Matrix(other.fromSRGB) * light
            return SIMD3(other.encoded(own.x), other.encoded(own.y), other.encoded(own.z))
        }
        switch self {
        case .srgb, .linearSRGB, .adobe1998, .romm, .rec2020: return light
        case .displayP3:
            let own = color.unclipped(in: .displayP3)
            return SIMD3(own.red, own.green, own.blue)
        case .linearDisplayP3: return Matrix.xyzToDisplayP3 * (Matrix.sRGBToXYZ * light)
        case .xyz, .xyzD65: return Matrix.sRGBToXYZ * light
        case .xyzD50: return Matrix.d65ToD50 * (Matrix.sRGBToXYZ * light)
        }
    }
}

extension Color {
    /// Black or white, which stands out more against the colour by the contrast of WCAG 2.1: CSS Color 5, section 6.
    package var contrasting: Color {
        let held = clipped
        let light = (Matrix.sRGBToXYZ * Self.linearized(SIMD3(held.red, held.green, held.blue))).y
        return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? .white : .black
    }

    /// The lightness and the two axes of CIE Lab, with white D50.
    var lab: SIMD3<Double> {
        let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
        let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
        func f(_ value: Double) -> Double { value > epsilon ? Elementary.pow(value, 1.0 / 3) : (kappa * value + 16) / 116 }
        let ratio = PredefinedSpace.xyzD50.components(self) / white
        let (x, y, z) = (f(ratio.x), f(ratio.y), f(ratio.z))
        return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// The lightness and the two axes of Oklab.
    var oklab: SIMD3<Double> {
        let cones = Matrix.sRGBToLMS * Self.linearized(SIMD3(red, green, blue))
        func root(_ value: Double) -> Double {
            value < 0 ? -Elementary.pow(-value, 1.0 / 3) : Elementary.pow(value, 1.0 / 3)
        }
        return Matrix.lmsToOklab * SIMD3(root(cones.x), root(cones.y), root(cones.z))
    }
}

/// A matrix of three rows.
private struct Matrix {
    let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        rows = (first, second, third)
    }

    /// - Parameter rows: three rows.
    init(_ rows: [SIMD3<Double>]) { self.init(rows[0], rows[1], rows[2]) }

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

    /// Bradford chromatic adaptation from white D65 to white D50.
    static let d65ToD50 = Matrix(
        SIMD3(1.0479297925449969, 0.022946870601609652, -0.05019226628920524),
        SIMD3(0.02962780877005599, 0.9904344267538799, -0.017073799063418826),
        SIMD3(-0.009243040646204504, 0.015055191490298152, 0.7518742814281371))

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

    /// Converts linear-light sRGB to cone responses.
    static let sRGBToLMS = Matrix(
        SIMD3(0.4122214694707629, 0.5363325372617349, 0.0514459932675022),
        SIMD3(0.2119034958178251, 0.6806995506452344, 0.1073969535369405),
        SIMD3(0.0883024591900564, 0.2817188391361215, 0.6299787016738222))

    /// Converts the cube roots of cone responses to Oklab.
    static let lmsToOklab = Matrix(
        SIMD3(0.210454268309314, 0.7936177747023054, -0.0040720430116193),
        SIMD3(1.9779985324311684, -2.4285922420485799, 0.450593709617411),
        SIMD3(0.0259040424655478, 0.7827717124575296, -0.8086757549230774))
}
