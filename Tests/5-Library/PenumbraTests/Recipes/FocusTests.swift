import PenumbraGeometry
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

/// Tests the focus against its description: strength 0 inside R, rising linearly to full strength at R + 20.
@Suite(.timed) struct FocusTests {
    private let size = Size(width: 400, height: 300)

    private func effect(_ recipe: Focus) throws -> Layer {
        let scene = recipe.scene
        #expect(scene.canvas.size == recipe.size && scene.layers.count == 2)
        #expect(scene.layers[0].frame == Rect(origin: .zero, size: recipe.size))
        return try #require(scene.layers.last)
    }

    private func mask(_ layer: Layer) throws -> Gradient {
        guard case .gradient(let gradient) = try #require(layer.mask).kind else { throw Failure() }
        return gradient
    }

    private struct Failure: Error {}

    /// The alpha of a gradient of circles at a distance from its centre, by definition.
    private func strength(_ gradient: Gradient, at distance: Double) throws -> Double {
        guard case .circles(_, let start, let end) = gradient.geometry else { throw Failure() }
        let t = (distance - start) / (end - start)
        let (stops, alphas) = (try #require(gradient.locations), gradient.colors.map(\.alpha))
        guard t > stops[0] else { return alphas[0] }
        guard t < stops[1] else { return alphas[1] }
        return alphas[0] + (alphas[1] - alphas[0]) * (t - stops[0]) / (stops[1] - stops[0])
    }

    @Test func focusFeatherStartsAtTheRadius() throws {
        for style in Focus.Style.allCases {
            var recipe = Focus(photo: .file("p.jpg"), size: size, style: style)
            recipe.circle.diameter = 120
            let gradient = try mask(try effect(recipe))
            #expect(gradient.geometry == .circles(center: Point(200, 150), startRadius: 60, endRadius: 110))
            #expect(gradient.locations == [0, 0.4])
            for (distance, truth) in [(0.0, 0.0), (59, 0), (60, 0), (65, 0.25), (70, 0.5), (80, 1), (90, 1), (500, 1)] {
                #expect(abs(try strength(gradient, at: distance) - truth) < 1e-12)
            }
        }
    }

    @Test func focusDimmingIsBlackAtHalfOpacity() throws {
        let layer = try effect(Focus(photo: .file("p.jpg"), size: size))
        #expect(layer.backgroundColor == .black && layer.opacity == 0.5 && layer.backdropBlur == nil)
    }

    @Test func defaultFocusCircleTouchesTheLongerSides() throws {
        let gradient = try mask(try effect(Focus(photo: .file("p.jpg"), size: size)))
        #expect(gradient.geometry == .circles(center: Point(200, 150), startRadius: 150, endRadius: 200))
    }

    @Test func sharpFocusDimmingIsOneEvenOddPath() throws {
        var recipe = Focus(photo: .file("p.jpg"), size: size)
        recipe.isSharp = true
        recipe.circle = Focus.Circle(center: Point(0.25, 0.5), diameter: 100)
        let layer = try effect(recipe)
        guard case .shape(let shape) = layer.kind else { throw Failure() }
        var path = Path(Rect(x: 0, y: 0, width: 400, height: 300))
        path.append(Path(circleAt: Point(100, 150), radius: 50))
        #expect(shape.path == path && shape.fillRule == .evenOdd && shape.fillColor == .black)
        #expect(layer.opacity == 0.5 && layer.mask == nil)
    }

    @Test func focusFeatherWithoutWidthIsASharpEdge() throws {
        var recipe = Focus(photo: .file("p.jpg"), size: size, style: .blur)
        for (feather, location) in [(0.0, 0.4), (50, 0)] {
            (recipe.feather, recipe.featherLocation) = (feather, location)
            guard case .shape(let shape) = try #require(try effect(recipe).mask).kind else { throw Failure() }
            #expect(shape.fillRule == .evenOdd)
        }
    }

    @Test func focusBlursHaveTheirSigmaAndMode() throws {
        for style in [Focus.Style.blur, .progressive] {
            var recipe = Focus(photo: .file("p.jpg"), size: size, style: style)
            recipe.blurRadius = 7
            let layer = try effect(recipe)
            #expect(layer.backdropBlur == BackdropBlur(radius: Sigma(7), isProgressive: style == .progressive))
            #expect(layer.backgroundColor == nil && layer.opacity == 1)
        }
    }

    @Test func focusTrackIsLinearBetweenKeyframes() throws {
        func key(_ time: Double, _ x: Double, _ y: Double, _ diameter: Double?) -> FocusTrack.Keyframe {
            FocusTrack.Keyframe(time: time, circle: Focus.Circle(center: Point(x, y), diameter: diameter))
        }
        let track = try #require(FocusTrack([key(1, 0.2, 0.4, 100), key(3, 0.6, 0.2, 200), key(4, 0.6, 0.8, 50)]))
        #expect(track.circle(at: 0).center == Point(0.2, 0.4) && track.circle(at: 9).diameter == 50)
        let middle = track.circle(at: 2)
        #expect((middle.center - Point(0.4, 0.3)).length < 1e-12 && middle.diameter == 150)
        #expect(track.circle(at: 3).center == Point(0.6, 0.2) && track.circle(at: 3).diameter == 200)
        #expect(abs(try #require(track.circle(at: 3.25).diameter) - 162.5) < 1e-12)
        // Four frames per second, without the end.
        #expect(track.times(framesPerSecond: 4, limit: 100) == (4..<16).map { Double($0) / 4 })
        // A third of a second doesn't divide three seconds, so the last frame comes before the end.
        #expect(track.times(framesPerSecond: 0.7, limit: 100)?.count == 3)
        #expect(track.times(framesPerSecond: 1e9, limit: 100) == nil)
        #expect(FocusTrack([key(1, 0, 0, 1), key(1, 1, 1, 1)]) == nil && FocusTrack([]) == nil)
        #expect(FocusTrack([key(1, 0, 0, 1), key(.nan, 1, 1, 1)]) == nil)
    }

    @Test func focusFramesMoveTheCircle() throws {
        let recipe = Focus(photo: .file("p.jpg"), size: size)
        let scenes = recipe.scenes(following: [
            Focus.Circle(center: Point(0, 0), diameter: 20), Focus.Circle(center: Point(1, 1), diameter: 40),
        ])
        let centers = try scenes.map { scene -> Gradient.Geometry in try mask(scene.layers[1]).geometry }
        #expect(
            centers == [
                .circles(center: Point(0, 0), startRadius: 10, endRadius: 60),
                .circles(center: Point(400, 300), startRadius: 20, endRadius: 70),
            ])
    }
}
