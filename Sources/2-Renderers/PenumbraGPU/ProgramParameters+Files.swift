// The uniforms of the shaders that read and write files.

struct JPEGBlocksParameters: ProgramParameters {
    static let shader = "jpeg_blocks"
    var blockCount: Int32 = 0
}

struct JPEGPixelsParameters: ProgramParameters {
    static let shader = "jpeg_pixels"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var space: Int32 = 0
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
    var blocksInUnit: Int32 = 0
    var unitsAcross: Int32 = 0
}

struct JPEGFileBlocksParameters: ProgramParameters {
    static let shader = "jpeg_file_blocks"
    var picture = JPEGPicture()
    var sourceStride: Int32 = 0
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
    var codedWords: Int32 = 0
}

/// The picture that a PNG is made of, and the strips it is cut into.
struct PNGPicture: ParameterGroup {
    var width: Int32 = 0
    var height: Int32 = 0
    var slotWords: Int32 = 0
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
    var blockStep: Int32 = 0
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
    var stripCount: Int32 = 0
    var codedWords: Int32 = 0
    var sampled: Int32 = 0
    var period: Int32 = 0
}
