import PenumbraGeometry
import PenumbraPlan

/// Parameters of copies of a picture. Blend modes have a program of their own.
struct DrawInstancesParameters<Painting: ShaderVariant>: ProgramParameters {
    static var shader: String { "draw_instances" }
    static var variant: [ShaderDefinition] { [Painting.definition] }
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var firstRow: Int32 = 0
    var columnCount: Int32 = 0
    var rowCount: Int32 = 0
    /// The number of work groups in a row of them.
    var groupsAcross: Int32 = 0
    var operation: Int32 = 0
    var sourceWidth: Int32 = 0
    var sourceHeight: Int32 = 0
    var sourceStride: Int32 = 0
    /// The picture's column and row that the source begins with.
    var sourceLeft: Int32 = 0
    var sourceTop: Int32 = 0
    var isOpaque: Int32 = 0
    /// The places in the table of the weights of all columns and of all rows, and of all strips.
    var columnWeights: Int32 = 0
    var rowWeights: Int32 = 0
    var strips: Int32 = 0
}

extension DrawInstances {
    /// Whether dispatches for all copies can draw them. Copies that are made much smaller are filtered in two steps, by passes
    /// of their own.
    func fits(_ plan: RenderPlan, _ limits: GPULimits) -> Bool {
        guard !list.hasAreas, list.count <= Self.mostInstances, list.roundsEach <= Self.mostRoundsEach else { return false }
        // Each copy is in the lists of few work groups.
        let words = list.byteCount / 4 + 64 * list.count + plan[target].pixelCount / ShaderConstants.groupSize
        return 8 * words < limits.storageBlockBytes && plan[source].byteCount < limits.storageBlockBytes / 4
    }

    private static let mostInstances = 100_000
    private static let mostRoundsEach = 512
    /// The most rounds of all loops in one invocation. llvmpipe ends loops after 65,535 rounds.
    fileprivate static let mostRounds = 50_000
}

extension InstanceList {
    /// The most rounds of loops that a copy takes in an invocation of the shader.
    fileprivate var roundsEach: Int {
        func longest(_ offsets: [Int32]) -> Int { zip(offsets, offsets.dropFirst()).reduce(0) { max($0, Int($1.1 - $1.0)) } }
        // The way to a column of a strip is halved at most nine times, as often for both of its sides.
        return 1 + longest(columns.offsets) * (1 + longest(rows.offsets)) + longest(stripStarts) * 19
    }
}

extension PlanRecording {
    func record(_ pass: DrawInstances) throws(GPUError) {
        switch pass.operation {
        case .blend(.normal), .mix: try record(pass, DrawInstancesParameters<PlainPainting>())
        case .blend: try record(pass, DrawInstancesParameters<BlendedPainting>())
        }
    }

    private func record<Painting>(_ pass: DrawInstances, _ parameters: DrawInstancesParameters<Painting>) throws(GPUError) {
        let (target, source) = (stored(pass.target), stored(pass.source))
        let region = pass.list.bounds.intersection(target.surface.bounds)
        guard !region.isEmpty else { return }
        var p = parameters
        p.targetStride = target.layout.stride
        (p.firstColumn, p.columnCount) = (Int32(region.x), Int32(region.width))
        let across = (region.width + ShaderConstants.groupWidth - 1) / ShaderConstants.groupWidth
        p.groupsAcross = Int32(across)
        p.operation = pass.operation.number
        (p.sourceWidth, p.sourceHeight) = (Int32(source.surface.width), Int32(source.surface.height))
        p.sourceStride = source.layout.stride
        (p.sourceLeft, p.sourceTop) = (Int32(pass.left), Int32(pass.top))
        p.isOpaque = plan.images[pass.image.index].isOpaque ? 1 : 0
        let mostEach = DrawInstances.mostRounds / pass.list.roundsEach
        for rows in try bands(
            target.surface, rows: region.y..<region.maxY, needed: { [target.layout.bytes($0), source.layout.byteCount] })
        {
            (p.firstRow, p.rowCount) = (Int32(rows.lowerBound), Int32(rows.count))
            let part = PixelRect(columns: region.columns, rows: rows)
            var first = 0
            while first < pass.list.count {
                let words = InstanceWords(pass.list, from: first, mostEach: mostEach, in: part, across: across)
                first = words.end
                let table = tables.add(words.words)
                guard table.byteCount <= commands.limits.storageBlockBytes else {
                    throw .blockTooSmall(target.surface, limit: commands.limits.storageBlockBytes)
                }
                (p.columnWeights, p.rowWeights, p.strips) = (words.columnWeights, words.rowWeights, words.strips)
                commands.announce(reading: [source.resource], writing: [target.resource], area: part)
                commands.bind(0, target.resource, target.layout, rows: rows)
                commands.bind(1, source.resource, source.layout, rows: 0..<source.surface.height)
                bindTable(2, table)
                commands.dispatch(p, width: region.width, height: rows.count)
            }
        }
    }
}

/// The numbers of copies in the order in which the shader reads them.
private struct InstanceWords {
    private(set) var words: [Int32] = []
    private(set) var columnWeights: Int32 = 0
    private(set) var rowWeights: Int32 = 0
    private(set) var strips: Int32 = 0
    /// The first copy that is left to another dispatch, or the number of copies.
    private(set) var end = 0

    /// - Parameters:
    ///   - first: the first copy.
    ///   - mostEach: the most copies that a work group shows.
    ///   - region: the pixels of the target that are painted.
    ///   - across: the number of work groups in a row of them.
    init(_ list: InstanceList, from first: Int, mostEach: Int, in region: PixelRect, across: Int) {
        let down = (region.height + ShaderConstants.groupHeight - 1) / ShaderConstants.groupHeight
        var shown = [[Int32]](repeating: [], count: across * down)
        // The places of the copies' numbers follow from the length of the lists.
        var visible: [Int] = []
        end = first
        while end < list.count {
            let instance = list.instances[end]
            let part = instance.area.intersection(region).offset(x: -region.x, y: -region.y)
            guard !part.isEmpty, instance.opacity > 0 else {
                end += 1
                continue
            }
            let (columns, rows) = Self.groups(part)
            if rows.contains(where: { y in columns.contains { x in shown[y * across + x].count >= max(1, mostEach) } }) {
                break
            }
            for y in rows { for x in columns { shown[y * across + x].append(Int32(visible.count)) } }
            visible.append(end)
            end += 1
        }
        let records = shown.count + 1 + shown.reduce(0) { $0 + $1.count }
        var start = Int32(shown.count + 1)
        for copies in shown {
            words.append(start)
            start += Int32(copies.count)
        }
        words.append(start)
        for copies in shown { words += copies.map { Int32(records) + $0 * Self.wordsEach } }
        append(list, visible)
    }

    private static let wordsEach: Int32 = 12

    /// The work groups that show some pixels, which lie in the region.
    private static func groups(_ part: PixelRect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        let (width, height) = (ShaderConstants.groupWidth, ShaderConstants.groupHeight)
        return (part.x / width...(part.maxX - 1) / width, part.y / height...(part.maxY - 1) / height)
    }

    private mutating func append(_ list: InstanceList, _ visible: [Int]) {
        let records = words.count
        words += [Int32](repeating: -1, count: visible.count * Int(Self.wordsEach))
        func add(_ values: some Sequence<Int32>, _ words: inout [Int32]) -> Int32 {
            defer { words += values }
            return Int32(words.count)
        }
        let columnStarts = add(list.columns.starts, &words)
        let columnOffsets = add(list.columns.offsets, &words)
        columnWeights = add(list.columns.weights.lazy.map(Int32.init(bitPattern:)), &words)
        let rowStarts = add(list.rows.starts, &words)
        let rowOffsets = add(list.rows.offsets, &words)
        rowWeights = add(list.rows.weights.lazy.map(Int32.init(bitPattern:)), &words)
        let stripStarts = add(list.stripStarts, &words)
        strips = add(list.strips.lazy.flatMap { [$0.x0, $0.x1, $0.dy] }, &words)
        let tints = list.tints.map { add(MapColors.table(of: $0), &words) }
        for (number, index) in visible.enumerated() {
            let instance = list.instances[index]
            let area = instance.area
            let tint = instance.tint.map { tints[$0] } ?? -1
            let coverage = instance.coverage.map { stripStarts + Int32($0) } ?? -1
            var record: [Int32] = [area.x, area.y, area.width, area.height].map { Int32($0) }
            record += [Int32(instance.opacity), tint, coverage]
            switch instance.sampling {
            case .stretched(let column, let row, _):
                record += [
                    0, columnStarts + Int32(column), columnOffsets + Int32(column), rowStarts + Int32(row),
                    rowOffsets + Int32(row),
                ]
            case .turned(let map):
                let sampling = list.maps[map]
                let parts = [
                    sampling.columnU, sampling.columnV, sampling.rowU, sampling.rowV, sampling.firstColumns,
                    sampling.endColumns,
                ]
                let kind: Int32 = if case .bilinear = sampling.filter { 2 } else { 1 }
                record += [kind, add(parts.joined(), &words), 0, 0, 0]
            }
            let start = records + number * Int(Self.wordsEach)
            words.replaceSubrange(start..<start + Int(Self.wordsEach), with: record)
        }
    }
}
