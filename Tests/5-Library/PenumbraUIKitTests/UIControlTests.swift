import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests of appearances, controls and animations of views.
@Suite(.timed) struct UIControlTests {
    private final class Watching: UIView {
        var changes = 0
        override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) { changes += 1 }
    }

    private func color(of view: UIView) throws -> SIMD4<UInt8> { try view.layer.makeImage().bitmap[1, 1] }

    @Test func dynamicColourFollowsTheTraits() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
        #expect(color.cgColor == UIColor.black.cgColor)
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        #expect(color.resolvedColor(with: dark).cgColor == UIColor.white.cgColor)
        dark.performAsCurrent { #expect(color.cgColor == UIColor.white.cgColor) }
        #expect(color.cgColor == UIColor.black.cgColor)
        #expect(UIColor.label.resolvedColor(with: dark) == UIColor(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(color.withAlphaComponent(0.5).resolvedColor(with: dark).cgColor.alpha == 0.5)
        // A colour that never ends is clear.
        final class Box: @unchecked Sendable { var color = UIColor.red }
        let box = Box()
        box.color = UIColor { _ in box.color }
        #expect(box.color.cgColor.alpha == 0)
    }

    @Test func overriddenStyleReachesTheViewsInside() throws {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        let inner = Watching(frame: outer.bounds)
        inner.backgroundColor = .systemBackground
        outer.addSubview(inner)
        #expect(try color(of: outer) == SIMD4(255, 255, 255, 255))
        outer.overrideUserInterfaceStyle = .dark
        #expect(try color(of: outer) == SIMD4(0, 0, 0, 255) && inner.changes == 1)
        #expect(inner.traitCollection.userInterfaceStyle == .dark)
        let late = UIView(frame: outer.bounds)
        late.backgroundColor = .label
        outer.addSubview(late)
        #expect(try color(of: outer) == SIMD4(255, 255, 255, 255))
        #expect(late.backgroundColor === UIColor.label)
    }

    @Test func controlCallsItsActionsInOrder() {
        let control = UIControl(frame: .zero)
        var calls: [String] = []
        control.addAction(UIAction(identifier: .init("a")) { _ in calls.append("a") }, for: .valueChanged)
        control.addAction(UIAction { action in calls.append(action.sender === control ? "b" : "") }, for: .allEvents)
        control.sendActions(for: .valueChanged)
        #expect(calls == ["a", "b"])
        control.addAction(UIAction(identifier: .init("a")) { _ in calls.append("c") }, for: .valueChanged)
        control.sendActions(for: [.valueChanged])
        #expect(calls == ["a", "b", "b", "c"])
        (control.isSelected, control.isEnabled) = (true, false)
        #expect(control.state == [.selected, .disabled])
    }

    @Test func buttonShowsTheTitleOfItsState() throws {
        let button = UIButton(type: .custom)
        button.setTitle("Go", for: .normal)
        button.setTitle("Gone", for: .selected)
        button.setTitleColor(.red, for: .normal)
        let narrow = button.intrinsicContentSize
        button.isSelected = true
        #expect(button.currentTitle == "Gone" && button.intrinsicContentSize.width > narrow.width)
        button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        button.layoutIfNeeded()
        let label = try #require(button.titleLabel)
        #expect(abs(label.center.x - 50) < 0.6 && abs(label.center.y - 20) < 0.6 && label.textColor == .red)
        button.contentHorizontalAlignment = .left
        button.layoutIfNeeded()
        #expect(label.frame.minX == 0)
    }

    @Test func keyframesTakeTheirPartOfTheDuration() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
        view.backgroundColor = .red
        UIView.animateKeyframes(
            withDuration: 2,
            animations: {
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.alpha = 0 }
            })
        func alpha(_ time: Double) throws -> Int { Int(try view.layer.makeImage(at: time).bitmap[1, 1].w) }
        #expect(try alpha(0.9) == 255)
        #expect(try abs(alpha(1.5) - 128) <= 1)
    }

    @Test func propertyAnimatorRunsOnceItIsStarted() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
        view.backgroundColor = .red
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
        #expect(view.alpha == 1 && !animator.isRunning)
        animator.startAnimation()
        #expect(view.alpha == 0 && animator.isRunning)
        #expect(try abs(Int(view.layer.makeImage(at: 0.25).bitmap[1, 1].w) - 191) <= 1)
    }

    @Test func sizeToFitKeepsTheOrigin() {
        let label = UILabel(frame: CGRect(x: 7, y: 9, width: 1, height: 1))
        label.text = "Text"
        label.sizeToFit()
        #expect(label.frame.origin == CGPoint(x: 7, y: 9) && label.frame.size == label.intrinsicContentSize)
    }

    @Test func controllerMakesItsViewWhenItIsAskedFor() {
        final class Controller: UIViewController {
            var loads = 0
            override func viewDidLoad() { loads += 1 }
        }
        let controller = Controller()
        #expect(!controller.isViewLoaded && controller.loads == 0)
        controller.view.backgroundColor = .red
        #expect(controller.view.frame == UIScreen.main.bounds && controller.loads == 1)
    }

    @Test func hitTestFindsTheFrontMostView() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let (back, front) = (
            UIView(frame: CGRect(x: 0, y: 0, width: 6, height: 6)), UIView(frame: CGRect(x: 4, y: 4, width: 6, height: 6))
        )
        for view in [back, front] { root.addSubview(view) }
        #expect(root.hitTest(CGPoint(x: 5, y: 5), with: nil) === front && root.hitTest(CGPoint(x: 1, y: 1), with: nil) === back)
        front.isHidden = true
        #expect(root.hitTest(CGPoint(x: 5, y: 5), with: nil) === back)
        #expect(root.hitTest(CGPoint(x: 20, y: 5), with: nil) == nil)
        root.exchangeSubview(at: 0, withSubviewAt: 1)
        #expect(root.subviews.first === front && root.layer.sublayers?.first === front.layer)
    }

    @Test func spokesLightUpOneAfterAnother() throws {
        let wheel = UIActivityIndicatorView(style: .large)
        wheel.color = .white
        #expect(wheel.isHidden && wheel.intrinsicContentSize == CGSize(width: 37, height: 37))
        wheel.startAnimating()
        let renderer = CARenderer(size: wheel.bounds.size, layer: wheel.layer)
        /// The opacity of the spokes at the top and at the bottom.
        func shown(_ time: Double) throws -> [Int] {
            let image = try renderer.render(at: time).bitmap
            return [Int(image[18, 6][3]), Int(image[18, 31][3])]
        }
        // A spoke fades from 1 to 0.25 in a second. That at the bottom is half a second late.
        for (time, expected) in [(0.0625, [243, 147]), (0.5625, [147, 243]), (3.0625, [243, 147])] {
            #expect(zip(try shown(time), expected).allSatisfy { abs($0 - $1) <= 2 })
        }
        wheel.stopAnimating()
        #expect(wheel.isHidden && !wheel.isAnimating)
        wheel.hidesWhenStopped = false
        #expect(!wheel.isHidden)
    }

    @Test func pagesHaveDots() throws {
        let pages = UIPageControl(frame: CGRect(x: 0, y: 0, width: 64, height: 26))
        (pages.numberOfPages, pages.currentPage) = (3, 1)
        (pages.pageIndicatorTintColor, pages.currentPageIndicatorTintColor) = (.blue, .red)
        #expect(pages.intrinsicContentSize == pages.size(forNumberOfPages: 3))
        let image = try pages.layer.makeImage(scale: 1).bitmap
        for (x, color) in [(16, [0, 0, 255, 255]), (32, [255, 0, 0, 255]), (48, [0, 0, 255, 255]), (24, [0, 0, 0, 0])] {
            #expect((0..<4).map { Int(image[x, 13][$0]) } == color)
        }
        (pages.numberOfPages, pages.hidesForSinglePage) = (1, true)
        #expect(try pages.layer.makeImage(scale: 1).bitmap[32, 13][3] == 0)
    }
}
