import PenumbraGeometry
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

/// Tests the indent against its description, which lists offsets, context blurs and colours in a table.
@Suite(.timed) struct IndentTests {
    private let logo = Artwork.image(.file("logo.png"), size: Size(width: 60, height: 40))

    private func close(_ a: Point, _ b: Point) -> Bool { (a - b).length < 1e-12 }

    @Test func indentDefaultsMatchTheTable() throws {
        let layer = try #require(Indent(logo).scene.layers.first)
        #expect(Indent(logo).scene.layers.count == 1)
        let (outside, inside) = (try #require(layer.shadows.first), try #require(layer.innerShadows.first))
        #expect(layer.shadows.count == 1 && layer.innerShadows.count == 1)
        #expect(outside.offset == Point(0, 1) && inside.offset == Point(0, 2))
        // A context's blur b corresponds to σ = b / 2.
        #expect(outside.radius == Sigma(1) && inside.radius == Sigma(1))
        #expect(outside.color == Color(white: 1, alpha: 0.4) && inside.color == Color(white: 0, alpha: 0.75))
        #expect(outside.opacity == 1 && inside.opacity == 1)
        #expect(!layer.clipForAnyAlpha && inside.outside == .solid)
    }

    @Test func indentLabelPresetMatchesTheTable() throws {
        let layer = try #require(Indent.label(logo).scene.layers.first)
        let (outside, inside) = (try #require(layer.shadows.first), try #require(layer.innerShadows.first))
        #expect(outside.offset == Point(0, 1) && outside.radius == Sigma(0.5))
        #expect(inside.offset == Point(0, 4) && inside.radius == Sigma(3))
        #expect(outside.color == Color(white: 1, alpha: 0.4) && inside.color == Color(white: 0, alpha: 0.75))
        #expect(layer.clipForAnyAlpha)
    }

    @Test func outsideShadowIsKnockedOutUnlessTheOriginalIsDrawn() throws {
        var recipe = Indent(logo)
        for drawsOriginal in [false, true] {
            recipe.drawsOriginal = drawsOriginal
            let layer = try #require(recipe.scene.layers.first)
            #expect(layer.drawsContents == drawsOriginal && layer.shadows.first?.knockout == !drawsOriginal)
        }
    }

    @Test func indentFillIsBetweenTheShadowsAndClipped() throws {
        var recipe = Indent(logo)
        recipe.padding = 9
        recipe.clipForAnyAlpha = true
        recipe.outside = .empty
        for fill in [
            Indent.Fill.image(.file("p.jpg")), .paint(.rgb(1, 0, 0)), .paint(.gradient(Gradient(colors: [.black, .white]))),
        ] {
            recipe.fill = fill
            let layers = recipe.scene.layers
            try #require(layers.count == 3)
            #expect(layers.allSatisfy { $0.frame == Rect(x: 9, y: 9, width: 60, height: 40) })
            #expect(layers[0].shadows.count == 1 && layers[0].innerShadows.isEmpty && layers[0].shadows[0].knockout)
            #expect(layers[2].shadows.isEmpty && layers[2].innerShadows.count == 1 && !layers[2].drawsContents)
            #expect(layers[0].kind == logo.kind && layers[2].kind == logo.kind)
            #expect(layers[0].clipForAnyAlpha && layers[2].clipForAnyAlpha && layers[2].innerShadows[0].outside == .empty)
            let mask = try #require(layers[1].mask)
            #expect(mask.kind == logo.kind && mask.frame == Rect(x: 0, y: 0, width: 60, height: 40))
        }
        recipe.fill = .paint(.rgb(1, 0, 0))
        #expect(recipe.scene.layers[1].backgroundColor == .rgb(1, 0, 0))
        recipe.fill = .image(.file("p.jpg"))
        #expect(recipe.scene.layers[1].kind == .image(ImageContents(source: .file("p.jpg"), gravity: .resizeAspectFill)))
    }

    @Test func embossingSwapsShadowColoursAndSigns() throws {
        var recipe = Indent(logo)
        recipe.style = .emboss
        let emboss = try #require(recipe.scene.layers.first)
        #expect(emboss.shadows[0].color == Color(white: 0, alpha: 0.75) && emboss.shadows[0].offset == Point(0, -1))
        #expect(emboss.innerShadows[0].color == Color(white: 1, alpha: 0.4) && emboss.innerShadows[0].offset == Point(0, -2))
        // A relief is lit from the direction in which an indent is lit.
        recipe.style = .relief
        let relief = try #require(recipe.scene.layers.first)
        #expect(relief.shadows[0].color == Color(white: 0, alpha: 0.75) && relief.shadows[0].offset == Point(0, 1))
        #expect(relief.innerShadows[0].color == Color(white: 1, alpha: 0.4) && relief.innerShadows[0].offset == Point(0, 2))
    }

    private static let turns: [(angle: Double, down: Point)] = [
        (0, Point(0, 1)), (90, Point(-1, 0)), (180, Point(0, -1)), (270, Point(1, 0)), (-90, Point(1, 0)),
        (30, Point(-1.0 / 2, 3.0.squareRoot() / 2)),
    ]

    /// Clockwise on a screen whose y axis points down: a quarter turn takes "down" to "left".
    @Test(arguments: turns)
    func indentAngleTurnsBothShadowOffsets(angle: Double, down: Point) throws {
        var recipe = Indent(logo)
        recipe.angle = angle
        let layer = try #require(recipe.scene.layers.first)
        #expect(close(layer.shadows[0].offset, down) && close(layer.innerShadows[0].offset, 2 * down))
    }

    @Test func indentCanvasContainsTheOutsideShadowAtAnyAngle() {
        var recipe = Indent(logo)
        recipe.outsideShadow = ContextShadow(offset: Point(3, 4), blur: 6, color: .white)
        // 5 points of offset in any direction, and four times σ = 3.
        #expect(recipe.scene.canvas.size == Size(width: 60 + 34, height: 40 + 34))
        let sizes = (0..<12).map { turn in
            recipe.angle = Double(turn) * 30
            return recipe.scene.canvas.size
        }
        #expect(Set(sizes).count == 1)
    }

    @Test func tiltingTurnsTheIndentLight() {
        var recipe = Indent(logo)
        let scenes = recipe.scenes(tilting: [
            TiltSample(time: 0, x: 0, y: -1), TiltSample(time: 1, x: 1, y: 0), TiltSample(time: 2, x: -1, y: 0),
        ])
        // The device is held with its right side down, so the ground and the shadow are on the right.
        #expect(scenes.map { $0.layers[0].shadows[0].offset.x.rounded() } == [0, 1, -1])
        recipe.angle = 90
        let turned = recipe.scenes(tilting: [TiltSample(time: 0, x: 1, y: 0)])
        #expect(close(turned[0].layers[0].shadows[0].offset, Point(0, 1)))
    }
}

/// Tests the tilt filter: −atan2(ax, −ay), a dead zone of 0.2 g, and a hysteresis of 0.1 rad.
@Suite(.timed) struct TiltFilterTests {
    private func reading(_ angle: Double, strength: Double = 1) -> TiltSample {
        // The reading for which −atan2(x, −y) equals `angle`.
        let direction = Point(0, -1).applying(.rotation(degrees: angle * 180 / .pi))
        return TiltSample(time: 0, x: strength * direction.x * -1, y: strength * direction.y)
    }

    @Test(arguments: [
        (0.0, -1.0, 0.0), (1, 0, -Double.pi / 2), (-1, 0, Double.pi / 2), (0.5, -0.5, -Double.pi / 4),
        (-0.3, -0.3, Double.pi / 4),
    ])
    func tiltAnglesFollowTheFormula(x: Double, y: Double, angle: Double) {
        var filter = TiltFilter()
        #expect(abs(filter.follow(TiltSample(time: 0, x: x, y: y)) - angle) < 1e-12)
    }

    @Test func tiltFilterKeepsTheLastAngleOfAFlatDevice() {
        var filter = TiltFilter()
        #expect(filter.follow(TiltSample(time: 0, x: 0.19, y: 0)) == 0)
        let quarter = filter.follow(TiltSample(time: 1, x: 0.21, y: 0))
        #expect(abs(quarter + .pi / 2) < 1e-12)
        #expect(filter.follow(TiltSample(time: 2, x: -0.14, y: 0.14)) == quarter)
        #expect(filter.follow(TiltSample(time: 3, x: .nan, y: -1)) == quarter)
        #expect(abs(filter.follow(TiltSample(time: 4, x: -0.15, y: -0.15)) - .pi / 4) < 1e-12)
    }

    @Test func tiltFilterIgnoresSmallChanges() {
        var filter = TiltFilter()
        let angles = [0.05, 0.09, 0.12, 0.2, 0.23, 0.01].map { filter.follow(reading($0)) }
        let expected = [0, 0, 0.12, 0.12, 0.23, 0.01]
        for (angle, truth) in zip(angles, expected) { #expect(abs(angle - truth) < 1e-9, "\(angles)") }
    }

    @Test func tiltFilterWrapsAroundAtHalfATurn() {
        var filter = TiltFilter()
        let first = filter.follow(reading(.pi - 0.04))
        #expect(abs(first - (.pi - 0.04)) < 1e-9)
        // 0.08 rad further, although the numbers differ by almost a whole turn.
        #expect(filter.follow(reading(-.pi + 0.04)) == first)
        #expect(abs(filter.follow(reading(-.pi + 0.08)) - (-.pi + 0.08)) < 1e-9)
    }

    @Test(arguments: TestSeeds.all) func tiltFilterAngleStaysNearTheTrueAngle(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var filter = TiltFilter()
        for _ in 0..<2000 {
            let (angle, strength) = (generator.number(-3.1...3.1), generator.number(0...1))
            let last = filter.angle
            let kept = filter.follow(reading(angle, strength: strength))
            if strength < 0.1999 { #expect(kept == last, "seed \(seed)") }
            if strength > 0.2001 {
                let error = abs(kept - angle)
                #expect(min(error, 2 * .pi - error) <= 0.1 + 1e-9, "seed \(seed)")
            }
        }
    }
}
