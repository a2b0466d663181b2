import PenumbraSVG

/// The declarations of one box, gathered from pasted text.
struct CSSRules {
    /// The selector of the box's rule. Nil for declarations without a rule.
    private(set) var selector: String?
    private(set) var declarations: [Declaration] = []
    private(set) var variables: [String: String] = [:]
    private(set) var issues: [CSSIssue] = []

    /// Whether a text has declarations or rules, rather than a single value.
    static func areDeclarations(_ text: String) -> Bool {
        let bytes = CSSText.withoutComments(text)
        return CSSText.next([0x3A, 0x7B], in: bytes, from: 0) < bytes.count
    }

    init(_ text: String) {
        let bytes = CSSText.withoutComments(text)
        guard bytes.count <= CSSLimits.bytes else {
            issues.append(CSSIssue("the text", "it has more than \(CSSLimits.bytes) bytes"))
            return
        }
        let (open, close, end) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"))
        var index = 0
        var loose: [UInt8] = []
        while index < bytes.count {
            let stop = CSSText.next([open, close, end], in: bytes, from: index)
            guard stop < bytes.count, bytes[stop] == open else {
                if stop < bytes.count, bytes[stop] == close { issues.append(CSSIssue("}", "no rule is open here")) }
                loose += bytes[index..<stop] + [end]
                index = stop + 1
                continue
            }
            let name = CSSText.trimmed(bytes[index..<stop])
            let last = Self.end(of: bytes, from: stop + 1)
            if last >= bytes.count { issues.append(CSSIssue(name, "its rule has no closing brace")) }
            rule(name, Array(bytes[(stop + 1)..<min(last, bytes.count)]))
            index = last + 1
        }
        add(loose)
    }

    /// The place of the brace that closes a rule.
    private static func end(of bytes: [UInt8], from start: Int) -> Int {
        var (index, depth) = (start, 1)
        while index < bytes.count {
            index = CSSText.next([UInt8(ascii: "{"), UInt8(ascii: "}")], in: bytes, from: index)
            guard index < bytes.count else { break }
            depth += bytes[index] == UInt8(ascii: "{") ? 1 : -1
            if depth == 0 { return index }
            index += 1
        }
        return bytes.count
    }

    private mutating func rule(_ name: String, _ body: [UInt8]) {
        if name.hasPrefix("@") {
            issues.append(CSSIssue(name, "at-rules don't apply to one box"))
        } else if body.contains(UInt8(ascii: "{")) {
            issues.append(CSSIssue(name, "it has nested rules; paste the declarations of one box"))
        } else if [":root", "html", ":host", "*"].contains(name) {
            for declaration in CSSText.declarations(body) {
                if declaration.name.hasPrefix("--") {
                    variables[declaration.name] = declaration.value
                } else {
                    issues.append(CSSIssue("\(name) \(declaration.name)", "only custom properties are read from this rule"))
                }
            }
        } else if selector == nil || selector == name {
            selector = name
            add(body)
        } else {
            issues.append(CSSIssue(name, "it is a second box; convert one box at a time"))
        }
    }

    private mutating func add(_ body: [UInt8]) {
        var index = 0
        while index < body.count {
            let end = CSSText.next([UInt8(ascii: ";")], in: body, from: index)
            defer { index = end + 1 }
            let text = CSSText.trimmed(body[index..<end])
            guard !text.isEmpty else { continue }
            guard let declaration = CSSText.declarations(Array(text.utf8)).first else {
                issues.append(CSSIssue(text, "expected a property and a value, such as `opacity: 0.5`"))
                continue
            }
            // Names of custom properties keep their case.
            if declaration.name.hasPrefix("--") {
                let name = text.prefix { $0 != ":" }.split(whereSeparator: \.isWhitespace).first.map(String.init)
                variables[name ?? declaration.name] = declaration.value
            } else if declarations.count < CSSLimits.declarations {
                declarations.append(declaration)
            } else if declarations.count == CSSLimits.declarations {
                issues.append(CSSIssue(declaration.name, "more than \(CSSLimits.declarations) declarations"))
                return
            }
        }
    }
}
