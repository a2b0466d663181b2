import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests canvases that fit their content, dithering, light and grain.
@Suite(.timed) struct CanvasTests {
    private static let box = Layer(
        frame: Rect(x: 10, y: 20, width: 30, height: 15), backgroundColor: .rgb(0.2, 0.4, 0.8),
        shadows: [Shadow(offset: Point(3, 5), radius: Sigma(2))])

    @Test(arguments: [1.0, 2])
    func fittedCanvasIsThePaintedPartOfALargeCanvas(scale: Double) throws {
        var turned = Self.box
        turned.transform = .rotation(degrees: 20)
        turned.blur = Sigma(1)
        let shape = Layer(
            kind: .shape(
                Shape(
                    path: Path(circleAt: Point(40, 10), radius: 9), strokeColor: .black,
                    stroke: StrokeStyle(lineWidth: 3))), frame: Rect(x: -70, y: 4, width: 3, height: 3))
        for layers in [[Self.box], [turned], [Self.box, shape]] {
            let fitted = try drawn(
                Scene(canvas: Canvas(size: .zero, scale: scale, fitsContent: true), layers: layers))
            let large = Layer(frame: Rect(x: 100, y: 100, width: 0, height: 0), sublayers: layers)
            let all = try drawn(
                Scene(canvas: Canvas(size: Size(width: 250, height: 250), scale: scale), layers: [large]))
            #expect(all.trimmed(border: SIMD4(0, 0, 0, 0)) == fitted.trimmed(border: SIMD4(0, 0, 0, 0)))
            // The margin around the visible part holds only the tails of kernels: up to 24 pixels per side at scale 2, of which
            // the outermost are empty.
            let seen = fitted.trimmed(border: SIMD4(0, 0, 0, 0))
            let reach = Int(32 * scale)
            #expect(fitted.width <= seen.width + reach && fitted.height <= seen.height + reach)
        }
    }

    /// A shadow's transform may stretch each pixel of a flattened layer over many pixels.
    @Test func fittedCanvasContainsTransformedShadows() throws {
        // The alpha changes from place to place, so it consists of pixels.
        let fading = Gradient(colors: [.black, Color(white: 0, alpha: 0.5)])
        let casting = Layer(
            kind: .gradient(fading), frame: Rect(x: 20, y: 1, width: 4, height: 84),
            shadows: [Shadow(radius: .zero, transform: .rotation(degrees: 54))])
        let flat = Layer(
            frame: Rect(x: 0, y: 0.4, width: 48, height: 53), transform: .scale(0.6, 0.0084), anchorPoint: .zero,
            sublayers: [casting])
        let fitted = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: [flat]))
        let large = Layer(frame: Rect(x: 200, y: 200, width: 0, height: 0), sublayers: [flat])
        let all = try drawn(Scene(canvas: Canvas(size: Size(width: 400, height: 400)), layers: [large]))
        let clear = SIMD4<UInt8>(0, 0, 0, 0)
        #expect(all.trimmed(border: clear) == fitted.trimmed(border: clear))
        #expect(all.trimmed(border: clear).width > 60)
    }

    @Test func fittedCanvasOfABoxIsTheBox() throws {
        var box = Self.box
        box.shadows = []
        let fitted = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: [box]))
        #expect((fitted.width, fitted.height) == (30, 15))
        #expect(fitted[0, 0] == SIMD4(51, 102, 204, 255))
        let grown = try drawn(
            Scene(canvas: Canvas(size: Size(width: 20, height: 50), background: .white, fitsContent: true), layers: [box]))
        #expect((grown.width, grown.height) == (40, 50))
        let empty = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: []))
        #expect((empty.width, empty.height) == (1, 1))
    }

    @Test func fittedCanvasIsNoLargerThanThePaintedArea() throws {
        let square = Layer(frame: Rect(x: 40, y: 30, width: 20, height: 10), backgroundColor: .black)
        let pill = Layer(
            frame: Rect(x: 0, y: 0, width: 20, height: 20), transform: .rotation(degrees: 45), backgroundColor: .black,
            cornerRadii: CornerRadii(10))
        let frame = Rect(x: 0, y: 0, width: 100, height: 100)
        // A kernel's end is one pixel further out, even at σ 0, which moves by fractions of a pixel.
        let shadow = Shadow(offset: Point(50, 0), radius: .zero)
        // On a layer of a tenth of the height, the spread of 8 points takes 0.8 pixels off the path's 4 at each edge.
        let band = Path(Rect(x: 0, y: 0, width: 90, height: 40))
        let flat = Layer(
            frame: frame, transform: .scale(1, 0.1), shadows: [Shadow(opacity: 1, radius: .zero, spread: -8, path: band)])
        for (layer, width, height) in [
            (Layer(frame: frame, masksToBounds: true, sublayers: [square]), 20, 10),
            (Layer(frame: Rect(x: 0, y: 0, width: 50, height: 100), masksToBounds: true, sublayers: [square]), 10, 10),
            (Layer(frame: frame, backgroundColor: .black, drawsContents: false, sublayers: [square]), 20, 10),
            (Layer(frame: frame, backgroundColor: .black, shadows: [shadow], drawsContents: false), 102, 102), (pill, 20, 20),
            (flat, 76, 6), (Layer(frame: frame, blendMode: .multiply, backdropBlur: BackdropBlur(radius: Sigma(4))), 1, 1),
        ] {
            let bitmap = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: [layer]))
            #expect((bitmap.width, bitmap.height) == (width, height))
        }
    }

    /// The canvas used to leave the stroke out, and nothing was drawn without an error.
    @Test func fittedCanvasReportsStrokesThatCannotBeDrawn() throws {
        let path = try Path(svgPathData: "M0 0A9e8 9e8 0 0 0 9 9e8")
        let shape = Layer(
            kind: .shape(Shape(path: path, fillColor: nil, strokeColor: .black, stroke: StrokeStyle(lineWidth: 9))),
            frame: Rect(x: 0, y: 0, width: 9, height: 9))
        let error = #expect(throws: PlanningError.self) {
            try ScenePlanner.plan(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: [shape]))
        }
        #expect(error?.description.hasPrefix("layers[0]: ") == true)
    }

    @Test func fittedCanvasContainsBackdropBlurs() throws {
        let square = Layer(frame: Rect(x: 40, y: 40, width: 20, height: 20), backgroundColor: .black)
        let backdrop = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 52), backdropBlur: BackdropBlur(radius: Sigma(3)))
        let group = Layer(frame: Rect(x: 0, y: 0, width: 9, height: 9), opacity: 0.5, sublayers: [square, backdrop])
        for (layers, alpha) in [([square, backdrop], UInt8(255)), ([group], 128)] {
            let bitmap = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: layers))
            // Below the backdrop, nothing is blurred.
            #expect(bitmap[bitmap.width / 2, bitmap.height - 1] == SIMD4(0, 0, 0, alpha))
            #expect((0..<bitmap.width).allSatisfy { bitmap[$0, 0].w == 0 })
            #expect((0..<bitmap.height).allSatisfy { bitmap[0, $0].w == 0 })
            #expect(bitmap.width < 60 && bitmap.height < 40)
        }
    }

    @Test func ditheringKeepsTheMeanAndWholeBytes() throws {
        let steps = Layer(
            kind: .gradient(
                Gradient(
                    .axial(startPoint: Point(0, 0.5), endPoint: Point(1, 0.5)),
                    colors: [
                        Color(red: 0.2, green: 0.4, blue: 0.1), Color(red: 0.23, green: 0.38, blue: 0.1),
                    ])), frame: Rect(x: 0, y: 0, width: 64, height: 32))
        let flat = Layer(frame: Rect(x: 0, y: 32, width: 64, height: 8), backgroundColor: .rgb(0.4, 0.6, 1))
        let size = Size(width: 64, height: 40)
        let plain = try drawn(Scene(canvas: Canvas(size: size), layers: [steps, flat]))
        let dithered = try drawn(Scene(canvas: Canvas(size: size, dither: true), layers: [steps, flat]))
        var (changed, truth) = (0, 0.0)
        for block in 0..<8 {
            for channel in 0..<3 {
                var mean = 0.0
                for y in 0..<32 {
                    for x in 8 * block..<8 * block + 8 {
                        mean += Double(dithered[x, y][channel]) / 256
                        if dithered[x, y] != plain[x, y] { changed += 1 }
                        #expect(abs(Int(dithered[x, y][channel]) - Int(plain[x, y][channel])) <= 1)
                    }
                }
                let t = (Double(8 * block) + 4) / 64
                truth = 255 * ([0.2, 0.4, 0.1][channel] * (1 - t) + [0.23, 0.38, 0.1][channel] * t)
                #expect(abs(mean - truth) < 0.08, "\(block), \(channel): \(mean) instead of \(truth)")
            }
        }
        #expect(changed > 500)
        for x in 0..<64 { #expect(dithered[x, 36] == plain[x, 36]) }
    }

    @Test(arguments: [(0.0, 45.0, Point(0, 6)), (90, 45, Point(-6, 0)), (180, 45, Point(0, -6)), (0, 90, .zero)])
    func shadowOffsetFollowsTheLightAndElevation(angle: Double, height: Double, offset: Point) throws {
        for inner in [false, true] {
            var raised = Self.box
            var moved = Self.box
            let lit = Shadow(elevation: 6, radius: Sigma(1.5))
            let plain = Shadow(offset: offset, radius: Sigma(1.5))
            (raised.shadows, moved.shadows) = inner ? ([], []) : ([lit], [plain])
            (raised.innerShadows, moved.innerShadows) = inner ? ([lit], [plain]) : ([], [])
            let canvas = Canvas(size: Size(width: 50, height: 50), scale: 2)
            let light = Light(angle: angle, height: height)
            #expect(
                try drawn(Scene(canvas: canvas, light: light, layers: [raised]))
                    == drawn(Scene(canvas: canvas, layers: [moved])))
        }
    }

    @Test func lightDoesNotTurnWithTheLayer() throws {
        var raised = Self.box
        raised.transform = .rotation(degrees: 90)
        raised.shadows = [Shadow(elevation: 6, radius: Sigma(1.5))]
        var moved = raised
        moved.shadows = [Shadow(offset: Point(6, 0), radius: Sigma(1.5))]
        let canvas = Canvas(size: Size(width: 50, height: 60), background: .white)
        #expect(try drawn(Scene(canvas: canvas, layers: [raised])) == drawn(Scene(canvas: canvas, layers: [moved])))
    }

    @Test(arguments: [1.0, 2, 3])
    func grainShowsARandomPartOfAShadow(scale: Double) throws {
        let page = Path(Rect(x: 0, y: 0, width: 64, height: 64))
        func alphas(_ noise: Double, _ knockout: Bool) throws -> [Double] {
            let layer = Layer(shadows: [Shadow(radius: .zero, noise: noise, path: page, knockout: knockout)])
            let bitmap = try drawn(
                Scene(canvas: Canvas(size: Size(width: 64, height: 64), scale: scale), layers: [layer]))
            // A grain is one point in size.
            let n = Int(scale)
            return (0..<64 * 64).map { i in
                let (x, y) = (i % 64 * n, i / 64 * n)
                for v in 0..<n { for u in 0..<n { #expect(bitmap[x + u, y + v].w == bitmap[x, y].w) } }
                return Double(bitmap[x, y].w) / 255
            }
        }
        for noise in [0.25, 1] {
            let alphas = try alphas(noise, false)
            #expect(alphas.allSatisfy { $0 >= 1 - noise - 0.003 && $0 <= 1 })
            let mean = alphas.reduce(0, +) / Double(alphas.count)
            #expect(abs(mean - (1 - noise / 2)) < noise * 0.02, "\(mean)")
            // Evenly distributed: each fifth has equally many values, up to chance.
            for fifth in 0..<5 {
                let low = 1 - noise + noise * Double(fifth) / 5
                let count = alphas.count { $0 > low && $0 <= low + noise / 5 }
                #expect(abs(count - 819) < 140, "\(fifth): \(count)")
            }
            // Neighbouring values are uncorrelated.
            var product = 0.0
            for i in 0..<alphas.count - 1 { product += (alphas[i] - mean) * (alphas[i + 1] - mean) }
            #expect(abs(product / Double(alphas.count)) < noise * noise * 0.006)
        }
        #expect(try alphas(0.5, true).allSatisfy { $0 == 0 })
    }

    /// Corners are copied pixel for pixel, and the rest is stretched between them.
    @Test(arguments: [1.0, 2])
    func ninePartImageKeepsItsCorners(scale: Double) throws {
        let side = 10
        let image = Bitmap(width: side, height: side) { bytes in
            for i in 0..<side * side {
                let (x, y) = (i % side, i / side)
                let isCenter = (3..<7).contains(x) && (4..<8).contains(y)
                for c in 0..<3 { bytes[4 * i + c] = isCenter ? 90 : UInt8(20 * (x + c) + 3 * y) }
                bytes[4 * i + 3] = 255
            }
        }
        let source = ImageSource.data([7])
        let contents = ImageContents(
            source: source, contentsCenter: Rect(x: 0.3, y: 0.4, width: 0.4, height: 0.4), contentsScale: scale)
        let layer = Layer(kind: .image(contents), frame: Rect(x: 0, y: 0, width: 40, height: 30))
        let bitmap = try drawn(
            Scene(canvas: Canvas(size: Size(width: 40, height: 30), scale: scale), layers: [layer]), images: [source: image])
        let (width, height) = (bitmap.width, bitmap.height)
        for y in 0..<4 {
            for x in 0..<3 {
                #expect(bitmap[x, y] == image[x, y])
                #expect(bitmap[width - 1 - x, y] == image[9 - x, y])
                if y < 2 {
                    #expect(bitmap[x, height - 1 - y] == image[x, 9 - y])
                    #expect(bitmap[width - 1 - x, height - 1 - y] == image[9 - x, 9 - y])
                }
            }
        }
        // Well inside, the middle part has only its own colour; the part above it changes only along x.
        for y in height / 3..<height / 2 { #expect(bitmap[width / 2, y] == SIMD4(90, 90, 90, 255)) }
        for x in width / 3..<width / 2 { #expect(bitmap[x, 0].x <= bitmap[x + 1, 0].x) }
    }

    @Test func ninePartImageWithoutRoomShrinksUniformly() throws {
        let image = Bitmap(width: 8, height: 8) { bytes in
            for i in 0..<64 { for c in 0..<4 { bytes[4 * i + c] = c == 3 ? 255 : i % 8 < 4 ? 10 : 240 } }
        }
        let source = ImageSource.data([7])
        let contents = ImageContents(source: source, contentsCenter: Rect(x: 0.5, y: 0.5, width: 0, height: 0))
        let layer = Layer(kind: .image(contents), frame: Rect(x: 0, y: 0, width: 4, height: 40))
        let bitmap = try drawn(
            Scene(canvas: Canvas(size: Size(width: 4, height: 40)), layers: [layer]), images: [source: image])
        for y in 0..<40 { #expect((bitmap[0, y].x, bitmap[3, y].x) == (10, 240)) }
    }
}
