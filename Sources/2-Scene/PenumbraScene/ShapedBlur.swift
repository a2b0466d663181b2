/// A blur of the finished layer by a shape other than a Gaussian. Outside the layer everything counts as transparent.
public enum ShapedBlur: Hashable, Sendable {
    /// The mean over a disc, as a lens out of focus has it.
    ///
    /// - Parameter radius: points. It is the same in all directions under any transform.
    case lens(radius: Double)
    /// The mean along a line through each place.
    ///
    /// - Parameters:
    ///   - radius: half of the line's length, in points of the layer.
    ///   - angle: degrees, clockwise from a line to the right.
    case motion(radius: Double, angle: Double)
    /// The mean along rays that lead to a centre.
    ///
    /// - Parameters:
    ///   - amount: the length of the part of a ray that is averaged, relative to the distance from the centre, 0…1. Each place
    ///     is the middle of its part.
    ///   - center: unit coordinates of the frame.
    case zoom(amount: Double, center: Point)

    // The numbers of a blur of any type, for animations. A number that the type lacks isn't kept.

    var radius: Double? {
        get {
            switch self {
            case .lens(let radius), .motion(let radius, _): radius
            case .zoom: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .lens: self = .lens(radius: newValue)
            case .motion(_, let angle): self = .motion(radius: newValue, angle: angle)
            case .zoom: break
            }
        }
    }

    var angle: Double? {
        get { if case .motion(_, let angle) = self { angle } else { nil } }
        set { if let newValue, case .motion(let radius, _) = self { self = .motion(radius: radius, angle: newValue) } }
    }

    var amount: Double? {
        get { if case .zoom(let amount, _) = self { amount } else { nil } }
        set { if let newValue, case .zoom(_, let center) = self { self = .zoom(amount: newValue, center: center) } }
    }

    var center: Point? {
        get { if case .zoom(_, let center) = self { center } else { nil } }
        set { if let newValue, case .zoom(let amount, _) = self { self = .zoom(amount: amount, center: newValue) } }
    }
}
