import Foundation
import PenumbraQuartzCore
import TestSupport
import Testing

/// Ten thousand samples of animations with random numbers, against closed forms.
@Suite(.timed) struct TimingSamplesTests {
    /// The x coordinate that a layer at −7 presents at a time.
    private func place(_ animation: CAAnimation, at time: Double) -> Double {
        let layer = CALayer()
        layer.position.x = -7
        layer.add(animation, forKey: nil)
        (layer.speed, layer.timeOffset) = (0, time)
        return Double(layer.presentation()?.position.x ?? .nan)
    }

    /// A time and numbers of `CAMediaTiming`, and what follows from them.
    private struct Span {
        var begin = 0.0
        var duration = 1.0
        var speed = 1.0
        var offset = 0.0
        var repeats = 1.0
        var autoreverses = false
        var fill = CAMediaTimingFillMode.removed

        init(_ random: inout SeededGenerator) {
            begin = .random(in: 0.1...2, using: &random)
            duration = .random(in: 0.2...3, using: &random)
            // Numbers that `Float` has exactly.
            speed = Double(Int.random(in: 1...16, using: &random)) / 4
            offset = Bool.random(using: &random) ? 0 : .random(in: 0...1, using: &random)
            repeats = Double(Int.random(in: 1...12, using: &random)) / 4
            autoreverses = .random(using: &random)
            fill = [.removed, .forwards, .backwards, .both].randomElement(using: &random) ?? .removed
        }

        func set(_ animation: CAAnimation) {
            (animation.beginTime, animation.duration, animation.timeOffset) = (begin, duration, offset)
            (animation.speed, animation.repeatCount) = (Float(speed), Float(repeats))
            (animation.autoreverses, animation.fillMode) = (autoreverses, fill)
        }

        private var cycle: Double { autoreverses ? 2 * duration : duration }

        /// The part of the way, by the definitions. Nil where the animation has no effect.
        ///
        /// The offset moves what is shown, not the interval in which something is shown.
        func progress(at time: Double) -> Double? {
            let active = (time - begin) * speed
            if time < begin { return fill == .backwards || fill == .both ? within(offset) : nil }
            guard active < cycle * repeats else {
                return fill == .forwards || fill == .both ? within(cycle * repeats + offset, isEnd: true) : nil
            }
            return within(active + offset)
        }

        private func within(_ active: Double, isEnd: Bool = false) -> Double {
            var part = active.truncatingRemainder(dividingBy: cycle)
            // The end of the last repeat, not the begin of another one.
            if isEnd, part < 1e-9 || cycle - part < 1e-9 { part = cycle }
            return part <= duration ? part / duration : 2 - part / duration
        }

        /// Whether a time is so near to a jump that rounding decides.
        func isAtJump(_ time: Double) -> Bool {
            let active = (time - begin) * speed
            let part = (active + offset).truncatingRemainder(dividingBy: cycle)
            return abs(time - begin) < 1e-6 || abs(active - cycle * repeats) < 1e-6 || part < 1e-6 || cycle - part < 1e-6
        }
    }

    @Test func spansFollowTheirDefinitions() {
        var random = SeededGenerator(seed: 1)
        for sample in 0..<3000 {
            let span = Span(&random)
            let animation = CABasicAnimation(keyPath: "position.x")
            (animation.fromValue, animation.toValue) = (10.0, 30.0)
            span.set(animation)
            let time = Double.random(in: 0...8, using: &random)
            guard !span.isAtJump(time) else { continue }
            let expected = span.progress(at: time).map { 10 + 20 * $0 } ?? -7
            let found = place(animation, at: time)
            #expect(abs(found - expected) < 1e-9, "sample \(sample): \(span) at \(time)")
        }
    }

    @Test func groupsRunTheirAnimationsInTheirTime() {
        var random = SeededGenerator(seed: 2)
        for sample in 0..<1500 {
            var (outer, inner) = (Span(&random), Span(&random))
            (outer.fill, outer.repeats, outer.autoreverses, inner.fill) = (.removed, 2, false, .removed)
            let animation = CABasicAnimation(keyPath: "position.x")
            (animation.fromValue, animation.toValue) = (10.0, 30.0)
            inner.set(animation)
            let group = CAAnimationGroup()
            outer.set(group)
            group.animations = [animation]
            let time = Double.random(in: 0...8, using: &random)
            let progress = outer.progress(at: time)
            let local = (progress ?? 0) * outer.duration
            guard !outer.isAtJump(time), !inner.isAtJump(local) else { continue }
            let expected = progress.flatMap { _ in inner.progress(at: local) }.map { 10 + 20 * $0 } ?? -7
            #expect(abs(place(group, at: time) - expected) < 1e-9, "sample \(sample): \(outer), \(inner) at \(time)")
        }
    }

    /// The displacement of a damped oscillator from 0 to 1.
    private func spring(_ mass: Double, _ stiffness: Double, _ damping: Double, _ velocity: Double, _ time: Double) -> Double {
        let frequency = (stiffness / mass).squareRoot()
        let ratio = damping / (2 * (stiffness * mass).squareRoot())
        let decay = ratio * frequency
        if abs(ratio - 1) < 1e-9 { return 1 + exp(-decay * time) * (-1 + (velocity - frequency) * time) }
        if ratio < 1 {
            let damped = frequency * (1 - ratio * ratio).squareRoot()
            return 1 + exp(-decay * time) * (-cos(damped * time) + (velocity - decay) / damped * sin(damped * time))
        }
        let root = frequency * (ratio * ratio - 1).squareRoot()
        let (slow, fast) = (-decay + root, -decay - root)
        let first = (velocity + fast) / (slow - fast)
        return 1 + first * exp(slow * time) + (-1 - first) * exp(fast * time)
    }

    @Test func springsOfBothInitializersAreDampedOscillators() {
        var random = SeededGenerator(seed: 3)
        for sample in 0..<2000 {
            let animation: CASpringAnimation
            if sample % 2 == 0 {
                animation = CASpringAnimation(keyPath: "position.x")
                animation.mass = .random(in: 0.5...4, using: &random)
                animation.stiffness = .random(in: 20...400, using: &random)
                animation.damping = .random(in: 0...60, using: &random)
                animation.initialVelocity = .random(in: -5...5, using: &random)
            } else {
                let (duration, bounce) = (
                    Double.random(in: 0.1...2, using: &random), CGFloat.random(in: -0.5...1, using: &random)
                )
                animation = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
                animation.keyPath = "position.x"
                // Apple's definition: one swing without damping takes the perceptual duration.
                let frequency = 2 * Double.pi / duration
                let ratio = bounce >= 0 ? 1 - Double(bounce) : 1 / (1 + Double(bounce))
                #expect(abs(Double(animation.stiffness) - frequency * frequency) < 1e-9 * frequency * frequency)
                #expect(abs(Double(animation.damping) - 2 * ratio * frequency) < 1e-9 * frequency)
                #expect(abs(animation.perceptualDuration - duration) < 1e-9 && abs(animation.bounce - bounce) < 1e-9)
            }
            (animation.fromValue, animation.toValue, animation.duration) = (10.0, 30.0, 4)
            let time = Double.random(in: 0...3.9, using: &random)
            let way = spring(
                Double(animation.mass), Double(animation.stiffness), Double(animation.damping),
                Double(animation.initialVelocity), time)
            #expect(abs(place(animation, at: time) - (10 + 20 * way)) < 1e-6, "sample \(sample) at \(time)")
        }
    }

    @Test func timingFunctionsAreBezierCurves() {
        var random = SeededGenerator(seed: 4)
        for sample in 0..<1500 {
            func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 64 }
            let (x1, y1, x2, y2) = (number(0...64), number(-32...96), number(0...64), number(-32...96))
            let animation = CABasicAnimation(keyPath: "position.x")
            (animation.fromValue, animation.toValue, animation.duration) = (10.0, 30.0, 1)
            animation.timingFunction = CAMediaTimingFunction(controlPoints: Float(x1), Float(y1), Float(x2), Float(y2))
            // The curve's point at a parameter: its x is the time, its y the way.
            let u = Double.random(in: 0.001...0.999, using: &random)
            let (a, b, c) = (3 * (1 - u) * (1 - u) * u, 3 * (1 - u) * u * u, u * u * u)
            let (time, way) = (a * x1 + b * x2 + c, a * y1 + b * y2 + c)
            // The curve is steep where x hardly grows.
            let slope = (1 - u) * (1 - u) * x1 + 2 * (1 - u) * u * (x2 - x1) + u * u * (1 - x2)
            guard slope > 1e-3 else { continue }
            #expect(abs(place(animation, at: time) - (10 + 20 * way)) < 1e-5, "sample \(sample) at \(time)")
        }
    }

    @Test func pacedPathsKeepTheirSpeed() {
        var random = SeededGenerator(seed: 5)
        for sample in 0..<1000 {
            let count = Int.random(in: 2...6, using: &random)
            let points = (0..<count).map { _ in
                CGPoint(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
            }
            let path = CGMutablePath()
            path.addLines(between: points)
            let animation = CAKeyframeAnimation(keyPath: "position")
            (animation.path, animation.calculationMode, animation.duration) = (path, .paced, 1)
            let time = Double.random(in: 0.001...0.999, using: &random)
            func distance(_ a: CGPoint, _ b: CGPoint) -> Double { Double(hypot(a.x - b.x, a.y - b.y)) }
            let lengths = zip(points, points.dropFirst()).map(distance)
            var rest = time * lengths.reduce(0, +)
            var expected = points[count - 1].x
            for (index, length) in lengths.enumerated() {
                if rest <= length {
                    expected = points[index].x + CGFloat(rest / length) * (points[index + 1].x - points[index].x)
                    break
                }
                rest -= length
            }
            #expect(abs(place(animation, at: time) - Double(expected)) < 1e-6, "sample \(sample) at \(time)")
        }
    }

    @Test func additiveKeyframesAddToWhatIsThere() {
        var random = SeededGenerator(seed: 6)
        for sample in 0..<1000 {
            let layer = CALayer()
            layer.position.x = -7
            let time = Double.random(in: 0.001...0.999, using: &random)
            var expected = -7.0
            for number in 0..<Int.random(in: 1...3, using: &random) {
                let values = (0..<Int.random(in: 2...5, using: &random)).map { _ in Double.random(in: -20...20, using: &random)
                }
                let animation = CAKeyframeAnimation(keyPath: "position.x")
                (animation.values, animation.duration, animation.isAdditive) = (values, 1, true)
                layer.add(animation, forKey: "\(number)")
                let place = time * Double(values.count - 1)
                let index = min(values.count - 2, Int(place))
                expected += values[index] + (place - Double(index)) * (values[index + 1] - values[index])
            }
            (layer.speed, layer.timeOffset) = (0, time)
            let found = Double(layer.presentation()?.position.x ?? .nan)
            #expect(abs(found - expected) < 1e-9, "sample \(sample) at \(time)")
        }
    }
}
