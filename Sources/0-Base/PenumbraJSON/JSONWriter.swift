import PenumbraElementary
import PenumbraSystem

extension JSONValue {
    /// Writes the value as an indented JSON document that ends with a line feed.
    ///
    /// Arrays and objects that contain no objects are written on one line if they fit in 100 columns. Numbers have the
    /// fewest digits that read back as the same double. A number that is not finite is written as `null`, as JSON has no
    /// notation for it.
    public func prettyPrinted() -> String {
        var writer = JSONWriter()
        writer.write(self, indentation: 0, column: 0)
        return writer.text + "\n"
    }

    /// Writes the value without any white space.
    public func compact() -> String {
        JSONWriter.oneLine(self, limit: .max, spaced: false) ?? "null"
    }
}

struct JSONWriter {
    private(set) var text = ""

    private static let width = 100

    mutating func write(_ value: JSONValue, indentation: Int, column: Int) {
        let room = Self.width - column
        if Self.fitsOnOneLine(value), let line = Self.oneLine(value, limit: max(0, room), spaced: true) {
            text += line
            return
        }
        let inner = String(repeating: " ", count: indentation + 2)
        switch value {
        case .array(let elements):
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                write(element, indentation: indentation + 2, column: indentation + 2)
                text += index + 1 < elements.count ? ",\n" : "\n"
            }
            text += inner.dropLast(2) + "]"
        case .object(let object):
            text += "{\n"
            for (index, member) in object.members.enumerated() {
                let key = quotedJSON(member.key) + ": "
                text += inner + key
                write(member.value, indentation: indentation + 2, column: indentation + 2 + key.count)
                text += index + 1 < object.members.count ? ",\n" : "\n"
            }
            text += inner.dropLast(2) + "}"
        default:
            text += Self.oneLine(value, limit: .max, spaced: true) ?? "null"
        }
    }

    /// True if nothing inside is an object with members.
    private static func fitsOnOneLine(_ value: JSONValue) -> Bool {
        func holdsObject(_ value: JSONValue, _ depth: Int) -> Bool {
            switch value {
            case .object(let object): !object.members.isEmpty
            case .array(let elements): depth > 3 || elements.contains { holdsObject($0, depth + 1) }
            default: false
            }
        }
        return switch value {
        case .array(let elements): !elements.contains { holdsObject($0, 0) }
        case .object(let object): !object.members.contains { holdsObject($0.value, 0) }
        default: true
        }
    }

    /// Writes a value on one line; nil if the text would be longer than `limit`. The function stops soon after the limit is
    /// passed.
    static func oneLine(_ value: JSONValue, limit: Int, spaced: Bool) -> String? {
        var text = ""
        func append(_ value: JSONValue) -> Bool {
            switch value {
            case .null: text += "null"
            case .bool(let flag): text += flag ? "true" : "false"
            case .number(let number): text += number.isFinite ? DecimalNumber.text(number) : "null"
            case .string(let string): text += quotedJSON(string)
            case .array(let elements):
                text += "["
                for (index, element) in elements.enumerated() {
                    if index > 0 { text += spaced ? ", " : "," }
                    guard append(element) else { return false }
                }
                text += "]"
            case .object(let object):
                text += "{"
                for (index, member) in object.members.enumerated() {
                    if index > 0 { text += spaced ? ", " : "," }
                    text += quotedJSON(member.key) + (spaced ? ": " : ":")
                    guard append(member.value) else { return false }
                }
                text += "}"
            }
            return text.utf8.count <= limit
        }
        return append(value) ? text : nil
    }
}

/// Writes a string in JSON notation.
func quotedJSON(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// Quotes a string for a one-line message. Control characters are escaped, and the end of a long string is left out.
package func quoted(_ string: String) -> String {
    let shown = string.unicodeScalars.prefix(40)
    guard shown.count < string.unicodeScalars.count else { return oneLine(quotedJSON(string)) }
    return oneLine(quotedJSON(String(shown) + "…"))
}
