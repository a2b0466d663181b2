import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

/// Two animations that begin with each other's ends.
private let chain =
    "<animate id='a' attributeName='width' begin='0;b.end+1s' dur='1s' from='0' to='10'/>"
    + "<animate id='b' attributeName='width' begin='a.end' dur='1s' from='20' to='30'/>"

/// Tests what documents do with today's CSS.
@Suite(.timed) struct StyleSheetTests {
    private func drawn(
        _ style: String, _ elements: String, time: Double? = nil, isDark: Bool = false
    ) throws -> SVGDocument {
        var options = SVGOptions()
        (options.time, options.isDark) = (time, isDark)
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'><style>\(style)</style>\(elements)</svg>"
        return try SVGDocument(Array(text.utf8), options: options)
    }

    private func fills(_ document: SVGDocument) -> [String] {
        shapes(document.layers).map { shape, _ in
            if case .color(let color)? = shape.fillColor { color.css } else { "none" }
        }
    }

    private func fill(_ style: String, _ attributes: String = "", isDark: Bool = false) throws -> String {
        fills(try drawn(style, "<rect id='a' class='x' width='9' height='9' \(attributes)/>", isDark: isDark)).first
            ?? "none"
    }

    @Test func sheetsImportFiles() throws {
        var asked: [String] = []
        var options = SVGOptions()
        options.baseFolder = "art"
        options.readFile = { path in
            asked.append(path)
            switch path {
            case "art/sheets/a.css": return Array("@import '../sheets/b.css'; .x { fill: lime }".utf8)
            case "art/in.svg":
                let sheet = "@import 'art/c.css'; rect { fill: red }"
                return Array(
                    "<svg xmlns='http://www.w3.org/2000/svg'><style>\(sheet)</style><rect width='9' height='9'/></svg>".utf8)
            default: return nil
            }
        }
        func drawn(_ style: String, _ more: String = "") throws -> (fill: String?, warnings: [String]) {
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'><style>\(style)</style><rect class='x' width='9' "
                + "height='9'/>\(more)</svg>"
            let document = try SVGDocument(Array(text.utf8), options: options)
            return (fills(document).first, document.warnings.map(\.description))
        }
        let file = try drawn("@import url(sheets/a.css);")
        #expect(file.fill == "#00ff00" && asked == ["art/sheets/a.css", "art/sheets/b.css"])
        #expect(file.warnings.count == 1 && file.warnings.first?.contains("sheets/b.css") == true, "\(file.warnings)")
        let data = try drawn("@import 'data:text/css,.x%7Bfill:lime%7D' screen;")
        #expect(data.fill == "#00ff00" && data.warnings.isEmpty, "\(data)")
        #expect(try drawn("@import 'data:text/css,.x%7Bfill:lime%7D' print;").fill == drawn("").fill)
        asked = []
        let remote = try drawn("@import 'https://example.com/a.css'; .x { fill: blue }")
        #expect(remote.fill == "#0000ff" && remote.warnings.count == 1 && asked.isEmpty, "\(remote)")
        // A document in an image is read in secure mode.
        _ = try drawn("", "<image href='in.svg' width='9' height='9'/>")
        #expect(asked.contains("art/in.svg") && !asked.contains { $0.hasSuffix("c.css") }, "\(asked)")
    }

    @Test func customPropertiesWorkInStylesAndAttributes() throws {
        #expect(try fill(":root { --c: red } rect { fill: var(--c) }") == "#ff0000")
        #expect(try fill(":root { --c: red }", "fill='var(--c)'") == "#ff0000")
        #expect(try fill("", "fill='var(--d, lime)'") == "#00ff00")
        #expect(try fill("", "style='--d: lime; fill: var(--d)'") == "#00ff00")
        // Invalid when it's computed: the inherited value, not the weaker declaration.
        #expect(try fill("rect { fill: red; fill: var(--no) }") == "black")
        #expect(try fill(":root { --r: 4px }", "style='r: var(--r)' fill='calc(1px)'") == "black")
    }

    @Test func geometryTakesCalculations() throws {
        let document = try drawn(
            ":root { --w: 10px }",
            "<rect width='calc(50% - var(--w))' height='min(10px, 5%)'/><circle style='r: calc(1px + 1em)' cx='50' cy='20'/>")
        let boxes = shapes(document.layers).map { $0.shape.path.bounds.transformed(by: $0.map) }
        #expect(abs(boxes[0].width - 40) < 1e-6 && abs(boxes[0].height - 2.5) < 1e-6, "\(boxes[0])")
        #expect(abs(boxes[1].width - 34) < 0.01, "\(boxes[1])")
        // In a style, lengths have units.
        let bare = try drawn("rect { width: 20; x: 0 }", "<rect x='5' width='30' height='9'/>")
        let box = try #require(shapes(bare.layers).first).shape.path.bounds
        #expect(box.width == 30 && bare.warnings.count == 1, "\(box) \(bare.warnings)")
    }

    @Test func mediaAndSchemesChooseRules() throws {
        let style =
            "@media screen { rect { fill: red } } @media (prefers-color-scheme: dark) { rect { fill: lime } } "
            + "@media print { rect { fill: blue } }"
        #expect(try fill(style) == "#ff0000")
        #expect(try fill(style, isDark: true) == "#00ff00")
        #expect(try fill("@media (min-width: 100px) and (max-height: 50px) { rect { fill: red } }") == "#ff0000")
        #expect(try fill("@media (width > 100px) { rect { fill: red } }") == "black")
        let scheme = ":root { color-scheme: light dark } rect { fill: light-dark(red, lime) }"
        #expect(try fill(scheme) == "#ff0000")
        #expect(try fill(scheme, isDark: true) == "#00ff00")
        #expect(try fill("rect { fill: light-dark(red, lime) }", isDark: true) == "#ff0000")
    }

    @Test func nestedRulesAndLayersCascade() throws {
        #expect(try fill("svg { rect { fill: red } }") == "#ff0000")
        #expect(try fill("rect { &amp;.x { fill: red } &amp;:hover { fill: blue } }") == "#ff0000")
        #expect(try fill("@layer a { #a { fill: blue } } rect { fill: red }") == "#ff0000")
        #expect(try fill("rect:nth-child(2):not(.y):has(+ g) { fill: blue } rect:is(#a) { fill: red }") == "#ff0000")
        let mixed = try Color(css: try fill("rect { fill: color-mix(in srgb, red, blue) }"))
        #expect(abs(mixed.red - 0.5) < 0.001 && mixed.green == 0 && abs(mixed.blue - 0.5) < 0.001)
        #expect(try fill("rect { fill: rgb(from red b r g) }") == "#00ff00")
        #expect(try fill("rect { fill: red; all: initial }") == "black")
    }

    @Test func animationsAreShownAtATime() throws {
        let style =
            "@keyframes k { from { fill: black; opacity: 0 } 50% { opacity: 0.25 } to { fill: #fff; opacity: 1 } } "
            + "rect { animation: k 2s linear forwards }"
        func shown(_ time: Double?) throws -> (String, Double) {
            let document = try drawn(style, "<rect width='9' height='9' fill='red'/>", time: time)
            var opacity = 1.0
            func visit(_ layers: [Layer]) {
                for layer in layers {
                    opacity *= layer.opacity
                    visit(layer.sublayers)
                }
            }
            visit(document.layers)
            return (fills(document).first ?? "none", opacity)
        }
        #expect(try shown(nil) == ("#ff0000", 1))
        #expect(try shown(0).1 == 0 || shown(0).0 == "none")
        let middle = try shown(1)
        let color = try Color(css: middle.0)
        #expect(abs(color.red - 0.5) < 0.003 && color.red == color.green && color.red == color.blue, "\(middle)")
        #expect(abs(middle.1 - 0.25) < 1e-6)
        #expect(try shown(.infinity) == ("white", 1))
        let document = try drawn(style, "<rect width='9' height='9'/>")
        #expect(document.duration == 2)
    }

    @Test func transformsAndPathsMoveByKeyframes() throws {
        let style =
            "@keyframes t { to { transform: translate(20px, 0) rotate(90deg) } } "
            + "@keyframes d { from { d: path('M0 0H10V10Z') } to { d: path('M0 0H30V10Z') } } rect { animation: t 1s linear } path { animation: d 1s linear both }"
        let document = try drawn(style, "<rect width='4' height='4'/><path d='M0 0H1V1Z'/>", time: 0.5)
        let found = shapes(document.layers)
        let center = Point(0, 0).applying(found[0].map)
        #expect(abs(center.x - 10) < 1e-6 && abs(center.y) < 1e-6, "\(center)")
        // Half a quarter of a turn makes a square wider by the root of 2.
        let box = found[0].shape.path.bounds.transformed(by: found[0].map)
        #expect(abs(box.width - 4 * 2.0.squareRoot()) < 1e-6, "\(box)")
        #expect(abs(found[1].shape.path.bounds.width - 20) < 1e-6, "\(found[1].shape.path.bounds)")
    }

    @Test(arguments: [
        ("<animate attributeName='width' from='10' to='30' dur='2s'/>", 1.0, 20.0),
        ("<animate attributeName='width' values='10;30;20' dur='2s'/>", 1.5, 25),
        ("<animate attributeName='width' to='30' dur='2s' fill='freeze'/>", 9, 30),
        ("<animate attributeName='width' to='30' dur='2s'/>", 9, 10),
        ("<animate attributeName='width' from='10' to='30' dur='2s' repeatCount='indefinite'/>", 5, 20),
        ("<animate attributeName='width' by='8' dur='2s' begin='1s'/>", 2, 14),
        ("<set attributeName='width' to='40' begin='1s'/>", 0.5, 10),
        ("<set attributeName='width' to='40' begin='1s'/>", 1, 40),
        ("<animate attributeName='width' values='10;20;60' keyTimes='0;0.75;1' dur='4s'/>", 3, 20),
        ("<animate attributeName='width' values='10;20;60' calcMode='discrete' dur='3s'/>", 1.5, 20),
        ("<animate attributeName='width' from='10' to='20' dur='100ms' begin='00:02' fill='freeze'/>", 2.05, 15),
        ("<animateTransform attributeName='transform' type='scale' from='1' to='3' dur='2s'/>", 1, 20),
        ("<animate attributeName='width' to='30' begin='click' dur='1s'/>", 5, 10),
        (chain, 0.5, 5), (chain, 1.5, 25), (chain, 2.5, 10), (chain, 3.25, 2.5), (chain, 7.5, 25), (chain, 3000.5, 5),
        ("<animate id='a' attributeName='width' begin='0; a.end' dur='2s' values='0;8'/>", 5, 4),
        (
            "<animate id='a-b' attributeName='width' begin='0' dur='2s' to='14'/><set attributeName='width' to='7' begin='a\\-b.begin + 1s'/>",
            1.5, 7
        ),
        ("<animate attributeName='width' begin='0;1' dur='2s' from='0' to='8' restart='whenNotActive'/>", 1.5, 6),
        ("<animate attributeName='width' begin='0;1' dur='2s' from='0' to='8' restart='always'/>", 1.5, 2),
        ("<animate attributeName='width' begin='0;3' dur='2s' from='0' to='8' restart='never'/>", 4, 10),
        ("<animate attributeName='width' begin='0;1' dur='3s' end='2s' from='0' to='9' fill='freeze'/>", 5, 3),
        ("<animate attributeName='width' from='1' to='3' accumulate='sum' repeatCount='3' dur='1s' fill='freeze'/>", 2.5, 8),
        ("<animate attributeName='width' from='1' to='3' accumulate='sum' repeatCount='3' dur='1s' fill='freeze'/>", 7, 9),
        ("<animate attributeName='width' from='1' to='3' additive='sum' dur='1s'/>", 0.5, 12),
        ("<set attributeName='width' to='7' begin='2s'/><set attributeName='width' to='8' begin='1s'/>", 3, 7),
        ("<animate attributeName='width' calcMode='paced' dur='4s' values='0;30;40'/>", 2, 20),
    ]) func attributesMoveBySMIL(element: String, time: Double, width: Double) throws {
        let document = try drawn("", "<rect width='10' height='9'>\(element)</rect>", time: time)
        let found = try #require(shapes(document.layers).first)
        let box = found.shape.path.bounds.transformed(by: found.map)
        #expect(abs(box.width - width) < 1e-6, "\(box.width)")
    }

    @Test(arguments: [
        ("<animateMotion path='M0 0H100V50' dur='3s'/>", 1.0, Rect(x: 50, y: 0, width: 10, height: 4)),
        ("<animateMotion path='M0 0H100V50' dur='3s' rotate='auto'/>", 2.5, Rect(x: 96, y: 25, width: 4, height: 10)),
        ("<animateMotion path='M0 0H100V50' dur='3s' rotate='auto-reverse'/>", 1, Rect(x: 40, y: -4, width: 10, height: 4)),
        ("<animateMotion path='M0 0H100V50' dur='3s' rotate='90'/>", 1, Rect(x: 46, y: 0, width: 4, height: 10)),
        ("<animateMotion path='M0 0H100V50' dur='2s' calcMode='linear'/>", 1.5, Rect(x: 100, y: 25, width: 10, height: 4)),
        (
            "<animateMotion path='M0 0H100' dur='2s' calcMode='linear' keyPoints='0;0.2;1' keyTimes='0;0.5;1'/>", 1.5,
            Rect(x: 60, y: 0, width: 10, height: 4)
        ),
        ("<animateMotion values='0,0; 30,40; 30,90' dur='2s' fill='freeze'/>", 9, Rect(x: 30, y: 90, width: 10, height: 4)),
        ("<animateMotion from='10,0' to='20,5' dur='2s'/>", 1, Rect(x: 15, y: 2.5, width: 10, height: 4)),
        (
            "<animateMotion by='20,0' dur='2s' accumulate='sum' repeatCount='2'/>", 3, Rect(x: 30, y: 0, width: 10, height: 4)
        ),
        ("<animateMotion by='20,0' dur='2s'/>", 1, Rect(x: 10, y: 0, width: 10, height: 4)),
        ("<animateMotion dur='2s'><mpath href='#way'/></animateMotion>", 1, Rect(x: 0, y: 30, width: 10, height: 4)),
        (
            "<animateTransform attributeName='transform' type='scale' from='1' to='3' dur='2s'/><animateMotion path='M0 0H9' dur='2s'/>",
            1, Rect(x: 4.5, y: 0, width: 20, height: 8)
        ),
    ]) func motionsFollowPaths(element: String, time: Double, box: Rect) throws {
        let way = "<defs><path id='way' d='M0 0V60'/></defs>"
        let document = try drawn("", "\(way)<rect width='10' height='4'>\(element)</rect>", time: time)
        let found = try #require(shapes(document.layers).first)
        let own = found.shape.path.bounds.transformed(by: found.map)
        let misses = [own.minX - box.minX, own.minY - box.minY, own.maxX - box.maxX, own.maxY - box.maxY]
        #expect(misses.allSatisfy { abs($0) < 1e-6 }, "\(own)")
        #expect(document.warnings.isEmpty)
    }

    @Test(arguments: [
        ("<animate attributeName='width' begin='1;4' dur='2s' to='5'/>", 6.0),
        ("<set attributeName='width' to='9' begin='2s'/>", 2),
        (
            "<animate id='a' attributeName='width' dur='2s' to='5'/><animate attributeName='x' begin='a.end+1s' dur='3s' to='5'/>",
            6
        ),
        ("<animate id='a' attributeName='width' begin='0;a.end' dur='2s' to='5'/>", .infinity),
        ("<animateMotion by='1,1' dur='2s' repeatCount='3'/>", 6),
        ("<animateMotion by='1,1' dur='2s' repeatDur='indefinite'/>", .infinity),
    ]) func elementsEndWhenNothingMovesAnymore(element: String, duration: Double) throws {
        #expect(try drawn("", "<rect width='10' height='4'>\(element)</rect>", time: 0).duration == duration)
    }

    /// Beginnings without end are followed to a bound, and one warning says so.
    @Test func beginningsAreBounded() throws {
        let loop = "<animate id='a' attributeName='width' begin='0;a.end' dur='0.001s' to='5'/>"
        let document = try drawn("", "<rect width='10' height='4'>\(loop)</rect>", time: 1000)
        #expect(document.warnings.count == 1 && "\(document.warnings)".contains("too often"))
        let pair =
            "<set id='a' attributeName='x' begin='0;b.begin' to='1'/><set id='b' attributeName='x' begin='a.begin' to='2'/>"
        #expect(try drawn("", "<rect width='10' height='4'>\(pair)</rect>", time: 1000).warnings.isEmpty)
    }

    /// What has no effect is one warning with its place.
    @Test(arguments: [
        ("rect { colour: red }", "did you mean \"color\"?"), ("rect { fill: redd }", "\"redd\" is no value of it"),
        ("rect { margin: 4px }", "margin"), ("rect:unknown { fill: red }", "\"rect:unknown\" is malformed or unknown"),
        ("@container (width > 1px) { rect { fill: red } }", "@container has no effect here"), ("@foo x;", "@foo is unknown"),
        ("rect { fill red }", "is no CSS"), ("@import 'a.css';", "can't be read"), ("rect { float: left }", "float"),
    ]) func ineffectiveCSSIsOneWarning(style: String, words: String) throws {
        let document = try drawn(style + style, "<rect width='9' height='9'/>")
        #expect(document.warnings.count == 1, "\(document.warnings)")
        #expect(document.warnings.first.map { "\($0)".contains(words) } == true, "\(document.warnings)")
        #expect(document.warnings.first?.place.line == 1)
    }

    /// Properties that no picture shows, and values that are what is drawn anyway, need no warning.
    @Test(arguments: [
        "cursor: pointer", "transition: fill 1s", "pointer-events: none", "-inkscape-stroke: none",
        "shape-rendering: crispEdges",
        "font-variant-ligatures: normal", "margin: 0", "isolation: auto", "-webkit-transform: none; transform: none",
        "--x: 1", "will-change: transform", "text-rendering: optimizeLegibility", "solid-color: #000000; solid-opacity: 1",
    ]) func unseenPropertiesAreSilent(style: String) throws {
        let document = try drawn("rect { \(style) }", "<rect width='9' height='9' style='\(style)'/>")
        #expect(document.warnings.isEmpty, "\(document.warnings)")
    }

    /// Each element of an animation reads all of its frames.
    @Test func framesOfAnimationsCountAsWork() throws {
        let frames = (0..<5000).map { "\(Double($0) / 50)%{fill:red;stroke:red}" }.joined()
        let style = "@keyframes k {\(frames)} g { animation: k 1s }"
        #expect(throws: SVGError.self) { try drawn(style, String(repeating: "<g/>", count: 2000), time: 0.5) }
        _ = try drawn(style, String(repeating: "<g/>", count: 5), time: 0.5)
    }

    /// References that double at each step, and cycles, are refused or invalid, never slow.
    @Test func variableBombsAreBounded() throws {
        var style = "svg { --a0: red red red red;"
        for index in 1..<60 { style += "--a\(index): var(--a\(index - 1)) var(--a\(index - 1));" }
        style += "} rect { fill: var(--a59) }"
        #expect(try fill(style) == "black")
        let chain = (0..<2000).map { "--b\($0): var(--b\($0 + 1));" }.joined()
        #expect(try fill("svg { \(chain) } rect { fill: var(--b0) }") == "black")
    }
}
