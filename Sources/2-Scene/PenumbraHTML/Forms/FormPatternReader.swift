/// Reads a regular expression: ECMAScript, section 22.2.1, with the flag `v`. Every method returns nil for mistakes.
struct FormPatternReader {
    private typealias Part = FormPattern.Part
    private typealias Letters = FormPattern.Letters

    private let text: [Unicode.Scalar]
    private var index = 0
    private var depth = 0

    /// The most groups inside each other.
    private static let mostDepth = 40
    private static let mostCount = 100_000

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    mutating func whole() -> FormPattern.Part? {
        guard let part = choice(), index == text.count else { return nil }
        return part
    }

    private mutating func choice() -> Part? {
        guard depth < Self.mostDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        var parts: [Part] = []
        repeat {
            guard let part = sequence() else { return nil }
            parts.append(part)
        } while skip("|")
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() -> Part? {
        var parts: [Part] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let part = atom() else { return nil }
            switch part {
            case .start, .end, .ahead: parts.append(part)
            default:
                guard let counted = counted(part) else { return nil }
                parts.append(counted)
            }
        }
        return .sequence(parts)
    }

    private mutating func atom() -> Part? {
        guard let scalar = next else { return nil }
        index += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .one(.any)
        case "(": return group()
        case "[": return letters().map { .one($0) }
        case "\\": return escape(others: "^$\\.*+?()[]{}|/").map { .one($0) }
        case "*", "+", "?", ")", "]", "{", "}", "|": return nil
        default: return .one(.range(scalar.value...scalar.value))
        }
    }

    private mutating func group() -> Part? {
        var isWanted: Bool?
        if skip("?") {
            if skip("=") {
                isWanted = true
            } else if skip("!") {
                isWanted = false
            } else if skip("<") {
                guard let first = next, first != "=", first != "!" else { return nil }
                while let scalar = next, scalar != ">" { index += 1 }
                guard skip(">") else { return nil }
            } else {
                guard skip(":") else { return nil }
            }
        }
        guard let inside = choice(), skip(")") else { return nil }
        return isWanted.map { Part.ahead(inside, isWanted: $0) } ?? inside
    }

    /// A part with the counts behind it. Those that match little first match the same whole texts.
    private mutating func counted(_ part: Part) -> Part? {
        var (least, most) = (1, 1)
        if skip("*") {
            (least, most) = (0, .max)
        } else if skip("+") {
            (least, most) = (1, .max)
        } else if skip("?") {
            (least, most) = (0, 1)
        } else if skip("{") {
            guard let first = number() else { return nil }
            (least, most) = (first, first)
            if skip(",") { most = next == "}" ? .max : number() ?? -1 }
            guard skip("}"), most >= least else { return nil }
        } else {
            return part
        }
        _ = skip("?")
        return .many(part, least: least, most: most)
    }

    private mutating func number() -> Int? {
        let start = index
        while let scalar = next, ("0"..."9").contains(scalar) { index += 1 }
        let digits = String(String.UnicodeScalarView(text[start..<index]))
        return Int(digits).flatMap { $0 <= Self.mostCount ? $0 : nil }
    }

    // MARK: - Letters

    /// A set in brackets. Sets inside sets, and what is common to two, are left out.
    private mutating func letters() -> Letters? {
        let isNegated = skip("^")
        var sets: [Letters] = []
        while let scalar = next, scalar != "]" {
            guard let first = member() else { return nil }
            guard skip("-") else {
                sets.append(first)
                continue
            }
            guard let last = member(), case .range(let from) = first, case .range(let to) = last,
                from.lowerBound <= to.lowerBound
            else { return nil }
            sets.append(.range(from.lowerBound...to.lowerBound))
        }
        guard skip("]") else { return nil }
        return isNegated ? .not(.union(sets)) : .union(sets)
    }

    /// A letter of a set, or an escape. Marks that have a meaning there need a backslash.
    private mutating func member() -> Letters? {
        guard let scalar = next else { return nil }
        index += 1
        if scalar == "\\" { return escape(others: "^$\\.*+?()[]{}|/-&!#%,:;<=>@`~") }
        guard !"()[]{}/-|".unicodeScalars.contains(scalar) else { return nil }
        let isDouble = next == scalar && "&!#$%*+,.:;<=>?@^`~".unicodeScalars.contains(scalar)
        return isDouble ? nil : .range(scalar.value...scalar.value)
    }

    /// The letters of an escape, behind its backslash.
    private mutating func escape(others: String) -> Letters? {
        guard let scalar = next else { return nil }
        index += 1
        switch scalar {
        case "d": return .digit
        case "D": return .not(.digit)
        case "w": return .word
        case "W": return .not(.word)
        case "s": return .space
        case "S": return .not(.space)
        case "t": return .range(0x09...0x09)
        case "n": return .range(0x0A...0x0A)
        case "v": return .range(0x0B...0x0B)
        case "f": return .range(0x0C...0x0C)
        case "r": return .range(0x0D...0x0D)
        case "x": return hexadecimal(2)
        case "u": return skip("{") ? hexadecimal(nil) : hexadecimal(4)
        default: return others.unicodeScalars.contains(scalar) ? .range(scalar.value...scalar.value) : nil
        }
    }

    /// A letter by its number, with a fixed count of digits, or up to a brace.
    private mutating func hexadecimal(_ count: Int?) -> Letters? {
        let start = index
        while let scalar = next, scalar.properties.isASCIIHexDigit, index - start < count ?? 6 { index += 1 }
        let digits = String(String.UnicodeScalarView(text[start..<index]))
        guard count == nil || index - start == count, let value = UInt32(digits, radix: 16) else { return nil }
        if count == nil { guard skip("}") else { return nil } }
        return .range(value...value)
    }
}
