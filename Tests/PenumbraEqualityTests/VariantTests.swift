import Penumbra
import PenumbraBitmap
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraMathematics
import PenumbraPlan
import PenumbraScene
import Testing

@testable import PenumbraPlanning

@Suite(.enabled(if: Renderers.areExpected, "no EGL device: apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri"))
struct VariantTests {
    let renderers: Renderers

    init() throws {
        renderers = try Renderers.shared.get()
    }

    @Test(arguments: CorpusScene.names)
    func aCorpusSceneFlippedTurnedMovedAndClippedIsTheSamePixels(name: String) throws {
        let entry = try CorpusScene.load(name)
        // Variants are drawn with 8 bits per channel.
        var scene = entry.scene
        scene.canvas.depth = .eight
        try compare(scene, entry.assets.images, entry.assets.texts) { variant, other, plan, difference in
            if let unequal = try renderers.difference(other) { Issue.record("\(variant), the renderers differ: \(unequal)") }
            if VariantTolerance.isUndefined(variant, of: plan) { return }
            if difference.compared == 0 {
                let isKnown = VariantTolerance.lookingBehindTooFar.contains(name) && !variant.keepsEdges
                #expect(isKnown, "\(variant): no pixel is compared")
                return
            }
            if VariantTolerance.onRoundingTies.contains(name) {
                #expect(difference.levels <= 1 && difference.share < 0.001, "\(variant): \(difference)")
                return
            }
            let tolerance = VariantTolerance(of: plan, variant)
            #expect(
                difference.levels <= tolerance.levels && difference.share <= tolerance.share,
                "\(variant): \(difference); expected up to \(tolerance.levels)/255 in \(tolerance.share) of all, \(tolerance.causes)"
            )
        }
    }

    /// Flipped and turned variants are left out. Where soft alphas count as hard, the last bit decides the position of edges.
    @Test func randomScenesMovedAndClippedShowNothingElse() throws {
        for seed in seeds(rounds(60)) {
            for (scene, images) in [RandomScene.make(seed: seed), CornerScene.make(seed: seed)] {
                // Other tests cover scenes that need too much.
                guard (try? ScenePlanner.plan(scene, images: images)) != nil else { continue }
                var random = SeededGenerator(seed: seed)
                let parts: (Int, Int) -> PixelRect = { .random(in: $0, $1, using: &random) }
                try compare(scene, images, [:], parts: parts) { variant, _, plan, difference in
                    let levels = variant == .wrapped ? 0 : VariantTolerance.ofRandomScenes
                    if VariantTolerance.isUndefined(variant, of: plan) { return }
                    #expect(!variant.isMove || difference.levels <= levels, "seed \(seed), \(variant): \(difference)")
                }
            }
        }
    }

    @Test func aVariantsPixelsAreThoseOfThePictureInAnotherOrder() throws {
        // 1 2 3
        // 4 5 6
        let expected: [(SceneVariant, [Int])] = [
            (.wrapped, [1, 2, 3, 4, 5, 6]), (.flippedHorizontally, [3, 2, 1, 6, 5, 4]),
            (.flippedVertically, [4, 5, 6, 1, 2, 3]), (.turnedBy90, [4, 1, 5, 2, 6, 3]),
            (.turnedBy180, [6, 5, 4, 3, 2, 1]), (.turnedBy270, [3, 6, 2, 5, 1, 4]),
            (.clipped(PixelRect(x: 1, y: 0, width: 2, height: 2)), [2, 3, 5, 6]),
        ]
        for (variant, pixels) in expected {
            #expect(variant.places(width: 3, height: 2).map { $0.map { 3 * $0.y + $0.x + 1 } } == pixels, "\(variant)")
        }
        #expect(
            SceneVariant.moved.places(width: 3, height: 2).compactMap { $0 }.map { 3 * $0.y + $0.x + 1 } == [1, 2, 3, 4, 5, 6])
    }

    @Test func aPixelThatIsOneLevelOffIsFound() {
        func picture(_ value: UInt8) -> Bitmap {
            Bitmap(width: 2, height: 1) { bytes in
                for i in 0..<8 { bytes[i] = 255 }
                bytes[6] = value
            }
        }
        let equal = VariantDifference(of: .flippedHorizontally, picture(255), from: picture(255))
        #expect(equal.compared == 2 && equal.different == 0 && equal.levels == 0)
        let off = VariantDifference(of: .wrapped, picture(254), from: picture(255))
        #expect(off.compared == 2 && off.different == 1 && off.levels == 1)
        let swapped = VariantDifference(of: .flippedHorizontally, picture(254), from: picture(254))
        #expect(swapped.different == 2)
    }

    /// Draws each variant of a scene and passes on its difference from the scene's own picture.
    ///
    /// - Parameter parts: makes parts of the given size that are clipped too, four in number.
    private func compare(
        _ scene: Scene, _ images: [ImageSource: Bitmap], _ texts: [TextPlacement: TextOutline],
        parts: ((_ width: Int, _ height: Int) -> PixelRect)? = nil,
        _ check: (SceneVariant, _ other: RenderPlan, _ plan: RenderPlan, VariantDifference) throws -> Void
    ) throws {
        let plan = try ScenePlanner.plan(scene, images: images, texts: texts)
        let (width, height) = (plan.width, plan.height)
        let picture = try renderers.cpu.execute(plan)
        var shown = PixelRect(x: 0, y: 0, width: width, height: height)
        if scene.canvas.fitsContent {
            let space = LayerSpace(
                toDevice: .scale(scene.canvas.scale, scene.canvas.scale),
                bounds: Rect(origin: .zero, size: scene.canvas.size), light: scene.light.offset)
            shown = ScenePlanner(width: 1, height: 1, images: images, texts: texts).content(of: scene, in: space)
        }
        let margin = scene.reachOfBackdrops
        var variants = SceneVariant.all(width: width, height: height, looksBehind: margin > 0)
        if let parts { variants += (0..<4).map { _ in .clipped(parts(width, height)) } }
        for variant in variants {
            let other = try ScenePlanner.plan(variant.scene(of: scene, showing: shown), images: images, texts: texts)
            let difference = VariantDifference(
                of: variant, try renderers.cpu.execute(other), from: picture, margin: variant.keepsEdges ? 0 : margin)
            try check(variant, other, plan, difference)
        }
    }
}

extension PixelRect {
    /// A part of a picture, occasionally a narrow strip.
    fileprivate static func random(in width: Int, _ height: Int, using random: inout some RandomNumberGenerator) -> PixelRect {
        func side(_ length: Int) -> (start: Int, length: Int) {
            let start = Int.random(in: 0..<length, using: &random)
            let rest = Int.random(in: 1...(length - start), using: &random)
            return (start, Bool.random(using: &random) ? rest : min(rest, 3))
        }
        let (across, down) = (side(width), side(height))
        return PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
    }
}
