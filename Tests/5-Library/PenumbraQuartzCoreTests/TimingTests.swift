import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct TimingTests {
    /// The opacity that a layer presents at some times.
    private func opacities(
        _ animation: CAAnimation, at times: [Double], own: Float = 1, prepare: (CALayer) -> Void = { _ in }
    ) -> [Double] {
        let layer = CALayer()
        layer.opacity = own
        prepare(layer)
        layer.add(animation, forKey: "a")
        return times.map { time in Double(Self.presented(layer, at: time)?.opacity ?? -1) }
    }

    /// What a layer presents at a time of its tree: the layer's own time stands still at an offset.
    private static func presented(_ layer: CALayer, at time: Double) -> CALayer? {
        let (speed, offset) = (layer.speed, layer.timeOffset)
        defer { (layer.speed, layer.timeOffset) = (speed, offset) }
        layer.timeOffset = (time - layer.beginTime) * Double(speed) + offset
        layer.speed = 0
        return layer.presentation()
    }

    private func fade(_ change: (CABasicAnimation) -> Void = { _ in }) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 4)
        change(animation)
        return animation
    }

    private func areNear(_ a: [Double], _ b: [Double], _ slack: Double = 1e-6) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= slack }
    }

    @Test func basicAnimationsRunFromTheirBegin() {
        #expect(areNear(opacities(fade(), at: [0, 1, 2, 3.999, 4, 5]), [0, 0.25, 0.5, 0.99975, 1, 1]))
        #expect(areNear(opacities(fade { $0.beginTime = 2 }, at: [1, 2, 3], own: 0.9), [0.9, 0, 0.25]))
    }

    @Test func missingEndsAreThePropertysOwn() {
        func run(_ from: Any?, _ to: Any?, _ by: Any?) -> [Double] {
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
            animation.duration = 4
            return opacities(animation, at: [0, 2], own: 0.8)
        }
        #expect(areNear(run(0.2, 0.4, nil), [0.2, 0.3]))
        #expect(areNear(run(0.2, nil, 0.4), [0.2, 0.4]))
        #expect(areNear(run(nil, 0.6, 0.4), [0.2, 0.4]))
        #expect(areNear(run(0.2, nil, nil), [0.2, 0.5]))
        #expect(areNear(run(nil, 0.2, nil), [0.8, 0.5]))
        #expect(areNear(run(nil, nil, 0.2), [0.8, 0.9]))
        #expect(areNear(run(NSNumber(value: 0.2), CGFloat(0.4), nil), [0.2, 0.3]))
    }

    @Test func fillModesHoldTheEnds() {
        func run(_ mode: CAMediaTimingFillMode) -> [Double] {
            opacities(
                fade {
                    $0.fillMode = mode
                    ($0.beginTime, $0.toValue) = (1, 0.5)
                }, at: [0.5, 6], own: 0.9)
        }
        #expect(areNear(run(.removed), [0.9, 0.9]) && areNear(run(.forwards), [0.9, 0.5]))
        #expect(areNear(run(.backwards), [0, 0.9]) && areNear(run(.both), [0, 0.5]))
    }

    @Test func repeatsAndReversesFollowEachOther() {
        let twice = fade { $0.repeatCount = 2.5 }
        #expect(areNear(opacities(twice, at: [3, 5, 9, 9.9, 10]), [0.75, 0.25, 0.25, 0.475, 1]))
        let back = fade { $0.autoreverses = true }
        #expect(areNear(opacities(back, at: [1, 4, 5, 7, 8], own: 0.9), [0.25, 1, 0.75, 0.25, 0.9]))
        let timed = fade { $0.repeatDuration = 6 }
        #expect(areNear(opacities(timed, at: [5, 5.9, 6], own: 0.9), [0.25, 0.475, 0.9]))
        let endless = fade { $0.repeatCount = .greatestFiniteMagnitude }
        #expect(areNear(opacities(endless, at: [4001]), [0.25]))
        let cumulative = fade {
            ($0.toValue, $0.isCumulative, $0.repeatCount) = (0.2, true, 3)
        }
        #expect(areNear(opacities(cumulative, at: [2, 6, 10]), [0.1, 0.3, 0.5]))
    }

    @Test func additiveAnimationsAdd() {
        let layer = CALayer()
        layer.position = CGPoint(x: 10, y: 20)
        for begin in [0.0, 1.0] {
            let animation = CABasicAnimation(keyPath: "position")
            (animation.fromValue, animation.toValue) = (CGPoint(x: 8, y: 0), CGPoint.zero)
            (animation.duration, animation.isAdditive, animation.beginTime) = (2, true, begin == 0 ? 1e-9 : begin)
            layer.add(animation, forKey: nil)
        }
        let place = Self.presented(layer, at: 1.5)?.position ?? .zero
        #expect(abs(place.x - (10 + 2 + 6)) < 1e-6 && place.y == 20)
    }

    @Test func speedAndOffsetShiftTime() {
        #expect(areNear(opacities(fade { $0.speed = 2 }, at: [1, 2], own: 0.9), [0.5, 0.9]))
        #expect(areNear(opacities(fade { $0.timeOffset = 1 }, at: [0, 2, 3.5]), [0.25, 0.75, 0.125]))
        #expect(areNear(opacities(fade { ($0.speed, $0.timeOffset) = (0, 3) }, at: [0, 100]), [0.75, 0.75]))
        #expect(areNear(opacities(fade { $0.speed = -1 }, at: [1, 3]), [0.75, 0.25]))
        #expect(areNear(opacities(fade(), at: [1, 2], prepare: { $0.speed = 2 }), [0.5, 1]))
    }

    @Test func timeRunsDownTheTree() {
        let (root, middle, leaf) = (CALayer(), CALayer(), CALayer())
        root.addSublayer(middle)
        middle.addSublayer(leaf)
        (root.speed, root.timeOffset, middle.beginTime, leaf.speed) = (2, 5, 3, 0.5)
        // Root: 2t + 5; middle: that − 3; leaf: half of that.
        #expect(leaf.convertTime(10, from: nil) == 11 && leaf.convertTime(11, to: nil) == 10)
        #expect(leaf.convertTime(11, to: root) == 25 && root.convertTime(25, to: leaf) == 11)
    }

    @Test func groupsClipAndPaceTheirAnimations() {
        let group = CAAnimationGroup()
        let early = fade { $0.duration = 1 }
        let late = CABasicAnimation(keyPath: "opacity")
        (late.fromValue, late.toValue, late.beginTime, late.duration) = (0.5, 0.9, 2, 4)
        group.animations = [early, late]
        group.duration = 4
        #expect(areNear(opacities(group, at: [0.5, 1.5, 3, 3.99, 4], own: 1), [0.5, 1, 0.6, 0.699, 1]))
        group.speed = 2
        #expect(areNear(opacities(group, at: [0.25, 1.5, 2], own: 1), [0.5, 0.6, 1]))
        group.speed = 1
        group.repeatCount = 2
        #expect(areNear(opacities(group, at: [4.5, 7], own: 1), [0.5, 0.6]))
        let child = CABasicAnimation(keyPath: "opacity")
        (child.fromValue, child.toValue) = (0, 1)
        group.animations = [child]
        #expect(areNear(opacities(group, at: [2]), [0.5]))
    }

    @Test func namedCurvesHaveTheirControlPoints() {
        func points(_ name: CAMediaTimingFunctionName) -> [Float] {
            var values: [Float] = [0, 0]
            let function = CAMediaTimingFunction(name: name)
            return (0..<4).flatMap { index in
                function.getControlPoint(at: index, values: &values)
                return values
            }
        }
        #expect(points(.linear) == [0, 0, 0, 0, 1, 1, 1, 1] && points(.default) == [0, 0, 0.25, 0.1, 0.25, 1, 1, 1])
        #expect(points(.easeIn) == [0, 0, 0.42, 0, 1, 1, 1, 1] && points(.easeOut) == [0, 0, 0, 0, 0.58, 1, 1, 1])
        #expect(points(.easeInEaseOut) == [0, 0, 0.42, 0, 0.58, 1, 1, 1])
        #expect(CAMediaTimingFunction(name: .easeIn) == CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1))
    }

    @Test(arguments: 0..<10) func curvesSolveTheirEquation(seed: Int) {
        // Values of the curve at its own parameter: no solver is involved.
        let p = [0.1 * Double(seed), 0.3 * Double(seed) - 1, 1 - 0.07 * Double(seed), 0.2 * Double(seed)].map { Float($0) }
        let function = CAMediaTimingFunction(controlPoints: p[0], p[1], p[2], p[3])
        let c = p.map { Double($0.description) ?? 0 }
        let animation = fade {
            $0.timingFunction = function
            $0.speed = 0
        }
        for step in 1..<100 {
            let s = Double(step) / 100
            func value(_ a: Double, _ b: Double) -> Double {
                3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
            }
            animation.timeOffset = 4 * value(c[0], c[2])
            #expect(areNear(opacities(animation, at: [0]), [value(c[1], c[3])], 1e-6))
        }
    }

    @Test func springsFollowTheirClosedForm() {
        let spring = CASpringAnimation(keyPath: "position.x")
        (spring.fromValue, spring.toValue, spring.duration) = (0, 100, 10)
        (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) = (2, 50, 4, 3)
        let layer = CALayer()
        layer.add(spring, forKey: nil)
        // α = 1, ω² = 25, √D = √24.
        let d = 24.0.squareRoot()
        for step in 1...1000 {
            let t = Double(step) / 200
            let wanted = 100 * (1 - exp(-t) * (cos(d * t) + (1 - 3) * sin(d * t) / d))
            #expect(abs(Double(Self.presented(layer, at: t)?.position.x ?? -1) - wanted) < 1e-9)
        }
    }

    @Test func springsKnowWhenTheySettle() {
        #expect(abs(CASpringAnimation(keyPath: nil).settlingDuration - 1.4727) < 1e-4)
        for (duration, bounce) in [(0.5, 0.0), (0.4, 0.3), (1.0, 0.9), (0.7, -0.4)] {
            let spring = CASpringAnimation(perceptualDuration: duration, bounce: CGFloat(bounce))
            #expect(abs(spring.perceptualDuration - duration) < 1e-12 && abs(Double(spring.bounce) - bounce) < 1e-12)
            #expect(spring.mass == 1 && abs(Double(spring.stiffness) - pow(2 * .pi / duration, 2)) < 1e-9)
            #expect(spring.settlingDuration > duration / 2)
        }
        let critical = CASpringAnimation(perceptualDuration: 0.5, bounce: 0)
        #expect(abs(Double(critical.damping) - 8 * .pi) < 1e-9)
    }

    @Test func animationsAreCopiedAndNamed() {
        let layer = CALayer()
        let animation = fade()
        layer.add(animation, forKey: "a")
        layer.add(fade(), forKey: nil)
        animation.toValue = 5
        #expect((layer.animation(forKey: "a") as? CABasicAnimation)?.toValue as? Int == 1)
        #expect(layer.animationKeys() == ["a"])
        layer.add(fade(), forKey: "a")
        layer.add(CATransition(), forKey: "other")
        #expect(layer.animationKeys() == ["a", "transition"])
        layer.removeAnimation(forKey: "a")
        #expect(layer.animationKeys() == ["transition"])
        layer.removeAllAnimations()
        #expect(layer.animationKeys() == nil)
        #expect((animation.copy() as? CABasicAnimation)?.keyPath == "opacity")
    }
}
