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
        /// The heights above and below the run's own baseline in points, without leading.
        let ascent: Double
        let descent: Double
        /// The height that the run asks of its line.
        let lineHeight: Double
        /// The points by which the run is raised.
        let raised: Double

        init(_ look: TextLook, _ face: FontFace) {
            let scale = look.fontSize / face.unitsPerEm
            let (above, below) = (face.ascender * scale, -face.descender * scale)
            let ownHeight =
                look.lineHeight?.points(ofFontSize: look.fontSize) ?? (face.ascender - face.descender + face.lineGap) * scale
            guard let picture = look.picture else {
                (ascent, descent, lineHeight, raised, pictureBottom) = (above, below, ownHeight, look.baselineOffset, 0)
                return
            }
            // The line also holds the box of the font, as CSS's lines hold the strut of their block.
            let bottom = picture.bottom(above, below, xHeight: face.metric(HB_OT_METRICS_TAG_X_HEIGHT) * scale)
            pictureBottom = bottom + look.baselineOffset
            let half = (ownHeight - above - below) / 2
            ascent = max(above + half, pictureBottom + picture.height)
            descent = max(below + half, -pictureBottom)
            lineHeight = ascent + descent
            raised = 0
        }

        /// The height of a picture's lower edge above the baseline.
        let pictureBottom: Double

        /// Half of the space that the line height adds to the font's own height. Negative where lines are closer than that.
        var halfLeading: Double { (lineHeight - (ascent + descent)) / 2 }
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
        for index in indexes {
            let run = runs[index]
            ascent = max(ascent, run.ascent + run.halfLeading + run.raised)
            content = max(content, run.ascent + run.raised)
            below = max(below, run.descent + run.halfLeading - run.raised)
        }
        // The sum of both parts could differ from the line height in the last place.
        let height = indexes.count == 1 ? indexes.first.map { runs[$0].lineHeight } : nil
        return Box(ascent: ascent * zoom, height: (height ?? ascent + below) * zoom, content: content * zoom)
    }

    /// The height of a picture's lower edge above the baseline.
    func pictureBottom(of run: Int) -> Double { runs[run].pictureBottom }

    /// The area of a run's font around a baseline, as its background covers it.
    func content(of run: Int, zoom: Double) -> (above: Double, height: Double) {
        ((runs[run].ascent + runs[run].raised) * zoom, (runs[run].ascent + runs[run].descent) * zoom)
    }
}

extension TextLook.Picture {
    /// The height of the lower edge above the baseline: CSS 2, 10.8.
    ///
    /// - Parameters:
    ///   - above, below: the heights of the font above and below the baseline.
    ///   - xHeight: the height of the font's small letters.
    fileprivate func bottom(_ above: Double, _ below: Double, xHeight: Double) -> Double {
        switch verticalAlign {
        case .baseline: 0
        case .middle: (xHeight - height) / 2
        case .textTop: above - height
        case .textBottom: -below
        }
    }
}
