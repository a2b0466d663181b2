import PenumbraElementary

extension DecimalNumber {
    /// The fraction as a percentage that reads back as the same double: its own digits, the point two places further.
    static func percentage(_ fraction: Double) -> String {
        let bytes = Array(fraction.description.utf8)
        guard !bytes.contains(UInt8(ascii: "e")), let point = bytes.firstIndex(of: UInt8(ascii: ".")) else {
            // The exponent is raised instead; values this small or large are never written without one.
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
