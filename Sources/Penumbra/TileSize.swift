import PenumbraGeometry
import PenumbraPlan

/// How large the parts are that a picture is drawn in, each for itself.
///
/// A tile needs the surfaces of its own size and what blurs and spreads reach beyond it, so tiles take less memory than the whole
/// picture and more work: what lies beside a tile's edges is made again for the next one. The bytes are the same for every size.
public struct TileSize: Hashable, Sendable, CustomStringConvertible {
    /// Columns, at least 1.
    public var width: Int
    /// Rows, at least 1.
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }

    public var description: String { "\(width)×\(height)" }

    /// A tile that is never cut further: what failed with it fails with less.
    static let smallest = 64

    /// The parts of a picture, row after row from the top, each row from the left.
    func tiles(width pictureWidth: Int, height pictureHeight: Int) -> [[PixelRect]] {
        stride(from: 0, to: pictureHeight, by: height).map { y in
            stride(from: 0, to: pictureWidth, by: width).map { x in
                PixelRect(x: x, y: y, width: min(width, pictureWidth - x), height: min(height, pictureHeight - y))
            }
        }
    }

    /// Half of it, across its longer side; nil when it is small already. Whole multiples of eight, where dithering can be cut.
    package var halved: TileSize? {
        guard max(width, height) > Self.smallest else { return nil }
        func half(_ length: Int) -> Int { max(8, (length / 2 + 7) / 8 * 8) }
        return width > height ? TileSize(width: half(width), height: height) : TileSize(width: width, height: half(height))
    }
}

extension TileSize {
    /// The tiles that cost the least work within some memory.
    ///
    /// - Parameters:
    ///   - bytes: for the surfaces of a tile, the rows of the picture that it is part of, and their file.
    ///   - memory: the bytes that drawing a plan takes.
    ///   - keepsPicture: whether the finished picture is held as a whole in any case, and is not counted here.
    /// - Returns: the whole picture where it fits; where nothing does, the tiles that take the least memory.
    package static func fitting(
        _ plan: RenderPlan, in bytes: Int, keepsPicture: Bool, memory: (RenderPlan) -> Int
    ) -> (size: TileSize, bytes: Int) {
        func needed(_ size: TileSize) -> (bytes: Int, work: Int) {
            let (columns, rows) = ((plan.width + size.width - 1) / size.width, (plan.height + size.height - 1) / size.height)
            // One in the middle reaches out on all sides.
            let tile = PixelRect(
                x: columns / 2 * size.width, y: rows / 2 * size.height,
                width: min(size.width, plan.width - columns / 2 * size.width),
                height: min(size.height, plan.height - rows / 2 * size.height))
            let (footprint, pixels) = plan.footprint(of: tile)
            let isWhole = columns == 1 && rows == 1
            // The tile's own picture, the rows that it is copied to, and what is made of those on their way to a file.
            let pictures = (isWhole ? 0 : 4 * tile.width * tile.height) + (keepsPicture ? 0 : 8 * plan.width * tile.height)
            return (memory(footprint) + pictures, pixels * columns * rows)
        }
        let whole = TileSize(width: plan.width, height: plan.height)
        let all = needed(whole)
        if all.bytes <= bytes { return (whole, all.bytes) }
        var best: (size: TileSize, bytes: Int, work: Int)?
        var least = (size: whole, bytes: all.bytes)
        var height = plan.height
        while height > smallest {
            height = max(8, (height / 2 + 7) / 8 * 8)
            var width = plan.width
            while true {
                let size = TileSize(width: width, height: height)
                let (needed, work) = needed(size)
                if needed < least.bytes { least = (size, needed) }
                if needed <= bytes, work < best?.work ?? .max { best = (size, needed, work) }
                // Narrower tiles only cost more.
                if needed <= bytes || width <= smallest { break }
                width = max(8, (width / 2 + 7) / 8 * 8)
            }
        }
        if let best { return (best.size, best.bytes) }
        return least
    }
}
