import PenumbraCoreGraphics
import PenumbraQuartzCore

/// A node of a tree of views, as far as it is a tree of layers. The y axis points down.
///
/// There is no screen, no event and no run loop: `layer` is laid out and drawn when it is rendered.
open class UIView: UIViewEvents, CALayerDelegate {
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
    /// The appearance of the view and of those inside it. The views around it decide by default.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet {
            guard overrideUserInterfaceStyle != oldValue else { return }
            traitsChanged(from: UITraitCollection(userInterfaceStyle: oldValue))
        }
    }
    var traitChanges: [UITraitChangeRegistration] = []
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    override var traitsOfColors: UITraitCollection { traitCollection }

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
        traitCollection.performAsCurrent { draw(layer.bounds) }
        UIGraphicsPopContext()
    }

    /// Views animate their properties inside of `UIView.animate` alone.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        ViewAnimation.current?.action(for: event, of: layer) ?? NSNull()
    }

    // MARK: Layout

    open func layoutSubviews() {}
    open func setNeedsLayout() { layer.setNeedsLayout() }
    open func layoutIfNeeded() { layer.layoutIfNeeded() }
    open func layoutSublayers(of layer: CALayer) {
        guard layer === self.layer else { return }
        if superview == nil { updateConstraintTree() }
        if beginsConstraintLayout { ConstraintLayout.place(inside: self) }
        layoutSubviews()
    }

    var constraintState = ConstraintState()
    /// Whether the frame stays where the program sets it. Otherwise constraints decide it.
    open var translatesAutoresizingMaskIntoConstraints = true

    /// Adds the view's own constraints. It is called before the first layout, and after `setNeedsUpdateConstraints()`.
    open func updateConstraints() {}
    open func setNeedsUpdateConstraints() {
        constraintState.needsUpdate = true
        setNeedsConstraintLayout()
    }
    open func updateConstraintsIfNeeded() { updateConstraintTree() }

    /// Returns the size that the constraints inside the view ask for: the smallest, or the largest up to the target.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }

    /// The height of text of several lines in a width. Nil for other contents.
    func wrappedHeight(_ width: CGFloat) -> CGFloat? { nil }
    /// The distances of the first baseline from the top, and of the last one from the bottom. Views without text have theirs
    /// at the bottom.
    var textBaselines: (first: CGFloat?, last: CGFloat) { (nil, 0) }

    /// The size that the view would like to have.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    /// Asks the views around to lay out again.
    open func invalidateIntrinsicContentSize() { setNeedsConstraintLayout() }
    /// Takes the size that fits. The frame keeps its origin.
    open func sizeToFit() {
        let size = sizeThatFits(bounds.size)
        guard transform.isIdentity else {
            bounds.size = size
            return
        }
        frame = CGRect(origin: frame.origin, size: size)
    }
    public static let noIntrinsicMetric: CGFloat = -1

    // MARK: Tree

    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        if view.superview !== self { view.removeFromSuperview() }
        let others = subviews.filter { $0 !== view }
        insert(view, at: others.firstIndex { $0 === sibling } ?? others.count)
    }

    open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        if view.superview !== self { view.removeFromSuperview() }
        let others = subviews.filter { $0 !== view }
        insert(view, at: others.firstIndex { $0 === sibling }.map { $0 + 1 } ?? others.count)
    }

    open func bringSubviewToFront(_ view: UIView) { if view.superview === self { addSubview(view) } }
    open func sendSubviewToBack(_ view: UIView) { if view.superview === self { insert(view, at: 0) } }

    private func insert(_ view: UIView, at index: Int) {
        // A view inside of itself would never end.
        guard !isDescendant(of: view) else { return }
        view.willMove(toSuperview: self)
        view.detach(to: self)
        let place = max(0, min(index, subviews.count))
        if place < subviews.count {
            layer.insertSublayer(view.layer, below: subviews[place].layer)
        } else {
            layer.addSublayer(view.layer)
        }
        subviews.insert(view, at: place)
        view.superview = self
        if overridesStyle { view.traitsChanged(from: .current) }
        setNeedsLayout()
        view.didMoveToSuperview()
        didAddSubview(view)
    }

    /// Whether this view or one around it overrides the appearance.
    private var overridesStyle: Bool {
        var view: UIView? = self
        while let next = view {
            if next.overrideUserInterfaceStyle != .unspecified { return true }
            view = next.superview
        }
        return false
    }

    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2), index1 != index2 else { return }
        let (low, high) = (subviews[min(index1, index2)], subviews[max(index1, index2)])
        insert(high, at: min(index1, index2))
        insert(low, at: max(index1, index2))
    }

    open func removeFromSuperview() {
        guard let superview else { return }
        willMove(toSuperview: nil)
        superview.willRemoveSubview(self)
        detach(to: nil)
        didMoveToSuperview()
    }

    private func detach(to next: UIView?) {
        // Another place among the same views keeps the constraints.
        if next !== superview { removeConstraintsFromAround() }
        layer.removeFromSuperlayer()
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// The window. Nil, because there is none.
    open var window: UIWindow? { nil }
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    /// Never called: archives aren't read.
    open func awakeFromNib() {}
    open func prepareForInterfaceBuilder() {}

    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}

    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    /// Returns the deepest view that contains a point of the view's coordinates. The front-most one counts.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, self.point(inside: point, with: event) else { return nil }
        for view in subviews.reversed() {
            if let found = view.hitTest(view.convert(point, from: self), with: event) { return found }
        }
        return self
    }

    open override var next: UIResponder? { superview }

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
