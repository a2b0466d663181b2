import Penumbra

/// Formats the results of the codec benchmark as text.
public enum CodecReport {
    public static func table(_ rows: [CodecBenchmark.Row]) -> String {
        var cells = [["", "", "threads", "MP/s", "× libpng 1", "× libpng 6", "copies", "bytes", "/ libpng 1", "/ libpng 6"]]
        var material = ""
        for row in rows {
            let isFirst = row.material != material
            material = row.material
            cells.append([
                isFirst ? row.material : "", row.name, "\(row.threads)", decimal(row.megapixelsPerSecond, 1),
                decimal(row.speedAgainstLevel1, 2), decimal(row.speedAgainstLevel6, 2),
                decimal(row.copies, 1),
                row.bytes.map { "\($0)" } ?? "", row.sizeAgainstLevel1.map { decimal($0, 3) } ?? "",
                row.sizeAgainstLevel6.map { decimal($0, 3) } ?? "",
            ])
        }
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { line in
            let words = line.enumerated().map { index, word in
                let space = String(repeating: " ", count: widths[index] - word.count)
                return index < 2 ? word + space : space + word
            }
            return words.joined(separator: "  ") + "\n"
        }.joined()
    }

    public static func json(_ rows: [CodecBenchmark.Row]) -> String {
        let entries = rows.map { row in
            var entry = "    {\"material\": \(JSONValue.string(row.material).compact()), \"name\": \"\(row.name)\""
            entry += ", \"threads\": \(row.threads)"
            entry += ", \"megapixelsPerSecond\": \(decimal(row.megapixelsPerSecond, 2))"
            entry += ", \"speedAgainstLevel1\": \(decimal(row.speedAgainstLevel1, 3))"
            entry += ", \"speedAgainstLevel6\": \(decimal(row.speedAgainstLevel6, 3))"
            entry += ", \"copies\": \(decimal(row.copies, 3))"
            if let bytes = row.bytes, let level1 = row.sizeAgainstLevel1, let level6 = row.sizeAgainstLevel6 {
                entry += ", \"bytes\": \(bytes), \"sizeAgainstLevel1\": \(decimal(level1, 4))"
                entry += ", \"sizeAgainstLevel6\": \(decimal(level6, 4))"
            }
            return entry + "}"
        }
        return BenchmarkReport.document([], rows: entries)
    }

    private static func decimal(_ value: Double, _ places: Int) -> String { BenchmarkReport.decimal(value, places) }
}
