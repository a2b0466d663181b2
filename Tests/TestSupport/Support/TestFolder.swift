import Glibc
import PenumbraFiles

/// A test's own folder, which is deleted together with this object.
public final class TestFolder: Sendable {
    public let path: String

    public init() throws {
        path = try makeTemporaryFolder()
    }

    deinit { remove() }

    /// Removes the folder with its contents now.
    public func remove() { _ = runProgram("/bin/rm", ["-rf", path]) }

    /// Creates a file and returns its path.
    @discardableResult
    public func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    @discardableResult
    public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try FileWriter.write(bytes, to: "\(path)/\(name)")
        return "\(path)/\(name)"
    }

    public func make(folder name: String) throws {
        guard mkdir("\(path)/\(name)", 0o755) == 0 else { throw TestFolderError(action: "mkdir \(name)", code: errno) }
    }

    public func bytes(_ name: String) -> [UInt8]? { try? FileReader.read("\(path)/\(name)") }

    /// The names in a folder, sorted.
    public static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { found.append(name) }
        }
        return found.sorted()
    }
}

/// The system call that failed while a test created its files.
public struct TestFolderError: Error {
    public let action: String
    public let code: Int32
}

/// Creates a folder, passes its path on, and removes the folder with its contents.
public func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = try TestFolder()
    try body(folder.path)
}

private func makeTemporaryFolder() throws -> String {
    var template = Array("/tmp/penumbra-tests-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } }
    guard let made else { throw TestFolderError(action: "mkdtemp", code: errno) }
    return made
}
