import Penumbra
import PenumbraBatch
import PenumbraSystem

/// Why a request gets no picture: a status of HTTP, and one line with the place and the remedy.
struct ServiceError: Error, Sendable {
    var status: Int
    var message: Message
    var place: String?
    /// The seconds after which the client may try again.
    var retryAfter: Int?

    init(_ status: Int, _ message: Message, place: String? = nil, retryAfter: Int? = nil) {
        (self.status, self.message, self.place, self.retryAfter) = (status, message, place, retryAfter)
    }

    init(_ error: JobError) {
        self.init(Self.status(of: error), error.words, place: Self.place(of: error))
        if status == 503 { retryAfter = 1 }
    }

    private static func status(of error: JobError) -> Int {
        switch error {
        case .entry, .scene, .page: 400
        case .needsMemory: 422
        case .timeout: 504
        case .sceneFile(let error): error.kind == .tooManyFiles ? 503 : 500
        case .render(_, let error): status(of: error)
        case .encoding(let error): error.kind == .outOfMemory ? 503 : 422
        case .animation, .animated: 422
        case .internalFailure, .reported, .worker, .output, .sameOutput, .sameFrame, .outputBelowFile, .outputAsFolder: 500
        }
    }

    private static func status(of error: RenderError) -> Int {
        switch error {
        case .scene: 400
        case .file(_, let error): error.kind == .tooManyFiles ? 503 : 422
        case .image(_, _, let error): error.kind == .outOfMemory ? 503 : 422
        case .text(_, .tooManyFiles), .text(_, .outOfMemory), .outOfMemory: 503
        case .text, .missing, .planning, .needsMemory, .slowInTiles: 422
        case .late: 504
        case .backendUnavailable, .badDevice, .gpu, .invalidPlan: 500
        }
    }

    private static func place(of error: JobError) -> String? {
        switch error {
        case .scene(_, let error): error.place
        case .page(_, let error): "\(error.place)"
        case .render(_, let error): error.place
        default: nil
        }
    }
}

extension RenderError {
    /// The error without the folders of the system's fonts.
    ///
    /// - Parameter named: the files that the scene names, by names that its author knows.
    func hidingFolders(except named: [String]) -> RenderError {
        guard case .text(let place, let error) = self else { return self }
        return .text(place: place, error.hidingFolders(except: named))
    }
}

extension JSONValue {
    /// Reads the body of a request.
    init(body: [UInt8]) throws(ServiceError) {
        do throws(JSONError) {
            self = try JSONValue(parsing: body, limit: body.count)
        } catch {
            throw ServiceError(400, "\(error.message)", place: "body, line \(error.line), column \(error.column)")
        }
    }
}
