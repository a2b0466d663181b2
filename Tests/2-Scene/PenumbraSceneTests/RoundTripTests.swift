import PenumbraBitmap
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct RoundTripTests {
    @Test func randomScenesRoundTrip() throws {
        for seed in 0..<rounds(1500 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let scene = random.scene()
            let text = try scene.json(baseFolder: "scenes")
            let back = try Scene(json: Array(text.utf8), baseFolder: "scenes")
            #expect(back == scene, "seed \(seed)\n\(text)")
        }
    }

    @Test func writtenScenesOmitDefaults() throws {
        let scene = Scene(canvas: Canvas(size: Size(width: 10, height: 10)), layers: [Layer(shadows: [Shadow()])])
        #expect(
            try scene.json() == """
                {
                  "version": 1,
                  "canvas": {"width": 10, "height": 10},
                  "layers": [
                    {"shadows": [{}]}
                  ]
                }

                """)
    }

    @Test func layersNestedTooDeeplyCannotBeWritten() {
        var layer = Layer()
        for _ in 0..<SceneLimits.deepestLayer { layer = Layer(sublayers: [layer]) }
        let scene = Scene(canvas: Canvas(size: Size(width: 10, height: 10)), layers: [layer])
        #expect(throws: SceneError.self) { try scene.json() }
    }

    @Test func masksCountTowardsTheDepthThatCanBeWritten() throws {
        var layer = Layer()
        for _ in 1..<SceneLimits.deepestLayer { layer = Layer(mask: layer) }
        let canvas = Canvas(size: Size(width: 10, height: 10))
        #expect(try Scene(json: Array(Scene(canvas: canvas, layers: [layer]).json().utf8)).layers == [layer])
        let place = "layers[0]" + String(repeating: ".mask", count: SceneLimits.deepestLayer)
        #expect(throws: SceneError(place: place, message: "more than \(SceneLimits.deepestLayer) layers inside each other")) {
            try Scene(canvas: canvas, layers: [Layer(mask: layer)]).json()
        }
    }

    @Test func gradientLayersAreWrittenWithTheirKeysInTheLayer() throws {
        let gradient = Gradient(
            .circles(center: Point(1, 2), startRadius: 0, endRadius: 5), colors: [.black, .white], falloff: .gaussian)
        let scene = Scene(
            canvas: Canvas(size: Size(width: 10, height: 10)),
            layers: [Layer(kind: .gradient(gradient), backgroundColor: .gradient(Gradient(colors: [.white])))])
        #expect(
            try scene.json() == """
                {
                  "version": 1,
                  "canvas": {"width": 10, "height": 10},
                  "layers": [
                    {
                      "type": "gradient",
                      "backgroundColor": {"colors": ["white"]},
                      "gradientType": "radial",
                      "colors": ["black", "white"],
                      "center": [1, 2],
                      "endRadius": 5,
                      "falloff": "gaussian"
                    }
                  ]
                }

                """)
    }

    @Test func numbersThatAreNotFiniteCannotBeWritten() {
        let scene = Scene(
            canvas: Canvas(size: Size(width: 10, height: 10)), layers: [Layer(shadows: [Shadow(radius: Sigma(.nan))])])
        #expect(
            throws: SceneError(
                place: "layers[0].shadows[0].radius", message: "a number here is not finite, which JSON can't express")
        ) { try scene.json() }
        func place(_ layer: Layer) -> String {
            do {
                _ = try Scene(canvas: Canvas(size: Size(width: 10, height: 10)), layers: [layer]).json()
                return "written"
            } catch {
                return error.place
            }
        }
        let gradient = Gradient(
            .circles(center: .zero, startRadius: 0, endRadius: 1), colors: [.black, Color(white: 0, alpha: .nan)])
        #expect(place(Layer(backgroundColor: .gradient(gradient))) == "layers[0].backgroundColor.colors[1]")
        #expect(place(Layer(kind: .gradient(gradient))) == "layers[0].colors[1]")
        let infinite = Gradient(.circles(center: .zero, startRadius: 0, endRadius: .infinity), colors: [.black])
        #expect(
            place(Layer(kind: .shape(Shape(path: Path(), strokeColor: .gradient(infinite)))))
                == "layers[0].strokeColor.endRadius")
        #expect(place(Layer(kind: .gradient(Gradient(colors: [.black], locations: [.nan])))) == "layers[0].locations")
        #expect(place(Layer(mask: Layer(blur: Sigma(.nan)))) == "layers[0].mask.blur")
        #expect(place(Layer(innerShadows: [Shadow(opacity: .nan)])) == "layers[0].innerShadows[0].opacity")
        #expect(place(Layer(shadows: [Shadow(transform: .scale(.infinity, 1))])) == "layers[0].shadows[0].transform")
        #expect(place(Layer(shadows: [Shadow(anchor: Point(.nan, 0))])) == "layers[0].shadows[0].anchor")
        #expect(
            place(Layer(backdropBlur: BackdropBlur(radius: Sigma(.nan), isProgressive: true)))
                == "layers[0].backdropBlur.radius")
        #expect(place(Layer(kind: .text(Text(string: "a", fontSize: .nan)))) == "layers[0].fontSize")
    }
}

extension SeededGenerator {
    /// Numbers of all kinds: whole, with two digits, with all digits.
    mutating func length(_ range: ClosedRange<Double>) -> Double {
        let value = number(range)
        switch integer(0...2) {
        case 0: return value.rounded()
        case 1: return max(range.lowerBound, min(range.upperBound, (value * 100).rounded() / 100))
        default: return value
        }
    }

    mutating func point() -> Point { Point(length(-200...200), length(-200...200)) }

    mutating func rect() -> Rect {
        Rect(x: length(-99...99), y: length(-99...99), width: length(0...300), height: length(0...300))
    }

    mutating func color() -> Color {
        if chance(0.4) {
            return Color(
                red: Double(integer(0...255)) / 255, green: Double(integer(0...255)) / 255,
                blue: Double(integer(0...255)) / 255, alpha: chance(0.5) ? 1 : Double(integer(0...255)) / 255)
        }
        if chance(0.2) {
            return Color(red: number(-8...8), green: length(-1...0), blue: length(1...2), alpha: length(0...1))
        }
        return Color(red: number(0...1), green: number(0...1e-6), blue: length(0...1), alpha: length(0...1))
    }

    mutating func path() -> Path {
        var path = Path()
        for _ in 0..<integer(1...2) {
            switch integer(0...5) {
            case 0: path.append(Path(rect()))
            case 1:
                path.append(
                    Path(Rect(x: Double(integer(-99...99)), y: 7, width: 90, height: 50.5), radii: CornerRadii(length(0...20))))
            case 2: path.append(Path(ellipseIn: rect()))
            case 3: path.append(Path(circleAt: point(), radius: length(0...90)))
            case 4: path.append(Path(polygon: (0..<integer(1...5)).map { _ in point() }))
            default:
                path.move(to: point())
                path.addCubic(to: point(), control1: point(), control2: point())
                path.addQuadratic(to: point(), control: point())
            }
        }
        return path
    }

    mutating func choice<Choice: CaseIterable>(_ type: Choice.Type) -> Choice where Choice.AllCases == [Choice] {
        type.allCases[integer(0...(type.allCases.count - 1))]
    }

    /// A gradient as a decoder makes it, with only one kind of length.
    mutating func cssGradient() -> Gradient {
        func length() -> String { chance(0.5) ? "\(self.length(-99...99))px" : "\(self.length(-50...150))%" }
        let shape = [
            "linear-gradient(", "linear-gradient(\(self.length(-400...400))deg, ", "linear-gradient(to bottom right, ",
            "radial-gradient(", "radial-gradient(circle farthest-side at \(length()) \(length()), ",
            "radial-gradient(\(self.length(0...99))px \(self.length(0...99))% at left \(length()) bottom \(self.length(1...9))px, ",
        ][integer(0...5)]
        let stops = (0..<integer(2...4)).map { _ in
            color().css + (chance(0.5) ? "" : " " + length()) + (chance(0.2) ? " " + length() : "")
        }
        let text = shape + stops.joined(separator: chance(0.2) ? ", \(length()), " : ", ") + ")"
        return (try? Gradient(css: text)) ?? Gradient(colors: [.black])
    }

    mutating func gradient() -> Gradient {
        if chance(0.2) { return cssGradient() }
        let geometry: Gradient.Geometry =
            switch integer(0...6) {
            case 5: .conic(startPoint: chance(0.5) ? Point(0.5, 0.5) : point(), endPoint: chance(0.5) ? Point(0.5, 0) : point())
            case 6:
                .twoCircles(
                    startCenter: point(), startRadius: chance(0.5) ? 0 : length(0...90), endCenter: point(),
                    endRadius: length(0...90))
            case 0: .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1))
            case 1: .axial(startPoint: point(), endPoint: Point(0.5, number(0...1)))
            case 2: .radial(startPoint: Point(0.5, 0.5), endPoint: Point(1, 1))
            case 3: .radial(startPoint: Point(number(0...1), 0.5), endPoint: point())
            default:
                .circles(center: point(), startRadius: chance(0.5) ? 0 : length(0...90), endRadius: length(0...90))
            }
        let colors = (0..<integer(1...4)).map { _ in color() }
        return Gradient(
            geometry, colors: colors,
            locations: chance(0.5) ? nil : colors.map { _ in chance(0.3) ? 0.5 : length(0...1) }.sorted(),
            interpolation: choice(Gradient.Interpolation.self), falloff: choice(Gradient.Falloff.self),
            extendsStart: chance(0.7), extendsEnd: chance(0.7))
    }

    mutating func paint() -> Paint { chance(0.5) ? .color(color()) : .gradient(gradient()) }

    mutating func fontText() -> Text {
        let folder = ["scenes/", "/abs/", "scenes/deeper/"][integer(0...2)]
        func file(_ name: String) -> String { FontStack([.file(folder + name)]).text }
        let fonts = [
            Text.standardFont, "DejaVu Sans:bold", "a ${font}", file(text()), file("${x}.TTF"), file("data:,"),
        ]
        var result = Text(
            string: chance(0.1) ? "" : text(), font: fonts[integer(0...5)], fontSize: chance(0.3) ? 17 : number(0.1...200),
            color: paint(), alignment: choice(Text.Alignment.self), isWrapped: chance(0.5),
            lineHeight: chance(0.5) ? nil : lineHeight(), letterSpacing: chance(0.5) ? 0 : length(-9...9),
            maximumLines: chance(0.5) ? nil : integer(1...1_000_000_000))
        (result.wordSpacing, result.indent) = (chance(0.5) ? 0 : length(-9...9), chance(0.5) ? 0 : length(-9...9))
        result.transform = choice(TextTransform.self)
        if chance(0.5) { result.stroke = Text.Stroke(color(), width: number(0...9)) }
        result.decoration.underline = textLine()
        result.decoration.overline = textLine()
        result.decoration.strikethrough = textLine()
        return result
    }

    mutating func lineHeight() -> Text.LineHeight {
        let number = number(0.1...50)
        return chance(0.3) ? .factor(number) : chance(0.5) ? .percentage(number) : .points(number)
    }

    mutating func textLine() -> Text.Line {
        if chance(0.5) { return .none }
        return Text.Line(
            choice(Text.Line.Style.self), color: chance(0.5) ? nil : color(), thickness: chance(0.5) ? nil : number(0...9),
            offset: chance(0.5) ? nil : length(-9...9))
    }

    mutating func shadow() -> Shadow {
        Shadow(
            color: color(), opacity: length(0...1), blendMode: chance(0.7) ? .normal : choice(BlendMode.self), offset: point(),
            radius: Sigma(length(0...40)),
            spread: chance(0.5) ? 0 : length(-9...9), noise: chance(0.7) ? 0 : number(0...1),
            path: chance(0.3) ? path() : nil, fillRule: chance(0.5) ? .nonzero : .evenOdd)
    }

    mutating func outerShadow() -> Shadow {
        var shadow = shadow()
        shadow.penumbra = chance(0.5) ? 0 : length(0...2)
        shadow.knockout = chance(0.5)
        shadow.transform = transform()
        shadow.anchor = chance(0.5) ? nil : point()
        return shadow
    }

    mutating func innerShadow() -> Shadow {
        var shadow = shadow()
        shadow.outside = choice(Shadow.Outside.self)
        return shadow
    }

    mutating func transform() -> AffineTransform {
        switch integer(0...4) {
        case 0: .rotation(degrees: length(-360...360))
        case 1: .translation(length(-9...9), length(-9...9))
        case 2: .scale(length(-9...9), length(-9...9))
        case 3: AffineTransform(a: number(-2...2), b: 0, c: number(-2...2), d: 1, tx: 4, ty: number(0...1))
        default: .identity
        }
    }

    mutating func layer(_ depth: Int) -> Layer {
        var layer = Layer()
        switch integer(0...4) {
        case 0:
            layer.kind = .shape(
                Shape(
                    path: path(), fillRule: chance(0.5) ? .nonzero : .evenOdd, fillColor: chance(0.3) ? nil : paint(),
                    strokeColor: chance(0.5) ? nil : paint(),
                    stroke: chance(0.3)
                        ? StrokeStyle()
                        : StrokeStyle(
                            lineWidth: length(0...20), lineCap: choice(LineCap.self), lineJoin: choice(LineJoin.self),
                            miterLimit: number(1...20), lineDashPattern: (0..<Int(number(0...4))).map { _ in number(0...9) },
                            lineDashPhase: number(-9...9), strokeStart: number(0...1), strokeEnd: number(0...1)),
                    isAntialiased: chance(0.7)))
        case 1:
            let source: ImageSource =
                chance(0.3)
                ? .data((0..<integer(0...20)).map { _ in UInt8(integer(0...255)) })
                : .file((chance(0.5) ? "scenes/" : "/abs/") + text())
            layer.kind = .image(
                ImageContents(
                    source: source, gravity: ContentsGravity.allCases[integer(0...12)],
                    contentsRect: chance(0.5)
                        ? Rect(x: 0, y: 0, width: 1, height: 1) : Rect(x: 0.25, y: 0, width: number(0.1...0.5), height: 0.5),
                    contentsCenter: chance(0.7) ? nil : Rect(x: 0.25, y: number(0...0.5), width: 0.5, height: 0.25),
                    contentsScale: chance(0.5) ? 1 : 2.5, interpolation: chance(0.5) ? .area : .nearest))
        case 2: layer.kind = .gradient(gradient())
        case 3: layer.kind = .text(fontText())
        default: break
        }
        if chance(0.3) { layer.name = text() }
        layer.isHidden = chance(0.2)
        if chance(0.7) { layer.frame = rect() }
        layer.transform = transform()
        if chance(0.2) {
            layer.transform3D = Transform3D(transform()).concatenating(.perspective(number(2...900)))
                .concatenating(.rotation(about: SIMD3(length(-1...1), 1, number(-1...1)), degrees: number(-180...180)))
        }
        if chance(0.2) { layer.perspective = length(0...900) }
        if chance(0.2) { layer.perspectiveOrigin = Point(number(-1...2), length(0...1)) }
        if chance(0.2) { layer.backfaceVisibility = .hidden }
        if chance(0.2) { layer.transformStyle = .preserve3D }
        if chance(0.2) { layer.zPosition = length(-5...5) }
        if chance(0.3) { layer.anchorPoint = Point(number(0...1), length(0...1)) }
        layer.opacity = length(0...1)
        layer.blendMode = BlendMode.allCases[Int(number(0...16.9))]
        if chance(0.3) { layer.cornerCurve = layer.opacity < 0.5 ? .smoothed(2 * layer.opacity) : .continuous }
        if chance(0.5) { layer.backgroundColor = paint() }
        if chance(0.3) { layer.cornerRadii = CornerRadii(length(0...20)) }
        if chance(0.2) { layer.cornerRadii.bottomLeft = length(0...20) }
        layer.borderWidth = chance(0.5) ? 0 : length(0...5)
        if chance(0.5) { layer.borderColor = color() }
        layer.masksToBounds = chance(0.5)
        layer.shadows = (0..<integer(0...2)).map { _ in outerShadow() }
        layer.innerShadows = (0..<integer(0...2)).map { _ in innerShadow() }
        layer.boxShadows = (0..<max(0, integer(-2...2))).map { _ in
            BoxShadow(
                color: color(), offset: point(), radius: Sigma(length(0...40)), spread: chance(0.5) ? 0 : length(-20...20),
                isInset: chance(0.5))
        }
        layer.effects = (0..<max(0, integer(-2...2))).map { _ in
            let kind = choice(FigmaShadow.Kind.self)
            return FigmaShadow(
                kind, color: color().components(in: .srgb), blendMode: chance(0.7) ? .normal : choice(BlendMode.self),
                offset: point(),
                radius: Sigma(length(0...40)),
                spread: chance(0.5) ? 0 : length(-9...9), showsBehindNode: kind == .drop && chance(0.5))
        }
        func filterFunction() -> FilterFunction {
            let function = choice(FilterFunction.ColorFunction.self)
            return chance(0.3)
                ? .color(function, amount: min(length(0...4), function.largestAmount))
                : chance(0.5)
                    ? .blur(Sigma(length(0...9))) : .dropShadow(offset: point(), radius: Sigma(length(0...9)), color: color())
        }
        layer.filter = (0..<max(0, integer(-2...2))).map { _ in
            chance(0.3) ? .graph(.random(&self, sublayers: 2)) : filterFunction()
        }
        layer.drawsContents = chance(0.7)
        layer.clipForAnyAlpha = chance(0.3)
        if chance(0.3) { layer.blur = Sigma(length(0...20)) }
        if depth < 3, chance(0.3) { layer.mask = self.layer(depth + 1) }
        if chance(0.3) {
            layer.backdropBlur = BackdropBlur(
                radius: Sigma(number(0.1...20)), isProgressive: layer.mask?.isHidden == false && chance(0.5))
        }
        if layer.backdropBlur?.isProgressive != true {
            layer.backdropFilter = (0..<max(0, integer(-4...2))).map { _ in filterFunction() }
        }
        if chance(0.15) {
            layer.replication = Replication(
                count: integer(1...4), transform: chance(0.5) ? .identity : .translation(number(-9...9), number(-9...9)),
                color: chance(0.5) ? .white : color(), redOffset: chance(0.5) ? 0 : number(-1...1),
                opacityOffset: chance(0.5) ? 0 : number(-1...1))
        }
        if depth < 3 { layer.sublayers = (0..<integer(0...2)).map { _ in self.layer(depth + 1) } }
        return layer
    }

    mutating func scene() -> Scene {
        Scene(
            canvas: Canvas(
                size: Size(width: length(1...400), height: length(1...400)), scale: chance(0.5) ? 1 : number(0.5...3),
                background: chance(0.5) ? nil : paint(), fitsContent: chance(0.3), dither: chance(0.3),
                colorSpace: choice(ColorSpace.self)),
            light: chance(0.5) ? Light() : Light(angle: number(-360...360), height: number(1...90)),
            layers: (0..<integer(0...3)).map { _ in layer(1) })
    }
}
