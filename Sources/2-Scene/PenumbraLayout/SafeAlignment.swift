/// The alignments of a box that fall back to the start where content overflows: CSS `safe`.
public struct SafeAlignment: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let justifyContent = SafeAlignment(rawValue: 1)
    public static let alignContent = SafeAlignment(rawValue: 2)
    public static let justifyItems = SafeAlignment(rawValue: 4)
    public static let alignItems = SafeAlignment(rawValue: 8)
    public static let justifySelf = SafeAlignment(rawValue: 16)
    public static let alignSelf = SafeAlignment(rawValue: 32)
}

extension Solver {
    /// Whether an item overflows at the end alone, along the container's lines or across them.
    func isSafe(_ item: Int, in container: SafeAlignment, across: Bool) -> Bool {
        let style = nodes[item].style
        if across { return style.alignSelf == nil ? container.contains(.alignItems) : style.safe.contains(.alignSelf) }
        return style.justifySelf == nil ? container.contains(.justifyItems) : style.safe.contains(.justifySelf)
    }
}
