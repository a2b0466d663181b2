import PenumbraCSS
import PenumbraScene

/// The counter styles of a document: those of browsers, and those of `@counter-style` rules.
///
/// Each is made when it is first asked for.
final class CounterStyles {
    private let rules: [String: CSSCounterStyle]
    /// The styles of rules and of `symbols()`. Nil for malformed ones.
    private var made: [String: CounterStyle?] = [:]
    /// The most styles that stand in for each other.
    private static let mostSteps = 16
    /// The most symbols of a style.
    static let mostSymbols = 1000

    init(_ rules: [String: CSSCounterStyle] = [:]) { self.rules = rules }

    /// The style of a name or of `symbols()`. Nil for unknown names and malformed styles.
    private subscript(name: String) -> CounterStyle? {
        if let found = made[name] { return found ?? Self.known[name.asciiLowercased] }
        if rules[name] != nil { return ofRule(name) ?? Self.known[name.asciiLowercased] }
        if let style = Self.known[name.asciiLowercased] { return style }
        guard name.contains("(") else { return nil }
        let style = Self.symbols(name)
        made[name] = .some(style)
        return style
    }

    /// Whether a name or text stands for markers.
    func isKnown(_ name: String) -> Bool {
        name.asciiLowercased == "none" || CounterScopes.isSymbol(name) || self[name] != nil
    }

    /// The malformed rules.
    var malformed: [(name: String, rule: CSSCounterStyle)] {
        rules.sorted { ($0.value.sheet, $0.value.offset) < ($1.value.sheet, $1.value.offset) }
            .filter { ofRule($0.key) == nil }.map { ($0.key, $0.value) }
    }

    /// The style of a rule, and with it those that it extends.
    private func ofRule(_ name: String) -> CounterStyle? {
        var (chain, here): ([String], String) = ([], name)
        var base: CounterStyle?
        while true {
            if let known = made[here] {
                base = known
                break
            }
            // Styles that extend each other extend decimal.
            guard let rule = rules[here], !chain.contains(here) else {
                base = chain.contains(here) ? nil : Self.known[here.asciiLowercased]
                break
            }
            chain.append(here)
            guard chain.count < Self.longestChain, let next = Self.extended(by: rule) else { break }
            here = next
        }
        for name in chain.reversed() {
            guard let rule = rules[name] else { continue }
            base = Self.style(rule, extending: base)
            made[name] = .some(base)
        }
        return base
    }

    /// The most styles that extend each other.
    private static let longestChain = 1000

    /// The name of the style that a rule extends.
    private static func extended(by rule: CSSCounterStyle) -> String? {
        guard let value = rule.descriptors.last(where: { $0.name == "system" })?.value, value.utf8.count < 300 else {
            return nil
        }
        let tokens = CSSTokenizer.tokens(value).filter { !$0.isSpace }
        guard tokens.count == 2, tokens[0].isIdent("extends"), tokens[1].kind == .ident else { return nil }
        return tokens[1].text
    }

    /// A number in a style. Nil for `none`.
    func text(_ value: Int, _ name: String) -> String? {
        switch name.asciiLowercased {
        case "none": return nil
        case "disc": return "•"
        case "circle": return "◦"
        case "square": return "▪"
        case "disclosure-open": return "▾"
        case "disclosure-closed": return "▸"
        default: break
        }
        // A string is the marker itself.
        if name.hasPrefix("\"") || name.hasPrefix("'") { return CSSTokenizer.tokens(name).first?.text }
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

    /// The style of a rule. Nil for a malformed one.
    ///
    /// - Parameter base: the style that it extends. Nil is decimal.
    private static func style(_ rule: CSSCounterStyle, extending base: CounterStyle?) -> CounterStyle? {
        func value(_ descriptor: String) -> [CSSToken]? {
            rule.descriptors.last { $0.name == descriptor }.map { CSSTokenizer.tokens($0.value).filter { !$0.isSpace } }
        }
        guard rule.descriptors.allSatisfy({ $0.name == "additive-symbols" || $0.name == "symbols" || isShort($0.value) }) else {
            return nil
        }
        let system = value("system") ?? []
        let kind = system.first?.text.asciiLowercased ?? "symbolic"
        let symbols = value("symbols") ?? []
        guard symbols.count <= mostSymbols, symbols.allSatisfy({ $0.kind == .string || $0.kind == .ident }) else { return nil }
        let list = symbols.map(\.text)
        guard list.allSatisfy(isShort) else { return nil }
        var result: CounterStyle
        switch kind {
        case "extends":
            guard system.count > 1 else { return nil }
            result = base ?? CounterStyle(system: .numeric, symbols: digits)
        case "fixed":
            guard !list.isEmpty else { return nil }
            result = CounterStyle(system: .fixed(first: integer(system.count > 1 ? system[1] : nil) ?? 1), symbols: list)
        case "additive":
            result = CounterStyle(system: .additive)
            let items = CSSTokenizer.split(value("additive-symbols") ?? [], at: .comma)
            guard (1...mostSymbols).contains(items.count) else { return nil }
            for item in items {
                let number = item.first { $0.kind == .number }
                let symbol = item.first { $0.kind == .string || $0.kind == .ident }
                guard let weight = integer(number), weight >= 0, let symbol, isShort(symbol.text),
                    result.weights.last.map({ $0.weight > weight }) ?? true
                else { return nil }
                result.weights.append((weight, symbol.text))
            }
        default:
            let systems: [String: CounterStyle.System] = [
                "cyclic": .cyclic, "numeric": .numeric, "alphabetic": .alphabetic, "symbolic": .symbolic,
            ]
            guard let own = systems[kind], list.count > (["numeric", "alphabetic"].contains(kind) ? 1 : 0) else { return nil }
            result = CounterStyle(system: own, symbols: list)
        }
        if let text = value("prefix")?.first?.text { result.prefix = text }
        if let text = value("suffix")?.first?.text { result.suffix = text }
        if let signs = value("negative"), let first = signs.first {
            result.negative = (first.text, signs.count > 1 ? signs[1].text : "")
        }
        if let pad = value("pad"), let length = pad.compactMap({ integer($0) }).first, length >= 0,
            let symbol = pad.first(where: { $0.kind == .string || $0.kind == .ident })
        {
            result.pad = (length, symbol.text)
        }
        if let name = value("fallback")?.first?.text { result.fallback = name }
        if let range = value("range"), let ranges = Self.ranges(range) { result.ranges = ranges }
        return result
    }

    /// The numbers that a style represents. Nil for `auto` and for a malformed list.
    private static func ranges(_ tokens: [CSSToken]) -> [ClosedRange<Int>]? {
        var result: [ClosedRange<Int>] = []
        for bounds in CSSTokenizer.split(tokens, at: .comma) {
            guard bounds.count == 2, let first = bounds.first, let last = bounds.last,
                let low = first.isIdent("infinite") ? Int.min + 1 : integer(first),
                let high = last.isIdent("infinite") ? Int.max : integer(last), low <= high
            else { return nil }
            result.append(low...high)
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
        guard list.count <= mostSymbols, list.allSatisfy(isShort) else { return nil }
        return systems[word].map { CounterStyle(system: $0, symbols: list, suffix: " ") }
    }

    static let digits = "0123456789".map(String.init)
}
