import Penumbra
import PenumbraGallery

/// The HTML page of a benchmark. It has no scripts and loads only the pictures beside it.
///
/// The page is well-formed XML too, so that tests and other programs can read it.
public enum ReportPage {
    public static func html(_ result: BenchmarkResult) -> String {
        let sections = [
            head(result), sizes(result), sigmas(result), stages(result), pictureSection(result), table(result), about(result),
        ]
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"/><title>Penumbra benchmark, \(escaped(result.machine.processor))</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <style>
            \(ReportStyle.css)
            </style></head><body>
            \(sections.joined(separator: "\n"))
            </body></html>

            """
    }

    /// The pictures on the page, with their file names.
    public static func pictures(_ result: BenchmarkResult) -> [(name: String, bitmap: Bitmap)] {
        var all: [(name: String, bitmap: Bitmap)] = []
        for gallery in result.galleries {
            all.append((file(gallery.scene, "cpu"), gallery.reference))
            for (drawer, picture) in gallery.others {
                all.append((file(gallery.scene, drawer), picture))
                if let difference = Bitmap.difference(gallery.reference, picture) {
                    all.append((file(gallery.scene, drawer + "-difference"), difference))
                }
            }
        }
        return all
    }

    /// A picture's file name, such as `card-egl0.png`.
    static func file(_ scene: String, _ drawer: String) -> String { "\(scene)-\(drawer.filter { $0 != ":" }).png" }

    static func color(_ drawer: String, _ result: BenchmarkResult) -> Int {
        min(5, result.drawers.firstIndex { $0.id == drawer } ?? 5)
    }

    /// The drawers' names in their colours.
    static func legend(_ result: BenchmarkResult) -> String {
        let names = result.drawers.enumerated().map { index, drawer in
            "<span style=\"--k:var(--c\(min(5, index)))\">\(escaped(title(drawer)))</span>"
        }
        return "<div class=\"legend\">\(names.joined())</div>"
    }

    static func title(_ drawer: BenchmarkResult.Drawer) -> String {
        drawer.id == "cpu"
            ? "CPU: \(drawer.name)"
            : "\(drawer.id): \(drawer.name)\(drawer.isSoftware ? " (software GL, computes on the CPU)" : "")"
    }

    // MARK: Sections

    private static func head(_ result: BenchmarkResult) -> String {
        var figures: [(String, String)] = []
        let shownRow =
            result.rows.filter { $0.scene == "card" && $0.drawer == "cpu" }.min { abs($0.width - 1200) < abs($1.width - 1200) }
            ?? result.rows.first { $0.drawer == "cpu" }
        if let row = shownRow {
            figures.append(("\(shown(row.time.median)) ms", "\(row.title) on the CPU"))
            figures.append(("\(shown(row.megapixelsPerSecond)) Mpx/s", "drawn by the CPU, the same picture"))
        }
        // The speed of a software GL reveals nothing about a GPU.
        let byHardware = result.rows.filter { $0.comparison != nil && result.drawer($0.drawer)?.isSoftware == false }
        if let best = byHardware.max(by: { $0.speedUp < $1.speedUp }) {
            figures.append(("\(shown(best.speedUp)) ×", "as fast as the CPU at best: \(best.name)"))
        }
        if let copy = result.copies.filter({ $0.drawer == "cpu" }).map(\.gigabytesPerSecond).max() {
            figures.append(("\(shown(copy)) GB/s", "the processor's fastest copy of memory"))
        }
        let cards = figures.map { "<div class=\"card\"><b>\(escaped($0.0))</b><span>\(escaped($0.1))</span></div>" }.joined(
            separator: "\n")
        return """
            <header><h1>Penumbra benchmark</h1>
            <p>\(escaped(result.machine.processor)), \(result.machine.processors) processors · \(escaped(result.date)) · version \(escaped(result.program))</p></header>
            <div class="verdict\(result.isEqual ? "" : " bad")">\(escaped(sentence(result.verdict)))</div>
            <div class="figures">
            \(cards)
            </div>
            """
    }

    static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    private static func sizes(_ result: BenchmarkResult) -> String {
        var scenes: [String] = []
        for row in result.rows where row.sigma == nil && !scenes.contains(row.scene) { scenes.append(row.scene) }
        let times = result.rows.filter { $0.sigma == nil }.flatMap { [$0.time.percentile(10), $0.time.percentile(99)] }
        let plots = scenes.compactMap { scene -> String? in
            let rows = result.rows.filter { $0.scene == scene && $0.sigma == nil }
            return LogPlot(
                title: scene, xLabel: "width in pixels", yLabel: "ms", series: series(rows, result) { Double($0.width) },
                xTicks: ticks(rows.map { Double($0.width) }), yHolds: times
            ).svg()
        }
        guard !plots.isEmpty else { return "" }
        return """
            <h2>Time against size</h2>
            <p>From a scene to its bitmap, planning included, codecs not. Medians; the soft bars reach from the 10th to the 99th percentile. Both axes are logarithmic, and the same in all plots.</p>
            \(legend(result))
            <div class="plots">
            \(plots.map { "<div class=\"card\">\($0)</div>" }.joined(separator: "\n"))
            </div>
            """
    }

    private static func sigmas(_ result: BenchmarkResult) -> String {
        var plots: [String] = []
        let rows = result.rows.filter { $0.sigma != nil }
        let sweep = LogPlot(
            title: "shadow on 2048²", xLabel: "σ in pixels", yLabel: "ms", series: series(rows, result) { $0.sigma ?? 0 },
            xTicks: ticks(rows.compactMap(\.sigma)))
        if let svg = sweep.svg() { plots.append(svg) }
        let roofline = roofline(result)
        if let svg = roofline.svg() { plots.append(svg) }
        guard !plots.isEmpty else { return "" }
        let copies = roofline.levels.map { "<span class=\"dash\" style=\"--k:var(--c\($0.color))\">\(escaped($0.hint))</span>" }
            .joined()
        return """
            <h2>Softness, and the roofline</h2>
            <p>A shadow's time against its σ, and every picture: the bytes that its plan's passes read and write, and how fast they went by. The dashed \
            lines are the fastest copies of memory measured in the same run; a renderer that keeps rows in its caches between passes may lie above its line.</p>
            \(legend(result))
            <div class="legend">\(copies)</div>
            <div class="plots wide">
            \(plots.map { "<div class=\"card\">\($0)</div>" }.joined(separator: "\n"))
            </div>
            """
    }

    private static func roofline(_ result: BenchmarkResult) -> LogPlot {
        var series: [LogPlot.Series] = []
        var levels: [LogPlot.Level] = []
        for drawer in result.drawers {
            let points = result.rows.filter { $0.drawer == drawer.id }.compactMap { row -> LogPlot.Point? in
                guard let kernels = row.stages.kernels, kernels > 0 else { return nil }
                let bytes = Double(row.trafficBytes)
                let rate = bytes / (kernels * 1e6)
                return LogPlot.Point(
                    x: bytes / 1e6, y: rate, spread: nil,
                    hint: "\(row.name): \(shown(bytes / 1e6)) MB in \(shown(kernels)) ms, \(shown(rate)) GB/s")
            }
            series.append(LogPlot.Series(color: color(drawer.id, result), points: points, isJoined: false))
            if let best = result.copies.filter({ $0.drawer == drawer.id }).max(by: {
                $0.gigabytesPerSecond < $1.gigabytesPerSecond
            }) {
                levels.append(
                    LogPlot.Level(
                        y: best.gigabytesPerSecond, color: color(drawer.id, result),
                        hint: "\(drawer.id): \(best.kind), \(shown(best.gigabytesPerSecond)) GB/s"))
            }
        }
        return LogPlot(
            title: "roofline", xLabel: "MB moved by a picture's passes", yLabel: "GB/s", series: series, levels: levels)
    }

    private static func series(_ rows: [BenchmarkResult.Row], _ result: BenchmarkResult, x: (BenchmarkResult.Row) -> Double)
        -> [LogPlot.Series]
    {
        result.drawers.map { drawer in
            LogPlot.Series(
                color: color(drawer.id, result),
                points: rows.filter { $0.drawer == drawer.id }.map { row in
                    LogPlot.Point(
                        x: x(row), y: row.time.median, spread: row.time.percentile(10)...row.time.percentile(99),
                        hint: "\(row.name): \(shown(row.time.median)) ms, \(shown(row.megapixelsPerSecond)) Mpx/s")
                })
        }
    }

    private static func ticks(_ values: [Double]) -> [Double] { Set(values).sorted() }
}
