import PenumbraGeometry
import TestSupport

/// Paths and pens that are hard to stroke: tight bends, cusps, loops, repeated points, pens wider than bends, dashes.
struct RandomStroke {
    var path: Path
    var style: StrokeStyle

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        path = Self.path(&random)
        style = StrokeStyle(
            lineWidth: [0.1, 2, 12, 40, 150][random.integer(0...4)] * random.number(0.5...1.5),
            lineCap: LineCap.allCases[random.integer(0...2)], lineJoin: LineJoin.allCases[random.integer(0...2)],
            miterLimit: random.chance(0.5) ? 10 : random.number(1...4), lineDashPattern: Self.pattern(&random),
            lineDashPhase: random.chance(0.5) ? 0 : random.number(-100...100))
    }

    private static func point(_ random: inout SeededGenerator) -> Point {
        // Few different values, so that repeated, collinear and returning points are common.
        random.chance(0.5)
            ? Point(Double(random.integer(0...4)) * 25, Double(random.integer(0...4)) * 25)
            : Point(random.number(0...100), random.number(0...100))
    }

    private static func path(_ random: inout SeededGenerator) -> Path {
        var path = Path()
        for _ in 0..<random.integer(1...2) {
            path.move(to: point(&random))
            for _ in 0..<random.integer(1...3) { addElement(to: &path, &random) }
            if random.chance(0.4) { path.close() }
        }
        return path
    }

    private static func addElement(to path: inout Path, _ random: inout SeededGenerator) {
        let start = path.currentPoint ?? .zero
        switch random.integer(0...9) {
        case 0, 1: path.addLine(to: point(&random))
        case 2: path.addQuadratic(to: point(&random), control: point(&random))
        case 3:
            // There and back again.
            let far = point(&random)
            path.addQuadratic(to: start + random.number(-0.2...1) * (far - start), control: far)
        case 4:
            // A cusp halfway, exact or nearly so.
            let (u, v) = (point(&random) - start, point(&random) - start)
            let off = random.chance(0.5) ? Point.zero : random.number(-0.01...0.01) * u
            path.addCubic(to: start + u, control1: start + u + v + off, control2: start + v)
        case 5:
            let end = point(&random)
            let control = point(&random)
            path.addCubic(
                to: end, control1: random.chance(0.5) ? start : control, control2: random.chance(0.5) ? end : control)
        case 6, 7:
            let radius = random.number(1...40)
            let angle = random.number(-3...3)
            let sweep = (random.chance(0.5) ? 1 : -1) * random.number(0.2...6.5)
            let flat = random.chance(0.5) ? 1 : random.number(0.05...1)
            var arc = Path.Arc(
                center: .zero, xAxis: Point(radius, 0), yAxis: Point(0, radius * flat), startAngle: angle, sweep: sweep)
            arc.center = start - arc.startPoint
            path.addArc(arc)
        default: path.addCubic(to: point(&random), control1: point(&random), control2: point(&random))
        }
    }

    private static func pattern(_ random: inout SeededGenerator) -> [Double] {
        guard random.chance(0.4) else { return [] }
        return (0..<random.integer(1...4)).map { _ in
            switch random.integer(0...5) {
            case 0: 0
            case 1: random.number(100...400)
            default: random.number(3...60)
            }
        }
    }
}
