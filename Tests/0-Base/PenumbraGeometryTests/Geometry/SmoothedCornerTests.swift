import PenumbraGeometry
import TestSupport
import Testing

/// Tests corners by Figma's corner smoothing.
@Suite(.timed) struct SmoothedCornerTests {
    private func path(_ size: Size, _ radii: CornerRadii, _ amount: Double) -> Path {
        Path(Rect(x: 0, y: 0, width: size.width, height: size.height), radii: radii, curve: .smoothed(amount))
    }

    private let large = Size(width: 100, height: 100)

    @Test func cornersWithoutSmoothingAreCircular() {
        let circular = Path(Rect(x: 0, y: 0, width: 100, height: 100), radii: CornerRadii(20), curve: .circular)
        #expect(path(large, CornerRadii(20), 0) == circular)
        // A box as high as two radii has no room for curves.
        let capsule = path(Size(width: 40, height: 40), CornerRadii(20), 0.7)
        #expect(capsule == Path(Rect(x: 0, y: 0, width: 40, height: 40), radii: CornerRadii(20), curve: .circular))
    }

    /// The numbers follow from Figma's formulas for a radius of 10 and a smoothing of 0.6, where the arc takes 36 degrees.
    @Test func cornersFollowFigmasFormulas() throws {
        let path = path(large, CornerRadii(10), 0.6)
        var cubics: [(Point, Point, Point)] = []
        for element in path.elements {
            if case .cubic(let to, let a, let b) = element { cubics.append((a, b, to)) }
        }
        // The path starts behind the top left corner, and its first curve leads into the top right one.
        let start = try #require(path.elements.first)
        #expect(start == .move(to: Point(16, 0)))
        let first = try #require(cubics.first)
        // arc section 4.370, p3 to p4 2.401, c 2.140, d 1.090, b (16 - 7.600) / 3 = 2.800
        #expect((first.0 - Point(100 - 16 + 5.600, 0)).length < 0.002, "\(first)")
        #expect((first.1 - Point(100 - 16 + 8.400, 0)).length < 0.002)
        #expect((first.2 - Point(100 - 5.460, 1.090)).length < 0.002)
    }

    @Test func cornersReachAsFarAsTheyMay() {
        for amount in [0.0, 0.3, 1] {
            #expect(CornerCurve.smoothed(amount).reach == 1 + amount)
            #expect(path(large, CornerRadii(20), amount).elements.first == .move(to: Point(20 * (1 + amount), 0)))
        }
        // Corners of 30 and 10 share an edge of 60 as 45 and 15.
        var radii = CornerRadii(30)
        radii.topRight = 10
        let path = path(Size(width: 60, height: 200), radii, 1)
        #expect(path.elements.first == .move(to: Point(45, 0)))
        #expect(abs(path.bounds.width - 60) < 1e-9 && abs(path.bounds.height - 200) < 1e-9)
    }

    @Test(arguments: TestSeeds.all) func smoothedCornersStayInTheirBox(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            func number() -> Double { .random(in: 0...60, using: &random) }
            let radii = CornerRadii(topLeft: number(), topRight: number(), bottomRight: number(), bottomLeft: number())
            let size = Size(width: number() + 1, height: number() + 1)
            let bounds = path(size, radii, .random(in: 0...1, using: &random)).bounds
            #expect(bounds.minX >= -1e-9 && bounds.minY >= -1e-9, "\(size) \(radii)")
            #expect(bounds.maxX <= size.width + 1e-9 && bounds.maxY <= size.height + 1e-9, "\(size) \(radii)")
        }
    }
}
