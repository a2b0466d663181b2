import ArgumentParser
import Glibc
import Penumbra
import PenumbraBatch
import PenumbraBench
import PenumbraSystem

struct BenchBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract:
            "Measure cards per second from disk to disk.",
        discussion: """
            Each card shows one of the photos: decoded, drawn, encoded, synchronised with the disk and noted in a journal. The same batch
            is written with libpng at level 6, by the project's own PNG writer and as JPEG, in one run.

            EXAMPLES
              penumbra bench batch photos/*.jpg
              penumbra bench batch photos/*.jpg --count 1000 --json > batch.json
            """)

    @Argument(help: ArgumentHelp("Photos for the cards.", valueName: "photo"))
    var photos: [String]

    @Option(
        help: ArgumentHelp("Scene with parameters photo and title.", valueName: "scene")
    )
    var template: String?

    @Option(help: ArgumentHelp("Cards per batch. Default: one per photo.", valueName: "count"))
    var count: Int?

    @Option(help: ArgumentHelp("Batches of each kind; the fastest counts.", valueName: "count"))
    var repeats = 5

    @Option(help: ArgumentHelp("CPU threads. Default: all processors.", valueName: "count"))
    var threads: Int?

    @Option(help: ArgumentHelp("Folder for the pictures, deleted afterwards.", valueName: "folder"))
    var folder = "."

    @Option(
        help: ArgumentHelp(
            "Renderer.", valueName: "backend"))
    var backend = Backend.cpu

    @Option(help: ArgumentHelp("Folder of shaders, instead of the built-in ones.", valueName: "folder", visibility: .hidden))
    var shaders: String?

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        try check("--repeats", repeats, 1...1000)
        try check("--count", count, 1...1_000_000)
        try check("--threads", threads, Limits.threads)
        if photos.isEmpty { throw ValidationError("Name photos.") }
    }

    func run() throws {
        SystemMemory.keepFreedMemory(threads: threads ?? processorCount())
        let scene = try template.map { try SceneTemplate(reading: $0) } ?? BatchBenchmark.card()
        let (device, _) = try Device.open(backend, threads: 1, shaderFolder: shaders)
        // The template's folder differs from the working directory, so paths must be absolute.
        let benchmark = BatchBenchmark(
            template: scene, photos: photos.map(Self.absolutePath), threads: threads ?? processorCount(),
            count: count ?? photos.count, repeats: repeats, devices: [device])
        let rows = try benchmark.run(in: folder)
        let shaders = try benchmark.shaderTimes()
        print(json ? Self.json(rows, shaders, benchmark) : Self.table(rows, shaders, benchmark), terminator: "")
    }

    /// An absolute form of a path.
    private static func absolutePath(_ path: String) -> String {
        if path.startsWithBytes("/") { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    private typealias Shaders = [(device: String, cards: Int, times: [ShaderTime])]

    private static func table(_ rows: [BatchBenchmark.Row], _ shaders: Shaders, _ benchmark: BatchBenchmark) -> String {
        let padded = BenchmarkReport.padded
        func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        var text =
            "\(benchmark.count) cards of \(benchmark.photos.count) photos, \(benchmark.threads) threads; the fastest of \(benchmark.repeats)\n"
        for row in rows {
            text += row.name + String(repeating: " ", count: max(1, 22 - row.name.count))
            text += padded(rounded(row.picturesPerSecond), 8) + " a second"
            text += padded(rounded(row.ratio), 7) + " × libpng level 6"
            text += padded("\(row.bytes / max(1, row.pictures) / 1000)", 7) + " kB each; milliseconds of a processor:"
            text += " \(rounded(row.processorSeconds / Double(max(1, row.pictures)) * 1000)); of a thread:"
            for stage in StageTimes.Stage.allCases where row.stages[stage] > 0.000_01 * Double(row.pictures) {
                text += " \(stage.rawValue) \(rounded(row.stages[stage] / Double(max(1, row.pictures)) * 1000))"
            }
            if let work = row.work {
                text += "; on the GPU: \(rounded(work.dispatches)) dispatches, \(Int(work.uploadedBytes / 1000)) kB up,"
                text += " \(Int(work.readBackBytes / 1000)) kB down;"
                text += " milliseconds of its thread: \(rounded(work.busySeconds * 1000))"
            }
            text += "\n"
        }
        for (device, cards, times) in shaders {
            func each(_ milliseconds: Double) -> String { rounded(1000 * milliseconds / Double(cards)) }
            let sum = times.reduce(0) { $0 + $1.milliseconds }
            text += "\(device), microseconds of its own clock for each card in a group of \(cards): \(each(sum))\n"
            for time in times {
                text += padded(each(time.milliseconds), 10) + "  \(time.name), \(time.dispatches) dispatches\n"
            }
        }
        return text
    }

    private static func json(_ rows: [BatchBenchmark.Row], _ shaders: Shaders, _ benchmark: BatchBenchmark) -> String {
        func number(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
        let entries = rows.map { row -> JSONValue in
            let stages = StageTimes.Stage.allCases.map {
                JSONObject.Member(key: $0.rawValue, value: number(row.stages[$0]))
            }
            return [
                "name": .string(row.name), "pictures": .count(row.pictures), "seconds": number(row.seconds),
                "picturesPerSecond": number(row.picturesPerSecond), "ratioToLibpngLevel6": number(row.ratio),
                "bytes": .count(row.bytes), "processorSeconds": number(row.processorSeconds),
                "stageSeconds": .object(JSONObject(stages)),
                "deviceWorkEach": row.work.map { work in
                    [
                        "dispatches": number(work.dispatches), "barriers": number(work.barriers),
                        "uploadedBytes": number(work.uploadedBytes),
                        "readBackBytes": number(work.readBackBytes), "buffers": number(work.buffers),
                        "threadMilliseconds": number(work.threadSeconds * 1000),
                        "busyMilliseconds": number(work.busySeconds * 1000),
                    ]
                } ?? .null,
            ]
        }
        let devices = shaders.map { device, cards, times -> JSONValue in
            let entries = times.map { time -> JSONValue in
                [
                    "name": .string(time.name), "dispatches": .count(time.dispatches),
                    "microsecondsEach": number(1000 * time.milliseconds / Double(cards)),
                ]
            }
            return ["device": .string(device), "cards": .count(cards), "shaders": .array(entries)]
        }
        let document: JSONValue = [
            "cards": .count(benchmark.count), "photos": .count(benchmark.photos.count),
            "threads": .count(benchmark.threads), "rows": .array(entries),
            "shaderTimes": .array(devices),
        ]
        return document.prettyPrinted()
    }
}
