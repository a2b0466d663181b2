import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests layers in space against the formulas of CSS Transforms Level 2, worked out by hand.
@Suite(.timed) struct PerspectiveTests {
    private static let canvas = Size(width: 80, height: 60)

    /// A rectangle about the middle of the canvas, turned about the y axis and then about the x axis, seen from `distance`.
    private func corners(_ size: Size, y: Double, x: Double, distance: Double, scale: Double) -> [Point] {
        let (ay, ax) = (y * .pi / 180, x * .pi / 180)
        return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { corner in
            let (px, py) = (corner.0 * size.width / 2, corner.1 * size.height / 2)
            // rotateX acts first, as the function written last.
            let (qy, qz) = (py * cos(ax), py * sin(ax))
            let (rx, rz) = (px * cos(ay) + qz * sin(ay), -px * sin(ay) + qz * cos(ay))
            let w = 1 - rz / distance
            return Point((40 + rx / w) * scale, (30 + qy / w) * scale)
        }
    }

    @Test func projectedEdgesCoverExactAreas() throws {
        var random = SeededGenerator(seed: 3)
        var most = 0.0
        for _ in 0..<rounds(200) {
            let size = Size(width: .random(in: 5...50, using: &random), height: .random(in: 5...40, using: &random))
            let (y, x) = (Double.random(in: -80...80, using: &random), Double.random(in: -80...80, using: &random))
            let (distance, scale) = (
                Double.random(in: 45...500, using: &random), [1.0, 2, 1.5][Int.random(in: 0...2, using: &random)]
            )
            var layer = Layer(
                frame: Rect(x: 40 - size.width / 2, y: 30 - size.height / 2, width: size.width, height: size.height),
                backgroundColor: .black)
            layer.transform3D = try Transform3D(
                css: "perspective(\(distance)px) rotateY(\(y)deg) rotateX(\(x)deg)", frame: size)
            let picture = try drawn(Scene(canvas: Canvas(size: Self.canvas, scale: scale), layers: [layer]))
            let exact = exactArea(
                of: [corners(size, y: y, x: x, distance: distance, scale: scale)],
                in: PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))
            for row in 0..<picture.height {
                for column in 0..<picture.width {
                    most = max(most, abs(Double(picture[column, row].w) - 255 * exact[column, row]))
                }
            }
        }
        // Half a level is the rounding to bytes. Measured: 0.531.
        #expect(most <= 0.54)
    }

    private func layer(_ css: String, _ change: (inout Layer) -> Void = { _ in }) throws -> Layer {
        var layer = Layer(frame: Rect(x: 20, y: 15, width: 40, height: 30), backgroundColor: .black)
        layer.transform3D = try Transform3D(css: css, frame: Size(width: 40, height: 30))
        change(&layer)
        return layer
    }

    private func picture(_ layers: [Layer]) throws -> Bitmap {
        try drawn(Scene(canvas: Canvas(size: Self.canvas, background: .white), layers: layers))
    }

    @Test func parentPerspectiveEqualsThePerspectiveFunction() throws {
        let seen = try picture([try layer("perspective(200px) rotateY(40deg)")])
        var parent = Layer(frame: Rect(x: 20, y: 15, width: 40, height: 30), sublayers: [])
        parent.perspective = 200
        parent.sublayers = [try layer("rotateY(40deg)") { $0.frame?.origin = .zero }]
        #expect(try picture([parent]) == seen)
        parent.perspectiveOrigin = Point(0.1, 0.5)
        #expect(try picture([parent]) != seen)
    }

    @Test func perspectiveDistancesBelowOneCountAsOne() throws {
        for css in ["perspective(0) translateZ(-3px)", "perspective(0.5px) translateZ(-3px)"] {
            #expect(try picture([try layer(css)]) == picture([try layer("perspective(1px) translateZ(-3px)")]), "\(css)")
        }
    }

    @Test func transformsWithoutDepthEqualPlaneTransforms() throws {
        for (css, flat) in [
            ("rotateZ(30deg)", "rotate(30deg)"), ("perspective(300px)", "none"), ("translateZ(70px)", "none"),
            ("translate3d(4px, 5px, 9px)", "translate(4px, 5px)"), ("scale3d(1.5, 0.5, 8)", "scale(1.5, 0.5)"),
            ("perspective(100px) translateZ(50px)", "scale(2)"), ("rotateY(60deg)", "scaleX(0.5)"),
            ("rotateX(180deg)", "scaleY(-1)"), ("rotate3d(0, 0, 0, 40deg)", "none"),
            ("rotate3d(0, 0, 2, 90deg)", "rotate(90deg)"),
            ("matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1)", "translate(3px, 4px)"),
        ] {
            #expect(try picture([try layer(css)]) == picture([try layer(flat)]), "\(css)")
        }
    }

    @Test func hiddenBackfaceIsNotPainted() throws {
        let nothing = try picture([])
        for (css, isSeen) in [
            ("rotateY(0deg)", true), ("rotateY(89deg)", true), ("rotateY(91deg)", false), ("rotateY(180deg)", false),
            ("rotateX(180deg) rotateY(180deg)", true), ("scale(-1, 1)", true), ("rotate(180deg)", true),
            ("perspective(50px) rotateX(120deg)", false), ("scaleZ(-1)", false),
        ] {
            let found = try picture([try layer(css) { $0.backfaceVisibility = .hidden }])
            #expect((found != nothing) == isSeen, "\(css)")
            #expect(try picture([try layer(css)]) != nothing)
        }
    }

    @Test func layersEdgeOnOrBehindTheEyeAreNotPainted() throws {
        let nothing = try picture([])
        for css in [
            "rotateY(90deg)", "perspective(100px) rotateX(90deg)", "perspective(100px) translateZ(100px)",
            "perspective(100px) translateZ(150px)", "perspective(10px) rotateX(30deg) translateZ(200px)",
            "matrix3d(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
            "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1)",
        ] {
            #expect(try picture([try layer(css)]) == nothing, "\(css)")
        }
    }

    /// The part of a layer behind the eye is cut off. The rest reaches to the edge of the picture.
    @Test func layerPartInFrontOfTheEyeIsPainted() throws {
        let found = try picture([
            try layer("perspective(30px) rotateX(60deg)") { $0.frame = Rect(x: 20, y: -20, width: 40, height: 100) }
        ])
        #expect(found[40, 59] == SIMD4(0, 0, 0, 255))
        #expect(found[40, 0] == SIMD4(255, 255, 255, 255))
    }

    /// Everything that a layer can have is drawn in planes of all kinds, however strange.
    @Test func extremePlanesAreDrawn() throws {
        for css in [
            "perspective(1px) rotateX(45deg)", "perspective(2px) rotate3d(1, 2, 3, 100deg) scale(100)",
            "perspective(100px) rotateX(89.999deg)", "perspective(100px) rotateY(89.9999999deg) scale(1e6, 1e-6)",
            "matrix3d(1, 0, 0, 1e9, 0, 1, 0, -1e9, 0, 0, 1, 0, 0, 0, 0, 1)",
            "matrix3d(1, 0, 0, 1e-9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1e-9)",
            "matrix3d(1e9, 1e9, 1e9, 1e9, 1e9, -1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9)",
            "perspective(50px) rotateX(60deg) scale(1e5)", "scale(1e-9) perspective(60px) rotateY(20deg)",
        ] {
            let changed = try layer(css) { layer in
                layer.shadows = [Shadow(radius: Sigma(3))]
                layer.sublayers = [
                    Layer(frame: Rect(x: 5, y: 5, width: 9, height: 9), backgroundColor: .white, blur: Sigma(1)),
                    Layer(
                        kind: .gradient(Gradient(.axial(startPoint: .zero, endPoint: Point(1, 1)), colors: [.black, .white]))),
                ]
                layer.perspective = 0
            }
            // A surface may be too large; nothing may trap.
            _ = try? picture([changed])
            _ = try? picture([Layer(opacity: 0.5, sublayers: [changed])])
        }
    }
}
