import PenumbraBitmap
import PenumbraCPU
import PenumbraEngine
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import TestPlans
import TestSupport
import Testing

/// Pictures that are drawn over earlier pictures in the same memory, where only the rows that differ are drawn.
@Suite(.timed) struct DrawnPictureTests {
    private let fresh = CPURenderer(threads: 1)
    private let renderer = CPURenderer(threads: 1, cachedBytes: 1 << 20, idleBytes: 64 << 20, reusesPictures: true)

    /// Draws a picture, in the memory of the one that was drawn before.
    private func draw(_ plan: RenderPlan) throws -> Bitmap? { try renderer.execute(plan, until: nil) }

    /// Returns the same plan with another colour, opacity or region in one pass.
    private static func changed(_ plan: RenderPlan, _ random: inout SeededGenerator) -> RenderPlan {
        var result = plan
        let index = random.integer(0...plan.passes.count - 1)
        switch plan.passes[index] {
        case .clear(var clear):
            clear.color = PremultipliedColor(red: 0.25, green: 0.5, blue: 0.125, alpha: 0.75)
            result.passes[index] = .clear(clear)
        case .composite(var composite):
            if random.chance(0.5) {
                composite.opacity /= 2
            } else {
                composite.region.height = max(1, composite.region.height / 2)
            }
            result.passes[index] = .composite(composite)
        default: break
        }
        return result
    }

    @Test func randomPlansDrawnOverSimilarOnesHaveTheBytesThatTheyHaveAlone() throws {
        for seed in seeds(400) {
            var random = SeededGenerator(seed: seed)
            let first = RandomPlan.make(seed: seed)
            for plan in [first, Self.changed(first, &random), Self.changed(first, &random), first] {
                guard (try? plan.check()) != nil else { continue }
                #expect(try draw(plan) == fresh.execute(plan), "seed \(seed)")
            }
        }
    }

    /// Returns the same plan with a pass less or twice, so that later passes have no counterparts.
    private static func shortened(_ plan: RenderPlan, _ random: inout SeededGenerator) -> RenderPlan {
        var result = plan
        let index = random.integer(0...plan.passes.count - 1)
        if random.chance(0.5) {
            result.passes.remove(at: index)
        } else {
            result.passes.insert(plan.passes[index], at: index)
        }
        if random.chance(0.5) { _ = result.addSurface(plan[plan.canvas]) }
        return result
    }

    @Test func randomPlansDrawnOverLongerOrShorterOnesHaveTheBytesThatTheyHaveAlone() throws {
        for seed in seeds(400) {
            var random = SeededGenerator(seed: seed)
            let first = RandomPlan.make(seed: seed)
            let others = [Self.shortened(first, &random), first, Self.shortened(Self.changed(first, &random), &random)]
            for plan in [first] + others {
                guard (try? plan.check()) != nil else { continue }
                #expect(try draw(plan) == fresh.execute(plan), "seed \(seed)")
            }
        }
    }

    /// A card with lines below each other.
    private static func card(lines: Int, width: () -> Int, opacity: () -> Int) throws -> Scene {
        var layers = [
            """
            {"frame": [10, 10, 200, 40], "backgroundColor": "rgb(80 90 200 / 80%)", "shadows": [{"opacity": 0.5, "radius": 9}]}
            """
        ]
        for line in 0..<lines {
            layers.append(
                """
                {"frame": [30, \(90 + 40 * line), \(width()), 20], "backgroundColor": "#345",
                 "cornerRadius": 3, "opacity": 0.\(opacity())}
                """)
        }
        layers.append(
            """
            {"frame": [20, 300, 160, 60], "shadows": [{"opacity": 0.7, "radius": 8}], "backgroundColor": "white"}
            """)
        return try Scene(
            json: Array(
                """
                {"canvas": {"width": 300, "height": 400, "background": "linear-gradient(135deg, #123, #fed)"},
                 "layers": [\(layers.joined(separator: ","))]}
                """.utf8))
    }

    @Test func cardsWithOtherNumbersOfLinesHaveTheBytesThatTheyHaveAlone() throws {
        var random = SeededGenerator(seed: 11)
        let starts = SharedStarts(budget: 64 << 20)
        for row in 0..<rounds(60) {
            let scene = try Self.card(
                lines: random.integer(0...4), width: { random.integer(50...240) }, opacity: { random.integer(1...9) })
            let plan = try ScenePlanner.plan(scene)
            #expect(try draw(starts.plan(plan, on: renderer, until: nil)) == fresh.execute(plan), "row \(row)")
        }
    }

    /// What two cards have above their last lines isn't drawn again.
    @Test func rowsAboveMoreOrFewerLinesAreNotDrawn() throws {
        let (above, line) = (0..<80, 160..<200)
        let digest = RowDigests.Digest(low: 1, high: 2)
        for lines in [2, 3, 1, 4] {
            let picture = try draw(ScenePlanner.plan(try Self.card(lines: lines, width: { 200 }, opacity: { 5 })))
            let digests = try #require(picture?.rowDigests)
            #expect((digests.digest(of: above) { nil } == digest) == (lines != 2), "\(lines) lines")
            #expect(digests.digest(of: line) { nil } == nil, "\(lines) lines")
            for rows in [above, line] { _ = digests.digest(of: rows) { digest } }
        }
    }

    /// A card of which the texts below each other, a shadow and a picture change.
    private static func card(_ random: inout SeededGenerator) throws -> Scene {
        let (x, y) = (random.integer(20...22), random.integer(1...3))
        return try Scene(
            json: Array(
                """
                {"canvas": {"width": 300, "height": 400, "background": "linear-gradient(135deg, #123, #fed)"},
                 "layers": [
                  {"frame": [10, 10, 200, 40], "cornerRadius": 9, "backgroundColor": "rgb(\(80 * y) 90 200 / 80%)"},
                  {"frame": [\(x), 120, 60, 30], "backgroundColor": "teal", "cornerRadius": 4,
                   "shadows": [{"opacity": 0.5, "radius": \(y)}]},
                  {"frame": [20, 300, 160, 60], "shadows": [{"opacity": 0.7, "radius": 8}], "backgroundColor": "white"},
                  {"frame": [40, 370, 50, 20], "type": "image", "contents": "a.png"}]}
                """.utf8))
    }

    @Test func cardsDrawnOverOneAnotherHaveTheBytesThatTheyHaveAlone() throws {
        var random = SeededGenerator(seed: 5)
        let photos = (1...2).map { value in
            Bitmap(width: 25, height: 10) { bytes in
                for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: value * index) }
            }
        }
        for row in 0..<rounds(60) {
            let photo = photos[random.integer(0...1)]
            let plan = try ScenePlanner.plan(try Self.card(&random), images: [.file("a.png"): photo])
            #expect(try draw(plan) == fresh.execute(plan), "row \(row)")
        }
    }

    /// A picture that others hold isn't drawn over.
    @Test func heldPicturesStayAsTheyAre() throws {
        var random = SeededGenerator(seed: 9)
        var held: [(Bitmap, RenderPlan)] = []
        for _ in 0..<6 {
            let plan = try ScenePlanner.plan(
                try Self.card(&random), images: [.file("a.png"): Bitmap(width: 1, height: 1) { $0.update(repeating: 255) }])
            if let picture = try draw(plan) { held.append((picture, plan)) }
            if random.chance(0.4) { held.removeFirst() }
        }
        for (picture, plan) in held { #expect(try picture == fresh.execute(plan)) }
    }
}
