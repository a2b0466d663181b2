import Penumbra

/// Formats the results of the motion benchmark as text.
public enum MotionReport {
    public static func table(_ rows: [MotionBenchmark.Row], _ benchmark: MotionBenchmark) -> String {
        var cells = [["", "frames/s", "ms", "copies", "drawn", "whole frames/s", "copies", "speed-up"]]
        for row in rows {
            cells.append([
                row.loop.rawValue, decimal(row.framesPerSecond, 1), decimal(row.milliseconds, 2), decimal(row.copies, 1),
                decimal(100 * row.drawnShare, 1) + " %", decimal(row.wholeFramesPerSecond, 1), decimal(row.wholeCopies, 1),
                decimal(row.speedUp, 1) + " ×",
            ])
        }
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let size = MotionLoop.size
        let (width, height) = (Int(size.width * benchmark.scale), Int(size.height * benchmark.scale))
        let head =
            "\(benchmark.frames) frames of \(width)×\(height) to Y4M, \(benchmark.threads) threads; "
            + "the fastest of \(benchmark.repeats)\n"
        return head
            + cells.map { line in
                line.enumerated().map { index, word in
                    let space = String(repeating: " ", count: widths[index] - word.count)
                    return index == 0 ? word + space : space + word
                }.joined(separator: "  ") + "\n"
            }.joined()
    }

    public static func json(_ rows: [MotionBenchmark.Row], _ benchmark: MotionBenchmark) -> String {
        let entries = rows.map { row in
            "    {\"name\": \"\(row.loop.rawValue)\", \"milliseconds\": \(decimal(row.milliseconds, 4))"
                + ", \"framesPerSecond\": \(decimal(row.framesPerSecond, 2)), \"copies\": \(decimal(row.copies, 3))"
                + ", \"drawnShare\": \(decimal(row.drawnShare, 4))"
                + ", \"wholeFramesPerSecond\": \(decimal(row.wholeFramesPerSecond, 2))"
                + ", \"wholeCopies\": \(decimal(row.wholeCopies, 3)), \"speedUp\": \(decimal(row.speedUp, 3))}"
        }
        return BenchmarkReport.document(
            [
                "\"format\": \"penumbra bench motion\"", "\"version\": 1", "\"frames\": \(benchmark.frames)",
                "\"scale\": \(decimal(benchmark.scale, 3))", "\"threads\": \(benchmark.threads)",
                "\"repeats\": \(benchmark.repeats)",
            ], rows: entries)
    }

    private static func decimal(_ value: Double, _ places: Int) -> String { BenchmarkReport.decimal(value, places) }
}
