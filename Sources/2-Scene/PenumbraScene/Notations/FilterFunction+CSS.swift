import PenumbraElementary

extension FilterFunction {
    /// Parses the functions of a CSS `filter` value. The first function acts first, and `none` gives no functions.
    ///
    /// - Parameter currentColor: the colour of a `drop-shadow()` that names none.
    /// - Throws: `NotationError` for `url()`, for unknown names, and for everything that CSS does not allow.
    public static func list(
        css text: String, currentColor: Color = .black
    ) throws(NotationError) -> [FilterFunction] {
        var scanner = CSSScanner(text)
        try scanner.refuseProperty()
        if scanner.isNone { return [] }
        var result: [FilterFunction] = []
        scanner.skipSpace()
        repeat {
            let start = scanner
            guard let name = scanner.name() else {
                throw NotationError("found \(start.rest), expected a CSS filter such as \"blur(4px)\"")
            }
            guard scanner.skip("(") else {
                throw NotationError("found \(start.rest), expected none, or functions such as \"blur(4px)\"")
            }
            guard result.count < SceneLimits.filterFunctions else {
                throw NotationError("more than \(SceneLimits.filterFunctions) functions in one filter")
            }
            result.append(try function(name, &scanner, currentColor))
            guard scanner.skip(")") else { throw NotationError("found \(scanner.rest) in \(name)(), expected `)`") }
            scanner.skipEnd()
        } while !scanner.isAtEnd
        return result
    }

    private static let names = ["blur", "drop-shadow"] + ColorFunction.allCases.map(\.rawValue)

    private static func function(
        _ name: String, _ scanner: inout CSSScanner, _ currentColor: Color
    ) throws(NotationError) -> FilterFunction {
        switch name {
        case "blur":
            scanner.skipSpace()
            try scanner.refuseComputation(in: "blur()")
            // CSS allows omitting the radius.
            let sigma = try scanner.length(in: "blur()") ?? 0
            guard sigma >= 0 else {
                throw NotationError("found \(DecimalNumber.text(sigma))px in blur(), expected 0 or more")
            }
            scanner.skipSpace()
            return .blur(Sigma(sigma))
        case "drop-shadow":
            let shadow = try CSSShadow(
                &scanner, in: "drop-shadow()", mostLengths: 3, allowsInset: false, currentColor: currentColor)
            return .dropShadow(offset: shadow.offset, radius: Sigma(shadow.blur), color: shadow.color)
        case "url": throw NotationError("the filter url() is not supported")
        default:
            if let function = ColorFunction(rawValue: name) {
                return .color(function, amount: try amount(of: function, &scanner))
            }
            let allowed = names.map { "\($0)()" }.joined(separator: ", ")
            let hint = ForeignKeys.nearest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw NotationError("found the filter \(quoted(name)), allowed are \(allowed)\(hint)")
        }
    }

    /// Reads an angle for `hue-rotate`, or a number or percentage for other functions. The value may be missing.
    private static func amount(of function: ColorFunction, _ scanner: inout CSSScanner) throws(NotationError) -> Double {
        let owner = "\(function.rawValue)()"
        scanner.skipSpace()
        try scanner.refuseComputation(in: owner)
        let result: Double
        if function == .hueRotate {
            result = try scanner.angle(in: owner) ?? 0
        } else if let quantity = try scanner.quantity() {
            guard quantity.unit.isEmpty || quantity.isPercentage else {
                throw NotationError("\(owner) takes a number or a percentage, found the unit \(quoted(quantity.unit))")
            }
            guard quantity.value >= 0 else {
                throw NotationError("found \(DecimalNumber.text(quantity.value)) in \(owner), expected 0 or more")
            }
            result = min(quantity.value, function.largestAmount)
        } else {
            result = 1
        }
        scanner.skipSpace()
        return result
    }

    /// A CSS string that reads back as exactly this function. Empty for a filter of several steps.
    public var css: String {
        switch self {
        case .blur(let sigma): return "blur(\(cssLength(sigma.value)))"
        case .dropShadow(let offset, let radius, let color):
            let lengths = [offset.x, offset.y] + (radius.value == 0 ? [] : [radius.value])
            return "drop-shadow(\(lengths.map(cssLength).joined(separator: " ")) \(color.css))"
        case .graph: return ""
        case .color(let function, let amount):
            return "\(function.rawValue)(\(DecimalNumber.text(amount))\(function == .hueRotate ? "deg" : ""))"
        }
    }
}
