import PenumbraCSS
import PenumbraLayout
import PenumbraScene

/// The properties of flexible boxes and of grids.
extension HTMLProperty {
    static let flexible: [String: HTMLProperty] = {
        var result: [String: HTMLProperty] = [
            "flex-direction": word(\.box.flexDirection, ["row", "column", "row-reverse", "column-reverse"]),
            "flex-wrap": word(\.box.flexWrap, ["nowrap", "wrap", "wrap-reverse"]),
            "flex-grow": HTMLProperty(\.box.flexGrow) { $0.number().flatMap { $0 >= 0 ? $0 : nil } },
            "flex-shrink": HTMLProperty(\.box.flexShrink) { $0.number().flatMap { $0 >= 0 ? $0 : nil } },
            "flex-basis": HTMLProperty(\.box.flexBasis) { $0.word == "content" ? .content : $0.size },
            "order": HTMLProperty(\.box.order) { $0.integer() },
            "row-gap": HTMLProperty(\.box.rowGap) { gap($0) }, "column-gap": HTMLProperty(\.box.columnGap) { gap($0) },
        ]
        for name in [
            "align-items", "align-self", "align-content", "justify-items", "justify-self", "justify-content",
        ] {
            result[name] = HTMLProperty(
                set: { style, reader in
                    guard isAlignment(reader.words, isOfContent: name.hasSuffix("content")) else { return false }
                    style.box.alignment[name] = reader.word
                    return true
                }, copy: { style, other in style.box.alignment[name] = other.box.alignment[name] })
        }
        result["grid-template-columns"] = HTMLProperty(\.box.grid.columns) { GridReader.template($0.value, $0.units) }
        result["grid-template-rows"] = HTMLProperty(\.box.grid.rows) { GridReader.template($0.value, $0.units) }
        result["grid-auto-columns"] = HTMLProperty(\.box.grid.autoColumns) { GridReader.sizes($0.value, $0.units) }
        result["grid-auto-rows"] = HTMLProperty(\.box.grid.autoRows) { GridReader.sizes($0.value, $0.units) }
        result["grid-template-areas"] = HTMLProperty(\.box.grid.areas) { reader in
            reader.word == "none" ? GridAreas() : GridReader.areas(reader.value)
        }
        result["grid-auto-flow"] = HTMLProperty(\.box.grid.flow) { reader in
            let words = Set(reader.words)
            return !words.isEmpty && words.isSubset(of: ["row", "column", "dense"]) ? words : nil
        }
        result["grid-row-start"] = HTMLProperty(\.box.grid.row.start) { GridReader.line($0.value) }
        result["grid-row-end"] = HTMLProperty(\.box.grid.row.end) { GridReader.line($0.value) }
        result["grid-column-start"] = HTMLProperty(\.box.grid.column.start) { GridReader.line($0.value) }
        result["grid-column-end"] = HTMLProperty(\.box.grid.column.end) { GridReader.line($0.value) }
        return result
    }()

    /// Whether words are an alignment: CSS Box Alignment 3.
    private static func isAlignment(_ words: [String], isOfContent: Bool) -> Bool {
        guard let last = words.last, alignments.contains(last), words.count <= 2 else { return false }
        let isSpread = last.hasPrefix("space-")
        if isSpread, !isOfContent || words.count > 1 { return false }
        guard words.count == 2 else { return !["safe", "unsafe", "first", "last"].contains(last) }
        switch words[0] {
        case "first", "last": return last == "baseline"
        case "safe", "unsafe": return last != "baseline" && last != "stretch" && last != "normal" && last != "auto"
        case "legacy", "left", "right", "center":
            return words.contains("legacy") && ["left", "right", "center", "legacy"].contains(last)
        default: return false
        }
    }

    private static let alignments: Set<String> = [
        "normal", "auto", "stretch", "start", "end", "center", "left", "right", "flex-start", "flex-end", "self-start",
        "self-end", "baseline", "first", "last", "space-between", "space-around", "space-evenly", "safe", "unsafe", "legacy",
        "anchor-center",
    ]

    private static func gap(_ reader: ValueReader) -> StyleLength? { reader.word == "normal" ? .auto : reader.length() }
}

/// The properties of grids and of their items.
struct GridValues: Hashable, Sendable {
    var columns = GridTemplate.none
    var rows = GridTemplate.none
    var autoColumns = [GridTrackSize.auto]
    var autoRows = [GridTrackSize.auto]
    var areas = GridAreas()
    var flow: Set<String> = []
    var row = GridSpan.auto
    var column = GridSpan.auto
}
