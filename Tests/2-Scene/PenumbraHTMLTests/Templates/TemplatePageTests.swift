import PenumbraHTML
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Pages of one template, of which each must be the page that is read alone.
@Suite("Pages of a template", .timed) struct TemplatePageTests {
    private let shaper = TextShaper()

    private func options(_ shaper: TextShaper) -> HTMLOptions {
        var options = HTMLOptions()
        (options.width, options.height) = (400, 300)
        options.shaper = shaper
        options.paragraph = { content throws(TextError) in try shaper.paragraph(content, openingFonts: FontLibrary.open) }
        return options
    }

    /// The page as text, with its layers, boxes and warnings.
    private func page(_ template: HTMLTemplate, _ values: [String: JSONValue], _ options: HTMLOptions) -> String {
        do {
            let document = try HTMLDocument(template, values: values, options: options)
            let background = document.background.map { "\($0)" } ?? ""
            return
                ([background, "\(document.size)"] + document.layers.map { "\($0)" } + document.boxes.map { "\($0)" }
                + document.warnings.map(\.description)).joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    /// Reads rows one after the other, and each row alone, too.
    private func expectEqual(_ text: String, _ rows: [[String: JSONValue]]) throws {
        let template = try HTMLTemplate(Array(text.utf8))
        for (index, row) in rows.enumerated() {
            let alone = page(try HTMLTemplate(Array(text.utf8)), row, options(TextShaper()))
            #expect(page(template, row, options(shaper)) == alone, "row \(index) of \(text.prefix(300))")
        }
    }

    private static let words = [
        "one", "<two>", "three four", "a longer text of several words that needs two lines in its box", "سلام", "שלום a", "123",
        " spaces ", "", " ", "fi\u{AD}ne", "e\u{301}", "\u{E9}", "ABC", "line\nbreak", "“quoted”", "😀", "a\tb\tc", "☃️ x", "Ж я",
        "☃ 12", "ひ1。a",
    ]

    @Test func textsChange() throws {
        let styles =
            "<style>p { color: red; background: linear-gradient(red, blue); border-radius: 4px } div { width: 150px }</style>"
        let page = """
            \(styles)<body style="background: #eee"><div dir="auto">{{a}}</div><p>{{b}} and <b>{{a}}</b> more</p>
            <ul><li>{{b}}<li>fixed</ul><table><tr><td>{{a}}<td>fixed</table>
            <div style="display: flex; gap: 4px"><span>{{a}}</span> <i>fixed</i>{{b}}</div>
            <div style="overflow: hidden; opacity: 0.5; box-shadow: 0 1px 2px red; outline: 1px solid">{{b}}</div>
            <div style="white-space: pre">{{a}}</div><svg width="20" height="20"><text>{{b}}</text></svg>
            """
        let rows: [[String: JSONValue]] = Self.words.indices.map { index in
            ["a": .string(Self.words[index]), "b": .string(Self.words[(index * 5 + 3) % Self.words.count])]
        }
        try expectEqual(page, rows + rows.reversed())
    }

    /// The characters that marks consist of, and elements that a parser opens again only if they differ.
    @Test func referencesAndFormattingElementsKeepTheirMeaning() throws {
        let rows: [[String: JSONValue]] = (0..<6).map { index in
            ["a": .string("\(index)"), "b": .string("q\(index / 5)"), "h": .string("<i>&#xe001;abcdefghijklmn</i>")]
        }
        for text in ["&#xe001;abcdefghijklmnopq", "&#xe001;", "&#xe000;&#xe01f;&#xe01f;&#xe01f;", "\u{E000}\u{E010}x"] {
            try expectEqual("<p title='\(text)'>{{a}}</p>", rows)
            try expectEqual("<p>\(text)</p><p>{{a}}</p>", rows)
        }
        try expectEqual("<p>{{a}}</p>{{{h}}}", rows)
        let bold = "<p><b class='q0'><b class='q0'><b class='q0'><b class='{{b}}'>x</p><p>y"
        try expectEqual("<style>b { border-left: 3px solid }</style>\(bold)", rows + rows.reversed())
    }

    @Test func firstLettersAndSmallCapitalsFollowTexts() throws {
        let rows: [[String: JSONValue]] = Self.words.map { ["a": .string($0)] }
        try expectEqual("<style>p::first-letter { font-size: 2em }</style><p>{{a}}</p>", rows)
        try expectEqual(
            "<style>p::first-line { color: red }</style><p>{{a}} and much more text that takes another line</p>", rows)
        try expectEqual("<p style='font-variant-caps: small-caps'>{{a}}</p>", rows)
        try expectEqual("<ruby>{{a}}<rt>{{a}}</rt></ruby><button>{{a}}</button><textarea>{{a}}</textarea>", rows)
        try expectEqual("<select><option>{{a}}</select><fieldset><legend>{{a}}</legend>{{a}}</fieldset>", rows)
        try expectEqual("<style>p:empty { height: 9px; background: red }</style><p>{{a}}</p><p></p>", rows)
    }

    @Test func attributesAndStylesChange() throws {
        let classes = "<style>.a { color: red } .b { color: blue; padding: 3px } .c::before { content: attr(title) }</style>"
        let rows: [[String: JSONValue]] = (0..<12).map { index in
            [
                "c": .string(["a", "b", "c"][index % 3]), "t": .string(Self.words[index]),
                "w": .string(["10px", "20%", "nonsense"][index / 4]),
            ]
        }
        try expectEqual(classes + "<p class='{{c}}' title='{{t}}'>{{t}}</p><p>fixed</p>", rows)
        try expectEqual("<p style='width: {{w}}; background: green'>{{t}}</p>", rows)
        try expectEqual("<style>p { margin: {{w}} }</style><p>{{t}}</p><div lang='{{c}}'>{{t}}</div>", rows)
    }

    @Test func sectionsAndMarkupChange() throws {
        let rows: [[String: JSONValue]] = (0..<8).map { index in
            [
                "list": .array((0..<(index / 2)).map { .string(Self.words[$0 + index]) }), "t": .string(Self.words[index]),
                "html": .string(["<b>x</b>", "<b>y</b>", "<i>z</i>"][index % 3]),
            ]
        }
        try expectEqual("<ul>{{#list}}<li>{{.}}</li>{{/list}}</ul>{{#t}}<p>{{t}}</p>{{/t}}{{^t}}none{{/t}}{{{html}}}", rows)
    }

    /// The first rows are equal, so that the next ones take over what was kept.
    @Test func keptPagesFollowTheirTextsInEverything() throws {
        let rows: [[String: JSONValue]] = [
            "x", "x", "y", "1ch", "a long text of words that needs more room than there is", "✓",
        ].map {
            ["a": .string($0)]
        }
        let marked = "<ul style=\"list-style-type:'\u{2713} '\"><li style='visibility: hidden'>x</li></ul><p>{{a}}</p>"
        let measured =
            "<style>div { width: attr(data-w ch); height: 9px; background: red }</style><div data-w=5></div><p>{{a}}</p>"
        let shadows = Array(repeating: "1px 1px red", count: 2000).joined(separator: ",")
        let clipped = """
            <style>.c, .c::after { box-shadow: \(shadows) } .c::after { content: 'x' } .c { width: 90px; overflow: hidden;
            white-space: nowrap; text-overflow: ellipsis }</style><div class=c>{{a}}</div>
            """
        for page in [marked, measured, clipped] { try expectEqual(page, rows) }
    }

    @Test func warningsHaveTheirPlaces() throws {
        let rows: [[String: JSONValue]] = Self.words.map { ["a": .string($0)] }
        try expectEqual("<p>{{a}}</p>\n<div style='foo: 1; color: red'>x</div><script></script><p>{{a}}</p>", rows)
        try expectEqual("<style>p { foo: bar }</style><p>{{a}}</p><p style='font-family: Nobody has this'>{{a}}</p>", rows)
        try expectEqual("<p>{{a}}</p><p style='border-radius: 1px; filter: nonsense(1); opacity: 0.5'>{{a}}</p>", rows)
    }

    @Test(arguments: seeds(rounds(40))) func randomPagesAreThoseReadAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let template = Self.element(0, &random)
        let rows: [[String: JSONValue]] = (0..<6).map { _ in
            var row: [String: JSONValue] = [:]
            for name in ["a", "b", "c"] { row[name] = .string(Self.words.randomElement(using: &random) ?? "") }
            return row
        }
        try expectEqual(
            "<!doctype html><style>.x { color: red; margin: 2px }</style>\(template)<i hidden>{{a}}{{b}}{{c}}</i>", rows)
    }

    /// Selectors of all kinds, counters and attributes, whose values may be those of rows.
    private static let sheet = """
        <style>.x { color: red; margin: 2px } .y { background: #ff8 } .z > * { border: 1px solid blue } .x .y { color: teal }
        [title] { outline: 1px solid } [title=one] { color: orange } [data-k^=a] { font-weight: bold } p:empty { height: 9px }
        div:has(b) { border-left: 3px solid } :nth-child(2n) { letter-spacing: 1px } .t::after { content: attr(data-k) }
        .c::before { counter-increment: n; content: counter(n) attr(title) } li:not(.x) { font-style: italic }</style>
        """

    @Test(arguments: seeds(rounds(40))) func randomAttributesSectionsAndMarkupAreThoseReadAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var body = ""
        for _ in 0..<Int.random(in: 1...4, using: &random) { body += Self.part(0, &random) }
        var (rows, first): ([[String: JSONValue]], [String: JSONValue]?) = ([], nil)
        // In some templates, only the texts of rows differ, or the texts and the attributes.
        let kind = Int.random(in: 0..<3, using: &random)
        for _ in 0..<6 {
            var row: [String: JSONValue] = [:]
            for name in ["a", "b"] { row[name] = .string(Self.words.randomElement(using: &random) ?? "") }
            row["c"] = .string(["red", "#123", "rgb(1 2 3 / 0.5)"].randomElement(using: &random) ?? "")
            row["w"] = .number(Double(Int.random(in: 5..<90, using: &random)))
            row["k"] = .string(["x", "y", "z", "c", "t"].randomElement(using: &random) ?? "")
            row["h"] = .string(["<b>x</b>", "<i>z</i>", ""].randomElement(using: &random) ?? "")
            row["s"] = .string(["", "yes"].randomElement(using: &random) ?? "")
            row["l"] = .array((0..<Int.random(in: 0..<3, using: &random)).map { .string(["x", "y", "one"][$0]) })
            if let first {
                for name in kind == 0 ? ["c", "w", "k", "h", "s", "l"] : kind == 1 ? ["h", "s", "l"] : [] {
                    row[name] = first[name]
                }
            }
            first = first ?? row
            rows.append(row)
        }
        try expectEqual(
            """
            <!doctype html>\(Self.sheet)<body style="background: {{c}}">
            \(body)<i hidden>{{a}}{{b}}{{w}}{{k}}{{#s}}{{/s}}{{#l}}{{/l}}{{{h}}}</i>
            """, rows + rows)
    }

    private static let parts = [
        "<table>{{a}}<tr><td>{{b}}<td width={{w}}>x</table>", "<pre>\n{{a}}</pre>", "<textarea>{{b}}</textarea>", "&{{a}}",
        "<!-- {{a}} -->", "<select><option>{{a}}<option>{{b}}</select>", "&#{{w}}", "{{#l}}<li class='{{.}}'>{{.}}</li>{{/l}}",
        "a/{{b}}", "\t<b class='{{k}}'>{{a}}</b>", "<title>{{a}}</title>", "<svg width='{{w}}'><title>{{a}}</title></svg>",
        "<input type='{{k}}' value='{{a}}'>", "<xmp>{{a}}</xmp>", "<p>{{b}}</p><script>{{a}}</script>", "{{{h}}}",
        "<b style='color: {{c}}'><p>{{a}}</b>x</p>", "<i title=a{{k}}b>{{b}}</i>", "{{a}} and {{b}}", "{{a}}{{b}}",
        "{{a}}x{{w}}y{{b}}", "&am{{a}}p;", "x&{{a}}{{b}};", " {{b}}\n", "text ",
    ]

    private static func part(_ depth: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return "{{#s}}\(part(depth + 1, &random)){{/s}}"
        case 1: return "{{^s}}\(part(depth + 1, &random)){{/s}}"
        case 2..<6 where depth < 4: break
        default: return parts.randomElement(using: &random) ?? ""
        }
        let values = [
            "color: {{c}}", "width: {{w}}px", "background: {{c}}", "--v: {{c}}", "color: var(--v, green)", "height: {{w}}px",
            "font-family: '{{a}}', serif", "overflow: hidden", "position: relative; left: -30px", "min-width: 800px",
            "position: absolute; inset: 0", "box-shadow: 0 0 4px {{c}}", "foo: {{w}}", "border-radius: {{w}}px", "opacity: 0.5",
            "width: {{w}}px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis", "white-space: pre; tab-size: 3",
            "width: 60px; overflow: hidden; -webkit-line-clamp: 1; display: -webkit-box; -webkit-box-orient: vertical",
        ]
        func one(of list: [String]) -> String { list.randomElement(using: &random) ?? "" }
        var attributes = ""
        if Bool.random(using: &random) { attributes += " style=\"\(one(of: values)); \(one(of: values))\"" }
        if Bool.random(using: &random) {
            attributes += " class=\"\(one(of: ["x", "y", "z", "c", "t", "{{k}}", "c {{k}}"]))\""
        }
        if Bool.random(using: &random) {
            attributes += " " + one(of: ["title=one", "title='{{a}}'", "data-k='{{b}}'", "dir=auto", "lang={{k}}"])
        }
        let tag = one(of: ["div", "p", "span", "b", "ul", "li", "section", "a"])
        var content = ""
        for _ in 0..<Int.random(in: 1...3, using: &random) { content += part(depth + 1, &random) }
        return "<\(tag)\(attributes)>\(content)</\(tag)>"
    }

    private static func element(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let displays = ["block", "inline", "inline-block", "flex", "grid", "flow-root", "list-item", "table", "table-cell"]
        let values = [
            "width: 80px", "width: 50%", "background: linear-gradient(red, blue)", "background: #123", "padding: 4px",
            "border: 2px solid red", "border-radius: 5px", "position: relative; left: 2px", "position: absolute; top: 0",
            "float: left", "overflow: hidden", "opacity: 0.5", "transform: rotate(4deg)", "font-weight: bold", "font-size: 2em",
            "text-align: center", "text-decoration: underline", "white-space: pre-wrap", "text-shadow: 1px 1px red",
            "direction: rtl", "line-height: 2", "margin: 1em 5%", "outline: 1px dashed", "background-attachment: fixed",
            "padding-left: 3%", "text-indent: 5%", "-webkit-line-clamp: 2; display: -webkit-box; -webkit-box-orient: vertical",
            "text-transform: uppercase", "column-count: 2", "vertical-align: top", "z-index: 2", "filter: blur(1px)",
        ]
        let tags = ["div", "p", "span", "b", "section", "ul", "li", "bdi"]
        let tag = tags.randomElement(using: &random) ?? "div"
        var style = "display: \(displays.randomElement(using: &random) ?? "block")"
        for _ in 0..<Int.random(in: 0...3, using: &random) { style += "; \(values.randomElement(using: &random) ?? "")" }
        var attributes = "style=\"\(style)\""
        if Int.random(in: 0..<4, using: &random) == 0 { attributes += " dir=auto" }
        if Int.random(in: 0..<4, using: &random) == 0 { attributes += " class=x" }
        var content = ""
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<(depth < 3 ? 5 : 3), using: &random) {
            case 0: content += "{{a}}"
            case 1: content += " fixed {{b}} "
            case 2: content += "{{c}}<br>"
            default: content += element(depth + 1, &random)
            }
        }
        return "<\(tag) \(attributes)>\(content)</\(tag)>"
    }
}
