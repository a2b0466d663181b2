import Foundation
import PenumbraCodecs
import PenumbraEngine

/// The reason why a picture could not be drawn, read or written. The description is one line with the call.
public enum DrawingError: Error, Sendable, CustomStringConvertible {
    /// The engine could not draw what was recorded.
    case render(RenderError)
    /// A picture's bytes can't be read or written.
    case image(ImageError)
    /// A file can't be read or written.
    case file(String, reason: String)
    /// Penumbra can't draw what a call asks for.
    case unsupported(call: String, reason: String)

    public var description: String {
        switch self {
        case .render(let error): "\(error)"
        case .image(let error): "\(error)"
        case .file(let path, let reason): "\(path): \(reason)"
        case .unsupported(let call, let reason): "\(call): \(reason)"
        }
    }
}
