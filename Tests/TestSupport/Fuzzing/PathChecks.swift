import PenumbraGeometry
import PenumbraTessellation
import TestPlans
import TestSupport

/// Checks SVG path data: writing it again, bounds, flattening, both fill rules and strokes.
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
        // The input decides the random choices, so that a finding is reproducible.
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
            // An arc may bulge beyond the largest number although its end doesn't.
            guard path.elements.allSatisfy({ if case .arc = $0 { false } else { true } }) else { return }
            throw FuzzFinding("what was written is not read: \(error)")
        }
        let hasArcs = path.elements.contains { if case .arc = $0 { true } else { false } }
        if !hasArcs { try require(back == path, "what was written reads as another path: \(text.prefix(200))") }
    }

    private static func checkBounds(_ path: Path) throws {
        let (tight, loose) = (path.bounds, path.controlPointBounds)
        guard tight.isFinite, loose.isFinite else { return }
        // The floating-point error of the curves of a path this large.
        let slack = 1e-9 * (abs(loose.minX) + abs(loose.maxX) + abs(loose.minY) + abs(loose.maxY))
        let isInside =
            tight.minX >= loose.minX - slack && tight.minY >= loose.minY - slack && tight.maxX <= loose.maxX + slack
            && tight.maxY <= loose.maxY + slack
        try require(path.isEmpty || isInside, "the bounds \(tight) exceed those of the control points, \(loose)")
    }

    /// Paths with more sides are resolved but not compared with the reference, whose time is quadratic in their number.
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
