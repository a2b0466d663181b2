import PenumbraBitmap
import PenumbraPlan
import PenumbraShaders

/// The constants that shaders get from the host, so that every number is written in one place.
enum ShaderConstants {
    /// The size of a work group of pixel passes: 128 invocations, which every GLES 3.1 device has. A row of 32 turns a
    /// warp's accesses into whole memory transactions.
    static let groupWidth = 32
    static let groupHeight = 4
    /// The number of invocations in a work group that works along one row.
    static let groupSize = 128
    /// The number of columns that a work group of `fill_mesh` makes. Its sums take 2 KiB of shared memory.
    static let span = 512

    static let all: [ShaderConstant] =
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
            ShaderConstant("GROUP_WIDTH", "\(groupWidth)u"),
            ShaderConstant("GROUP_HEIGHT", "\(groupHeight)u"),
            ShaderConstant("GROUP_SIZE", "\(groupSize)u"),
            ShaderConstant("SPAN", "\(span)u"),
            ShaderConstant("NUMBERS_PER_MATRIX", "\(MapColors.numbersPerMatrix)"),
            ShaderConstant("LUMINOSITY_WEIGHTS", luminosityWeights),
        ] + Composite.Operation.allCases.map { ShaderConstant($0.name, "\($0.number)") }

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
}
