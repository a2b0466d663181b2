import Penumbra
import PenumbraSystem

/// Formats benchmark rows as text.
public enum BenchmarkReport {
    private static var kernels: String { Device.processor().kernels?.name ?? "" }

    public static func table(_ rows: [KernelBenchmark.Row]) -> String {
        var text = "\(kernels) kernels, \(processorCount()) processors; medians\n"
        let widest = rows.map { $0.name.count }.max() ?? 0
        for row in rows {
            text += row.name + String(repeating: " ", count: widest - row.name.count)
            text += "  " + padded(decimal(row.milliseconds, 3), 10) + " ms"
            if !row.reference.isEmpty {
                text += "  " + padded(decimal(row.ratio, 2), 7) + " × " + row.reference
                if let bound = row.bound, let within = row.isWithinBound {
                    text += "  (\(row.isSpeedUp ? "at least" : "at most") \(decimal(bound, 1)): \(within ? "yes" : "NO"))"
                }
            }
            text += "\n"
        }
        return text
    }

    public static func json(_ rows: [KernelBenchmark.Row]) -> String {
        let entries = rows.map { row in
            var entry = "    {\"name\": \"\(row.name)\", \"milliseconds\": \(decimal(row.milliseconds, 4))"
            if !row.reference.isEmpty {
                entry += ", \"reference\": \"\(row.reference)\", \"ratio\": \(decimal(row.ratio, 3))"
            }
            if let bound = row.bound, let within = row.isWithinBound {
                entry += ", \"bound\": \(decimal(bound, 1)), \"withinBound\": \(within)"
            }
            return entry + "}"
        }
        return BenchmarkReport.document(["\"kernels\": \"\(kernels)\""], rows: entries)
    }

    /// A JSON document with one row of measurements per line.
    static func document(_ head: [String], rows: [String]) -> String {
        let members = head + ["\"processors\": \(processorCount())", "\"rows\": [\n\(rows.joined(separator: ",\n"))\n  ]"]
        return "{\n\(members.map { "  " + $0 }.joined(separator: ",\n"))\n}\n"
    }

    static func decimal(_ value: Double, _ places: Int) -> String {
        guard value.isFinite else { return "null" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let rounded = Int((value * scale).rounded())
        let (whole, rest) = abs(rounded).quotientAndRemainder(dividingBy: Int(scale))
        let digits = String(rest)
        return (rounded < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: places - digits.count) + digits
    }

    package static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
