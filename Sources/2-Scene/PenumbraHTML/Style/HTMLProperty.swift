import PenumbraCSS
import PenumbraScene

/// The part of an element's style that a property sets, and how its value is read.
///
/// A property is one entry of `all`.
struct HTMLProperty: Sendable {
    /// Sets the property. False, and no change, for a malformed value.
    let set: @Sendable (_ style: inout HTMLStyle, _ reader: ValueReader) -> Bool
    /// Takes the value of another style.
    let copy: @Sendable (_ style: inout HTMLStyle, _ other: HTMLStyle) -> Void

    init<Value>(
        _ part: any WritableKeyPath<HTMLStyle, Value> & Sendable, _ read: @escaping @Sendable (ValueReader) -> Value?
    ) {
        set = { style, reader in
            guard let value = read(reader) else { return false }
            style[keyPath: part] = value
            return true
        }
        copy = { style, other in style[keyPath: part] = other[keyPath: part] }
    }

    /// A property with more than one part, or whose inherited value differs from the parent's.
    init(
        set: @escaping @Sendable (inout HTMLStyle, ValueReader) -> Bool,
        copy: @escaping @Sendable (inout HTMLStyle, HTMLStyle) -> Void
    ) {
        (self.set, self.copy) = (set, copy)
    }

    /// The properties by their names.
    static let all: [String: HTMLProperty] = boxes.merging(flexible) { $1 }.merging(text) { $1 }.merging(fonts) { $1 }
        .merging(generated) { $1 }.merging(painted) { $1 }.merging(columns) { $1 }.merging(["zoom": zoom]) { $1 }

    /// The properties that others depend on, in the order in which they are set.
    static let first = [
        "zoom", "direction", "writing-mode", "color-scheme", "font-family", "font-weight", "font-style", "font-stretch",
        "font-width",
        "font-size", "color", "line-height",
    ]

    static func keyword<Value: RawRepresentable & SendableMetatype>(
        _ part: any WritableKeyPath<HTMLStyle, Value> & Sendable
    ) -> HTMLProperty where Value.RawValue == String {
        HTMLProperty(part) { Value(rawValue: $0.word) }
    }

    static func word(
        _ part: any WritableKeyPath<HTMLStyle, String> & Sendable, _ words: Set<String>
    ) -> HTMLProperty {
        HTMLProperty(part) { $0.one(of: words) }
    }
}

extension HTMLStyle {
    /// Sets a property to a cascaded value, which may be a keyword such as `inherit`. Malformed values change nothing.
    mutating func apply(_ name: String, _ value: String, parent: HTMLStyle, _ context: StyleContext) {
        guard let property = HTMLProperty.all[name] else { return }
        switch value.asciiLowercased {
        case "inherit": property.copy(&self, parent)
        case "initial": property.copy(&self, .initial)
        case "unset", "revert", "revert-layer":
            property.copy(&self, CSSProperty.inherited.contains(name) ? parent : .initial)
        default: _ = property.set(&self, ValueReader(value, self, parent: parent, context))
        }
    }

    /// Decides whether a declaration without references has an effect.
    static func review(_ name: String, _ value: String) -> CSSVerdict {
        guard let property = HTMLProperty.all[name] else {
            // Outlook has names of its own.
            if name.hasPrefix("-") || name.hasPrefix("mso-") || CSSProperty.hasNoEffect(name, value.asciiLowercased) {
                return .ignored(nil)
            }
            if CSSProperty.isKnown(name) { return .ignored("it has no effect here") }
            if let near = CSSProperty.nearest(to: name) { return .refused("it is no property; did you mean \"\(near)\"?") }
            return .refused("it is no property")
        }
        var style = HTMLStyle.initial
        guard property.set(&style, ValueReader(value, style, parent: style, StyleContext())) else {
            // Values of other browsers stand beside those of the standard.
            let isOfVendor = value.hasPrefix("-") && value.dropFirst().first?.isLetter == true && !value.contains(" ")
            return isOfVendor ? .refused(nil) : .refused("\"\(value.prefix(60))\" is no value of it")
        }
        return .accepted
    }
}
