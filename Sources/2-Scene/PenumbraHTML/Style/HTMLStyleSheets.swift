import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// The style sheets of a document, with the place of each.
struct HTMLStyleSheets {
    let sheets: CSSStyleSheets
    /// The styles of documents with the same sheets.
    let styles: StyleCache.Styles
    private var places: [HTMLPlace] = [HTMLPlace()]
    /// The style sheets that can't be read.
    private(set) var missing: [HTMLError] = []

    /// - Parameter file: the text of a style sheet that a document names. Nil if it can't be read.
    init(_ tree: HTMLTree, _ media: CSSMedia, file: @escaping @Sendable (_ path: String) -> String?) throws(HTMLError) {
        var texts: [StyleCache.Sheet] = []
        for (index, node) in tree.nodes.enumerated() {
            guard let element = node.element else { continue }
            if element.name == "style", element.namespace == .html {
                let type = element["type"]?.asciiLowercased ?? ""
                guard type.isEmpty || type == "text/css" else { continue }
                texts.append(StyleCache.Sheet(tree.text(of: index), media: element["media"]))
                places.append(node.place)
            } else if element.name == "link", element.isHTML, let path = element["href"],
                (element["rel"] ?? "").asciiLowercased.split(whereSeparator: \.isWhitespace).contains("stylesheet"),
                !(element["rel"] ?? "").asciiLowercased.contains("alternate")
            {
                if let text = file(path) {
                    texts.append(StyleCache.Sheet(text, media: element["media"]))
                    places.append(node.place)
                } else {
                    missing.append(
                        HTMLError(at: node.place, "the style sheet \"\(oneLine(String(path.prefix(200))))\" can't be read"))
                }
            }
        }
        (sheets, styles) = StyleCache.sheets(texts, media, file: file)
        guard !sheets.isTooLarge else {
            throw HTMLError(
                at: places.last ?? HTMLPlace(), "more than \(HTMLLimits.rules) rules in style sheets; use fewer")
        }
    }

    /// The place of a byte of a sheet.
    func place(sheet: Int, offset: Int) -> HTMLPlace {
        guard places.indices.contains(sheet) else { return HTMLPlace() }
        return places[sheet]
    }

    /// The parts of the sheets without effect. The browser's own sheet has none.
    var notices: [HTMLError] {
        sheets.notices.filter { $0.sheet > 0 }.map {
            HTMLError(.unsupported, at: place(sheet: $0.sheet, offset: $0.offset), $0.message)
        }
    }
}
