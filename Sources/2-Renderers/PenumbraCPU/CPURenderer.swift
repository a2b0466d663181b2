import PenumbraBitmap
import PenumbraPlan
import PenumbraSystem

/// Executes plans on the CPU's cores.
///
/// A renderer keeps its working memory for the next picture. Several threads may use it at once.
public final class CPURenderer: Sendable {
    /// The most threads that draw one picture, at least 1. The picture does not depend on their number.
    public let threads: Int
    let kernels: any PixelKernels
    package let pool: MemoryPool
    let cache: SurfaceCache?
    /// Whether the pixels of pictures lie in working memory, which later pictures use again.
    private let reusesPictures: Bool

    /// The build of the pixel kernels to run.
    public enum KernelBuild: Sendable {
        /// The widest build that this processor can run.
        case best
        /// The build that every processor can run.
        case baseline
    }

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - cachedBytes: the most bytes of blurred outlines kept for later pictures with the same outlines. 0 keeps none.
    ///   - idleBytes: the most bytes of working memory that may lie unused between pictures.
    public convenience init(
        threads: Int = processorCount(), kernels: KernelBuild = .best, cachedBytes: Int = 0, idleBytes: Int = 256 << 20
    ) {
        self.init(
            threads: threads, kernels: kernels, cachedBytes: cachedBytes, idleBytes: idleBytes, reusesPictures: false)
    }

    /// - Parameter reusesPictures: whether the memory of pictures that nobody holds any more serves for later pictures. The
    ///   system would clear fresh memory.
    package init(threads: Int, kernels: KernelBuild = .best, cachedBytes: Int, idleBytes: Int, reusesPictures: Bool) {
        self.reusesPictures = reusesPictures
        self.threads = max(1, threads)
        pool = MemoryPool(retainedBytes: max(0, idleBytes))
        cache = SurfaceCache(bytes: cachedBytes)
        self.kernels = pixelKernels(kernels)
    }

    /// Gives the working memory that no picture uses back to the system.
    public func giveBackMemory() { pool.trim(to: 0) }

    /// The name of the kernel build in use: `avx2` or `baseline`.
    public var kernelName: String { kernels.name }

    /// Draws the picture of `plan`.
    ///
    /// - Throws: `PlanError` if the plan contradicts itself; nothing is drawn then.
    public func execute(_ plan: RenderPlan) throws(PlanError) -> Bitmap {
        try plan.check(given: Array(plan.kept.keys))
        return Bitmap(width: plan.width, height: plan.height, depth: plan.depth) { pixels in
            if let address = pixels.baseAddress { Execution(renderer: self, plan: plan).run(into: address) }
        }
    }

    /// Draws the picture of `plan`, unless that takes too long.
    ///
    /// - Parameters:
    ///   - deadline: checked some hundred times per picture, before each band of rows. Nil sets no time limit.
    ///   - threads: the most threads that draw the picture, if the renderer has more; less than 1 counts as 1.
    /// - Returns: nil if the picture was not finished by the deadline.
    /// - Throws: `PlanError` if the plan contradicts itself; nothing is drawn then.
    public func execute(
        _ plan: RenderPlan, until deadline: ContinuousClock.Instant?, threads: Int = .max
    ) throws(PlanError) -> Bitmap? {
        try execute(plan, nil, until: deadline, threads: threads)
    }

    /// Draws the picture of a plan, unless that takes too long.
    ///
    /// - Parameter analysis: what is known about the same plan. Nil if nothing is.
    package func execute(
        _ plan: RenderPlan, _ analysis: PlanAnalysis?, until deadline: ContinuousClock.Instant?, threads: Int = .max
    ) throws(PlanError) -> Bitmap? {
        try plan.check(given: Array(plan.kept.keys))
        let earlier = reusesPictures ? pool.takePicture(like: plan) : nil
        let changes = earlier?.picture?.changes(to: plan)
        let execution = Execution(
            renderer: self, plan: plan, analysis, threads: threads, deadline: deadline, changes: changes)
        // Looking at every pixel takes longer than looking at every pass.
        let isOpaque: Bool? = plan.isCertainlyOpaque ? true : nil
        let bitmap: Bitmap
        func fill(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
            if let address = pixels.baseAddress { execution.run(into: address) }
        }
        if reusesPictures {
            var block = earlier ?? pool.take(plan.pictureBytes)
            block.picture = DrawnPicture(
                plan,
                execution.drawnRows.flatMap { rows in
                    let digests = earlier?.picture?.rowDigests
                    digests?.remove { rows.overlaps($0) }
                    return digests
                })
            let taken = block
            bitmap = Bitmap(
                width: plan.width, height: plan.height, depth: plan.depth, isOpaque: isOpaque, memory: block.address,
                rowDigests: taken.picture?.rowDigests, giveBack: { [pool] in pool.giveBack(taken) }, initializingWith: fill)
            if !execution.isLate { taken.picture?.complete() }
        } else {
            bitmap = Bitmap(
                width: plan.width, height: plan.height, depth: plan.depth, isOpaque: isOpaque, initializingWith: fill)
        }
        return execution.isLate ? nil : bitmap
    }

    /// Draws the picture of `plan` into memory of `pictureBytes` bytes, straight RGBA.
    ///
    /// - Throws: `PlanError` if the plan contradicts itself; nothing is drawn then.
    public func execute(_ plan: RenderPlan, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(PlanError) {
        try plan.check(given: Array(plan.kept.keys))
        precondition(pixels.count >= plan.pictureBytes, "the buffer is smaller than the picture")
        if let address = pixels.baseAddress { Execution(renderer: self, plan: plan).run(into: address) }
    }

    /// Makes one surface of a plan, for later plans that would make the same surface.
    ///
    /// - Returns: nil if the surface was not finished by the deadline.
    /// - Throws: `PlanError` if the plan contradicts itself; nothing is drawn then.
    public func make(
        _ id: SurfaceID, of plan: RenderPlan, until deadline: ContinuousClock.Instant? = nil
    ) throws(PlanError) -> KeptSurface? {
        try plan.check(given: Array(plan.kept.keys), result: id)
        let surface = plan[id]
        let kept = KeptSurface(surface, stride: surface.valueStride)
        let execution = Execution(renderer: self, plan: plan, deadline: deadline)
        execution.draw(id, into: Rows(kept))
        return execution.isLate ? nil : kept
    }

    /// Estimates the most bytes that making one surface of a plan takes, including the surface itself.
    public func memoryEstimate(_ id: SurfaceID, of plan: RenderPlan) -> Int {
        let analysis = PlanAnalysis(plan)
        let schedule = Schedule(of: id, isStored: true, plan, analysis, threads: threads)
        return schedule.bytes(plan, analysis) + threads * Self.bytesOfOneThread
    }

    /// Runs a plan's passes on a given mask, for measuring and testing single passes.
    ///
    /// - Parameters:
    ///   - input: a mask surface that no pass writes.
    ///   - values: the rows of the input mask, without gaps.
    ///   - output: another mask surface.
    ///   - result: receives the rows of the output mask, without gaps.
    /// - Throws: `PlanError` if the plan contradicts itself; nothing is drawn then.
    public func execute(
        _ plan: RenderPlan, input: SurfaceID, values: UnsafeMutablePointer<UInt16>, output: SurfaceID,
        result: UnsafeMutablePointer<UInt16>
    ) throws(PlanError) {
        try plan.check(given: [input] + plan.kept.keys, result: output)
        func rows(_ values: UnsafeMutablePointer<UInt16>, of surface: Surface) -> Rows {
            Rows(
                base: values, stride: surface.width * surface.channels, firstRow: 0, rowCount: surface.height,
                width: surface.width, height: surface.height)
        }
        Execution(renderer: self, plan: plan, given: [input: rows(values, of: plan[input])])
            .draw(output, into: rows(result, of: plan[output]))
    }
}
