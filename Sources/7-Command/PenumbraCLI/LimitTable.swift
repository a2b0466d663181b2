import Penumbra
import PenumbraSystem

/// The current limits, as `penumbra doctor` shows them.
struct LimitTable {
    let limits: RenderLimits

    /// One limit per line: its name, its value, the option that sets it and its subject.
    var text: String {
        let rows = Limit.allCases.map { limit in
            (limit.rawValue, limits[limit].map(limit.words) ?? standard(limit), limit.option, limit.meaning)
        }
        let widths = rows.reduce((0, 0, 0)) { (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count)) }
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: width - text.count) }
        return rows.map { name, value, flag, meaning in
            "  \(padded(name, widths.0))  \(padded(value, widths.1))  \(padded(flag, widths.2))  \(meaning)\n"
        }.joined()
    }

    /// The default of a limit that has no value set.
    private func standard(_ limit: Limit) -> String {
        limit == .memory ? limit.words(Double(limits.pictureMemory)) : limit.standardWords ?? ""
    }

    /// The limits by name, with value (null for none), option, unit and range.
    var json: JSONValue {
        .object(
            JSONObject(
                Limit.allCases.map { limit in
                    var value = limits[limit].map { JSONValue.number($0) } ?? .null
                    if limit == .memory { value = .count(limits.pictureMemory) }
                    return JSONObject.Member(
                        key: limit.rawValue,
                        value: [
                            "value": value, "option": .string(limit.option), "unit": .string("\(limit.unit)"),
                            "minimum": .number(limit.range.lowerBound), "maximum": .number(limit.range.upperBound),
                        ])
                }))
    }
}
