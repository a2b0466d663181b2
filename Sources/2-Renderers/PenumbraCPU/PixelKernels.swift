import CPenumbraVectors
import PenumbraKernels
import PenumbraKernelsAVX2
import PenumbraPlan
import PenumbraSystem

/// The row kernels of one build: the same functions for every processor, or for one with wider vectors. All builds give the
/// same values.
struct PixelKernels: Sendable {
    typealias Values = UnsafePointer<UInt16>
    typealias Target = UnsafeMutablePointer<UInt16>
    typealias Sums = UnsafeMutablePointer<UInt32>

    let name: String
    let coverage: @Sendable (UnsafePointer<SIMD4<Int32>>, Int, UnsafeMutablePointer<Int32>, Target, Int) -> Void
    let convolve: @Sendable (Target, Values, Int, Target, Int) -> Void
    let enlarge: @Sendable (Values, Values, Int, Int, Int, Bool, Target, Int) -> Void
    let combineRows: @Sendable (UnsafePointer<Values>, Values, Int, Target, Int) -> Void
    let combineFourRows: @Sendable (Values, Values, Values, Values, Values, Int, Target, Int, Int) -> Void
    let downsample: @Sendable (UnsafePointer<Values>, Target, Target, Int) -> Void
    let extractChannel: @Sendable (Values, Int, Target, Int) -> Void
    let invert: @Sendable (Target, Int) -> Void
    let threshold: @Sendable (Target, UInt16, Int) -> Void
    let squareRamp: @Sendable (Target, UInt32, UInt32, Int) -> Void
    let peaks: @Sendable (Values, Values, Values, Bool, UInt16, Target, Int) -> Void
    let quadrupleRuns: @Sendable (Values, Int, Target, Int) -> Void
    let spread: @Sendable (SpreadNumbers, Values, Target, Int) -> Void
    let filterColumns: @Sendable (Values, UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>, Target, Int) -> Void
    let filterRows: @Sendable (Values, Int, UnsafePointer<Int32>, Int, Target, Int) -> Void
    let noise: @Sendable (UnsafePointer<Int32>, Int32, UInt32, UInt32, Target, Int) -> Void
    let dither: @Sendable (Values, UnsafePointer<Int32>, Target, Int) -> Void
    let multiplyMasks: @Sendable (Values, Bool, Values?, Bool, Target, Int) -> Void
    let merge: @Sendable (Values, Values, Values, Values?, Target, Int) -> Void
    let linearPositions: @Sendable (UnsafePointer<Int32>, Int32, Int32, UnsafeMutablePointer<Int32>, Int) -> Void
    let roundPositions: @Sendable (RoundNumbers, UnsafeMutablePointer<Int32>, Int) -> Void
    let conicPositions:
        @Sendable (
            UnsafePointer<Int32>, UnsafePointer<Int32>, Int32, Int32, UnsafePointer<Int32>, Int,
            UnsafeMutablePointer<Int32>, Int
        ) -> Void
    let shade: @Sendable (UnsafePointer<Int32>, UnsafePointer<penumbra_interval>, Int, Bool, Target, Int) -> Void
    let shadeMask: @Sendable (UnsafePointer<Int32>, UnsafePointer<penumbra_interval>, Int, Target, Int) -> Void
    let compositeColor: @Sendable (Target, SIMD4<UInt16>, Int) -> Void
    let compositeColorMasked: @Sendable (Target, SIMD4<UInt16>, Values, Int) -> Void
    let compositeSurface: @Sendable (Target, Values, Values?, UInt32, Int) -> Void
    let mixSurface: @Sendable (Target, Values, Values?, UInt32, Int) -> Void
    let blend: @Sendable (UInt32, Target, Values, Values?, UInt32, Int) -> Void
    let combineByteRows: @Sendable (UnsafePointer<UInt8>, Int, UnsafePointer<UInt32>, Int, Sums, Target, Int) -> Void
    let premultiply: @Sendable (UnsafePointer<UInt8>, Target, Int) -> Void
    let accumulate: @Sendable (Values, UInt32, Sums, Int) -> Void
    let roundSums: @Sendable (Sums, Target, Int) -> Void
    let combineColumns:
        @Sendable (Values, Int, UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<UInt32>, Target, Int) -> Void
    let combineFourColumns: @Sendable (Values, Int, UnsafePointer<Int32>, UnsafePointer<UInt32>, Target, Int) -> Void
    let transform: @Sendable (TransformNumbers, Target, Int) -> Void
    let finish: @Sendable (Values, UnsafeMutablePointer<UInt8>, Int) -> Void

    /// The widest build this processor can run.
    static let best: PixelKernels = Processor.hasAVX2 ? avx2 : baseline

    static let baseline = PixelKernels(
        name: "baseline",
        coverage: PenumbraKernels.coverageRow, convolve: PenumbraKernels.convolveRow,
        enlarge: PenumbraKernels.enlargeRow, combineRows: PenumbraKernels.combineRows,
        combineFourRows: PenumbraKernels.combineFourRows, downsample: PenumbraKernels.downsampleRows,
        extractChannel: PenumbraKernels.extractChannelRow, invert: PenumbraKernels.invertRow,
        threshold: PenumbraKernels.thresholdRow,
        squareRamp: PenumbraKernels.squareRampRow, peaks: PenumbraKernels.peaksRow,
        quadrupleRuns: PenumbraKernels.quadrupleRuns,
        spread: { numbers, source, target, count in
            PenumbraKernels.spreadRow(
                PenumbraKernels.SpreadRowParameters(
                    inner: numbers.inner, outer: numbers.outer, ring: numbers.ring, shares: numbers.shares,
                    insideCount: numbers.insideCount, valueStride: numbers.valueStride), source, target, count)
        },
        filterColumns: PenumbraKernels.filterColumnsRow, filterRows: PenumbraKernels.filterRowsRow,
        noise: PenumbraKernels.noiseRow, dither: PenumbraKernels.ditherRow, multiplyMasks: PenumbraKernels.multiplyMasks,
        merge: PenumbraKernels.mergeRow,
        linearPositions: PenumbraKernels.linearPositions,
        roundPositions: { numbers, target, count in
            PenumbraKernels.roundPositions(
                numbers.columnU, numbers.columnV, numbers.columnW,
                PenumbraKernels.RoundRowParameters(
                    rowU: numbers.rowU, rowV: numbers.rowV, rowW: numbers.rowW,
                    farthestDrift: GradientShading.farthestDrift, farthest: GradientShading.farthest, inner: numbers.inner,
                    span: numbers.span, shift: numbers.shift, multiplier: numbers.multiplier, length: GradientShading.length),
                target, count)
        },
        conicPositions: PenumbraKernels.conicPositions, shade: PenumbraKernels.shadeRow,
        shadeMask: PenumbraKernels.shadeMaskRow,
        compositeColor: PenumbraKernels.compositeColor, compositeColorMasked: PenumbraKernels.compositeColorMasked,
        compositeSurface: PenumbraKernels.compositeSurface, mixSurface: PenumbraKernels.mixSurface,
        blend: PenumbraKernels.blendRow, combineByteRows: PenumbraKernels.combineByteRows,
        premultiply: PenumbraKernels.premultiplyRow, accumulate: PenumbraKernels.accumulateRow,
        roundSums: PenumbraKernels.roundSums, combineColumns: PenumbraKernels.combineColumns,
        combineFourColumns: PenumbraKernels.combineFourColumns,
        transform: { numbers, target, count in
            PenumbraKernels.transformRow(
                PenumbraKernels.TransformRowParameters(
                    columnU: numbers.columnU, columnV: numbers.columnV, rowU: numbers.rowU, rowV: numbers.rowV,
                    acrossU: numbers.acrossU, acrossV: numbers.acrossV, downU: numbers.downU, downV: numbers.downV,
                    subsamples: numbers.subsamples, isPointSampled: numbers.isPointSampled, source: numbers.source,
                    stride: numbers.stride, width: numbers.width, height: numbers.height), target, count)
        },
        finish: PenumbraKernels.finishRow)

    static let avx2 = PixelKernels(
        name: "avx2",
        coverage: PenumbraKernelsAVX2.coverageRow, convolve: PenumbraKernelsAVX2.convolveRow,
        enlarge: PenumbraKernelsAVX2.enlargeRow, combineRows: PenumbraKernelsAVX2.combineRows,
        combineFourRows: PenumbraKernelsAVX2.combineFourRows, downsample: PenumbraKernelsAVX2.downsampleRows,
        extractChannel: PenumbraKernelsAVX2.extractChannelRow, invert: PenumbraKernelsAVX2.invertRow,
        threshold: PenumbraKernelsAVX2.thresholdRow,
        squareRamp: PenumbraKernelsAVX2.squareRampRow, peaks: PenumbraKernelsAVX2.peaksRow,
        quadrupleRuns: PenumbraKernelsAVX2.quadrupleRuns,
        spread: { numbers, source, target, count in
            PenumbraKernelsAVX2.spreadRow(
                PenumbraKernelsAVX2.SpreadRowParameters(
                    inner: numbers.inner, outer: numbers.outer, ring: numbers.ring, shares: numbers.shares,
                    insideCount: numbers.insideCount, valueStride: numbers.valueStride), source, target, count)
        },
        filterColumns: PenumbraKernelsAVX2.filterColumnsRow, filterRows: PenumbraKernelsAVX2.filterRowsRow,
        noise: PenumbraKernelsAVX2.noiseRow, dither: PenumbraKernelsAVX2.ditherRow,
        multiplyMasks: PenumbraKernelsAVX2.multiplyMasks,
        merge: PenumbraKernelsAVX2.mergeRow,
        linearPositions: PenumbraKernelsAVX2.linearPositions,
        roundPositions: { numbers, target, count in
            PenumbraKernelsAVX2.roundPositions(
                numbers.columnU, numbers.columnV, numbers.columnW,
                PenumbraKernelsAVX2.RoundRowParameters(
                    rowU: numbers.rowU, rowV: numbers.rowV, rowW: numbers.rowW,
                    farthestDrift: GradientShading.farthestDrift, farthest: GradientShading.farthest, inner: numbers.inner,
                    span: numbers.span, shift: numbers.shift, multiplier: numbers.multiplier, length: GradientShading.length),
                target, count)
        },
        conicPositions: PenumbraKernelsAVX2.conicPositions, shade: PenumbraKernelsAVX2.shadeRow,
        shadeMask: PenumbraKernelsAVX2.shadeMaskRow,
        compositeColor: PenumbraKernelsAVX2.compositeColor,
        compositeColorMasked: PenumbraKernelsAVX2.compositeColorMasked,
        compositeSurface: PenumbraKernelsAVX2.compositeSurface, mixSurface: PenumbraKernelsAVX2.mixSurface,
        blend: PenumbraKernelsAVX2.blendRow, combineByteRows: PenumbraKernelsAVX2.combineByteRows,
        premultiply: PenumbraKernelsAVX2.premultiplyRow, accumulate: PenumbraKernelsAVX2.accumulateRow,
        roundSums: PenumbraKernelsAVX2.roundSums, combineColumns: PenumbraKernelsAVX2.combineColumns,
        combineFourColumns: PenumbraKernelsAVX2.combineFourColumns,
        transform: { numbers, target, count in
            PenumbraKernelsAVX2.transformRow(
                PenumbraKernelsAVX2.TransformRowParameters(
                    columnU: numbers.columnU, columnV: numbers.columnV, rowU: numbers.rowU, rowV: numbers.rowV,
                    acrossU: numbers.acrossU, acrossV: numbers.acrossV, downU: numbers.downU, downV: numbers.downV,
                    subsamples: numbers.subsamples, isPointSampled: numbers.isPointSampled, source: numbers.source,
                    stride: numbers.stride, width: numbers.width, height: numbers.height), target, count)
        },
        finish: PenumbraKernelsAVX2.finishRow)
}

/// What a row of `transformImage` needs, before it is said in a kernel build's own type.
struct TransformNumbers {
    var columnU: UnsafePointer<Int32>
    var columnV: UnsafePointer<Int32>
    var rowU: Int32
    var rowV: Int32
    var acrossU: UnsafePointer<Int32>
    var acrossV: UnsafePointer<Int32>
    var downU: UnsafePointer<Int32>
    var downV: UnsafePointer<Int32>
    var subsamples: Int
    var isPointSampled: Bool
    var source: UnsafePointer<UInt16>
    var stride: Int
    var width: Int
    var height: Int
}

/// What a row of positions of a round gradient needs, before it is said in a kernel build's own type.
struct RoundNumbers {
    var columnU: UnsafePointer<Int32>
    var columnV: UnsafePointer<Int32>
    var rowU: Int32
    var rowV: Int32
    var columnW: UnsafePointer<Int32>?
    var rowW: Int32
    var inner: Int32
    var span: Int32
    var shift: Int32
    var multiplier: UInt32
}

/// What a row of `spread` needs, before it is said in a kernel build's own type.
struct SpreadNumbers {
    var inner: UnsafeBufferPointer<Int>
    var outer: UnsafeBufferPointer<Int>
    var ring: UnsafeBufferPointer<Int>
    var shares: UnsafeBufferPointer<UInt16>
    var insideCount: Int
    var valueStride: Int
}
