import TestSupport
import Testing

/// Recipes that move, as one animated file and as one animated scene.
@Suite(.timed, .needsCommand)
struct RecipeMotionTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        _ = folder.file("tilt.csv", "time,ax,ay\n0,0,-1\n0.1,0.5,-0.8\n0.2,1,0\n")
        _ = folder.file("track.csv", "0,0.2,0.4,10\n0.3,0.6,0.5,22\n0.6,0.7,0.6,5\n")
        _ = folder.file(
            "rows.json", "[{\"height\": 44}, {\"height\": 60, \"color\": \"#fed\"}, {\"height\": 144}, {\"height\": 44}]")
        try run(["cloud", "--size", "64x40", "--background", "#8ac", "-o", "photo.png"])
    }

    private func run(_ arguments: [String]) throws {
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
    }

    private func bytes(_ name: String) -> [UInt8] { Command.bytes(of: "\(folder.path)/\(name)") }

    /// Recipes, the options for their numbered pictures and for their animation, and the number of frames.
    private static let recipes: [(recipe: [String], numbered: [String], animated: [String], frames: Int)] = [
        (
            ["cloud", "--size", "50x30", "--motion", "M0 6C20 0 30 12 50 4", "--frames", "6"], [], ["--duration", "0.6"], 6
        ),
        (["cloud", "--size", "50x30", "--motion", "M0 6C20 0 30 12 0 6Z", "--frames", "4"], [], ["--fps", "10"], 4),
        (["indent", "--path", "M0 0H30V20H0Z", "--tilt", "tilt.csv"], [], ["--fps", "10"], 3),
        (["indent", "--path", "M0 0H30V20H0Z", "--fill", "red", "--tilt", "tilt.csv"], [], ["--fps", "10"], 3),
        (["focus", "photo.png", "--track", "track.csv"], ["--frames-per-second", "10"], ["--fps", "10"], 6),
        (["focus", "photo.png", "--sharp", "--track", "track.csv"], ["--frames-per-second", "10"], ["--fps", "10"], 6),
        (
            ["focus", "photo.png", "--style", "progressive", "--track", "track.csv"], ["--frames-per-second", "10"],
            ["--fps", "10"], 6
        ),
    ]

    @Test(arguments: recipes.indices)
    func recipeAnimationFramesEqualNumberedPictures(index: Int) throws {
        let (recipe, numbered, animated, frames) = Self.recipes[index]
        try run(recipe + numbered + ["-o", "n-%d.png"])
        try run(recipe + animated + ["-o", "a.apng", "--emit-scene", "a.json"])
        try run(["animate", "a.json", "--fps", "10", "-o", "f-%d.png"])
        try run(["animate", "a.json", "--fps", "10", "-o", "b.apng"])
        for frame in 0..<frames { #expect(bytes("n-\(frame).png") == bytes("f-\(frame).png"), "\(recipe) \(frame)") }
        let names = Command.names(in: folder.path)
        #expect(!names.contains("f-\(frames).png") && !names.contains("n-\(frames).png"), "\(names)")
        #expect(bytes("a.apng") == bytes("b.apng") && !bytes("a.apng").isEmpty)
    }

    @Test func tableAnimationScrollsThereAndBack() throws {
        let table = ["table", "rows.json", "--width", "80", "--height", "120", "--scroll-offset", "-30"]
        try run(table + ["--scroll", "120", "--duration", "1", "--fps", "4", "-o", "t.webp", "--emit-scene", "t.json"])
        try run(["animate", "t.json", "--fps", "4", "-o", "f-%d.png"])
        for (frame, offset) in ["-30", "45", "120", "45"].enumerated() {
            try run(Array(table.dropLast()) + [offset, "-o", "s.png"])
            #expect(bytes("s.png") == bytes("f-\(frame).png"), "\(offset)")
        }
        #expect(bytes("t.webp").starts(with: Array("RIFF".utf8)))
    }

    @Test func outputNameChoosesOneFileOrNumberedFiles() throws {
        let cloud = ["cloud", "--size", "50x30", "--motion", "M0 0H9", "--frames", "2"]
        try run(cloud + ["-o", "one.webp"])
        try run(cloud + ["-o", "two-#.webp"])
        try run(cloud + ["--background", "white", "-o", "one.gif"])
        try run(cloud + ["--emit-scene", "one.json"])
        try run(cloud + ["--emit-scene", "two-#.json"])
        let names = Command.names(in: folder.path).filter { $0.hasPrefix("one") || $0.hasPrefix("two") }
        #expect(names == ["one.gif", "one.json", "one.webp", "two-0.json", "two-0.webp", "two-1.json", "two-1.webp"])
        // Sixty frames per second, if neither a rate nor a duration is given.
        try run(cloud + ["-o", "one.y4m"])
        #expect(String(decoding: bytes("one.y4m").prefix(60), as: UTF8.self).contains(" F60:1 "))
    }

    @Test(arguments: [
        ["cloud", "--motion", "M0 0H9", "--frames", "2", "--duration", "1", "-o", "a.png"],
        ["cloud", "--motion", "M0 0H9", "--frames", "2", "--duration", "1", "--fps", "2", "-o", "a.gif"],
        ["cloud", "--motion", "M0 0H9", "--duration", "0", "-o", "a.gif"],
        ["cloud", "--motion", "M0 0H9", "--duration", "1e9", "-o", "a.gif"],
        ["cloud", "--motion", "M0 0H9", "--duration", "999999", "-o", "a.gif"],
        ["cloud", "--motion", "M0 0H9", "--frames", "2", "--fps", "0", "-o", "a.gif"],
        ["cloud", "--fps", "9", "-o", "a.gif"], ["cloud", "-o", "a.gif"],
        ["cloud", "--motion", "M0 0H9", "--frames", "2", "-o", "a.gif", "--quality", "9"],
        ["cloud", "--motion", "M0 0H9", "--frames", "2", "-o", "a.webp", "--quality", "9", "--lossless"],
        ["indent", "A", "--fps", "9", "-o", "a.gif"],
        ["table", "rows.json", "--scroll", "9", "-o", "a.png"], ["table", "rows.json", "--duration", "9", "-o", "a.gif"],
        ["table", "rows.json", "--scroll", "9", "--duration", "-1", "-o", "a.gif"],
        ["focus", "photo.png", "--fps", "9", "-o", "a.gif"],
        ["focus", "photo.png", "--track", "track.csv", "--frames-per-second", "9", "-o", "a.gif"],
    ])
    func wrongUsageExitsWith64(arguments: [String]) throws {
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments): \(outcome.errors)")
        #expect(!Command.names(in: folder.path).contains { $0.hasPrefix("a.") })
    }

    @Test func recipeInputIsNotReplaced() throws {
        try run(["cloud", "--size", "64x40", "-o", "p.webp"])
        let photo = bytes("p.webp")
        let outcome = try folder.run("focus", "p.webp", "--track", "track.csv", "-o", "p.webp")
        #expect(outcome.status == 64 && outcome.errors.contains("is an input") && bytes("p.webp") == photo)
    }
}
