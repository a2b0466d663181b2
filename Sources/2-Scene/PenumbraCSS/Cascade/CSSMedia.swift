import PenumbraGeometry

/// What media queries ask for (Media Queries 4 and 5): a still picture on a screen.
package struct CSSMedia: Sendable, Hashable {
    /// The size of the canvas in pixels of CSS.
    package var width: Double
    package var height: Double
    /// The device pixels in a pixel of CSS.
    package var resolution: Double
    package var isDark: Bool
    /// The font size that relative lengths refer to.
    var fontSize = 16.0
    /// Whether the size is that of a container, which `@container` asks for.
    var isContainer = false

    package init(width: Double = 1200, height: Double = 630, resolution: Double = 1, isDark: Bool = false) {
        (self.width, self.height, self.resolution, self.isDark) = (width, height, resolution, isDark)
    }

    /// Whether any query of a list holds. A malformed query holds nowhere.
    package func matches(_ tokens: [CSSToken]) -> Bool {
        let tokens = tokens.filter { $0.kind != .comment }
        guard tokens.contains(where: { !$0.isSpace }) else { return true }
        return CSSTokenizer.split(tokens, at: .comma).contains { query in
            var reader = MediaReader(tokens: Array(query), media: self)
            return reader.query() == .yes
        }
    }

    package func matches(_ text: String) -> Bool { matches(CSSTokenizer.tokens(text)) }

    // MARK: - Features

    private static let keywords: [String: [String: Bool]] = [
        "prefers-reduced-motion": ["no-preference": true, "reduce": false],
        "prefers-reduced-transparency": ["no-preference": true, "reduce": false],
        "prefers-reduced-data": ["no-preference": true, "reduce": false],
        "prefers-contrast": ["no-preference": true, "more": false, "less": false, "custom": false],
        "forced-colors": ["none": true, "active": false],
        "inverted-colors": ["none": true, "inverted": false],
        "hover": ["none": true, "hover": false], "any-hover": ["none": true, "hover": false],
        "pointer": ["none": true, "coarse": false, "fine": false],
        "any-pointer": ["none": true, "coarse": false, "fine": false],
        "update": ["none": true, "slow": false, "fast": false],
        "overflow-block": ["none": true, "scroll": false, "paged": false],
        "overflow-inline": ["none": true, "scroll": false],
        "color-gamut": ["srgb": true, "p3": false, "rec2020": false],
        "dynamic-range": ["standard": true, "high": false], "video-dynamic-range": ["standard": true, "high": false],
        "scan": ["progressive": true, "interlace": false],
        "scripting": ["none": true, "initial-only": false, "enabled": false],
        "display-mode": ["browser": true, "fullscreen": false, "standalone": false, "minimal-ui": false],
    ]

    /// Whether a keyword of a feature holds. Nil for unknown ones.
    fileprivate func has(_ name: String, _ keyword: String) -> Bool? {
        switch name {
        case "orientation": ["portrait": height >= width, "landscape": width > height][keyword]
        case _ where isContainer: nil
        case "prefers-color-scheme": ["dark": isDark, "light": !isDark][keyword]
        default: Self.keywords[name]?[keyword]
        }
    }

    /// Whether a feature without a value holds.
    fileprivate func has(_ name: String) -> Bool? {
        if let value = value(name) { return value > 0 }
        switch name {
        case "orientation", "prefers-color-scheme": return true
        default: break
        }
        guard !isContainer, let keywords = Self.keywords[name] else { return nil }
        return keywords.contains { $0.value && $0.key != "none" && $0.key != "no-preference" }
    }

    /// The value of a feature with a range. Nil for other features.
    fileprivate func value(_ name: String) -> Double? {
        switch name {
        case "width": width
        case "height": height
        case "inline-size" where isContainer: width
        case "block-size" where isContainer: height
        case "aspect-ratio": width / height
        case _ where isContainer: nil
        case "device-width": width
        case "device-height": height
        case "device-aspect-ratio": width / height
        case "resolution", "-webkit-device-pixel-ratio": resolution
        case "color": 8
        case "color-index", "monochrome", "grid": 0
        default: nil
        }
    }
}

struct MediaReader {
    /// Unknown parts are neither true nor false, and neither is their negation.
    enum Truth { case yes, no, unknown }

    let tokens: [CSSToken]
    let media: CSSMedia
    /// The custom properties that `style()` asks for. Nil in media queries.
    let variables: CSSVariables?
    var index = 0
    var depth = 0

    init(tokens: [CSSToken], media: CSSMedia, variables: CSSVariables? = nil) {
        (self.tokens, self.media, self.variables) = (tokens, media, variables)
    }

    private func peek() -> CSSToken? { index < tokens.count ? tokens[index] : nil }

    private mutating func skipSpace() {
        while let token = peek(), token.isSpace { index += 1 }
    }

    private mutating func skip(_ name: String) -> Bool {
        skipSpace()
        guard let token = peek(), token.isIdent(name) else { return false }
        index += 1
        return true
    }

    private static func truth(_ value: Bool) -> Truth { value ? .yes : .no }

    private static func not(_ value: Truth) -> Truth { value == .yes ? .no : value == .no ? .yes : .unknown }

    private static func and(_ a: Truth, _ b: Truth) -> Truth {
        a == .no || b == .no ? .no : a == .yes && b == .yes ? .yes : .unknown
    }

    private static func or(_ a: Truth, _ b: Truth) -> Truth { not(and(not(a), not(b))) }

    mutating func query() -> Truth {
        skipSpace()
        let start = index
        let isNegated = skip("not")
        if !isNegated { _ = skip("only") }
        skipSpace()
        if let type = peek(), type.kind == .ident, !type.isIdent("and"), !type.isIdent("or"), !type.isIdent("not") {
            index += 1
            let name = type.text.asciiLowercased
            var result = Self.truth(name == "all" || name == "screen")
            while skip("and") { result = Self.and(result, skip("not") ? Self.not(inParentheses()) : inParentheses()) }
            skipSpace()
            guard index == tokens.count else { return .no }
            return isNegated ? Self.not(result) : result
        }
        index = start
        let result = condition()
        skipSpace()
        return index == tokens.count ? result : .no
    }

    mutating func condition() -> Truth {
        depth += 1
        defer { depth -= 1 }
        guard depth < 32 else { return .unknown }
        if skip("not") { return Self.not(inParentheses()) }
        var result = inParentheses()
        if skip("and") {
            repeat { result = Self.and(result, inParentheses()) } while skip("and")
        } else if skip("or") {
            repeat { result = Self.or(result, inParentheses()) } while skip("or")
        }
        return result
    }

    private mutating func inParentheses() -> Truth {
        skipSpace()
        guard let token = peek(), token.kind == .openParenthesis || token.kind == .function else {
            // The query is malformed as a whole.
            index = tokens.count + 1
            return .unknown
        }
        let end = CSSTokenizer.end(of: index, in: tokens)
        let isClosed = end > index + 1 && tokens[end - 1].kind == .closeParenthesis
        let inner = Array(tokens[(index + 1)..<(isClosed ? end - 1 : end)])
        index = end
        guard token.kind == .openParenthesis else {
            guard token.text.isEqualIgnoringCase(to: "style"), variables != nil else { return .unknown }
            var reader = MediaReader(tokens: inner, media: media, variables: variables)
            reader.depth = depth
            return reader.styleCondition()
        }
        var reader = MediaReader(tokens: inner, media: media, variables: variables)
        reader.depth = depth
        if let feature = reader.feature() { return feature }
        let result = reader.condition()
        reader.skipSpace()
        return reader.index == inner.count ? result : .unknown
    }

    /// A feature, with or without a value. Nil if a condition stands here.
    private func feature() -> Truth? {
        let parts = tokens.filter { !$0.isSpace }
        guard let first = parts.first, first.kind != .openParenthesis, !first.isIdent("not") else { return nil }
        let name = first.text.asciiLowercased
        if parts.count == 1, first.kind == .ident { return media.has(name).map(Self.truth) ?? .unknown }
        if first.kind == .ident, parts.count > 2, parts[1].kind == .colon { return plain(name, Array(parts[2...])) }
        return range(parts)
    }

    private func plain(_ name: String, _ value: [CSSToken]) -> Truth {
        if value.count == 1, value[0].kind == .ident {
            return media.has(name, value[0].text.asciiLowercased).map(Self.truth) ?? .unknown
        }
        let prefixes = [("-webkit-min-", "-webkit-", 1), ("-webkit-max-", "-webkit-", -1), ("min-", "", 1), ("max-", "", -1)]
        var (base, comparison) = (name, 0)
        if let (prefix, kept, sign) = prefixes.first(where: { name.hasPrefix($0.0) }) {
            (base, comparison) = (kept + name.dropFirst(prefix.count), sign)
        }
        guard let own = media.value(base), let wanted = number(value, base) else { return .unknown }
        switch comparison {
        case 1: return Self.truth(own >= wanted)
        case -1: return Self.truth(own <= wanted)
        default: return Self.truth(abs(own - wanted) < 1e-9)
        }
    }

    private static func compare(_ a: Double, _ sign: String, _ b: Double) -> Bool {
        switch sign {
        case "<": a < b
        case "<=": a <= b
        case ">": a > b
        case ">=": a >= b
        default: abs(a - b) < 1e-9
        }
    }

    /// `400px <= width`, `width < 600px` or both.
    private func range(_ parts: [CSSToken]) -> Truth {
        var groups: [[CSSToken]] = [[]]
        var signs: [String] = []
        for (index, token) in parts.enumerated() {
            guard token.kind == .delimiter, ["<", ">", "="].contains(token.text) else {
                groups[groups.count - 1].append(token)
                continue
            }
            if token.text == "=", index > 0, parts[index - 1].kind == .delimiter, signs.last == parts[index - 1].text,
                parts[index - 1].range.upperBound == token.range.lowerBound
            {
                signs[signs.count - 1] += "="
            } else {
                signs.append(token.text)
                groups.append([])
            }
        }
        guard (1...2).contains(signs.count) else { return .unknown }
        func name(_ group: [CSSToken]) -> String? {
            group.count == 1 && group[0].kind == .ident ? group[0].text.asciiLowercased : nil
        }
        if signs.count == 1, let feature = name(groups[0]), let own = media.value(feature) {
            return number(groups[1], feature).map { Self.truth(Self.compare(own, signs[0], $0)) } ?? .unknown
        }
        guard let feature = name(groups[1]), let own = media.value(feature), let first = number(groups[0], feature) else {
            return .unknown
        }
        if signs.count == 1 { return Self.truth(Self.compare(first, signs[0], own)) }
        let ways = Set(signs.map { $0.prefix(1) })
        guard ways.count == 1, !ways.contains("="), let last = number(groups[2], feature) else { return .unknown }
        return Self.truth(Self.compare(first, signs[0], own) && Self.compare(own, signs[1], last))
    }

    private func number(_ tokens: [CSSToken], _ name: String) -> Double? {
        if name.hasSuffix("aspect-ratio") {
            let numbers = tokens.filter { $0.kind == .number }.map(\.number)
            guard (1...2).contains(numbers.count), tokens.count == 2 * numbers.count - 1,
                numbers.count == 1 || tokens[1].isDelimiter("/")
            else { return nil }
            return numbers[0] / (numbers.count > 1 ? numbers[1] : 1)
        }
        // Relative lengths refer to the initial font and to the canvas.
        let units = CSSUnits(fontSize: media.fontSize, viewport: Size(width: media.width, height: media.height))
        guard let value = try? CSSCalculation(tokens: tokens, units).resolved() else { return nil }
        let isLength = ["width", "height", "-size"].contains(where: name.hasSuffix)
        switch value.kind {
        case .length: return isLength ? value.value : nil
        case .resolution: return name == "resolution" ? value.value : nil
        case .number: return !isLength && name != "resolution" || value.value == 0 ? value.value : nil
        default: return nil
        }
    }
}

extension CSSTokenizer {
    /// The parts between tokens of a kind, outside of brackets.
    package static func split(_ tokens: [CSSToken], at separator: CSSToken.Kind) -> [ArraySlice<CSSToken>] {
        var result: [ArraySlice<CSSToken>] = []
        var (start, index) = (0, 0)
        while index < tokens.count {
            if tokens[index].kind == separator {
                result.append(tokens[start..<index])
                index += 1
                start = index
            } else {
                index = end(of: index, in: tokens)
            }
        }
        return result + [tokens[start...]]
    }

    /// The index after a component value.
    package static func end(of start: Int, in tokens: [CSSToken]) -> Int {
        guard let closing = tokens[start].closing else { return start + 1 }
        var open = [closing]
        var index = start + 1
        while let expected = open.last, index < tokens.count {
            let token = tokens[index]
            index += 1
            if token.kind == expected { open.removeLast() } else if let closing = token.closing { open.append(closing) }
        }
        return index
    }
}
