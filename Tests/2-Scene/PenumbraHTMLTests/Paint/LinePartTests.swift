import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// First lines, cloned edges, markers and stencils, whose places were measured in Chromium.
@Suite(.timed) struct LinePartTests {
    private func document(_ body: String) throws -> HTMLDocument {
        let text =
            "<!doctype html><style>body,ul{margin:0}ul{padding:0 0 0 40px}body{font:16px/20px 'DejaVu Sans'}</style>\(body)"
        return try laidOut(text)
    }

    private func texts(_ body: String) throws -> [Text] {
        try document(body).layers.flatMap(\.all).compactMap { if case .text(let text) = $0.kind { text } else { nil } }
    }

    private func frames(_ name: String, _ body: String) throws -> [Rect] {
        try document(body).boxes.filter { $0.name == name }.map(\.frame)
    }

    /// The texts of a document, the boxes with a background and the outlines, from back to front.
    private func painted(_ body: String) throws -> [String] {
        let style =
            "<style>i{background:red}b{background:blue;display:inline-block}u{background:lime;text-decoration:none}</style>"
        return try document(style + body).layers.flatMap(\.all).compactMap { layer in
            if case .text(let text) = layer.kind { return text.string }
            func name(_ color: Color) -> String {
                color.red == 1 ? "red" : color.blue == 1 ? "blue" : color.green == 1 ? "lime" : "other"
            }
            if layer.borderWidth > 0 { return "\(name(layer.borderColor)) ring" }
            guard case .color(let color) = layer.backgroundColor else { return nil }
            return name(color)
        }
    }

    @Test func partsOfALineCoverThoseBefore() throws {
        let parts = ["a", "red", "e", "blue", "f", "lime", "g", "h"]
        let body = "a<i>e</i><b>f</b><u>g</u>h"
        #expect(try painted("<div>\(body)</div>") == parts)
        #expect(try painted("<div style='writing-mode:vertical-rl'>\(body)</div>") == parts)
        #expect(try painted("<div>\(body)</div><div>\(body)</div>") == parts + parts)
        #expect(try painted("<div><b>a</b><b>e</b></div>x") == ["blue", "a", "blue", "e", "x"])
        #expect(try painted("<i>a<u>e</u>f</i>") == ["red", "a", "lime", "e", "f"])
        // Positioned elements and outlines lie above, also those in inline blocks and floats.
        for line in ["", "writing-mode:vertical-lr"] {
            func painted(_ body: String) throws -> [String] { try self.painted("<div style='\(line)'>\(body)</div>") }
            let lifted = "<i style='position:relative'>e</i>"
            #expect(try painted("a\(lifted)<u>g</u>") == ["a", "lime", "g", "red", "e"], "\(line)")
            #expect(try painted("<b>\(lifted)</b><u>g</u>") == ["blue", "lime", "g", "red", "e"], "\(line)")
            #expect(try painted("<b style='float:left'>\(lifted)</b><u>g</u>") == ["blue", "lime", "g", "red", "e"], "\(line)")
            let low = "<b>f<i style='position:relative;z-index:-1'>e</i></b>"
            #expect(try painted("\(low)<u>g</u>") == ["red", "e", "blue", "f", "lime", "g"], "\(line)")
            #expect(
                try painted("<i style='position:relative'>a\(low)</i>") == ["red", "e", "red", "a", "blue", "f"], "\(line)")
            let outlined = "<i style='outline:2px solid red'>e</i><b>f</b>"
            let plain = ["red", "e", "blue", "f", "red ring"]
            #expect(try painted(outlined) == plain, "\(line)")
            // Positioned boxes lie above outlines, and above each other in the order of the document.
            #expect(try painted("\(outlined)\(lifted)") == plain + ["red", "e"], "\(line)")
            let atom = "<b style='position:relative'>f</b>"
            #expect(try painted("\(lifted)\(atom)\(lifted)") == ["red", "e", "blue", "f", "red", "e"], "\(line)")
        }
        // As in Chromium, the order in lines from right to left is that from the left, too.
        #expect(try painted("<div dir=rtl>א<i>ב</i>ג</div>") == ["ג", "red", "ב", "א"])
    }

    /// The outline of a block lies above those of the blocks inside it, and above the next block, whatever it cuts.
    @Test func outlinesOfBlocksLieAboveWhatTheyHold() throws {
        let inner = "<p style='outline:2px solid blue'>a</p>"
        let next = "<p style='background:lime'>g</p>"
        let block = "outline:2px solid red"
        #expect(try painted("<div style='\(block)'>\(inner)</div>\(next)").suffix(2) == ["blue ring", "red ring"])
        let cut = try painted("<div style='\(block);overflow:hidden'>\(inner)</div>\(next)")
        #expect(cut.last == "red ring", "\(cut)")
    }

    /// A block that interrupts an inline element is a part of it.
    @Test func interruptingBlocksArePartsOfTheirElements() throws {
        let block = "<b style='display:block'>f</b>"
        let lifted = try painted("<i style='position:relative'>e\(block)</i><b style='display:block'>g</b>")
        #expect(lifted == ["blue", "g", "red", "e", "blue", "f"])
        for effect in ["opacity:.5", "filter:blur(2px)", "mix-blend-mode:multiply"] {
            let layers = try document("<i style='\(effect)'>\(block)</i><p><i style='\(effect)'>e\(block)</i>").layers
            let groups = layers.filter { $0.opacity < 1 || !$0.filter.isEmpty || $0.blendMode != .normal }
            #expect(groups.count == 3, "\(effect)")
            #expect(groups.allSatisfy { !$0.sublayers.isEmpty }, "\(effect)")
            // Floats and absolute boxes between blocks are, too.
            let apart = "<b style='float:left'>f</b>\(block)<b style='position:absolute'>g</b>"
            let parts = try document("<i style='\(effect)'>\(block)\(apart)</i>").layers
            #expect(parts.count == 4, "\(effect)")
            #expect(parts.allSatisfy { $0.opacity < 1 || !$0.filter.isEmpty || $0.blendMode != .normal }, "\(effect)")
        }
    }

    /// An ellipsis hides inline blocks and pictures with all that is inside them, but not their boxes.
    @Test func atomsBehindAnEllipsisAreHidden() throws {
        let body = "words<b>in</b><b>hidden<u>x</u></b><b style='position:relative;z-index:1'>far</b>"
        for mode in ["horizontal-tb", "vertical-rl", "vertical-lr"] {
            let style = "writing-mode:\(mode);inline-size:110px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
            let block = "<div style='\(style)'>\(body)</div>"
            #expect(try painted(block) == ["words", "blue", "in", "…"], "\(mode)")
            #expect(try frames("b", block).count == 3)
            let anchored = "<div style='\(style)'>words words <b>x<u style='position:absolute;width:3px'>a</u></b></div>"
            let all = try painted(anchored)
            #expect(all.suffix(2) == ["lime", "a"] && !all.contains("blue") && !all.contains("x"), "\(mode): \(all)")
        }
    }

    @Test func firstLineHasItsOwnSizeAndBreaks() throws {
        let style = "<style>p::first-line{font-size:24px;color:red}p{margin:0;width:200px}</style>"
        let all = try texts("\(style)<p>Hello world this is a paragraph that wraps</p>")
        #expect(all.map(\.fontSize) == [24, 16, 16])
        #expect(all.first?.string.hasPrefix("Hello world") == true)
        #expect(all.map { $0.color == .color(Color(red: 1, green: 0, blue: 0)) } == [true, false, false])
    }

    @Test func firstLineKeepsWhatElementsInsideSet() throws {
        let style = "<style>p::first-line{font-size:24px;font-weight:bold}p{margin:0}</style>"
        let all = try texts("\(style)<p>one <b style='font-size:10px'>two</b> three</p>")
        #expect(all.map(\.fontSize) == [24, 10, 24])
    }

    @Test func firstLineHasABackgroundAsWideAsItsContent() throws {
        let style = "<style>p::first-line{background:#ff0000}p{margin:0;width:100px}</style>"
        let all = try document("\(style)<p>one two three four</p>").layers.flatMap(\.all)
        let red = all.filter { $0.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)) }.compactMap(\.frame)
        let first = try #require(all.first { if case .text = $0.kind { true } else { false } }?.frame)
        #expect(red.count == 1)
        // The height is that of the font, inside a line of 20 points.
        #expect(red.map { [$0.minX, $0.minY, $0.height] } == [[0, 0, 19]])
        #expect(try abs(#require(red.first).width - first.width) < 7)
    }

    @Test func clonedEdgesAreOnEachLine() throws {
        let text = "several words of text here that wrap on lines"
        func height(_ kind: String) throws -> Double? {
            let style = "padding:0 8px;box-decoration-break:\(kind)"
            return try frames("span", "<p style='width:200px;margin:0'><span style='\(style)'>\(text)</span></p>").first?.height
        }
        #expect(try height("slice") == 39)
        #expect(try height("clone") == 59)
        // The edge that begins a line counts when the line is broken, and the edge that ends it only at the end of the box.
        for (width, lines) in [(118.0, 4.0), (119, 3), (178, 3), (179, 2), (294, 2), (295, 1)] {
            let style = "font:20px/30px 'DejaVu Sans';width:\(width)px;margin:0"
            let box = "<span style='padding:0 8px;box-decoration-break:clone'>Clone decoration break text</span>"
            #expect(try frames("p", "<p style=\"\(style)\">\(box)</p>").first?.height == 30 * lines, "\(width)")
        }
    }

    @Test(arguments: [("disc", 22.0), ("square", 22), ("decimal", 21)]) func insideMarkersTakeRoom(
        _ kind: String, _ room: Double
    ) throws {
        let frame = try frames("b", "<ul style='list-style:\(kind) inside'><li><b>one</b></ul>").first
        #expect(try abs(#require(frame).minX - 40 - room) < 1)
    }

    @Test func gradientsAreMarkers() throws {
        let body = "<ul style='list-style-image:linear-gradient(red,blue)'><li>one</ul>"
        let gradient = try document(body).layers.flatMap(\.all).first { if case .gradient = $0.kind { true } else { false } }
        #expect(gradient?.frame?.size == Size(width: 7.5, height: 7.5))
    }

    @Test func percentagesOfInlineBoxesReferToTheirBlock() throws {
        let body = "<div style='width:200px'>one <span style='padding:0 10%'>two</span></div>"
        let plain = "<div style='width:200px'>one <span style='padding:0 20px'>two</span></div>"
        #expect(try frames("span", body) == frames("span", plain))
    }

    @Test func columnsHaveRules() throws {
        let body = "<div style='columns:2;column-rule:4px solid red;column-gap:20px'><p>one</p><p>two</p></div>"
        // The paragraphs are one line high, below a margin.
        let rules = try document(body).layers.filter { $0.frame?.minX == 198 }.compactMap(\.frame)
        #expect(rules == [Rect(x: 198, y: 0, width: 4, height: 44)])
    }

    @Test(arguments: ["clip-path", "mask"]) func elementsOfVectorsAreStencils(_ property: String) throws {
        let shape = "<circle cx='5' cy='5' r='4' fill='white'/>"
        let defs = "<svg width='0' height='0'><clipPath id='c'>\(shape)</clipPath><mask id='m'>\(shape)</mask></svg>"
        let name = property == "mask" ? "m" : "c"
        let page = try document("\(defs)<div style='width:10px;height:10px;background:red;\(property):url(#\(name))'></div>")
        #expect(page.layers.flatMap(\.all).contains { $0.mask != nil })
        #expect(page.warnings.isEmpty)
        let missing = try document("<div style='width:10px;height:10px;background:red;\(property):url(#x)'></div>")
        #expect(missing.warnings.count == 1)
    }

    @Test func filtersOfThePageFilterTheBoxThatNamesThem() throws {
        let defs = "<svg width='0' height='0'><filter id='f'><feGaussianBlur stdDeviation='2'/></filter><filter id='e'/></svg>"
        func layers(_ filter: String) throws -> [Layer] {
            try document("\(defs)<p style='filter:\(filter);background:#ff0000'>x</p>").layers.flatMap(\.all)
        }
        func hasContent(_ layers: [Layer]) -> Bool {
            layers.contains { $0.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)) }
        }
        let filtered = try #require(try layers("blur(1px) url(#f)").first { $0.filter.count == 2 })
        #expect(filtered.filter.last?.graph != nil && hasContent(filtered.all))
        // A filter without steps leaves nothing, and a filter that isn't there has no effect.
        #expect(try !hasContent(layers("url(#e)")))
        #expect(try hasContent(layers("url(#none)")))
    }

    @Test func columnsHaveBackgroundsBehindTheirCells() throws {
        let style = "<style>table{border-spacing:0}td{padding:0;width:20px;height:10px}</style>"
        let columns = "<colgroup style='background:#ff0000'><col><col style='background:#00ff00'></colgroup><col>"
        let rows = "<tr><td><td><td><tr><td colspan=2><td>"
        let layers = try document("\(style)<table>\(columns)\(rows)</table>").layers.flatMap(\.all)
        func frames(_ color: Color) -> [Rect] { layers.filter { $0.backgroundColor == .color(color) }.compactMap(\.frame) }
        // A cell has the background of the column where it starts.
        let red = frames(Color(red: 1, green: 0, blue: 0))
        #expect(red.map(\.minX) == [0, 20, 0] && red.map(\.width) == [20, 20, 40])
        #expect(frames(Color(red: 0, green: 1, blue: 0)) == [Rect(x: 20, y: 0, width: 20, height: 10)])
    }

    @Test func emptyCellsAndCollapsedRowsAreHidden() throws {
        let style = "<style>table{empty-cells:hide;border-spacing:0}td{background:#ff0000;padding:5px}</style>"
        let layers = try document("\(style)<table><tr><td>x<td> </table>").layers.flatMap(\.all)
        #expect(layers.count { $0.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)) } == 1)
        let rows = try frames("tr", "<table><tr style='visibility:collapse'><td>x<tr><td>y</table>")
        #expect(rows.count == 1)
    }
}
