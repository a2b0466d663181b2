import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// HTML documents without texts, whose boxes are known from CSS's rules.
@Suite(.timed) struct HTMLDocumentTests {
    private func document(_ body: String, width: Double = 400, height: Double = 300) throws -> HTMLDocument {
        var options = HTMLOptions()
        (options.width, options.height) = (width, height)
        let text = "<!doctype html><style>body{margin:0}</style>\(body)"
        return try HTMLDocument(Array(text.utf8), options: options)
    }

    private func frame(_ name: String, in document: HTMLDocument) -> Rect? {
        document.boxes.first { $0.name == name }?.frame
    }

    /// Pages with the same sheets share computed styles. From the third reading on, all of them are known.
    @Test func sharedStylesAreThoseOfThePage() throws {
        let sheet = "<style>i{display:block;width:2em;height:5vw} section{font-size:20px} .b{font-size:30px}</style>"
        let pages: [(body: String, width: Double, frame: Rect)] = [
            ("<i id=a></i>", 400, Rect(x: 0, y: 0, width: 32, height: 20)),
            ("<i id=a></i>", 200, Rect(x: 0, y: 0, width: 32, height: 10)),
            ("<section><i id=a></i></section>", 400, Rect(x: 0, y: 0, width: 40, height: 20)),
            ("<section class=b><i id=a></i></section>", 400, Rect(x: 0, y: 0, width: 60, height: 20)),
            ("<section><i id=a class=b></i></section>", 400, Rect(x: 0, y: 0, width: 60, height: 20)),
            ("<section style='font-size:1rem'><i id=a></i></section>", 400, Rect(x: 0, y: 0, width: 32, height: 20)),
            ("<i id=a style='width:3em'></i>", 400, Rect(x: 0, y: 0, width: 48, height: 20)),
            (
                "<section style='--w:7px'><i id=a style='width:var(--w)'></i></section>", 400,
                Rect(x: 0, y: 0, width: 7, height: 20)
            ),
            (
                "<section style='--w:9px'><i id=a style='width:var(--w)'></i></section>", 400,
                Rect(x: 0, y: 0, width: 9, height: 20)
            ),
            ("<div style='display:flex'><i id=a></i></div>", 400, Rect(x: 0, y: 0, width: 32, height: 20)),
            ("<img id=a width=30 height=6 style='display:block'>", 400, Rect(x: 0, y: 0, width: 30, height: 6)),
            ("<img id=a width=31 height=6 style='display:block'>", 400, Rect(x: 0, y: 0, width: 31, height: 6)),
        ]
        for _ in 0..<3 {
            for page in pages {
                let read = try document(sheet + page.body, width: page.width)
                #expect(
                    read.boxes.first { $0.name.hasSuffix("#a") || $0.name.contains("#a.") }?.frame == page.frame, "\(page.body)"
                )
            }
        }
    }

    /// Documents of other encodings are those of UTF-8.
    @Test(arguments: [
        ("<meta charset=iso-8859-1>", "\u{E9}\u{201C}", [0xE9, 0x93]), ("", "\u{E9}", [0xE9]), ("", "é", [0xC3, 0xA9]),
        ("<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>", "\u{20AC}", [0x80]),
        ("<meta charset='KOI8-R'>", "\u{44E}", [0xC0]), ("<meta charset=\"shift_jis\">", "\u{8A9E}", [0x8C, 0xEA]),
        ("<META CHARSET = gb2312 >", "\u{4E2D}", [0xD6, 0xD0]), ("<meta charset=utf-8>", "\u{FFFD}", [0xE9]),
        ("<meta charset=euc-kr>", "\u{D55C}\u{FFFD}", [0xC7, 0xD1, 0xFF]), ("<meta charset=nonesuch>", "\u{E9}", [0xE9]),
        ("<?xml version='1.0' encoding='ISO-8859-2'?>", "\u{17E}", [0xBE]),
        ("<?xml version='1.0'?><meta charset=windows-1251>", "\u{43F}", [0xEF]), ("<meta charset=utf-7>", "\u{E9}", [0xE9]),
        ("<!-- <meta charset=latin1> --><meta charset=utf-8>", "\u{E9}", [0xC3, 0xA9]),
        ("<meta name=description content='charset=latin1'>", "\u{E9}", [0xC3, 0xA9]),
        ("<meta charset=utf-16>", "é", [0xC3, 0xA9]),
    ]) func encodingsAreRead(_ declaration: String, _ text: String, _ bytes: [UInt8]) throws {
        func document(_ head: String, _ bytes: [UInt8], mark: [UInt8] = []) throws -> HTMLDocument {
            var options = HTMLOptions()
            (options.width, options.height) = (100, 50)
            let style = "<style>b{display:block;height:9px} b[title='\(text)']{width:7px}</style>"
            // The style's own text is UTF-8 where the document is.
            let ascii = style.unicodeScalars.map { $0.isASCII ? String($0) : "\\\(String($0.value, radix: 16)) " }.joined()
            let file = mark + Array("\(head)\(ascii)<b title='".utf8) + bytes + Array("'></b>".utf8)
            let text = HTMLDocument.decoded(file)
            #expect(HTMLDocument.decoded(text) == text)
            return try HTMLDocument(text, options: options)
        }
        #expect(try document(declaration, bytes).boxes.last?.frame.width == 7)
        // A byte order mark says more than the declaration.
        #expect(try document(declaration, Array(text.utf8), mark: [0xEF, 0xBB, 0xBF]).boxes.last?.frame.width == 7)
    }

    @Test func documentsOfUTF16AreRead() throws {
        let text = "<style>b{display:block} b[title='\u{E9}\u{1F600}']{width:7px}</style><b title='\u{E9}\u{1F600}'></b>"
        for isBig in [false, true] {
            let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
                isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
            }
            for bytes in [bytes, bytes + [7]] {
                #expect(try HTMLDocument(HTMLDocument.decoded(bytes)).boxes.last?.frame.width == 7)
            }
        }
    }

    @Test func templatesOfOtherEncodingsTakeValuesOfUTF8() throws {
        let text = Array(
            "<meta charset=latin1><style>b{display:block} b[title='\\e9 \\17e ']{width:7px}</style><b title='".utf8)
        let template = try HTMLTemplate(HTMLDocument.decoded(text + [0xE9] + Array("{{name}}'></b>".utf8)))
        let document = try HTMLDocument(template.document(["name": .string("\u{17E}")]), options: HTMLOptions())
        #expect(document.boxes.last?.frame.width == 7)
    }

    /// Text that is Unicode already isn't decoded again, and values of a template declare nothing.
    @Test func textsAreNotDecodedTwice() throws {
        let rule = "<style>b{display:block} b[title='\u{E9}']{width:7px}</style>"
        let text = Array("<meta charset=latin1>\(rule)<b title='\u{E9}'></b>".utf8)
        #expect(try HTMLDocument(text).boxes.last?.frame.width == 7)
        let template = try HTMLTemplate(Array("<meta name=description content='{{d}}'>\(rule)<b title='{{t}}'></b>".utf8))
        let filled = try template.document(["d": .string("charset=latin1"), "t": .string("\u{E9}")])
        #expect(try HTMLDocument(filled).boxes.last?.frame.width == 7)
        let page = try HTMLDocument(template, values: ["d": .string("charset=latin1"), "t": .string("\u{E9}")])
        #expect(page.boxes.last?.frame.width == 7)
    }

    /// Numbers at the ends of their types are read.
    @Test func sizesOfFontsAreReadWhole() throws {
        for size in ["-9223372036854775808", "9223372036854775807", "+9223372036854775807", "--1"] {
            _ = try document("<font size='\(size)'></font>")
        }
    }

    /// Columns from right to left have their backgrounds and borders where their cells are.
    @Test func columnsFromRightToLeftAreWhereTheirCellsAre() throws {
        let page = try document(
            """
            <style>td{padding:0;width:20px;height:10px}</style>\
            <table dir=rtl style='border-collapse:collapse'><col style='background:lime;border-right:4px solid red'>\
            <col style='background:blue'><col style='background:cyan'><tr><td></td><td></td><td></td></table>
            """)
        func places(_ color: String) throws -> [ClosedRange<Double>] {
            let paint = Paint.color(try Color(css: color))
            func found(_ layers: [Layer], _ x: Double) -> [ClosedRange<Double>] {
                layers.flatMap { layer -> [ClosedRange<Double>] in
                    let frame = layer.frame ?? .zero
                    let own =
                        layer.backgroundColor == paint || layer.shape?.fillColor == paint
                        ? [(x + frame.minX)...(x + frame.maxX)] : []
                    return own + found(layer.sublayers, x + frame.minX)
                }
            }
            return found(page.layers, 0)
        }
        let (lime, blue, cyan, red) = (try places("lime"), try places("blue"), try places("cyan"), try places("red"))
        try #require(lime.count == 1 && blue.count == 1 && cyan.count == 1 && red.count == 1)
        #expect(cyan[0].upperBound <= blue[0].lowerBound && blue[0].upperBound <= lime[0].lowerBound)
        #expect(red[0] == 60...64, "\(red)")
    }

    @Test func bordersBeginAnewWithoutPictures() throws {
        let rule = "<style>div{border-image:linear-gradient(red,blue) 3 fill;width:50px;height:50px}</style>"
        for border in ["border:2px solid lime", "border:initial;border:2px solid lime"] {
            let page = try document("\(rule)<div style='\(border)'></div>")
            let plain = try document("<div style='width:50px;height:50px;border:2px solid lime'></div>")
            #expect(page.layers == plain.layers)
        }
        let later = try document(
            "\(rule)<div style='border:2px solid lime;border-image-source:linear-gradient(red,blue)'></div>")
        let whole = try document(
            "<div style='width:50px;height:50px;border:2px solid;border-image:linear-gradient(red,blue)'></div>")
        #expect(later.layers == whole.layers)
    }

    @Test func olderNamesOfGapsCount() throws {
        let page = try document(
            """
            <div style='display:grid;grid-template-columns:20px 20px;grid-column-gap:7px;grid-row-gap:5px'>\
            <b style='height:9px'></b><b></b><b></b><i id=a style='height:9px'></i></div>
            """)
        #expect(frame("i#a", in: page) == Rect(x: 27, y: 14, width: 20, height: 9))
    }

    @Test(arguments: [
        "scroll-margin-top:9px", "scroll-padding-inline-start:9px", "overscroll-behavior-y:contain", "forced-color-adjust:none",
        "contain-intrinsic-block-size:9px",
    ]) func propertiesThatNoPictureShowsCauseNoWarnings(_ declaration: String) throws {
        #expect(try document("<div style='\(declaration)'>").warnings.isEmpty)
    }

    /// A box is cut only by boxes between it and the box that it refers to.
    @Test(arguments: [
        ("position:fixed;width:0;height:90px;overflow:hidden", "position:fixed", true),
        ("opacity:.5;width:60px;height:60px;overflow:hidden", "position:absolute", true),
        ("opacity:.5;width:60px;height:60px;overflow:hidden", "position:relative", false),
        ("position:relative;z-index:0;width:60px;height:60px;overflow:hidden", "position:absolute", false),
        ("position:relative;z-index:0;width:60px;height:60px;overflow:hidden", "position:fixed", true),
        ("transform:rotate(5deg);width:60px;height:60px;overflow:hidden", "position:fixed", false),
        ("position:relative;z-index:0;width:60px;height:60px;overflow:hidden", "position:absolute;z-index:-1", false),
        ("opacity:.5;width:60px;height:60px;overflow:hidden", "position:absolute;z-index:-1", true),
    ]) func boxesEscapeTheCutsOfBoxesThatTheyDontReferTo(outer: String, inner: String, escapes: Bool) throws {
        let page = try document(
            "<div style='\(outer)'><i style='display:block;height:20px;width:90px;background:lime'></i>"
                + "<b style='display:block;\(inner);left:30px;top:30px;width:50px;height:20px;background:red'></b></div>")
        func isCut(_ color: String, _ layers: [Layer]) throws -> Bool {
            let color = Paint.color(try Color(css: color))
            func holds(_ layer: Layer) -> Bool { layer.all.contains { $0.backgroundColor == color } }
            return layers.flatMap(\.all).contains { ($0.masksToBounds || $0.mask != nil) && holds($0) }
        }
        let red = Paint.color(try Color(css: "red"))
        #expect(page.layers.flatMap(\.all).contains { $0.backgroundColor == red })
        #expect(try isCut("red", page.layers) != escapes)
    }

    /// Boxes with paint containment cut their content. They are stacking contexts, but neither scroll containers nor lines.
    @Test(arguments: [
        ("contain:paint", true), ("contain:content", true), ("contain:strict", true), ("content-visibility:auto", true),
        ("contain:layout", false), ("contain:size", false), ("contain:paint;display:inline", false),
    ]) func containedBoxesCutTheirContent(_ style: String, cuts: Bool) throws {
        let page = try document(
            "<div style='width:60px;height:30px;\(style)'><i style='display:inline-block;width:90px;height:20px;"
                + "background:lime'></i></div>")
        let color = Paint.color(try Color(css: "lime"))
        func holds(_ layer: Layer) -> Bool { layer.all.contains { $0.backgroundColor == color } }
        let layers = page.layers.flatMap(\.all)
        #expect(layers.contains { $0.backgroundColor == color })
        #expect(layers.contains { ($0.masksToBounds || $0.mask != nil) && holds($0) } == cuts)
    }

    @Test func blocksLieBelowEachOtherAndMarginsCollapse() throws {
        let page = try document(
            "<div id=a style='height:20px;margin:10px 0 30px'></div><div id=b style='height:10px;margin:20px 0'></div>")
        #expect(frame("div#a", in: page) == Rect(x: 0, y: 10, width: 400, height: 20))
        #expect(frame("div#b", in: page) == Rect(x: 0, y: 60, width: 400, height: 10))
    }

    /// A box that fills the page is the background of the scene's canvas, if nothing shows through it.
    @Test(arguments: [
        ("background: #123", true), ("background: linear-gradient(red, blue)", true), ("background: rgb(1 2 3 / 0.5)", true),
        ("background: #123; border-radius: 9px", false), ("background: #123; opacity: 0.5", false),
        ("background: #123; height: 299px", false),
    ]) func boxesThatFillThePageAreTheBackground(_ style: String, isBackground: Bool) throws {
        let box = "<div style='height: 300px; overflow: hidden; \(style)'><p style='width: 999px; background: red'>"
        let scene = try document("\(box)<br></div>").scene()
        #expect((scene.canvas.background != nil) == isBackground)
        #expect(!isBackground || scene.layers.allSatisfy { $0.sublayers.isEmpty && !$0.masksToBounds })
        let white = try document("<style>html { background: white }</style>\(box)</div>").scene()
        #expect((white.canvas.background == .white) == (!isBackground || style.contains("rgb(")))
    }

    @Test func flexibleBoxesShareTheWidth() throws {
        let page = try document(
            "<div style='display:flex;gap:20px'><i id=a style='flex:1;height:5px'></i><i id=b style='flex:3'></i></div>")
        #expect(frame("i#a", in: page) == Rect(x: 0, y: 0, width: 95, height: 5))
        #expect(frame("i#b", in: page) == Rect(x: 115, y: 0, width: 285, height: 5))
    }

    @Test func gridsPlaceItemsByAreas() throws {
        let page = try document(
            """
            <div style='display:grid;grid:"a b" 40px "a c" 60px / 1fr 100px'><p id=a style='grid-area:a;margin:0'></p>\
            <p id=c style='grid-area:c;margin:0'></p></div>
            """)
        #expect(frame("p#a", in: page) == Rect(x: 0, y: 0, width: 300, height: 100))
        #expect(frame("p#c", in: page) == Rect(x: 300, y: 40, width: 100, height: 60))
    }

    @Test func tablesShareTheirWidthByColumns() throws {
        let page = try document(
            """
            <table style='width:300px;border-spacing:0;table-layout:fixed'><col style='width:100px'><col>\
            <tr><td id=a style='height:20px;padding:0'></td><td id=b style='padding:0'></td></tr></table>
            """)
        #expect(frame("td#a", in: page) == Rect(x: 0, y: 0, width: 100, height: 20))
        #expect(frame("td#b", in: page) == Rect(x: 100, y: 0, width: 200, height: 20))
    }

    @Test func positionedBoxesReferToTheNearestPositionedAncestor() throws {
        let page = try document(
            """
            <div style='position:relative;margin:20px;height:100px;width:200px'><div><b id=a \
            style='position:absolute;right:10px;bottom:5px;width:30px;height:20px'></b></div></div>
            """)
        #expect(frame("b#a", in: page) == Rect(x: 180, y: 95, width: 30, height: 20))
    }

    @Test func logicalSidesFollowTheDirection() throws {
        let page = try document(
            "<div dir=rtl><div id=a style='margin-inline-start:40px;margin-inline-end:10px;height:9px'></div></div>")
        #expect(frame("div#a", in: page) == Rect(x: 10, y: 0, width: 350, height: 9))
    }

    @Test func rulesOfTheDocumentWinOverThoseOfTheBrowserByCascade() throws {
        let page = try document(
            """
            <style>@layer base { #a { width: 10px } } div { width: 50px; height: 4px } div.x { --w: 60px; width: var(--w) }\
            @media (min-width: 300px) { #b { width: 70px !important } }</style>\
            <div id=a></div><div id=b class=x style='width:1px'></div><div id=c class=x></div>
            """)
        #expect(frame("div#a", in: page)?.width == 50)
        #expect(frame("div#b.x", in: page)?.width == 70)
        #expect(frame("div#c.x", in: page)?.width == 60)
    }

    // MARK: - Painting

    @Test func backgroundOfTheBodyCoversTheCanvas() throws {
        let page = try document("<body style='margin:50px;background:#336699'>")
        #expect(page.background == .color(try Color(css: "#336699")))
        #expect(page.layers.isEmpty)
    }

    /// The background colours of all layers, back to front.
    private func colors(_ layers: [Layer]) -> [String] {
        layers.flatMap { layer in
            var result: [String] = []
            if case .color(let color)? = layer.backgroundColor { result.append(color.css) }
            return result + colors(layer.sublayers)
        }
    }

    @Test func stackingFollowsAppendixE() throws {
        let box = "position:absolute;width:9px;height:9px;background:"
        let page = try document(
            """
            <i style='\(box)#111;z-index:2'></i><i style='\(box)#222;z-index:-1'></i>\
            <p style='height:9px;background:#333'></p><i style='float:left;width:9px;height:9px;background:#444'></i>\
            <i style='\(box)#555'></i><i style='\(box)#666;z-index:1'></i>
            """)
        let wanted = try ["#222", "#333", "#444", "#555", "#666", "#111"].map { try Color(css: $0).css }
        #expect(colors(page.layers) == wanted)
    }

    @Test func contextsKeepTheirDescendantsTogether() throws {
        let box = "position:absolute;width:9px;height:9px;background:"
        let page = try document(
            "<div style='\(box)#111;z-index:1'><i style='\(box)#222;z-index:99'></i></div><i style='\(box)#333;z-index:2'></i>")
        #expect(colors(page.layers) == (try ["#111", "#222", "#333"].map { try Color(css: $0).css }))
    }

    // MARK: - Warnings and errors

    @Test func misspeltPropertyIsAWarningWithASuggestion() throws {
        let page = try document("<p style='background-clor:red'></p>")
        #expect(page.warnings.map(\.description).contains { $0.contains("did you mean \"background-color\"?") })
    }

    @Test func scriptsAndMissingPicturesAreNamed() throws {
        let scripted = try document("<script>x()</script><script>y()</script>")
        #expect(scripted.warnings.count { "\($0)".contains("scripts don't run") } == 1)
        #expect(throws: HTMLError.self) { try document("<img src='https://example.org/a.png'>") }
        var options = HTMLOptions()
        options.allowsMissingFiles = true
        let page = try HTMLDocument(Array("<img src=missing.png width=30 height=20>".utf8), options: options)
        #expect(page.boxes.first { $0.name == "img" }?.frame.size == Size(width: 30, height: 20))
        #expect(page.warnings.contains { "\($0)".contains("cannot read the picture") })
        // An object shows its content instead, and is named once.
        let object = "<object data=missing.svg width=30 height=20><b style='display:block;height:7px'></b></object>"
        #expect(throws: HTMLError.self) { try document(object) }
        for style in ["display:inline", "display:block"] {
            let found = try HTMLDocument(Array("<style>object{\(style)}</style>\(object)".utf8), options: options)
            #expect(found.boxes.first { $0.name == "b" }?.frame.height == 7)
            #expect(found.warnings.count { "\($0)".contains("missing.svg") } == 1)
        }
    }

    @Test func deepDocumentsAreRefused() throws {
        let deep = String(repeating: "<div>", count: 2000)
        #expect(throws: HTMLError.self) { try document(deep) }
        let hostile = String(repeating: "<b><a>", count: 30_000)
        #expect(throws: HTMLError.self) { try document(hostile) }
    }

    @Test func everyTextIsADocument() throws {
        for text in ["", "<", "plain", "<table><td><tr></b><p></table><select><div>", "\u{0}<p\u{0}>", "<svg><g>", "<!--"] {
            _ = try HTMLDocument(Array(text.utf8))
        }
    }

    @Test func warningsHaveThePlaceOfTheDeclaration() throws {
        let text = """
            <!doctype html>
            <style>p { color: red }
              p { colr: red }
            i:foo(3) { color: red }</style>
            <p title="a"
               style='color: red;
              heigth: 3px'>x</p><p style=colr:red>x</p><p style="&#99;olr: red">
            """
        let document = try HTMLDocument(Array(text.utf8))
        let places = document.warnings.map { "\($0.place)" }
        #expect(
            places == [
                "line 3, column 7", "line 4, column 1", "line 7, column 3", "line 7, column 30", "line 7, column 44",
            ], "\(document.warnings)")
    }

    @Test func faultsOfStyleAttributesAreWarnings() throws {
        let page = try document("<p style='color: red; 12 }'></p>")
        #expect(page.warnings.contains { "\($0)".contains("is no CSS") }, "\(page.warnings)")
    }

    @Test func calculationsMixSharesAndNegativeLengths() throws {
        let page = try document("<div id=a style='width:calc(100% - 90px);height:9px'></div><i style='width:calc(-3px)'></i>")
        #expect(frame("div#a", in: page) == Rect(x: 0, y: 0, width: 310, height: 9))
    }

    /// The address of a linked sheet, an address in the sheet, and the file that it names.
    @Test(arguments: [
        ("css/a.css", "url(x.png)", "page/css/x.png"), ("css/a.css", "url( '../img/x y.png' )", "page/img/x y.png"),
        ("css/sub/a.css?v=2", "URL(\"../../x.png?w#f\")", "page/x.png"), ("a.css", "url(x.png)", "page/x.png"),
        ("css/a.css", "url(/x.png)", "/x.png"), ("../a/a.css", "url(../x.png)", "page/../x.png"),
        ("css/a.css", "image-set('x.png' 1x, url(y.png) 2x)", "page/css/x.png"),
        ("./css/a.css", "url(./x.png)", "page/css/x.png"),
        ("css/a.css", #"url("a\"b.png")"#, #"page/css/a"b.png"#), ("file:///css/a.css", "url(../x.png)", "/x.png"),
    ]) func addressesInSheetsStartAtTheFolderOfTheSheet(sheet: String, address: String, file: String) throws {
        for isImported in [false, true] {
            var asked: Set<String> = []
            var options = HTMLOptions()
            options.baseFolder = "page"
            options.allowsMissingFiles = true
            let rule = "div { width: 9px; height: 9px; background-image: \(address); colr: red }"
            options.readFile = { path in
                asked.insert(path)
                if path.hasSuffix("link.css") { return Array("@import 'deep.css';".utf8) }
                return path.hasSuffix("a.css") || path.hasSuffix("deep.css") ? Array(rule.utf8) : nil
            }
            let path = isImported ? sheet.replacing("a.css", with: "link.css") : sheet
            let page = try HTMLDocument(Array("<link rel=stylesheet href='\(path)'><div></div>".utf8), options: options)
            #expect(asked.contains(file), "\(asked)")
            // The places of warnings are those of the file.
            let column = rule.utf8.count - "colr: red }".utf8.count + 1
            #expect(
                isImported || page.warnings.contains { $0.description.contains("column \(column): colr") }, "\(page.warnings)")
        }
    }

    @Test func sourcesFollowTheViewportOfTheDocument() throws {
        var options = HTMLOptions()
        options.readFile = { path in
            let side = path == "wide" ? 20 : 10
            return Array("<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'/>".utf8)
        }
        for (width, side) in [(300, 10.0), (1100, 20)] {
            let text = """
                <meta name=viewport content="width=\(width)"><picture><source media="(min-width: 1000px)" srcset=wide>\
                <img src=narrow></picture>
                """
            let page = try HTMLDocument(Array(text.utf8), options: options)
            #expect(frame("img", in: page)?.width == side)
        }
    }

    /// Each element once looked at all counters of the document.
    @Test func manyCountersAreQuick() throws {
        let names = (0..<2000).map { "c\($0)" }.joined(separator: " ")
        let elements = String(repeating: "<i></i>", count: 20_000)
        let start = ContinuousClock.now
        _ = try document("<div style='counter-reset: \(names)'>\(elements)</div>")
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(throws: HTMLError.self) {
            try document("<style>i { counter-increment: \(names) }</style>\(elements)")
        }
    }

    @Test func documentsThatTakeTooMuchMemoryAreRefusedBeforeTheyTakeIt() throws {
        var options = HTMLOptions()
        options.limits.memory = 40 << 20
        let elements = String(repeating: "<i></i>", count: 20_000)
        let error = #expect(throws: HTMLError.self) { try HTMLDocument(Array(elements.utf8), options: options) }
        // The element that is too many is named, so those after it were never read.
        #expect((10_000..<100_000).contains(error?.place.column ?? 0) && "\(error.map { "\($0)" } ?? "")".contains("memory"))
        options.limits.memory = 400 << 20
        #expect(try !HTMLDocument(Array(elements.utf8), options: options).boxes.isEmpty)
    }
}
