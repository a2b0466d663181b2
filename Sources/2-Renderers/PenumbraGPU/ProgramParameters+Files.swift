// The parameters of the shaders that read and write files.

/// The codes of a JPEG, and the places of their parts.
struct JPEGCodesPicture: ParameterGroup {
    var subsequenceCount: Int32 = 0
    var segmentCount: Int32 = 0
    var blocksInUnit: Int32 = 0
    var segmentsAt: Int32 = 0
    var bitsAt: Int32 = 0
    /// The last word of bits.
    var lastWord: Int32 = 0
}

struct JPEGSyncParameters: ProgramParameters {
    static let shader = "jpeg_sync"
    var picture = JPEGCodesPicture()
    var groupCount: Int32 = 0
    /// The number of dispatches before.
    var turn: Int32 = 0
}

struct JPEGCoefficientsParameters: ProgramParameters {
    static let shader = "jpeg_coefficients"
    var picture = JPEGCodesPicture()
    var unitsAcross: Int32 = 0
    var unitsInSegment: Int32 = 0
    var unitCount: Int32 = 0
}

struct JPEGBlocksParameters: ProgramParameters {
    static let shader = "jpeg_blocks"
    var blockCount: Int32 = 0
}

struct JPEGPixelsParameters: ProgramParameters {
    static let shader = "jpeg_pixels"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    /// 0 for grey, 1 for YCbCr, 2 for RGB.
    var space: Int32 = 0
    /// The stored place of the first pixel, and the steps to the place of the next pixel along a row and along a column.
    var storedX: Int32 = 0
    var storedXAcross: Int32 = 0
    var storedXDown: Int32 = 0
    var storedY: Int32 = 0
    var storedYAcross: Int32 = 0
    var storedYDown: Int32 = 0
}

/// The picture that a JPEG is made of, and its blocks.
struct JPEGPicture: ParameterGroup {
    var width: Int32 = 0
    var height: Int32 = 0
    var blockCount: Int32 = 0
    /// The blocks of a unit, 3 or 6, and the units in a row.
    var blocksInUnit: Int32 = 0
    var unitsAcross: Int32 = 0
}

struct JPEGFileBlocksParameters: ProgramParameters {
    static let shader = "jpeg_file_blocks"
    var picture = JPEGPicture()
    var sourceStride: Int32 = 0
    /// The colour under transparent pixels: red | green << 8 | blue << 16.
    var matte: UInt32 = 0
    var codeWords: Int32 = 0
}

struct JPEGFileSizesParameters: ProgramParameters {
    static let shader = "jpeg_file_sizes"
    var picture = JPEGPicture()
}

struct JPEGFileCodesParameters: ProgramParameters {
    static let shader = "jpeg_file_codes"
    var picture = JPEGPicture()
    /// The words behind the first four.
    var codedWords: Int32 = 0
}

/// The picture that a PNG is made of, and the strips it is cut into.
struct PNGPicture: ParameterGroup {
    var width: Int32 = 0
    var height: Int32 = 0
    var slotWords: Int32 = 0
    /// The rows of a strip without and with alpha.
    var opaqueRows: Int32 = 0
    var alphaRows: Int32 = 0
}

struct PNGOpaqueParameters: ProgramParameters {
    static let shader = "png_opaque"
    var picture = PNGPicture()
    var sourceStride: Int32 = 0
}

struct PNGFiltersParameters: ProgramParameters {
    static let shader = "png_filters"
    var picture = PNGPicture()
    var sourceStride: Int32 = 0
    /// In a long row, one of this many blocks of 32 bytes is examined.
    var blockStep: Int32 = 0
    /// A strip is drawn if at most one pixel in this many is novel.
    var pixelsPerNovelOne: Int32 = 0
}

struct PNGRowsParameters: ProgramParameters {
    static let shader = "png_rows"
    var picture = PNGPicture()
    var sourceStride: Int32 = 0
}

struct PNGStripsParameters<Lanes: ShaderVariant>: ProgramParameters {
    static var shader: String { "png_strips" }
    static var variant: [ShaderDefinition] { [Lanes.definition] }
    var picture = PNGPicture()
    /// The most strips of a picture, and the words that each has behind the words that describe strips.
    var stripCount: Int32 = 0
    var codedWords: Int32 = 0
    /// The sample from which a code is found: one block of `sampled` bytes per `period`.
    var sampled: Int32 = 0
    var period: Int32 = 0
}
