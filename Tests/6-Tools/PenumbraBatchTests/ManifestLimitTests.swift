import Penumbra
import PenumbraBatch
import PenumbraCodecs
import PenumbraEngine
import PenumbraScene
import TestSupport
import Testing

/// Tests the limits on the length of manifests, of their lines and of the values in them.
@Suite(.timed) struct ManifestLimitTests {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private static let line = #"{"scene": "a.json", "output": "a.png"}"#

    private func entries(_ text: String, _ limits: RenderLimits, name: String = "jobs.jsonl") throws -> [ManifestEntry] {
        var reader = try ManifestReader(try folder.file(name, text), limits: limits)
        var entries: [ManifestEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        return entries
    }

    private func message(_ entry: ManifestEntry?) -> String {
        if case .refused(_, _, let error)? = entry { "\(error)" } else { "accepted" }
    }

    @Test func manifestLengthLimitHoldsExactly() throws {
        let text = Self.line + "\n" + Self.line
        #expect(try entries(text, RenderLimits(manifestBytes: text.utf8.count)).count == 2)
        let error = #expect(throws: BatchError.self) { try entries(text, RenderLimits(manifestBytes: text.utf8.count - 1)) }
        let description = error.map { "\($0)" } ?? ""
        #expect(description.contains("it has \(text.utf8.count) bytes, more than \(text.utf8.count - 1)"), "\(description)")
        #expect(description.contains("raise the limit manifestSize"), "\(description)")
    }

    @Test func tableLengthLimitHoldsExactly() throws {
        let template = try SceneTemplate(
            json: Array(#"{"canvas": {"width": 1, "height": 1}, "parameters": {"a": ""}}"#.utf8), name: "s", baseFolder: "")
        let text = "a\n1\n2\n"
        for (name, format, text) in [("t.csv", RowFormat.csv, text), ("t.jsonl", .jsonl, "{\"a\": 1}\n")] {
            func rows(_ limits: RenderLimits) throws -> Int {
                var reader = try RowReader(
                    try folder.file(name, text), format, template, try OutputPattern("${a}.png"), limits: limits)
                var count = 0
                while try reader.next() != nil { count += 1 }
                return count
            }
            #expect(try rows(RenderLimits(manifestBytes: text.utf8.count)) > 0)
            #expect(throws: BatchError.self) { try rows(RenderLimits(manifestBytes: text.utf8.count - 1)) }
        }
    }

    @Test func pipeIsRefusedAtTheManifestLimit() throws {
        // /dev/zero never ends, and it has no file length to query.
        let stream = try ByteStream("/dev/zero", limit: 100_000)
        var count = 0
        let error = #expect(throws: BatchError.self) { while try stream.next() != nil { count += 1 } }
        #expect(count <= 100_000 && error.map { "\($0)" }?.contains("it has more than 100000 bytes") == true)
    }

    @Test func manifestLineLimitHoldsExactly() throws {
        let length = Self.line.utf8.count
        #expect(message(try entries(Self.line + "\n", RenderLimits(manifestEntryBytes: length)).first) == "accepted")
        let refused = try entries(Self.line + "\n{}\n", RenderLimits(manifestEntryBytes: length - 1))
        #expect(message(refused.first) == "the line has more than \(length - 1) bytes; raise the limit manifestEntrySize")
        // The next line is read normally.
        #expect(refused.count == 2)
    }

    @Test func sceneInAManifestLineIsHeldToTheSceneLength() throws {
        let line = #"{"scene": {"canvas": {"width": 1, "height": 1}}, "output": "a.png"}"#
        var limits = RenderLimits.default
        limits.scene.documentBytes = line.utf8.count
        #expect(message(try entries(line, limits).first) == "accepted")
        limits.scene.documentBytes -= 1
        #expect(message(try entries(line, limits).first).contains("raise the limit sceneSize"))
    }

    @Test func jobsAreHeldToTheLimitsOfScenes() throws {
        var limits = RenderLimits.default
        limits.scene.layerCount = 1
        let template = try SceneTemplate(
            json: Array(#"{"canvas": {"width": 1, "height": 1}, "parameters": {"l": []}, "layers": "${l}"}"#.utf8), name: "s",
            baseFolder: "", limits: limits.scene)
        #expect(try template.scene(["l": [[:]]], scale: nil).layers.count == 1)
        let error = #expect(throws: JobError.self) { try template.scene(["l": [[:], [:]]], scale: nil) }
        #expect(error.map { "\($0)" }?.contains("raise the limit layers") == true)
        let file = try folder.file("s.json", #"{"canvas": {"width": 1, "height": 1}}"#)
        #expect(throws: Never.self) { try SceneTemplate(reading: file, limits: SceneLimits(documentBytes: 37)) }
        let long = #expect(throws: JobError.self) { try SceneTemplate(reading: file, limits: SceneLimits(documentBytes: 36)) }
        #expect(long.map { "\($0)" }?.contains("36 are allowed. Raise the limit sceneSize") == true)
    }
}
