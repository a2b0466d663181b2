import PenumbraBitmap
import PenumbraCPU
import PenumbraEngine
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import TestSupport
import Testing

/// Pictures of one template draw their common beginning once.
@Suite(.timed) struct SharedStartsTests {
    private let renderer = CPURenderer(threads: 1)

    /// A card with a costly background, of which some layers change.
    private static func card(
        _ random: inout SeededGenerator, blur: Double = 9, width: Int = 300, dithers: Bool = false, photo: String? = nil
    ) throws -> Scene {
        let x = random.integer(20...200)
        let glow = (0..<8).map { index in
            """
            {"frame": [\(20 * index), \(8 * index), 120, 60], "cornerRadius": 20,
             "backgroundColor": "rgb(\(30 * index) 90 200 / 80%)",
             "shadows": [{"opacity": 0.7, "radius": \(blur), "offset": [3, 5]}]}
            """
        }
        let image = photo.map { #"{"type": "image", "frame": [0, 0, 300, 90], "contents": "\#($0)"},"# } ?? ""
        return try Scene(
            json: Array(
                """
                {"canvas": {"width": \(width), "height": 160, "background": "linear-gradient(90deg, #123, #fed)",
                 "dither": \(dithers)},
                 "layers": [\(image) \(glow.joined(separator: ",")),
                  {"frame": [\(x), 40, 60, 30], "backgroundColor": "rgb(\(x) 10 99 / 60%)", "shadows": [{"opacity": 0.5}]},
                  {"frame": [10, 100, \(x), 20], "backgroundColor": "white"}]}
                """.utf8))
    }

    private func draw(_ plan: RenderPlan) throws -> Bitmap { try renderer.execute(plan) }

    /// Pictures that begin with kept pixels have the bytes that they have alone.
    @Test(arguments: [false, true]) func picturesBeginWithKeptPixels(dithers: Bool) throws {
        let starts = SharedStarts(budget: 8 << 20)
        var random = SeededGenerator(seed: 7)
        for row in 0..<12 {
            let plan = try ScenePlanner.plan(try Self.card(&random, dithers: dithers))
            let shared = try starts.plan(plan, on: renderer, until: nil)
            #expect(try draw(shared) == draw(plan), "row \(row)")
            #expect(shared.isCertainlyOpaque == plan.isCertainlyOpaque)
            if row >= 4 { #expect(shared.passes.count < plan.passes.count && !shared.kept.isEmpty, "row \(row)") }
        }
        #expect(starts.reuses >= 7 && starts.bytes > 0 && starts.bytes <= 8 << 20)
    }

    /// Rows of several templates, one after another, and rows that differ early, have the bytes that they have alone.
    @Test func mixedPicturesHaveTheBytesThatTheyHaveAlone() throws {
        let starts = SharedStarts(budget: 3 << 20)
        for seed in 0..<UInt64(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            let blur = [5.0, 9, 9, 9, 14][random.integer(0...4)]
            let scene = try Self.card(&random, blur: blur, width: random.chance(0.8) ? 300 : 290)
            let plan = try ScenePlanner.plan(scene)
            #expect(try draw(try starts.plan(plan, on: renderer, until: nil)) == draw(plan), "seed \(seed)")
            #expect(starts.bytes <= 3 << 20)
        }
    }

    /// Another picture in a file of the same place is not the picture that was kept.
    @Test func picturesOfOnePlaceAreNotConfused() throws {
        let starts = SharedStarts(budget: 8 << 20)
        for row in 0..<16 {
            var random = SeededGenerator(seed: UInt64(row))
            let scene = try Self.card(&random, photo: "a.png")
            // Six rows share a picture, and then each has its own.
            let bitmap = row < 6 ? Self.photo : Self.photo(UInt8(row))
            let plan = try ScenePlanner.plan(scene, images: [.file("a.png"): bitmap])
            #expect(try draw(try starts.plan(plan, on: renderer, until: nil)) == draw(plan), "row \(row)")
        }
        #expect(starts.reuses >= 1)
    }

    private static let photo = photo(3)

    private static func photo(_ value: UInt8) -> Bitmap {
        Bitmap(width: 60, height: 18) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : value &* UInt8(truncatingIfNeeded: index) }
        }
    }

    /// Pictures that are cheap to paint, and pictures beyond the budget, are drawn as they are.
    @Test func cheapPicturesAreDrawnWhole() throws {
        let plain = try Scene(
            json: Array(
                #"{"canvas": {"width": 300, "height": 160, "background": "red"}, "layers": [{"frame": [1, 2, 3, 4]}]}"#.utf8))
        for (scene, budget) in [(plain, 8 << 20), (try Self.largeCard(), 100_000)] {
            let starts = SharedStarts(budget: budget)
            for _ in 0..<8 {
                let plan = try ScenePlanner.plan(scene)
                #expect(try starts.plan(plan, on: renderer, until: nil).kept.isEmpty)
            }
            #expect(starts.bytes == 0 && starts.reuses == 0)
        }
    }

    private static func largeCard() throws -> Scene {
        var random = SeededGenerator(seed: 1)
        return try card(&random)
    }
}
