import Glibc
import PenumbraCodecs
import Testing

/// A folder of a test's own, gone with it.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/penumbra-batch-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } }
        path = try #require(made)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    /// Makes a file and gives its path.
    @discardableResult
    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    @discardableResult
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try FileWriter.write(bytes, to: "\(path)/\(name)")
        return "\(path)/\(name)"
    }

    func make(folder name: String) throws { try #require(mkdir("\(path)/\(name)", 0o755) == 0) }

    func bytes(_ name: String) -> [UInt8]? { try? FileReader.read("\(path)/\(name)") }

    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var result: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { result.append(name) }
        }
        return result.sorted()
    }
}
