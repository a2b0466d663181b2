/// Reads one selector. Selectors with other pseudo-classes match nothing, as CSS drops rules that it doesn't know.
package struct SelectorParser {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Nil for a malformed selector, which makes CSS drop the whole rule.
    package mutating func parse() -> Selector? {
        var selector = Selector(compounds: [], combinators: [])
        while true {
            guard let compound = compound() else { return nil }
            selector.compounds.append(compound)
            let hasSpace = skipSpace()
            guard index < bytes.count else { break }
            switch bytes[index] {
            case UInt8(ascii: ">"): selector.combinators.append(.child)
            case UInt8(ascii: "+"): selector.combinators.append(.next)
            case UInt8(ascii: "~"): selector.combinators.append(.following)
            default:
                guard hasSpace else { return nil }
                selector.combinators.append(.descendant)
                continue
            }
            index += 1
            skipSpace()
        }
        return selector.compounds.count <= Selector.mostCompounds ? selector : nil
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
        return index > start
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let wanted = text.withUTF8Buffer { Array($0) }
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    private mutating func name() -> String? {
        var name: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 || byte == UInt8(ascii: "_")
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
                name.append(bytes[index])
            } else if isLetter || byte == UInt8(ascii: "-") || byte &- 0x30 < 10 {
                name.append(byte)
            } else {
                break
            }
            index += 1
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private mutating func compound() -> [Selector.Condition]? {
        var conditions: [Selector.Condition] = []
        skipSpace()
        let start = index
        if skip("*") {
            // Matches every element.
        } else if let name = name() {
            conditions.append(.type(name))
        }
        while index < bytes.count {
            if skip(".") {
                guard let name = name() else { return nil }
                conditions.append(.classes(name))
            } else if skip("#") {
                guard let name = name() else { return nil }
                conditions.append(.identifier(name))
            } else if skip("[") {
                guard let condition = attribute() else { return nil }
                conditions.append(condition)
            } else if skip(":") {
                guard !skip(":"), let name = name() else { return nil }
                switch name.lowercased() {
                case "first-child": conditions.append(.firstChild)
                case "last-child": conditions.append(.lastChild)
                case "only-child": conditions.append(.onlyChild)
                case "root": conditions.append(.root)
                // Nothing is pointed at, focused or visited in a picture.
                case "hover", "active", "focus", "visited", "target", "link": conditions.append(.never)
                default: return nil
                }
            } else {
                break
            }
        }
        return index > start ? conditions : nil
    }

    private mutating func attribute() -> Selector.Condition? {
        skipSpace()
        guard let name = name() else { return nil }
        skipSpace()
        if skip("]") { return .attribute(name, .exists, "") }
        let match: Selector.Match
        if skip("=") {
            match = .equals
        } else if skip("~=") {
            match = .word
        } else if skip("|=") {
            match = .dash
        } else if skip("^=") {
            match = .prefix
        } else if skip("$=") {
            match = .suffix
        } else if skip("*=") {
            match = .part
        } else {
            return nil
        }
        skipSpace()
        guard index < bytes.count else { return nil }
        var value: String
        if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
            let quote = bytes[index]
            guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
            value = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            index = end + 1
        } else {
            guard let word = self.name() else { return nil }
            value = word
        }
        skipSpace()
        return skip("]") ? .attribute(name, match, value) : nil
    }
}
