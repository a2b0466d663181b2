import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests which files scenes may read: files in their own folder and in the roots that the user names.
@Suite(.timed, .needsCommand)
struct FileRootsCommandTests {
    let folder: WorkFolder

    /// `scenes/scene.json` shows `${photo}`. The file `scenes/in.jpg` lies beside it; `photos/out.jpg` and `out.jpg` don't.
    init() throws {
        folder = try WorkFolder()
        for name in ["scenes", "scenes/sub", "photos"] { try #require(Command.makeFolder("\(folder.path)/\(name)")) }
        for name in ["scenes/in.jpg", "scenes/sub/in.jpg", "photos/out.jpg", "out.jpg"] {
            _ = folder.file(name, BadInputTests.photo)
        }
        _ = folder.file("scenes/scene.json", Self.scene)
        _ = folder.file("scenes/sub/scene.json", Self.scene)
        try #require(symlink("../photos", "\(folder.path)/scenes/link") == 0)
    }

    private static let scene =
        #"{"parameters":{"photo":"in.jpg"},"canvas":{"width":30,"height":20},"layers":[{"type":"image","frame":[0,0,30,20],"contents":"${photo}"}]}"#

    private func render(_ photo: String, _ more: String...) throws -> Command.Outcome {
        unlink("\(folder.path)/a.png")
        return try Command.run(
            ["render", "scenes/scene.json", "--set", "photo=\(photo)", "-o", "a.png", "--backend", "cpu"] + more,
            in: folder.path)
    }

    private var isWritten: Bool { access("\(folder.path)/a.png", F_OK) == 0 }

    @Test(arguments: ["in.jpg", "sub/in.jpg", "sub/../in.jpg", "../scenes/in.jpg", "ABSOLUTE/scenes/in.jpg"])
    func sceneReadsFilesBelowItsFolder(_ photo: String) throws {
        let outcome = try render(photo.replacing("ABSOLUTE", with: folder.path))
        #expect(outcome.status == 0 && isWritten, "\(outcome.errors)")
    }

    @Test(arguments: ["../out.jpg", "../photos/out.jpg", "link/out.jpg", "ABSOLUTE/out.jpg", "sub/../../out.jpg"])
    func sceneReadsFilesElsewhereOnlyBelowARoot(_ photo: String) throws {
        let photo = photo.replacing("ABSOLUTE", with: folder.path)
        let refused = try render(photo)
        #expect(refused.status == 66 && !isWritten)
        #expect(
            refused.errorLines.count == 1 && refused.errors.contains("layers[0].contents: cannot read"), "\(refused.errors)")
        #expect(refused.errors.contains("outside \"scenes\"; to allow it, name its folder with --root"), "\(refused.errors)")
        for roots in [
            ["--root", "."], ["--root", "/"], ["--root", folder.path], ["--root", "scenes", "--root", folder.path],
        ] {
            let outcome = try Command.run(
                ["render", "scenes/scene.json", "--set", "photo=\(photo)", "-o", "a.png", "--backend", "cpu"] + roots,
                in: folder.path)
            #expect(outcome.status == 0, "\(roots): \(outcome.errors)")
        }
        #expect(try folder.run("plan", "scenes/scene.json", "--set", "photo=\(photo)").status == 66)
        #expect(try folder.run("plan", "scenes/scene.json", "--set", "photo=\(photo)", "--root", ".").status == 0)
    }

    @Test func invalidRootsAreNamed() throws {
        for root in ["none", "out.jpg"] {
            let outcome = try render("in.jpg", "--root", root)
            #expect(outcome.status == 66 && outcome.errors.contains("cannot read \"\(root)\""), "\(outcome.errors)")
        }
    }

    /// The command waits for none of these files.
    @Test func pipesDevicesAndFoldersAreRefusedByName() throws {
        try #require(mkfifo("\(folder.path)/scenes/pipe", 0o600) == 0)
        for (photo, words) in [
            ("pipe", "it is a pipe"), ("/dev/zero", "it is a device"), ("sub", "it is a folder"),
            ("/proc/self/fd/0", "of /proc is not followed"),
        ] {
            let outcome = try render(photo, "--root", "/")
            #expect(outcome.status == 66 && outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["/etc/passwd", "../font.ttf", ":file=/etc/passwd", "x:file=/etc/passwd"])
    func fontFilesOutsideTheSceneFolderAreRefused(_ font: String) throws {
        _ = folder.file("font.ttf", "no font")
        _ = folder.file(
            "scenes/text.json", #"{"canvas":{"width":9,"height":9},"layers":[{"type":"text","string":"a","font":"\#(font)"}]}"#)
        let outcome = try folder.run("render", "scenes/text.json", "-o", "a.png", "--backend", "cpu")
        #expect(outcome.status == 66 && !isWritten, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("layers[0].font: the font \"") && !outcome.errors.contains("no font that FreeType"),
            "\(outcome.errors)")
    }

    /// A pattern describes a font's properties, not its location.
    @Test func fontPatternNamesNoFile() throws {
        func picture(_ font: String) throws -> [UInt8] {
            _ = folder.file(
                "scenes/text.json",
                #"{"canvas":{"width":30,"height":30},"layers":[{"type":"text","string":"ab","font":"\#(font)"}]}"#)
            try #require(try folder.run("render", "scenes/text.json", "-o", "a.png", "--backend", "cpu").status == 0)
            return Command.bytes(of: "\(folder.path)/a.png")
        }
        #expect(try picture("sans-serif:file=passwd") == picture("sans-serif"))
    }

    // MARK: Files named on the command line

    @Test func filesNamedByTheUserAreReadAnywhere() throws {
        try #require(Command.makeFolder("\(folder.path)/work"))
        let outcome = try Command.run(
            ["curl", "../photos/out.jpg", "-o", "../a.png", "--backend", "cpu"], in: "\(folder.path)/work")
        #expect(outcome.status == 0 && isWritten, "\(outcome.errors)")
        let filled = try Command.run(
            ["indent", "--path", "M0 0H20V20H0Z", "--fill", "../out.jpg", "-o", "../b.png", "--backend", "cpu"],
            in: "\(folder.path)/work")
        #expect(filled.status == 0, "\(filled.errors)")
    }

    @Test(arguments: [
        "cat out.jpg | PENUMBRA curl /dev/stdin -o a.png", "cat out.jpg | PENUMBRA curl - -o a.png",
        "(sleep 0.2; cat out.jpg) > pipe & PENUMBRA curl pipe -o a.png",
        "PENUMBRA curl /dev/fd/3 -o a.png 3< out.jpg", "cat scenes/in.json | PENUMBRA render /dev/stdin -o a.png",
        "(sleep 0.2; cat jobs.jsonl) > pipe & PENUMBRA batch pipe --output-root . --backend cpu",
    ])
    func pipesNamedByTheUserAreRead(_ script: String) throws {
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        _ = folder.file("scenes/in.json", Self.scene.replacing("in.jpg", with: "scenes/in.jpg"))
        _ = folder.file("jobs.jsonl", #"{"scene":"scenes/scene.json","output":"a.png"}"# + "\n")
        let outcome = try Command.start(["/bin/sh", "-c", script.replacing("PENUMBRA", with: Command.path)], in: folder.path)
            .finish()
        #expect(outcome.status == 0 && isWritten, "\(outcome.errors)")
    }

    /// After a signal, the command stops waiting for a manifest's pipe that nobody writes to.
    @Test(arguments: [
        ["batch", "pipe"],
        ["batch", "--template", "scenes/scene.json", "--rows", "pipe", "--rows-format", "csv", "--output", "${a}.png"],
    ])
    func signalEndsTheWaitForAManifestPipe(_ arguments: [String]) throws {
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let running = try Command.start([Command.path] + arguments + ["--backend", "cpu"], in: folder.path)
        // Long enough for the command to start waiting, even on a busy host.
        sleep(1)
        running.send(SIGINT)
        var info = siginfo_t()
        var waited = 0
        while waitid(P_PID, id_t(running.process), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo == 0, waited < 200 {
            usleep(50_000)
            waited += 1
        }
        if waited == 200 { running.send(SIGKILL) }
        #expect(running.finish().status == 130)
    }

    @Test func tableFileReadsOnlyBelowItsFolder() throws {
        _ = folder.file("scenes/rows.json", #"[{"height": 30, "image": "../out.jpg"}]"#)
        let refused = try folder.run("table", "scenes/rows.json", "-o", "a.png", "--backend", "cpu")
        #expect(
            refused.status == 66 && refused.errors.contains("rows[0].image") && refused.errors.contains("--root"),
            "\(refused.errors)")
        #expect(try folder.run("table", "scenes/rows.json", "-o", "a.png", "--backend", "cpu", "--root", ".").status == 0)
        _ = folder.file("scenes/rows.json", #"{"rows": [{"height": 30, "title": "a"}], "font": "/etc/passwd"}"#)
        let font = try folder.run("table", "scenes/rows.json", "-o", "a.png", "--backend", "cpu")
        #expect(font.status == 66 && font.errors.contains("--root"), "\(font.errors)")
        let named = try folder.run("table", "scenes/rows.json", "-o", "a.png", "--backend", "cpu", "--font", "./out.jpg")
        #expect(named.status == 65 && named.errors.contains("no font that FreeType reads"), "\(named.errors)")
    }

    @Test func addedFontsAreFoundByTheirFamily() throws {
        let folder = try BatchFolder()
        let text = #"{"type": "text", "frame": [0, 0, 90, 20], "string": "AB", "font": "Penumbra Layers"}"#
        let scene = folder.folder.file("fonts.json", #"{"canvas": {"width": 90, "height": 20}, "layers": [\#(text)]}"#)
        func inspected(_ path: String) throws -> Command.Outcome {
            try Command.run(["inspect", scene, "--json", "--fonts", path], in: folder.path)
        }
        let fonts = "\(Command.root)/Tests/Corpus/fonts"
        for path in [fonts, "\(fonts)/layers.ttf"] {
            let outcome = try inspected(path)
            #expect(
                outcome.status == 0 && outcome.errors.isEmpty
                    && String(decoding: outcome.output, as: UTF8.self).contains("Penumbra Layers"), "\(outcome)")
        }
        for path in ["\(fonts)/none", "\(fonts)/README.md"] {
            let outcome = try inspected(path)
            #expect(outcome.status == 66 && outcome.errors.hasPrefix("penumbra: --fonts: "), "\(outcome)")
        }
    }
}
