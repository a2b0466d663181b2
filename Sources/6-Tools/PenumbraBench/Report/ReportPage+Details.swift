import PenumbraGallery
import PenumbraSystem

/// The page's bars, pictures, table of all rows and description of the machine.
extension ReportPage {
    static func stages(_ result: BenchmarkResult) -> String {
        // Show one size per scene: the width nearest to 1200 pixels, which is the median width of its pictures.
        var rows: [BenchmarkResult.Row] = []
        for row in result.rows {
            let same = result.rows.filter { $0.scene == row.scene && $0.drawer == row.drawer }
            let nearest = same.min {
                (abs($0.width - 1200), abs(($0.sigma ?? 32) - 32)) < (abs($1.width - 1200), abs(($1.sigma ?? 32) - 32))
            }
            if nearest?.name == row.name { rows.append(row) }
        }
        let names = BenchmarkResult.Stages.names
        let legend = names.map { "<span style=\"--k:var(--\($0))\">\($0)</span>" }.joined()
        let bars = rows.map { row -> String in
            let sum = row.stages.sum
            let parts = row.stages.named.compactMap { name, time -> String? in
                guard let time, sum > 0, time > 0 else { return nil }
                return
                    "<i style=\"--k:var(--\(name));width:\(BenchmarkReport.decimal(time / sum * 100, 2))%\" title=\"\(name) \(shown(time)) ms\"></i>"
            }
            return
                "<div class=\"stage\"><span class=\"what\"><b>\(escaped(row.scene))</b> \(row.width)×\(row.height), \(escaped(row.drawer))</span>"
                + "<span class=\"bar\">\(parts.joined())</span><span class=\"sum\">\(shown(sum)) ms</span></div>"
        }
        return """
            <h2>Where the time goes</h2>
            <p>From the photo's file to the picture's file, as shares of the sum on the right. On a GPU upload, kernels and readback are measured by \
            \(escaped(clocks(result))); on the CPU all of drawing counts as kernels.</p>
            <div class="legend">\(legend)</div>
            <div class="card stages">
            \(bars.joined(separator: "\n"))
            </div>
            """
    }

    private static func clocks(_ result: BenchmarkResult) -> String {
        var clocks: [String] = []
        for row in result.rows where row.comparison != nil && !clocks.contains(row.stages.clock) {
            clocks.append(row.stages.clock)
        }
        return clocks.isEmpty ? "the device's clock" : clocks.joined(separator: ", ")
    }

    static func pictureSection(_ result: BenchmarkResult) -> String {
        guard !result.galleries.isEmpty else { return "" }
        let entries = result.galleries.map { gallery -> String in
            var figures = [figure(file(gallery.scene, "cpu"), "\(gallery.scene) by the CPU", "CPU")]
            for (drawer, picture) in gallery.others {
                figures.append(figure(file(gallery.scene, drawer), "\(gallery.scene) by \(drawer)", drawer))
                let row = result.rows.first { $0.scene == gallery.scene && $0.drawer == drawer && $0.width == picture.width }
                let comparison = row?.comparison
                let words = comparison.map {
                    $0.isEqual
                        ? "difference: 0 of \($0.pixels) pixels"
                        : "difference: \($0.differentPixels) of \($0.pixels) pixels, at most \($0.maximumDifference), mean \(shown($0.meanDifference))"
                }
                figures.append(
                    figure(
                        file(gallery.scene, drawer + "-difference"), "difference of \(gallery.scene) by \(drawer)",
                        words ?? "difference"))
            }
            return
                "<div class=\"card\"><h3>\(escaped(gallery.scene)), \(gallery.reference.width)×\(gallery.reference.height)</h3>"
                + "<div class=\"pair\">\(figures.joined())</div></div>"
        }
        return """
            <h2>Pictures</h2>
            <p>Each by the CPU and by every GPU, and where they differ: equal pixels are a dark copy of the picture, different ones are bright.</p>
            <div class="pictures">
            \(entries.joined(separator: "\n"))
            </div>
            """
    }

    private static func figure(_ file: String, _ words: String, _ caption: String) -> String {
        "<figure><a href=\"\(escaped(file))\"><img src=\"\(escaped(file))\" alt=\"\(escaped(words))\" loading=\"lazy\"/></a><figcaption>\(escaped(caption))</figcaption></figure>\n"
    }

    static func table(_ result: BenchmarkResult) -> String {
        let rows = result.rows.map { row -> String in
            var cells = row.cells.map { "<td>\(escaped($0))</td>" }
            if let comparison = row.comparison {
                cells.append("<td class=\"\(comparison.isEqual ? "good" : "bad")\">\(comparison.differentPixels)</td>")
            } else {
                cells.append("<td>–</td>")
            }
            return "<tr>\(cells.joined())</tr>"
        }
        return """
            <h2>All rows</h2>
            <p>Percentiles interpolate between neighbouring runs. “Of copy” is the time that copying the plan's bytes takes as a share of drawing's: 100 % is as fast as \
            a copy. Memory is what the process took on top of what it held, at the peak.</p>
            <div class="card scroll"><table><thead><tr>\(BenchmarkResult.head.map { "<th>\($0)</th>" }.joined())</tr></thead>\
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            """
    }

    static func about(_ result: BenchmarkResult) -> String {
        var facts: [(String, String)] = [
            ("Date", result.date), ("Version", result.program),
            (
                "Processor",
                "\(result.machine.processor), \(result.machine.processors) processors, \(result.machine.kernels) kernels"
            ),
            ("Memory", "\(shown(Double(result.machine.memory) / 1e9)) GB"), ("System", result.machine.system),
        ]
        for drawer in result.drawers where drawer.id != "cpu" {
            facts.append(
                (
                    drawer.id,
                    "\(drawer.name), \(drawer.driver)\(drawer.isSoftware ? "; a software GL, which computes on the CPU" : "")"
                ))
        }
        for copy in result.copies {
            facts.append(("Copy, \(copy.drawer)", "\(copy.kind): \(shown(copy.gigabytesPerSecond)) GB/s, by \(copy.clock)"))
        }
        facts.append(("Photo", result.photo))
        facts.append(("Runs", "up to \(result.repeats) of each measurement after a warm-up that is dropped"))
        let list = facts.map { "<dt>\(escaped($0.0))</dt><dd>\(escaped($0.1))</dd>" }.joined(separator: "\n")
        let remarks = (result.notes + result.failures.map { "failed: \($0)" }).map { "<li>\(escaped($0))</li>" }.joined()
        return """
            <h2>Measured on</h2>
            <div class="card"><dl>
            \(list)
            </dl>\(remarks.isEmpty ? "" : "<ul>\(remarks)</ul>")</div>
            <p>The numbers are in <a href="bench.json">bench.json</a>; <code>penumbra bench compare</code> puts two such files side by side.</p>
            """
    }
}
