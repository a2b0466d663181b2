import CPenumbraVectors
import PenumbraKernels
import PenumbraKernelsAVX2
import PenumbraSystem

/// The row kernels of one build. One build runs on every processor, the other needs wider vectors. Both give the same
/// values.
protocol PixelKernels: Sendable {
    typealias Values = UnsafePointer<UInt16>
    typealias Target = UnsafeMutablePointer<UInt16>
    typealias Sums = UnsafeMutablePointer<UInt32>

    var name: String { get }
    func coverage(
        _ strips: UnsafePointer<SIMD4<Int32>>, _ stripCount: Int, _ sums: UnsafeMutablePointer<Int32>, _ target: Target,
        _ width: Int)
    func convolve(_ source: Target, _ weights: Values, _ taps: Int, _ target: Target, _ count: Int)
    func enlarge(
        _ source: Values, _ weights: Values, _ taps: Int, _ shift: Int, _ phase: Int, _ paired: Bool, _ target: Target,
        _ count: Int)
    func combineRows(_ rows: UnsafePointer<Values>, _ weights: Values, _ taps: Int, _ target: Target, _ count: Int)
    func combineFourRows(
        _ a: Values, _ b: Values, _ c: Values, _ d: Values, _ weights: Values, _ rowCount: Int, _ target: Target, _ stride: Int,
        _ count: Int)
    func downsample(_ rows: UnsafePointer<Values>, _ first: Target, _ second: Target, _ count: Int)
    func extremes(
        _ rows: Values, _ stride: Int, _ rowCount: Int, _ chunk: Int, _ lowest: Target, _ highest: Target)
    func addShare(
        _ values: Values, _ positions: Values, _ first: Int, _ shift: Int, _ weights: UnsafePointer<Int16>, _ last: Int,
        _ sums: Target, _ count: Int, rows: Int, stride: Int)
    func addWhole(_ values: Values, _ sums: Target, _ count: Int, rows: Int, stride: Int)
    func limitSums(_ sums: Values, _ limit: Values?, _ target: Target, _ count: Int)
    func extractChannel(_ source: Values, _ channel: Int, _ target: Target, _ count: Int)
    func invert(_ row: Target, _ count: Int)
    func threshold(_ row: Target, _ threshold: UInt16, _ count: Int)
    func squareRamp(_ row: Target, _ low: UInt32, _ high: UInt32, _ count: Int)
    func peaks(
        _ above: Values, _ middle: Values, _ below: Values, _ wantsLevels: Bool, _ threshold: UInt16, _ target: Target,
        _ count: Int)
    func quadrupleRuns(_ source: Values, _ length: Int, _ target: Target, _ count: Int)
    func spread(_ p: penumbra_spread_row, _ source: Values, _ target: Target, _ count: Int)
    func filterColumns(
        _ source: Values, _ starts: UnsafePointer<Int32>, _ offsets: UnsafePointer<Int32>, _ weights: UnsafePointer<Int32>,
        sourceLift: Int32, targetLift: Int32, lowest: Int32, highest: Int32, _ target: Target, _ count: Int)
    func filterRows(
        _ source: Values, _ stride: Int, _ weights: UnsafePointer<Int32>, _ taps: Int, sourceLift: Int32, targetLift: Int32,
        lowest: Int32, highest: Int32, _ target: Target, _ count: Int)
    func noise(_ columns: UnsafePointer<Int32>, _ row: Int32, _ amount: UInt32, _ seed: UInt32, _ target: Target, _ count: Int)
    func dither(_ source: Values, _ offsets: UnsafePointer<Int32>, _ target: Target, _ count: Int)
    func multiplyMasks(_ a: Values, _ invertsA: Bool, _ b: Values?, _ invertsB: Bool, _ target: Target, _ count: Int)
    func merge(_ red: Values, _ green: Values, _ blue: Values, _ alpha: Values?, _ target: Target, _ count: Int)
    func linearPositions(
        _ columns: UnsafePointer<Int32>, _ row: Int32, _ length: Int32, _ target: UnsafeMutablePointer<Int32>, _ count: Int)
    func roundPositions(_ p: penumbra_round_row, _ target: UnsafeMutablePointer<Int32>, _ count: Int)
    func conicPositions(
        _ columnU: UnsafePointer<Int32>, _ columnV: UnsafePointer<Int32>, _ rowU: Int32, _ rowV: Int32,
        _ coefficients: UnsafePointer<Int32>, _ coefficientCount: Int, _ target: UnsafeMutablePointer<Int32>, _ count: Int)
    func shade(
        _ positions: UnsafePointer<Int32>, _ intervals: UnsafePointer<penumbra_interval>, _ intervalCount: Int,
        _ isPremultiplied: Bool, _ target: Target, _ count: Int)
    func shadeMask(
        _ positions: UnsafePointer<Int32>, _ intervals: UnsafePointer<penumbra_interval>, _ intervalCount: Int,
        _ target: Target, _ count: Int)
    func compositeColor(_ destination: Target, _ color: SIMD4<UInt16>, _ count: Int)
    func compositeColorMasked(_ destination: Target, _ color: SIMD4<UInt16>, _ mask: Values, _ count: Int)
    func compositeSurface(_ destination: Target, _ source: Values, _ mask: Values?, _ opacity: UInt32, _ count: Int)
    func mixSurface(_ destination: Target, _ source: Values, _ mask: Values?, _ opacity: UInt32, _ count: Int)
    func blend(_ mode: UInt32, _ destination: Target, _ source: Values, _ mask: Values?, _ opacity: UInt32, _ count: Int)
    func combineByteRows(
        _ first: UnsafePointer<UInt8>, _ stride: Int, _ weights: UnsafePointer<UInt32>, _ taps: Int, _ sums: Sums,
        _ target: Target, _ count: Int)
    func premultiply(_ source: UnsafePointer<UInt8>, _ target: Target, _ count: Int)
    func accumulate(_ row: Values, _ weight: UInt32, _ sums: Sums, _ count: Int)
    func roundSums(_ sums: Sums, _ target: Target, _ count: Int)
    func combineColumns(
        _ row: Values, _ origin: Int, _ starts: UnsafePointer<Int32>, _ offsets: UnsafePointer<Int32>,
        _ weights: UnsafePointer<UInt32>, _ target: Target, _ count: Int)
    func combineFourColumns(
        _ row: Values, _ origin: Int, _ starts: UnsafePointer<Int32>, _ weights: UnsafePointer<UInt32>, _ target: Target,
        _ count: Int)
    func transformNearest(_ p: penumbra_transform_row, _ target: Target, _ count: Int)
    func transformBilinear(_ p: penumbra_transform_row, _ target: Target, _ count: Int)
    func transformArea(_ p: penumbra_transform_row, _ table: penumbra_area_table, _ target: Target, _ count: Int)
    func projectArea(_ p: penumbra_project_row, _ target: Target, _ count: Int)
    func mapColors(
        _ source: Values, _ table: UnsafePointer<Int32>, _ numbersPerMatrix: Int, _ matrixCount: Int, _ target: Target,
        _ count: Int)
    func runningSums(_ line: Values, _ sums: Sums, _ count: Int)
    func addSpans(
        _ line: Values, _ sums: UnsafePointer<UInt32>, _ run: Range<Int>, _ edges: UnsafePointer<SIMD2<Int32>>,
        _ edgeCount: Int, origin: Int, whole: UInt32, shift: UInt32, _ totals: Sums, _ count: Int)
    func settleSpans(_ totals: UnsafePointer<UInt32>, _ multiplier: UInt32, _ target: Target, _ count: Int)
    func blurRays(_ p: penumbra_ray_row, _ columns: UnsafePointer<SIMD2<Int32>>, _ target: Target, _ count: Int)
    func finishDeep(_ source: Values, _ target: UnsafeMutablePointer<UInt8>, _ count: Int)
    func finish(_ source: Values, _ target: UnsafeMutablePointer<UInt8>, _ count: Int)
}

extension PenumbraKernels.Kernels: PixelKernels {
    var name: String { "baseline" }
}

extension PenumbraKernelsAVX2.Kernels: PixelKernels {
    var name: String { "avx2" }
}

/// Returns the widest build that this processor can run, or the build that every processor can run.
func pixelKernels(_ build: CPURenderer.KernelBuild) -> any PixelKernels {
    build == .best && Processor.hasAVX2 ? PenumbraKernelsAVX2.Kernels() : PenumbraKernels.Kernels()
}
