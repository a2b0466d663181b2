import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

/// Turns the units of CSS into points, inside values that the scene's own notations then read.
struct CSSUnits {
    /// The font size of the box, which `em` refers to.
    var fontSize: Double
    var rootFontSize: Double
    var viewport: Size?
    /// The value of `color`, which replaces `currentcolor`.
    var currentColor = "black"

    /// A number with a unit.
    ///
    /// - Parameter base: the length that percentages refer to. Nil keeps percentages.
    func amount(_ number: Double, _ unit: String, base: Double? = nil) throws(NotationError) -> CSSAmount {
        func length(_ factor: Double) -> CSSAmount { CSSAmount(kind: .length, value: number * factor) }
        switch unit {
        case "": return CSSAmount(value: number)
        case "%":
            if let base { return length(base / 100) }
            return CSSAmount(kind: .length, fraction: number / 100)
        case "deg": return CSSAmount(kind: .angle, value: number)
        case "grad": return CSSAmount(kind: .angle, value: number * 0.9)
        case "turn": return CSSAmount(kind: .angle, value: number * 360)
        case "rad": return CSSAmount(kind: .angle, value: number * (180 / .pi))
        default:
            guard let points = try points(unit) else { throw NotationError("the unit \"\(unit)\" has no equal here") }
            return length(points)
        }
    }

    /// The points of one unit. Nil for units that aren't lengths.
    func points(_ unit: String) throws(NotationError) -> Double? {
        switch unit {
        case "px": return 1
        case "em": return fontSize
        case "rem": return rootFontSize
        case "pt": return 96.0 / 72
        case "pc": return 16
        case "in": return 96
        case "cm": return 96 / 2.54
        case "mm": return 96 / 25.4
        case "q": return 96 / 101.6
        case "vw", "vh", "vmin", "vmax", "svw", "svh", "lvw", "lvh", "dvw", "dvh", "vi", "vb":
            guard let viewport else {
                throw NotationError("the unit \"\(unit)\" needs the viewport's size, such as 1280x720")
            }
            switch unit {
            case "vmin": return min(viewport.width, viewport.height) / 100
            case "vmax": return max(viewport.width, viewport.height) / 100
            default: return (unit.hasSuffix("w") || unit == "vi" ? viewport.width : viewport.height) / 100
            }
        case "ch", "ex", "lh", "rlh", "cap", "ic", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax":
            throw NotationError("the unit \"\(unit)\" depends on a font or a container and has no equal here; write px")
        default: return nil
        }
    }

    /// The value with all lengths in px, calculations done, and `currentcolor` replaced.
    func normalized(_ text: String, base: Double? = nil, depth: Int = 0) throws(NotationError) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        func isWord(_ byte: UInt8) -> Bool {
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || DecimalNumber.isDigit(byte) || byte >= 0x80
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                let end = Self.endOfString(bytes, from: index)
                result += bytes[index..<end]
                index = end
            } else if byte == UInt8(ascii: "#") {
                let start = index
                index += 1
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                result += bytes[start..<index]
            } else if let end = DecimalNumber.end(in: bytes, from: index) {
                let number = DecimalNumber.value(of: bytes, in: index..<end)
                let start = index
                var last = end
                while last < bytes.count, (bytes[last] | 0x20) &- UInt8(ascii: "a") < 26 { last += 1 }
                let unit = String(decoding: bytes[end..<last], as: UTF8.self).lowercased()
                index = last
                if !unit.isEmpty, unit != "px", let points = try points(unit) {
                    result += Array("\(Self.text(number * points))px".utf8)
                } else {
                    result += bytes[start..<last]
                }
            } else if isWord(byte) {
                let start = index
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                let word = String(decoding: bytes[start..<index], as: UTF8.self)
                let name = word.lowercased()
                let isFunction = index < bytes.count && bytes[index] == UInt8(ascii: "(")
                if isFunction, ["calc", "min", "max", "clamp"].contains(name) {
                    let end = Self.endOfBracket(bytes, from: index)
                    let inner = String(decoding: bytes[start..<end], as: UTF8.self)
                    result += try computed(inner, base: base).utf8
                    index = end
                } else if isFunction, name == "color-mix" {
                    let end = Self.endOfBracket(bytes, from: index)
                    let inner = String(decoding: bytes[(index + 1)..<max(index + 1, end - 1)], as: UTF8.self)
                    result += try CSSColorMix.color(inner, self, depth: depth).utf8
                    index = end
                } else if isFunction, name == "url" {
                    let end = Self.endOfBracket(bytes, from: index)
                    result += bytes[start..<end]
                    index = end
                } else if !isFunction, name == "currentcolor" {
                    result += currentColor.utf8
                } else {
                    result += bytes[start..<index]
                }
            } else {
                result.append(byte)
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func computed(_ text: String, base: Double?) throws(NotationError) -> String {
        let amount = try CSSCalculation.value(text, self, base: base)
        switch amount.kind {
        case .number: return Self.text(amount.value)
        case .angle: return Self.text(amount.value) + "deg"
        case .length:
            if amount.fraction == 0 { return Self.text(amount.value) + "px" }
            if amount.value == 0 { return Self.text(amount.fraction * 100) + "%" }
            throw NotationError("calc() that mixes lengths and percentages has no equal here")
        }
    }

    /// A number with at most six decimals.
    static func text(_ value: Double) -> String { DecimalNumber.text(rounded(value)) }

    static func rounded(_ value: Double) -> Double {
        guard abs(value) < 1e9 else { return value }
        return (value * 1e6).rounded() / 1e6
    }

    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != bytes[start] {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// The place after the bracket that closes the one at `start`.
    static func endOfBracket(_ bytes: [UInt8], from start: Int) -> Int {
        var (index, depth) = (start, 0)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                index = endOfString(bytes, from: index)
                continue
            }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
            index += 1
        }
        return bytes.count
    }
}
