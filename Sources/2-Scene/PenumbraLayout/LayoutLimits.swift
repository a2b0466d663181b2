/// The sizes of trees that layout accepts.
public struct LayoutLimits: Hashable, Sendable {
    public var nodeCount: Int
    /// Layers inside each other. More than `deepestNode` need a stack of more than 512 KiB.
    public var depth: Int

    public init(nodeCount: Int = 100_000, depth: Int = LayoutLimits.deepestNode) {
        self.nodeCount = nodeCount
        self.depth = depth
    }

    public static let `default` = LayoutLimits()

    /// Trees of this depth fit on a stack of 512 KiB, in optimised builds.
    public static let deepestNode = 160
    /// Layouts of single layers, for each layer of the tree; usual trees take two or three. Small trees may take more.
    static let outcomesPerNode = 64
    static let leastOutcomes = 20_000
    /// Steps of work on the tracks of grids, for each node of the tree. A step takes some nanoseconds.
    static let gridWorkPerNode = 2_000
    static let leastGridWork = 20_000_000
    /// Tracks of all grids, for each node of the tree. They are kept until the layout is done.
    static let tracksPerNode = 50
    static let leastTracks = 300_000
    /// Bands between floats that are looked at in one block formatting context.
    static let floatSteps = 100_000_000
    /// How often lines of a tree move below floats.
    static let movedLines = 300_000
    /// The characters, floats and absolute boxes of lines in blocks with floats, each time that layout asks for such a line.
    static let floatLineWork = 15_000_000
    /// Columns of a table. CSS lets browsers limit the span of a cell to 1,000 columns.
    static let tableColumns = 10_000
    /// Columns beside each other.
    static let columns = 1_000
    /// Parts of boxes that columns cut.
    static let columnParts = 10_000_000
    /// The tries to find the height of columns.
    static let columnSteps = 512
    /// The max-content width of tables whose percentages leave no room for other columns.
    static let widestTable = 1e6
    /// No length, share or factor of a style is larger.
    static let largestValue = 1e9
}
