import PenumbraCSS

extension BoxOutline {
    /// The parameter of the `superellipse()` that a value of `corner-shape` stands for. Nil for other values.
    static func shape(_ value: String, _ units: CSSUnits) -> Double? {
        let text = value.asciiLowercased
        if let shape = shapesByName[text] { return shape }
        guard let (function, argument) = PaintText.function(text), function == "superellipse" else { return nil }
        switch CSSText.words(argument) {
        case ["infinity"]: return .infinity
        case ["-infinity"]: return -.infinity
        default:
            guard let amount = (try? CSSCalculation(argument, units))?.resolved(), amount.kind == .number, !amount.value.isNaN
            else { return nil }
            return amount.value
        }
    }

    private static let shapesByName: [String: Double] = [
        "round": 1, "bevel": 0, "notch": -.infinity, "scoop": -1, "squircle": 2, "square": .infinity,
    ]
}
