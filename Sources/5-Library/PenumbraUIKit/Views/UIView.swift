import PenumbraCoreGraphics
import PenumbraQuartzCore

/// A node of a tree of views, as far as it is a tree of layers. The y axis points down.
///
/// There is no screen, no event and no run loop: `layer` is laid out and drawn when it is rendered.
open class UIView: UIViewProperties, CALayerDelegate {
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
        case topLeft, topRight, bottomLeft, bottomRight
    }

    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    open var tag = 0
    open var isUserInteractionEnabled = true
    open var contentMode = ContentMode.scaleToFill {
        didSet { layer.contentsGravity = contentMode.gravity }
    }
    open var tintColor: UIColor! = .systemBlue {
        didSet { tintColorDidChange() }
    }
    private var maskView: UIView?

    public override convenience init() { self.init(frame: .zero) }

    public init(frame: CGRect) {
        super.init()
        layer.delegate = self
        layer.frame = frame
        layer.setNeedsDisplay()
    }

    /// Archives of views aren't read: the result is a view with defaults.
    public required init?(coder: NSCoder) {
        super.init()
        layer.delegate = self
        layer.setNeedsDisplay()
    }

    // MARK: Drawing

    /// Draws the view's contents. Views of subclasses draw in the current context.
    open func draw(_ rect: CGRect) {}

    open func setNeedsDisplay() { layer.setNeedsDisplay() }
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay() }
    open func tintColorDidChange() {}

    open func draw(_ layer: CALayer, in context: CGContext) {
        UIGraphicsPushContext(context)
        draw(layer.bounds)
        UIGraphicsPopContext()
    }

    /// Views animate their properties inside of `UIView.animate` alone.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        ViewAnimation.current?.action(for: event) ?? NSNull()
    }

    // MARK: Layout

    open func layoutSubviews() {}
    open func setNeedsLayout() { layer.setNeedsLayout() }
    open func layoutIfNeeded() { layer.layoutIfNeeded() }
    open func layoutSublayers(of layer: CALayer) { if layer === self.layer { layoutSubviews() } }

    /// The size that the view would like to have.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }
    public static let noIntrinsicMetric: CGFloat = -1

    // MARK: Tree

    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        view.removeFromSuperview()
        insert(view, at: subviews.firstIndex { $0 === sibling } ?? subviews.count)
    }

    open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        view.removeFromSuperview()
        insert(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviews.count)
    }

    open func bringSubviewToFront(_ view: UIView) { if view.superview === self { addSubview(view) } }
    open func sendSubviewToBack(_ view: UIView) { if view.superview === self { insert(view, at: 0) } }

    private func insert(_ view: UIView, at index: Int) {
        // A view inside of itself would never end.
        guard !isDescendant(of: view) else { return }
        view.willMove(toSuperview: self)
        view.detach()
        let place = max(0, min(index, subviews.count))
        if place < subviews.count {
            layer.insertSublayer(view.layer, below: subviews[place].layer)
        } else {
            layer.addSublayer(view.layer)
        }
        subviews.insert(view, at: place)
        view.superview = self
        setNeedsLayout()
        view.didMoveToSuperview()
        didAddSubview(view)
    }

    open func removeFromSuperview() {
        guard let superview else { return }
        willMove(toSuperview: nil)
        superview.willRemoveSubview(self)
        detach()
        didMoveToSuperview()
    }

    private func detach() {
        layer.removeFromSuperlayer()
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// The window. Nil, because there is none.
    open var window: UIWindow? { nil }
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    /// Whether frames come from constraints. It has no effect.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// Never called: archives aren't read.
    open func awakeFromNib() {}
    open func prepareForInterfaceBuilder() {}

    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}

    /// Whether the view is another view or lies inside of it.
    open func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let next = current {
            if next === view { return true }
            current = next.superview
        }
        return false
    }

    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        var queue = subviews
        while !queue.isEmpty {
            let view = queue.removeFirst()
            if view.tag == tag { return view }
            queue += view.subviews
        }
        return nil
    }

    open var mask: UIView? {
        get { maskView }
        set {
            maskView = newValue
            layer.mask = newValue?.layer
        }
    }
}

/// The type of a view's window. No view has one.
open class UIWindow: UIView {
    open var screen: UIScreen { .main }
}
