import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan
import PenumbraShaders

/// The constants that shaders get from the host, so that every number is written in one place.
package enum ShaderConstants {
    /// The size of a work group of pixel passes: 128 invocations, which every GLES 3.1 device has. A row of 32 turns a
    /// warp's accesses into whole memory transactions.
    static let groupWidth = 32
    static let groupHeight = 4
    /// The number of invocations in a work group that works along one row.
    static let groupSize = 128
    /// The number of columns that a work group of `fill_mesh` makes. Its sums take 2 KiB of shared memory.
    static let span = 512

    package static let all: [ShaderConstant] =
        [
            ShaderConstant("Q15_BITS", "\(Q15.bits)u"),
            ShaderConstant("Q15_ONE", "\(Q15.one)u"),
            ShaderConstant("Q15_HALF", "\(Q15.half)u"),
            ShaderConstant("Q15_BYTE_SCALE", "\(Q15.byteScale)u"),
            ShaderConstant("POSITION_ONE", "\(Coverage.unitsPerPixel)u"),
            ShaderConstant("POSITION_BITS", "\(Coverage.unitsPerPixel.trailingZeroBitCount)u"),
            ShaderConstant("GRADIENT_LENGTH", "\(GradientShading.length)"),
            ShaderConstant("GRADIENT_FARTHEST", "\(GradientShading.farthest)"),
            ShaderConstant("GRADIENT_FARTHEST_DRIFT", "\(GradientShading.farthestDrift)"),
            ShaderConstant("TURN_COEFFICIENT_COUNT", "\(GradientShading.turnCoefficients.count)"),
            ShaderConstant("TURN_COEFFICIENTS", turnCoefficients),
            ShaderConstant("DITHER_OFFSETS", ditherOffsets),
            ShaderConstant("SPREAD_THRESHOLD", "\(SpreadDisc.threshold)u"),
            ShaderConstant("RAY_BITS", "\(RaySampling.bits)"),
            ShaderConstant("GROUP_WIDTH", "\(groupWidth)u"),
            ShaderConstant("GROUP_HEIGHT", "\(groupHeight)u"),
            ShaderConstant("GROUP_SIZE", "\(groupSize)u"),
            ShaderConstant("SPAN", "\(span)u"),
            ShaderConstant("NUMBERS_PER_MATRIX", "\(MapColors.numbersPerMatrix)"),
            ShaderConstant("LUMINOSITY_WEIGHTS", luminosityWeights),
            ShaderConstant("LATTICE_COUNT", "\(PerlinLattice.latticeCount)"),
            ShaderConstant("LATTICE_SIZE", "\(PerlinLattice.size)"),
        ] + Composite.Operation.allCases.map { ShaderConstant($0.name, "\($0.number)") }
        + [ShaderConstant("OPERATION_REPLACE", "\(Composite.Operation.replaceNumber)")] + ofFilters + ofJPEG + ofVideo

    private static var ofFilters: [ShaderConstant] {
        FilterPixels.Operation.Number.allCases.map { ShaderConstant("FILTER_\($0)".uppercased(), "\($0.rawValue)") }
    }

    /// The arguments of `sample_of` in `finish_video.comp`.
    private static var ofVideo: [ShaderConstant] {
        VideoPicture.numbers.map { name, sample in
            let weights = "uvec3(\(sample.red)u, \(sample.green)u, \(sample.blue)u)"
            return ShaderConstant("VIDEO_\(name)", "\(weights), \(sample.bias)u, \(sample.divisor)u, \(sample.inverse)u")
        }
    }

    private static var ofJPEG: [ShaderConstant] {
        let numbers: [(String, Int32)] = [
            ("BITS", JPEGNumbers.bits), ("MORE_BITS", JPEGNumbers.moreBits),
            ("HEADER_WORDS", Int32(CoefficientRegion.headerWords)), ("MOST_IN_COLUMN", JPEGNumbers.mostInColumn),
            ("C0298", JPEGNumbers.c0298), ("C0390", JPEGNumbers.c0390), ("C0541", JPEGNumbers.c0541),
            ("C0765", JPEGNumbers.c0765), ("C0899", JPEGNumbers.c0899), ("C1175", JPEGNumbers.c1175),
            ("C1501", JPEGNumbers.c1501), ("C1847", JPEGNumbers.c1847), ("C1961", JPEGNumbers.c1961),
            ("C2053", JPEGNumbers.c2053), ("C2562", JPEGNumbers.c2562), ("C3072", JPEGNumbers.c3072),
            ("RED_FROM_RED", JPEGNumbers.redFromRed), ("GREEN_FROM_BLUE", JPEGNumbers.greenFromBlue),
            ("GREEN_FROM_RED", JPEGNumbers.greenFromRed), ("BLUE_FROM_BLUE", JPEGNumbers.blueFromBlue),
            ("LUMA_FROM_RED", JPEGNumbers.lumaFromRed), ("LUMA_FROM_GREEN", JPEGNumbers.lumaFromGreen),
            ("LUMA_FROM_BLUE", JPEGNumbers.lumaFromBlue), ("CB_FROM_RED", JPEGNumbers.cbFromRed),
            ("CB_FROM_GREEN", JPEGNumbers.cbFromGreen), ("CR_FROM_GREEN", JPEGNumbers.crFromGreen),
            ("CR_FROM_BLUE", JPEGNumbers.crFromBlue),
        ]
        return numbers.map { ShaderConstant("JPEG_\($0)", "\($1)") } + [
            ShaderConstant("CODE_BITS", "\(JPEGCodeWords.subsequenceBits)")
        ]
    }

    private static var ditherOffsets: String {
        "int[64](\(Dither.offsets.map { "\($0)" }.joined(separator: ", ")))"
    }

    private static var turnCoefficients: String {
        let coefficients = GradientShading.turnCoefficients
        return "int[\(coefficients.count)](\(coefficients.map { "\($0)" }.joined(separator: ", ")))"
    }

    private static var luminosityWeights: String {
        let weights = Composite.luminosityWeights
        return "uvec3(\(weights.x)u, \(weights.y)u, \(weights.z)u)"
    }
}

extension Composite.Operation {
    /// The operation's name in shaders.
    fileprivate var name: String { "OPERATION_" + description.split(separator: "-").joined(separator: "_") }

    var number: Int32 {
        switch self {
        case .blend(let mode): Int32(mode.number)
        case .mix: Int32(BlendMode.allCases.count)
        }
    }

    /// The number of a layer that replaces what lies below it.
    static var replaceNumber: Int32 { Int32(BlendMode.allCases.count) + 1 }
}
