import PenumbraCoreGraphics
import PenumbraQuartzCore

/// An object that hears when a view is scrolled.
public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

/// A view that shows a part of its contents. Programs scroll it, and it has no indicators.
open class UIScrollView: UIView {
    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero
    open var isScrollEnabled = true
    open var isPagingEnabled = false
    open var bounces = true
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false
    open var showsVerticalScrollIndicator = true
    open var showsHorizontalScrollIndicator = true
    open var isTracking: Bool { false }
    open var isDragging: Bool { false }
    open var isDecelerating: Bool { false }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        clipsToBounds = true
    }

    /// The point of the contents at the upper left corner: the origin of the bounds.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = newValue }
    }

    open override var bounds: CGRect {
        didSet {
            guard bounds.origin != oldValue.origin else { return }
            setNeedsLayout()
            delegate?.scrollViewDidScroll(self)
        }
    }

    /// The insets of the content.
    open var adjustedContentInset: UIEdgeInsets { contentInset }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard animated else {
            self.contentOffset = contentOffset
            return
        }
        UIView.animate(withDuration: 0.3) { self.contentOffset = contentOffset }
    }

    /// Scrolls as little as needed to show a rectangle.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        func start(_ shown: CGFloat, _ length: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat {
            from < shown || to - from > length ? from : to > shown + length ? to - length : shown
        }
        let target = CGPoint(
            x: start(bounds.minX, bounds.width, rect.minX, rect.maxX),
            y: start(bounds.minY, bounds.height, rect.minY, rect.maxY))
        setContentOffset(target, animated: animated)
    }
}
