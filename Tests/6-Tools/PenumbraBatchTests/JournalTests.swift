import Glibc
import PenumbraBatch
import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct JournalTests {
    let folder: TestFolder
    var path: String { "\(folder.path)/j" }

    init() throws { folder = try TestFolder() }

    private func entry(_ output: String, _ number: Int = 1) -> JournalEntry {
        JournalEntry(
            key: SHA256.digest(of: Array("key \(output) \(number)".utf8)), output: output,
            digest: SHA256.digest(of: Array(output.utf8)),
            byteCount: number, device: "cpu", line: number)
    }

    private func write(_ entries: [JournalEntry], keepsEntries: Bool = true) throws {
        let journal = try Journal(path, keepsEntries: keepsEntries)
        for entry in entries { try journal.add(entry) }
        try journal.synchronize()
    }

    private func read() throws -> [OutputName: JournalRecord] { try Journal.entries(of: path) }

    @Test func journalEntriesRoundTripAndTheLastEntryWins() throws {
        try write([entry("a", 1), entry("b", 2), entry("a", 3)])
        try write([entry("c", 4)])
        let records = try read()
        #expect(records.count == 3 && records[OutputName("a")] == JournalRecord(entry("a", 3)))
        #expect(records[OutputName("c")]?.byteCount == 4 && records[OutputName("c")]?.device == "cpu")
    }

    @Test func journalOutputNamesRoundTrip() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var name = ""
            for _ in 0..<random.integer(0...20) {
                let value = random.chance(0.5) ? random.integer(1...127) : random.integer(128...0x10FFFF)
                if let scalar = Unicode.Scalar(UInt32(value)) { name.unicodeScalars.append(scalar) }
            }
            let written = entry(name, random.integer(0...1 << 50))
            #expect(!written.text.utf8.contains(0x0A), "seed \(seed)")
            #expect(JournalEntry(Array(written.text.utf8)) == written, "seed \(seed)")
        }
    }

    @Test func truncatedJournalLineIsSkippedAlone() throws {
        let whole = Array((entry("a").text + "\n").utf8)
        let second = Array((entry("b").text + "\n").utf8)
        for cut in 0..<second.count {
            try folder.file("j", whole + second.prefix(cut))
            try write([entry("c")])
            let names = try read().keys
            // An entry that lacks only its line feed is complete.
            let expected = ["a", "c"] + (cut == second.count - 1 ? ["b"] : [])
            #expect(Set(names) == Set(expected.map(OutputName.init)), "cut after \(cut)")
        }
    }

    @Test func changedJournalBytesAreDetected() throws {
        let line = Array(entry("a/ü.png", 77).text.utf8)
        for index in line.indices {
            for bit in 0..<8 {
                var damaged = line
                damaged[index] ^= 1 << UInt8(bit)
                // Digits of the digests may be written in either case.
                if let found = JournalEntry(damaged) { #expect(found == entry("a/ü.png", 77), "byte \(index), bit \(bit)") }
            }
        }
    }

    @Test func foreignJournalLinesAreIgnored() throws {
        let line = entry("a").text
        try folder.file(
            "j",
            "hello\n\n{}\n[1]\n{\"check\":\"00000000\"}\n\(line) \n\(line)x\n\u{1}\u{2}\n\(line)\n{\"key\":\"00\",\"output\":\"b\"}\n"
        )
        #expect(try read().count == 1)
        try folder.file("j", [0xFF, 0x0A, 0xC3, 0x28, 0x0A] + Array(line.utf8))
        #expect(try read().count == 1)
        let error = #expect(throws: BatchError.self) { try Journal.entries(of: "\(folder.path)/none") }
        if case .journal(let file)? = error {
            #expect(file.kind == .inputMissing)
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    @Test func newBatchMovesTheOldJournalAside() throws {
        try write([entry("a")])
        try write([entry("b")], keepsEntries: false)
        #expect(Set(try read().keys) == [OutputName("b")])
        #expect(Set(try Journal.entries(of: path + ".old").keys) == [OutputName("a")])
        #expect(TestFolder.names(in: folder.path) == ["j", "j.old"])
    }

    @Test func journalIsWrittenByOneProcessAtATime() throws {
        for keeps in [true, false] {
            let journal = try Journal(path, keepsEntries: true)
            try journal.add(entry("a"))
            for other in [true, false] {
                let error = #expect(throws: BatchError.self) { try Journal(path, keepsEntries: other) }
                if case .journalInUse? = error {} else { Issue.record("\(String(describing: error))") }
            }
            #expect(try read().count == 1)
            withExtendedLifetime(journal) {}
            _ = keeps
        }
        try write([entry("b")])
        #expect(try read().count == 2)
    }

    @Test func failedJournalLineIsEndedBeforeTheNext() async {
        await #expect(processExitsWith: .success) {
            let folder = try TestFolder()
            func entry(_ name: String) -> JournalEntry {
                JournalEntry(
                    key: SHA256.digest(of: [1]), output: name, digest: SHA256.digest(of: [2]), byteCount: 1, device: "cpu",
                    line: 1)
            }
            let journal = try Journal("\(folder.path)/j", keepsEntries: true)
            try journal.add(entry("a"))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let before = limit.rlim_cur
            limit.rlim_cur = 300
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            do {
                try journal.add(entry("b"))
                exit(1)
            } catch let error as FileError {
                if error.kind != .diskFullOrIO { exit(2) }
            }
            limit.rlim_cur = before
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try journal.add(entry("c"))
            let names = Set(try Journal.entries(of: "\(folder.path)/j").keys)
            if names != [OutputName("a"), OutputName("c")] { exit(3) }
        }
    }

    @Test func unwritableJournalsAreNamed() throws {
        try folder.make(folder: "folder")
        for (path, words) in [("\(folder.path)/none/j", "ENOENT"), ("\(folder.path)/folder", "EISDIR")] {
            let error = #expect(throws: BatchError.self) { try Journal(path, keepsEntries: true) }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
    }
}
