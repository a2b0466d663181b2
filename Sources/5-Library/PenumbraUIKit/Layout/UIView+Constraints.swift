import PenumbraCoreGraphics

/// What a view has for its constraints.
struct ConstraintState {
    var constraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide] = []
    var hugging: (horizontal: UILayoutPriority, vertical: UILayoutPriority) = (.defaultLow, .defaultLow)
    var resistance: (horizontal: UILayoutPriority, vertical: UILayoutPriority) = (.defaultHigh, .defaultHigh)
    var needsUpdate = true
}

extension UIView {
    public static let layoutFittingCompressedSize = CGSize.zero
    public static let layoutFittingExpandedSize = CGSize(width: 10000, height: 10000)

    /// The active constraints that the view holds.
    public var constraints: [NSLayoutConstraint] { constraintState.constraints }

    public func addConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.holder !== self else { return }
        constraint.holder?.removeConstraint(constraint)
        constraint.holder = self
        constraintState.constraints.append(constraint)
        setNeedsConstraintLayout()
    }

    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    public func removeConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.holder === self else { return }
        constraint.holder = nil
        constraintState.constraints.removeAll { $0 === constraint }
        setNeedsConstraintLayout()
    }

    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { removeConstraint(constraint) }
    }

    /// Removes the constraints of the views around that concern this view or one inside of it.
    func removeConstraintsFromAround() {
        var around = superview
        while let next = around {
            next.removeConstraints(next.constraints.filter { $0.concerns { $0.isDescendant(of: self) } })
            around = next.superview
        }
    }

    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        axis == .horizontal ? constraintState.hugging.horizontal : constraintState.hugging.vertical
    }

    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal {
            constraintState.hugging.horizontal = priority
        } else {
            constraintState.hugging.vertical = priority
        }
        setNeedsConstraintLayout()
    }

    public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        axis == .horizontal ? constraintState.resistance.horizontal : constraintState.resistance.vertical
    }

    public func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal {
            constraintState.resistance.horizontal = priority
        } else {
            constraintState.resistance.vertical = priority
        }
        setNeedsConstraintLayout()
    }

    // MARK: Guides

    public var layoutGuides: [UILayoutGuide] { constraintState.guides }

    public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
        layoutGuide.owningView = self
        constraintState.guides.append(layoutGuide)
    }

    public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
        constraintState.guides.removeAll { $0 === layoutGuide }
        layoutGuide.owningView = nil
    }

    /// The view without its margins.
    public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide(of: self) { $0.layoutMargins } }
    public var readableContentGuide: UILayoutGuide { layoutMarginsGuide }
    public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide(of: self) { $0.safeAreaInsets } }

    // MARK: Layout

    /// Asks for a layout of all views around, since constraints reach across views.
    func setNeedsConstraintLayout() {
        var view: UIView? = self
        while let next = view {
            next.setNeedsLayout()
            view = next.superview
        }
    }

    /// Whether constraints decide the view's frame. Stacks place their views themselves.
    var isPlacedByConstraints: Bool {
        guard !translatesAutoresizingMaskIntoConstraints, let superview else { return false }
        return !((superview as? UIStackView)?.arrangedSubviews.contains { $0 === self } ?? false)
    }

    /// Whether the layout of this view places views by constraints: not inside a view that another layout places.
    var beginsConstraintLayout: Bool { superview == nil || !isPlacedByConstraints }

    func hasConstraintsInside(depth: Int) -> Bool {
        guard depth < 500 else { return false }
        return !constraints.isEmpty
            || subviews.contains { $0.isPlacedByConstraints || $0.hasConstraintsInside(depth: depth + 1) }
    }

    /// Calls `updateConstraints()` of views that ask for it, inner ones first.
    func updateConstraintTree(depth: Int = 0) {
        guard depth < 500 else { return }
        for view in subviews { view.updateConstraintTree(depth: depth + 1) }
        guard constraintState.needsUpdate else { return }
        constraintState.needsUpdate = false
        updateConstraints()
    }

    func commonAncestor(with other: UIView) -> UIView? {
        var view: UIView? = self
        while let next = view {
            if other.isDescendant(of: next) { return next }
            view = next.superview
        }
        return nil
    }

    /// The size that constraints inside the view ask for. Sides that nothing decides have no metric.
    var constrainedSize: CGSize {
        let size = systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        return CGSize(
            width: size.width > 0 ? size.width : UIView.noIntrinsicMetric,
            height: size.height > 0 ? size.height : UIView.noIntrinsicMetric)
    }

    public func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
        verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
        updateConstraintTree()
        return ConstraintLayout.fittingSize(of: self, targetSize, horizontal: horizontal, vertical: vertical)
    }
}
