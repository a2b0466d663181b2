/// The uniforms of one shader: a struct whose stored properties are all `Int32` or `UInt32` and bear the uniforms' names.
///
/// Properties are passed by position in the struct; their names and types are compared with the shader's once, when the program
/// is compiled.
protocol ProgramParameters {
    /// The base name of the shader's file.
    static var shader: String { get }
    /// `#define` lines that make this variant of the shader.
    static var variant: [ShaderDefinition] { get }
    init()
}

/// A `#define` line.
typealias ShaderDefinition = (name: String, value: String)

extension ProgramParameters {
    static var variant: [ShaderDefinition] { [] }

    /// What error texts and the cache call the program.
    static var title: String { ([shader] + variant.map { "\($0.name)=\($0.value)" }).joined(separator: " ") }
}

/// What passes have that make a surface from others: the size and place of the rows that a dispatch writes and reads.
protocol SourceParameters {
    var targetWidth: Int32 { get set }
    var targetStride: Int32 { get set }
    var firstRow: Int32 { get set }
    var rowCount: Int32 { get set }
    var sourceWidth: Int32 { get set }
    var sourceHeight: Int32 { get set }
    var sourceStride: Int32 { get set }
    var sourceFirstRow: Int32 { get set }
}

/// What passes have that filter.
protocol KernelParameters {
    var taps: Int32 { get set }
    var phaseBits: Int32 { get set }
    var phase: Int32 { get set }
    var offset: Int32 { get set }
}

extension KernelParameters {
    /// Sets everything from a kernel's place.
    mutating func place(_ kernel: KernelPlacement) {
        taps = Int32(kernel.taps)
        phaseBits = Int32(kernel.phaseBits)
        phase = Int32(kernel.phase)
        offset = Int32(kernel.offset)
    }
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
    var rowCount: Int32 = 0
    var firstStrip: Int32 = 0
}

struct ExtractChannelParameters: ProgramParameters, SourceParameters {
    static let shader = "extract_channel"
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
    var channel: Int32 = 0
}

struct MapMaskParameters: ProgramParameters, SourceParameters {
    static let shader = "map_mask"
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
    var mapKind: Int32 = 0
    var threshold: UInt32 = 0
    var low: UInt32 = 0
    var high: UInt32 = 0
    var shift: Int32 = 0
    var width: UInt32 = 0
    var reciprocal: UInt32 = 0
}

struct FilterColorsParameters: ProgramParameters {
    static let shader = "filter_colors"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var isVertical: Int32 = 0
}

struct NoiseParameters: ProgramParameters {
    static let shader = "noise"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var amount: UInt32 = 0
    var seed: UInt32 = 0
}

struct DitherParameters: ProgramParameters {
    static let shader = "dither"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceStride: Int32 = 0
}

struct PeaksParameters: ProgramParameters, SourceParameters {
    static let shader = "peaks"
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
    var isInverted: Int32 = 0
}

struct RowMaximaParameters: ProgramParameters, SourceParameters {
    static let shader = "row_maxima"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var rowsEach: Int32 = 0
}

struct SpreadParameters: ProgramParameters, SourceParameters {
    static let shader = "spread"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var rowsEach: Int32 = 0
    var reachX: Int32 = 0
    var reachY: Int32 = 0
    var discRows: Int32 = 0
    var ringCount: Int32 = 0
    var isInverted: Int32 = 0
}

struct DownsampleParameters<Outside: ShaderVariant>: ProgramParameters, SourceParameters {
    static var shader: String { "downsample" }
    static var variant: [ShaderDefinition] { [Outside.definition] }
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

struct ConvolveParameters<Direction: ShaderVariant, Outside: ShaderVariant>:
    ProgramParameters, SourceParameters, KernelParameters
{
    static var shader: String { "convolve" }
    static var variant: [ShaderDefinition] { [Direction.definition, Outside.definition] }
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

/// With three or four channels it writes whole pixels, which takes more storage blocks than every device has; with two it
/// writes one of a pixel's two words.
struct MergeChannelsParameters<Channels: ShaderVariant, Outside: ShaderVariant>:
    ProgramParameters, SourceParameters, KernelParameters
{
    static var shader: String { "merge_channels" }
    static var variant: [ShaderDefinition] { [Channels.definition, Outside.definition] }
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var dx: Int32 = 0
    var taps: Int32 = 0
    var phaseBits: Int32 = 0
    var phase: Int32 = 0
    var offset: Int32 = 0
    /// Of two channels: 0 for red and green, 1 for blue and alpha, 2 for blue and an alpha of one.
    var wordKind: Int32 = 0
}

struct ShadeParameters<Format: ShaderVariant>: ProgramParameters {
    static var shader: String { "shade" }
    static var variant: [ShaderDefinition] { [Format.definition] }
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var intervalCount: Int32 = 0
    var firstStep: Int32 = 0
    var kind: Int32 = 0
    var targetHeight: Int32 = 0
    var inner: Int32 = 0
    var span: Int32 = 0
    var shift: Int32 = 0
    var multiplier: UInt32 = 0
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

struct CompositeParameters<Painting: ShaderVariant>: ProgramParameters, KernelParameters {
    static var shader: String { "composite" }
    static var variant: [ShaderDefinition] { [Painting.definition] }
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var columnCount: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var opacity: UInt32 = 0
    var operation: Int32 = 0
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
    var isMaskInverted: Int32 = 0
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
    var clipKind: Int32 = 0
    var isClipInverted: Int32 = 0
    var clipDx: Int32 = 0
    var clipDy: Int32 = 0
    var clipWidth: Int32 = 0
    var clipHeight: Int32 = 0
    var clipStride: Int32 = 0
    var clipFirstRow: Int32 = 0
}

struct FinishParameters: ProgramParameters {
    static let shader = "finish"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var sourceStride: Int32 = 0
}
