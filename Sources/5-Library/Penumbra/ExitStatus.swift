import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The exit code of a failed command, with the values of sysexits.h.
package enum ExitStatus: Int32 {
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

/// An error of the library, with the exit code of a command that ends with it.
package protocol StatusError: Error {
    var status: ExitStatus { get }
}

extension SceneError: StatusError { package var status: ExitStatus { .badData } }
extension FileError: StatusError { package var status: ExitStatus { ExitStatus(kind) } }
extension ImageError: StatusError { package var status: ExitStatus { ExitStatus(kind) } }

extension RenderError: StatusError {
    package var status: ExitStatus {
        switch self {
        case .scene, .missing: .badData
        case .needsMemory, .slowInTiles: .temporary
        case .file(_, let error): error.status
        case .image(_, _, let error): error.status
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

extension TextError: StatusError {
    package var status: ExitStatus {
        switch self {
        case .noFonts, .noLineRules, .fontUnreadable: .inputMissing
        case .fontNotInFile, .fontBroken, .fontTooLarge, .fontHasNoOutlines, .textTooLong, .characterTooLong, .fontSize,
            .outlineTooLong, .tooMuchWork:
            .badData
        case .outOfMemory, .tooManyFiles: .temporary
        }
    }
}

extension DeviceError: StatusError {
    package var status: ExitStatus {
        switch self {
        case .noDevice, .deviceNotFound: .backendUnavailable
        case .badSelector: .usage
        case .outOfMemory, .contextLost, .noThread: .temporary
        case .limitExceeded: .badData
        case .picture(let error): ExitStatus(error.kind)
        case .shaderFiles: .inputMissing
        case .compileFailed, .invalidPlan, .driver: .internalError
        }
    }
}

extension ExitStatus {
    package init(_ kind: FailureKind) {
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
