import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Parts of whole cards, as Chromium draws them.
@Suite(.timed) struct CardPartTests {
    private func document(_ body: String) throws -> HTMLDocument {
        let text = "<!doctype html><style>body{margin:0;font:20px/30px 'DejaVu Sans'}p{margin:0}</style>\(body)"
        return try laidOut(text)
    }

    private func layers(_ body: String) throws -> [Layer] { try document(body).layers.flatMap(\.all) }

    private func texts(_ body: String) throws -> [String] {
        try layers(body).compactMap { if case .text(let text) = $0.kind { text.string } else { nil } }
    }

    /// The frames of `b` and `i` elements that `getBoundingClientRect` reports.
    @Test func smallCapitalsEndWithTheFirstLine() throws {
        let rule = "<style>p::first-line{font-variant:small-caps}</style>"
        #expect(try texts(rule + "<p>Ab cd<br>ef").joined() == "AB CDef")
    }

    /// Chromium gives up parts of pixels in front of transforms that do more than move.
    @Test func distortedBoxesBeginAtWholePixels() throws {
        func frame(_ transform: String) throws -> Rect? {
            let place = "position:absolute;left:33.3px;top:20.6px;width:100.4px;height:50.5px"
            let layers = try layers("<div style='\(place);background:red;transform:\(transform)'></div>")
            return layers.first { $0.transform3D != .identity }?.frame
        }
        #expect(try frame("scale(1.1)") == Rect(x: 33, y: 21, width: 100, height: 51))
        #expect(try frame("translateX(1px)") == Rect(x: 33, y: 21, width: 101, height: 50))
        let document = try document("<div style='position:absolute;left:33.3px;scale:2'><b style='display:block'>x</b></div>")
        #expect(document.boxes.last?.frame.minX == 33.3)
    }

    @Test(arguments: Self.cases) func boxesLieWhereBrowsersPutThem(_ body: String, _ wanted: [[Double]]) throws {
        let frames = try document(body).boxes.filter { ["b", "i"].contains($0.name) }.map(\.frame)
        try #require(frames.count == wanted.count)
        for (frame, wanted) in zip(frames, wanted) {
            let found = [frame.minX, frame.minY, frame.width, frame.height]
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 0.05 }, "\(found) instead of \(wanted)")
        }
    }

    /// The box around a positioned box is no reference of an absolute box inside, and cuts nothing in it.
    @Test func boxInAnAbsoluteBoxIsNotCutByTheBoxAroundBoth() throws {
        let inner = "<div style='position:relative;width:60px;height:60px;background:red'></div>"
        let absolute = "<div style='position:absolute;left:20px;top:20px;width:80px;height:80px'>\(inner)</div>"
        func isCut(_ style: String) throws -> Bool {
            let layers = try document("<div style='overflow:hidden;width:60px;height:60px;\(style)'>\(absolute)</div>").layers
            return !layers.contains { $0.frame == Rect(x: 20, y: 20, width: 60, height: 60) }
        }
        #expect(try !isCut(""))
        #expect(try isCut("position:relative"))
    }

    @Test func backgroundOfARowLeavesOutTheGapsBetweenCells() throws {
        let row = "<tr style='background:red'><td style='width:20px;height:20px'><td style='width:20px'>"
        func masks(_ spacing: Int) throws -> Int {
            try layers("<table style='border-spacing:\(spacing)px'>\(row)</table>").count { $0.mask != nil }
        }
        #expect(try masks(4) == 1)
        #expect(try masks(0) == 0)
    }

    @Test(arguments: [
        ("lower-roman", "iii. "), ("hebrew", "ג. "), ("arabic-indic", "٣. "), ("cjk-ideographic", "三、"), ("hiragana", "う、"),
        ("korean-hangul-formal", "삼, "), ("armenian", "Գ. "), ("decimal-leading-zero", "03. "), ("georgian", "გ. "),
        ("stars", "***"), ("boxed", "[3]"), ("few", "3. "), ("sums", "BA: "), ("symbols(cyclic '+' '-')", "+ "),
    ]) func counterStyleNamesTheNumber(_ style: String, _ wanted: String) throws {
        let rules = """
            <style>@counter-style stars{system:symbolic;symbols:'*';suffix:''}
            @counter-style boxed{system:extends decimal;prefix:'[';suffix:']'}
            @counter-style few{system:fixed;symbols:A B}
            @counter-style sums{system:additive;additive-symbols:2 B,1 A;suffix:': '}</style>
            """
        let found = try texts("\(rules)<ol style=\"list-style-type:\(style)\"><li value=3>x</ol>")
        // Letters of different directions are several texts.
        #expect(found.filter { $0 != "x" }.joined() == wanted, "\(found)")
    }

    @Test func valueOfACounterStyleIsBounded() throws {
        let rule = "<style>@counter-style long{system:symbolic;symbols:'x'}</style>"
        let found = try texts("\(rule)<ol style='list-style-type:long'><li value=1000000>y</ol>")
        #expect(found.contains("1000000. "))
    }

    @Test func textOfAControlIsItsValueOrItsPlaceholder() throws {
        #expect(try texts("<input value=typed>") == ["typed"])
        #expect(try texts("<input placeholder=hint>") == ["hint"])
        #expect(try texts("<input type=password value=abc>") == ["•••"])
        #expect(try texts("<input type=submit>") == ["Submit"])
        #expect(try texts("<select><option>a<option selected>b</select>") == ["b"])
        #expect(try document("<input value=typed><progress value=.5></progress>").warnings.isEmpty)
    }

    @Test func controlWithABackgroundLosesTheFrameOfBrowsers() throws {
        func radii(_ style: String) throws -> Set<Double> {
            Set(try layers("<button style='\(style)'>x</button>").map(\.cornerRadii.topLeft))
        }
        #expect(try radii("").contains(3))
        #expect(try !radii("background:red").contains(3))
        #expect(try !radii("appearance:none").contains(3))
    }

    @Test func progressIsFilledUpToItsValue() throws {
        let found = try layers("<progress style='width:100px' value=30 max=40></progress>").compactMap(\.frame)
        #expect(found.contains { $0.width == 75 && $0.minX == 0 })
    }

    @Test func foreignObjectIsDrawnInItsRectangle() throws {
        let svg = """
            <svg width=100 height=100 style='display:block'><defs><foreignObject id=f x=10 y=20 width=50 height=40>\
            <p style='background:red;height:30px'>inside</p></foreignObject></defs><use href='#f' x=5 /></svg>
            """
        let found = try layers(svg)
        #expect(found.contains { $0.frame?.size == Size(width: 50, height: 40) && $0.masksToBounds })
        #expect(found.contains { $0.frame == Rect(x: 0, y: 0, width: 50, height: 30) })
        #expect(try texts(svg) == ["inside"] && document(svg).warnings.isEmpty)
    }

    @Test func lettersHaveTheirMarks() throws {
        #expect(try texts("<b style='text-emphasis:dot'>ab c</b>") == ["ab c", "\u{2022}", "\u{2022}", "\u{2022}"])
        #expect(try texts("<b style='text-emphasis:\"xy\" red'>a</b>") == ["a", "x"])
        #expect(try texts("<b style='text-emphasis:open;text-emphasis-style:none'>a</b>") == ["a"])
        let marks = try layers("<b style='text-emphasis:open sesame blue;text-emphasis-position:under'>a</b>")
        let below = try #require(marks.last { if case .text = $0.kind { true } else { false } })
        #expect(below.frame.map { $0.minY > 20 } == true)
    }

    @Test func framesShowTheirDocuments() throws {
        let frame = "<iframe srcdoc=\"<body style='background:red'><p>inside &amp;lt;</p>\" width=200 height=100></iframe>"
        #expect(try texts(frame) == ["inside <"])
        let layer = try #require(
            try layers(frame).first { $0.frame?.size == Size(width: 200, height: 100) && $0.masksToBounds })
        #expect(layer.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)))
        #expect(try document("<iframe></iframe>").warnings.count == 1)
    }

    @Test func framesInEachOtherAreBounded() throws {
        var text = "end"
        for _ in 0..<8 {
            let escaped = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            text = "<iframe srcdoc=\"\(escaped)\" width=90 height=90></iframe>"
        }
        #expect(try document(text).warnings.contains { "\($0.message)".contains("use fewer <iframe> elements") })
        let many = String(repeating: "<iframe srcdoc=x width=9 height=9></iframe>", count: 40)
        #expect(try document(many).warnings.count == 8)
    }

    @Test func foreignObjectsInEachOtherAreBounded() throws {
        var text = "end"
        for _ in 0..<8 { text = "<svg width=90 height=90><foreignObject width=90 height=90>\(text)</foreignObject></svg>" }
        #expect(try document(text).warnings.contains { "\($0.message)".contains("<foreignObject> inside each other") })
    }

    @Test func baselineOfAnSVGTextIsOnAPixel() throws {
        let found = try layers("<svg width=90 height=90><text y='20.4' font-family='DejaVu Sans'>a</text></svg>")
        let transforms = found.compactMap { if case .text = $0.kind { $0.transform } else { nil } }
        #expect(transforms.map(\.ty) == [20])
    }

    /// A picture with a viewBox is as high as its rectangle is wide.
    @Test(arguments: [("viewBox='0 0 60 40'", 20.0), ("", 30), ("viewBox='0 0 60 40' preserveAspectRatio='none'", 30)])
    func pictureOfAnIconKeepsItsProportions(_ attributes: String, _ height: Double) throws {
        let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40' \(attributes)/>"
        let found = try layers("<img src=\"\(svg)\" width=30 height=30>").compactMap { layer in
            if case .image = layer.kind { layer.frame } else { nil }
        }
        #expect(found.map(\.size) == [Size(width: 30, height: height)])
    }

    @Test func colourOfLinksIsThatOfTheBody() throws {
        let found = try layers("<body link='#cc0000'><a href='x'>a</a><a>b</a>")
        let colors = found.compactMap { if case .text(let text) = $0.kind { text.color } else { nil } }
        #expect(try colors == [.color(Color(css: "#cc0000")), .black])
    }

    @Test func quotationMarksAreThoseOfTheLanguageAround() throws {
        #expect(try texts("<q lang=de>a</q>").joined() == "“a”")
        #expect(try texts("<p lang=de><q>a</q></p>").joined() == "„a“")
        // Chromium's marks for two levels. A region that it doesn't know has the marks of the language.
        for (language, wanted) in [
            ("fr", "«a«b»»"), ("fr-BE", "«a«b»»"), ("FR-ch", "«a‹b›»"), ("fr-CA", "«a”b“»"), ("de-AT", "„a‚b‘“"),
            ("es", "“a‘b’”"), ("pt-BR", "“a‘b’”"), ("it", "«a“b”»"), ("pl", "„a«b»”"), ("ru", "«a„b“»"), ("ja", "「a『b』」"),
            ("zh", "“a‘b’”"), ("zh-Hant-HK", "「a『b』」"), ("hu", "„a»b«”"), ("sv", "”a’b’”"), ("nl", "‘a‘b’’"), ("", "“a‘b’”"),
        ] {
            let found = try texts("<p lang='\(language)'><q>a<q>b</q></q></p>").joined()
            #expect(found == wanted, "\(language)")
        }
    }

    @Test func backgroundOfAnInlineElementGoesOnFromLineToLine() throws {
        let text = "<div style='width:90px'><span style='background:linear-gradient(90deg,red,blue)'>aaa bbb ccc</span></div>"
        let frames = try layers(text).compactMap { layer in if case .gradient = layer.kind { layer.frame } else { nil } }
        try #require(frames.count == 2)
        // Each line shows another part of one gradient.
        #expect(frames[0].minX == 0 && frames[1].minX < -50 && frames[0].width == frames[1].width)
    }

    @Test func countersAtTheEndsOfIntegersAreRepresented() throws {
        let styles = ["symbolic", "cyclic", "numeric", "alphabetic", "fixed"].map {
            "@counter-style \($0) { system: \($0); symbols: \"a\" \"b\"; range: infinite infinite }"
        }.joined()
        for name in ["symbolic", "cyclic", "numeric", "alphabetic", "fixed", "hebrew", "lower-roman", "japanese-formal"] {
            for value in [Int.max, .min, .max - 1, .min + 1, 1_000_000_000, 0] {
                let list = "<ol start='\(value)' style='list-style:\(name)'><li>x<li value='\(value)'>y</ol>"
                #expect(try texts("<style>\(styles)</style>\(list)").contains("y"), "\(name) \(value)")
            }
        }
    }

    /// A marker has at most a thousand bytes. Where it would have more, its number is decimal.
    @Test func longSymbolsAreNotRepeatedWithoutEnd() throws {
        func marker(_ rule: String, _ value: Int) throws -> String? {
            try texts("<style>@counter-style z { \(rule) }</style><ol start='\(value)' style='list-style:z'><li>x</ol>").first {
                $0 != "x"
            }
        }
        let long = String(repeating: "ab", count: 120)
        #expect(try marker("system: symbolic; symbols: \"ab\"", 3) == "ababab. ")
        #expect(try marker("system: symbolic; symbols: \"\(long)\"", 4)?.utf8.count == 962)
        #expect(try marker("system: symbolic; symbols: \"\(long)\"", 5) == "5. ")
        #expect(try marker("system: numeric; symbols: \"0\" \"1\"; pad: 9 \"\(long)\"", 1) == "1. ")
        #expect(try marker("system: additive; additive-symbols: 1 \"\(long)\"", 5) == "5. ")
        #expect(try marker("system: cyclic; symbols: \"\(long)\(long)\"", 5) == "5. ")
    }

    @Test func boxBehindTheContentLiesBeforeTheCanvas() throws {
        let found = try document(
            "<style>body{background:linear-gradient(red,blue)}p{position:relative;z-index:-1}</style><p>x"
        ).layers.flatMap(\.all)
        let text = try #require(found.firstIndex { if case .text = $0.kind { true } else { false } })
        let gradient = try #require(found.firstIndex { if case .gradient = $0.kind { true } else { false } })
        #expect(gradient < text)
    }

    @Test func transformAttributeOfAnSVGElementIsAProperty() throws {
        func drawn(_ attribute: String) throws -> [Layer] {
            try document("<svg width=40 height=20 \(attribute)><rect width=9 height=9></svg>").layers
        }
        #expect(
            try drawn("transform='translate(5 -10) scale(2)'") == drawn("style='transform:translate(5px,-10px) scale(2)'"))
        #expect(try drawn("transform='rotate(90deg)'") == drawn(""))
        #expect(try drawn("transform='scale(2)' style='transform:none'") == drawn(""))
    }

    @Test func shapesOfCornersHaveNamesOfTheirOwn() throws {
        func drawn(_ style: String) throws -> [Layer] {
            try document("<p dir=rtl style='width:90px;height:60px;border-radius:20px;background:red;\(style)'></p>").layers
        }
        let one = try drawn("corner-shape:round bevel round round")
        #expect(try drawn("corner-top-right-shape:bevel") == one)
        #expect(try drawn("corner-start-start-shape:bevel") == one)
        #expect(try drawn("corner-top-shape:round bevel") == one)
        #expect(try drawn("corner-shape:notch;corner-shape:round bevel round") == drawn("corner-shape:round bevel round bevel"))
        #expect(try drawn("") != one)
        #expect(try document("<p style='corner-shape:star'>x").warnings.count == 1)
    }

    @Test func listBoxesShowTheirOptionsAlone() throws {
        let plain = try document("<select size=3><option>One<option selected>Two<option>Three</select>").layers
        let loose = """
            <select size=' 3px'>
              <option>One</option>
              stray <option selected>Two</option>
              <option label=Three>3</option>
            </select>
            """
        #expect(try document(loose).layers == plain)
        #expect(
            try document("<select size=2><optgroup label=A>\n<option>b</optgroup>\n</select>").layers
                == document("<select size=2><optgroup label=A><option>b</optgroup></select>").layers)
        // A closed list keeps the spaces of its own option, and leaves out those of groups.
        let closed = try document("<select><option>&nbsp;&nbsp;Child</select>").layers
        #expect(try closed != document("<select><option>Child</select>").layers)
    }

    @Test func firstLetterFollowsAMarkerInsideItsLine() throws {
        let list = "<ul style='list-style-position:inside'><li>abc</ul>"
        let shown = try document("<style>li::first-letter{color:red}</style>\(list)").layers
        #expect(try shown != document(list).layers)
    }

    /// The corners inside a border are no larger than the box that they lie in.
    @Test func hollowCornersInsideUnequalBordersFitTheirBox() throws {
        let style = "box-sizing:border-box;width:100px;height:100px;border-top:40px solid;border-radius:50px;corner-shape:scoop"
        let places = try layers("<p style='\(style)'></p>").flatMap {
            $0.shape?.path.flattened(tolerance: 0.1).flatMap(\.points) ?? []
        }
        #expect(!places.isEmpty && places.allSatisfy { (-0.01...100.01).contains($0.x) && (-0.01...100.01).contains($0.y) })
    }

    @Test func superellipsesTakeNumbers() throws {
        #expect(try document("<p style='corner-shape:superellipse(2px)'>x").warnings.count == 1)
        #expect(try document("<p style='corner-shape:superellipse(2)'>x").warnings.isEmpty)
    }

    @Test func borderGoesOnAroundHollowCorners() throws {
        let style = "width:94px;height:100px;border-left:6px solid red;border-radius:20px;corner-bottom-left-shape:notch"
        let places = try layers("<p style='\(style)'></p>").flatMap {
            $0.shape?.path.flattened(tolerance: 0.1).flatMap(\.points) ?? []
        }
        // The side's width lies above the hollow, and nothing lies beside it.
        #expect(places.contains(Point(20, 80)) && places.contains(Point(20, 74)))
    }

    /// A print style sheet needs no file, and the pages that it describes show nothing.
    @Test func printStylesDoNothing() throws {
        let page = "<link rel=stylesheet media=print href=none.css><style>@page{margin:1cm}p{page-break-after:always}</style>"
        #expect(try document(page + "<p>x").warnings.isEmpty)
        #expect(throws: HTMLError.self) { try document("<link rel=stylesheet media=screen href=none.css>") }
    }

    @Test func namesOfMaskCompositesBeforeTheStandardAreTaken() throws {
        func page(_ name: String) -> String {
            let masks = "-webkit-mask:linear-gradient(red 0 0) content-box,linear-gradient(red 0 0)"
            return "<div style='width:9px;height:9px;padding:3px;background:red;\(masks);-webkit-mask-composite:\(name)'></div>"
        }
        for (old, new) in [("xor", "exclude"), ("source-out", "subtract"), ("source-in", "intersect"), ("source-over", "add")] {
            let (old, new) = (try document(page(old)), try document(page(new)))
            #expect(old.warnings.isEmpty && old.layers == new.layers)
        }
    }

    /// The canvas of a dark page isn't transparent, and what its sheets don't colour is light.
    @Test func darkSchemeColoursCanvasTextAndControls() throws {
        for page in ["<style>:root{color-scheme:dark}</style>", "<meta name=color-scheme content=dark>"] {
            let document = try document(page + "<p>x</p><input>")
            #expect(document.background == .color(Color(red: 18.0 / 255, green: 18.0 / 255, blue: 18.0 / 255)))
            let shown = document.layers.flatMap(\.all)
            #expect(shown.contains { if case .text(let text) = $0.kind { text.color == .color(.white) } else { false } })
            #expect(shown.contains { $0.backgroundColor == .color(Color(white: 59.0 / 255)) })
        }
        for page in ["<meta name=color-scheme content='light dark'>", "<style>p{color-scheme:dark}</style>"] {
            #expect(try document(page + "<p>x").background == nil)
        }
    }

    /// The parts of a bar that a style sheet draws.
    @Test func partsOfBarsAreDrawn() throws {
        let rules = """
            <style>progress{appearance:none;width:100px;height:10px}::-webkit-progress-bar{background:#0000ff}\
            ::-webkit-progress-value{background:#ff0000}</style>
            """
        let shown = try layers(rules + "<progress value=.25></progress>")
        func width(_ color: Color) -> Double? { shown.first { $0.backgroundColor == .color(color) }?.frame?.width }
        #expect(width(Color(red: 0, green: 0, blue: 1)) == 100 && width(Color(red: 1, green: 0, blue: 0)) == 25)
        let meter = "<style>meter{width:80px}::-webkit-meter-optimum-value{background:#ff0000}</style><meter value=.5></meter>"
        #expect(try layers(meter).contains { $0.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)) })
        let plain = try layers("<progress value=.5 style='border:1px solid'></progress>")
        #expect(plain.contains { $0.backgroundColor == .color(Color(red: 0, green: 128.0 / 255, blue: 0)) })
    }

    /// An accent that has too little contrast with the light track has a dark one.
    @Test func lightAccentsHaveDarkTracks() throws {
        func hasDarkTrack(_ accent: String) throws -> Bool {
            try layers("<input type=range style='accent-color:\(accent)'>").contains {
                $0.backgroundColor == .color(Color(white: 59.0 / 255))
            }
        }
        #expect(try hasDarkTrack("#1db954"))
        #expect(try !hasDarkTrack("#7c3aed"))
    }
}
