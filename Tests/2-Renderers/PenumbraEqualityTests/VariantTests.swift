import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed)
struct VariantTests {
    /// Flipped and turned variants are left out. Where a soft alpha counts as hard, the last bit decides where it begins, so a
    /// few pixels may differ by more.
    @Test func movedAndClippedRandomScenesHaveTheSamePixels() throws {
        for seed in seeds(rounds(60)) {
            for (scene, images) in [RandomScene.make(seed: seed), CornerScene.make(seed: seed)] {
                // Other tests cover scenes that need too much.
                guard (try? ScenePlanner.plan(scene, images: images)) != nil else { continue }
                var random = SeededGenerator(seed: seed)
                let comparison = try VariantComparison(scene, images, [:])
                let (width, height) = (comparison.plan.width, comparison.plan.height)
                let isHard = scene.layers.contains(where: \.hasHardAlpha)
                let clipped = (0..<4).map { _ in SceneVariant.clipped(.random(in: width, height, using: &random)) }
                for variant in comparison.variants + clipped {
                    if VariantTolerance.isUndefined(variant, of: comparison.plan) { continue }
                    let difference = try comparison.compare(variant).difference
                    let levels = variant == .wrapped ? 0 : VariantTolerance.ofRandomScenes
                    #expect(
                        !variant.isMove || difference.levels <= levels
                            || isHard && variant != .wrapped && difference.share <= VariantTolerance.shareOfHardAlphas,
                        "seed \(seed), \(variant): \(difference)\n\((try? scene.json()) ?? "")")
                }
            }
        }
    }

    @Test func variantPixelsAreReorderedPicturePixels() throws {
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

    @Test func variantDifferenceFindsOneLevelOfOnePixel() {
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
}

/// A scene's picture, to compare with the pictures of its variants.
struct VariantComparison {
    private let scene: Scene
    private let images: [ImageSource: Bitmap]
    private let texts: [TextPlacement: TextOutline]
    private let cpu = CPURenderer(threads: 1)
    private let picture: Bitmap
    /// The pixels of the device that the picture shows.
    private var shown: PixelRect
    private let margin: Int
    let plan: RenderPlan
    /// All variants of the picture's size.
    let variants: [SceneVariant]

    /// - Parameter drawn: the scene's plan and picture, if they are known.
    init(
        _ scene: Scene, _ images: [ImageSource: Bitmap], _ texts: [TextPlacement: TextOutline],
        drawn: (plan: RenderPlan, picture: Bitmap)? = nil
    ) throws {
        (self.scene, self.images, self.texts) = (scene, images, texts)
        plan = try drawn?.plan ?? ScenePlanner.plan(scene, images: images, texts: texts)
        picture = try drawn?.picture ?? cpu.execute(plan)
        shown = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
        if scene.canvas.fitsContent {
            let space = LayerSpace(
                toDevice: .scale(scene.canvas.scale, scene.canvas.scale),
                bounds: Rect(origin: .zero, size: scene.canvas.size), light: scene.light.offset)
            shown = ScenePlanner(width: 1, height: 1, images: images, texts: texts).content(of: scene, in: space)
        }
        margin = scene.reachOfBackdrops
        variants = SceneVariant.all(width: plan.width, height: plan.height, looksBehind: margin > 0)
    }

    func plan(_ variant: SceneVariant) throws -> RenderPlan {
        try ScenePlanner.plan(variant.scene(of: scene, showing: shown), images: images, texts: texts)
    }

    /// Draws a variant on the processor.
    func compare(_ variant: SceneVariant) throws -> (plan: RenderPlan, difference: VariantDifference) {
        let other = try plan(variant)
        return (
            other,
            VariantDifference(of: variant, try cpu.execute(other), from: picture, margin: variant.keepsEdges ? 0 : margin)
        )
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
