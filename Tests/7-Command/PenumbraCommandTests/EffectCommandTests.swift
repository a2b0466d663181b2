import TestSupport
import Testing

/// Tests the effects' commands: their outputs, their messages, and whether their scenes draw the same files.
@Suite(.timed, .needsCommand)
struct EffectCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        _ = folder.file("photo.jpg", BadInputTests.photo)
        _ = folder.file("logo.png", BadInputTests.png)
        _ = folder.file(
            "rows.json",
            #"[{"height": 30, "title": "One"}, {"height": 40, "image": "photo.jpg"}, {"height": 20, "gradient": {"colors": ["red", "blue"]}}]"#
        )
        _ = folder.file("tilt.csv", "time,ax,ay\n0,0,-1\n0.5,1,0\n1,0.05,0.05\n")
        _ = folder.file("track.csv", "# a circle\ntime, centerX, centerY, diameter\r\n0, 0.2, 0.5, 10\r\n1, 0.8, 0.5, 30\r\n")
    }

    private func bytes(_ name: String) -> [UInt8] { Command.bytes(of: "\(folder.path)/\(name)") }

    /// Runs the command and expects success.
    private func run(_ arguments: [String], line: Int = #line) throws {
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(outcome.status == 0, "line \(line), \(arguments): \(outcome.errors)")
    }

    /// Runs the command and expects one error line with all of `words`, the exit code `status`, and no new file.
    private func expect(_ arguments: [String], status: Int32, _ words: [String], line: Int = #line) throws {
        let before = Command.names(in: folder.path)
        let outcome = try Command.run(arguments, in: folder.path)
        #expect(outcome.status == status, "line \(line), \(arguments): \(outcome.errors)")
        if status != 64 { #expect(outcome.errorLines.count == 1, "line \(line): \(outcome.errors)") }
        for word in words { #expect(outcome.errors.contains(word), "line \(line), \(word): \(outcome.errors)") }
        #expect(Command.names(in: folder.path) == before, "line \(line): a file is left behind")
    }

    static let examples: [[String]] = [
        ["indent", "Ag", "--background", "#ccd"],
        ["indent", "logo.png", "--fill", "photo.jpg", "--angle", "30", "--clip-for-any-alpha"],
        ["indent", "Ag", "--fill", ##"{"colors": ["#f80", "#c04"]}"##, "--style", "relief", "--draws-original"],
        ["indent", "--path", "M0 40L40 0L80 40L40 80Z", "--outside", "empty", "--color", "red", "--style", "emboss"],
        ["indent", "--text", "logo.png", "--label", "--font-size", "17"],
        ["cloud"], ["cloud", "--size", "90x40", "--line-thickness", "0", "--shadow-distance", "9", "--background", "white"],
        ["ground", "logo.png"], ["ground", "Ag", "--style", "contact"], ["ground", "--image", "logo.png", "--style", "lifted"],
        ["ground", "--path", "M50 0L79 90L2 35H98L21 90Z", "--fill-rule", "evenodd", "--flatten", "-0.4", "--skew", "20"],
        ["card", "Ag", "--photo", "photo.jpg", "--logo", "logo.png", "--avatar", "photo.jpg", "--author", "Ag", "--tag", "A"],
        ["card", "Ag", "--style", "glass", "--photo", "photo.jpg"], ["card", "Ag", "--style", "dark", "--size", "400x200"],
        ["table", "rows.json"],
        ["table", "rows.json", "--scroll-offset", "-12.5", "--title", "Ag", "--separator-color", "gray"],
        ["focus", "photo.jpg"], ["focus", "photo.jpg", "--sharp", "--center", "0.3,0.4", "--diameter", "20"],
        ["focus", "photo.jpg", "--style", "blur", "--blur-radius", "4", "--size", "90x60"],
        ["focus", "photo.jpg", "--style", "progressive", "--feather", "30", "--diameter", "10", "--feather-location", "1"],
    ]

    @Test(arguments: examples)
    func emittedEffectSceneDrawsTheSamePicture(arguments: [String]) throws {
        try run(arguments + ["--scale", "1.5", "-o", "a.png", "--emit-scene", "a.json"])
        try run(["render", "a.json", "-o", "b.png"])
        #expect(bytes("a.png") == bytes("b.png") && bytes("a.png").count > 100)
    }

    static let changes: [(base: [String], changes: [[String]])] = [
        (
            ["indent", "Ag", "--background", "gray", "--padding", "20"],
            [
                ["--outside-offset", "2,2"], ["--outside-offset=-2,2"], ["--outside-blur", "5"], ["--outside-color", "red"],
                ["--inside-offset", "-1,4"], ["--inside-blur", "7"], ["--inside-color", "blue"], ["--clip-for-any-alpha"],
                ["--draws-original"], ["--color", "lime"], ["--fill", "yellow"], ["--fill", "photo.jpg"],
                ["--style", "emboss"],
                ["--style", "relief"], ["--angle", "-45"], ["--label"], ["--padding", "21"], ["--background", "white"],
                ["--font", "DejaVu Sans Mono"], ["--font-size", "40"], ["--size", "90x90"], ["--scale", "2"],
            ]
        ),
        (
            ["cloud", "--padding", "9", "--background", "skyblue"],
            [
                ["--size", "210x120"], ["--inner-color", "yellow"], ["--outer-color", "red"], ["--line-thickness", "5"],
                ["--stroke-color", "red"], ["--shadow-distance", "200"], ["--shadow-color", "red"],
                ["--shadow-opacity", "0.5"],
                ["--shadow-radius", "1"], ["--opacity", "1"], ["--padding", "10"], ["--background", "white"], ["--scale", "2"],
            ]
        ),
        (
            ["ground", "logo.png", "--padding", "9", "--background", "white"],
            [
                ["--style", "contact"], ["--style", "lifted"], ["--flatten", "0.3"], ["--flatten", "-0.5"], ["--skew", "10"],
                ["--foot", "3,4"], ["--shadow-color", "red"], ["--shadow-opacity", "1"], ["--shadow-offset", "-3,5"],
                ["--shadow-radius", "9"], ["--padding", "10"], ["--size", "90x90"],
            ]
        ),
        (
            ["card", "Ag", "--author", "Ag", "--logo", "logo.png"],
            [
                ["--subtitle", "A"], ["--author", "Gg"], ["--avatar", "photo.jpg"], ["--date", "A"], ["--tag", "A"],
                ["--tag", "A", "--tag", "g"], ["--photo", "photo.jpg"], ["--style", "dark"],
                ["--style", "glass"], ["--accent", "red"], ["--font", "DejaVu Sans Mono"], ["--size", "300"],
                ["--size", "400x300"],
            ]
        ),
        (
            ["table", "rows.json", "--title", "Ag"],
            [
                ["--width", "300"], ["--height", "100"], ["--navigation-bar-height", "50"], ["--navigation-bar-color", "red"],
                ["--title", "Gg"], ["--title-color", "red"], ["--scroll-offset", "10"], ["--background", "red"],
                ["--separator-color", "red"], ["--font", "DejaVu Sans Mono"], ["--font-size", "12"], ["--text-color", "red"],
            ]
        ),
        (
            ["focus", "photo.jpg", "--diameter", "20"],
            [
                ["--style", "blur"], ["--style", "progressive"], ["--center", "0.1,0.2"], ["--diameter", "21"],
                ["--feather", "20"],
                ["--feather-location", "0.9"], ["--sharp"], ["--strength", "0.9"], ["--dim-color", "red"], ["--size", "70x40"],
            ]
        ),
    ]

    @Test(arguments: changes.indices)
    func effectOptionsAllChangeThePicture(index: Int) throws {
        let (base, changes) = Self.changes[index]
        try run(base + ["-o", "plain.png"])
        for change in changes {
            // A changed option replaces the first option of the same name.
            var arguments = base
            if let name = change.first, let at = arguments.firstIndex(of: name) { arguments.removeSubrange(at...(at + 1)) }
            try run(arguments + change + ["-o", "o.png"])
            #expect(bytes("o.png") != bytes("plain.png"), "\(change)")
        }
    }

    @Test func textEndingLikeAPictureNeedsTheTextOption() throws {
        try expect(["indent", "none.png", "-o", "o.png"], status: 66, ["none.png", "no such file"])
        try run(["indent", "--text", "none.png", "-o", "o.png"])
    }

    @Test func effectFramesAreNumbered() throws {
        try run(["cloud", "--motion", "M0 0H100", "--frames", "3", "-o", "c-##.png", "--emit-scene", "c-%03d.json"])
        try run(["indent", "Ag", "--tilt", "tilt.csv", "-o", "i.png"])
        try run(["focus", "photo.jpg", "--track", "track.csv", "-o", "f#.png"])
        try run(["focus", "photo.jpg", "--track", "track.csv", "--frames-per-second", "4", "-o", "g%d.png"])
        let names = Command.names(in: folder.path)
        let expected = [
            "c-00.png", "c-01.png", "c-02.png", "c-000.json", "c-001.json", "c-002.json", "i-0000.png", "i-0001.png",
            "i-0002.png",
            "f0.png", "f1.png", "g0.png", "g1.png", "g2.png", "g3.png",
        ]
        #expect(expected.allSatisfy(names.contains) && names.count == expected.count + 5, "\(names)")
        // Each frame equals its scene. The third tilt is within the dead zone. A loop would repeat the last row of a track.
        try run(["render", "c-001.json", "-o", "o.png"])
        #expect(bytes("o.png") == bytes("c-01.png") && bytes("c-00.png") != bytes("c-01.png"))
        #expect(bytes("i-0000.png") != bytes("i-0001.png") && bytes("i-0001.png") == bytes("i-0002.png"))
        #expect(bytes("g0.png") == bytes("f0.png"))
        try run(["focus", "photo.jpg", "--center", "0.5,0.5", "--diameter", "20", "-o", "o.png"])
        #expect(bytes("o.png") == bytes("g2.png"))
    }

    @Test func indentLabelOptionSetsOnlyShadows() throws {
        try run(["indent", "Ag", "--label", "-o", "a.png"])
        try run([
            "indent", "Ag", "--clip-for-any-alpha", "--outside-blur", "1", "--inside-offset", "0,4", "--inside-blur", "6",
            "-o", "b.png",
        ])
        #expect(bytes("a.png") == bytes("b.png"))
    }

    @Test func standardStreamsCarryPicturesAndRows() throws {
        let ground = try folder.run("ground", "--image", "-", "-o", "-", input: "\(folder.path)/logo.png")
        try run(["ground", "logo.png", "-o", "o.png"])
        #expect(ground.output == bytes("o.png") && ground.errors.isEmpty)
        let table = try folder.run("table", "-", "-o", "-", input: "\(folder.path)/rows.json")
        try run(["table", "rows.json", "-o", "o.png"])
        #expect(table.output == bytes("o.png"), "\(table.errors)")
    }

    @Test func optionsTakePrecedenceOverTheTable() throws {
        _ = folder.file("all.json", #"{"rows": [{"height": 20}], "width": 70, "scrollOffset": -9, "background": "red"}"#)
        _ = folder.file("few.json", #"{"rows": [{"height": 20}]}"#)
        try run(["table", "all.json", "-o", "a.png"])
        try run(["table", "few.json", "--width", "70", "--scroll-offset", "-9", "--background", "red", "-o", "b.png"])
        #expect(bytes("a.png") == bytes("b.png"))
        try run(["table", "all.json", "--width", "80", "-o", "c.png"])
        #expect(bytes("c.png") != bytes("a.png"))
    }

    // MARK: - Mistakes

    @Test(arguments: [
        ["indent", "A", "--insideblur", "3", "-o", "o.png"], ["indent", "A"], ["indent", "-o", "o.png"],
        ["indent", "", "-o", "o.png"],
        ["indent", "A", "--text", "B", "-o", "o.png"], ["indent", "A", "--style", "sunken", "-o", "o.png"],
        ["indent", "A", "--outside-blur", "-1", "-o", "o.png"], ["indent", "A", "--angle", "nan", "-o", "o.png"],
        ["indent", "A", "--outside", "mud", "-o", "o.png"], ["indent", "A", "--inside-color", "blurple", "-o", "o.png"],
        ["indent", "A", "--inside-offset", "1", "-o", "o.png"], ["indent", "A", "--fill", "blurple", "-o", "o.png"],
        ["indent", "A", "--tilt", "tilt.csv", "-o", "-"], ["indent", "A", "--font-size", "0", "-o", "o.png"],
        ["cloud", "--siz", "9", "-o", "o.png"], ["cloud"], ["cloud", "--size", "0x9", "-o", "o.png"],
        ["cloud", "--opacity", "2", "-o", "o.png"],
        ["cloud", "--frames", "3", "-o", "o.png"], ["cloud", "--motion", "M0 0H9", "-o", "o.png"],
        ["cloud", "--motion", "M0 0H9", "--frames", "0", "-o", "o.png"], ["cloud", "--canvas", "90x90", "-o", "o.png"],
        ["cloud", "--motion", "M0 0H9", "--frames", "2", "-o", "-"], ["cloud", "--scale", "0", "-o", "o.png"],
        ["ground", "-o", "o.png"], ["ground", "A"], ["ground", "A", "--flaten", "1", "-o", "o.png"],
        ["ground", "A", "--skew", "90", "-o", "o.png"],
        ["ground", "A", "--style", "curl", "-o", "o.png"], ["ground", "A", "--shadow-opacity", "-0.1", "-o", "o.png"],
        ["card", "-o", "o.png"], ["card", "A"], ["card", "A", "--style", "matt", "-o", "o.png"],
        ["card", "A", "--size", "0x9", "-o", "o.png"], ["card", "A", "--accent", "blurple", "-o", "o.png"],
        ["table", "-o", "o.png"], ["table", "rows.json"], ["table", "rows.json", "--wdith", "3", "-o", "o.png"],
        ["table", "rows.json", "--width", "0", "-o", "o.png"], ["table", "rows.json", "--scroll-offset", "inf", "-o", "o.png"],
        ["focus", "-o", "o.png"], ["focus", "photo.jpg"], ["focus", "photo.jpg", "--diametre", "3", "-o", "o.png"],
        ["focus", "photo.jpg", "--diameter", "-3", "-o", "o.png"],
        ["focus", "photo.jpg", "--feather-location", "1.1", "-o", "o.png"],
        ["focus", "photo.jpg", "--frames-per-second", "5", "-o", "o.png"],
        ["focus", "photo.jpg", "--style", "bokeh", "-o", "o.png"],
        ["focus", "photo.jpg", "--track", "track.csv", "--diameter", "3", "-o", "o.png"],
        ["focus", "photo.jpg", "--track", "track.csv", "--frames-per-second", "0", "-o", "o.png"],
    ])
    func wrongUsageExitsWith64(arguments: [String]) throws {
        try expect(arguments, status: 64, [])
    }

    @Test func misspeltOptionsSuggestTheNearest() throws {
        try expect(["focus", "photo.jpg", "--diametre", "3", "-o", "o.png"], status: 64, ["--diametre", "--diameter"])
        try expect(["ground", "A", "--flaten", "1", "-o", "o.png"], status: 64, ["--flaten", "--flatten"])
        try expect(["indent", "A", "--pading", "1", "-o", "o.png"], status: 64, ["--pading", "--padding"])
        try expect(["cloud", "--opacty", "1", "-o", "o.png"], status: 64, ["--opacty", "--opacity"])
        try expect(["table", "rows.json", "--titel", "1", "-o", "o.png"], status: 64, ["--titel", "--title"])
    }

    @Test func brokenAndMissingInputsAreErrors() throws {
        try expect(["indent", "--path", "M0 0L", "-o", "o.png"], status: 65, ["--path", "character"])
        try expect(["ground", "--path", "M0 0H9", "-o", "o.png"], status: 65, ["--path", "covers nothing"])
        try expect(["cloud", "--motion", "M0 0x", "--frames", "2", "-o", "o.png"], status: 65, ["--motion", "character 5"])
        try expect(["cloud", "--motion", "", "--frames", "2", "-o", "o.png"], status: 65, ["--motion", "empty"])
        try expect(["focus", "none.jpg", "-o", "o.png"], status: 66, ["none.jpg"])
        try expect(["indent", "A", "--fill", "none.jpg", "-o", "o.png"], status: 66, ["none.jpg"])
        try expect(["indent", "A", "--tilt", "none.csv", "-o", "o.png"], status: 66, ["none.csv"])
        try expect(["card", "A", "--photo", "none.jpg", "-o", "o.png"], status: 66, ["none.jpg"])
        try expect(["table", "none.json", "-o", "o.png"], status: 66, ["none.json"])
        _ = folder.file("text.png", "hello")
        try expect(["ground", "text.png", "-o", "o.png"], status: 65, ["text.png", "not a picture"])
        try expect(["indent", "A", "--font", "./none.ttf", "-o", "o.png"], status: 66, ["none.ttf"])
    }

    static let lists: [(text: String, words: [String])] = [
        ("0,0.5,0.5,9\n0,0.5,0.5,9\n", ["line 2", "time 0", "after"]),
        ("time,x,y,d\n1,0.5,0.5,9\n\n0.5,0.5,0.5,9\n", ["line 4", "0.5", "after 1"]),
        ("0,0.5,0.5\n", ["line 1", "3 values", "expected 4", "diameter"]),
        ("0,0.5,left,9\n", ["line 1", "left", "centerY", "a number"]),
        ("# none\n0,0.5,nan,9\n", ["line 2", "nan", "centerY"]),
        ("0,0.5,0.5,-9\n", ["line 1", "-9", "diameter", "0 to 65536"]),
        ("", ["no rows", "time,centerX"]), ("time,centerX,centerY,diameter\n", ["no rows"]),
    ]

    @Test(arguments: lists.indices)
    func mistakesInListsNameTheirLine(index: Int) throws {
        let (text, words) = Self.lists[index]
        _ = folder.file("bad.csv", text)
        try expect(["focus", "photo.jpg", "--track", "bad.csv", "-o", "o.png"], status: 65, ["bad.csv"] + words)
    }

    @Test func tooManyFramesAreRefused() throws {
        _ = folder.file("long.csv", "0,0,0,1\n1e6,1,1,1\n")
        try expect(
            ["focus", "photo.jpg", "--track", "long.csv", "--frames-per-second", "30", "-o", "o.png"], status: 65,
            ["long.csv", "100000", "--frames-per-second"])
    }

    static let tables: [(text: String, words: [String])] = [
        (#"[{"heigth": 3}]"#, ["rows[0].heigth", "did you mean \"height\""]),
        (#"[{"height": 3}, {"height": "tall"}]"#, ["rows[1].height", "tall", "a number"]),
        (#"{"rows": [{"height": 3, "color": "blurple"}]}"#, ["rows[0].color", "blurple"]),
        (#"[{"height": 3, "color": "red", "image": "a.png"}]"#, ["rows[0]", "more than one"]),
        (#"[{"height": 3, "gradient": {"colours": []}}]"#, ["rows[0].gradient", "colors"]),
        (#"[{"title": "A"}]"#, ["rows[0].height", "missing"]),
        (#"{"row": []}"#, ["row", "did you mean \"rows\""]),
        (#"{"rows": [{"height": 3}], "scrolOffset": 1}"#, ["scrolOffset", "scrollOffset"]),
        (#"{"rows": [{"height": 3}], "width": -1}"#, ["width", "-1"]),
        ("[]", ["rows", "empty"]), (#""rows""#, ["document", "rows"]), ("[", ["line 1"]),
        (#"[{"height": 3, "image": "http://example.com/a.png"}]"#, ["rows[0].image", "network"]),
    ]

    @Test(arguments: tables.indices)
    func mistakesInTablesNameTheirPlace(index: Int) throws {
        let (text, words) = Self.tables[index]
        _ = folder.file("bad.json", text)
        try expect(["table", "bad.json", "-o", "o.png"], status: 65, ["bad.json"] + words)
    }

    @Test func missingRowPicturesAreNamedWithTheirPlace() throws {
        _ = folder.file("bad.json", #"[{"height": 3}, {"height": 3, "image": "none.png"}]"#)
        try expect(["table", "bad.json", "-o", "o.png"], status: 66, ["bad.json", "rows[1].image", "none.png"])
    }

    @Test func effectCommandsAllHaveExamples() throws {
        for command in ["indent", "cloud", "ground", "card", "table", "focus"] {
            let outcome = try folder.run("help", command)
            let text = String(decoding: outcome.output, as: UTF8.self)
            #expect(outcome.status == 0 && text.contains("EXAMPLES\n  penumbra \(command)"))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
    }
}
