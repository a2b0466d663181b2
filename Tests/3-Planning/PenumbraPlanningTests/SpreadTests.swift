import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests grown and shrunk casters against the outlines they become and against the distance formula.
@Suite(.timed) struct SpreadTests {
    /// Shadows with a spread, and the path whose shadow each of them equals.
    private static let offsets:
        [(name: String, path: Path, rule: FillRule, spread: Double, becomes: Path, becomesRule: FillRule)] = [
            (
                "a circle is a larger circle", Path(circleAt: Point(20, 15), radius: 7.3), .nonzero, 4.6,
                Path(circleAt: Point(20, 15), radius: 11.9), .nonzero
            ),
            (
                "a circle is a smaller circle", Path(circleAt: Point(20, 15), radius: 11.9), .nonzero, -4.6,
                Path(circleAt: Point(20, 15), radius: 7.3), .nonzero
            ),
            (
                "a box gets round corners", Path(Rect(x: 12, y: 9, width: 15, height: 11)), .nonzero, 5,
                Path(Rect(x: 7, y: 4, width: 25, height: 21), radii: CornerRadii(5)), .nonzero
            ),
            (
                "a box keeps its corners as it shrinks", Path(Rect(x: 7.2, y: 4.4, width: 25, height: 21)), .nonzero, -3.7,
                Path(Rect(x: 10.9, y: 8.1, width: 17.6, height: 13.6)), .nonzero
            ),
            (
                "round corners shrink with their box", Path(Rect(x: 7, y: 4, width: 25, height: 21), radii: CornerRadii(9)),
                .nonzero, -4.5, Path(Rect(x: 11.5, y: 8.5, width: 16, height: 12), radii: CornerRadii(4.5)), .nonzero
            ),
            (
                "a hole closes as its ring grows", ring(outer: 10, inner: 6), .evenOdd, 2.5, ring(outer: 12.5, inner: 3.5),
                .evenOdd
            ),
            (
                "a hole grows as its ring shrinks", ring(outer: 12.5, inner: 3.5), .evenOdd, -2.5, ring(outer: 10, inner: 6),
                .evenOdd
            ),
            (
                "overlapping parts are one",
                Path(Rect(x: 8, y: 8, width: 14, height: 6)).appending(Rect(x: 14, y: 8, width: 14, height: 6)),
                .nonzero, -1.75, Path(Rect(x: 9.75, y: 9.75, width: 16.5, height: 2.5)), .nonzero
            ),
            (
                "what is thinner than the spread is gone", Path(Rect(x: 5, y: 5, width: 30, height: 7)), .nonzero, -3.51,
                Path(), .nonzero
            ),
        ]

    private static func ring(outer: Double, inner: Double) -> Path {
        var path = Path(circleAt: Point(20, 15), radius: outer)
        // Drawn in the opposite direction, so that the hole is a hole by either rule.
        let center = Point(20, 15)
        path.append(Path(circleAt: center, radius: inner).applying(AffineTransform.scale(-1, 1).about(center)))
        return path
    }

    private func shadow(_ path: Path, _ rule: FillRule, spread: Double, sigma: Double = 0) -> Shadow {
        Shadow(opacity: 0.8, offset: Point(2.25, 3.5), radius: Sigma(sigma), spread: spread, path: path, fillRule: rule)
    }

    @Test(arguments: offsets.indices, scales)
    func pathSpreadEqualsTheOffsetPath(index: Int, scale: Double) throws {
        let offset = Self.offsets[index]
        for turn in [0.0, 27] {
            for sigma in [0, 2.0] {
                var layer = Layer(frame: Rect(x: 3, y: 2, width: 40, height: 30), transform: .rotation(degrees: turn))
                layer.shadows = [shadow(offset.path, offset.rule, spread: offset.spread, sigma: sigma)]
                let bitmap = try drawn(page([layer], scale: scale))
                layer.shadows = [shadow(offset.becomes, offset.becomesRule, spread: 0, sigma: sigma)]
                let truth = SceneReference(page([layer], scale: scale), margin: Int(10 * scale)).draw()
                let difference = Difference(bitmap, truth)
                #expect(difference.levels <= Tolerance.picture, "\(offset.name), σ \(sigma), scale \(scale): \(difference)")
            }
        }
    }

    /// An outline from a shape, a box or a path is offset in the same way. The casters of inner shadows grow inwards.
    @Test(arguments: scales)
    func layerSpreadEqualsItsOutlineOffset(scale: Double) throws {
        let frame = Rect(x: 8, y: 6, width: 30, height: 22)
        for spread in [3.0, -3] {
            let inset = Rect(x: -spread, y: -spread, width: 30 + 2 * spread, height: 22 + 2 * spread)
            var box = Layer(
                frame: frame, backgroundColor: .rgb(0.3, 0.6, 0.9), cornerRadii: CornerRadii(8), drawsContents: false)
            box.shadows = [Shadow(offset: Point(2, 4), radius: Sigma(1.5), spread: spread)]
            let bitmap = try drawn(page([box], scale: scale))
            box.shadows = [
                Shadow(offset: Point(2, 4), radius: Sigma(1.5), path: Path(inset, radii: CornerRadii(8 + spread)))
            ]
            let difference = Difference(bitmap, SceneReference(page([box], scale: scale), margin: 30).draw())
            #expect(difference.levels <= Tolerance.picture, "\(spread), \(difference)")

            var inner = Layer(frame: frame, backgroundColor: .rgb(0.3, 0.6, 0.9), cornerRadii: CornerRadii(8))
            inner.innerShadows = [Shadow(offset: Point(2, 4), radius: Sigma(1.5), spread: -spread)]
            let pressed = try drawn(page([inner], scale: scale))
            inner.innerShadows = [
                Shadow(offset: Point(2, 4), radius: Sigma(1.5), path: Path(inset, radii: CornerRadii(8 + spread)))
            ]
            let second = Difference(pressed, SceneReference(page([inner], scale: scale), margin: 30).draw())
            #expect(second.levels <= Tolerance.picture, "inner, \(spread), \(second)")
        }
    }

    /// A disc of pixels with an antialiased edge, a half transparent disc and a single pixel, each computed pixel by pixel from
    /// the formula.
    @Test(arguments: [0.4, 1, 2.5, 6.2, -0.4, -1, -2.5, -4.2])
    func pixelAlphaSpreadMatchesItsFormula(spread: Double) throws {
        let (width, height) = (30, 24)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let far = Point(Double(x) + 0.5 - 10.3, Double(y) + 0.5 - 12.1).length
                var alpha = max(0, min(1, 7.5 - far))
                if x > 20 { alpha = max(alpha, 0.5 * max(0, min(1, 9 - Point(Double(x) - 19, Double(y) - 12.5).length))) }
                if x == 26 && y == 2 { alpha = 1 }
                pixels += [0, 0, 0, UInt8((alpha * 255).rounded())]
            }
        }
        let source = ImageSource.data([9])
        let image = Bitmap(width: width, height: height) { bytes in
            for i in pixels.indices { bytes[i] = pixels[i] }
        }
        let layer = Layer(
            kind: .image(ImageContents(source: source)), frame: Rect(x: 9, y: 6, width: Double(width), height: Double(height)),
            shadows: [Shadow(radius: .zero, spread: spread)], drawsContents: false)
        let bitmap = try drawn(page([layer], background: nil), images: [source: image])

        func alpha(_ x: Int, _ y: Int) -> Double {
            let (x, y) = (x - 9, y - 6)
            let inside = (0..<width).contains(x) && (0..<height).contains(y)
            let alpha = inside ? Double(pixels[4 * (y * width + x) + 3]) / 255 : 0
            return spread < 0 ? 1 - alpha : alpha
        }
        /// The coverage of a pixel turned parallel to the edge. By definition, the half-plane at the edge covers the same fraction
        /// of this pixel.
        func covered(_ around: [Double], _ level: Double) -> Double {
            let v = around[4]
            guard v < level else { return v / level }
            let x = abs((around[2] + 2 * around[5] + around[8]) - (around[0] + 2 * around[3] + around[6]))
            let y = abs((around[6] + 2 * around[7] + around[8]) - (around[0] + 2 * around[1] + around[2]))
            guard x + y > 0 else { return v / level }
            let length = Point(x, y).length
            let (nx, ny) = (max(1e-9, x / length), max(1e-9, y / length))
            func part(_ distance: Double) -> Double {
                // The area of the unit pixel around the origin where nx·p + ny·q is at most the distance.
                func triangle(_ reach: Double) -> Double { reach > 0 ? reach * reach / (2 * nx * ny) : 0 }
                let corner = distance + (nx + ny) / 2
                return triangle(corner) - triangle(corner - nx) - triangle(corner - ny) + triangle(corner - nx - ny)
            }
            var (low, high) = (-1.0, 1.0)
            for _ in 0..<50 {
                let middle = (low + high) / 2
                if part(middle) < v / level { low = middle } else { high = middle }
            }
            return min(1, 0.5 + low)
        }
        var worst = 0.0
        let reach = Int(abs(spread)) + 2
        for y in 0..<36 {
            for x in 0..<48 {
                var grown = 0.0
                for j in -reach...reach {
                    for i in -reach...reach {
                        let v = alpha(x + i, y + j)
                        guard v > 0 else { continue }
                        let around = (-1...1).flatMap { b in (-1...1).map { a in alpha(x + i + a, y + j + b) } }
                        let level = around.min()! <= 1 / 255.0 ? around.max()! : v
                        let e = covered(around, level)
                        guard e > 0 else { continue }
                        let s = max(-1, min(1, abs(spread) - Point(Double(i), Double(j)).length))
                        grown = max(grown, min(level, level * e + level * s))
                    }
                }
                let truth = 255 * (spread < 0 ? 1 - grown : grown)
                worst = max(worst, abs(Double(bitmap[x, y].w) - truth))
            }
        }
        #expect(worst <= Tolerance.picture, "\(worst)")
    }

    /// Spreading a disc's pixels gives nearly the same result as spreading its outline.
    @Test(arguments: [3.0, 8.5, -3.25])
    func pixelDiscSpreadsLikeItsOutline(spread: Double) throws {
        let disc = Layer(kind: .shape(Shape(path: Path(circleAt: Point(22.3, 17.6), radius: 7.4), fillColor: .white)))
        // A layer of sublayers has no outline of its own; the sublayers hide its shadow.
        let group = Layer(frame: Rect(x: 0, y: 0, width: 48, height: 36), sublayers: [disc])
        var caster = group
        caster.shadows = [Shadow(offset: Point(0, 100), radius: .zero, spread: spread)]
        caster.frame?.origin.y = -100
        let truth = Layer(
            kind: .shape(Shape(path: Path(circleAt: Point(22.3, 17.6), radius: 7.4 + spread), fillColor: .black)))
        let difference = Difference(
            try drawn(page([caster], background: .white)), SceneReference(page([truth], background: .white)).draw())
        #expect(difference.levels <= Tolerance.spreadPixels, "\(difference)")
    }

    @Test func spreadOfZeroChangesNoPixel() throws {
        for path in [nil, Path(circleAt: Point(9, 9), radius: 8)] {
            var layer = Layer(
                frame: Rect(x: 8, y: 6, width: 30, height: 22), backgroundColor: .rgb(0.3, 0.6, 0.9, alpha: 0.5),
                shadows: [Shadow(spread: 0, path: path)], innerShadows: [Shadow(spread: 0, path: path)])
            let plain = try drawn(page([layer]))
            layer.shadows[0].spread = 1e-9
            layer.innerShadows[0].spread = 1e-9
            let almost = try drawn(page([layer]))
            for (a, b) in zip(plain.pixels, almost.pixels) { #expect(abs(Int(a) - Int(b)) <= 1) }
        }
    }
}

extension Path {
    fileprivate func appending(_ rect: Rect) -> Path {
        var result = self
        result.append(Path(rect))
        return result
    }
}
