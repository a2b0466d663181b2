/// The states of an element that selectors ask for, but that follow from more than its attributes: forms around it, other
/// controls, its text. The language of the document defines them.
package struct CSSElementStates: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let enabled = Self(rawValue: 1 << 0)
    package static let disabled = Self(rawValue: 1 << 1)
    package static let required = Self(rawValue: 1 << 2)
    package static let optional = Self(rawValue: 1 << 3)
    package static let readWrite = Self(rawValue: 1 << 4)
    package static let placeholderShown = Self(rawValue: 1 << 5)
    package static let valid = Self(rawValue: 1 << 6)
    package static let invalid = Self(rawValue: 1 << 7)
    package static let inRange = Self(rawValue: 1 << 8)
    package static let outOfRange = Self(rawValue: 1 << 9)
    package static let indeterminate = Self(rawValue: 1 << 10)
    package static let standard = Self(rawValue: 1 << 11)
    package static let checked = Self(rawValue: 1 << 12)
    /// A custom element that nothing defines. Other elements are defined.
    package static let undefined = Self(rawValue: 1 << 13)

    /// The states by the names of their pseudo-classes.
    static let byName: [String: CSSElementStates] = [
        "enabled": .enabled, "disabled": .disabled, "required": .required, "optional": .optional, "read-write": .readWrite,
        "placeholder-shown": .placeholderShown, "valid": .valid, "invalid": .invalid,
        "in-range": .inRange, "out-of-range": .outOfRange, "indeterminate": .indeterminate, "default": .standard,
        "checked": .checked,
    ]
}
