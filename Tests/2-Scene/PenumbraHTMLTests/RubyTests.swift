import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Ruby, and letters of vertical lines.
@Suite(.timed) struct RubyTests {
    private func document(_ body: String) throws -> HTMLDocument {
        let text = "<!doctype html><style>body{margin:0;font:20px/30px 'DejaVu Sans'}p{margin:0}</style>\(body)"
        return try laidOut(text)
    }

    private func texts(_ body: String) throws -> [(text: Text, frame: Rect)] {
        try document(body).layers.flatMap(\.all).compactMap { layer in
            if case .text(let text) = layer.kind { (text, layer.frame ?? .zero) } else { nil }
        }
    }

    /// The frames of `p`, `ruby` and `rt` elements that Chromium's `getBoundingClientRect` reports.
    @Test(
        arguments: [
            (
                "<p>a<ruby>base<rt>note</rt></ruby>b</p>",
                [[0, 0, 400, 34], [12.266, 7, 47.688, 24], [12.266, -1, 47.688, 11]]
            ),
            (
                "<p>a<ruby>base<rp>(</rp><rt>a long note</rt><rp>)</rp></ruby>b</p>",
                [[0, 0, 400, 34], [12.266, 7, 47.688, 24], [7.812, -1, 56.609, 11]]
            ),
            (
                "<p><ruby>b<rt>nooooooote</rt></ruby><i>cd</i></p>",
                [[0, 0, 400, 34], [0, 7, 54.234, 24], [0, -1, 59.25, 11]]
            ),
            (
                "<p><ruby>one<rt>1</rt>two<rt>2</rt></ruby></p>",
                [[0, 0, 400, 34], [0, 7, 73.656, 24], [0, -1, 37.219, 11], [37.219, -1, 36.438, 11]]
            ),
            (
                "<p style='line-height:60px'>a<ruby>base<rt>note</rt></ruby>b</p>",
                [[0, 0, 400, 60], [12.266, 18, 47.688, 24], [12.266, 10, 47.688, 11]]
            ),
            (
                "<p style='padding-top:10px'>a<ruby>base<rt>note</rt></ruby>b</p>",
                [[0, 0, 400, 40], [12.266, 13, 47.688, 24], [12.266, 5, 47.688, 11]]
            ),
            (
                "<p style='width:100px'>aaa aaa aaaa a<ruby>base<rt>note</rt></ruby>b aaa</p>",
                [[0, 0, 100, 121], [12.266, 64, 47.688, 24], [12.266, 56, 47.688, 11]]
            ),
            (
                "<p>a<ruby style='ruby-position:under'>base<rt>note</rt></ruby>b</p>",
                [[0, 0, 400, 37], [12.266, 3, 47.688, 24], [12.266, 26, 47.688, 11]]
            ),
            (
                "<p>a<ruby>b<span style='font-size:30px'>big</span><rt>note</rt></ruby>b</p>",
                [[0, 0, 400, 41], [12.266, 14, 59.125, 24], [12.266, -1, 59.125, 11]]
            ),
            (
                "<p>a<ruby>base<rt style='display:none'>note</rt></ruby>b</p>",
                [[0, 0, 400, 30], [12.266, 3, 47.688, 24]]
            ),
        ]
    ) func annotationsLieWhereBrowsersPutThem(body: String, frames: [[Double]]) throws {
        let boxes = try document(body).boxes.filter { ["p", "ruby", "rt"].contains($0.name) }
        #expect(boxes.count == frames.count)
        for (box, frame) in zip(boxes, frames) {
            let values = [box.frame.minX, box.frame.minY, box.frame.width, box.frame.height]
            #expect(zip(values, frame).allSatisfy { abs($0 - $1) <= 0.1 }, "\(box.name): \(values)")
        }
    }

    @Test func annotationsAreDrawnAboveTheMiddleOfTheirBase() throws {
        let all = try texts("<p>a<ruby>base<rt>no</rt></ruby></p>")
        let base = try #require(all.first { $0.text.string == "base" })
        let note = try #require(all.first { $0.text.string == "no" })
        #expect(note.text.fontSize == 10)
        #expect(abs(note.frame.midX - base.frame.midX) < 0.1)
        // The baselines are as far apart as in Chromium.
        #expect(base.frame.minY - note.frame.minY == 18)
    }

    @Test func annotationsOfChineseAndJapaneseSpreadOverTheirBase() throws {
        let wide = try texts("<p><ruby>漢字漢字<rt>かん</rt></ruby></p>").first { $0.text.string == "かん" }
        #expect(try #require(wide).text.letterSpacing > 0)
        let latin = try texts("<p><ruby>漢字漢字<rt>kan</rt></ruby></p>").first { $0.text.string == "kan" }
        #expect(try #require(latin).text.letterSpacing == 0)
    }

    @Test func chineseStandsUprightInVerticalLines() throws {
        let all = try document("<p style='writing-mode:vertical-rl'>ab漢字</p>").layers.flatMap(\.all)
        let turned = all.filter { $0.transform3D != .identity }.flatMap(\.sublayers)
        let strings = turned.compactMap { layer in if case .text(let text) = layer.kind { text.string } else { nil } }
        #expect(strings == ["ab"])
        let upright = try texts("<p style='writing-mode:vertical-rl'>ab漢字</p>").filter { $0.text.string != "ab" }
        #expect(upright.map(\.text.string) == ["漢", "字"])
        #expect(upright[0].frame.minX == upright[1].frame.minX && upright[0].frame.minY < upright[1].frame.minY)
    }

    /// The letters of fonts without metrics for vertical text are as high as lines, as in Chromium.
    @Test func orientationDecidesWhichLettersStandUpright() throws {
        func letters(_ style: String, _ text: String) throws -> [(text: Text, frame: Rect)] {
            try texts("<p style='writing-mode:vertical-rl;\(style)'>\(text)</p>")
        }
        let upright = try letters("text-orientation:upright", "ab")
        #expect(upright.map(\.text.string) == ["a", "b"])
        #expect(upright[1].frame.minY - upright[0].frame.minY == 24)
        let spaced = try letters("text-orientation:upright;letter-spacing:5px", "ab")
        #expect(spaced[1].frame.minY - spaced[0].frame.minY == 29)
        #expect(try letters("", "x№y").map(\.text.string) == ["x", "№", "y"])
        #expect(try letters("text-orientation:sideways", "x№y").map(\.text.string) == ["x№y"])
    }

    @Test func emojiOfListedFontsAreText() throws {
        // The selector keeps the font of the list.
        let plain = try texts("<p>⚡</p>").map(\.text.string)
        #expect(plain == ["⚡\u{FE0E}"])
        let asked = try texts("<p>⚡\u{FE0F}</p>").map(\.text.string)
        #expect(asked == ["⚡\u{FE0F}"])
    }
}
