import Penumbra
import PenumbraSystem

extension FrameNames {
    /// The names that follow from an option's value.
    ///
    /// - Throws: an error for `-`, because one stream can't hold several files.
    init(_ name: String, option: String) throws {
        if name == "-" {
            throw CommandFailure(.usage, "\(option) is \"-\": several files cannot go to standard output; name a file")
        }
        self.init(name)
    }
}
