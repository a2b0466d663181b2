import CPenumbraJPEGFiles
import Glibc

/// JPEGs of all kinds, for tests.
public struct JPEGFile: CustomStringConvertible {
    public enum Sampling: String, CaseIterable, Sendable {
        case full = "4:4:4"
        case half = "4:2:2"
        case quarter = "4:2:0"
        case rows = "4:4:0"
        case eighth = "4:1:1"
        case gray = "grey"
        /// Factors that cameras don't use.
        case unusual

        /// The horizontal and vertical factors of the components.
        func factors(using random: inout SeededGenerator) -> [(Int32, Int32)] {
            switch self {
            case .full: return [(1, 1), (1, 1), (1, 1)]
            case .half: return [(2, 1), (1, 1), (1, 1)]
            case .quarter: return [(2, 2), (1, 1), (1, 1)]
            case .rows: return [(1, 2), (1, 1), (1, 1)]
            case .eighth: return [(4, 1), (1, 1), (1, 1)]
            case .gray: return [(1, 1)]
            case .unusual:
                let sides: [(Int32, Int32)] = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2), (2, 4), (3, 1), (1, 3)]
                while true {
                    let factors = (0..<3).map { _ in sides[random.integer(0...sides.count - 1)] }
                    // More than ten blocks make no unit.
                    if factors.reduce(0, { $0 + $1.0 * $1.1 }) <= 10 { return factors }
                }
            }
        }
    }

    public let bytes: [UInt8]
    public let description: String

    /// Makes a file with random properties.
    ///
    /// - Parameters:
    ///   - largest: the longest side.
    ///   - orientation: an EXIF orientation. Nil chooses one for half of all files.
    public static func random(
        _ sampling: Sampling, largest: Int, orientation: Int? = nil, using random: inout SeededGenerator
    ) -> JPEGFile? {
        var file = penumbra_jpeg_file()
        file.width = Int32(side(largest, &random))
        file.height = Int32(side(largest, &random))
        let factors = sampling.factors(using: &random)
        file.component_count = Int32(factors.count)
        withUnsafeMutableBytes(of: &file.horizontal) { bytes in
            for (i, factor) in factors.enumerated() { bytes.bindMemory(to: Int32.self)[i] = factor.0 }
        }
        withUnsafeMutableBytes(of: &file.vertical) { bytes in
            for (i, factor) in factors.enumerated() { bytes.bindMemory(to: Int32.self)[i] = factor.1 }
        }
        file.is_rgb = factors.count == 3 && random.chance(0.1)
        file.quality = Int32(random.integer(1...100))
        file.is_progressive = random.chance(0.3)
        file.is_arithmetic = !file.is_progressive && random.chance(0.05)
        file.has_optimal_codes = random.chance(0.3)
        file.has_separate_scans = random.chance(0.1)
        file.lacks_scans = random.chance(0.1)
        if random.chance(0.3) { file.restart_interval = Int32(random.integer(1...9)) }
        var count = 0
        let content = pixels(Int(file.width), Int(file.height), channels: factors.count, &random)
        guard let made = penumbra_jpeg_file_make(&file, content, &count) else { return nil }
        defer { free(made) }
        let shown = orientation ?? (random.chance(0.5) ? random.integer(1...8) : 1)
        let bytes = Array(UnsafeBufferPointer(start: made, count: count))
        let whole = shown == 1 ? bytes : Array(bytes[..<2]) + exif(shown) + Array(bytes[2...])
        let kind = file.is_progressive ? "progressive" : file.is_arithmetic ? "arithmetic" : "baseline"
        return JPEGFile(
            bytes: whole,
            description: "\(file.width)×\(file.height), \(sampling.rawValue) \(factors), \(kind), quality \(file.quality), "
                + "orientation \(shown), rgb \(file.is_rgb), restarts \(file.restart_interval)")
    }

    /// A third of the sides are small, where most edge rules apply.
    private static func side(_ largest: Int, _ random: inout SeededGenerator) -> Int {
        random.chance(0.35) ? random.integer(1...min(largest, 20)) : random.integer(1...largest)
    }

    /// A smooth picture, noise, black and white noise, or a mixture of them.
    private static func pixels(
        _ width: Int, _ height: Int, channels: Int, _ random: inout SeededGenerator
    ) -> [UInt8] {
        let kind = random.integer(0...3)
        let slopes = (0..<2 * channels).map { _ in random.integer(-9...9) }
        var result: [UInt8] = []
        result.reserveCapacity(width * height * channels)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<channels {
                    let smooth = 128 + (slopes[2 * channel] * x + slopes[2 * channel + 1] * y) / 4
                    let noise = random.integer(0...255)
                    let value =
                        switch kind {
                        case 0: smooth
                        case 1: noise
                        case 2: noise < 128 ? 0 : 255
                        default: (x / 16 + y / 16) % 2 == 0 ? smooth : (smooth + noise) / 2
                        }
                    result.append(UInt8(max(0, min(255, value))))
                }
            }
        }
        return result
    }

    /// An APP1 segment with an orientation in Exif's TIFF structure.
    private static func exif(_ orientation: Int) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let body = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
    }
}
