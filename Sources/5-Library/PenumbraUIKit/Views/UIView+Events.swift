import PenumbraCoreGraphics
import PenumbraQuartzCore

/// The parts of views about screens, which exist so that code compiles, and hit tests.
open class UIViewEvents: UIViewProperties {
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false
    open var clearsContextBeforeDrawing = true
    open var autoresizesSubviews = true
    open var preservesSuperviewLayoutMargins = false
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
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
    open var accessibilityIdentifier: String?
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
