import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests knock-out, distorted casters, and casters that are groups.
@Suite(.timed) struct OuterShadowTests {
    private let frame = Rect(x: 10, y: 6, width: 26, height: 20)
    private let ink = Color(red: 0.1, green: 0, blue: 0.4)

    // MARK: Knock-out

    @Test(arguments: [0, 0.5, 3, 8], scales)
    func knockoutShadowIsKeptOutOfItsSoftCaster(sigma: Double, scale: Double) throws {
        for isHard in [false, true] {
            var (layer, images) = softImage(frame: frame, scale: scale)
            layer.shadows = [Shadow(color: ink, opacity: 0.9, offset: Point(3.3, 2.25), radius: Sigma(sigma), knockout: true)]
            layer.clipForAnyAlpha = isHard
            for drawsContents in [true, false] {
                layer.drawsContents = drawsContents
                try expectPicture(of: [layer], images: images, scale: scale, "σ \(sigma) \(isHard ? "hard" : "soft")")
            }
        }
    }

    @Test(arguments: [0, 0.5, 3, 8], scales)
    func knockoutShadowOfAPathIsKeptOutOfThePath(sigma: Double, scale: Double) throws {
        let layer = Layer(
            frame: frame,
            shadows: [
                Shadow(
                    color: ink, opacity: 0.9, offset: Point(3.3, 2.25), radius: Sigma(sigma),
                    path: cloud(Rect(x: -4, y: -6, width: 34.5, height: 32)), knockout: true)
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: scales)
    func knockoutOfADistortedShadowUsesTheUndistortedCaster(scale: Double) throws {
        let flat = AffineTransform.scale(1.2, 0.6).concatenating(.skew(xDegrees: -20, yDegrees: 0))
        let layer = Layer(
            frame: frame,
            shadows: [
                Shadow(
                    color: ink, opacity: 0.9, offset: Point(1, 2), radius: Sigma(1.5),
                    path: cloud(Rect(x: -4, y: -6, width: 34.5, height: 32)), knockout: true, transform: flat)
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: scales)
    func shadowsAreOrderedFrontToBack(scale: Double) throws {
        let layer = Layer(
            frame: frame, backgroundColor: .rgb(1, 1, 1, alpha: 0.5), cornerRadii: CornerRadii(5),
            shadows: [
                Shadow(color: .white, opacity: 0.8, offset: Point(-2, -1.5), radius: Sigma(1), knockout: true),
                Shadow(color: ink, opacity: 0.8, offset: Point(4.5, 3.25), radius: Sigma(2)),
                Shadow(
                    color: Color(red: 1, green: 0, blue: 0), opacity: 0.8, offset: Point(0, 6), radius: .zero, knockout: true),
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    // MARK: Distorted casters

    private static let distortions: [(name: String, transform: AffineTransform)] = [
        ("flattened", .scale(1, 0.5)),
        ("skewed", .skew(xDegrees: -30, yDegrees: 0)),
        ("flattened, then skewed", AffineTransform.scale(1, 0.5).concatenating(.skew(xDegrees: -30, yDegrees: 0))),
        ("turned", AffineTransform.rotation(degrees: 20).concatenating(.translation(1.5, 0.25))),
    ]

    /// The bottom centre of the curve's exact bounding box, found from many points on the curve.
    @Test(arguments: [0, 0.5, 3, 8], scales)
    func pathShadowIsDistortedAboutItsBottomCenter(sigma: Double, scale: Double) throws {
        let path = cloud(Rect(x: -4, y: -6, width: 34.5, height: 32))
        let points = path.flattened(tolerance: 1e-7).flatMap(\.points)
        let bottom = points.map(\.y).max() ?? 0
        let middle = ((points.map(\.x).min() ?? 0) + (points.map(\.x).max() ?? 0)) / 2
        for (name, transform) in Self.distortions {
            var shadow = Shadow(color: ink, opacity: 0.9, offset: Point(2.3, 1.25), radius: Sigma(sigma), path: path)
            // The same path, distorted beforehand.
            let moved = path.applying(transform.about(Point(middle, bottom)))
            let plain = Layer(
                frame: frame,
                shadows: [Shadow(color: ink, opacity: 0.9, offset: Point(2.3, 1.25), radius: Sigma(sigma), path: moved)])
            shadow.transform = transform
            let difference = Difference(
                try drawn(page([Layer(frame: frame, shadows: [shadow])], scale: scale)),
                SceneReference(page([plain], scale: scale)).draw())
            #expect(difference.levels <= Tolerance.picture, "\(name): \(difference)")
            try expectPicture(of: [Layer(frame: frame, shadows: [shadow])], scale: scale, name)
        }
    }

    @Test(arguments: scales)
    func shadowAnchorIsInUnitsOfTheFrame(scale: Double) throws {
        for anchor in [Point(0, 0), Point(1, 0.5), Point(-0.25, 1.25)] {
            let shadow = Shadow(
                color: ink, opacity: 0.9, offset: Point(1, 0.5), radius: Sigma(1),
                path: cloud(Rect(x: 0, y: 0, width: 26, height: 20)),
                transform: Self.distortions[2].transform, anchor: anchor)
            try expectPicture(of: [Layer(frame: frame, shadows: [shadow])], scale: scale, "\(anchor)")
        }
    }

    @Test(arguments: scales)
    func rotatedLayerRotatesItsDistortedShadow(scale: Double) throws {
        let shadow = Shadow(
            color: ink, opacity: 0.9, offset: Point(3, 5), radius: Sigma(1.5),
            path: cloud(Rect(x: 0, y: 0, width: 26, height: 20)),
            transform: Self.distortions[2].transform)
        let layer = Layer(
            frame: frame, transform: AffineTransform.rotation(degrees: -35).concatenating(.scale(0.8, 1.1)), shadows: [shadow])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: [0, 1, 3, 8], scales)
    func imageShadowIsDistortedAboutTheFramesBottomCenter(sigma: Double, scale: Double) throws {
        for (name, transform) in Self.distortions {
            var (layer, images) = softImage(frame: frame, scale: scale)
            layer.drawsContents = false
            layer.shadows = [Shadow(color: ink, opacity: 0.9, offset: Point(1, 2), radius: Sigma(sigma), transform: transform)]
            try expectPicture(
                of: [layer], images: images, scale: scale, "σ \(sigma) \(name)",
                tolerance: sigma > 0 ? Tolerance.picture : Tolerance.distortedEdge)
        }
    }

    /// An image whose alpha ends at its edges, opaque and half transparent, with a hole.
    @Test(arguments: [0, 1, 3, 8], scales)
    func alphaAtTheFrameEdgesIsDistortedWithTheFrame(sigma: Double, scale: Double) throws {
        for (name, transform) in Self.distortions {
            let (width, height) = (Int(frame.width * scale), Int(frame.height * scale))
            let bitmap = Bitmap(width: width, height: height) { bytes in
                for i in 0..<(width * height) {
                    let (x, y) = (4 * (i % width) / width, 3 * (i / width) / height)
                    for channel in 0..<3 { bytes[4 * i + channel] = 200 }
                    bytes[4 * i + 3] = x == 1 && y == 1 ? 0 : x > 1 ? 128 : 255
                }
            }
            let layer = Layer(
                kind: .image(ImageContents(source: sampleSource, contentsScale: scale)), frame: frame,
                shadows: [Shadow(color: ink, opacity: 0.9, offset: Point(1, 2), radius: Sigma(sigma), transform: transform)],
                drawsContents: false)
            try expectPicture(
                of: [layer], images: [sampleSource: bitmap], scale: scale, "σ \(sigma) \(name)",
                tolerance: sigma > 0 ? Tolerance.picture : Tolerance.distortedEdge)
        }
    }

    /// A shape's own outline is distorted like a path; only its offset moves the kernel.
    @Test(arguments: [0, 1, 3, 8], scales)
    func shapeShadowIsDistortedAboutTheFramesBottomCenter(sigma: Double, scale: Double) throws {
        let path = cloud(Rect(x: -4, y: -6, width: 34.5, height: 32))
        for (name, transform) in Self.distortions {
            var shadow = Shadow(color: ink, opacity: 0.9, offset: Point(1, 2), radius: Sigma(sigma), transform: transform)
            let layer = Layer(kind: .shape(Shape(path: path)), frame: frame, shadows: [shadow], drawsContents: false)
            shadow.transform = .identity
            let distorted = path.applying(transform.about(Point(frame.width / 2, frame.height)))
            let plain = Layer(kind: .shape(Shape(path: distorted)), frame: frame, shadows: [shadow], drawsContents: false)
            let difference = Difference(
                try drawn(page([layer], scale: scale)), SceneReference(page([plain], scale: scale)).draw())
            #expect(difference.levels <= Tolerance.picture, "\(name): \(difference)")
        }
    }

    /// Casters that cross the canvas's edges, or that are outside and distorted into it.
    @Test(arguments: [0, 3], [1, 1.5])
    func shadowCastersBeyondTheCanvasAreDrawn(sigma: Double, scale: Double) throws {
        let inside = Layer(frame: Rect(x: 4, y: 2, width: 22, height: 18), backgroundColor: .rgb(0.2, 0.6, 0.2, alpha: 0.5))
        for (frame, transform) in [
            (Rect(x: -14, y: 6, width: 26, height: 20), Self.distortions[2].transform),
            (Rect(x: 34, y: 24, width: 26, height: 20), AffineTransform.scale(1, 0.5)),
            (Rect(x: 4, y: -26, width: 26, height: 20), AffineTransform.scale(1, -1)),
            (Rect(x: 52, y: 10, width: 26, height: 20), AffineTransform.skew(xDegrees: 60, yDegrees: 0)),
        ] {
            let layer = Layer(
                frame: frame, backgroundColor: .rgb(1, 1, 1, alpha: 0.75), borderWidth: 2,
                shadows: [Shadow(color: ink, opacity: 0.9, offset: Point(1, 2), radius: Sigma(sigma), transform: transform)],
                sublayers: [inside])
            try expectPicture(
                of: [layer], scale: scale, "\(frame)", tolerance: sigma > 0 ? Tolerance.picture : Tolerance.distortedEdge,
                margin: 60)
        }
    }

    // MARK: Groups

    @Test(arguments: [0, 0.5, 3, 8], scales)
    func groupShadowIsCastByAllItsParts(sigma: Double, scale: Double) throws {
        let (image, images) = softImage(frame: Rect(x: 14, y: 8, width: 16, height: 12), scale: scale)
        let child = Layer(
            frame: Rect(x: -3.5, y: 3, width: 14, height: 9), opacity: 0.6, backgroundColor: .rgb(1, 0, 0),
            shadows: [Shadow(color: .black, opacity: 0.5, offset: Point(2, 2), radius: Sigma(1))])
        let layer = Layer(
            frame: Rect(x: 10.2, y: 6.4, width: 26, height: 20), opacity: 0.8, borderWidth: 1.5,
            borderColor: Color(red: 0, green: 0.5, blue: 0, alpha: 0.7),
            shadows: [Shadow(color: ink, opacity: 0.9, offset: Point(5.25, 4.6), radius: Sigma(sigma), knockout: sigma == 3)],
            sublayers: [child])
        try expectPicture(of: [layer], scale: scale)
        var whole = layer
        whole.frame = frame
        whole.sublayers.append(image)
        try expectPicture(of: [whole], images: images, scale: scale)
    }
}
