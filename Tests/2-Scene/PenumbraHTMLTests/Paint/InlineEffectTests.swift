import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Effects and positions of inline elements, whose places were measured in Chromium.
@Suite(.timed) struct InlineEffectTests {
    private func document(_ body: String) throws -> HTMLDocument {
        let text = "<!doctype html><style>body{margin:8px;font:20px/30px 'DejaVu Sans'}</style>\(body)"
        return try laidOut(text)
    }

    private func texts(in layers: [Layer]) -> [String] {
        layers.flatMap(\.all).compactMap { if case .text(let text) = $0.kind { text.string } else { nil } }
    }

    @Test func opacityCoversTheWholeElement() throws {
        let page = try document("one <span style='opacity:.3'>two <b>three</b></span> four")
        let group = try #require(page.layers.first { $0.opacity == 0.3 })
        #expect(texts(in: [group]) == ["two ", "three"])
        #expect(page.layers.filter { $0.opacity == 0.3 }.count == 1)
    }

    @Test func effectsOverSeveralLinesAreOne() throws {
        let page = try document(
            "<div style='width:120px'>one <span style='opacity:.3;background:gold'>two three four five six</span></div>")
        #expect(page.layers.filter { $0.opacity == 0.3 }.count == 1)
    }

    @Test func opacityCoversBoxesInLines() throws {
        let page = try document("<span style='opacity:.4'>a <i style='display:inline-block;width:9px;height:9px'>b</i></span>")
        let group = try #require(page.layers.first { $0.opacity == 0.4 })
        #expect(texts(in: [group]) == ["a ", "b"])
    }

    @Test func relativeElementsMoveWithTheirContent() throws {
        let plain = try document("one <span style='position:relative'>two <i>x</i></span>")
        let moved = try document("one <span style='position:relative;top:-6px;left:5px'>two <i>x</i></span>")
        for name in ["span", "i"] {
            let before = try #require(plain.boxes.first { $0.name == name }?.frame)
            #expect(moved.boxes.first { $0.name == name }?.frame == before.offset(by: Point(5, -6)))
        }
    }

    @Test func positionedBoxesReferToInlineElements() throws {
        let style = "position:absolute;inset:0 0 auto auto;width:4px;height:3px"
        let page = try document("one <span style='position:relative'>two<b style='\(style)'></b></span>")
        let span = try #require(page.boxes.first { $0.name == "span" }?.frame)
        #expect(page.boxes.first { $0.name == "b" }?.frame == Rect(x: span.maxX - 4, y: span.minY, width: 4, height: 3))
    }

    @Test func positionedElementsLieAboveOthers() throws {
        let page = try document("<span style='position:relative'>one</span> <b>two</b>")
        #expect(texts(in: page.layers).last == "one")
        let below = try document("<div><span style='position:relative;z-index:-1'>one</span> <b>two</b></div>")
        #expect(texts(in: below.layers).first == "one")
    }

    @Test func alignmentOfAttributesEndsAtTables() throws {
        let page = try document("<div align=center><table width=300><td><span>x</span></table></div>")
        // The table lies in the middle, and its text at the left, behind a gap and a padding.
        let left = try #require(page.boxes.first { $0.name == "span" }?.frame.minX)
        #expect(abs(left - 53) < 0.01)
    }

    @Test func rulesHaveTheirSize() throws {
        let heights = try document("<hr><hr size=1><hr size=5><hr noshade size=10>").boxes.filter { $0.name == "hr" }
        #expect(heights.map(\.frame.height) == [2, 1, 5, 10])
    }
}
