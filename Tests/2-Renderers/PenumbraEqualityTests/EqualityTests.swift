import PenumbraBitmap
import PenumbraFuzzing
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraRecipes
import PenumbraScene
import PenumbraShaders
import TestPlans
import TestSupport
import Testing

@Suite(.timed, .needsSoftwareGL)
struct EqualityTests {
    let renderers: Renderers

    init() throws {
        renderers = try Renderers.shared.get()
    }

    @Test func randomScenesAreEqualOnBothRenderers() throws {
        var (painted, refused) = (0, 0)
        for seed in seeds(rounds(240)) {
            for (scene, images) in [
                RandomScene.make(seed: seed), RandomScene.makeFiltered(seed: seed), CornerScene.make(seed: seed),
            ] {
                guard let plan = try RandomScene.plan(scene, images) else { continue }
                let found: String?
                do {
                    found = try renderers.difference(plan)
                } catch GPUError.limitExceeded where Tier.isFull {
                    // A few scenes of thousands have a plane too large for one step on a software GL.
                    refused += 1
                    continue
                }
                if let difference = found {
                    let reduced = reduce(scene, images)
                    Issue.record("seed \(seed): \(difference)\nreduced: \((try? reduced.json()) ?? "\(reduced)")")
                    return
                }
                if try !renderers.cpu.execute(plan).isEmpty { painted += 1 }
            }
        }
        #expect(painted > rounds(200), "many random scenes must show something")
        #expect(refused * 500 <= painted, "\(refused) scenes beside \(painted)")
    }

    /// The smallest scene that still differs, found by leaving out layers and shadows.
    private func reduce(_ scene: Scene, _ images: [ImageSource: Bitmap]) -> Scene {
        func differs(_ scene: Scene) -> Bool {
            guard let plan = try? ScenePlanner.plan(scene, images: images) else { return false }
            return ((try? renderers.difference(plan)) ?? nil) != nil
        }
        func variants(_ layers: [Layer]) -> [[Layer]] {
            var result: [[Layer]] = []
            for index in layers.indices {
                var without = layers
                without.remove(at: index)
                result.append(without)
                for shadow in layers[index].shadows.indices {
                    var fewer = layers
                    fewer[index].shadows.remove(at: shadow)
                    result.append(fewer)
                }
                for shadow in layers[index].innerShadows.indices {
                    var fewer = layers
                    fewer[index].innerShadows.remove(at: shadow)
                    result.append(fewer)
                }
                if layers[index].mask != nil {
                    var unmasked = layers
                    unmasked[index].mask = nil
                    result.append(unmasked)
                }
                for inner in variants(layers[index].sublayers) {
                    var changed = layers
                    changed[index].sublayers = inner
                    result.append(changed)
                }
            }
            return result
        }
        var current = scene
        while let smaller = variants(current.layers).map({ Scene(canvas: current.canvas, layers: $0) }).first(where: differs) {
            current = smaller
        }
        return current
    }

    static let sizes: [(Double, Double)] = [(16, 16), (17, 31), (100, 100), (333, 200), (64, 640)]

    @Test(arguments: [1.0, 2, 3], PhotoShadow.Style.allCases)
    func photoShadowIsEqualOnBothRenderers(scale: Double, style: PhotoShadow.Style) throws {
        let photo = ImageSource.data([1])
        let bitmap = Bitmap(width: 211, height: 157, isOpaque: true) { pixels in
            for i in 0..<(211 * 157) {
                pixels[4 * i] = UInt8(truncatingIfNeeded: i)
                pixels[4 * i + 1] = UInt8(truncatingIfNeeded: i / 211)
                pixels[4 * i + 2] = UInt8(truncatingIfNeeded: i &* 7)
                pixels[4 * i + 3] = 255
            }
        }
        for (width, height) in Self.sizes {
            for fit in PhotoShadow.Fit.allCases {
                var recipe = PhotoShadow(
                    photo: photo, photoSize: Size(width: 211, height: 157), size: Size(width: width, height: height))
                recipe.scale = scale
                recipe.style = style
                recipe.fit = fit
                let plan = try ScenePlanner.plan(recipe.scene, images: [photo: bitmap])
                if let difference = try renderers.difference(plan) { Issue.record("\(width)×\(height), \(fit): \(difference)") }
            }
        }
    }

    @Test func largeCurlIsEqualOnBothRenderers() throws {
        let photo = ImageSource.data([1])
        let bitmap = Bitmap(width: 1100, height: 700, isOpaque: true) { pixels in
            for i in pixels.indices { pixels[i] = i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: (i / 4) &* (i % 4 + 1)) }
        }
        let recipe = PhotoShadow(photo: photo, photoSize: Size(width: 1100, height: 700), size: Size(width: 4096, height: 3000))
        let plan = try ScenePlanner.plan(recipe.scene, images: [photo: bitmap])
        if let difference = try renderers.difference(plan) { Issue.record("\(difference)") }
    }

    /// Passes in orders that no scene produces: masks of masks, far offsets, and all operands of a composite at once.
    @Test func randomPlansAreEqualOnBothRenderers() throws {
        for seed in seeds(rounds(200)) {
            let plan = RandomPlan.make(seed: seed)
            if let difference = try renderers.difference(plan) {
                Issue.record("seed \(seed): \(difference)\n\(plan)")
                return
            }
        }
    }

    /// Each shader in turn is broken; some picture or its file must then differ.
    @Test func brokenShaderIsDetected() throws {
        var deep = RenderPlan(width: 90, height: 70)
        deep.depth = .sixteen
        deep.passes = [.clear(target: deep.canvas, color: PremultipliedColor(red: 1, green: 0.5, blue: 0.2, alpha: 1))]
        let plans = (UInt64(0)..<400).map { RandomPlan.make(seed: $0) } + [deep, Self.lens]
        // A file of several strips.
        var large = RenderPlan(width: 700, height: 300)
        large.passes = [.clear(target: large.canvas, color: PremultipliedColor(red: 1, green: 0.5, blue: 0.2, alpha: 1))]
        let ofFiles = [large] + plans[..<8]
        for plan in plans { #expect(try renderers.difference(plan) == nil) }
        for plan in ofFiles {
            #expect(try !renderers.fileDiffers(plan, as: .png))
            #expect(try !renderers.fileDiffers(plan, as: .jpeg))
        }
        #expect(try !renderers.photoDiffers())
        // No bitmap needs the shader of videos, which VideoFrameTests breaks.
        for shader in ShaderLibrary.embedded.fileNames where shader.hasSuffix(".comp") && shader != "finish_video.comp" {
            let text = try #require(ShaderLibrary.embedded[shader])
            // Every work group but the first does nothing, so most of the surface isn't written.
            let broken = inserting("\n    if (gl_WorkGroupID.y > 0u || gl_WorkGroupID.x > 0u) { return; }\n", intoMainOf: text)
            let sabotaged = try Renderers(shaders: ShaderLibrary.embedded.replacing(shader, with: broken))
            let isFound =
                try shader.hasPrefix("png_")
                ? ofFiles.contains { try sabotaged.fileDiffers($0, as: .png) }
                : shader.hasPrefix("jpeg_file_")
                    ? ofFiles.contains { try sabotaged.fileDiffers($0, as: .jpeg) }
                    : shader.hasPrefix("jpeg_")
                        ? sabotaged.photoDiffers() : plans.contains { try sabotaged.difference($0) != nil }
            #expect(isFound, "\(shader) is broken and no picture differs")
        }
    }

    /// A lens whose runs are longer than those that are added one by one.
    private static var lens: RenderPlan {
        var plan = RenderPlan(width: 60, height: 50)
        let color = plan.addSurface(Surface(format: .color, width: 60, height: 50, label: "one colour"))
        plan.passes = [
            .clear(target: color, color: PremultipliedColor(red: 1, green: 0.5, blue: 0.2, alpha: 1)),
            .blurSpans(BlurSpans(source: color, target: plan.canvas, kernel: .lens(radius: 12), dx: 0, dy: 0)),
        ]
        return plan
    }

    /// The shader with `statement` at the start of its `main`.
    private func inserting(_ statement: String, intoMainOf text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var result: [String] = []
        var isBefore = true
        for line in lines {
            result.append(String(line))
            if isBefore, line.hasPrefix("void main()") {
                isBefore = false
                result.append(statement)
            }
        }
        return result.joined(separator: "\n")
    }

    @Test func shaderThatDoesNotCompileIsAnError() throws {
        let library = ShaderLibrary.embedded.replacing("finish.comp", with: "#version 310 es\nvoid main() { nonsense }\n")
        let broken = try Renderers(shaders: library)
        #expect(throws: GPUError.self) { try broken.gpu.execute(RenderPlan(width: 4, height: 4)) }
    }
}
