extension CSSSelectorParser {
    /// States that no element has in a still picture without a pointer, a focus or a history.
    private static let states: Set = [
        "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "current", "past",
        "future", "playing", "paused", "seeking", "buffering", "stalled", "muted", "volume-locked", "fullscreen", "modal",
        "picture-in-picture", "autofill", "user-valid", "user-invalid", "popover-open", "host", "-webkit-autofill",
        "-webkit-full-screen", "-moz-focusring", "local-link", "active-view-transition", "has-slotted", "interest-source",
        "interest-target", "blank",
    ]

    mutating func pseudoClass(_ selector: inout CSSSelector) -> CSSSelector.Condition? {
        guard let token = peek() else { return nil }
        index += 1
        if token.kind == .function { return function(token.text, &selector) }
        guard token.kind == .ident else { return nil }
        let name = token.text.asciiLowercased
        if ["before", "after", "first-line", "first-letter"].contains(name) {
            guard depth <= 1 else { return nil }
            selector.pseudoElement = name
            selector.specificity += CSSSelector.ofType
            return .always
        }
        selector.specificity += CSSSelector.ofClass
        switch name {
        case "root": return .root
        case "scope":
            guard isScoped, let parent else { return .scope }
            selector.refersToParent = true
            return .any(parent)
        case "empty": return .empty
        case "first-child": return .nth(CSSNth(a: 0, b: 1))
        case "last-child": return .nth(CSSNth(a: 0, b: 1, isFromEnd: true))
        case "only-child":
            return .not(Self.others(CSSNth(a: 0, b: 1), CSSNth(a: 0, b: 1, isFromEnd: true)))
        case "first-of-type": return .nth(CSSNth(a: 0, b: 1, isOfType: true))
        case "last-of-type": return .nth(CSSNth(a: 0, b: 1, isFromEnd: true, isOfType: true))
        case "only-of-type":
            return .not(
                Self.others(CSSNth(a: 0, b: 1, isOfType: true), CSSNth(a: 0, b: 1, isFromEnd: true, isOfType: true)))
        case "link", "any-link", "-webkit-any-link": return .link
        case "defined": return .defined
        case "open": return .attributeIsPresent(name)
        case "read-only": return .readOnly
        default:
            return CSSElementStates.byName[name].map(CSSSelector.Condition.state) ?? (Self.states.contains(name) ? .never : nil)
        }
    }

    /// The elements that aren't at both places, for a negation.
    private static func others(_ first: CSSNth, _ last: CSSNth) -> CSSSelectorList {
        func not(_ nth: CSSNth) -> CSSSelector {
            CSSSelector(compounds: [[.not(CSSSelectorList([CSSSelector(compounds: [[.nth(nth)]])]))]])
        }
        return CSSSelectorList([not(first), not(last)])
    }

    private mutating func function(_ name: String, _ selector: inout CSSSelector) -> CSSSelector.Condition? {
        let condition: CSSSelector.Condition
        switch name {
        case "not":
            guard let list = selectors(isRelative: false, isForgiving: false), !list.isEmpty else { return nil }
            condition = .not(closed(list, &selector))
        case "is", "matches", "-webkit-any", "-moz-any":
            guard let list = selectors(isRelative: false, isForgiving: true) else { return nil }
            condition = .any(closed(list, &selector))
        case "where":
            guard let list = selectors(isRelative: false, isForgiving: true) else { return nil }
            selector.refersToParent = selector.refersToParent || list.contains(where: \.refersToParent)
            condition = .any(CSSSelectorList(list, hasSpecificity: false))
        case "has":
            guard !isInsideHas else { return nil }
            isInsideHas = true
            defer { isInsideHas = false }
            guard let list = selectors(isRelative: true, isForgiving: false), !list.isEmpty else { return nil }
            condition = .has(
                closed(
                    list.map { relative in
                        var relative = relative
                        relative.leading = relative.leading ?? .descendant
                        return relative
                    }, &selector))
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            guard var nth = nth() else { return nil }
            nth.isFromEnd = name.hasPrefix("nth-last")
            nth.isOfType = name.hasSuffix("of-type")
            skipSpace()
            selector.specificity += CSSSelector.ofClass
            if let of = peek(), of.isIdent("of"), !nth.isOfType {
                index += 1
                guard let list = selectors(isRelative: false, isForgiving: false), !list.isEmpty else { return nil }
                nth.list = closed(list, &selector)
            }
            condition = .nth(nth)
        case "lang":
            var languages: [String] = []
            repeat {
                skipSpace()
                guard let token = peek(), token.kind == .ident || token.kind == .string else { return nil }
                index += 1
                languages.append(token.text.asciiLowercased)
                skipSpace()
            } while skip(.comma)
            selector.specificity += CSSSelector.ofClass
            condition = .language(languages)
        case "dir":
            skipSpace()
            guard let token = peek(), token.kind == .ident else { return nil }
            index += 1
            let word = token.text.asciiLowercased
            selector.specificity += CSSSelector.ofClass
            condition = word == "ltr" || word == "rtl" ? .direction(isRightToLeft: word == "rtl") : .never
        case "host", "host-context", "state", "current", "active-view-transition-type":
            skipToEnd()
            condition = .never
        default: return nil
        }
        skipSpace()
        // The end of a sheet closes what is open.
        guard skip(.closeParenthesis) || index == tokens.count else { return nil }
        return condition
    }

    private func closed(_ list: [CSSSelector], _ selector: inout CSSSelector) -> CSSSelectorList {
        let result = CSSSelectorList(list)
        selector.specificity += result.specificity
        selector.refersToParent = selector.refersToParent || list.contains(where: \.refersToParent)
        return result
    }

    private mutating func skipToEnd() {
        while let token = peek(), token.kind != .closeParenthesis {
            skipToComma()
            if token.kind == .comma { index += 1 }
        }
    }

    /// An+B: CSS Syntax 3, section 6.
    private mutating func nth() -> CSSNth? {
        skipSpace()
        var text = ""
        while let token = peek(), token.kind != .closeParenthesis, !token.isIdent("of") {
            switch token.kind {
            case .space: text += " "
            case .ident: text += token.text.asciiLowercased
            case .number where token.flag, .dimension where token.flag:
                guard abs(token.number) < 1e9 else { return nil }
                text += "\(isSigned(token) ? "+" : "")\(Int(token.number))\(token.kind == .dimension ? token.text : "")"
            case .delimiter where token.text == "+" || token.text == "-": text += token.text
            default: return nil
            }
            index += 1
        }
        return Self.nth(text.trimmingSpaces)
    }

    /// Whether a number is written with a plus sign.
    private func isSigned(_ token: CSSToken) -> Bool {
        let digits = "\(Int(token.number))".utf8.count + token.text.utf8.count
        return token.number >= 0 && token.range.count > digits
    }

    private static func nth(_ text: String) -> CSSNth? {
        if text == "odd" { return CSSNth(a: 2, b: 1) }
        if text == "even" { return CSSNth(a: 2, b: 0) }
        guard let n = text.firstIndex(of: "n") else {
            guard !text.contains(" ") else { return nil }
            return Int(text).map { CSSNth(a: 0, b: $0) }
        }
        let step: Int
        switch text[..<n] {
        case "", "+": step = 1
        case "-": step = -1
        default:
            guard let value = Int(text[..<n]) else { return nil }
            step = value
        }
        var rest = text[text.index(after: n)...]
        guard !rest.isEmpty else { return CSSNth(a: step, b: 0) }
        rest = rest.drop { $0 == " " }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let digits = rest.dropFirst().drop { $0 == " " }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCII), digits.allSatisfy(\.isNumber), let value = Int(digits) else {
            return nil
        }
        return CSSNth(a: step, b: sign == "-" ? -value : value)
    }

    // MARK: - Pseudo-elements

    /// Pseudo-elements that are known. Those that are no part of a picture match nothing.
    private static let pseudoElements: Set = [
        "before", "after", "first-line", "first-letter", "marker", "placeholder", "selection", "backdrop",
        "file-selector-button",
        "cue", "target-text", "spelling-error", "grammar-error", "highlight", "details-content", "checkmark", "picker-icon",
    ]

    /// The names that browsers had before the standard's.
    private static let otherNames = [
        "-webkit-file-upload-button": "file-selector-button", "-webkit-input-placeholder": "placeholder",
    ]

    mutating func pseudoElement(_ selector: inout CSSSelector) -> Bool {
        guard let token = peek() else { return false }
        index += 1
        let name = token.text.asciiLowercased
        switch token.kind {
        case .ident:
            guard Self.pseudoElements.contains(name) || name.hasPrefix("-webkit-") else { return false }
        case .function:
            guard ["part", "slotted", "highlight", "cue", "picker"].contains(name) || name.hasPrefix("view-transition") else {
                return false
            }
            skipToEnd()
            guard skip(.closeParenthesis) || index == tokens.count else { return false }
        default: return false
        }
        selector.pseudoElement = Self.otherNames[name] ?? name
        selector.specificity += CSSSelector.ofType
        // States of a pseudo-element, which never hold.
        while let colon = peek(), colon.kind == .colon {
            index += 1
            guard pseudoClass(&selector) != nil else { return false }
            selector.pseudoElement = name + ":state"
        }
        return true
    }
}
