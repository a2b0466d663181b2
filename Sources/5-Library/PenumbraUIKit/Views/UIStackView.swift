import PenumbraCoreGraphics

/// A view that lays out its arranged subviews in a row or a column, by the sizes that they would like to have.
///
/// A view wants the size of its constraints, its intrinsic size, or the size that it had when it was added. Constraints between
/// arranged views have no effect.
open class UIStackView: UIView {
    public enum Distribution: Int, Sendable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    public enum Alignment: Int, Sendable {
        case fill, leading, firstBaseline, center, trailing, lastBaseline

        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    public private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayout() } }
    open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
    /// The places across the axis. Baselines count as the leading and the trailing edge.
    open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
    open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayout() } }
    open override var layoutMargins: UIEdgeInsets { didSet { setNeedsLayout() } }
    private var customSpacing: [ObjectIdentifier: CGFloat] = [:]
    /// The sizes that views had when they were added.
    private var givenSizes: [ObjectIdentifier: CGSize] = [:]

    /// The spacing that custom spacing is reset by.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    // MARK: Views

    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: max(0, min(stackIndex, arrangedSubviews.count)))
        givenSizes[ObjectIdentifier(view)] = view.bounds.size
        if view.superview !== self { addSubview(view) }
        setNeedsLayout()
    }

    /// Lays a view out no longer. It stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        givenSizes[ObjectIdentifier(view)] = nil
        customSpacing[ObjectIdentifier(view)] = nil
        setNeedsLayout()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        removeArrangedSubview(subview)
    }

    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacing[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
        setNeedsLayout()
    }

    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacing[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    // MARK: Layout

    private var shownViews: [UIView] { arrangedSubviews.filter { !$0.isHidden } }
    private var isHorizontal: Bool { axis == .horizontal }
    private var insets: UIEdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }

    private func gap(after view: UIView) -> CGFloat { customSpacing[ObjectIdentifier(view)] ?? spacing }

    /// The size that a view would like to have: along the axis and across it. Nil where it has no wish.
    private func wish(of view: UIView) -> (along: CGFloat?, across: CGFloat?) {
        let own = view.hasConstraintsInside(depth: 0) ? view.constrainedSize : view.intrinsicContentSize
        let given = givenSizes[ObjectIdentifier(view)] ?? .zero
        func wish(_ own: CGFloat, _ given: CGFloat) -> CGFloat? {
            own != UIView.noIntrinsicMetric && own.isFinite ? max(0, own) : given > 0 ? given : nil
        }
        let (width, height) = (wish(own.width, given.width), wish(own.height, given.height))
        return isHorizontal ? (width, height) : (height, width)
    }

    open override var intrinsicContentSize: CGSize {
        let views = shownViews
        var (along, across): (CGFloat, CGFloat) = (0, 0)
        let wishes = views.map(wish)
        for (index, view) in views.enumerated() {
            along += wishes[index].along ?? 0
            if index + 1 < views.count { along += gap(after: view) }
            across = max(across, wishes[index].across ?? 0)
        }
        if distribution == .fillEqually, !views.isEmpty {
            let longest = wishes.map { $0.along ?? 0 }.max() ?? 0
            along = longest * CGFloat(views.count) + views.dropLast().reduce(0) { $0 + gap(after: $1) }
        }
        let size = isHorizontal ? CGSize(width: along, height: across) : CGSize(width: across, height: along)
        return CGSize(width: size.width + insets.left + insets.right, height: size.height + insets.top + insets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let views = shownViews
        let area = bounds.inset(by: insets)
        guard !views.isEmpty, area.width > 0, area.height > 0 else { return }
        let (length, breadth) = isHorizontal ? (area.width, area.height) : (area.height, area.width)
        let wishes = views.map(wish)
        let run = Run(
            wishes: wishes.map(\.along), gaps: views.dropLast().map(gap), length: length, distribution: distribution)
        for (index, view) in views.enumerated() {
            let (start, size) = run.places[index]
            let wanted = alignment == .fill ? breadth : min(breadth, wishes[index].across ?? breadth)
            let offset: CGFloat =
                switch alignment {
                case .fill, .leading, .firstBaseline: 0
                case .center: (breadth - wanted) / 2
                case .trailing, .lastBaseline: breadth - wanted
                }
            view.frame =
                isHorizontal
                ? CGRect(x: area.minX + start, y: area.minY + offset, width: size, height: wanted)
                : CGRect(x: area.minX + offset, y: area.minY + start, width: wanted, height: size)
        }
    }
}

/// The places of views along the axis of a stack.
private struct Run {
    var places: [(start: CGFloat, size: CGFloat)] = []

    init(wishes: [CGFloat?], gaps: [CGFloat], length: CGFloat, distribution: UIStackView.Distribution) {
        let room = max(0, length - gaps.reduce(0, +))
        var sizes = wishes.map { $0 ?? 0 }
        var gaps = gaps
        let wanted = sizes.reduce(0, +)
        switch distribution {
        case .fillEqually: sizes = sizes.map { _ in room / CGFloat(sizes.count) }
        case .fillProportionally where wanted > 0: sizes = sizes.map { $0 / wanted * room }
        case .fill, .fillProportionally: Self.fill(&sizes, wishes, room, wanted)
        case .equalSpacing:
            let more = length - wanted - gaps.reduce(0, +)
            if more >= 0 { Self.widen(&gaps, to: length - wanted) } else { Self.fill(&sizes, wishes, room, wanted) }
        case .equalCentering: Self.center(sizes, &gaps, length)
        }
        var start: CGFloat = 0
        for (index, size) in sizes.enumerated() {
            places.append((start, size))
            start += size + (gaps.indices.contains(index) ? gaps[index] : 0)
        }
    }

    /// Views without a wish share what is left. If there are none, the last view grows, or the last views shrink.
    private static func fill(_ sizes: inout [CGFloat], _ wishes: [CGFloat?], _ room: CGFloat, _ wanted: CGFloat) {
        var rest = room - wanted
        let free = wishes.indices.filter { wishes[$0] == nil }
        if rest > 0 {
            for index in free.isEmpty ? [sizes.count - 1] : free {
                sizes[index] += rest / CGFloat(max(1, free.count))
            }
            return
        }
        for index in sizes.indices.reversed() where rest < 0 {
            let less = min(sizes[index], -rest)
            sizes[index] -= less
            rest += less
        }
    }

    /// Makes gaps equal, as far as none gets narrower.
    private static func widen(_ gaps: inout [CGFloat], to total: CGFloat) {
        guard !gaps.isEmpty else { return }
        let equal = total / CGFloat(gaps.count)
        if gaps.allSatisfy({ $0 <= equal }) {
            gaps = gaps.map { _ in equal }
        } else {
            let more = (total - gaps.reduce(0, +)) / CGFloat(gaps.count)
            gaps = gaps.map { $0 + more }
        }
    }

    /// Makes the distances of the views' centres equal, as far as no gap gets narrower.
    private static func center(_ sizes: [CGFloat], _ gaps: inout [CGFloat], _ length: CGFloat) {
        guard gaps.count + 1 == sizes.count, let first = sizes.first, let last = sizes.last, !gaps.isEmpty else { return }
        let step = (length - first / 2 - last / 2) / CGFloat(gaps.count)
        for index in gaps.indices { gaps[index] = max(gaps[index], step - (sizes[index] + sizes[index + 1]) / 2) }
    }
}
