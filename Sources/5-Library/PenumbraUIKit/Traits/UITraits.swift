import PenumbraCoreGraphics

/// A trait that views can watch.
public protocol UITraitDefinition {}

public enum UITraitUserInterfaceStyle: UITraitDefinition {}
public enum UITraitDisplayScale: UITraitDefinition {}
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {}
public enum UITraitHorizontalSizeClass: UITraitDefinition {}
public enum UITraitVerticalSizeClass: UITraitDefinition {}

public typealias UITrait = any UITraitDefinition.Type

/// A function that a view calls when traits change.
public final class UITraitChangeRegistration {
    let call: (UIView, UITraitCollection) -> Void

    init(_ call: @escaping (UIView, UITraitCollection) -> Void) { self.call = call }
}

/// Views, which know the type of themselves in functions about their traits.
public protocol UITraitChangeObservable: UIView {}

extension UIView: UITraitChangeObservable {
    /// Calls a function, which names the type of the view, when the appearance of the view changes.
    @_disfavoredOverload @discardableResult public func registerForTraitChanges<Observed: UIView>(
        _ traits: [UITrait], handler: @escaping (Observed, UITraitCollection) -> Void
    ) -> UITraitChangeRegistration {
        watch(traits) { view, previous in
            if let view = view as? Observed { handler(view, previous) }
        }
    }

    public func unregisterForTraitChanges(_ registration: UITraitChangeRegistration) {
        traitChanges.removeAll { $0 === registration }
    }

    fileprivate func watch(
        _ traits: [UITrait], _ call: @escaping (UIView, UITraitCollection) -> Void
    ) -> UITraitChangeRegistration {
        let registration = UITraitChangeRegistration(call)
        // Other traits never change.
        if traits.contains(where: { $0 == UITraitUserInterfaceStyle.self }) { traitChanges.append(registration) }
        return registration
    }
}

extension UITraitChangeObservable {
    /// Calls a function when the appearance of the view changes.
    @discardableResult public func registerForTraitChanges(
        _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
    ) -> UITraitChangeRegistration {
        watch(traits) { view, previous in
            if let view = view as? Self { handler(view, previous) }
        }
    }
}

/// How much room there is. It is unspecified, because there is no screen.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    case unspecified, compact, regular
}

/// The size of text that users choose: always the standard one.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { rawValue = "UICTContentSizeCategory" + name }

    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    public static let extraSmall = UIContentSizeCategory("XS")
    public static let small = UIContentSizeCategory("S")
    public static let medium = UIContentSizeCategory("M")
    public static let large = UIContentSizeCategory("L")
    public static let extraLarge = UIContentSizeCategory("XL")
    public static let extraExtraLarge = UIContentSizeCategory("XXL")
    public static let extraExtraExtraLarge = UIContentSizeCategory("XXXL")
    public static let accessibilityMedium = UIContentSizeCategory("AccessibilityM")
    public static let accessibilityLarge = UIContentSizeCategory("AccessibilityL")
    public static let accessibilityExtraLarge = UIContentSizeCategory("AccessibilityXL")
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory("AccessibilityXXL")
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory("AccessibilityXXXL")

    private static let order: [UIContentSizeCategory] = [
        .unspecified, .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
        .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
        .accessibilityExtraExtraExtraLarge,
    ]

    public static func < (a: UIContentSizeCategory, b: UIContentSizeCategory) -> Bool {
        (order.firstIndex(of: a) ?? 0) < (order.firstIndex(of: b) ?? 0)
    }

    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }
}

extension UITraitCollection {
    public var horizontalSizeClass: UIUserInterfaceSizeClass { .unspecified }
    public var verticalSizeClass: UIUserInterfaceSizeClass { .unspecified }
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
    public var layoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
}
