import CPenumbraHarfBuzz
import PenumbraGeometry

/// The sizes that a text may have. They serve layouts that decide the text's frame.
package struct TextMeasure: Sendable {
    /// The width of the widest piece that no line break may divide, at the smallest size that the text may have.
    package let leastWidth: Double
    /// The width of the text without line breaks, except those that it demands.
    package let fullWidth: Double
    private let paragraphs: [Paragraph]
    private let metrics: LineMetrics
    private let maximumLines: Int?
    private let isWrapped: Bool
    private let fontSize: Double
    /// The smallest font size of a text that shrinks. Equal to `fontSize` for one that doesn't.
    private let smallestSize: Double

    struct Paragraph: Sendable {
        let runs: [Int]
        let firstRun: Int
        /// Points above the paragraph.
        let spacing: Double
        let breaker: LineBreaker

        init(_ paragraph: PenumbraText.Paragraph, _ breaker: LineBreaker) {
            runs = paragraph.runs
            firstRun = paragraph.firstRun
            spacing = paragraph.arrangement.spacing
            self.breaker = breaker
        }
    }

    init(
        leastWidth: Double, fullWidth: Double, paragraphs: [Paragraph], metrics: LineMetrics, style: TextStyle
    ) {
        fontSize = style.fontSize
        smallestSize = min(style.fontSize, style.minimumFontSize ?? .infinity)
        maximumLines = style.maximumLines
        isWrapped = style.isWrapped
        self.leastWidth = (style.isWrapped ? leastWidth : fullWidth) * (smallestSize / fontSize)
        self.fullWidth = fullWidth
        self.paragraphs = paragraphs
        self.metrics = metrics
    }

    /// A text without characters. It takes no room.
    package static let empty = TextMeasure(
        leastWidth: 0, fullWidth: 0, paragraphs: [], metrics: LineMetrics([]), style: TextStyle())

    /// The height of the lines within a width, and the place of the first baseline. Nil if there is no line.
    ///
    /// A text that shrinks has the largest size at which it fits the width and its number of lines.
    package func lines(within width: Double) -> (height: Double, firstBaseline: Double?) {
        let zoom = zoom(within: width)
        var height = 0.0
        var baseline: Double?
        var count = 0
        let most = max(1, maximumLines ?? .max)
        for paragraph in paragraphs where count < most {
            let lines =
                isWrapped ? paragraph.breaker.lines(within: width / zoom, atMost: most - count) : [0..<paragraph.runs.count]
            if count > 0 { height += paragraph.spacing * zoom }
            for line in lines {
                let runs = line.isEmpty ? [paragraph.firstRun] : Set(paragraph.runs[line])
                let box = metrics.box(of: runs, zoom: zoom)
                baseline = baseline ?? box.ascent
                height += box.height
            }
            count += lines.count
        }
        return (height, baseline)
    }

    /// The factor of the font size within a width, as if the height had no limit.
    private func zoom(within width: Double) -> Double {
        guard smallestSize < fontSize, !fits(width) else { return 1 }
        // Sizes are whole steps, as when the text is set. The number of lines grows with the size.
        func zoom(_ step: Int) -> Double { Double(step) / TextSetting.stepsPerPoint / fontSize }
        var low = Int((smallestSize * TextSetting.stepsPerPoint).rounded(.down))
        var high = Int((fontSize * TextSetting.stepsPerPoint).rounded(.up))
        while low + 1 < high {
            let middle = (low + high) / 2
            if fits(width / zoom(middle)) { low = middle } else { high = middle }
        }
        return max(smallestSize / fontSize, zoom(low))
    }

    /// Whether the text at its full size fits a width and its number of lines.
    private func fits(_ width: Double) -> Bool {
        guard isWrapped else { return fullWidth <= width * (1 + 1e-9) }
        guard let maximumLines else { return true }
        var count = 0
        for paragraph in paragraphs {
            count += paragraph.breaker.lines(within: width, atMost: maximumLines - count + 1).count
            if count > maximumLines { return false }
        }
        return true
    }
}

/// The heights of lines, by the fonts and the line heights of the runs in them.
struct LineMetrics: Sendable {
    struct Run: Sendable {
        let fontSize: Double
        /// The font's heights above and below its baseline and the gap between its lines in points, as the font has them.
        let ascent: Double
        let descent: Double
        let gap: Double
        /// The line height that the run asks for. Nil takes the font's.
        let lineHeight: Double?
        /// The points by which the run is raised.
        let raised: Double
        let picture: TextLook.Picture?
        /// The height of the font's small letters.
        let xHeight: Double

        init(_ look: TextLook, _ face: FontFace) {
            let scale = look.fontSize / face.unitsPerEm
            fontSize = look.fontSize
            ascent = face.ascender * scale
            descent = -face.descender * scale
            gap = face.lineGap * scale
            lineHeight = look.lineHeight?.points(ofFontSize: look.fontSize)
            raised = look.baselineOffset
            picture = look.picture
            xHeight = face.metric(HB_OT_METRICS_TAG_X_HEIGHT) * scale
        }

        /// The run's part of a line, from its own baseline.
        ///
        /// Chromium, Firefox and WebKit round a font's ascent, descent and gap to whole points, and Chromium rounds half of the
        /// leading down, so that baselines lie at whole points. Smaller sizes than this mean a scene in units of its own, where
        /// whole points would be too coarse.
        func heights(zoom: Double) -> Heights {
            let isRounded = fontSize * zoom >= Self.smallestRoundedSize
            func length(_ points: Double) -> Double { isRounded ? (points * zoom).rounded() : points * zoom }
            let (ascent, descent) = (length(ascent), length(descent))
            let line = lineHeight.map { $0 * zoom } ?? ascent + descent + length(gap)
            let leading = line - (ascent + descent)
            // Lengths are whole 64ths in Chromium.
            let above = isRounded ? ((leading * 32).rounded(.towardZero) / 64).rounded(.down) : leading / 2
            let font = Heights(
                ascent: ascent, descent: descent, above: ascent + above, line: line, raised: raised * zoom)
            guard let picture else { return font }
            // The line also holds the box of the font, as CSS's lines hold the strut of their block.
            let bottom = bottom(of: picture, font, zoom)
            let highest = max(font.above, bottom + picture.height * zoom)
            let lowest = max(line - font.above, -bottom)
            return Heights(
                ascent: highest, descent: lowest, above: highest, line: highest + lowest, raised: 0, pictureBottom: bottom)
        }

        /// The height of a picture's lower edge above the line's baseline: CSS 2, 10.8.
        private func bottom(of picture: TextLook.Picture, _ font: Heights, _ zoom: Double) -> Double {
            let height = picture.height * zoom
            return switch picture.verticalAlign {
            case .baseline: font.raised
            case .middle: font.raised + (xHeight * zoom - height) / 2
            case .textTop: font.raised + font.ascent - height
            case .textBottom: font.raised - font.descent
            }
        }

        static let smallestRoundedSize = 4.0
    }

    struct Heights {
        /// The heights of the font above and below the baseline.
        let ascent: Double
        let descent: Double
        /// The height above the baseline with the leading.
        let above: Double
        let line: Double
        let raised: Double
        /// The height of a picture's lower edge above the baseline.
        var pictureBottom = 0.0
    }

    /// The height of a line and the place of its baseline below its top.
    struct Box: Equatable {
        var ascent: Double
        var height: Double
        /// The height of the fonts above the baseline, without leading.
        var content: Double
    }

    private let runs: [Run]

    init(_ runs: [Run]) {
        self.runs = runs
    }

    /// The box of a line with the given runs: CSS 2, 10.8.1. Each run has half of its leading above and half below, and the
    /// line holds the boxes of all runs.
    ///
    /// - Parameter zoom: the factor of all lengths.
    func box(of indexes: some Collection<Int>, zoom: Double) -> Box {
        var ascent = -Double.infinity
        var below = -Double.infinity
        var content = -Double.infinity
        var line = 0.0
        for index in indexes {
            let run = runs[index].heights(zoom: zoom)
            ascent = max(ascent, run.above + run.raised)
            content = max(content, run.ascent + run.raised)
            below = max(below, run.line - run.above - run.raised)
            line = run.line
        }
        // The sum of both parts could differ from the line height in the last place.
        return Box(ascent: ascent, height: indexes.count == 1 ? line : ascent + below, content: content)
    }

    /// The height of a picture's lower edge above the baseline.
    func pictureBottom(of run: Int, zoom: Double) -> Double { runs[run].heights(zoom: zoom).pictureBottom }

    /// The area of a run's font around a baseline, as its background covers it.
    func content(of run: Int, zoom: Double) -> (above: Double, height: Double) {
        let heights = runs[run].heights(zoom: zoom)
        return (heights.ascent + heights.raised, heights.ascent + heights.descent)
    }
}
