import PenumbraPlan

/// How large the parts are that a picture is drawn in, each for itself.
///
/// A tile needs the surfaces of its own size and what blurs and spreads reach beyond it, so tiles take less memory than the
/// whole picture and more work: what lies beside a tile's edges is made again for the next one. The bytes are the same for
/// every size.
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

    /// The least that is worth asking for on a side: dithering is cut at multiples of eight, so that what is smaller draws as
    /// much.
    public static let leastSide = 8

    /// A tile that is never cut further: what failed with it fails with less.
    static let smallest = 64

    /// Half of it, across its longer side; nil when it is small already. Whole multiples of eight, where dithering can be cut.
    package var halved: TileSize? {
        guard max(width, height) > Self.smallest else { return nil }
        return width > height
            ? TileSize(width: Self.half(width), height: height) : TileSize(width: width, height: Self.half(height))
    }

    static func half(_ length: Int) -> Int { max(leastSide, (length / 2 + 7) / 8 * 8) }

    /// Rows that are held at once when a picture of `rows` is drawn in such tiles, of which multiples of some number of rows
    /// are wanted.
    ///
    /// As many tiles as fit lie below each other where one is lower than the multiple; tiles are cut where one is no multiple.
    func rowsAtOnce(of rows: Int, multiple: Int) -> Int { min(rows, max(1, height / multiple) * multiple) }

    /// Whether one tile is all of the picture.
    func isWhole(_ plan: RenderPlan) -> Bool { width >= plan.width && height >= plan.height }

    /// How many tiles lie beside each other, and below each other.
    func counts(_ plan: RenderPlan) -> (columns: Int, rows: Int) {
        ((plan.width + width - 1) / width, (plan.height + height - 1) / height)
    }
}
