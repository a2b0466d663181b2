import PenumbraCoreGraphics

/// The places of the views inside a view that constraints decide.
///
/// Views whose frames programs set are constants. Transforms don't count.
struct ConstraintLayout {
    private struct Box {
        var x, y, width, height: LinearExpression
    }

    private let root: UIView
    /// Whether constraints decide the size of the root, too.
    private let isFree: Bool
    private var program = LinearProgram()
    private var boxes: [ObjectIdentifier: Box] = [:]
    private var variables = 0
    /// The views with boxes of variables, outer ones first.
    private var placed: [UIView] = []
    private var guides: [UILayoutGuide] = []
    /// The widths that texts of several lines got, from a first solution.
    private let widths: [ObjectIdentifier: Double]

    /// Deeper trees aren't drawn either.
    private static let depth = 500

    private init(_ root: UIView, isFree: Bool, widths: [ObjectIdentifier: Double]) {
        (self.root, self.isFree, self.widths) = (root, isFree, widths)
        if isFree {
            boxes[ObjectIdentifier(root)] = Box(
                x: LinearExpression(0), y: LinearExpression(0), width: variable(), height: variable())
            wantContentSize(of: root)
        } else {
            let size = root.bounds.size
            boxes[ObjectIdentifier(root)] = Box(
                x: LinearExpression(0), y: LinearExpression(0), width: LinearExpression(size.width),
                height: LinearExpression(size.height))
        }
        var constraints = root.constraints
        addViews(inside: root, depth: 0, &constraints)
        var around = root.superview
        while let next = around {
            constraints += next.constraints.filter { $0.concerns { $0 !== root && $0.isDescendant(of: root) } }
            around = next.superview
        }
        for constraint in constraints { add(constraint) }
    }

    // MARK: Solving

    /// Sets the frames of the views inside a view.
    static func place(inside root: UIView) {
        guard root.hasConstraintsInside(depth: 0) else { return }
        let (layout, values) = solve(root, isFree: false)
        for view in layout.placed {
            guard let box = layout.boxes[ObjectIdentifier(view)], let around = view.superview,
                let outer = layout.boxes[ObjectIdentifier(around)]
            else { continue }
            let size = CGSize(
                width: max(0, box.width.value(values)), height: max(0, box.height.value(values)))
            let origin = CGPoint(
                x: around.bounds.minX + CGFloat((box.x - outer.x).value(values)),
                y: around.bounds.minY + CGFloat((box.y - outer.y).value(values)))
            if view.bounds.size != size { view.bounds.size = size }
            let anchor = view.layer.anchorPoint
            let center = CGPoint(x: origin.x + anchor.x * size.width, y: origin.y + anchor.y * size.height)
            if view.center != center { view.center = center }
        }
        for guide in layout.guides {
            guard let box = layout.boxes[ObjectIdentifier(guide)], let view = guide.owningView,
                let outer = layout.boxes[ObjectIdentifier(view)]
            else { continue }
            guide.layoutFrame = CGRect(
                x: view.bounds.minX + CGFloat((box.x - outer.x).value(values)),
                y: view.bounds.minY + CGFloat((box.y - outer.y).value(values)), width: CGFloat(box.width.value(values)),
                height: CGFloat(box.height.value(values)))
        }
    }

    /// The size that the constraints inside a view ask for.
    ///
    /// - Parameters:
    ///   - target: the size that the view would rather have.
    ///   - horizontal: how much the target's width matters.
    ///   - vertical: how much the target's height matters.
    static func fittingSize(
        of root: UIView, _ target: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
    ) -> CGSize {
        let (layout, values) = solve(root, isFree: true) { layout in
            guard let box = layout.boxes[ObjectIdentifier(root)] else { return }
            layout.program.want(zero: box.width - LinearExpression(target.width), weight: horizontal.weight)
            layout.program.want(zero: box.height - LinearExpression(target.height), weight: vertical.weight)
        }
        guard let box = layout.boxes[ObjectIdentifier(root)] else { return target }
        return CGSize(width: max(0, box.width.value(values)), height: max(0, box.height.value(values)))
    }

    /// Solves twice if texts have several lines, because their heights follow from their widths.
    private static func solve(
        _ root: UIView, isFree: Bool, _ more: (inout ConstraintLayout) -> Void = { _ in }
    ) -> (ConstraintLayout, [Int: Double]) {
        var layout = ConstraintLayout(root, isFree: isFree, widths: [:])
        more(&layout)
        var values = layout.program.solution()
        var widths: [ObjectIdentifier: Double] = [:]
        for view in layout.placed {
            guard let box = layout.boxes[ObjectIdentifier(view)] else { continue }
            let width = box.width.value(values)
            if view.wrappedHeight(CGFloat(width)) != nil { widths[ObjectIdentifier(view)] = width }
        }
        guard !widths.isEmpty else { return (layout, values) }
        layout = ConstraintLayout(root, isFree: isFree, widths: widths)
        more(&layout)
        values = layout.program.solution()
        return (layout, values)
    }

    // MARK: Views

    private mutating func variable() -> LinearExpression {
        variables += 1
        return LinearExpression(variable: variables)
    }

    private mutating func box() -> Box { Box(x: variable(), y: variable(), width: variable(), height: variable()) }

    private mutating func addViews(inside view: UIView, depth: Int, _ constraints: inout [NSLayoutConstraint]) {
        guard depth < Self.depth, let outer = boxes[ObjectIdentifier(view)] else { return }
        for guide in view.layoutGuides {
            boxes[ObjectIdentifier(guide)] = box()
            guides.append(guide)
        }
        for inner in view.subviews {
            constraints += inner.constraints
            if inner.isPlacedByConstraints {
                boxes[ObjectIdentifier(inner)] = box()
                placed.append(inner)
                wantContentSize(of: inner)
            } else {
                let (size, anchor) = (inner.bounds.size, inner.layer.anchorPoint)
                boxes[ObjectIdentifier(inner)] = Box(
                    x: outer.x + LinearExpression(inner.center.x - anchor.x * size.width - view.bounds.minX),
                    y: outer.y + LinearExpression(inner.center.y - anchor.y * size.height - view.bounds.minY),
                    width: LinearExpression(size.width), height: LinearExpression(size.height))
            }
            addViews(inside: inner, depth: depth + 1, &constraints)
        }
    }

    /// Views hug their contents, and resist being smaller.
    private mutating func wantContentSize(of view: UIView) {
        guard let box = boxes[ObjectIdentifier(view)] else { return }
        var size = view.intrinsicContentSize
        if let width = widths[ObjectIdentifier(view)], let height = view.wrappedHeight(CGFloat(width)) { size.height = height }
        for (axis, length, side) in [
            (NSLayoutConstraint.Axis.horizontal, size.width, box.width), (.vertical, size.height, box.height),
        ] where length >= 0 && length.isFinite {
            let rest = side - LinearExpression(length)
            program.want(positive: rest, weight: view.contentCompressionResistancePriority(for: axis).weight)
            program.want(positive: rest * -1, weight: view.contentHuggingPriority(for: axis).weight)
        }
    }

    // MARK: Constraints

    private mutating func add(_ constraint: NSLayoutConstraint) {
        guard let first = value(constraint.firstItem, constraint.firstAttribute) else { return }
        var second = LinearExpression(constraint.constant)
        if constraint.secondItem != nil {
            guard let other = value(constraint.secondItem, constraint.secondAttribute) else { return }
            second = second.adding(other, times: Double(constraint.multiplier))
        }
        let weight = constraint.priority.weight
        switch constraint.relation {
        case .equal: program.want(zero: first - second, weight: weight)
        case .greaterThanOrEqual: program.want(positive: first - second, weight: weight)
        case .lessThanOrEqual: program.want(positive: second - first, weight: weight)
        }
    }

    /// The box of a view or a guide. Views outside of the root stay where they are.
    private func box(of item: LayoutItem) -> Box? {
        switch item {
        case .view(let view):
            if let box = boxes[ObjectIdentifier(view)] { return box }
            let frame = root.convert(view.bounds, from: view)
            return Box(
                x: LinearExpression(frame.minX - root.bounds.minX), y: LinearExpression(frame.minY - root.bounds.minY),
                width: LinearExpression(frame.width), height: LinearExpression(frame.height))
        case .guide(let guide, let view):
            guard let insets = guide.insets?(view) else { return boxes[ObjectIdentifier(guide)] }
            return box(of: .view(view)).map { Self.box($0, inset: insets) }
        }
    }

    private static func box(_ box: Box, inset insets: UIEdgeInsets) -> Box {
        Box(
            x: box.x + LinearExpression(insets.left), y: box.y + LinearExpression(insets.top),
            width: box.width - LinearExpression(insets.left + insets.right),
            height: box.height - LinearExpression(insets.top + insets.bottom))
    }

    private func value(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> LinearExpression? {
        guard let item = LayoutItem(item), let box = box(of: item) else { return nil }
        var inner: Box { Self.box(box, inset: item.owner.layoutMargins) }
        let baselines = if case .view(let view) = item { view.textBaselines } else { (first: CGFloat?.none, last: CGFloat(0)) }
        let bottom = box.y + box.height
        switch attribute {
        case .notAnAttribute: return LinearExpression(0)
        case .left, .leading: return box.x
        case .right, .trailing: return box.x + box.width
        case .top: return box.y
        case .bottom: return bottom
        case .width: return box.width
        case .height: return box.height
        case .centerX: return box.x + box.width * 0.5
        case .centerY: return box.y + box.height * 0.5
        case .firstBaseline: return baselines.first.map { box.y + LinearExpression($0) } ?? bottom
        case .lastBaseline: return bottom - LinearExpression(baselines.last)
        case .leftMargin, .leadingMargin: return inner.x
        case .rightMargin, .trailingMargin: return inner.x + inner.width
        case .topMargin: return inner.y
        case .bottomMargin: return inner.y + inner.height
        case .centerXWithinMargins: return inner.x + inner.width * 0.5
        case .centerYWithinMargins: return inner.y + inner.height * 0.5
        }
    }
}

extension NSLayoutConstraint {
    /// Whether a condition holds for the view of one of the items.
    func concerns(_ condition: (UIView) -> Bool) -> Bool {
        [firstItem, secondItem].contains { LayoutItem($0).map { condition($0.owner) } ?? false }
    }
}
