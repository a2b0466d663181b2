import Glibc
import PenumbraGallery

/// A plot with logarithmic axes as inline SVG. Colours are classes of the page's style, so that the plot follows light and dark
/// mode.
struct LogPlot {
    struct Point {
        var x: Double
        var y: Double
        /// The range of the whisker; nil draws no whisker.
        var spread: ClosedRange<Double>?
        /// The tooltip.
        var hint: String
    }

    struct Series {
        var color: Int
        var points: [Point]
        var isJoined = true
    }

    /// A dashed horizontal line.
    struct Level {
        var y: Double
        var color: Int
        var hint: String
    }

    var title: String
    var xLabel: String
    var yLabel: String
    var series: [Series]
    var levels: [Level] = []
    /// The labelled values of the x axis; nil chooses round numbers.
    var xTicks: [Double]?
    /// Values that the y axis must include, so that adjacent plots share the same axis.
    var yHolds: [Double] = []

    private static let (width, height) = (420.0, 270.0)
    private static let (left, right, top, bottom) = (48.0, 14.0, 30.0, 40.0)

    /// The SVG; nil if there is no value above zero to plot.
    func svg() -> String? {
        let points = series.flatMap(\.points).filter { $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite }
        guard !points.isEmpty else { return nil }
        let xs = Axis(points.map(\.x), from: Self.left, to: Self.width - Self.right, room: 0.06)
        let heights =
            points.flatMap { [$0.y] + ($0.spread.map { [$0.lowerBound, $0.upperBound] } ?? []) } + levels.map(\.y) + yHolds
        let ys = Axis(heights.filter { $0 > 0 }, from: Self.height - Self.bottom, to: Self.top, room: 0.06)
        var body = ""
        for tick in ys.ticks(atMost: 7) {
            let y = one(ys.place(tick))
            body += "<path class=\"grid\" d=\"M\(one(Self.left)) \(y)H\(one(Self.width - Self.right))\"/>"
            body +=
                "<text class=\"tick\" x=\"\(one(Self.left - 6))\" y=\"\(y)\" dy=\".33em\" text-anchor=\"end\">\(label(tick))</text>\n"
        }
        for tick in xTicks.flatMap({ $0.count <= 9 ? $0 : nil }) ?? xs.ticks(atMost: 8) {
            let x = one(xs.place(tick))
            body += "<path class=\"grid\" d=\"M\(x) \(one(Self.top))V\(one(Self.height - Self.bottom))\"/>"
            body +=
                "<text class=\"tick\" x=\"\(x)\" y=\"\(one(Self.height - Self.bottom + 15))\" text-anchor=\"middle\">\(label(tick))</text>\n"
        }
        for level in levels where level.y > 0 {
            let y = ys.place(level.y)
            body += "<path class=\"level c\(level.color)\" d=\"M\(one(Self.left)) \(one(y))H\(one(Self.width - Self.right))\">"
            body += "<title>\(escaped(level.hint))</title></path>\n"
        }
        for entry in series { body += draw(entry, xs, ys) }
        return """
            <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-label="\(escaped(title))">
            <text class="name" x="\(one(Self.left))" y="16">\(escaped(title))</text>
            <text class="axis" x="\(one(Self.width - Self.right))" y="16" text-anchor="end">\(escaped(yLabel))</text>
            <text class="axis" x="\(one((Self.left + Self.width - Self.right) / 2))" y="\(one(Self.height - 7))" text-anchor="middle">\(escaped(xLabel))</text>
            \(body)</svg>

            """
    }

    private func draw(_ series: Series, _ xs: Axis, _ ys: Axis) -> String {
        let points = series.points.filter { $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite }.sorted { $0.x < $1.x }
        var text = ""
        for point in points {
            guard let spread = point.spread, spread.lowerBound > 0 else { continue }
            text +=
                "<path class=\"whisker c\(series.color)\" d=\"M\(one(xs.place(point.x))) \(one(ys.place(spread.lowerBound)))"
            text += "V\(one(ys.place(spread.upperBound)))\"/>"
        }
        if series.isJoined, points.count > 1 {
            let places = points.map { "\(one(xs.place($0.x))) \(one(ys.place($0.y)))" }
            text += "<path class=\"line c\(series.color)\" d=\"M\(places.joined(separator: "L"))\"/>"
        }
        for point in points {
            text +=
                "<circle class=\"f\(series.color)\" cx=\"\(one(xs.place(point.x)))\" cy=\"\(one(ys.place(point.y)))\" r=\"3.6\">"
            text += "<title>\(escaped(point.hint))</title></circle>"
        }
        return text + "\n"
    }

    private func label(_ value: Double) -> String { value >= 10000 ? "\(plainNumber(value / 1000))k" : plainNumber(value) }
}

/// A logarithmic axis that maps values to page coordinates.
struct Axis {
    private let low: Double
    private let high: Double
    private let from: Double
    private let to: Double

    /// Creates an axis that covers the values, between the page coordinates `from` and `to`.
    ///
    /// - Parameters:
    ///   - values: the values above zero; at least one value.
    ///   - room: the margin at both ends, as a fraction of the axis.
    init(_ values: [Double], from: Double, to: Double, room: Double) {
        var low = log10(values.min() ?? 1)
        var high = log10(values.max() ?? 10)
        // A single value still needs an axis around it.
        if high - low < 0.5 { (low, high) = ((low + high) / 2 - 0.25, (low + high) / 2 + 0.25) }
        let margin = (high - low) * room
        (self.low, self.high) = (low - margin, high + margin)
        (self.from, self.to) = (from, to)
    }

    func place(_ value: Double) -> Double { from + (log10(value) - low) / (high - low) * (to - from) }

    /// Round numbers within the axis: 1, 2, 5 of each power of ten, or as many powers of ten as fit.
    func ticks(atMost count: Int) -> [Double] {
        func powers(_ mantissas: [Double], step: Int) -> [Double] {
            var ticks: [Double] = []
            for exponent in Int(low.rounded(.down))...Int(high.rounded(.up)) where exponent % step == 0 {
                for mantissa in mantissas {
                    let power = pow(10, Double(abs(exponent)))
                    // Divide below one, so that a tenth is the double nearest to 0.1.
                    let tick = exponent < 0 ? mantissa / power : mantissa * power
                    if log10(tick) >= low && log10(tick) <= high { ticks.append(tick) }
                }
            }
            return ticks
        }
        for (mantissas, step) in [([1.0, 2, 5], 1), ([1.0], 1), ([1.0], 2), ([1.0], 3)] {
            let ticks = powers(mantissas, step: step)
            if ticks.count <= count && !ticks.isEmpty { return ticks }
        }
        return []
    }
}

/// Formats a coordinate with one decimal place, which is finer than a screen's pixels.
func one(_ value: Double) -> String { BenchmarkReport.decimal(value, 1) }
