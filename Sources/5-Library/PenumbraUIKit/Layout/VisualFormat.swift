import PenumbraCoreGraphics

extension NSLayoutConstraint {
    /// The edges and middles that all views of a format share. Directions have no effect.
    public struct FormatOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let alignAllLeft = FormatOptions(.left)
        public static let alignAllRight = FormatOptions(.right)
        public static let alignAllTop = FormatOptions(.top)
        public static let alignAllBottom = FormatOptions(.bottom)
        public static let alignAllLeading = FormatOptions(.leading)
        public static let alignAllTrailing = FormatOptions(.trailing)
        public static let alignAllCenterX = FormatOptions(.centerX)
        public static let alignAllCenterY = FormatOptions(.centerY)
        public static let alignAllLastBaseline = FormatOptions(.lastBaseline)
        public static let alignAllFirstBaseline = FormatOptions(.firstBaseline)
        public static let directionLeadingToTrailing: FormatOptions = []
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)

        private init(_ attribute: Attribute) { rawValue = 1 << UInt(attribute.rawValue) }

        var attributes: [Attribute] {
            (1...Attribute.firstBaseline.rawValue).filter { rawValue & 1 << UInt($0) != 0 }.compactMap(Attribute.init)
        }
    }

    /// Makes the constraints of a format such as `H:|-[icon(24)]-8-[title]-(>=8@750)-|`.
    public class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?, views: [String: Any]
    ) -> [NSLayoutConstraint] {
        var reader = VisualFormat(format, metrics: metrics ?? [:], views: views)
        reader.read()
        for attribute in opts.attributes {
            for (first, second) in zip(reader.seen, reader.seen.dropFirst()) {
                reader.add(second, attribute, .equal, first, attribute)
            }
        }
        return reader.constraints
    }
}

/// A reader of the visual format language. Like UIKit, it stops the process at mistakes.
private struct VisualFormat {
    private let format: String
    private var rest: Substring
    private let metrics: [String: Any]
    private let views: [String: Any]
    private var isVertical = false
    private(set) var constraints: [NSLayoutConstraint] = []
    private(set) var seen: [UIView] = []

    /// A size, a metric or another view's size, with a relation and a priority.
    private struct Predicate {
        var relation = NSLayoutConstraint.Relation.equal
        var constant: CGFloat = 0
        var view: UIView?
        var priority = UILayoutPriority.required
    }

    init(_ format: String, metrics: [String: Any], views: [String: Any]) {
        (self.format, rest, self.metrics, self.views) = (format, Substring(format), metrics, views)
    }

    mutating func add(
        _ first: UIView, _ attribute: NSLayoutConstraint.Attribute, _ relation: NSLayoutConstraint.Relation, _ second: UIView?,
        _ other: NSLayoutConstraint.Attribute, _ constant: CGFloat = 0, _ priority: UILayoutPriority = .required
    ) {
        let constraint = NSLayoutConstraint(
            item: first, attribute: attribute, relatedBy: relation, toItem: second, attribute: other, multiplier: 1,
            constant: constant)
        constraint.priority = priority
        constraints.append(constraint)
    }

    mutating func read() {
        if take("V:") { isVertical = true } else { _ = take("H:") }
        let (start, end): (NSLayoutConstraint.Attribute, NSLayoutConstraint.Attribute) =
            isVertical ? (.top, .bottom) : (.leading, .trailing)
        var space: [Predicate]?
        if take("|") { space = connection() }
        while take("[") {
            let view = self.view(named: name())
            let sizes = take("(") ? predicates() : []
            guard take("]") else { fail("expected ]") }
            let side: NSLayoutConstraint.Attribute = isVertical ? .height : .width
            for size in sizes {
                add(
                    view, side, size.relation, size.view, size.view == nil ? .notAnAttribute : side, size.constant,
                    size.priority)
            }
            for gap in space ?? [] {
                if let last = seen.last {
                    add(view, start, gap.relation, last, end, gap.constant, gap.priority)
                } else {
                    add(view, start, gap.relation, around(view), start, gap.constant, gap.priority)
                }
            }
            seen.append(view)
            space = rest.isEmpty ? nil : connection()
        }
        if take("|") {
            guard let last = seen.last else { fail("expected a view") }
            for gap in space ?? [] { add(around(last), end, gap.relation, last, end, gap.constant, gap.priority) }
        }
        guard rest.isEmpty else { fail("found “\(rest)”") }
    }

    /// The space between two items: nothing, the standard one, a number or predicates.
    private mutating func connection() -> [Predicate] {
        guard take("-") else { return [Predicate()] }
        guard !rest.hasPrefix("["), !rest.hasPrefix("|") else { return [Predicate(constant: 8)] }
        let spaces = take("(") ? predicates() : [predicate()]
        guard take("-") else { fail("expected -") }
        return spaces
    }

    private mutating func predicates() -> [Predicate] {
        var all = [predicate()]
        while take(",") { all.append(predicate()) }
        guard take(")") else { fail("expected )") }
        return all
    }

    private mutating func predicate() -> Predicate {
        var result = Predicate()
        if take(">=") {
            result.relation = .greaterThanOrEqual
        } else if take("<=") {
            result.relation = .lessThanOrEqual
        } else {
            _ = take("==")
        }
        let word = name()
        if let number = number(word) {
            result.constant = number
        } else {
            result.view = view(named: word)
        }
        if take("@") {
            let priority = name()
            guard let number = number(priority) else { fail("“\(priority)” is no priority") }
            result.priority = UILayoutPriority(Float(number))
        }
        return result
    }

    private func number(_ word: String) -> CGFloat? {
        switch metrics[word] {
        case let value as CGFloat: value
        case let value as Double: CGFloat(value)
        case let value as Float: CGFloat(value)
        case let value as Int: CGFloat(value)
        case let value as NSNumber: CGFloat(value.doubleValue)
        default: Double(word).map { CGFloat($0) }
        }
    }

    private func view(named name: String) -> UIView {
        guard let view = views[name] as? UIView else { fail("“\(name)” is neither a number nor a view") }
        return view
    }

    private func around(_ view: UIView) -> UIView {
        guard let superview = view.superview else { fail("the view has no superview") }
        return superview
    }

    /// A name or a number, which may have a sign.
    private mutating func name() -> String {
        var word = ""
        skipSpaces()
        while let next = rest.first, next.isLetter || next.isNumber || next == "_" || next == "." || next == "-" && word.isEmpty
        {
            word.append(rest.removeFirst())
        }
        return word
    }

    private mutating func take(_ text: String) -> Bool {
        skipSpaces()
        guard rest.hasPrefix(text) else { return false }
        rest.removeFirst(text.count)
        return true
    }

    private mutating func skipSpaces() { while rest.first == " " { rest.removeFirst() } }

    private func fail(_ reason: String) -> Never { preconditionFailure("visual format “\(format)”: \(reason)") }
}
