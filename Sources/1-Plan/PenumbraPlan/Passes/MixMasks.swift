import PenumbraGeometry

/// Mixes filtered masks in shares that a further mask determines for each pixel.
///
/// For each target pixel (x, y), with v = `position[x + positionDx, y + positionDy]`, 0 outside:
///
///     w = weights[min(max(v − first, 0) >> shift, the last index)]
///     s = value (x + dx, y + dy) of the share's mask, `convolve`d along columns by its kernel
///     sum = the sum of (s·w + 8192) >> 14 over all shares, with shifts that keep the sign
///     target[x, y] = min(max(sum, 0), 32768), and at most the limit's value at (x + limitDx, y + limitDy) if there is a limit
///
/// Weights may be negative. Renderers sum in 16 bits, so the sum must lie within −16384…49151; the check limits weights
/// accordingly.
public struct MixMasks: PassStep {
    /// A mask and the weight of its values for each position.
    public struct Share: Hashable, Sendable {
        public var source: SurfaceID
        /// The kernel that makes values from the mask's columns.
        public var kernel: PolyphaseKernel
        public var dx: Int
        public var dy: Int
        public var edge: Edge
        /// The position of the first weight, 0…32768.
        public var first: UInt16
        /// The binary logarithm of the positions that each weight serves.
        public var shift: UInt8
        /// The weights; 16384 is one.
        public var weights: [Int16]

        public init(
            source: SurfaceID, kernel: PolyphaseKernel, dx: Int, dy: Int, edge: Edge, first: UInt16, shift: UInt8,
            weights: [Int16]
        ) {
            self.source = source
            self.kernel = kernel
            self.dx = dx
            self.dy = dy
            self.edge = edge
            self.first = first
            self.shift = shift
            self.weights = weights
        }

        /// Returns the weight for a position.
        public func weight(at position: Int) -> Int16 {
            weights[min(max(position - Int(first), 0) >> Int(shift), weights.count - 1)]
        }
    }

    /// A mask that bounds the result.
    public struct Limit: Hashable, Sendable {
        public var surface: SurfaceID
        public var dx: Int
        public var dy: Int

        public init(_ surface: SurfaceID, dx: Int, dy: Int) {
            self.surface = surface
            self.dx = dx
            self.dy = dy
        }
    }

    public var target: SurfaceID
    public var position: SurfaceID
    public var positionDx: Int
    public var positionDy: Int
    public var shares: [Share]
    public var limit: Limit?

    public init(
        target: SurfaceID, position: SurfaceID, positionDx: Int, positionDy: Int, shares: [Share], limit: Limit? = nil
    ) {
        self.target = target
        self.position = position
        self.positionDx = positionDx
        self.positionDy = positionDy
        self.shares = shares
        self.limit = limit
    }

    package var pass: Pass { .mixMasks(self) }

    public var description: String {
        let parts = shares.map { share in
            let end = Int(share.first) + share.weights.count << Int(share.shift)
            return "\(share.source) rows \(share.kernel) at (\(share.dx), \(share.dy))\(share.edge.suffix)"
                + " for \(share.first)..<\(end)"
        }
        let most = limit.map { " at most \($0.surface) at (\($0.dx), \($0.dy))" } ?? ""
        return "mixMasks by \(position) at (\(positionDx), \(positionDy)) → \(target)\(most) [\(parts.joined(separator: "; "))]"
    }

    package var sources: [SurfaceID] { [position] + (limit.map { [$0.surface] } ?? []) + shares.map(\.source) }

    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) {
        target = name(target)
        position = name(position)
        if let surface = limit?.surface { limit?.surface = name(surface) }
        for index in shares.indices { shares[index].source = name(shares[index].source) }
    }

    package var isOfOutlines: Bool { true }
    package var isFilter: Bool { true }
    package func reachesFar(in source: SurfaceID) -> Bool { shares.contains { $0.source == source } }

    package var ownTableBytes: Int { shares.reduce(0) { $0 + 2 * $1.weights.count } }

    package func trafficBytes(in plan: RenderPlan) -> Int {
        Set(sources).reduce(plan[target].byteCount) { $0 + plan[$1].byteCount }
    }

    /// A pixel is mixed of four shares as a rule, however many there are.
    package func work(in plan: RenderPlan) -> Int {
        let taps = shares.reduce(0) { $0 + $1.kernel.taps } / max(1, shares.count)
        return plan[target].pixelCount * (2 + 4 * (16 + taps) / 16)
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        if let reason = plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(position, .mask)
            ?? reasonAgainst(offsets: positionDx, positionDy)
        {
            return reason
        }
        if let limit,
            let reason = plan.reasonAgainst(limit.surface, .mask) ?? reasonAgainst(offsets: limit.dx, limit.dy)
        {
            return reason
        }
        guard !shares.isEmpty else { return "nothing to mix" }
        for share in shares {
            if let reason = plan.reasonAgainst(share.source, .mask) ?? reasonAgainst(offsets: share.dx, share.dy)
                ?? share.kernel.reasonAgainst
            {
                return reason
            }
            guard !share.weights.isEmpty, share.shift < 16 else { return "a share without weights" }
        }
        return hasFittingSums ? nil : "its weights sum to too much at some position"
    }

    /// Whether every sum fits in 16 bits: at each position, negative weights sum to −1/2 or more, and positive weights to 3/2
    /// or less. Each share adds half a unit of rounding.
    private var hasFittingSums: Bool {
        guard shares.count < 256 else { return false }
        // Weights change only where some share has its next weight.
        var places: Set<Int> = [0]
        for share in shares {
            for index in share.weights.indices.dropFirst() { places.insert(Int(share.first) + index << Int(share.shift)) }
        }
        return places.allSatisfy { place in
            var (below, above) = (0, 0)
            for share in shares {
                let weight = Int(share.weight(at: place))
                if weight < 0 { below += weight } else { above += weight }
            }
            return below >= -8100 && above <= 24400
        }
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        var result = [SurfaceRead(surface: position, rect: part.offset(x: positionDx, y: positionDy))]
        if let limit { result.append(SurfaceRead(surface: limit.surface, rect: part.offset(x: limit.dx, y: limit.dy))) }
        for share in shares {
            let rect = PixelRect(
                columns: part.columns.moved(by: share.dx), rows: share.kernel.inputs(part.rows.moved(by: share.dy)))
            result.append(SurfaceRead(surface: share.source, rect: rect, edge: share.edge))
        }
        return result
    }

    package mutating func crop(to regions: PlanRegions) {
        (positionDx, positionDy) = regions.moved(positionDx, positionDy, from: target, to: position)
        if let old = limit {
            let d = regions.moved(old.dx, old.dy, from: target, to: old.surface)
            limit = Limit(old.surface, dx: d.x, dy: d.y)
        }
        let part = regions[target]
        for index in shares.indices {
            let from = regions[shares[index].source]
            shares[index].kernel = shares[index].kernel.shifted(outputs: 0, inputs: from.y)
            shares[index].dx += part.x - from.x
            shares[index].dy += part.y
        }
    }
}
