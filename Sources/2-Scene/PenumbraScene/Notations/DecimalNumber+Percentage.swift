import PenumbraElementary

extension DecimalNumber {
    /// Writes a fraction as a percentage that reads back as the same double, by moving the decimal point two places.
    static func percentage(_ fraction: Double) -> String {
        let bytes = Array(fraction.description.utf8)
        guard !bytes.contains(UInt8(ascii: "e")), let point = bytes.firstIndex(of: UInt8(ascii: ".")) else {
            // Raises the exponent instead. Values this small or large always have an exponent.
            let parts = fraction.description.split(separator: "e")
            guard parts.count == 2, let exponent = Int(parts[1]) else { return "0%" }
            return "\(parts[0])e\(exponent + 2)%"
        }
        var fractionDigits = Array(bytes[(point + 1)...])
        while fractionDigits.count < 2 { fractionDigits.append(UInt8(ascii: "0")) }
        let isNegative = bytes.first == UInt8(ascii: "-")
        let whole = bytes[(isNegative ? 1 : 0)..<point] + fractionDigits.prefix(2)
        let trimmed = whole.drop { $0 == UInt8(ascii: "0") }
        var text = (isNegative ? "-" : "") + (trimmed.isEmpty ? "0" : String(decoding: trimmed, as: UTF8.self))
        if fractionDigits.count > 2 { text += "." + String(decoding: fractionDigits.dropFirst(2), as: UTF8.self) }
        return text + "%"
    }
}
