import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// The style sheets of a document, with the place of each.
struct HTMLStyleSheets {
    let sheets: CSSStyleSheets
    /// The styles of documents with the same sheets.
    let styles: StyleCache.Styles
    private var sources = [Source.own]

    /// Where a sheet comes from.
    private enum Source {
        case own
        /// The text of an element that begins at a place.
        case element(HTMLPlace, String)
        /// The sheet of a file, and the place of its name.
        case file(String, HTMLPlace, CSSRebasedSheet)

        var place: HTMLPlace {
            switch self {
            case .own: HTMLPlace()
            case .element(let place, _), .file(_, let place, _): place
            }
        }
    }

    /// The texts of the document's own sheets.
    var texts: [String] {
        sources.compactMap { source in
            switch source {
            case .own: nil
            case .element(_, let text): text
            case .file(_, _, let sheet): sheet.original
            }
        }
    }

    /// The style sheets that can't be read.
    private(set) var missing: [HTMLError] = []

    /// - Parameters:
    ///   - fonts: fonts besides those of the document.
    ///   - file: the text of a style sheet that a document names. Nil if it can't be read.
    init(
        _ tree: HTMLTree, _ media: CSSMedia, fonts: [PageFont], file: @escaping @Sendable (_ path: String) -> String?
    ) throws(HTMLError) {
        var sheets: [StyleCache.Sheet] = []
        // Of fonts for the same style, the last rule wins.
        if !fonts.isEmpty {
            sheets.append(StyleCache.Sheet(PageFont.rules(fonts.reversed()), media: nil, origin: .agent))
            sources.append(.own)
        }
        for (index, node) in tree.nodes.enumerated() {
            guard let element = node.element else { continue }
            if element.name == "style", element.namespace != .math {
                let type = element["type"]?.asciiLowercased ?? ""
                guard type.isEmpty || type == "text/css" else { continue }
                let text = tree.text(of: index)
                sheets.append(StyleCache.Sheet(text, media: element["media"]))
                sources.append(.element(node.children.first.map { tree.nodes[$0].place } ?? node.place, text))
            } else if element.name == "link", element.isHTML, let path = element["href"],
                (element["rel"] ?? "").asciiLowercased.split(whereSeparator: \.isWhitespace).contains("stylesheet"),
                !(element["rel"] ?? "").asciiLowercased.contains("alternate")
            {
                if let text = file(path) {
                    let sheet = CSSRebasedSheet(text, at: path)
                    sheets.append(StyleCache.Sheet(sheet.text, media: element["media"]))
                    sources.append(.file(path, node.place, sheet))
                } else if element["media"].map({ media.matches($0) }) ?? true {
                    missing.append(
                        HTMLError(at: node.place, "the style sheet \"\(oneLine(String(path.prefix(200))))\" can't be read"))
                }
            }
        }
        if tree.mode == .quirks {
            sheets.append(StyleCache.Sheet(AgentSheet.quirks, media: nil, origin: .agent))
            sources.append(.own)
        }
        (self.sheets, styles) = StyleCache.sheets(sheets, media, hasQuirks: tree.mode == .quirks, file: file)
        guard !self.sheets.isTooLarge else {
            throw HTMLError(
                at: (sources.last { $0.place != HTMLPlace() } ?? .own).place,
                "more than \(HTMLLimits.rules) rules in style sheets; use fewer")
        }
    }

    /// A part of a sheet without effect.
    func notice(sheet: Int, offset: Int, _ message: Message) -> HTMLError {
        guard sources.indices.contains(sheet) else { return HTMLError(.unsupported, at: HTMLPlace(), message) }
        switch sources[sheet] {
        case .own: return HTMLError(.unsupported, at: HTMLPlace(), message)
        case .element(let start, let text):
            return HTMLError(.unsupported, at: start.advanced(to: offset, in: CSSTokenizer.prepared(text)), message)
        case .file(let path, let place, let sheet):
            let inside = HTMLPlace().advanced(to: sheet.original(offset), in: CSSTokenizer.prepared(sheet.original))
            return HTMLError(
                .unsupported, at: place, "in \"\(oneLine(String(path.prefix(200))))\", \("\(inside)"): \(message)")
        }
    }

    /// The parts of the sheets without effect. The browser's own sheet has none.
    var notices: [HTMLError] {
        sheets.notices.filter { $0.sheet > 0 }.map {
            notice(sheet: $0.sheet, offset: $0.offset, $0.message)
        }
    }
}
