import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// The style sheets of a document, with the place of each.
struct HTMLStyleSheets {
    private(set) var sheets: CSSStyleSheets
    private var sources = [Source.own]

    /// Where a sheet comes from.
    private enum Source {
        case own
        /// The text of an element that begins at a place.
        case element(HTMLPlace, String)
        /// The text of a file, and the place of its name.
        case file(String, HTMLPlace, String)
    }

    /// The style sheets that can't be read.
    private(set) var missing: [HTMLError] = []

    /// - Parameters:
    ///   - fonts: fonts besides those of the document.
    ///   - file: the text of a style sheet that a document names. Nil if it can't be read.
    init(
        _ tree: HTMLTree, _ media: CSSMedia, fonts: [PageFont], file: @escaping @Sendable (_ path: String) -> String?
    ) throws(HTMLError) {
        var options = CSSStyleSheets.Options()
        options.media = media
        options.mostRules = HTMLLimits.rules
        options.wholes = ["white-space"]
        options.review = { name, value in HTMLStyle.review(name, value) }
        options.imported = file
        sheets = CSSStyleSheets(options)
        sheets.add(AgentSheet.text, origin: .agent)
        for (index, node) in tree.nodes.enumerated() {
            guard let element = node.element else { continue }
            if element.name == "style", element.namespace == .html {
                let type = element["type"]?.asciiLowercased ?? ""
                guard type.isEmpty || type == "text/css" else { continue }
                let text = tree.text(of: index)
                let place = node.children.first.map { tree.nodes[$0].place } ?? node.place
                try add(text, .element(place, text), node.place, media: element["media"])
            } else if element.name == "link", element.isHTML, let path = element["href"],
                (element["rel"] ?? "").asciiLowercased.split(whereSeparator: \.isWhitespace).contains("stylesheet"),
                !(element["rel"] ?? "").asciiLowercased.contains("alternate")
            {
                if let text = file(path) {
                    try add(text, .file(path, node.place, text), node.place, media: element["media"])
                } else {
                    missing.append(
                        HTMLError(at: node.place, "the style sheet \"\(oneLine(String(path.prefix(200))))\" can't be read"))
                }
            }
        }
        if !fonts.isEmpty {
            sources.append(.own)
            sheets.add(PageFont.rules(fonts), origin: .agent)
        }
    }

    private mutating func add(_ text: String, _ source: Source, _ place: HTMLPlace, media: String?) throws(HTMLError) {
        sources.append(source)
        sheets.add(text, media: media)
        guard !sheets.isTooLarge else {
            throw HTMLError(at: place, "more than \(HTMLLimits.rules) rules in style sheets; use fewer")
        }
    }

    /// A part of a sheet without effect.
    func notice(sheet: Int, offset: Int, _ message: Message) -> HTMLError {
        guard sources.indices.contains(sheet) else { return HTMLError(.unsupported, at: HTMLPlace(), message) }
        switch sources[sheet] {
        case .own: return HTMLError(.unsupported, at: HTMLPlace(), message)
        case .element(let start, let text):
            return HTMLError(.unsupported, at: start.advanced(to: offset, in: CSSTokenizer.prepared(text)), message)
        case .file(let path, let place, let text):
            let inside = HTMLPlace().advanced(to: offset, in: CSSTokenizer.prepared(text))
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
