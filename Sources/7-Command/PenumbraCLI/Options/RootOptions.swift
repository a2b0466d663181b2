import ArgumentParser
import Penumbra

/// Where the files that scenes and jobs name may lie.
struct RootOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Allow files below this folder too; may be repeated.",
            valueName: "folder"))
    var folders: [String] = []

    /// - Parameters:
    ///   - folder: the document's own; empty is the working directory.
    ///   - files: those that the user names on the command line and that are read with what the document names.
    func files(from folder: String, and files: [String] = []) throws -> FileRoots {
        try FileRoots([folder] + folders, files: files)
    }
}
