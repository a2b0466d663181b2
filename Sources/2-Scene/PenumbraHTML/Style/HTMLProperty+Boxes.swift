import PenumbraCSS
import PenumbraScene

extension HTMLProperty {
    static let boxes: [String: HTMLProperty] = {
        var result: [String: HTMLProperty] = [
            "display": HTMLProperty(
                set: { style, reader in
                    let turned = reader.words.count == 2 ? "\(reader.words[1]) \(reader.words[0])" : reader.word
                    guard let display = BoxDisplay.names[reader.word] ?? BoxDisplay.names[turned] else { return false }
                    style.box.display = display
                    style.box.isWebKitBox = reader.word == "-webkit-box" || reader.word == "-webkit-inline-box"
                    return true
                },
                copy: { style, other in
                    (style.box.display, style.box.isWebKitBox) = (other.box.display, other.box.isWebKitBox)
                }),
            "position": keyword(\.box.position),
            "float": HTMLProperty(\.box.float) { reader in
                switch reader.word {
                case "inline-start": reader.isRightToLeft ? .right : .left
                case "inline-end": reader.isRightToLeft ? .left : .right
                default: BoxValues.Float(rawValue: reader.word)
                }
            },
            "clear": HTMLProperty(\.box.clear) { reader in
                switch reader.word {
                case "inline-start": reader.isRightToLeft ? .right : .left
                case "inline-end": reader.isRightToLeft ? .left : .right
                default: BoxValues.Clear(rawValue: reader.word)
                }
            },
            "box-sizing": HTMLProperty(\.box.isBorderBox) {
                $0.one(of: ["border-box", "content-box"]).map { $0 == "border-box" }
            },
            "width": HTMLProperty(\.box.width) { $0.size }, "height": HTMLProperty(\.box.height) { $0.size },
            "min-width": HTMLProperty(\.box.minWidth) { $0.size }, "min-height": HTMLProperty(\.box.minHeight) { $0.size },
            "max-width": HTMLProperty(\.box.maxWidth) { maximum($0) },
            "max-height": HTMLProperty(\.box.maxHeight) { maximum($0) },
            "aspect-ratio": HTMLProperty(
                set: { style, reader in
                    guard let (ratio, prefersOwn) = aspectRatio(reader) else { return false }
                    (style.box.aspectRatio, style.box.prefersOwnRatio) = (ratio, prefersOwn)
                    return true
                },
                copy: { style, other in
                    style.box.aspectRatio = other.box.aspectRatio
                    style.box.prefersOwnRatio = other.box.prefersOwnRatio
                }),
            "overflow-x": HTMLProperty(\.box.overflowX) { overflow($0) },
            "overflow-y": HTMLProperty(\.box.overflowY) { overflow($0) },
            "z-index": HTMLProperty(\.box.zIndex) { reader in
                reader.word == "auto" ? .some(nil) : reader.integer().map { .some($0) }
            },
            "vertical-align": HTMLProperty(\.box.verticalAlign) { verticalAlign($0) },
            "unicode-bidi": HTMLProperty(\.box.unicodeBidi) { reader -> String? in
                if ["-webkit-isolate", "-webkit-isolate-override", "-webkit-plaintext"].contains(reader.word) {
                    return String(reader.word.dropFirst("-webkit-".count))
                }
                return reader.one(of: [
                    "normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext",
                ])
            },
            "text-overflow": HTMLProperty(\.box.textOverflow) { reader in
                reader.one(of: ["clip", "ellipsis"])
            },
            "initial-letter": HTMLProperty(\.box.initialLetter) { InitialLetter.value($0) },
            "-webkit-line-clamp": HTMLProperty(\.box.lineClamp) { lineClamp($0) },
            "line-clamp": HTMLProperty(\.box.lineClamp) { lineClamp($0) },
            "-webkit-box-orient": HTMLProperty(\.box.flexDirection) { reader in
                reader.one(of: ["vertical", "block-axis", "horizontal", "inline-axis"])
                    .map { $0.hasPrefix("v") || $0.hasPrefix("b") ? "column" : "row" }
            },
            "table-layout": HTMLProperty(\.box.isFixedTable) { $0.one(of: ["auto", "fixed"]).map { $0 == "fixed" } },
            "contain": HTMLProperty(
                set: { style, reader in
                    let words = Set(reader.words)
                    let known: Set<String> = [
                        "none", "strict", "content", "size", "inline-size", "layout", "style", "paint", "block-size",
                    ]
                    guard words.isSubset(of: known) else { return false }
                    style.box.establishesFlow = !words.isDisjoint(with: ["strict", "content", "layout", "paint"])
                    style.box.containsPaint = !words.isDisjoint(with: ["strict", "content", "paint"])
                    style.box.ignoresContentWidth = !words.isDisjoint(with: ["strict", "size", "inline-size"])
                    style.box.ignoresContentHeight = !words.isDisjoint(with: ["strict", "size"])
                    style.box.hidesBaselines = !words.isDisjoint(with: ["strict", "content", "layout"])
                    return true
                },
                copy: { style, other in
                    style.box.establishesFlow = other.box.establishesFlow
                    style.box.containsPaint = other.box.containsPaint
                    style.box.ignoresContentWidth = other.box.ignoresContentWidth
                    style.box.ignoresContentHeight = other.box.ignoresContentHeight
                    style.box.hidesBaselines = other.box.hidesBaselines
                }),
            "contain-intrinsic-width": HTMLProperty(\.box.containedSize.width) { containedLength($0) },
            "contain-intrinsic-height": HTMLProperty(\.box.containedSize.height) { containedLength($0) },
            "content-visibility": HTMLProperty(\.box.contentVisibility) { $0.one(of: ["visible", "hidden", "auto"]) },
            "resize": HTMLProperty(\.box.isResizable) { reader in
                reader.one(of: ["none", "both", "horizontal", "vertical", "block", "inline"]).map { $0 != "none" }
            },
            "field-sizing": HTMLProperty(\.box.sizesFieldByContent) { reader in
                reader.one(of: ["fixed", "content"]).map { $0 == "content" }
            },
            "appearance": HTMLProperty(\.box.appearance) { $0.word },
            "-webkit-appearance": HTMLProperty(\.box.appearance) { $0.word },
            "accent-color": HTMLProperty(\.text.accentColor) { reader in
                reader.word == "auto" ? "auto" : reader.color()
            },
            "container-type": HTMLProperty(\.box.containerAxes) { reader in
                let types: [String: CSSContainer.Axes] = ["normal": .none, "inline-size": .inline, "size": .both]
                // Pictures don't scroll.
                let words = reader.words.filter { $0 != "scroll-state" }
                if words.isEmpty, reader.words.count == 1 { return CSSContainer.Axes.none }
                return words.count == 1 && (words == reader.words || words[0] != "normal") ? types[words[0]] : nil
            },
            "container-name": HTMLProperty(\.box.containerNames) { reader in
                reader.word == "none" ? [] : CSSText.words(reader.value)
            },
        ]
        for (index, side) in ["top", "right", "bottom", "left"].enumerated() {
            let lengths: [any WritableKeyPath<StyleSides<StyleLength>, StyleLength> & Sendable] = [
                \.top, \.right, \.bottom, \.left,
            ]
            let words: [any WritableKeyPath<StyleSides<String>, String> & Sendable] = [\.top, \.right, \.bottom, \.left]
            let widths: [any WritableKeyPath<StyleSides<Double>, Double> & Sendable] = [\.top, \.right, \.bottom, \.left]
            let (length, text, width) = (lengths[index], words[index], widths[index])
            func entry<Value>(
                _ get: @escaping @Sendable (HTMLStyle) -> Value, _ put: @escaping @Sendable (inout HTMLStyle, Value) -> Void,
                _ read: @escaping @Sendable (ValueReader) -> Value?
            ) -> HTMLProperty {
                HTMLProperty(
                    set: { style, reader in
                        guard let value = read(reader) else { return false }
                        put(&style, value)
                        return true
                    }, copy: { style, other in put(&style, get(other)) })
            }
            result["margin-\(side)"] = entry(
                { $0.box.margin[keyPath: length] }, { $0.box.margin[keyPath: length] = $1 },
                { $0.word == "auto" ? .auto : $0.length(isNegativeAllowed: true) })
            result["padding-\(side)"] = entry(
                { $0.box.padding[keyPath: length] }, { $0.box.padding[keyPath: length] = $1 }, { $0.length() })
            result[side] = entry(
                { $0.box.inset[keyPath: length] }, { $0.box.inset[keyPath: length] = $1 },
                { $0.word == "auto" ? .auto : $0.length(isNegativeAllowed: true) })
            result["border-\(side)-width"] = entry(
                { $0.box.borderWidth[keyPath: width] }, { $0.box.borderWidth[keyPath: width] = $1 }, { lineWidth($0) })
            result["border-\(side)-style"] = entry(
                { $0.box.borderStyle[keyPath: text] }, { $0.box.borderStyle[keyPath: text] = $1 },
                { $0.one(of: lineStyles) })
            result["border-\(side)-color"] = entry(
                { $0.box.borderColor[keyPath: text] }, { $0.box.borderColor[keyPath: text] = $1 }, { $0.color() })
        }
        return result
    }()

    static let lineStyles: Set<String> = [
        "none", "hidden", "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset",
    ]

    /// The width of a border, in whole points from one on, as browsers draw it.
    static func lineWidth(_ reader: ValueReader) -> Double? {
        switch reader.word {
        case "thin": max(1, reader.units.zoom.rounded(.down))
        case "medium": max(1, (3 * reader.units.zoom).rounded(.down))
        case "thick": max(1, (5 * reader.units.zoom).rounded(.down))
        default: reader.points().map { $0 > 0 && $0 < 1 ? 1 : $0.rounded(.down) }
        }
    }

    private static func maximum(_ reader: ValueReader) -> StyleLength? {
        reader.word == "none" ? .auto : reader.word == "auto" ? nil : reader.size
    }

    /// The length of `none`, of a length, or of one after `auto`, which means what was drawn before.
    private static func containedLength(_ reader: ValueReader) -> Double? {
        let words = CSSText.words(reader.value)
        guard let last = words.last, words.count == (words[0].asciiLowercased == "auto" ? 2 : 1) else { return nil }
        return last.asciiLowercased == "none" ? 0 : reader.points(last)
    }

    private static func overflow(_ reader: ValueReader) -> BoxValues.Overflow? {
        reader.word == "overlay" ? .auto : BoxValues.Overflow(rawValue: reader.word)
    }

    private static func lineClamp(_ reader: ValueReader) -> Int?? {
        if reader.word == "none" { return .some(nil) }
        guard let first = reader.words.first, let count = reader.integer(first), count > 0 else { return nil }
        return .some(count)
    }

    private static func aspectRatio(_ reader: ValueReader) -> (Double?, Bool)? {
        let text = reader.word.split(separator: "/", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
        var words = text.flatMap { CSSText.words($0) }
        let prefersOwn = words.contains("auto")
        words.removeAll { $0 == "auto" }
        if words.isEmpty { return prefersOwn ? (nil, true) : nil }
        guard words.count == text.count || (words.count == 1 && text.count == 1), words.count <= 2,
            let first = reader.number(words[0]), first >= 0
        else { return nil }
        var second = 1.0
        if words.count == 2 {
            guard let number = reader.number(words[1]), number >= 0 else { return nil }
            second = number
        }
        // A ratio with a zero is none.
        guard first > 0, second > 0 else { return (nil, true) }
        return (first / second, prefersOwn)
    }

    private static func verticalAlign(_ reader: ValueReader) -> BoxValues.VerticalAlign? {
        switch reader.word {
        case "baseline": return .baseline
        case "sub": return .sub
        case "super": return .super
        case "middle": return .middle
        case "text-top": return .textTop
        case "text-bottom": return .textBottom
        case "top": return .top
        case "bottom": return .bottom
        default: return reader.length(isNegativeAllowed: true).map { .raised($0) }
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String { String(self).trimmingSpaces }
}
