import PenumbraLayout

/// Reads tracks and places of grids, as CSS writes them: CSS Grid 2, sections 7 and 8.
///
/// Numbers without a unit are points, like those with `px`.
struct GridNotation {
    private var scanner: CSSScanner

    static let mostRows = 1000
    static let farthestLine = 10_000
    static let wantedPlace = "a line, two lines such as \"1 / 3\", \"span 2\" or the name of an area"
    /// The most tracks and names of one text. Repetitions are bounded by the layout.
    private static let mostEntries = 10_000

    init(_ text: String) {
        scanner = CSSScanner(text)
        scanner.skipSpace()
    }

    mutating func finish() throws(NotationError) {
        scanner.skipEnd()
        if !scanner.isAtEnd { throw NotationError("found \(quoted(scanner.rest))") }
    }

    mutating func template() throws(NotationError) -> GridTemplate {
        if skip("none") { return .none }
        if skip("subgrid") { return .subgrid(try entries(allowsRepeat: true)) }
        let entries = try entries(allowsRepeat: true)
        guard !entries.isEmpty else { throw NotationError("found \(quoted(scanner.rest))") }
        return .tracks(entries)
    }

    mutating func sizes() throws(NotationError) -> [GridTrackSize] {
        var result: [GridTrackSize] = []
        for entry in try entries(allowsRepeat: false) {
            guard case .track(let size) = entry else { throw NotationError("found names of lines") }
            result.append(size)
        }
        guard !result.isEmpty else { throw NotationError("found no size") }
        return result
    }

    mutating func span() throws(NotationError) -> GridSpan {
        let start = try line()
        scanner.skipSpace()
        guard scanner.skip("/") else {
            // As in CSS, a single name stands for both edges.
            if case .name = start { return GridSpan(start: start, end: start) }
            return GridSpan(start: start)
        }
        scanner.skipSpace()
        return GridSpan(start: start, end: try line())
    }

    // MARK: - Parts

    /// Skips a word if it comes next as a whole.
    private mutating func skip(_ word: String) -> Bool {
        var ahead = scanner
        guard ahead.word().lowercased() == word, !ahead.isNext("(") else { return false }
        ahead.skipSpace()
        scanner = ahead
        return true
    }

    private mutating func entries(allowsRepeat: Bool) throws(NotationError) -> [GridTrackEntry] {
        var result: [GridTrackEntry] = []
        while !scanner.isAtEnd, !scanner.isNext(")"), !scanner.isNext(";") {
            guard result.count < Self.mostEntries else { throw NotationError("found more than \(Self.mostEntries) tracks") }
            if scanner.skip("[") {
                var names: [String] = []
                scanner.skipSpace()
                while !scanner.skip("]") {
                    let name = scanner.word()
                    guard !name.isEmpty, names.count < 100 else { throw NotationError("found \(quoted(scanner.rest))") }
                    names.append(name)
                    scanner.skipSpace()
                }
                result.append(.names(names))
            } else if allowsRepeat, skipFunction("repeat") {
                result.append(try repetition())
            } else {
                result.append(.track(try size()))
            }
            scanner.skipSpace()
        }
        return result
    }

    private mutating func skipFunction(_ name: String) -> Bool {
        var ahead = scanner
        guard ahead.word().lowercased() == name, ahead.skip("(") else { return false }
        ahead.skipSpace()
        scanner = ahead
        return true
    }

    private mutating func skipSeparator(_ mark: Unicode.Scalar) throws(NotationError) {
        scanner.skipSpace()
        guard scanner.skip(mark) else { throw NotationError("found \(quoted(scanner.rest)) instead of \(quoted("\(mark)"))") }
        scanner.skipSpace()
    }

    private mutating func repetition() throws(NotationError) -> GridTrackEntry {
        let count: GridRepeat
        if skip("auto-fill") {
            count = .autoFill
        } else if skip("auto-fit") {
            count = .autoFit
        } else if let number = try scanner.quantity(), number.unit.isEmpty, number.value >= 1,
            let times = Int(exactly: min(number.value, 1e6))
        {
            count = .times(times)
        } else {
            throw NotationError("found \(quoted(scanner.rest)) instead of a number, \"auto-fill\" or \"auto-fit\"")
        }
        try skipSeparator(",")
        let entries = try entries(allowsRepeat: false)
        try skipSeparator(")")
        guard !entries.isEmpty else { throw NotationError("found a repetition without tracks") }
        if case .times = count { return .repeated(count, entries) }
        guard entries.allSatisfy(\.hasFixedSize) else {
            throw NotationError("found automatic repetition of tracks without a length; write minmax(80px, 1fr)")
        }
        return .repeated(count, entries)
    }

    private mutating func size() throws(NotationError) -> GridTrackSize {
        if skipFunction("minmax") {
            let least = try breadth()
            if case .flex = least { throw NotationError("found \"fr\" as the least size") }
            try skipSeparator(",")
            let most = try breadth()
            try skipSeparator(")")
            return .minmax(least, most)
        }
        if skipFunction("fit-content") {
            guard case .length(let length) = try breadth() else { throw NotationError("found no length in fit-content()") }
            try skipSeparator(")")
            return .fitContent(length)
        }
        return .breadth(try breadth())
    }

    private mutating func breadth() throws(NotationError) -> GridBreadth {
        if skip("auto") { return .auto }
        if skip("min-content") { return .minContent }
        if skip("max-content") { return .maxContent }
        let rest = scanner.rest
        guard let quantity = try scanner.quantity(), quantity.value >= 0, quantity.value <= SceneLimits.coordinate else {
            throw NotationError("found \(quoted(rest))")
        }
        switch quantity.unit {
        case "fr": return .flex(quantity.value)
        case "%": return .length(.fraction(quantity.value))
        case "", "px": return .length(.points(quantity.value))
        default: throw NotationError("found the unit \(quoted(quantity.unit)); write points, \"%\" or \"fr\"")
        }
    }

    private mutating func line() throws(NotationError) -> GridLine {
        if skip("auto") { return .auto }
        var isSpan = false
        var (number, name): (Int?, String?) = (nil, nil)
        while !scanner.isAtEnd, !scanner.isNext("/"), !scanner.isNext(";") {
            if scanner.startsNumber {
                guard number == nil, let value = try scanner.quantity(), value.unit.isEmpty,
                    let line = Int(exactly: value.value),
                    line != 0, abs(line) <= Self.farthestLine
                else { throw NotationError("found a line that is no whole number from 1 to \(Self.farthestLine)") }
                number = line
            } else {
                let word = scanner.word()
                guard !word.isEmpty else { throw NotationError("found \(quoted(scanner.rest))") }
                if word.lowercased() == "span", !isSpan { isSpan = true } else { name = word }
            }
            scanner.skipSpace()
        }
        if isSpan { return .span(max(1, number ?? 1), name: name) }
        if let number { return .line(number, name: name) }
        guard let name else { throw NotationError("found no line") }
        return .name(name)
    }
}
