import PenumbraCoreGraphics

/// How much a constraint matters. Constraints of 1000 must hold.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: Float

    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    public static let required = UILayoutPriority(1000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let defaultLow = UILayoutPriority(250)
    public static let fittingSizeLevel = UILayoutPriority(50)

    public static func < (a: UILayoutPriority, b: UILayoutPriority) -> Bool { a.rawValue < b.rawValue }

    /// The weight of errors. Nil for constraints that must hold.
    var weight: Double? {
        guard rawValue < 1000 else { return nil }
        // Each step counts 2 % more, so that 750 outweighs twenty thousand times 250.
        let steps = Int(max(0, rawValue))
        let whole = (0..<steps).reduce(1.0) { product, _ in product * 1.02 }
        return whole * (1 + 0.02 * (Double(max(0, rawValue)) - Double(steps)))
    }
}

/// A relation between edges or sizes of views: `first = multiplier × second + constant`.
open class NSLayoutConstraint: NSObject {
    public enum Axis: Int, Sendable {
        case horizontal, vertical
    }

    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal, greaterThanOrEqual
    }

    public enum Attribute: Int, Sendable {
        case notAnAttribute = 0
        case left, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
        case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
        case centerXWithinMargins, centerYWithinMargins
    }

    open private(set) weak var firstItem: AnyObject?
    public let firstAttribute: Attribute
    public let relation: Relation
    open private(set) weak var secondItem: AnyObject?
    public let secondAttribute: Attribute
    public let multiplier: CGFloat
    open var constant: CGFloat { didSet { if constant != oldValue { changed() } } }
    open var priority = UILayoutPriority.required { didSet { if priority != oldValue { changed() } } }
    open var identifier: String?
    open var shouldBeArchived = false
    /// The view that holds the constraint while it is active.
    weak var holder: UIView?
    /// Guides of views are made when they are asked for, so that the constraint keeps them.
    private let guides: [UILayoutGuide]

    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute,
        multiplier: CGFloat, constant: CGFloat
    ) {
        (firstItem, firstAttribute, self.relation) = (view1 as AnyObject, attr1, relation)
        (secondItem, secondAttribute) = (view2.map { $0 as AnyObject }, attr2)
        (self.multiplier, self.constant) = (multiplier, constant)
        guides = [view1 as? UILayoutGuide, view2 as? UILayoutGuide].compactMap { $0 }
        super.init()
    }

    /// Whether the constraint counts. It is held by the view around both items.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { activate() } else { holder?.removeConstraint(self) }
        }
    }

    private func activate() {
        guard let first = LayoutItem(firstItem) else { preconditionFailure("the first item of a constraint is no view") }
        guard secondItem != nil else { return first.owner.addConstraint(self) }
        guard let second = LayoutItem(secondItem), let common = first.owner.commonAncestor(with: second.owner) else {
            preconditionFailure("no view is around both items of a constraint")
        }
        common.addConstraint(self)
    }

    private func changed() { holder?.setNeedsConstraintLayout() }

    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }
}

/// A view or a guide.
enum LayoutItem {
    case view(UIView)
    case guide(UILayoutGuide, UIView)

    init?(_ item: AnyObject?) {
        if let view = item as? UIView {
            self = .view(view)
        } else if let guide = item as? UILayoutGuide, let view = guide.owningView {
            self = .guide(guide, view)
        } else {
            return nil
        }
    }

    /// The view in whose tree the item lies.
    var owner: UIView {
        switch self {
        case .view(let view), .guide(_, let view): view
        }
    }
}

/// A rectangle without a view, which constraints may use.
open class UILayoutGuide: NSObject {
    /// The distances of the guide's edges from those of its view. Nil for guides that constraints place.
    let insets: ((UIView) -> UIEdgeInsets)?
    open internal(set) weak var owningView: UIView?
    open var identifier = ""
    /// The rectangle in the view's coordinates, as of the last layout.
    open internal(set) var layoutFrame = CGRect.zero

    public override init() {
        insets = nil
        super.init()
    }

    init(of view: UIView, insets: @escaping (UIView) -> UIEdgeInsets) {
        (owningView, self.insets) = (view, insets)
        super.init()
    }
}
