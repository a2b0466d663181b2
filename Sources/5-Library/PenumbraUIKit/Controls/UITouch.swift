import PenumbraCoreGraphics

/// A finger on the screen. There is none, so no touch is ever made.
open class UITouch: NSObject {
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
    }

    open var phase: Phase { .began }
    open var tapCount: Int { 0 }
    open var timestamp: TimeInterval { 0 }
    open var force: CGFloat { 0 }
    open var maximumPossibleForce: CGFloat { 0 }
    open var majorRadius: CGFloat { 0 }
    open var view: UIView? { nil }
    open func location(in view: UIView?) -> CGPoint { .zero }
    open func previousLocation(in view: UIView?) -> CGPoint { .zero }
    open func preciseLocation(in view: UIView?) -> CGPoint { .zero }
    open func precisePreviousLocation(in view: UIView?) -> CGPoint { .zero }
}

/// An event of the screen. There is none, so no event is ever made.
open class UIEvent: NSObject {
    open var timestamp: TimeInterval { 0 }
    open var allTouches: Set<UITouch>? { nil }
    open func touches(for view: UIView) -> Set<UITouch>? { nil }
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? { nil }
    open func predictedTouches(for touch: UITouch) -> [UITouch]? { nil }
}
