import Penumbra
import PenumbraSystem

/// The reason why one job failed. The description is one line with the place of the error and advice.
public enum JobError: Error, Sendable, Worded {
    /// The manifest's line, or the table's row, is not a valid job.
    case entry(Message)
    /// The scene file can't be read.
    case sceneFile(FileError)
    case scene(name: String, SceneError)
    /// An HTML document, or the values for it, can't be drawn.
    case page(name: String, HTMLError)
    /// Drawing failed. `scene` is the scene's name.
    case render(scene: String, RenderError)
    /// The job needs more memory than the whole batch may use.
    case needsMemory(bytes: Int, allowed: Int)
    case encoding(ImageError)
    /// The frames of an animation can't be chosen or drawn. `scene` is the scene's name.
    case animation(scene: String, AnimationError)
    case animated(AnimatedError)
    /// The output path is invalid, or the output couldn't be written.
    case output(FileError)
    /// An earlier job writes the same file.
    case sameOutput(line: Int)
    /// The output needs a folder at the path of an earlier job's file.
    case outputBelowFile(String, line: Int)
    /// The output's path is a folder that an earlier job's output needs.
    case outputAsFolder(line: Int)
    /// A numbered frame could have the name of another job's file.
    case sameFrame(line: Int)
    /// The renderer's process gave no picture and no known reason.
    case internalFailure(String)
    /// The process that ran the job ended early, or was ended.
    case worker(LostWorker)
    /// The job exceeded its time limit.
    case timeout(seconds: Double)
    /// An error that a worker process reported; `kind` has the values of the property `kind`.
    case reported(kind: String, String)

    /// The kind of an error of the host, which lacks resources for any job. An error of this kind ends the batch.
    static let hostKind = "host"

    /// The error's kind for reports: `manifest`, `scene`, `input`, `render`, `memory`, `output`, `crash`, `timeout`,
    /// `internal`. Errors of the kind `host` end the batch.
    public var kind: String {
        switch failure {
        case .outOfMemory: return "memory"
        case .tooManyFiles: return Self.hostKind
        case .inputMissing, .inputUnreadable, .badData, .cannotCreate, .diskFullOrIO, nil: break
        }
        return switch self {
        case .entry, .sameOutput, .sameFrame, .outputBelowFile, .outputAsFolder: "manifest"
        case .sceneFile, .scene, .page: "scene"
        case .render(_, .file), .render(_, .image), .render(_, .text): "input"
        case .render: "render"
        case .needsMemory: "memory"
        case .animation(let scene, .render(_, let error)): JobError.render(scene: scene, error).kind
        case .animation: "scene"
        case .encoding, .animated, .output: "output"
        case .internalFailure: "internal"
        case .worker(let lost): lost.kind
        case .timeout: "timeout"
        case .reported(let kind, _): kind
        }
    }

    /// The underlying failure; nil if the error's own case is more specific.
    private var failure: FailureKind? {
        switch self {
        case .sceneFile(let error), .output(let error), .render(_, .file(_, let error)): error.kind
        case .encoding(let error), .render(_, .image(_, _, let error)), .animated(.picture(_, let error)): error.kind
        case .animation(let scene, .render(_, let error)): JobError.render(scene: scene, error).failure
        case .render(_, .text(_, .tooManyFiles)): .tooManyFiles
        case .render(_, .text(_, .outOfMemory)), .render(_, .outOfMemory): .outOfMemory
        default: nil
        }
    }

    /// Wraps the error of an entry that isn't valid JSON.
    init(_ error: JSONError) {
        self = .entry("column \(error.column): \(error.message)")
    }

    /// The error of drawing a scene.
    ///
    /// - Parameter seconds: the time limit of a job, if there is one.
    package init(_ error: RenderError, scene: String, seconds: Double?) {
        switch error {
        case .needsMemory(let bytes, let allowed): self = .needsMemory(bytes: bytes, allowed: allowed)
        case .late: self = .timeout(seconds: seconds ?? 0)
        case .slowInTiles, .scene, .file, .image, .text, .missing, .planning, .backendUnavailable, .badDevice, .outOfMemory,
            .gpu, .invalidPlan:
            self = .render(scene: scene, error)
        }
    }

    /// The error of drawing an animation. A frame that is late or needs more memory exceeds a limit of its job.
    package init(_ error: AnimationError, scene: String, seconds: Double?) {
        switch error {
        case .render(_, .late): self.init(.late, scene: scene, seconds: seconds)
        case .render(_, .needsMemory(let bytes, let allowed)): self = .needsMemory(bytes: bytes, allowed: allowed)
        case .render, .still, .endless, .noFrames, .tooManyFrames, .tooMuchWork, .tooMuchWorkSoFar, .emptyPart, .motion,
            .sizeChanged, .noThread:
            self = .animation(scene: scene, error)
        }
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
        case .page(let name, let error): "\(name): \(error)"
        case .render(let scene, let error): error.hasPlace ? "\(scene): \(error)" : "\(error)"
        case .needsMemory(let bytes, let allowed):
            "it needs \(Limit.memory(bytes, rounded: .up)) of memory, more than the allowed \(Limit.memory(allowed, rounded: .down)); raise \(limit: .memory)\(Self.addresses) or lower canvas.scale"
        case .encoding(let error): "\(error)"
        case .animation(let scene, let error): "\(scene): \(error)"
        case .animated(let error): "\(error)"
        case .output(let error): "\(error)"
        case .outputBelowFile(let file, let line):
            "its output needs a folder \"\(file)\", which is the output of line \(line); rename one of them"
        case .outputAsFolder(let line): "its output is a folder that the output of line \(line) needs; rename one of them"
        case .sameFrame(let line): "a numbered frame could have the same name as an output of line \(line); rename one of them"
        case .sameOutput(let line): "same output as line \(line); outputs must differ"
        }
    }

    /// A note about the process's limit on address space, if there is a limit. The limit also bounds the memory of a batch.
    private static var addresses: String {
        AddressSpace.roomForPictures == nil ? "" : ", and the limit on addresses (ulimit -v),"
    }
}

/// The reason why a whole batch can't continue.
public enum BatchError: Error, Sendable, Worded {
    /// The manifest or the table of rows can't be read.
    case manifestFile(FileError)
    /// The file was read, but it isn't a valid manifest or table.
    case manifest(name: String, Message)
    /// Every row of a table would fail with this error.
    case template(JobError)
    /// The pattern for a table's output names is invalid.
    case outputPattern(Message)
    /// The output root can't be used.
    case outputRoot(FileError)
    /// A folder of input files can't be used.
    case root(FileError)
    /// Another process writes to the same journal.
    case journalInUse(path: String)
    case journal(FileError)
    /// The report can't be written.
    case report(FileError)
    /// The disk is full or failed. Files written so far are complete.
    case disk(FileError)
    case renderer(RenderError)
    /// The process or the system has too many open files to run any job.
    case tooManyFiles(JobFailure)
    case noThread
    /// Worker processes can't be started.
    case workers(String, isTemporary: Bool)
    /// The stop signal was set while the batch waited for the manifest or the table.
    case stopped

    public var words: Message { oneLine(sentence) }

    private var sentence: Message {
        switch self {
        case .manifestFile(let error), .outputRoot(let error), .root(let error), .journal(let error), .report(let error):
            "\(error)"
        case .manifest(let name, let message): "\(name): \(message)"
        case .template(let error): "\(error)"
        case .outputPattern(let message): "\(setting: .output): \(message)"
        case .journalInUse(let path):
            "another batch is writing the journal \"\(path)\"; wait for it or name another with \(setting: .journal)"
        case .disk(let error): "\(error); stopped; written files are complete, continue later with \(setting: .resumes)"
        case .renderer(let error): "\(error)"
        case .tooManyFiles(let failure):
            "\(failure); stopped; written files are complete, continue later with \(setting: .resumes)"
        case .noThread: "the system gives no more threads"
        case .workers(let reason, _):
            "worker processes cannot be started: \(reason); stopped; written files are complete, continue later with \(setting: .resumes)"
        case .stopped: "stopped"
        }
    }
}
