import PenumbraGeometry
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

/// Tests the cloud against its description: eight quadratic curves through relative positions, and a shadow at half the height.
@Suite(.timed) struct CloudTests {
    private let size = Size(width: 200, height: 100)

    private func layer(_ recipe: Cloud) throws -> Layer {
        #expect(recipe.scene.layers.count == 1)
        return try #require(recipe.scene.layers.first)
    }

    private func elements(_ places: [(Double, Double)], _ width: Double, _ height: Double) -> [Point] {
        places.map { Point($0.0 * width, $0.1 * height) }
    }

    /// The start, and the control point and end of each curve.
    private static let places = [
        (0.4, 0.2), (0.5, 0.1), (0.6, 0.2), (0.8, 0.2), (0.8, 0.4), (0.9, 0.5), (0.8, 0.6), (0.8, 0.8), (0.6, 0.8), (0.5, 0.9),
        (0.4, 0.8), (0.2, 0.8), (0.2, 0.6), (0.1, 0.5), (0.2, 0.4), (0.2, 0.2), (0.4, 0.2),
    ]

    private func points(_ path: Path) -> [Point] {
        path.elements.flatMap { element -> [Point] in
            switch element {
            case .move(let to), .line(let to): [to]
            case .quadratic(let to, let control): [control, to]
            default: []
            }
        }
    }

    private func close(_ a: [Point], _ b: [Point]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).length < 1e-9 }
    }

    @Test func cloudOutlineRunsThroughTheDescribedPoints() {
        let path = Cloud(size: size).path
        #expect(path.elements.count == 10 && path.elements.last == .close)
        #expect(close(points(path), elements(Self.places, 200, 100)))
    }

    @Test func cloudShadowPathIsHalfAsHigh() throws {
        let shadow = try #require(try layer(Cloud(size: size)).shadows.first)
        let path = try #require(shadow.path)
        #expect(close(points(path), elements(Self.places, 200, 50)))
        let (whole, half) = (Cloud(size: size).path.bounds, path.bounds)
        #expect(abs(half.height - whole.height / 2) < 1e-9 && abs(half.width - whole.width) < 1e-9)
    }

    /// A quadratic curve extends halfway to a control point above its two ends: 0.15 and 0.85.
    @Test func cloudOutlineBoundsFollowItsCurves() {
        let bounds = Cloud(size: size).path.bounds
        for (found, truth) in [(bounds.minX, 30.0), (bounds.maxX, 170), (bounds.minY, 15), (bounds.maxY, 85)] {
            #expect(abs(found - truth) < 1e-9)
        }
    }

    @Test func cloudShadowAndGroupHaveTheDescribedOpacity() throws {
        let cloud = try layer(Cloud(size: size))
        let shadow = try #require(cloud.shadows.first)
        #expect(cloud.opacity == 0.9 && cloud.shadows.count == 1)
        #expect(shadow.opacity == 0.4 && shadow.radius == Sigma(3) && shadow.color == .black)
        #expect(shadow.offset == Point(0, 180))
        #expect(abs(shadow.opacity * shadow.color.alpha * cloud.opacity - 0.36) < 1e-12)
        var near = Cloud(size: size)
        near.shadowDistance = 12
        #expect(try layer(near).shadows[0].offset == Point(0, 12))
    }

    @Test func cloudGradientAndStrokeAreClippedToTheOutline() throws {
        var recipe = Cloud(size: size)
        recipe.innerColor = Color(red: 1, green: 0, blue: 0)
        recipe.outerColor = Color(red: 0, green: 0, blue: 1)
        recipe.lineThickness = 7
        let cloud = try layer(recipe)
        let box = Rect(x: 0, y: 0, width: 200, height: 100)
        #expect(cloud.frame?.size == box.size)
        let gradient = Gradient(
            .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1)), colors: [recipe.innerColor, recipe.outerColor])
        #expect(cloud.kind == .gradient(gradient))
        let mask = try #require(cloud.mask)
        #expect(mask.frame == box && mask.kind == .shape(Shape(path: recipe.path)))
        let stroke = try #require(cloud.sublayers.first)
        guard case .shape(let shape) = stroke.kind else {
            Issue.record("the stroke is not a shape")
            return
        }
        #expect(shape.path == recipe.path && shape.fillColor == nil && shape.strokeColor == .color(recipe.strokeColor))
        #expect(shape.stroke.lineWidth == 7 && stroke.frame == box)
    }

    @Test func cloudCanvasContainsCloudAndShadow() throws {
        let recipe = Cloud(size: size)
        let scene = recipe.scene
        let frame = try #require(scene.layers[0].frame)
        let canvas = Rect(origin: .zero, size: scene.canvas.size)
        // The shadow's lower edge: 1.8·100 + 85/2, and at least three σ of softness.
        #expect(canvas.maxY - frame.minY >= 180 + 42.5 + 9)
        #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= canvas.maxX)
        #expect(canvas.width.rounded() == canvas.width && frame.minX.rounded() == frame.minX)
    }

    @Test func cloudFramesAreEvenlySpacedAlongThePath() throws {
        // An L of 300 and 100 points, with positions 100 points apart.
        let path = try Path(svgPathData: "M10 20H310V120")
        let scenes = Cloud(size: size).scenes(along: path, count: 5, canvas: Size(width: 640, height: 480))
        let origins = scenes.compactMap { $0.layers[0].frame?.origin }
        #expect(close(origins, [Point(10, 20), Point(110, 20), Point(210, 20), Point(310, 20), Point(310, 120)]))
        #expect(scenes.allSatisfy { $0.canvas.size == Size(width: 640, height: 480) })
    }

    @Test func cloudCanvasContainsTheWholeFlight() throws {
        let path = try Path(svgPathData: "M-500 300C-200 0 100 0 400 -120.5")
        let scenes = Cloud(size: size).scenes(along: path, count: 9)
        #expect(Set(scenes.map(\.canvas.size)).count == 1)
        let canvas = Rect(origin: .zero, size: scenes[0].canvas.size)
        for scene in scenes {
            let frame = try #require(scene.layers[0].frame)
            #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= canvas.maxX && frame.minY + 230 <= canvas.maxY)
        }
        let origins = scenes.compactMap { $0.layers[0].frame?.origin }
        let way = try #require(origins.last) - origins[0]
        #expect((way - Point(900, -420.5)).length < 1e-9)
    }
}

@Suite(.timed) struct MotionPathTests {
    @Test func closedMotionPathIsTraversedOnce() throws {
        let square = MotionPath(try Path(svgPathData: "M0 0H10V10H0Z"))
        #expect(square.isClosed && abs(square.length - 40) < 1e-12)
        #expect(square.positions(count: 4) == [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)])
        #expect(square.position(at: 0.875) == Point(0, 5))
    }

    @Test func motionPathDistancesOnACircleAreArcs() {
        let circle = MotionPath(Path(circleAt: Point(50, 50), radius: 40))
        #expect(abs(circle.length - 80 * .pi) < 0.01)
        for (index, place) in circle.positions(count: 12).enumerated() {
            let truth = Point(50, 50) + Point(40, 0).applying(.rotation(degrees: Double(index) * 30))
            #expect((place - truth).length < 0.01)
        }
    }

    @Test(arguments: TestSeeds.all) func motionPathSpeedIsConstantOnUnevenCurves(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            func point() -> Point { Point(generator.number(0...500), generator.number(0...500)) }
            var path = Path()
            path.move(to: point())
            path.addCubic(to: point(), control1: point(), control2: point())
            path.addQuadratic(to: point(), control: point())
            let motion = MotionPath(path)
            // Many small steps: each chord is as long as its arc, except at cusps.
            let places = motion.positions(count: 4001)
            let step = motion.length / 4000
            var sum = 0.0
            for (a, b) in zip(places, places.dropFirst()) {
                sum += (b - a).length
                #expect((b - a).length <= step * 1.0001, "seed \(seed)")
            }
            #expect(abs(sum - motion.length) < 0.01 * motion.length, "seed \(seed)")
            #expect(places.last == path.currentPoint, "seed \(seed)")
        }
    }

    @Test func degenerateMotionPathsStandStill() throws {
        #expect(MotionPath(Path()).positions(count: 3) == [.zero, .zero, .zero])
        #expect(MotionPath(try Path(svgPathData: "M3 4")).positions(count: 2) == [Point(3, 4), Point(3, 4)])
        #expect(MotionPath(try Path(svgPathData: "M3 4H9")).positions(count: 1) == [Point(3, 4)])
        #expect(MotionPath(try Path(svgPathData: "M3 4H9")).positions(count: 0).isEmpty)
        #expect(MotionPath(try Path(svgPathData: "M3 4H9")).positions(count: -7).isEmpty)
    }
}
