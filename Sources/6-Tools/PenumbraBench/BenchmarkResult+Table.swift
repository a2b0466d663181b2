extension BenchmarkResult {
    /// The result for a terminal: times, stages, copies and problems.
    public var table: String {
        var text = "\(machine.processor), \(machine.processors) processors, \(machine.system)\n"
        for drawer in drawers {
            text += "\(drawer.id): \(drawer.name)\(drawer.driver.isEmpty ? "" : ", \(drawer.driver)")"
            text += drawer.isSoftware ? ": a software GL, which computes on the CPU\n" : "\n"
        }
        text += "photo: \(photo)\n\n"
        text += Self.columns(
            Self.head,
            rows.map { row in
                let different = row.comparison.map { comparison in
                    comparison.isEqual
                        ? "0"
                        : "\(comparison.differentPixels) by up to \(comparison.maximumDifference), mean \(shown(comparison.meanDifference))"
                }
                return row.cells + [different ?? "–"]
            })
        text += "\nmilliseconds by stage, medians\n"
        text += Self.columns(
            ["scene", "size", "drawn by"] + Stages.names + ["clock"],
            rows.map { row in
                row.cells.prefix(3) + row.stages.named.map { $0.milliseconds.map(shown) ?? "–" } + [row.stages.clock]
            })
        text += "\ncopies of memory, reads and writes counted\n"
        text += Self.columns(
            ["memory of", "by", "GB/s", "clock"],
            copies.map { [$0.drawer, $0.kind, shown($0.gigabytesPerSecond), $0.clock] }, left: 2)
        for note in notes { text += "note: \(note)\n" }
        for failure in failures { text += "failed: \(failure)\n" }
        return text + "\(verdict)\n"
    }

    /// One line that tells whether all pictures equal the CPU's.
    public var verdict: String {
        let compared = rows.filter { $0.comparison != nil }
        let different = compared.filter { $0.comparison?.isEqual == false }
        if !different.isEmpty || !failures.isEmpty {
            var parts: [String] = []
            if !different.isEmpty {
                parts.append(
                    "\(different.count) of \(compared.count) pictures differ from the CPU's: "
                        + different.prefix(3).map(\.name).joined(separator: ", ") + (different.count > 3 ? " …" : ""))
            }
            if !failures.isEmpty { parts.append("\(failures.count) could not be drawn: \(failures[0])") }
            return parts.joined(separator: "; ")
        }
        if compared.isEmpty { return "no GPU was measured (none found; see penumbra doctor)" }
        var names: [String] = []
        for row in compared where !names.contains(row.drawer) { names.append(row.drawer) }
        return "all \(compared.count) pictures by \(names.joined(separator: " and ")) equal the CPU's, byte by byte"
    }

    /// Arranges words in columns. The first `left` columns and the last column are left-aligned, numbers are right-aligned.
    static func columns(_ head: [String], _ rows: [[String]], left: Int = 3) -> String {
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        func isLeft(_ column: Int) -> Bool { column < left || column == head.count - 1 }
        return ([head] + rows).map { row in
            var line = ""
            for (column, word) in row.enumerated() {
                let room = String(repeating: " ", count: widths[column] - word.count)
                line += (column == 0 ? "" : "  ") + (isLeft(column) ? word + room : room + word)
            }
            return line.trimmingEnd() + "\n"
        }.joined()
    }
}

extension BenchmarkResult {
    /// The heading above the rows.
    static let head = [
        "scene", "size", "drawn by", "median ms", "p10", "p99", "runs", "speed-up", "Mpx/s", "of copy", "memory",
        "pixels differ",
    ]
}

extension BenchmarkResult.Row {
    /// The cells below `head`, without the difference of the pixels.
    var cells: [String] {
        [
            scene + (sigma.map { " σ \(plainNumber($0))" } ?? ""), "\(width)×\(height)", drawer, shown(time.median),
            shown(time.percentile(10)), shown(time.percentile(99)), "\(time.runs.count)", "\(shown(speedUp)) ×",
            shown(megapixelsPerSecond), floorShare.map { "\(shown($0 * 100)) %" } ?? "–",
            (addedMemory ?? peakMemory).map { "\(shown(Double($0) / 1e6)) MB" } ?? "not measured",
        ]
    }
}

extension BenchmarkResult.Stages {
    static let names = ["decode", "text", "plan", "upload", "kernels", "readback", "rest", "encode"]
}

/// Formats a number with three significant digits: 0.0123, 1.23, 12.3, 123, 1234.
func shown(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    if size == 0 { return "0" }
    let places = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : size >= 0.09995 ? 3 : 4
    if places == 0 { return size < 1e15 ? "\(Int(value.rounded()))" : "\(value)" }
    return BenchmarkReport.decimal(value, places)
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var result = self[...]
        while result.last == " " { result.removeLast() }
        return String(result)
    }
}
