/// A part of a template.
indirect enum TemplateNode: Sendable {
    /// Bytes of the template, which are written as they are.
    case literal(Range<Int>)
    case value(TemplateName, ValueContext)
    /// A part that is written once per element of a list, once for a value that isn't empty, or, if inverted, for an empty value.
    case section(TemplateName, isInverted: Bool, [TemplateNode])
}

/// The name in a tag, such as `author.name`. The name `.` is the current value and has no parts.
struct TemplateName: Sendable {
    var parts: [String]
    /// Where the tag begins in the template.
    var offset: Int

    var text: String { parts.isEmpty ? "." : parts.joined(separator: ".") }

    /// Reads a name. Nil if the text isn't a name.
    init?(_ text: String, offset: Int) {
        self.offset = offset
        if text == "." {
            parts = []
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let refused = "\"'`|(){}<>=#^/!&%$*,:;".utf8
        guard !parts.isEmpty, parts.count <= 16,
            parts.allSatisfy({ part in !part.isEmpty && part.utf8.allSatisfy { $0 > 0x20 && !refused.contains($0) } })
        else { return nil }
        self.parts = parts
    }
}

/// The place of a value in the document, which decides how the value is escaped.
struct ValueContext: Sendable {
    enum Place: Sendable, Equatable {
        case text
        /// An attribute's value. The quote is 0 for a value without quotes.
        case attribute(quote: UInt8)
        /// The text of a `style` element.
        case styleSheet
        /// Comments and scripts, where values have no effect and aren't written.
        case hidden
    }

    /// The part of a declaration that contains a value.
    enum StylePlace: Sendable, Equatable {
        case value
        case string
        case address
    }

    var place: Place
    /// The place in a declaration. Nil outside style sheets and `style` attributes.
    var style: StylePlace?
    /// Whether the value may be the beginning of an address.
    var beginsAddress = false
    /// Whether the value begins an attribute's value.
    var beginsAttribute = false
    /// Whether the tag has three braces: the value may contain the markup of its place.
    var isRaw = false

    /// Whether the document's reader finds the value as it is, since only markup in it is escaped.
    var isReadAsWritten: Bool {
        guard !isRaw, style == nil || style == .value else { return false }
        return switch place {
        case .text: true
        case .attribute(let quote): quote != 0
        case .styleSheet, .hidden: false
        }
    }

    /// Whether the value is shown as text and does nothing else.
    var isText: Bool { place == .text }
}
