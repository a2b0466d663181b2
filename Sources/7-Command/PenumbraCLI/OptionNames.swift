import Penumbra
import PenumbraSystem

extension Limit {
    /// The option that sets this limit, such as `--max-picture-pixels`.
    var option: String {
        rawValue.reduce(into: "--max-") { option, letter in
            if letter.isUppercase { option += "-" }
            option += letter.lowercased()
        }
    }
}

extension Setting {
    /// The option that users change where a library message advises to change this setting.
    var option: String {
        switch self {
        case .limit(let limit, let most): LimitPolicy.words(for: limit, most: most)
        case .backend: "--backend"
        case .device: "--device"
        case .shaderFolder: "--shaders"
        case .roots: "--root"
        case .threads: "--threads"
        case .format: "--format"
        case .shard: "--shard"
        case .journal: "--journal"
        case .resumes: "--resume"
        case .to: "--to"
        case .output: "--output"
        }
    }
}

extension Setting {
    /// The option in messages for other hosts, which must not learn the folders of this one.
    var optionForClients: String {
        if case .limit(let limit, let most) = self { return LimitPolicy.words(for: limit, most: most, namesFile: false) }
        return option
    }
}

/// Messages and errors that are interpolated within the command name settings by their options. For example, `"\(error)"` reads
/// "raise --max-layers" here but "raise the limit layers" in a library.
extension String.StringInterpolation {
    mutating func appendInterpolation(_ value: some Worded) { appendLiteral(value.words.text(\.option)) }

    mutating func appendInterpolation(_ error: any Error) { appendInterpolation("\(error)" as Message) }
}
