import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests each of the three steps separately.
@Suite(.timed) struct EngineTests {
    let folder: TestFolder
    private let shaper = TextShaper()

    init() throws {
        folder = try TestFolder()
        let picture = Bitmap(width: 30, height: 20) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 7) }
        }
        try folder.file("a.png", try PNGEncoder.encode(picture))
    }

    private func scene(_ pictures: String...) throws -> Scene {
        let layers = pictures.map { #"{"type":"image","frame":[0,0,30,20],"contents":"\#($0)"}"# }.joined(separator: ",")
        return try Scene(json: Array(#"{"canvas":{"width":40,"height":30},"layers":[\#(layers)]}"#.utf8))
    }

    private func prepare(_ scene: Scene, on engine: Engine, within bytes: Int = .max, isAlone: Bool) throws -> PreparedScene {
        var prepared = PreparedScene(scene, bytes: 0)
        var times = StageTimes()
        let roots = try FileRoots([folder.path])
        try engine.prepare(
            &prepared, shaper: shaper, limits: .default, within: bytes, isAlone: isAlone, times: &times
        ) { path throws(FileError) in try roots.open(path) }
        return prepared
    }

    /// A picture and its memory count are the same whether it is drawn alone or among many.
    @Test func engineGivesTheSamePictureAloneAndAmongMany() throws {
        let scene = try scene("\(folder.path)/a.png")
        let one = Engine(threads: 2)
        let many = Engine(memory: 1 << 30, cacheMemory: 1 << 20)
        var drawn: [Bitmap] = []
        for (engine, isAlone) in [(one, true), (many, false), (many, false)] {
            var prepared = try prepare(scene, on: engine, isAlone: isAlone)
            var times = StageTimes()
            let planned = try engine.plan(&prepared, limits: .default, within: 1 << 30, times: &times)
            #expect(prepared.bytes - prepared.assets.sceneBytes == 30 * 20 * 4 || isAlone == false && drawn.count == 2)
            #expect(planned.choice.tile.isWhole(planned.plan) && planned.bytes > planned.choice.drawingBytes)
            drawn.append(try engine.draw(planned))
        }
        #expect(drawn[0] == drawn[1] && drawn[1] == drawn[2])
    }

    private static let longText =
        #"{"canvas":{"width":40,"height":30},"layers":[{"type":"text","string":"\#(String(repeating: "wm", count: 9000))"}]}"#

    /// A text's outline counts towards the memory before it is made.
    @Test func textsBeyondTheMemoryAreRefused() throws {
        let scene = try Scene(json: Array(Self.longText.utf8))
        let engine = Engine(threads: 1)
        let error = #expect(throws: RenderError.self) { try prepare(scene, on: engine, within: 2_000_000, isAlone: true) }
        guard case .needsMemory(_, allowed: 2_000_000)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try prepare(scene, on: engine, within: 200_000_000, isAlone: true).assets.texts.count == 1)
    }

    /// The time limit of a picture includes shaping its texts.
    @Test func preparationStopsAtTheDeadline() throws {
        for scene in [try Scene(json: Array(Self.longText.utf8)), try scene("\(folder.path)/a.png")] {
            var prepared = PreparedScene(scene, bytes: 0)
            var times = StageTimes()
            let roots = try FileRoots([folder.path])
            let error = #expect(throws: RenderError.self) {
                try Engine(threads: 1).prepare(
                    &prepared, shaper: shaper, limits: .default, within: .max, isAlone: true, until: ContinuousClock().now,
                    times: &times
                ) { path throws(FileError) in try roots.open(path) }
            }
            guard case .late? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    /// A picture that is kept is not counted again when another file has the same bytes.
    @Test func equalPictureFilesAreCountedOnce() throws {
        let engine = Engine(memory: 1 << 30, cacheMemory: 1 << 20)
        for (name, isKept) in [("a.png", false), ("a.png", false), ("b.png", true)] {
            if name == "b.png" { try folder.file("b.png", try FileReader.read("\(folder.path)/a.png")) }
            var prepared = try prepare(try scene("\(folder.path)/\(name)"), on: engine, isAlone: false)
            if isKept { #expect(prepared.bytes == prepared.assets.sceneBytes) }
            var times = StageTimes()
            _ = try engine.plan(&prepared, limits: .default, within: 1 << 30, times: &times)
        }
    }

    /// The coefficients of a JPEG count from its header on, and the processor draws from them.
    @Test func jpegCoefficientsCountAsMemory() throws {
        let photo = Bitmap(width: 30, height: 20) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index) }
        }
        var pictures: [Bitmap] = []
        for keepsCoefficients in [false, true] {
            let engine = Engine(memory: 1 << 30, cacheMemory: 1 << 20, keepsCoefficients: keepsCoefficients)
            try folder.file("a.jpg", try JPEGEncoder.encode(photo))
            let file = try #require(folder.bytes("a.jpg")).count
            var prepared = try prepare(try scene("\(folder.path)/a.jpg"), on: engine, isAlone: false)
            // 4:2:0 of 30×20 pixels is 2×2 units of 6 blocks with 128 bytes each. The pixels may be made from them later.
            #expect(prepared.bytes - prepared.assets.sceneBytes == file + (keepsCoefficients ? 4 * 6 * 128 : 0) + 30 * 20 * 4)
            var times = StageTimes()
            let planned = try engine.plan(&prepared, limits: .default, within: 1 << 30, times: &times)
            let bitmap = try #require(planned.plan.images.first)
            #expect((bitmap.source != nil) == keepsCoefficients)
            engine.leaveDevices()
            try folder.file("b.jpg", try JPEGEncoder.encode(photo, options: JPEGOptions(quality: 60)))
            var later = try prepare(try scene("\(folder.path)/b.jpg"), on: engine, isAlone: false)
            let plan = try engine.plan(&later, limits: .default, within: 1 << 30, times: &times).plan
            #expect(plan.images.first?.source == nil)
            #expect(prepared.assets.pictureBytes == bitmap.byteCount && bitmap.byteCount <= prepared.bytes)
            pictures.append(try engine.draw(planned))
        }
        #expect(pictures[0] == pictures[1])
    }

    /// A file is rejected before it is read, and a picture before it is decoded.
    @Test(arguments: [true, false]) func picturesBeyondTheMemoryAreNotRead(isAlone: Bool) throws {
        let engine = Engine(threads: 1)
        let scene = try scene("\(folder.path)/a.png")
        for bytes in [1, 30 * 20 * 4] {
            let error = #expect(throws: RenderError.self) {
                _ = try prepare(scene, on: engine, within: bytes, isAlone: isAlone)
            }
            guard case .needsMemory(_, let allowed)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(allowed == bytes)
        }
    }

    /// A picture that doesn't fit in memory as a whole is planned in tiles and drawn to the same bytes.
    @Test func tilesAreChosenWhereMemoryIsShort() throws {
        let text = """
            {"canvas":{"width":1200,"height":900},"layers":[{"frame":[100,100,900,600],"backgroundColor":"white",
            "opacity":0.5,"sublayers":[{"frame":[0,0,800,500],"backgroundColor":"red"}],"shadows":[{"radius":30}]}]}
            """
        let scene = try Scene(json: Array(text.utf8))
        let engine = Engine(memory: 1 << 30, cacheMemory: 0)
        var prepared = PreparedScene(scene, bytes: 0)
        var times = StageTimes()
        let whole = try engine.plan(&prepared, limits: .default, within: 1 << 30, times: &times)
        let least = whole.bytes - whole.choice.drawingBytes / 2
        let tiled = try engine.plan(&prepared, limits: .default, within: least, times: &times)
        #expect(whole.choice.tile.isWhole(whole.plan) && !tiled.choice.tile.isWhole(tiled.plan) && tiled.bytes <= least)
        #expect(try engine.draw(whole) == engine.draw(tiled))
    }

    @Test func drawingAfterTheDeadlineIsAnError() throws {
        let engine = Engine(threads: 1)
        var prepared = PreparedScene(try scene(), bytes: 0)
        var times = StageTimes()
        let error = #expect(throws: RenderError.self) {
            _ = try engine.plan(&prepared, limits: .default, within: 1 << 30, until: .now, times: &times)
        }
        guard case .late? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
