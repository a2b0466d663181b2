/// A number, or an amount in one dimension.
package struct CSSAmount: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case number
        /// Points, with a share of the reference length.
        case length
        /// Degrees.
        case angle
        /// Seconds.
        case time
        /// Device pixels in a pixel of CSS.
        case resolution
    }

    package var kind = Kind.number
    package var value = 0.0
    /// The share of the reference length, for lengths. 50 % is 0.5.
    package var fraction = 0.0

    package init(kind: Kind = .number, value: Double = 0, fraction: Double = 0) {
        (self.kind, self.value, self.fraction) = (kind, value, fraction)
    }

    static func + (a: CSSAmount, b: CSSAmount) -> CSSAmount {
        CSSAmount(kind: a.kind, value: a.value + b.value, fraction: a.fraction + b.fraction)
    }

    static func * (a: CSSAmount, factor: Double) -> CSSAmount {
        // Nothing stays nothing, even infinitely often: otherwise a share of 0 would make no number of a length.
        CSSAmount(
            kind: a.kind, value: a.value == 0 && a.fraction != 0 ? 0 : a.value * factor,
            fraction: a.fraction == 0 ? 0 : a.fraction * factor)
    }

    /// The amount with its share resolved.
    func resolved(_ base: Double?) -> CSSAmount {
        guard let base, fraction != 0 else { return self }
        return CSSAmount(kind: kind, value: value + fraction * base)
    }
}
