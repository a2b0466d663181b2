import PenumbraSystem

/// Where the relative paths in a document start.
package enum ScenePath {
    /// The folder a file lies in; empty, the working directory, for a bare name, for standard input and for the names that
    /// shells give to pipes.
    package static func folder(of path: String) -> String {
        let isStream =
            path == "-" || path == "/dev/stdin" || path.startsWithBytes("/dev/fd/") || path.startsWithBytes("/proc/self/fd/")
        guard !isStream, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
