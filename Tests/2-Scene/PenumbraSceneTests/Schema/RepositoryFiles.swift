import PenumbraJSON
import PenumbraScene

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files of the repository that tests read.
enum RepositoryFiles {
    static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// Returns nil if the file can't be read.
    static func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(root + "/" + path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return count == 0 ? result : nil }
            result += chunk[..<count]
        }
    }

    /// The sorted files below a folder whose names end in `suffix`.
    static func files(below folder: String, suffix: String) -> [String] {
        guard let stream = opendir(root + "/" + folder) else { return [] }
        defer { closedir(stream) }
        var result: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let path = "\(folder)/\(name)"
            if name.hasSuffix(suffix) {
                result.append(path)
            } else if !name.hasPrefix(".") {
                result += files(below: path, suffix: suffix)
            }
        }
        return result.sorted()
    }

    /// Every scene of the corpus with its file.
    static func corpus() throws -> [(file: String, document: JSONValue)] {
        try files(below: "Tests/Corpus", suffix: ".json").map { ($0, try JSONValue(parsing: bytes(of: $0) ?? [])) }
    }
}
