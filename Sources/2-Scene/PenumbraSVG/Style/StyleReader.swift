import PenumbraBitmap
import PenumbraCSS
import PenumbraElementary
import PenumbraScene

/// Reads the value of a property for an element.
struct StyleReader {
    let value: String
    /// The value in lower case.
    let word: String
    /// The element's style so far: its font size and colour are known.
    let style: Style
    let parent: Style
    let context: StyleContext

    init(_ value: String, _ style: Style, parent: Style, _ context: StyleContext) {
        (self.value, word, self.style, self.parent, self.context) = (value, value.asciiLowercased, style, parent, context)
    }

    var units: CSSUnits { context.units(style) }

    /// The value with functions computed, such as `calc()` and `color-mix()`. Nil if one is malformed.
    private func computed(_ text: String) -> String? {
        text.utf8.contains(UInt8(ascii: "(")) ? try? units.normalized(text) : text
    }

    func number(_ text: String) -> Double? { computed(text).flatMap { Self.number($0) } }

    /// A number, or a percentage as its share.
    static func number(_ text: String) -> Double? {
        var scanner = ValueScanner(text)
        scanner.skipSpace()
        guard var number = scanner.number() else { return nil }
        if scanner.skip("%") { number /= 100 }
        scanner.skipSpace()
        return scanner.isAtEnd ? number : nil
    }

    var share: Double? { number(value).map { max(0, min(1, $0)) } }

    var length: Length? { Length(value).map { $0.computed(units) } }

    var lengths: [Length]? { ValueScanner.lengths(value)?.map { $0.computed(units) } }

    var color: Color? { Self.color(value, units, style) }

    private static func color(_ text: String, _ units: @autoclosure () -> CSSUnits, _ style: Style) -> Color? {
        if text.isEqualIgnoringCase(to: "currentcolor") { return style.color }
        if let color = try? Color(css: text) { return color }
        if let plain = try? units().normalized(text), plain != text, let color = try? Color(css: plain) { return color }
        // A colour of SVG 1.1 may be followed by its value in a colour profile.
        guard let space = text.range(ofFirst: " icc-color") else { return nil }
        return try? Color(css: String(text[..<space]))
    }

    var paint: PaintValue? { paint(value) }

    private func paint(_ text: String) -> PaintValue? {
        switch text.asciiLowercased {
        case "none": return PaintValue.none
        case "currentcolor": return .currentColor
        case "context-fill": return .contextFill
        case "context-stroke": return .contextStroke
        default: break
        }
        if let (id, rest) = reference(in: text) {
            if rest.isEmpty { return .server(id, fallback: nil) }
            return paint(rest).map { .server(id, fallback: $0) }
        }
        return Self.color(text, units, style).map(PaintValue.color)
    }

    /// The element that a marker refers to. `.some(nil)` is none.
    var marker: String?? {
        if word == "none" { return .some(nil) }
        return reference(in: value).map { .some($0.id) }
    }

    /// The value, unless it's `none`.
    var notNone: String?? {
        if word == "none" { return .some(nil) }
        return computed(value).map { .some($0) }
    }

    /// The shadows of `text-shadow`, front-most first.
    var textShadows: [Shadow]? {
        guard let text = try? units.normalized(value), let list = try? BoxShadow.list(css: text, currentColor: style.color),
            list.allSatisfy({ !$0.isInset && $0.spread == 0 }), list.count <= SceneLimits.default.shadowCount
        else { return nil }
        return list.filter { $0.color.alpha > 0 }.map { Shadow(color: $0.color, offset: $0.offset, radius: $0.radius) }
    }

    /// One of several words.
    func one(of words: Set<String>) -> String? { words.contains(word) ? word : nil }
}

/// What the values of all elements of a document refer to.
package struct StyleContext {
    package var rootFontSize = 16.0
    var viewport = Size(width: 100, height: 100)
    var isDark = false
    /// The time that animations show. Nil runs none.
    var time: Double?

    func units(_ style: Style) -> CSSUnits {
        var units = CSSUnits(fontSize: style.font.size, rootFontSize: rootFontSize, viewport: viewport)
        units.currentColor = style.color.css
        units.isDark = isDark && style.colorScheme.allowsDark || style.colorScheme.isDarkOnly
        return units
    }
}

extension String {
    /// The place where a text first occurs. Nil if it doesn't.
    fileprivate func range(ofFirst wanted: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(wanted) }
    }
}
