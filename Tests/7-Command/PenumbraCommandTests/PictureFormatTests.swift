import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timed, .needsCommand)
struct PictureFormatTests {
    let folder: WorkFolder
    let scene: String

    init() throws {
        folder = try WorkFolder()
        scene = folder.file(
            "scene.json",
            #"{"canvas":{"width":40,"height":30},"layers":[{"frame":[5,5,30,20],"backgroundColor":"rgb(200 40 90 / 60%)","shadows":[{}]}]}"#
        )
    }

    private func bytes(_ name: String) -> [UInt8] { Command.bytes(of: "\(folder.path)/\(name)") }

    private func render(_ options: String...) throws -> Int32 {
        try Command.run(["render", scene] + options, in: folder.path).status
    }

    private static func format(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        return bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) ? "webp" : "?"
    }

    @Test func fileEndingOrOptionSetsTheFormat() throws {
        for (name, format) in [("a.png", "png"), ("a.jpg", "jpeg"), ("a.JPEG", "jpeg"), ("a.webp", "webp"), ("plain", "png")] {
            #expect(try render("-o", name) == 0)
            #expect(Self.format(bytes(name)) == format, "\(name)")
        }
        for (option, format) in [("png", "png"), ("jpeg", "jpeg"), ("jpg", "jpeg"), ("webp", "webp")] {
            #expect(try render("--format", option, "-o", "a.tmp") == 0)
            #expect(Self.format(bytes("a.tmp")) == format)
            let streamed = try folder.run("render", scene, "--format", option, "-o", "-")
            #expect(streamed.status == 0 && streamed.output == bytes("a.tmp") && streamed.errors.isEmpty)
        }
    }

    @Test func framesAndDifferencesAreWrittenInTheirFormat() throws {
        let photo = folder.file("photo.jpg", BadInputTests.photo)
        #expect(try folder.run("focus", photo, "--diameter", "20", "-o", "focus.webp").status == 0)
        #expect(Self.format(bytes("focus.webp")) == "webp")
        _ = folder.file("tilt.csv", "0,0,0\n0.04,0.1,0.1\n")
        let outcome = try folder.run("indent", "Hi", "--font-size", "20", "--tilt", "tilt.csv", "-o", "frame-##.jpg")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(Self.format(bytes("frame-00.jpg")) == "jpeg" && Self.format(bytes("frame-01.jpg")) == "jpeg")
        #expect(try render("-o", "a.png") == 0 && render("-o", "a.jpg") == 0)
        #expect(try folder.run("compare", "a.png", "a.jpg", "--diff", "d.webp").status == 1)
        #expect(Self.format(bytes("d.webp")) == "webp")
        #expect(try folder.run("compare", "a.png", "a.jpg", "--diff", "d.gif").status == 64)
    }

    @Test func losslessWebPHasThePixelsOfPNG() throws {
        #expect(try render("-o", "a.png") == 0 && render("--lossless", "-o", "a.webp") == 0)
        #expect(try folder.run("compare", "a.png", "a.webp").status == 0)
        #expect(try render("-o", "b.webp") == 0)
        #expect(try folder.run("compare", "a.png", "b.webp").status == 1)
    }

    @Test func webPIsReadFromTheCommandLineAndInScenes() throws {
        #expect(try render("-o", "a.png") == 0 && render("--lossless", "-o", "a.webp") == 0)
        for picture in ["a.png", "a.webp"] {
            let shown = folder.file(
                "shown.json", #"{"canvas":{"width":40,"height":30},"layers":[{"type":"image","contents":"\#(picture)"}]}"#)
            #expect(try folder.run("render", shown, "-o", "scene-\(picture).png").status == 0)
            #expect(try folder.run("ground", picture, "-o", "ground-\(picture).png").status == 0)
        }
        #expect(bytes("scene-a.png.png") == bytes("scene-a.webp.png") && !bytes("scene-a.webp.png").isEmpty)
        #expect(bytes("ground-a.png.png") == bytes("ground-a.webp.png") && !bytes("ground-a.webp.png").isEmpty)
    }

    @Test func qualityAndMatteChangeTheFile() throws {
        #expect(try render("-o", "plain.jpg") == 0)
        #expect(try render("--quality", "85", "--matte", "#fff", "-o", "same.jpg") == 0)
        #expect(try render("--quality", "30", "-o", "small.jpg") == 0)
        #expect(try render("--matte", "navy", "-o", "navy.jpg") == 0)
        #expect(bytes("same.jpg") == bytes("plain.jpg") && bytes("small.jpg").count < bytes("plain.jpg").count)
        #expect(bytes("navy.jpg") != bytes("plain.jpg"))
        #expect(try render("--quality", "30", "-o", "small.webp") == 0 && render("--quality", "95", "-o", "large.webp") == 0)
        #expect(bytes("small.webp").count < bytes("large.webp").count)
    }

    @Test(arguments: [
        (["-o", "a.gif"], ".png, .jpg (or .jpeg), .webp and .avif"),
        (["-o", "a.png", "--quality", "80"], "--quality is for JPEG, WebP and AVIF"),
        (["-o", "-", "--quality", "80"], "--quality is for JPEG, WebP and AVIF"),
        (["-o", "a.jpg", "--quality", "0"], "1 to 100"),
        (["-o", "a.webp", "--quality", "101"], "1 to 100"), (["-o", "a.jpg", "--lossless"], "--lossless is for WebP"),
        (["-o", "a.webp", "--lossless", "--quality", "9"], "exclude each other"),
        (["-o", "a.webp", "--matte", "red"], "--matte is for JPEG"), (["-o", "a.jpg", "--matte", "#0008"], "transparent"),
        (["-o", "a.jpg", "--format", "png"], "has an ending for JPEG"),
        (["-o", "a.tmp", "--format", "gif"], "'png', 'jpeg', 'webp' or 'avif'"),
    ]) func conflictingFormatOptionsAreWrongUsage(options: [String], words: String) throws {
        for command in [["render", scene], ["cloud"]] {
            let outcome = try Command.run(command + options, in: folder.path)
            #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(Command.names(in: folder.path) == [scene])
    }

    @Test func emittedSceneAloneTakesNoPictureOptions() throws {
        let outcome = try folder.run("cloud", "--emit-scene", "-", "--quality", "80")
        #expect(outcome.status == 64 && outcome.errors.contains("-o"), "\(outcome.errors)")
    }

    @Test func canvasBeyondTheFormatIsRefusedWithTheLimit() throws {
        let wide = folder.file("wide.json", #"{"canvas":{"width":16384,"height":1}}"#)
        let outcome = try folder.run("render", wide, "-o", "wide.webp")
        #expect(outcome.status == 65 && outcome.errors.contains("16383"), "\(outcome.errors)")
        #expect(try folder.run("render", wide, "-o", "wide.jpg").status == 0)
        #expect(!Command.names(in: folder.path).contains("wide.webp"))
    }
}

/// Tests outputs that can't be written.
@Suite(.timed, .needsCommand)
struct OutputTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        _ = folder.file("photo.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/waves.jpg"))
        _ = folder.file(
            "scene.json", #"{"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"photo.jpg"}]}"#)
    }

    @Test func inputIsNotOverwrittenByDefault() throws {
        let before = Command.bytes(of: "\(folder.path)/photo.jpg")
        try #require(symlink("photo.jpg", "\(folder.path)/link.jpg") == 0)
        for arguments in [
            ["curl", "photo.jpg", "-o", "photo.jpg"], ["render", "scene.json", "-o", "./photo.jpg"],
            ["focus", "link.jpg", "-o", "photo.jpg"],
        ] {
            let outcome = try Command.run(arguments, in: folder.path)
            #expect(outcome.status == 64 && outcome.errors.contains("--overwrite"), "\(outcome.errors)")
            #expect(Command.bytes(of: "\(folder.path)/photo.jpg") == before)
        }
        #expect(try folder.run("curl", "photo.jpg", "-o", "photo.jpg", "--overwrite").status == 0)
        #expect(Command.bytes(of: "\(folder.path)/photo.jpg") != before)
    }

    /// The command ends quietly as in `penumbra … | head`.
    @Test func closedOutputPipeEndsTheCommandQuietly() throws {
        let line = "(sleep 0.3; \(Command.path) render scene.json -o -; echo $? >&2) | true; sleep 0.6"
        var outcome = try Command.start(["/bin/sh", "-c", line], in: folder.path).finish()
        for _ in 0..<50 where outcome.errors.isEmpty {
            outcome = try Command.start(["/bin/sh", "-c", line], in: folder.path).finish()
        }
        #expect(outcome.errors == "141\n")
    }

    @Test(.enabled(if: access("/usr/bin/script", X_OK) == 0, "script is not installed: apt-get install bsdutils"))
    func terminalReceivesNoPicture() throws {
        let line = "script -qec '\(Command.path) render scene.json -o -' /dev/null </dev/null"
        let outcome = try Command.start(["/bin/sh", "-c", line], in: folder.path).finish()
        #expect(outcome.status == 64)
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("written to the terminal"))
    }
}
