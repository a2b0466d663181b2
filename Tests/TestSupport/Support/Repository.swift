import Glibc

/// Files of the repository from which this program was built.
public enum Repository {
    /// The absolute path of the repository's root.
    public static let root: String = {
        var folder = #filePath.split(separator: "/")[...]
        while !folder.isEmpty {
            folder = folder.dropLast()
            let path = "/" + folder.joined(separator: "/")
            if access(path + "/Package.swift", R_OK) == 0 { return path }
        }
        return "/"
    }()

    /// The folder of compiled GPU programs that all renderers of the tests share: PENUMBRA_TEST_PROGRAMS. A changed shader
    /// gets its own file. Nil compiles every program for every renderer.
    public static let compiledPrograms = getenv("PENUMBRA_TEST_PROGRAMS").map { String(cString: $0) }

    /// Reads a file, whose path starts at the root. Returns nil if the file can't be read or is longer than `limit`.
    public static func bytes(of path: String, limit: Int = 1 << 26) -> [UInt8]? {
        let descriptor = open("\(root)/\(path)", O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while result.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return count == 0 ? result : nil }
            result += chunk[..<count]
        }
        return nil
    }

    /// The files below a folder whose names end in `suffix`, sorted by their paths from the root.
    public static func files(below folder: String, suffix: String = "") -> [String] {
        guard let stream = opendir("\(root)/\(folder)") else { return [] }
        defer { closedir(stream) }
        var result: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                result += files(below: "\(folder)/\(name)", suffix: suffix)
            } else if name.hasSuffix(suffix) {
                result.append("\(folder)/\(name)")
            }
        }
        return result.sorted()
    }
}
