import ArgumentParser
import Glibc
import Penumbra
import PenumbraSystem
import PenumbraVerify

/// Writes the digests that `penumbra verify` compares with. scripts/release/record-digests uses this command.
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
            path.hasSuffix(".json") || path.hasSuffix(".html") || path.hasPrefix("pictures/")
        }
        guard !paths.isEmpty else { throw CommandFailure(.inputMissing, "\"\(corpus)\" holds no scenes") }
        let files = try paths.map { CorpusRecording.File(path: $0, contents: try readFile("\(corpus)/\($0)")) }
        let (archive, leftOut) = try CorpusRecording.archive(of: files)
        try FileWriter.write(try archive.compressed(), to: pack)
        try writeFile(CorpusRecording.table(archive), to: table)
        for (name, reason) in leftOut { writeToStandardError("\(name): left out, \(reason)\n") }
    }

    /// The paths of the files below a folder, without names that begin with a dot.
    private static func files(below folder: String, _ prefix: String) -> [String] {
        var result: [String] = []
        for name in fileNames(in: "\(folder)/\(prefix)") ?? [] where !name.hasPrefix(".") {
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
