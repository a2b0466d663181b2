import Glibc
import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests CSS gradients against the reference, in frames that aren't square.
@Suite(.timed) struct CSSGradientTests {
    private let frame = Rect(x: 6, y: 8, width: 36, height: 20)

    /// A straight channel of a pixel, from 0 to 1.
    private func part(_ picture: Bitmap, _ x: Int, _ channel: Int) -> Double { Double(picture[x, 1][channel]) / 255 }

    private var channels: [KeyPath<Color, Double>] { [\.red, \.green, \.blue] }

    /// Colours outside the canvas's space are mixed as they are, and the mixture is clipped.
    @Test(arguments: [
        "color(srgb -0.5 0.5 1.2), color(srgb 1.5 0.5 0.2)", "color(srgb -0.5 0.5 1.2), rgb(255 0 0 / 20%)",
        "color(srgb 1.5 -1 0.5), 30%, color(srgb -1 2 0.5 / 0)", "color(srgb 4 -4 0), color(srgb -4 4 0)",
    ])
    func gradientsClipMixedColors(_ colors: String) throws {
        let gradient = try Gradient(css: "linear-gradient(to right, \(colors))")
        let picture = try drawn(
            page([Layer(kind: .gradient(gradient), frame: Rect(x: 0, y: 0, width: 48, height: 4))], background: nil))
        let exponent = log(0.5) / log(colors.contains("30%") ? 0.3 : 0.5)
        let (first, last) = (gradient.colors[0], gradient.colors[1])
        for x in 0..<48 {
            let share = pow((Double(x) + 0.5) / 48, exponent)
            let (one, other) = (first.alpha * (1 - share), last.alpha * share)
            for (index, key) in channels.enumerated() {
                let mixed = first[keyPath: key] * one + last[keyPath: key] * other
                let wanted = max(0, min(one + other, mixed))
                let found = part(picture, x, index) * part(picture, x, 3)
                #expect(abs(found - wanted) < 1.2 / 255, "\(colors): \(x), \(index): \(found) instead of \(wanted)")
            }
        }
    }

    /// A gradient that names a space mixes alike on all canvases.
    @Test func namedSpacesMixAlikeOnAllCanvases() throws {
        let gradient = try Gradient(css: "linear-gradient(to right in oklab, gold, teal)")
        func draw(_ space: ColorSpace) throws -> Bitmap {
            var scene = page([Layer(kind: .gradient(gradient), frame: Rect(x: 0, y: 0, width: 48, height: 4))], background: nil)
            scene.canvas.colorSpace = space
            return try drawn(scene)
        }
        let (srgb, wide) = (try draw(.srgb), try draw(.displayP3))
        for x in 0..<48 {
            let own = Color(red: part(srgb, x, 0), green: part(srgb, x, 1), blue: part(srgb, x, 2)).components(in: .displayP3)
            for (index, key) in channels.enumerated() {
                #expect(abs(part(wide, x, index) - own[keyPath: key]) < 1.2 / 255, "\(x), \(index)")
            }
        }
    }

    @Test(
        arguments: [
            "linear-gradient(red, blue)", "linear-gradient(45deg, red, rgb(0 0 255 / 30%))",
            "linear-gradient(-100deg, red, lime, blue)",
            "linear-gradient(to top right, red, lime 50%, blue)", "linear-gradient(to bottom left, white 20%, black 80%)",
            "linear-gradient(30deg, red 5px, blue 12px, transparent)", "linear-gradient(to right, red -20px, blue 60px)",
            "linear-gradient(to right, red, blue 120%, lime 200%)", "linear-gradient(to right, red 150%, blue)",
            "linear-gradient(to right, red -50%, blue -10%)", "linear-gradient(to right, red, 20%, blue)",
            "linear-gradient(to right, red, 85%, rgb(0 0 255 / 20%))",
            "linear-gradient(to right, red 20%, lime, blue, white 80%)",
            "radial-gradient(red, blue)", "radial-gradient(circle, red, lime, blue)",
            "radial-gradient(closest-side at 25% 30%, red, blue)",
            "radial-gradient(circle closest-side at 10px 7px, red, blue)",
            "radial-gradient(closest-corner at 30px 5px, red, blue)",
            "radial-gradient(circle closest-corner at 30px 5px, red, blue)",
            "radial-gradient(farthest-side at 25% 30%, red, blue)",
            "radial-gradient(circle farthest-side at right 10px top 30%, red, blue)",
            "radial-gradient(9px at 10px 10px, red, blue)", "radial-gradient(40% 8px, red, rgb(0 0 255 / 0%))",
            "radial-gradient(circle 20px, red 5px, 8px, blue 10px, lime 150%)", "radial-gradient(circle 10px, red -50%, blue)",
            "conic-gradient(red, lime, blue, red)", "conic-gradient(from 50deg, red, blue)",
            "conic-gradient(from -0.3turn at 20% 30%, white, black)",
            "conic-gradient(at 40px 10px, red 10%, lime 90deg, 200deg, rgb(0 0 255 / 40%) 80%)",
            "repeating-linear-gradient(45deg, red 2px, blue 11.3px)", "repeating-linear-gradient(red, lime 40%)",
            "repeating-linear-gradient(to left, red -30px, 80%, rgb(0 0 255 / 20%) -18px)",
            "repeating-radial-gradient(circle at 12px 8px, red, blue 4.1px, red 9.2px)",
            "repeating-radial-gradient(closest-side, white 30%, black 80%, white 130%)",
            "repeating-conic-gradient(from 20deg, gold, teal 25deg, gold 50deg)",
            "repeating-conic-gradient(red 10deg, lime 47deg)",
        ], scales)
    func cssGradientsMatchTheReference(_ css: String, scale: Double) throws {
        let gradient = try Gradient(css: css)
        let layer = Layer(kind: .gradient(gradient), frame: frame)
        try expectPicture(of: [layer], scale: scale, css)
    }

    @Test(
        arguments: [
            "linear-gradient(to right, red 50%, blue 50%)", "linear-gradient(90deg, red 9px 18px, blue 18px)",
            "linear-gradient(to right, red 80%, lime 20%, blue)",
        ])
    func gradientColoursAtOnePlaceMeetInAHardEdge(_ css: String) throws {
        for scale in [1, 2, 3.0] {
            try expectPicture(of: [Layer(kind: .gradient(try Gradient(css: css)), frame: frame)], scale: scale, css)
        }
    }

    /// CSS Images 3, 3.6: colours at one place, and colours that repeat too often to be seen.
    @Test func repeatingGradientsWithoutLengthAreOneColour() throws {
        func color(_ css: String) throws -> SIMD4<UInt8> {
            let bitmap = try drawn(page([Layer(kind: .gradient(try Gradient(css: css)), frame: frame)]))
            let middle = bitmap[20, 15]
            #expect(bitmap[10, 10] == middle && bitmap[38, 26] == middle, "\(css)")
            return middle
        }
        #expect(try color("repeating-linear-gradient(red, blue 0px)") == SIMD4(0, 0, 255, 255))
        #expect(try color("repeating-linear-gradient(red 7px, lime 7px)") == SIMD4(0, 255, 0, 255))
        #expect(try color("repeating-linear-gradient(black, white 0.0001px)") == SIMD4(128, 128, 128, 255))
        #expect(try color("repeating-radial-gradient(black, white 0.00001px)") == SIMD4(128, 128, 128, 255))
    }

    /// Scanlines, bars and rings of single pixels over a wide frame aren't their mean.
    @Test(arguments: [
        ("linear-gradient(90deg, #000 0 1px, #fff 1px 2px)", false),
        ("linear-gradient(90deg, #000 0 2px, #fff 2px 5px, #000 5px 9px, #fff 9px 11px)", false),
        ("radial-gradient(circle at 0 0, #000 0 2px, #fff 2px 5px)", true),
    ])
    func fineStripesRepeatOverAWideFrame(_ css: String, _ isRound: Bool) throws {
        let (width, height) = (3000, 3)
        let edges = css.contains("11px") ? [0.0, 2, 5, 9, 11] : css.contains("5px") ? [0.0, 2, 5] : [0.0, 1, 2]
        let layer = Layer(
            kind: .gradient(try Gradient(css: "repeating-" + css)),
            frame: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        let picture = try drawn(
            Scene(canvas: Canvas(size: Size(width: Double(width), height: Double(height)), background: nil), layers: [layer]))
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5, Double(y) + 0.5)
                let place = (isRound ? (dx * dx + dy * dy).squareRoot() : dx).truncatingRemainder(
                    dividingBy: edges[edges.count - 1])
                // Positions are rounded to some hundredths of a pixel.
                guard edges.allSatisfy({ abs($0 - place) > 0.05 }) else { continue }
                let isBlack = edges.lastIndex { $0 <= place }.map { $0 % 2 == 0 } ?? true
                #expect(picture[x, y] == (isBlack ? SIMD4(0, 0, 0, 255) : SIMD4(255, 255, 255, 255)), "\(css): \(x), \(y)")
            }
        }
    }

    /// A dot with a radius of 1 px holds the middle of one pixel. The middles of the four beside it lie on the edge.
    @Test func middlesOfPixelsOnHardEdgesHaveTheLaterColour() throws {
        for side in [3, 15, 25] {
            let gradient = try Gradient(css: "radial-gradient(#000 1px, #fff 1px)")
            let size = Size(width: Double(side), height: Double(side))
            let layer = Layer(kind: .gradient(gradient), frame: Rect(origin: .zero, size: size))
            let picture = try drawn(Scene(canvas: Canvas(size: size, background: nil), layers: [layer]))
            for y in 0..<side {
                for x in 0..<side {
                    let isMiddle = x == side / 2 && y == side / 2
                    #expect(picture[x, y].x == (isMiddle ? 0 : 255), "\(side): \(x), \(y)")
                }
            }
        }
    }

    /// A stroke reaches beyond the frame, where the colours go on.
    @Test func repeatingGradientsContinueBeyondTheFrame() throws {
        let css = "repeating-linear-gradient(to right, red, blue 6px)"
        let line = Shape(path: Path(Rect(x: -4, y: 3, width: 30, height: 4)), fillColor: .gradient(try Gradient(css: css)))
        try expectPicture(of: [Layer(kind: .shape(line), frame: Rect(x: 9, y: 8, width: 16, height: 10))], scale: 1, css)
    }

    @Test(arguments: scales)
    func rotatedLayerRotatesItsCSSGradient(scale: Double) throws {
        for css in [
            "linear-gradient(70deg, red, blue)", "radial-gradient(8px 14px, red, blue)", "conic-gradient(red, lime, red)",
        ] {
            let layer = Layer(
                kind: .gradient(try Gradient(css: css)), frame: frame,
                transform: AffineTransform.rotation(degrees: 20).concatenating(.scale(0.8, 1.1)))
            try expectPicture(of: [layer], scale: scale, css)
        }
    }

    /// CSS Images 3, 3.2.3: endings without a width or a height.
    @Test func radialGradientsWithoutExtentEqualVerySmallGradients() throws {
        func same(_ a: String, _ b: String) throws {
            let found = try drawn(page([Layer(kind: .gradient(try Gradient(css: a)), frame: frame)]))
            let wanted = try drawn(page([Layer(kind: .gradient(try Gradient(css: b)), frame: frame)]))
            #expect(found == wanted, "\(a) is not \(b)")
        }
        try same("radial-gradient(0px, red, blue)", "linear-gradient(blue, blue)")
        try same("radial-gradient(circle closest-side at left, red, blue)", "linear-gradient(blue, blue)")
        try same("radial-gradient(10px 0, red, blue 200%)", "linear-gradient(blue, blue)")
        try same("radial-gradient(circle 0px, red 2px, blue 9px)", "radial-gradient(circle 1px, red 2px, blue 9px)")
        try same("radial-gradient(0 10px at left, red 4px, blue 20px)", "linear-gradient(to right, red 4px, blue 20px)")
    }
}
