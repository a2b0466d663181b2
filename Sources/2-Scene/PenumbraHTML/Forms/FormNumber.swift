/// The number that the value of a control stands for: the HTML standard, section 2.3.
///
/// Dates are days, times are seconds; the months and weeks of their types are counted.
struct FormNumber {
    let value: Double

    /// Nil for a text that isn't a value of the type.
    init?(_ text: String, _ kind: String) {
        let found: Double? =
            switch kind {
            case "number", "range": Self.decimal(text)
            case "date": DateFields.numbers(text, "yyyy-mm-dd").map { Self.days($0[0], $0[1], $0[2]) }
            case "month": DateFields.numbers(text, "yyyy-mm").map { Double($0[0] * 12 + $0[1]) }
            case "week": DateFields.numbers(text, "yyyy-Www").map { Self.weeks($0[0], $0[1]) }
            case "time": DateFields.time(text).map(Self.seconds)
            case "datetime-local": Self.moment(text)
            default: nil
            }
        guard let found else { return nil }
        value = found
    }

    /// A floating-point number as HTML writes it: no plus sign, no spaces, and digits behind a point.
    private static func decimal(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 < 10 } ?? false }
        let known = bytes.allSatisfy { isDigit($0) || Array("+-.eE".utf8).contains($0) }
        guard known, isDigit(bytes.last), let first = bytes.first, first != UInt8(ascii: "+") else { return nil }
        if let point = bytes.firstIndex(of: UInt8(ascii: ".")), !isDigit(bytes[point + 1]) { return nil }
        guard let value = Double(bytes.first == UInt8(ascii: ".") ? "0" + text : text), value.isFinite else { return nil }
        return value
    }

    /// The days from the first of March of the year 0: a year that begins in March has its odd day at its end.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Double {
        let (own, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = own / 4 - own / 100 + own / 400
        let daysBefore = (153 * place + 2) / 5 + day - 1
        return Double(365 * own + leapDays + daysBefore)
    }

    /// The weeks from a fixed one. The fourth of January lies in the first week of its year, and day 5 was a Monday.
    private static func weeks(_ year: Int, _ week: Int) -> Double {
        ((days(year, 1, 4) - 5) / 7).rounded(.down) + Double(week)
    }

    private static func seconds(_ time: [Int]) -> Double {
        Double(time[0] * 3600 + time[1] * 60 + time[2]) + Double(time[3]) / 1000
    }

    private static func moment(_ text: String) -> Double? {
        let halves = text.split(maxSplits: 1, whereSeparator: { $0 == "T" || $0 == " " }).map(String.init)
        guard halves.count == 2, let time = DateFields.time(halves[1]), let date = DateFields.numbers(halves[0], "yyyy-mm-dd")
        else { return nil }
        return days(date[0], date[1], date[2]) * 86_400 + seconds(time)
    }
}
