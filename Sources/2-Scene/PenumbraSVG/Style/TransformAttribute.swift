import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Reads the transforms of SVG attributes: numbers without units, angles in degrees, and a centre for `rotate`.
package enum TransformAttribute {
    /// The transform of an attribute, or of the CSS property with the same name. Nil if it's malformed.
    ///
    /// - Parameters:
    ///   - box: the size that percentages refer to.
    ///   - hasUnits: whether numbers may have units, as in the property. Those of attributes have none.
    package static func parse(_ text: String, box: Size, hasUnits: Bool = false) -> AffineTransform? {
        var scanner = ValueScanner(text)
        var result = AffineTransform.identity
        scanner.skipSpace()
        if scanner.rest.lowercased() == "none" { return .identity }
        while !scanner.isAtEnd {
            let name = scanner.name()
            scanner.skipSpace()
            guard scanner.skip("("), let function = function(name, &scanner, box, hasUnits: hasUnits) else {
                return nil
            }
            result = function.concatenating(result)
            scanner.skipSeparator()
        }
        return result.isFinite ? result : nil
    }

    private static func function(
        _ name: String, _ scanner: inout ValueScanner, _ box: Size, hasUnits: Bool
    ) -> AffineTransform? {
        var values: [(value: Double, unit: Kind)] = []
        scanner.skipSpace()
        while !scanner.skip(")") {
            guard values.count < 6, !scanner.isAtEnd, let number = scanner.number() else { return nil }
            if scanner.skip("%") {
                guard hasUnits else { return nil }
                values.append((number, .percentage))
            } else {
                let unit = scanner.name().lowercased()
                guard unit.isEmpty || hasUnits, let value = converted(number, unit) else { return nil }
                values.append(value)
            }
            scanner.skipSeparator()
        }
        let numbers = values.map(\.value)
        func length(_ index: Int, _ whole: Double) -> Double {
            guard index < values.count else { return 0 }
            return values[index].unit == .percentage ? numbers[index] / 100 * whole : numbers[index]
        }
        switch (name, numbers.count) {
        case ("matrix", 6):
            return AffineTransform(
                a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        case ("translate", 1...2): return .translation(length(0, box.width), length(1, box.height))
        case ("translateX", 1): return .translation(length(0, box.width), 0)
        case ("translateY", 1): return .translation(0, length(0, box.height))
        case ("scale", 1): return .scale(numbers[0], numbers[0])
        case ("scale", 2): return .scale(numbers[0], numbers[1])
        case ("scaleX", 1): return .scale(numbers[0], 1)
        case ("scaleY", 1): return .scale(1, numbers[0])
        case ("rotate", 1): return .rotation(degrees: numbers[0])
        case ("rotate", 3): return AffineTransform.rotation(degrees: numbers[0]).about(Point(numbers[1], numbers[2]))
        case ("skewX", 1): return .skew(xDegrees: numbers[0], yDegrees: 0)
        case ("skewY", 1): return .skew(xDegrees: 0, yDegrees: numbers[0])
        case ("skew", 1): return .skew(xDegrees: numbers[0], yDegrees: 0)
        case ("skew", 2): return .skew(xDegrees: numbers[0], yDegrees: numbers[1])
        default: return nil
        }
    }

    /// The value of the property `transform`, with functions such as `calc()` computed where they need no box. Nil if it's
    /// malformed.
    static func computed(_ reader: StyleReader) -> String?? {
        func isValid(_ text: String) -> Bool { parse(text, box: Size(width: 1, height: 1), hasUnits: true) != nil }
        if isValid(reader.value) { return .some(reader.value) }
        guard let text = try? reader.units.normalized(reader.value), isValid(text) else { return nil }
        return .some(text)
    }

    /// The transform of the property `translate`, `rotate` or `scale`. Nil if it's malformed or leaves the plane.
    ///
    /// - Parameter resolved: the pixels of a length along an axis.
    static func individual(_ name: String, _ value: String, _ resolved: (Length, Axis) -> Double) -> AffineTransform? {
        let words = CSSText.words(value.lowercased())
        switch name {
        case "translate":
            let lengths = words.compactMap { Length($0) }
            guard (1...3).contains(words.count), lengths.count == words.count, lengths.count < 3 || lengths[2].value == 0
            else { return nil }
            return .translation(
                resolved(lengths[0], .horizontal), lengths.count > 1 ? resolved(lengths[1], .vertical) : 0)
        case "scale":
            let shares = words.compactMap { StyleReader.number($0) }
            guard (1...3).contains(words.count), shares.count == words.count, shares.count < 3 || shares[2] == 1 else {
                return nil
            }
            return .scale(shares[0], shares.count > 1 ? shares[1] : shares[0])
        default:
            let angles = words.filter { $0 != "z" }
            guard angles.count == 1, words.count <= 2, !angles[0].isEmpty else { return nil }
            var scanner = ValueScanner(angles[0])
            guard let degrees = scanner.angle(), scanner.isAtEnd else { return nil }
            return .rotation(degrees: degrees)
        }
    }

    private enum Kind {
        case number, percentage
    }

    private static func converted(_ value: Double, _ unit: String) -> (Double, Kind)? {
        switch unit {
        case "", "px", "deg": (value, .number)
        case "grad": (value * 0.9, .number)
        case "turn": (value * 360, .number)
        case "rad": (value * (180 / .pi), .number)
        case "pt": (value * 4 / 3, .number)
        case "pc": (value * 16, .number)
        case "in": (value * 96, .number)
        case "cm": (value * 96 / 2.54, .number)
        case "mm": (value * 9.6 / 2.54, .number)
        default: nil
        }
    }
}
