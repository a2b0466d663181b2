#if canImport(Glibc)
    import Glibc
#endif

/// Files of the repository from which this program was built.
enum Repository {
    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Returns nil if the file can't be read or is longer than `limit`.
    static func bytes(of path: String, limit: Int = 1 << 20) -> [UInt8]? {
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

    /// The files below a folder whose names end in `suffix`, sorted by their paths from the repository's root.
    static func files(below folder: String, suffix: String = "") -> [String] {
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
