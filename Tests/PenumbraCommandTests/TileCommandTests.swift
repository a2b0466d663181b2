import Testing

/// Pictures in tiles, and large ones that are written as they are drawn.
@Suite(.enabled(if: Command.isExpected, "the command is not built: swift build -c release"))
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
            for size in ["64", "7x500", "399x1"] {
                #expect(try Command.run(arguments + ["tiles.\(format)", "--tile-size", size], in: folder.path).status == 0)
                #expect(folder.bytes("tiles.\(format)") == folder.bytes("whole.\(format)"), "\(format), \(size)")
            }
        }
        for size in ["0", "x", "5x", "5x5x5", "-3", "70000", "1e3"] {
            let outcome = try Command.run(arguments + ["no.png", "--tile-size", size], in: folder.path)
            #expect(outcome.status == 64 && outcome.errors.contains("--tile-size"), "\(size): \(outcome.errors)")
        }
    }

    /// 67 megapixels: more than is held as a whole.
    @Test(arguments: ["#edf0f5", "transparent"]) func aLargePictureIsTheSameFileInAnyMemory(background: String) throws {
        _ = folder.folder.file("large.json", scene(8400, 8000, background: background))
        let arguments = ["render", "large.json", "--backend", "cpu", "-o"]
        #expect(try Command.run(arguments + ["a.png"], in: folder.path).status == 0)
        #expect(try Command.run(arguments + ["b.png", "--max-memory", "60M"], in: folder.path).status == 0)
        #expect(try Command.run(arguments + ["c.png", "--tile-size", "3001x997"], in: folder.path).status == 0)
        let bytes = folder.bytes("a.png")
        #expect(bytes.count > 100_000 && bytes == folder.bytes("b.png") && bytes == folder.bytes("c.png"))
        let header = try #require(bytes.count > 26 ? bytes[16..<26] : nil)
        // 8 bits a sample, RGB where the background is opaque and RGBA else.
        #expect(Array(header) == [0, 0, 0x20, 0xD0, 0, 0, 0x1F, 0x40, 8, background == "transparent" ? 6 : 2])
    }

    @Test func whatNoTileHasRoomForIsRefused() throws {
        _ = folder.folder.file("scene.json", scene(4000, 4000, background: "white"))
        let outcome = try Command.run(["render", "scene.json", "--backend", "cpu", "-o", "a.png", "--max-memory", "30M"], in: folder.path)
        #expect(outcome.status == 75 && outcome.errors.contains("even in small tiles") && outcome.errors.contains("--max-memory"), "\(outcome.errors)")
        #expect(!folder.exists("a.png"))
    }
}
