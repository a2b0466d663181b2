import PenumbraElementary

/// A space of red, green and blue that colours may have, besides sRGB and Display P3.
///
/// Sources: Adobe RGB (1998) Color Image Encoding; ITU-R BT.709 and BT.2020; ISO 22028-2 (ROMM RGB); SMPTE RP 431-2;
/// Academy S-2014-004 (ACEScg). The matrices follow from the primaries, with Bradford's adaptation to D65.
package enum OtherRGB: Hashable, Sendable {
    case adobe1998, rec709, rec2020, romm, dciP3, acescg

    /// The light of an encoded component.
    package func linear(_ value: Double) -> Double {
        let size = abs(value)
        let result: Double =
            switch self {
            case .adobe1998: Elementary.pow(size, 563 / 256)
            case .rec709, .rec2020:
                size < 4.5 * Self.beta ? size / 4.5 : Elementary.pow((size + Self.alpha - 1) / Self.alpha, 1 / 0.45)
            case .romm: size < 16.0 / 512 ? size / 16 : Elementary.pow(size, 1.8)
            case .dciP3: Elementary.pow(size, 2.6)
            case .acescg: size
            }
        return value < 0 ? -result : result
    }

    /// The component that encodes light.
    package func encoded(_ value: Double) -> Double {
        let size = abs(value)
        let result: Double =
            switch self {
            case .adobe1998: Elementary.pow(size, 256 / 563)
            case .rec709, .rec2020: size < Self.beta ? 4.5 * size : Self.alpha * Elementary.pow(size, 0.45) - (Self.alpha - 1)
            case .romm: size < 1.0 / 512 ? 16 * size : Elementary.pow(size, 1 / 1.8)
            case .dciP3: Elementary.pow(size, 1 / 2.6)
            case .acescg: size
            }
        return value < 0 ? -result : result
    }

    private static let alpha = 1.09929682680944
    private static let beta = 0.018053968510807

    /// The rows of the matrix from the space's light to that of sRGB.
    package var toSRGB: [SIMD3<Double>] {
        switch self {
        case .adobe1998:
            [
                SIMD3(1.398355743960779, -0.3983557439607786, 0), SIMD3(0, 1, 0),
                SIMD3(0, -0.04292898929447317, 1.042928989294473),
            ]
        case .rec709: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        case .rec2020:
            [
                SIMD3(1.660491002108435, -0.5876411387885497, -0.07284986331988487),
                SIMD3(-0.1245504745215906, 1.13289989712596, -0.008349422604369472),
                SIMD3(-0.01815076335490521, -0.1005788980080074, 1.118729661362913),
            ]
        case .romm:
            [
                SIMD3(2.034302469792525, -0.7275091373805568, -0.3067933324119679),
                SIMD3(-0.2288009243505368, 1.231714690124383, -0.002913765773846675),
                SIMD3(-0.008562683514650431, -0.1532637861848989, 1.161826469699549),
            ]
        case .dciP3:
            [
                SIMD3(1.157516406199759, -0.1549623780738578, -0.002554028125901112),
                SIMD3(-0.0415000715306859, 1.045567923079699, -0.00406785154901322),
                SIMD3(-0.01805003895625397, -0.07857827265302893, 1.096628311609283),
            ]
        case .acescg:
            [
                SIMD3(1.705050992657984, -0.6217921206570047, -0.08325887200097866),
                SIMD3(-0.1302564175070435, 1.140804736575401, -0.01054831906835803),
                SIMD3(-0.02400335680461802, -0.1289689760649705, 1.152972332869588),
            ]
        }
    }

    /// The rows of the inverse matrix, by Cramer's rule.
    package var fromSRGB: [SIMD3<Double>] {
        let (r, g, b) = (toSRGB[0], toSRGB[1], toSRGB[2])
        func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        }
        let columns = [cross(g, b), cross(b, r), cross(r, g)]
        let scale = 1 / (r * columns[0]).sum()
        return (0..<3).map { row in scale * SIMD3(columns[0][row], columns[1][row], columns[2][row]) }
    }
}
