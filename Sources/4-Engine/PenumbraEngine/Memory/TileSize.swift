import PenumbraPlan

/// The size of the parts in which a picture is drawn independently.
///
/// A tile needs surfaces of its own size plus the reach of blurs and spreads. Tiles therefore take less memory than the whole
/// picture but more work, because the surroundings of a tile's edges are drawn again for the next tile. The bytes of the
/// picture are the same for every size.
public struct TileSize: Hashable, Sendable, CustomStringConvertible {
    /// The width in pixels, at least 1.
    public var width: Int
    /// The height in pixels, at least 1.
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }

    public var description: String { "\(width)×\(height)" }

    /// The smallest useful side. Dithering is cut at multiples of eight, so smaller tiles draw just as much.
    public static let leastSide = 8

    /// The side of a tile that is never cut further, because smaller tiles would fail as well.
    static let smallest = 64

    /// Half of the tile, cut across its longer side. Nil when the tile is already small. Sides are multiples of eight, where
    /// dithering can be cut.
    package var halved: TileSize? {
        guard max(width, height) > Self.smallest else { return nil }
        return width > height
            ? TileSize(width: Self.half(width), height: height) : TileSize(width: width, height: Self.half(height))
    }

    static func half(_ length: Int) -> Int { max(leastSide, (length / 2 + 7) / 8 * 8) }

    /// The number of rows held at once when a picture of `rows` is drawn in tiles of this size and delivered in multiples of
    /// some number of rows.
    ///
    /// If a tile is lower than the multiple, as many tiles as needed lie below each other. A tile whose height isn't a multiple
    /// is cut.
    func rowsAtOnce(of rows: Int, multiple: Int) -> Int { min(rows, max(1, height / multiple) * multiple) }

    /// True when one tile covers the whole picture.
    package func isWhole(_ plan: RenderPlan) -> Bool { width >= plan.width && height >= plan.height }

    /// The number of tiles side by side and the number of tiles below each other.
    func counts(_ plan: RenderPlan) -> (columns: Int, rows: Int) {
        ((plan.width + width - 1) / width, (plan.height + height - 1) / height)
    }
}
