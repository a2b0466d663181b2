import PenumbraPlan

/// A pass as the processor draws it.
protocol BandPass: PassStep {
    /// At most the bytes of `BandContext.work` that it takes to write a band of its target.
    func workBytes(in plan: RenderPlan) -> Int
    /// Writes the rows `band` of its target, which is not empty and lies in `target`.
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext)
}

extension BandPass {
    func workBytes(in plan: RenderPlan) -> Int { 0 }
}

extension Pass {
    /// What is wrapped, for drawing.
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
        case .mergeChannels(let pass): pass
        case .shade(let pass): pass
        case .resample(let pass): pass
        case .filterColors(let pass): pass
        case .transformImage(let pass): pass
        case .mapColors(let pass): pass
        case .composite(let pass): pass
        }
    }
}

/// The memory that one pass works with, besides rows of surfaces, while it writes a band: as many bytes as it said, handed out
/// piece by piece.
struct Workspace {
    private var next: UnsafeMutableRawPointer
    private var left: Int

    init(_ bytes: Int, in arena: inout Arena) {
        next = UnsafeMutableRawPointer(arena.allocate(UInt8.self, bytes))
        left = bytes
    }

    /// Room for `count` values, aligned to 64 bytes, undefined. A pass that takes more than it said would make every estimate
    /// of memory wrong, so it stops.
    mutating func take<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let bytes = Self.bytes(type, count)
        precondition(bytes <= left, "a pass takes more memory than it said")
        defer {
            next += bytes
            left -= bytes
        }
        return next.bindMemory(to: type, capacity: count)
    }

    /// What a piece takes.
    static func bytes<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> Int {
        Arena.bytes(ofPiece: max(1, count) * MemoryLayout<T>.stride)
    }
}
