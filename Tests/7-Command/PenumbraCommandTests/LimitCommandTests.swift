import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests limits as users set them: with options, files and the administrator's policy. Also tests how `doctor` shows them.
@Suite(.timed, .needsCommand)
struct LimitCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
    }

    /// The lines of `doctor` below "Limits:", each split into words.
    private func table(_ arguments: [String] = [], policy: String? = nil) throws -> [[Substring]] {
        let outcome = try run(["doctor"] + arguments, policy: policy)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "Limits:"))
        return lines[(start + 1)...].map { $0.split(separator: " ") }
    }

    private func run(_ arguments: [String], policy: String? = nil) throws -> Command.Outcome {
        let words = ["/usr/bin/env"] + (policy.map { ["PENUMBRA_LIMITS=\($0)"] } ?? ["-u", "PENUMBRA_LIMITS"])
        return try Command.start(words + [Command.path] + arguments, in: folder.path).finish()
    }

    private func value(_ name: String, _ arguments: [String] = [], policy: String? = nil) throws -> String {
        let row = try #require(try table(arguments, policy: policy).first { $0[0] == name })
        return String(row[1])
    }

    /// For each limit's name, a value within its range that isn't the default, in the syntax of its option.
    static let values = [
        "picturePixels": "12345", "pictureSide": "1234", "pictureMemory": "64M", "pictureFileSize": "65M", "jpegScans": "17",
        "canvasPixels": "54321",
        "canvasSide": "4321", "memory": "3G", "work": "7.5", "animationWork": "6.5", "sceneSize": "5M", "layers": "12",
        "layerDepth": "11",
        "shadows": "13",
        "pathSegments": "14", "gradientStops": "15", "textLength": "6K", "manifestSize": "7M", "manifestEntrySize": "8K",
        "seconds": "9.5",
    ]

    @Test func doctorOptionsAndFilesHaveTheSameLimits() throws {
        let rows = try table()
        // Every limit listed by doctor has an option and a key in files, and there are no others.
        #expect(Set(rows.map { String($0[0]) }) == Set(Self.values.keys))
        var options: [String] = []
        var members: [String] = []
        for row in rows {
            let name = String(row[0])
            let wanted = try #require(Self.values[name])
            #expect(row[1] != wanted, "\(name)")
            options += [String(row[2]), wanted]
            members.append(
                Int(wanted) != nil || Double(wanted) != nil ? "\"\(name)\": \(wanted)" : "\"\(name)\": \"\(wanted)\"")
        }
        let file = folder.file("limits.json", "{\(members.joined(separator: ", "))}")
        for set in [try table(options), try table(["--limits", file]), try table(policy: file)] {
            for row in set { #expect(String(row[1]) == Self.values[String(row[0])], "\(row)") }
        }
        let help = String(decoding: try run(["help", "limits"]).output, as: UTF8.self)
        for row in rows { #expect(help.contains("  \(row[2]) <"), "\(row[2])") }
        // Each command that draws or reads accepts all limits and refers to that page.
        for command in [
            "render", "batch", "batch-status", "curl", "indent", "cloud", "ground", "card", "table", "focus", "gallery", "plan",
            "mesh",
            "compare", "doctor",
        ] {
            let help = String(decoding: try run([command, "--help"]).output, as: UTF8.self)
            #expect(help.contains("see penumbra help limits"), "\(command)")
        }
    }

    @Test func limitsPageNamesTheOptionOfEachLimit() throws {
        let page = String(decoding: Command.bytes(of: "\(Command.root)/docs/limits.md"), as: UTF8.self)
        for row in try table() {
            let line = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(row[0])` |") })
            #expect(line.hasSuffix(" | `\(row[2])` | \(row[3...].joined(separator: " ")) |"), "\(line)")
        }
    }

    @Test func doctorPrintsLimitsAsJSON() throws {
        let outcome = try run(["doctor", "--json", "--max-canvas-side", "77"])
        let text = String(decoding: outcome.output, as: UTF8.self).filter { $0 != " " && $0 != "\n" }
        #expect(outcome.status == 0 && text.hasPrefix("{") && text.hasSuffix("}"))
        for row in try table() {
            #expect(text.contains("\"\(row[0])\":{\"value\":") && text.contains("\"option\":\"\(row[2])\""), "\(row[0])")
        }
        #expect(
            text.contains(
                #""canvasSide":{"value":77,"option":"--max-canvas-side","unit":"pixels","minimum":1,"maximum":32768}"#))
        #expect(text.contains(#""seconds":{"value":null"#))
    }

    @Test func limitOptionOutsideItsRangeIsWrongUsage() throws {
        let values = ["0", "-1", "1e300", "x", "NaN"]
        for (index, row) in try table().enumerated() {
            let option = String(row[2])
            // Each value starts a process. The merge tier tries one value per option.
            for value in Tier.isFull ? values[...] : values[index % values.count...index % values.count] {
                let outcome = try run(["doctor", "\(option)=\(value)"])
                #expect(outcome.status == 64, "\(option)=\(value)")
                #expect(outcome.errors.contains(option) && outcome.errors.contains(" to "), "\(outcome.errors)")
            }
        }
        let outcome = try run(["doctor", "--max-canvas-side", "32769"])
        #expect(
            outcome.status == 64
                && outcome.errors.contains("--max-canvas-side: found 32769, expected a whole number, 1 to 32768"))
    }

    @Test func limitOptionsTakePrecedenceOverLimitFiles() throws {
        let file = folder.file("limits.json", #"{"layers": 20, "canvasSide": 200}"#)
        #expect(try value("layers", ["--limits", file]) == "20")
        #expect(try value("layers", ["--limits", file, "--max-layers", "30"]) == "30")
        #expect(try value("canvasSide", ["--limits", file, "--max-layers", "30"]) == "200")
    }

    @Test func limitsCannotBeRaisedAboveThePolicy() throws {
        let policy = folder.file("policy.json", #"{"layers": 20, "seconds": 10, "memory": "1G", "canvasSide": 20000}"#)
        // Below the policy's value, any value is allowed. Limits that the policy doesn't name are free.
        #expect(try value("layers", ["--max-layers", "5"], policy: policy) == "5")
        #expect(try value("shadows", ["--max-shadows", "1000000"], policy: policy) == "1000000")
        #expect(try value("canvasSide", policy: policy) == "20000")
        #expect(try value("seconds", policy: policy) == "10" && value("memory", policy: policy) == "1G")
        let file = folder.file("limits.json", #"{"layers": 21}"#)
        for (arguments, words) in [
            (["--max-layers", "21"], ["--max-layers is 21", "policy.json", "at most 20"]),
            (["--limits", file], ["limits.json: layers is 21", "at most 20"]),
            (["--max-seconds", "11"], ["--max-seconds is 11", "at most 10"]),
            (["--max-memory", "2G"], ["--max-memory is 2G", "at most 1G"]),
        ] {
            let outcome = try run(["doctor"] + arguments, policy: policy)
            #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errors)")
            for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
        }
        let scene = folder.file("scene.json", #"{"canvas":{"width":9,"height":9}}"#)
        #expect(try run(["render", scene, "-o", "o.png", "--max-layers", "21"], policy: policy).status == 64)
        #expect(!Command.names(in: folder.path).contains("o.png"))
    }

    /// Advice that the policy forbids would end with 64.
    @Test func limitAdviceStaysWithinThePolicy() throws {
        let policy = folder.file("policy.json", #"{"canvasSide": 2000, "layers": 1}"#)
        let scene = folder.file("scene.json", #"{"canvas":{"width":3000,"height":4000}}"#)
        let refused = try run(["render", scene, "-o", "o.png"], policy: policy)
        #expect(
            refused.errors.contains(
                "at most 2000 per side are allowed; lower width, height or scale, or raise canvasSide in the policy \"policy.json\"\n"
            ),
            "\(refused.errors)")
        let below = try run(["render", scene, "-o", "o.png", "--max-canvas-side", "1000"], policy: policy)
        #expect(below.errors.hasSuffix("or raise --max-canvas-side (at most 2000)\n"), "\(below.errors)")
        let batch = try run(["batch", "-", "--output-root", "out"], policy: policy)
        #expect(batch.status == 0, "\(batch.errors)")
        let report = String(decoding: try run(["doctor"], policy: policy).output, as: UTF8.self)
        #expect(report.contains("\nPolicy: policy.json (PENUMBRA_LIMITS): canvasSide, layers\n"), "\(report)")
    }

    @Test func unreadablePolicyForbidsEverything() throws {
        let scene = folder.file("scene.json", #"{"canvas":{"width":9,"height":9}}"#)
        let broken = folder.file("broken.json", #"{"layer": 3}"#)
        for (policy, status, word) in [
            ("none.json", 66 as Int32, "none.json"), (broken, 65, #"did you mean "layers"?"#), (".", 66, "folder"),
        ] {
            for command in [["render", scene, "-o", "o.png"], ["batch", scene, "--output-root", "out"], ["doctor"]] {
                let outcome = try run(command, policy: policy)
                #expect(outcome.status == status && outcome.errors.contains(word), "\(outcome.errors)")
                #expect(outcome.errors.contains("PENUMBRA_LIMITS"), "\(outcome.errors)")
            }
        }
        #expect(Command.names(in: folder.path).filter { !$0.hasPrefix(".") } == ["broken.json", "scene.json"])
        // An empty variable counts as unset.
        #expect(try run(["render", scene, "-o", "o.png"], policy: "").status == 0)
    }

    /// A value at the limit is accepted. One more is rejected, and the error names the option that allows it.
    @Test(arguments: [
        ("--max-canvas-side", 9, #"{"canvas":{"width":9,"height":1}}"#),
        ("--max-canvas-pixels", 81, #"{"canvas":{"width":9,"height":9}}"#),
        ("--max-layers", 3, #"{"canvas":{"width":9,"height":9},"layers":[{},{},{}]}"#),
        ("--max-layer-depth", 2, #"{"canvas":{"width":9,"height":9},"layers":[{"sublayers":[{}]}]}"#),
        ("--max-shadows", 2, #"{"canvas":{"width":9,"height":9},"layers":[{"shadows":[{},{}]}]}"#),
        ("--max-shadows", 2, #"{"canvas":{"width":9,"height":9},"layers":[{"filter":"blur(1px) blur(2px)"}]}"#),
        ("--max-path-segments", 4, #"{"canvas":{"width":9,"height":9},"layers":[{"type":"shape","path":"M0 0h1h1h1"}]}"#),
        (
            "--max-gradient-stops", 2,
            #"{"canvas":{"width":9,"height":9},"layers":[{"type":"gradient","colors":["red","blue"]}]}"#
        ),
        ("--max-text-length", 3, #"{"canvas":{"width":9,"height":9},"layers":[{"type":"text","string":"abc"}]}"#),
        ("--max-scene-size", 33, #"{"canvas":{"width":9,"height":9}}"#),
        ("--max-picture-side", 320, #"{"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"waves.jpg"}]}"#),
        (
            "--max-picture-pixels", 76800,
            #"{"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"waves.jpg"}]}"#
        ),
        (
            "--max-picture-file-size", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/waves.jpg").count,
            #"{"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"waves.jpg"}]}"#
        ),
        (
            "--max-picture-memory", 307_200,
            #"{"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"waves.jpg"}]}"#
        ),
    ]) func sceneAtALimitIsRenderedAndAboveTheLimitRefused(option: String, limit: Int, scene: String) throws {
        _ = folder.file("waves.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/waves.jpg"))
        let name = folder.file("scene.json", scene)
        let allowed = try run(["render", name, "-o", "o.png", option, "\(limit)"])
        #expect(allowed.status == 0, "\(allowed.errors)")
        let refused = try run(["render", name, "-o", "p.png", option, "\(limit - 1)"])
        let isUnread = ["--max-scene-size", "--max-picture-file-size"].contains(option)
        #expect(refused.status == (isUnread ? 66 : 65) && refused.errorLines.count == 1, "\(refused.errors)")
        #expect(refused.errors.lowercased().contains("raise \(option)"), "\(refused.errors)")
        #expect(!Command.names(in: folder.path).contains("p.png"))
    }

    @Test func picturesAndPlanStepsCountTowardsTheMemory() throws {
        _ = folder.file("waves.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/waves.jpg"))
        try #require(mkdir("\(folder.path)/s", 0o755) == 0)
        // 300 KiB each, under many names.
        func scene(_ count: Int) -> String {
            let images = (0..<count).map {
                #"{"type":"image","frame":[0,0,9,9],"contents":"\#(String(repeating: "s/../", count: $0))waves.jpg"}"#
            }
            return folder.file("scene.json", #"{"canvas":{"width":9,"height":9},"layers":[\#(images.joined(separator: ","))]}"#)
        }
        #expect(try run(["render", scene(10), "-o", "o.png", "--max-memory", "40M"]).status == 0)
        let refused = try run(["render", scene(140), "-o", "p.png", "--max-memory", "40M"])
        #expect(refused.status == 75 && refused.errors.contains("--max-memory"), "\(refused.errors)")
        let shadows = Array(
            repeating: #"{"frame":[0,0,4,4],"blur":1,"shadows":[{"opacity":1}],"backgroundColor":"red"}"#, count: 1000)
        let long = folder.file("long.json", #"{"canvas":{"width":4,"height":4},"layers":[\#(shadows.joined(separator: ","))]}"#)
        #expect(try run(["render", long, "-o", "o.png"]).status == 0)
        let tooLong = try run(["render", long, "-o", "p.png", "--max-memory", "20M"])
        #expect(tooLong.status == 75 && tooLong.errors.contains("raise --max-memory"), "\(tooLong.errors)")
        #expect(!Command.names(in: folder.path).contains("p.png"))
    }

    /// A WebP of one colour is 36 bytes for 65 megapixels, and decoding needs as much memory again.
    @Test func smallFilesCountTheirDecodedPictures() throws {
        let picture = "data:image/webp;base64,UklGRhwAAABXRUJQVlA4TBAAAAAv/v/nA6hAATrQ/wIAAAAA"
        let scene = folder.file(
            "s.json", #"{"canvas":{"width":9,"height":9},"layers":[{"type":"image","contents":"\#(picture)"}]}"#)
        #expect(try run(["render", scene, "-o", "o.png"]).status == 0)
        for memory in ["200M", "400M"] {
            let refused = try run(["render", scene, "-o", "p.png", "--max-memory", memory])
            #expect(refused.status == 75 && refused.errors.contains("Raise --max-memory"), "\(refused.errors)")
        }
        #expect(!Command.names(in: folder.path).contains("p.png"))
    }

    @Test func textsOfExpensiveFontsCountTowardsTheWork() throws {
        _ = folder.file("f.ttf", Command.bytes(of: "\(Command.root)/Tests/TestSupport/Fonts/lookups-in-lookups.ttf"))
        let text = String(repeating: "a", count: 50_000)
        let scene = folder.file(
            "s.json", #"{"canvas":{"width":9,"height":9},"layers":[{"type":"text","string":"\#(text)","font":"f.ttf"}]}"#)
        let refused = try run(["render", scene, "-o", "p.png", "--max-work", "0.2"])
        #expect(refused.status == 65 && refused.errors.contains("half of --max-work"), "\(refused.errors)")
    }

    @Test func effectCommandsHaveTheSameLimits() throws {
        let photo = folder.file("photo.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/waves.jpg"))
        for (arguments, option) in [
            (["curl", photo, "--max-picture-side", "20"], "--max-picture-side"),
            (["focus", photo, "--max-picture-pixels", "20"], "--max-picture-pixels"),
            (["ground", photo, "--max-picture-memory", "20"], "--max-picture-memory"),
            (["curl", photo, "--max-canvas-side", "20"], "--max-canvas-side"),
            (["indent", "abc", "--max-text-length", "2"], "--max-text-length"),
            (["ground", "--path", "M0 0h9v9h-9z", "--max-path-segments", "4"], "--max-path-segments"),
            (["cloud", "--max-canvas-pixels", "99"], "--max-canvas-pixels"),
            (["cloud", "--max-layers", "1"], "--max-layers"),
        ] {
            let outcome = try run(arguments + ["-o", "o.png"])
            #expect(outcome.status == 65 && outcome.errorLines.count == 1, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains("raise \(option)"), "\(arguments): \(outcome.errors)")
        }
        let mesh = try run(["mesh", "M0 0h9v9z", "--max-path-segments", "3"])
        #expect(mesh.status == 65 && mesh.errors.contains("raise --max-path-segments"))
        #expect(try run(["mesh", "M0 0h9v9z", "--max-path-segments", "4"]).status == 0)
        let compare = try run(["compare", photo, photo, "--max-picture-side", "20"])
        #expect(compare.status == 65 && compare.errors.contains("--max-picture-side"))
        let plan = try run(["plan", folder.file("s.json", #"{"canvas":{"width":9,"height":9}}"#), "--max-canvas-side", "8"])
        #expect(plan.status == 65 && plan.errors.contains("--max-canvas-side"))
    }

    @Test func batchJobsHaveTheSameLimits() throws {
        _ = folder.file("s.json", #"{"canvas":{"width":9,"height":9},"layers":[{},{}]}"#)
        let line = #"{"scene": "s.json", "output": "a.png"}"#
        let manifest = folder.file("jobs.jsonl", line + "\n")
        func batch(_ options: String...) throws -> Command.Outcome {
            try run(["batch", manifest, "--output-root", "out"] + options)
        }
        #expect(try batch().status == 0)
        for options in [
            ["--max-layers", "1"], ["--max-canvas-side", "8"], ["--max-scene-size", "9"], ["--max-manifest-entry-size", "9"],
        ] {
            let outcome = try batch(options[0], options[1])
            #expect(outcome.status == 1 && outcome.errors.lowercased().contains("raise \(options[0])"), "\(outcome.errors)")
        }
        let long = try batch("--max-manifest-size", "\(line.utf8.count)")
        #expect(long.status == 65 && long.errors.contains("raise --max-manifest-size"), "\(long.errors)")
        #expect(try batch("--max-manifest-size", "\(line.utf8.count + 1)").status == 0)
        let tight = try batch("--max-memory", "100K")
        #expect(tight.status == 1 && tight.errors.contains("--max-memory"), "\(tight.errors)")
    }
}
