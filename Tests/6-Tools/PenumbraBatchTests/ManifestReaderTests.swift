import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct ManifestReaderTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func entries(_ text: String) throws -> [ManifestEntry] {
        var reader = try ManifestReader(try folder.file("jobs.jsonl", text))
        var result: [ManifestEntry] = []
        while let entry = try reader.next() { result.append(entry) }
        return result
    }

    private func job(_ text: String) throws -> BatchJob {
        let found = try entries(text)
        guard found.count == 1, case .job(let job)? = found.first else {
            Issue.record("\(text) gives \(found)")
            throw JobError.entry("no job")
        }
        return job
    }

    @Test func jobIsReadFromItsManifestLine() throws {
        let job = try job(
            #"{"scene":"s/card.json","parameters":{"a":1,"b":[true,null]},"output":"./x//y/../z.png","scale":1.5,"maxBytes":300}"#
        )
        #expect(job.line == 1 && job.output == "x/z.png" && job.scale == 1.5 && job.maxBytes == 300)
        #expect(job.parameters == ["a": .number(1), "b": .array([.bool(true), .null])])
        guard case .file(let path) = job.template else { throw JobError.entry("no file") }
        #expect(path == "\(folder.path)/s/card.json")
    }

    @Test func manifestJobMaySetItsMotion() throws {
        let motion = try job(
            #"{"scene":"a.json","output":"a.gif","fps":12.5,"from":"1/3","to":2,"loops":0,"quality":null}"#
        ).motion
        #expect(try motion.rate == FrameRate(25, 2))
        #expect(try motion.start == Time("1/3"))
        #expect(try motion.end == Time("2"))
        #expect(motion.plays == 0 && motion.quality == nil)
        #expect(try job(#"{"scene":"a.json","output":"a.gif","fps":null}"#).motion == JobMotion())
    }

    @Test func absentManifestMembersEqualNull() throws {
        for text in [
            #"{"scene":"/a.json","output":"b.png"}"#, #"{"scene":"/a.json","output":"b.png","scale":null,"parameters":null}"#,
        ] {
            let job = try job(text)
            #expect(job.parameters.isEmpty && job.scale == nil)
            guard case .file("/a.json") = job.template else { throw JobError.entry("another path") }
        }
    }

    @Test func manifestLineMayContainItsScene() throws {
        let job = try job(#"{"scene":{"canvas":{"width":3,"height":4}},"output":"b.png"}"#)
        guard case .template(let template) = job.template else { throw JobError.entry("no template") }
        let scene = try template.scene([:], scale: 2)
        #expect(scene.canvas.size.width == 3 && scene.canvas.scale == 2 && template.baseFolder == folder.path)
    }

    @Test func manifestLinesThatAreNotJobsAreErrors() throws {
        for (text, output, words) in [
            ("{", nil, "column 2"), ("[1]", nil, "found an array"), ("null", nil, "expected an object"),
            ("\"a\"", nil, "expected an object"),
            ("{}", nil, "\"output\" is missing"), (#"{"output":"a.png"}"#, "a.png", "\"scene\" is missing"),
            (#"{"scene":"s"}"#, nil, "\"output\" is missing"), (#"{"scene":"s","output":3}"#, nil, "output: found 3"),
            (#"{"scene":"s","output":""}"#, "", "must not be empty"),
            (#"{"scene":"s","output":"/a.png"}"#, "/a.png", "absolute"),
            (#"{"scene":"s","output":"../a.png"}"#, "../a.png", "leads out"),
            (#"{"scene":"s","output":"a/../../b"}"#, "a/../../b", "leads out"),
            (#"{"scene":"s","output":"a/"}"#, "a/", "folder"), (#"{"scene":7,"output":"a.png"}"#, "a.png", "scene: found 7"),
            (#"{"scene":"-","output":"a.png"}"#, "a.png", "name a file"),
            (#"{"scene":"s","output":"a.png","parameters":[]}"#, "a.png", "parameters: found an empty array"),
            (#"{"scene":"s","output":"a.png","scale":0}"#, "a.png", "scale: found 0"),
            (#"{"scene":"s","output":"a.png","scale":"2"}"#, "a.png", "a number above 0"),
            (#"{"scene":"s","output":"a.png","maxBytes":0}"#, "a.png", "maxBytes: found 0"),
            (#"{"scene":"s","output":"a.png","maxBytes":1.5}"#, "a.png", "a number of bytes from 1"),
            (#"{"scene":"s","output":"a.png","maxBytes":1e300}"#, "a.png", "a number of bytes from 1"),
            (#"{"scene":"s","output":"a.png","maxBytes":"3K"}"#, "a.png", "a number of bytes"),
            (#"{"scene":"s","ouput":"a.png"}"#, nil, "did you mean \"output\"?"),
            (#"{"scene":"s","output":"a.png","params":{}}"#, nil, "unknown key \"params\""),
            (#"{"scene":"s","output":"a.png","output":"b.png"}"#, nil, "output"),
            (#"{"scene":"s","output":"a\u0000.png"}"#, "a\0.png", "NUL"),
        ] as [(String, String?, String)] {
            let found = try entries(text)
            guard found.count == 1, case .refused(1, let where_, let error)? = found.first else {
                Issue.record("\(text) gives \(found)")
                continue
            }
            #expect(where_ == output, "\(text)")
            #expect("\(error)".contains(words), "\(text): \(error)")
            #expect(!"\(error)".contains { $0.isNewline })
        }
    }

    @Test func brokenManifestLinesDoNotAffectOtherLines() throws {
        let text = "\u{FEFF}{\"scene\":\"s\",\"output\":\"a.png\"}\r\n\n  \t\nnonsense\n{\"scene\":\"s\",\"output\":\"b.png\"}"
        let lines = try entries(text).map { entry -> String in
            switch entry {
            case .job(let job): "\(job.line) \(job.output)"
            case .refused(let line, _, _): "\(line) refused"
            }
        }
        #expect(lines == ["1 a.png", "4 refused", "5 b.png"])
        #expect(try JobSource.manifest(path: "\(folder.path)/jobs.jsonl").count(.default) == 3)
    }

    @Test func manifestLineOfAnyLengthIsOneEntry() throws {
        let long = String(repeating: " ", count: RenderLimits.default.manifestEntryBytes) + "{}\n{}"
        let found = try entries(long)
        guard found.count == 2, case .refused(1, nil, let error)? = found.first else { throw JobError.entry("\(found.count)") }
        #expect("\(error)".contains("more than \(RenderLimits.default.manifestEntryBytes) bytes"))
    }
}
