import PenumbraSVG
import TestSupport
import Testing

/// Tests the places of warnings about CSS.
@Suite(.timed) struct StylePlaceTests {
    /// The documents have a mark, which isn't part of them, at the place that their first warning names.
    @Test(arguments: [
        // In style sheets.
        "<svg><style>rect { } ¦rect:foo { }</style></svg>",
        "<svg>\n <style>\n rect { fill: red;\n  ¦colour: red }</style><rect/></svg>",
        "<svg><style>a, ¦b:foo, c { }</style></svg>", "<svg><style>\r\n\r\n  ¦@foo x;\r\n</style></svg>",
        "<svg><style>/* € */ ¦@foo x;</style></svg>", "<svg><style> <![CDATA[\n a { ¦colour: red } ]]></style></svg>",
        "<svg><style>a &gt; b { ¦colour: red }</style></svg>",
        "<svg><style>a { } <!-- c\n --> b { ¦colour: red }</style></svg>",
        "<!DOCTYPE svg [<!ENTITY e 'a { colour: red }'>]>\n<svg><style>b { } ¦&e; c { }</style></svg>",
        "<svg><style>a { }</style><style>\n@media all { b { fill: red; &amp; c { ¦colour: red } } }</style></svg>",
        "<svg><style>\n ¦@font-face { src: url(a.woff) }</style></svg>",
        "<svg><style>@keyframes k { from { ¦colour: red } }</style></svg>",
        // In attributes.
        "<svg><rect style='¦colour: red'/></svg>", "<svg>\n<rect\n  width='9'\n  style = \"fill: red;\n ¦colour: red\"/></svg>",
        "<svg><rect style='fill: red; ¦stroke red'/></svg>", "<svg><rect id='é>' style='/* € */ ¦colour: red'/></svg>",
        "<svg><rect style='font-family: &quot;a&#x20AC;&quot;; ¦colour: red'/></svg>",
        "<!DOCTYPE svg [<!ENTITY e 'fill: red'>]><svg><rect style='stroke: red; ¦&e;; colour: red'/></svg>",
        "<svg><rect style='\r\n\tfill: red;\r\n\t¦colour: red'/></svg>", "<svg><rect ¦fill = 'redd'/></svg>",
    ]) func warningNamesThePlaceOfItsDeclaration(marked: String) throws {
        let marked = marked.replacing("<svg>", with: "<svg width='9' height='9'>")
        let parts = marked.unicodeScalars.split(separator: "¦", omittingEmptySubsequences: false).map { String($0) }
        try #require(parts.count == 2)
        let lines = parts[0].replacing("\r\n", with: "\n").unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        var options = SVGOptions()
        options.allowsMissing = true
        let document = try SVGDocument(Array(parts.joined().utf8), options: options)
        let place = try #require(document.warnings.first).place
        #expect(place.line == lines.count && place.column == (lines.last?.count ?? 0) + 1, "\(document.warnings)")
    }

    /// Documents in other encodings have the place of the attribute or element where bytes have another length.
    @Test func placesInOtherEncodingsAreNearby() throws {
        let text =
            "<?xml version='1.0' encoding='ISO-8859-1'?>\n<svg viewBox='0 0 9 9'>"
            + "<rect style='/* \u{E9} */ colour: red'/></svg>"
        let document = try SVGDocument(text.unicodeScalars.map { UInt8($0.value) })
        #expect(document.warnings.first?.place.line == 2)
    }

    /// Many parts of one long attribute or sheet cost one pass over it.
    @Test func placesOfManyWarningsCostOnePass() throws {
        let many = (0..<20_000).map { "p\($0): 1;" }.joined(separator: "\n")
        let sheet = (0..<20_000).map { "a:p\($0) { }" }.joined(separator: "\n")
        let document = try SVGDocument(
            Array("<svg viewBox='0 0 9 9'><style>\(sheet)</style><rect style='\(many)'/></svg>".utf8))
        #expect(document.warnings.last?.place.line == 1000)
        let attribute = try SVGDocument(Array("<svg viewBox='0 0 9 9'><rect style='\(many)'/></svg>".utf8))
        #expect(attribute.warnings.last?.place.line == 1000)
    }
}
