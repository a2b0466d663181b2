import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests layers that keep their depth against planes that are cut point by point.
@Suite(.timed) struct DepthTests {
    private static let canvas = Size(width: 80, height: 60)

    private func plane(_ frame: Rect, _ css: String, _ color: Color) throws -> Layer {
        var layer = Layer(frame: frame, backgroundColor: .color(color))
        layer.transform3D = try Transform3D(css: css, frame: frame.size)
        return layer
    }

    private func picture(
        _ planes: [Layer], perspective: Double? = nil, _ change: (inout Layer) -> Void = { _ in }
    ) throws -> Bitmap {
        var space = Layer(sublayers: planes)
        (space.transformStyle, space.perspective) = (.preserve3D, perspective)
        change(&space)
        return try drawn(Scene(canvas: Canvas(size: Self.canvas, background: .white), layers: [space]))
    }

    @Test func planesCutEachOtherAlongExactLines() throws {
        // Both planes turn about the line x = 40.3. The left side of the first one is nearer to the eye.
        let frame = Rect(x: 20.3, y: 10, width: 40, height: 40)
        let planes = [
            try plane(frame, "rotateY(45deg)", Color(red: 1, green: 0, blue: 0, alpha: 1)),
            try plane(frame, "rotateY(-45deg)", Color(red: 0, green: 0, blue: 1, alpha: 1)),
        ]
        let found = try picture(planes)
        #expect(found[35, 30] == SIMD4(255, 0, 0, 255))
        #expect(found[45, 30] == SIMD4(0, 0, 255, 255))
        // Three tenths of the pixel lie on the left of the line.
        #expect(found[40, 30] == SIMD4(77, 0, 178, 255) || found[40, 30] == SIMD4(76, 0, 179, 255))
        #expect(try picture(planes.reversed()) == found)
    }

    @Test func nestedSpacesAreOne() throws {
        let frame = Rect(x: 20, y: 10, width: 40, height: 40)
        let front = try plane(frame, "rotateX(20deg) rotateY(30deg) translateZ(12px)", .black)
        let crossing = try plane(
            frame, "rotateX(20deg) rotateY(30deg) rotateX(80deg)", Color(red: 1, green: 0, blue: 0, alpha: 1))
        let flat = try picture([front, crossing], perspective: 150)
        var outer = Layer(frame: Rect(origin: .zero, size: Self.canvas))
        outer.transform3D = try Transform3D(css: "rotateX(20deg)", frame: Self.canvas)
        outer.transformStyle = .preserve3D
        var inner = outer
        inner.transform3D = try Transform3D(css: "rotateY(30deg)", frame: Self.canvas)
        inner.sublayers = [
            try plane(frame, "rotateX(80deg)", Color(red: 1, green: 0, blue: 0, alpha: 1)),
            try plane(frame, "translateZ(12px)", .black),
        ]
        outer.sublayers = [inner]
        let nested = try picture([outer], perspective: 150)
        #expect(comparison(flat, nested) <= 1)
    }

    private func comparison(_ a: Bitmap, _ b: Bitmap) -> Int {
        var most = 0
        for y in 0..<a.height {
            for x in 0..<a.width {
                for channel in 0..<4 { most = max(most, abs(Int(a[x, y][channel]) - Int(b[x, y][channel]))) }
            }
        }
        return most
    }

    @Test func effectsOnTheWholeFlattenTheSpace() throws {
        let frame = Rect(x: 20, y: 10, width: 40, height: 40)
        let planes = [try plane(frame, "rotateY(45deg)", .black), try plane(frame, "rotateY(-45deg)", .white)]
        let flat = try picture(planes) { $0.transformStyle = .flat }
        #expect(try picture(planes) != flat)
        for change: (inout Layer) -> Void in [
            { $0.opacity = 0.9 }, { $0.masksToBounds = true }, { $0.mask = Layer(backgroundColor: .black) },
            { $0.blendMode = .multiply }, { $0.filter = [.blur(Sigma(1))] },
        ] {
            #expect(
                try picture(planes, change)
                    == picture(planes) {
                        change(&$0)
                        $0.transformStyle = .flat
                    })
        }
    }

    /// The colour of a point on the device: planes by depth, and those of equal depth in the order of the list.
    private func color(_ x: Double, _ y: Double, _ planes: [Sample]) -> SIMD3<Double> {
        var hits: [(depth: Double, index: Int)] = []
        for (index, plane) in planes.enumerated() { if let depth = plane.depth(x, y) { hits.append((depth, index)) } }
        var result = SIMD3(1.0, 1, 1)
        for hit in hits.sorted(by: { ($0.depth, $0.index) < ($1.depth, $1.index) }) {
            let color = planes[hit.index].color
            let over = SIMD3(color.red, color.green, color.blue)
            result = result + color.alpha * (over - result)
        }
        return result
    }

    /// A plane and the map back from the device.
    private struct Sample {
        let size: Size
        let map: Transform3D
        let color: Color
        let back: Projection

        init?(_ layer: Layer, distance: Double) {
            guard let frame = layer.frame, case .color(let color)? = layer.backgroundColor else { return nil }
            size = frame.size
            self.color = color
            map = layer.transform3D.about(Point(frame.width / 2, frame.height / 2))
                .concatenating(.translation(frame.minX, frame.minY, 0))
                .concatenating(Transform3D.perspective(distance).about(Point(40, 30)))
            guard let back = Projection(map).inverted else { return nil }
            self.back = back
        }

        /// What is nearer has more. Nil beside the plane.
        func depth(_ x: Double, _ y: Double) -> Double? {
            let place = back.applied(to: Point(x, y))
            guard place.x > 0, place.y > 0, place.x < size.width, place.y < size.height else { return nil }
            let row = place.x * map.x + place.y * map.y + map.origin
            return row.z / row.w
        }
    }

    @Test(arguments: TestSeeds.all) func randomPlanesHideEachOtherByDepth(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (checked, apart, turned) = (0, 0, 0)
        for _ in 0..<rounds(60) {
            let distance = Double.random(in: 90...400, using: &random)
            var layers: [Layer] = []
            for _ in 0..<Int.random(in: 2...5, using: &random) {
                let frame = Rect(
                    x: .random(in: 5...40, using: &random), y: .random(in: 5...30, using: &random),
                    width: .random(in: 10...40, using: &random), height: .random(in: 10...30, using: &random))
                let css = """
                    rotate3d(\(Double.random(in: -1...1, using: &random)), \(Double.random(in: -1...1, using: &random)), \
                    \(Double.random(in: -0.3...0.3, using: &random)), \(Double.random(in: -70...70, using: &random))deg) \
                    translateZ(\(Double.random(in: -8...8, using: &random))px)
                    """
                layers.append(
                    try plane(
                        frame, css,
                        Color(
                            red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
                            blue: .random(in: 0...1, using: &random), alpha: Bool.random(using: &random) ? 1 : 0.6)))
            }
            let found = try picture(layers, perspective: distance)
            let reversed = try picture(layers.reversed(), perspective: distance)
            let samples = layers.compactMap { Sample($0, distance: distance) }
            #expect(samples.count == layers.count)
            for y in 0..<found.height {
                for x in 0..<found.width {
                    if (0..<4).contains(where: { abs(Int(found[x, y][$0]) - Int(reversed[x, y][$0])) > 1 }) { turned += 1 }
                    // Points close to each other that agree leave no more than a corner of a plane in the pixel.
                    let corners = (0..<64).map { index in
                        color(
                            Double(x) + Double(index % 8) / 7.02 + 0.001, Double(y) + Double(index / 8) / 7.02 + 0.001, samples)
                    }
                    guard corners.allSatisfy({ $0 == corners[0] }) else { continue }
                    checked += 1
                    let most = (0..<3).map { abs(Double(found[x, y][$0]) - 255 * corners[0][$0]) }.max() ?? 0
                    // Half a level is the rounding to bytes, and each layer that is seen through adds some rounding.
                    if most > 1.2 { apart += 1 }
                }
            }
        }
        #expect(checked > rounds(60) * 3000)
        // In a few pixels, edges of layers meet that don't overlap. They lie in a row: up to 17 in a scene.
        #expect((turned - 17) * 5000 <= checked, "\(turned) of \(checked)")
        // Between the points, a sharp corner may cover a twentieth of a pixel.
        #expect(apart * 5000 <= checked, "\(apart) of \(checked)")
    }
}
