import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Makes every system call that writes fail, at every occurrence in turn. Files are complete or absent, old files are
/// unchanged, nothing is left behind, and the error names the file.
@Suite(.timed, .needsCommand, .needsCompiler)
struct FileFaultTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// The way in which a call fails.
    enum Failure: String, CaseIterable, Sendable {
        case diskFull = "28"
        case device = "5"
        case quota = "122"
        case permission = "13"
        /// The call may be retried.
        case interrupted = "4"
        case short
        /// The failures that a tier tries: every `errno` in the full tier.
        static let tried: [Failure] = Tier.isFull ? allCases : [.diskFull, .interrupted, .short]
        var isAbsorbed: Bool { self == .interrupted || self == .short }
    }

    /// The behaviour of a file system or a sandbox for files without names.
    enum UnnamedFiles: CaseIterable {
        case work, areMissing, getNoName

        /// With and without old files. The merge tier leaves out two of the six combinations.
        static let tried: [(isOld: Bool, unnamed: UnnamedFiles)] =
            allCases.flatMap { [(false, $0), (true, $0)] }.filter { isOld, unnamed in
                Tier.isFull || unnamed == .work || isOld == (unnamed == .getNoName)
            }
    }

    private func run(
        _ arguments: [String], failing number: Int, _ failure: Failure, lasts: Bool = false, unnamed: UnnamedFiles = .work
    ) throws -> (Command.Outcome, fault: String) {
        var faults = [
            "FOLDER": folder.path + "/out", "AT": "\(number)", "ERROR": failure.rawValue, "LOG": folder.path + "/log",
        ]
        if lasts { faults["LASTS"] = "1" }
        switch unnamed {
        case .work: break
        case .areMissing: faults["NAMED"] = "1"
        case .getNoName: faults["LINK"] = "\(EPERM)"
        }
        unlink(folder.path + "/log")
        let outcome = try FaultySystem.run(arguments, in: folder.path, faults)
        return (outcome, String(decoding: folder.bytes("log"), as: UTF8.self))
    }

    /// The next call to fail: every call in the full tier, otherwise the first six and then every seventh.
    private static func next(_ number: Int) -> Int { number + (!Tier.isFull && number > 6 ? 7 : 1) }

    private func clear() {
        for name in folder.pictures("out").keys { unlink("\(folder.path)/out/\(name)") }
        for name in Command.names(in: folder.path + "/out") where unlink("\(folder.path)/out/\(name)") != 0 {
            rmdir("\(folder.path)/out/\(name)")
        }
    }

    /// Files that a write left incomplete.
    private func leftovers() -> [String] {
        folder.pictures("out").keys.filter { $0.split(separator: "/").last?.hasPrefix(".") ?? false }
    }

    static let single: [[String]] = [
        ["render", "card.json", "-o", "out/a.png", "--backend", "cpu"],
        ["render", "card.json", "-o", "out/a.webp", "--backend", "cpu"],
        ["curl", "photo.jpg", "--size", "40x30", "--emit-scene", "out/s.json", "-o", "out/b.png", "--backend", "cpu"],
        ["compare", "one.png", "two.png", "--diff", "out/d.png"],
    ]

    @Test(arguments: single, Failure.tried) func outputIsWholeOrUnchangedAfterEveryFault(
        _ arguments: [String], _ failure: Failure
    ) throws {
        #expect(try folder.run("render", "card.json", "-o", "one.png").status == 0)
        #expect(try folder.run("render", "card.json", "--set", "color=red", "-o", "two.png").status == 0)
        #expect(Command.makeFolder(folder.path + "/out"))
        let undisturbed = try Command.run(arguments, in: folder.path)
        let good = folder.pictures("out")
        try #require(!good.isEmpty)
        for (isOld, unnamed) in UnnamedFiles.tried {
            var number = 1
            while true {
                clear()
                let old = Array("old".utf8)
                if isOld { for name in good.keys { _ = folder.folder.file("out/\(name)", old) } }
                let (outcome, fault) = try run(arguments, failing: number, failure, unnamed: unnamed)
                if fault.isEmpty { break }
                #expect(leftovers().isEmpty, "\(fault)")
                let files = folder.pictures("out")
                if outcome.status == undisturbed.status {
                    #expect(files == good, "\(fault)")
                } else {
                    #expect(!failure.isAbsorbed, "\(fault): \(outcome.errors)")
                    #expect([73, 74].contains(outcome.status), "\(fault): \(outcome.status)")
                    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("\"out/"), "\(fault): \(outcome.errors)")
                    for (name, bytes) in files { #expect(bytes == good[name] || isOld && bytes == old, "\(fault): \(name)") }
                }
                number = Self.next(number)
                try #require(number < 100)
            }
            #expect(number > (failure == .short ? 1 : 2), "no call failed")
        }
    }

    /// A file that can't get a name is copied to a file that has a name. Its contents, here rows as they are drawn, come only
    /// once.
    @Test(arguments: [EPERM, EACCES, ENOSYS, EOPNOTSUPP, ENOENT, EXDEV], ["--max-memory=5M", "--backend=cpu"])
    func unlinkableTemporaryFileIsCopied(_ code: Int32, _ option: String) throws {
        #expect(Command.makeFolder(folder.path + "/out"))
        let arguments = ["render", "card.json", "--scale", "40", option, "-o", "out/a.png"]
        #expect(try Command.run(arguments, in: folder.path).status == 0)
        let good = folder.bytes("out/a.png")
        for isOld in [true, false] {
            if isOld { #expect(chmod(folder.path + "/out/a.png", 0o640) == 0) } else { clear() }
            let outcome = try FaultySystem.run(arguments, in: folder.path, ["LINK": "\(code)"])
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(folder.bytes("out/a.png") == good && folder.pictures("out").count == 1)
            var status = stat()
            #expect(stat(folder.path + "/out/a.png", &status) == 0 && (status.st_mode & 0o777 == 0o640) == isOld)
        }
    }

    /// The folder of a report appears complete or not at all.
    @Test func benchmarkReportIsWholeOrAbsent() throws {
        #expect(Command.makeFolder(folder.path + "/out"))
        let arguments = [
            "bench", "--sizes", "0.05", "--scene", "cloud", "--sigmas", "3", "--repeats", "1", "--seconds", "0.01", "--report",
            "out/report",
        ]
        var number = 1
        while true {
            clear()
            for name in Command.names(in: folder.path + "/out") { removeReport(name) }
            let (outcome, fault) = try run(arguments, failing: number, .diskFull)
            if fault.isEmpty {
                #expect(outcome.status == 0 && folder.exists("out/report/index.html"))
                break
            }
            if outcome.status != 0 {
                #expect([73, 74].contains(outcome.status) && outcome.errors.contains("\"out"), "\(fault): \(outcome.errors)")
                #expect(Command.names(in: folder.path + "/out").isEmpty, "\(fault)")
            }
            // Each run measures, which takes time.
            number += Tier.isFull ? 3 : 9
            try #require(number < 200)
        }
        #expect(number > (Tier.isFull ? 5 : 10), "fewer than two calls failed")
    }

    private func removeReport(_ name: String) {
        for file in Command.names(in: "\(folder.path)/out/\(name)") { unlink("\(folder.path)/out/\(name)/\(file)") }
        rmdir("\(folder.path)/out/\(name)")
    }

    /// A batch stops or names the job. With `--resume` and without the fault, the result is as if nothing had failed.
    @Test(arguments: [
        (Failure.diskFull, true), (.device, false), (.quota, false), (.permission, false), (.interrupted, false),
        (.short, false),
    ])
    func batchIsResumedAfterEveryFault(_ failure: Failure, lasts: Bool) throws {
        let lines = [0, 1, 2].map {
            #"{"scene":"card.json","parameters":{"w":\#(20 + $0)},"output":"\#($0 == 1 ? "d/" : "")\#($0).png"}"# + "\n"
        }
        let manifest = folder.folder.file("jobs.jsonl", lines.joined())
        let arguments = ["batch", manifest, "--output-root", "out", "--backend", "cpu", "--threads", "2"]
        #expect(try Command.run(arguments, in: folder.path).status == 0)
        let good = folder.pictures("out")
        try #require(good.count == 3)
        var number = 1
        var resumed = 0
        while true {
            clear()
            let (outcome, fault) = try run(arguments + ["--report", "out/report.txt"], failing: number, failure, lasts: lasts)
            if fault.isEmpty { break }
            #expect([0, 1, 73, 74].contains(outcome.status), "\(fault): \(outcome.status) \(outcome.errors)")
            if failure.isAbsorbed { #expect(outcome.status == 0, "\(fault): \(outcome.errors)") }
            if outcome.status != 0 { #expect(outcome.errors.contains("cannot write \""), "\(fault): \(outcome.errors)") }
            #expect(leftovers().isEmpty, "\(fault)")
            for (name, bytes) in folder.pictures("out") where name.hasSuffix(".png") {
                #expect(bytes == good[name], "\(fault): \(name)")
            }
            let again = try Command.run(arguments + ["--resume"], in: folder.path)
            #expect(again.status == 0, "\(fault): \(again.errors)")
            #expect(folder.pictures("out").filter { $0.key.hasSuffix(".png") } == good, "\(fault)")
            if again.errors.contains(" skipped") { resumed += 1 }
            number = Self.next(number)
            try #require(number < 200)
        }
        #expect(number > (failure == .short ? 3 : 15) && resumed > 0)
    }

    /// Standard output that accepts no more bytes is an error.
    @Test(arguments: [
        ["schema"], ["plan", "card.json"], ["render", "card.json", "-o", "-"], ["--help"], ["--version"], ["doctor"],
    ])
    func fullStandardOutputIsAnError(_ arguments: [String]) throws {
        let outcome = try shell("\"$0\" \"$@\" > /dev/full", arguments)
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.errors.contains("cannot write to standard output: the disk is full"), "\(outcome.errors)")
    }

    /// A reader may stop reading at any time.
    @Test func closedOutputPipeEndsThePrinting() throws {
        for arguments in [["schema"], ["plan", "card.json"], ["render", "card.json", "-o", "-"], ["--help"]] {
            let outcome = try shell(
                "{ sleep 0.1; \"$0\" \"$@\"; echo $? > status; } | true; while ! [ -s status ]; do sleep 0.01; done", arguments)
            let status = String(decoding: folder.bytes("status"), as: UTF8.self)
            #expect(status == "141\n", "\(arguments): \(status)")
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            unlink(folder.path + "/status")
        }
    }

    /// A batch continues when nobody reads its progress any more.
    @Test func batchContinuesWithoutAProgressReader() throws {
        let manifest = folder.manifest(8)
        _ = try shell(
            "{ sleep 0.1; \"$0\" \"$@\" 2>&1; echo $? > status; } | true; while ! [ -s status ]; do sleep 0.01; done",
            ["batch", manifest, "--output-root", "out", "--progress", "json", "-v"])
        #expect(String(decoding: folder.bytes("status"), as: UTF8.self) == "0\n")
        #expect(folder.pictures("out").count == 8)
    }

    /// A file opened by the command never takes the place of a closed stream.
    @Test(arguments: ["0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"])
    func closedStandardStreamsAreNotReusedForFiles(_ closed: String) throws {
        _ = folder.folder.file("jobs.jsonl", "no job\n" + BatchFolder.job(1) + "\n" + BatchFolder.job(2) + "\n")
        #expect(try folder.run("batch", "jobs.jsonl", "--output-root", "good").status == 1)
        let outcome = try shell(
            "\"$0\" \"$@\" \(closed)", ["batch", "jobs.jsonl", "--output-root", "out", "--progress", "json", "-v"])
        #expect(outcome.status == 1)
        #expect(folder.pictures("out") == folder.pictures("good"))
        // The lines may be in another order.
        func lines(_ name: String) -> [String] {
            String(decoding: folder.bytes(name), as: UTF8.self).split(separator: "\n").map(String.init).sorted()
        }
        for name in ["penumbra-batch.journal", "penumbra-batch.journal.failed"] {
            #expect(lines("out/\(name)") == lines("good/\(name)"), "\(name)")
        }
        #expect(try shell("\"$0\" \"$@\" \(closed)", ["render", "card.json", "-o", "a.png"]).status == 0)
        #expect(try folder.run("render", "card.json", "-o", "b.png").status == 0)
        #expect(folder.bytes("a.png") == folder.bytes("b.png"))
        if closed.contains("1>") {
            for arguments in [["schema"], ["render", "card.json", "-o", "-"]] {
                #expect(try shell("\"$0\" \"$@\" \(closed)", arguments).status == 74, "\(arguments)")
            }
        }
        if closed.contains("0<") {
            #expect(try shell("\"$0\" \"$@\" \(closed)", ["render", "-", "-o", "c.png"]).status == 66)
        }
    }

    /// Runs a shell line in which `$0` is the command and `$@` its arguments.
    private func shell(_ line: String, _ arguments: [String]) throws -> Command.Outcome {
        try Command.start(["/bin/sh", "-c", line, Command.path] + arguments, in: folder.path).finish()
    }
}
