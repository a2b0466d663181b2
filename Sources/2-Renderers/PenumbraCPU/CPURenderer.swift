import PenumbraBitmap
import PenumbraPlan
import PenumbraSystem

/// Executes plans on the processor's cores.
///
/// A renderer keeps the memory it worked with for the next picture; it may be used from several threads at once.
public final class CPURenderer: Sendable {
    /// How many threads draw one picture, at least 1. The picture does not depend on it.
    public let threads: Int
    let kernels: any PixelKernels
    let pool: MemoryPool
    let cache: SurfaceCache?

    /// Which build of the pixel kernels to run.
    public enum KernelBuild: Sendable {
        /// The widest this processor has.
        case best
        /// The one that every processor has.
        case baseline
    }

    /// - Parameters:
    ///   - cachedBytes: blurred outlines up to so many bytes are kept for further pictures that show the same ones. 0 keeps
    ///     none.
    ///   - idleBytes: working memory that may lie unused between pictures.
    public init(
        threads: Int = processorCount(), kernels: KernelBuild = .best, cachedBytes: Int = 0, idleBytes: Int = 256 << 20
    ) {
        self.threads = max(1, threads)
        pool = MemoryPool(retainedBytes: max(0, idleBytes))
        cache = SurfaceCache(bytes: cachedBytes)
        self.kernels = pixelKernels(kernels)
    }

    /// The name of the kernel build in use: `avx2` or `baseline`.
    public var kernelName: String { kernels.name }

    /// Draws the picture of `plan`.
    ///
    /// - Throws: where the plan contradicts itself; nothing is drawn then.
    public func execute(_ plan: RenderPlan) throws(PlanError) -> Bitmap {
        try plan.check()
        return Bitmap(width: plan.width, height: plan.height) { pixels in
            if let address = pixels.baseAddress { Execution(renderer: self, plan: plan).run(into: address) }
        }
    }

    /// Draws the picture of `plan`, unless that takes too long.
    ///
    /// - Parameters:
    ///   - deadline: looked at some hundred times a picture, before each band of rows; nil draws however long it takes.
    ///   - threads: the most that draw it, where the renderer has more; less than 1 counts as 1.
    /// - Returns: nil where it was not drawn by then.
    /// - Throws: where the plan contradicts itself; nothing is drawn then.
    public func execute(
        _ plan: RenderPlan, until deadline: ContinuousClock.Instant?, threads: Int = .max
    ) throws(PlanError) -> Bitmap? {
        try plan.check()
        let execution = Execution(renderer: self, plan: plan, threads: threads, deadline: deadline)
        let bitmap = Bitmap(width: plan.width, height: plan.height) { pixels in
            if let address = pixels.baseAddress { execution.run(into: address) }
        }
        return execution.isLate ? nil : bitmap
    }

    /// Draws the picture of `plan` into memory of `width × height × 4` bytes, straight RGBA.
    ///
    /// - Throws: where the plan contradicts itself; nothing is drawn then.
    public func execute(_ plan: RenderPlan, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(PlanError) {
        try plan.check()
        precondition(pixels.count >= plan.width * plan.height * 4, "the buffer is smaller than the picture")
        if let address = pixels.baseAddress { Execution(renderer: self, plan: plan).run(into: address) }
    }

    /// Runs a plan's passes on a mask given from outside, for measuring and testing single passes.
    ///
    /// - Parameters:
    ///   - input: a mask surface that no pass writes.
    ///   - values: its rows, without gaps.
    ///   - output: another mask surface.
    ///   - result: receives that mask's rows, without gaps.
    /// - Throws: where the plan contradicts itself; nothing is drawn then.
    public func execute(
        _ plan: RenderPlan, input: SurfaceID, values: UnsafeMutablePointer<UInt16>, output: SurfaceID,
        result: UnsafeMutablePointer<UInt16>
    ) throws(PlanError) {
        try plan.check(given: [input], result: output)
        func rows(_ values: UnsafeMutablePointer<UInt16>, of surface: Surface) -> Rows {
            Rows(
                base: values, stride: surface.width * surface.channels, firstRow: 0, rowCount: surface.height,
                width: surface.width, height: surface.height)
        }
        Execution(renderer: self, plan: plan, given: [input: rows(values, of: plan[input])])
            .draw(output, into: rows(result, of: plan[output]))
    }
}
