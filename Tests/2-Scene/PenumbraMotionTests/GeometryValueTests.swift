import PenumbraGeometry
import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct GeometryValueTests {
    private func difference(_ a: AffineTransform, _ b: AffineTransform) -> Double { a.distance(to: b) }

    private func random(_ generator: inout SeededGenerator) -> AffineTransform {
        AffineTransform(
            a: generator.number(-2...2), b: generator.number(-2...2), c: generator.number(-2...2), d: generator.number(-2...2),
            tx: generator.number(-99...99), ty: generator.number(-99...99))
    }

    @Test(arguments: seeds(rounds(300)))
    func interpolatedTransformsStartAndEndAsGiven(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (a, b) = (random(&generator), random(&generator))
        #expect(a.interpolated(to: b, at: 0) == a && a.interpolated(to: b, at: 1) == b)
        // Near the ends, the parts make nearly the same maps. The skew of a flat map is large, and changes fast.
        let speed = 500 + 50 / abs(a.determinant) + 50 / abs(b.determinant)
        #expect(difference(a.interpolated(to: b, at: 1e-12), a) < 1e-12 * speed)
        #expect(difference(a.interpolated(to: b, at: 1 - 1e-12), b) < 1e-12 * speed)
        #expect(difference(try AffineTransform.mixed([a, b], weights: [0.3, 0.7]), a.interpolated(to: b, at: 0.7)) < 1e-9)
    }

    @Test func transformsInterpolateByTheirParts() {
        let turned = AffineTransform.rotation(degrees: 60)
        #expect(difference(AffineTransform.identity.interpolated(to: turned, at: 0.5), .rotation(degrees: 30)) < 1e-15)
        // The shorter way around.
        let (left, right) = (AffineTransform.rotation(degrees: -170), AffineTransform.rotation(degrees: 170))
        #expect(difference(left.interpolated(to: right, at: 0.5), .rotation(degrees: 180)) < 1e-12)
        // A scale of 0 has no turn of its own, but a scale.
        #expect(AffineTransform.scale(0, 0).interpolated(to: .scale(2, 4), at: 0.5) == .scale(1, 2))
        let flat = AffineTransform(a: 1, b: 1, c: 2, d: 2, tx: 0, ty: 0)
        #expect(flat.interpolated(to: .identity, at: 0.4) == flat)
        #expect(flat.interpolated(to: .identity, at: 0.6) == .identity)
        // Two different mirrorings differ by a half turn.
        let mirrors = AffineTransform.scale(-1, 1).interpolated(to: .scale(1, -1), at: 0.5)
        #expect(abs(mirrors.determinant + 1) < 1e-12)
    }

    /// What headless Chromium 156 prints for animations from one `matrix()` to another at 30 per cent. Between
    /// mirrored matrices, Chromium leaves out CSS's half turn and shrinks both axes to nothing.
    @Test(arguments: [
        ([1.0, 0.5, -0.25, 2, 10, 20], [0.5, -1, 1.5, 0.75, -30, 5], [1.118, -0.00848724, 0.466907, 1.83008, -2, 15.5]),
        ([2, 0, 0, 3, 1, 1], [0, 1, -1, 0, 0, 0], [1.51471, 0.771784, -1.08958, 2.13842, 0.7, 0.7]),
        ([1, 0, 1, 1, 0, 0], [1, 1, 0, 1, 0, 0], [1.0932, 0.262454, 0.673997, 1.09986, 0, 0]),
    ])
    func matricesInterpolateAsInChromium(from: [Double], to: [Double], expected: [Double]) {
        func map(_ v: [Double]) -> AffineTransform { AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5]) }
        #expect(difference(map(from).interpolated(to: map(to), at: 0.3), map(expected)) < 1e-4)
    }

    @Test func repeatedTransformsArePowers() throws {
        let step = AffineTransform.rotation(degrees: 30).concatenating(.translation(5, 0))
        #expect(difference(try step.repeated(3), step.concatenating(step).concatenating(step)) < 1e-12)
        #expect(difference(try step.repeated(-1).concatenating(step), .identity) < 1e-12)
        #expect(try step.repeated(0) == .identity)
        #expect(error { () throws(MotionError) in _ = try AffineTransform.scale(0, 1).repeated(-1) } != nil)
        #expect(error { () throws(MotionError) in _ = try AffineTransform.scale(2, 2).repeated(1e9) } != nil)
        #expect(AffineTransform.translation(1, 0).adding(.scale(2, 2)) == AffineTransform(css2: 2, 2, 1, 0))
    }

    @Test(arguments: seeds(rounds(200)))
    func transformComponentsAreReadAndSet(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let map = random(&generator)
        for component in TransformComponent.allCases {
            let value = generator.number(0.1...9)
            let set = component.setting(value, in: map)
            // Mirrored maps have two readings.
            if map.determinant > 0 { #expect(abs(try #require(component.value(of: set)) - value) < 1e-9) }
            let own = try #require(component.value(of: map))
            if component != .scale { #expect(difference(component.setting(own, in: map), map) < 1e-9) }
        }
        // A mirrored axis is no half turn, whichever axis it is.
        for mirror in [AffineTransform.scale(-2, 1), .scale(1, -2)] {
            #expect(TransformComponent.rotation.value(of: mirror) == 0)
            #expect(
                TransformComponent.scaleX.value(of: mirror) == mirror.a
                    && TransformComponent.scaleY.value(of: mirror) == mirror.d)
        }
        let turned = TransformComponent.rotationZ.setting(90, in: .scale(2, 3))
        #expect(turned == AffineTransform(a: 0, b: 2, c: -3, d: 0, tx: 0, ty: 0))
    }

    @Test func pathsWithTheSameSegmentsInterpolate() throws {
        let a = try Path(svgPathData: "M0 0L10 0Q10 10 0 10C1 2 3 4 5 6Z")
        let b = try Path(svgPathData: "M2 2L20 0Q10 30 0 10C1 2 3 8 5 6Z")
        #expect(try a.interpolated(to: b, at: 0.5) == Path(svgPathData: "M1 1L15 0Q10 20 0 10C1 2 3 6 5 6Z"))
        #expect(try a.interpolated(to: b, at: 0) == a && a.interpolated(to: b, at: 1) == b)
        let small = Path(Rect(x: 0, y: 0, width: 20, height: 20), radii: CornerRadii(4))
        let large = Path(Rect(x: 10, y: 0, width: 40, height: 20), radii: CornerRadii(8))
        let middle = Path(Rect(x: 5, y: 0, width: 30, height: 20), radii: CornerRadii(6))
        let mixed = try small.interpolated(to: large, at: 0.5)
        #expect(mixed.elements.count == middle.elements.count)
        #expect(try mixed.distance(to: middle) < 1e-12)
    }

    @Test func arcsOfDifferentSweepsInterpolateAsCurves() throws {
        let quarter = try Path(svgPathData: "M10 0A10 10 0 0 1 0 10L-20 0")
        let half = try Path(svgPathData: "M10 0A10 10 0 0 1 -10 0L-20 0")
        for fraction in [0.0, 0.25, 1] {
            let path = try quarter.interpolated(to: half, at: fraction)
            #expect(path.elements.count == 4)
            let ends = path.flattened().flatMap(\.points)
            // Points of the circle stay near it at the ends.
            if fraction != 0.25 { #expect(ends.dropLast().allSatisfy { abs($0.length - 10) < 0.01 }) }
        }
    }

    @Test func pathsWithDifferentSegmentsAreRefused() throws {
        let line = try Path(svgPathData: "M0 0L1 1L2 2")
        let curve = try Path(svgPathData: "M0 0L1 1Q2 2 3 3")
        let short = try Path(svgPathData: "M0 0L1 1")
        #expect(
            error { () throws(MotionError) in _ = try Keyframes([line, curve]) }
                == "values[1]: segment 3 is a line in one path and a quadratic curve in another, expected the same segments")
        #expect(
            error { () throws(MotionError) in _ = try BasicValues(from: line, to: short) }
                == "to: found paths of 3 and 2 segments, expected the same segments")
        #expect(error { () throws(MotionError) in _ = try BasicValues(by: line) } != nil)
        #expect(error { () throws(MotionError) in _ = try Keyframes([line, line, line], mode: .cubic) } == nil)
    }
}

extension AffineTransform {
    fileprivate init(css2 sx: Double, _ sy: Double, _ tx: Double, _ ty: Double) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: tx, ty: ty)
    }
}
