import PenumbraGeometry
import PenumbraMathematics
import PenumbraTessellation
import PenumbraTessellationChecks

/// SVG path data: writing it again, bounds, flattening, both fill rules and strokes.
enum PathChecks {
    static func check(_ bytes: [UInt8]) throws {
        let path: Path
        do throws(PathDataError) {
            path = try Path(svgPathData: String(decoding: bytes, as: UTF8.self))
        } catch {
            try requireOneLine(error)
            return
        }
        try require(path.isFinite, "a path was read that is not finite")
        try checkWriting(path)
        try checkBounds(path)
        // Decided by the input, so that a finding stays one.
        var random = SeededGenerator(bytes: bytes.suffix(16))
        try checkRegions(path, &random)
        try checkStroke(path, &random)
    }

    private static func checkWriting(_ path: Path) throws {
        let text = path.svgPathData
        let back: Path
        do throws(PathDataError) {
            back = try Path(svgPathData: text)
        } catch {
            // An arc may bulge beyond the largest number, as its end does then.
            guard path.elements.allSatisfy({ if case .arc = $0 { false } else { true } }) else { return }
            throw FuzzFinding("what was written is not read: \(error)")
        }
        let hasArcs = path.elements.contains { if case .arc = $0 { true } else { false } }
        if !hasArcs { try require(back == path, "what was written reads as another path: \(text.prefix(200))") }
    }

    private static func checkBounds(_ path: Path) throws {
        let (tight, loose) = (path.bounds, path.controlPointBounds)
        guard tight.isFinite, loose.isFinite else { return }
        // What the curves of a path this large lose in floating point.
        let slack = 1e-9 * (abs(loose.minX) + abs(loose.maxX) + abs(loose.minY) + abs(loose.maxY))
        let isInside =
            tight.minX >= loose.minX - slack && tight.minY >= loose.minY - slack && tight.maxX <= loose.maxX + slack
            && tight.maxY <= loose.maxY + slack
        try require(path.isEmpty || isInside, "the bounds \(tight) exceed those of the control points, \(loose)")
    }

    /// More sides than this are resolved, but not compared with the reference, which takes the square of their number.
    private static let mostSidesCompared = 300

    private static func checkRegions(_ path: Path, _ random: inout SeededGenerator) throws {
        for rule in FillRule.allCases {
            let boundary: Boundary
            do throws(TessellationError) {
                boundary = try Boundary(resolving: path, fillRule: rule)
            } catch {
                try requireOneLine(error)
                return
            }
            let mesh = boundary.triangulated()
            try require(mesh.area2 == boundary.area2, "\(rule): the mesh has another area than its boundary")
            guard boundary.edges.count <= mostSidesCompared,
                path.flattened().reduce(0, { $0 + $1.points.count }) <= mostSidesCompared
            else { continue }
            if let defect = defect(of: boundary, mesh, for: path, rule, &random) { throw FuzzFinding("\(rule): \(defect)") }
        }
    }

    private static func checkStroke(_ path: Path, _ random: inout SeededGenerator) throws {
        func length() -> Double { random.chance(0.1) ? 1e6 * random.number(0...1) : random.number(0...20) }
        // A line may have four million dashes, which takes seconds.
        let size = path.controlPointBounds.size
        let shortestDash = (abs(size.width) + abs(size.height)) / 500
        let style = StrokeStyle(
            lineWidth: length(), lineCap: LineCap.allCases[random.integer(0...2)],
            lineJoin: LineJoin.allCases[random.integer(0...2)], miterLimit: 1 + length(),
            lineDashPattern: (0..<random.integer(0...3)).map { _ in max(shortestDash, length()) }, lineDashPhase: length() - 10,
            strokeStart: random.chance(0.5) ? 0 : random.number(0...1), strokeEnd: random.chance(0.5) ? 1 : random.number(0...1)
        )
        let outline: Path
        do throws(StrokeError) {
            outline = try path.stroked(style, tolerance: 0.05)
        } catch {
            try requireOneLine(error)
            return
        }
        let boundary: Boundary
        do throws(TessellationError) {
            boundary = try Boundary(resolving: outline, fillRule: .nonzero)
        } catch {
            return try requireOneLine(error)
        }
        try require(boundary.triangulated().area2 == boundary.area2, "stroke: the mesh has another area than its boundary")
    }
}
