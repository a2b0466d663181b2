import Glibc
import Penumbra
import PenumbraSystem

/// The file that lists the failed jobs of the last run, one JSON object per line. The file doesn't exist if no job failed.
final class FailureList: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var failure: FileError?
    }

    private let path: String
    private let wording: BatchOptions.Wording
    private let state = Mutex(State())

    /// Removes the list of an earlier run.
    init(_ path: String, _ wording: @escaping BatchOptions.Wording) throws(BatchError) {
        self.path = path
        self.wording = wording
        if unlink(path) != 0, errno != ENOENT { throw .journal(FileError(writing: path, code: errno)) }
    }

    deinit {
        state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
    }

    func add(_ failure: JobFailure) {
        let line = Array((failure.json(wording).compact() + "\n").utf8)
        state.withLock { state in
            guard state.failure == nil else { return }
            if state.descriptor < 0 {
                state.descriptor = open(
                    path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0o666)
                if state.descriptor < 0 {
                    state.failure = FileError(writing: path, code: errno)
                    return
                }
            }
            do throws(FileError) {
                try FileWriter.append(line, to: state.descriptor, path: path)
            } catch {
                state.failure = error
            }
        }
    }

    /// The reason why the list is incomplete; nil if it is complete.
    func finish() -> FileError? { state.withLock { $0.failure } }
}

extension JobFailure {
    /// The failure as `{"line": …, "output": …, "kind": …, "reason": …}`.
    public func json(_ wording: BatchOptions.Wording = \.name) -> JSONValue {
        var object: JSONObject = ["line": .count(line)]
        if let output { object["output"] = .string(output) }
        object["kind"] = .string(error.kind)
        object["reason"] = .string(error.words.text(wording))
        return .object(object)
    }
}

extension Batch {
    /// The failures in a list file, sorted by manifest line. Empty if the file doesn't exist.
    public static func failures(listedIn path: String) -> [JSONValue] {
        guard let bytes = try? FileReader.read(path) else { return [] }
        func line(_ failure: JSONValue) -> Double {
            guard case .object(let object) = failure, case .number(let line)? = object["line"] else { return 0 }
            return line
        }
        let failures = bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: Array($0)) }
        return failures.sorted { line($0) < line($1) }
    }
}
