import PenumbraEngine
import PenumbraFiles
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Texts of SVG documents, with fonts.
@Suite(.timed) struct VectorTextTests {
    private func layers(_ elements: String) throws -> [Layer] {
        let options = SVGOptions(
            baseFolder: "", shaper: TextShaper(), clock: TextClock(nanoseconds: 1_000_000_000_000), limits: .default,
            memory: .max
        ) { path throws(FileError) in try FileRoots.or("", nil).open(path) }
        let font = "font-family='DejaVu Sans' font-size='100'"
        let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 900' \(font)>\(elements)</svg>"
        return try SVGDocument(Array(text.utf8), options: options).layers
    }

    /// The boxes of all shapes, in the document's points. A stroke makes shapes of texts.
    private func boxes(_ elements: String) throws -> [Rect] {
        func boxes(_ layers: [Layer], _ map: AffineTransform) -> [Rect] {
            layers.flatMap { layer -> [Rect] in
                let inner = layer.transform.concatenating(map)
                guard case .shape(let shape) = layer.kind else { return boxes(layer.sublayers, inner) }
                return [shape.path.applying(inner).bounds]
            }
        }
        return boxes(try layers("<g stroke='red'>\(elements)</g>"), .identity)
    }

    private func strings(_ elements: String) throws -> [String] {
        try layers(elements).compactMap { if case .text(let text) = $0.kind { text.string } else { nil } }
    }

    @Test func textTransformChangesTheDrawnLetters() throws {
        for (value, text, wanted) in [
            ("uppercase", "straße", "STRASSE"), ("lowercase", "AB", "ab"), ("capitalize", "ab cd", "Ab Cd"),
            ("none", "aB", "aB"),
            ("nonsense", "aB", "aB"),
        ] {
            #expect(try strings("<text style='text-transform: \(value)'>\(text)</text>") == [wanted], "\(value)")
        }
        #expect(try strings("<text style='text-transform: uppercase' lang='tr'>i</text>") == ["İ"])
        // Words go on across elements.
        let parts = try boxes("<text style='text-transform: capitalize'>a<tspan>b</tspan></text>")
        #expect(parts == (try boxes("<text>A<tspan>b</tspan></text>")))
    }

    /// `local()` takes full names and PostScript names, and sources that aren't there leave the word to the next one.
    @Test(arguments: [
        "local('DejaVu Sans Bold')", "local(DejaVu Sans Bold)", "local('dejavu sans bold')", "local(DejaVuSans-Bold)",
        "local('No Such Font'), local('DejaVuSans-Bold')", "local('Arial Nonesuch'), url(none.ttf), local(DejaVuSans-Bold)",
    ]) func localFontsAreInstalledOnes(source: String) throws {
        let rule = "<style>@font-face{font-family:F;src:\(source)}</style>"
        let found = try boxes(rule + "<text y='200' font-family='F'>Rag</text>")
        #expect(try found == boxes("<text y='200' font-weight='bold'>Rag</text>"))
        #expect(try found != boxes("<text y='200'>Rag</text>"))
    }

    @Test func namesOfFamiliesThatAreReplacedAreNoLocalFonts() throws {
        let rule = "<style>@font-face{font-family:F;src:local(sans-serif),local(serif)}</style>"
        #expect(
            try boxes(rule + "<text y='200' font-family='F,DejaVu Sans Mono'>Rag</text>")
                == boxes("<text y='200' font-family='DejaVu Sans Mono'>Rag</text>"))
    }

    @Test func dominantBaselineIsInherited() throws {
        let hanging = try boxes("<text y='200' dominant-baseline='hanging'>l</text>")
        #expect(hanging[0].minY > 195)
        for text in [
            "<g dominant-baseline='hanging'><text y='200'>l</text></g>",
            "<g dominant-baseline='hanging'><text y='200' dominant-baseline='no-change'>l</text></g>",
            "<g dominant-baseline='hanging'><text y='200' dominant-baseline='nonsense'>l</text></g>",
            "<text y='200' alignment-baseline='hanging'><tspan alignment-baseline='inherit'>l</tspan></text>",
        ] {
            #expect(try boxes(text) == hanging, "\(text)")
        }
        #expect(try boxes("<g dominant-baseline='hanging'><text y='200' dominant-baseline='auto'>l</text></g>")[0].maxY <= 201)
        let shifted = try boxes(
            "<text y='200'><tspan baseline-shift='super'>l<tspan baseline-shift='inherit'>l</tspan></tspan></text>")
        #expect(abs(shifted[0].minY - shifted[1].minY - 40) < 1e-9)
    }

    /// The letters of an element spread over its length. Letters that follow have the same gap before them, and nothing follows
    /// the last letter of a text.
    @Test func textLengthsLeaveAGapBeforeTheNextLetter() throws {
        let plain = try boxes("<text y='200'><tspan>l</tspan><tspan>l</tspan><tspan>l</tspan></text>").map(\.minX)
        let step = plain[1] - plain[0]
        let spread = try boxes("<text y='200'><tspan textLength='\(2 * step + 60)'>ll</tspan>l</text>")
        #expect(spread.count == 3)
        for (index, box) in spread.enumerated() { #expect(abs(box.minX - plain[index] - 60 * Double(index)) < 1e-6) }
        let last = try boxes("<text x='500' y='200' text-anchor='end' textLength='\(2 * step + 60)'>ll</text>")
        let unspread = try boxes("<text x='500' y='200' text-anchor='end'><tspan>l</tspan><tspan>l</tspan></text>")
        #expect(abs(last[1].minX - unspread[1].minX) < 1e-6 && abs(last[0].minX - unspread[0].minX + 60) < 1e-6)
    }

    @Test func fontShorthandResetsKerning() throws {
        func width(_ style: String) throws -> Double {
            try boxes("<g style='font-kerning: none'><text style='\(style)'>AVAVA</text></g>")[0].width
        }
        #expect(try width("font: 100px DejaVu Sans") < width("font-size: 100px") - 10)
        #expect(try width("font: 100px DejaVu Sans; font-kerning: none") == width("font-size: 100px"))
    }

    @Test func groupsUnderlineTheTextsInside() throws {
        let found = try layers("<g fill='red' text-decoration='underline'><text fill='lime'>ab</text></g>")
        let fills = found.compactMap { if case .shape(let shape) = $0.kind { shape.fillColor } else { nil } }
        #expect(
            fills == [.color(Color(red: 1, green: 0, blue: 0)), .color(Color(red: 0, green: 1, blue: 0))] || found.count == 2)
        #expect(try layers("<g text-decoration='underline'><g text-decoration='none'><text>ab</text></g></g>").count >= 1)
    }

    /// The boxes of the lines of a text of two letters, which have the first or the last place among its shapes.
    @Test func linesHaveTheirStyleThicknessAndOffset() throws {
        func line(_ style: String) throws -> Rect {
            try #require(try boxes("<text y='200' style='text-decoration: \(style)'>ll</text>").first)
        }
        let solid = try line("underline 10px; text-underline-offset: 20px")
        #expect(abs(solid.minY - 220) < 1e-9 && abs(solid.height - 10) < 1e-9)
        let em = try line("underline; text-decoration-thickness: 0.1em; text-underline-offset: 20%")
        #expect(abs(em.minY - 220) < 1e-9 && abs(em.height - 10) < 1e-9)
        for (style, height) in [("dotted", 10.0), ("dashed", 10), ("double", 30)] {
            let box = try line("red underline \(style) 10px; text-underline-offset: 20px")
            #expect(abs(box.minY - 220) < 1e-9 && abs(box.height - height) < 1e-9, "\(style)")
            #expect(abs(box.minX - solid.minX) < 1e-9 && abs(box.width - solid.width) < 1e-6, "\(style)")
        }
        // A wave rises and falls by 0.866 of its control points' distance, a third of which lies beyond.
        let wave = try line("underline wavy 10px; text-underline-offset: 20px")
        #expect(abs(wave.midY - 225) < 0.2 && wave.height > 20 && wave.height < 36, "\(wave)")
        #expect(try line("underline dotted dashed 10px") == boxes("<text y='200'>ll</text>")[0])
    }

    @Test func linesFollowAllLettersOfVerticalText() throws {
        let vertical = "writing-mode='tb' text-decoration='underline'"
        let boxes = try boxes("<text x='400' \(vertical)>l\u{65E5}l</text>")
        let lines = boxes.filter { $0.height > 5 * $0.width && $0.maxX < 400 }
        let letters = boxes.filter { !lines.contains($0) }
        let (top, bottom) = (letters.map(\.minY).min() ?? 0, letters.map(\.maxY).max() ?? 0)
        #expect(lines.count == 3 && lines.allSatisfy { abs($0.minX - lines[0].minX) < 1e-6 }, "\(boxes)")
        #expect((lines.map(\.minY).min() ?? .infinity) <= top && (lines.map(\.maxY).max() ?? 0) >= bottom)
    }

    @Test func textOrientationTurnsLettersOfVerticalText() throws {
        func box(_ style: String) throws -> Rect {
            try #require(try boxes("<text x='400' y='100' style='\(style)'>l</text>").first)
        }
        let mixed = try box("writing-mode: vertical-rl")
        #expect(mixed.width > mixed.height)
        #expect(try box("writing-mode: vertical-rl; text-orientation: sideways") == mixed)
        #expect(try box("writing-mode: sideways-rl; text-orientation: upright") == mixed)
        let upright = try box("writing-mode: vertical-rl; text-orientation: upright")
        #expect(upright.height > upright.width && abs(upright.midX - 400) < 10 && upright.minY >= 100)
    }

    @Test func smallCapitalsAreMadeForFontsWithoutThem() throws {
        func boxes(_ text: String) throws -> [Rect] { try self.boxes("<text y='200'>\(text)</text>") }
        #expect(
            try boxes("<tspan style='font-variant: small-caps'>Ab1</tspan>")
                == boxes("<tspan>A</tspan><tspan font-size='70'>B</tspan><tspan>1</tspan>"))
        #expect(
            try boxes("<tspan style='font-variant-caps: all-small-caps'>Ab1</tspan>")
                == boxes("<tspan font-size='70'>AB1</tspan>"))
        #expect(try boxes("<tspan style='font-variant-caps: nonsense'>Ab</tspan>") == boxes("<tspan>Ab</tspan>"))
        #expect(try strings("<text style='font-variant: small-caps'>AB</text>") == ["AB"])
    }

    @Test func preLineCollapsesSpaces() throws {
        #expect(try strings("<text style='white-space: pre-line'>a  b</text>") == ["a b"])
        #expect(try strings("<text style='white-space: pre-wrap'>a  b</text>") == ["a  b"])
    }

    @Test func textPathsStandInTextsAndHaveNoPlace() throws {
        let path = "<path id='p' d='M50 400H850' fill='none' stroke='none'/>"
        let plain = try boxes(path + "<text><textPath href='#p'>ll</textPath></text>")
        #expect(plain.count == 2 && plain[0].minX > 50 && plain[0].minX < 70)
        for attributes in ["x='300'", "y='30'", "dx='9'", "rotate='45'"] {
            #expect(try boxes(path + "<text><textPath href='#p' \(attributes)>ll</textPath></text>") == plain, "\(attributes)")
        }
        let nested = "<textPath href='#p'>ll<textPath href='#p'>WW</textPath></textPath>"
        #expect(try boxes(path + "<text>\(nested)</text>") == plain)
        #expect(try boxes(path + "<text><tspan><textPath href='#p'>l</textPath></tspan></text>").isEmpty)
        #expect(try boxes(path + "<text><a><textPath href='#p'>ll</textPath></a></text>") == plain)
    }

    @Test func textPathsFollowTheirTransformedPath() throws {
        let path = "<path id='p' d='M0 0H400' fill='none' stroke='none' transform='rotate(90)' transform-origin='100 100'/>"
        let box = try boxes(path + "<text><textPath href='#p'>l</textPath></text>")[0]
        // The path runs down from (200, 0), so letters lie right of it.
        #expect(box.minX >= 199 && box.minY >= 0 && box.maxY < 40, "\(box)")
    }

    @Test func partsOfATextHaveItsWritingMode() throws {
        #expect(
            try boxes("<text y='400'><tspan writing-mode='tb'>lll</tspan></text>")
                == boxes("<text y='400'><tspan>lll</tspan></text>"))
    }

    @Test func verticalTextIsCentredOnItsPath() throws {
        func box(_ attributes: String) throws -> Rect {
            let path = "<path id='p' d='M50 400H850' fill='none' stroke='none'/>"
            return try #require(
                try boxes(path + "<text \(attributes)><textPath href='#p'>l</textPath></text>").first)
        }
        let (flat, vertical) = (try box(""), try box("writing-mode='tb'"))
        // Half of DejaVu Sans' ascent less half of its descent.
        #expect(abs(vertical.minY - flat.minY - 34.6) < 0.2 && abs(vertical.minX - flat.minX) < 0.01, "\(vertical) \(flat)")
    }

    /// A shift of the first letter moves the whole text, and others widen it.
    @Test func alignedTextsMoveWithTheirFirstLetter() throws {
        for anchor in ["start", "middle", "end"] {
            func place(_ attributes: String) throws -> [Double] {
                try boxes("<text x='400' y='200' text-anchor='\(anchor)' \(attributes)>lll</text>").map(\.minX)
            }
            let (plain, shifted) = (try place("dx='0 0 0'"), try place("dx='30 0 0'"))
            let moves = zip(shifted, plain).map { $0 - $1 }
            #expect(moves.allSatisfy { abs($0 - 30) < 0.01 }, "\(anchor): \(moves)")
        }
        let (plain, wide) = (
            try boxes("<text x='400' y='200' text-anchor='end'>lll</text>"),
            try boxes("<text x='400' y='200' text-anchor='end' dx='0 0 30'>lll</text>")
        )
        #expect(abs((plain.map(\.maxX).max() ?? 0) - (wide.map(\.maxX).max() ?? 1)) < 0.01)
    }

    @Test func placingAttributesCountMarks() throws {
        let turned = try boxes("<text rotate='0 45 0'>a\u{310}l</text>")
        let upright = try boxes("<text>a\u{310}l</text>")
        #expect(abs(turned.map(\.maxX).max()! - upright[0].maxX) < 1)
        let placed = try boxes("<text x='0 100 300'>a\u{310}l</text>")
        #expect(placed.map(\.minX).max()! > 300)
    }

    /// Joining, kerning and ligatures don't end where an element ends.
    @Test func partsOfATextAreShapedTogether() throws {
        func extent(_ text: String) throws -> Rect { Rect(bounding: try boxes(text).flatMap(\.corners)) }
        for (whole, parts) in [
            ("AVAfi", "A<tspan>V</tspan>A<tspan>fi</tspan>"), ("Hello مرحبا.", "Hel<tspan>lo مرح</tspan>با."),
            ("ab مرحبا cd", "ab مر<tspan>حبا c</tspan>d"),
        ] {
            for attributes in ["", "textLength='500' lengthAdjust='spacingAndGlyphs'", "direction='rtl' x='800'"] {
                let (one, many) = try (
                    extent("<text y='200' \(attributes)>\(whole)</text>"), extent("<text y='200' \(attributes)>\(parts)</text>")
                )
                for (a, b) in zip(one.corners, many.corners) {
                    #expect((a - b).length < 1e-6, "\(parts) \(attributes): \(many), not \(one)")
                }
            }
        }
    }

    @Test func textsRunFromLeftToRightWithoutADirection() throws {
        // The Latin letters come last, though the first letter is Arabic.
        let letters = try boxes("<text>ابا<tspan fill='lime'>AB</tspan></text>")
        #expect(letters.count == 2 && letters[0].maxX <= letters[1].minX + 5)
        let turned = try boxes("<text direction='rtl' x='800'>ابا<tspan fill='lime'>AB</tspan></text>")
        #expect(turned.map(\.minX).min()! < 780 && turned.map(\.maxX).max()! <= 801)
    }

    @Test func partsOfRightToLeftTextsStandInVisualOrder() throws {
        let found = try layers("<text x='5' y='200'>A <tspan fill='lime'>ااا</tspan><tspan fill='blue'>ببب</tspan></text>")
        var places: [Paint: Double] = [:]
        for layer in found {
            if case .shape(let shape) = layer.kind, let fill = shape.fillColor { places[fill] = shape.path.bounds.midX }
        }
        let (lime, blue) = (Paint.color(Color(red: 0, green: 1, blue: 0)), Paint.color(Color(red: 0, green: 0, blue: 1)))
        #expect(places[lime] ?? 0 > places[blue] ?? 900, "\(places)")
    }

    @Test func wordSpacingWidensSpaces() throws {
        func width(_ attributes: String, _ text: String) throws -> Double {
            Rect(bounding: try boxes("<text \(attributes)>\(text)</text>").flatMap(\.corners)).width
        }
        for text in ["a b", "a<tspan> </tspan>b", "ا ب"] {
            let (plain, wide) = try (width("", text), width("word-spacing='30'", text))
            #expect(abs(wide - plain - 30) < 1e-6, "\(text)")
        }
    }

    @Test func hugeAndTinyFontsAreScaled() throws {
        let plain = try boxes("<text x='10' y='200'>H</text>")[0]
        for size in ["0.0001", "5000000"] {
            let scale = 100 / Double(size)!
            let box = try boxes(
                "<g transform='translate(10 200) scale(\(scale))'><text font-size='\(size)' stroke-width='0'>H<tspan>i</tspan></text></g>"
            )[0]
            #expect(abs(box.minX - plain.minX) < 0.01 && abs(box.height - plain.height) < 0.01, "\(size): \(box), not \(plain)")
        }
    }
}
