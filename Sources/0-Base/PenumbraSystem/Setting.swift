/// A setting that a message advises the user to change.
///
/// The library uses the setting's Swift name. A command uses its options, in one `switch` without a default, so every
/// setting added here must be named there.
public enum Setting: Hashable, Sendable {
    /// A limit on the cost of pictures. `most` is the largest value of the limit, where the message names it.
    case limit(Limit, most: Int? = nil)
    case backend, device, shaderFolder
    /// The folders that files may be read from.
    case roots
    case threads, format, shard, journal, resumes
    /// The pattern of a table's outputs.
    case output
    /// The end of an animation.
    case to

    /// The name that the library's own messages use.
    public var name: String {
        switch self {
        case .limit(let limit, let most): "the limit \(limit.rawValue)\(most.map { " (at most \($0))" } ?? "")"
        case .backend: "the backend"
        case .device: "the device"
        case .shaderFolder: "shaderFolder"
        case .roots: "FileRoots"
        case .threads: "the threads"
        case .format: "BatchOptions.format"
        case .shard: "BatchOptions.shard"
        case .journal: "BatchOptions.journal"
        case .resumes: "BatchOptions.resumes"
        case .output: "the output"
        case .to: "the end"
        }
    }
}
