import PenumbraGeometry
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct GroundShadowTests {
    private let logo = Artwork.image(.file("logo.png"), size: Size(width: 100, height: 80))

    private func close(_ a: Point, _ b: Point) -> Bool { (a - b).length < 1e-9 }

    @Test func groundShadowIsFlattenedAndSkewedAboutItsFoot() throws {
        let scene = GroundShadow(logo).scene
        let layer = try #require(scene.layers.first)
        #expect(scene.layers.count == 1 && layer.kind == logo.kind && layer.drawsContents)
        let shadow = try #require(layer.shadows.first)
        #expect(shadow.path == nil && shadow.anchor == nil && shadow.color == .black)
        // The CSS form: scaleY(0.5) skewX(−30°).
        let css = try AffineTransform(css: "scaleY(0.5) skewX(-30deg)", frame: logo.size)
        #expect(close(Point(3, -7).applying(shadow.transform), Point(3, -7).applying(css)))
        // The foot stays in place. The top, 80 above it, is at half the height and has moved by 80·tan 30° to the right.
        #expect(close(Point(0, 0).applying(shadow.transform), .zero))
        #expect(close(Point(0, -80).applying(shadow.transform), Point(80 / 3.0.squareRoot(), -40)))
    }

    @Test func groundShadowCanvasContainsTheShadow() throws {
        for (skew, flatten) in [(-30.0, 0.5), (30, 0.5), (60, 1.5), (-45, -0.7), (0, 0)] {
            var recipe = GroundShadow(logo)
            recipe.skew = skew
            recipe.flatten = flatten
            recipe.shadowOffset = Point(5, -3)
            recipe.shadowRadius = 2
            let scene = recipe.scene
            let frame = try #require(scene.layers[0].frame)
            #expect(frame.size == logo.size && frame.minX >= 0 && frame.minY >= 0)
            #expect(frame.maxX <= scene.canvas.size.width && frame.maxY <= scene.canvas.size.height)
            let transform = recipe.shadowTransform
            for corner in [Point(-50, 0), Point(50, 0), Point(-50, -80), Point(50, -80)] {
                let cast = corner.applying(transform) + Point(frame.midX, frame.maxY) + Point(5, -3)
                #expect(cast.x >= 6 && cast.x <= scene.canvas.size.width - 6)
                #expect(cast.y >= 6 && cast.y <= scene.canvas.size.height - 6)
            }
        }
    }

    @Test func groundShadowFootIsTheAnchor() throws {
        var recipe = GroundShadow(logo)
        recipe.foot = Point(25, 60)
        let shadow = try #require(recipe.scene.layers[0].shadows.first)
        #expect(shadow.anchor == Point(0.25, 0.75))
    }

    @Test func contactShadowIsAnEllipseUnderTheFoot() throws {
        let shadow = try #require(GroundShadow(logo, style: .contact).scene.layers[0].shadows.first)
        let bounds = try #require(shadow.path).bounds
        #expect(abs(bounds.midX - 50) < 1e-9 && abs(bounds.midY - 80) < 1e-9)
        #expect(abs(bounds.width - 90) < 1e-9 && abs(bounds.height - 10) < 1e-9 && shadow.transform == .identity)
    }

    @Test func liftedShadowIsTheMovedSilhouette() throws {
        var recipe = GroundShadow(logo, style: .lifted)
        recipe.shadowOffset = Point(0, 12)
        let shadow = try #require(recipe.scene.layers[0].shadows.first)
        #expect(shadow.path == nil && shadow.transform == .identity && shadow.offset == Point(0, 12))
    }

    @Test func pathArtworkIsAShapeAtItsOrigin() throws {
        let star = try Path(svgPathData: "M50 10L79 100L2 45H98L21 100Z")
        let artwork = Artwork.path(fitting: star, fillRule: .evenOdd)
        #expect(artwork.size == Size(width: 96, height: 90))
        guard case .shape(let shape) = artwork.kind else {
            Issue.record("a path is not a shape")
            return
        }
        #expect(shape.path.bounds.origin == .zero && shape.fillRule == .evenOdd)
    }
}
