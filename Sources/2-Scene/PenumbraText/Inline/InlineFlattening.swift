import CPenumbraHarfBuzz
import PenumbraGeometry
import PenumbraScene

/// Turns inline content into units: directions, places for breaks, advances.
struct InlineFlattening {
    let content: InlineContent
    var setting: TextSetting
    var units: [InlineUnit] = []
    var boxes: [InlineParagraph.Box] = []
    /// The open boxes, by their indexes, and what ends the direction of each.
    private var open: [(box: Int, ending: String)] = []
    private var parts: [(start: Int, isRightToLeft: Bool)] = []
    private var hyphens: [Int: InlineParagraph.Hyphen] = [:]
    private var ink = InlineInk()
    private var endChanges: [Int: Double] = [:]
    private var startChanges: [Int: Double] = [:]
    private var letterWidths: [Int: Double] = [:]
    /// The heights of each font with each style that uses it.
    private var faceMetrics: [InlineMetrics] = []
    private var faceIndices: [FaceKey: Int] = [:]
    /// The first unit of the part in progress.
    private var partStart = 0

    private struct FaceKey: Hashable {
        var face: ObjectIdentifier
        var style: Int
    }

    init(_ content: InlineContent, _ setting: TextSetting) {
        (self.content, self.setting) = (content.collapsed(), setting)
    }

    private var atomRun: Int { content.styles.count }

    mutating func paragraph() throws(TextError) -> InlineParagraph {
        guard !content.styles.isEmpty else { throw .outOfMemory }
        let metrics = content.styles.indices.map { self.metrics(setting.matches[$0].face, $0) }
        startPart()
        for item in content.items { try add(item) }
        try endPart()
        findCulledBoxes(metrics)
        var ellipsis = InlineParagraph.Hyphen(text: "", advance: 0)
        if content.block.mayCutLines {
            ellipsis.text = setting.matches[0].face.hasGlyph(for: "\u{2026}") ? "\u{2026}" : "..."
            ellipsis.advance = try width(ellipsis.text, 0)
        }
        let space = units.contains { $0.kind == .tab } ? try width(" ", 0) : 0
        let paragraph = InlineParagraph(
            units: units, content: content, boxes: boxes, metrics: metrics, faceMetrics: faceMetrics, space: space,
            hyphens: hyphens, changes: (startChanges, endChanges), ellipsis: ellipsis, parts: parts, ink: ink,
            notices: setting.allNotices)
        paragraph.annotations = annotations()
        paragraph.marks = marks(paragraph.metrics)
        if !paragraph.marks.isEmpty { paragraph.letterAscent = emHeights(0).ascent.rounded(.up) }
        paragraph.letterWidths = letterWidths
        return paragraph
    }

    // MARK: - Items

    private var box: Int { open.last?.box ?? -1 }
    private var style: Int { open.last.map { boxes[$0.box].style } ?? 0 }

    private mutating func add(_ item: InlineItem) throws(TextError) {
        switch item {
        case .text(let text, let style): try add(text, style)
        case .open(let number, let style, let edge):
            guard content.styles.indices.contains(style) else { return }
            let controls = Self.controls(content.styles[style])
            boxes.append(
                InlineParagraph.Box(
                    number: number, style: style, parent: box, start: edge, depth: open.count))
            open.append((boxes.count - 1, controls.end))
            units.append(InlineUnit(kind: .open, style: Int32(style), box: Int32(box)))
            addControls(controls.start)
        case .close(let edge):
            guard let last = open.last else { return }
            boxes[last.box].end = edge
            addControls(last.ending)
            units.append(InlineUnit(kind: .close, style: Int32(style), box: Int32(box)))
            open.removeLast()
        case .atom(let number, let style):
            guard content.styles.indices.contains(style) else { return }
            units.append(
                InlineUnit(kind: .atom, style: Int32(style), box: Int32(box), number: number, scalar: "\u{FFFC}"))
        case .anchor(let number):
            units.append(InlineUnit(kind: .anchor, style: Int32(style), box: Int32(box), number: number))
        case .breakOpportunity:
            // It has no room, so that spaces before it still end their line.
            units.append(
                InlineUnit(
                    kind: .text, style: Int32(style), box: Int32(box), scalar: "\u{200B}", flags: [.collapsible]))
        case .forcedBreak:
            // Each line after a forced break is a paragraph of its own for the directions, with the same boxes around it.
            for entry in open.reversed() { addControls(entry.ending) }
            if content.block.isOverridden { addControls("\u{202C}") }
            units.append(InlineUnit(kind: .forcedBreak, style: Int32(style), box: Int32(box), scalar: "\n"))
            try endPart()
            startPart()
            for entry in open { addControls(Self.controls(content.styles[boxes[entry.box].style]).start) }
        }
        switch item {
        case .text, .atom, .forcedBreak, .breakOpportunity: markContent()
        case .open, .close, .anchor: break
        }
        guard units.count <= 4 * TextShaper.longestText else { throw .textTooLong(limit: TextShaper.longestText) }
    }

    /// Remembers that the open boxes have content.
    private mutating func markContent() {
        for entry in open.reversed() {
            guard boxes[entry.box].isEmpty else { return }
            boxes[entry.box].isEmpty = false
        }
    }

    private mutating func startPart() {
        partStart = units.count
        if content.block.isOverridden { addControls(content.block.isRightToLeft ? "\u{202E}" : "\u{202D}") }
    }

    private mutating func addControls(_ controls: String) {
        for scalar in controls.unicodeScalars {
            units.append(InlineUnit(kind: .control, style: Int32(style), box: Int32(box), scalar: scalar))
        }
    }

    /// The characters that set the direction of a box's text, before and after it: CSS Writing Modes 4, 2.4.2.
    private static func controls(_ style: InlineStyle) -> (start: String, end: String) {
        let isRight = style.isRightToLeft
        return switch style.bidi {
        case .normal: ("", "")
        case .embed: (isRight ? "\u{202B}" : "\u{202A}", "\u{202C}")
        case .override: (isRight ? "\u{202E}" : "\u{202D}", "\u{202C}")
        case .isolate: (isRight ? "\u{2067}" : "\u{2066}", "\u{2069}")
        case .isolateOverride: ("\u{2068}" + (isRight ? "\u{202E}" : "\u{202D}"), "\u{202C}\u{2069}")
        case .plaintext: ("\u{2068}", "\u{2069}")
        }
    }

    private mutating func add(_ text: String, _ number: Int) throws(TextError) {
        guard content.styles.indices.contains(number) else { return }
        let style = content.styles[number]
        let text =
            style.transform == .none
            ? text : try style.transform.applied(to: text, language: style.language, after: textBefore())
        for scalar in text.unicodeScalars {
            var unit = InlineUnit(kind: .text, style: Int32(number), box: Int32(box), scalar: scalar)
            switch scalar {
            case " ":
                if style.collapse.collapsesSpaces {
                    unit.flags.insert(.collapsible)
                } else if style.collapse == .preserve, style.wraps, content.styles[0].wraps {
                    unit.flags.insert(.hanging)
                }
            case "\t":
                unit.kind = .tab
                if style.collapse == .preserve, style.wraps, content.styles[0].wraps { unit.flags.insert(.hanging) }
            case "\u{AD}": if style.hyphenates { unit.flags.insert(.softHyphen) }
            // Separators end no line in HTML.
            case "\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}": unit.scalar = "\u{200B}"
            default: break
            }
            units.append(unit)
        }
    }

    /// The end of the text before the place, which decides whether a word goes on.
    private func textBefore() -> String {
        var scalars: [Unicode.Scalar] = []
        var index = units.count - 1
        while index >= partStart, scalars.count < 32, units[index].kind != .atom, units[index].scalar != " " {
            if units[index].kind == .text { scalars.append(units[index].scalar) }
            index -= 1
        }
        return String(scalars: scalars.reversed())
    }

    /// Finds the boxes for which Chromium makes none.
    private mutating func findCulledBoxes(_ metrics: [InlineMetrics]) {
        for index in boxes.indices where content.styles[boxes[index].style].showsBox { boxes[index].isCulled = false }
        for unit in units where unit.box >= 0 && [.text, .tab, .atom].contains(unit.kind) {
            boxes[Int(unit.box)].hasParts = true
            if unit.kind == .atom { boxes[Int(unit.box)].isCulled = false }
        }
        for box in boxes where box.parent >= 0 {
            boxes[box.parent].hasParts = true
            let (style, outer) = (content.styles[box.style], metrics[boxes[box.parent].style])
            let (ascent, descent) = (metrics[box.style].ascent, metrics[box.style].descent)
            let isAligned = style.verticalAlign == .baseline && !style.hasMargins
            if !isAligned || ascent != outer.ascent || descent != outer.descent { boxes[box.parent].isCulled = false }
        }
    }

    // MARK: - Parts

    /// Analyses and shapes the units since the last forced break.
    private mutating func endPart() throws(TextError) {
        let range = partStart..<units.count
        var places: [Int] = []
        var text: [Unicode.Scalar] = []
        for index in range {
            switch units[index].kind {
            case .text, .tab, .atom, .control:
                places.append(index)
                text.append(units[index].scalar)
            case .open, .close, .anchor, .forcedBreak: break
            }
        }
        var elements: [Paragraph.Element] = []
        var scalar = 0
        for character in String(scalars: text) {
            let count = character.unicodeScalars.count
            guard count <= TextShaper.longestCharacter else { throw .characterTooLong(limit: TextShaper.longestCharacter) }
            let unit = units[places[scalar]]
            elements.append(
                Paragraph.Element(character: character, run: unit.kind == .atom ? atomRun : Int(unit.style)))
            scalar += count
        }
        let direction: Text.Direction = content.block.isPlaintext ? .auto : content.block.isRightToLeft ? .rtl : .ltr
        let paragraph = try setting.paragraph(elements, firstRun: 0, direction: direction)
        guard paragraph.scalars.count == places.count else { throw .outOfMemory }
        parts.append((partStart, paragraph.isRightToLeft))
        try set(paragraph, places)
    }

    private mutating func set(_ paragraph: Paragraph, _ places: [Int]) throws(TextError) {
        let rules = InlineBreakRules(paragraph: paragraph, places: places, units: units, boxes: boxes, styles: content.styles)
        var last: (face: Int, style: Int, number: Int)?
        for (index, place) in places.enumerated() {
            units[place].level = paragraph.levels[index]
            if paragraph.isStart[index] { units[place].flags.insert(.start) }
            units[place].flags.formUnion(rules.flags(index))
            let run = paragraph.runs[index]
            guard run != atomRun else { continue }
            units[place].style = Int32(run)
            let face = paragraph.faces[paragraph.faceIndices[index]]
            let isAlone = paragraph.isStart[index] && (index + 1 == places.count || paragraph.isStart[index + 1])
            if isAlone, !face.isColor, units[place].scalar.isEmojiByDefault { units[place].flags.insert(.plainEmoji) }
            if last?.face != paragraph.faceIndices[index] || last?.style != run {
                last = (paragraph.faceIndices[index], run, number(of: face, run))
            }
            units[place].face = Int32(last?.number ?? 0)
        }
        var start = 0
        for index in places.indices where index + 1 == places.count || endsShaping(places[index], places[index + 1]) {
            try shape(paragraph, start..<index + 1, places)
            start = index + 1
        }
        for (index, place) in places.enumerated() where units[place].flags.contains(.softHyphen) {
            let hyphen = paragraph.showingHyphen(before: index + 1)
            // Chromium adds no spacing to the hyphen.
            let spacing = content.styles[paragraph.runs[index] < atomRun ? paragraph.runs[index] : 0].look.letterSpacing
            let width = try setting.shape(hyphen, index..<index + 1).width - spacing
            hyphens[place] = .init(text: String(paragraph.visibleHyphen(at: index)), advance: width)
        }
    }

    /// The number of a font with a style that uses it.
    private mutating func number(of face: FontFace, _ style: Int) -> Int {
        let key = FaceKey(face: ObjectIdentifier(face), style: style)
        if let known = faceIndices[key] { return known }
        faceIndices[key] = faceMetrics.count
        faceMetrics.append(metrics(face, style))
        return faceMetrics.count - 1
    }

    private mutating func shape(_ paragraph: Paragraph, _ range: Range<Int>, _ places: [Int]) throws(TextError) {
        // The characters before which the text can't be divided without a change.
        var unsafe: Set<Int> = []
        for run in try setting.shape(paragraph, range) {
            for glyph in run.glyphs where range.contains(glyph.cluster) {
                let place = places[glyph.cluster]
                let style = paragraph.runs[glyph.cluster]
                let bands = style < content.styles.count ? content.styles[style].inkBands : []
                if !bands.isEmpty {
                    let outline = try run.face.outline(of: glyph.id)
                    let size = AffineTransform(a: run.scale, b: 0, c: 0, d: -run.scale, tx: 0, ty: 0)
                    ink.add(outline.applying(size), x: units[place].advance + glyph.x, to: place, bands)
                }
                if content.block.isVertical, units[place].standsUpright(content.styles) {
                    // As in Chromium, letters of other fonts are as high as their lines.
                    let line = faceMetrics[Int(units[place].face)]
                    let height =
                        run.face.hasVerticalMetrics
                        ? run.face.vertical(glyph.id).advance * run.scale : line.ascent + line.descent
                    stand(place, width: glyph.advance, height: height)
                    continue
                }
                units[place].advance += glyph.advance
                if glyph.isUnsafeToBreak { unsafe.insert(glyph.cluster) }
            }
        }
        guard !unsafe.isEmpty else { return }
        for index in range.dropLast() where units[places[index]].flags.contains(.breakAfter) {
            // The line ends before its spaces.
            var end = index + 1
            while end > range.lowerBound, units[places[end - 1]].flags.contains(.collapsible) { end -= 1 }
            if end > range.lowerBound, end < range.upperBound, unsafe.contains(end) {
                var start = end - 1
                while start > range.lowerBound, end - start < Self.longestPiece,
                    unsafe.contains(start) || !paragraph.isStart[start]
                {
                    start -= 1
                }
                endChanges[places[end - 1]] = try change(paragraph, start..<end, places)
            }
            if unsafe.contains(index + 1) {
                var end = index + 2
                while end < range.upperBound, end - index <= Self.longestPiece, unsafe.contains(end) || !paragraph.isStart[end]
                {
                    end += 1
                }
                startChanges[places[index + 1]] = try change(paragraph, index + 1..<end, places)
            }
        }
    }

    /// Adds a glyph that stands upright. Marks lie over the letter before them.
    private mutating func stand(_ place: Int, width: Double, height: Double) {
        guard letterWidths[place] == nil else {
            letterWidths[place, default: 0] += width
            return
        }
        let spacing = content.styles[Int(units[place].style)].look.letterSpacing
        letterWidths[place] = width - spacing
        if units[place].flags.contains(.start) { units[place].advance += height + spacing }
    }

    /// The most characters that are shaped again at the end of a line.
    private static let longestPiece = 24

    /// The change of a width if a piece stands alone on its line.
    private func change(_ paragraph: Paragraph, _ range: Range<Int>, _ places: [Int]) throws(TextError) -> Double {
        let alone = try setting.shape(paragraph.part(range), range).width
        return alone - range.reduce(0) { $0 + units[places[$1]].advance }
    }

    /// Whether the border of a box that has room separates two characters, so that kerning doesn't reach across it.
    private func endsShaping(_ unit: Int, _ next: Int) -> Bool {
        guard next > unit + 1 else { return false }
        return units[unit + 1..<next].contains { between in
            switch between.kind {
            case .open: !boxes[Int(between.box)].start.isEmpty
            case .close: !boxes[Int(between.box)].end.isEmpty
            case .anchor: true
            default: false
            }
        }
    }

    // MARK: - Fonts

    private func metrics(_ face: FontFace, _ style: Int) -> InlineMetrics {
        var look = content.styles[style].look
        look.picture = nil
        look.baselineOffset = 0
        if let height = look.lineHeight?.points(ofFontSize: (look.fontSize * 64).rounded() / 64) {
            // Lengths of boxes are whole 64ths in Chromium, and so is the size that factors refer to.
            look.lineHeight = .points((height * 64 + 1e-6).rounded(.down) / 64)
        }
        let run = LineMetrics.Run(look, face)
        let heights = run.heights(zoom: 1)
        var metrics = InlineMetrics(
            ascent: heights.ascent, descent: heights.descent, above: heights.above, below: heights.line - heights.above,
            xHeight: face.xHeight(look.fontSize), capHeight: face.capHeight(look.fontSize),
            averageWidth: face.letterWidths.average * look.fontSize / face.unitsPerEm,
            greatestWidth: face.letterWidths.greatest * look.fontSize / face.unitsPerEm)
        guard content.block.hasCentralBaseline else { return metrics }
        metrics.emAscent = face.hasVerticalMetrics ? emHeights(face, look.fontSize).ascent : metrics.ascent
        return metrics.central
    }

    /// The width of a short text in a style.
    private mutating func width(_ text: String, _ style: Int) throws(TextError) -> Double {
        let elements = text.map { Paragraph.Element(character: $0, run: style) }
        let paragraph = try setting.paragraph(elements, firstRun: style, direction: .ltr)
        return try setting.shape(paragraph, 0..<paragraph.scalars.count).width
    }
}
