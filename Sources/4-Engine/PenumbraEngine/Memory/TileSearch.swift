import PenumbraGeometry
import PenumbraPlan

/// Searches for the cheapest tile size that fits in memory.
///
/// The memory of a size is that of its most demanding tile, since a picture may be empty at one end and full of blurs at the
/// other. Checking a tile takes about as long as planning it, which is little compared with drawing it. A size is rejected at
/// the first tile that doesn't fit, and the next size is tried first at the same spot.
package struct TileSearch {
    private let plan: RenderPlan
    /// Cuts tiles out of the plan. Most plans are never cut.
    private lazy var cropper = PlanCropper(plan)
    private let keepsPicture: Bool
    private let multiple: Int
    private let memory: (RenderPlan) -> Int
    /// The bytes for drawing the whole plan, if they are known.
    private let bytesOfWhole: Int?
    private(set) lazy var workOfPlan = plan.work
    /// The average work, in nanoseconds, for each pixel that a pass writes.
    private lazy var workOfPixel = Double(workOfPlan) / Double(max(1, plan.paintedPixels))
    /// The work, in nanoseconds, for finding out which part of a pass a tile needs, which is mostly none.
    private static let workOfCut = 1000
    /// True when a tile is copied from its own bitmap even if it is the whole picture.
    var copiesWhole = false
    /// The number of passes checked so far, counted once for each tile.
    package private(set) var effort = 0
    /// True when every tile of the chosen size was checked. Otherwise a tile may turn out not to fit in memory.
    package private(set) var isCertain = true
    /// The position of the tile that didn't fit in the last rejected size.
    private var tightest: (x: Int, y: Int)

    /// The number of checked passes after which the search stops, about half a second. The first size that fits, as far as it
    /// was checked, is then taken.
    private static let mostEffort = 400_000

    /// - Parameters:
    ///   - keepsPicture: true when the whole finished picture is held in any case and isn't counted.
    ///   - multiple: if the picture isn't kept, rows are held in multiples of this number, at least 1.
    ///   - whole: the bytes for drawing the whole plan, if they are known.
    ///   - memory: estimates the bytes for drawing a plan.
    package init(
        _ plan: RenderPlan, keepsPicture: Bool, multiple: Int, whole: Int? = nil, memory: @escaping (RenderPlan) -> Int
    ) {
        self.plan = plan
        bytesOfWhole = whole
        self.keepsPicture = keepsPicture
        self.multiple = max(1, multiple)
        self.memory = memory
        tightest = (plan.width / 2, plan.height / 2)
    }

    /// The fitting size that costs the least work. If no size fits, the smallest size and the bytes that a tile of it takes.
    ///
    /// - Returns: the work in nanoseconds of one core, as in `RenderPlan.work`.
    package mutating func best(in bytes: Int) -> (size: TileSize, bytes: Int, work: Int) {
        isCertain = true
        let whole = TileSize(width: plan.width, height: plan.height)
        var least = (size: whole, bytes: 0, work: workOfPlan)
        // The whole picture needs no check of what its parts read.
        least.bytes = (bytesOfWhole ?? memory(plan)) + pictures(whole)
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
                    // Narrower tiles would only cost more.
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
        /// The size fits, with the largest number of bytes that a tile takes and the work of all tiles.
        case fits(bytes: Int, work: Int)
        case hasNoRoom(bytes: Int)
        case costsMore
    }

    /// Checks whether all tiles of a size fit in `bytes`, and adds up their work. The tile that last took too much comes first.
    ///
    /// - Parameter isFirst: true while no size has been found.
    private mutating func look(at size: TileSize, in bytes: Int, cheaperThan mostWork: Int, isFirst: Bool) -> Result {
        let (columns, rows) = size.counts(plan)
        var (most, work, looked) = (0, 0, 0)
        let first = (column: tightest.x / size.width, row: tightest.y / size.height)
        /// Nil when the tile fits.
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
                    // Unchecked tiles may take twice as much as the checked tiles. Tiles can be cut, but rows on their way to a
                    // file cannot.
                    guard keepsPicture || 2 * most <= bytes else { return .hasNoRoom(bytes: 2 * most) }
                    isCertain = false
                    // Unchecked tiles are assumed to take as much work as the checked tiles on average.
                    return .fits(bytes: most, work: work / looked * (columns * rows))
                }
                if let result = result(column, row) { return result }
            }
        }
        return .fits(bytes: most, work: work)
    }

    /// An upper bound on the memory of any tile of a size, or the memory of a tile that takes more than `bytes`. Groups of
    /// tiles are checked together if the whole group fits at once.
    package mutating func bound(_ size: TileSize, in bytes: Int) -> Int {
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
                // A part of the tile takes no more memory than the tile.
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

    /// The bytes of a tile's own bitmap, which may be slightly larger, of the rows it is copied to, and of the output made from
    /// these rows.
    private func pictures(_ size: TileSize) -> Int {
        let isWhole = size.width >= plan.width && size.height >= plan.height
        let own =
            isWhole && keepsPicture && !copiesWhole
            ? 0 : plan.depth.bytesPerPixel * (min(plan.width, size.width) + 16) * (min(plan.height, size.height) + 16)
        return own + (keepsPicture ? 0 : 2 * plan.rowBytes * size.rowsAtOnce(of: plan.height, multiple: multiple))
    }
}
