import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraBench
import PenumbraSystem
import PenumbraVerify

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

extension ShardError: StatusError { package var status: ExitStatus { .usage } }
extension ShardReportError: StatusError { package var status: ExitStatus { .badData } }
extension CorpusRecordingError: StatusError { package var status: ExitStatus { .badData } }
extension CorpusArchiveError: StatusError { package var status: ExitStatus { .internalError } }
extension VerificationError: StatusError { package var status: ExitStatus { .internalError } }
extension BenchmarkError: StatusError { package var status: ExitStatus { .internalError } }

extension JobError: StatusError {
    package var status: ExitStatus {
        switch self {
        case .entry, .scene, .page, .sameOutput, .sameFrame, .outputBelowFile, .outputAsFolder: .badData
        case .sceneFile(let error), .output(let error): error.status
        case .render(_, let error): error.status
        case .encoding(let error): ExitStatus(error.kind)
        case .animation(_, let error): error.status
        case .animated(let error): error.status
        case .needsMemory: .temporary
        case .internalFailure, .reported: .internalError
        case .worker, .timeout: .temporary
        }
    }
}

extension BatchError: StatusError {
    package var status: ExitStatus {
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

extension RenderError {
    /// The error with the scene's name before its place in the scene.
    func named(_ scene: String?) -> any Error {
        guard let scene, hasPlace else { return self }
        return CommandFailure(status, "\(scene): \(self)")
    }
}
