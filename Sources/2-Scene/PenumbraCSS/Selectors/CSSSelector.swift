/// A selector: compounds of conditions with combinators between them (Selectors 4).
package struct CSSSelector: Sendable {
    package enum Combinator: Sendable, Hashable {
        case descendant, child, next, following
    }

    package indirect enum Condition: Sendable {
        /// A type, also in lower case for elements of HTML.
        case type(String, String)
        case identifier(String)
        case classes(String)
        case attribute(CSSAttributeTest)
        case nth(CSSNth)
        case root
        case empty
        /// The element that a relative selector starts at, or the root.
        case scope
        case link
        case language([String])
        case direction(isRightToLeft: Bool)
        case not(CSSSelectorList)
        /// `:is()`, `:where()` and `&`.
        case any(CSSSelectorList)
        case has(CSSSelectorList)
        case attributeIsPresent(String)
        case state(CSSElementStates)
        /// `:defined`.
        case defined
        /// `:read-only`: elements of HTML whose content readers can't edit.
        case readOnly
        /// A state that no element of a still picture has.
        case never
        case always
    }

    /// The compounds from left to right.
    package var compounds: [[Condition]] = []
    /// The combinator after each compound but the last.
    package var combinators: [Combinator] = []
    /// For a relative selector, the combinator between the element that it starts at and the first compound.
    package var leading: Combinator?
    /// The pseudo-element at the end, such as `before`.
    package var pseudoElement: String?
    /// The numbers of identifiers, of classes and of types: 20 bits each.
    package var specificity = 0
    /// Whether `&` occurs.
    var refersToParent = false

    static let ofIdentifier = 1 << 40
    static let ofClass = 1 << 20
    static let ofType = 1
}

/// Selectors of which any may match.
///
/// A list is shared by the selectors that contain it, so that each element is compared with it once.
package final class CSSSelectorList: Sendable {
    package let selectors: [CSSSelector]
    /// The highest specificity of its selectors.
    package let specificity: Int

    package init(_ selectors: [CSSSelector], hasSpecificity: Bool = true) {
        self.selectors = selectors
        specificity = hasSpecificity ? selectors.map(\.specificity).max() ?? 0 : 0
    }
}

package struct CSSAttributeTest: Sendable {
    package enum Match: Sendable { case exists, equals, word, dash, prefix, suffix, part }

    package var name: String
    package var match: Match
    package var value: String
    /// Nil leaves it to the document's language.
    package var ignoresCase: Bool?

    /// The attributes of HTML whose values ignore case in selectors.
    static let caselessInHTML: Set = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color",
        "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv",
        "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel",
        "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
    ]

    func holds(_ found: String, isHTML: Bool) -> Bool {
        if match == .exists { return true }
        let isCaseless = ignoresCase ?? (isHTML && Self.caselessInHTML.contains(name.asciiLowercased))
        let (own, wanted) = isCaseless ? (found.asciiLowercased, value.asciiLowercased) : (found, value)
        switch match {
        case .exists: return true
        case .equals: return own == wanted
        case .word:
            return !wanted.isEmpty && !wanted.contains(where: \.isCSSSpace)
                && own.split(whereSeparator: \.isCSSSpace).contains { $0 == wanted }
        case .dash: return own == wanted || own.hasPrefix(wanted + "-")
        case .prefix: return !wanted.isEmpty && own.utf8.starts(with: wanted.utf8)
        case .suffix: return !wanted.isEmpty && own.utf8.reversed().starts(with: wanted.utf8.reversed())
        case .part: return !wanted.isEmpty && own.utf8.contains(wanted.utf8)
        }
    }
}

/// `:nth-child()` and its relatives: the places a·n + b, counted from one end.
package struct CSSNth: Sendable {
    package var a: Int
    package var b: Int
    package var isFromEnd = false
    package var isOfType = false
    /// The siblings that count. Nil counts all, or those of the same type.
    package var list: CSSSelectorList?

    /// Whether a·n + b is `place` for an n of 0 or more.
    package func contains(_ place: Int) -> Bool {
        let rest = place - b
        if a == 0 { return rest == 0 }
        return rest % a == 0 && rest / a >= 0
    }
}

extension Character {
    package var isCSSSpace: Bool {
        self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\r\n" || self == "\u{C}"
    }
}

extension String.UTF8View {
    fileprivate func contains(_ other: String.UTF8View) -> Bool {
        let (all, wanted) = (Array(self), Array(other))
        guard wanted.count <= all.count else { return false }
        return (0...(all.count - wanted.count)).contains { all[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
