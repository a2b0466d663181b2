import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Tests of counter styles and of generated content: what they show, what is noted, and what they cost.
@Suite(.timed) struct GeneratedContentTests {
    private func texts(_ body: String) throws -> [String] {
        try laidOut("<!doctype html>\(body)").layers.flatMap(\.all).compactMap {
            if case .text(let text) = $0.kind { text.string } else { nil }
        }
    }

    private func marker(_ rules: String, _ style: String = "a", start: Int = 1) throws -> String? {
        try texts("<style>\(rules)</style><ol start='\(start)' style=\"list-style:\(style)\"><li>x</ol>").first { $0 != "x" }
    }

    private func notices(_ body: String) throws -> [String] {
        try laidOut("<!doctype html>\(body)").warnings.map { "\($0.message)" }
    }

    /// As in Chromium, `counter-reset` of a list doesn't change the numbers of its items, and `value` no counter.
    @Test(arguments: [
        ("<ol reversed><li>x<li hidden>x<li>x</ol>", ["2. ", "1. "]),
        ("<ol reversed><div><li>x</div><li>x</ol>", ["2. ", "1. "]),
        ("<ol reversed><li>x<li style='display:none'>x<li>x</ol>", ["2. ", "1. "]),
        ("<ol reversed><li>x<li style='display:block'>x<li>x</ol>", ["2. ", "1. "]),
        ("<ol reversed><li>x<li hidden style='display:list-item'>x</ol>", ["2. ", "1. "]),
        (
            "<ol start=' 4y'><li>x<li value='7x'>x<li value='+9'>x<li value=x>x<li value=-2.5>x</ol>",
            ["4. ", "7. ", "9. ", "10. ", "-2. "]
        ),
        ("<ol reversed><li>x<ol><li>x<li>x</ol><li>x</ol>", ["2. ", "1. ", "2. ", "1. "]),
        ("<ol reversed><li>x<li value=10>x<li>x</ol>", ["3. ", "10. ", "9. "]),
        ("<ol style='counter-reset:list-item 5'><li>x<li>x</ol>", ["1. ", "2. "]),
        ("<style>li{counter-set:list-item 7}</style><ol><li>x<li value=3>x</ol>", ["7. ", "7. "]),
        ("<style>li{counter-increment:list-item 2}</style><ol reversed><li>x<li>x</ol>", ["5. ", "7. "]),
        ("<style>li::marker{content:counter(list-item) ')'}</style><ol start=4><li>x<li value=9>x</ol>", ["4)", "5)"]),
        (
            """
            <style>i{display:list-item;list-style:decimal}</style><div style='counter-reset:list-item 3'><i>x</i>\
            <i style='counter-increment:list-item 5'>x</i><i style='counter-set:list-item 100'>x</i><i>x</i></div>
            """, ["1. ", "6. ", "100. ", "101. "]
        ),
    ]) func itemsHaveTheNumbersOfBrowsers(_ body: String, _ wanted: [String]) throws {
        #expect(try texts(body).filter { $0 != "x" } == wanted)
    }

    @Test func malformedRangeIsIgnored() throws {
        let rule = "@counter-style a { system: cyclic; symbols: A B; range: "
        #expect(try marker(rule + "5 1 }") == "A. ")
        #expect(try marker(rule + "1 9, 5 }") == "A. ")
        #expect(try marker(rule + "5 9 }") == "1. ")
    }

    @Test func chainsOfStylesEndInTheirBase() throws {
        let chain = (0..<40).map { "@counter-style c\($0) { system: extends c\($0 + 1); prefix: '\($0)' }" }.joined()
        #expect(try marker(chain + "@counter-style c40 { system: cyclic; symbols: Z }", "c0") == "0Z. ")
        // Styles that extend each other are decimal.
        let circle = "@counter-style a { system: extends b } @counter-style b { system: extends a; suffix: '!' }"
        #expect(try marker(circle, "b", start: 12) == "12!")
    }

    @Test func longListsOfSymbolsAreNoStyles() throws {
        let symbols = Array(repeating: "s", count: 1001).joined(separator: " ")
        #expect(try marker("@counter-style a { system: cyclic; symbols: \(symbols) }") == "1. ")
        let weights = (1...1001).reversed().map { "\($0) s" }.joined(separator: ",")
        #expect(try marker("@counter-style a { system: additive; additive-symbols: \(weights) }") == "1. ")
        let strings = Array(repeating: "'s'", count: 1001).joined(separator: " ")
        #expect(try marker("", "symbols(cyclic \(strings))") == "1. ")
        #expect(try notices("<style>@counter-style a { system: cyclic; symbols: \(symbols) }</style>").count == 1)
    }

    @Test(arguments: [
        "<style>@counter-style decimal { system: cyclic; symbols: a }</style>",
        "<style>@counter-style \"q\" { system: cyclic; symbols: a }</style>",
        "<style>@counter-style a { system: cyclic; symbols: a; foo: 1 }</style>",
        "<style>@counter-style a { system: bogus; symbols: a }</style>", "<style>@counter-style a {}</style>",
        "<ol style='list-style: nosuchstyle'><li>x<li>y</ol>",
        "<style>p::before { content: counter(n, nosuch) }</style><p>x<p>y",
        "<style>p::before { content: linear-gradient(red, blue) }</style><p>x", "<p style='content: \"a\"'>x",
        "<b style='content: \"a\"'>x</b>", "<style>@container (foo: 1px) { p { color: red } }</style>",
        "<style>@container (width > 1px) and (height) or (width) { p { color: red } }</style>",
    ]) func contentWithoutEffectIsNotedOnce(_ body: String) throws { #expect(try notices(body).count == 1) }

    @Test func functionsOfContentTakeWholeStylesAndFallbacks() throws {
        let rule = "<style>p::before { counter-increment: n; content: counter(n, symbols(cyclic '*' '+')) }</style>"
        #expect(try texts(rule + "<p>x").contains { $0.hasPrefix("*") })
        #expect(
            try texts("<style>p::before { content: attr(data-a, 'none') '-' }</style><p>x").contains { $0.hasPrefix("none-") })
    }

    /// What Chromium generates for attributes with types. Numbers and lengths are no content.
    @Test(
        arguments: [
            ("'a' attr(data-n number, 0)", nil), ("attr(data-n px, 'z')", nil), ("attr(data-n %)", nil),
            ("attr(data-n string)", nil), ("attr(data-s type(<string>))", nil), ("attr(data-x raw-string)", nil),
            ("'a' foo", nil),
            ("attr(data-n)", "5"), ("attr(data-n raw-string)", "5"), ("attr(data-x px, 'z')", "z"),
            ("attr(data-s type(<string>), 'z')", "z"), ("attr(data-q type(<string>), 'z')", "q"), ("'a' / 'b'", "a"),
        ] as [(String, String?)]) func typesOfAttributesDecideContent(_ content: String, _ generated: String?) throws
    {
        let rule = "<style>p::before { content: \(content) }</style>"
        let found = try texts(rule + "<p data-n=5 data-s=s data-q='\"q\"'>x")
        #expect(found.joined().hasPrefix((generated ?? "") + "x"), "\(found)")
    }

    @Test func pictureInContentStandsInTheElementsPlace() throws {
        let picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='40'/%3E"
        for display in ["inline", "block"] {
            let document = try laidOut(
                "<!doctype html><b style=\"display: \(display); content: url(&quot;\(picture)&quot;)\">x</b>")
            #expect(document.boxes.contains { $0.name == "b" && $0.frame.height == 40 }, "\(display)")
            #expect(!document.layers.flatMap(\.all).contains { if case .text = $0.kind { true } else { false } })
        }
    }

    /// The memory is asked for before the texts are made.
    @Test func generatedTextsAreBounded() throws {
        func end(_ body: String) -> String {
            var options = HTMLOptions()
            options.limits = HTMLLimits(memory: 32 << 20)
            do throws(HTMLError) {
                _ = try HTMLDocument(Array(body.utf8), options: options)
                return "drawn"
            } catch {
                return "\(error.message)"
            }
        }
        let long = String(repeating: "y", count: 20_000)
        let nested =
            "<style>i::before { content: counters(list-item, '\(long)') }</style>" + String(repeating: "<ol>", count: 40)
        #expect(end(nested + String(repeating: "<i></i>", count: 1000)).contains("generated content takes more memory"))
        let plain = "<style>i::before { content: '\(long)' }</style>" + String(repeating: "<i></i>", count: 1000)
        #expect(end(plain).contains("generated content takes more memory"))
    }
}
