import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

/// Texts and their decorations, whose places were measured in Chromium.
@Suite(.timed) struct TextPaintingTests {
    private func layers(_ body: String) throws -> [Layer] {
        let text = "<!doctype html><style>body{margin:0;font:20px/30px 'DejaVu Sans'}</style>\(body)"
        return try laidOut(text).layers.flatMap(\.all)
    }

    private func lines(_ body: String) throws -> [Rect] {
        try layers(body).filter { $0.backgroundColor != nil }.compactMap(\.frame)
    }

    /// The baseline of the first text.
    private func baseline(_ layers: [Layer]) throws -> Double {
        try #require(layers.first { if case .text = $0.kind { true } else { false } }?.frame?.minY)
    }

    @Test func underlinesLieBelowTheBaselineByHalfOfTheirThickness() throws {
        for (thickness, gap, height) in [("auto", 1.0, 2.0), ("3px", 2, 3), ("0.3em", 3, 6)] {
            let body = "<u style='text-decoration-thickness:\(thickness)'>nnn</u>"
            let line = try #require(try lines(body).first)
            #expect(try line.minY - baseline(layers(body)) == gap, "\(thickness)")
            #expect(line.height == height, "\(thickness)")
        }
    }

    @Test func underlinesLeaveOutTheGlyphsThatTheyCross() throws {
        #expect(try lines("<u>nnn</u>").count == 1)
        let parts = try lines("<u>npn</u>")
        #expect(parts.count == 2)
        #expect(parts[0].maxX < parts[1].minX)
        #expect(try lines("<u style='text-decoration-skip-ink:none'>npn</u>").count == 1)
        #expect(try lines("<s>npn</s>").count == 1)
    }

    @Test func decorationsLieOnTheLineOfTheElementThatHasThem() throws {
        let all = try lines("<u>n<span style='font-size:40px'>n</span><sup>n</sup></u>")
        #expect(all.count == 3)
        #expect(Set(all.map(\.minY)).count == 1)
    }

    @Test func lastCountedLineEndsInAnEllipsisIfContentFollows() throws {
        for (content, strings) in [
            ("<p>aaaa bbbb</p><p>cccc dddd eeee</p>", ["aaaa", "bbbb", "cccc\u{2026}", "dddd", "eeee"]),
            ("<p>aaaa bbbb</p><p>cccc</p><p>dddd</p>", ["aaaa", "bbbb", "cccc\u{2026}", "dddd"]),
            ("<p>aaaa bbbb</p><p>cccc</p>", ["aaaa", "bbbb", "cccc"]), ("aaaa bbbb cccc", ["aaaa", "bbbb", "cccc"]),
            ("aaaa bbbb cccc dddd", ["aaaa", "bbbb", "cccc\u{2026}", "dddd"]),
        ] {
            let texts = try layers(
                """
                <style>p{margin:0}</style><div style='width:80px;display:-webkit-box;-webkit-box-orient:vertical;\
                -webkit-line-clamp:3'>\(content)</div>
                """
            ).compactMap { layer in if case .text(let text) = layer.kind { text.string } else { nil } }
            #expect(
                texts.joined(separator: " ").replacing(" \u{2026}", with: "\u{2026}") == strings.joined(separator: " "),
                "\(content)")
        }
    }

    @Test func baselinesLieOnWholePixels() throws {
        #expect(try baseline(layers("<div style='margin-top:10.4px'>n</div>")).truncatingRemainder(dividingBy: 1) == 0)
    }

    @Test func transparentTextsHaveWholeShadows() throws {
        let texts = try layers("<div style='color:transparent;text-shadow:3px 4px 2px red'>n</div>").compactMap { layer in
            if case .text(let text) = layer.kind { (text, layer) } else { nil }
        }
        #expect(texts.count == 2)
        #expect(texts[0].0.color == .color(Color(red: 1, green: 0, blue: 0)) && texts[0].1.blur == Sigma(1))
        let first = try #require(texts[0].1.frame)
        let second = try #require(texts[1].1.frame)
        #expect(first.origin - second.origin == Point(3, 4))
    }

    @Test func transparentEmojiCastShadowsOfOneColor() throws {
        let all = try layers("<div style='color:#0008;text-shadow:3px 4px 2px red'>\u{1F525}</div>")
        let casts = all.filter { $0.mask != nil && $0.backgroundColor != nil }
        #expect(casts.count == 1)
        #expect(casts.first?.backgroundColor == .color(Color(red: 1, green: 0, blue: 0)) && casts.first?.blur == Sigma(1))
    }

    @Test(arguments: [("stroke", [true, false]), ("markers stroke", [true, false]), ("markers", [true])])
    func strokesLieBelowTheFillWhereAsked(_ order: String, _ wanted: [Bool]) throws {
        let text = "<div style='-webkit-text-stroke:2px red;paint-order:\(order)'>n</div>"
        let strokes = try layers(text).compactMap { layer in
            if case .text(let text) = layer.kind { text.stroke != nil } else { nil }
        }
        #expect(strokes == wanted)
    }

    @Test func genericFamiliesAreNoFamiliesOfTheDocument() throws {
        let face = "<style>@font-face{font-family:serif;src:local('DejaVu Sans Mono')}</style>"
        func font(_ body: String) throws -> String? {
            try layers(body).compactMap { if case .text(let text) = $0.kind { text.font } else { nil } }.first
        }
        #expect(try font(face + "<p style='font-family:serif'>n")?.contains("Mono") == false)
        #expect(try font(face + "<p style='font-family:\"serif\"'>n")?.contains("Mono") == true)
    }

    @Test func directionsFollowFromTheFirstLetter() throws {
        func isRight(_ body: String) throws -> Bool {
            let frame = try layers(body).compactMap { if case .text = $0.kind { $0.frame } else { nil } }.first
            return try #require(frame).minX > 100
        }
        #expect(try isRight("<p dir=auto>123 \u{5D0}\u{5D1} abc"))
        #expect(try !isRight("<p dir=auto>abc \u{5D0}\u{5D1}"))
        #expect(try !isRight("<p dir=auto><b dir=rtl>\u{5D0}</b> abc"))
    }

    @Test func backdropFiltersSeeWhatLiesBehindBoxesThatCut() throws {
        let all = try layers(
            """
            <div style='overflow:hidden;width:200px;height:100px;border-radius:20px'>\
            <div style='height:50px;backdrop-filter:blur(4px)'></div></div>
            """
        )
        let glass = try #require(all.first { !$0.backdropFilter.isEmpty })
        #expect(glass.mask != nil)
        #expect(!all.contains { $0.masksToBounds && $0.sublayers.contains { !$0.backdropFilter.isEmpty } })
    }

    @Test func lengthsMayBeDifferences() throws {
        let document = try HTMLDocument(
            Array("<!doctype html><body style='margin:0'><p id=a style='width:calc(100% - 150px);height:9px'>".utf8),
            options: {
                var options = HTMLOptions()
                (options.width, options.height) = (400, 300)
                return options
            }())
        #expect(document.boxes.first { $0.name == "p#a" }?.frame.width == 250)
    }

    @Test func linesUnderTextLieBelowItsDescenders() throws {
        for (offset, gap) in [("auto", 5.0), ("4px", 9)] {
            let body = "<u style='text-underline-position:under;text-underline-offset:\(offset)'>gpj</u>"
            let lines = try lines(body)
            #expect(lines.count == 1)
            #expect(try lines[0].minY - baseline(layers(body)) == gap)
        }
    }

    /// Only the filled letters cast shadows, behind both fill and stroke, or between them.
    @Test func strokedLettersCastTheShadowsOfFilledOnes() throws {
        for (order, strokes) in [("fill", [false, true]), ("stroke", [true, false])] {
            let style = "-webkit-text-stroke:2px red;text-shadow:3px 3px blue;paint-order:\(order)"
            let texts = try layers("<span style='\(style)'>A</span>").compactMap { layer -> (Bool, Bool)? in
                guard case .text(let text) = layer.kind else { return nil }
                return (text.stroke != nil, !layer.shadows.isEmpty)
            }
            #expect(texts.map(\.0) == strokes && texts.map(\.1) == strokes.map { !$0 })
        }
    }

    @Test func verticalTextHasItsLinesAndMarks() throws {
        func count(_ style: String) throws -> Int {
            try layers("<p style='writing-mode:vertical-rl'><span style='\(style)'>ab</span></p>").count
        }
        let plain = try count("")
        #expect(try count("text-decoration:underline") == plain + 2)
        #expect(try count("text-emphasis:circle") == plain + 3)
    }
}
