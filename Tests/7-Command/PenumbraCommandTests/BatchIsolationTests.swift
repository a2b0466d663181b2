import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests batches whose jobs run in worker processes, some of which are killed from outside.
@Suite(.timed, .needsCommand)
struct BatchIsolationTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// The lines of a folder's journal, sorted so that they don't depend on the order of the run.
    private func journal(_ output: String) -> [Substring] {
        String(decoding: folder.bytes("\(output)/penumbra-batch.journal"), as: UTF8.self).split(separator: "\n").sorted()
    }

    /// A slow job that is still in progress long after the others.
    private static let held = #"{"scene":"slow.json","output":"held.png"}"# + "\n"

    /// A manifest of `count` valid jobs, with the slow job among the first.
    private func heldManifest(_ count: Int) -> String {
        _ = folder.folder.file("slow.json", BatchFolder.slowScene)
        let lines = (0..<count).map { BatchFolder.job($0) + "\n" }
        return folder.folder.file("held.jsonl", lines.prefix(7).joined() + Self.held + lines.dropFirst(7).joined())
    }

    private func start(_ arguments: String...) throws -> Command.Running {
        try Command.start(
            [Command.path, "batch", "--output-root", "out", "--backend", "cpu", "--isolate", "--max-work", "1000"] + arguments,
            in: folder.path)
    }

    /// Polls until a condition holds. A test that waits for a minute has failed.
    private func wait(for running: Command.Running, until condition: () -> Bool) throws {
        for _ in 0..<12_000 {
            if condition() { return }
            usleep(5000)
        }
        running.send(SIGKILL)
        let outcome = running.finish()
        try #require(Bool(false), "a minute was not enough: \(outcome.errors)")
    }

    // MARK: Equal to runs without --isolate

    @Test func isolatedBatchHasTheSameFilesAndJournal() throws {
        let manifest = folder.manifest(40)
        #expect(try folder.run("batch", manifest, "--output-root", "calm", "--backend", "cpu").status == 0)
        let expected = folder.pictures("calm")
        #expect(expected.count == 40)
        for threads in ["1", "3"] {
            let outcome = try folder.run(
                "batch", manifest, "--output-root", threads, "--backend", "cpu", "--isolate", "--threads", threads, "--report",
                "r.json")
            #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
            #expect(folder.pictures(threads) == expected && journal(threads) == journal("calm"))
            let report = String(decoding: folder.bytes("r.json"), as: UTF8.self)
            #expect(report.contains("\"lostWorkers\": 0") && report.contains("\"cpu\": 40"), "\(report)")
        }
        // Each mode accepts the other mode's outputs as its own.
        let again = try folder.run("batch", manifest, "--output-root", "calm", "--backend", "cpu", "--isolate", "--resume")
        #expect(again.status == 0 && again.errors.contains("penumbra: 0 written, 40 skipped"), "\(again.errors)")
        #expect(
            try folder.run("batch", manifest, "--output-root", "3", "--backend", "cpu", "--resume").errors.contains(
                "0 written, 40 skipped"))
    }

    @Test func idleWorkerThatDiesLosesNoJob() throws {
        _ = folder.manifest(1)
        var pipe: [Int32] = [0, 0]
        try #require(Glibc.pipe(&pipe) == 0)
        // The command must not inherit the write end.
        _ = fcntl(pipe[1], F_SETFD, FD_CLOEXEC)
        let running = try Command.start(
            [Command.path, "batch", "-", "--output-root", "out", "--backend", "cpu", "--isolate", "--threads", "1"],
            in: folder.path,
            input: "/proc/self/fd/\(pipe[0])")
        func say(_ line: String) {
            _ = (line + "\n").utf8CString.withUnsafeBytes { write(pipe[1], $0.baseAddress, $0.count - 1) }
        }
        say(BatchFolder.job(0))
        try wait(for: running) { folder.pictures("out").count == 1 }
        let worker = try #require(Processes.children(of: running.process).first)
        kill(worker, SIGKILL)
        // The first thread may exit before the last, and the process's files are closed only with the last thread.
        try wait(for: running) { !Processes.isAlive(worker) && Command.names(in: "/proc/\(worker)/task").count <= 1 }
        say(BatchFolder.job(1))
        try wait(for: running) { folder.pictures("out").count == 2 }
        close(pipe[1])
        close(pipe[0])
        let outcome = running.finish()
        #expect(outcome.status == 0 && outcome.errors.contains("2 written"), "\(outcome.errors)")
    }

    @Test func batchSettingsAndTablesReachTheWorkers() throws {
        _ = folder.folder.file("t.csv", "sku,w,color\na,30,red\n\"b,c\",,\"#00f\"\nd,7\ne,x,red\n")
        let words = [
            "batch", "--template", "card.json", "--rows", "-", "--rows-format", "csv", "-o", "${sku}.jpg", "--quality", "40",
            "--scale", "2", "--trim",
        ]
        let plain = try Command.run(words + ["--output-root", "plain"], in: folder.path, input: "\(folder.path)/t.csv")
        let isolated = try Command.run(
            words + ["--output-root", "isolated", "--isolate"], in: folder.path, input: "\(folder.path)/t.csv")
        #expect(plain.status == 1 && isolated.status == 1)
        #expect(plain.errorLines.dropLast().sorted() == isolated.errorLines.dropLast().sorted(), "\(isolated.errors)")
        #expect(folder.pictures("plain").count == 2 && folder.pictures("plain") == folder.pictures("isolated"))
        #expect(journal("plain") == journal("isolated"))
    }

    @Test func isolatedBatchNamesBrokenJobsAlike() throws {
        _ = folder.manifest(4)
        let broken = [
            "nonsense", #"{"scene":"none.json","output":"b.png"}"#, #"{"scene":"photo.jpg","output":"c.png"}"#,
            #"{"scene":"card.json","output":"f.gif"}"#,
            #"{"scene":"card.json","output":"d.png","parameters":{"w":-3}}"#, #"{"scene":"card.json","output":"1.png"}"#,
            #"{"scene":"photo.json","output":"j.png","parameters":{"photo":"card.json"}}"#,
            #"{"scene":{"canvas":{"width":3}},"output":"m.png"}"#,
            #"{"scene":"card.json","output":"../out.png"}"#, #"{"scene":"card.json","output":"1.png/l.png"}"#,
        ]
        _ = folder.folder.file(
            "bad.jsonl", String(decoding: folder.bytes("jobs.jsonl"), as: UTF8.self) + broken.joined(separator: "\n"))
        // The blocking file exists when the job below it runs.
        for output in ["plain", "isolated"] {
            #expect(try folder.run("batch", "jobs.jsonl", "--output-root", output).status == 0)
        }
        func failures(_ output: String, _ more: String...) throws -> [String] {
            let outcome = try Command.run(
                ["batch", "bad.jsonl", "--output-root", output, "--progress", "json"] + more, in: folder.path)
            #expect(outcome.status == 1 && outcome.errorLines.allSatisfy { $0.hasPrefix("{") }, "\(outcome.errors)")
            // Another batch of the folder has a journal of its own.
            let name = Command.names(in: "\(folder.path)/\(output)").first { $0.hasSuffix(".journal.failed") } ?? "none"
            return String(decoding: folder.bytes("\(output)/\(name)"), as: UTF8.self).split(separator: "\n").sorted()
                .map(String.init)
        }
        let plain = try failures("plain")
        #expect(plain.count == broken.count)
        #expect(try failures("isolated", "--isolate") == plain)
        #expect(folder.pictures("plain") == folder.pictures("isolated"))
    }

    @Test func workerMemoryIsSharedAndLargeJobsGetMore() throws {
        let large = #"{"scene":{"canvas":{"width":3000,"height":2000,"background":"tomato"}},"output":"large-#.png"}"# + "\n"
        let lines = (0..<12).map { $0 % 4 == 2 ? large.replacing("#", with: "\($0)") : BatchFolder.job($0) + "\n" }
        _ = folder.folder.file("jobs.jsonl", lines.joined())
        let refused = try folder.run(
            "batch", "jobs.jsonl", "--output-root", "out", "--max-memory", "40M", "--isolate", "--threads", "2")
        #expect(
            refused.status == 1 && refused.errors.contains("line 3, large-2.png: it needs ")
                && refused.errors.contains("more than the allowed 40M; raise --max-memory"), "\(refused.errors)")
        #expect(refused.errors.contains("9 written, 3 failed"))
        // More than a worker's share, but less than the total.
        #expect(
            try folder.run(
                "batch", "jobs.jsonl", "--output-root", "out", "--max-memory", "150M", "--isolate", "--threads", "2", "--resume"
            ).status == 0)
        #expect(try folder.run("batch", "jobs.jsonl", "--output-root", "calm").status == 0)
        #expect(folder.pictures("out") == folder.pictures("calm"))
    }

    /// Drawn as a whole, the picture needs about 60 MiB.
    @Test func isolatedJobsWithLittleMemoryAreDrawnInTiles() throws {
        func shadow(_ radius: Int) -> String { #""shadows":[{"radius":\#(radius),"opacity":0.5,"offset":[0,40]}]"# }
        let scene = """
            {"canvas":{"width":2400,"height":1600,"background":"#edf0f5"},"layers":[{"frame":[200,200,2000,1200],"backgroundColor":"white",\
            "cornerRadius":80,"opacity":0.9,\(shadow(60)),"sublayers":[{"frame":[100,100,1800,900],"backgroundColor":"tomato",\(shadow(90))}]}]}
            """
        _ = folder.folder.file("jobs.jsonl", (0..<3).map { #"{"scene":\#(scene),"output":"\#($0).png"}"# + "\n" }.joined())
        #expect(try folder.run("batch", "jobs.jsonl", "--output-root", "calm", "--backend", "cpu").status == 0)
        for memory in ["40M", "50M"] {
            let outcome = try folder.run(
                "batch", "jobs.jsonl", "--output-root", memory, "--backend", "cpu", "--isolate", "--threads", "2",
                "--max-memory", memory)
            #expect(outcome.status == 0 && folder.pictures(memory) == folder.pictures("calm"), "\(outcome.errors)")
        }
    }

    @Test func isolatedBatchHandlesShardsAndFailFastAlike() throws {
        let manifest = folder.manifest(30)
        for shard in ["1/2", "2/2"] {
            #expect(try folder.run("batch", manifest, "--output-root", "out", "--isolate", "--shard", shard).status == 0)
        }
        #expect(folder.pictures("out").count == 30)
        #expect(try folder.run("batch-status", manifest, "--output-root", "out").status == 0)
        let lines = (0..<300).map { $0 == 3 ? "nonsense" : #"{"scene":"card.json","output":"\#($0).png"}"# }
        _ = folder.folder.file("jobs.jsonl", lines.joined(separator: "\n"))
        let outcome = try folder.run(
            "batch", "jobs.jsonl", "--output-root", "fast", "--fail-fast", "--threads", "2", "--isolate")
        #expect(
            outcome.status == 1 && outcome.errors.contains("line 4:") && outcome.errors.contains("continue with --resume"),
            "\(outcome.errors)")
        #expect(folder.pictures("fast").count < 150)
    }

    @Test func fileSizeLimitEndsTheIsolatedBatchResumably() throws {
        let manifest = folder.manifest(8)
        let full = try Command.start(
            [
                "/bin/sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\"", Command.path, "batch", manifest, "--output-root", "out",
                "--isolate",
            ], in: folder.path
        ).finish()
        #expect(full.status == 74 && full.errors.contains("EFBIG"), "\(full)")
        #expect(!folder.pictures("out").keys.contains { $0.contains(".tmp") })
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume", "--isolate").status == 0)
        #expect(folder.pictures("out").count == 8)
    }

    // MARK: Workers that die

    @Test(arguments: [SIGSEGV, SIGILL, SIGKILL]) func workerCrashFailsOnlyItsJob(signal: Int32) throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = heldManifest(199)
        let running = try start(manifest, "--threads", "2", "--report", "r.json")
        // Kill every worker that draws the slow job, until the batch gives the job up.
        var killed = 0
        var (written, looks) = (0, 0)
        try wait(for: running) {
            if folder.exists("r.json") { return true }
            usleep(50_000)
            // Another job may wait behind the slow job and is retried alone after a worker died. Its worker must not be killed.
            let now = folder.pictures("out").count
            looks = now == written ? looks + 1 : 0
            written = now
            guard written >= 198, looks >= 20 else { return false }
            looks = 0
            for worker in Processes.children(of: running.process) where Processes.isWorking(worker) {
                kill(worker, signal)
                killed += 1
            }
            return false
        }
        let outcome = running.finish()
        let name = [SIGSEGV: "SIGSEGV", SIGILL: "SIGILL", SIGKILL: "SIGKILL"][signal] ?? ""
        #expect(
            outcome.status == 1 && outcome.errors.contains("line 8, held.png: its worker process was")
                && outcome.errors.contains(name), "\(outcome.errors)")
        #expect(outcome.errors.contains("199 written, 1 failed") && (1...3).contains(killed), "\(killed): \(outcome.errors)")
        #expect(outcome.errorLines.count == 2 && outcome.errors.contains(" replaced. Failures: "), "\(outcome.errors)")
        #expect(folder.pictures("out").count == 199)
        let list = String(decoding: folder.bytes("out/penumbra-batch.journal.failed"), as: UTF8.self)
        #expect(list.split(separator: "\n").count == 1 && list.contains("\"kind\":\"crash\"") && list.contains(name))
        let report = String(decoding: folder.bytes("r.json"), as: UTF8.self)
        #expect(report.contains("\"kind\": \"crash\"") && !report.contains("\"lostWorkers\": 0"))
        // The scene is fast to draw by now.
        _ = folder.folder.file("slow.json", #"{"canvas":{"width":8,"height":8},"layers":[]}"#)
        let rest = try folder.run("batch", manifest, "--output-root", "out", "--isolate", "--resume")
        #expect(rest.status == 0 && rest.errors.contains("1 written, 199 skipped"), "\(rest.errors)")
    }

    @Test(arguments: TestSeeds.all) func randomlyKilledWorkersLoseNoOtherJob(seed: UInt64) throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = folder.manifest(300)
        #expect(try folder.run("batch", manifest, "--output-root", "calm", "--backend", "cpu").status == 0)
        let expected = folder.pictures("calm")
        var state = seed | 1
        func dice(_ below: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % below)
        }
        let running = try start(manifest, "--threads", "3")
        let signals = [SIGSEGV, SIGKILL, SIGILL, SIGBUS, SIGABRT, SIGTERM, SIGINT]
        var sent = 0
        for _ in 0..<15 {
            usleep(UInt32(dice(60_000)))
            let workers = Processes.children(of: running.process)
            guard !workers.isEmpty else { continue }
            kill(workers[dice(UInt64(workers.count))], signals[dice(UInt64(signals.count))])
            sent += 1
        }
        let outcome = running.finish()
        let there = folder.pictures("out")
        let failed = String(decoding: folder.bytes("out/penumbra-batch.journal.failed"), as: UTF8.self).split(separator: "\n")
        #expect(outcome.status == (failed.isEmpty ? 0 : 1), "seed \(seed): \(outcome.errors)")
        #expect(there.count + failed.count == 300 && failed.count <= sent, "seed \(seed): \(there.count) and \(failed.count)")
        #expect(there.allSatisfy { expected[$0.key] == $0.value }, "seed \(seed)")
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume", "--isolate").status == 0)
        #expect(folder.pictures("out") == expected && journal("out").count == 300, "seed \(seed)")
    }

    @Test func jobBeyondItsTimeLimitIsEnded() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = heldManifest(20)
        let outcome = try start(manifest, "--max-seconds", "2").finish()
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("line 8, held.png: its worker process took longer than 2 s and was killed"),
            "\(outcome.errors)")
        #expect(
            String(decoding: folder.bytes("out/penumbra-batch.journal.failed"), as: UTF8.self).contains("\"kind\":\"timeout\""))
        #expect(folder.pictures("out").count == 20)
    }

    @Test func workersEndWithTheirBatch() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = heldManifest(20)
        let running = try start(manifest, "--threads", "2")
        var workers: [pid_t] = []
        try wait(for: running) {
            workers = Processes.children(of: running.process)
            return folder.pictures("out").count >= 18 && workers.contains(where: Processes.isWorking)
        }
        running.send(SIGKILL)
        #expect(running.finish().status == -SIGKILL)
        for _ in 0..<400 where workers.contains(where: Processes.isAlive) { usleep(5000) }
        #expect(!workers.contains(where: Processes.isAlive))
        _ = folder.folder.file("slow.json", #"{"canvas":{"width":8,"height":8},"layers":[]}"#)
        let rest = try folder.run("batch", manifest, "--output-root", "out", "--isolate", "--resume")
        #expect(rest.status == 0 && rest.errors.contains("skipped"), "\(rest.errors)")
        #expect(folder.pictures("out").count == 21)
    }

    /// Terminals and schedulers send a signal to all processes at once.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalToAllProcessesEndsTheBatchAfterRunningJobs(signal: Int32)
        throws
    {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = folder.manifest(20)
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let keeper = open("\(folder.path)/pipe", O_RDWR | O_CLOEXEC)
        let running = try Command.start(
            [Command.path, "batch", "-", "--output-root", "out", "--backend", "cpu", "--isolate"], in: folder.path,
            input: "\(folder.path)/pipe")
        _ = folder.bytes(manifest).withUnsafeBytes { write(keeper, $0.baseAddress, $0.count) }
        try wait(for: running) { folder.pictures("out").keys.filter { !$0.contains(".tmp") }.count >= 12 }
        for worker in Processes.children(of: running.process) { kill(worker, signal) }
        running.send(signal)
        let outcome = running.finish()
        close(keeper)
        #expect(outcome.status == 128 + signal && outcome.errors.contains("continue with --resume"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("worker process"), "\(outcome.errors)")
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume", "--isolate").status == 0)
        #expect(folder.pictures("out").count == 20)
    }

    @Test func deviceWithDyingWorkersIsAbandoned() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let manifest = folder.manifest(60)
        #expect(try folder.run("batch", manifest, "--output-root", "calm", "--backend", "cpu").status == 0)
        let running = try Command.start(
            [Command.path, "batch", manifest, "--output-root", "out", "--backend", "gpu", "--isolate", "--report", "r.json"],
            in: folder.path)
        var isOver = false
        try wait(for: running) {
            if running.errorsSoFar.contains("times in a row") { return true }
            isOver = !Processes.isAlive(running.process)
            // The first process only looks for devices.
            if folder.exists("out/penumbra-batch.journal") {
                for worker in Processes.children(of: running.process) where Processes.maps(worker, "libEGL") {
                    kill(worker, SIGSEGV)
                }
            }
            return isOver
        }
        let outcome = running.finish()
        // Without any GL, the reason is reported.
        if outcome.status == 69 {
            #expect(outcome.errorLines.count == 1)
            return
        }
        #expect(
            outcome.status == 0
                && outcome.errors.contains("lost its worker process 3 times in a row; its jobs are drawn elsewhere"),
            "\(outcome.errors)")
        #expect(folder.pictures("out") == folder.pictures("calm"))
        let report = String(decoding: folder.bytes("r.json"), as: UTF8.self)
        #expect(report.contains("\"givenUpDevices\"") && report.contains("\"lostWorkers\": "), "\(report)")
    }

    // MARK: Without worker processes

    /// Twenty megapixels, blurred four times.
    private static let slow: String = {
        let blur = #"{"frame":[0,0,5000,4000],"backdropBlur":{"radius":200}}"#
        return
            #"{"canvas":{"width":5000,"height":4000,"background":"white"},"layers":[{"frame":[0,0,4000,3000],"backgroundColor":"tomato"},"#
            + Array(repeating: blur, count: 4).joined(separator: ",") + "]}"
    }()

    @Test func timeLimitHoldsWithoutIsolatedWorkers() throws {
        _ = folder.folder.file("slow.json", Self.slow)
        _ = folder.folder.file("jobs.jsonl", #"{"scene":"slow.json","output":"slow.png"}"#)
        let outcome = try folder.run(
            "batch", "jobs.jsonl", "--output-root", "out", "--backend", "cpu", "--max-seconds", "0.05", "--max-memory", "2G")
        #expect(
            outcome.status == 1 && outcome.errors.contains("line 1, slow.png: it took longer than 0.05 s; raise --max-seconds"),
            "\(outcome.errors)")
        #expect(
            String(decoding: folder.bytes("out/penumbra-batch.journal.failed"), as: UTF8.self).contains("\"kind\":\"timeout\""))
        #expect(folder.pictures("out").isEmpty)
    }

    @Test func pictureBeyondTheTimeLimitIsNotWritten() throws {
        _ = folder.folder.file("slow.json", Self.slow)
        let outcome = try folder.run("render", "slow.json", "-o", "slow.png", "--backend", "cpu", "--max-seconds", "0.05")
        #expect(
            outcome.status == 75 && outcome.errorLines.count == 1
                && outcome.errors.contains("it took longer than 0.05 s; raise --max-seconds"), "\(outcome.errors)")
        // The time limit also covers a scene that never arrives.
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        #expect(try folder.run("render", "pipe", "-o", "slow.png", "--max-seconds", "0.1").status == 75)
        #expect(!Command.names(in: folder.path).contains { $0 == "slow.png" || $0.hasSuffix(".tmp") })
        #expect(try folder.run("render", "card.json", "-o", "card.png", "--max-seconds", "600").status == 0)
        #expect(try folder.run("render", "card.json", "-o", "card.png", "--max-seconds", "0").status == 64)
    }

    @Test func workerCommandIsRefusedOutsideABatch() throws {
        let outcome = try folder.run("batch-worker", folder.manifest(1))
        #expect(outcome.status == 64 && outcome.errors.contains("started by penumbra batch --isolate"), "\(outcome.errors)")
        for wrong in ["0", "-1", "nan", "1e9"] {
            #expect(try folder.run("batch", "jobs.jsonl", "--max-seconds=\(wrong)").status == 64)
        }
    }
}
