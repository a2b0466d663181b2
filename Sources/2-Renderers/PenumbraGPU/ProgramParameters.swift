/// The parameters of one shader. The type is a struct whose stored properties are all `Int32` or `UInt32`, or are groups of
/// such properties.
///
/// The shader doesn't declare its parameters: `JobShader` declares a variable with the name of each property. A dispatch passes
/// the properties by their position in the struct.
protocol ProgramParameters {
    /// The base name of the shader's file.
    static var shader: String { get }
    /// The `#define` lines that make this variant of the shader.
    static var variant: [ShaderDefinition] { get }
    /// Whether a dispatch may have several sets of parameters for each pixel, one after another.
    static var isLayered: Bool { get }
    init()
}

/// A `#define` line.
typealias ShaderDefinition = (name: String, value: String)

extension ProgramParameters {
    static var variant: [ShaderDefinition] { [] }
    static var isLayered: Bool { false }

    /// All properties, in their order.
    static var parameters: [JobShader.Parameter] {
        Mirror(reflecting: Self()).children
            .flatMap { $0.value is any ParameterGroup ? Array(Mirror(reflecting: $0.value).children) : [$0] }
            .map { JobShader.Parameter($0.label ?? "?", of: type(of: $0.value)) }
    }

    /// The values of all properties, one word each.
    var words: [UInt32] { withUnsafeBytes(of: self) { Array($0.bindMemory(to: UInt32.self)) } }

    /// The program's name in error texts and in the cache.
    static var title: String { ([shader] + variant.map { "\($0.name)=\($0.value)" }).joined(separator: " ") }
}

/// Parameters that several programs share. A group is one property of a program, and each property of the group is a
/// parameter.
protocol ParameterGroup {}

/// The surface that a dispatch writes, and the rows it writes.
struct TargetRows: ParameterGroup {
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
}

/// Parameters of passes that write rows of a surface.
@dynamicMemberLookup
protocol TargetParameters: ProgramParameters {
    var target: TargetRows { get set }
}

extension TargetParameters {
    subscript(dynamicMember path: WritableKeyPath<TargetRows, Int32>) -> Int32 {
        get { target[keyPath: path] }
        set { target[keyPath: path] = newValue }
    }
}

/// The surface that a dispatch reads, and the first bound row of it.
struct SourceSurface: ParameterGroup {
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
}

/// Parameters of passes that make a surface from other surfaces.
@dynamicMemberLookup
protocol SourceParameters: TargetParameters {
    var source: SourceSurface { get set }
}

extension SourceParameters {
    subscript(dynamicMember path: WritableKeyPath<SourceSurface, Int32>) -> Int32 {
        get { source[keyPath: path] }
        set { source[keyPath: path] = newValue }
    }
}

/// The parameters of a kernel.
struct KernelWords: ParameterGroup {
    var taps: Int32 = 0
    var phaseBits: Int32 = 0
    var phase: Int32 = 0
    var offset: Int32 = 0
}

/// Parameters of passes that filter.
protocol KernelParameters {
    var kernel: KernelWords { get set }
}

extension KernelParameters {
    /// Sets all parameters from a kernel's place.
    mutating func place(_ placement: KernelPlacement) {
        kernel = KernelWords(
            taps: Int32(placement.taps), phaseBits: Int32(placement.phaseBits), phase: Int32(placement.phase),
            offset: Int32(placement.offset))
    }
}

/// Clears a surface that no other layer is painted on at the same time. A layer that replaces all below does more for each
/// pixel.
struct ClearParameters: ProgramParameters {
    static let shader = "clear"
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var redGreen: UInt32 = 0
    var blueAlpha: UInt32 = 0
}

struct FillMeshParameters: TargetParameters {
    static let shader = "fill_mesh"
    var target = TargetRows()
    var firstStrip: Int32 = 0
    /// 1 if strips are `ShortStrips`, 0 if they have four words.
    var isShort: Int32 = 0
}

struct ExtractChannelParameters: SourceParameters {
    static let shader = "extract_channel"
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
    /// 0…3 for red, green, blue, alpha.
    var channel: Int32 = 0
}

struct MapMaskParameters: SourceParameters {
    static let shader = "map_mask"
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
    /// 0: inverted. 1: above `threshold`. 2: a ramp of squares from `low` to `high`.
    var mapKind: Int32 = 0
    var threshold: UInt32 = 0
    var low: UInt32 = 0
    var high: UInt32 = 0
    /// `(high - low) >> shift` is the width. The reciprocal is 2³² / width rounded down, 2³² − 1 at most.
    var shift: Int32 = 0
    var width: UInt32 = 0
    var reciprocal: UInt32 = 0
}

struct FilterColorsParameters: TargetParameters {
    static let shader = "filter_colors"
    var target = TargetRows()
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    var isVertical: Int32 = 0
    var sourceLift: Int32 = 0
    /// Above zero if the result is held to `lowest`…`highest` instead of the range of colours.
    var targetLift: Int32 = 0
    var lowest: Int32 = 0
    var highest: Int32 = 0
}

struct NoiseParameters: TargetParameters {
    static let shader = "noise"
    var target = TargetRows()
    var amount: UInt32 = 0
    var seed: UInt32 = 0
}

struct DitherParameters: TargetParameters {
    static let shader = "dither"
    var target = TargetRows()
    var sourceStride: Int32 = 0
}

struct PeaksParameters: SourceParameters {
    static let shader = "peaks"
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
    var isInverted: Int32 = 0
}

struct RowMaximaParameters: SourceParameters {
    static let shader = "row_maxima"
    var target = TargetRows()
    var source = SourceSurface()
    /// The number of target rows for each row of values.
    var rowsEach: Int32 = 0
}

struct SpreadParameters: SourceParameters {
    static let shader = "spread"
    var target = TargetRows()
    var source = SourceSurface()
    /// The number of source rows for each row of values.
    var rowsEach: Int32 = 0
    var reachX: Int32 = 0
    var reachY: Int32 = 0
    var discRows: Int32 = 0
    var ringCount: Int32 = 0
    var isInverted: Int32 = 0
}

struct DownsampleParameters<Outside: ShaderVariant>: SourceParameters {
    static var shader: String { "downsample" }
    static var variant: [ShaderDefinition] { [Outside.definition] }
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
}

struct ConvolveParameters<Direction: ShaderVariant, Outside: ShaderVariant>:
    SourceParameters, KernelParameters
{
    static var shader: String { "convolve" }
    static var variant: [ShaderDefinition] { [Direction.definition, Outside.definition] }
    var target = TargetRows()
    var source = SourceSurface()
    var kernel = KernelWords()
    var crossOffset: Int32 = 0
}

struct MixMasksParameters<Outside: ShaderVariant>: SourceParameters, KernelParameters {
    static var shader: String { "mix_masks" }
    static var variant: [ShaderDefinition] { [Outside.definition] }
    var target = TargetRows()
    var source = SourceSurface()
    /// The phase and the offset include the share's dy.
    var kernel = KernelWords()
    var dx: Int32 = 0
    /// 0: the share replaces the sum. 1: the share is added.
    var isAdded: Int32 = 0
    var positionDx: Int32 = 0
    var positionDy: Int32 = 0
    var positionWidth: Int32 = 0
    var positionHeight: Int32 = 0
    var positionStride: Int32 = 0
    var positionFirstRow: Int32 = 0
    var firstPosition: Int32 = 0
    var shift: Int32 = 0
    /// The places of the share's first and last weight among the weights.
    var firstShare: Int32 = 0
    var lastShare: Int32 = 0
}

struct MixLimitParameters: SourceParameters {
    static let shader = "mix_limit"
    var target = TargetRows()
    var source = SourceSurface()
    /// 0: no limit. 1: the source mask limits the sums.
    var limitKind: Int32 = 0
    var dx: Int32 = 0
    var dy: Int32 = 0
    var sumsStride: Int32 = 0
}

/// The parameters for merging masks. With three or four channels the shader writes whole pixels, which takes more storage
/// blocks than every device has. With two channels it writes one of a pixel's two words.
struct MergeChannelsParameters<Channels: ShaderVariant, Outside: ShaderVariant>:
    SourceParameters, KernelParameters
{
    static var shader: String { "merge_channels" }
    static var variant: [ShaderDefinition] { [Channels.definition, Outside.definition] }
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    /// The phase and the offset include the pass's dy.
    var kernel = KernelWords()
    /// The word to write with two channels: 0 for red and green, 1 for blue and alpha, 2 for blue and an alpha of one.
    var wordKind: Int32 = 0
}

struct ShadeParameters<Format: ShaderVariant>: TargetParameters {
    static var shader: String { "shade" }
    static var variant: [ShaderDefinition] { [Format.definition] }
    var target = TargetRows()
    var intervalCount: Int32 = 0
    /// The largest power of two below the number of intervals, or 0 for one interval.
    var firstStep: Int32 = 0
    /// 0: linear. 1: round, with the numbers that follow. 2: round, with a w. 3: conic. 4: round and hyperbolic, with a w.
    var kind: Int32 = 0
    var targetHeight: Int32 = 0
    var inner: Int32 = 0
    var span: Int32 = 0
    var shift: Int32 = 0
    var multiplier: UInt32 = 0
}

struct ResampleRowsParameters: TargetParameters {
    static let shader = "resample_rows"
    var target = TargetRows()
    /// The number of target rows in the whole table: starts come first, then count + 1 positions, then weights.
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
    /// The picture's column that is column 0 of this source.
    var sourceFirstColumn: Int32 = 0
}

struct TransformImageParameters<Sampling: ShaderVariant>: SourceParameters {
    static var shader: String { "transform_image" }
    static var variant: [ShaderDefinition] { [Sampling.definition] }
    var target = TargetRows()
    var source = SourceSurface()
    var targetHeight: Int32 = 0
    var firstColumn: Int32 = 0
    var columnCount: Int32 = 0
    var isBilinear: Int32 = 0
    var phasesAcross: Int32 = 0
    var phasesDown: Int32 = 0
    var groupCount: Int32 = 0
    var multiplier: UInt32 = 0
}

struct ProjectImageParameters: SourceParameters {
    static var shader: String { "project_image" }
    var target = TargetRows()
    var source = SourceSurface()
    var targetHeight: Int32 = 0
    var firstColumn: Int32 = 0
    var columnCount: Int32 = 0
    var gridWidth: Int32 = 0
    var shift: Int32 = 0
    var dx: Int32 = 0
    var dy: Int32 = 0
}

struct CompositeParameters<Painting: ShaderVariant>: ProgramParameters, KernelParameters {
    static var shader: String { "composite" }
    static var variant: [ShaderDefinition] { [Painting.definition] }
    static var isLayered: Bool { true }
    /// The target's pixel of the first invocation. `MergedDispatch` changes it where several layers share invocations.
    var gridColumn: Int32 = 0
    var gridRow: Int32 = 0
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var columnCount: Int32 = 0
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    var opacity: UInt32 = 0
    /// `OPERATION_normal`, `OPERATION_mix` or `OPERATION_REPLACE`; with `BLENDING` 1, another operation.
    var operation: Int32 = 0
    /// 0: the colour `redGreen`, `blueAlpha`. 1: the source surface.
    var sourceKind: Int32 = 0
    var redGreen: UInt32 = 0
    var blueAlpha: UInt32 = 0
    var sourceDx: Int32 = 0
    var sourceDy: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstRow: Int32 = 0
    /// 0: one everywhere. 1: the mask surface. 2: the mask surface filtered along its columns.
    var maskKind: Int32 = 0
    var isMaskInverted: Int32 = 0
    var maskDx: Int32 = 0
    var maskDy: Int32 = 0
    var maskWidth: Int32 = 0
    var maskHeight: Int32 = 0
    var maskStride: Int32 = 0
    var maskFirstRow: Int32 = 0
    var kernel = KernelWords()
    /// 0: no clip. 1: the clip is bound as `Source`, two of its words in each element. 2: the clip is bound as `Weights`.
    /// Four storage blocks are not enough for an operand of each kind; a separate pass then filters the mask.
    var clipKind: Int32 = 0
    var isClipInverted: Int32 = 0
    var clipDx: Int32 = 0
    var clipDy: Int32 = 0
    var clipWidth: Int32 = 0
    var clipHeight: Int32 = 0
    var clipStride: Int32 = 0
    var clipFirstRow: Int32 = 0
}
