import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

/// Tests the curl against its description. Every number below comes from the description, none from the recipe.
@Suite(.timed) struct CurlTests {
    private let blue = Bitmap(width: 40, height: 30, isOpaque: true) { bytes in
        for i in bytes.indices { bytes[i] = [30, 60, 200, 255][i % 4] }
    }

    @Test(arguments: [(100.0, 100.0, 1.0), (100, 100, 2), (16, 16, 1), (130.5, 47.25, 1), (61, 140, 1.5)])
    func curledPhotoMatchesItsDescription(width: Double, height: Double, scale: Double) throws {
        let source = ImageSource.data([1])
        var recipe = PhotoShadow(
            photo: source, photoSize: Size(width: 40, height: 30), size: Size(width: width, height: height))
        recipe.margin = 20
        recipe.scale = scale
        recipe.canvasColor = .white
        let bitmap = try CPURenderer().execute(try ScenePlanner.plan(recipe.scene, images: [source: blue]))

        let toDevice = AffineTransform.translation(20, 20).concatenating(.scale(scale, scale))
        let pixels = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        func area(_ polygon: [Point]) -> Field { exactArea(of: [polygon.map { $0.applying(toDevice) }], in: pixels) }

        // move (0, cy), line (W, cy), line (W, H + d), cubic to (0, H + d) with controls (W − cx, cy) and (cx, cy); d = 10.
        let (cx, cy, d) = (0.3 * width, 0.7 * height, 10.0)
        var caster = [Point(0, cy), Point(width, cy)]
        for i in 0...4000 {
            let t = Double(i) / 4000
            let s = 1 - t
            let x = s * s * s * width + 3 * s * s * t * (width - cx) + 3 * s * t * t * cx
            let y = (s * s * s + t * t * t) * (height + d) + (3 * s * s * t + 3 * s * t * t) * cy
            caster.append(Point(x, y))
        }
        // Black, opacity 0.4, offset (0, 4), radius 3.
        let moved = caster.map { ($0 + Point(0, 4)).applying(toDevice) }
        let mask = exactArea(of: [moved], in: PixelRect(covering: Rect(bounding: moved)))
        var reference = ReferencePicture(width: bitmap.width, height: bitmap.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(SIMD4(0, 0, 0, 0.4), through: trueGaussian(mask, sigma: 3 * scale, in: pixels))
        // A white border of 3 inside the bounds; the photo fills what is inside it.
        reference.paint(SIMD4(1, 1, 1, 1), through: area(Rect(x: 0, y: 0, width: width, height: height).corners))
        reference.paint(
            SIMD4(30.0 / 255, 60.0 / 255, 200.0 / 255, 1),
            through: area(Rect(x: 3, y: 3, width: width - 6, height: height - 6).corners))
        var worst = 0.0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let (found, truth) = (bitmap[x, y], reference.premultiplied(x, y))
                for channel in 0..<4 { worst = max(worst, abs(Double(found[channel]) - truth[channel])) }
            }
        }
        #expect(worst <= Tolerance.picture)
    }

    @Test func curlDefaultsMatchTheDescription() {
        let recipe = PhotoShadow(photo: .data([]), photoSize: Size(width: 10, height: 10))
        #expect(recipe.shadowPath.svgPathData == "M0 70H100V110C70 70 30 70 0 110Z")
        #expect(recipe.size == Size(width: 100, height: 100) && recipe.borderWidth == 3 && recipe.shadowDepth == 10)
        #expect(recipe.backgroundColor == Color(white: 2.0 / 3) && recipe.shadowOpacity == 0.4 && recipe.shadowRadius == 3)
    }

    @Test func squeezedPhotoIsReducedButNeverEnlarged() throws {
        let source = ImageSource.data([1])
        func photoFrame(_ width: Double, _ height: Double) throws -> Rect {
            var recipe = PhotoShadow(
                photo: source, photoSize: Size(width: width, height: height), size: Size(width: 106, height: 106))
            recipe.fit = .squeeze
            let inside = try #require(recipe.scene.layers.first?.sublayers.first)
            return try #require(inside.sublayers.first?.frame)
        }
        #expect(try photoFrame(40, 30) == Rect(x: 30, y: 35, width: 40, height: 30))
        #expect(try photoFrame(400, 300) == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(try photoFrame(400, 30) == Rect(x: 0, y: 35, width: 100, height: 30))
    }
}
