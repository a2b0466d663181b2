import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests colours on canvases of Display P3.
@Suite(.timed) struct ColorSpaceTests {
    /// The components that ColorSync and CSS Color 4's sample code give.
    @Test(
        arguments: [
            ("red", [0.917488, 0.200287, 0.138561]), ("lime", [0.458402, 0.985265, 0.298295]),
            ("blue", [0.0, 0.0, 0.959588]), ("white", [1, 1, 1]), ("#777", [7.0 / 15, 7.0 / 15, 7.0 / 15]),
            ("color(display-p3 1 0 0)", [1, 0, 0]), ("color(display-p3 0.2 0.9 0.4)", [0.2, 0.9, 0.4]),
            ("color(rec2021 1 0 0)", nil), ("color(xyz 2 0 0)", [1, 0, 0.8]),
        ] as [(String, [Double]?)])
    func displayP3ComponentsMatchColorSync(_ text: String, _ components: [Double]?) throws {
        guard let components else {
            #expect(throws: NotationError.self) { try Color(css: text) }
            return
        }
        let color = try Color(css: text).components(in: .displayP3)
        for (found, wanted) in zip([color.red, color.green, color.blue], components) {
            // Colours beyond Display P3 are clipped, and only the clipped components are given.
            if text.contains("xyz"), wanted == 0.8 { continue }
            #expect(abs(found - wanted) < 2e-6, "\(text): \(color)")
        }
    }

    private static let coral = Color(red: 1.05, green: -0.2, blue: 0.3)
    private static let leaf = Color(red: 0.2, green: 0.9, blue: 0.1, alpha: 0.7)
    private static let sky = Color(red: 0, green: 0.4, blue: 1)

    /// Layers that use colours in every place where a scene has them.
    private func layers(_ color: (Color) -> Color) -> [Layer] {
        let (coral, leaf, sky) = (color(Self.coral), color(Self.leaf), color(Self.sky))
        let gradient = Gradient(colors: [coral, leaf, sky])
        let cone = Gradient(
            .twoCircles(startCenter: Point(4, 6), startRadius: 2, endCenter: Point(20, 8), endRadius: 6), colors: [sky, coral],
            extendsEnd: false)
        var css = Gradient(colors: [leaf, coral])
        css.geometry = .circles(center: Point(5, 5), startRadius: 1, endRadius: 9)
        var filtered = Layer(frame: Rect(x: 4, y: 34, width: 12, height: 10), backgroundColor: .color(sky))
        filtered.filter = [.dropShadow(offset: Point(3, 3), radius: Sigma(1), color: coral)]
        return [
            Layer(
                frame: Rect(x: 4, y: 4, width: 20, height: 12), backgroundColor: .color(coral), cornerRadii: CornerRadii(3),
                borderWidth: 2, borderColor: leaf, shadows: [Shadow(color: sky, opacity: 0.8, offset: Point(2, 2))],
                innerShadows: [Shadow(color: leaf, opacity: 1, radius: Sigma(1))],
                boxShadows: [BoxShadow(color: coral, offset: Point(-2, 1), radius: Sigma(2))]),
            Layer(kind: .gradient(gradient), frame: Rect(x: 28, y: 4, width: 16, height: 12)),
            Layer(kind: .gradient(cone), frame: Rect(x: 4, y: 18, width: 28, height: 14)),
            Layer(
                kind: .shape(
                    Shape(
                        path: Path(ellipseIn: Rect(x: 0, y: 0, width: 12, height: 12)), fillColor: .gradient(css),
                        strokeColor: .color(sky), stroke: StrokeStyle(lineWidth: 2))),
                frame: Rect(x: 34, y: 20, width: 12, height: 12)),
            filtered,
            Layer(
                frame: Rect(x: 22, y: 36, width: 20, height: 8), backgroundColor: .color(leaf), cornerRadii: CornerRadii(2),
                masksToBounds: true,
                sublayers: [Layer(frame: Rect(x: 2, y: 2, width: 9, height: 9), backgroundColor: .color(coral))]),
        ]
    }

    /// A scene of Display P3 has the bytes of the sRGB scene whose colours have those components.
    @Test(arguments: ColorSpace.allCases)
    func sceneColoursAreConvertedToTheCanvasSpace(_ space: ColorSpace) throws {
        func canvas(_ background: Color, _ space: ColorSpace) -> Canvas {
            Canvas(size: Size(width: 48, height: 48), background: .color(background), colorSpace: space)
        }
        let tagged = Scene(canvas: canvas(Self.coral, space), layers: layers { $0 })
        let plain = Scene(
            canvas: canvas(Self.coral.unclipped(in: space), .srgb), layers: layers { $0.unclipped(in: space) })
        #expect(try drawn(tagged) == drawn(plain))
    }

    @Test func trimmedBorderColourIsConverted() {
        let canvas = Canvas(
            size: Size(width: 1, height: 1), background: .color(Color(red: 1, green: 0, blue: 0)), colorSpace: .displayP3)
        #expect(canvas.borderBytes == SIMD4(234, 51, 35, 255))
    }
}
