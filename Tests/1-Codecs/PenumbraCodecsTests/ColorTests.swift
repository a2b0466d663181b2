import Glibc
import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Tests conversions to sRGB against the formulas in doubles.
@Suite(.timed) struct ColorTests {
    /// One unit of 255. Measured: 1 for 8-bit sources, for which Little CMS uses 14-bit fixed point, and 1 for 16-bit sources.
    static let tolerance = 1

    /// D50 XYZ to linear sRGB: the inverse of the matrix in sRGB's ICC profile (Bradford-adapted from D65).
    static let fromD50: [[Double]] = [
        [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540], [0.0719453, -0.2289914, 1.4052427],
    ]
    /// D65 XYZ to linear sRGB, IEC 61966-2-1.
    static let fromD65: [[Double]] = [
        [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252],
    ]

    static func encoded(_ linear: Double) -> Double {
        let v = min(max(linear, 0), 1)
        return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055)
    }

    static func decodedSRGB(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }

    static func product(_ m: [[Double]], _ v: [Double]) -> [Double] { m.map { zip($0, v).reduce(0) { $0 + $1.0 * $1.1 } } }

    struct RGBCase: Sendable, CustomStringConvertible {
        var description: String
        var colorants: [[Double]]
        var gamma256: Int?

        var profile: [UInt8] {
            ProfileBuilder.rgb(
                red: colorants[0], green: colorants[1], blue: colorants[2],
                curve: gamma256.map(ProfileBuilder.gammaCurve) ?? ProfileBuilder.srgbCurve)
        }

        func expected(_ rgb: [Double]) -> [Double] {
            let linear = rgb.map { value in gamma256.map { pow(value, Double($0) / 256) } ?? ColorTests.decodedSRGB(value) }
            let xyz = (0..<3).map { row in (0..<3).reduce(0.0) { $0 + colorants[$1][row] * linear[$1] } }
            return ColorTests.product(ColorTests.fromD50, xyz).map(ColorTests.encoded)
        }
    }

    static let cases = [
        RGBCase(
            description: "Display P3",
            colorants: [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]],
            gamma256: nil),
        RGBCase(
            description: "Adobe RGB",
            colorants: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
            gamma256: 563),
    ]
    static let srgb = RGBCase(
        description: "sRGB",
        colorants: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]], gamma256: nil)

    private func iccp(_ profile: [UInt8]) -> (name: String, body: [UInt8]) {
        ("iCCP", Array("p\0\0".utf8) + PNGBuilder.zlibStored(profile))
    }

    @Test(arguments: cases, [8, 16]) func pngProfilesAreConverted(rgb: RGBCase, bits: Int) throws {
        var generator = SeededGenerator(seed: 21)
        var builder = PNGBuilder(width: 64, height: 64, bitDepth: bits, colorType: 6)
        builder.before = [iccp(rgb.profile)]
        let largest = (1 << bits) - 1
        let samples = (0..<(64 * 64 * 4)).map { _ in Int.random(in: 0...largest, using: &generator) }
        let decoded = try components(ImageDecoder.decode(builder.build(samples)))
        var worst = 0.0
        for pixel in 0..<(64 * 64) {
            let wanted = rgb.expected((0..<3).map { Double(samples[4 * pixel + $0]) / Double(largest) })
            for channel in 0..<3 { worst = max(worst, abs(wanted[channel].rounded() - Double(decoded[4 * pixel + channel]))) }
            let alpha = (Double(samples[4 * pixel + 3]) * 255 / Double(largest)).rounded()
            #expect(Double(decoded[4 * pixel + 3]) == alpha)
        }
        #expect(worst <= Double(Self.tolerance))
    }

    @Test(arguments: cases) func jpegProfilesInSeveralSegmentsAreConverted(rgb: RGBCase) throws {
        let file = try fixture("jpeg-444.jpg")
        let plain = try ImageDecoder.decode(file)
        let converted = try ImageDecoder.decode(jpeg(file, adding: profileSegments(rgb.profile, pieceSize: 100)))
        let (before, after) = (components(plain), components(converted))
        var worst = 0.0
        for pixel in 0..<(plain.width * plain.height) {
            let wanted = rgb.expected((0..<3).map { Double(before[4 * pixel + $0]) / 255 })
            for channel in 0..<3 { worst = max(worst, abs(wanted[channel].rounded() - Double(after[4 * pixel + channel]))) }
        }
        #expect(worst <= Double(Self.tolerance))
        #expect(converted.isOpaque && converted != plain)
        let kept = try ImageDecoder.decode(
            jpeg(file, adding: profileSegments(rgb.profile, pieceSize: 100)), keepsCoefficients: true)
        #expect(kept.source == nil && kept == converted)
    }

    @Test func sRGBProfileChangesNoPixel() throws {
        let file = try fixture("jpeg-444.jpg")
        let tagged = jpeg(file, adding: profileSegments(Self.srgb.profile, pieceSize: 60000))
        #expect(try ImageDecoder.decode(tagged) == ImageDecoder.decode(file))
        let kept = try ImageDecoder.decode(tagged, keepsCoefficients: true)
        #expect(try kept.source != nil && kept == ImageDecoder.decode(file))
    }

    @Test func brokenProfilesAreReadAsSRGB() throws {
        let file = try fixture("jpeg-444.jpg")
        let plain = try ImageDecoder.decode(file)
        let profile = Self.cases[0].profile
        let allPieces = profileSegments(profile, pieceSize: 100)
        let missingPiece = Array(allPieces.dropFirst(2 + Int(allPieces[3])))
        var noSignature = profile
        noSignature[36] = 0
        let wrongSpace = ProfileBuilder.cmyk { _ in 50 }
        let gray = ProfileBuilder.gray(curve: ProfileBuilder.gammaCurve(400))
        for segments in [
            missingPiece, profileSegments(noSignature, pieceSize: 9999), profileSegments(wrongSpace, pieceSize: 9999),
            profileSegments(gray, pieceSize: 9999),
            profileSegments(Array(profile[..<140]), pieceSize: 9999), profileSegments([1, 2, 3], pieceSize: 9999),
        ] {
            #expect(try ImageDecoder.decode(jpeg(file, adding: segments)) == plain)
        }
        var builder = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 2)
        builder.before = [iccp(noSignature)]
        #expect(try ImageDecoder.decode(builder.build([10, 200, 30]))[0, 0] == [10, 200, 30, 255])
    }

    @Test func damagedColourProfilesNeverTrap() throws {
        let seed: UInt64 = 77
        var generator = SeededGenerator(seed: seed)
        let file = try fixture("jpeg-grey.jpg")
        for base in [
            Self.cases[0].profile, ProfileBuilder.gray(curve: ProfileBuilder.gammaCurve(400)),
            ProfileBuilder.cmyk { Double(100 - 25 * $0.reduce(0, +)) },
        ] {
            for _ in 0..<300 {
                var profile = base
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    profile[Int.random(in: 0..<min(profile.count, 400), using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                let decoded = try ImageDecoder.decode(jpeg(file, adding: profileSegments(profile, pieceSize: 60000)))
                #expect(decoded.isOpaque, "seed \(seed)")
                let kept = try ImageDecoder.decode(
                    jpeg(file, adding: profileSegments(profile, pieceSize: 60000)), keepsCoefficients: true)
                #expect(kept == decoded, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [8, 16]) func greyProfilesAreConverted(bits: Int) throws {
        var builder = PNGBuilder(width: 256, height: 1, bitDepth: bits, colorType: 4)
        builder.before = [iccp(ProfileBuilder.gray(curve: ProfileBuilder.gammaCurve(384)))]
        let unit = bits == 8 ? 1 : 257
        let decoded = try ImageDecoder.decode(builder.build((0..<256).flatMap { [$0 * unit, (255 - $0) * unit] }))
        for x in 0..<256 {
            let wanted = Int(Self.encoded(pow(Double(x) / 255, 1.5)).rounded())
            let pixel = decoded[x, 0]
            #expect(abs(Int(pixel.x) - wanted) <= Self.tolerance && pixel.x == pixel.y && pixel.y == pixel.z)
            #expect(Int(pixel.w) == 255 - x)
        }
    }

    @Test func cmykProfilesAreConvertedWithAdobeInversion() throws {
        // Black alone is L* 50, whatever the other inks: 118.9 of 255 in sRGB. Paper is white.
        let profile = ProfileBuilder.cmyk { inks in inks == [1, 1, 1, 1] ? 0 : inks[3] == 1 ? 50 : 100 }
        let file = try fixture("jpeg-cmyk.jpg")
        let inks = try fixture("jpeg-cmyk.expected")
        let decoded = try ImageDecoder.decode(jpeg(file, adding: profileSegments(profile, pieceSize: 60000)))
        #expect(decoded.isOpaque)
        let converted = components(decoded)
        // With little of three inks at once, lightness falls from 100 by half a unit per percent of black.
        for pixel in 0..<(decoded.width * decoded.height) {
            let (c, m, y, k) = (inks[4 * pixel], inks[4 * pixel + 1], inks[4 * pixel + 2], inks[4 * pixel + 3])
            guard min(c, m, y) < 8 else { continue }
            let lightness = 100 - 50 * Double(k) / 255
            let wanted = Self.encoded(pow((lightness + 16) / 116, 3))
            // L* is stored in 8 bits in this small profile, and the fourth corner adds up to 8/255 of 50.
            #expect(abs(Double(converted[4 * pixel]) - wanted) <= 6)
        }
    }

    @Test(arguments: [8, 16]) func linearSamplesWithAGammaChunkAreEncoded(bits: Int) throws {
        let largest = (1 << bits) - 1
        let count = 256
        var builder = PNGBuilder(width: count, height: 1, bitDepth: bits, colorType: 0)
        builder.before = [("gAMA", PNGBuilder.number32(100_000))]
        let samples = (0..<count).map { $0 * largest / (count - 1) }
        let decoded = try ImageDecoder.decode(builder.build(samples))
        for x in 0..<count {
            let wanted = Int(Self.encoded(Double(samples[x]) / Double(largest)).rounded())
            #expect(abs(Int(decoded[x, 0].y) - wanted) <= Self.tolerance)
        }
    }

    @Test func pngChromaticitiesAreConverted() throws {
        // P3 primaries with the D65 white of sRGB.
        let p3: [[Double]] = [
            [0.4865709, 0.2656677, 0.1982173], [0.2289746, 0.6917385, 0.0792869], [0, 0.0451134, 1.0439444],
        ]
        var builder = PNGBuilder(width: 16, height: 16, bitDepth: 8, colorType: 2)
        builder.before = [
            ("gAMA", PNGBuilder.number32(45455)),
            ("cHRM", [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(PNGBuilder.number32)),
        ]
        let samples = (0..<(256 * 3)).map { $0 * 41 & 255 }
        let decoded = try components(ImageDecoder.decode(builder.build(samples)))
        var worst = 0.0
        for pixel in 0..<256 {
            let linear = (0..<3).map { Self.decodedSRGB(Double(samples[3 * pixel + $0]) / 255) }
            let wanted = Self.product(Self.fromD65, Self.product(p3, linear)).map(Self.encoded)
            for channel in 0..<3 { worst = max(worst, abs(wanted[channel].rounded() - Double(decoded[4 * pixel + channel]))) }
        }
        #expect(worst <= Double(Self.tolerance))
    }

    @Test func gammaChunksOfSRGBChangeNoPixel() throws {
        let srgbChromaticities = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(PNGBuilder.number32)
        for chunks: [(name: String, body: [UInt8])] in [
            [("gAMA", PNGBuilder.number32(45455)), ("cHRM", srgbChromaticities)],
            [("gAMA", PNGBuilder.number32(45455))],
            [("sRGB", [0]), ("gAMA", PNGBuilder.number32(45455))],
        ] {
            var builder = PNGBuilder(width: 256, height: 1, bitDepth: 8, colorType: 2)
            builder.before = chunks
            let samples = (0..<768).map { $0 * 7 & 255 }
            #expect(
                try components(ImageDecoder.decode(builder.build(samples))).enumerated().allSatisfy {
                    $0 % 4 == 3 || Int($1) == samples[$0 / 4 * 3 + $0 % 4]
                })
        }
    }
}
