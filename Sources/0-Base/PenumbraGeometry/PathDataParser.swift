import PenumbraElementary

/// Reads SVG path data (SVG 2, chapter 9.3) into a `Path`.
struct PathDataParser {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var path = Path()
    private var current = Point.zero
    private var subpathStart = Point.zero
    /// The control point that a smooth curve mirrors, set by the previous curve of the same degree.
    private var lastCubicControl: Point?
    private var lastQuadraticControl: Point?

    /// The number of elements after which parsing stops, even if data are left.
    private let mostElements: Int

    init(_ data: String, upTo mostElements: Int = .max) {
        bytes = Array(data.utf8)
        self.mostElements = mostElements
    }

    mutating func parse() throws(PathDataError) -> Path {
        skipSpace()
        while index < bytes.count, path.elements.count < mostElements {
            let letter = bytes[index]
            let command = letter & 0xDF
            guard Self.commands.contains(command), letter | 0x20 >= UInt8(ascii: "a") else {
                throw unexpected("a command, one of M L H V C S Q T A Z")
            }
            if path.isEmpty, command != UInt8(ascii: "M") { throw unexpected("M or m, with which path data begins") }
            index += 1
            skipSpace()
            try run(command, isRelative: letter >= UInt8(ascii: "a"))
            skipSpace()
        }
        return path
    }

    private mutating func run(_ command: UInt8, isRelative: Bool) throws(PathDataError) {
        guard command != UInt8(ascii: "Z") else {
            path.close()
            current = subpathStart
            forgetControls()
            return
        }
        var isFirst = true
        repeat {
            let start = index
            try segment(command, isRelative: isRelative, isFirst: isFirst)
            if !current.isFinite { throw error(at: start, "the path leaves the range of numbers here") }
            isFirst = false
        } while try anotherFollows()
    }

    private mutating func segment(_ command: UInt8, isRelative: Bool, isFirst: Bool) throws(PathDataError) {
        let origin = isRelative ? current : .zero
        switch command {
        case UInt8(ascii: "M") where isFirst:
            current = try point(origin)
            subpathStart = current
            path.move(to: current)
            forgetControls()
        case UInt8(ascii: "M"), UInt8(ascii: "L"):
            line(to: try point(origin))
        case UInt8(ascii: "H"):
            line(to: Point(try number() + origin.x, current.y))
        case UInt8(ascii: "V"):
            line(to: Point(current.x, try number() + origin.y))
        case UInt8(ascii: "C"):
            let control1 = try pointAndSeparator(origin)
            let control2 = try pointAndSeparator(origin)
            cubic(control1, control2, to: try point(origin))
        case UInt8(ascii: "S"):
            let control2 = try pointAndSeparator(origin)
            cubic(try reflected(lastCubicControl), control2, to: try point(origin))
        case UInt8(ascii: "Q"):
            let control = try pointAndSeparator(origin)
            quadratic(control, to: try point(origin))
        case UInt8(ascii: "T"):
            quadratic(try reflected(lastQuadraticControl), to: try point(origin))
        default:
            try arc(origin)
        }
    }

    /// Mirrors the previous segment's control point in the point where that segment ended. Without a control point, the
    /// result is the end itself.
    private func reflected(_ control: Point?) throws(PathDataError) -> Point {
        let result = 2 * current - (control ?? current)
        if !result.isFinite { throw error(at: index, "the path leaves the range of numbers here") }
        return result
    }

    private mutating func line(to end: Point) {
        path.addLine(to: end)
        current = end
        forgetControls()
    }

    private mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
        path.addCubic(to: end, control1: control1, control2: control2)
        current = end
        forgetControls()
        lastCubicControl = control2
    }

    private mutating func quadratic(_ control: Point, to end: Point) {
        path.addQuadratic(to: end, control: control)
        current = end
        forgetControls()
        lastQuadraticControl = control
    }

    private mutating func arc(_ origin: Point) throws(PathDataError) {
        let start = index
        let rx = try numberAndSeparator()
        let ry = try numberAndSeparator()
        let rotation = try numberAndSeparator()
        let isLarge = try flag()
        let isSweep = try flag()
        let end = try point(origin)
        switch Path.Arc.between(
            current, end, radii: Size(width: rx, height: ry), rotationDegrees: rotation, isLarge: isLarge, isSweep: isSweep)
        {
        case .nothing: break
        case .line: path.addLine(to: end)
        case .arc(let arc): path.addArc(arc)
        case .overflow: throw error(at: start, "the arc's radii are too large for its flags")
        }
        current = end
        forgetControls()
    }

    private mutating func forgetControls() {
        lastCubicControl = nil
        lastQuadraticControl = nil
    }
}

// MARK: - Tokens

extension PathDataParser {
    private static let commands: Set<UInt8> = Set("MLHVCSQTAZ".utf8)

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B)
    }

    private mutating func skipSpace() {
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    }

    /// Skips white space with at most one comma in it.
    private mutating func skipSeparator() {
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: ",") {
            index += 1
            skipSpace()
        }
    }

    /// True if another set of arguments for the same command follows. After a comma, another set must follow.
    private mutating func anotherFollows() throws(PathDataError) -> Bool {
        skipSpace()
        guard index < bytes.count, path.elements.count < mostElements else { return false }
        if bytes[index] == UInt8(ascii: ",") {
            index += 1
            skipSpace()
            guard DecimalNumber.end(in: bytes, from: index) != nil else { throw unexpected("a number after the comma") }
            return true
        }
        return DecimalNumber.end(in: bytes, from: index) != nil
    }

    private mutating func number() throws(PathDataError) -> Double {
        guard let end = DecimalNumber.end(in: bytes, from: index) else { throw unexpected("a number") }
        let value = DecimalNumber.value(of: bytes, in: index..<end)
        guard value.isFinite else { throw error(at: index, "the number is too large") }
        index = end
        return value
    }

    private mutating func numberAndSeparator() throws(PathDataError) -> Double {
        let value = try number()
        skipSeparator()
        return value
    }

    private mutating func point(_ origin: Point) throws(PathDataError) -> Point {
        let x = try numberAndSeparator()
        return Point(x, try number()) + origin
    }

    private mutating func pointAndSeparator(_ origin: Point) throws(PathDataError) -> Point {
        let start = index
        let result = try point(origin)
        if !result.isFinite { throw error(at: start, "the path leaves the range of numbers here") }
        skipSeparator()
        return result
    }

    /// Reads one character, `0` or `1`, which needs no separator after it.
    private mutating func flag() throws(PathDataError) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "0") || bytes[index] == UInt8(ascii: "1") else {
            throw unexpected("an arc flag, 0 or 1")
        }
        let isSet = bytes[index] == UInt8(ascii: "1")
        index += 1
        skipSeparator()
        return isSet
    }

    private func unexpected(_ wanted: String) -> PathDataError {
        guard index < bytes.count else { return error(at: index, "the data ends, expected \(wanted)") }
        let rest = String(decoding: bytes[index..<min(bytes.count, index + 4)], as: UTF8.self)
        let scalar = rest.unicodeScalars.first ?? "?"
        let shown = scalar.value < 0x20 || scalar.value == 0x7F ? "a control character" : "\"\(scalar)\""
        return error(at: index, "found \(shown), expected \(wanted)")
    }

    private func error(at offset: Int, _ message: String) -> PathDataError {
        let scalarsBefore = bytes[..<min(offset, bytes.count)].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return PathDataError(position: scalarsBefore + 1, message: message)
    }
}
