import PenumbraUIKit
import TestSupport
import Testing

/// Tests of animators that pause, and of other spellings of animations.
@Suite(.timed) struct PropertyAnimatorTests {
    private func scene() -> (root: UIView, box: UIView, renderer: CARenderer) {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        root.addSubview(box)
        return (root, box, CARenderer(size: root.bounds.size, layer: root.layer))
    }

    /// The left edge of a box, relative to its start, at a time.
    private func x(_ box: UIView, _ renderer: CARenderer, _ time: Double) throws -> CGFloat {
        _ = try renderer.render(at: time)
        return (box.layer.presentation()?.position.x ?? -100) - 5
    }

    @Test func pausedAnimatorShowsItsFraction() throws {
        let (_, box, renderer) = scene()
        _ = try renderer.render(at: 0)
        var ended: [UIViewAnimatingPosition] = []
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { box.center.x += 80 }
        animator.addCompletion { ended.append($0) }
        animator.startAnimation()
        #expect(try x(box, renderer, 0.25) == 20 && abs(animator.fractionComplete - 0.25) < 1e-6)
        animator.pauseAnimation()
        #expect(try x(box, renderer, 2) == 20 && ended.isEmpty && animator.state == .active && !animator.isRunning)
        animator.fractionComplete = 0.5
        #expect(try x(box, renderer, 3) == 40)
        animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        #expect(try x(box, renderer, 3.25) == 60 && animator.isRunning)
        #expect(try x(box, renderer, 3.6) == 80 && ended == [.end] && animator.state == .inactive)
    }

    @Test func fractionOfAnAnimatorThatNeverStartedPausesIt() throws {
        let (_, box, renderer) = scene()
        let animator = UIViewPropertyAnimator(
            duration: 1, timingParameters: UICubicTimingParameters(animationCurve: .easeIn))
        animator.addAnimations { box.center.x += 80 }
        animator.fractionComplete = 0.75
        // The fraction is linear, whatever the curve.
        #expect(try x(box, renderer, 0) == 60 && x(box, renderer, 9) == 60)
        animator.continueAnimation(
            withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 2)
        #expect(try x(box, renderer, 10) == 70 && x(box, renderer, 11.5) == 80)
    }

    @Test func changesAddedWhileAnimatorsArePausedShowTheFraction() throws {
        let (_, box, renderer) = scene()
        _ = try renderer.render(at: 0)
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { box.center.x += 80 }
        animator.fractionComplete = 0.5
        animator.addAnimations { box.alpha = 0 }
        #expect(try x(box, renderer, 1) == 40 && box.layer.presentation()?.opacity == 0.5 && !animator.isRunning)
        animator.startAnimation()
        #expect(try x(box, renderer, 1.25) == 60 && box.layer.presentation()?.opacity == 0.25)
        #expect(try x(box, renderer, 1.6) == 80 && box.alpha == 0 && animator.state == .inactive)
    }

    @Test func changesAddedToRunningAnimatorsEndWithTheOthers() throws {
        let (_, box, renderer) = scene()
        _ = try renderer.render(at: 0)
        var ended: [UIViewAnimatingPosition] = []
        let animator = UIViewPropertyAnimator(duration: 1, curve: .easeOut) { box.center.x += 80 }
        animator.addCompletion { ended.append($0) }
        animator.startAnimation()
        _ = try renderer.render(at: 0.5)
        // Changes without an animation don't end the animator.
        animator.addAnimations { box.tag = 1 }
        #expect(animator.isRunning && ended.isEmpty)
        animator.addAnimations { box.alpha = 0 }
        _ = try renderer.render(at: 0.9)
        #expect(try #require(box.layer.presentation()).opacity > 0.01 && ended.isEmpty)
        _ = try renderer.render(at: 1.01)
        #expect(box.layer.animationKeys() == nil && ended == [.end])
    }

    @Test func stoppedAnimatorEndsWhereItIsTold() throws {
        for (position, place) in [(UIViewAnimatingPosition.start, CGFloat(0)), (.current, 20), (.end, 80)] {
            let (_, box, renderer) = scene()
            var ended: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { box.center.x += 80 }
            animator.addCompletion { ended.append($0) }
            animator.startAnimation()
            _ = try x(box, renderer, 0)
            _ = try x(box, renderer, 0.25)
            animator.stopAnimation(false)
            #expect(animator.state == .stopped && box.center.x == 25 && ended.isEmpty)
            animator.finishAnimation(at: position)
            #expect(box.center.x == 5 + place && ended == [position] && box.layer.animationKeys() == nil)
        }
    }

    @Test func animatorsTakeCurvesAndSprings() throws {
        let (_, box, renderer) = scene()
        let curve = UIViewPropertyAnimator(
            duration: 1, controlPoint1: CGPoint(x: 0, y: 1), controlPoint2: CGPoint(x: 0, y: 1)
        ) { box.center.x += 80 }
        curve.startAnimation()
        #expect(try x(box, renderer, 0) == 0 && x(box, renderer, 0.5) > 70)
        _ = try renderer.render(at: 1.5)
        let spring = UIViewPropertyAnimator(
            duration: 1, timingParameters: UISpringTimingParameters(mass: 1, stiffness: 100, damping: 4, initialVelocity: .zero)
        )
        spring.addAnimations { box.center.x -= 80 }
        spring.startAnimation()
        // The spring takes its own time, and swings over.
        #expect(spring.duration > 2)
        let places = try stride(from: 1.6, to: 4, by: 0.1).map { try x(box, renderer, $0) }
        #expect((places.min() ?? 0) < -10)
    }

    @Test func animationsBetweenBeginAndCommitRun() throws {
        let (_, box, renderer) = scene()
        _ = try renderer.render(at: 0)
        UIView.beginAnimations(nil, context: nil)
        UIView.setAnimationDuration(2)
        UIView.setAnimationDelay(1)
        UIView.setAnimationCurve(.linear)
        box.center.x += 80
        UIView.commitAnimations()
        #expect(try x(box, renderer, 1) == 0 && x(box, renderer, 2) == 40 && x(box, renderer, 3) == 80)
        box.alpha = 0.5
        #expect(box.layer.animationKeys() == nil)
    }

    @Test func animationsCanBeTurnedOff() {
        let (_, box, _) = scene()
        UIView.setAnimationsEnabled(false)
        UIView.animate(withDuration: 1) { box.alpha = 0 }
        #expect(box.layer.animationKeys() == nil && !UIView.areAnimationsEnabled)
        UIView.setAnimationsEnabled(true)
        UIView.animate(withDuration: 1) {
            UIView.modifyAnimations(withRepeatCount: 3, autoreverses: true) { box.alpha = 1 }
            #expect(UIView.inheritedAnimationDuration == 1)
        }
        let animation = box.layer.animation(forKey: "opacity")
        #expect(animation?.repeatCount == 3 && animation?.autoreverses == true && UIView.inheritedAnimationDuration == 0)
    }

    @Test func springsByBounceSwingOver() throws {
        let (_, box, renderer) = scene()
        _ = try renderer.render(at: 0)
        UIView.animate(springDuration: 0.5, bounce: 0.5) { box.center.x += 50 }
        let places = try stride(from: 0.05, to: 1.5, by: 0.05).map { try x(box, renderer, $0) }
        #expect((places.max() ?? 0) > 52 && abs((places.last ?? 0) - 50) < 0.5)
    }

    @Test func viewsTakeEachOthersPlace() {
        let (root, box, _) = scene()
        let (other, last) = (UIView(frame: box.frame), UIView())
        root.addSubview(last)
        UIView.transition(from: box, to: other, duration: 1, options: .transitionCrossDissolve)
        #expect(root.subviews == [other, last] && root.layer.animationKeys() == [kCATransition])
        UIView.transition(from: other, to: last, duration: 0, options: .showHideTransitionViews)
        #expect(other.isHidden && !last.isHidden && root.subviews == [other, last])
    }

    @Test func snapshotShowsTheViewAsItWas() throws {
        let (_, box, _) = scene()
        box.backgroundColor = .red
        let copy = try #require(box.snapshotView(afterScreenUpdates: false))
        box.backgroundColor = .blue
        #expect(try copy.layer.makeImage(scale: 1).bitmap[5, 5][0] == 255 && copy.bounds.size == box.bounds.size)
    }
}
