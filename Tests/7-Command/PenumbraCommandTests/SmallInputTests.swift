import Glibc
import TestSupport
import Testing

/// Inputs of a few kilobytes that used to take gigabytes or half a minute are drawn in bounded memory or refused at once.
@Suite(.timed, .needsCommand, .needsCompiler)
struct SmallInputTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    struct Input: CustomTestStringConvertible, Sendable {
        var file: String
        /// Megabytes; the default is 896.
        var memory: Int?
        var isDrawn = false
        var testDescription: String { "\(file) \(memory.map(String.init) ?? "")" }
    }

    /// Runs the command, and returns its peak memory in bytes.
    private func run(_ arguments: [String]) throws -> (outcome: Command.Outcome, peak: Int) {
        let program = "\(folder.path)/peak_memory"
        if access(program, X_OK) != 0 { try #require(buildPeakMemory(program)) }
        let outcome = try Command.start([program, "peak", Command.path] + arguments, in: folder.path).finish()
        let peak = try #require(Int(String(decoding: folder.bytes("peak"), as: UTF8.self)))
        return (outcome, peak << 10)
    }

    /// The bytes of the program and of its libraries, which a memory limit leaves out.
    private static let bytesOfProgram = 60 << 20

    @Test(arguments: [
        Input(file: "filter-chain-shortest.json"), Input(file: "filter-chain-diff.json"),
        Input(file: "filter-chain-conv9.json", isDrawn: true), Input(file: "svg-filter-chain.svg"),
        Input(file: "convolve-chain-memory.json", memory: 200), Input(file: "gauss-gradient.json", memory: 200, isDrawn: true),
        Input(file: "gradient-stops-5.json", memory: 200, isDrawn: true), Input(file: "gradient-stops-40.json"),
        Input(file: "svg-entities.svg", memory: 60), Input(file: "svg-entities-390.svg", memory: 60),
        Input(file: "use-clip.svg", memory: 60), Input(file: "use-clip.svg", memory: 200),
        Input(file: "tall-outlines.json", memory: 150), Input(file: "post.json", memory: 200),
        Input(file: "outlines-in-perspective.json", memory: 200), Input(file: "fitted-text-copies.json"),
        Input(file: "fitted-mask-copies.json"), Input(file: "emoji-beyond-canvas.json", memory: 60),
        Input(file: "emoji-beyond-canvas.json", memory: 100, isDrawn: true),
        Input(file: "polygons.svg", memory: 100), Input(file: "dotted-borders.html"),
        Input(file: "dotted-borders.html", memory: 60), Input(file: "collapsed-borders.html", memory: 60),
        Input(file: "wavy-lines.html", memory: 100), Input(file: "outlined-words.svg", memory: 200),
        Input(file: "striped-tiles.html", memory: 200), Input(file: "striped-tiles.html", memory: 600),
        Input(file: "spanning-tables.html", memory: 200, isDrawn: true), Input(file: "cut-inlines.html", memory: 200),
        Input(file: "floats-in-inlines.html", memory: 200, isDrawn: true),
    ]) func smallInputIsDrawnOrRefusedWithinItsBounds(input: Input) throws {
        let path = "\(Command.root)/Tests/Regressions/costs/\(input.file)"
        let limit = input.memory.map { ["--max-memory", "\($0)M"] } ?? []
        let size = input.file.hasSuffix(".html") ? ["--width", "10000", "--height", "10000"] : []
        let (outcome, peak) = try run(["render", path, "--backend", "cpu", "-o", "a.png"] + size + limit)
        #expect(outcome.status == 0 ? input.isDrawn : !input.isDrawn && [65, 75].contains(outcome.status), "\(outcome.errors)")
        #expect(folder.bytes("a.png").isEmpty == (outcome.status != 0))
        let most = (input.memory ?? 896) << 20 + Self.bytesOfProgram
        #expect(peak <= most, "\(peak >> 20) MiB")
        // A refusal takes a fraction of a second, and the pictures took ten to fifty.
        #expect(outcome.status == 0 || outcome.processorSeconds < 5, "\(outcome.processorSeconds) s")
    }

    /// Long values that many boxes have are read for each, and make paths and shadows of each.
    @Test(arguments: [
        "clip-path:polygon(\(Array(repeating: "1px 1px", count: 9000).joined(separator: ",")))",
        "clip-path:path('M0 0\(String(repeating: "L1 1", count: 9000))')",
        "box-shadow:\(Array(repeating: "1px 1px 2px red", count: 400).joined(separator: ","))",
        "background:linear-gradient(\(Array(repeating: "red,blue", count: 2000).joined(separator: ",")))",
        "border:1px solid;border-image:linear-gradient(\(Array(repeating: "red,blue", count: 400).joined(separator: ","))) 1",
        "display:grid;grid-template-columns:repeat(9000,1px)",
    ]) func longValuesOfManyBoxesAreBounded(declaration: String) throws {
        let boxes = String(repeating: "<p></p>", count: 3000)
        let page = folder.folder.file(
            "page.html", "<!doctype html><style>p{width:9px;height:9px;margin:0;\(declaration)}</style>\(boxes)")
        let (outcome, peak) = try run(["render", page, "--backend", "cpu", "-o", "a.png", "--max-memory", "100M"])
        #expect(outcome.status == 65 && outcome.errorLines.count == 1, "\(outcome.errors.prefix(300))")
        #expect(peak <= 100 << 20 + Self.bytesOfProgram, "\(peak >> 20) MiB")
        #expect(outcome.processorSeconds < 8, "\(outcome.processorSeconds) s")
    }

    /// Values are read for every element, whose style differs from others or not, and whose values have references or not.
    @Test(arguments: [
        "div{--x:\(calculation);width:var(--x)}", ":root{--x:\(calculation)}div{width:var(--x)}", "div{width:\(calculation)}",
        ":root{--x:\(calculation)}div::before{content:'';width:var(--x)}",
        "div{width:\(calculation.replacing(" ", with: "\n"))}",
    ]) func longValuesOfManyElementsAreBounded(rules: String) throws {
        let boxes = (0..<6000).map { "<div style='height:\($0)px'></div>" }.joined()
        let page = folder.folder.file("page.html", "<!doctype html><style>\(rules)</style>\(boxes)")
        let rects = (0..<6000).map { "<rect class='r' y='\($0)'/>" }.joined()
        let drawing = folder.folder.file(
            "drawing.svg",
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>\
            \(rules.replacing("div", with: "rect").replacing("::before", with: ""))</style>\(rects)</svg>
            """)
        for file in [page, drawing] {
            let (outcome, _) = try run(["render", file, "--backend", "cpu", "-o", "a.png"])
            #expect(outcome.status == 65 && outcome.errors.contains("MiB of long values"), "\(outcome.errors.prefix(300))")
            #expect(outcome.processorSeconds < 8, "\(outcome.processorSeconds) s")
        }
    }

    private static let calculation = "calc(1px\(String(repeating: " + 1px", count: 4000)))"

    /// Floats that wait for the places of the boxes around them keep nothing of a page that was drawn.
    @Test func memoryOfPagesIsFreed() throws {
        let floats = String(repeating: "<div><i></i></div>", count: 300)
        let page = folder.folder.file(
            "page.html", "<!doctype html><style>i{float:left;width:1px;height:1px}</style>\(floats)<p>{{t}}</p>")
        let rows = folder.folder.file("rows.jsonl", (0..<400).map { #"{"t":"row \#($0)"}"# }.joined(separator: "\n"))
        let (outcome, peak) = try run(
            ["batch", "--template", page, "--rows", rows, "-o", "out/${t}.png", "--backend", "cpu", "-q"])
        #expect(outcome.status == 0, "\(outcome.errors.prefix(300))")
        // 190 KB of each page were kept.
        #expect(peak <= 30 << 20 + Self.bytesOfProgram, "\(peak >> 20) MiB")
    }

    /// The values of a document take much more memory than their text.
    @Test func valuesOfADocumentCountAsMemory() throws {
        let zeros = Array(repeating: "0", count: 3_000_000).joined(separator: ",")
        let scene = folder.folder.file(
            "zeros.json", #"{"canvas":{"width":9,"height":9},"parameters":{"a":[\#(zeros)]},"layers":[]}"#)
        let arguments = ["render", scene, "--backend", "cpu", "-o", "a.png"]
        let (outcome, peak) = try run(arguments + ["--max-memory", "60M"])
        #expect(outcome.status == 65 && outcome.errors.contains("the values up to here take more than 60 MiB of memory"))
        #expect(peak <= 60 << 20 + Self.bytesOfProgram, "\(peak >> 20) MiB")
        #expect(try Command.run(arguments, in: folder.path).status == 0)
    }

    /// A picture that is written while it is drawn may be drawn twice, to find whether it is opaque.
    @Test func pictureThatMayBeDrawnTwiceIsChargedTwice() throws {
        let scene = folder.folder.file(
            "large.json", ##"{"canvas":{"width":6000,"height":6000},"layers":[{"backgroundColor":"#f008","blur":9}]}"##)
        let plan = try Command.run(["plan", scene], in: folder.path)
        let line = String(decoding: plan.output, as: UTF8.self).split(separator: "\n").last { $0.hasPrefix("work ") }
        let work = try #require(line.flatMap { Double($0.split(separator: " ")[1]) }) / 1000
        let arguments = ["render", scene, "--backend", "cpu", "--max-memory", "150M", "-o", "a.png", "--max-work"]
        let outcome = try Command.run(arguments + ["\(1.5 * work)"], in: folder.path)
        #expect(
            [65, 75].contains(outcome.status) && outcome.errors.contains("--max-work"), "\(outcome.status) \(outcome.errors)")
        #expect(try Command.run(arguments + ["\(20 * work)"], in: folder.path).status == 0)
    }
}
