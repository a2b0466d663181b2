import PenumbraElementary

/// A CSS `transform` value. Its functions are resolved once the size of the frame is known.
package struct TransformList: Hashable, Sendable {
    typealias Length = CSSGradient.Length

    enum Function: Hashable, Sendable {
        case translate(x: Length, y: Length)
        /// A function without percentages, which needs no frame.
        case fixed(AffineTransform)
        case translate3D(x: Length, y: Length, z: Double)
        /// A function in space without percentages.
        case spatial(Transform3D)
    }

    var functions: [Function]

    /// Combines all functions to one map. The leftmost function acts last, as in CSS.
    func resolved(in frame: Size) -> Transform3D {
        guard isFlat else { return resolvedInSpace(frame) }
        return Transform3D(resolvedInPlane(frame))
    }

    /// Whether no function leaves the plane.
    private var isFlat: Bool {
        functions.allSatisfy { function in
            switch function {
            case .translate, .fixed: true
            case .translate3D, .spatial: false
            }
        }
    }

    private func resolvedInSpace(_ frame: Size) -> Transform3D {
        var result = Transform3D.identity
        for function in functions.reversed() {
            switch function {
            case .translate(let x, let y):
                result = result.concatenating(.translation(x.resolved(frame.width), y.resolved(frame.height), 0))
            case .fixed(let transform): result = result.concatenating(Transform3D(transform))
            case .translate3D(let x, let y, let z):
                result = result.concatenating(.translation(x.resolved(frame.width), y.resolved(frame.height), z))
            case .spatial(let transform): result = result.concatenating(transform)
            }
        }
        return result
    }

    private func resolvedInPlane(_ frame: Size) -> AffineTransform {
        var result = AffineTransform.identity
        for function in functions.reversed() {
            switch function {
            case .translate(let x, let y):
                result = result.concatenating(.translation(x.resolved(frame.width), y.resolved(frame.height)))
            case .fixed(let transform):
                result = result.concatenating(transform)
            case .translate3D, .spatial: break
            }
        }
        return result
    }

    /// Whether the map depends on the size of the frame.
    var hasPercentages: Bool {
        functions.contains { function in
            switch function {
            case .translate(let x, let y), .translate3D(let x, let y, _): x.fraction != 0 || y.fraction != 0
            case .fixed, .spatial: false
            }
        }
    }

    /// A CSS string that reads back as the same map at every size.
    var css: String {
        func text(_ length: Length) -> String {
            length.fraction == 0 ? DecimalNumber.text(length.points) : DecimalNumber.percentage(length.fraction)
        }
        let parts = functions.map { function in
            switch function {
            case .translate(let x, let y): "translate(\(text(x)), \(text(y)))"
            case .fixed(let transform): transform.css
            case .translate3D(let x, let y, let z): "translate3d(\(text(x)), \(text(y)), \(DecimalNumber.text(z))px)"
            case .spatial(let transform): transform.css
            }
        }
        return parts.joined(separator: " ")
    }

    /// The map at a size, within the limits of scenes.
    ///
    /// - Parameter name: the transform in messages.
    func resolved(
        in frame: Size, as name: @autoclosure () -> String, _ place: @autoclosure () -> Place
    ) throws(SceneError) -> Transform3D {
        let transform = resolved(in: frame)
        guard transform.entries.allSatisfy({ abs($0) <= SceneLimits.coordinate }) else {
            throw place().error("\(quoted(name())) enlarges or moves without bound; entries of its matrix may reach 1e9")
        }
        return transform
    }

    /// Parses `none`, or a list of functions.
    package init(css text: String) throws(NotationError) {
        functions = []
        var scanner = CSSScanner(text)
        try scanner.refuseProperty()
        scanner.skipSpace()
        while !scanner.isAtEnd {
            let start = scanner
            guard let name = scanner.name() else {
                throw NotationError(
                    "found \(start.rest), expected a CSS transform such as \"translate(10px, 4px) rotate(15deg)\"")
            }
            if name == "none", functions.isEmpty {
                scanner.skipSpace()
                guard scanner.isAtEnd else { throw NotationError("found \(scanner.rest) after none, expected nothing") }
                return
            }
            guard let function = Self.names.first(where: { $0.lowercased() == name }) else { throw Self.unknown(name) }
            guard scanner.skip("(") else { throw NotationError("found \(scanner.rest) after \(function), expected `(`") }
            functions.append(try Self.function(function, try Self.arguments(of: function, &scanner)))
            scanner.skipSpace()
        }
    }

    private static let names = [
        "translate", "translateX", "translateY", "translateZ", "translate3d", "scale", "scaleX", "scaleY", "scaleZ", "scale3d",
        "rotate", "rotateX", "rotateY", "rotateZ", "rotate3d", "skew", "skewX", "skewY", "perspective", "matrix", "matrix3d",
    ]

    /// The allowed numbers of arguments of a function.
    private static func counts(of name: String) -> ClosedRange<Int> {
        switch name {
        case "translate", "scale", "skew": 1...2
        case "translate3d", "scale3d": 3...3
        case "rotate3d": 4...4
        case "matrix": 6...6
        case "matrix3d": 16...16
        default: 1...1
        }
    }

    private static func unknown(_ name: String) -> NotationError {
        let allowed = names.dropLast().joined(separator: ", ") + " and matrix3d"
        let hint = Spelling.nearest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
        return NotationError("found the transform \(quoted(name)), allowed are \(allowed)\(hint)")
    }

    private static func arguments(
        of name: String, _ scanner: inout CSSScanner
    ) throws(NotationError) -> [CSSScanner.Quantity] {
        var result: [CSSScanner.Quantity] = []
        repeat {
            scanner.skipSpace()
            guard let quantity = try scanner.quantity() else {
                throw NotationError("found \(scanner.rest) in \(name)(), expected a number")
            }
            result.append(quantity)
            scanner.skipSpace()
            guard result.count <= 16 else { throw NotationError("\(name)() has too many numbers") }
        } while scanner.skip(",")
        guard scanner.skip(")") else { throw NotationError("found \(scanner.rest) in \(name)(), expected `,` or `)`") }
        return result
    }

    private static func function(
        _ name: String, _ arguments: [CSSScanner.Quantity]
    ) throws(NotationError) -> Function {
        let allowed = counts(of: name)
        guard allowed.contains(arguments.count) else {
            let wanted = allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) or \(allowed.upperBound)"
            throw NotationError("\(name)() has \(arguments.count) numbers, expected \(wanted)")
        }
        func length(_ index: Int) throws(NotationError) -> Length {
            guard index < arguments.count else { return Length() }
            let quantity = arguments[index]
            if quantity.isPercentage { return Length(fraction: quantity.value) }
            guard ["", "px"].contains(quantity.unit) else {
                throw NotationError("\(name)() takes px or %, found the unit \(quoted(quantity.unit))")
            }
            return Length(points: quantity.value)
        }
        func factor(_ index: Int) throws(NotationError) -> Double {
            let quantity = arguments[index]
            guard quantity.unit.isEmpty || quantity.isPercentage else {
                throw NotationError("\(name)() takes plain numbers, found the unit \(quoted(quantity.unit))")
            }
            return quantity.value
        }
        /// A length along the z axis, which has no percentages.
        func depth(_ index: Int) throws(NotationError) -> Double {
            guard !arguments[index].isPercentage else {
                throw NotationError("\(name)() takes px along the z axis, found a percentage")
            }
            return try length(index).points
        }
        func angle(_ index: Int) throws(NotationError) -> Double {
            guard index < arguments.count else { return 0 }
            let quantity = arguments[index]
            if quantity.unit.isEmpty, quantity.value == 0 { return 0 }
            guard let degrees = quantity.degrees else {
                let number = DecimalNumber.text(quantity.value)
                throw NotationError(
                    quantity.unit.isEmpty
                        ? "an angle needs a unit, write \(name)(\(number)deg)"
                        : "\(name)() takes deg, grad, rad or turn, found the unit \(quoted(quantity.unit))")
            }
            return degrees
        }
        switch name {
        case "translate": return .translate(x: try length(0), y: try length(1))
        case "translateX": return .translate(x: try length(0), y: Length())
        case "translateY": return .translate(x: Length(), y: try length(0))
        case "scale": return .fixed(.scale(try factor(0), try factor(arguments.count - 1)))
        case "scaleX": return .fixed(.scale(try factor(0), 1))
        case "scaleY": return .fixed(.scale(1, try factor(0)))
        case "rotate": return .fixed(.rotation(degrees: try angle(0)))
        case "skew": return .fixed(.skew(xDegrees: try angle(0), yDegrees: try angle(1)))
        case "skewX": return .fixed(.skew(xDegrees: try angle(0), yDegrees: 0))
        case "skewY": return .fixed(.skew(xDegrees: 0, yDegrees: try angle(0)))
        case "rotateZ": return .fixed(.rotation(degrees: try angle(0)))
        case "rotateX": return .spatial(.rotation(about: SIMD3(1, 0, 0), degrees: try angle(0)))
        case "rotateY": return .spatial(.rotation(about: SIMD3(0, 1, 0), degrees: try angle(0)))
        case "rotate3d":
            let axis = SIMD3(try factor(0), try factor(1), try factor(2))
            return .spatial(.rotation(about: axis, degrees: try angle(3)))
        case "translateZ": return .translate3D(x: Length(), y: Length(), z: try depth(0))
        case "translate3d": return .translate3D(x: try length(0), y: try length(1), z: try depth(2))
        case "scaleZ": return .spatial(.scale(1, 1, try factor(0)))
        case "scale3d": return .spatial(.scale(try factor(0), try factor(1), try factor(2)))
        case "perspective":
            let distance = try depth(0)
            guard distance >= 0 else {
                throw NotationError(
                    "perspective() takes a distance of 0 or more, found \(DecimalNumber.text(arguments[0].value))")
            }
            return .spatial(.perspective(distance))
        case "matrix3d":
            var entries: [Double] = []
            for index in 0..<16 {
                guard !arguments[index].isPercentage else { throw NotationError("matrix3d() takes no percentages") }
                entries.append(try factor(index))
            }
            return .spatial(Transform3D(entries: entries))
        default:
            var entries: [Double] = []
            for index in 0..<4 { entries.append(try factor(index)) }
            for index in 4..<6 {
                guard !arguments[index].isPercentage else { throw NotationError("matrix() takes no percentages") }
                entries.append(try length(index).points)
            }
            let map = AffineTransform(
                a: entries[0], b: entries[1], c: entries[2], d: entries[3], tx: entries[4], ty: entries[5])
            // A matrix that only moves becomes a translation, which is also how it is written.
            guard map != .translation(map.tx, map.ty) else {
                return .translate(x: Length(points: map.tx), y: Length(points: map.ty))
            }
            return .fixed(map)
        }
    }
}

extension AffineTransform {
    /// Parses a CSS `transform` string: `none`, or a list of functions. The leftmost function acts last.
    ///
    /// Lengths are in points and may omit `px`. Percentages refer to `frame`. Angles need a unit unless they are 0. The map may
    /// be singular. It is finite unless the factors multiply beyond the range of doubles.
    ///
    /// - Throws: `NotationError` for transforms that leave the plane, other units and anything malformed.
    public init(css text: String, frame: Size) throws(NotationError) {
        guard let map = try Transform3D(css: text, frame: frame).affine else {
            throw NotationError("\(quoted(text)) leaves the plane, and nothing can be seen in space here")
        }
        self = map
    }

    /// A CSS string that reads back as exactly this map, if the map is finite.
    public var css: String {
        func list(_ values: Double...) -> String { values.map { DecimalNumber.text($0) }.joined(separator: ", ") }
        if b == 0, c == 0, a == 1, d == 1 { return "translate(\(list(tx, ty)))" }
        if b == 0, c == 0, tx == 0, ty == 0 { return a == d ? "scale(\(list(a)))" : "scale(\(list(a, d)))" }
        return "matrix(\(list(a, b, c, d, tx, ty)))"
    }
}

extension Transform3D {
    /// Parses a CSS `transform` string, as `AffineTransform(css:frame:)` does, with all functions in space.
    public init(css text: String, frame: Size) throws(NotationError) {
        self = try TransformList(css: text).resolved(in: frame)
    }

    /// A CSS string that reads back as exactly this map, if the map is finite.
    public var css: String {
        affine?.css ?? "matrix3d(\(entries.map { DecimalNumber.text($0) }.joined(separator: ", ")))"
    }
}
