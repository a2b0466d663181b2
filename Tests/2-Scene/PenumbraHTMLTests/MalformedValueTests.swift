import PenumbraHTML
import TestSupport
import Testing

/// Values that Chromium's `CSS.supports` refuses, and values that look like them.
@Suite(.timed) struct MalformedValueTests {
    private func warnings(_ declaration: String) throws -> [String] {
        let text = "<!doctype html><body><p style='\(declaration)'></p>"
        return try HTMLDocument(Array(text.utf8)).warnings.map { "\($0)" }
    }

    @Test(arguments: [
        "mask: linear-gradient(red,blue) / contain", "background: red / cover", "background: red blue",
        "background: linear-gradient(red,blue) linear-gradient(red,blue)", "background-position: 10px left",
        "background-position: top 10px", "background-position: left left", "background-position: 10px 20px 30px",
        "object-position: left 10px center", "mask-position: left 10px center", "perspective-origin: left 10px top",
        "clip-path: circle(10px at left 10px center)", "background-size: cover contain", "background-size: 1px 2px 3px",
        "background-repeat: repeat-x repeat-y", "background-clip: border-box padding-box", "border: solid dashed",
        "border: 1px 2px solid", "border-radius: -1px", "font: bold bold 16px serif", "flex: 1 auto 2",
        "flex-flow: row column", "grid-template-columns: repeat(auto-fill, 1fr)", "text-decoration: underline underline",
        "text-decoration: underline red blue", "list-style: none none none", "mix-blend-mode: multiply screen",
        "justify-content: stretch center", "align-items: space-between", "align-self: center safe", "perspective: -1px",
        "mask-composite: source-over", "columns: 2 3", "place-items: center center center", "break-inside: column",
        "width: min(10px, red)", "column-count: 0", "padding: -1px",
        "font-family: inherit, monospace", "font-family: serif, Unset", "font-family: default", "font-family: 123 foo",
        "font-family: foo 123", "font-family: serif foo", "font-family: a,", "font-family: \"a\" b", "font: 14px/1.4 inherit",
        "font: 20px initial, serif", "font: italic 20px default", "content: 5px", "content: foo", "columns: /100px",
        "container-type: scroll-state normal", "columns: 2 / 3px / 4px",
    ]) func malformedValueIsOneWarning(_ declaration: String) throws {
        #expect(try warnings(declaration).count == 1)
    }

    @Test(arguments: [
        "mask: linear-gradient(red,blue) center / contain", "background: linear-gradient(red,blue) left 1px center / cover",
        "background-position: left 10px center", "background-position: right 10px top 5px",
        "object-position: left 10px top 5px",
        "background-size: 10px auto, cover", "background-repeat: repeat no-repeat", "border: 1px solid red",
        "flex: 1 1 0", "flex: auto", "flex-flow: column wrap", "display: flex inline", "list-style: none none",
        "grid-template-columns: repeat(auto-fill, minmax(10px, 1fr))",
        "grid-template-columns: repeat(auto-fit, minmax(auto, 9px))",
        "justify-items: safe center", "align-items: last baseline", "place-content: safe center unsafe end",
        "columns: 2 10px", "column-rule: 1px solid", "break-inside: avoid", "width: min(10px, 50%)",
        "font-size: clamp(1rem, 5%, 2rem)", "text-decoration: underline dotted red 2px",
        "font-family: inherit", "font-family: inherit foo, serif", "font-family: default foo", "font-family: a b, \"c\"",
        "font-family: \"inherit\", none", "font-family: -apple-system, A1, foo serif", "font: 20px \"a\", b c, serif",
        "writing-mode: tb-rl", "writing-mode: lr", "unicode-bidi: -webkit-isolate", "display: block ruby", "columns: 2/100px",
        "container-type: scroll-state", "container-type: size scroll-state", "font-size: -webkit-xxx-large",
    ]) func wellFormedValueIsNoWarning(_ declaration: String) throws {
        #expect(try warnings(declaration).isEmpty)
    }

    /// Whether a condition of `@supports` holds: the malformed value inside of its rule is a warning then.
    private func holds(_ condition: String) throws -> Bool {
        let text = "<!doctype html><style>@supports \(condition) { p { order: red } }</style><p>"
        return try !HTMLDocument(Array(text.utf8)).warnings.isEmpty
    }

    @Test(arguments: [
        "(display: grid)", "(display: grid !important)", "(width: calc(1px + 1%))", "(color: rgb(1 2 3 / 50%))",
        "(width: var(--x))", "(color: /* a */ red)", "(color: inherit)", "(all: unset)", "(--x: )", "(cursor: grab)",
        "(scroll-behavior: smooth)", "(caret-color: red)", "(transform: none)", "(scroll-margin: 1px)", "(offset: none)",
        "(-webkit-user-select: none)", "(-WEBKIT-FILTER: none)", "(-webkit-mask-composite: source-over)",
        "(-webkit-box-align: start)", "(font-synthesis: none)", "(border: 1px solid)", "(user-select: none)",
        "font-tech(color-COLRv1)", "(font-tech(variations))", "font-format(woff2)", "at-rule(@font-face)",
        "not font-tech(color-svg)", "(width: -webkit-fill-available)",
    ]) func supportedDeclarationsAndFontsHold(_ condition: String) throws {
        #expect(try holds(condition))
    }

    @Test(arguments: [
        "(display: foo)", "(display: grid foo)", "(color: foo)", "(width: red)", "(width: 10)", "(position: foo)",
        "(float: foo)", "(text-align: foo)", "(-moz-appearance: none)", "(-webkit-hyphens: none)", "(-ms-overflow-style: none)",
        "(display:)", "(display: grid;)", "(unknown: var(--x))", "(all: red)", "(color: inherit red)", "(cursor: foo)",
        "(cursor: hand)", "(transform: foo)", "(background-image: foo)", "(filter: foo)", "(caret-color: foo)",
        "(line-clamp: 2)", "(border: 1px solid foo)", "(gap: 1px 2px 3px)", "(appearance: foo)", "(width: -moz-available)",
        "(position: -webkit-sticky)", "font-tech(color-svg)", "font-tech('variations')", "font-tech(variations, palettes)",
        "font-format(svg)", "font-format(woff2 woff)", "(font-tech: variations)", "at-rule(@unknown)",
    ]) func malformedDeclarationsAreUnsupported(_ condition: String) throws {
        #expect(try !holds(condition))
    }
}
