/// The outputs of a batch so far. No two outputs may conflict with each other.
package struct OutputNames {
    package init() {}

    /// The line of each output file.
    private var files: [OutputName: Int] = [:]
    /// The line of the first file that needs each folder.
    private var folders: [OutputName: Int] = [:]

    /// Registers an output.
    ///
    /// - Parameter path: the path as `OutputFolder.normalized` returns it.
    /// - Throws: `JobError` if an earlier output is the same file, is a file on the way to this output, or needs this output as
    ///   a folder.
    package mutating func add(_ path: String, line: Int) throws(JobError) {
        let name = OutputName(path)
        if let first = files[name] { throw .sameOutput(line: first) }
        if let first = folders[name] { throw .outputAsFolder(line: first) }
        var above: [OutputName] = []
        var rest = path[...]
        while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
            rest = rest[..<slash]
            let folder = OutputName(String(rest))
            // A known folder needs no further check: nothing above it is a file.
            if folders[folder] != nil { break }
            if let first = files[folder] { throw .outputBelowFile(String(rest), line: first) }
            above.append(folder)
        }
        files[name] = line
        for folder in above { folders[folder] = line }
    }
}
