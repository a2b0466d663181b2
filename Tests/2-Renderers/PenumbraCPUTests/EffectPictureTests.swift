import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

/// Tests the effects' pictures against their descriptions. Every number below comes from a description, none from the recipes.
@Suite(.timed) struct EffectPictureTests {
    private typealias Component = SIMD4<Double>

    private func draw(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws -> Bitmap {
        try CPURenderer().execute(try ScenePlanner.plan(scene, images: images))
    }

    /// The largest difference of any premultiplied component, in levels.
    private func difference(_ bitmap: Bitmap, _ reference: ReferencePicture) -> Double {
        var worst = 0.0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let (found, truth) = (bitmap[x, y], reference.premultiplied(x, y))
                for channel in 0..<4 { worst = max(worst, abs(Double(found[channel]) - truth[channel])) }
            }
        }
        return worst
    }

    private func map(_ field: Field, _ change: (Int, Int, Double) -> Double) -> Field {
        var result = field
        for y in field.pixels.y..<field.pixels.maxY {
            for x in field.pixels.x..<field.pixels.maxX { result[x, y] = change(x, y, field[x, y]) }
        }
        return result
    }

    // MARK: - Indent

    /// A diamond in a frame of 60×50, 12 from the canvas's edges.
    private static let diamond = [Point(30.3, 2.4), Point(57.6, 25), Point(30.3, 47.2), Point(2.5, 25)]

    private struct IndentCase: Sendable {
        var name: String
        var scale = 1.0
        var outsideSigma = 1.0
        var insideSigma = 1.0
        var insideOffset = 2.0
        var isHard = false
        var drawsOriginal = false
        var fill: Component?
        var make: @Sendable (Artwork) -> Indent
    }

    private static let indents: [IndentCase] = [
        IndentCase(name: "default") { Indent($0) },
        IndentCase(name: "default at 2×", scale: 2) { Indent($0) },
        IndentCase(name: "original", drawsOriginal: true) {
            var recipe = Indent($0)
            recipe.drawsOriginal = true
            return recipe
        },
        IndentCase(name: "fill", fill: SIMD4(0, 0.5, 1, 1)) {
            var recipe = Indent($0)
            recipe.fill = .paint(.rgb(0, 0.5, 1))
            return recipe
        },
        IndentCase(name: "label", outsideSigma: 0.5, insideSigma: 3, insideOffset: 4, isHard: true) { Indent.label($0) },
    ]

    @Test(arguments: indents.indices)
    func indentsAreMadeOfFourParts(index: Int) throws {
        let test = Self.indents[index]
        var recipe = test.make(
            .path(Path(polygon: Self.diamond), color: Color(red: 1, green: 0, blue: 0), size: Size(width: 60, height: 50)))
        recipe.padding = 12
        recipe.scale = test.scale
        recipe.canvasColor = Color(white: 0.8)
        let bitmap = try draw(recipe.scene)

        let toDevice = AffineTransform.translation(12, 12).concatenating(.scale(test.scale, test.scale))
        let pixels = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        let alpha = exactArea(of: [Self.diamond.map { $0.applying(toDevice) }], in: pixels)
        let hard = test.isHard ? map(alpha) { $2 > 1.0 / 255 ? 1 : 0 } : alpha
        func blurred(_ field: Field, _ sigma: Double, down: Double) -> Field {
            trueGaussian(field, sigma: sigma * test.scale, shift: Point(0, down * test.scale), in: pixels)
        }
        var reference = ReferencePicture(width: bitmap.width, height: bitmap.height, background: SIMD4(0.8, 0.8, 0.8, 1))
        // Step 1: A blurred, moved and coloured, kept only outside A (for a hard mask, outside the hard mask).
        let outside = blurred(alpha, test.outsideSigma, down: 1)
        reference.paint(
            SIMD4(1, 1, 1, 0.4), through: test.drawsOriginal ? outside : map(outside) { $2 * (1 - hard[$0, $1]) })
        // Steps 2 and 3: the original and the fill, both clipped to A.
        if test.drawsOriginal { reference.paint(SIMD4(1, 0, 0, 1), through: alpha) }
        if let fill = test.fill { reference.paint(fill, through: alpha) }
        // Step 4: the inverted mask, solid beyond the bounds, blurred, moved and clipped to A.
        let cast = blurred(hard, test.insideSigma, down: test.insideOffset)
        reference.paint(SIMD4(0, 0, 0, 0.75), through: map(cast) { (1 - $2) * alpha[$0, $1] })
        #expect(difference(bitmap, reference) <= Tolerance.picture, "\(test.name)")
    }

    // MARK: - Cloud

    private func outline(_ width: Double, _ height: Double) -> [Point] {
        let places: [(Double, Double)] = [
            (0.4, 0.2), (0.5, 0.1), (0.6, 0.2), (0.8, 0.2), (0.8, 0.4), (0.9, 0.5), (0.8, 0.6), (0.8, 0.8), (0.6, 0.8),
            (0.5, 0.9), (0.4, 0.8), (0.2, 0.8), (0.2, 0.6), (0.1, 0.5), (0.2, 0.4), (0.2, 0.2), (0.4, 0.2),
        ]
        let points = places.map { Point($0.0 * width, $0.1 * height) }
        var polygon: [Point] = []
        for curve in 0..<8 {
            let (a, b, c) = (points[2 * curve], points[2 * curve + 1], points[2 * curve + 2])
            for step in 0..<500 {
                let t = Double(step) / 500
                polygon.append((1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c)
            }
        }
        return polygon
    }

    @Test(arguments: [1.0, 2.0])
    func cloudIsAGroupOfShadowAndGradient(scale: Double) throws {
        let (w, h) = (70.0, 44.0)
        var recipe = Cloud(size: Size(width: w, height: h))
        recipe.innerColor = Color(red: 1, green: 0.9, blue: 0.2)
        recipe.outerColor = Color(red: 0.1, green: 0.2, blue: 0.7)
        recipe.lineThickness = 0
        recipe.scale = scale
        recipe.canvasColor = .white
        let scene = recipe.scene(at: Point(8, 5), canvas: Size(width: 90, height: 130))
        let bitmap = try draw(scene)
        let toDevice = AffineTransform.translation(8, 5).concatenating(.scale(scale, scale))
        let pixels = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        var group = ReferencePicture(width: bitmap.width, height: bitmap.height)
        // The same outline at half the height, moved down by 1.8·h, σ 3, black at 0.4.
        let caster = outline(w, h / 2).map { ($0 + Point(0, 1.8 * h)).applying(toDevice) }
        let mask = exactArea(of: [caster], in: PixelRect(covering: Rect(bounding: caster)))
        group.paint(SIMD4(0, 0, 0, 0.4), through: trueGaussian(mask, sigma: 3 * scale, in: pixels))
        var gradient = ReferencePicture(width: bitmap.width, height: bitmap.height)
        for y in 0..<bitmap.height {
            let t = max(0, min(1, ((Double(y) + 0.5) / scale - 5) / h))
            let color = SIMD4(1, 0.9, 0.2, 1) * (1 - t) + SIMD4(0.1, 0.2, 0.7, 1) * t
            for x in 0..<bitmap.width {
                for channel in 0..<4 { gradient.channels[channel][x, y] = color[channel] }
            }
        }
        group.paint(gradient, through: exactArea(of: [outline(w, h).map { $0.applying(toDevice) }], in: pixels))
        var reference = ReferencePicture(width: bitmap.width, height: bitmap.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(group, opacity: 0.9)
        #expect(difference(bitmap, reference) <= Tolerance.picture)
    }

    @Test func cloudShowsOnlyTheInnerHalfOfItsStroke() throws {
        var recipe = Cloud(size: Size(width: 200, height: 100))
        recipe.strokeColor = Color(red: 1, green: 0, blue: 0)
        recipe.innerColor = .white
        recipe.outerColor = .white
        recipe.lineThickness = 8
        recipe.opacity = 1
        let bitmap = try draw(recipe.scene(at: .zero, canvas: Size(width: 200, height: 100)))
        // The outline's highest point is (100, 15). Four points of the stroke's width lie below it, none above.
        #expect(bitmap[100, 13] == SIMD4(0, 0, 0, 0))
        #expect(bitmap[100, 16] == SIMD4(255, 0, 0, 255) && bitmap[100, 17] == SIMD4(255, 0, 0, 255))
        #expect(bitmap[100, 20] == SIMD4(255, 255, 255, 255))
    }

    // MARK: - Table

    /// The table is pulled down by 40. The shadows of the bar, above the first row and below the last row are all visible.
    @Test func tableShadowsMixStraightColours() throws {
        var recipe = ShadowTable(rows: [ShadowTable.Row(height: 30), ShadowTable.Row(height: 26)])
        recipe.width = 8
        recipe.height = 200
        recipe.navigationBarHeight = 44
        recipe.scrollOffset = -40
        recipe.backgroundColor = Color(red: 0.2, green: 0.4, blue: 0.6)
        let bitmap = try draw(recipe.scene)
        let background = [0.2, 0.4, 0.6]
        var worst = 0.0
        // Straight components: the colour approaches the background's colour while alpha approaches 0.
        func check(_ y: Int, share: Double, darkest: Double) {
            for channel in 0..<3 {
                let color = background[channel] * (1 - share)
                let alpha = darkest * share
                let truth = 255 * (color * alpha + background[channel] * (1 - alpha))
                worst = max(worst, abs(Double(bitmap[3, y][channel]) - truth))
            }
        }
        for line in 0..<20 {
            check(44 + line, share: 1 - (Double(line) + 0.5) / 20, darkest: 0.5)
            check(44 + 40 + 56 + line, share: 1 - (Double(line) + 0.5) / 20, darkest: 0.5)
        }
        for line in 0..<10 { check(44 + 30 + line, share: (Double(line) + 0.5) / 10, darkest: 0.25) }
        for y in [64, 70, 73, 160, 199] { check(y, share: 0, darkest: 0.5) }
        #expect(worst <= Tolerance.picture)
        #expect(bitmap[3, 84] == SIMD4(255, 255, 255, 255) && bitmap[3, 139] == SIMD4(255, 255, 255, 255))
    }

    // MARK: - Focus

    private static let photo = Bitmap(width: 160, height: 120, isOpaque: true) { bytes in
        var generator = SeededGenerator(seed: 7)
        for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator) }
    }

    @Test func focusDimmingGrowsOverTwentyPointsOutsideTheCircle() throws {
        let source = ImageSource.data([1])
        var recipe = Focus(photo: source, size: Size(width: 160, height: 120))
        recipe.circle = Focus.Circle(center: Point(0.4, 0.5), diameter: 50)
        let bitmap = try draw(recipe.scene, images: [source: Self.photo])
        var worst = 0.0
        for y in 0..<120 {
            for x in 0..<160 {
                let distance = (Point(Double(x) + 0.5, Double(y) + 0.5) - Point(64, 60)).length
                let strength = 0.5 * max(0, min(1, (distance - 25) / 20))
                for channel in 0..<3 {
                    let truth = Double(Self.photo[x, y][channel]) * (1 - strength)
                    worst = max(worst, abs(Double(bitmap[x, y][channel]) - truth))
                }
                if distance <= 25 { #expect(bitmap[x, y] == Self.photo[x, y]) }
            }
        }
        #expect(worst <= Tolerance.picture)
    }

    @Test func sharpFocusDimmingCutsACircle() throws {
        let source = ImageSource.data([1])
        var recipe = Focus(photo: source, size: Size(width: 160, height: 120))
        recipe.isSharp = true
        recipe.circle.diameter = 70
        let bitmap = try draw(recipe.scene, images: [source: Self.photo])
        let circle = (0..<2000).map { Point(80, 60) + Point(35, 0).applying(.rotation(degrees: Double($0) * 0.18)) }
        let clear = exactArea(of: [circle], in: PixelRect(x: 0, y: 0, width: 160, height: 120))
        var worst = 0.0
        for y in 0..<120 {
            for x in 0..<160 {
                let truth = Double(Self.photo[x, y][1]) * (1 - 0.5 * (1 - clear[x, y]))
                worst = max(worst, abs(Double(bitmap[x, y][1]) - truth))
            }
        }
        #expect(worst <= Tolerance.picture)
    }

    @Test(arguments: [Focus.Style.blur, .progressive])
    func focusBlursLeaveTheCircleUnchanged(style: Focus.Style) throws {
        let source = ImageSource.data([1])
        var recipe = Focus(photo: source, size: Size(width: 160, height: 120), style: style)
        recipe.circle.diameter = 50
        recipe.blurRadius = 6
        let bitmap = try draw(recipe.scene, images: [source: Self.photo])
        var changed = 0
        for y in 0..<120 {
            for x in 0..<160 {
                let distance = (Point(Double(x) + 0.5, Double(y) + 0.5) - Point(80, 60)).length
                if distance <= 25 { #expect(bitmap[x, y] == Self.photo[x, y]) }
                // Noise blurred with σ 6 is grey.
                if distance >= 45 { changed += abs(Int(bitmap[x, y][0]) - 127) < 30 ? 1 : 0 }
            }
        }
        #expect(changed > 12_500)
    }

    // MARK: - Ground

    @Test func groundShadowIsTheFlattenedAndSkewedSilhouette() throws {
        let corners = [Point(0, 0), Point(40, 6), Point(40, 50), Point(0, 50)]
        var recipe = GroundShadow(.path(Path(polygon: corners), color: .white, size: Size(width: 40, height: 50)))
        recipe.shadowRadius = 2
        recipe.canvasColor = .white
        let scene = recipe.scene
        let bitmap = try draw(scene)
        let origin = try #require(scene.layers[0].frame).origin
        let pixels = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        // Around the bottom centre (20, 50): half the height, leaning to the right by tan 30° per point of height.
        let cast = corners.map { corner -> Point in
            let (x, y) = (corner.x - 20, corner.y - 50)
            return Point(20 + x - y / 3.0.squareRoot(), 50 + 0.5 * y) + origin
        }
        let mask = exactArea(of: [cast], in: PixelRect(covering: Rect(bounding: cast)))
        var reference = ReferencePicture(width: bitmap.width, height: bitmap.height, background: SIMD4(1, 1, 1, 1))
        reference.paint(SIMD4(0, 0, 0, 0.4), through: trueGaussian(mask, sigma: 2, in: pixels))
        reference.paint(SIMD4(1, 1, 1, 1), through: exactArea(of: [corners.map { $0 + origin }], in: pixels))
        #expect(difference(bitmap, reference) <= Tolerance.picture)
    }
}
