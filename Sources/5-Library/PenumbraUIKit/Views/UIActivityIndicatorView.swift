import PenumbraCoreGraphics
import PenumbraQuartzCore

/// A wheel of spokes that light up one after another.
open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101

        fileprivate var side: CGFloat { self == .large ? 37 : 20 }
    }

    open var style: Style {
        didSet {
            invalidateIntrinsicContentSize()
            setNeedsLayout()
        }
    }
    open var color: UIColor! = .systemGray { didSet { spoke.backgroundColor = color?.cgColor } }
    /// Whether the view shows nothing while it doesn't run.
    open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }
    open private(set) var isAnimating = false

    private let wheel = CAReplicatorLayer()
    private let spoke = CALayer()
    private static let spokes = 8
    /// The seconds of a turn.
    private static let turn = 1.0

    public init(style: Style) {
        self.style = style
        super.init(frame: CGRect(x: 0, y: 0, width: style.side, height: style.side))
        addSpokes()
    }

    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
        addSpokes()
    }

    public required init?(coder: NSCoder) {
        style = .medium
        super.init(coder: coder)
        addSpokes()
    }

    private func addSpokes() {
        isHidden = true
        wheel.instanceCount = Self.spokes
        wheel.instanceTransform = CATransform3DMakeRotation(2 * .pi / CGFloat(Self.spokes), 0, 0, 1)
        wheel.instanceDelay = Self.turn / Double(Self.spokes)
        spoke.backgroundColor = color.cgColor
        spoke.opacity = 0.25
        wheel.addSublayer(spoke)
        layer.addSublayer(wheel)
    }

    open func startAnimating() {
        guard !isAnimating else { return }
        (isAnimating, isHidden) = (true, false)
        let fading = CABasicAnimation(keyPath: "opacity")
        (fading.fromValue, fading.toValue) = (1, 0.25)
        (fading.duration, fading.repeatCount) = (Self.turn, .infinity)
        // A turn before, so that all spokes are on their way in the first frame.
        fading.beginDelay = -Self.turn
        spoke.add(fading, forKey: "turn")
    }

    open func stopAnimating() {
        (isAnimating, isHidden) = (false, hidesWhenStopped)
        spoke.removeAnimation(forKey: "turn")
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: style.side, height: style.side) }
    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let side = style.side
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        wheel.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        wheel.position = CGPoint(x: bounds.midX, y: bounds.midY)
        spoke.bounds = CGRect(x: 0, y: 0, width: side * 0.12, height: side * 0.28)
        spoke.position = CGPoint(x: side / 2, y: side * 0.16)
        spoke.cornerRadius = side * 0.06
        CATransaction.commit()
    }
}
