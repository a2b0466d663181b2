import PenumbraGeometry

/// The sizes that a text may have. They serve layouts that decide the text's frame.
package struct TextMeasure: Sendable {
    /// The width of the widest piece that no line break may divide, at the smallest size that the text may have.
    package let leastWidth: Double
    /// The width of the text without line breaks, except those that it demands.
    package let fullWidth: Double
    private let paragraphs: [Paragraph]
    private let metrics: LineMetrics
    private let lineHeight: Double?
    private let maximumLines: Int?
    private let isWrapped: Bool
    private let fontSize: Double
    /// The smallest font size of a text that shrinks. Equal to `fontSize` for one that doesn't.
    private let smallestSize: Double

    struct Paragraph: Sendable {
        let runs: [Int]
        let firstRun: Int
        let breaker: LineBreaker

        init(_ runs: [Int], _ firstRun: Int, _ breaker: LineBreaker) {
            self.runs = runs
            self.firstRun = firstRun
            self.breaker = breaker
        }
    }

    init(
        leastWidth: Double, fullWidth: Double, paragraphs: [Paragraph], metrics: LineMetrics, style: TextStyle
    ) {
        fontSize = style.fontSize
        smallestSize = min(style.fontSize, style.minimumFontSize ?? .infinity)
        lineHeight = style.lineHeight
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
            for line in lines {
                let runs = line.isEmpty ? [paragraph.firstRun] : Set(paragraph.runs[line])
                let box = metrics.box(of: runs, zoom: zoom, lineHeight: lineHeight)
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

/// The heights of lines, by the fonts of the runs in them.
struct LineMetrics: Sendable {
    struct Run: Sendable {
        var fontSize: Double
        /// The font's own metrics, in its units. The descender is negative.
        var unitsPerEm: Double
        var ascender: Double
        var descender: Double
        var lineGap: Double
        /// The points by which the run is raised.
        var raised: Double

        init(_ look: TextLook, _ face: FontFace) {
            fontSize = look.fontSize
            raised = look.baselineOffset
            (unitsPerEm, ascender, descender, lineGap) = (face.unitsPerEm, face.ascender, face.descender, face.lineGap)
        }
    }

    /// The height of a line and the place of its baseline below its top.
    struct Box: Equatable {
        var ascent: Double
        var height: Double
    }

    private let runs: [Run]

    init(_ runs: [Run]) {
        self.runs = runs
    }

    /// The box of a line with the given runs.
    ///
    /// - Parameters:
    ///   - zoom: the factor of all lengths.
    ///   - lineHeight: the height at a zoom of 1. Nil takes the height that the fonts need.
    func box(of indexes: some Collection<Int>, zoom: Double, lineHeight: Double?) -> Box {
        var ascent = -Double.infinity
        var below = -Double.infinity
        var height: Double?
        for index in indexes {
            let run = runs[index]
            let scale = run.fontSize * zoom / run.unitsPerEm
            let raised = run.raised * zoom
            if indexes.count == 1, raised == 0 { height = (run.ascender - run.descender + run.lineGap) * scale }
            ascent = max(ascent, run.ascender * scale + raised)
            below = max(below, (run.lineGap - run.descender) * scale - raised)
        }
        return Box(ascent: ascent, height: lineHeight.map { $0 * zoom } ?? height ?? ascent + below)
    }
}
