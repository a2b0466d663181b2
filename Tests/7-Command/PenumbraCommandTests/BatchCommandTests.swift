import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timed, .needsCommand)
struct BatchCommandTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    @Test func batchFilesEqualSingleCommandFiles() throws {
        let manifest = folder.manifest(6)
        let outcome = try folder.run("batch", manifest, "--output-root", "out")
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(outcome.errors.contains("6 written"))
        #expect(Set(folder.pictures("out").keys) == ["p/0.jpg", "1.png", "2.png", "p/3.jpg", "4.png", "5.png"])
        #expect(try folder.run("render", "photo.json", "-o", "single.jpg").status == 0)
        #expect(folder.bytes("single.jpg") == folder.bytes("out/p/0.jpg"))
        #expect(try folder.run("render", "card.json", "--set", "w=24", "-o", "single.png").status == 0)
        #expect(try folder.run("compare", "single.png", "out/4.png").status == 0)
        #expect(!folder.exists("out/penumbra-batch.journal.failed"))
    }

    /// A job's own budget overrides the batch's, and the batch says what each budget took.
    @Test func batchPicturesFitTheByteBudgetOfTheirJobs() throws {
        let scene = #""scene":"photo.json","output":"#
        let manifest = folder.folder.file(
            "sizes.jsonl",
            [
                #"{\#(scene)"a.jpg","maxBytes":1300}"#, #"{\#(scene)"b.jpg"}"#, #"{\#(scene)"c.jpg","maxBytes":1000000}"#,
                #"{\#(scene)"d.png","maxBytes":1200}"#, #"{\#(scene)"e.png","maxBytes":20}"#,
            ].joined(separator: "\n"))
        let options = ["batch", manifest, "--max-bytes", "1500", "--output-root"]
        let outcome = try Command.run(options + ["out"], in: folder.path)
        #expect(outcome.status == 1 && outcome.errors.contains("4 written, 1 failed"), "\(outcome.errors)")
        #expect(outcome.errors.contains("within 1300 bytes: quality "), "\(outcome.errors)")
        #expect(outcome.errors.contains("within 1500 bytes: quality "), "\(outcome.errors)")
        #expect(outcome.errors.contains("within 1200 bytes: a palette of "), "\(outcome.errors)")
        for (name, budget) in [("a.jpg", "1300"), ("b.jpg", "1500"), ("c.jpg", "1000000"), ("d.png", "1200")] {
            #expect(try folder.run("render", "photo.json", "-o", name, "--max-bytes", budget).status == 0)
            #expect(
                folder.bytes(name) == folder.bytes("out/\(name)") && folder.bytes(name).count <= Int(budget) ?? 0, "\(name)")
        }
        #expect(folder.bytes("a.jpg").count < folder.bytes("b.jpg").count)
        #expect(try Command.run(options + ["apart", "--isolate"], in: folder.path).status == 1)
        #expect(folder.pictures("apart") == folder.pictures("out"))
    }

    /// Errors are still reported, with the same exit codes.
    @Test func quietCommandsPrintErrorsOnly() throws {
        let manifest = folder.manifest(3)
        let quiet = try folder.run("batch", manifest, "--output-root", "out", "-q", "--verbose", "--progress", "plain")
        #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
        let broken = folder.folder.file("broken.jsonl", #"{"scene":"none.json","output":"b.png"}"# + "\n")
        let failed = try folder.run("batch", broken, "--output-root", "out", "--quiet")
        #expect(failed.status == 1 && failed.errorLines.count == 1 && failed.errors.contains("none.json"), "\(failed.errors)")
        let picture = try folder.run("render", "photo.json", "-o", "a.jpg", "--quiet", "--verbose")
        #expect(picture.status == 0 && picture.errors.isEmpty, "\(picture.errors)")
        #expect(try folder.run("render", "none.json", "-o", "b.png", "--quiet").errorLines.count == 1)
    }

    @Test func batchBytesDoNotDependOnThreadsOrBackends() throws {
        let manifest = folder.manifest(30)
        #expect(try folder.run("batch", manifest, "--output-root", "one", "--threads", "1", "--backend", "cpu").status == 0)
        let expected = folder.pictures("one")
        #expect(expected.count == 30)
        #expect(try folder.run("batch", manifest, "--output-root", "many", "--threads", "7", "--backend", "cpu").status == 0)
        #expect(folder.pictures("many") == expected)
        let gpu = try folder.run("batch", manifest, "--output-root", "gpu", "--backend", "gpu", "--report", "report.json")
        // Without any GL, the reason is reported. With GL, in software or not, the files are the same.
        if gpu.status == 69 {
            #expect(gpu.errorLines.count == 1)
        } else {
            #expect(gpu.status == 0, "\(gpu.errors)")
            #expect(folder.pictures("gpu") == expected)
            #expect(String(decoding: folder.bytes("report.json"), as: UTF8.self).contains("\"egl:"))
        }
    }

    /// Invalid jobs, each with words from the expected error.
    private static let broken: [(line: String, words: String)] = [
        (#"{"scene":"card.json""#, "column"), ("[]", "found an empty array"),
        (#"{"scene":"card.json"}"#, "\"output\" is missing"),
        (#"{"output":"a.png"}"#, "\"scene\" is missing"),
        (#"{"scene":"card.json","output":"x.png","parmeters":{}}"#, "did you mean \"parameters\"?"),
        (#"{"scene":"card.json","output":"good.png"}"#, "same output as line 1"),
        (#"{"scene":"card.json","output":"./p/../good.png"}"#, "same output as line 1"),
        (#"{"scene":"card.json","output":"../out.png"}"#, "\"..\" leads out of the output root"),
        (#"{"scene":"card.json","output":"/tmp/out.png"}"#, "absolute path"),
        (#"{"scene":"card.json","output":"link/out.png"}"#, "symbolic link \"link\""),
        (#"{"scene":"card.json","output":"out.gif"}"#, "the scene has no animations"),
        (#"{"scene":"card.json","output":"out"}"#, "none of .png"),
        (#"{"scene":"none.json","output":"b.png"}"#, "none.json"), (#"{"scene":"photo.jpg","output":"c.png"}"#, "photo.jpg"),
        (#"{"scene":"card.json","output":"d.png","parameters":{"wdth":3}}"#, "parameters.wdth"),
        (#"{"scene":"card.json","output":"e.png","parameters":{"w":-3}}"#, "canvas.width"),
        (#"{"scene":"card.json","output":"f.png","parameters":{"color":"reddish"}}"#, "layers[0].backgroundColor"),
        (#"{"scene":"card.json","output":"g.png","scale":1e9}"#, "scale"),
        (#"{"scene":"card.json","output":"h.png","scale":-1}"#, "a number above 0"),
        (#"{"scene":"photo.json","output":"i.png","parameters":{"photo":"none.jpg"}}"#, "none.jpg"),
        (#"{"scene":"photo.json","output":"j.png","parameters":{"photo":"card.json"}}"#, "not a picture"),
        (#"{"scene":"photo.json","output":"k.png","parameters":{"photo":"short.jpg"}}"#, "cut short"),
        (#"{"scene":"card.json","output":"good.png/l.png"}"#, "its output needs a folder \"good.png\""),
        (#"{"scene":{"canvas":{"width":3}},"output":"m.png"}"#, "canvas.height"),
        (
            #"{"scene":{"canvas":{"width":3,"height":3},"layers":[{"type":"image","contents":"-"}]},"output":"n.png"}"#,
            "name a file"
        ),
    ]

    @Test func brokenJobsAreNamedAndOtherJobsDone() throws {
        _ = folder.folder.file("short.jpg", Array(BadInputTests.photo.prefix(BadInputTests.photo.count / 2)))
        try #require(mkdir("\(folder.path)/out", 0o755) == 0 && symlink("/tmp", "\(folder.path)/out/link") == 0)
        // The good output exists before the jobs whose outputs would lie below it.
        _ = folder.folder.file("first.jsonl", #"{"scene":"card.json","output":"good.png"}"#)
        #expect(try folder.run("batch", "first.jsonl", "--output-root", "out").status == 0)
        let lines =
            [#"{"scene":"card.json","output":"good.png"}"#] + Self.broken.map(\.line) + [
                #"{"scene":"card.json","output":"last.png"}"#
            ]
        _ = folder.folder.file("jobs.jsonl", lines.joined(separator: "\n"))
        let outcome = try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--report", "report.json")
        #expect(outcome.status == 1)
        for (index, job) in Self.broken.enumerated() {
            let said = outcome.errorLines.filter {
                $0.hasPrefix("penumbra: line \(index + 2):") || $0.hasPrefix("penumbra: line \(index + 2),")
            }
            #expect(said.count == 1 && said.first?.contains(job.words) == true, "\(job): \(said)")
        }
        #expect(outcome.errorLines.count == Self.broken.count + 1)
        #expect(outcome.errors.contains("2 written, \(Self.broken.count) failed; "))
        // The first batch of the folder has the plain name.
        let failed = try #require(outcome.errors.split(separator: ". Failures: ").last?.dropLast())
        #expect(failed.hasPrefix("out/penumbra-batch-") && failed.hasSuffix(".journal.failed"))
        #expect(Set(folder.pictures("out").keys.filter { $0 != "link" }) == ["good.png", "last.png"])
        let list = String(decoding: folder.bytes(String(failed)), as: UTF8.self)
        #expect(list.split(separator: "\n").count == Self.broken.count)
        let report = String(decoding: folder.bytes("report.json"), as: UTF8.self)
        let named = report.split(separator: "\"line\": ").dropFirst().compactMap { Int($0.prefix(while: \.isNumber)) }
        #expect(named == Array(2...Self.broken.count + 1))
    }

    @Test func tableRowsBecomeJobs() throws {
        _ = folder.folder.file(
            "t.csv", "sku,w,color,note\r\na,30,red,x\r\n\"b,c\",,\"#00f\",\r\nd,7\r\ne,x,red,\r\n../f,9,red,\r\n")
        let outcome = try folder.run(
            "batch", "--template", "card.json", "--rows", "t.csv", "-o", "${sku}.png", "--output-root", "out")
        #expect(outcome.status == 1 && outcome.errors.contains("the column \"note\" isn't a parameter"))
        #expect(outcome.errors.contains("line 4: the row has 2 of 4 fields; there is no \"color\", \"note\""))
        #expect(outcome.errors.contains("line 5, e.png: card.json: canvas.width"))
        #expect(outcome.errors.contains("line 6, ../f.png"))
        #expect(Set(folder.pictures("out").keys) == ["a.png", "b,c.png"])
        #expect(try folder.run("render", "card.json", "--set", "w=30", "--set", "color=red", "-o", "a.png").status == 0)
        #expect(try folder.run("compare", "a.png", "out/a.png").status == 0)
        _ = folder.folder.file("t.txt", "{\"sku\": 1, \"w\": 30, \"color\": \"red\"}\n{\"sku\": 2, \"w\": 30}\n")
        let rows = try folder.run(
            "batch", "--template", "card.json", "--rows", "-", "--rows-format", "jsonl", "-o", "${sku}.png", "--output-root",
            "json",
            input: "\(folder.path)/t.txt")
        #expect(rows.status == 1 && rows.errors.contains("line 2: the row has no value for \"color\""))
        #expect(folder.bytes("json/1.png") == folder.bytes("out/a.png"))
    }

    @Test func manifestsMayComeFromStandardInput() throws {
        let manifest = folder.manifest(4)
        let outcome = try folder.run("batch", "-", "--output-root", "out", input: "\(folder.path)/\(manifest)")
        #expect(outcome.status == 0 && folder.pictures("out").count == 4, "\(outcome.errors)")
        #expect(try folder.run("batch-status", "-", "--output-root", "out", input: "\(folder.path)/\(manifest)").status == 0)
        let nothing = try folder.run("batch", "-", "--output-root", "none")
        #expect(nothing.status == 0 && nothing.errors.contains("standard input has no jobs"))
    }

    @Test func failFastEndsAfterTheRunningJobs() throws {
        let lines = (0..<200).map { $0 == 3 ? "nonsense" : #"{"scene":"card.json","output":"\#($0).png"}"# }
        _ = folder.folder.file("jobs.jsonl", lines.joined(separator: "\n"))
        let outcome = try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--fail-fast", "--threads", "2")
        #expect(outcome.status == 1 && outcome.errors.contains("line 4:") && outcome.errors.contains("continue with --resume"))
        #expect(folder.pictures("out").count < 100)
        let rest = try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--resume")
        #expect(rest.status == 1 && folder.pictures("out").count == 199)
    }

    @Test func batchExitCodesNameTheFailure() throws {
        let manifest = folder.manifest(2)
        _ = folder.folder.file("file", "x")
        _ = folder.folder.file("double.csv", "a,a\n1,2\n")
        _ = folder.folder.file("empty.csv", "")
        _ = folder.folder.file("broken.json", "{")
        _ = folder.folder.file("semi.csv", "a;w\n1;2\n")
        _ = folder.folder.file("misspelt.json", #"{"canvas":{"width":9,"height":9},"layrs":[]}"#)
        _ = folder.folder.file("wide.csv", "\u{FEFF}a\n1\n")
        let rows = ["--template", "card.json", "-o", "${a}.png", "--output-root", "o"]
        for (arguments, status, words) in [
            (["batch"], 64, "Name a manifest"), (["batch", manifest, "--rows", "x.csv"], 64, "--rows goes with a table"),
            (["batch", manifest, "--shard", "3/2"], 64, "3/2"), (["batch", manifest, "--threads", "0"], 64, "--threads is 0"),
            (["batch", manifest, "--max-memory", "lots"], 64, "max-memory"),
            (["batch", manifest, "--max-memory", "0"], 64, "max-memory"),
            (["batch", manifest, "--max-memory", "9999999999T"], 64, "max-memory"),
            (["batch", manifest, "--quality", "101"], 64, "--quality is 101"),
            (["batch", manifest, "--progress", "loud"], 64, "loud"),
            (["batch", "--rows", "double.csv"] + rows.dropLast(4), 64, "--output"),
            (["batch", "--rows", "table.xls"] + rows, 64, "ends in none of"),
            (["batch", "--rows", "double.csv"] + rows, 65, "two columns are called \"a\""),
            (["batch", "--rows", "empty.csv"] + rows, 65, "it is empty"),
            (["batch", "--rows", "wide.csv", "--template", "card.json", "-o", "same.png"], 64, "the same for every row"),
            (
                ["batch", "--rows", "wide.csv", "--template", "card.json", "-o", "o/.png"], 64,
                "write '${name}.png' in single quotes"
            ),
            (["batch", "--rows", "wide.csv", "--template", "card.json", "-o", "${a}.gif"], 1, "the scene has no animations"),
            (["batch", "--rows", "wide.csv", "--template", "card.json"], 64, "--output is missing"),
            (["batch", "wide.csv"], 64, "is a table, not a manifest"),
            (["batch", "card.json"], 64, "is a scene, not a manifest"),
            (["batch", "--rows", "semi.csv"] + rows, 65, "separate fields with commas"),
            (
                ["batch", "--rows", "wide.csv", "--template", "misspelt.json", "-o", "${a}.png"], 65,
                "misspelt.json: layrs: unknown key"
            ),
            (["batch", manifest, "--output-root", "o", "--report", "none/r.json"], 73, "none/r.json"),
            (["batch", "--rows", "wide.csv", "--template", "broken.json", "-o", "${a}.png"], 65, "broken.json"),
            (["batch", "--rows", "wide.csv", "--template", "none.json", "-o", "${a}.png"], 66, "none.json"),
            (["batch", "none.jsonl", "--output-root", "o"], 66, "none.jsonl"),
            (["batch", ".", "--output-root", "o"], 66, "folder"),
            (["batch", manifest, "--output-root", "file"], 73, "not a folder"),
            (["batch", manifest, "--output-root", "none/o"], 73, "ENOENT"),
            (["batch", manifest, "--output-root", "o", "--journal", "none/j"], 73, "none/j"),
            (["batch", manifest, "--output-root", "o", "--backend", "gpu", "--device", "egl:99"], 69, "egl:99"),
            (["batch", manifest, "--output-root", "o", "--backend", "cpu", "--encode-on-device"], 64, "--encode-on-device"),
            (["batch", manifest, "--output-root", "o", "--backend", "cpu", "--decode-on-device"], 64, "--decode-on-device"),
            (["batch-status", manifest, "--output-root", "never"], 66, "never"),
            (["batch-status", manifest, "--output-root", ".", "--journals", "never"], 66, "never"),
        ] as [([String], Int32, String)] {
            let outcome = try Command.run(arguments, in: folder.path)
            #expect(outcome.status == status, "\(arguments): \(outcome.status) \(outcome.errors)")
            #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
        #expect(!folder.exists("never") && !folder.exists("none"))
    }

    @Test func batchProgressHasTheRequestedStyle() throws {
        let manifest = folder.manifest(9)
        func lines(_ style: String) throws -> [Substring] {
            let outcome = try folder.run("batch", manifest, "--output-root", style, "--progress", style)
            #expect(outcome.status == 0 && outcome.output.isEmpty)
            return outcome.errorLines
        }
        for style in ["none", "plain", "auto"] {
            let lines = try lines(style)
            let line = String(try #require(lines.first))
            let words = style == "plain" ? "penumbra: [0-9-]{10}T[0-9:]{8}Z 9 written" : "penumbra: 9 written"
            let opening = try Regex(words)
            #expect(lines.count == 1 && line.prefixMatch(of: opening) != nil, "\(style): \(lines)")
            #expect(line.hasSuffix(" pictures per second on the CPU"), "\(line)")
        }
        let json = try lines("json")
        #expect(json.allSatisfy { $0.hasPrefix("{\"done\":") && $0.hasSuffix("}") })
        #expect(
            json.last?.hasPrefix("{\"done\":9,\"skipped\":0,\"failed\":0,") == true
                && json.last?.hasSuffix("\"total\":9,\"isComplete\":true}") == true)
        _ = folder.folder.file("bad.jsonl", "x\n")
        let failing = try folder.run("batch", "bad.jsonl", "--output-root", "bad", "--progress", "json")
        #expect(failing.errorLines.first?.hasPrefix("{\"message\":\"line 1: ") == true, "\(failing.errors)")
    }

    @Test func batchReportDescribesTheRun() throws {
        _ = folder.manifest(5)
        let outcome = try folder.run(
            "batch", "jobs.jsonl", "--output-root", "out", "--backend", "cpu", "--report", "-", "--progress", "none", "-v")
        let report = String(decoding: outcome.output, as: UTF8.self)
        for words in [
            "\"jobs\": 5", "\"written\": 5", "\"skipped\": 0", "\"failed\": 0", "\"isComplete\": true", "\"cpu\": 5",
            "\"failures\": []",
            "\"journal\": \"out/penumbra-batch.journal\"",
        ] {
            #expect(report.contains(words), "\(words) in \(report)")
        }
        #expect(outcome.errors.contains("encode") && outcome.errors.contains("ms per picture"))
        let size = folder.pictures("out").values.reduce(0) { $0 + $1.count }
        #expect(report.contains("\"bytes\": \(size)"))
    }

    @Test func jobLargerThanTheMemoryIsRefusedByName() throws {
        _ = folder.folder.file(
            "jobs.jsonl", Self.large + "\n" + #"{"scene":"card.json","output":"small.png"}"#)
        let outcome = try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--max-memory", "50M")
        #expect(
            outcome.status == 1 && outcome.errors.contains("line 1, large.png: it needs ")
                && outcome.errors.contains("of memory, more than the allowed 50M; raise --max-memory"))
        #expect(Set(folder.pictures("out").keys) == ["small.png"])
        #expect(try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--max-memory", "1g", "--resume").status == 0)
    }

    @Test func memoryNamedInTheErrorIsEnough() throws {
        _ = folder.folder.file(
            "jobs.jsonl",
            #"{"scene":{"canvas":{"width":600,"height":500},"layers":[{"type":"text","string":"a"}]},"output":"text.png"}"#)
        for memory in ["1M", "2M"] {
            let refused = try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--max-memory", memory)
            #expect(refused.status == 1, "\(refused.errors)")
            let needed = try #require(refused.errors.split(separator: "it needs ").last?.split(separator: " ").first)
            let done = try folder.run("batch", "jobs.jsonl", "--output-root", "out", "--max-memory", String(needed))
            #expect(done.status == 0, "\(needed): \(done.errors)")
        }
    }

    /// A template that is wrong for some values only must not end the batch.
    @Test func badRowValuesFailOnlyTheirRow() throws {
        _ = folder.folder.file(
            "optional.json",
            #"{"parameters":{"photo":null,"w":null},"canvas":{"width":"${w}","height":9},"layers":[{"type":"image","contents":"${photo}"}]}"#
        )
        _ = folder.folder.file("rows.csv", "n,photo,w\n1,photo.jpg,9\n2,photo.jpg,\n3,,9\n")
        let outcome = try folder.run(
            "batch", "--template", "optional.json", "--rows", "rows.csv", "-o", "${n}.png", "--output-root", "out")
        #expect(outcome.status == 1 && outcome.errors.contains("2 written, 1 failed"), "\(outcome.errors)")
    }

    @Test func equalFailuresAndNoticesAreShownOnce() throws {
        let broken = (0..<15).map { #"{"scene":"none.json","output":"\#($0).png"}"# + "\n" }
        let text = (0..<4).map {
            #"{"scene":{"canvas":{"width":9,"height":9},"layers":[{"type":"text","string":"\#($0)","font":"No Such Font"}]},"output":"t\#($0).png"}"#
                + "\n"
        }
        _ = folder.folder.file("jobs.jsonl", (broken + text).joined())
        for more in [[], ["--isolate"]] {
            let outcome = try Command.run(
                ["batch", "jobs.jsonl", "--output-root", "out", "--report", "out/r.json"] + more, in: folder.path)
            let lines = outcome.errorLines.filter { $0.contains("none.json") }
            #expect(outcome.status == 1 && lines.count == 11 && !outcome.errors.contains("\n\n"), "\(outcome.errors)")
            #expect(
                lines.last?.hasPrefix("penumbra: … 5 more with the same reason, see out/penumbra-batch.journal.failed: ")
                    == true)
            let fonts = outcome.errorLines.filter { $0.contains("No Such Font") }
            #expect(fonts.count == 1 && fonts.first?.contains("(first in line ") == true, "\(outcome.errors)")
            #expect(fonts.first?.hasPrefix("penumbra: the scene: layers[0].font: ") == true, "\(fonts)")
            #expect(outcome.errors.contains(" on the CPU; 4 warnings. Failures: "), "\(outcome.errors)")
            let report = String(decoding: folder.bytes("out/r.json"), as: UTF8.self)
            #expect(report.contains("\"notices\"") && report.contains(": 4\n"), "\(report)")
        }
    }

    private static let large = #"{"scene":{"canvas":{"width":4000,"height":3000}},"output":"large.png"}"#
}
