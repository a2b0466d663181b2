import Penumbra
import PenumbraFuzzing
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests the passes of plans where they determine a promised cost.
@Suite(.timed) struct PlanTests {
    private func passes(_ layer: Layer) throws -> [Pass] {
        try ScenePlanner.plan(Scene(canvas: Canvas(size: Size(width: 96, height: 72)), layers: [layer])).passes
    }

    private func count(_ passes: [Pass], where isWanted: (Pass) -> Bool) -> Int { passes.filter(isWanted).count }

    private func disc(_ dropSigma: Double, _ innerSigma: Double) -> Layer {
        Layer(
            kind: .shape(Shape(path: Path(circleAt: Point(48, 36), radius: 26))),
            shadows: [Shadow(offset: Point(0, 5), radius: Sigma(dropSigma))],
            innerShadows: [Shadow(offset: Point(0, 2), radius: Sigma(innerSigma))])
    }

    @Test func innerShadowReusesTheBlurOfItsAlpha() throws {
        func blurs(_ layer: Layer) throws -> Int {
            count(try passes(layer)) { if case .convolve(let pass) = $0 { pass.axis == .horizontal } else { false } }
        }
        #expect(try blurs(disc(3, 3)) == 1)
        #expect(try blurs(disc(3, 2)) == 2)
        // A pyramid has two horizontal filters.
        #expect(try blurs(disc(20, 20)) == 2)
        #expect(try blurs(disc(20, 30)) == 4)
    }

    @Test func shadowAndClipShareOneCoverage() throws {
        let coverages = count(try passes(disc(3, 3))) { if case .fillMesh = $0 { true } else { false } }
        // One coverage for the shadows and one for the filling itself.
        #expect(coverages == 2)
    }

    @Test func dimmedRegionIsOneCompositeThroughAMask() throws {
        let gradient = Gradient(
            .circles(center: Point(40, 30), startRadius: 10, endRadius: 60), colors: [.transparent, .black],
            locations: [0, 0.4])
        let passes = try passes(
            Layer(backgroundColor: .rgb(0, 0, 0, alpha: 0.5), mask: Layer(kind: .gradient(gradient))))
        #expect(passes.count == 3)
        #expect(count(passes) { if case .shade = $0 { true } else { false } } == 1)
    }

    @Test func invisibleLayersAndEffectsAreNotPlanned() throws {
        var hidden = disc(3, 3)
        hidden.isHidden = true
        #expect(try passes(hidden).count == 1)
        var outside = disc(3, 3)
        outside.frame = Rect(x: 500, y: 0, width: 10, height: 10)
        #expect(try passes(outside).count == 1)
        var clear = disc(3, 3)
        clear.shadows[0].opacity = 0
        clear.innerShadows[0].color = .transparent
        #expect(try passes(clear).count == 3)
    }

    /// Nested layers, each with everything that could be painted more than once: sublayers or a mask, and shadows of both
    /// kinds.
    private func nested(_ depth: Int, inMasks: Bool, looksBehind: Bool = false) -> Layer {
        var layer = Layer(
            frame: Rect(x: 1, y: 1, width: 90, height: 66), opacity: 0.98, backgroundColor: .rgb(0, 0, 1, alpha: 0.1),
            cornerRadii: CornerRadii(4), masksToBounds: depth % 2 == 0, shadows: [Shadow(radius: Sigma(2))],
            innerShadows: [Shadow(radius: Sigma(2))])
        guard depth > 0 else {
            if looksBehind { layer.backdropBlur = BackdropBlur(radius: Sigma(2)) }
            return layer
        }
        if inMasks && depth % 2 == 1 {
            layer.mask = nested(depth - 1, inMasks: true)
        } else {
            layer.opacity = looksBehind ? 1 : 0.98
            layer.sublayers = [nested(depth - 1, inMasks: inMasks, looksBehind: looksBehind)]
        }
        return layer
    }

    @Test(arguments: [false, true])
    func deepScenesNeedASmallStackAndLinearlyManyPasses(inMasks: Bool) throws {
        let layer = nested(SceneLimits.deepestLayer - 2, inMasks: inMasks)
        var result: Result<[Pass], any Error> = .success([])
        SmallStack.run { result = Result { try self.passes(layer) } }
        let count = try result.get().count
        #expect(count > 5 * SceneLimits.deepestLayer && count < 60 * SceneLimits.deepestLayer)
    }

    @Test(arguments: [false, true]) func originOfADeepSceneNeedsOnlyASmallStack(inMasks: Bool) throws {
        let layer = Layer(
            frame: Rect(x: -3, y: -4, width: 96, height: 72),
            sublayers: [nested(SceneLimits.deepestLayer - 3, inMasks: inMasks)])
        let scene = Scene(canvas: Canvas(size: Size(width: 9, height: 9), fitsContent: true), layers: [layer])
        var result: Result<Point, any Error> = .success(.zero)
        SmallStack.run { result = Result { try ScenePlanner.pictureOrigin(of: scene, images: [:], texts: [:]) } }
        #expect(try result.get().x <= -3 && result.get().y <= -4)
    }

    @Test func nestedBackdropMakesQuadraticallyManyPassesAtMost() throws {
        let passes = try passes(nested(30, inMasks: false, looksBehind: true))
        #expect(passes.count > 300 && passes.count < 60 * 30 * 30)
    }
}

extension PlanTests {
    /// Parts that one step of a filter can't see need no input, so no surface is empty.
    @Test func filterWithAnOffsetResultMakesNoEmptySurfaces() throws {
        for distance in stride(from: 0.0, through: 400, by: 7) {
            let group = Layer(
                frame: Rect(x: 100 + distance, y: 10, width: 30, height: 30), backgroundColor: .color(.black),
                filter: [.blur(Sigma(4)), .dropShadow(offset: Point(-distance, 0), radius: Sigma(3), color: .black)])
            let plan = try ScenePlanner.plan(Scene(canvas: Canvas(size: Size(width: 90, height: 60)), layers: [group]))
            #expect(plan.surfaces.allSatisfy { $0.width > 0 && $0.height > 0 }, "distance \(distance)")
        }
    }

    @Test func randomScenesHaveNoEmptySurfaces() throws {
        var (planned, cheap) = (0, 0)
        let seeds = seeds(rounds(1500))
        for seed in seeds {
            let (scene, images) = RandomScene.make(seed: seed)
            guard let plan = try RandomScene.unboundedPlan(scene, images) else { continue }
            #expect(plan.surfaces.allSatisfy { $0.width > 0 && $0.height > 0 }, "seed \(seed)")
            planned += 1
            if plan.work <= RandomScene.mostWork { cheap += 1 }
        }
        // Few scenes are beyond the limits.
        #expect(20 * planned >= 19 * seeds.count, "\(planned) of \(seeds.count)")
        // The merge tier draws only cheap scenes. 90 % of 6,000 were cheap.
        #expect(cheap > planned * 4 / 5, "\(cheap) of \(planned)")
    }
}
