import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraBench
import PenumbraSystem
import PenumbraVerify

/// The exit code of a failed command, with the values of sysexits.h.
enum ExitStatus: Int32 {
    case differs = 1
    case usage = 64
    case badData = 65
    case inputMissing = 66
    case backendUnavailable = 69
    case internalError = 70
    case cannotCreate = 73
    case diskFullOrIO = 74
    case temporary = 75
}

/// A failure that ends a command, with one line of text and an exit code.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        // A driver's log may have many lines, but an error has only one.
        self.message = message.textLines.joined(separator: "; ")
    }

    init(_ error: ImageError, file: String) {
        self.init(ExitStatus(error.kind), "\"\(file)\": \(error)")
    }

    /// Makes failures for errors in input data.
    ///
    /// - Parameter place: the text before the error's own words.
    static func badData(_ place: String) -> (any Error) -> CommandFailure {
        { CommandFailure(.badData, "\(place): \($0)") }
    }

    /// A failure with the words of a library's error; nil for other errors.
    init?(_ error: any Error) {
        if let failure = error as? CommandFailure {
            self = failure
        } else if let status = (error as? any StatusError)?.status {
            self.init(status, "\(error)")
        } else {
            return nil
        }
    }
}

/// A library error that commands throw unchanged.
protocol StatusError: Error {
    var status: ExitStatus { get }
}

extension SceneError: StatusError { var status: ExitStatus { .badData } }
extension ShardError: StatusError { var status: ExitStatus { .usage } }
extension ShardReportError: StatusError { var status: ExitStatus { .badData } }
extension CorpusRecordingError: StatusError { var status: ExitStatus { .badData } }
extension CorpusArchiveError: StatusError { var status: ExitStatus { .internalError } }
extension VerificationError: StatusError { var status: ExitStatus { .internalError } }
extension BenchmarkError: StatusError { var status: ExitStatus { .internalError } }
extension FileError: StatusError { var status: ExitStatus { ExitStatus(kind) } }

extension JobError: StatusError {
    var status: ExitStatus {
        switch self {
        case .entry, .scene, .sameOutput, .outputBelowFile, .outputAsFolder: .badData
        case .sceneFile(let error), .output(let error): error.status
        case .render(_, let error): error.status
        case .encoding(let error): ExitStatus(error.kind)
        case .needsMemory: .temporary
        case .internalFailure, .reported: .internalError
        case .worker, .timeout: .temporary
        }
    }
}

extension BatchError: StatusError {
    var status: ExitStatus {
        switch self {
        case .manifestFile(let error), .outputRoot(let error), .root(let error), .journal(let error), .report(let error):
            error.status
        case .manifest, .template: .badData
        case .outputPattern: .usage
        case .journalInUse, .noThread, .stopped, .tooManyFiles, .workers(_, isTemporary: true): .temporary
        case .workers(_, isTemporary: false): .internalError
        case .disk: .diskFullOrIO
        case .renderer(let error): error.status
        }
    }
}

extension RenderError: StatusError {
    var status: ExitStatus {
        switch self {
        case .scene, .missing: .badData
        case .needsMemory, .slowInTiles: .temporary
        case .file(_, let error): error.status
        case .image(_, _, let error): ExitStatus(error.kind)
        case .text(_, let error): error.status
        case .planning(.noThread), .planning(.planTooLarge), .outOfMemory: .temporary
        case .planning: .badData
        case .backendUnavailable: .backendUnavailable
        case .badDevice: .usage
        case .gpu(let error): error.status
        case .invalidPlan: .internalError
        case .late: .temporary
        }
    }
}

extension RenderError {
    /// The error with the scene's name before its place in the scene.
    func named(_ scene: String?) -> any Error {
        guard let scene, hasPlace else { return self }
        return CommandFailure(status, "\(scene): \(self)")
    }
}

extension TextError: StatusError {
    var status: ExitStatus {
        switch self {
        case .noFonts, .noLineRules, .fontUnreadable: .inputMissing
        case .fontBroken, .fontTooLarge, .fontHasNoOutlines, .textTooLong, .characterTooLong, .fontSize,
            .outlineTooLong, .tooMuchWork:
            .badData
        case .outOfMemory, .tooManyFiles: .temporary
        }
    }
}

extension DeviceError: StatusError {
    var status: ExitStatus {
        switch self {
        case .noDevice, .deviceNotFound: .backendUnavailable
        case .badSelector: .usage
        case .outOfMemory, .contextLost, .noThread: .temporary
        case .limitExceeded: .badData
        case .shaderFiles: .inputMissing
        case .compileFailed, .parametersDiffer, .invalidPlan, .driver: .internalError
        }
    }
}

extension ExitStatus {
    init(_ kind: FailureKind) {
        self =
            switch kind {
            case .inputMissing, .inputUnreadable: .inputMissing
            case .badData: .badData
            case .cannotCreate: .cannotCreate
            case .diskFullOrIO: .diskFullOrIO
            case .outOfMemory, .tooManyFiles: .temporary
            }
    }
}
