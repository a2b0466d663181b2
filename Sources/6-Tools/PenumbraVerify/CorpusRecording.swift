import Penumbra
import PenumbraSystem

/// Makes the archive from a corpus. It draws every scene once on the CPU, with the kernels that run on every processor.
public enum CorpusRecording {
    /// A file of the corpus.
    public struct File: Sendable {
        /// The path below the corpus: `shadow/sigma-8.json`, `html/grid.html`, `pictures/checks.png`.
        public var path: String
        public var contents: [UInt8]

        public init(path: String, contents: [UInt8]) {
            self.path = path
            self.contents = contents
        }
    }

    /// The maximum size of a picture file in bytes. Larger pictures and the scenes that show them are left out, so that
    /// programs stay small.
    public static let largestPictureFile = 32 << 10

    /// Makes an archive of scenes and pictures, with the digest of each drawing.
    ///
    /// - Parameter files: scenes (`.json`), HTML documents (`.html`) and pictures (below `pictures/`). Other files, such as
    ///   fonts, are ignored.
    /// - Returns: the archive, and the omitted scenes with the reasons.
    /// - Throws: `CorpusRecordingError` with the file that can't be used.
    public static func archive(
        of files: [File]
    ) throws(CorpusRecordingError) -> (archive: CorpusArchive, leftOut: [(name: String, reason: String)]) {
        let (engine, device) = (Engine(threads: 1), Device.processor(threads: 1, kernels: .baseline))
        var records: [CorpusArchive.Record] = []
        var leftOut: [(name: String, reason: String)] = []
        var pictures: [String: Bitmap] = [:]
        var pictureFiles: [String: [UInt8]] = [:]
        for file in files.sorted(by: { $0.path < $1.path }) where file.path.hasPrefix("pictures/") {
            guard file.contents.count <= largestPictureFile else { continue }
            let bitmap = try rethrowing(
                try ImageDecoder.decode(file.contents),
                as: { (error: ImageError) in CorpusRecordingError(file: file.path, reason: "\(error)") })
            pictures[fileName(file.path)] = bitmap
            pictureFiles[fileName(file.path)] = file.contents
            records.append(CorpusArchive.Record(name: file.path, digest: bitmap.digest, contents: file.contents))
        }
        for file in files.sorted(by: { $0.path < $1.path }) {
            let isPage = CorpusArchive.isPage(file.path)
            guard isPage || file.path.hasSuffix(".json") else { continue }
            let name = isPage ? file.path : String(file.path.dropLast(5))
            do {
                let contents = isPage ? file.contents : Array(try JSONValue(parsing: file.contents).compact().utf8)
                let entry = try VerificationScene(
                    name: name, digest: SHA256.digest(of: []), contents: contents, pictures: pictures, files: pictureFiles)
                if entry.scene.hasText {
                    leftOut.append((name, "its text depends on fonts"))
                } else if entry.images.count < entry.scene.imageSources.count {
                    leftOut.append((name, "its picture is too large"))
                } else {
                    let bitmap = try device.draw(try entry.plan(engine))
                    records.append(CorpusArchive.Record(name: name, digest: bitmap.digest, contents: contents))
                }
            } catch {
                throw CorpusRecordingError(file: file.path, reason: "\(error)")
            }
        }
        return (CorpusArchive(records), leftOut)
    }

    /// A text with one line per record: its name, a tab and its digest.
    public static func table(_ archive: CorpusArchive) -> String {
        archive.records.map { "\($0.name)\t\($0.digest)\n" }.joined()
    }
}

/// The reason why a file of a corpus can't be recorded.
public struct CorpusRecordingError: Error, Sendable, CustomStringConvertible {
    public var file: String
    public var reason: String

    public var description: String { "\(file): \(reason)" }
}
