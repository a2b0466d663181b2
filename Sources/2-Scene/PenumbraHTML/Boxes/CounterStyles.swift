import PenumbraCSS
import PenumbraScene

/// The counter styles of a document: those of browsers, and those of `@counter-style` rules.
struct CounterStyles {
    private var own: [String: CounterStyle] = [:]
    /// The most styles that extend each other or stand in for each other.
    private static let mostSteps = 16

    /// - Parameter rules: the descriptors of `@counter-style` rules, by their names.
    init(_ rules: [String: [CSSDeclaration]] = [:]) {
        for name in rules.keys.sorted() where Self.mayBeDefined(name) {
            own[name] = style(name, rules, steps: 0)
        }
    }

    private static func mayBeDefined(_ name: String) -> Bool {
        !["none", "decimal", "disc", "circle", "square", "disclosure-open", "disclosure-closed"].contains(name.asciiLowercased)
    }

    /// The style of a name or of `symbols()`. Nil for unknown names.
    private subscript(name: String) -> CounterStyle? {
        if let style = own[name] ?? Self.known[name.asciiLowercased] { return style }
        return name.contains("(") ? Self.symbols(name) : nil
    }

    /// A number in a style. Nil for `none`.
    func text(_ value: Int, _ name: String) -> String? {
        switch name.asciiLowercased {
        case "none" where own[name] == nil: return nil
        case "disc": return "•"
        case "circle": return "◦"
        case "square": return "▪"
        case "disclosure-open": return "▾"
        case "disclosure-closed": return "▸"
        default: break
        }
        // A string is the marker itself.
        if let first = CSSTokenizer.tokens(name).first, first.kind == .string { return first.text }
        var here = name
        for _ in 0..<Self.mostSteps {
            guard let style = self[here] else { break }
            if let text = style.text(value) { return text }
            here = style.fallback
        }
        return "\(value)"
    }

    /// The text of a marker: the number between what the style puts around it.
    func marker(_ value: Int, _ name: String) -> String? {
        guard let text = text(value, name) else { return nil }
        if CounterScopes.isSymbol(name) { return text }
        guard let style = self[name] else { return text + ". " }
        return style.prefix + text + style.suffix
    }

    // MARK: - Rules

    private func style(_ name: String, _ rules: [String: [CSSDeclaration]], steps: Int) -> CounterStyle? {
        guard steps < Self.mostSteps, let rule = rules[name] else { return Self.known[name.asciiLowercased] }
        func value(_ descriptor: String) -> [CSSToken]? {
            rule.last { $0.name == descriptor }.map { CSSTokenizer.tokens($0.value).filter { !$0.isSpace } }
        }
        guard rule.allSatisfy({ $0.name == "additive-symbols" || $0.name == "symbols" || Self.isShort($0.value) }) else {
            return nil
        }
        let system = value("system") ?? []
        let kind = system.first?.text.asciiLowercased ?? "symbolic"
        let list = (value("symbols") ?? []).filter { $0.kind == .string || $0.kind == .ident }.map(\.text)
        guard list.allSatisfy(Self.isShort) else { return nil }
        var result: CounterStyle
        switch kind {
        case "extends":
            guard system.count > 1 else { return nil }
            let base = system[1].text == name ? nil : style(system[1].text, rules, steps: steps + 1)
            result = base ?? CounterStyle(system: .numeric, symbols: Self.digits)
        case "fixed":
            result = CounterStyle(system: .fixed(first: Self.integer(system.count > 1 ? system[1] : nil) ?? 1), symbols: list)
        case "additive":
            result = CounterStyle(system: .additive)
            for item in CSSTokenizer.split(value("additive-symbols") ?? [], at: .comma) {
                let number = item.first { $0.kind == .number }
                let symbol = item.first { $0.kind == .string || $0.kind == .ident }
                guard let weight = Self.integer(number), weight >= 0, let symbol, Self.isShort(symbol.text),
                    result.weights.last.map({ $0.weight > weight }) ?? true
                else { return nil }
                result.weights.append((weight, symbol.text))
            }
        default:
            let systems: [String: CounterStyle.System] = [
                "cyclic": .cyclic, "numeric": .numeric, "alphabetic": .alphabetic, "symbolic": .symbolic,
            ]
            guard let own = systems[kind] else { return nil }
            result = CounterStyle(system: own, symbols: list)
        }
        if let text = value("prefix")?.first?.text { result.prefix = text }
        if let text = value("suffix")?.first?.text { result.suffix = text }
        if let signs = value("negative"), let first = signs.first {
            result.negative = (first.text, signs.count > 1 ? signs[1].text : "")
        }
        if let pad = value("pad"), let length = pad.compactMap({ Self.integer($0) }).first, length >= 0,
            let symbol = pad.first(where: { $0.kind == .string || $0.kind == .ident })
        {
            result.pad = (length, symbol.text)
        }
        if let name = value("fallback")?.first?.text { result.fallback = name }
        if let range = value("range"), range.first?.isIdent("auto") != true {
            result.ranges = CSSTokenizer.split(range, at: .comma).compactMap { bounds in
                guard bounds.count == 2, let first = bounds.first, let last = bounds.last else { return nil }
                let low = first.isIdent("infinite") ? Int.min + 1 : Self.integer(first)
                let high = last.isIdent("infinite") ? Int.max : Self.integer(last)
                guard let low, let high, low <= high else { return nil }
                return low...high
            }
        }
        return result
    }

    private static func isShort(_ text: String) -> Bool { text.utf8.count <= CounterStyle.bytesOfSymbol }

    private static func integer(_ token: CSSToken?) -> Int? {
        guard let token, token.kind == .number, token.number.rounded() == token.number, abs(token.number) < 1e9 else {
            return nil
        }
        return Int(token.number)
    }

    /// The style that `symbols()` describes.
    private static func symbols(_ value: String) -> CounterStyle? {
        let tokens = CSSTokenizer.tokens(value).filter { !$0.isSpace }
        guard let first = tokens.first, first.kind == .function, first.text.isEqualIgnoringCase(to: "symbols") else {
            return nil
        }
        let word = tokens.first { $0.kind == .ident }?.text.asciiLowercased ?? "symbolic"
        let systems: [String: CounterStyle.System] = [
            "cyclic": .cyclic, "numeric": .numeric, "alphabetic": .alphabetic, "symbolic": .symbolic, "fixed": .fixed(first: 1),
        ]
        let list = tokens.filter { $0.kind == .string }.map(\.text)
        guard list.allSatisfy(isShort) else { return nil }
        return systems[word].map { CounterStyle(system: $0, symbols: list, suffix: " ") }
    }

    static let digits = "0123456789".map(String.init)
}
