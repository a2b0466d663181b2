import TestSupport
import Testing

@Suite(.timed, .needsCommand)
struct CommandTests {
    let folder: WorkFolder
    let photo: String

    init() throws {
        folder = try WorkFolder()
        photo = folder.file("photo.jpg", BadInputTests.photo)
    }

    private func bytes(_ name: String) -> [UInt8] { Command.bytes(of: "\(folder.path)/\(name)") }

    @Test func emittedCurlSceneDrawsTheSamePicture() throws {
        for style in ["curl", "contact", "trapezoid", "lifted"] {
            let options = [
                "--size", "150x90", "--scale", "2", "--shadow-style", style, "--background", "#eef", "--border-width", "5",
            ]
            #expect(
                try Command.run(["curl", photo, "-o", "a.png", "--emit-scene", "a.json"] + options, in: folder.path).status == 0
            )
            #expect(try folder.run("render", "a.json", "-o", "b.png").status == 0)
            #expect(bytes("a.png") == bytes("b.png") && bytes("a.png").count > 1000)
        }
    }

    @Test func curlOptionsAllChangeThePicture() throws {
        let base = ["curl", photo, "--size", "120x80", "--margin", "30", "-o", "o.png"]
        #expect(try Command.run(base, in: folder.path).status == 0)
        let plain = bytes("o.png")
        for change in [
            ["--border-width", "9"], ["--border-color", "red"], ["--fit", "fit"], ["--fit", "squeeze"],
            ["--shadow-depth", "16"],
            ["--control-point-offset", "20,40"], ["--shadow-color", "blue"], ["--shadow-opacity", "0.9"],
            ["--shadow-offset=-9,2"],
            ["--shadow-radius", "8"], ["--background", "white"], ["--scale", "1.5"], ["--margin", "31"],
            ["--fit", "fit", "--background-color", "lime"],
        ] {
            #expect(try Command.run(base + change, in: folder.path).status == 0, "\(change)")
            #expect(bytes("o.png") != plain, "\(change)")
        }
    }

    @Test func standardStreamsCarryPicturesAndScenes() throws {
        let streamed = try folder.run("curl", "-", "--size", "60", "-o", "-", input: "\(folder.path)/\(photo)")
        #expect(try folder.run("curl", photo, "--size", "60", "-o", "o.png").status == 0)
        #expect(streamed.status == 0 && streamed.output == bytes("o.png") && streamed.errors.isEmpty)
        let scene = try folder.run("curl", photo, "--size", "60", "--emit-scene", "-")
        _ = folder.file("scene.json", scene.output)
        let rendered = try folder.run("render", "-", "-o", "-", input: "\(folder.path)/scene.json")
        #expect(rendered.output == streamed.output)
    }

    @Test func compareDistinguishesEqualAndDifferentPictures() throws {
        #expect(try folder.run("curl", photo, "--size", "60", "-o", "a.png").status == 0)
        #expect(try folder.run("curl", photo, "--size", "60", "--shadow-opacity", "0.41", "-o", "b.png").status == 0)
        #expect(try folder.run("curl", photo, "--size", "61", "-o", "c.png").status == 0)
        let equal = try folder.run("compare", "a.png", "a.png")
        #expect(equal.status == 0 && String(decoding: equal.output, as: UTF8.self).hasPrefix("equal"))
        let different = try folder.run("compare", "a.png", "b.png", "--diff", "d.png")
        #expect(different.status == 1 && different.errors.isEmpty && !bytes("d.png").isEmpty)
        #expect(try folder.run("compare", "a.png", "b.png", "--tolerance", "255").status == 0)
        let sizes = try folder.run("compare", "a.png", "c.png")
        #expect(sizes.status == 1 && sizes.errors.contains("sizes differ"))
        let json = String(decoding: try folder.run("compare", "a.png", "b.png", "--json").output, as: UTF8.self)
        #expect(json.hasPrefix("{\"equal\": false, \"maximum\": "))
    }

    @Test func parametersAreSetWithTheirTypes() throws {
        let scene = folder.file(
            "scene.json",
            #"{"parameters":{"c":"red","w":4},"canvas":{"width":"${w}","height":4},"layers":[{"backgroundColor":"${c}"}]}"#)
        #expect(try folder.run("render", scene, "-o", "a.png").status == 0)
        #expect(try folder.run("render", scene, "--set", "c=#f00", "--set", "w=4", "-o", "b.png").status == 0)
        #expect(try folder.run("render", scene, "--set", "c=blue", "-o", "c.png").status == 0)
        #expect(bytes("a.png") == bytes("b.png") && bytes("a.png") != bytes("c.png"))
    }

    @Test func usageErrorsNameTheCorrectForm() throws {
        let scene = folder.file("scene.json", #"{"canvas":{"width":4,"height":4}}"#)
        for (arguments, words) in [
            (["render", scene, "--set", "title", "-o", "a.png"], "penumbra: --set: found \"title\", expected name=value\n"),
            (["limits"], "did you mean \"help limits\"?"), (["help", "lmits"], "did you mean \"help limits\"?"),
            (["rendr"], "did you mean \"render\"?"),
        ] {
            let outcome = try Command.run(arguments, in: folder.path)
            #expect(outcome.status == 64 && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
    }

    @Test(arguments: [
        "render", "animate", "curl", "indent", "cloud", "ground", "card", "table", "focus", "batch", "batch-status",
        "batch-report", "doctor", "verify", "bench", "compare", "convert", "inspect", "schema", "plan", "mesh", "gallery",
        "limits", "serve", "studio",
    ])
    func helpFitsOnAScreen(_ command: String) throws {
        func lines(_ arguments: String...) throws -> [Substring] {
            let outcome = try Command.run(arguments, in: folder.path)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        }
        let short = try lines("help", command)
        // The argument parser doesn't wrap the usage; the terminal does.
        #expect(short.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE:") })
        // The table of limits is a page of its own.
        guard command != "limits" else { return }
        let rows = short.reduce(-1) { $0 + max(1, ($1.count + 79) / 80) }
        #expect(rows <= 40, "\(command): \(rows) lines")
        #expect(try lines(command, "--help") == short)
        // What short help leaves out is under --help-hidden.
        let hint = short.last { $0.hasPrefix("More options") }
        let whole = try lines(command, "--help-hidden")
        #expect(hint.map { $0.contains("penumbra \(command) --help-hidden") } ?? (whole == short))
        #expect(hint == nil || whole.count > short.count)
    }

    @Test func errorsAndNoticesNameTheSceneAndTheKey() throws {
        let scene = folder.file(
            "scene.json",
            #"{"parameters":{"photo":"none.jpg","font":"none.ttf"},"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"${photo}"},{"type":"text","string":"a\udbff\udff0b\udbff\udff1","font":"${font}"}]}"#
        )
        for (setting, words) in [
            ("photo=gone.jpg", "penumbra: scene.json: layers[0].contents: cannot read \"gone.jpg\""),
            ("photo=photo.jpg", "penumbra: scene.json: layers[1].font: the font \"none.ttf\" cannot be read"),
        ] {
            let outcome = try folder.run("render", scene, "--set", setting, "-o", "a.png")
            #expect(outcome.status == 66 && outcome.errors.hasPrefix(words), "\(outcome.errors)")
        }
        let drawn = try folder.run("render", scene, "--set", "photo=photo.jpg", "--set", "font=No Such Font", "-o", "a.png")
        #expect(drawn.status == 0 && drawn.errorLines.count == 2, "\(drawn.errors)")
        #expect(
            drawn.errors.contains("penumbra: scene.json: layers[1].font: ") && drawn.errors.contains("No Such Font"),
            "\(drawn.errors)")
        #expect(drawn.errors.contains("penumbra: scene.json: layers[1].string: no installed font has "), "\(drawn.errors)")
        #expect(drawn.errors.contains("(2 characters); boxes are drawn"), "\(drawn.errors)")
    }

    @Test func printedPlansAreDeterministic() throws {
        let scene = "\(Command.root)/Tests/Corpus/shadow/sigma-8.json"
        let first = try folder.run("plan", scene)
        let second = try folder.run("plan", scene)
        #expect(first.status == 0 && first.output == second.output)
        #expect(String(decoding: first.output, as: UTF8.self).hasPrefix("picture 96×72\n"))
    }

    @Test func printedSchemaEqualsThePublishedSchema() throws {
        let outcome = try folder.run("schema")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == Command.bytes(of: "\(Command.root)/docs/scene-v1.schema.json"))
    }

    /// The argument parser calls this option experimental. The test fails if a new release changes the output.
    @Test func dumpedHelpHasTheFormatForManualPages() throws {
        let outcome = try folder.run("--experimental-dump-help")
        let text = String(decoding: outcome.output, as: UTF8.self).filter { $0 != " " && $0 != "\n" }
        #expect(
            outcome.status == 0 && text.contains("\"serializationVersion\":0"),
            "CommandHelp reads version 0: \(text.suffix(60))")
        for key in [
            "commandName", "abstract", "discussion", "arguments", "subcommands", "shouldDisplay", "kind", "isOptional",
            "isRepeating", "names", "valueName", "defaultValue", "allValues",
        ] {
            #expect(text.contains("\"\(key)\":"), "CommandHelp reads the key \(key), which is not there any more")
        }
    }

    @Test func manualPagesAreWritten() throws {
        let outcome = try folder.run("generate-manual", "man/man1", "--date", "2026-01-31")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = Command.names(in: "\(folder.path)/man/man1")
        #expect(names.contains("penumbra.1") && names.contains("penumbra-schema.1") && !names.contains("penumbra-help.1"))
        let page = String(decoding: bytes("man/man1/penumbra-curl.1"), as: UTF8.self)
        #expect(page.hasPrefix(".TH PENUMBRA\\-CURL 1 2026-01-31 "))
        #expect(page.contains("\n.SH EXAMPLES\n.nf\npenumbra curl "))
        for date in ["2026-1-31", "2026-01-31 \"", "x", ""] {
            #expect(try folder.run("generate-manual", "man", "--date", date).status == 64, "\(date)")
        }
    }

    @Test func meshCommandDrawsTriangles() throws {
        let outcome = try folder.run("mesh", "M50 0L79 90L2 35H98L21 90Z", "--fill-rule", "evenodd")
        #expect(outcome.status == 0 && outcome.errors.contains("5 triangles"))
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("<svg"))
    }

    @Test func doctorNamesTheCPUAndTheChosenBackend() throws {
        let text = String(decoding: try folder.run("doctor").output, as: UTF8.self)
        #expect(text.contains("CPU: ") && text.contains("--backend auto uses ") && text.contains("\nFonts: "))
        let json = String(decoding: try folder.run("doctor", "--json").output, as: UTF8.self)
        #expect(json.contains("\"sansSerif\": ") && json.contains("\"policy\": "), "\(json)")
    }

    @Test func galleryIsCompleteAndItsScenesDrawItsPictures() throws {
        #expect(try folder.run("gallery", "-o", "deep/out", "--scale", "1").status == 0)
        let names = Command.names(in: "\(folder.path)/deep/out")
        #expect(
            names.contains("index.html") && names.contains("coffee.webp")
                && names.filter { $0.hasSuffix(".json") }.count == 23, "\(names)")
        #expect(try folder.run("render", "deep/out/prints.json", "-o", "prints.png").status == 0)
        #expect(bytes("prints.png") == bytes("deep/out/prints.png"))
    }

    /// The page promises that the command below a picture makes that picture.
    @Test func galleryCommandsMakeItsPictures() throws {
        #expect(try folder.run("gallery", "-o", "shown", "--scale", "1").status == 0)
        let page = String(decoding: bytes("shown/index.html"), as: UTF8.self)
        var count = 0
        for part in page.split(separator: "<pre class=\"command\"><code>").dropFirst() {
            let line = String(part.prefix { $0 != "<" })
            let name = try #require(line.split(separator: " ").last)
            let binary = Command.path.split(separator: "/").dropLast().joined(separator: "/")
            let command = line.dropLast(name.count) + "made-\(name)"
            let outcome = try Command.start(
                ["/bin/sh", "-c", "PATH=/\(binary):$PATH; \(command)"], in: "\(folder.path)/shown"
            ).finish()
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(bytes("shown/made-\(name)") == bytes("shown/\(name)"), "\(name)")
            count += 1
        }
        #expect(count == 23)
    }

    @Test func backendsWriteTheSameFile() throws {
        for scale in ["1", "2", "3"] {
            #expect(
                try folder.run("curl", photo, "--size", "90x70", "--scale", scale, "--backend", "cpu", "-o", "c.png").status
                    == 0)
            let gpu = try folder.run("curl", photo, "--size", "90x70", "--scale", scale, "--backend", "gpu", "-o", "g.png")
            #expect(gpu.status == 0, "\(gpu.errors)")
            #expect(bytes("c.png") == bytes("g.png"))
        }
    }

    @Test func softwareGLIsNamedAndNeverUsedByAuto() throws {
        let outcome = try folder.run("curl", photo, "--size", "40", "--backend", "gpu", "-o", "g.png", "--verbose")
        #expect(outcome.errors.contains("software GL") || outcome.errors.contains("GPU egl:"))
        let auto = try folder.run("curl", photo, "--size", "40", "-o", "g.png", "--verbose")
        #expect(!auto.errors.contains("llvmpipe"), "auto never takes a software GL: \(auto.errors)")
    }
}
