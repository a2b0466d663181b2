import PenumbraPlan

/// What the bands of one thread take while it draws, found without drawing: the pieces that `BandContext` takes from its arena,
/// in its order.
///
/// Surfaces that are made in bands lie inside each other: each takes the rows of a band as long as what is made of them is
/// drawn.
struct BandWalk {
    private let plan: RenderPlan
    private let analysis: PlanAnalysis
    private var shared = 0
    private var large = 0
    private var mostShared = 0
    private var mostLarge = 0
    /// The longest row of coverage sums.
    private var sums = 0

    init(_ plan: RenderPlan, _ analysis: PlanAnalysis) {
        self.plan = plan
        self.analysis = analysis
    }

    /// The most that was taken at one time.
    var bytes: Int { Arena.bytes(shared: mostShared, large: mostLarge) + sums }

    /// Begins a band of the same thread, with nothing taken.
    mutating func begin() { (shared, large) = (0, 0) }

    mutating func take(_ bytes: Int) {
        let piece = Arena.bytes(ofPiece: bytes)
        if piece > Arena.largestShared {
            large += piece
            mostLarge = max(mostLarge, large)
        } else {
            shared += piece
            mostShared = max(mostShared, shared)
        }
    }

    private mutating func takeLines(_ bytes: Int) {
        shared += bytes
        mostShared = max(mostShared, shared)
    }

    /// Does what a pass takes for some rows of its target, and takes it back.
    mutating func run(_ pass: Pass, rows: Int) {
        let before = (shared, large)
        let surface = plan[pass.target]
        let lines = pass.lines(surface, rows: rows, plan)
        takeLines(lines.before)
        for source in pass.sources where analysis.isMadeInBands[source.index] {
            let made = min(plan[source].height, pass.isDownsampling ? 2 * rows + 4 : rows)
            take(plan[source].valueStride * made * 2)
            for index in analysis.producers[source.index] { run(plan.passes[index], rows: made) }
        }
        takeLines(lines.after)
        if case .fillMesh = pass { sums = max(sums, 4 * (surface.width + 2)) }
        (shared, large) = before
    }
}

extension Pass {
    fileprivate var isDownsampling: Bool { if case .downsample = self { true } else { false } }

    /// At most the bytes of the lines that a pass works with besides rows of surfaces: those that it takes before its sources
    /// are made, and those it takes afterwards.
    fileprivate func lines(_ target: Surface, rows: Int, _ plan: RenderPlan) -> (before: Int, after: Int) {
        // Kernels write some values beyond the last one.
        let width = target.width + 64
        switch self {
        case .clear, .fillMesh, .extractChannel, .filterColors, .noise, .dither, .transformImage: return (0, 0)
        case .mapMask, .spread: return (0, 2 * width)
        case .peaks: return (0, 6 * width)
        case .rowMaxima: return (0, 4 * width)
        case .downsample: return (0, 32 * width)
        case .convolve(_, _, _, let kernel, _, _): return (0, 2 * (width + kernel.taps))
        case .mergeChannels: return (0, (8 * 4 * 2 + 8) * width)
        case .shade(_, let shading): return (0, 24 * width + 64 * shading.intervals.count)
        case .resample(let image, _, let columns, _):
            return (0, 32 * (plan.images[image.index].width + 64) + 16 * columns.count)
        case .composite(let composite):
            let width = min(target.width, composite.region.width) + 64
            var masks = composite.clip == nil ? 2 : 6
            switch composite.mask {
            case .none: break
            case .surface: masks += 4
            case .convolvedRows: masks += 34
            }
            // Each row of a mask is scaled by itself.
            return (masks * width, 8 * width + (composite.opacity == UInt16(Q15.one) ? 0 : 2 * width * rows))
        }
    }
}
