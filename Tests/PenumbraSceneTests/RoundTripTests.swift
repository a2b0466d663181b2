import PenumbraMathematics
import PenumbraGeometry
import Testing

@testable import PenumbraScene

struct RoundTripTests {
    @Test func randomScenesComeBackEqual() throws {
        for seed in 0..<1500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let scene = random.scene()
            let text = try scene.json(baseFolder: "scenes")
            let back = try Scene(json: Array(text.utf8), baseFolder: "scenes")
            #expect(back == scene, "seed \(seed)\n\(text)")
        }
    }

    @Test func defaultsAreLeftOut() throws {
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
        for _ in 0..<SceneLimits.layerDepth { layer = Layer(sublayers: [layer]) }
        let scene = Scene(canvas: Canvas(size: Size(width: 10, height: 10)), layers: [layer])
        #expect(throws: SceneError.self) { try scene.json() }
    }

    @Test func numbersThatAreNotFiniteCannotBeWritten() {
        let scene = Scene(
            canvas: Canvas(size: Size(width: 10, height: 10)), layers: [Layer(shadows: [Shadow(radius: Sigma(.nan))])])
        #expect(
            throws: SceneError(
                place: "layers[0].shadows[0].radius", message: "a number here is not finite, which JSON cannot say")
        ) { try scene.json() }
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

    mutating func text() -> String {
        let pieces = ["photo", "$", "{", "}", "${", "é", "\"", "\\", "/", " ", "\n", "data:", "http://", "\u{1F600}", "."]
        return "x" + (0..<integer(0...6)).map { _ in pieces[integer(0...(pieces.count - 1))] }.joined()
    }

    mutating func shadow() -> Shadow {
        Shadow(
            color: color(), opacity: length(0...1), offset: point(), radius: Sigma(length(0...40)),
            path: chance(0.3) ? path() : nil, fillRule: chance(0.5) ? .nonzero : .evenOdd)
    }

    mutating func layer(_ depth: Int) -> Layer {
        var layer = Layer()
        switch integer(0...2) {
        case 0:
            layer.kind = .shape(
                Shape(path: path(), fillRule: chance(0.5) ? .nonzero : .evenOdd, fillColor: chance(0.3) ? nil : .color(color())))
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
                    contentsScale: chance(0.5) ? 1 : 2.5, interpolation: chance(0.5) ? .area : .nearest))
        default: break
        }
        if chance(0.3) { layer.name = text() }
        layer.isHidden = chance(0.2)
        if chance(0.7) { layer.frame = rect() }
        switch integer(0...4) {
        case 0: layer.transform = .rotation(degrees: length(-360...360))
        case 1: layer.transform = .translation(length(-9...9), length(-9...9))
        case 2: layer.transform = .scale(length(-9...9), length(-9...9))
        case 3: layer.transform = AffineTransform(a: number(-2...2), b: 0, c: number(-2...2), d: 1, tx: 4, ty: number(0...1))
        default: break
        }
        if chance(0.3) { layer.anchorPoint = Point(number(0...1), length(0...1)) }
        layer.opacity = length(0...1)
        if chance(0.5) { layer.backgroundColor = .color(color()) }
        if chance(0.3) { layer.cornerRadii = CornerRadii(length(0...20)) }
        if chance(0.2) { layer.cornerRadii.bottomLeft = length(0...20) }
        layer.borderWidth = chance(0.5) ? 0 : length(0...5)
        if chance(0.5) { layer.borderColor = color() }
        layer.masksToBounds = chance(0.5)
        layer.shadows = (0..<integer(0...2)).map { _ in shadow() }
        if depth < 3 { layer.sublayers = (0..<integer(0...2)).map { _ in self.layer(depth + 1) } }
        return layer
    }

    mutating func scene() -> Scene {
        Scene(
            canvas: Canvas(
                size: Size(width: length(1...400), height: length(1...400)), scale: chance(0.5) ? 1 : number(0.5...3),
                background: chance(0.5) ? nil : color()),
            layers: (0..<integer(0...3)).map { _ in layer(1) })
    }
}
