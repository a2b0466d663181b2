import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// What a command's failure means to the shell: the codes of sysexits.h.
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

/// A failure that ends a command: one line and an exit code.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        // A driver's log may have many lines; an error is one.
        self.message = message.textLines.joined(separator: "; ")
    }

    init(_ error: FileError) {
        self.init(ExitStatus(error.kind), "\(error)")
    }

    init(_ error: ImageError, file: String) {
        self.init(ExitStatus(error.kind), "\"\(file)\": \(error)")
    }

    init(_ error: TextError) {
        self.init(ExitStatus(error), "\(error)")
    }

    init(_ error: RenderError) {
        self.init(ExitStatus(error), "\(error)")
    }

    init(_ error: JobError) {
        let status: ExitStatus =
            switch error {
            case .entry, .scene, .sameOutput, .outputBelowFile, .outputAsFolder: .badData
            case .sceneFile(let error), .output(let error): ExitStatus(error.kind)
            case .render(let error): ExitStatus(error)
            case .encoding(let error): ExitStatus(error.kind)
            case .needsMemory: .temporary
            case .internalFailure, .reported: .internalError
            case .worker, .timeout: .temporary
            }
        self.init(status, "\(error)")
    }

    init(_ error: BatchError) {
        let status: ExitStatus =
            switch error {
            case .manifestFile(let error), .outputRoot(let error), .root(let error), .journal(let error): ExitStatus(error.kind)
            case .manifest, .outputPattern: .badData
            case .journalInUse, .noThread, .stopped, .workers(_, isTemporary: true): .temporary
            case .workers(_, isTemporary: false): .internalError
            case .disk: .diskFullOrIO
            case .renderer(let error): ExitStatus(error)
            }
        self.init(status, "\(error)")
    }
}

extension ExitStatus {
    init(_ error: RenderError) {
        self =
            switch error {
            case .scene: .badData
            case .needsMemory: .temporary
            case .file(_, let error): ExitStatus(error.kind)
            case .image(_, _, let error): ExitStatus(error.kind)
            case .text(_, let error): ExitStatus(error)
            case .planning(.noThread), .outOfMemory: .temporary
            case .planning: .badData
            case .backendUnavailable: .backendUnavailable
            case .badDevice: .usage
            case .gpu(let error): ExitStatus(error)
            case .invalidPlan: .internalError
            case .late: .temporary
            }
    }
}

extension ExitStatus {
    init(_ error: TextError) {
        self =
            switch error {
            case .noFonts, .fontUnreadable: .inputMissing
            case .fontBroken, .fontTooLarge, .fontHasNoOutlines, .colorGlyph, .textTooLong, .characterTooLong, .fontSize,
                .outlineTooLong:
                .badData
            case .outOfMemory: .temporary
            }
    }

    init(_ error: DeviceError) {
        self =
            switch error {
            case .noDevice, .deviceNotFound: .backendUnavailable
            case .badSelector: .usage
            case .outOfMemory, .contextLost: .temporary
            case .limitExceeded: .badData
            case .shaderFiles: .inputMissing
            case .compileFailed, .parametersDiffer, .invalidPlan, .driver: .internalError
            }
    }

    init(_ kind: FailureKind) {
        self =
            switch kind {
            case .inputMissing, .inputUnreadable: .inputMissing
            case .badData: .badData
            case .cannotCreate: .cannotCreate
            case .diskFullOrIO: .diskFullOrIO
            case .outOfMemory: .temporary
            }
    }
}
