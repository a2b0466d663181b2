import PenumbraBitmap
import PenumbraGeometry

/// Finds the pixels in which pictures of one size and depth differ, from their plans alone.
///
/// Every surface gets a number for what it holds, which follows from the passes that made it. The paint on the canvas is then a
/// list of operations, each with its area. A pixel is the same in two pictures if the same operations paint it in the same
/// order.
public struct PlanComparison {
    /// The pixels that a pass writes: the pass with numbers for the surfaces it reads, the target's size, and the pictures.
    private struct Content: Hashable {
        var pass: Pass
        var format: Surface.Format
        var width: Int
        var height: Int
        var pictures: [ObjectIdentifier]
    }

    /// Paint on the canvas.
    private struct Operation {
        /// The number of the pass without its region.
        var number: Int
        /// The paint, wherever it lies on the canvas. Nil for paint that can't move.
        var moving: Moving?
        var areas: [PixelRect]
        /// The gradients that the paint reads. `number` doesn't know their geometry.
        var gradients: [ReadGradient] = []
    }

    /// A gradient whose pixels are the same everywhere outside an area of the canvas, whatever its geometry.
    private struct ReadGradient: Hashable {
        /// The number of the gradient with its geometry.
        var number: SurfaceID
        var area: PixelRect
    }

    /// Paint as if it could lie anywhere.
    private struct Moving: Hashable {
        /// The number of the pass without its region and without its place.
        var number: Int
        /// The place of the paint on the canvas. Nil for paint without a place, such as a colour.
        var origin: PixelOffset?
    }

    private struct PixelOffset: Hashable {
        var x: Int
        var y: Int
    }

    /// How a picture follows from the picture before.
    public struct Changes: Hashable, Sendable {
        /// The areas that must be drawn. They don't overlap.
        public var areas: [PixelRect]
        /// The areas whose pixels lay elsewhere in the picture before. They don't overlap `areas`.
        public var moved: [PixelRect] = []
        /// How far the moved pixels have moved.
        public var dx = 0
        public var dy = 0
    }

    private var plan: RenderPlan?
    private var operations: [Operation] = []
    /// The numbers of the last plan's contents.
    private var numbers: [Content: Int] = [:]
    private var count = 0
    /// The surfaces of the last plan that the plan before it made as well, with the same pixels.
    public private(set) var stillSurfaces: Set<SurfaceID> = []

    public init() {}

    /// The areas of the picture that may differ from the picture of the plan before.
    ///
    /// The areas don't overlap. The first picture, and a picture of another size or depth, differ everywhere.
    public mutating func changes(in next: RenderPlan) -> [PixelRect] {
        let whole = PixelRect(x: 0, y: 0, width: next.width, height: next.height)
        guard let before = advance(to: next) else { return [whole] }
        return Self.merged(Self.cut(Self.differences(before, operations), to: whole))
    }

    /// The areas of the picture that may differ from the picture of the plan before, where whole pixels may have moved.
    public mutating func changesAndMoves(in next: RenderPlan) -> Changes {
        let whole = PixelRect(x: 0, y: 0, width: next.width, height: next.height)
        guard let before = advance(to: next) else { return Changes(areas: [whole]) }
        let changed = Self.cut(Self.differences(before, operations), to: whole)
        let still = Changes(areas: Self.merged(changed))
        guard !changed.isEmpty, let move = Self.likelyMove(from: before, to: operations) else { return still }
        let shifted = whole.offset(x: move.x, y: move.y)
        let differing =
            Self.cut(Self.movedDifferences(before, operations, by: move), to: whole) + whole.subtracting(shifted)
        guard changed.count * differing.count <= Self.mostPairs else { return still }
        let drawn = Self.merged(
            changed.flatMap { area in differing.map { $0.intersection(area) } }.filter { !$0.isEmpty })
        var result = Changes(areas: drawn, dx: move.x, dy: move.y)
        // Pixels that didn't change stay where they are, even between areas that have moved.
        for area in changed { result.moved += Self.subtract(drawn, from: [area]).filter { !$0.isEmpty } }
        return Self.size(of: drawn) < Self.size(of: still.areas) && result.moved.count <= Self.mostMoves ? result : still
    }

    /// Traces the next plan, and returns the operations of the plan before. Nil if there is none of the same
    /// size and depth.
    private mutating func advance(to next: RenderPlan) -> [Operation]? {
        let before = operations
        let last = plan
        operations = trace(next)
        // The pictures of a plan must exist as long as their identities are compared.
        plan = next
        guard let last, last.width == next.width, last.height == next.height, last.depth == next.depth else { return nil }
        return before
    }

    private static func cut(_ areas: [PixelRect], to whole: PixelRect) -> [PixelRect] {
        areas.map { $0.intersection(whole) }.filter { !$0.isEmpty }
    }

    private static func size(of areas: [PixelRect]) -> Int { areas.reduce(0) { $0 + size($1) } }

    /// The most areas that are moved in one picture.
    private static let mostMoves = 64

    // MARK: Moves

    /// The distance that most of the paint has moved, counted in pixels. Nil if nothing has moved.
    private static func likelyMove(from a: [Operation], to b: [Operation]) -> PixelOffset? {
        // Paint that occurs several times may have moved to any of its places.
        var places: [Int: PixelOffset?] = [:]
        for case let moving? in a.lazy.map(\.moving) {
            guard let origin = moving.origin else { continue }
            places[moving.number] = .some(places[moving.number] == nil ? origin : nil)
        }
        var votes: [PixelOffset: Int] = [:]
        for operation in b {
            guard let moving = operation.moving, let origin = moving.origin, case let before?? = places[moving.number],
                before != origin
            else { continue }
            let move = PixelOffset(x: origin.x - before.x, y: origin.y - before.y)
            votes[move, default: 0] += size(of: operation.areas)
        }
        return votes.max { ($0.value, $0.key.y, $0.key.x) < ($1.value, $1.key.y, $1.key.x) }?.key
    }

    /// The areas of the picture `b` in which it may differ from the picture `a` moved by an offset.
    private static func movedDifferences(_ a: [Operation], _ b: [Operation], by move: PixelOffset) -> [PixelRect] {
        var numbers: [Moving: Int] = [:]
        func number(_ operation: Operation, _ move: PixelOffset, _ fixed: Int) -> Int {
            // Paint that can't move is different from all other paint.
            guard var moving = operation.moving else { return fixed }
            if let origin = moving.origin { moving.origin = PixelOffset(x: origin.x + move.x, y: origin.y + move.y) }
            if let known = numbers[moving] { return known }
            numbers[moving] = numbers.count
            return numbers.count - 1
        }
        let before = a.enumerated().map { index, operation in
            Operation(
                number: number(operation, move, -2 * index - 1), areas: operation.areas.map { $0.offset(x: move.x, y: move.y) })
        }
        let after = b.enumerated().map { index, operation in
            Operation(number: number(operation, PixelOffset(x: 0, y: 0), -2 * index - 2), areas: operation.areas)
        }
        return differences(before, after)
    }

    // MARK: Tracing

    private static let fresh = SurfaceID(index: -1)
    private static let anyCanvas = SurfaceID(index: -2)

    /// The most copies of a picture that are compared one by one. More of them are compared as a whole.
    private static let mostInstances = 256

    private mutating func trace(_ whole: RenderPlan) -> [Operation] {
        let plan = whole.expandingInstances { $0.list.count <= Self.mostInstances }
        var known: [Content: Int] = [:]
        var held: [SurfaceID: SurfaceID] = [:]
        // Surfaces with gradients that end: their numbers without the gradients' geometry, and the areas outside which the
        // gradients have ended.
        var endings: [SurfaceID: (number: SurfaceID, area: PixelRect)] = [:]
        var result: [Operation] = []
        let firstNew = count
        func number(_ pass: Pass, _ step: any PassStep) -> Int {
            let surface = plan[step.target]
            let content = Content(
                pass: pass, format: surface.format, width: surface.width, height: surface.height,
                pictures: step.images.map { ObjectIdentifier(plan.images[$0.index]) })
            if let number = known[content] { return number }
            let number = numbers[content] ?? count
            if number == count { count += 1 }
            known[content] = number
            return number
        }
        for pass in plan.passes {
            let step = pass.step
            let target = step.target
            if target == plan.canvas {
                let places = endings.isEmpty ? [] : pass.placedSurfaces
                let gradients = places.compactMap { place in
                    endings[place.surface].map { ending in
                        ReadGradient(
                            number: held[place.surface] ?? Self.fresh, area: ending.area.offset(x: place.x, y: place.y))
                    }
                }
                let ended = Set(places.map(\.surface))
                func named(_ pass: Pass, exactly: Bool) -> Pass {
                    pass.renamed { id in
                        if id == target { return Self.anyCanvas }
                        if !exactly, ended.contains(id), let ending = endings[id] { return ending.number }
                        return held[id] ?? Self.fresh
                    }
                }
                let (anywhere, area) = pass.withoutRegion(on: plan[target].bounds)
                let operation = number(named(anywhere, exactly: false), step)
                if let last = result.last, last.number == operation, last.gradients == gradients {
                    result[result.count - 1].areas.append(area)
                } else {
                    var moving: Moving?
                    if let (pass, place) = anywhere.withoutPlace() {
                        moving = Moving(
                            number: number(named(pass, exactly: true), step),
                            origin: place.map { PixelOffset(x: $0.x, y: $0.y) })
                    }
                    result.append(Operation(number: operation, moving: moving, areas: [area], gradients: gradients))
                }
            }
            let content = pass.renamed { id in id == target && !step.changesTarget ? Self.fresh : held[id] ?? Self.fresh }
            func ending() -> (number: SurfaceID, area: PixelRect)? {
                if case .shade(var shade) = content, let area = shade.shading.areaBeforeEnd {
                    shade.shading.geometry = .linear(columns: [], rows: [])
                    return (SurfaceID(index: number(.shade(shade), step)), area)
                }
                guard case .composite = pass, !endings.isEmpty else { return nil }
                // Each pixel of a composite depends on the same pixel of its surfaces alone.
                let places = pass.placedSurfaces
                var areas = places.compactMap { place in endings[place.surface]?.area.offset(x: place.x, y: place.y) }
                if let before = endings[target] { areas.append(before.area) }
                guard !areas.isEmpty else { return nil }
                let named = pass.renamed { id in
                    let isPlaced = id == target || places.contains { $0.surface == id }
                    return (isPlaced ? endings[id]?.number : nil) ?? held[id] ?? Self.fresh
                }
                return (SurfaceID(index: number(named, step)), areas.reduce(.empty) { $0.union($1) })
            }
            // Both follow from the surfaces as they were before the pass.
            (held[target], endings[target]) = (SurfaceID(index: number(content, step)), ending())
        }
        numbers = known
        let still = held.lazy.filter { id, content in
            id != plan.canvas && id.index < whole.surfaces.count && content.index < firstNew
        }
        stillSurfaces = Set(still.map(\.key))
        return result
    }

    // MARK: Comparing

    /// The most pairs of operations that are compared.
    private static let mostPairs = 1 << 22

    private static func differences(_ a: [Operation], _ b: [Operation]) -> [PixelRect] {
        var start = 0
        var result: [PixelRect] = []
        func compare(_ one: Operation, _ other: Operation) {
            if one.areas != other.areas {
                result += subtract(other.areas, from: one.areas) + subtract(one.areas, from: other.areas)
            }
            guard one.gradients != other.gradients else { return }
            for gradient in one.gradients + other.gradients {
                result += (one.areas + other.areas).map { $0.intersection(gradient.area) }
            }
        }
        while start < a.count, start < b.count, a[start].number == b[start].number {
            compare(a[start], b[start])
            start += 1
        }
        var (endA, endB) = (a.count, b.count)
        while endA > start, endB > start, a[endA - 1].number == b[endB - 1].number {
            (endA, endB) = (endA - 1, endB - 1)
            compare(a[endA], b[endB])
        }
        let (middleA, middleB) = (a[start..<endA], b[start..<endB])
        for (one, other) in pairs(middleA, middleB) {
            switch (one, other) {
            case (let one?, let other?): compare(one, other)
            case (let one?, nil): result += one.areas
            case (nil, let other?): result += other.areas
            case (nil, nil): break
            }
        }
        return result
    }

    /// Pairs equal operations in the order of both lists, as many as possible. Others have no partner.
    private static func pairs(
        _ a: ArraySlice<Operation>, _ b: ArraySlice<Operation>
    ) -> [(Operation?, Operation?)] {
        let (a, b) = (Array(a), Array(b))
        guard !a.isEmpty, !b.isEmpty, a.count * b.count <= mostPairs else { return a.map { ($0, nil) } + b.map { (nil, $0) } }
        // The length of the longest common subsequence of each two ends.
        let width = b.count + 1
        var lengths = [Int32](repeating: 0, count: (a.count + 1) * width)
        for i in a.indices.reversed() {
            for j in b.indices.reversed() {
                lengths[i * width + j] =
                    a[i].number == b[j].number
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var result: [(Operation?, Operation?)] = []
        var (i, j) = (0, 0)
        while i < a.count || j < b.count {
            if i < a.count, j < b.count, a[i].number == b[j].number {
                result.append((a[i], b[j]))
                (i, j) = (i + 1, j + 1)
            } else if j == b.count || i < a.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                result.append((a[i], nil))
                i += 1
            } else {
                result.append((nil, b[j]))
                j += 1
            }
        }
        return result
    }

    private static func subtract(_ covers: [PixelRect], from areas: [PixelRect]) -> [PixelRect] {
        var pieces = areas
        for cover in covers { pieces = pieces.flatMap { $0.subtracting(cover) } }
        return pieces
    }

    // MARK: Merging

    /// The most areas that a picture is redrawn in.
    private static let mostAreas = 4

    /// Joins areas until they are few and apart, and together hardly larger than before.
    private static func merged(_ areas: [PixelRect]) -> [PixelRect] {
        var result: [PixelRect] = []
        for area in areas {
            var area = area
            // An area that grows may reach another area.
            while let index = result.firstIndex(where: { !$0.outset(x: 8, y: 8).intersection(area).isEmpty }) {
                area = area.union(result.remove(at: index))
            }
            result.append(area)
            if result.count > mostAreas { joinNearest(&result) }
        }
        return result
    }

    private static func joinNearest(_ areas: inout [PixelRect]) {
        var best = (first: 0, second: 1, growth: Int.max)
        for i in areas.indices {
            for j in areas.indices where j > i {
                let growth = size(areas[i].union(areas[j])) - size(areas[i]) - size(areas[j])
                if growth < best.growth { best = (i, j, growth) }
            }
        }
        var joined = areas[best.first].union(areas[best.second])
        areas.remove(at: best.second)
        areas.remove(at: best.first)
        while let index = areas.firstIndex(where: { !$0.intersection(joined).isEmpty }) {
            joined = joined.union(areas.remove(at: index))
        }
        areas.append(joined)
    }

    private static func size(_ area: PixelRect) -> Int { area.width * area.height }
}
