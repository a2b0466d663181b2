import PenumbraElementary

extension CSSScanner {
    /// Reads a length in points: px, or 0 without a unit. Nil when no number comes next.
    ///
    /// - Parameter owner: the property or function that contains the length, for messages: `box-shadow`.
    mutating func length(in owner: String) throws(NotationError) -> Double? {
        guard let quantity = try quantity() else { return nil }
        if quantity.unit.isEmpty, quantity.value != 0 {
            let number = DecimalNumber.text(quantity.value)
            throw NotationError("found \(number) in \(owner); a length needs a unit, write \(number)px")
        }
        guard ["", "px"].contains(quantity.unit) else {
            throw NotationError("\(owner) takes lengths in px, found the unit \(quoted(quantity.unit))")
        }
        guard abs(quantity.value) <= SceneLimits.coordinate else {
            throw NotationError("found \(DecimalNumber.text(quantity.value))px in \(owner), the largest allowed is 1e9px")
        }
        return quantity.value
    }

    /// Refuses CSS functions that compute values where a plain value is needed.
    func refuseComputation(in owner: String) throws(NotationError) {
        var ahead = self
        guard let name = ahead.name(), ahead.skip("("), ["calc", "min", "max", "clamp", "var", "env"].contains(name) else {
            return
        }
        throw NotationError("\(name)() is not supported in \(owner); write the value it stands for")
    }
}

/// A number of points in CSS notation.
func cssLength(_ points: Double) -> String { points == 0 ? "0" : DecimalNumber.text(points) + "px" }
