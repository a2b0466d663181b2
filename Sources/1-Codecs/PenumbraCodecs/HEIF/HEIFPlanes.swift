import CPenumbraHEIF

/// The planes of an AVIF or HEIC, which become RGBA.
///
/// Chroma at half resolution lies in the middle between the samples of luma. It is enlarged bilinearly, like that of JPEGs.
/// libheif's own enlargement differs between versions.
package struct HEIFPlanes {
    private let width: Int
    private let height: Int
    /// Luma, or green.
    private let first: Plane
    /// Cb and Cr, or blue and red. Nil for grey.
    private let others: (blue: Plane, red: Plane)?
    private let alpha: Plane?
    private let colors: YCbCrConversion

    /// - Parameters:
    ///   - planes: those of libheif, which stay its own.
    ///   - width: the columns of the picture as displayed, which its planes must have.
    ///   - height: the rows.
    /// - Throws: `ImageError.damaged` for planes of other sizes, `.unsupportedVariant`.
    package init(_ planes: penumbra_heif_planes, _ format: PictureFormat, width: Int, height: Int) throws(ImageError) {
        let isRGB = planes.is_rgb != 0
        let parts = planes.colors
        let (first, blue, red) =
            isRGB ? (Plane(parts.1), Plane(parts.2), Plane(parts.0)) : (Plane(parts.0), Plane(parts.1), Plane(parts.2))
        let alpha = Plane(planes.alpha)
        func isWhole(_ plane: Plane) -> Bool { plane.width == width && plane.height == height }
        let others: (blue: Plane, red: Plane)? = if let blue, let red { (blue, red) } else { nil }
        let isGray = parts.1.bytes == nil && parts.2.bytes == nil
        guard let first, isWhole(first), isGray == (others == nil),
            others.map({ $0.blue.isChroma(of: first) && $0.red.isChroma(of: first) }) ?? !isRGB,
            planes.alpha.bytes == nil || alpha.map(isWhole) == true
        else { throw .damaged(format, "its planes have other sizes or depths than its header says") }
        let matrix = isRGB ? 0 : Int(planes.matrix)
        guard
            let colors = YCbCrConversion(
                matrix: others == nil ? 2 : matrix, bits: first.bits, isFullRange: isRGB || planes.is_full_range != 0)
        else { throw .unsupportedVariant(format, "its colours have the matrix \(matrix) of ITU-T H.273") }
        self.width = width
        self.height = height
        self.first = first
        self.others = others
        self.alpha = alpha
        self.colors = colors
    }

    /// Writes RGBA of 8 bits, straight or premultiplied as the file has it.
    package func write(to target: UnsafeMutablePointer<UInt8>) {
        if first.bits > 8 { write(UInt16.self, to: target) } else { write(UInt8.self, to: target) }
        for i in 0..<(width * height) { target[4 * i + 3] = 255 }
        guard let alpha else { return }
        if alpha.bits > 8 { write(alpha, UInt16.self, to: target + 3) } else { write(alpha, UInt8.self, to: target + 3) }
    }

    private func write<Sample: FixedWidthInteger>(_ type: Sample.Type, to target: UnsafeMutablePointer<UInt8>) {
        // Chroma times 16. Grey has none.
        var blue = [Int32](repeating: 16 << Int32(first.bits - 1), count: width)
        var red = blue
        var mixed = [Int32](repeating: 0, count: width)
        for y in 0..<height {
            let luma = first.row(y, as: type)
            if let others {
                others.blue.enlarge(y, height, as: type, &mixed, into: &blue)
                others.red.enlarge(y, height, as: type, &mixed, into: &red)
            }
            let row = target + 4 * width * y
            for x in 0..<width { colors.convert(Int(luma[x]), Int(blue[x]), Int(red[x]), to: row + 4 * x) }
        }
    }

    /// - Parameter target: the alpha of the first pixel.
    private func write<Sample: FixedWidthInteger>(
        _ alpha: Plane, _ type: Sample.Type, to target: UnsafeMutablePointer<UInt8>
    ) {
        let full = 1 << alpha.bits - 1
        for y in 0..<height {
            let (samples, row) = (alpha.row(y, as: type), target + 4 * width * y)
            for x in 0..<width { row[4 * x] = UInt8(clamping: (2 * 255 * Int(samples[x]) + full) / (2 * full)) }
        }
    }
}

/// Samples of 8 bits, or of 9 to 16 bits in two bytes.
private struct Plane {
    let bytes: UnsafePointer<UInt8>
    let stride: Int
    let width: Int
    let height: Int
    let bits: Int

    /// Nil if there is no such plane, or one of another depth.
    init?(_ plane: penumbra_heif_plane) {
        guard let bytes = plane.bytes, 8...16 ~= plane.bits else { return nil }
        self.bytes = bytes
        stride = Int(plane.stride)
        width = Int(plane.width)
        height = Int(plane.height)
        bits = Int(plane.bits)
    }

    /// Whether the plane has the depth of another, and its size or half of it in one or both directions.
    func isChroma(of luma: Plane) -> Bool {
        bits == luma.bits && (width == luma.width || width == (luma.width + 1) / 2)
            && (height == luma.height || height == (luma.height + 1) / 2)
    }

    func row<Sample>(_ y: Int, as type: Sample.Type) -> UnsafePointer<Sample> {
        UnsafeRawPointer(bytes + y * stride).assumingMemoryBound(to: type)
    }

    /// Makes row `y` of a plane as large as luma, times 16.
    ///
    /// - Parameters:
    ///   - lumaHeight: the rows of luma. A row of the result has luma's columns.
    ///   - mixed: room for a row.
    func enlarge<Sample: FixedWidthInteger>(
        _ y: Int, _ lumaHeight: Int, as type: Sample.Type, _ mixed: inout [Int32], into row: inout [Int32]
    ) {
        let near = height < lumaHeight ? y / 2 : y
        let far = height < lumaHeight ? min(max(near + (y % 2 == 0 ? -1 : 1), 0), height - 1) : y
        let (first, second) = (self.row(near, as: type), self.row(far, as: type))
        for x in 0..<width { mixed[x] = 3 * Int32(first[x]) + Int32(second[x]) }
        guard width < row.count else {
            for x in row.indices { row[x] = 4 * mixed[x] }
            return
        }
        for x in row.indices {
            let other = min(max(x / 2 + (x % 2 == 0 ? -1 : 1), 0), width - 1)
            row[x] = 3 * mixed[x / 2] + mixed[other]
        }
    }
}

/// The conversion from YCbCr to RGB of 8 bits (ITU-T H.273, section 8.3), in integers.
struct YCbCrConversion {
    /// What a step of a sample counts in each channel. 2³² is a level.
    private var luma = SIMD4<Int>.zero
    /// For a sixteenth of a step.
    private var blue = SIMD4<Int>.zero
    private var red = SIMD4<Int>.zero
    private var offset = SIMD4<Int>.zero

    /// - Parameters:
    ///   - matrix: the code of the matrix coefficients. 0 means that the samples are green, blue and red. 2 is unknown, and
    ///     counts as 6.
    ///   - bits: the bits of a sample, 8…16.
    ///   - isFullRange: whether samples use all numbers. Otherwise they have the ranges of video.
    /// - Returns: nil for matrices that can't be converted this way.
    init?(matrix: Int, bits: Int, isFullRange: Bool) {
        let full = Double(1 << bits - 1)
        let video = Double(1 << (bits - 8))
        let lumaStep = 255 / (isFullRange ? full : 219 * video)
        let chromaStep = matrix == 0 ? lumaStep : 255 / (isFullRange ? full : 224 * video)
        let black = isFullRange ? 0 : 16 * video
        let middle = matrix == 0 ? black : Double(1 << (bits - 1))
        let (fromLuma, fromBlue, fromRed): (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
        switch matrix {
        case 0: (fromLuma, fromBlue, fromRed) = ([0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0])
        case 8: (fromLuma, fromBlue, fromRed) = ([1, 1, 1, 0], [-1, 1, -1, 0], [1, 0, -1, 0])
        default:
            guard let (r, b) = Self.weights(matrix) else { return nil }
            let g = 1 - r - b
            fromLuma = [1, 1, 1, 0]
            fromBlue = [0, -2 * b * (1 - b) / g, 2 * (1 - b), 0]
            fromRed = [2 * (1 - r), -2 * r * (1 - r) / g, 0, 0]
        }
        func integers(_ values: SIMD4<Double>) -> SIMD4<Int> { SIMD4<Int>((values * 0x1p32).rounded(.toNearestOrEven)) }
        luma = integers(fromLuma * lumaStep)
        blue = integers(fromBlue * (chromaStep / 16))
        red = integers(fromRed * (chromaStep / 16))
        // Half a level rounds to the nearest one.
        let zero = fromLuma * (black * lumaStep) + (fromBlue + fromRed) * (middle * chromaStep)
        offset = integers(SIMD4(repeating: 0.5) - zero)
    }

    /// The shares of red and of blue in luma.
    private static func weights(_ matrix: Int) -> (red: Double, blue: Double)? {
        switch matrix {
        case 1: (0.2126, 0.0722)
        case 2, 5, 6: (0.299, 0.114)
        case 4: (0.30, 0.11)
        case 7: (0.212, 0.087)
        case 9: (0.2627, 0.0593)
        default: nil
        }
    }

    /// Writes the red, green and blue of a pixel.
    ///
    /// - Parameters:
    ///   - luma: a sample.
    ///   - blue: a sample of Cb, times 16.
    ///   - red: a sample of Cr, times 16.
    @inline(__always)
    func convert(_ luma: Int, _ blue: Int, _ red: Int, to target: UnsafeMutablePointer<UInt8>) {
        for channel in 0..<3 {
            let sum = self.luma[channel] &* luma &+ self.blue[channel] &* blue &+ self.red[channel] &* red &+ offset[channel]
            target[channel] = UInt8(truncatingIfNeeded: min(max(sum >> 32, 0), 255))
        }
    }
}
