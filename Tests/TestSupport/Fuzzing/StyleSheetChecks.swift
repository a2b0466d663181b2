import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Checks style sheets: all of a sheet is read, every element of a small tree gets its values, and a snippet is converted or
/// refused in one line.
enum StyleSheetChecks {
    private static let tree: CSSTree = {
        var tree = CSSTree()
        let root = tree.add("svg", attributes: [("id", "r"), ("style", "color: red")], parent: nil)
        for index in 0..<6 {
            let group = tree.add("g", attributes: [("class", "a b c\(index)"), ("lang", "de-AT")], parent: root)
            for name in ["rect", "text", "rect"] { _ = tree.add(name, attributes: [("id", "\(name)\(index)")], parent: group) }
            tree.addText(to: group)
        }
        return tree
    }()

    static func check(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        var sheets = CSSStyleSheets()
        sheets.add(text)
        for notice in sheets.notices { try requireOneLine("\(notice.message)") }
        try require(sheets.rules.count <= sheets.options.mostRules, "there are more rules than allowed")
        guard let cascade = CSSCascade(tree, sheets, mostWork: 1_000_000, mostMatches: 100_000) else { return }
        var parents: [CSSVariables] = []
        var budget = 1 << 20
        for index in tree.elements.indices {
            let parent = Int(tree.elements[index].parent)
            let entries = cascade.entries(index, hints: [], style: [])
            let values = cascade.values(
                entries, of: index, inheriting: parent < 0 ? .none : parents[parent], units: .any, budget: &budget)
            parents.append(values.variables)
            try require(Set(values.list.map(\.name)).count == values.list.count, "a property has two values")
            for (_, value) in values.list { _ = try? CSSUnits.any.normalized(value) }
        }
        for keyframes in sheets.keyframes.values {
            _ = keyframes.values(at: 0.3, timing: .linear, .any) { _ in "1" }
        }
        var options = CSSOptions()
        options.isLenient = true
        guard let conversion = try? CSSConversion(text, options: options) else { return }
        for issue in conversion.issues { try requireOneLine("\(issue.words)") }
    }
}
