import Glibc

/// Lists the names in a folder, sorted; nil if the folder cannot be read, with the reason in `errno`.
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

/// Reads a system text file, such as a file in /proc, up to 64 KiB; nil if it cannot be read.
package func systemFile(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
}

/// Reads the target of a symbolic link, as it is written; nil if there is no link.
package func linkTarget(_ path: String) -> String? {
    let link = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
        guard let bytes = buffer.baseAddress else { return }
        initialized = max(
            0, readlink(path, UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: CChar.self), buffer.count))
    }
    return link.isEmpty ? nil : String(decoding: link, as: UTF8.self)
}
