import PenumbraCoreGraphics

/// A row of dots, one for each page.
open class UIPageControl: UIControl {
    open var numberOfPages = 0 {
        didSet {
            invalidateIntrinsicContentSize()
            setNeedsDisplay()
        }
    }
    open var currentPage = 0 { didSet { setNeedsDisplay() } }
    open var hidesForSinglePage = false { didSet { setNeedsDisplay() } }
    open var pageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }
    open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }

    private static let dot: CGFloat = 7
    private static let step: CGFloat = 16

    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: CGFloat(max(0, pageCount)) * Self.step + Self.step, height: 26)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(forNumberOfPages: numberOfPages) }
    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }

    open override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), numberOfPages > (hidesForSinglePage ? 1 : 0) else { return }
        let first = bounds.midX - CGFloat(numberOfPages - 1) * Self.step / 2
        for page in 0..<numberOfPages {
            let color =
                page == currentPage
                ? currentPageIndicatorTintColor ?? .white : pageIndicatorTintColor ?? UIColor.white.withAlphaComponent(0.3)
            context.setFillColor(color.cgColor)
            context.fillEllipse(
                in: CGRect(
                    x: first + CGFloat(page) * Self.step - Self.dot / 2, y: bounds.midY - Self.dot / 2, width: Self.dot,
                    height: Self.dot))
        }
    }
}
