import PenumbraSystem

/// The folder at which the relative paths in a document start.
package enum ScenePath {
    /// Returns the folder that contains a file. It is empty, meaning the working directory, for a bare name, for standard
    /// input and for the names that shells give to pipes.
    package static func folder(of path: String) -> String {
        let isStream =
            path == "-" || path == "/dev/stdin" || path.startsWithBytes("/dev/fd/") || path.startsWithBytes("/proc/self/fd/")
        guard !isStream, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
