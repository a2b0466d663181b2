import TestSupport
import Testing

/// Under a memory limit, the command draws in tiles or reports too little memory. The pictures are the same.
@Suite(.timed, .needsCommand)
struct MemoryLimitTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// 4000 × 3000 pixels, blurred as a whole: 96 MB per surface.
    private static let scene =
        ##"{"canvas":{"width":4000,"height":3000,"background":"#edf0f5"},"layers":[{"frame":[300,250,3200,2300],"##
        + #""backgroundColor":"white","cornerRadius":40,"opacity":0.9,"blur":4}]}"#

    private func run(_ arguments: [String], kibibytes: Int) throws -> Command.Outcome {
        try Command.start(
            ["/bin/sh", "-c", "ulimit -v \(kibibytes) && exec \"$0\" \"$@\"", Command.path] + arguments, in: folder.path
        ).finish()
    }

    /// 100 million pixels, a blur and a shadow: too large for all of these limits.
    private static let large =
        ##"{"canvas":{"width":10000,"height":10000,"background":"#edf0f5"},"layers":[{"frame":[400,500,6400,6160],"##
        + ##""backgroundColor":"white","cornerRadius":140,"shadows":[{"radius":120,"opacity":0.4}]},"##
        + ##"{"frame":[2000,1000,7500,6200],"backgroundColor":"red","blur":60}]}"##

    /// Threads, their arenas and unused blocks used to take memory that was reserved for the picture.
    @Test(arguments: [260, 380, 560, 740])
    func largePictureIsDrawnOrRefusedUnderAMemoryLimit(_ megabytes: Int) throws {
        _ = folder.folder.file("large.json", Self.large)
        let arguments = ["render", "large.json", "--backend", "cpu", "--threads", "2", "-o", "a.png"]
        let outcome = try run(arguments, kibibytes: megabytes << 10)
        #expect([0, 75].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
        #expect(folder.bytes("a.png").isEmpty == (outcome.status != 0))
    }

    /// A job that doesn't fit in memory is rejected by name. All other jobs are done, whatever the batch's budget.
    @Test(arguments: [200, 300, 450], ["--max-memory=8G", "--threads=2"])
    func batchContinuesAfterAJobBeyondTheMemory(_ megabytes: Int, _ option: String) throws {
        _ = folder.folder.file("large.json", Self.large)
        let large = #"{"scene":"large.json","output":"large.png"}"# + "\n"
        let small = (1...20).map { BatchFolder.job($0) + "\n" }.joined()
        let manifest = folder.folder.file("jobs.jsonl", large + small + large.replacing("large.png", with: "again.png"))
        let outcome = try run(
            ["batch", manifest, "--output-root", "out", "--backend", "cpu", option], kibibytes: megabytes << 10)
        #expect(outcome.status == 1, "\(outcome.status) \(outcome.errors)")
        #expect(folder.pictures("out").count == 20, "\(outcome.errors)")
        let failures = String(decoding: folder.bytes("out/penumbra-batch.journal.failed"), as: UTF8.self)
        #expect(failures.split(separator: "\n").allSatisfy { $0.contains(#""kind":"memory""#) }, "\(failures)")
    }

    /// A driver without memory ends the process, and so does any code to which the driver leaves too little memory.
    @Test(.needsSoftwareGL, arguments: [260, 300, 350, 400, 450])
    func driverWithoutMemoryEndsNoBatch(_ megabytes: Int) throws {
        let manifest = folder.manifest(30)
        #expect(try folder.run("batch", manifest, "--output-root", "good", "--backend", "cpu").status == 0)
        let outcome = try run(["batch", manifest, "--output-root", "out", "--device", "software"], kibibytes: megabytes << 10)
        #expect([0, 1, 69, 75].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
        let good = folder.pictures("good")
        for (name, bytes) in folder.pictures("out") { #expect(bytes == good[name], "\(name)") }
    }

    @Test func pictureLargerThanTheMemoryIsDrawnOrRefused() throws {
        _ = folder.folder.file("big.json", Self.scene)
        let arguments = ["render", "big.json", "--backend", "cpu", "--threads", "1", "-o"]
        #expect(try Command.run(arguments + ["good.png"], in: folder.path).status == 0)
        let good = folder.bytes("good.png")
        let manifest = folder.folder.file("jobs.jsonl", #"{"scene":"big.json","output":"big.png"}"# + "\n")
        var drawn = 0
        var refused = 0
        for megabytes in stride(from: 200, through: 800, by: 100) {
            let outcome = try run(arguments + ["a.png"], kibibytes: megabytes << 10)
            #expect([0, 75].contains(outcome.status), "\(megabytes) MiB: \(outcome.status) \(outcome.errors)")
            if outcome.status == 0 {
                drawn += 1
                #expect(folder.bytes("a.png") == good, "\(megabytes) MiB")
            } else {
                refused += 1
                #expect(outcome.errorLines.count == 1 && outcome.errors.contains("memory"), "\(outcome.errors)")
            }
            let batch = try run(
                ["batch", manifest, "--output-root", "out", "--backend", "cpu", "--threads", "1"], kibibytes: megabytes << 10)
            #expect([0, 1].contains(batch.status), "batch, \(megabytes) MiB: \(batch.status) \(batch.errors)")
            if batch.status == 1 { #expect(batch.errors.contains("memory"), "\(batch.errors)") }
        }
        #expect(drawn > 0 && refused + drawn == 7)
    }
}
