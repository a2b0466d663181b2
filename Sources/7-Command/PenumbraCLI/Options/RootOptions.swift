import ArgumentParser
import Penumbra

/// The options for folders that may contain the files named by scenes and jobs.
struct RootOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Allow files below this folder too; may be repeated.",
            valueName: "folder"))
    var folders: [String] = []

    /// Returns the folders from which a document may read files.
    ///
    /// - Parameters:
    ///   - folder: the document's own folder; empty means the working directory.
    ///   - files: files named on the command line that are read together with the document's files.
    func files(from folder: String, and files: [String] = []) throws -> FileRoots {
        try FileRoots([folder] + folders, files: files)
    }
}
