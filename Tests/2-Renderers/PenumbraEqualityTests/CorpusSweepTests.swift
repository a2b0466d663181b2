import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraEngine
import PenumbraGPU
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Sends every scene of the corpus through all checks, after reading and laying it out once.
///
/// The CPU renderer draws each scene many times, since that is cheap. The software GL draws it once, and once more in a way that
/// the seed chooses. The full tier draws it in all ways.
@Suite(.timed) struct CorpusSweepTests {
    @Test(arguments: CorpusScene.names)
    func sceneKeepsEveryPromise(name: String) throws {
        let sweep = try SceneSweep(name)
        try sweep.checkPicture()
        try sweep.checkMemoryAndThreads()
        try sweep.checkParts()
        try sweep.checkCaches()
        try sweep.checkExtents()
        try sweep.checkVariants()
        if Requirement.hasSoftwareGL { try sweep.checkDevice(Renderers.shared.get()) }
    }

    @Test func corpusIsComplete() {
        #expect(CorpusScene.scenes.count >= 650 && CorpusScene.pages.count >= 20)
        #expect(CorpusScene.names.count { SceneSweep.digests[$0[...]] != nil } > 550, "most scenes have no recorded digest")
        let opaque = CorpusScene.names.lazy.filter { name in
            guard let entry = try? CorpusScene.load(name) else { return false }
            let plan = try? ScenePlanner.plan(entry.scene, images: entry.assets.images, texts: entry.assets.texts)
            return plan?.isCertainlyOpaque ?? false
        }
        #expect(opaque.prefix(101).count == 101, "many scenes must be known to be opaque")
    }
}

/// A scene of the corpus with its plan and its picture, and the checks of them.
struct SceneSweep {
    let entry: CorpusScene
    let plan: RenderPlan
    /// The picture by the baseline: one thread.
    let picture: Bitmap
    /// The scene's variants, which are drawn with 8 bits per channel.
    private let comparison: VariantComparison
    /// Decides what the merge tier leaves out.
    private let seed: UInt64

    private var name: String { entry.name }
    private var scene: Scene { entry.scene }

    private static let baseline = CPURenderer(threads: 1)

    init(_ name: String) throws {
        entry = try CorpusScene.load(name)
        plan = try ScenePlanner.plan(entry.scene, images: entry.assets.images, texts: entry.assets.texts)
        picture = try Self.baseline.execute(plan)
        var scene = entry.scene
        let isDeep = scene.canvas.depth != .eight
        scene.canvas.depth = .eight
        comparison = try VariantComparison(
            scene, entry.assets.images, entry.assets.texts, drawn: isDeep ? nil : (plan, picture))
        seed = name.utf8.reduce(TestSeeds.base) { $0 &* 31 &+ UInt64($1) }
    }

    private func planned(_ scene: Scene, outlines: OutlineCache? = nil) throws -> RenderPlan {
        try ScenePlanner.plan(scene, images: entry.assets.images, texts: entry.assets.texts, outlines: outlines)
    }

    /// All of `choices` in the full tier, otherwise the one that the seed chooses.
    private func chosen<Choice>(_ choices: [Choice]) -> [Choice] {
        Tier.isFull ? choices : [choices[Int(seed % UInt64(choices.count))]]
    }

    // MARK: - On the processor

    /// The recorded digests, by the scene's path.
    static let digests: [Substring: Substring] = {
        let text = String(decoding: Repository.bytes(of: "Tests/Corpus/digests.tsv") ?? [], as: UTF8.self)
        let rows = text.split(separator: "\n").map { $0.split(separator: "\t") }
        return Dictionary(rows.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    }()

    func checkPicture() throws {
        #expect(
            picture.isEmpty == entry.expectsEmpty, "a blank picture must be announced by expectsEmpty, and nothing else may be")
        if let digest = Self.digests[name[...]] {
            #expect(
                "\(picture.digest)" == digest, "the picture changed: run scripts/review, then scripts/release/record-digests")
        }
        if plan.isCertainlyOpaque { #expect(picture.isOpaque) }
        let lines = "\(plan)".split(separator: "\n")
        #expect(lines.count >= plan.passes.count, "the printed plan has a line for every pass")
    }

    /// Drawing takes at most the memory that was estimated, and the number of threads changes nothing.
    func checkMemoryAndThreads() throws {
        for threads in [1, 3] {
            let cpu = CPURenderer(threads: threads, idleBytes: 0)
            let estimate = cpu.memoryEstimate(plan)
            #expect(try cpu.execute(plan) == picture, "\(threads) threads")
            #expect(cpu.pool.mostBytes <= estimate, "\(threads) threads")
        }
    }

    /// Parts have the pixels of the whole: tiles of sizes that aren't multiples of any blur's grid or any encoder's strip, and
    /// tiles that fit into little memory.
    func checkParts() throws {
        for (width, height) in chosen([(96, 40), (37, 1000)]) {
            for y in stride(from: 0, to: plan.height, by: height) {
                for x in stride(from: 0, to: plan.width, by: width) {
                    let tile = PixelRect(x: x, y: y, width: min(width, plan.width - x), height: min(height, plan.height - y))
                    if let difference = try partDifference(plan, picture, tile, draw: Self.baseline.execute) {
                        Issue.record("\(difference)")
                        return
                    }
                }
            }
        }
        for bytes in chosen([0, 300_000, 1 << 30]) {
            let drawing = TiledDrawing(gpu: nil, cpu: Self.baseline, mayLeaveDevice: false)
            let size = drawing.choose(plan, inRoom: bytes).tile
            #expect(try drawing.draw(plan, in: size) == picture, "in \(bytes) bytes")
            #expect(drawing.notices.isEmpty)
        }
    }

    /// Outlines of all scenes, and a renderer that keeps some coverages and evicts others.
    private static let outlines = OutlineCache(bytes: 8 << 20)
    private static let keeping = CPURenderer(threads: 2, cachedBytes: 4 << 20, idleBytes: 1 << 20)

    /// Entries that earlier scenes left in caches change no picture. Entries are kept from the second time on and used from the
    /// third.
    func checkCaches() throws {
        for round in 1...3 {
            #expect(try Self.keeping.execute(planned(scene, outlines: Self.outlines)) == picture, "round \(round)")
        }
    }

    /// No layer paints outside the extent that it reports.
    func checkExtents() throws {
        for layer in scene.layers {
            try expectInsideExtent(layer, scene.canvas, entry.assets.images, entry.assets.texts, name)
        }
    }

    /// The scene flipped, turned, moved and clipped has the same pixels in another order.
    func checkVariants() throws {
        for variant in comparison.variants {
            let difference = try comparison.compare(variant).difference
            if VariantTolerance.isUndefined(variant, of: comparison.plan) { continue }
            if difference.compared == 0 {
                let isKnown = VariantTolerance.lookingBehindTooFar.contains(name) && !variant.keepsEdges
                #expect(isKnown, "\(variant): no pixel is compared")
            } else if VariantTolerance.onRoundingTies.contains(name) {
                #expect(difference.levels <= 1 && difference.share < 0.001, "\(variant): \(difference)")
            } else {
                let tolerance = VariantTolerance(of: comparison.plan, variant)
                let (levels, share) = (tolerance.levels, tolerance.share)
                #expect(
                    difference.levels <= levels && difference.share <= share,
                    "\(variant): \(difference); expected up to \(levels)/255 in \(share) of all, \(tolerance.causes)")
            }
        }
    }

    // MARK: - On a device

    /// A further way to draw the scene on a device.
    private enum DeviceCheck: CaseIterable {
        case variants, group, png, jpeg
    }

    func checkDevice(_ renderers: Renderers) throws {
        if let difference = renderers.difference(of: try renderers.gpu.execute(plan), from: picture) {
            Issue.record("\(difference)")
            return
        }
        // Devices make no files of 16 bits per channel.
        for check in chosen(plan.depth == .sixteen ? [.variants, .group] : DeviceCheck.allCases) {
            switch check {
            case .variants: try checkVariants(on: renderers)
            case .group: try checkGroup(on: renderers)
            case .png: #expect(try !renderers.fileDiffers(plan, picture, as: .png), "the device's PNG")
            case .jpeg: #expect(try !renderers.fileDiffers(plan, picture, as: .jpeg), "the device's JPEG")
            }
        }
    }

    private func checkVariants(on renderers: Renderers) throws {
        for variant in chosen(comparison.variants) {
            let other = try comparison.plan(variant)
            if let difference = try renderers.difference(other) {
                Issue.record("\(variant), the renderers differ: \(difference)")
            }
        }
    }

    /// Pictures drawn together at several scales have other sizes and often other passes. Without shaping its texts again, a
    /// scene keeps its glyphs' outlines, which scale.
    private func checkGroup(on renderers: Renderers) throws {
        var plans: [RenderPlan] = []
        for factor in [1, 0.9, 1, 1.1] {
            var scene = scene
            scene.canvas.scale *= factor
            plans.append(try planned(scene))
        }
        for (index, drawn) in renderers.gpu.submit(plans).enumerated() {
            #expect(try drawn.wait() == Self.baseline.execute(plans[index]), "width \(plans[index].width)")
        }
    }
}
