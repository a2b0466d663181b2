import PenumbraBatch
import PenumbraEngine
import PenumbraJSON
import PenumbraScene
import PenumbraSystem
import TestSupport
import Testing

/// Tests the messages between a batch and its workers, including messages that no worker would send.
@Suite(.timed) struct WorkerMessageTests {
    private static let key = SHA256.digest(of: Array("key".utf8))

    private static let times: StageTimes = {
        var times = StageTimes()
        times[.draw] = 1.25
        times[.read] = 3
        return times
    }()

    private static let answers: [WorkerAnswer] = [
        .ready(devices: ["cpu", "egl:0"], warnings: []), .refused(.badDevice, "no \u{E9} \u{0} such"),
        .done(line: 7, key: key, device: "cpu", bytes: [1, 2, 3]), .done(line: .max, key: key, device: "", bytes: []),
        .frames(line: 3, key: key, first: -2, lengths: [1, 0, 2], bytes: [1, 2, 3]), .unchanged(line: 0),
        .failed(line: 12, kind: "input", words: "cannot read"), .needsMemory(line: 3, bytes: 1 << 40), .notice("", line: nil),
        .notice("a", line: 4),
        .finished(times),
    ]

    private static func frame(_ bytes: [UInt8]) throws -> MessageFrame {
        let (kind, length) = try #require(MessageFrame.read(header: bytes[..<MessageFrame.headerBytes]))
        #expect(bytes.count == MessageFrame.headerBytes + length)
        return MessageFrame(kind: kind, body: Array(bytes[MessageFrame.headerBytes...]))
    }

    @Test(arguments: answers.indices) func workerAnswersRoundTrip(_ index: Int) throws {
        let answer = Self.answers[index]
        let (head, rest) = answer.message
        #expect("\(try WorkerAnswer(try Self.frame(head + rest)))" == "\(answer)")
    }

    @Test func workerJobsRoundTrip() throws {
        let shared = try SceneTemplate(json: Array(#"{"canvas":{"width":3,"height":4}}"#.utf8), name: "s.json", baseFolder: "a")
        let own = SceneTemplate(
            document: .object(JSONObject([.init(key: "x", value: .number(-0.0))])), name: "the scene", baseFolder: "")
        for template in [TemplateReference.file("b/c.json"), .template(shared), .template(own)] {
            var job = BatchJob(
                line: 9, template: template,
                parameters: ["title": .string("a\u{387}\"\n"), "w": .number(0.1), "l": .array([.null, .bool(true)])],
                output: "e\u{301}/a.png", scale: 1.5)
            job.claim = Self.key
            job.allowance = 5 << 30
            job.motion.rate = try FrameRate("30000/1001")
            job.motion.start = try Time("-1/3")
            job.motion.plays = 2
            job.numbered = NumberedOutput("e/a-##.png", mask: "e/a-##.png")
            guard case .job(let read) = try WorkerRequest(try Self.frame(WorkerRequest.job(job).message), shared: shared) else {
                Issue.record("it is no job any more")
                continue
            }
            #expect(read.line == 9 && Array(read.output.utf8) == Array(job.output.utf8) && read.scale == 1.5)
            #expect(read.numbered == job.numbered && job.numbered?.names[7] == "e/a-07.png")
            #expect(read.claim == Self.key && read.allowance == 5 << 30 && read.motion == job.motion)
            #expect(read.parameters.mapValues { $0.compact() } == job.parameters.mapValues { $0.compact() })
            switch (read.template, template) {
            case (.file(let one), .file(let other)): #expect(one == other)
            case (.template(let one), .template(let other)):
                guard case .scene(let read) = one.source, case .scene(let sent) = other.source else {
                    Issue.record("another kind of document")
                    break
                }
                #expect(one.digest == other.digest && read.compact() == sent.compact())
                #expect(one.name == other.name && one.baseFolder == other.baseFolder)
            default: Issue.record("another kind of scene")
            }
            // The journal's name for the job depends on nothing that is lost on the way.
            if case .template(let one) = read.template, case .template(let other) = template {
                #expect(JobKey(read, one, settings: "s").digest == JobKey(job, other, settings: "s").digest)
            }
        }
    }

    @Test func workerStartRoundTrips() throws {
        let shared = try SceneTemplate(json: Array(#"{"canvas":{"width":3,"height":4}}"#.utf8), name: "s.json", baseFolder: "a")
        for start in [
            WorkerStart(device: nil, threads: 1, memory: 0, template: nil),
            WorkerStart(device: "egl:1", threads: 8, memory: 1 << 33, template: shared),
        ] {
            guard case .start(let read) = try WorkerRequest(try Self.frame(WorkerRequest.start(start).message), shared: nil)
            else {
                Issue.record("it is no start any more")
                continue
            }
            #expect(read.device == start.device && read.threads == start.threads && read.memory == start.memory)
            #expect(read.template?.digest == start.template?.digest)
        }
    }

    /// Changes, truncates and extends messages at random. Each result is rejected or read as another message, without a trap.
    @Test(arguments: TestSeeds.all) func randomlyChangedWorkerMessagesNeverTrap(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let shared = try SceneTemplate(json: Array("{}".utf8), name: "s", baseFolder: "")
        let job = BatchJob(line: 1, template: .template(shared), parameters: ["a": .number(1)], output: "a.png")
        let messages =
            Self.answers.map { $0.message.head + $0.message.rest }
            + [
                WorkerRequest.job(job).message,
                WorkerRequest.start(WorkerStart(device: "cpu", threads: 1, memory: 5, template: shared)).message,
            ]
        var refused = 0
        for _ in 0..<4000 {
            var bytes = messages[Int.random(in: messages.indices, using: &dice)]
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                switch Int.random(in: 0..<3, using: &dice) {
                case 0: bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: .min ... .max, using: &dice)
                case 1 where bytes.count > MessageFrame.headerBytes + 1:
                    bytes.removeLast(Int.random(in: 1...(bytes.count - MessageFrame.headerBytes), using: &dice))
                default: bytes.append(UInt8.random(in: .min ... .max, using: &dice))
                }
            }
            guard let (kind, _) = MessageFrame.read(header: bytes[..<MessageFrame.headerBytes]) else {
                refused += 1
                continue
            }
            let frame = MessageFrame(kind: kind, body: Array(bytes[MessageFrame.headerBytes...]))
            if (try? WorkerAnswer(frame)) == nil { refused += 1 }
            _ = try? WorkerRequest(frame, shared: nil)
        }
        #expect(refused > 2000, "seed \(seed)")
    }

    @Test func workerMessageHeadersWithBadLengthsAreRefused() {
        #expect(MessageFrame.read(header: MessageFrame.header(kind: 3, bodyBytes: MessageFrame.mostBytes)[...]) != nil)
        #expect(MessageFrame.read(header: MessageFrame.header(kind: 3, bodyBytes: MessageFrame.mostBytes + 1)[...]) == nil)
        #expect(MessageFrame.read(header: MessageFrame.header(kind: 3, bodyBytes: -1)[...]) == nil)
        #expect(MessageFrame.read(header: [UInt8](repeating: 0, count: 16)[...]) == nil)
        #expect(MessageFrame.read(header: []) == nil)
    }

    @Test func workerOutputIsSplitIntoLinesWithoutControlCodes() {
        var lines = SpokenLines()
        lines.add(Array("one\ntw".utf8)[...])
        #expect(lines.take() == ["one"] && lines.last == "one")
        lines.add(Array("o\n\n \u{1B}[2Jthree \u{9B}x\n".utf8)[...])
        #expect(lines.take() == ["two", "  [2Jthree  x"] && lines.take().isEmpty)
        lines.add(Array(repeating: UInt8(ascii: "x"), count: 1 << 20)[...])
        for number in 0..<1000 { lines.add(Array("\n\(number)".utf8)[...]) }
        #expect(lines.take().allSatisfy { $0.utf8.count <= 300 })
        #expect(lines.last == "998")
    }

    @Test func workerFatalErrorIsKeptWithoutItsStackTrace() {
        var lines = SpokenLines()
        lines.add(Array("words\nFatal error: failed to allocate 9 bytes\nCurrent stack trace:\n".utf8)[...])
        lines.add(
            Array(
                "0    libswiftCore.so     0x00007f46c0f5f130 swift_reportError + 33\n12   libc.so.6  0x00007f <unavailable> + 1\n"
                    .utf8)[...])
        #expect(lines.last == "Fatal error: failed to allocate 9 bytes")
        #expect(lines.take() == ["words", "Fatal error: failed to allocate 9 bytes"])
        #expect(LostWorker(end: .signal(6, wasShortOfMemory: false), lastWords: lines.last).kind == "memory")
    }

    /// A stack frame of code without a file has no library name.
    @Test(arguments: [
        "3                                       0x00007f46c0f5f130 <unavailable> + 140", "7    0x00007f46c0f5f130",
        "12   a library.so    0x00007f46c0f5f130 main + 1", "#4 0x00007f46c0f5f130 (/usr/lib/libLLVM.so+0x9e8130)",
    ])
    func workerStackFramesAreNotRepeated(_ frame: String) {
        var lines = SpokenLines()
        lines.add(Array("why\n\(frame)\n".utf8)[...])
        #expect(lines.last == "why" && lines.take() == ["why"])
    }

    @Test func workerMemoryAddressesAreNotRepeated() {
        var lines = SpokenLines()
        lines.add(Array("free of 0x7f46c0f5f130: bad (0xFFFF800000000000,0x1f) at 0x00005566aa10\n".utf8)[...])
        #expect(lines.last == "free of 0x…: bad (0x…,0x1f) at 0x…")
        #expect(lines.take() == [lines.last])
    }

    @Test func workerEndsAreDescribedBySignalAndAdvice() {
        #expect(
            LostWorker(end: .signal(11, wasShortOfMemory: false), lastWords: "").description
                == "its worker process was ended by SIGSEGV, a memory access that is not allowed")
        #expect(
            LostWorker(end: .signal(4, wasShortOfMemory: false), lastWords: "Fatal error").description.hasSuffix(
                "SIGILL, a check in the program that failed (Fatal error)"))
        #expect(LostWorker(end: .signal(9, wasShortOfMemory: true), lastWords: "").kind == "memory")
        #expect(LostWorker(end: .signal(9, wasShortOfMemory: false), lastWords: "").kind == "crash")
        #expect(
            WorkerEnd.timeout(seconds: 30).words.description.contains("longer than 30 s")
                && WorkerEnd.timeout(seconds: 0.5).words.description.contains("longer than 0.5 s"))
        #expect(WorkerEnd.timeout(seconds: 1).kind == "timeout")
    }

    @Test func failureRowIsTooLongAfterThreeFailures() {
        var row = FailureRow()
        for _ in 0..<5 {
            row.failed()
            row.failed()
            #expect(!row.isTooLong)
            row.succeeded()
        }
        row.failed()
        row.failed()
        row.failed()
        #expect(row.isTooLong)
    }
}
