import Glibc

/// A data file of Unicode, as Debian's package unicode-data installs it.
struct UnicodeFile {
    let path: String

    init(_ name: String) {
        path = "/usr/share/unicode/" + name
    }

    var isInstalled: Bool { access(path, R_OK) == 0 }

    /// The lines without comments, each as its fields.
    func fields(_ separator: Character) throws -> [[Substring]] {
        var bytes: [UInt8] = []
        guard let file = fopen(path, "rb") else { throw Missing() }
        defer { fclose(file) }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let content = Substring(line.prefix { $0 != UInt8(ascii: "#") })
            return content.utf8.isEmpty ? nil : content.split(separator: separator, omittingEmptySubsequences: false)
        }
    }

    struct Missing: Error {}
}
