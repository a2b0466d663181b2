import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem
import PenumbraVerify
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timed) struct ArchiveTests {
    private static let root = Repository.root

    @Test func corpusArchiveRoundTrips() throws {
        let records = [
            CorpusArchive.Record(name: "a/b", digest: SHA256.digest(of: [1]), contents: Array("{}\n\n".utf8)),
            CorpusArchive.Record(name: "pictures/ü.png", digest: SHA256.digest(of: []), contents: (0...255).map { UInt8($0) }),
            CorpusArchive.Record(name: "empty", digest: SHA256.digest(of: [2]), contents: []),
        ]
        #expect(try CorpusArchive(compressed: CorpusArchive(records).compressed()).records == records)
    }

    @Test func brokenCorpusArchivesAreRefused() throws {
        let records = [
            CorpusArchive.Record(name: "a", digest: SHA256.digest(of: [1]), contents: [UInt8](repeating: 7, count: 99))
        ]
        let bytes = try CorpusArchive(records).compressed()
        for count in 0..<bytes.count {
            #expect(throws: CorpusArchiveError.self, "\(count) bytes") { try CorpusArchive(compressed: Array(bytes[..<count])) }
        }
        // Damage to the size, the zlib header or the checksum at the end is detected.
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x55
            #expect(throws: CorpusArchiveError.self, "byte \(index)") { try CorpusArchive(compressed: changed) }
        }
    }

    /// The embedded archive and the table beside the corpus match the current corpus. After changing scenes, run
    /// scripts/release/record-digests and review the changes.
    @Test func embeddedCorpusMatchesTheCorpusFiles() throws {
        let corpus = Self.root + "/Tests/Corpus"
        let paths = Self.files(below: corpus, "").filter { path in
            path.hasSuffix(".json") || path.hasSuffix(".html") || path.hasPrefix("pictures/")
        }
        let files = try paths.map {
            CorpusRecording.File(path: $0, contents: try FileReader.read("\(corpus)/\($0)"))
        }
        let (archive, leftOut) = try CorpusRecording.archive(of: files)
        let embedded = try CorpusArchive.embedded()
        #expect(archive.records.map(\.name) == embedded.records.map(\.name))
        for (made, recorded) in zip(archive.records, embedded.records) {
            #expect(made == recorded, "\(made.name): run scripts/release/record-digests and look at what changed")
        }
        let table = String(decoding: try FileReader.read("\(corpus)/digests.tsv"), as: UTF8.self)
        #expect(table == CorpusRecording.table(embedded))
        #expect(archive.records.count >= 300)
        #expect(archive.records.count { $0.name.hasSuffix(".html") } >= 15)
        #expect(leftOut.allSatisfy { $0.reason.contains("font") || $0.reason.contains("too large") })
    }

    @Test func unrecordableCorpusFilesAreNamed() {
        func record(_ path: String, _ text: String) -> CorpusRecordingError? {
            #expect(throws: CorpusRecordingError.self) {
                try CorpusRecording.archive(of: [CorpusRecording.File(path: path, contents: Array(text.utf8))])
            }
        }
        #expect(record("a/b.json", "{").map { $0.file } == "a/b.json")
        #expect(record("pictures/p.png", "no picture")?.file == "pictures/p.png")
    }

    private static func files(below folder: String, _ prefix: String) -> [String] {
        guard let stream = opendir("\(folder)/\(prefix)") else { return [] }
        defer { closedir(stream) }
        var result: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                result += files(below: folder, "\(prefix)\(name)/")
            } else {
                result.append(prefix + name)
            }
        }
        return result
    }
}
