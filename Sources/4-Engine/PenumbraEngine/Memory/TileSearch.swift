import PenumbraGeometry
import PenumbraPlan

/// What a plan takes in tiles of different sizes: the most that any tile does, not that of one of them, since a picture may be
/// empty at one end and full of blurs at the other.
///
/// Looking at a tile takes about as long as planning it, which is little beside drawing it. A size is given up at the first
/// tile that has no room, and the next is tried there first.
struct TileSearch {
    private let cropper: PlanCropper
    private var plan: RenderPlan { cropper.plan }
    private let keepsPicture: Bool
    private let multiple: Int
    private let memory: (RenderPlan) -> Int
    /// Nanoseconds for a pixel that a pass writes, on average.
    private let workOfPixel: Double
    /// Nanoseconds for finding out what a tile needs of a pass, mostly nothing.
    private static let workOfCut = 1000
    /// Whether a tile is copied from where it was drawn even if it is the whole picture.
    var copiesWhole = false
    /// Passes that were looked at, once for each tile.
    private(set) var effort = 0
    /// Whether every tile of the size that was found was looked at. Where not, a tile can turn out to have no room.
    private(set) var isCertain = true
    /// Where the last size that had no room did not have it.
    private var tightest: (x: Int, y: Int)

    /// Beyond so many passes no better size is looked for, and the first that has room as far as it was looked at is taken:
    /// about half a second.
    private static let mostEffort = 400_000

    /// - Parameters:
    ///   - keepsPicture: whether the finished picture is held as a whole in any case, and is not counted.
    ///   - multiple: of which as many rows are held at once where the picture is not kept; at least 1.
    ///   - memory: the bytes that drawing a plan takes.
    init(_ plan: RenderPlan, keepsPicture: Bool, multiple: Int, memory: @escaping (RenderPlan) -> Int) {
        cropper = PlanCropper(plan)
        self.keepsPicture = keepsPicture
        self.multiple = max(1, multiple)
        self.memory = memory
        workOfPixel = Double(plan.work) / Double(max(1, plan.paintedPixels))
        tightest = (plan.width / 2, plan.height / 2)
    }

    /// The size that costs the least work of those that fit; where none does, the smallest, and what one of its tiles takes.
    ///
    /// - Returns: the work in nanoseconds of one core, like `RenderPlan.work`.
    mutating func best(in bytes: Int) -> (size: TileSize, bytes: Int, work: Int) {
        isCertain = true
        let whole = TileSize(width: plan.width, height: plan.height)
        var least = (size: whole, bytes: 0, work: plan.work)
        // All of it needs no look at what its parts read.
        least.bytes = memory(plan) + pictures(whole)
        if least.bytes <= bytes { return least }
        var best: (size: TileSize, bytes: Int, work: Int)?
        var height = plan.height
        while height > TileSize.smallest {
            height = TileSize.half(height)
            var width = plan.width
            widths: while true {
                let size = TileSize(width: width, height: height)
                switch look(at: size, in: bytes, cheaperThan: best?.work ?? .max, isFirst: best == nil) {
                case .fits(let needed, let work):
                    best = (size, needed, work)
                    break widths
                case .costsMore:
                    // Narrower tiles only cost more.
                    break widths
                case .hasNoRoom(let needed):
                    if needed < least.bytes { least = (size, needed, .max) }
                }
                if width <= TileSize.smallest { break }
                width = TileSize.half(width)
            }
        }
        return best ?? least
    }

    private enum Result {
        /// With the most bytes that a tile takes, and the work of all of them.
        case fits(bytes: Int, work: Int)
        case hasNoRoom(bytes: Int)
        case costsMore
    }

    /// - Parameter isFirst: whether no size was found yet.
    private mutating func look(at size: TileSize, in bytes: Int, cheaperThan mostWork: Int, isFirst: Bool) -> Result {
        let (columns, rows) = size.counts(plan)
        var (most, work, looked) = (0, 0, 0)
        let first = (column: tightest.x / size.width, row: tightest.y / size.height)
        /// Nil where it fits.
        func result(_ column: Int, _ row: Int) -> Result? {
            let tile = self.tile(size, columns: column..<column + 1, rows: row..<row + 1)
            let (needed, tileWork) = self.needed(tile, size)
            most = max(most, needed)
            looked += 1
            if needed > bytes {
                tightest = (tile.x, tile.y)
                return .hasNoRoom(bytes: needed)
            }
            work += tileWork
            return work >= mostWork ? .costsMore : nil
        }
        if let result = result(first.column, first.row) { return result }
        for row in 0..<rows {
            for column in 0..<columns where (column, row) != first {
                if effort > Self.mostEffort {
                    guard isFirst else { return .costsMore }
                    // Others may take twice as much as those that were looked at. They can be cut, but for the rows on their way.
                    guard keepsPicture || 2 * most <= bytes else { return .hasNoRoom(bytes: 2 * most) }
                    isCertain = false
                    // The others are as much work as those that were looked at, on average.
                    return .fits(bytes: most, work: work / looked * (columns * rows))
                }
                if let result = result(column, row) { return result }
            }
        }
        return .fits(bytes: most, work: work)
    }

    /// At least what any tile of a size takes; where one takes more than `bytes`, what one of those takes, and else no more
    /// than that. Groups of tiles are looked at together where there is room for all of a group at once.
    mutating func bound(_ size: TileSize, in bytes: Int) -> Int {
        let (columns, rows) = size.counts(plan)
        let middle = tile(
            size, columns: tightest.x / size.width..<tightest.x / size.width + 1,
            rows: tightest.y / size.height..<tightest.y / size.height + 1)
        let pictures = pictures(size)
        let easily = min(bytes, max(Self.easilyHad, 2 * needed(middle, size).bytes))
        var most = 0
        var groups = [(columns: 0..<columns, rows: 0..<rows)]
        while let group = groups.popLast() {
            let rect = tile(size, columns: group.columns, rows: group.rows)
            let isOne = group.columns.count == 1 && group.rows.count == 1
            effort += plan.passes.count + 1
            let needed = memory(cropper.footprint(of: rect).plan) + pictures
            if needed > easily, !isOne {
                // A part of it takes no more.
                let isWide = group.columns.count > 1 && (rect.width > rect.height || group.rows.count == 1)
                let range = isWide ? group.columns : group.rows
                let middle = range.lowerBound + range.count / 2
                for half in [range.lowerBound..<middle, middle..<range.upperBound] {
                    groups.append(isWide ? (half, group.rows) : (group.columns, half))
                }
                continue
            }
            most = max(most, needed)
            if most > bytes { break }
        }
        return most
    }

    private static let easilyHad = 64 << 20

    private func tile(_ size: TileSize, columns: Range<Int>, rows: Range<Int>) -> PixelRect {
        PixelRect(
            minX: columns.lowerBound * size.width, minY: rows.lowerBound * size.height,
            maxX: min(plan.width, columns.upperBound * size.width), maxY: min(plan.height, rows.upperBound * size.height))
    }

    private mutating func needed(_ tile: PixelRect, _ size: TileSize) -> (bytes: Int, work: Int) {
        effort += plan.passes.count + 1
        let (footprint, pixels) = cropper.footprint(of: tile)
        return (memory(footprint) + pictures(size), Int(Double(pixels) * workOfPixel) + plan.passes.count * Self.workOfCut)
    }

    /// The tile's own picture, which may be larger by some pixels, the rows that it is copied to, and what is made of those on
    /// their way to a file.
    private func pictures(_ size: TileSize) -> Int {
        let isWhole = size.width >= plan.width && size.height >= plan.height
        let own =
            isWhole && keepsPicture && !copiesWhole
            ? 0 : 4 * (min(plan.width, size.width) + 16) * (min(plan.height, size.height) + 16)
        return own + (keepsPicture ? 0 : 8 * plan.width * size.rowsAtOnce(of: plan.height, multiple: multiple))
    }
}
