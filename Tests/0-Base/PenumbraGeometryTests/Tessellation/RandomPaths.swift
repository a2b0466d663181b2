import PenumbraGeometry
import PenumbraTessellation
import TestSupport

extension SeededGenerator {
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
    mutating func point(_ range: ClosedRange<Double>) -> Point { Point(double(range), double(range)) }
}

/// Kinds of random paths, each hard in a different way.
enum PathFamily: String, CaseIterable, Sendable {
    case tinyGrid, coarseGrid, polygons, stars, curves, slivers, needles, spikes, tiles, bundles, rings

    /// The number of paths of the family in a run.
    var count: Int {
        switch self {
        case .tinyGrid: 4000
        case .coarseGrid: 2500
        case .polygons, .slivers, .spikes, .needles: 900
        case .tiles, .bundles: 500
        case .stars, .rings: 400
        case .curves: 300
        }
    }

    func path(seed: UInt64) -> Path {
        var random = SeededGenerator(seed: seed)
        let step = 1 / Double(FixedPoint.unitsPerPixel)
        var path = Path()
        switch self {
        case .tinyGrid:
            for _ in 0..<random.int(1...3) {
                path.append(gridPolygon(&random, corners: 3...12, side: random.int(1...6), step: step))
            }
        case .coarseGrid:
            for _ in 0..<random.int(1...3) {
                path.append(gridPolygon(&random, corners: 3...14, side: random.int(2...8), step: 61 * step))
            }
        case .polygons:
            for _ in 0..<random.int(1...3) {
                let size = random.double(0.01...40)
                path.append(
                    Path(polygon: (0..<random.int(3...16)).map { _ in random.point(-size...size) }))
            }
        case .stars:
            path = star(&random)
        case .curves:
            path = curves(&random)
        case .slivers:
            // Long lines that meet at angles of a few grid steps over their whole length.
            let length = random.double(1...2000)
            var points: [Point] = []
            for index in 0..<random.int(4...14) {
                let x = index % 2 == 0 ? 0 : length
                points.append(Point(x + step * Double(random.int(-2...2)), step * Double(random.int(0...7))))
            }
            if random.int(0...1) == 1 { points = points.map { Point($0.y, $0.x) } }
            path = Path(polygon: points)
        case .needles:
            // Needles through one spot, whose crossings are crowded into a few grid points.
            let center = random.point(-3...3)
            for _ in 0..<random.int(2...7) {
                let arm = random.point(-9...9)
                let shift = Point(step * random.double(-3...3), step * random.double(-3...3))
                path.append(
                    Path(polygon: [center - arm, center + arm, center + arm + shift, center - arm + shift]))
            }
        case .spikes:
            path = spikes(&random, step: step)
        case .tiles:
            // Rectangles on a lattice, which share edges and corners.
            let cell = random.double(0.001...3)
            for _ in 0..<random.int(2...20) {
                let (x, y) = (Double(random.int(0...5)), Double(random.int(0...5)))
                let rect = Rect(
                    x: x * cell, y: y * cell, width: cell * Double(random.int(1...3)),
                    height: cell * Double(random.int(1...3)))
                path.append(random.int(0...3) == 0 ? Path(polygon: rect.corners.reversed()) : Path(rect))
            }
        case .bundles:
            // The same polygon repeatedly, moved by whole and half grid steps.
            let points = (0..<random.int(3...6)).map { _ in random.point(0...5) }
            for _ in 0..<random.int(2...5) {
                let shift = Point(
                    step * 0.5 * Double(random.int(-3...3)), step * 0.5 * Double(random.int(-3...3)))
                path.append(Path(polygon: points.map { $0 + shift }))
            }
        case .rings:
            for _ in 0..<random.int(1...4) {
                let radius = random.double(0.05...12)
                path.append(Path(circleAt: random.point(-6...6), radius: radius))
            }
        }
        return path
    }

    private func gridPolygon(
        _ random: inout SeededGenerator, corners: ClosedRange<Int>, side: Int, step: Double
    ) -> Path {
        Path(
            polygon: (0..<random.int(corners)).map { _ in
                Point(Double(random.int(0...side)) * step, Double(random.int(0...side)) * step)
            })
    }

    private func star(_ random: inout SeededGenerator) -> Path {
        let count = random.int(5...41)
        let skip = random.int(2...max(2, count / 2))
        let radius = random.double(0.02...60)
        let turn = random.double(0...360)
        return Path(
            polygon: (0..<count).map { index in
                Point(radius, 0).applying(
                    .rotation(degrees: turn + 360 * Double(index * skip % count) / Double(count)))
            })
    }

    private func curves(_ random: inout SeededGenerator) -> Path {
        var path = Path()
        let size = random.double(0.2...6)
        let range = -size...size
        for _ in 0..<random.int(1...2) {
            path.move(to: random.point(range))
            for _ in 0..<random.int(1...4) {
                switch random.int(0...3) {
                case 0: path.addLine(to: random.point(range))
                case 1: path.addQuadratic(to: random.point(range), control: random.point(range))
                case 2:
                    path.addCubic(
                        to: random.point(range), control1: random.point(range), control2: random.point(range))
                default:
                    path.addArc(
                        Path.Arc(
                            center: random.point(range), xAxis: random.point(range), yAxis: random.point(range),
                            startAngle: random.double(-7...7), sweep: random.double(-7...7)))
                }
            }
            if random.int(0...1) == 1 { path.close() }
        }
        return path
    }

    /// A polygon with repeated points, points along its sides, and spikes that enclose nothing.
    private func spikes(_ random: inout SeededGenerator, step: Double) -> Path {
        var points: [Point] = []
        for _ in 0..<random.int(3...7) {
            let next = Point(Double(random.int(-9...9)), Double(random.int(-9...9)))
            if let last = points.last {
                switch random.int(0...4) {
                case 0: points.append(last)
                case 1:
                    let tip = random.point(-9...9)
                    points += [tip, last]
                case 2: points.append(0.5 * (last + next))
                case 3:
                    let beyond = next + (next - last)
                    points.append(beyond)
                default: break
                }
            }
            points.append(next)
        }
        let scale = random.int(0...2) == 0 ? step * 8 : random.double(0.01...3)
        return Path(polygon: points.map { scale * $0 })
    }
}
