import PenumbraCoreGraphics
import TestSupport
import Testing

/// Tests of Core Text's runs, lines and frames. At 20.48 points, a unit of DejaVu Sans is a hundredth of a point.
@Suite(.timed) struct CTRunTests {
    private func line(_ string: String, _ more: [NSAttributedString.Key: Any] = [:]) -> CTLine {
        CTLineCreateWithAttributedString(text(string, more))
    }

    private func text(_ string: String, _ more: [NSAttributedString.Key: Any] = [:]) -> NSMutableAttributedString {
        let font = CTFontCreateWithName("DejaVu Sans", 20.48, nil)
        return NSMutableAttributedString(
            string: string, attributes: more.merging([.font: font]) { first, _ in first })
    }

    private func runs(_ line: CTLine) throws -> [CTRun] { try #require(CTLineGetGlyphRuns(line) as? [CTRun]) }

    private func positions(_ run: CTRun) -> [CGPoint] {
        var result = [CGPoint](repeating: .zero, count: CTRunGetGlyphCount(run))
        CTRunGetPositions(run, CFRangeMake(0, 0), &result)
        return result
    }

    private func indices(_ run: CTRun) -> [Int] {
        var result = [Int](repeating: -1, count: CTRunGetGlyphCount(run))
        CTRunGetStringIndices(run, CFRange(), &result)
        return result
    }

    @Test func runHasGlyphsAtTheirPlaces() throws {
        let run = try #require(try runs(line("HIH")).first)
        let font = try #require(CTRunGetAttributes(run)[NSAttributedString.Key.font] as? CTFont)
        var glyphs = [CGGlyph](repeating: 0, count: 3)
        var expected = glyphs
        CTRunGetGlyphs(run, CFRangeMake(0, 0), &glyphs)
        #expect(CTFontGetGlyphsForCharacters(font, Array("HIH".utf16), &expected, 3) && glyphs == expected)
        // H is 1540 units wide, and I 604.
        #expect(isNear(positions(run)[1], point(15.4, 0), 1e-6) && isNear(positions(run)[2], point(21.44, 0), 1e-6))
        var advance = CGSize.zero
        CTRunGetAdvances(run, CFRangeMake(1, 1), &advance)
        #expect(isNear(advance.width, 6.04, 1e-6) && CTRunGetGlyphsPtr(run)?[1] == glyphs[1])
        #expect(isNear(CGFloat(CTRunGetTypographicBounds(run, CFRangeMake(0, 2), nil, nil, nil)), 21.44, 1e-6))
    }

    /// The widths and boxes of glyphs, and glyphs that are drawn, against their outlines.
    @Test func glyphsAreMeasuredAndDrawnOneByOne() throws {
        let font = CTFontCreateWithName("DejaVu Sans", 20.48, nil)
        var glyphs = [CGGlyph](repeating: 0, count: 2)
        #expect(CTFontGetGlyphsForCharacters(font, Array("HI".utf16), &glyphs, 2))
        var advances = [CGSize](repeating: .zero, count: 2)
        let width = CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, 2)
        #expect(
            isNear(advances[0].width, 15.4, 1e-6) && isNear(advances[1].width, 6.04, 1e-6)
                && isNear(CGFloat(width), 21.44, 1e-6))
        var boxes = [CGRect](repeating: .zero, count: 2)
        let all = CTFontGetBoundingRectsForGlyphs(font, .horizontal, glyphs, &boxes, 2)
        let outlines = glyphs.compactMap { CTFontCreatePathForGlyph(font, $0, nil) }
        #expect(boxes == outlines.map(\.boundingBoxOfPath) && all == boxes[0].union(boxes[1]) && boxes[0].height > 14)
        func picture(_ draw: (CGContext) -> Void) throws -> CGImage {
            let context = try #require(
                CGContext(
                    data: nil, width: 40, height: 24, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
            draw(context)
            return try #require(context.makeImage())
        }
        let places = [CGPoint(x: 3, y: 4), CGPoint(x: 24, y: 6)]
        let drawn = try picture { CTFontDrawGlyphs(font, glyphs, places, 2, $0) }
        let filled = try picture { context in
            for (outline, place) in zip(outlines, places) {
                let path = CGMutablePath()
                path.addPath(outline, transform: CGAffineTransform(translationX: place.x, y: place.y))
                context.addPath(path)
            }
            context.fillPath()
        }
        #expect(drawn == filled)
    }

    @Test func attributesDivideALineIntoRuns() throws {
        let string = text("HHH")
        string.addAttribute(.foregroundColor, value: color(1, 0, 0), range: NSRange(location: 1, length: 1))
        string.addAttribute(.baselineOffset, value: 3, range: NSRange(location: 2, length: 1))
        let found = try runs(CTLineCreateWithAttributedString(string))
        #expect(found.map { CTRunGetStringRange($0) } == (0..<3).map { CFRange(location: $0, length: 1) })
        #expect(found.map { CTRunGetAttributes($0)[NSAttributedString.Key.foregroundColor] != nil } == [false, true, false])
        #expect(isNear(positions(found[2])[0], point(30.8, 3), 1e-6))
    }

    @Test func ligatureIsOneGlyphOfTwoCharacters() throws {
        let ligature = line("Hfi")
        let run = try #require(try runs(ligature).first)
        #expect(indices(run) == [0, 1] && CTLineGetGlyphCount(ligature) == 2)
        let (start, end) = (CTLineGetOffsetForStringIndex(ligature, 1, nil), CTLineGetOffsetForStringIndex(ligature, 3, nil))
        #expect(isNear(start, 15.4, 1e-6) && isNear(CTLineGetOffsetForStringIndex(ligature, 2, nil), (start + end) / 2, 1e-6))
        #expect(try runs(line("Hfi", [.ligature: 0])).map(indices) == [[0, 1, 2]])
    }

    @Test func hebrewRunsFromRightToLeft() throws {
        let hebrew = line("אב")
        let run = try #require(try runs(hebrew).first)
        #expect(CTRunGetStatus(run).contains(.rightToLeft) && indices(run) == [1, 0])
        let width = CGFloat(CTLineGetTypographicBounds(hebrew, nil, nil, nil))
        #expect(isNear(CTLineGetOffsetForStringIndex(hebrew, 0, nil), width, 1e-6))
        #expect(isNear(CTLineGetOffsetForStringIndex(hebrew, 1, nil), positions(run)[1].x, 1e-6))
        #expect(isNear(CTLineGetOffsetForStringIndex(hebrew, 2, nil), 0, 1e-6))
    }

    @Test func positionsAndIndicesOfALineAreInverse() {
        let line = line("Shadow 🌓 fall")
        for index in [0, 3, 7, 9, 13] {
            let x = CTLineGetOffsetForStringIndex(line, index, nil)
            #expect(CTLineGetStringIndexForPosition(line, point(x, 0)) == index)
        }
        #expect(CTLineGetStringIndexForPosition(line, point(1000, 0)) == 14)
    }

    @Test func drawnRunsAreTheDrawnLine() throws {
        let string = text("HI")
        string.addAttribute(.foregroundColor, value: color(1, 0, 0), range: NSRange(location: 1, length: 1))
        let line = CTLineCreateWithAttributedString(string)
        let (whole, parts) = (try makeContext(60, 30), try makeContext(60, 30))
        for context in [whole, parts] { context.textPosition = point(5, 8) }
        CTLineDraw(line, whole)
        for run in try runs(line) { CTRunDraw(run, parts, CFRangeMake(0, 0)) }
        let bounds = CTRunGetImageBounds(try runs(line)[1], nil, CFRangeMake(0, 0))
        #expect(try whole.drawnImage().bitmap == parts.drawnImage().bitmap)
        #expect(parts.textPosition == point(5, 8) && bounds.minX > 15.4)
    }

    @Test func longLinesAreCutWithTheirToken() throws {
        let (long, token) = (line("HHHHHHHH"), line("I"))
        func cut(_ width: Double, _ type: CTLineTruncationType, _ token: CTLine?) throws -> [Int] {
            let line = try #require(CTLineCreateTruncatedLine(long, width, type, token))
            #expect(CTLineGetTypographicBounds(line, nil, nil, nil) <= width)
            return try runs(line).flatMap { run in
                var advances = [CGSize](repeating: .zero, count: CTRunGetGlyphCount(run))
                CTRunGetAdvances(run, CFRangeMake(0, 0), &advances)
                return advances.map { Int($0.width.rounded()) }
            }
        }
        #expect(try cut(60, .end, token) == [15, 15, 15, 6] && cut(60, .start, token) == [6, 15, 15, 15])
        #expect(try cut(60, .middle, token) == [15, 15, 6, 15] && cut(50, .end, nil) == [15, 15, 15])
        #expect(
            CTLineCreateTruncatedLine(long, 5, .end, token) == nil && CTLineCreateTruncatedLine(long, 200, .end, token) === long
        )
    }

    @Test func framesShowTheLinesThatFit() throws {
        let setter = CTFramesetterCreateWithAttributedString(text("HH HH HH HH"))
        // Two words of 30.8 points with a space of 6.51 don't fit in 60 points. A line is 24 points high.
        let path = CGPath(rect: rect(10, 20, 60, 60), transform: nil)
        let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
        #expect(CTFrameGetVisibleStringRange(frame) == CFRange(location: 0, length: 6))
        let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
        #expect(lines.map { CTLineGetStringRange($0) } == [0, 3].map { CFRange(location: $0, length: 3) })
        var origins = [CGPoint](repeating: .zero, count: 2)
        CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
        #expect(isNear(origins[0], point(0, 41)) && isNear(origins[1], point(0, 17)))
        let rest = CTFramesetterCreateFrame(setter, CFRangeMake(6, 0), path, nil)
        #expect(CTFrameGetVisibleStringRange(rest) == CFRange(location: 6, length: 5))
        var fit = CFRange()
        let size = CTFramesetterSuggestFrameSizeWithConstraints(
            setter, CFRangeMake(0, 0), nil, CGSize(width: 60, height: 30), &fit)
        #expect(fit == CFRange(location: 0, length: 3) && isNear(size.height, 24))
        let context = try makeContext(80, 100)
        CTFrameDraw(frame, context)
        // The third line would reach up to 12 points above the lower edge of the path.
        #expect(try pixel(context, 13, 30)[3] == 255 && pixel(context, 13, 54)[3] == 255 && pixel(context, 13, 78)[3] == 0)
    }

    @Test func typesettersBreakLinesAtAWidth() {
        let typesetter = CTTypesetterCreateWithAttributedString(text("HH HHHH HH"))
        #expect(CTTypesetterSuggestLineBreak(typesetter, 0, 60) == 3 && CTTypesetterSuggestLineBreak(typesetter, 3, 70) == 5)
        #expect(CTTypesetterSuggestClusterBreak(typesetter, 3, 40) == 2)
        let line = CTTypesetterCreateLine(typesetter, CFRangeMake(3, 5))
        #expect(CTLineGetStringRange(line) == CFRange(location: 3, length: 5))
        #expect(isNear(CGFloat(CTLineGetTrailingWhitespaceWidth(line)), 6.51, 1e-6))
        #expect(isNear(CGFloat(CTLineGetPenOffsetForFlush(self.line("HH"), 0.5, 50.8)), 10, 1e-6))
    }

    @Test func paragraphsHaveHeadAndTailIndents() throws {
        let style = NSMutableParagraphStyle()
        (style.firstLineHeadIndent, style.headIndent, style.tailIndent) = (4, 20, -30)
        let setter = CTFramesetterCreateWithAttributedString(text("HH HH HH", [.paragraphStyle: style]))
        let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), CGPath(rect: rect(0, 0, 110, 90), transform: nil), nil)
        var origins = [CGPoint](repeating: .zero, count: 2)
        CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
        // The first line has room for 76 points, and the second for 60.
        #expect(CTFrameGetLines(frame).count == 2 && isNear(origins[0].x, 4) && isNear(origins[1].x, 20))
        style.tailIndent = 55
        let narrow = CTFramesetterCreateFrame(
            CTFramesetterCreateWithAttributedString(text("HH HH", [.paragraphStyle: style])), CFRangeMake(0, 0),
            CGPath(rect: rect(0, 0, 200, 90), transform: nil), nil)
        #expect(CTFrameGetLines(narrow).count == 2)
    }

    @Test func rangesOfAnyLengthAreCut() throws {
        let run = try #require(try runs(line("HIH")).first)
        var glyphs = [CGGlyph](repeating: 0, count: 3)
        CTRunGetGlyphs(run, CFRangeMake(1, .max), &glyphs)
        #expect(glyphs[0] == CTRunGetGlyphsPtr(run)?[1] && glyphs[1] == CTRunGetGlyphsPtr(run)?[2] && glyphs[2] == 0)
        let setter = CTFramesetterCreateWithAttributedString(text("H\nH"))
        let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), CGPath(rect: rect(0, 0, 60, 60), transform: nil), nil)
        var origins = [CGPoint](repeating: .zero, count: 2)
        CTFrameGetLineOrigins(frame, CFRangeMake(1, .max), &origins)
        #expect(isNear(origins[0], point(0, 17)) && origins[1] == .zero)
    }

    @Test func lineBreakOfTwoCharactersCountsAsTwo() throws {
        #expect(try runs(line("H\r\nHI")).flatMap(indices) == [0, 3, 4])
        #expect(try runs(line("H\nHI")).flatMap(indices) == [0, 2, 3])
    }

    @Test func negativeHeadIndentCountsAsNone() throws {
        let style = NSMutableParagraphStyle()
        (style.firstLineHeadIndent, style.headIndent) = (4, -20)
        let setter = CTFramesetterCreateWithAttributedString(text("HH HH", [.paragraphStyle: style]))
        let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), CGPath(rect: rect(0, 0, 50, 90), transform: nil), nil)
        var origins = [CGPoint](repeating: .zero, count: 2)
        CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
        #expect(CTFrameGetLines(frame).count == 2 && isNear(origins[0].x, 4) && isNear(origins[1].x, 0))
    }

    @Test func elementsOfArraysAndDataHaveAddresses() throws {
        let runs = CTLineGetGlyphRuns(line("H"))
        let run = unsafeBitCast(try #require(CFArrayGetValueAtIndex(runs, 0)), to: CTRun.self)
        #expect(CFArrayGetCount(runs) == 1 && CTRunGetGlyphCount(run) == 1)
        for count in [1, 14, 15, 1000] {
            let data = Data((0..<count).map { UInt8($0 & 255) })
            let bytes = try #require(CFDataGetBytePtr(data))
            #expect(CFDataGetLength(data) == count && (0..<count).allSatisfy { bytes[$0] == UInt8($0 & 255) })
        }
        #expect(NSMutableAttributedString().length == 0 && NSAttributedString().string.isEmpty)
    }
}
