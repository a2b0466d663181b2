import PenumbraElementary

extension TimingFunction {
    /// The names of timing functions: CSS's, and Core Animation's where they differ.
    public static let names: [(name: String, function: TimingFunction)] = [
        ("linear", .linear), ("ease", .cubicBezier(.ease)), ("ease-in", .cubicBezier(.easeIn)),
        ("ease-out", .cubicBezier(.easeOut)), ("ease-in-out", .cubicBezier(.easeInOut)), ("step-start", .steps(.start)),
        ("step-end", .steps(.end)), ("default", .cubicBezier(.ease)), ("easeIn", .cubicBezier(.easeIn)),
        ("easeOut", .cubicBezier(.easeOut)), ("easeInEaseOut", .cubicBezier(.easeInOut)),
    ]

    /// Reads a name, or `cubic-bezier(…)`, `steps(…)` or `linear(…)` of CSS. Case and white space don't matter.
    public init(_ text: String) throws(MotionError) {
        var scanner = EasingScanner(text)
        let name = scanner.name()
        guard scanner.skip("(") else {
            let match = Self.names.first { $0.name.lowercased() == name }
            guard let match, scanner.isAtEnd else { throw Self.unknown(text) }
            self = match.function
            return
        }
        switch name {
        case "cubic-bezier": self = .cubicBezier(try scanner.cubicBezier())
        case "steps": self = .steps(try scanner.steps())
        case "linear": self = .stops(try scanner.linearStops())
        default: throw Self.unknown(text)
        }
        guard scanner.isAtEnd else { throw scanner.fault("nothing after the closing parenthesis") }
    }

    private static func unknown(_ text: String) -> MotionError {
        let list = names.map(\.name).joined(separator: ", ")
        return MotionError(
            .timingFunction,
            "found \"\(text.prefix(60))\", expected \(list), cubic-bezier(x1, y1, x2, y2), steps(count, position) or linear(…)")
    }
}

/// Reads the tokens of CSS's timing functions, with the white space before each.
private struct EasingScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool {
        var rest = self
        rest.skipSpace()
        return rest.index >= bytes.count
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    /// Letters and hyphens in lower case.
    mutating func name() -> String {
        skipSpace()
        let start = index
        while index < bytes.count, (bytes[index] | 0x20) &- UInt8(ascii: "a") < 26 || bytes[index] == UInt8(ascii: "-") {
            index += 1
        }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    /// A number, or a percentage as a fraction. Nil if there is none.
    private mutating func quantity() -> (value: Double, isPercentage: Bool)? {
        skipSpace()
        guard let end = DecimalNumber.end(in: bytes, from: index) else { return nil }
        let range = index..<end
        index = end
        guard index < bytes.count, bytes[index] == UInt8(ascii: "%") else {
            return (DecimalNumber.value(of: bytes, in: range), false)
        }
        index += 1
        return (DecimalNumber.value(of: bytes, in: range, shift: -2), true)
    }

    func fault(_ wanted: String) -> MotionError {
        var rest = self
        rest.skipSpace()
        let found =
            rest.index < bytes.count ? "\"\(String(decoding: bytes[rest.index...].prefix(24), as: UTF8.self))\"" : "the end"
        return MotionError(.timingFunction, "found \(found), expected \(wanted)")
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(MotionError) {
        guard skip(character) else { throw fault("\"\(character)\"") }
    }

    private mutating func number(_ wanted: String) throws(MotionError) -> Double {
        let start = self
        guard let quantity = quantity(), !quantity.isPercentage else { throw start.fault(wanted) }
        return quantity.value
    }

    mutating func cubicBezier() throws(MotionError) -> CubicBezier {
        var numbers: [Double] = []
        for index in 0..<4 {
            if index > 0 { try expect(",") }
            numbers.append(try number("four numbers x1, y1, x2, y2"))
        }
        try expect(")")
        return try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    mutating func steps() throws(MotionError) -> Steps {
        let start = self
        let number = try number("a number of steps")
        guard let count = Int(exactly: number) else { throw start.fault("a whole number of steps") }
        var position = Steps.Position.jumpEnd
        if skip(",") {
            let start = self
            switch name() {
            case "start", "jump-start": position = .jumpStart
            case "end", "jump-end": position = .jumpEnd
            case "jump-none": position = .jumpNone
            case "jump-both": position = .jumpBoth
            default: throw start.fault("jump-start, jump-end, jump-none, jump-both, start or end")
            }
        }
        try expect(")")
        return try Steps(count, position)
    }

    /// Stops between commas. Each has one number and up to two percentages, before or after the number.
    mutating func linearStops() throws(MotionError) -> LinearStops {
        var stops: [LinearStops.Stop] = []
        repeat {
            let start = self
            var output: Double?
            var inputs: [Double] = []
            var isInterrupted = false
            while let quantity = quantity() {
                if quantity.isPercentage {
                    // `25% 0.5 75%` is no stop: its percentages don't follow each other.
                    if inputs.count == 1, isInterrupted { throw start.fault("a number with its percentages side by side") }
                    inputs.append(quantity.value)
                } else {
                    guard output == nil else { throw start.fault("one number for each stop; separate stops with commas") }
                    output = quantity.value
                    isInterrupted = !inputs.isEmpty
                }
            }
            guard let output, inputs.count <= 2 else { throw start.fault("a number and up to two percentages") }
            if inputs.isEmpty { stops.append(.init(output)) }
            for input in inputs { stops.append(.init(output, at: input)) }
        } while skip(",")
        try expect(")")
        return try LinearStops(stops)
    }
}
