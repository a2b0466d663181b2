import PenumbraGeometry

/// The part of each surface that part of the picture is made from.
///
/// Every pass says which places of its sources each of its pixels reads; from the last pass to the first, what is wanted of a
/// target becomes what is wanted of its sources.
struct PlanRegions {
    private let plan: RenderPlan
    /// For each surface, a rectangle inside it; empty where it is not needed at all.
    private(set) var parts: [PixelRect]
    /// Surfaces that passes which stay read, perhaps only outside of them.
    private var isRead: [Bool]
    /// Surfaces of which passes other than `spread` read what `rowMaxima` made: runs that reach beyond a cut would be shorter
    /// there.
    private let runTables: Set<SurfaceID>

    init(_ plan: RenderPlan, wanted: PixelRect) {
        self.plan = plan
        parts = Array(repeating: .empty, count: plan.surfaces.count)
        isRead = Array(repeating: false, count: plan.surfaces.count)
        runTables = Set(
            plan.passes.compactMap { pass in
                if case .rowMaxima(_, let target, _) = pass { target } else { nil }
            })
        isRead[plan.canvas.index] = true
        parts[plan.canvas.index] = wanted.intersection(plan[plan.canvas].bounds)
        // What must have the same place in two surfaces may grow the one that was looked at already. Parts only ever grow.
        var before: [PixelRect]
        repeat {
            before = parts
            for pass in plan.passes.reversed() { visit(pass) }
        } while parts != before
    }

    subscript(id: SurfaceID) -> PixelRect { parts[id.index] }

    /// Whether a pass is needed at all.
    func needs(_ pass: Pass) -> Bool {
        guard !parts[pass.target.index].isEmpty else { return false }
        guard case .composite(let composite) = pass else { return true }
        return !composite.region.intersection(parts[pass.target.index]).isEmpty
    }

    private mutating func visit(_ pass: Pass) {
        let target = pass.target
        if parts[target.index].isEmpty {
            guard isRead[target.index] else { return }
            // Something reads nothing but what lies outside.
            parts[target.index] = PixelRect(x: 0, y: 0, width: 1, height: 1)
        }
        tieToSources(pass)
        align(target, to: pass)
        guard needs(pass) else { return }
        for read in pass.reads(of: parts[target.index], in: plan) {
            isRead[read.surface.index] = true
            let bounds = plan[read.surface].bounds
            if runTables.contains(read.surface), !pass.isSpread {
                parts[read.surface.index] = bounds
            } else {
                grow(read.surface, by: read.rect.held(to: bounds, read.edge))
            }
        }
    }

    private mutating func grow(_ id: SurfaceID, by rect: PixelRect) {
        parts[id.index] = parts[id.index].union(rect.intersection(plan[id].bounds))
    }

    /// Passes whose target and sources must be of sizes that fit together: what else is wanted of a source is wanted of the
    /// target too.
    private mutating func tieToSources(_ pass: Pass) {
        switch pass {
        case .dither(let source, let target):
            grow(target, by: parts[source.index])
        case .filterColors(let source, let target, let axis, _):
            let (other, own) = (parts[source.index], parts[target.index])
            guard !other.isEmpty else { break }
            switch axis {
            case .horizontal: grow(target, by: PixelRect(x: own.x, y: other.y, width: own.width, height: other.height))
            case .vertical: grow(target, by: PixelRect(x: other.x, y: own.y, width: other.width, height: own.height))
            }
        case .mergeChannels(let sources, _, _, _, _, _):
            let all = sources.reduce(PixelRect.empty) { $0.union(parts[$1.index]) }
            for source in sources { grow(source, by: all) }
        case .rowMaxima(let source, let target, let levels):
            let other = parts[source.index]
            guard !other.isEmpty else { break }
            grow(
                target,
                by: PixelRect(
                    minX: other.x, minY: other.y / 2 * (levels + 1), maxX: other.maxX, maxY: (other.maxY + 1) / 2 * (levels + 1)
                ))
        case .spread(let source, let target, let disc, _):
            let other = parts[source.index]
            guard !other.isEmpty else { break }
            let each = disc.levels + 1
            grow(
                target,
                by: PixelRect(
                    minX: other.x, minY: other.y / each, maxX: max(other.x + 1, other.maxX - 2 * disc.reachX),
                    maxY: max(other.y / each + 1, (other.maxY + each - 1) / each - 2 * disc.reachY)))
        default: break
        }
    }

    /// Moves a part's sides outwards to where a pass can be cut.
    private mutating func align(_ id: SurfaceID, to pass: Pass) {
        var (columns, rows) = (1, 1)
        switch pass {
        case .dither: (columns, rows) = (8, 8)
        case .peaks: rows = 2
        case .rowMaxima(_, _, let levels): rows = levels + 1
        default: return
        }
        let part = parts[id.index]
        let (x, y) = (part.x / columns * columns, part.y / rows * rows)
        let (maxX, maxY) = ((part.maxX + columns - 1) / columns * columns, (part.maxY + rows - 1) / rows * rows)
        grow(id, by: PixelRect(minX: x, minY: y, maxX: maxX, maxY: maxY))
    }
}

extension Surface {
    /// All of it.
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

extension Pass {
    var isSpread: Bool { if case .spread = self { true } else { false } }
}

extension PixelRect {
    /// The part inside `other`; with clamped edges at least the nearest row and column.
    func held(to other: PixelRect, _ edge: Edge) -> PixelRect {
        guard edge == .clamp, !isEmpty, !other.isEmpty else { return intersection(other) }
        func held(_ low: Int, _ high: Int, _ first: Int, _ end: Int) -> (Int, Int) {
            (max(first, min(end - 1, low)), max(first + 1, min(end, high)))
        }
        let (left, right) = held(x, maxX, other.x, other.maxX)
        let (top, bottom) = held(y, maxY, other.y, other.maxY)
        return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
    }
}
