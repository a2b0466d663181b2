/// The reason why a path could not become a boundary.
public enum TessellationError: Error, Hashable, Sendable {
    /// The element at this index of `Path.elements` has a coordinate, an axis or an angle that is infinite or not a number.
    case notFinite(element: Int)
    /// A point or control point of the element at this index lies too far out. Both figures are in pixels.
    case coordinateTooLarge(element: Int, found: Double, allowed: Double)
    /// The flattened path has too many straight segments.
    case tooManySegments(found: Int, allowed: Int)
    /// The path crosses or touches itself too often; counting stops at `found`.
    case tooManyCrossings(found: Int, allowed: Int)
    /// The flattening tolerance is zero, negative or not a number.
    case badTolerance(found: Double)
}

extension TessellationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFinite(let element):
            "path element \(element) has a coordinate that is not a finite number. "
                + "Correct the path or the transform applied to it."
        case .coordinateTooLarge(let element, let found, let allowed):
            "path element \(element) reaches coordinate \(found); at most ±\(allowed) pixels are allowed. "
                + "Lower the scale or move the path towards the canvas."
        case .tooManySegments(let found, let allowed):
            "the path has \(found) straight segments after flattening; at most \(allowed) are allowed. "
                + "Lower the scale or split the path."
        case .tooManyCrossings(let found, let allowed):
            "the path crosses or touches itself at least \(found) times; at most \(allowed) are allowed. "
                + "Simplify or split the path."
        case .badTolerance(let found):
            "the flattening tolerance is \(found); it must be a number above zero, in pixels."
        }
    }
}
