import Glibc
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests inline content against the tables of DejaVu Sans 2.37 and the sizes that follow from CSS.
///
/// At 2048 points one unit of the font is one point. Ascent 1901, descent 483; advances: H 1540, o 1253, space 651, hyphen 739,
/// ellipsis 2048.
@Suite(.timed) struct InlineParagraphTests {
    private static let shaper = TextShaper()
    private static let opener: FontOpener = { path throws(TextError) in open(path, O_RDONLY) }

    private func style(_ change: (inout InlineStyle) -> Void = { _ in }) -> InlineStyle {
        var style = InlineStyle(TextLook(font: .pattern("DejaVu Sans"), fontSize: 2048))
        change(&style)
        return style
    }

    private func paragraph(
        _ items: [InlineItem], _ styles: [InlineStyle]? = nil, _ change: (inout InlineBlockStyle) -> Void = { _ in }
    ) throws -> InlineParagraph {
        var block = InlineBlockStyle()
        change(&block)
        let content = InlineContent(styles: styles ?? [style()], block: block, items: items)
        return try Self.shaper.paragraph(content, openingFonts: Self.opener)
    }

    private func lines(
        _ items: [InlineItem], _ styles: [InlineStyle]? = nil, width: Double, atoms: [InlineAtom] = [],
        _ change: (inout InlineBlockStyle) -> Void = { _ in }
    ) throws -> [InlineParagraph.Line] {
        try paragraph(items, styles, change).lines(within: width) { atoms[$0] }
    }

    private func texts(_ lines: [InlineParagraph.Line]) -> [[String]] { lines.map { $0.texts.map(\.text) } }

    // MARK: - White space

    @Test func spacesCollapseAcrossBoxes() {
        let items: [InlineItem] = [
            .text("  H \n", style: 0), .open(box: 0, style: 0, edge: .none), .text(" o\t", style: 0), .anchor(1),
            .close(edge: .none), .text(" H ", style: 0),
        ]
        let collapsed = InlineContent(styles: [style()], items: items).collapsed()
        #expect(
            collapsed.items == [
                .text("H ", style: 0), .open(box: 0, style: 0, edge: .none), .text("o ", style: 0), .anchor(1),
                .close(edge: .none), .text("H", style: 0),
            ])
        #expect(collapsed.collapsed().items == collapsed.items)
    }

    @Test func spacesAroundForcedBreaksDisappear() {
        let items: [InlineItem] = [.text("H ", style: 0), .forcedBreak, .text("\n o", style: 0)]
        #expect(
            InlineContent(styles: [style()], items: items).collapsed().items == [
                .text("H", style: 0), .forcedBreak, .text("o", style: 0),
            ])
    }

    @Test func lineFeedsBetweenIdeographsDisappear() {
        func collapsed(_ text: String) -> [InlineItem] {
            InlineContent(styles: [style()], items: [.text(text, style: 0)]).collapsed().items
        }
        #expect(collapsed("日\n 本") == [.text("日本", style: 0)])
        #expect(collapsed("日 本") == [.text("日 本", style: 0)])
        #expect(collapsed("日\na") == [.text("日 a", style: 0)])
    }

    @Test func preservedLineFeedsAreForcedBreaks() {
        let styles = [style { $0.collapse = .preserve }, style { $0.collapse = .preserveBreaks }]
        func collapsed(_ text: String, _ number: Int) -> [InlineItem] {
            InlineContent(styles: styles, items: [.text(text, style: number)]).collapsed().items
        }
        #expect(collapsed(" H \n o", 0) == [.text(" H ", style: 0), .forcedBreak, .text(" o", style: 0)])
        #expect(collapsed(" H \n o", 1) == [.text("H", style: 1), .forcedBreak, .text("o", style: 1)])
    }

    @Test func whiteSpaceAloneIsBlank() {
        func isBlank(_ items: [InlineItem]) -> Bool { InlineContent(styles: [style()], items: items).isBlank }
        #expect(isBlank([.text(" \n", style: 0), .anchor(0)]))
        #expect(!isBlank([.text("\u{A0}", style: 0)]) && !isBlank([.forcedBreak]))
    }

    // MARK: - Widths and breaks

    @Test func linesBreakAtSpacesAndDropThem() throws {
        // H o H o: 1540 + 651 + 1253.
        let lines = try lines([.text("H o H", style: 0)], width: 3444)
        #expect(texts(lines) == [["H o"], ["H"]])
        #expect(lines.map(\.width) == [3444, 1540] && lines.map(\.isLast) == [false, true])
        #expect(try texts(self.lines([.text("H o H", style: 0)], width: 3443)) == [["H"], ["o"], ["H"]])
    }

    @Test func widthsAreThoseOfPiecesAndLines() throws {
        let widths = try paragraph([.text("H o", style: 0), .forcedBreak, .atom(0, style: 0)]).widths { _ in
            InlineWidths(least: 2000, full: 5000)
        }
        #expect(widths == InlineWidths(least: 2000, full: 5000))
        #expect(
            try paragraph([.text("HH o", style: 0)]).widths { _ in .init(least: 0, full: 0) } == .init(least: 3080, full: 4984))
    }

    @Test func edgesOfBoxesTakeRoom() throws {
        let edge = InlineEdge(margin: 10, border: 20, padding: 30)
        let items: [InlineItem] = [
            .text("H ", style: 0), .open(box: 7, style: 0, edge: edge), .text("o", style: 0), .close(edge: edge),
            .text("H", style: 0),
        ]
        let line = try lines(items, width: 10000)[0]
        #expect(line.texts.map(\.x) == [0, 2251, 3564])
        #expect(line.boxes.count == 1 && line.boxes[0].box == 7)
        #expect(line.boxes[0].x == 2201 && line.boxes[0].width == 1353)
        #expect(line.boxes[0].isFirst && line.boxes[0].isLast)
        // No line breaks between the box and the letter behind it.
        #expect(try texts(lines(items, width: 4000)) == [["H"], ["o", "H"]])
    }

    @Test func boxesContinueOnTheNextLine() throws {
        let edge = InlineEdge(padding: 100)
        let items: [InlineItem] = [
            .open(box: 0, style: 0, edge: edge), .text("H H", style: 0), .close(edge: edge),
        ]
        let lines = try lines(items, width: 1700)
        #expect(lines.map { $0.boxes.map(\.isFirst) } == [[true], [false]])
        #expect(lines.map { $0.boxes.map(\.isLast) } == [[false], [true]])
        #expect(lines.map { $0.boxes.map(\.width) } == [[1640], [1640]] && lines[1].texts[0].x == 0)
    }

    @Test func textOfNoWrapDoesNotBreak() throws {
        let styles = [style(), style { $0.wraps = false }]
        let items: [InlineItem] = [
            .text("H ", style: 0), .open(box: 0, style: 1, edge: .none), .text("o o", style: 1), .close(edge: .none),
            .text(" H", style: 0),
        ]
        #expect(try texts(lines(items, styles, width: 100)) == [["H"], ["o o"], ["H"]])
    }

    @Test func longWordsBreakOnlyWhereAllowed() throws {
        #expect(try texts(lines([.text("HHH", style: 0)], width: 3100)) == [["HHH"]])
        let styles = [style { $0.overflowWrap = .breakWord }]
        #expect(try texts(lines([.text("o HHH", style: 0)], styles, width: 3100)) == [["o"], ["HH"], ["H"]])
        #expect(try paragraph([.text("HHH", style: 0)], styles).widths { _ in .init(least: 0, full: 0) }.least == 4620)
        let anywhere = [style { $0.overflowWrap = .anywhere }]
        #expect(try paragraph([.text("HHH", style: 0)], anywhere).widths { _ in .init(least: 0, full: 0) }.least == 1540)
    }

    @Test func wordsBreakAsInChromium() throws {
        func pieces(_ text: String) throws -> [String] { try texts(lines([.text(text, style: 0)], width: 1)).flatMap(\.self) }
        #expect(try pieces("and/or a-b 9-1 -1 C++ x(y) !(") == ["and/or", "a-", "b", "9-", "1", "-1", "C++", "x(y)", "!", "("])
    }

    @Test func softHyphensShowAtTheEndOfALine() throws {
        let lines = try lines([.text("HH\u{AD}HH", style: 0)], width: 4000)
        #expect(texts(lines) == [["HH\u{2010}"], ["HH"]] && lines[0].texts[0].hasHyphen)
        #expect(lines[0].width == 3819)
        #expect(
            try texts(self.lines([.text("HH\u{AD}HH", style: 0)], [style { $0.hyphenates = false }], width: 4000)).count == 1)
    }

    @Test func tabsEndAtStopsOfTheBlock() throws {
        let styles = [style { ($0.collapse, $0.wraps, $0.tabSize) = (.preserve, false, .spaces(4)) }]
        let line = try lines([.text("H\to\tH", style: 0)], styles, width: 100)[0]
        #expect(line.texts.filter { !$0.isBlank }.map(\.x) == [0, 2604, 5208])
    }

    // MARK: - Heights

    @Test func linesHaveHalfTheirLeadingAboveTheText() throws {
        let styles = [style { $0.look.lineHeight = .points(3000) }]
        let line = try lines([.text("H", style: 0)], styles, width: 5000)[0]
        #expect(line.height == 3000 && line.baseline == 2209 && line.texts[0].baseline == 2209)
        #expect(try lines([.text("H", style: 0)], width: 5000)[0].height == 2384)
    }

    @Test func boxesMoveByTheirVerticalAlignment() throws {
        func baseline(_ align: InlineStyle.VerticalAlign) throws -> (box: Double, line: Double, height: Double) {
            let items: [InlineItem] = [
                .text("H", style: 0), .open(box: 0, style: 1, edge: .none), .text("o", style: 1), .close(edge: .none),
            ]
            let small = style { ($0.look.fontSize, $0.verticalAlign) = (1024, align) }
            let line = try lines(items, [style(), small], width: 9000)[0]
            return (line.boxes[0].baseline - line.baseline, line.baseline, line.height)
        }
        // The small font: ascent 951, descent 242.
        #expect(try baseline(.baseline) == (0, 1901, 2384))
        #expect(try baseline(.sub) == (410.59375, 1901, 2553.59375))
        #expect(try baseline(.raised(-100)) == (100, 1901, 2384))
        #expect(try baseline(.top) == (-950, 1901, 2384))
        #expect(try baseline(.bottom) == (241, 1901, 2384))
        #expect(try baseline(.textTop) == (-950, 1901, 2384))
    }

    @Test func atomsAlignWithTheLine() throws {
        func atom(_ align: InlineStyle.VerticalAlign, _ atom: InlineAtom) throws -> (y: Double, height: Double) {
            let line = try lines(
                [.text("H", style: 0), .atom(0, style: 1)], [style(), style { $0.verticalAlign = align }], width: 9000,
                atoms: [atom])[0]
            return (line.atoms[0].y, line.height)
        }
        let box = InlineAtom(width: 100, height: 3000)
        #expect(try atom(.baseline, box) == (0, 3483))
        #expect(try atom(.baseline, InlineAtom(width: 100, height: 3000, baseline: 1000)) == (901, 3901))
        #expect(try atom(.top, box) == (0, 3000))
        #expect(try atom(.textTop, box) == (0, 3000))
        // The x of DejaVu Sans is 1120 high: (3000 − 1120) / 2 below the baseline.
        #expect(try atom(.middle, box) == (0, 3000))
    }

    @Test func linesOfAnchorsAreEmpty() throws {
        let lines = try lines([.text(" ", style: 0), .anchor(3), .text(" ", style: 0)], width: 100)
        #expect(lines.count == 1 && lines[0].isEmpty && lines[0].height == 0 && lines[0].anchors.map(\.anchor) == [3])
        #expect(try self.lines([.forcedBreak], width: 100).map(\.height) == [2384])
    }

    // MARK: - Alignment

    @Test func linesAlignInTheirRoom() throws {
        func x(_ align: InlineBlockStyle.Alignment, isRightToLeft: Bool = false, width: Double = 2540) throws -> Double {
            try lines([.text("H", style: 0)], width: width) { ($0.align, $0.isRightToLeft) = (align, isRightToLeft) }[0].x
        }
        #expect(try [x(.start), x(.end), x(.center), x(.right)] == [0, 1000, 500, 1000])
        #expect(try [x(.start, isRightToLeft: true), x(.end, isRightToLeft: true)] == [1000, 0])
        // Lines that are too wide extend beyond the end.
        #expect(
            try [x(.center, width: 540), x(.right, width: 540), x(.start, isRightToLeft: true, width: 540)] == [0, 0, -1000])
    }

    @Test func justifiedLinesFillTheirRoom() throws {
        let lines = try lines([.text("H o H H o", style: 0)], width: 6000) { $0.align = .justify }
        #expect(texts(lines) == [["H o H"], ["H o"]] && lines[0].width == 6000 && lines[1].width == 3444)
        #expect(lines[0].texts[0].justification == 182.5)
    }

    @Test func indentsMoveFirstLines() throws {
        func x(_ indent: InlineBlockStyle.Indent) throws -> [Double] {
            try lines([.text("H H", style: 0), .forcedBreak, .text("H", style: 0)], width: 1700) { $0.indent = indent }.map(\.x)
        }
        #expect(try x(.init(points: 100)) == [100, 0, 0])
        #expect(try x(.init(points: 100, countsEachLine: true)) == [100, 0, 100])
        #expect(try x(.init(fraction: 0.05, isHanging: true)) == [0, 85, 85])
    }

    @Test func balancedLinesAreAboutEquallyLong() throws {
        let lines = try lines([.text("H H H H H H", style: 0)], width: 9000) { $0.balance = .balance }
        #expect(texts(lines) == [["H H H"], ["H H H"]] && lines.allSatisfy { $0.x == 0 })
    }

    @Test func ellipsesHideTheEndOfALine() throws {
        let paragraph = try paragraph([.text("HHHH ", style: 0), .atom(0, style: 0)], [style { $0.wraps = false }])
        var request = InlineParagraph.Request(width: 5500)
        request.cutsOverflow = true
        let line = paragraph.line(request) { _ in InlineAtom(width: 100, height: 100) }
        #expect(
            line.isCut && line.texts.map(\.text) == ["HH", "\u{2026}"] && line.texts[1].x == 3080 && line.atoms[0].isHidden)
    }

    // MARK: - Directions

    @Test func boxesOfRightToLeftTextAreReordered() throws {
        let items: [InlineItem] = [
            .text("א", style: 0), .open(box: 0, style: 1, edge: InlineEdge(padding: 100)), .text("H", style: 1),
            .close(edge: InlineEdge(padding: 200)), .text("א", style: 0),
        ]
        let styles = [style { $0.isRightToLeft = true }, style { $0.isRightToLeft = true }]
        let line = try lines(items, styles, width: 10000) { $0.isRightToLeft = true }[0]
        #expect(line.x + line.width == 10000)
        // The start of the box is on its right.
        let box = line.boxes[0]
        #expect(box.width == 1840 && line.texts.first { $0.text == "H" }?.x == box.x + 200)
        let first = try #require(line.texts.first { $0.range.lowerBound == 0 })
        #expect(first.x == box.x + box.width && first.level == 1)
    }

    @Test func overriddenTextKeepsItsOrderAlone() throws {
        let styles = [style(), style { ($0.bidi, $0.isRightToLeft) = (.override, true) }]
        let items: [InlineItem] = [.open(box: 0, style: 1, edge: .none), .text("Ho", style: 1), .close(edge: .none)]
        let paragraph = try paragraph(items, styles)
        let fragment = paragraph.line(.init(width: 9000)) { _ in InlineAtom(width: 0, height: 0) }.texts[0]
        #expect(fragment.level & 1 == 1 && fragment.isOverridden)
        let text = paragraph.sceneText(for: fragment)
        #expect(text.string == "\u{202E}Ho\u{202C}" && text.direction == .rtl && !text.isWrapped)
        #expect(text.verticalAlignment == .baseline && text.fontSize == 2048)
    }

    // MARK: - Bounds

    @Test func hostileContentIsBounded() throws {
        var items: [InlineItem] = []
        for box in 0..<2000 { items.append(.open(box: box, style: 0, edge: InlineEdge(padding: 1))) }
        items.append(.text(String(repeating: "o ", count: 2000), style: 0))
        for _ in 0..<3000 { items.append(.close(edge: .none)) }
        items += [.text("x", style: 5), .open(box: 0, style: 9, edge: .none)]
        let lines = try lines(items, width: 9000)
        #expect(lines.count > 100 && lines.last?.isLast == true)
    }
}
