import Testing

/// Under a limit on its memory the command draws in tiles or says that there is too little; what is drawn is the same.
@Suite(.enabled(if: Command.isExpected, "the command is not built: swift build -c release"))
struct MemoryLimitTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// 4000 × 3000 pixels, blurred as a whole: 96 MB a surface.
    private static let scene =
        ##"{"canvas":{"width":4000,"height":3000,"background":"#edf0f5"},"layers":[{"frame":[300,250,3200,2300],"##
        + #""backgroundColor":"white","cornerRadius":40,"opacity":0.9,"blur":4}]}"#

    private func run(_ arguments: [String], kibibytes: Int) throws -> Command.Outcome {
        try Command.start(
            ["/bin/sh", "-c", "ulimit -v \(kibibytes) && exec \"$0\" \"$@\"", Command.path] + arguments, in: folder.path
        ).finish()
    }

    @Test func aPictureLargerThanTheMemoryIsDrawnOrRefused() throws {
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
