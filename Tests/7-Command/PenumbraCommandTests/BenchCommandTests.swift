import TestSupport
import Testing

@Suite(.timed, .needsCommand)
struct BenchCommandTests {
    let folder: WorkFolder
    private static let small = ["bench", "--sizes", "0.05,0.1", "--sigmas", "3", "--repeats", "2", "--seconds", "0.01"]

    init() throws {
        folder = try WorkFolder()
    }

    private func bench(_ more: String...) throws -> Command.Outcome { try Command.run(Self.small + more, in: folder.path) }

    @Test func benchMeasuresEverySceneWithEqualPictures() throws {
        let outcome = try bench("--software", "--json", "bench.json")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(text)\(outcome.errors)")
        for scene in ["curl", "indent", "cloud", "table", "focus", "card", "shadow σ 3"] {
            #expect(text.contains("\n\(scene) "))
        }
        #expect(text.contains("software GL") && text.contains("memcpy") && text.contains("glCopyBufferSubData"))
        #expect(text.hasSuffix("equal the CPU's, byte by byte\n"))
        let json = String(decoding: Command.bytes(of: "\(folder.path)/bench.json"), as: UTF8.self)
        #expect(json.contains("\"name\": \"card 120×63 cpu\"") && json.contains("\"equal\": true"))
        // Two sizes of six scenes and one σ, by two renderers.
        #expect(json.split(separator: "\"trafficBytes\"").count - 1 == 26)
    }

    @Test func benchMeasuresMotionLoops() throws {
        let small = ["bench", "motion", "--scale", "0.05", "--frames", "3", "--repeats", "1"]
        let outcome = try Command.run(small, in: folder.path)
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(
            outcome.status == 0 && outcome.errors.isEmpty && text.hasPrefix("3 frames of 96×54"), "\(text)\(outcome.errors)")
        for loop in ["cloud", "table", "focus", "curl", "indent", "board", "still"] { #expect(text.contains("\n\(loop) ")) }
        let json = try Command.run(small + ["--loop", "still", "--json"], in: folder.path)
        let report = String(decoding: json.output, as: UTF8.self)
        #expect(report.contains("\"format\": \"penumbra bench motion\"") && report.contains("\"name\": \"still\""))
        // Two workers draw one frame each.
        #expect(
            report.contains("\"drawnShare\": 0.6667") || report.contains("\"drawnShare\": 0.3333") || report.contains("1.0000"))
        #expect(try Command.run(["bench", "motion", "--loop", "rain"], in: folder.path).status == 64)
        _ = folder.file("motion.json", report)
        #expect(try folder.run("bench", "compare", "motion.json", "motion.json").status == 0)
    }

    @Test func jsonReportGoesToStandardOutputByDefault() throws {
        let outcome = try bench("--scene", "cloud", "--json")
        #expect(outcome.status == 0 && outcome.output.first == UInt8(ascii: "{"))
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("\"format\": \"penumbra bench\""))
    }

    @Test func benchAcceptsAUserPhoto() throws {
        #expect(try bench("--scene", "curl", "--photo", "\(Command.root)/docs/gallery/product.png").status == 0)
        #expect(try bench("--scene", "curl", "--photo", "missing.jpg").status == 66)
        #expect(try bench("--scene", "curl", "--photo", "\(Command.root)/Package.swift").status == 65)
    }

    @Test func benchReportsPixelsOfABrokenShader() throws {
        try folder.copyShaders(changing: "finish.comp", "straight.r | straight.g << 8", to: "straight.g | straight.r << 8")
        let outcome = try bench("--scene", "cloud", "--device", "software", "--shaders", "shaders", "--report", "report")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 1 && text.contains("2 of 2 pictures differ from the CPU's"), "\(text)\(outcome.errors)")
        // A report of a failed run is still written, because users need it then.
        let page = String(decoding: Command.bytes(of: "\(folder.path)/report/index.html"), as: UTF8.self)
        #expect(page.contains("class=\"verdict bad\""))
    }

    @Test func benchReportsAShaderThatDoesNotCompile() throws {
        try folder.copyShaders(changing: "finish.comp", "void main() {", to: "void main() { nonsense;")
        let outcome = try bench("--scene", "cloud", "--device", "software", "--shaders", "shaders")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 1 && text.contains("does not compile"), "\(text)\(outcome.errors)")
    }

    @Test func benchReportIsCompleteAndReplacesNoFile() throws {
        #expect(try bench("--scene", "cloud", "--scene", "shadow", "--report", "deep/report/").status == 0)
        let names = Command.names(in: "\(folder.path)/deep/report")
        #expect(names == ["bench.json", "cloud-cpu.png", "index.html", "shadow-cpu.png"])
        #expect(Command.names(in: "\(folder.path)/deep") == ["report"], "nothing is left beside it")
        let again = try bench("--scene", "cloud", "--report", "deep/report")
        #expect(again.status == 73 && again.errorLines.count == 1 && again.errors.contains("not an empty folder"))
        _ = folder.file("plain", "text")
        #expect(try bench("--scene", "cloud", "--report", "plain/report").status == 73)
    }

    @Test func benchReportsAreCompared() throws {
        #expect(try bench("--scene", "cloud", "--json", "old.json").status == 0)
        let same = try folder.run("bench", "compare", "old.json", "old.json", "--fail-over", "0")
        let text = String(decoding: same.output, as: UTF8.self)
        #expect(same.status == 0 && text.contains("2 rows: 0 faster, 0 slower, 2 within noise"), "\(text)")
        func report(_ time: String) -> String {
            "{\"kernels\": \"avx2\", \"rows\": [{\"name\": \"blur\", \"milliseconds\": \(time)}]}"
        }
        _ = folder.file("a.json", report("10"))
        _ = folder.file("b.json", report("12"))
        let slower = try folder.run("bench", "compare", "a.json", "b.json", "--fail-over", "5")
        #expect(
            slower.status == 1 && slower.errors.contains("1 row is slower by more than 5 %, first blur"), "\(slower.errors)")
        #expect(try folder.run("bench", "compare", "a.json", "b.json", "--fail-over", "25").status == 0)
        #expect(try folder.run("bench", "compare", "a.json", "b.json").status == 0)
        #expect(try folder.run("bench", "compare", "b.json", "a.json", "--fail-over", "0").status == 0)
        let json = try folder.run("bench", "compare", "a.json", "b.json", "--json")
        #expect(String(decoding: json.output, as: UTF8.self).contains("\"verdict\": \"slower\""))
        let foreign = try folder.run("bench", "compare", "old.json", "a.json")
        #expect(foreign.status == 65 && foreign.errors.contains("format: "))
    }

    @Test func brokenBenchReportsAreNamedWithTheirPlace() throws {
        _ = folder.file("bad.json", "{\"format\": \"penumbra bench\",\n \"rows\": [}")
        let bad = try folder.run("bench", "compare", "bad.json", "bad.json")
        #expect(
            bad.status == 65 && bad.errorLines.count == 1 && bad.errors.contains("\"bad.json\": line 2, column 11"),
            "\(bad.errors)")
        #expect(try folder.run("bench", "compare", "bad.json", "missing.json").status == 65)
        #expect(try folder.run("bench", "compare", "missing.json", "bad.json").status == 66)
    }

    @Test(arguments: [
        ["--sizes", "0"], ["--sizes", "1,,2"], ["--sizes", "x"], ["--sizes", "1e9"], ["--sizes", "nan"], ["--sigmas", "-1"],
        ["--repeats", "0"], ["--seconds", "-1"], ["--threads", "0"], ["--scene", "nonsense"], ["--device", "nonsense"],
    ])
    func invalidBenchOptionsAreRefused(arguments: [String]) throws {
        let outcome = try Command.run(["bench"] + arguments, in: folder.path)
        #expect(outcome.status == 64, "\(outcome.errors)")
    }
}
