import Foundation
import PenumbraGeometry
import TestSupport
import Testing

/// Tests the remembered directions of flattened arcs.
@Suite(.timed) struct TurnTests {
    @Test func arcFlattenedAgainHasTheSamePoints() {
        for seed in 0..<rounds(200 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let arc = Path.Arc(
                center: Point(random.number(-50...50), random.number(-50...50)), xAxis: Point(random.number(0.1...300), 0),
                yAxis: Point(0, random.number(0.1...300)), startAngle: .pi / 2 * Double(Int(random.number(-4...4))),
                sweep: random.chance(0.5) ? .pi / 2 : -.pi / 2)
            var path = Path()
            path.move(to: arc.startPoint)
            path.addArc(arc)
            // Runs of directions are kept from their second use on.
            let all = (0..<4).map { _ in path.flattened() }
            #expect(all.allSatisfy { $0 == all[0] }, "seed \(seed)")
            let points = all[0].first?.points ?? []
            let count = points.count - 1
            let step = arc.sweep / Double(max(1, count))
            let outward = 1 + 2.0 / 3 * (1 - cos(step / 2))
            for index in 1..<max(1, count) {
                let on = arc.point(at: arc.startAngle + Double(index) * step)
                let expected = arc.center + outward * (on - arc.center)
                #expect((points[index] - expected).length < 1e-11 * (300 + on.length), "seed \(seed)")
            }
        }
    }
}
