import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests backdrops in clipped layers: everything that covers the bounds continues beyond them.
@Suite(.timed) struct CutBackdropTests {
    private let frame = Rect(x: 20, y: 15, width: 160, height: 110)
    private let whole = Rect(x: 0, y: 0, width: 160, height: 110)
    private var red: Layer { Layer(frame: whole, backgroundColor: .rgb(1, 0, 0)) }
    private var frost: Layer { Layer(frame: whole, backdropBlur: BackdropBlur(radius: Sigma(10))) }

    private func draw(_ sublayers: [Layer], _ change: (inout Layer) -> Void = { _ in }) throws -> Bitmap {
        var card = Layer(frame: frame, masksToBounds: true, sublayers: sublayers)
        change(&card)
        return try drawn(Scene(canvas: Canvas(size: Size(width: 200, height: 140)), layers: [card]))
    }

    @Test func sublayerThatCoversTheBoundsContinuesBeyondThem() throws {
        let cases: [(String, [Layer])] = [
            ("sublayer", [red, frost]), ("embedded", [Layer(frame: whole, sublayers: [red]), frost]),
            ("in a clipped group", [Layer(frame: whole, masksToBounds: true, sublayers: [red]), frost]),
            ("in a blended group", [Layer(frame: whole, blendMode: .multiply, sublayers: [red]), frost]),
            ("larger", [Layer(frame: whole.inset(by: -7.5), backgroundColor: .rgb(1, 0, 0)), frost]),
            (
                "turned",
                [
                    Layer(
                        frame: Rect(x: -40, y: -60, width: 240, height: 230), transform: .rotation(degrees: 20),
                        backgroundColor: .rgb(1, 0, 0)), frost,
                ]
            ),
            ("gradient", [Layer(kind: .gradient(Gradient(colors: [.rgb(1, 0, 0), .rgb(1, 0, 0)])), frame: whole), frost]),
            (
                "with shadows",
                [
                    Layer(
                        frame: whole, backgroundColor: .rgb(1, 0, 0), shadows: [Shadow(offset: Point(0, 3))]), frost,
                ]
            ),
            ("frost in a group", [red, Layer(frame: whole, opacity: 0.999, sublayers: [frost])]),
        ]
        for (name, sublayers) in cases {
            let picture = try draw(sublayers)
            for (x, y) in [(21, 70), (20, 15), (100, 15), (179, 124)] {
                #expect(picture[x, y] == SIMD4(255, 0, 0, 255), "\(name) at \(x), \(y)")
            }
        }
    }

    @Test func roundedAndTurnedCardsStayOpaque() throws {
        let rounded = try draw([Layer(frame: whole, backgroundColor: .rgb(1, 0, 0), cornerRadii: CornerRadii(20)), frost]) {
            $0.cornerRadii = CornerRadii(20)
        }
        #expect(rounded[21, 70] == SIMD4(255, 0, 0, 255))
        #expect(rounded[20, 15].w == 0)
        let turned = try draw([red, frost]) { $0.transform = .rotation(degrees: 20) }
        #expect(turned[100, 70] == SIMD4(255, 0, 0, 255))
    }

    /// A sublayer with its own edge inside the bounds is still seen to end there.
    @Test func sublayerThatLeavesPartOfTheBoundsEndsThere() throws {
        let part = Layer(frame: Rect(x: 10, y: 0, width: 150, height: 110), backgroundColor: .rgb(1, 0, 0))
        #expect(try draw([part, frost])[30, 70].w < 200)
    }
}

extension Color {
    fileprivate static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Color {
        Color(red: red, green: green, blue: blue)
    }
}
