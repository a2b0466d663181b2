import TestSupport
import Testing

/// Tests mistakes and broken files: one error line with the place, the right exit code, and no leftover files.
@Suite(.timed, .needsCommand)
struct BadInputTests {
    let folder: WorkFolder
    static let photo = Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/waves.jpg")
    static let png = Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/checks.png")

    init() throws {
        folder = try WorkFolder()
    }

    /// Expects one error line that contains all of `words`, the exit code `status`, and no new file.
    private func expect(_ arguments: [String], status: Int32, _ words: [String], line: Int = #line) throws {
        let before = Command.names(in: folder.path)
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(outcome.status == status, "line \(line): \(outcome.errors)")
        #expect(outcome.errorLines.count == 1, "line \(line): \(outcome.errors)")
        #expect(outcome.errors.hasPrefix("penumbra: "), "line \(line): \(outcome.errors)")
        for word in words { #expect(outcome.errors.contains(word), "line \(line): \(outcome.errors)") }
        #expect(Command.names(in: folder.path) == before, "line \(line): a file is left behind")
    }

    @Test func truncatedPicturesAreErrors() throws {
        let shortPhoto = folder.file("short.jpg", Array(Self.photo.prefix(Self.photo.count / 2)))
        try expect(["curl", shortPhoto, "-o", "o.png"], status: 65, ["short.jpg", "cut short"])
        let shortPNG = folder.file("short.png", Array(Self.png.prefix(Self.png.count / 2)))
        try expect(["curl", shortPNG, "-o", "o.png"], status: 65, ["short.png", "PNG"])
        try expect(["curl", folder.file("empty.png", [UInt8]()), "-o", "o.png"], status: 65, ["empty"])
        try expect(["curl", folder.file("text.png", "hello"), "-o", "o.png"], status: 65, ["not a picture"])
    }

    @Test func pngBombIsRefusedByItsHeader() throws {
        // Only an IHDR of 65535 × 65535, with a correct checksum.
        let bytes: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF,
            0xFF,
            8, 6, 0, 0, 0, 0xB6, 0x05, 0xD9, 0x50, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
        ]
        try expect(["curl", folder.file("bomb.png", bytes), "-o", "o.png"], status: 65, ["bomb.png", "65535×65535", "16384"])
    }

    /// Scales multiply until a motion blur is beyond all numbers.
    @Test func blursBeyondAllNumbersAreErrors() throws {
        let depth = 34
        let outer = ##"{"frame":[0,0,64,64],"anchorPoint":[0,0],"transform":"scale(1e9, 1)","sublayers":["##
        func scene(_ blur: String) -> String {
            let inner = ##"{"frame":[0,0,4,4],"backgroundColor":"red","transform":"rotate(45deg)","blur":\##(blur)}"##
            return ##"{"canvas":{"width":64,"height":64},"layers":["## + String(repeating: outer, count: depth) + inner
                + String(repeating: "]}", count: depth) + "]}"
        }
        for blur in [
            ##"{"type":"motion","radius":1e9,"angle":45}"##, ##"{"type":"zoom","amount":0.5,"center":[1e9,-1e9]}"##,
            ##"{"type":"lens","radius":1e9}"##,
        ] {
            try expect(
                ["render", folder.file("scene.json", scene(blur)), "-o", "o.png"], status: 65,
                ["Lower the scale or move the path towards the canvas"])
        }
    }

    @Test func unreadableFilesAreErrors() throws {
        try expect(["curl", "none.jpg", "-o", "o.png"], status: 66, ["none.jpg", "no such file"])
        try expect(["curl", ".", "-o", "o.png"], status: 66, ["folder"])
        try expect(["curl", "/proc/self/mem", "-o", "o.png"], status: 66, ["/proc/self/mem"])
        try expect(["render", "none.json", "-o", "o.png"], status: 66, ["none.json"])
    }

    static let scenes: [(scene: String, words: [String])] = [
        (
            #"{"canvas":{"width":9,"height":9},"layers":[{"bakgroundColor":"red"}]}"#,
            ["layers[0].bakgroundColor", "backgroundColor"]
        ),
        (
            #"{"canvas":{"width":9,"height":9},"layers":[{"shadows":[{},{"raduis":3}]}]}"#,
            ["layers[0].shadows[1].raduis", "radius"]
        ),
        (
            #"{"canvas":{"width":9,"height":9},"layers":[{"type":"shape","path":"M0 0L5 x"}]}"#,
            ["layers[0].path", "character 8"]
        ),
        (#"{"canvas":{"width":NaN,"height":9}}"#, ["line 1, column 20", "NaN"]),
        (#"{"canvas":{"width":1e400,"height":9}}"#, ["1e400"]),
        (#"{"canvas":{"width":0,"height":0}}"#, ["canvas.width"]),
        (#"{"canvas":{"width":100000,"height":100000}}"#, ["100000×100000", "16384", "--max-canvas-side"]),
        (#"{"canvas":{"width":9,"height":9},"layers":[{"opacity":1.5}]}"#, ["layers[0].opacity", "1.5"]),
        (#"{"canvas":{"width":9,"height":9},"layers":[{"boxShadow":"0 1em red"}]}"#, ["layers[0].boxShadow", "\"em\""]),
        (#"{"canvas":{"width":9,"height":9},"layers":[{"type":"shape","path":"M0 0H9e8V9Z"}]}"#, ["layers[0]", "131072"]),
        (#"{"canvas":{"width":9,"height":9}"#, ["line 1"]),
        ("", ["line 1, column 1", "the document ends"]),
    ]

    @Test(arguments: scenes.indices)
    func invalidScenesAreErrors(index: Int) throws {
        let (scene, words) = Self.scenes[index]
        try expect(["render", folder.file("scene.json", scene), "-o", "o.png"], status: 65, words)
    }

    @Test func missingPictureIsNamedWithItsPlace() throws {
        let scene = folder.file(
            "scene.json", #"{"canvas":{"width":9,"height":9},"layers":[{"sublayers":[{"type":"image","contents":"no.png"}]}]}"#)
        try expect(["render", scene, "-o", "o.png"], status: 66, ["layers[0].sublayers[0].contents", "no.png"])
        let mask = folder.file(
            "mask.json", #"{"canvas":{"width":9,"height":9},"layers":[{"mask":{"type":"image","contents":"no.png"}}]}"#)
        try expect(["render", mask, "-o", "o.png"], status: 66, ["layers[0].mask.contents", "no.png"])
    }

    @Test func unknownParametersAreErrors() throws {
        let scene = folder.file("scene.json", #"{"parameters":{"title":1},"canvas":{"width":9,"height":9}}"#)
        try expect(["render", scene, "--set", "titel=2", "-o", "o.png"], status: 65, ["titel", "title"])
        try expect(["render", scene, "--set", "title", "-o", "o.png"], status: 64, ["name=value"])
    }

    @Test func unwritableOutputsAreErrors() throws {
        let photo = folder.file("photo.jpg", Self.photo)
        try expect(["curl", photo, "-o", "/dev/full"], status: 74, ["/dev/full", "disk is full"])
        try expect(["curl", photo, "-o", "none/o.png"], status: 73, ["none/o.png", "folder"])
        try expect(["curl", photo, "-o", "."], status: 73, ["folder"])
    }

    @Test func unknownBackendsAreErrors() throws {
        let photo = folder.file("photo.jpg", Self.photo)
        try expect(["curl", photo, "-o", "o.png", "--backend", "cpu", "--device", "egl:0"], status: 64, ["egl:0"])
        try expect(["curl", photo, "-o", "o.png", "--device", "banana"], status: 64, ["banana", "egl:0"])
        try expect(["curl", photo, "-o", "o.png", "--device", "egl:99"], status: 69, ["egl:99"])
        try expect(["curl", photo, "-o", "o.png", "--backend", "gpu", "--shaders", "none"], status: 66, ["none"])
    }

    @Test(arguments: [
        ["curl", "photo.jpg", "--siz", "3", "-o", "o.png"], ["curl", "photo.jpg"],
        ["curl", "photo.jpg", "-o", "o.png", "--size", "0x4"],
        ["curl", "photo.jpg", "-o", "o.png", "--shadow-opacity", "1.5"],
        ["curl", "photo.jpg", "-o", "o.png", "--threads", "0"],
        ["curl", "photo.jpg", "-o", "o.png", "--background", "blurple"], ["render"], ["nonsense"], ["compare", "a.png"],
        ["bench", "kernels", "--repeats", "0"], ["curl", "photo.jpg", "-o", "o.png", "--shadow-radius", "nan"],
    ])
    func wrongUsageExitsWith64(arguments: [String]) throws {
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("penumbra: "), "\(outcome.errors)")
        #expect(Command.names(in: folder.path).isEmpty)
    }

    /// An unknown option is reported before its effects, such as a missing output or a manifest that is its value.
    @Test(arguments: [
        (["render", "a.json", "--out", "a.png"], "'--out'. Did you mean '--output'?"),
        (
            ["batch", "--template", "a.json", "--rows", "a.csv", "-o", "${a}.png", "--ouput-root", "b"],
            "'--ouput-root'. Did you mean '--output-root'?"
        ),
        (["batch", "--template", "a.json", "--csv", "a.csv"], "'--csv'."),
        (["batch", "--template", "a.json", "--csv=a.csv", "jobs.jsonl"], "'--csv'."),
        (["batch-status", "--report", "a.json", "--jurnal", "b", "a.jsonl"], "'--jurnal'. Did you mean '--journal'?"),
        (["bench", "run", "--repets", "3"], "'--repets'. Did you mean '--repeats'?"),
    ])
    func unknownOptionsAreNamed(arguments: [String], message: String) throws {
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(
            outcome.status == 64 && outcome.errors.hasPrefix("penumbra: Unknown option \(message)\nUsage: "),
            "\(outcome.errors)")
    }

    @Test func optionValuesMayBeginWithAHyphen() throws {
        for arguments in [["convert", "--css", "--css"], ["indent", "--text", "-5%", "--padding", "-1", "-o", "o.png"]] {
            let outcome = try Command.run(arguments, in: folder.path)
            #expect(!outcome.errors.contains("Unknown") && !outcome.errors.contains("'--text"), "\(outcome.errors)")
        }
    }

    @Test func invalidMeshPathsAreErrors() throws {
        try expect(["mesh", "M0 0L"], status: 65, ["character"])
        try expect(["mesh", "M0 0H1e7V5Z"], status: 65, ["131072"])
    }
}
