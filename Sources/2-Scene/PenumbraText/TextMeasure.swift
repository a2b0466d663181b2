import PenumbraGeometry

/// The sizes that a text may have. They serve layouts that decide the text's frame.
package struct TextMeasure: Sendable {
    /// The width of the widest piece that no line break may divide.
    package let leastWidth: Double
    /// The width of the text without line breaks, except those that it demands.
    package let fullWidth: Double
    private let paragraphs: [Paragraph]
    private let metrics: LineMetrics
    private let lineHeight: Double?
    private let maximumLines: Int?
    private let isWrapped: Bool

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
        leastWidth: Double, fullWidth: Double, paragraphs: [Paragraph], metrics: LineMetrics, lineHeight: Double?,
        maximumLines: Int?, isWrapped: Bool
    ) {
        self.leastWidth = leastWidth
        self.fullWidth = fullWidth
        self.paragraphs = paragraphs
        self.metrics = metrics
        self.lineHeight = lineHeight
        self.maximumLines = maximumLines
        self.isWrapped = isWrapped
    }

    /// A text without characters. It takes no room.
    package static let empty = TextMeasure(
        leastWidth: 0, fullWidth: 0, paragraphs: [], metrics: LineMetrics([]), lineHeight: nil, maximumLines: nil,
        isWrapped: true)

    /// The height of the lines within a width, and the place of the first baseline. Nil if there is no line.
    package func lines(within width: Double) -> (height: Double, firstBaseline: Double?) {
        var height = 0.0
        var baseline: Double?
        var count = 0
        let most = max(1, maximumLines ?? .max)
        for paragraph in paragraphs where count < most {
            let lines = isWrapped ? paragraph.breaker.lines(within: width, atMost: most - count) : [0..<paragraph.runs.count]
            for line in lines {
                let runs = line.isEmpty ? [paragraph.firstRun] : Set(paragraph.runs[line])
                let box = metrics.box(of: runs, zoom: 1, lineHeight: lineHeight)
                baseline = baseline ?? box.ascent
                height += box.height
            }
            count += lines.count
        }
        return (height, baseline)
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
