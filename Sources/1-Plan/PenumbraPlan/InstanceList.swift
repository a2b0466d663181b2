import PenumbraGeometry

/// Many copies of one picture, each at its own place, size, angle, tint and opacity: see `DrawInstances`.
///
/// The numbers of all copies lie in a few long tables, so that a list of thousands takes few pieces of memory.
public struct InstanceList: Sendable {
    /// One copy of the picture.
    public struct Instance: Hashable, Sendable {
        /// The pixels of the target that show the copy. They may reach outside the target.
        public internal(set) var area: PixelRect
        /// How the pixels of `area` read the picture.
        package internal(set) var sampling: Sampling
        /// The first of the rows' entries in `stripStarts`. Nil if all of the area is covered.
        package internal(set) var coverage: Int?
        /// The index of the tint in `tints`. Nil for none.
        package internal(set) var tint: Int?
        /// The opacity in Q15, 0…32768.
        public internal(set) var opacity: UInt16
    }

    package enum Sampling: Hashable, Sendable {
        /// The first entries of the area's columns and rows in the tables of the list, and what the columns read.
        case stretched(column: Int, row: Int, reach: ResamplingTable.Reach)
        /// The index of the map in `maps`.
        case turned(Int)
    }

    public internal(set) var instances: [Instance] = []
    /// The smallest rectangle around all areas.
    public internal(set) var bounds = PixelRect.empty
    package var columns = ResamplingTable(starts: [], offsets: [0], weights: [])
    package var rows = ResamplingTable(starts: [], offsets: [0], weights: [])
    /// The coverage of the copies: the rows of all of them, one copy after another. A strip's row counts from its copy's top.
    package var strips: [Coverage.Strip] = []
    package var stripStarts: [Int32] = [0]
    package var maps: [AffineSampling] = []
    package var tints: [MapColors.Matrix] = []
    /// The estimated time of all copies in nanoseconds.
    public private(set) var work = 0

    public init() {}

    public var count: Int { instances.count }
    /// The height of the highest copy.
    package var longestHeight: Int { instances.reduce(0) { max($0, $1.area.height) } }

    /// The bytes of the list.
    package var byteCount: Int {
        columns.byteCount + rows.byteCount + strips.count * MemoryLayout<Coverage.Strip>.stride + stripStarts.count * 4
            + instances.count * MemoryLayout<Instance>.stride + tints.count * MemoryLayout<MapColors.Matrix>.stride
            + bytesOfMaps
    }
    private var bytesOfMaps = 0

    /// The most entries of a table. Their places are numbers of 32 bits.
    package static let mostEntries = 1 << 26

    /// Whether there is room for another copy of any size that copies have.
    package var hasRoom: Bool {
        max(columns.weights.count, rows.weights.count, strips.count, stripStarts.count) < Self.mostEntries
            && instances.count < Self.mostEntries
    }

    /// The longest side of a copy. Larger pictures gain nothing from being drawn together.
    package static let longestSide = 512

    /// True if a copy's pixels are means over areas, which need a large table each.
    package var hasAreas: Bool {
        maps.contains { if case .area = $0.filter { true } else { false } }
    }

    /// Adds a copy that is stretched evenly along columns and rows: see `ResamplingTable.stretch`.
    package mutating func add(
        _ area: PixelRect, columns: ResamplingTable.Stretch, rows: ResamplingTable.Stretch, coverage: Coverage? = nil,
        tint: MapColors.Matrix? = nil, opacity: UInt16 = UInt16(Q15.one)
    ) {
        let (column, row) = (self.columns.count, self.rows.count)
        self.columns.append(columns)
        self.rows.append(rows)
        let reach = self.columns.reach(of: column..<self.columns.count)
        append(area, .stretched(column: column, row: row, reach: reach), coverage, tint, opacity)
        let rowWeights = self.rows.offsets[self.rows.count] - self.rows.offsets[row]
        let columnWeights = self.columns.offsets[self.columns.count] - self.columns.offsets[column]
        work += 4 * (Int(rowWeights) * reach.columns.count + Int(columnWeights) * area.height)
    }

    /// Adds a copy under any affine map.
    package mutating func add(
        _ area: PixelRect, map: AffineSampling, coverage: Coverage? = nil, tint: MapColors.Matrix? = nil,
        opacity: UInt16 = UInt16(Q15.one)
    ) {
        append(area, .turned(maps.count), coverage, tint, opacity)
        maps.append(map)
        bytesOfMaps += 8 * map.columnU.count + 16 * map.rowU.count + MemoryLayout<AffineSampling>.stride
        if case .area(let weights) = map.filter { bytesOfMaps += weights.byteCount }
        work += map.work
    }

    private mutating func append(
        _ area: PixelRect, _ sampling: Sampling, _ coverage: Coverage?, _ tint: MapColors.Matrix?, _ opacity: UInt16
    ) {
        var first: Int?
        if let coverage {
            first = stripStarts.count - 1
            let before = Int32(strips.count)
            strips += coverage.strips
            for start in coverage.rowStarts.dropFirst() { stripStarts.append(before + start) }
        }
        var index: Int?
        if let tint {
            if tints.last != tint { tints.append(tint) }
            index = tints.count - 1
        }
        instances.append(Instance(area: area, sampling: sampling, coverage: first, tint: index, opacity: opacity))
        bounds = bounds.union(area)
        let pixels = area.width * area.height
        work += Self.workOfInstance + pixels * (2 + (coverage == nil ? 0 : 2) + (tint == nil ? 0 : 14))
    }

    /// The time to plan and order a copy, in nanoseconds.
    static let workOfInstance = 10_000

    /// Returns the copies that part of the target shows, in the part's own coordinates.
    func cropped(to part: PixelRect) -> InstanceList {
        var result = self
        result.instances = instances.filter { !$0.area.intersection(part).isEmpty }
        result.bounds = .empty
        for index in result.instances.indices {
            result.instances[index].area = result.instances[index].area.offset(x: -part.x, y: -part.y)
            result.bounds = result.bounds.union(result.instances[index].area)
        }
        if !instances.isEmpty { result.work = work / instances.count * result.instances.count }
        return result
    }
}

extension InstanceList: Hashable {
    /// Leaves out most numbers. Lists that differ in them alone are rare, and hashing all numbers takes longer than comparing
    /// them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bounds)
        hasher.combine(instances.count)
        hasher.combine(instances.first)
        hasher.combine(instances.last)
        for count in [columns.weights.count, rows.weights.count, strips.count, maps.count] { hasher.combine(count) }
    }
}

extension ResamplingTable {
    /// What some target columns read of a picture.
    package struct Reach: Hashable, Sendable {
        /// The source columns, from first to last; never empty.
        package var columns: Range<Int>
        package var mostTaps: Int
        /// True if every target column is one source column, in order.
        package var isIdentity: Bool
    }

    func reach(of targets: Range<Int>) -> Reach {
        var (mostTaps, isIdentity) = (1, true)
        for i in targets {
            let taps = Int(offsets[i + 1] - offsets[i])
            mostTaps = max(mostTaps, taps)
            isIdentity = isIdentity && taps == 1 && (i == targets.lowerBound || starts[i - 1] + 1 == starts[i])
        }
        return Reach(columns: range(of: targets), mostTaps: mostTaps, isIdentity: isIdentity)
    }
}
