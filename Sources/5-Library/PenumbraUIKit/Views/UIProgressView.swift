import PenumbraCoreGraphics

/// A bar that shows how much is done. Its subviews are the track and, above it, the part that is done.
open class UIProgressView: UIView {
    public enum Style: Int, Sendable {
        case `default`, bar
    }

    open var progressViewStyle: Style { didSet { setNeedsLayout() } }
    private var share: Float = 0
    /// The part that is done, from 0 to 1.
    open var progress: Float {
        get { share }
        set {
            share = newValue.isNaN ? 0 : max(0, min(1, newValue))
            setNeedsLayout()
        }
    }
    open var progressTintColor: UIColor? { didSet { showColors() } }
    open var trackTintColor: UIColor? { didSet { showColors() } }
    private let track = UIView()
    private let bar = UIView()

    public init(progressViewStyle style: Style) {
        progressViewStyle = style
        super.init(frame: CGRect(x: 0, y: 0, width: 150, height: 4))
        addBars()
    }

    public override init(frame: CGRect) {
        progressViewStyle = .default
        super.init(frame: frame)
        addBars()
    }

    public required init?(coder: NSCoder) {
        progressViewStyle = .default
        super.init(coder: coder)
        addBars()
    }

    private func addBars() {
        isOpaque = false
        addSubview(track)
        addSubview(bar)
        showColors()
    }

    private func showColors() {
        track.backgroundColor = trackTintColor ?? .systemFill
        bar.backgroundColor = progressTintColor ?? tintColor ?? .systemBlue
    }

    /// Sets the progress. Nothing moves in between.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        showColors()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: bounds.width, height: 4) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let radius = progressViewStyle == .bar ? 0 : min(bounds.width, bounds.height) / 2
        let done = share == 0 ? 0 : max(2 * radius, bounds.width * CGFloat(share))
        for (view, width) in [(track, bounds.width), (bar, done)] {
            view.frame = CGRect(x: bounds.minX, y: bounds.minY, width: width, height: bounds.height)
            view.layer.cornerRadius = radius
        }
    }
}
