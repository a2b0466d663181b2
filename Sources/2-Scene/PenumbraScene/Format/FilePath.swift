import Glibc
import PenumbraSystem

/// Conversion between file paths in documents and paths relative to the working directory.
package enum FilePath {
    /// Joins `folder` and `path`. An absolute path stays unchanged, and a leading `./` is dropped.
    package static func join(_ folder: String, _ path: String) -> String {
        if path.startsWithBytes("/") { return path }
        var rest = path[...]
        while rest.startsWithBytes("./"), rest.utf8.count > 2 {
            rest = rest[(rest.utf8.dropFirst(2).firstIndex { $0 != UInt8(ascii: "/") } ?? rest.endIndex)...]
        }
        if folder.isEmpty { return String(rest) }
        return folder.endsWithBytes("/") ? folder + rest : folder + "/" + rest
    }

    /// The text that `join` with `folder` turns back into `path`. It is relative for files in the folder, and absolute
    /// otherwise.
    package static func relative(_ path: String, to folder: String) -> String {
        if folder.isEmpty { return guarded(path) }
        let prefix = folder.endsWithBytes("/") ? folder : folder + "/"
        if path.startsWithBytes(prefix), path.utf8.count > prefix.utf8.count {
            return guarded(String(path[path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)...]))
        }
        return (path.startsWithBytes("/") ? path : join(workingDirectory, path)).replacingParameterMarks
    }

    /// A relative path that cannot be mistaken for a URL or a parameter.
    private static func guarded(_ path: String) -> String {
        let isAmbiguous = DataURL.isDataURL(path) || urlScheme(of: path) != nil
        return (isAmbiguous ? "./" + path : path).replacingParameterMarks
    }

    private static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }

    /// The scheme of `scheme://…` in lower case. Nil for other texts.
    static func urlScheme(of text: String) -> String? {
        let scheme = text.prefix { $0 != ":" }
        guard text.dropFirst(scheme.count).hasPrefix("://"), (2...20).contains(scheme.utf8.count),
            scheme.utf8.allSatisfy({ ($0 | 0x20) &- UInt8(ascii: "a") < 26 })
        else { return nil }
        return scheme.lowercased()
    }
}

extension String {
    /// The string with every `${` escaped, so that it refers to no parameter.
    var replacingParameterMarks: String {
        guard utf8.contains(UInt8(ascii: "$")) else { return self }
        let bytes = Array(utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "$"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{") { result.append(byte) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
