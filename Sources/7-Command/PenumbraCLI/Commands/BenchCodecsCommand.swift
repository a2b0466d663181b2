import ArgumentParser
import PenumbraBench

struct BenchCodecsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codecs",
        abstract: "Measure encoders beside libpng and libdeflate.",
        discussion: """
            Each effort is measured on one thread and on all. On one thread, the same run measures libpng with its default filters at
            zlib's levels 1 and 6. It also measures libdeflate with the same choice of filters at its own levels 1 and 6, and a copy
            of the pixels.

            EXAMPLES
              penumbra bench codecs
              penumbra bench codecs photos/*.jpg --json > codecs.json
            """)

    @Argument(
        help: ArgumentHelp(
            "Pictures to measure. Default: three drawn ones.",
            valueName: "picture"))
    var pictures: [String] = []

    @Option(help: ArgumentHelp("Runs per measurement; medians are shown.", valueName: "count"))
    var repeats = 5

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--repeats", repeats, 1...1000)
    }

    func run() throws {
        let materials: [CodecBenchmark.Material]
        if pictures.isEmpty {
            materials = try CodecBenchmark.samples()
        } else {
            let bitmaps = try pictures.map { try readPicture($0) }
            let name = pictures.count == 1 ? pictures[0] : "\(pictures.count) pictures"
            materials = [CodecBenchmark.Material(name: name, pictures: bitmaps)]
        }
        let rows = try CodecBenchmark(repeats: repeats).run(materials)
        print(json ? CodecReport.json(rows) : CodecReport.table(rows), terminator: "")
    }
}
