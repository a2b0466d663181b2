import PenumbraCoreGraphics

/// A bar that shows how much is done.
open class UIProgressView: UIView {
    public enum Style: Int, Sendable {
        case `default`, bar
    }

    open var progressViewStyle: Style { didSet { setNeedsDisplay() } }
    private var share: Float = 0
    /// The part that is done, from 0 to 1.
    open var progress: Float {
        get { share }
        set {
            share = newValue.isNaN ? 0 : max(0, min(1, newValue))
            setNeedsDisplay()
        }
    }
    open var progressTintColor: UIColor? { didSet { setNeedsDisplay() } }
    open var trackTintColor: UIColor? { didSet { setNeedsDisplay() } }

    public init(progressViewStyle style: Style) {
        progressViewStyle = style
        super.init(frame: CGRect(x: 0, y: 0, width: 150, height: 4))
        isOpaque = false
    }

    public override init(frame: CGRect) {
        progressViewStyle = .default
        super.init(frame: frame)
        isOpaque = false
    }

    public required init?(coder: NSCoder) {
        progressViewStyle = .default
        super.init(coder: coder)
    }

    /// Sets the progress. Nothing moves in between.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsDisplay()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: bounds.width, height: 4) }

    open override func draw(_ rect: CGRect) {
        let radius = progressViewStyle == .bar ? 0 : min(bounds.width, bounds.height) / 2
        func fill(_ width: CGFloat, _ color: UIColor) {
            guard width > 0 else { return }
            color.setFill()
            let bar = CGRect(x: bounds.minX, y: bounds.minY, width: width, height: bounds.height)
            UIBezierPath(roundedRect: bar, cornerRadius: radius).fill()
        }
        fill(bounds.width, trackTintColor ?? .systemFill)
        fill(share == 0 ? 0 : max(2 * radius, bounds.width * CGFloat(share)), progressTintColor ?? tintColor ?? .systemBlue)
    }
}
