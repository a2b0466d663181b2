import PenumbraJSON
import PenumbraScene

/// Paragraphs and lists.
extension FigmaConverter {
    /// A paragraph's place in a list. Level 0 is no list.
    private struct Item {
        var level = 0
        var isOrdered = false
        var number = 0
        var fontSize = 12.0
    }

    /// The font sizes by which a level of a list is indented.
    private static let indentOfLevel = 1.5

    /// The keys of paragraphs: the space between them, their indents and their markers.
    mutating func paragraphs(_ layer: inout JSONObject, _ style: FigmaValue, _ node: FigmaNode) throws(FigmaError) {
        let items = try items(style, node)
        let spacing = try style.number("paragraphSpacing") ?? 0
        let listSpacing = try style.number("listSpacing") ?? 0
        let indent = try style.number("paragraphIndent") ?? 0
        if items.count > 1, spacing != 0 { layer["paragraphSpacing"] = .measure(spacing) }
        let isPlain = items.allSatisfy { $0.level == 0 }
        if indent != 0 {
            if isPlain {
                layer["textIndent"] = .measure(indent)
            } else if items.contains(where: { $0.level == 0 }) {
                refuse(node, "style.paragraphIndent", "it has no equal beside lists; use a text layer for each list")
            }
        }
        guard !isPlain else { return }
        var values: [JSONValue] = []
        for (index, item) in items.enumerated() {
            var value: JSONObject = [:]
            if item.level > 0 {
                value["marker"] = .string(item.isOrdered ? Self.marker(item.number, item.level) : "\u{2022}")
                value["indent"] = .measure(Self.indentOfLevel * item.fontSize * Double(item.level))
                if index > 0, items[index - 1].level > 0, listSpacing != spacing { value["spacing"] = .measure(listSpacing) }
            }
            values.append(.object(value))
        }
        // The last entry also arranges further paragraphs.
        while values.count > 1, values[values.count - 1] == values[values.count - 2] { values.removeLast() }
        guard values.count <= SceneLimits.paragraphs else {
            throw FigmaError("\(node.value.place).lineTypes", "a list has more than \(SceneLimits.paragraphs) lines")
        }
        layer["paragraphs"] = .array(values)
    }

    /// The list, the level and the number of each paragraph.
    private func items(_ style: FigmaValue, _ node: FigmaNode) throws(FigmaError) -> [Item] {
        let types = try node.value.list("lineTypes")
        let levels = try node.value.list("lineIndentations")
        let sizes = try sizes(style, node)
        var items: [Item] = []
        /// The list and the last number of each level that is open.
        var open: [(isOrdered: Bool, number: Int)] = []
        for (index, size) in sizes.enumerated() {
            var item = Item()
            item.fontSize = size
            let type = index < types.count ? try types[index].string() : "NONE"
            if type == "ORDERED" || type == "UNORDERED" {
                item.isOrdered = type == "ORDERED"
                let level = index < levels.count ? try levels[index].number() : 1
                item.level = Int(max(1, min(100, level.rounded())))
                open.removeLast(max(0, open.count - item.level))
                while open.count < item.level { open.append((item.isOrdered, 0)) }
                if open[item.level - 1].isOrdered != item.isOrdered { open[item.level - 1] = (item.isOrdered, 0) }
                open[item.level - 1].number += 1
                item.number = open[item.level - 1].number
            } else {
                open = []
            }
            items.append(item)
        }
        return items
    }

    /// The font size at the beginning of each paragraph.
    private func sizes(_ style: FigmaValue, _ node: FigmaNode) throws(FigmaError) -> [Double] {
        let overrides = try node.value.list("characterStyleOverrides")
        let table = node.value["styleOverrideTable"]
        let usual = max(0.1, try style.number("fontSize") ?? 12)
        func size(_ index: Int) throws(FigmaError) -> Double {
            guard index < overrides.count else { return usual }
            let key = DecimalText.short(try overrides[index].number())
            return max(0.1, try table?[key]?.number("fontSize") ?? usual)
        }
        var sizes = [try size(0)]
        let units = Array((try node.value.string("characters") ?? "").utf16)
        for (index, unit) in units.enumerated() where unit == 0x0A || unit == 0x2029 { sizes.append(try size(index + 1)) }
        return sizes
    }

    /// The marker of an item: numbers, letters and Roman numerals by turns of the levels.
    private static func marker(_ number: Int, _ level: Int) -> String {
        switch (level - 1) % 3 {
        case 0: return "\(number)."
        case 1:
            var (rest, letters) = (number, "")
            while rest > 0 {
                letters = String(UnicodeScalar(UInt8(0x61 + (rest - 1) % 26))) + letters
                rest = (rest - 1) / 26
            }
            return letters + "."
        default:
            guard number < 4000 else { return "\(number)." }
            let numerals = [
                (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
                (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
            ]
            var (rest, text) = (number, "")
            for (value, letters) in numerals {
                while rest >= value { (rest, text) = (rest - value, text + letters) }
            }
            return text + "."
        }
    }
}
