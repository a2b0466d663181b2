import PenumbraCoreGraphics
import PenumbraQuartzCore

/// The parts of views about screens, which exist so that code compiles, and hit tests.
open class UIViewEvents: UIViewProperties {
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false
    open var clearsContextBeforeDrawing = true
    open var autoresizesSubviews = true
    open var preservesSuperviewLayoutMargins = false
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) { didSet { layoutMarginsDidChange() } }
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            let margins = layoutMargins
            return NSDirectionalEdgeInsets(
                top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
        }
        set {
            layoutMargins = UIEdgeInsets(
                top: newValue.top, left: newValue.leading, bottom: newValue.bottom, right: newValue.trailing)
        }
    }
    /// The parts that a device's screen hides: none.
    open var safeAreaInsets: UIEdgeInsets { .zero }
    open func safeAreaInsetsDidChange() {}
    open func layoutMarginsDidChange() {}
    open var insetsLayoutMarginsFromSafeArea = true
    /// The parts of the view that constraints leave out. They have no effect.
    open var alignmentRectInsets: UIEdgeInsets { .zero }
    open class var requiresConstraintBasedLayout: Bool { false }
    open var accessibilityIdentifier: String?
    open var accessibilityHint: String?
    open var accessibilityTraits = UIAccessibilityTraits.none
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var isAccessibilityElement = false

    /// How the view follows changes of the size of the view around it.
    open var autoresizingMask: UIView.AutoresizingMask {
        get { UIView.AutoresizingMask(rawValue: UInt(layer.autoresizingMask.rawValue)) }
        set { layer.autoresizingMask = CAAutoresizingMask(rawValue: UInt32(truncatingIfNeeded: newValue.rawValue)) }
    }
}

extension UIView {
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }
}

/// What a view is for those who can't see it.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let none: UIAccessibilityTraits = []
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
    public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}
