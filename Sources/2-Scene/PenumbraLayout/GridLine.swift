/// One edge of an item's grid area: CSS `grid-row-start` and its siblings.
public enum GridLine: Hashable, Sendable {
    case auto
    /// The line with this number, from 1 at the start or from -1 at the end. With a name, only lines of that name count.
    case line(Int, name: String? = nil)
    /// The edge lies this many tracks from the opposite edge. With a name, only lines of that name count.
    case span(Int, name: String? = nil)
    /// An edge of the area of this name, or else the first line of this name.
    case name(String)
}

/// The place of an item along one axis of its grid: CSS `grid-row` or `grid-column`.
public struct GridSpan: Hashable, Sendable {
    public var start: GridLine
    public var end: GridLine

    public init(start: GridLine = .auto, end: GridLine = .auto) {
        self.start = start
        self.end = end
    }

    public static let auto = GridSpan()

    /// The place between two lines, as numbers.
    public static func lines(_ start: Int, _ end: Int) -> GridSpan { GridSpan(start: .line(start), end: .line(end)) }
    public static func span(_ count: Int) -> GridSpan { GridSpan(start: .span(count)) }
}

/// Bounds of the grid that keep the work small, as CSS Grid allows (section 7.6).
enum GridBounds {
    /// Lines further from the explicit grid's start are moved here.
    static let lines = 10_000
}

/// The names of a grid's lines along one axis, and the number of explicit tracks.
struct GridLineNames {
    /// The number of explicit tracks.
    let count: Int
    /// Sorted numbers of lines, from 0, by name.
    private let lines: [String: [Int]]

    /// - Parameter names: the names of each explicit line.
    init(count: Int, names: [[String]]) {
        self.count = count
        var lines: [String: [Int]] = [:]
        for (line, names) in names.enumerated() {
            for name in names where lines[name]?.last != line { lines[name, default: []].append(line) }
        }
        self.lines = lines
    }

    /// A place along the axis before automatic placement.
    enum Place: Hashable {
        /// Tracks, counted from the first explicit one.
        case tracks(Range<Int>)
        /// A number of tracks anywhere.
        case span(Int)
    }

    /// Section 8.3.1 with the conflicts of 8.3.1.1.
    func place(_ span: GridSpan) -> Place {
        switch (edge(span.start, isStart: true), edge(span.end, isStart: false)) {
        case (let start?, let end?):
            if start == end { return .tracks(bounded(start, start + 1)) }
            return .tracks(bounded(min(start, end), max(start, end)))
        case (let start?, nil): return .tracks(bounded(start, distant(span.end, from: start, step: 1)))
        case (nil, let end?): return .tracks(bounded(distant(span.start, from: end, step: -1), end))
        case (nil, nil):
            // A span to a named line needs the other edge.
            if case .span(let count, nil) = span.start { return .span(clamped(count)) }
            if case .span(_, .some) = span.start { return .span(1) }
            if case .span(let count, nil) = span.end { return .span(clamped(count)) }
            return .span(1)
        }
    }

    private func clamped(_ span: Int) -> Int { max(1, min(span, GridBounds.lines)) }

    private func bounded(_ start: Int, _ end: Int) -> Range<Int> {
        let limit = GridBounds.lines
        let start = max(-limit, min(start, limit - 1))
        return start..<max(start + 1, min(end, limit))
    }

    /// The number of the line that an edge names. Nil for `auto` and spans.
    func edge(_ line: GridLine, isStart: Bool) -> Int? {
        switch line {
        case .auto, .span: nil
        case .line(let number, nil): numbered(number)
        case .line(let number, let name?): numbered(number, name)
        case .name(let name): lines[name + (isStart ? "-start" : "-end")]?.first ?? numbered(1, name)
        }
    }

    private func numbered(_ number: Int) -> Int {
        let number = max(-GridBounds.lines * 2, min(number, GridBounds.lines * 2))
        return number > 0 ? number - 1 : count + 1 + number
    }

    /// The line of this name with this number among them. Lines beyond the explicit grid have every name.
    private func numbered(_ number: Int, _ name: String) -> Int {
        let number = max(-GridBounds.lines * 2, min(number, GridBounds.lines * 2))
        let known = lines[name] ?? []
        if number > 0 { return number <= known.count ? known[number - 1] : count + number - known.count }
        return -number <= known.count ? known[known.count + number] : -(-number - known.count)
    }

    /// The line that a span reaches from `line`.
    private func distant(_ edge: GridLine, from line: Int, step: Int) -> Int {
        guard case .span(let number, let name) = edge else { return line + step }
        var count = clamped(number)
        guard let name else { return line + step * count }
        let known = lines[name] ?? []
        let passed = step > 0 ? known.filter { $0 > line } : known.filter { $0 < line }.reversed()
        if count <= passed.count { return passed[count - 1] }
        count -= passed.count
        return step > 0 ? max(self.count, line) + count : min(0, line) - count
    }
}
