import Glibc
import Penumbra
import PenumbraSystem

/// The options of a call: the members of a JSON object, each of which must be read.
struct CallOptions {
    private var members: [String: JSONValue] = [:]

    init(_ text: UnsafePointer<CChar>?) throws {
        guard let text else { return }
        let value: JSONValue
        do throws(SceneError) {
            value = try JSONValue(
                document: Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(UInt8.init(bitPattern:)))
        } catch {
            throw UsageError("options: \(error)")
        }
        guard case .object(let object) = value else { throw UsageError("options: found \(value.summary), expected an object") }
        for member in object.members { members[member.key] = member.value }
    }

    private mutating func take<Value>(
        _ name: String, _ wanted: String, _ read: (JSONValue) throws -> Value?
    ) throws -> Value? {
        guard let value = members.removeValue(forKey: name), value != .null else { return nil }
        guard let result = try read(value) else {
            throw UsageError("options.\(name): found \(value.summary), expected \(wanted)")
        }
        return result
    }

    mutating func string(_ name: String) throws -> String? {
        try take(name, "a text") { if case .string(let text) = $0 { text } else { nil } }
    }

    mutating func bool(_ name: String) throws -> Bool? {
        try take(name, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
    }

    mutating func integer(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        try take(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            guard case .number(let number) = $0, let integer = Int(exactly: number), range.contains(integer) else { return nil }
            return integer
        }
    }

    /// Numbers of objects.
    mutating func integers(_ name: String) throws -> [Int]? {
        try take(name, "a list of objects' numbers") {
            guard case .array(let values) = $0 else { return nil }
            let numbers = values.compactMap { value -> Int? in
                guard case .number(let number) = value, number >= 0 else { return nil }
                return Int(exactly: number)
            }
            return numbers.count == values.count ? numbers : nil
        }
    }

    /// The height of a page: points, or that of its content.
    enum PageHeight: Equatable {
        case automatic
        case points(Double)
    }

    mutating func pageHeight(_ name: String, _ range: ClosedRange<Int>) throws -> PageHeight? {
        try take(name, "\"auto\" or a whole number from \(range.lowerBound) to \(range.upperBound)") {
            switch $0 {
            case .string("auto"): return .automatic
            case .number(let number):
                guard let integer = Int(exactly: number), range.contains(integer) else { return nil }
                return .points(number)
            default: return nil
            }
        }
    }

    /// A number above zero.
    mutating func number(_ name: String) throws -> Double? {
        try take(name, "a number above 0") { if case .number(let number) = $0, number > 0 { number } else { nil } }
    }

    /// Seconds, as a number or as text: `"1001/30000"`.
    mutating func time(_ name: String) throws -> Time? {
        try take(name, "seconds from 0") {
            switch $0 {
            case .number(let seconds): try? Time("\(seconds)")
            case .string(let text): try? Time(text)
            default: nil
            }
        }
    }

    mutating func strings(_ name: String) throws -> [String]? {
        try take(name, "a list of texts") {
            guard case .array(let values) = $0 else { return nil }
            let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == values.count ? texts : nil
        }
    }

    mutating func object(_ name: String) throws -> [String: JSONValue]? {
        try take(name, "an object") {
            guard case .object(let object) = $0 else { return nil }
            return Dictionary(object.members.map { ($0.key, $0.value) }) { first, _ in first }
        }
    }

    /// One of some words.
    mutating func word<Value>(_ name: String, _ words: [String], _ read: (String) -> Value?) throws -> Value? {
        try take(name, words.map { "\"\($0)\"" }.joined(separator: ", ")) {
            guard case .string(let word) = $0, words.contains(word) else { return nil }
            return read(word)
        }
    }

    /// Throws if an option is left, which has no meaning for the call.
    func checkUsed() throws {
        guard let name = members.keys.min() else { return }
        throw UsageError("options.\(oneLine(name)): unknown option")
    }
}
