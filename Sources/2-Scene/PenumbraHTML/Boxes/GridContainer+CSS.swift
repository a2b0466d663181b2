import PenumbraCSS
import PenumbraLayout

extension GridContainer {
    /// The grid of a box by its properties.
    init(_ style: HTMLStyle) {
        self.init()
        let box = style.box
        (columns, rows, areas) = (box.grid.columns, box.grid.rows, box.grid.areas)
        // A box that is independent of what is around it takes no tracks from it.
        if box.establishesFlow || box.containerAxes != .none {
            if columns.isSubgrid { columns = .none }
            if rows.isSubgrid { rows = .none }
        }
        (autoColumns, autoRows) = (box.grid.autoColumns, box.grid.autoRows)
        autoFlow = box.grid.flow.contains("column") ? .column : .row
        isDense = box.grid.flow.contains("dense")
        justifyContent = BoxAlignment.justification(style)
        alignContent = BoxAlignment.content(box.alignment["align-content"])
        justifyItems = BoxAlignment.item(box.alignment["justify-items"]) ?? .normal
        alignItems = BoxAlignment.item(box.alignment["align-items"]) ?? .normal
        safe = SafeAlignment(box)
        rowGap = LayoutLength(box.rowGap)
        columnGap = LayoutLength(box.columnGap)
    }
}

/// Reads the values of grid properties: CSS Grid 2, sections 7 and 8.
enum GridReader {
    /// The tracks of a template. Nil for a malformed value.
    static func template(_ text: String, _ units: CSSUnits) -> GridTemplate? {
        if text.asciiLowercased == "none" { return GridTemplate.none }
        var parser = GridParser(text, units)
        return parser.template()
    }

    static func sizes(_ text: String, _ units: CSSUnits) -> [GridTrackSize]? {
        var parser = GridParser(text, units)
        guard let entries = parser.entries(allowsRepeat: false) else { return nil }
        let sizes = entries.compactMap { entry -> GridTrackSize? in if case .track(let size) = entry { size } else { nil } }
        return sizes.isEmpty ? nil : sizes
    }

    static func areas(_ text: String) -> GridAreas? {
        let strings = CSSTokenizer.tokens(text).filter { $0.kind == .string }
        guard !strings.isEmpty else { return nil }
        return GridAreas(
            strings.map { string in
                CSSText.words(string.text).map { $0.allSatisfy { $0 == "." } ? nil : $0 }
            })
    }

    /// One edge of an item's area. Nil for a malformed value.
    static func line(_ text: String) -> GridLine? {
        var (isSpan, number, name): (Bool, Int?, String?) = (false, nil, nil)
        for token in CSSTokenizer.tokens(text) where !token.isSpace {
            switch token.kind {
            case .ident where token.isIdent("span"): isSpan = true
            case .ident where token.isIdent("auto"): return .auto
            case .ident: name = token.text
            case .number where token.number == token.number.rounded() && abs(token.number) < 1e6: number = Int(token.number)
            default: return nil
            }
        }
        if isSpan { return .span(max(1, number ?? 1), name: name) }
        if let number { return number == 0 ? nil : .line(number, name: name) }
        return name.map { .name($0) }
    }
}

/// Parses lists of tracks.
private struct GridParser {
    private let tokens: [CSSToken]
    private let units: CSSUnits
    private var index = 0

    init(_ text: String, _ units: CSSUnits) {
        (tokens, self.units) = (Self.significant(CSSTokenizer.tokens(text)), units)
    }

    private init(_ tokens: [CSSToken], _ units: CSSUnits) { (self.tokens, self.units) = (tokens, units) }

    /// The tokens without the spaces between tracks. Sums need theirs.
    private static func significant(_ tokens: [CSSToken]) -> [CSSToken] {
        var result: [CSSToken] = []
        var index = 0
        while index < tokens.count {
            if tokens[index].kind == .function, CSSUnits.mathFunctions.contains(tokens[index].text.asciiLowercased) {
                let end = max(index + 1, CSSTokenizer.end(of: index, in: tokens))
                result += tokens[index..<end]
                index = end
            } else {
                if !tokens[index].isSpace { result.append(tokens[index]) }
                index += 1
            }
        }
        return result
    }

    mutating func template() -> GridTemplate? {
        if let first = tokens.first, first.isIdent("subgrid") {
            index = 1
            return entries(allowsRepeat: true).map { .subgrid($0) }
        }
        guard let entries = entries(allowsRepeat: true), !entries.isEmpty else { return nil }
        return .tracks(entries)
    }

    /// All entries up to the end. Nil for a malformed list.
    mutating func entries(allowsRepeat: Bool) -> [GridTrackEntry]? {
        var result: [GridTrackEntry] = []
        while index < tokens.count {
            let token = tokens[index]
            if token.kind == .openBracket {
                var names: [String] = []
                index += 1
                while index < tokens.count, tokens[index].kind == .ident {
                    names.append(tokens[index].text)
                    index += 1
                }
                guard index < tokens.count, tokens[index].kind == .closeBracket else { return nil }
                index += 1
                result.append(.names(names))
            } else if token.kind == .function, token.text.asciiLowercased == "repeat" {
                guard allowsRepeat, let entry = repetition() else { return nil }
                result.append(entry)
            } else {
                guard let size = size() else { return nil }
                result.append(.track(size))
            }
        }
        return result
    }

    private mutating func arguments() -> [[CSSToken]] {
        let end = CSSTokenizer.end(of: index, in: tokens)
        let inner = Array(tokens[(index + 1)..<max(index + 1, end - 1)])
        index = end
        return CSSTokenizer.split(inner, at: .comma).map(Array.init)
    }

    private mutating func repetition() -> GridTrackEntry? {
        let parts = arguments()
        guard parts.count == 2, let first = parts[0].first, parts[0].count == 1 else { return nil }
        var inner = GridParser(parts[1], units)
        guard let entries = inner.entries(allowsRepeat: false), !entries.isEmpty else { return nil }
        if first.isIdent("auto-fill") || first.isIdent("auto-fit"), !entries.allSatisfy(\.hasFixedSize) { return nil }
        if first.isIdent("auto-fill") { return .repeated(.autoFill, entries) }
        if first.isIdent("auto-fit") { return .repeated(.autoFit, entries) }
        guard first.kind == .number, first.number >= 1, first.number == first.number.rounded() else { return nil }
        return .repeated(.times(Int(min(first.number, 1e6))), entries)
    }

    private mutating func size() -> GridTrackSize? {
        let token = tokens[index]
        if token.kind == .function {
            switch token.text.asciiLowercased {
            case "minmax":
                let parts = arguments()
                guard parts.count == 2, let least = breadth(parts[0]), let most = breadth(parts[1]) else { return nil }
                if case .flex = least { return nil }
                return .minmax(least, most)
            case "fit-content":
                let parts = arguments()
                guard parts.count == 1, case .length(let length)? = breadth(parts[0]) else {
                    return nil
                }
                return .fitContent(length)
            default: break
            }
        }
        let end = CSSTokenizer.end(of: index, in: tokens)
        let part = Array(tokens[index..<end])
        index = end
        return breadth(part).map { .breadth($0) }
    }

    private func breadth(_ part: [CSSToken]) -> GridBreadth? {
        guard let token = part.first else { return nil }
        switch token.kind {
        case .ident:
            switch token.text.asciiLowercased {
            case "auto": return .auto
            case "min-content": return .minContent
            case "max-content": return .maxContent
            default: return nil
            }
        case .dimension where token.text.asciiLowercased == "fr":
            return part.count == 1 && token.number >= 0 ? .flex(min(token.number, 1e9)) : nil
        default:
            guard let calculation = try? CSSCalculation(tokens: part, units) else { return nil }
            if calculation.kind == .length, calculation.resolved() == nil {
                return .length(LayoutLength(.calculation(calculation)))
            }
            guard let amount = calculation.resolved(), amount.value.isFinite,
                amount.fraction.isFinite, amount.kind == .length || amount.value == 0
            else { return nil }
            let isCalculated = token.kind == .function
            guard isCalculated || amount.value >= 0 && amount.fraction >= 0 else { return nil }
            let (points, share) = (max(0, min(amount.value, 1e8)), max(0, min(amount.fraction, 1e6)))
            if amount.fraction == 0 { return .length(.points(points)) }
            return .length(amount.value == 0 ? .fraction(share) : .sum(points: amount.value, fraction: amount.fraction))
        }
    }
}
