import PenumbraCSS
import PenumbraScene

/// Lists, counters, generated content, replaced content and animations.
extension HTMLProperty {
    static let generated: [String: HTMLProperty] = {
        var result: [String: HTMLProperty] = [
            "content": HTMLProperty(\.box.content) { reader in
                if ["normal", "none"].contains(reader.word) { return .some(reader.word == "none" ? "none" : nil) }
                return isContent(reader.value) ? .some(reader.value) : nil
            },
            "list-style-type": HTMLProperty(\.text.listStyleType) { $0.value },
            "list-style-image": HTMLProperty(\.text.listStyleImage) { $0.value },
            "list-style-position": keyword(\.text.listPosition),
            "quotes": HTMLProperty(\.text.quotes) { $0.value },
            "caption-side": HTMLProperty(\.text.isCaptionBelow) { $0.one(of: ["top", "bottom"]).map { $0 == "bottom" } },
            "border-collapse": HTMLProperty(\.text.collapsesBorders) {
                $0.one(of: ["separate", "collapse"]).map { $0 == "collapse" }
            },
            "border-spacing": HTMLProperty(\.text.borderSpacing) { reader in
                let lengths = CSSText.words(reader.value).compactMap { reader.points($0) }
                guard let first = lengths.first, lengths.count <= 2, lengths.count == CSSText.words(reader.value).count else {
                    return nil
                }
                return Size(width: first, height: lengths.last ?? first)
            },
            "empty-cells": HTMLProperty(\.text.hidesEmptyCells) { $0.one(of: ["show", "hide"]).map { $0 == "hide" } },
            "object-fit": word(\.box.objectFit, ["fill", "contain", "cover", "none", "scale-down"]),
            "image-rendering": HTMLProperty(\.text.imageRendering) { $0.word },
        ]
        for name in ["counter-reset", "counter-increment", "counter-set"] {
            result[name] = HTMLProperty(
                set: { style, reader in
                    style.box.counters[name] = reader.word == "none" ? nil : reader.value
                    return true
                }, copy: { style, other in style.box.counters[name] = other.box.counters[name] })
        }
        for name in CSSAnimation.properties {
            result[name] = HTMLProperty(
                set: { style, reader in
                    style.box.animation[name] = reader.value
                    return true
                }, copy: { style, other in style.box.animation[name] = other.box.animation[name] })
        }
        return result
    }()

    /// Whether a value consists of strings, pictures, functions and quotation marks, with another text behind a slash.
    private static func isContent(_ value: String) -> Bool {
        let tokens = CSSTokenizer.tokens(value)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            switch token.kind {
            case .string, .url, .function, .space, .comment: break
            case .ident: guard quotationMarks.contains(token.text.asciiLowercased) else { return false }
            default: guard token.isDelimiter("/") else { return false }
            }
            index = CSSTokenizer.end(of: index, in: tokens)
        }
        return true
    }

    private static let quotationMarks: Set = ["open-quote", "close-quote", "no-open-quote", "no-close-quote"]
}
