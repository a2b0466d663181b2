import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests which files the jobs of a batch may read, and outputs that conflict.
@Suite(.timed, .needsCommand)
struct BatchRootsTests {
    let folder: WorkFolder

    /// `work` contains files that the manifest may name, `photos` contains files that it may not name.
    init() throws {
        folder = try WorkFolder()
        for name in ["work", "work/sub", "photos", "shared"] { try #require(Command.makeFolder("\(folder.path)/\(name)")) }
        for name in ["work/in.jpg", "photos/out.jpg"] { _ = folder.file(name, BadInputTests.photo) }
        for name in ["work", "work/sub", "shared"] { _ = folder.file("\(name)/scene.json", Self.scene) }
    }

    private static let scene =
        #"{"parameters":{"photo":"in.jpg"},"canvas":{"width":30,"height":20},"layers":[{"type":"image","frame":[0,0,30,20],"contents":"${photo}"}]}"#

    private func batch(_ lines: [(scene: String, photo: String)], _ more: String...) throws -> Command.Outcome {
        let text = lines.enumerated().map { index, line in
            #"{"scene":"\#(line.scene)","parameters":{"photo":"\#(line.photo)"},"output":"\#(index).png"}"# + "\n"
        }
        _ = folder.file("work/jobs.jsonl", text.joined())
        return try Command.run(
            ["batch", "work/jobs.jsonl", "--output-root", "out", "--backend", "cpu"] + more, in: folder.path)
    }

    private var outputs: [String] { Command.names(in: "\(folder.path)/out").filter { $0.hasSuffix(".png") } }

    @Test func jobsReadOnlyBelowTheirSceneFolderAndTheRoots() throws {
        let lines = [
            ("scene.json", "in.jpg"), ("scene.json", "../photos/out.jpg"), ("scene.json", "\(folder.path)/photos/out.jpg"),
            // The scene's own folder counts, not the manifest's.
            ("sub/scene.json", "../in.jpg"), ("sub/../scene.json", "in.jpg"), ("../shared/scene.json", "in.jpg"),
        ]
        let strict = try batch(lines)
        #expect(strict.status == 1 && outputs == ["0.png", "4.png"], "\(strict.errors)")
        let failures = String(decoding: Command.bytes(of: "\(folder.path)/out/penumbra-batch.journal.failed"), as: UTF8.self)
        #expect(
            failures.split(separator: "\n").filter { $0.contains(#""kind":"input""#) && $0.contains("--root") }.count == 3,
            "\(failures)")
        #expect(
            failures.split(separator: "\n").filter { $0.contains(#""kind":"scene""#) && $0.contains("--root") }.count == 1,
            "\(failures)")
        let some = try batch(lines, "--root", "photos", "--root", "work")
        #expect(some.status == 1 && outputs == ["0.png", "1.png", "2.png", "3.png", "4.png"], "\(some.errors)")
        let all = try batch(lines, "--root", "/")
        // The shared scene has no photo beside it.
        #expect(all.status == 1 && all.errors.contains("ENOENT") && outputs.count == 5, "\(all.errors)")
    }

    @Test func batchStatusNeedsTheRootsOfTheBatch() throws {
        let lines = [("scene.json", "../photos/out.jpg")]
        #expect(try batch(lines, "--root", "photos").status == 0)
        let proof = ["batch-status", "work/jobs.jsonl", "--output-root", "out"]
        let strict = try Command.run(proof, in: folder.path)
        #expect(strict.status == 1 && String(decoding: strict.output, as: UTF8.self).contains("--root"))
        #expect(try Command.run(proof + ["--root", "photos"], in: folder.path).status == 0)
        let missing = try Command.run(proof + ["--root", "none"], in: folder.path)
        #expect(missing.status == 66 && missing.errors.contains("\"none\""))
    }

    /// Files that one scene may read and has read are not available to another scene, whichever comes first.
    @Test func cachedFilesAreNotSharedBetweenScenes() throws {
        let photo = "\(folder.path)/work/sub/secret.jpg"
        _ = folder.file("work/sub/secret.jpg", BadInputTests.photo)
        _ = folder.file("shared/jobs.jsonl", "")
        let lines = (0..<24).map { number in
            number % 2 == 0
                ? #"{"scene":"\#(folder.path)/work/sub/scene.json","parameters":{"photo":"\#(photo)"},"output":"\#(number).png"}"#
                : #"{"scene":"scene.json","parameters":{"photo":"\#(photo)"},"output":"\#(number).png"}"#
        }
        _ = folder.file("work/jobs.jsonl", lines.joined(separator: "\n"))
        // Both scenes lie below the manifest's folder. The second scene's own folder is that folder; the first scene's folder
        // is below it.
        #expect(try folder.run("batch", "work/jobs.jsonl", "--output-root", "out", "--backend", "cpu").status == 0)
        let reversed = lines.map {
            $0.replacing("work/sub/scene.json", with: "shared/scene.json").replacing(
                #""scene.json""#, with: #""sub/scene.json""#)
        }
        _ = folder.file("work/jobs.jsonl", reversed.joined(separator: "\n"))
        // Now one scene of each pair lies elsewhere and may not read the photo.
        let outcome = try folder.run(
            "batch", "work/jobs.jsonl", "--output-root", "again", "--backend", "cpu", "--root", "shared", "--threads", "4")
        #expect(outcome.status == 1 && outcome.errors.contains("12 written, 12 failed"), "\(outcome.errors)")
    }

    @Test func tableRowsReadOnlyBelowTheSceneFolder() throws {
        _ = folder.file("rows.csv", "name,photo\na,in.jpg\nb,../photos/out.jpg\nc,/etc/passwd\nd,pipe\n")
        try #require(mkfifo("\(folder.path)/work/pipe", 0o600) == 0)
        let words = [
            "batch", "--template", "work/scene.json", "--rows", "rows.csv", "--output", "${name}.png", "--output-root", "out",
            "--backend", "cpu",
        ]
        let outcome = try Command.run(words, in: folder.path)
        #expect(outcome.status == 1 && outputs == ["a.png"] && outcome.errors.contains("it is a pipe"), "\(outcome.errors)")
        #expect(try Command.run(words + ["--root", "photos"], in: folder.path).status == 1)
        #expect(outputs == ["a.png", "b.png"])
    }

    @Test func conflictingOutputsAreRefusedInManifestOrder() throws {
        let outputs = ["a.png", "a.png/b.png", "c.png/d.png", "c.png", "e/f.png"]
        _ = folder.file("work/jobs.jsonl", outputs.map { #"{"scene":"scene.json","output":"\#($0)"}"# }.joined(separator: "\n"))
        for round in 0..<3 {
            let outcome = try folder.run(
                "batch", "work/jobs.jsonl", "--output-root", "out\(round)", "--backend", "cpu", "--threads", "4")
            #expect(outcome.status == 1 && outcome.errors.contains("3 written, 2 failed"), "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "line 2, a.png/b.png: its output needs a folder \"a.png\", which is the output of line 1"),
                "\(outcome.errors)")
            #expect(
                outcome.errors.contains("line 4, c.png: its output is a folder that the output of line 3 needs"),
                "\(outcome.errors)")
        }
    }

    /// A user who can write to the output folder must not be able to redirect the journal.
    @Test func linkInTheOutputFolderIsNotUsedAsJournal() throws {
        try #require(Command.makeFolder("\(folder.path)/out"))
        try #require(symlink("../elsewhere", "\(folder.path)/out/penumbra-batch.journal") == 0)
        let outcome = try batch([("scene.json", "in.jpg")])
        #expect(outcome.status == 73 && outcome.errors.contains("symbolic link"), "\(outcome.status) \(outcome.errors)")
        #expect(access("\(folder.path)/elsewhere", F_OK) != 0)
        let named = try batch([("scene.json", "in.jpg")], "--journal", "out/penumbra-batch.journal")
        #expect(named.status == 0 && access("\(folder.path)/elsewhere", F_OK) == 0, "\(named.errors)")
    }

    @Test func pipeIsRefusedAsJournal() throws {
        try #require(mkfifo("\(folder.path)/journal", 0o600) == 0)
        for more in [[], ["--resume"]] {
            _ = folder.file("work/jobs.jsonl", #"{"scene":"scene.json","output":"a.png"}"#)
            let outcome = try Command.run(
                ["batch", "work/jobs.jsonl", "--output-root", "out", "--journal", "journal", "--backend", "cpu"] + more,
                in: folder.path)
            #expect(outcome.status == 73 && outcome.errors.contains("it is a pipe"), "\(outcome.errors)")
        }
        let proof = try folder.run("batch-status", "work/jobs.jsonl", "--output-root", "out", "--journals", "journal")
        #expect(proof.status == 66 && proof.errors.contains("it is a pipe"), "\(proof.errors)")
    }
}
