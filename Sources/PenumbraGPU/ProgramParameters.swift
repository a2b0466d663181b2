/// The uniforms of one shader: a struct whose stored properties are all `Int32` or `UInt32` and bear the uniforms' names.
///
/// Properties are passed by position in the struct, found by name once when the program is linked.
protocol ProgramParameters {
    /// The base name of the shader's file.
    static var shader: String { get }
    /// `#define` lines that make this variant of the shader.
    static var variant: [(name: String, value: String)] { get }
    init()
}

extension ProgramParameters {
    static var variant: [(name: String, value: String)] { [] }

    /// What error texts and the cache call the program.
    static var title: String { ([shader] + variant.map { "\($0.name)=\($0.value)" }).joined(separator: " ") }
}

struct ClearParameters: ProgramParameters {
    static let shader = "clear"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var redGreen: UInt32 = 0
    var blueAlpha: UInt32 = 0
}

struct FillMeshParameters: ProgramParameters {
    static let shader = "fill_mesh"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var firstStrip: Int32 = 0
}

struct ExtractAlphaParameters: ProgramParameters {
    static let shader = "extract_alpha"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var dx: Int32 = 0
    var dy: Int32 = 0
}

struct DownsampleParameters: ProgramParameters {
    static let shader = "downsample"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var dx: Int32 = 0
    var dy: Int32 = 0
}

/// `convolve` along rows.
struct ConvolveRowsParameters: ProgramParameters, ConvolveParameters {
    static let shader = "convolve"
    static let variant = [(name: "VERTICAL", value: "0")]
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var taps: Int32 = 0
    var phaseBits: Int32 = 0
    var phase: Int32 = 0
    var offset: Int32 = 0
    var crossOffset: Int32 = 0
}

/// `convolve` along columns.
struct ConvolveColumnsParameters: ProgramParameters, ConvolveParameters {
    static let shader = "convolve"
    static let variant = [(name: "VERTICAL", value: "1")]
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var taps: Int32 = 0
    var phaseBits: Int32 = 0
    var phase: Int32 = 0
    var offset: Int32 = 0
    var crossOffset: Int32 = 0
}

/// What both directions of `convolve` are given.
protocol ConvolveParameters {
    var targetWidth: Int32 { get set }
    var targetStride: Int32 { get set }
    var firstRow: Int32 { get set }
    var rowCount: Int32 { get set }
    var sourceWidth: Int32 { get set }
    var sourceHeight: Int32 { get set }
    var sourceStride: Int32 { get set }
    var sourceFirstRow: Int32 { get set }
    var taps: Int32 { get set }
    var phaseBits: Int32 { get set }
    var phase: Int32 { get set }
    var offset: Int32 { get set }
    var crossOffset: Int32 { get set }
}

struct ResampleRowsParameters: ProgramParameters {
    static let shader = "resample_rows"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var tableCount: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var sourceFirstColumn: Int32 = 0
    var isOpaque: Int32 = 0
}

struct ResampleColumnsParameters: ProgramParameters {
    static let shader = "resample_columns"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstColumn: Int32 = 0
}

struct TransformImageParameters: ProgramParameters {
    static let shader = "transform_image"
    var targetWidth: Int32 = 0
    var targetHeight: Int32 = 0
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var firstRow: Int32 = 0
    var columnCount: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var subsamples: Int32 = 0
    var nearest: Int32 = 0
}

struct CompositeParameters: ProgramParameters {
    static let shader = "composite"
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var columnCount: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var opacity: UInt32 = 0
    var sourceKind: Int32 = 0
    var redGreen: UInt32 = 0
    var blueAlpha: UInt32 = 0
    var sourceDx: Int32 = 0
    var sourceDy: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var maskKind: Int32 = 0
    var maskDx: Int32 = 0
    var maskDy: Int32 = 0
    var maskWidth: Int32 = 0
    var maskHeight: Int32 = 0
    var maskStride: Int32 = 0
    var maskFirstRow: Int32 = 0
    var taps: Int32 = 0
    var phaseBits: Int32 = 0
    var phase: Int32 = 0
    var offset: Int32 = 0
}

struct FinishParameters: ProgramParameters {
    static let shader = "finish"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var sourceStride: Int32 = 0
}
