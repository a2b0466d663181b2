import PenumbraGeometry
import PenumbraPlan

extension CPURenderer {
    /// Estimates the most bytes that drawing a plan takes, besides its pictures and its result. The estimate covers the
    /// surfaces that are stored whole, as long as they are read, and the bands that each thread works on meanwhile.
    ///
    /// Tables and the allocator's own memory come on top; a megabyte per thread is counted for them.
    /// - Parameter threads: the most threads that draw, if the renderer has more; less than 1 counts as 1.
    public func memoryEstimate(_ plan: RenderPlan, threads: Int = .max) -> Int {
        memoryEstimate(plan, PlanAnalysis(plan), threads: threads)
    }

    /// Estimates the most bytes that drawing a plan takes, from what is known about the plan.
    package func memoryEstimate(_ plan: RenderPlan, _ analysis: PlanAnalysis, threads: Int = .max) -> Int {
        let threads = max(1, min(threads, self.threads))
        let schedule = Schedule(of: plan.canvas, plan, analysis, threads: threads)
        return schedule.bytes(plan, analysis) + threads * Self.bytesOfOneThread
    }

    /// Limits unused working memory to a number of bytes from now on, while drawing and between pictures. A negative number
    /// counts as 0.
    public func retainIdleMemory(atMost bytes: Int) { pool.retain(atMost: max(0, bytes)) }

    /// The bytes for a thread's stack and for the memory that the allocator keeps for the thread.
    static let bytesOfOneThread = 1 << 20
}

extension Schedule {
    /// Returns the most bytes that exist at once while the steps are followed.
    func bytes(_ plan: RenderPlan, _ analysis: PlanAnalysis) -> Int {
        var (now, most) = (0, 0)
        for step in steps {
            switch step {
            case .store(let id): now += MemoryPool.bytes(ofBlock: plan[id].bytes(rows: plan[id].height))
            case .run(let run): most = max(most, now + run.bands.workers * run.bandBytes(plan, analysis))
            case .free(let id): now -= MemoryPool.bytes(ofBlock: plan[id].bytes(rows: plan[id].height))
            }
            most = max(most, now)
        }
        return most
    }
}

extension Schedule.Run {
    /// Returns the most bytes of the bands of one thread.
    fileprivate func bandBytes(_ plan: RenderPlan, _ analysis: PlanAnalysis) -> Int {
        let surface = plan[target]
        var memory = BandMemory(plan: plan, analysis: analysis)
        // The last band may be lower. Its rows may be small enough to share blocks while the blocks of the other bands still
        // exist.
        for rows in [min(bands.height, surface.height), surface.height - (bands.count - 1) * bands.height] {
            memory.holding {
                if !isStored { $0.take(surface.bytes(rows: rows)) }
                for index in passes { $0.run(index, rows: rows) }
            }
        }
        return Arena.bytes(shared: memory.mostShared, large: memory.mostLarge)
    }
}

/// The memory that the arena of one thread hands out for a band.
///
/// Surfaces made in bands are nested. Each holds the rows of a band while the surface made from it is drawn.
private struct BandMemory {
    let plan: RenderPlan
    let analysis: PlanAnalysis
    private var shared = 0
    private var large = 0
    private(set) var mostShared = 0
    private(set) var mostLarge = 0

    init(plan: RenderPlan, analysis: PlanAnalysis) {
        self.plan = plan
        self.analysis = analysis
    }

    mutating func take(_ bytes: Int) {
        let piece = Arena.bytes(ofPiece: bytes)
        if piece > Arena.largestShared { large += piece } else { shared += piece }
        (mostShared, mostLarge) = (max(mostShared, shared), max(mostLarge, large))
    }

    /// Runs `body` and afterwards takes back the memory it took.
    mutating func holding(_ body: (inout BandMemory) -> Void) {
        let before = (shared, large)
        body(&self)
        (shared, large) = before
    }

    mutating func run(_ pass: Int, rows: Int) {
        let drawing = analysis.drawings[pass].pass
        holding { memory in
            memory.take(memory.analysis.drawings[pass].workBytes)
            guard drawing.sources.contains(where: { memory.analysis.isMadeInBands[$0.index] }) else { return }
            // A pass reads as many rows for one band as for another.
            var band = drawing.painted(memory.plan[drawing.target].bounds)
            band.height = min(band.height, rows)
            guard !band.isEmpty else { return }
            for read in drawing.reads(of: band, in: memory.plan) where memory.analysis.isMadeInBands[read.surface.index] {
                let source = memory.plan[read.surface]
                let made = min(source.height, read.rect.height)
                memory.take(source.bytes(rows: made))
                for index in memory.analysis.producers[read.surface.index] { memory.run(index, rows: made) }
            }
        }
    }
}
