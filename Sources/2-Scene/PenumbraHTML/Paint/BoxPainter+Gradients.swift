import PenumbraCSS
import PenumbraScene

extension BoxPainter {
    /// A gradient. Calculations that mix lengths and percentages are resolved when the gradient's size is known.
    func gradient(_ text: String) throws(NotationError) -> Gradient {
        var mixed: [CSSAmount] = []
        let plain = try withoutMixedLengths(Self.unprefixed(text) ?? text, &mixed)
        var gradient = try Gradient(css: try units.normalized(plain))
        guard case .css(var css) = gradient.geometry else { return gradient }
        // Colours of newer notations mix in Oklab unless the gradient names a space: CSS Color 4, section 12.
        if css.mixing == nil, hasNewColors(text) {
            css.mixing = ColorMixing(space: "oklab", hue: "shorter")
            gradient.geometry = .css(css)
        }
        guard !mixed.isEmpty else { return gradient }
        func restored(_ length: CSSGradient.Length) -> CSSGradient.Length {
            let index = length.points - Self.placeholder
            guard length.fraction == 0, index >= 0, index < Double(mixed.count), let whole = Int(exactly: index) else {
                return length
            }
            return CSSGradient.Length(points: mixed[whole].value, fraction: mixed[whole].fraction)
        }
        func restored(_ position: CSSGradient.Position) -> CSSGradient.Position {
            CSSGradient.Position(x: restored(position.x), y: restored(position.y))
        }
        css.positions = css.positions.map { $0.map(restored) }
        css.hints = css.hints.map { $0.map(restored) }
        switch css.shape {
        case .linear: break
        case .radial(var ending, let position):
            if case .ellipse(let x, let y) = ending { ending = .ellipse(restored(x), restored(y)) }
            css.shape = .radial(ending, at: restored(position))
        case .conic(let degrees, let position): css.shape = .conic(from: degrees, at: restored(position))
        }
        gradient.geometry = .css(css)
        return gradient
    }

    /// Whether a colour isn't one of the older notations, and the gradient names no space.
    private func hasNewColors(_ text: String) -> Bool {
        let names: Set = ["lab", "lch", "oklab", "oklch", "color", "color-mix"]
        let relative: Set = ["rgb", "rgba", "hsl", "hsla", "hwb"]
        let tokens = CSSTokenizer.tokens(text)
        for (index, token) in tokens.enumerated() {
            if token.isIdent("in"), index < 6 { return false }
            if token.isIdent("currentcolor"), names.contains(PaintText.function(units.currentColor)?.name ?? "") { return true }
            guard token.kind == .function else { continue }
            if names.contains(token.text) { return true }
            let next = tokens[(index + 1)...].first { !$0.isSpace }
            if relative.contains(token.text), next?.isIdent("from") == true { return true }
        }
        return false
    }

    /// The standard notation of `-webkit-linear-gradient()`, which names the side where it begins and turns the other way.
    private static func unprefixed(_ text: String) -> String? {
        guard let (name, arguments) = PaintText.function(text), name.hasPrefix("-webkit-") else { return nil }
        var parts = PaintText.list(arguments)
        if name.hasSuffix("radial-gradient") {
            return name.dropFirst("-webkit-".count) + "(\(unprefixedRadial(parts).joined(separator: ", ")))"
        }
        guard name.hasSuffix("linear-gradient") else { return nil }
        let words = CSSText.words(parts[0].asciiLowercased)
        let opposites = ["left": "right", "right": "left", "top": "bottom", "bottom": "top"]
        if !words.isEmpty, words.allSatisfy({ opposites[$0] != nil }) {
            parts[0] = "to " + words.compactMap { opposites[$0] }.joined(separator: " ")
        } else if words.count == 1,
            CSSTokenizer.tokens(words[0]).first.map({ $0.kind == .dimension && $0.text == "deg" }) == true
        {
            parts[0] = "calc(90deg - \(words[0]))"
        }
        return name.dropFirst("-webkit-".count) + "(\(parts.joined(separator: ", ")))"
    }

    /// The parts of `radial-gradient()` for those of its prefixed sibling, which has the position first, then the shape.
    private static func unprefixedRadial(_ parts: [String]) -> [String] {
        let shapes = [
            "circle": "circle", "ellipse": "ellipse", "contain": "closest-side", "cover": "farthest-corner",
            "closest-side": "closest-side", "closest-corner": "closest-corner", "farthest-side": "farthest-side",
            "farthest-corner": "farthest-corner",
        ]
        var rest = parts[...]
        func isPlace(_ word: String) -> Bool {
            ["left", "right", "top", "bottom", "center"].contains(word)
                || CSSTokenizer.tokens(word).first.map {
                    $0.kind == .dimension || $0.kind == .percentage || $0.kind == .number
                } == true
        }
        var (place, shape): (String?, [String]) = (nil, [])
        if let first = rest.first.map({ CSSText.words($0.asciiLowercased) }), !first.isEmpty, first.allSatisfy(isPlace) {
            place = first.joined(separator: " ")
            rest.removeFirst()
        }
        if let first = rest.first.map({ CSSText.words($0.asciiLowercased) }), !first.isEmpty {
            let words = first.compactMap { shapes[$0] ?? (isPlace($0) ? $0 : nil) }
            if words.count == first.count {
                shape = words
                rest.removeFirst()
            }
        }
        let start = shape + (place.map { ["at", $0] } ?? [])
        return (start.isEmpty ? [] : [start.joined(separator: " ")]) + rest
    }

    /// A length that stands for a calculation, plus the calculation's index.
    private static let placeholder = 500_000_000.0

    /// The text with a placeholder for each calculation that mixes lengths and percentages.
    private func withoutMixedLengths(_ text: String, _ mixed: inout [CSSAmount]) throws(NotationError) -> String {
        guard text.contains("%"), text.contains("(") else { return text }
        let bytes = CSSTokenizer.prepared(text)
        let tokens = CSSTokenizer.tokens(bytes)
        var result: [UInt8] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard token.kind == .function, CSSUnits.mathFunctions.contains(token.text) else {
                result += bytes[token.range]
                index += 1
                continue
            }
            // The end of the function.
            var (end, depth) = (index + 1, 1)
            while end < tokens.count, depth > 0 {
                if tokens[end].kind == .function || tokens[end].kind == .openParenthesis { depth += 1 }
                if tokens[end].kind == .closeParenthesis { depth -= 1 }
                end += 1
            }
            let source = bytes[token.range.lowerBound..<tokens[end - 1].range.upperBound]
            let calculation = String(decoding: source, as: UTF8.self)
            let amount = (try? CSSCalculation(calculation, units))?.resolved()
            if let amount, amount.kind == .length, amount.value != 0, amount.fraction != 0, mixed.count < PaintLimits.items {
                result += "\(Int(Self.placeholder) + mixed.count)px".utf8
                mixed.append(amount)
            } else {
                result += source
            }
            index = end
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Gradient {
    /// The gradient with lengths that mix points and a share as points alone, for an area of the given size. Scenes have no
    /// notation for mixed lengths.
    func settled(in size: Size) -> Gradient {
        guard case .css(var css) = geometry, css.mixesLengths, size.width > 0, size.height > 0 else { return self }
        func settled(_ length: CSSGradient.Length, _ whole: Double) -> CSSGradient.Length {
            guard length.points != 0, length.fraction != 0 else { return length }
            return CSSGradient.Length(points: length.points + length.fraction * whole)
        }
        func settled(_ position: CSSGradient.Position) -> CSSGradient.Position {
            CSSGradient.Position(x: settled(position.x, size.width), y: settled(position.y, size.height))
        }
        switch css.shape {
        case .linear: break
        case .radial(var ending, let position):
            if case .ellipse(let x, let y) = ending {
                ending = .ellipse(settled(x, size.width), settled(y, size.height))
            }
            css.shape = .radial(ending, at: settled(position))
        case .conic(let degrees, let position): css.shape = .conic(from: degrees, at: settled(position))
        }
        let whole = css.length(in: size)
        css.positions = css.positions.map { $0.map { settled($0, whole) } }
        css.hints = css.hints.map { $0.map { settled($0, whole) } }
        var result = self
        result.geometry = .css(css)
        return result
    }
}

extension CSSGradient {
    fileprivate var mixesLengths: Bool {
        func isMixed(_ length: Length?) -> Bool { length.map { $0.points != 0 && $0.fraction != 0 } ?? false }
        if positions.contains(where: isMixed) || hints.contains(where: isMixed) { return true }
        switch shape {
        case .linear: return false
        case .conic(_, let position): return isMixed(position.x) || isMixed(position.y)
        case .radial(let ending, let position):
            if case .ellipse(let x, let y) = ending, isMixed(x) || isMixed(y) { return true }
            return isMixed(position.x) || isMixed(position.y)
        }
    }

    /// The length from 0 to 100 %, which shares of colours refer to.
    fileprivate func length(in size: Size) -> Double {
        var plain = self
        plain.isRepeating = false
        plain.positions = [Length(), Length(fraction: 1)]
        plain.hints = [nil, nil]
        let colors = Gradient(.css(plain), colors: [.black, .white], interpolation: .premultiplied)
        switch plain.resolved(colors, in: Rect(origin: .zero, size: size)).geometry {
        case .line(let from, let to): return (to - from).length
        case .ellipse(_, let axes): return axes.x
        case .turn: return 360
        }
    }
}
