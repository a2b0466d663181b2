import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct KeyframeTests {
    /// The positions that a layer presents at parts of an animation of four seconds.
    private func places(_ animation: CAKeyframeAnimation, at times: [Double]) -> [CGPoint] {
        let layer = CALayer()
        layer.position = CGPoint(x: -1, y: -1)
        animation.duration = 4
        layer.add(animation, forKey: nil)
        layer.speed = 0
        return times.map { time in
            layer.timeOffset = time
            return layer.presentation()?.position ?? .zero
        }
    }

    private func xs(_ values: [CGFloat], at times: [Double], change: (CAKeyframeAnimation) -> Void = { _ in }) -> [CGFloat] {
        let animation = CAKeyframeAnimation(keyPath: "position.x")
        animation.values = values
        change(animation)
        return places(animation, at: times).map(\.x)
    }

    private func areNear(_ a: [CGFloat], _ b: [CGFloat], _ slack: CGFloat = 1e-9) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= slack }
    }

    @Test func linearValuesFollowKeyTimes() {
        #expect(areNear(xs([0, 10, 30], at: [0, 1, 2, 3, 4]), [0, 5, 10, 20, -1]))
        #expect(areNear(xs([0, 10, 30], at: [1, 2.5]) { $0.keyTimes = [0, 0.25, 1] }, [10, 20]))
        // Key times of a wrong number are left out.
        #expect(areNear(xs([0, 10, 30], at: [1]) { $0.keyTimes = [0, 1] }, [5]))
    }

    @Test func discreteValuesJump() {
        let jump = xs([0, 10, 30], at: [0, 1.3, 1.4, 3.9]) { $0.calculationMode = .discrete }
        #expect(jump == [0, 0, 10, 30])
        let timed = xs([0, 10], at: [0.9, 1.1]) { ($0.calculationMode, $0.keyTimes) = (.discrete, [0, 0.25, 1]) }
        #expect(timed == [0, 10])
    }

    @Test func pacedValuesKeepTheirSpeed() {
        #expect(areNear(xs([0, 10, 40], at: [1, 2, 3]) { $0.calculationMode = .paced }, [10, 20, 30]))
    }

    @Test func timingFunctionsPaceSegments() {
        let functions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .linear)]
        let values = xs([0, 10, 30], at: [1, 3]) { $0.timingFunctions = functions }
        #expect(values[0] < 4 && abs(values[1] - 20) < 1e-9)
    }

    @Test func cubicValuesPassThroughTheirPoints() {
        let smooth = xs([0, 10, 0], at: [0, 1, 2, 3]) { $0.calculationMode = .cubic }
        // Hermite's curve halfway with tangents of 10 and 0: 0.5·0 + 0.5·10 + 0.125·(10 − 0).
        #expect(areNear(smooth, [0, 6.25, 10, 6.25]))
        let tight = xs([0, 10, 0], at: [1]) {
            ($0.calculationMode, $0.tensionValues) = (.cubic, [1, 1, 1])
        }
        #expect(areNear(tight, [5]))
        let biased = xs([0, 10, 30], at: [1]) { ($0.calculationMode, $0.biasValues) = (.cubic, [0, 1, 0]) }
        // The tangent at 10 is the chord before it. 5 + 0.125·(10 − 10).
        #expect(areNear(biased, [5]))
        let paced = xs([0, 10, 40], at: [1, 2, 3]) { $0.calculationMode = .cubicPaced }
        #expect(areNear(paced, [10, 20, 30], 0.01))
    }

    @Test func pathsMoveAndTurnLayers() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 30, y: 0))
        path.addLine(to: CGPoint(x: 30, y: 10))
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = path
        #expect(
            places(animation, at: [0, 1, 2, 3]) == [0, 15, 30, 30].enumerated().map { CGPoint(x: $1, y: $0 == 3 ? 5 : 0) })
        animation.calculationMode = .paced
        #expect(
            places(animation, at: [1, 2, 3, 3.6]) == [10, 20, 30, 30].enumerated().map { CGPoint(x: $1, y: $0 == 3 ? 6 : 0) })
        animation.rotationMode = .rotateAuto
        let layer = CALayer()
        layer.add(animation, forKey: nil)
        layer.speed = 0
        layer.timeOffset = 3.5
        #expect(abs((layer.presentation()?.affineTransform().b ?? 0) - 1) < 1e-12)
        animation.rotationMode = .rotateAutoReverse
        layer.removeAllAnimations()
        layer.timeOffset = 0
        layer.add(animation, forKey: nil)
        #expect(abs((layer.presentation()?.affineTransform().a ?? 0) + 1) < 1e-12)
    }

    @Test func circlesAreFollowedAtAConstantSpeed() {
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
        animation.calculationMode = .paced
        let all = places(animation, at: (0..<400).map { Double($0) / 100 })
        for (index, place) in all.enumerated() where index > 0 {
            #expect(abs(hypot(place.x, place.y) - 50) < 1e-6)
            let step = hypot(place.x - all[index - 1].x, place.y - all[index - 1].y)
            #expect(abs(step - 100 * sin(.pi / 400)) < 1e-4)
        }
    }

    @Test func valueFunctionsMakeTransforms() {
        let layer = CALayer()
        let animation = CABasicAnimation(keyPath: "transform")
        animation.valueFunction = CAValueFunction(name: .rotateZ)
        (animation.fromValue, animation.toValue, animation.duration) = (0, 4 * Double.pi, 4)
        layer.add(animation, forKey: nil)
        layer.speed = 0
        layer.timeOffset = 1.125
        let map = layer.presentation()?.affineTransform() ?? .identity
        // Two full turns, an eighth and a half turn later.
        #expect(abs(map.a - cos(1.125 * .pi)) < 1e-12 && abs(map.b - sin(1.125 * .pi)) < 1e-12)
        #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "none")) == nil)
    }

    @Test func coloursAndListsAnimate() {
        let layer = CAGradientLayer()
        layer.colors = [CGColor.black, CGColor.white]
        layer.locations = [0, 1]
        let colors = CABasicAnimation(keyPath: "colors")
        (colors.toValue, colors.duration) = ([CGColor.white, CGColor.white], 2)
        let places = CABasicAnimation(keyPath: "locations")
        (places.toValue, places.duration) = ([0.5, 1], 2)
        layer.add(colors, forKey: nil)
        layer.add(places, forKey: nil)
        layer.speed = 0
        layer.timeOffset = 1
        let shown = layer.presentation()
        #expect(shown?.locations == [0.25, 1])
        let components = (shown?.colors?.first as? CGColor)?.components
        #expect(components?.count == 4 && abs((components?[0] ?? 0) - 0.5) < 1e-9)
    }

    @Test func pathsAnimatePointByPoint() {
        let layer = CAShapeLayer()
        layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        let animation = CABasicAnimation(keyPath: "path")
        animation.toValue = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 20), transform: nil)
        animation.duration = 2
        layer.add(animation, forKey: nil)
        layer.speed = 0
        layer.timeOffset = 1
        #expect(layer.presentation()?.path?.boundingBox == CGRect(x: 0, y: 0, width: 20, height: 15))
    }
}
