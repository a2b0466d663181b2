import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests whole scenes against double-precision pictures that are painted by definition.
@Suite(.timed) struct PictureTests {
    static let width = 120
    static let height = 90
    static let pixels = PixelRect(x: 0, y: 0, width: width, height: height)

    /// The largest difference from the reference, in levels of 255 of premultiplied components.
    ///
    /// Un-premultiplying magnifies rounding errors where alpha is small, so colours are compared as they are painted.
    private func error(_ scene: Scene, _ reference: ReferencePicture) throws -> Double {
        let bitmap = try CPURenderer().execute(try ScenePlanner.plan(scene))
        var worst = 0.0
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let p = bitmap[x, y]
                let alpha = Double(p.w) / 255
                let truth = reference.premultiplied(x, y)
                let found = SIMD4(Double(p.x) * alpha, Double(p.y) * alpha, Double(p.z) * alpha, Double(p.w))
                for channel in 0..<4 { worst = max(worst, abs(found[channel] - truth[channel])) }
            }
        }
        return worst
    }

    private func scene(_ layers: [Layer], background: Paint? = .white) -> Scene {
        Scene(
            canvas: Canvas(size: Size(width: Double(Self.width), height: Double(Self.height)), background: background),
            layers: layers)
    }

    private func casterArea(_ polygon: [Point]) -> Field {
        let bounds = PixelRect(covering: Rect(bounding: polygon))
        return exactArea(of: [polygon], in: bounds)
    }

    static let casters: [(name: String, polygon: [Point])] = [
        ("inside", [Point(30.3, 20.7), Point(88.1, 28.4), Point(71.9, 66.2), Point(25.5, 55.5)]),
        ("crossing", [Point(-40.2, 10), Point(60.6, -30.1), Point(170.3, 50.2), Point(50, 130.7)]),
        ("outside", [Point(130.4, 20), Point(220.2, 31.3), Point(200, 80.8), Point(140.1, 70.9)]),
        ("sliver", [Point(10.1, 10.2), Point(110.4, 12.9), Point(110.4, 13.2)]),
    ]

    @Test(arguments: [0, 0.3, 0.5, 1, 3, 3.9, 4, 8, 31.7, 128, 400])
    func shadowIsATrueGaussianOfAnExactArea(sigma: Double) throws {
        for caster in Self.casters {
            for offset in [Point.zero, Point(7.3, -4.6)] {
                let shadow = Shadow(
                    color: Color(red: 0.2, green: 0.1, blue: 0.6), opacity: 0.8, offset: offset, radius: Sigma(sigma),
                    path: Path(polygon: caster.polygon))
                let moved = caster.polygon.map { $0 + offset }
                var reference = ReferencePicture(width: Self.width, height: Self.height, background: SIMD4(1, 1, 1, 1))
                reference.paint(
                    SIMD4(0.2, 0.1, 0.6, 0.8), through: trueGaussian(casterArea(moved), sigma: sigma, in: Self.pixels))
                let found = try error(scene([Layer(shadows: [shadow])]), reference)
                #expect(found <= Tolerance.picture, "\(caster.name), offset \(offset)")
            }
        }
    }

    @Test(arguments: [0, 0.5, 3, 8, 31.7])
    func alphaShadowIsOffsetByPartsOfAPixel(sigma: Double) throws {
        // Two overlapping half-transparent squares on whole pixels. Their alpha is exactly 0.5 and 0.75.
        let a = Layer(
            frame: Rect(x: 0, y: 0, width: 40, height: 30), backgroundColor: .rgb(1, 0, 0, alpha: 0.5))
        let b = Layer(
            frame: Rect(x: 20, y: 10, width: 40, height: 30), backgroundColor: .rgb(0, 0, 1, alpha: 0.5))
        let offset = Point(5.25, 8.6)
        let shadow = Shadow(color: .black, opacity: 0.9, offset: offset, radius: Sigma(sigma))
        let layer = Layer(frame: Rect(x: 25, y: 20, width: 60, height: 40), shadows: [shadow], sublayers: [a, b])

        func square(_ x: Double, _ y: Double) -> Field {
            exactArea(of: [Rect(x: x, y: y, width: 40, height: 30).corners], in: Self.pixels)
        }
        let (first, second) = (square(25, 20), square(45, 30))
        var alpha = Field(Self.pixels)
        for i in alpha.values.indices {
            let (p, q) = (0.5 * first.values[i], 0.5 * second.values[i])
            alpha.values[i] = q + p * (1 - q)
        }
        let whole = Point(offset.x.rounded(), offset.y.rounded())
        let shift = offset - whole
        let placed = Self.pixels.offset(x: -Int(whole.x), y: -Int(whole.y))
        var mask =
            sigma > 0 ? trueGaussian(alpha, sigma: sigma, shift: shift, in: placed) : interpolated(alpha, shift, in: placed)
        mask = mask.moved(x: Int(whole.x), y: Int(whole.y))
        var reference = ReferencePicture(width: Self.width, height: Self.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(SIMD4(0, 0, 0, 0.9), through: mask)
        reference.paint(SIMD4(1, 0, 0, 0.5), through: first)
        reference.paint(SIMD4(0, 0, 1, 0.5), through: second)
        #expect(try error(scene([layer]), reference) <= Tolerance.picture)
    }

    /// A layer's shadow is the same whether its alpha is computed from its outline or from its pixels.
    @Test(arguments: [0, 0.5, 3, 8])
    func outlineShadowEqualsTheShadowOfItsAlpha(sigma: Double) throws {
        let shadow = Shadow(color: .black, opacity: 0.9, offset: Point(30.5, 7.25), radius: Sigma(sigma))
        var plain = Layer(frame: Rect(x: 20.5, y: 20, width: 33, height: 21.75), backgroundColor: .white, shadows: [shadow])
        let outline = try CPURenderer().execute(try ScenePlanner.plan(scene([plain])))
        plain.sublayers = [Layer(isHidden: true)]
        let alpha = try CPURenderer().execute(try ScenePlanner.plan(scene([plain])))
        #expect(BitmapComparison(outline, alpha)?.isEqual == true)
    }

    /// Only an alpha of 1 has fewer levels than there are colours. Alphas of 1 and 3 used to be off by up to 2.
    @Test func imageAtItsOwnSizeKeepsItsBytes() throws {
        let source = ImageSource.data([1])
        let all = Bitmap(width: 256, height: 256) { bytes in
            for i in bytes.indices {
                let (color, alpha) = (i / 4 % 256, i / 1024)
                bytes[i] = alpha == 0 ? 0 : UInt8([color, 255 - color, color * 7 % 256, alpha][i % 4])
            }
        }
        let layer = Layer(kind: .image(ImageContents(source: source)))
        let scene = Scene(canvas: Canvas(size: Size(width: 256, height: 256)), layers: [layer])
        let drawn = try CPURenderer().execute(try ScenePlanner.plan(scene, images: [source: all]))
        for alpha in 0..<256 {
            for color in 0..<256 {
                let (found, wanted) = (drawn[color, alpha], all[color, alpha])
                let most = alpha == 1 ? 1 : 0
                for channel in 0..<4 {
                    #expect(abs(Int(found[channel]) - Int(wanted[channel])) <= most, "colour \(color), alpha \(alpha)")
                }
            }
        }
    }

    @Test func imageThatFillsItsClippedFrameHasOneEdge() throws {
        let source = ImageSource.data([1])
        let red = Bitmap(width: 8, height: 8, isOpaque: true) { bytes in
            for i in bytes.indices { bytes[i] = i % 4 == 0 || i % 4 == 3 ? 255 : 0 }
        }
        for turn in [0.0, 20] {
            for gravity in [ContentsGravity.resize, .resizeAspectFill] {
                let frame = Rect(x: 30.5, y: 20.5, width: 40.25, height: 33)
                let image = Layer(
                    kind: .image(ImageContents(source: source, gravity: gravity)), frame: frame,
                    transform: .rotation(degrees: turn),
                    cornerRadii: CornerRadii(6), masksToBounds: true)
                let fill = Layer(
                    frame: frame, transform: .rotation(degrees: turn), backgroundColor: .rgb(1, 0, 0),
                    cornerRadii: CornerRadii(6))
                let a = try CPURenderer().execute(try ScenePlanner.plan(scene([image]), images: [source: red]))
                let b = try CPURenderer().execute(try ScenePlanner.plan(scene([fill])))
                #expect(BitmapComparison(a, b)?.isEqual == true, "\(gravity), turned by \(turn)°")
            }
        }
    }

    @Test func groupIsPaintedOnceAtItsOpacity() throws {
        let child = Layer(
            frame: Rect(x: 10.5, y: 5.25, width: 50, height: 40), backgroundColor: .rgb(0, 0.5, 0))
        let group = Layer(
            frame: Rect(x: 20, y: 20, width: 70, height: 50), opacity: 0.4,
            backgroundColor: .rgb(0.9, 0.2, 0.1),
            sublayers: [child])
        var inner = ReferencePicture(width: Self.width, height: Self.height)
        inner.paint(
            SIMD4(0.9, 0.2, 0.1, 1),
            through: exactArea(of: [Rect(x: 20, y: 20, width: 70, height: 50).corners], in: Self.pixels))
        inner.paint(
            SIMD4(0, 0.5, 0, 1),
            through: exactArea(of: [Rect(x: 30.5, y: 25.25, width: 50, height: 40).corners], in: Self.pixels))
        var reference = ReferencePicture(width: Self.width, height: Self.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(inner, opacity: 0.4)
        #expect(try error(scene([group]), reference) <= Tolerance.picture)
    }

    @Test func boundsClipContentsOnceAndNotTheBorder() throws {
        let bounds = Rect(x: 20.4, y: 15.7, width: 71.3, height: 52.8)
        let child = Layer(frame: Rect(x: -15, y: 20, width: 60, height: 60), backgroundColor: .rgb(0, 0, 1))
        let layer = Layer(
            frame: bounds, backgroundColor: .rgb(1, 0.8, 0), cornerRadii: CornerRadii(14), borderWidth: 4.5,
            borderColor: Color(red: 0, green: 0, blue: 0, alpha: 0.5), masksToBounds: true, sublayers: [child])
        func area(_ path: Path) -> Field { exactArea(of: path.flattened(tolerance: 1e-5).map(\.points), in: Self.pixels) }
        let outer = area(Path(bounds, radii: CornerRadii(14)))
        let inner = area(Path(bounds.inset(by: 4.5), radii: CornerRadii(9.5)))
        var contents = ReferencePicture(width: Self.width, height: Self.height, background: SIMD4(1, 0.8, 0, 1))
        contents.paint(
            SIMD4(0, 0, 1, 1), through: exactArea(of: [child.frame!.offset(by: bounds.origin).corners], in: Self.pixels))
        var reference = ReferencePicture(width: Self.width, height: Self.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(contents, through: outer)
        var ring = outer
        for i in ring.values.indices { ring.values[i] -= inner.values[i] }
        reference.paint(SIMD4(0, 0, 0, 0.5), through: ring)
        #expect(try error(scene([layer]), reference) <= Tolerance.picture)
    }

    @Test func transformsRotateShadowOffsetsAndScaleSigmas() throws {
        let turn = AffineTransform.rotation(degrees: 30).concatenating(.scale(1.5, 1.5))
        let path = Path(Rect(x: 0, y: 0, width: 30, height: 20))
        let shadow = Shadow(color: .black, opacity: 1, offset: Point(6, 2), radius: Sigma(3), path: path)
        let layer = Layer(frame: Rect(x: 40, y: 30, width: 30, height: 20), transform: turn, shadows: [shadow])
        let map = turn.about(Point(15, 10)).concatenating(.translation(40, 30))
        let polygon = Rect(x: 0, y: 0, width: 30, height: 20).corners.map { ($0 + Point(6, 2)).applying(map) }
        var reference = ReferencePicture(width: Self.width, height: Self.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(SIMD4(0, 0, 0, 1), through: trueGaussian(casterArea(polygon), sigma: 4.5, in: Self.pixels))
        #expect(try error(scene([layer]), reference) <= Tolerance.picture)
    }

    /// Interpolates the surrounding pixels linearly, as for an unblurred shadow that moves by a fraction of a pixel.
    private func interpolated(_ field: Field, _ shift: Point, in pixels: PixelRect) -> Field {
        var result = Field(pixels)
        for y in pixels.y..<pixels.maxY {
            for x in pixels.x..<pixels.maxX {
                var sum = 0.0
                for v in -1...1 {
                    for u in -1...1 {
                        let weight = max(0, 1 - abs(Double(u) + shift.x)) * max(0, 1 - abs(Double(v) + shift.y))
                        sum += weight * field[x + u, y + v]
                    }
                }
                result[x, y] = sum
            }
        }
        return result
    }
}

extension Field {
    fileprivate func moved(x: Int, y: Int) -> Field {
        var result = Field(pixels.offset(x: x, y: y))
        result.values = values
        return result
    }
}
