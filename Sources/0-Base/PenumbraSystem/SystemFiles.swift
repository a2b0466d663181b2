import Glibc

/// The names of what lies in a folder, sorted; nil where it cannot be read, and `errno` tells why.
package func fileNames(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The text of a file of the system, such as those in /proc, up to 64 KiB; nil when it cannot be read.
package func systemFile(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
}

/// Where a symbolic link leads, as it is written; nil where there is none.
package func linkTarget(_ path: String) -> String? {
    let link = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
        guard let bytes = buffer.baseAddress else { return }
        initialized = max(
            0, readlink(path, UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: CChar.self), buffer.count))
    }
    return link.isEmpty ? nil : String(decoding: link, as: UTF8.self)
}
