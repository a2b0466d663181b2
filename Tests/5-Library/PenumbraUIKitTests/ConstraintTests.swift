import PenumbraUIKit
import TestSupport
import Testing

/// Tests of views that constraints place.
@Suite(.timed) struct ConstraintTests {
    private func view(_ width: CGFloat, _ height: CGFloat) -> UIView {
        UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
    }

    private func inner(_ around: UIView) -> UIView {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        around.addSubview(view)
        return view
    }

    private final class Sized: UIView {
        var size = CGSize(width: 30, height: 10)
        override var intrinsicContentSize: CGSize { size }
    }

    private func sized(_ around: UIView) -> Sized {
        let view = Sized()
        view.translatesAutoresizingMaskIntoConstraints = false
        around.addSubview(view)
        return view
    }

    private func isNear(_ a: CGRect, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> Bool {
        max(abs(a.minX - x), abs(a.minY - y), abs(a.width - width), abs(a.height - height)) < 1e-6
    }

    @Test func edgesAndSizesPlaceViews() {
        let root = view(200, 100)
        root.bounds.origin = CGPoint(x: 5, y: 7)
        let (a, b) = (inner(root), inner(root))
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
            a.topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
            a.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.25),
            a.heightAnchor.constraint(equalToConstant: 30),
            b.leftAnchor.constraint(equalTo: a.rightAnchor, constant: 8),
            b.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -12),
            b.centerYAnchor.constraint(equalTo: a.centerYAnchor),
            b.heightAnchor.constraint(equalTo: a.heightAnchor, multiplier: 2, constant: -4),
        ])
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 15, 27, 50, 30) && isNear(b.frame, 73, 14, 120, 56))
        root.bounds.size.width = 100
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 15, 27, 25, 30) && isNear(b.frame, 48, 14, 45, 56))
    }

    @Test func constraintsReachAcrossNestedViews() {
        let root = view(100, 100)
        let card = inner(root)
        let (label, mark) = (inner(card), inner(root))
        NSLayoutConstraint.activate([
            card.topAnchor.constraint(equalTo: root.topAnchor, constant: 10),
            card.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
            // The card is as large as what it contains.
            label.topAnchor.constraint(equalTo: card.topAnchor, constant: 3),
            label.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -3),
            label.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 4),
            label.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -4),
            label.widthAnchor.constraint(equalToConstant: 40), label.heightAnchor.constraint(equalToConstant: 12),
            mark.topAnchor.constraint(equalTo: label.bottomAnchor), mark.centerXAnchor.constraint(equalTo: label.centerXAnchor),
            mark.widthAnchor.constraint(equalToConstant: 2), mark.heightAnchor.constraint(equalTo: mark.widthAnchor),
        ])
        root.layoutIfNeeded()
        #expect(isNear(card.frame, 10, 10, 48, 18) && isNear(label.frame, 4, 3, 40, 12) && isNear(mark.frame, 33, 25, 2, 2))
        #expect(root.constraints.count == 4 && card.constraints.count == 4 && label.constraints.count == 2)
    }

    @Test func viewsOfFixedFramesHoldConstraintsInside() {
        let root = view(100, 100)
        let box = view(0, 0)
        root.addSubview(box)
        let dot = inner(box)
        NSLayoutConstraint.activate([
            dot.centerXAnchor.constraint(equalTo: box.centerXAnchor), dot.centerYAnchor.constraint(equalTo: box.centerYAnchor),
            dot.widthAnchor.constraint(equalToConstant: 4), dot.heightAnchor.constraint(equalToConstant: 4),
        ])
        root.layoutIfNeeded()
        box.frame = CGRect(x: 10, y: 10, width: 40, height: 20)
        root.layoutIfNeeded()
        #expect(isNear(dot.frame, 18, 8, 4, 4))
        // A transform turns the box, not the layout.
        box.transform = CGAffineTransform(rotationAngle: 1)
        box.setNeedsLayout()
        root.layoutIfNeeded()
        #expect(isNear(dot.frame, 18, 8, 4, 4))
    }

    @Test func contentsDecideWhatConstraintsLeaveOpen() {
        let root = view(100, 50)
        let (a, b) = (sized(root), sized(root))
        b.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor), a.topAnchor.constraint(equalTo: root.topAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor), b.topAnchor.constraint(equalTo: a.topAnchor),
            b.trailingAnchor.constraint(equalTo: root.trailingAnchor),
        ])
        root.layoutIfNeeded()
        // The view that hugs its contents less takes the room.
        #expect(isNear(a.frame, 0, 0, 70, 10) && isNear(b.frame, 70, 0, 30, 10))
        root.bounds.size.width = 40
        a.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 0, 0, 10, 10) && isNear(b.frame, 10, 0, 30, 10))
        (b.size.height, b.size.width) = (12, 20)
        b.invalidateIntrinsicContentSize()
        root.layoutIfNeeded()
        #expect(isNear(b.frame, 20, 0, 20, 12))
    }

    @Test func priorityDecidesBetweenConstraints() {
        let root = view(100, 50)
        let a = inner(root)
        let wish = a.widthAnchor.constraint(equalToConstant: 80)
        wish.priority = .defaultHigh
        let limit = a.widthAnchor.constraint(lessThanOrEqualToConstant: 60)
        let least = a.widthAnchor.constraint(greaterThanOrEqualTo: root.widthAnchor, multiplier: 0.5)
        NSLayoutConstraint.activate([
            wish, limit, least, a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            a.topAnchor.constraint(equalTo: root.topAnchor), a.heightAnchor.constraint(equalToConstant: 1),
        ])
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 0, 0, 60, 1))
        limit.constant = 70
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 0, 0, 70, 1))
        limit.isActive = false
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 0, 0, 80, 1) && !a.constraints.contains(limit))
        wish.priority = .defaultLow
        let other = a.widthAnchor.constraint(equalToConstant: 55)
        other.priority = .defaultHigh
        other.isActive = true
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 0, 0, 55, 1))
    }

    @Test func itemsAndAttributesMakeConstraints() {
        let root = view(100, 60)
        root.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let (a, guide) = (inner(root), UILayoutGuide())
        root.addLayoutGuide(guide)
        root.addConstraints([
            NSLayoutConstraint(
                item: a, attribute: .left, relatedBy: .equal, toItem: root, attribute: .leftMargin, multiplier: 1, constant: 0),
            NSLayoutConstraint(
                item: a, attribute: .right, relatedBy: .equal, toItem: root, attribute: .right, multiplier: 0.5, constant: 0),
            NSLayoutConstraint(
                item: a, attribute: .height, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
                constant: 9),
        ])
        NSLayoutConstraint.activate([
            a.bottomAnchor.constraint(equalTo: root.layoutMarginsGuide.bottomAnchor),
            guide.leadingAnchor.constraint(equalTo: a.trailingAnchor), guide.topAnchor.constraint(equalTo: a.topAnchor),
            guide.trailingAnchor.constraint(equalTo: root.safeAreaLayoutGuide.trailingAnchor),
            guide.bottomAnchor.constraint(equalTo: a.bottomAnchor),
        ])
        root.layoutIfNeeded()
        #expect(isNear(a.frame, 2, 48, 48, 9) && isNear(guide.layoutFrame, 50, 48, 50, 9))
    }

    @Test func textOfSeveralLinesGrowsInHeight() {
        let root = view(120, 200)
        let label = UILabel()
        label.translatesAutoresizingMaskIntoConstraints = false
        label.numberOfLines = 0
        label.text = "Shadows fall softly across the page and the light bends"
        root.addSubview(label)
        let below = inner(root)
        NSLayoutConstraint.activate([
            label.topAnchor.constraint(equalTo: root.topAnchor), label.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            label.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            below.topAnchor.constraint(equalTo: label.bottomAnchor), below.widthAnchor.constraint(equalToConstant: 5),
            below.heightAnchor.constraint(equalToConstant: 5), below.leadingAnchor.constraint(equalTo: label.leadingAnchor),
        ])
        root.layoutIfNeeded()
        let height = label.sizeThatFits(CGSize(width: 120, height: 0)).height
        #expect(label.frame.width == 120 && label.frame.height == height && height > 60 && below.frame.minY == height)
    }

    @Test func changedConstantsMoveInsideOfAnimations() throws {
        let root = view(100, 20)
        let a = inner(root)
        let left = a.leadingAnchor.constraint(equalTo: root.leadingAnchor)
        NSLayoutConstraint.activate([
            left, a.topAnchor.constraint(equalTo: root.topAnchor), a.widthAnchor.constraint(equalToConstant: 10),
            a.heightAnchor.constraint(equalToConstant: 10),
        ])
        let renderer = CARenderer(size: root.bounds.size, layer: root.layer)
        _ = try renderer.render(at: 0)
        left.constant = 40
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { root.layoutIfNeeded() }
        _ = try renderer.render(at: 0.5)
        #expect(a.frame.minX == 40 && a.layer.presentation()?.position.x == 25)
    }

    @Test func stacksTakeSizesFromConstraints() {
        let stack = UIStackView(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        let (icon, row) = (UIView(), UIView())
        icon.translatesAutoresizingMaskIntoConstraints = false
        icon.widthAnchor.constraint(equalToConstant: 24).isActive = true
        let dot = inner(row)
        NSLayoutConstraint.activate([
            dot.centerYAnchor.constraint(equalTo: row.centerYAnchor),
            dot.trailingAnchor.constraint(equalTo: row.trailingAnchor),
            dot.widthAnchor.constraint(equalToConstant: 6), dot.heightAnchor.constraint(equalToConstant: 6),
        ])
        for view in [icon, row] { stack.addArrangedSubview(view) }
        stack.spacing = 4
        stack.layoutIfNeeded()
        #expect(isNear(icon.frame, 0, 0, 24, 30) && isNear(row.frame, 28, 0, 72, 30) && isNear(dot.frame, 66, 12, 6, 6))
    }

    @Test func removedViewsLoseTheConstraintsAroundThem() {
        let root = view(100, 50)
        let (a, b) = (inner(root), inner(root))
        let dot = inner(a)
        NSLayoutConstraint.activate([
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
            a.widthAnchor.constraint(equalToConstant: 10),
            b.leadingAnchor.constraint(equalTo: dot.trailingAnchor, constant: 3), b.widthAnchor.constraint(equalToConstant: 7),
            dot.leadingAnchor.constraint(equalTo: a.leadingAnchor), dot.widthAnchor.constraint(equalToConstant: 4),
        ])
        // Another place among the same views keeps all.
        root.bringSubviewToFront(a)
        root.insertSubview(a, belowSubview: b)
        root.layoutIfNeeded()
        #expect(root.subviews == [a, b] && root.constraints.count == 2 && b.frame.minX == 27)
        a.removeFromSuperview()
        root.layoutIfNeeded()
        #expect(root.constraints.isEmpty && a.constraints.count == 2 && b.frame.minX == 0 && b.frame.width == 7)
        root.addSubview(a)
        a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 50).isActive = true
        root.layoutIfNeeded()
        #expect(a.frame.minX == 50 && a.frame.width == 10 && dot.frame.width == 4)
    }

    @Test func textWithoutAFontHasBaselines() {
        let root = view(100, 50)
        let (label, button, mark) = (UILabel(), UIButton(type: .system), inner(root))
        (label.text, label.font) = ("Dusk", nil)
        button.setTitle("Dawn", for: .normal)
        button.titleLabel?.font = nil
        for view in [label, button] {
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
            view.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
        }
        NSLayoutConstraint.activate([
            mark.topAnchor.constraint(equalTo: label.firstBaselineAnchor),
            mark.bottomAnchor.constraint(greaterThanOrEqualTo: button.lastBaselineAnchor),
        ])
        root.layoutIfNeeded()
        #expect(abs(mark.frame.minY - UIFont.systemFont(ofSize: 17).ascender) < 1e-6)
    }

    @Test func wishesOfViewsApartAreSolvedApart() {
        let root = view(10000, 50)
        let views = (0..<400).map { _ in sized(root) }
        for (index, view) in views.enumerated() {
            view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: CGFloat(index)).isActive = true
            view.widthAnchor.constraint(greaterThanOrEqualToConstant: CGFloat(index)).isActive = true
        }
        root.layoutIfNeeded()
        #expect(views.enumerated().allSatisfy { isNear($1.frame, CGFloat($0), 0, max(30, CGFloat($0)), 10) })
    }

    @Test func fittingSizeIsThatOfTheConstraints() {
        let card = view(0, 0)
        let content = sized(card)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: card.topAnchor, constant: 5),
            content.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 5),
            card.trailingAnchor.constraint(equalTo: content.trailingAnchor, constant: 5),
            card.bottomAnchor.constraint(greaterThanOrEqualTo: content.bottomAnchor, constant: 5),
        ])
        #expect(card.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 40, height: 20))
        #expect(
            card.systemLayoutSizeFitting(
                CGSize(width: 100, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel)
                == CGSize(width: 100, height: 20))
    }

    private final class Late: UIView {
        var updates = 0
        override func updateConstraints() {
            updates += 1
            if constraints.isEmpty, let first = subviews.first {
                NSLayoutConstraint.activate([
                    first.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 3),
                    first.topAnchor.constraint(equalTo: topAnchor),
                    first.widthAnchor.constraint(equalToConstant: 2), first.heightAnchor.constraint(equalToConstant: 2),
                ])
            }
            super.updateConstraints()
        }
    }

    @Test func viewsAddTheirConstraintsBeforeTheFirstLayout() {
        let view = Late(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let first = inner(view)
        view.layoutIfNeeded()
        view.setNeedsLayout()
        view.layoutIfNeeded()
        #expect(view.updates == 1 && isNear(first.frame, 3, 0, 2, 2))
        view.setNeedsUpdateConstraints()
        view.layoutIfNeeded()
        #expect(view.updates == 2)
    }

    @Test func contradictionsAndGapsEndTheLayout() {
        let root = view(100, 50)
        let (a, b) = (inner(root), inner(root))
        NSLayoutConstraint.activate([
            a.widthAnchor.constraint(equalToConstant: 10), a.widthAnchor.constraint(equalToConstant: 20),
            a.widthAnchor.constraint(greaterThanOrEqualToConstant: 30), a.leadingAnchor.constraint(equalTo: b.trailingAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor), b.heightAnchor.constraint(lessThanOrEqualToConstant: -5),
        ])
        root.layoutIfNeeded()
        // Earlier equations hold, and views have no negative sizes.
        #expect(a.frame.width == 10 && b.frame.width >= 0 && b.frame.height == 0)
    }

    @Test func visualFormatsMakeConstraints() {
        let root = view(200, 100)
        let (a, b) = (inner(root), inner(root))
        let views = ["a": a, "second_b": b]
        for format in ["H:|-[a(20)]-gap-[second_b(>=30, <=90)]-(>=4,6@750)-|", "V:|-10-[a(second_b)]"] {
            root.addConstraints(
                NSLayoutConstraint.constraints(
                    withVisualFormat: format, options: [], metrics: ["gap": 12, "low": 250.0], views: views))
        }
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "[a][second_b]", options: .alignAllTop, metrics: nil, views: views
            ).filter { $0.firstAttribute == .top })
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "V:[second_b(30)]-(-5)-|", metrics: nil, views: views
            ).filter { $0.firstAttribute == .height })
        root.layoutIfNeeded()
        // At most 90 points wide, the second view ends before the preferred space.
        #expect(isNear(a.frame, 8, 10, 20, 30) && isNear(b.frame, 40, 10, 90, 30))
        root.bounds.size.width = 100
        root.layoutIfNeeded()
        #expect(isNear(b.frame, 40, 10, 54, 30))
    }
}
