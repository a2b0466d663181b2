import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests colour functions and shadows of the picture behind a layer.
@Suite(.timed) struct BackdropFilterTests {
    private static let stripes = Layer(
        frame: Rect(x: 0, y: 0, width: 48, height: 30),
        backgroundColor: .gradient(
            Gradient(
                .axial(startPoint: Point(0, 0), endPoint: Point(1, 1)),
                colors: [.black, Color(red: 1, green: 0.3, blue: 0), Color(red: 0.2, green: 0.8, blue: 1), .white])))

    private static let disc = Layer(
        kind: .shape(Shape(path: Path(circleAt: Point(20, 16), radius: 11), fillColor: .rgb(0.9, 0.2, 0.4))))

    private static let pane = Layer(
        frame: Rect(x: 9, y: 5, width: 30, height: 19), backgroundColor: .rgb(1, 1, 1, alpha: 0.2), cornerRadii: CornerRadii(5))

    private static let filters = [
        "blur(2px) saturate(180%)", "saturate(40%) blur(2px)", "hue-rotate(90deg)", "invert(1) opacity(60%)",
        "grayscale(1) brightness(1.4)", "blur(1px) blur(2px)", "drop-shadow(3px 2px 1px black) sepia(80%)", "opacity(0)",
    ]

    @Test(arguments: filters)
    func backdropFiltersMatchTheirFormulas(css: String) throws {
        for (picture, background) in [(Self.stripes, Paint?.some(.white)), (Self.disc, nil)] {
            for change in 0..<4 {
                var pane = Self.pane
                pane.backdropFilter = try FilterFunction.list(css: css)
                switch change {
                case 1: pane.shadows = [Shadow(offset: Point(2, 3), radius: Sigma(1))]
                case 2: pane.mask = Layer(kind: .gradient(Gradient(colors: [.black, .transparent])))
                case 3: (pane.opacity, pane.backdropBlur) = (0.6, BackdropBlur(radius: Sigma(1.5)))
                default: break
                }
                let scene = page([picture, pane], background: background)
                let difference = Difference(try drawn(scene), SceneReference(scene).draw())
                #expect(difference.levels <= Tolerance.straightBytes, "\(css), \(change): \(difference)")
            }
        }
    }

    /// Colours may follow a blur that grows from place to place.
    @Test func backdropFilterAppliesAfterAProgressiveBlur() throws {
        var pane = Self.pane
        pane.mask = Layer(kind: .gradient(Gradient(colors: [.black, .transparent])))
        pane.backdropBlur = BackdropBlur(radius: Sigma(3), isProgressive: true)
        pane.backdropFilter = try FilterFunction.list(css: "saturate(30%) invert(1)")
        let scene = page([Self.stripes, pane], background: .white)
        let difference = Difference(try drawn(scene), SceneReference(scene).draw())
        // Measured: 0.510.
        #expect(difference.levels <= 0.55, "\(difference)")
    }
}
