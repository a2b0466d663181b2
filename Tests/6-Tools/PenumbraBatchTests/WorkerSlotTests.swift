import PenumbraBatch
import PenumbraEngine
import PenumbraSystem
import TestSupport
import Testing

/// Tests batches with fake workers: programs that exit, hang or send arbitrary bytes.
@Suite(.timed) struct WorkerSlotTests {
    private static let key = SHA256.digest(of: Array("key".utf8))
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.file("jobs.jsonl", #"{"scene":{"canvas":{"width":9,"height":9}},"output":"a.png"}"# + "\n")
    }

    /// Runs a batch of one job whose worker is a shell script.
    private func run(_ script: String, seconds: Double? = nil) throws -> (
        summary: BatchSummary, failures: [JobFailure], notices: [String]
    ) {
        try run(WorkerLaunch(path: "/bin/sh", arguments: ["sh", "-c", script], looksForDevices: false), seconds: seconds)
    }

    private func run(
        _ launch: WorkerLaunch, seconds: Double? = nil
    ) throws -> (summary: BatchSummary, failures: [JobFailure], notices: [String]) {
        var options = BatchOptions()
        options.outputRoot = "\(folder.path)/out"
        options.memory = 1 << 30
        options.isolation = launch
        options.secondsAJob = seconds
        let events = Mutex<(failures: [JobFailure], notices: [String])>(([], []))
        let summary = try Batch(source: .manifest(path: "\(folder.path)/jobs.jsonl"), options: options).run { event in
            switch event {
            case .failed(let failure): events.withLock { $0.failures.append(failure) }
            case .notice(let text, _, _): events.withLock { $0.notices.append(text) }
            default: break
            }
        }
        let (failures, notices) = events.withLock { $0 }
        return (summary, failures, notices)
    }

    /// A script that behaves correctly until it has received a job.
    private func afterTheJobCame(_ words: String) throws -> String {
        let start = WorkerRequest.start(WorkerStart(device: "cpu", threads: 1, memory: 1 << 29, template: nil)).message.count
        let ready = try folder.file("ready", WorkerAnswer.ready(devices: ["cpu"], warnings: []).message.head)
        return "dd bs=1 count=\(start) <&3 >/dev/null 2>&1; cat '\(ready)' >&3; dd bs=1 count=1 <&3 >/dev/null 2>&1; \(words)"
    }

    private func expectWorkersError(_ words: String, _ launch: WorkerLaunch) throws {
        do {
            _ = try run(launch)
            Issue.record("the batch did not fail")
        } catch BatchError.workers(let reason, let isTemporary) {
            #expect(reason.contains(words) && !isTemporary, "\(reason)")
        }
        #expect(folder.bytes("out/a.png") == nil)
    }

    @Test func unstartableWorkerEndsTheBatch() throws {
        try expectWorkersError(
            "No such file", WorkerLaunch(path: "\(folder.path)/none", arguments: ["none"], looksForDevices: false))
        try expectWorkersError(
            "No such file", WorkerLaunch(path: "\(folder.path)/none", arguments: ["none"], looksForDevices: true))
    }

    @Test(arguments: [
        ("exit 3", "ended by itself with the exit code 3"), ("kill -SEGV $$", "ended by SIGSEGV"),
        ("echo why >&2; exit 1", "exit code 1 (why)"),
        ("echo nonsense is no message >&3; sleep 60", "sent what is no answer"),
    ])
    func workerThatIsNeverReadyEndsTheBatch(script: String, words: String) throws {
        for looks in [false, true] {
            try expectWorkersError(
                words, WorkerLaunch(path: "/bin/sh", arguments: ["sh", "-c", script], looksForDevices: looks))
        }
    }

    @Test(arguments: [
        ("kill -SEGV $$", "crash", "was ended by SIGSEGV, a memory access that is not allowed"),
        ("kill -ILL $$", "crash", "was ended by SIGILL"), ("kill -BUS $$", "crash", "SIGBUS"),
        ("kill -ABRT $$", "crash", "SIGABRT"),
        ("kill -XCPU $$", "crash", "SIGXCPU"), ("exit 0", "crash", "exit code 0"), ("exit 70", "crash", "exit code 70"),
        (
            #"printf 'Fatal error: \033[2Jout of range\n' >&2; kill -TRAP $$"#, "crash",
            "SIGTRAP, a check in the program that failed (Fatal error:  [2Jout of range)"
        ),
        ("printf 'PNBR garbage garbage garbage' >&3; sleep 60", "crash", "sent what is no answer"),
        ("head -c 100000 /dev/zero >&3; sleep 60", "crash", "sent what is no answer"),
        (#"printf 'PNBR\003\0\0\0' >&3; exit 0"#, "crash", "exit code 0"),
        // Closes the channel but keeps running. The process gets a few seconds before it is killed.
        ("exec 3>&-; exec sleep 60", "crash", "was killed (SIGKILL)"),
    ])
    func workerThatDiesOfItsJobFailsOnlyTheJob(script: String, kind: String, words: String) throws {
        let (summary, failures, _) = try run(try afterTheJobCame(script))
        #expect(failures.count == 1 && failures.first?.error.kind == kind, "\(failures)")
        #expect(failures.first?.description.contains("line 1, a.png: its worker process ") == true)
        #expect(failures.first?.description.contains(words) == true, "\(failures)")
        #expect(summary.failed == 1 && summary.lostWorkers == 1 && summary.isComplete)
        #expect(folder.bytes("out/a.png") == nil)
    }

    @Test func hangingWorkerIsKilled() throws {
        let (summary, failures, _) = try run(try afterTheJobCame("exec sleep 60"), seconds: 0.3)
        #expect(
            failures.first?.error.kind == "timeout" && failures.first?.description.contains("longer than 0.3 s") == true,
            "\(failures)")
        #expect(summary.lostWorkers == 1)
    }

    @Test func workerWithEndlessOutputIsHeldToItsTimeLimit() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let (_, failures, notices) = try run(try afterTheJobCame("while :; do echo much; done >&2"), seconds: 0.3)
        #expect(failures.first?.error.kind == "timeout", "\(failures)")
        #expect(notices.count < 10_000)
    }

    @Test func outputNamesInFailuresAreEscaped() {
        let failure = JobFailure(line: 1, output: "\u{202E}a\u{9B}b\u{2028}c\u{200F}", error: .entry("no"))
        #expect(failure.description.unicodeScalars.allSatisfy { $0.value < 0x7F && $0.value >= 0x20 }, "\(failure.description)")
    }

    @Test func unexpectedWorkerAnswersAreRefused() throws {
        let key = Self.key
        for (name, answer) in [
            ("done", WorkerAnswer.done(line: 2, key: key, device: "cpu", bytes: [1])), ("unchanged", .unchanged(line: 1)),
            ("ready", .ready(devices: [], warnings: [])),
            ("finished", .finished(StageTimes())), ("memory", .needsMemory(line: 1, bytes: 5)),
        ] {
            let file = try folder.file(name, answer.message.head + answer.message.rest)
            let (_, failures, _) = try run(try afterTheJobCame("cat '\(file)' >&3; exec sleep 60"))
            // A claim of less memory than the worker has loses the job together with the worker, and so does any other answer.
            #expect(
                failures.count == 1 && failures.first?.description.contains("sent what is no answer") == true,
                "\(name): \(failures)")
        }
    }

    @Test func workerWritesOnlyTheFileOfItsJob() throws {
        let answer = WorkerAnswer.done(line: 1, key: Self.key, device: "../../x", bytes: Array("file".utf8)).message
        let file = try folder.file("done", answer.head + answer.rest)
        let (summary, failures, notices) = try run(
            try afterTheJobCame("echo some words >&2; cat '\(file)' >&3; cat <&3 >/dev/null"))
        #expect(failures.isEmpty && summary.done == 1 && summary.devices == ["cpu": 1])
        #expect(folder.bytes("out/a.png") == Array("file".utf8))
        #expect(notices.contains("worker: some words"))
    }

    @Test func jobsThatNeedMoreThanTheirShareRunFirstAndAlone() throws {
        let memory = MemoryBudget(bytes: 100)
        var state = BatchState(memory: memory)
        func job(_ line: Int, _ allowance: Int? = nil) -> BatchJob {
            var job = BatchJob(line: line, template: .file("a"), output: "\(line).png")
            job.allowance = allowance
            return job
        }
        func line(_ task: BatchState.IsolatedTask?) -> Int? { if case .job(let job)? = task { job.line } else { nil } }
        state.ready = [job(1), job(2), job(3)]
        for _ in 1...4 { memory.begin() }
        #expect(line(state.nextIsolatedTask(share: 25)) == 1)
        state.large = [job(4, 90)]
        // No other job takes the memory that the job waits for; it waits for a worker that holds memory.
        #expect(line(state.nextIsolatedTask(share: 25)) == nil && state.nextFurtherJob() == nil)
        memory.giveBack(25)
        #expect(line(state.nextIsolatedTask(share: 25)) == 4 && memory.free == 10)
        #expect(line(state.nextIsolatedTask(share: 25)) == nil)
        memory.giveBack(90)
        #expect(line(state.nextIsolatedTask(share: 25)) == 2 && state.nextFurtherJob()?.line == 3)
        memory.end(3)
        (state.ready, state.isStopped) = ([job(5)], true)
        guard case .end? = state.nextIsolatedTask(share: 25) else {
            Issue.record("it does not end")
            return
        }
        #expect(memory.picturesUnderWay == 0 && !state.summary.isComplete)
    }
}
