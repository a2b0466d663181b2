import ArgumentParser
import PenumbraVerify

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes what `penumbra verify` compares with; scripts/record-digests uses it.
struct RecordDigestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record-digests",
        abstract: "Draws a corpus on the CPU and writes its scenes with the digests of their pictures.",
        shouldDisplay: false)

    @Argument(help: "The folder with the scenes, Tests/Corpus.") var corpus: String
    @Option(help: ArgumentHelp("The archive to write.", valueName: "file")) var pack: String
    @Option(help: ArgumentHelp("The table of names and digests to write.", valueName: "file")) var table: String

    func run() throws {
        let paths = Self.files(below: corpus, "").filter { path in
            path.hasSuffix(".json") || path.hasPrefix("pictures/")
        }
        guard !paths.isEmpty else { throw CommandFailure(.inputMissing, "\"\(corpus)\" holds no scenes") }
        let files = try paths.map { CorpusRecording.File(path: $0, contents: try readFile("\(corpus)/\($0)")) }
        do {
            let (archive, leftOut) = try CorpusRecording.archive(of: files)
            try writeFile(try archive.compressed(), to: pack)
            try writeFile(Array(CorpusRecording.table(archive).utf8), to: table)
            for (name, reason) in leftOut { writeToStandardError("\(name): left out, \(reason)\n") }
        } catch let error as CorpusRecordingError {
            throw CommandFailure(.badData, "\(error)")
        } catch let error as CorpusArchiveError {
            throw CommandFailure(.internalError, "\(error)")
        }
    }

    /// Paths of files below a folder, those that begin with a dot left out.
    private static func files(below folder: String, _ prefix: String) -> [String] {
        guard let stream = opendir("\(folder)/\(prefix)") else { return [] }
        defer { closedir(stream) }
        var result: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            var status = stat()
            guard stat("\(folder)/\(prefix)\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                result += files(below: folder, "\(prefix)\(name)/")
            } else {
                result.append(prefix + name)
            }
        }
        return result
    }
}
