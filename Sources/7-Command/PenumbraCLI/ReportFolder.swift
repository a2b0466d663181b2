import Glibc
import Penumbra
import PenumbraBench
import PenumbraSystem

/// The folder of a report. It appears complete or not at all.
struct ReportFolder {
    private let path: String

    /// - Throws: `CommandFailure` if something already exists at the path, before time is spent on measuring.
    init(_ path: String) throws {
        var trimmed = path[...]
        while trimmed.utf8.count > 1, trimmed.endsWithBytes("/") {
            trimmed = trimmed[..<trimmed.utf8.index(before: trimmed.endIndex)]
        }
        self.path = String(trimmed)
        guard !trimmed.isEmpty else { throw CommandFailure(.usage, "--report names no folder") }
        var status = stat()
        guard stat(self.path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR, fileNames(in: self.path) ?? [] == [] else {
            throw CommandFailure(
                .cannotCreate,
                "\"\(self.path)\" is there already and not an empty folder; name another one for --report, or remove it")
        }
    }

    /// Writes the page and its pictures to a temporary folder beside the target, then moves the folder into place.
    func write(_ result: BenchmarkResult) throws {
        let parent = ScenePath.folder(of: path)
        if !parent.isEmpty { try makeFolder(parent) }
        var template = Array("\(path).XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap(mkdtemp) }) != nil else {
            throw CommandFailure(.cannotCreate, "cannot make a folder beside \"\(path)\": \(String(cString: strerror(errno)))")
        }
        let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        do {
            for picture in ReportPage.pictures(result) {
                try writePicture(picture.bitmap, as: .png, to: "\(temporary)/\(picture.name)")
            }
            try writeFile(result.json.prettyPrinted(), to: "\(temporary)/bench.json")
            try writeFile(ReportPage.html(result), to: "\(temporary)/index.html")
            // mkdtemp gives access to the user only, but a page is meant to be shared.
            let mask = umask(0)
            umask(mask)
            chmod(temporary, 0o777 & ~mask)
            guard rename(temporary, path) == 0 else {
                throw CommandFailure(
                    .cannotCreate, "cannot name the report \"\(path)\": \(String(cString: strerror(errno)))")
            }
        } catch {
            for name in fileNames(in: temporary) ?? [] { unlink("\(temporary)/\(name)") }
            rmdir(temporary)
            throw error
        }
    }
}
