import PenumbraSVG
import PenumbraScene

/// The longhand properties of one box, with variables replaced, and the declarations that have no equal.
struct CSSCascade {
    private(set) var values: [String: String] = [:]
    var issues: [CSSIssue] = []
    /// Declarations that change nothing in the picture of one box, such as `cursor`.
    private(set) var unused: [String] = []
    private var importance: [String: Int] = [:]
    /// The names under which longhands were written.
    private var spellings: [String: String] = [:]

    init(_ rules: CSSRules, variables: [String: String]) {
        issues = rules.issues
        let variables = CSSVariables(values: variables.merging(rules.variables) { $1 })
        let plain = Set(rules.declarations.map(\.name))
        for declaration in rules.declarations {
            var name = declaration.name
            if let base = Self.unprefixed(name) {
                // The standard property, if it is there too, has the value that is meant.
                if plain.contains(base) { continue }
                name = base
            }
            do throws(NotationError) {
                let value = try variables.replaced(in: declaration.value)
                try declare(name, value, declaration.isImportant ? 1 : 0)
            } catch {
                issues.append(CSSIssue(declaration.name, error.words))
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// The names, as they were written, of those properties that the box has.
    func written(_ names: [String]) -> [String] {
        var result: [String] = []
        for name in names where values[name] != nil {
            let spelling = spellings[name] ?? name
            if !result.contains(spelling) { result.append(spelling) }
        }
        return result
    }

    private static func unprefixed(_ name: String) -> String? {
        for prefix in ["-webkit-", "-moz-", "-ms-", "-o-"] where name.hasPrefix(prefix) {
            let base = String(name.dropFirst(prefix.count))
            return [
                "text-fill-color", "text-stroke", "font-smoothing", "osx-font-smoothing", "tap-highlight-color", "appearance",
            ]
            .contains(base) ? nil : base
        }
        return nil
    }

    private mutating func set(_ name: String, _ value: String, _ level: Int) {
        guard importance[name, default: 0] <= level else { return }
        importance[name] = level
        if ["initial", "unset", "revert", "revert-layer"].contains(value.lowercased()) {
            values[name] = nil
        } else {
            values[name] = value
        }
    }

    private mutating func declare(_ name: String, _ value: String, _ level: Int) throws(NotationError) {
        if value.lowercased() == "inherit", !["color", "font", "font-family"].contains(name) {
            throw NotationError("`inherit` needs a parent; write the value")
        }
        if Self.longhands.contains(name) { return set(name, value, level) }
        if CSSUnused.contains(name), !CSSShorthand.ofContainers.contains(name) {
            if !unused.contains(name) { unused.append(name) }
            return
        }
        for (key, part) in try CSSShorthand.longhands(name, value) {
            spellings[key] = name
            set(key, part, level)
        }
    }

    static let sides = ["top", "right", "bottom", "left"]
    static let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]

    static let longhands: Set<String> = {
        var names: Set<String> = [
            "width", "height", "min-width", "min-height", "max-width", "max-height", "aspect-ratio", "box-sizing", "opacity",
            "box-shadow", "filter", "backdrop-filter", "transform", "transform-origin", "translate", "rotate", "scale",
            "mix-blend-mode", "clip-path", "color", "-webkit-text-fill-color", "font-size", "font-family", "font-weight",
            "font-style", "font-stretch", "line-height", "letter-spacing", "text-align", "text-shadow", "text-transform",
            "text-decoration-line", "text-decoration-color", "text-decoration-style", "text-decoration-thickness",
            "text-underline-offset", "-webkit-text-stroke-width", "-webkit-text-stroke-color", "word-spacing", "text-indent",
            "outline-width", "outline-style", "outline-color", "outline-offset", "white-space",
            "display", "visibility", "font-feature-settings", "font-variation-settings", "direction", "text-wrap", "hyphens",
            "corner-shape", "backface-visibility", "vertical-align", "perspective",
        ]
        names.formUnion(CSSConverter.propertiesOfContainers + CSSConverter.propertiesOfLines)
        names.formUnion(CSSConverter.fontVariants.map(\.property))
        for name in ["image", "position", "size", "repeat", "origin", "clip", "color", "blend-mode"] {
            names.insert("background-\(name)")
        }
        for name in ["image", "position", "size", "repeat", "origin", "clip", "mode", "composite"] {
            names.insert("mask-\(name)")
        }
        for side in sides {
            names.insert("padding-\(side)")
            for part in ["width", "style", "color"] { names.insert("border-\(side)-\(part)") }
        }
        for corner in corners { names.insert("border-\(corner)-radius") }
        return names
    }()
}

/// Properties that change nothing in the picture of one box that stands still.
enum CSSUnused {
    static func contains(_ name: String) -> Bool {
        names.contains(name)
            || [
                "margin", "transition", "animation", "scroll-", "grid", "flex", "inset", "overscroll-", "view-", "page-",
                "break-",
            ]
            .contains { name == $0 || name.hasPrefix($0.hasSuffix("-") ? $0 : $0 + "-") }
    }

    static let names: Set<String> = [
        "position", "top", "right", "bottom", "left", "float", "clear", "z-index", "order", "align-self", "justify-self",
        "place-self",
        "cursor", "pointer-events", "user-select", "will-change", "isolation", "contain", "content-visibility",
        "touch-action", "resize", "-webkit-font-smoothing", "-moz-osx-font-smoothing", "font-smoothing", "text-rendering",
        "-webkit-tap-highlight-color", "-webkit-appearance", "-moz-appearance", "appearance", "outline-none",
        "background-attachment", "content", "caret-color", "accent-color", "color-scheme",
        "box-decoration-break", "transform-style", "list-style",
        "text-size-adjust", "object-fit", "object-position", "zoom-none", "tab-size",
    ]
}

/// Replaces `var()` in values.
struct CSSVariables {
    let values: [String: String]

    func replaced(in text: String) throws(NotationError) -> String {
        var budget = CSSLimits.valueBytes
        return try replaced(in: text, depth: 0, budget: &budget)
    }

    private func replaced(in text: String, depth: Int, budget: inout Int) throws(NotationError) -> String {
        let bytes = Array(text.utf8)
        guard var start = Self.function(in: bytes, from: 0) else { return text }
        guard depth < CSSLimits.variableDepth else {
            throw NotationError("var() refers to itself, or is nested more than \(CSSLimits.variableDepth) deep")
        }
        var result: [UInt8] = []
        var index = 0
        while true {
            result += bytes[index..<start]
            let end = CSSUnits.endOfBracket(bytes, from: start + 3)
            let inner = Array(bytes[(start + 4)..<max(start + 4, end - 1)])
            let value = try self.value(of: inner)
            budget -= value.utf8.count + 16
            guard budget > 0 else { throw NotationError("the value is too long with its variables") }
            result += try Array(replaced(in: value, depth: depth + 1, budget: &budget).utf8)
            index = end
            guard let next = Self.function(in: bytes, from: index) else { break }
            start = next
        }
        return String(decoding: result + bytes[index...], as: UTF8.self)
    }

    /// The value of a name, or the fallback after the name.
    private func value(of inner: [UInt8]) throws(NotationError) -> String {
        let comma = CSSText.next([UInt8(ascii: ",")], in: inner, from: 0)
        let name = CSSText.trimmed(inner[..<comma])
        guard name.hasPrefix("--") else { throw NotationError("var() needs a name that starts with --") }
        if let known = values[name] { return known }
        guard comma < inner.count else {
            throw NotationError("var(\(name.prefix(60))) has no value; declare it or write a fallback")
        }
        return CSSText.trimmed(inner[(comma + 1)...])
    }

    /// The place of the next `var(`.
    private static func function(in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4, start <= bytes.count - 4 else { return nil }
        return (start...(bytes.count - 4)).first { index in
            bytes[index + 3] == UInt8(ascii: "(") && bytes[index] | 0x20 == UInt8(ascii: "v")
                && bytes[index + 1] | 0x20 == UInt8(ascii: "a") && bytes[index + 2] | 0x20 == UInt8(ascii: "r")
        }
    }
}
