import ArgumentParser
import Penumbra

/// The options for the files that scenes and jobs may use.
struct RootOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Allow files below this folder too; may be repeated.",
            valueName: "folder"))
    var folders: [String] = []

    @Option(
        name: .customLong("fonts"),
        help: ArgumentHelp(
            "Add the fonts of this file or folder; may be repeated.",
            valueName: "path"))
    var fonts: [String] = []

    /// Adds the fonts for this process, and returns the folders.
    func opened() throws -> [String] {
        for path in fonts {
            do throws(TextError) { try AddedFonts.add(path) } catch {
                throw CommandFailure(.inputMissing, "--fonts: \(error)")
            }
        }
        return folders
    }

    /// Returns the folders from which a document may read files.
    ///
    /// - Parameters:
    ///   - folder: the document's own folder; empty means the working directory.
    ///   - files: files named on the command line that are read together with the document's files.
    func files(from folder: String, and files: [String] = []) throws -> FileRoots {
        try FileRoots([folder] + opened(), files: files)
    }
}
