import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests that neighbouring layers of one picture, which one pass draws, have the bytes that each layer has by itself.
@Suite(.timed) struct InstanceTests {
    private let source = ImageSource.data([1])

    private func picture(_ random: inout SeededGenerator, isOpaque: Bool) -> Bitmap {
        var generator = random
        defer { random = generator }
        return Bitmap(width: generator.integer(1...40), height: generator.integer(1...40), isOpaque: isOpaque ? true : nil) {
            bytes in
            for i in bytes.indices {
                bytes[i] = isOpaque && i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: generator.integer(0...255))
            }
            if !isOpaque { bytes[3] = 9 }
        }
    }

    private func number(_ range: ClosedRange<Double>, _ random: inout SeededGenerator) -> Double {
        Double.random(in: range, using: &random)
    }

    /// A layer that shows the picture somewhere, small or large, turned or not, clear or opaque.
    private func copy(_ contents: ImageContents, _ mode: BlendMode, _ random: inout SeededGenerator) -> Layer {
        let isTurned = random.chance(0.3)
        let scale = random.chance(0.1) ? 1e-3 : random.chance(0.1) ? 12 : number(0.2...3, &random)
        let flip: Double = random.chance(0.2) ? -1 : 1
        let isWhole = random.chance(0.2)
        let far = random.chance(0.1) ? 3000.0 : 0
        let (x, y) = (number(-30...90, &random) + far, number(-30...70, &random))
        var layer = Layer(
            kind: .image(contents),
            frame: Rect(
                x: isWhole ? x.rounded() : x, y: isWhole ? y.rounded() : y, width: Double(random.integer(1...30)),
                height: isWhole ? 8 : number(0.5...30, &random)),
            transform: isWhole
                ? .identity
                : AffineTransform.scale(flip * scale, scale)
                    .concatenating(.rotation(degrees: isTurned ? number(0...360, &random) : 0)),
            opacity: random.chance(0.4) ? 1 : random.chance(0.1) ? 0 : number(0...1, &random))
        layer.blendMode = mode
        if random.chance(0.3) {
            let color = Color(
                red: number(0...1, &random), green: number(0...1, &random), blue: number(0...1, &random),
                alpha: layer.opacity < 1 ? 1 : number(0...1, &random))
            layer.replication = Replication(count: 1, color: color)
        }
        return layer
    }

    /// Layers of one picture, and the same layers with an empty one between each two of them, which ends their run.
    private func scenes(
        seed: UInt64, count: ClosedRange<Int> = 0...24
    ) -> (together: Scene, alone: Scene, images: [ImageSource: Bitmap]) {
        var random = SeededGenerator(seed: seed)
        var contents = ImageContents(source: source)
        if random.chance(0.3) { contents.interpolation = .nearest }
        if random.chance(0.3) {
            contents.contentsRect = Rect(x: number(0...0.5, &random), y: 0.2, width: 0.4, height: number(0.1...0.8, &random))
        }
        let mode = random.chance(0.5) ? .normal : BlendMode.allCases.randomElement(using: &random) ?? .normal
        let copies = (0..<random.integer(count)).map { _ in copy(contents, mode, &random) }
        let isClipped = random.chance(0.3)
        func scene(_ layers: [Layer]) -> Scene {
            var parent = Layer(frame: Rect(x: 5.5, y: 3, width: 60, height: 50), sublayers: layers)
            (parent.masksToBounds, parent.opacity) = (isClipped, isClipped ? 0.75 : 1)
            if isClipped { parent.cornerRadii = CornerRadii(11) }
            return Scene(
                canvas: Canvas(
                    size: Size(width: 83, height: 67), scale: seed % 3 == 0 ? 1 : 1.5,
                    background: seed % 2 == 0 ? .color(Color(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)) : nil),
                layers: isClipped ? [parent] : layers)
        }
        let bitmap = picture(&random, isOpaque: random.chance(0.5))
        return (scene(copies), scene(copies.flatMap { [$0, Layer()] }), [source: bitmap])
    }

    private func counts(_ plan: RenderPlan) -> [Int] { plan.passes.compactMap { $0.instances?.list.count } }

    @Test func neighboursOfOnePictureHaveTheBytesOfSingleLayers() throws {
        let cpu = CPURenderer(threads: 2)
        var (drawn, shown) = (0, 0)
        for seed in seeds(rounds(300)) {
            let (together, alone, images) = scenes(seed: seed)
            let plan = try ScenePlanner.plan(together, images: images)
            let single = try ScenePlanner.plan(alone, images: images)
            #expect(counts(single).isEmpty, "seed \(seed)")
            let picture = try cpu.execute(single)
            #expect(try cpu.execute(plan) == picture, "seed \(seed)")
            #expect(try cpu.execute(plan.expandingInstances()) == picture, "seed \(seed): expanded")
            drawn += counts(plan).reduce(0, +)
            if !picture.isEmpty { shown += 1 }
        }
        #expect(drawn > rounds(1000) && shown > rounds(150), "many copies must be drawn together")
    }

    @Test(.needsSoftwareGL) func neighboursOfOnePictureAreEqualOnBothRenderers() throws {
        let renderers = try Renderers.shared.get()
        for seed in seeds(rounds(120)) {
            let (together, _, images) = scenes(seed: seed, count: 4...24)
            let plan = try ScenePlanner.plan(together, images: images)
            if let difference = try renderers.difference(plan) { Issue.record("seed \(seed): \(difference)\n\(plan)") }
        }
    }

    @Test func partsOfCopiesEqualTheWholePicture() throws {
        let cpu = CPURenderer(threads: 1)
        for seed in seeds(rounds(60)) {
            let (scene, _, images) = scenes(seed: seed, count: 4...24)
            let plan = try ScenePlanner.plan(scene, images: images)
            let whole = try cpu.execute(plan)
            var random = SeededGenerator(seed: seed)
            for _ in 0..<3 {
                let (x, y) = (random.integer(0...plan.width - 1), random.integer(0...plan.height - 1))
                let wanted = PixelRect(
                    x: x, y: y, width: random.integer(1...plan.width - x), height: random.integer(1...plan.height - y))
                let (cropped, part) = plan.cropped(to: wanted)
                let drawn = try cpu.execute(cropped)
                let isEqual = part.rows.allSatisfy { y in
                    part.columns.allSatisfy { x in drawn[x - part.x, y - part.y] == whole[x, y] }
                }
                #expect(isEqual, "seed \(seed), part \(wanted)")
            }
        }
    }

    @Test func fewNeighboursAreDrawnByThemselves() throws {
        let layer = Layer(kind: .image(ImageContents(source: source)), frame: Rect(x: 1.5, y: 2, width: 9, height: 9))
        var random = SeededGenerator(seed: 1)
        let images = [source: picture(&random, isOpaque: false)]
        func counts(_ layers: [Layer]) throws -> [Int] {
            let canvas = Canvas(size: Size(width: 40, height: 40))
            return self.counts(try ScenePlanner.plan(Scene(canvas: canvas, layers: layers), images: images))
        }
        var other = layer
        other.blendMode = .screen
        #expect(try counts([layer]) == [])
        #expect(try counts([layer, layer, layer]) == [])
        #expect(try counts([layer, layer, layer, layer]) == [4])
        #expect(try counts([layer, layer, other, layer, layer]) == [])
        #expect(try counts([layer, layer, layer, layer, layer, other, other, other, other]) == [5, 4])
        var beyond = layer
        beyond.frame = Rect(x: 100, y: 100, width: 9, height: 9)
        #expect(try counts([beyond, beyond, beyond, beyond]) == [])
        #expect(try counts([beyond, layer, beyond, beyond, beyond]) == [1])
    }

    @Test(.needsSoftwareGL) func fiveThousandCopiesAreEqualOnBothRenderers() throws {
        var random = SeededGenerator(seed: 4)
        let images = [source: picture(&random, isOpaque: false)]
        let layers = (0..<5000).map { index in
            var layer = Layer(
                kind: .image(ImageContents(source: source)),
                frame: Rect(x: Double(index % 97) * 3.1 - 10, y: Double(index / 97) * 4.7 - 10, width: 14, height: 11),
                opacity: Double(index % 11) / 10)
            layer.blendMode = .plusLighter
            return layer
        }
        let scene = Scene(canvas: Canvas(size: Size(width: 300, height: 240)), layers: layers)
        let plan = try ScenePlanner.plan(scene, images: images)
        #expect(counts(plan).count == 1 && plan.passes.count < 10)
        #expect(try Renderers.shared.get().difference(plan) == nil)
        #expect(try CPURenderer(threads: 1).execute(plan) == CPURenderer().execute(plan.expandingInstances()))
    }

    /// llvmpipe ends the loops of a shader after 65,535 rounds.
    @Test(.needsSoftwareGL) func thousandsOfCopiesAtOnePlaceAreEqualOnBothRenderers() throws {
        var random = SeededGenerator(seed: 6)
        let images = [source: picture(&random, isOpaque: false)]
        let layers = (0..<3000).map { index in
            Layer(
                kind: .image(ImageContents(source: source)),
                frame: Rect(x: 3.3 + Double(index % 7), y: 2.7, width: 14.2, height: 11.9),
                transform: .rotation(degrees: Double(index % 3)).concatenating(.scale(2, 2)), opacity: 0.01)
        }
        let scene = Scene(canvas: Canvas(size: Size(width: 40, height: 30)), layers: layers)
        let plan = try ScenePlanner.plan(scene, images: images)
        #expect(counts(plan) == [3000])
        #expect(try Renderers.shared.get().difference(plan) == nil)
    }

    @Test func listsWithWrongNumbersAreRefused() throws {
        // A pass of copies that has all that can be wrong.
        let plans = try (0..<30 as Range<UInt64>).map { seed in
            let (scene, _, images) = scenes(seed: seed, count: 20...24)
            return try ScenePlanner.plan(scene, images: images)
        }
        let found = plans.lazy.compactMap { plan -> (RenderPlan, Int, DrawInstances)? in
            guard let index = plan.passes.firstIndex(where: { $0.instances != nil }), let pass = plan.passes[index].instances,
                !pass.list.tints.isEmpty, !pass.list.maps.isEmpty, !pass.list.strips.isEmpty, pass.list.columns.count > 0
            else { return nil }
            return (plan, index, pass)
        }.first
        let (plan, index, pass) = try #require(found)
        func refuses(_ change: (inout DrawInstances) -> Void) -> Bool {
            var (broken, changed) = (plan, pass)
            change(&changed)
            broken.passes[index] = .drawInstances(changed)
            do throws(PlanError) {
                try broken.check()
                return false
            } catch { return error.pass == index && (try? CPURenderer(threads: 1).execute(broken)) == nil }
        }
        #expect(!refuses { _ in })
        #expect(refuses { $0.list.columns.starts[0] += 1000 })
        #expect(refuses { $0.list.rows.starts[0] = -1 })
        #expect(refuses { $0.list.columns.offsets[1] = 1 << 20 })
        #expect(refuses { $0.list.rows.weights.removeLast() })
        #expect(refuses { $0.list.columns = ResamplingTable(starts: [], offsets: [0], weights: []) })
        #expect(refuses { $0.list.strips[0].x1 = 1 << 30 })
        #expect(refuses { $0.list.strips[0].dy = 40_000 })
        #expect(refuses { $0.list.stripStarts[1] = -3 })
        #expect(refuses { $0.list.maps.removeAll() })
        #expect(refuses { $0.list.tints.removeAll() })
        #expect(refuses { $0.left = 5000 })
        #expect(refuses { $0.source = $0.target })
    }

    @Test func copiesCountAsWorkAndMemory() throws {
        let layer = Layer(kind: .image(ImageContents(source: source)), frame: Rect(x: 1.5, y: 2, width: 30, height: 30))
        var random = SeededGenerator(seed: 1)
        let images = [source: picture(&random, isOpaque: false)]
        func scene(_ count: Int) -> Scene {
            Scene(canvas: Canvas(size: Size(width: 64, height: 64)), layers: Array(repeating: layer, count: count))
        }
        let (few, many) = (try ScenePlanner.plan(scene(10), images: images), try ScenePlanner.plan(scene(1010), images: images))
        // A copy is planned and drawn in more than 3 and less than 300 microseconds on any processor.
        #expect((3_000_000...300_000_000).contains(many.work - few.work))
        #expect(many.bytesOfTables > few.bytesOfTables + 1000 * 200)
        func error(work: Int, memory: Int) -> PlanningError? {
            do throws(PlanningError) {
                _ = try ScenePlanner.plan(scene(5000), images: images, memory: memory, work: work)
                return nil
            } catch { return error }
        }
        if case .tooMuchWork = error(work: 10_000_000, memory: .max) {} else { Issue.record("5,000 copies in 10 ms") }
        if case .planTooLarge = error(work: .max, memory: 1_000_000) {} else { Issue.record("5,000 copies in a megabyte") }
        #expect(error(work: 2_000_000_000, memory: 100_000_000) == nil)
    }
}
