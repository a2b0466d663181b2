import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Documents as they were written for older browsers, whose boxes were measured in Chromium with `getBoundingClientRect`.
@Suite(.timed) struct OldDocumentTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var mode: String
        var body: String
        /// The frames of elements by their `id`: x, y, width and height.
        var frames: [String: [Double]]

        init(_ mode: String, _ body: String, _ frames: [String: [Double]]) {
            (self.mode, self.body, self.frames) = (mode, body, frames)
        }

        var testDescription: String { "\(mode): \(body)" }
    }

    private static let types = [
        "standard": "<!doctype html>", "quirks": "",
        "limited":
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
            + "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">",
    ]
    private static let picture =
        "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'/>\">"

    private func boxes(_ document: String) throws -> [HTMLDocument.Box] {
        try laidOut(document, width: 500).boxes
    }

    @Test(arguments: Self.cases) func oldDocumentsAreLaidOutAsBrowsersDo(_ example: Case) throws {
        let style = """
            <style>body{margin:0;font:20px/30px 'DejaVu Sans'}b{font-weight:400}i{font-style:normal}
            img{width:40px;height:20px}</style>
            """
        let body = example.body.replacing("@", with: Self.picture)
        let boxes = try boxes((Self.types[example.mode] ?? "") + style + body)
        for (id, frame) in example.frames {
            let found = try #require(boxes.first { $0.name.hasSuffix("#\(id)") }?.frame, "\(id)")
            let values = [found.minX, found.minY, found.width, found.height]
            #expect(zip(values, frame).allSatisfy { abs($0 - $1) <= 0.1 }, "\(id): \(values)")
        }
    }

    /// Names of document types, and the line height of a document with small text: 12 where quirks count, 30 otherwise.
    @Test(arguments: [
        ("<!doctype html>", 30.0), ("", 12), ("<!DOCTYPE html SYSTEM \"about:legacy-compat\">", 30),
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">", 30),
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", 12),
        ("<!DOCTYPE HTML PUBLIC \"-//w3c//dtd html 4.01 transitional//en\" \"http://www.w3.org/TR/html4/loose.dtd\">", 12),
        ("<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">", 12), ("<!DOCTYPE svg>", 12),
        (
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">",
            30
        ),
    ]) func documentTypesDecideTheHeightOfLines(type: String, height: Double) throws {
        let text =
            "\(type)<style>body{margin:0;font:20px/30px 'DejaVu Sans'}</style>"
            + "<div id=a><span style='font-size:10px;line-height:12px'>x</span></div>"
        #expect(try boxes(text).first { $0.name == "div#a" }?.frame.height == height)
    }

    @Test func marginsOfBodyComeFromItsAttributes() throws {
        for (attributes, frame) in [
            ("leftmargin=11 topmargin=7", Rect(x: 11, y: 7, width: 478, height: 30)),
            ("marginwidth=0 marginheight=3", Rect(x: 0, y: 3, width: 500, height: 30)),
        ] {
            let text = "<!doctype html><style>div{font:20px/30px 'DejaVu Sans'}</style><body \(attributes)><div id=a>x</div>"
            #expect(try boxes(text).first { $0.name == "div#a" }?.frame == frame, "\(attributes)")
        }
    }

    private static let cases = [
        Case(
            "quirks", "<div id=a style='width:200;margin-left:20;padding:5;font-size:20;line-height:24px'>x</div>",
            ["a": [20, 0, 210, 34]]),
        Case(
            "quirks", "<style>#a { border-width: 3; border-style: solid; width: calc(20 + 30) }</style><div id=a>x</div>",
            ["a": [0, 0, 500, 36]]),
        Case("quirks", "<div id=a style='--w:200;width:var(--w);margin-inline:20'>x</div>", ["a": [0, 0, 200, 30]]),
        Case("limited", "<div id=a style='width:200'>x</div>", ["a": [0, 0, 500, 30]]),
        Case("standard", "<div id=a style='width:200'>x</div>", ["a": [0, 0, 500, 30]]),
        Case("quirks", "<ul><li id=a>@</ul>", ["a": [40, 0, 460, 30]]),
        Case("limited", "<ul style='list-style:none'><li id=a>@<br>@</ul>", ["a": [40, 20, 460, 60]]),
        Case("quirks", "<div id=a><b style='margin:1px'>@</b></div>", ["a": [0, 0, 500, 20]]),
        Case("quirks", "<div id=a><b style='padding:1px'>@</b></div>", ["a": [0, 0, 500, 30]]),
        Case(
            "quirks", "<h1 id=a style='font:20px/30px DejaVu Sans'>x</h1><p id=b>y</p>",
            ["a": [0, 0, 500, 30], "b": [0, 50, 500, 30]]),
        Case(
            "quirks", "<div id=a><p id=b>x</p></div><div id=c>y</div>",
            ["a": [0, 0, 500, 30], "b": [0, 0, 500, 30], "c": [0, 50, 500, 30]]),
        Case("quirks", "<div style='padding-top:5px'><p id=a>x</p></div>", ["a": [0, 25, 500, 30]]),
        Case("quirks", "<p id=a style='margin-top:35px'>x</p>", ["a": [0, 35, 500, 30]]),
        Case(
            "quirks", "<table cellspacing=0 cellpadding=0><tr><td id=a><p id=b>x</p></td></tr></table>",
            ["a": [0, 0, 9.47, 19], "b": [0, 0, 9.47, 19]]),
        Case(
            "quirks", "<table cellspacing=0 cellpadding=0><tr><td id=a><ul><li>x</ul></td></tr></table>",
            ["a": [0, 0, 49.47, 35]]),
        Case(
            "quirks", "<table cellspacing=0><tr><td id=a height=60 style='padding:10px'>x</td></tr></table>",
            ["a": [0, 0, 29.47, 60]]),
        Case("quirks", "<div id=a style='height:50%'></div>", ["a": [0, 0, 500, 150]]),
        Case("quirks", "<div><div id=a style='height:50%'></div></div>", ["a": [0, 0, 500, 150]]),
        Case("quirks", "<div style='display:flex'><div id=a style='height:50%;width:10px'></div></div>", ["a": [0, 0, 10, 0]]),
        Case(
            "limited",
            #"<div style="width:200px" id=a><b style="font-size:10px;line-height:12px">x</b></div><p id=c>"#,
            ["a": [0, 0, 200, 12], "c": [0, 32, 500, 0]]),
        Case(
            "standard",
            #"<div style="width:200px" id=a><b style="font-size:10px;line-height:12px">x</b></div><p id=c>"#,
            ["a": [0, 0, 200, 30], "c": [0, 50, 500, 0]]),
        Case("limited", #"<div style="width:200px" id=a>@</div>"#, ["a": [0, 0, 200, 20]]),
        Case("standard", #"<div style="width:200px" id=a>@</div>"#, ["a": [0, 0, 200, 30]]),
        Case("limited", #"<div style="width:200px" id=a>@x</div>"#, ["a": [0, 0, 200, 30]]),
        Case(
            "limited",
            #"<div style="width:200px" id=a><b style="font-size:10px;line-height:12px">x</b><br><br>@<br></div>"#,
            ["a": [0, 0, 200, 62]]),
        Case(
            "limited",
            #"<div style="width:200px" id=a><b style="font-size:10px;line-height:12px">x"#
                + #"<i style="padding-left:4px;font-size:30px;line-height:50px"></i></b></div>"#,
            ["a": [0, 0, 200, 50]]),
        Case(
            "limited",
            #"<div style="width:200px" id=a><b style="font-size:10px;line-height:12px">x</b>"#
                + #"<img style="vertical-align:middle" src="">@</div>"#,
            ["a": [0, 0, 200, 24.5]]),
        Case(
            "limited",
            #"<div style="width:200px" id=a><b style="font-size:10px;line-height:12px;vertical-align:top">x</b></div>"#,
            ["a": [0, 0, 200, 12]]),
        Case(
            "quirks",
            #"<div style="font-size:30px;text-align:center"><table><tr><td id=a>x</table></div>"#,
            ["a": [2, 2, 11.46875, 21]]),
        Case("quirks", #"<form style="height:10px"></form><div id=a>x</div>"#, ["a": [0, 30, 500, 30]]),
        Case(
            "standard",
            #"<table width=300 cellpadding=0 cellspacing=0><tr><td align=center><table cellpadding=0 width=200>"#
                + #"<tr><td id=a><b>xx</b></table></table>"#,
            ["a": [52, 2, 196, 30]]),
        Case(
            "standard",
            #"<div align=center style="width:300px"><table width=100 cellpadding=0 id=a><tr><td><b>xx</b></table></div>"#,
            ["a": [100, 0, 100, 34]]),
        Case(
            "standard",
            #"<hr id=a size=4 width=50%><hr id=b size=1 align=left width=100><hr id=c align=right width=100 noshade>"#,
            ["a": [124, 10, 252, 4], "b": [0, 24, 102, 1], "c": [398, 35, 102, 2]]),
        Case(
            "standard",
            #"<table cellspacing=0 cellpadding=0><caption align=bottom id=b>cc</caption><tr><td id=a>xx</table>"#,
            ["a": [0, 0, 23.671875, 30], "b": [0, 30, 23.671875, 30]]),
        Case(
            "standard",
            #"<table cellspacing=0 cellpadding=0 border=3 frame=hsides rules=rows id=a><tr><td id=b>x<td id=c>y"#
                + #"<tr><td>z</table>"#,
            ["a": [0, 0, 23.6875, 63], "b": [0, 0.5, 11.84375, 31], "c": [11.84375, 0.5, 11.84375, 31]]),
        Case(
            "standard",
            #"<table cellpadding=0 rules=all id=a><tr><td id=b>x<td id=c>y<tr><td>z<td>w</table>"#,
            ["a": [0, 0, 29.203125, 61], "b": [0, 0, 12.34375, 30.5], "c": [12.34375, 0, 16.859375, 30.5]]),
        Case(
            "standard",
            #"<table cellspacing=0 cellpadding=0 rules=groups id=a><colgroup></colgroup><colgroup span=2></colgroup><thead>"#
                + #"<tr><td id=b>x<td>y<td id=c>z<tbody><tr><td id=d>1<td>2<td>3<tbody><tr><td id=e>1<td>2<td>3</table>"#,
            [
                "a": [0, 0, 39.203125, 92], "b": [0, 0, 13.234375, 30.5], "c": [26.46875, 0, 12.734375, 30.5],
                "d": [0, 30.5, 13.234375, 31], "e": [0, 61.5, 13.234375, 30.5],
            ]),
        Case(
            "standard",
            #"<table cellspacing=0 cellpadding=0 id=a style="border-collapse:collapse"><col style="border:4px solid red">"#
                + #"<col span=2 style="border:2px solid blue"><tr><td id=b>x<td id=c>y<td id=d>z</table>"#,
            [
                "a": [0, 0, 46.1875, 38], "b": [2, 2, 15.84375, 34], "c": [17.84375, 2, 14.84375, 34],
                "d": [32.6875, 2, 12.5, 34],
            ]),
        Case(
            "standard",
            #"<table cellspacing=0 cellpadding=0 id=a style="border-collapse:collapse"><colgroup style="border:6px solid red">"#
                + #"<col><col style="border-left:8px solid blue"></colgroup><tr><td id=b>x<td id=c>y"#
                + #"<td id=d style="border:1px solid">z</table>"#,
            [
                "a": [0, 0, 55.1875, 42], "b": [3, 3, 18.84375, 36], "c": [21.84375, 3, 18.84375, 36],
                "d": [40.6875, 3, 14, 36],
            ]),
        Case(
            "standard",
            #"<table cellpadding=0 border=4 bordercolor=green id=a><tr><td id=b>x<td id=c>y</table>"#,
            ["a": [0, 0, 41.6875, 44], "b": [6, 6, 13.84375, 32], "c": [21.84375, 6, 13.84375, 32]]),
        Case(
            "standard",
            #"<fieldset id=a style="width:200px"><legend id=b>LL</legend><div id=c>content</div></fieldset>"#,
            ["a": [2, 0, 234, 81.5], "b": [19, 0, 26.296875, 30], "c": [19, 37, 200, 30]]),
        Case(
            "standard",
            #"<fieldset id=a style="width:200px"><div id=c>content</div><legend id=b style="margin-left:auto">LL"#
                + #"</legend></fieldset>"#,
            ["a": [2, 0, 234, 81.5], "b": [192.703125, 0, 26.296875, 30], "c": [19, 37, 200, 30]]),
        Case(
            "standard",
            #"<details id=a><summary id=b>SS</summary>hidden<div>x</div></details>"#,
            ["a": [0, 0, 500, 30], "b": [0, 0, 500, 30]]),
        Case(
            "standard",
            #"<details id=a open><summary id=b><b id=c>SS</b></summary>shown<div>x</div></details>"#,
            ["a": [0, 0, 500, 90], "b": [0, 0, 500, 30], "c": [21.1875, 3, 25.390625, 24]]),
        Case(
            "standard",
            #"<div style="height:20px"></div><dialog open id=a>dd</dialog>"#,
            ["a": [214.296875, 20, 71.390625, 76]]),
        Case(
            "standard",
            #"<ol reversed style="list-style-position:inside;margin:0;padding:0;width:max-content" id=a><li>x"#
                + #"<li>y<li value=10>z<li>w</ol>"#,
            ["a": [0, 0, 48.671875, 120]]),
        Case(
            "standard",
            #"<span id=a style="font-variant:small-caps">Abc D</span> "#
                + #"<span id=b style="font-variant-caps:all-small-caps">Abc D</span> <span id=c style="font-variant-caps:unicase">Abc D</span>"#,
            ["a": [0, 3, 54.578125, 24], "b": [60.9375, 3, 43.953125, 24], "c": [111.25, 3, 48.5, 24]]),
        Case(
            "standard",
            #"<div style="line-height:normal" id=a><span style="font-variant:small-caps" id=b>Abc</span></div>"#,
            ["a": [0, 0, 500, 24], "b": [0, 0, 32.828125, 24]]),
    ]
}
