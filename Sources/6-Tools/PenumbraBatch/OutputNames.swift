/// The outputs of a batch so far, of which no two may stand in each other's way.
struct OutputNames {
    /// The lines of the files.
    private var files: [OutputName: Int] = [:]
    /// The lines of the first files that need each folder.
    private var folders: [OutputName: Int] = [:]

    /// Takes note of an output.
    ///
    /// - Parameter path: normal, as `OutputFolder.normalized` makes it.
    /// - Throws: `JobError` where an earlier output is the same file, is a folder on the way to this one, or needs this one as
    ///   a folder.
    mutating func add(_ path: String, line: Int) throws(JobError) {
        let name = OutputName(path)
        if let first = files[name] { throw .sameOutput(line: first) }
        if let first = folders[name] { throw .outputAsFolder(line: first) }
        var above: [OutputName] = []
        var rest = path[...]
        while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
            rest = rest[..<slash]
            let folder = OutputName(String(rest))
            // What is known needs no further looking: nothing above it is a file.
            if folders[folder] != nil { break }
            if let first = files[folder] { throw .outputBelowFile(String(rest), line: first) }
            above.append(folder)
        }
        files[name] = line
        for folder in above { folders[folder] = line }
    }
}
