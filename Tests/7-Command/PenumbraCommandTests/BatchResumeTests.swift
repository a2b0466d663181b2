import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests batches that are interrupted and resumed.
@Suite(.timed, .needsCommand)
struct BatchResumeTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// The outputs of an undisturbed run.
    private func undisturbed(_ manifest: String) throws -> [String: [UInt8]] {
        #expect(try folder.run("batch", manifest, "--output-root", "calm").status == 0)
        return folder.pictures("calm")
    }

    private func wait(for running: Command.Running, until condition: () -> Bool) throws {
        for _ in 0..<2000 {
            if condition() { return }
            usleep(5000)
        }
        running.send(SIGKILL)
        _ = running.finish()
        try #require(Bool(false), "ten seconds were not enough")
    }

    @Test func differentBatchesInOneFolderKeepTheirJournals() throws {
        let first = folder.folder.file("first.jsonl", #"{"scene": "card.json", "output": "a.png"}"# + "\n")
        let second = folder.folder.file("second.jsonl", #"{"scene": "card.json", "output": "b.png"}"# + "\n")
        for manifest in [first, second] {
            #expect(try folder.run("batch", manifest, "--output-root", "out").status == 0)
        }
        for manifest in [first, second, first] {
            let again = try folder.run("batch", manifest, "--output-root", "out", "--resume")
            #expect(again.status == 0 && again.errors.contains("0 written, 1 skipped"), "\(again.errors)")
            #expect(try folder.run("batch-status", manifest, "--output-root", "out").status == 0)
        }
        let journals = Command.names(in: "\(folder.path)/out").filter { $0.hasSuffix(".journal") }
        #expect(journals.count == 2 && journals.contains("penumbra-batch.journal"), "\(journals)")
        // A row that is added keeps the batch, and so does a manifest that has moved.
        _ = folder.folder.file("first.jsonl", #"{"scene": "card.json", "output": "c.png"}"# + "\n")
        #expect(try folder.run("batch", first, "--output-root", "out", "--resume").errors.contains("1 written"))
        let moved = folder.folder.file("moved.jsonl", #"{"scene": "card.json", "output": "a.png"}"# + "\n")
        #expect(try folder.run("batch", moved, "--output-root", "out", "--resume").errors.contains("0 written, 1 skipped"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalEndsTheBatchAfterTheRunningJobs(signal: Int32) throws {
        let manifest = folder.manifest(20)
        let expected = try undisturbed(manifest)
        // The manifest doesn't end: the batch waits for its twenty-first line.
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let keeper = open("\(folder.path)/pipe", O_RDWR | O_CLOEXEC)
        let running = try Command.start(
            [Command.path, "batch", "-", "--output-root", "out"], in: folder.path, input: "\(folder.path)/pipe")
        _ = folder.bytes(manifest).withUnsafeBytes { write(keeper, $0.baseAddress, $0.count) }
        try wait(for: running) { folder.pictures("out").keys.filter { !$0.contains(".tmp") }.count >= 12 }
        running.send(signal)
        let outcome = running.finish()
        close(keeper)
        #expect(outcome.status == 128 + signal, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("stopping after the jobs in progress") && outcome.errors.contains("continue with --resume")
        )
        for (name, bytes) in folder.pictures("out") { #expect(bytes == expected[name], "\(name)") }
        let again = try folder.run("batch", manifest, "--output-root", "out", "--resume")
        #expect(
            again.status == 0 && again.errors.contains("skipped") && !again.errors.contains("penumbra: 20 written"))
        #expect(folder.pictures("out") == expected)
        #expect(try folder.run("batch-status", manifest, "--output-root", "out").status == 0)
    }

    @Test func missingResumeOptionIsPointedOut() throws {
        let manifest = folder.manifest(3)
        #expect(try folder.run("batch", manifest, "--output-root", "out").errorLines.count == 1)
        let again = try folder.run("batch", manifest, "--output-root", "out")
        #expect(
            again.errors.hasPrefix(
                "penumbra: 3 finished jobs will be rendered again; the earlier journal is kept as \"out/penumbra-batch.journal.old\". Use --resume to skip finished jobs.\n"
            ), "\(again.errors)")
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume").errorLines.count == 1)
    }

    @Test func secondSignalDropsTheRunningJobs() throws {
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let keeper = open("\(folder.path)/pipe", O_RDWR | O_CLOEXEC)
        defer { close(keeper) }
        // Nothing has started yet, so one signal ends the process.
        let early = try Command.start(
            [Command.path, "batch", "--template", "pipe", "--rows", "t.csv", "-o", "${a}.png", "--output-root", "out"],
            in: folder.path)
        // From the moment the process blocks the signal, it handles the signal, however slowly it starts.
        try wait(for: early) {
            let status = String(decoding: Command.bytes(of: "/proc/\(early.process)/status"), as: UTF8.self)
            let held = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }?.split(separator: "\t").last
            return held.flatMap { UInt64($0, radix: 16) }.map { $0 >> UInt64(SIGTERM - 1) & 1 == 1 } ?? false
        }
        early.send(SIGTERM)
        #expect(early.finish().status == 128 + SIGTERM)
        // A slow job that stays in progress.
        _ = folder.folder.file("slow.json", BatchFolder.slowScene)
        _ = folder.folder.file("jobs.jsonl", #"{"scene":"slow.json","output":"a.png"}"#)
        let running = try Command.start(
            [Command.path, "batch", "jobs.jsonl", "--output-root", "out", "--max-work", "1000"], in: folder.path)
        try wait(for: running) { folder.exists("out/penumbra-batch.journal") }
        usleep(100_000)
        running.send(SIGINT)
        try wait(for: running) { running.errorsSoFar.contains("signal again to drop them") }
        running.send(SIGINT)
        #expect(running.finish().status == 128 + SIGINT)
    }

    @Test func ignoredSignalsStayIgnored() throws {
        let manifest = folder.manifest(3)
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let keeper = open("\(folder.path)/pipe", O_RDWR | O_CLOEXEC)
        let running = try Command.start(
            ["/bin/sh", "-c", "trap '' INT; exec \"$0\" batch - --output-root out", Command.path], in: folder.path,
            input: "\(folder.path)/pipe")
        // Empty lines, which make the batch start.
        _ = write(keeper, "\n\n\n", 3)
        try wait(for: running) { folder.exists("out/penumbra-batch.journal") }
        running.send(SIGINT)
        usleep(100_000)
        _ = folder.bytes(manifest).withUnsafeBytes { write(keeper, $0.baseAddress, $0.count) }
        try wait(for: running) { folder.pictures("out").count == 3 }
        close(keeper)
        #expect(running.finish().status == 0)
    }

    @Test func concurrentBatchesDoNotShareAJournal() throws {
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let keeper = open("\(folder.path)/pipe", O_RDWR | O_CLOEXEC)
        let first = try Command.start(
            [Command.path, "batch", "-", "--output-root", "out"], in: folder.path, input: "\(folder.path)/pipe", name: "1")
        _ = write(keeper, "\n\n\n", 3)
        try wait(for: first) { folder.exists("out/penumbra-batch.journal") }
        usleep(50_000)
        for more in [[], ["--resume"]] {
            let second = try Command.run(["batch", folder.manifest(2), "--output-root", "out"] + more, in: folder.path)
            #expect(
                second.status == 75 && second.errorLines.count == 1
                    && second.errors.contains("another batch is writing the journal"))
        }
        close(keeper)
        #expect(first.finish().status == 0)
        #expect(try folder.run("batch", folder.manifest(2), "--output-root", "out").status == 0)
    }

    @Test func resumedBatchRedrawsOnlyChangedJobs() throws {
        let manifest = folder.manifest(9)
        func resume(_ options: String...) throws -> String {
            let outcome = try Command.run(["batch", manifest, "--output-root", "out", "--resume"] + options, in: folder.path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.errors
        }
        #expect(try resume().contains("penumbra: 9 written"))
        #expect(try resume().contains("penumbra: 0 written, 9 skipped"))
        let photo = folder.folder.file("photo.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/checks.png"))
        #expect(photo == "photo.jpg")
        #expect(try resume().contains("penumbra: 3 written, 6 skipped"))
        unlink("\(folder.path)/out/1.png")
        #expect(try resume().contains("penumbra: 1 written, 8 skipped"))
        // One byte of an output changed on the disk.
        var bytes = folder.bytes("out/2.png")
        let whole = bytes
        bytes[bytes.count / 2] ^= 1
        _ = folder.folder.file("out/2.png", bytes)
        #expect(try resume().contains("penumbra: 1 written, 8 skipped"))
        #expect(folder.bytes("out/2.png") == whole)
        #expect(try resume("--quality", "30").contains("penumbra: 3 written, 6 skipped"))
        _ = folder.folder.file("card.json", String(decoding: folder.bytes("card.json"), as: UTF8.self) + " ")
        #expect(try resume("--quality", "30").contains("penumbra: 6 written, 3 skipped"))
        // A journal with a torn last line, as after a power cut.
        let journal = folder.bytes("out/penumbra-batch.journal")
        _ = folder.folder.file("out/penumbra-batch.journal", Array(journal.dropLast(40)))
        #expect(try resume("--quality", "30").contains("penumbra: 1 written, 8 skipped"))
        #expect(try folder.run("batch-status", manifest, "--output-root", "out", "--quality", "30").status == 0)
    }

    @Test func leftoversOfAKilledBatchAreRemoved() throws {
        let manifest = folder.manifest(3)
        #expect(try folder.run("batch", manifest, "--output-root", "out").status == 0)
        let expected = folder.pictures("out")
        // A process was killed while it wrote two outputs. One of these jobs is verified by now, and one fails by now.
        _ = folder.folder.file(
            "more.jsonl", String(decoding: folder.bytes(manifest), as: UTF8.self) + #"{"scene":"none.json","output":"9.png"}"#)
        for name in Self.temporaryNames { _ = folder.folder.file("out/\(name)", "half") }
        #expect(folder.pictures("out").count == expected.count + 2)
        #expect(try folder.run("batch", "more.jsonl", "--output-root", "out", "--resume").status == 1)
        #expect(folder.pictures("out") == expected)
    }

    /// The temporary names of the two outputs, which follow from the SHA-256 of their names.
    private static let temporaryNames = [
        ".penumbra-2xcac32gv8t4e2ai6u8zk2pwey.tmp", ".penumbra-2vs808min4v75236jyxrxak8mr.tmp",
    ]

    // MARK: Full disks

    @Test func fileSizeLimitEndsTheBatchResumably() throws {
        let manifest = folder.manifest(8)
        let expected = try undisturbed(manifest)
        // One block of 512 or 1024 bytes. The photos are larger, and the journal grows beyond it.
        let full = try Command.start(
            ["/bin/sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\"", Command.path, "batch", manifest, "--output-root", "out"],
            in: folder.path
        ).finish()
        #expect(
            full.status == 74 && full.errors.contains("EFBIG") && full.errors.contains("continue later with --resume"),
            "\(full)")
        let there = folder.pictures("out")
        #expect(there.count < expected.count && there.allSatisfy { expected[$0.key] == $0.value }, "\(there.keys)")
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume").status == 0)
        #expect(folder.pictures("out") == expected)
    }

    private static let canMount: Bool = {
        guard let folder = try? WorkFolder() else { return false }
        let words = "mount -t tmpfs -o size=64k tmpfs . 2>/dev/null && cd / && umount \"$OLDPWD\""
        return (try? Command.start(["/bin/sh", "-c", words], in: folder.path).finish().status) == 0
    }()

    @Test(.enabled(if: canMount, "mounting a tmpfs is not permitted here")) func fullDiskEndsTheBatchResumably() throws {
        let manifest = folder.manifest(60)
        let expected = try undisturbed(manifest)
        try #require(mkdir("\(folder.path)/disk", 0o755) == 0)
        func shell(_ words: String) throws {
            #expect(try Command.start(["/bin/sh", "-c", words], in: folder.path).finish().status == 0)
        }
        try shell("mount -t tmpfs -o size=96k tmpfs disk")
        defer { try? shell("umount disk") }
        let full = try folder.run("batch", manifest, "--output-root", "disk/out")
        #expect(
            full.status == 74 && full.errors.contains("ENOSPC") && full.errors.contains("continue later with --resume"),
            "\(full.errors)")
        let there = folder.pictures("disk/out")
        #expect(there.count > 3 && there.count < 60 && there.allSatisfy { expected[$0.key] == $0.value })
        // The disk is still full: the error is reported again and nothing breaks.
        #expect(try folder.run("batch", manifest, "--output-root", "disk/out", "--resume").status == 74)
        #expect(folder.pictures("disk/out").allSatisfy { expected[$0.key] == $0.value })
        try shell("mount -o remount,size=4m disk")
        let rest = try folder.run("batch", manifest, "--output-root", "disk/out", "--resume")
        #expect(rest.status == 0 && rest.errors.contains("skipped"))
        #expect(folder.pictures("disk/out") == expected)
        #expect(try folder.run("batch-status", manifest, "--output-root", "disk/out").status == 0)
    }

    // MARK: Killed

    private static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first { access($0, X_OK) == 0 }

    @Test(
        .enabled(if: python != nil, "python3 is not installed: apt-get install python3"),
        arguments: TestSeeds.all)
    func killedBatchLosesNoFinishedJob(seed: UInt64) throws {
        let watch = HangWatch()
        defer { watch.end() }
        let python = try #require(Self.python)
        let outcome = try Command.start(
            [
                python, "\(Command.root)/scripts/studies/trial-batch", "--jobs", "300", "--broken", "36", "--kills", "3",
                "--seed", "\(seed)", "--command", Command.path,
            ], in: folder.path
        ).finish()
        #expect(outcome.status == 0, "seed \(seed): \(outcome.errors)\(String(decoding: outcome.output, as: UTF8.self))")
    }
}
