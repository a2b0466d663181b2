import TestSupport
import Testing

/// Tests pictures in tiles, and large pictures that are written as they are drawn.
@Suite(.timed, .needsCommand)
struct TileCommandTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    private func scene(_ width: Int, _ height: Int, background: String) -> String {
        ##"{"canvas":{"width":\##(width),"height":\##(height),"background":"\##(background)"},"layers":[{"frame":[20,10,\##(width / 2),\##(height / 2)],"##
            + #""backgroundColor":"teal","cornerRadius":40,"shadows":[{"opacity":0.6,"offset":[5,9],"radius":30}]}]}"#
    }

    @Test func tilesOfAnySizeGiveTheSameFile() throws {
        _ = folder.folder.file("scene.json", scene(400, 300, background: "#edf0f5"))
        let arguments = ["render", "scene.json", "--backend", "cpu", "-o"]
        for format in ["png", "jpg", "webp"] {
            #expect(try Command.run(arguments + ["whole.\(format)"], in: folder.path).status == 0)
            for size in ["64", "8x500", "399x9"] {
                #expect(try Command.run(arguments + ["tiles.\(format)", "--tile-size", size], in: folder.path).status == 0)
                #expect(folder.bytes("tiles.\(format)") == folder.bytes("whole.\(format)"), "\(format), \(size)")
            }
        }
        for size in ["0", "x", "5x", "5x5x5", "-3", "70000", "1e3", "7", "1", "64x7", "7x500"] {
            let outcome = try Command.run(arguments + ["no.png", "--tile-size", size], in: folder.path)
            #expect(outcome.status == 64 && outcome.errors.contains("--tile-size"), "\(size): \(outcome.errors)")
        }
    }

    /// 67 megapixels exceed the maximum that is held as a whole.
    @Test(arguments: ["#edf0f5", "transparent"]) func largePictureIsTheSameFileInAnyMemory(background: String) throws {
        _ = folder.folder.file("large.json", scene(8400, 8000, background: background))
        let arguments = ["render", "large.json", "--backend", "cpu", "-o"]
        #expect(try Command.run(arguments + ["a.png"], in: folder.path).status == 0)
        #expect(try Command.run(arguments + ["b.png", "--max-memory", "60M"], in: folder.path).status == 0)
        #expect(try Command.run(arguments + ["c.png", "--tile-size", "3001x997"], in: folder.path).status == 0)
        let bytes = folder.bytes("a.png")
        #expect(bytes.count > 100_000 && bytes == folder.bytes("b.png") && bytes == folder.bytes("c.png"))
        let header = try #require(bytes.count > 26 ? bytes[16..<26] : nil)
        // 8 bits per sample; RGB for an opaque background, RGBA otherwise.
        #expect(Array(header) == [0, 0, 0x20, 0xD0, 0, 0, 0x1F, 0x40, 8, background == "transparent" ? 6 : 2])
    }

    @Test func pictureWithoutRoomForATileIsRefused() throws {
        _ = folder.folder.file("scene.json", scene(4000, 4000, background: "white"))
        let outcome = try Command.run(
            ["render", "scene.json", "--backend", "cpu", "-o", "a.png", "--max-memory", "3M"], in: folder.path)
        #expect(
            outcome.status == 75 && outcome.errors.contains("even in small tiles") && outcome.errors.contains("--max-memory"),
            "\(outcome.errors)")
        #expect(!folder.exists("a.png"))
    }

    /// 9 megapixels of noise, whose file is nearly as large. Only one of both fits in memory, so rows are written as they are
    /// drawn.
    @Test func pictureWithoutRoomForItsFileIsWrittenInRows() throws {
        _ = folder.folder.file(
            "noise.json",
            ##"{"canvas":{"width":3000,"height":3000,"background":"#ff8040"},"layers":[{"frame":[0,0,3000,3000],"backgroundColor":"white","##
                + ##""drawsContents":false,"shadows":[{"radius":0,"noise":1,"color":"#123456"}]}]}"##)
        let arguments = ["render", "noise.json", "--backend", "cpu", "--threads", "1", "-o"]
        #expect(try Command.run(arguments + ["a.png"], in: folder.path).status == 0)
        // Less memory than the picture alone needs.
        for memory in ["50M", "30M"] {
            let outcome = try Command.run(arguments + ["b.png", "--max-memory", memory], in: folder.path)
            #expect(outcome.status == 0, "\(memory): \(outcome.errors)")
            #expect(folder.bytes("b.png") == folder.bytes("a.png"), "\(memory)")
        }
        // Formats that can't be written row by row are rejected before drawing.
        for (name, more) in [("c.jpg", []), ("c.webp", []), ("c.png", ["--effort", "small"]), ("c.png", ["--trim"])] {
            let outcome = try Command.run(arguments + [name, "--max-memory", "50M"] + more, in: folder.path)
            #expect(outcome.status == 75 && outcome.errors.contains("--max-memory"), "\(name) \(more): \(outcome.errors)")
            #expect(!folder.exists(name))
        }
        #expect(try Command.run(arguments + ["c.jpg", "--max-memory", "130M"], in: folder.path).status == 0)
    }

    /// Requested tile sizes are also limited by the available memory.
    @Test func requestedTileSizesBeyondTheMemoryAreRefused() throws {
        _ = folder.folder.file(
            "scene.json", #"{"canvas":{"width":7900,"height":7900},"layers":[{"frame":[10,10,50,50],"backgroundColor":"red"}]}"#
        )
        let words = [
            "render", "scene.json", "--backend", "cpu", "--threads", "1", "--trim", "-o", "a.png", "--tile-size", "64",
        ]
        let outcome = try Command.start(
            ["/bin/sh", "-c", "ulimit -v 240000 && exec \"$0\" \"$@\"", Command.path] + words, in: folder.path
        ).finish()
        #expect(outcome.status == 75 && outcome.errors.contains("memory"), "\(outcome.status) \(outcome.errors)")
        let limited = try Command.run(words + ["--max-memory", "100M"], in: folder.path)
        #expect(limited.status == 75 && limited.errors.contains("--max-memory"), "\(limited.status) \(limited.errors)")
    }
}
