import PenumbraPlan

/// A pass in the form in which the CPU draws it.
protocol BandPass: PassStep {
    /// Returns the most bytes of `BandContext.work` that writing a band of the target takes.
    func workBytes(in plan: RenderPlan) -> Int
    /// Writes the rows `band` of the target. The band is not empty and lies in `target`.
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext)
}

extension BandPass {
    func workBytes(in plan: RenderPlan) -> Int { 0 }
}

extension Pass {
    /// The wrapped pass, for drawing.
    var drawing: any BandPass {
        switch self {
        case .clear(let pass): pass
        case .fillMesh(let pass): pass
        case .extractChannel(let pass): pass
        case .mapMask(let pass): pass
        case .peaks(let pass): pass
        case .rowMaxima(let pass): pass
        case .spread(let pass): pass
        case .noise(let pass): pass
        case .dither(let pass): pass
        case .downsample(let pass): pass
        case .convolve(let pass): pass
        case .mixMasks(let pass): pass
        case .mergeChannels(let pass): pass
        case .shade(let pass): pass
        case .resample(let pass): pass
        case .filterColors(let pass): pass
        case .transformImage(let pass): pass
        case .projectImage(let pass): pass
        case .mapColors(let pass): pass
        case .filterPixels(let pass): pass
        case .blurSpans(let pass): pass
        case .blurRays(let pass): pass
        case .composite(let pass): pass
        case .drawInstances(let pass): pass
        }
    }
}

/// The memory that one pass works with while it writes a band, besides rows of surfaces. It has as many bytes as the pass
/// declared, handed out piece by piece.
struct Workspace {
    private var next: UnsafeMutableRawPointer
    private var left: Int

    init(_ bytes: Int, in arena: inout Arena) {
        next = UnsafeMutableRawPointer(arena.allocate(UInt8.self, bytes))
        left = bytes
    }

    /// Hands out room for `count` undefined values, aligned to 64 bytes. A pass that takes more than it declared would make
    /// every memory estimate wrong, so it stops the process.
    mutating func take<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let bytes = Self.bytes(type, count)
        precondition(bytes <= left, "a pass takes more memory than it said")
        defer {
            next += bytes
            left -= bytes
        }
        return next.bindMemory(to: type, capacity: count)
    }

    /// Returns the bytes that a piece takes.
    static func bytes<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> Int {
        Arena.bytes(ofPiece: max(1, count) * MemoryLayout<T>.stride)
    }
}
