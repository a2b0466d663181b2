import PenumbraGeometry
import PenumbraScene

extension TextSetting {
    /// The steps in which a text shrinks, per point of its font size.
    static let stepsPerPoint = 64.0

    /// The run whose look a mark has that belongs to a run: the run itself, or the text's own look for a picture.
    func textRun(_ run: Int) -> Int { looks[run].picture == nil ? run : looks.count - 1 }

    func boxes(_ lines: [TextLine]) -> [LineMetrics.Box] {
        lines.map { line in
            let runs = line.paragraph.runs[line.range]
            guard let first = runs.first else { return metrics.box(of: CollectionOfOne(line.paragraph.firstRun), zoom: zoom) }
            // Most lines are of one run.
            if runs.allSatisfy({ $0 == first }) { return metrics.box(of: CollectionOfOne(first), zoom: zoom) }
            return metrics.box(of: Set(runs), zoom: zoom)
        }
    }

    mutating func place(_ lines: [TextLine], width: Double?, height: Double?) throws(TextError) -> TextLayout {
        let boxes = boxes(lines)
        var lines = lines
        if style.alignment == .justified, style.isWrapped, let width {
            for index in lines.indices where !lines[index].isLast { lines[index].justify(to: width) }
        }
        let markers = try lines.map { line throws(TextError) in line.hasMarker ? try marker(line.paragraph) : nil }
        let widths = lines.map(\.width)
        // The advances of a font may add up to less than zero.
        let widest = max(0, widths.max() ?? 0)
        let room = width ?? widest
        let isEven = boxes.allSatisfy { $0 == boxes[0] }
        let spacings = lines.enumerated().map { $0.offset == 0 ? 0 : $0.element.spacing }
        let whole =
            (isEven ? Double(lines.count) * (boxes.first?.height ?? 0) : boxes.reduce(0) { $0 + $1.height })
            + spacings.reduce(0, +)
        let free = (height ?? whole) - whole
        let top: Double
        switch style.verticalAlignment {
        case .top: top = 0
        case .center: top = free / 2
        case .bottom: top = free
        case .baseline: top = -(boxes.first?.ascent ?? 0)
        }
        var layout = TextLayout(parts: [], lines: [], size: Size(width: widest, height: whole), notices: notices)
        layout.zoom = zoom
        for entry in replaced {
            layout.notices.append(.charactersReplaced(entry.characters.string, font: entry.font, used: entry.used))
        }
        if !missing.string.isEmpty { layout.notices.append(.charactersMissing(missing.string)) }
        if case .points(let height)? = style.lineHeight, height < style.fontSize / 4, lines.count > 1 {
            layout.notices.append(.linesOverlap(lineHeight: height, fontSize: style.fontSize))
        }
        var ink = TextInk(
            looks, faces: matches.map(\.face), metrics: metrics, zoom: zoom, pixelsPerPoint: pixelsPerPoint, limits: limits)
        var (above, space) = (0.0, 0.0)
        for (index, line) in lines.enumerated() {
            let box = boxes[index]
            space += spacings[index]
            let baseline = top + space + (isEven ? box.ascent + Double(index) * box.height : above + box.ascent)
            above += box.height
            let start = indent(line, free: room - widths[index])
            // The indent lies at the side where the paragraph begins.
            let x = line.paragraph.isRightToLeft ? start : start + line.indent
            layout.lines.append(
                TextLayout.Line(
                    x: x, baseline: baseline, width: widths[index] - line.indent, text: line.paragraph.string(line.range),
                    top: baseline - box.ascent, height: box.height, ascent: box.content))
            for run in line.runs where !run.glyphs.isEmpty && !layout.fonts.contains(run.face.name) {
                layout.fonts.append(run.face.name)
            }
            if let marker = markers[index] {
                let start = line.paragraph.isRightToLeft ? x + widths[index] - line.indent : x - marker.width
                try ink.draw(marker.inVisualOrder, from: Point(start, baseline), isDecorated: false)
            }
            try ink.draw(line.runs.inVisualOrder, from: Point(x, baseline))
        }
        layout.parts = ink.parts
        return layout
    }

    /// Shortens a line until it fits with an ellipsis at its end. Assumes that a longer beginning is wider.
    mutating func ended(_ line: TextLine, width: Double?) throws(TextError) -> TextLine {
        let elements = line.paragraph.elements(line.range)
        // No blank precedes the ellipsis.
        let lengths = [0] + elements.indices.filter { !elements[$0].character.isWhitespace }.map { $0 + 1 }
        func shortened(_ length: Int, _ setting: inout TextSetting) throws(TextError) -> TextLine {
            let run = setting.textRun(
                length > 0 ? elements[length - 1].run : elements.first?.run ?? line.paragraph.firstRun)
            let ellipsis = setting.matches[run].face.hasGlyph(for: "\u{2026}") ? "\u{2026}" : "..."
            let text = elements[..<length] + ellipsis.map { Paragraph.Element(character: $0, run: run) }
            let paragraph = try setting.paragraph(Array(text), firstRun: run)
            let all = 0..<paragraph.scalars.count
            var end = line
            (end.paragraph, end.range, end.runs, end.isLast) = (paragraph, all, try setting.shape(paragraph, all), true)
            end.paragraph.arrangement = line.paragraph.arrangement
            return end
        }
        let whole = try shortened(lengths[lengths.count - 1], &self)
        guard let width, whole.width > width else { return whole }
        // The longest line that fits is in `low..<high`. The ellipsis alone is accepted at any width.
        var (low, high) = (0, lengths.count - 1)
        var best: TextLine?
        while low + 1 < high {
            let middle = (low + high) / 2
            let line = try shortened(lengths[middle], &self)
            if line.width <= width { (low, best) = (middle, line) } else { high = middle }
        }
        if let best { return best }
        return try shortened(0, &self)
    }

    /// The marker of a paragraph, with the space between it and the line.
    private mutating func marker(_ paragraph: Paragraph) throws(TextError) -> [ShapedRun]? {
        guard let marker = paragraph.arrangement.marker else { return nil }
        let run = textRun(paragraph.firstRun)
        let elements = (marker + " ").map { Paragraph.Element(character: $0, run: run) }
        let set = try self.paragraph(
            elements, firstRun: run, direction: paragraph.isRightToLeft ? .rtl : .ltr)
        return try shape(set, 0..<set.scalars.count)
    }

    /// The space left of a line.
    private func indent(_ line: TextLine, free: Double) -> Double {
        switch style.alignment {
        case .left: 0
        case .center: free / 2
        case .right: free
        case .start, .justified: line.paragraph.isRightToLeft ? free : 0
        case .end: line.paragraph.isRightToLeft ? 0 : free
        }
    }
}
