import Penumbra
import PenumbraSystem

/// Why one job was not done. The description is one line that says where and what to do.
public enum JobError: Error, Sendable, Worded {
    /// The manifest's line, or the table's row, is not a job.
    case entry(Message)
    /// The scene's file cannot be read.
    case sceneFile(FileError)
    case scene(name: String, SceneError)
    case render(RenderError)
    /// The job would take more memory than the whole batch may.
    case needsMemory(bytes: Int, allowed: Int)
    case encoding(ImageError)
    /// The output cannot stand where it should, or could not be written.
    case output(FileError)
    /// An earlier job writes the same file.
    case sameOutput(line: Int)
    /// The output needs a folder where an earlier job's file stands.
    case outputBelowFile(String, line: Int)
    /// The output stands where an earlier job's needs a folder.
    case outputAsFolder(line: Int)
    /// The renderer's process gave no picture, for a reason it could not tell.
    case internalFailure(String)
    /// The process that did the job ended, or was ended, before it was done.
    case worker(LostWorker)
    /// It took longer than a job may.
    case timeout(seconds: Double)
    /// What a worker process says of a job; `kind` is as `kind` gives it.
    case reported(kind: String, String)

    /// The word for a host that has too little of something for any job; such an error ends a batch.
    static let hostKind = "host"

    /// A word for reports: `manifest`, `scene`, `input`, `render`, `memory`, `output`, `crash`, `timeout`, `internal`. `host` is
    /// for errors that end the batch.
    public var kind: String {
        switch failure {
        case .outOfMemory: return "memory"
        case .tooManyFiles: return Self.hostKind
        case .inputMissing, .inputUnreadable, .badData, .cannotCreate, .diskFullOrIO, nil: break
        }
        return switch self {
        case .entry, .sameOutput, .outputBelowFile, .outputAsFolder: "manifest"
        case .sceneFile, .scene: "scene"
        case .render(.file), .render(.image), .render(.text): "input"
        case .render: "render"
        case .needsMemory: "memory"
        case .encoding, .output: "output"
        case .internalFailure: "internal"
        case .worker(let lost): lost.kind
        case .timeout: "timeout"
        case .reported(let kind, _): kind
        }
    }

    /// Nil where the error's own case says more.
    private var failure: FailureKind? {
        switch self {
        case .sceneFile(let error), .output(let error), .render(.file(_, let error)): error.kind
        case .encoding(let error), .render(.image(_, _, let error)): error.kind
        case .render(.text(_, .tooManyFiles)): .tooManyFiles
        case .render(.text(_, .outOfMemory)), .render(.outOfMemory): .outOfMemory
        default: nil
        }
    }

    /// An entry that is no JSON.
    init(_ error: JSONError) {
        self = .entry("column \(error.column): \(error.message)")
    }

    public var words: Message { oneLine(sentence) }

    private var sentence: Message {
        switch self {
        case .entry(let message): message
        case .internalFailure(let message), .reported(_, let message): "\(message)"
        case .worker(let lost): "\(lost)"
        case .timeout(let seconds):
            "it took longer than \(WorkerEnd.text(seconds)) s; raise \(limit: .seconds), or make the job smaller"
        case .sceneFile(let error): "\(error)"
        case .scene(let name, let error): "\(name): \(error)"
        case .render(let error): "\(error)"
        case .needsMemory(let bytes, let allowed):
            "it needs some \(Self.mebibytes(bytes)) MiB of memory, \(limit: .memory) allows \(Self.mebibytes(allowed)) MiB; raise it\(Self.addresses) or lower canvas.scale"
        case .encoding(let error): "\(error)"
        case .output(let error): "\(error)"
        case .outputBelowFile(let file, let line):
            "its output needs a folder \"\(file)\", which is the output of line \(line); rename one of them"
        case .outputAsFolder(let line): "its output is a folder that the output of line \(line) needs; rename one of them"
        case .sameOutput(let line): "its output is that of line \(line) too; give each job an output of its own"
        }
    }

    /// Names the limit on addresses where there is one: it bounds a batch's memory too.
    private static var addresses: String {
        AddressSpace.roomForPictures == nil ? "" : ", and the limit on addresses (ulimit -v),"
    }

    private static func mebibytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }
}

/// Why a whole batch cannot go on.
public enum BatchError: Error, Sendable, Worded {
    /// The manifest or the table of rows cannot be read.
    case manifestFile(FileError)
    /// It was read and is none.
    case manifest(name: String, Message)
    /// The pattern that names a table's outputs is none.
    case outputPattern(Message)
    /// The output root cannot be used.
    case outputRoot(FileError)
    /// A folder that jobs' files may lie in cannot be used.
    case root(FileError)
    /// Another process writes to the same journal.
    case journalInUse(path: String)
    case journal(FileError)
    /// The disk is full, or failed; what is written so far is whole.
    case disk(FileError)
    case renderer(RenderError)
    /// The process, or the system, has too many files open for any job.
    case tooManyFiles(JobFailure)
    case noThread
    /// Worker processes cannot be started.
    case workers(String, isTemporary: Bool)
    /// The stop signal was set while the manifest or the table was being waited for.
    case stopped

    public var words: Message { oneLine(sentence) }

    private var sentence: Message {
        switch self {
        case .manifestFile(let error), .outputRoot(let error), .root(let error), .journal(let error): "\(error)"
        case .manifest(let name, let message): "\(name): \(message)"
        case .outputPattern(let message): "\(setting: .output): \(message)"
        case .journalInUse(let path):
            "another batch is writing the journal \"\(path)\"; wait for it or name another with \(setting: .journal)"
        case .disk(let error): "\(error); stopped: what is written is whole, go on later with \(setting: .resumes)"
        case .renderer(let error): "\(error)"
        case .tooManyFiles(let failure):
            "\(failure); stopped: what is written is whole, go on later with \(setting: .resumes)"
        case .noThread: "the system gives no more threads"
        case .workers(let reason, _):
            "worker processes cannot be started: \(reason); stopped: what is written is whole, go on later with \(setting: .resumes)"
        case .stopped: "stopped"
        }
    }
}
