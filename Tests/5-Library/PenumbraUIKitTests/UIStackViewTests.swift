import PenumbraUIKit
import TestSupport
import Testing

/// Tests the places of views in stacks.
@Suite(.timed) struct UIStackViewTests {
    private func box(_ width: CGFloat, _ height: CGFloat) -> UIView {
        UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
    }

    private func frames(
        _ sizes: [(CGFloat, CGFloat)], _ distribution: UIStackView.Distribution, alignment: UIStackView.Alignment = .fill,
        axis: NSLayoutConstraint.Axis = .horizontal, spacing: CGFloat = 0
    ) -> [CGRect] {
        let stack = UIStackView(arrangedSubviews: sizes.map { box($0.0, $0.1) })
        (stack.distribution, stack.alignment, stack.axis, stack.spacing) = (distribution, alignment, axis, spacing)
        stack.frame = CGRect(x: 5, y: 5, width: 100, height: 40)
        stack.layoutIfNeeded()
        return stack.arrangedSubviews.map(\.frame)
    }

    private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(x: x, y: y, width: width, height: height)
    }

    @Test func fillLetsTheLastViewGrowOrShrink() {
        #expect(frames([(20, 10), (30, 10)], .fill, spacing: 10) == [rect(0, 0, 20, 40), rect(30, 0, 70, 40)])
        #expect(frames([(70, 10), (60, 10)], .fill, spacing: 10) == [rect(0, 0, 70, 40), rect(80, 0, 20, 40)])
        // A view without a size takes what is left.
        #expect(frames([(0, 0), (30, 10)], .fill) == [rect(0, 0, 70, 40), rect(70, 0, 30, 40)])
    }

    @Test func distributionsDivideTheLength() {
        #expect(frames([(20, 10), (30, 10)], .fillEqually, spacing: 10) == [rect(0, 0, 45, 40), rect(55, 0, 45, 40)])
        #expect(frames([(10, 10), (30, 10)], .fillProportionally) == [rect(0, 0, 25, 40), rect(25, 0, 75, 40)])
        let spaced = [rect(0, 0, 10, 40), rect(40, 0, 20, 40), rect(90, 0, 10, 40)]
        #expect(frames([(10, 10), (20, 10), (10, 10)], .equalSpacing) == spaced)
        // The centres are 5, 50 and 95.
        #expect(frames([(10, 10), (30, 10), (10, 10)], .equalCentering).map(\.midX) == [5, 50, 95])
    }

    @Test func alignmentPlacesViewsAcrossTheAxis() {
        #expect(frames([(100, 10)], .fill, alignment: .top) == [rect(0, 0, 100, 10)])
        #expect(frames([(100, 10)], .fill, alignment: .center) == [rect(0, 15, 100, 10)])
        #expect(frames([(100, 10)], .fill, alignment: .bottom) == [rect(0, 30, 100, 10)])
        let column = frames([(20, 10), (30, 10)], .fill, alignment: .trailing, axis: .vertical)
        #expect(column == [rect(80, 0, 20, 10), rect(70, 10, 30, 30)])
    }

    @Test func hiddenAndRemovedViewsTakeNoRoom() {
        let views = [box(20, 10), box(30, 10), box(40, 10)]
        let stack = UIStackView(arrangedSubviews: views)
        (stack.spacing, stack.alignment) = (5, .leading)
        #expect(stack.intrinsicContentSize == CGSize(width: 100, height: 10))
        views[1].isHidden = true
        #expect(stack.intrinsicContentSize == CGSize(width: 65, height: 10))
        stack.setCustomSpacing(11, after: views[0])
        #expect(stack.intrinsicContentSize.width == 71 && stack.customSpacing(after: views[0]) == 11)
        stack.removeArrangedSubview(views[2])
        #expect(stack.arrangedSubviews.count == 2 && stack.subviews.count == 3)
        views[0].removeFromSuperview()
        #expect(stack.arrangedSubviews.count == 1 && stack.intrinsicContentSize == .zero)
        stack.insertArrangedSubview(views[2], at: 0)
        #expect(stack.arrangedSubviews.first === views[2])
    }

    @Test func marginsAndLabelsCountInTheIntrinsicSize() {
        let label = UILabel()
        label.text = "Wide"
        let stack = UIStackView(arrangedSubviews: [label])
        (stack.isLayoutMarginsRelativeArrangement, stack.layoutMargins) = (
            true, UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        )
        let size = label.intrinsicContentSize
        #expect(size.width > 10 && stack.intrinsicContentSize == CGSize(width: size.width + 6, height: size.height + 4))
        stack.frame = CGRect(origin: .zero, size: stack.intrinsicContentSize)
        stack.layoutIfNeeded()
        #expect(label.frame == CGRect(origin: CGPoint(x: 2, y: 1), size: size))
    }
}
