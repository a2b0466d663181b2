import PenumbraScene
import PenumbraSystem

/// The defaults of a template, in `<script type="application/json" id="parameters">`.
struct TemplateParameters {
    /// Nil if the document has no such element.
    var defaults: [String: JSONValue]?
    var names: [String] = []
    /// The document with spaces instead of the defaults, whose braces are no tags.
    var template: [UInt8]

    init(_ bytes: [UInt8], memory: Int) throws(HTMLError) {
        template = bytes
        guard let range = Self.element(in: bytes) else { return }
        let start = HTMLTemplate.place(range.lowerBound, in: bytes)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(bytes[range]), limit: range.count, memory: memory)
        } catch {
            let column = error.line == 1 ? start.column + error.column - 1 : error.column
            throw HTMLError(
                at: HTMLPlace(line: start.line + error.line - 1, column: column), "the parameters: \(error.message)")
        }
        guard case .object(let object) = value else {
            throw HTMLError(at: start, "the parameters: found \(value.summary), expected an object of names and default values")
        }
        var defaults: [String: JSONValue] = [:]
        for member in object.members {
            if let fault = Parameter.fault(inName: member.key) { throw HTMLError(at: start, fault) }
            if defaults.updateValue(member.value, forKey: member.key) == nil { names.append(member.key) }
        }
        self.defaults = defaults
        for index in range where template[index] != 0x0A { template[index] = 0x20 }
    }

    /// The content of the element with the parameters. Nil if there is none.
    static func element(in bytes: [UInt8]) -> Range<Int>? {
        var index = 0
        while index < bytes.count {
            guard let found = bytes[index...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
            index = found + 1
            if has("!--", bytes, index) {
                while index < bytes.count, !has("-->", bytes, index) { index += 1 }
            } else if has("script", bytes, index) {
                let (isWanted, content) = attributes(bytes, index + 6)
                var end = content
                while end < bytes.count, !has("</script", bytes, end) { end += 1 }
                if isWanted { return content..<end }
                index = end
            }
        }
        return nil
    }

    private static func has(_ text: StaticString, _ bytes: [UInt8], _ index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        for position in 0..<text.utf8CodeUnitCount {
            let byte = bytes[index + position]
            guard ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == text.utf8Start[position] else { return false }
        }
        return true
    }

    /// Whether a tag's attributes have the id of the parameters, and the index after the tag.
    private static func attributes(_ bytes: [UInt8], _ start: Int) -> (Bool, Int) {
        var (index, quote, isWanted) = (start, UInt8(0), false)
        while index < bytes.count {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return (isWanted, index + 1)
            } else if byte <= 0x20 {
                for id: StaticString in ["id=\"parameters\"", "id='parameters'", "id=parameters"]
                where has(id, bytes, index + 1) {
                    isWanted = true
                }
            }
            index += 1
        }
        return (false, bytes.count)
    }
}
