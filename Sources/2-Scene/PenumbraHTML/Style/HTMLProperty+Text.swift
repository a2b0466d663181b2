import PenumbraCSS
import PenumbraScene

extension HTMLProperty {
    /// The writing mode of a word in lower case, which may be one of SVG's older names. Nil for other words.
    static func writingMode(_ word: String) -> String? {
        switch word {
        case "horizontal-tb", "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr": return word
        case "lr", "lr-tb", "rl", "rl-tb": return "horizontal-tb"
        case "tb", "tb-rl": return "vertical-rl"
        default: return nil
        }
    }

    static let text: [String: HTMLProperty] = [
        // currentcolor is the colour of the parent.
        "color": HTMLProperty(\.text.color) { reader in
            reader.word == "currentcolor" ? reader.parent.text.color : reader.color()
        },
        "color-scheme": HTMLProperty(
            set: { style, reader in
                let words = reader.words
                guard !words.isEmpty else { return false }
                let allows = words.contains("dark")
                style.text.isDark = allows && (reader.context.prefersDark || !words.contains("light"))
                return true
            }, copy: { style, other in style.text.isDark = other.text.isDark }),
        "direction": HTMLProperty(\.text.isRightToLeft) { $0.one(of: ["ltr", "rtl"]).map { $0 == "rtl" } },
        "text-orientation": HTMLProperty(\.text.orientation) { reader in
            ["mixed": .mixed, "upright": .upright, "sideways": .sideways, "sideways-right": .sideways][reader.word]
        },
        "writing-mode": HTMLProperty(\.text.writingMode) { writingMode($0.word) },
        "visibility": keyword(\.text.visibility),
        "line-height": HTMLProperty(
            set: { style, reader in
                guard let height = lineHeight(reader) else { return false }
                style.text.lineHeight = height
                return true
            }, copy: { style, other in style.text.lineHeight = other.text.lineHeight }),
        "letter-spacing": HTMLProperty(\.text.letterSpacing) { spacing($0) },
        "word-spacing": HTMLProperty(\.text.wordSpacing) { spacing($0) },
        "white-space": HTMLProperty(
            set: { style, reader in
                guard let (collapse, wraps) = whiteSpace(reader.words) else { return false }
                (style.text.spaceCollapse, style.text.isWrapped) = (collapse, wraps)
                return true
            },
            copy: { style, other in
                (style.text.spaceCollapse, style.text.isWrapped) = (other.text.spaceCollapse, other.text.isWrapped)
            }),
        "white-space-collapse": word(
            \.text.spaceCollapse, ["collapse", "preserve", "preserve-breaks", "preserve-spaces", "break-spaces"]),
        "text-wrap-mode": HTMLProperty(\.text.isWrapped) { $0.one(of: ["wrap", "nowrap"]).map { $0 == "wrap" } },
        "text-wrap-style": word(\.text.wrapStyle, ["auto", "balance", "pretty", "stable"]),
        "text-align": HTMLProperty(\.text.align) { reader in
            switch reader.word {
            case "match-parent":
                switch reader.parent.text.align {
                case "start": reader.parent.text.isRightToLeft ? "right" : "left"
                case "end": reader.parent.text.isRightToLeft ? "left" : "right"
                default: reader.parent.text.align
                }
            // The agent's keyword for header cells: in the middle, unless something around the cell aligns texts.
            case "-internal-center": reader.parent.text.align == "start" ? "center" : reader.parent.text.align
            default:
                reader.one(of: [
                    "start", "end", "left", "right", "center", "justify", "-webkit-center", "-webkit-left", "-webkit-right",
                ])
            }
        },
        "text-align-last": word(
            \.text.alignLast, ["auto", "start", "end", "left", "right", "center", "justify"]),
        "text-indent": HTMLProperty(\.text.indent) { reader in
            TextIndent(reader)
        },
        "text-transform": HTMLProperty(\.text.transform) { reader in
            let words = Set(reader.words).subtracting(["full-width", "full-size-kana"])
            guard words.count <= 1 else { return nil }
            return words.first.map { TextTransform(rawValue: $0) } ?? TextTransform.none
        },
        "text-emphasis-style": HTMLProperty(\.text.emphasis.mark) { TextEmphasis.mark($0) },
        "text-emphasis-color": HTMLProperty(\.text.emphasis.color) { $0.color() },
        "text-emphasis-position": HTMLProperty(\.text.emphasis.isBelow) { TextEmphasis.isBelow($0) },
        "text-box-trim": word(\.box.textBoxTrim, ["none", "trim-start", "trim-end", "trim-both"]),
        "text-box-edge": HTMLProperty(\.text.textBoxEdge) { TextBoxEdge($0.words) },
        "overflow-wrap": word(\.text.overflowWrap, ["normal", "break-word", "anywhere"]),
        "word-break": word(
            \.text.wordBreak, ["normal", "break-all", "keep-all", "break-word", "auto-phrase", "manual"]),
        "line-break": word(\.text.lineBreak, ["auto", "loose", "normal", "strict", "anywhere"]),
        "hyphens": word(\.text.hyphens, ["none", "manual", "auto"]),
        "tab-size": HTMLProperty(
            set: { style, reader in
                if let count = reader.number(), count >= 0 {
                    (style.text.tabSize, style.text.isTabOfSpaces) = (.points(count), true)
                } else if let points = reader.points() {
                    (style.text.tabSize, style.text.isTabOfSpaces) = (.points(points), false)
                } else {
                    return false
                }
                return true
            },
            copy: { style, other in
                (style.text.tabSize, style.text.isTabOfSpaces) = (other.text.tabSize, other.text.isTabOfSpaces)
            }),
        "text-shadow": HTMLProperty(\.text.shadow) { reader in
            // The shadows of ancestors keep the colour and the font size that they had there.
            (try? reader.units.normalized(reader.value)) ?? nil
        },
        "text-underline-offset": HTMLProperty(\.text.underlineOffset) { reader in
            reader.word == "auto" ? .auto : reader.length(isNegativeAllowed: true)
        },
        "text-decoration-skip-ink": HTMLProperty(\.text.skipsInk) { reader in
            reader.one(of: ["auto", "all", "none"]).map { $0 != "none" }
        },
        "paint-order": HTMLProperty(
            set: { style, reader in
                style.box.paint["paint-order"] = reader.value
                style.text.paintsStrokeFirst = reader.words.first { $0 == "fill" || $0 == "stroke" } == "stroke"
                return true
            },
            copy: { style, other in
                style.box.paint["paint-order"] = other.box.paint["paint-order"]
                style.text.paintsStrokeFirst = other.text.paintsStrokeFirst
            }),
        "ruby-position": HTMLProperty(\.text.rubyPosition) { $0.word },
        "text-underline-position": HTMLProperty(\.text.underlinePosition) { $0.word },
        "-webkit-text-stroke-width": HTMLProperty(\.text.strokeWidth) { reader in
            switch reader.word {
            case "thin": 1
            case "medium": 3
            case "thick": 5
            default: reader.points()
            }
        },
        "-webkit-text-stroke-color": HTMLProperty(\.text.strokeColor) { $0.color() },
        "-webkit-text-fill-color": HTMLProperty(\.text.fillColor) { $0.color() },
        "text-decoration-line": HTMLProperty(\.box.decorationLine) { reader in
            let words = Set(reader.words)
            if words == ["none"] { return [] }
            let known: Set<String> = ["underline", "overline", "line-through", "blink"]
            return !words.isEmpty && words.isSubset(of: known) ? words.subtracting(["blink"]) : nil
        },
        "text-decoration-style": HTMLProperty(\.box.decorationStyle) { reader in
            reader.word == "none" ? nil : Text.Line.Style(rawValue: reader.word)
        },
        "text-decoration-color": HTMLProperty(\.box.decorationColor) { $0.color() },
        "text-decoration-thickness": HTMLProperty(\.box.decorationThickness) { reader in
            switch reader.word {
            case "auto": .auto
            // The thickness that the font has.
            case "from-font": .content
            default: reader.length()
            }
        },
    ]

    private static func spacing(_ reader: ValueReader) -> Double? {
        if reader.word == "normal" { return 0 }
        return reader.length(isNegativeAllowed: true)?.resolved(reader.units.fontSize)
    }

    /// The longhands of `white-space`: whether spaces collapse, and whether lines wrap.
    private static func whiteSpace(_ words: [String]) -> (String, Bool)? {
        switch words {
        case ["normal"]: return ("collapse", true)
        case ["nowrap"]: return ("collapse", false)
        case ["pre"]: return ("preserve", false)
        case ["pre-wrap"]: return ("preserve", true)
        case ["pre-line"]: return ("preserve-breaks", true)
        case ["break-spaces"]: return ("break-spaces", true)
        default:
            var (collapse, wraps): (String?, Bool?) = (nil, nil)
            for word in words {
                switch word {
                case "collapse", "preserve", "preserve-breaks", "preserve-spaces", "break-spaces": collapse = word
                case "wrap": wraps = true
                case "nowrap": wraps = false
                default: return nil
                }
            }
            return words.isEmpty ? nil : (collapse ?? "collapse", wraps ?? true)
        }
    }

    private static func lineHeight(_ reader: ValueReader) -> TextValues.LineHeight? {
        if reader.word == "normal" { return .normal }
        // `lh` refers to the line height of the parent.
        var units = reader.units
        units.lineHeight = reader.parent.text.lineHeightInPoints
        guard let amount = reader.amount(nil, units), amount.value >= 0, amount.fraction >= 0 else {
            return reader.length(units: units)?.resolved(reader.units.fontSize).map { .points(max(0, $0)) }
        }
        if amount.kind == .number { return .factor(amount.value) }
        guard amount.kind == .length else { return nil }
        return .points(amount.value + amount.fraction * reader.units.fontSize)
    }
}
