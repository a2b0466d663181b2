import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraText
import TestSupport
import Testing

@Suite(.timed) struct VectorContentsTests {
    private static let document =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'><rect width='2' height='2' fill='red'/></svg>"

    private func picture(_ contents: ImageContents, frame: Rect = Rect(x: 0, y: 0, width: 8, height: 8)) throws -> Bitmap {
        let layer = Layer(kind: .image(contents), frame: frame)
        return try drawn(Scene(canvas: Canvas(size: Size(width: 8, height: 8)), layers: [layer]))
    }

    private func drawn(_ scene: Scene) throws -> Bitmap {
        let engine = Engine(threads: 1)
        let assets = try engine.assets(for: scene, shaper: TextShaper())
        let plan = try engine.passes(of: scene, assets)
        return try engine.drawing(on: try Device.open(.cpu).device, mayLeaveDevice: true).draw(
            plan, wanted: nil, within: .default)
    }

    /// The red part of the document, as the first and last red pixel of each axis.
    private func red(_ bitmap: Bitmap) -> [Int] {
        var (xs, ys): ([Int], [Int]) = ([], [])
        for y in 0..<8 {
            for x in 0..<8 where bitmap.pixels[4 * (y * 8 + x) + 3] == 255 {
                xs.append(x)
                ys.append(y)
            }
        }
        return [xs.min() ?? -1, xs.max() ?? -1, ys.min() ?? -1, ys.max() ?? -1]
    }

    @Test func svgContentsFollowTheGravity() throws {
        for (gravity, wanted) in [
            (ContentsGravity.resize, [0, 3, 0, 7]), (.resizeAspect, [0, 3, 2, 5]), (.resizeAspectFill, [0, 3, 0, 7]),
            (.topLeft, [0, 1, 0, 1]), (.bottomRight, [4, 5, 6, 7]), (.center, [2, 3, 3, 4]), (.scaleDown, [2, 3, 3, 4]),
        ] {
            let contents = ImageContents(source: .data(Array(Self.document.utf8)), gravity: gravity)
            let found = red(try picture(contents))
            // The left half of a document that is twice as wide as the frame shows the left half of its own.
            #expect(found == (gravity == .resizeAspectFill ? [0, 3, 0, 7] : wanted), "\(gravity): \(found)")
        }
        var part = ImageContents(source: .data(Array(Self.document.utf8)))
        part.contentsRect = Rect(x: 0.25, y: 0, width: 0.5, height: 1)
        #expect(red(try picture(part)) == [0, 3, 0, 7])
        part.tint = Color(red: 0, green: 0, blue: 1)
        let tinted = try picture(part)
        #expect(Array(tinted.pixels[0..<4]) == [0, 0, 255, 255])
    }

    @Test func documentsInTextsAreLayersAtTheirPlaces() throws {
        let document = ImageSource.data(Array(Self.document.utf8))
        let (before, after) = (Text.Run("Fig "), Text.Run(" next to words that wrap"))
        for align in [Text.Picture.VerticalAlign.baseline, .middle, .textTop] {
            func text(_ source: ImageSource) -> Text {
                var text = Text(string: "", font: "DejaVu Sans", fontSize: 12)
                let picture = Text.Picture(source, width: 18.5, height: 14, verticalAlign: align)
                text.runs = [before, Text.Run(picture), after, Text.Run(picture)]
                return text
            }
            let area = Rect(x: 2, y: 3, width: 90, height: 60)
            func layer(_ text: Text) -> Layer {
                var layer = Layer(
                    kind: .text(text), frame: Rect(x: 0, y: 0, width: 96, height: 66), transform: .rotation(degrees: 6))
                layer.shadows = [Shadow(opacity: 0.5, offset: Point(2, 2), radius: Sigma(2))]
                layer.contentInsets = Insets(top: 3, right: 4, bottom: 3, left: 2)
                return layer
            }
            // A picture without pixels to see takes the same place.
            let clear = ImageSource.data(try PNGEncoder.encode(Bitmap(width: 1, height: 1) { $0.initialize(repeating: 0) }))
            var expected = layer(text(clear))
            let layout = try TextShaper().layout(text(clear), width: area.width)
            for part in layout.parts where part.role == .picture {
                let place = part.path.bounds.offset(by: area.origin)
                expected.sublayers.append(Layer(kind: .image(ImageContents(source: document, gravity: .resize)), frame: place))
            }
            #expect(expected.sublayers.count == 2)
            var empty = layer(text(document))
            empty.drawsContents = false
            empty.shadows = []
            let small = Canvas(size: area.size)
            #expect(try drawn(Scene(canvas: small, layers: [empty])) == drawn(Scene(canvas: small, layers: [])))
            let canvas = Canvas(size: Size(width: 110, height: 80), background: .white)
            #expect(
                try drawn(Scene(canvas: canvas, layers: [layer(text(document))]))
                    == drawn(Scene(canvas: canvas, layers: [expected])), "\(align)")
        }
    }

    private func read(_ elements: String, _ shaper: TextShaper, _ clock: TextClock) throws(SVGError) -> SVGDocument {
        let options = SVGOptions(
            baseFolder: "", shaper: shaper, clock: clock, limits: .default, memory: .max
        ) { path throws(FileError) in try FileRoots.or("", nil).open(path) }
        let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 900'>\(elements)</svg>"
        return try SVGDocument(Array(text.utf8), options: options)
    }

    /// The bounding box of all shapes.
    private func bounds(_ elements: String) throws -> Rect {
        func corners(_ layers: [Layer], _ map: AffineTransform) -> [Point] {
            layers.flatMap { layer -> [Point] in
                let origin = layer.frame?.origin ?? .zero
                let inner = layer.transform.concatenating(.translation(origin.x, origin.y)).concatenating(map)
                guard case .shape(let shape) = layer.kind else { return corners(layer.sublayers, inner) }
                return shape.path.applying(inner).bounds.corners
            }
        }
        let document = try read(elements, TextShaper(), TextClock(nanoseconds: 1_000_000_000_000))
        return Rect(bounding: corners(document.layers, .identity))
    }

    @Test func patternTilesLeaveNoSeams() throws {
        // Tiles of 1.7 pixels: contents as large as the tile, contents that the tile cuts, and a turned pattern.
        for (attributes, contents) in [
            ("", "<rect width='0.85' height='0.85' fill='red'/>"), ("", "<circle r='3' fill='red'/>"),
            ("x='0.3' viewBox='0 0 2 2'", "<rect width='2' height='2' fill='red'/>"),
            ("patternTransform='rotate(30)'", "<path d='M0 0H.85V.85H0z' fill='red'/>"),
        ] {
            let document =
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><pattern id='p' width='0.85' height='0.85' patternUnits='userSpaceOnUse' \(attributes)>\(contents)</pattern><rect width='4' height='4' fill='url(#p)'/></svg>"
            let shown = try picture(ImageContents(source: .data(Array(document.utf8))))
            let darkest = stride(from: 0, to: shown.pixels.count, by: 4).map { shown.pixels[$0 + 3] }.min()
            #expect(darkest == 255, "\(attributes) \(contents): \(darkest ?? 0)")
        }
    }

    @Test func individuallyPlacedLettersKeepTheirKerning() throws {
        func text(_ attributes: String, _ letters: String = "AVATo") -> String {
            "<text font-family='DejaVu Sans' font-size='100' stroke='red' \(attributes)>\(letters)</text>"
        }
        let whole = try bounds(text(""))
        let loose = try bounds(text("style='font-kerning: none'"))
        #expect(loose.width > whole.width + 20)
        for attributes in ["dx='0 0 0 0 0'", "dy='0 0 0 0 0'"] {
            let placed = try bounds(text(attributes))
            #expect(abs(placed.width - whole.width) < 1e-6, "\(attributes): \(placed.width), not \(whole.width)")
            let (bare, all) = try (bounds(text(attributes + " style='font-kerning: none'")), loose)
            #expect(abs(bare.width - all.width) < 1e-6, "\(attributes): \(bare.width), not \(all.width)")
        }
        let onPath = try bounds(
            "<path id='p' d='M0 0h2000' fill='none'/>" + text("", "<textPath href='#p'>AVATo</textPath>"))
        #expect(abs(onPath.width - whole.width) < 1e-6, "\(onPath.width), not \(whole.width)")
        // A segment of its own, and a gap of its own.
        let parts = try bounds(text("", "AV<tspan fill='blue'>AT</tspan>o"))
        #expect(abs(parts.width - whole.width) < 1e-6, "\(parts.width), not \(whole.width)")
        let wider = try bounds(text("dx='0 0 7'"))
        #expect(abs(wider.width - whole.width - 7) < 1e-6, "\(wider.width), not \(whole.width + 7)")
    }

    @Test func textDecorationHasThePaintOfItsElement() throws {
        func layers(_ elements: String) throws -> [Layer] {
            try read(elements, TextShaper(), TextClock(nanoseconds: 1_000_000_000_000)).layers
        }
        func shapes(_ elements: String) throws -> [Shape] {
            try layers(elements).compactMap { if case .shape(let shape) = $0.kind { shape } else { nil } }
        }
        let font = "font-family='DejaVu Sans' font-size='100'"
        // One colour and one part: the text layer has the line.
        let plain = try layers("<text \(font) text-decoration='underline line-through'>ab</text>")
        guard plain.count == 1, case .text(let text) = plain[0].kind else {
            Issue.record("expected a text layer, found \(plain)")
            return
        }
        #expect(text.decoration.isUnderlined && text.decoration.isStruckThrough)

        let parts = try shapes(
            "<text \(font) fill='lime' text-decoration='underline line-through'>a b<tspan fill='red' text-decoration='overline'>cd</tspan> e</text>"
        )
        let (lime, red) = (Paint.color(Color(red: 0, green: 1, blue: 0)), Paint.color(Color(red: 1, green: 0, blue: 0)))
        // Underlines, letters, strikethroughs: of "a b", of "cd" with an overline of its own, and of " e".
        #expect(parts.map(\.fillColor) == [lime, lime, lime, lime, red, red, lime, lime, lime, lime])
        let boxes = parts.map(\.path.bounds)
        let (under, over, through) = (boxes[0], boxes[4], boxes[2])
        #expect(under.minY > 0 && through.maxY < 0 && through.minY > -60 && over.minY < -80, "\(boxes)")
        #expect(abs(over.height - under.height) < 1e-9 && under.height > 2)
        // The lines touch each other, and end with the last letter.
        #expect(abs(boxes[3].minX - under.maxX) < 1e-9 && abs(over.minX - boxes[3].minX) < 1e-9)
        #expect(abs(boxes[7].minX - boxes[3].maxX) < 1e-9)
        #expect(boxes[3].minY == under.minY && boxes[3].height == under.height)

        // Lines are as long as stretched letters.
        let decoration = "lengthAdjust='spacingAndGlyphs' text-decoration='underline'"
        for rotation in ["", "rotate='0.001'"] {
            let text = "<text \(font) textLength='400' \(decoration) \(rotation)>ab</text>"
            let stretched = try shapes(text).map(\.path.bounds)
            let ends = stretched.filter { $0.minY > 0 }.map(\.maxX)
            #expect(abs((ends.max() ?? 0) - 400) < 0.01, "\(rotation): \(stretched)")
        }
        _ = try shapes("<text \(font) textLength='0' word-spacing='9' rotate='5' \(decoration)>a b</text>")

        // Lines turn with letters that are turned.
        let turned = try shapes("<text \(font) rotate='90' text-decoration='underline'>a</text>").map(\.path.bounds)
        #expect(turned.count == 2 && turned[0].height > 40 && turned[0].width < 10, "\(turned)")
    }

    @Test func svgTextsShareOneTimeLimit() throws {
        let shaper = TextShaper()
        func read(_ clock: TextClock) throws(SVGError) { _ = try self.read("<text rotate='5'>abc</text>", shaper, clock) }
        let clock = TextClock(nanoseconds: 1_000_000_000_000)
        try read(clock)
        #expect(clock.left < 1_000_000_000_000)
        do throws(SVGError) {
            try read(TextClock(nanoseconds: 0))
            Issue.record("accepted")
        } catch {
            #expect("\(error)".contains("texts may take half of"))
        }
    }

    @Test func brokenSVGContentsAreErrorsOfTheScene() throws {
        let broken = ImageContents(source: .data(Array("<svg".utf8)))
        #expect(throws: RenderError.self) { try picture(broken) }
        var parts = ImageContents(source: .data(Array(Self.document.utf8)))
        parts.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        do {
            _ = try picture(parts)
            Issue.record("accepted")
        } catch {
            #expect("\(error)" == "layers[0].contentsCenter: an SVG document has no parts that stretch")
        }
    }
}
