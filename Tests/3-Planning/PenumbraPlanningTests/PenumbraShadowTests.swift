import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Shadows whose σ grows with the distance from a line, against a Gaussian of each pixel's own σ.
@Suite(.timed) struct PenumbraShadowTests {
    private let frame = Rect(x: 12, y: 7, width: 24, height: 20)
    private let ink = Color(red: 0.1, green: 0.2, blue: 0.4)

    private func shadow(_ radius: Double, _ penumbra: Double, _ change: (inout Shadow) -> Void = { _ in }) -> Shadow {
        var shadow = Shadow(color: ink, opacity: 0.9, offset: Point(3, 2), radius: Sigma(radius), penumbra: penumbra)
        change(&shadow)
        return shadow
    }

    @Test(arguments: [(0, 0.05), (0, 0.4), (0.5, 0.2), (3, 0.1), (2, 1)] as [(Double, Double)], scales)
    func penumbraSigmaGrowsFromTheFoot(softness: (Double, Double), scale: Double) throws {
        let path = cloud(Rect(x: -4, y: -6, width: 34.5, height: 32))
        for (name, shadow) in [
            ("alpha", shadow(softness.0, softness.1)),
            ("path", shadow(softness.0, softness.1) { $0.path = path }),
            ("part of a pixel", shadow(softness.0, softness.1) { $0.offset = Point(2.3, -1.4) }),
        ] {
            try expectPicture(
                of: [Layer(frame: frame, backgroundColor: .rgb(1, 0, 0), cornerRadii: CornerRadii(5), shadows: [shadow])],
                scale: scale, name, tolerance: Tolerance.progressive)
        }
    }

    /// A group, and a picture with clear margins, cast the shadow that a box of the visible size casts. The transform of a
    /// shadow turns the outline of a box, and the pixels of the others, so the last rounding may differ.
    @Test func penumbraGrowsFromTheCastersOwnFoot() throws {
        let shadow = shadow(0.5, 0.3) { $0.transform = AffineTransform.scale(1, 0.6) }
        let box = Layer(frame: Rect(x: 15, y: 9, width: 10, height: 14), backgroundColor: .rgb(1, 0, 0), shadows: [shadow])
        let wanted = try drawn(page([box]))
        let group = Layer(
            frame: Rect(x: 5, y: 3, width: 0, height: 0), shadows: [shadow],
            sublayers: [Layer(frame: Rect(x: 10, y: 6, width: 10, height: 14), backgroundColor: .rgb(1, 0, 0))])
        expectAlike(try drawn(page([group])), wanted)
        let bitmap = Bitmap(width: 20, height: 30) { bytes in
            for y in 0..<30 {
                for x in 0..<20 {
                    let isInside = (5..<15).contains(x) && (4..<18).contains(y)
                    for channel in 0..<4 { bytes[4 * (20 * y + x) + channel] = isInside && channel % 3 == 0 ? 255 : 0 }
                }
            }
        }
        let picture = Layer(
            kind: .image(ImageContents(source: sampleSource)), frame: Rect(x: 10, y: 5, width: 20, height: 30),
            shadows: [shadow])
        expectAlike(try drawn(page([picture]), images: [sampleSource: bitmap]), wanted)
    }

    private func expectAlike(_ found: Bitmap, _ wanted: Bitmap, sourceLocation: SourceLocation = #_sourceLocation) {
        let most = zip(found.pixels, wanted.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
        #expect(most <= 1, sourceLocation: sourceLocation)
    }

    @Test(arguments: [Point(0.5, 0), Point(0, 0.4), Point(1, 1.3), Point(0.5, -0.5)], scales)
    func penumbraLineRunsThroughTheAnchor(anchor: Point, scale: Double) throws {
        for transform in [AffineTransform.identity, .scale(1, 0.5), .skew(xDegrees: -30, yDegrees: 10), .rotation(degrees: 20)]
        {
            let shadow = shadow(0.5, 0.15) {
                $0.anchor = anchor
                $0.transform = transform
                $0.path = cloud(Rect(x: -2, y: -3, width: 26, height: 24))
            }
            try expectPicture(
                of: [Layer(frame: frame, shadows: [shadow])], scale: scale, "\(transform)", tolerance: Tolerance.progressive)
        }
    }

    @Test(arguments: scales)
    func penumbraCombinesWithOtherShadowKeys(scale: Double) throws {
        for (name, shadow) in [
            ("knocked out", shadow(0.5, 0.2) { $0.knockout = true }),
            ("above the page", shadow(0.5, 0.2) { $0.elevation = 4 }),
            ("blended", shadow(0.5, 0.2) { $0.blendMode = .multiply }),
        ] {
            var turned = Layer(frame: frame, backgroundColor: .rgb(0, 0.6, 0, alpha: 0.5), shadows: [shadow])
            turned.transform = .rotation(degrees: 25)
            try expectPicture(of: [turned], scale: scale, name, tolerance: Tolerance.progressive)
        }
    }

    /// The caster ends 16 pixels left of the canvas, so only the softest of the mixed Gaussians reaches the canvas. Its σ is
    /// 4.65. Pixels at the top have σ = 3.3 and no share of it. Only 16 bits show alpha this low.
    @Test func soleBlurInReachKeepsItsShare() throws {
        var shadow = Shadow(opacity: 1, offset: .zero, radius: Sigma(1.85), penumbra: 0.05, anchor: Point(0.5, 0))
        shadow.path = Path(Rect(x: 0, y: 0, width: 40, height: 56))
        // The skew tilts the lines of equal σ: no rectangle smaller than the canvas holds the softest Gaussian's pixels.
        let skewed = Layer(
            frame: Rect(x: -56, y: 8, width: 40, height: 56), transform: .skew(xDegrees: 0, yDegrees: -45), shadows: [shadow])
        var canvas = Canvas(size: Size(width: 8, height: 28))
        canvas.depth = .sixteen
        let bitmap = try drawn(Scene(canvas: canvas, layers: [skewed]))
        var (worst, largest) = (0.0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let at = 8 * (y * bitmap.width + x) + 6
                let alpha = Int(bitmap.pixels[at]) << 8 | Int(bitmap.pixels[at + 1])
                // The part of the pixel's own Gaussian beyond the caster's edge, whose ends are at least 3.5 σ away.
                let sigma = 1.85 + 0.05 * Double(min(29 + x + y, 56))
                let truth = 65535 * erfc((Double(x) + 16.5) / (sigma * 2.0.squareRoot())) / 2
                worst = max(worst, abs(Double(alpha) - truth))
                largest = max(largest, alpha)
            }
        }
        #expect(largest > 0)
        // One unit of Q15 is two of 65535. Measured: 1.88.
        #expect(worst <= 2, "\(worst) of 65535")
    }

    /// Without growth, or where a path has no height, one Gaussian does.
    @Test func penumbraOfZeroIsAPlainShadow() throws {
        let plain = Layer(frame: frame, backgroundColor: .rgb(1, 0, 0), shadows: [Shadow(radius: Sigma(3))])
        var zero = plain
        zero.shadows[0].penumbra = 0
        #expect(try drawn(page([plain], scale: 1)) == drawn(page([zero], scale: 1)))
    }

    @Test(arguments: [1e-9, 1e3, 1e9, 1e300])
    func extremePenumbrasCanBeDrawn(penumbra: Double) throws {
        for radius in [0, 3, 1e6] {
            let layer = Layer(frame: frame, backgroundColor: .rgb(1, 0, 0), shadows: [shadow(radius, penumbra)])
            _ = try drawn(page([layer], scale: 1))
        }
    }
}
