import Penumbra
import PenumbraSystem

extension Limit {
    /// The option that sets it: `--max-picture-pixels`.
    var option: String {
        rawValue.reduce(into: "--max-") { option, letter in
            if letter.isUppercase { option += "-" }
            option += letter.lowercased()
        }
    }
}

extension Setting {
    /// What this command's users change where a message of the library advises to.
    var option: String {
        switch self {
        case .limit(let limit): limit.option
        case .backend: "--backend"
        case .device: "--device"
        case .shaderFolder: "--shaders"
        case .roots: "--root (in Swift, FileRoots)"
        case .threads: "--threads"
        case .format: "--format"
        case .shard: "--shard"
        case .journal: "--journal"
        case .resumes: "--resume"
        case .output: "--output"
        }
    }
}

/// Within the command every text that has a message or an error in it names settings by their options: `"\(error)"` reads
/// "raise --max-layers" here, where it reads "raise the limit layers" in a library.
extension String.StringInterpolation {
    mutating func appendInterpolation(_ value: some Worded) { appendLiteral(value.words.text(\.option)) }

    mutating func appendInterpolation(_ error: any Error) { appendInterpolation("\(error)" as Message) }
}
