import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests blurred backdrops, with the canvas repeated beyond its edges: sharp·(1 − s) + blurred·s.
@Suite(.timed) struct BackdropBlurTests {
    private let frame = Rect(x: 7.3, y: 5.6, width: 31, height: 22.5)

    private func blurring(_ sigma: Double, progressive: Bool = false) -> BackdropBlur {
        BackdropBlur(radius: Sigma(sigma), isProgressive: progressive)
    }

    @Test(arguments: [0, 0.5, 1, 3, 8, 31.7], scales)
    func backdropBlurRepeatsTheCanvasBeyondItsEdges(sigma: Double, scale: Double) throws {
        for backdrop in Backdrop.allCases {
            let (picture, images) = backdrop.layer(scale: scale)
            try expectPicture(
                of: [picture, Layer(backdropBlur: blurring(sigma))], images: images, scale: scale, "\(backdrop)", margin: 0)
        }
    }

    @Test(arguments: [0.5, 3, 8], scales)
    func backdropBlurIsClippedToTheShape(sigma: Double, scale: Double) throws {
        let (picture, images) = Backdrop.noise.layer(scale: scale)
        let path = cloud(Rect(x: -4, y: -5, width: 40, height: 32))
        let mask = Layer(kind: .gradient(Gradient(colors: [.black, Color(white: 0, alpha: 0.1)])))
        for (name, layer) in [
            ("rounded box", Layer(frame: frame, cornerRadii: CornerRadii(8), backdropBlur: blurring(sigma))),
            (
                "turned box",
                Layer(
                    frame: frame, transform: .rotation(degrees: 30), cornerRadii: CornerRadii(4), backdropBlur: blurring(sigma))
            ),
            ("path", Layer(kind: .shape(Shape(path: path, fillColor: nil)), frame: frame, backdropBlur: blurring(sigma))),
            (
                "filled path",
                Layer(
                    kind: .shape(Shape(path: path, fillColor: .rgb(1, 1, 1, alpha: 0.4))), frame: frame,
                    backdropBlur: blurring(sigma))
            ),
            ("half opacity", Layer(frame: frame, opacity: 0.5, cornerRadii: CornerRadii(8), backdropBlur: blurring(sigma))),
            ("mask", Layer(frame: frame, cornerRadii: CornerRadii(8), mask: mask, backdropBlur: blurring(sigma))),
            (
                "mask and opacity",
                Layer(
                    frame: frame, opacity: 0.7, backgroundColor: .rgb(1, 1, 1, alpha: 0.3), mask: mask,
                    backdropBlur: blurring(sigma))
            ),
            (
                "cut, with contents",
                Layer(
                    frame: frame, backgroundColor: .rgb(1, 0.9, 0.7, alpha: 0.4), cornerRadii: CornerRadii(9), borderWidth: 1.5,
                    masksToBounds: true,
                    backdropBlur: blurring(sigma),
                    sublayers: [
                        Layer(frame: Rect(x: -4, y: 4, width: 20, height: 9), backgroundColor: .rgb(1, 0, 0, alpha: 0.5))
                    ])
            ),
        ] {
            try expectPicture(
                of: [picture, layer], images: images, scale: scale, name, margin: 0)
        }
    }

    /// "The backdrop does not contain the layer's own shadows, and covers them by s."
    @Test(arguments: scales)
    func backdropBlurCoversTheLayersOwnShadows(scale: Double) throws {
        let (picture, images) = Backdrop.edges.layer(scale: scale)
        for opacity in [1, 0.6] {
            for path in [nil, Path(Rect(x: 5, y: 5, width: 24, height: 20))] {
                let layer = Layer(
                    frame: frame, opacity: opacity, backgroundColor: .rgb(1, 1, 1, alpha: 0.3), cornerRadii: CornerRadii(8),
                    shadows: [Shadow(opacity: 0.8, offset: Point(4, 5), radius: Sigma(3), path: path)],
                    backdropBlur: blurring(4))
                try expectPicture(of: [picture, layer], images: images, scale: scale, "opacity \(opacity)")
            }
        }
    }

    @Test(arguments: scales)
    func backdropBlurIncludesEarlierBackdropBlurs(scale: Double) throws {
        let (picture, images) = Backdrop.edges.layer(scale: scale)
        let first = Layer(
            frame: Rect(x: 3, y: 3, width: 25, height: 22), backgroundColor: .rgb(1, 0, 0, alpha: 0.3),
            backdropBlur: blurring(2))
        let second = Layer(
            frame: Rect(x: 17, y: 12, width: 25, height: 20), cornerRadii: CornerRadii(6), backdropBlur: blurring(3))
        // Inside a layer that isn't composited as a group, the whole backdrop is visible.
        let group = Layer(backgroundColor: .rgb(0, 0, 1, alpha: 0.2), sublayers: [second])
        try expectPicture(of: [picture, first, group], images: images, scale: scale, margin: 0)
    }

    /// A layer with a shadow isn't composited as a group. Its sublayers see through it, including its shadow.
    @Test(arguments: scales)
    func backdropBlurSeesThroughAParentWithAShadow(scale: Double) throws {
        let (picture, images) = Backdrop.edges.layer(scale: scale)
        let frosted = Layer(
            frame: Rect(x: -3, y: 6, width: 28, height: 12), backgroundColor: .rgb(1, 0, 0, alpha: 0.3),
            backdropBlur: blurring(3))
        var layer = Layer(
            frame: Rect(x: 10, y: 8, width: 30, height: 22), backgroundColor: .rgb(1, 1, 1, alpha: 0.3),
            shadows: [Shadow(opacity: 0.8, offset: Point(4, 5), radius: Sigma(2))], sublayers: [frosted])
        try expectPicture(of: [picture, layer], images: images, scale: scale)
        layer.innerShadows = [Shadow(offset: Point(0, 2), radius: Sigma(2))]
        try expectPicture(of: [picture, layer], images: images, scale: scale, "with an inner shadow")
    }

    /// Inside a clip, a sublayer sees what the layer has painted so far. The backdrop that it shows casts no shadow.
    @Test(arguments: [1.0, 2])
    func backdropBlurInsideAClipCastsNoShadow(scale: Double) throws {
        let frosted = Layer(frame: Rect(x: 2, y: 3, width: 16, height: 15), backdropBlur: blurring(3))
        let square = Layer(frame: Rect(x: 6, y: 6, width: 8, height: 8), backgroundColor: .rgb(0, 0.5, 0))
        var layer = Layer(
            frame: Rect(x: 12, y: 6, width: 22, height: 20), masksToBounds: true,
            shadows: [Shadow(opacity: 0.9, offset: Point(20, 8), radius: Sigma(0.5))], sublayers: [square, frosted])
        let found = try drawn(page([layer], scale: scale))
        layer.sublayers = [square]
        let truth = try drawn(page([layer], scale: scale))
        // To the right of the frame, nothing is painted over the shadow.
        for y in 0..<truth.height {
            for x in Int(34 * scale)..<truth.width { #expect(found[x, y] == truth[x, y], "(\(x), \(y))") }
        }
        #expect(truth != (try drawn(page([], scale: scale))))
    }

    /// "What fills the bounds goes on beyond them for a backdrop that reads there."
    @Test(arguments: scales)
    func fillingOfClippedBoundsExtendsForABackdropBlur(scale: Double) throws {
        let frame = Rect(x: 8, y: 6, width: 32, height: 24)
        let source = ImageSource.data([4])
        let photo = Backdrop.noise.bitmap(width: Int(32 * scale), height: Int(24 * scale))
        let square = Layer(frame: Rect(x: 6, y: 4, width: 8, height: 14), backgroundColor: .rgb(1, 0, 0))
        let bar = Layer(frame: Rect(x: 0, y: 14, width: 32, height: 10), backdropBlur: blurring(3))
        let gradient = Gradient(colors: [.white, Color(red: 0.1, green: 0.3, blue: 0.5, alpha: 0.4)])
        for (name, kind, background) in [
            ("a colour", Layer.Kind.layer, Paint.rgb(1, 1, 1)), ("half transparent", .layer, .rgb(0.2, 0.9, 0.5, alpha: 0.5)),
            ("a gradient", .gradient(gradient), nil), ("a gradient behind", .layer, .gradient(gradient)),
            ("a photo", .image(ImageContents(source: source, contentsScale: scale)), nil),
        ] as [(String, Layer.Kind, Paint?)] {
            for inner in [[], [Shadow(opacity: 0.7, offset: Point(0, 3), radius: Sigma(2))]] {
                let card = Layer(
                    kind: kind, frame: frame, backgroundColor: background, cornerRadii: CornerRadii(6), masksToBounds: true,
                    innerShadows: inner, sublayers: [square, bar])
                try expectPicture(of: [card], images: [source: photo], scale: scale, name)
            }
        }
    }

    /// An inset shadow has no end outside the bounds either.
    @Test(arguments: scales)
    func insetShadowsOfClippedBoundsExtendForABackdropBlur(scale: Double) throws {
        let shadow = BoxShadow(
            color: Color(red: 0.1, green: 0.7, blue: 0.3), offset: Point(5, -1), radius: Sigma(3), isInset: true)
        for inside in [[shadow], [shadow, shadow]] {
            let card = Layer(
                frame: Rect(x: 8, y: 6, width: 20, height: 12), masksToBounds: true, boxShadows: inside,
                sublayers: [Layer(frame: Rect(x: 0, y: 0, width: 20, height: 12), backdropBlur: blurring(4))])
            try expectPicture(of: [card], images: [:], scale: scale, "\(inside.count)", margin: 40)
        }
    }

    @Test(arguments: scales)
    func backdropBlurInsideAClipReadsContentsBeyondTheClip(scale: Double) throws {
        let shape = Shape(path: Path(ellipseIn: Rect(x: -7, y: 4, width: 7, height: 12)), fillColor: .rgb(0.8, 0, 0.2))
        let layer = Layer(
            kind: .shape(shape), frame: Rect(x: 16, y: 8, width: 20, height: 20), masksToBounds: true,
            sublayers: [Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20), backdropBlur: blurring(4))])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: scales)
    func progressiveBlurCoversShadowsWhereItsMaskIsEmpty(scale: Double) throws {
        let (picture, images) = Backdrop.edges.layer(scale: scale)
        for maskFrame in [Rect(x: 12, y: 4, width: 8, height: 9), Rect(x: 90, y: 90, width: 5, height: 5)] {
            var layer = Layer(
                frame: frame, mask: Layer(frame: maskFrame, backgroundColor: .black),
                shadows: [
                    Shadow(
                        opacity: 0.8, offset: Point(4, 5), radius: Sigma(2), path: Path(Rect(x: 5, y: 5, width: 20, height: 12))
                    )
                ],
                backdropBlur: blurring(2, progressive: true))
            try expectPicture(of: [picture, layer], images: images, scale: scale, tolerance: Tolerance.progressive)
            layer.opacity = 0.6
            layer.blendMode = .multiply
            try expectPicture(of: [picture, layer], images: images, scale: scale, tolerance: Tolerance.progressive)
        }
    }

    /// A mask doesn't depend on the layer that it masks.
    @Test(arguments: scales)
    func backdropBlurInAMaskReadsTheWholeMask(scale: Double) throws {
        let band = Layer(frame: Rect(x: 0, y: 0, width: 14, height: 22), backgroundColor: .black)
        let all = Rect(x: -14, y: 0, width: 28, height: 22)
        for shadows in [[], [Shadow(opacity: 0.7, offset: Point(-4, 6), radius: Sigma(2))]] {
            let mask = Layer(
                frame: all, shadows: shadows,
                sublayers: [band, Layer(frame: Rect(x: 0, y: 0, width: 28, height: 22), backdropBlur: blurring(3))])
            let layer = Layer(
                frame: Rect(x: 20, y: 7, width: 14, height: 22), backgroundColor: .rgb(0.1, 0.2, 0.6), mask: mask)
            try expectPicture(of: [layer], scale: scale)
        }
    }

    // MARK: Focus

    private static let size = Size(width: 120, height: 90)
    private static let center = Point(47.5, 52.25)
    private static let clear = 22.0

    /// Strength 0 up to R, then rising linearly to full strength at R + 0.4·50.
    private var feather: Layer {
        Layer(
            kind: .gradient(
                Gradient(
                    .circles(center: Self.center, startRadius: Self.clear, endRadius: Self.clear + 50),
                    colors: [.transparent, .black], locations: [0, 0.4])))
    }

    private func focus(_ backdrop: Backdrop, _ layers: [Layer]) -> (Scene, [ImageSource: Bitmap]) {
        let (picture, images) = backdrop.layer(page: Self.size, scale: 1)
        return (Scene(canvas: Canvas(size: Self.size, background: .white), layers: [picture] + layers), images)
    }

    @Test(arguments: Backdrop.allCases, [false, true])
    func maskedBackdropBlurIsSharpInsideAndBlurredOutside(backdrop: Backdrop, progressive: Bool) throws {
        let (scene, images) = focus(backdrop, [Layer(mask: feather, backdropBlur: blurring(4, progressive: progressive))])
        let (plain, _) = focus(backdrop, [])
        let (blurred, _) = focus(backdrop, [Layer(backdropBlur: blurring(4))])
        let (found, sharp, soft) = try (
            drawn(scene, images: images), drawn(plain, images: images), drawn(blurred, images: images)
        )
        var (inside, outside) = (0, 0)
        for y in 0..<found.height {
            for x in 0..<found.width {
                let distance = (Point(Double(x) + 0.5, Double(y) + 0.5) - Self.center).length
                if distance <= Self.clear {
                    #expect(found[x, y] == sharp[x, y], "(\(x), \(y))")
                    inside += 1
                } else if distance >= Self.clear + 20 {
                    for channel in 0..<3 {
                        #expect(abs(Int(found[x, y][channel]) - Int(soft[x, y][channel])) <= 1, "(\(x), \(y))")
                    }
                    outside += 1
                }
            }
        }
        #expect(inside > 1000 && outside > 1000)
    }

    @Test(arguments: Backdrop.allCases)
    func featherMixesSharpAndBlurredBackdrops(backdrop: Backdrop) throws {
        for sigma in [1, 4, 12.5] {
            let (scene, images) = focus(backdrop, [Layer(mask: feather, backdropBlur: blurring(sigma))])
            let difference = Difference(
                try drawn(scene, images: images), SceneReference(scene, images: images, margin: 0).draw())
            #expect(difference.levels <= Tolerance.picture, "σ \(sigma): \(difference)")
        }
    }

    @Test(arguments: Backdrop.allCases, [1, 4, 12.5])
    func progressiveBlurHasASigmaForEachPixel(backdrop: Backdrop, sigma: Double) throws {
        let across = Layer(
            kind: .gradient(Gradient(.axial(startPoint: Point(0, 0), endPoint: Point(1, 1)), colors: [.transparent, .black])))
        for (name, mask) in [("feather", feather), ("across", across)] {
            let (scene, images) = focus(backdrop, [Layer(mask: mask, backdropBlur: blurring(sigma, progressive: true))])
            let difference = Difference(
                try drawn(scene, images: images), SceneReference(scene, images: images, margin: 0).draw())
            #expect(difference.levels <= Tolerance.progressive, "\(name): \(difference)")
        }
    }

    private func mixesAtLowResolution(_ plan: RenderPlan) -> Bool {
        plan.surfaces.contains { $0.label.hasPrefix("low blur") && $0.label.contains("zone") }
    }

    /// The reference takes seconds for a large σ, so the merge tier draws it over one backdrop.
    static let slowRamps: [(Backdrop, Double)] =
        Backdrop.allCases.map { ($0, 8.5) } + (Tier.isFull ? Backdrop.allCases : [.noise]).map { ($0, 24) }

    /// Where σ grows slowly, blurs are mixed at a low resolution. σ stops growing in the middle of these pictures.
    @Test(arguments: slowRamps)
    func progressiveBlurOfSlowRampsMatchesTheReference(backdrop: Backdrop, sigma: Double) throws {
        let length = 40 * sigma
        for (size, turn) in [(Size(width: 2 * length, height: 24), 0.0), (Size(width: 24, height: 2 * length), 90)] {
            let center = Point(size.width / 2, size.height / 2)
            let line = Gradient(
                .axial(startPoint: Point(0, 0), endPoint: turn == 0 ? Point(1, 0.01) : Point(0.01, 1)),
                colors: [.transparent, .black, .black], locations: [0, 0.5, 1])
            let circles = Gradient(
                .circles(center: center, startRadius: 0, endRadius: 0.95 * length), colors: [.transparent, .black])
            for (name, mask) in [("line", line), ("circles", circles)] {
                let (picture, images) = backdrop.layer(page: size, scale: 1)
                let blur = Layer(mask: Layer(kind: .gradient(mask)), backdropBlur: blurring(sigma, progressive: true))
                let scene = Scene(canvas: Canvas(size: size), layers: [picture, blur])
                #expect(mixesAtLowResolution(try ScenePlanner.plan(scene, images: images)))
                let difference = Difference(
                    try drawn(scene, images: images), SceneReference(scene, images: images, margin: 0).draw())
                #expect(difference.levels <= Tolerance.slowRamp, "\(name), \(turn)°: \(difference)")
            }
        }
    }

    /// Where a gradient's positions are known beforehand, each blur is made only where it is used. The picture stays the same.
    @Test func progressiveBlurDrawsOnlyTheUsedParts() throws {
        for (index, seed) in seeds(rounds(8)).enumerated() {
            var random = SeededGenerator(seed: seed)
            func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            func point() -> Point { Point(number(-0.3...1.3), number(-0.3...1.3)) }
            // Larger pictures are divided.
            let sides = index == 0 ? 1030.0...1100 : 90...300
            let (width, height) = (number(sides).rounded(), number(sides).rounded())
            let size = Size(width: width, height: height)
            let (picture, images) = Backdrop.noise.layer(page: size, scale: 1)
            let gradient = Layer(
                kind: .gradient(
                    Gradient(
                        .axial(startPoint: point(), endPoint: point()),
                        colors: [number(0...0.4), number(0.4...1), 1].map { Color(white: 0, alpha: $0) },
                        locations: [0, number(0.1...0.9), 1])),
                frame: Rect(
                    x: number(-0.2...0.3) * width, y: number(-0.2...0.3) * height, width: number(0.5...1.5) * width,
                    height: number(0.5...1.5) * height),
                transform: .rotation(degrees: Bool.random(using: &random) ? number(0...360) : 0))
            // A sublayer's positions aren't known.
            let unknown = Layer(frame: Rect(x: 0, y: 0, width: width, height: height), sublayers: [gradient])
            let blur = blurring(number(2...40), progressive: true)
            let pictures = try [gradient, unknown].map { mask in
                let layers = [picture, Layer(mask: mask, backdropBlur: blur)]
                let scene = Scene(canvas: Canvas(size: size, background: .white), layers: layers)
                return (try drawn(scene, images: images), mixesAtLowResolution(try ScenePlanner.plan(scene, images: images)))
            }
            #expect(!pictures[1].1)
            // Mixtures at a low resolution round in other places.
            let levels = zip(pictures[0].0.pixels, pictures[1].0.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(levels <= (pictures[0].1 ? 1 : 0), "seed \(seed)")
        }
    }

    @Test(arguments: scales)
    func progressiveBlurIsClippedToTheShapeAtItsOpacity(scale: Double) throws {
        let (picture, images) = Backdrop.edges.layer(scale: scale)
        let across = Layer(kind: .gradient(Gradient(colors: [.black, .transparent])))
        let layer = Layer(
            frame: frame, opacity: 0.6, cornerRadii: CornerRadii(8), mask: across, backdropBlur: blurring(3, progressive: true))
        try expectPicture(of: [picture, layer], images: images, scale: scale, tolerance: Tolerance.progressive, margin: 0)
    }

    /// A blurred group shows pixels beyond the canvas, where the canvas's edge repeats under every part of the mask.
    @Test func progressiveBlurRepeatsTheCanvasBeyondItsEdges() throws {
        let ring = Path(ellipseIn: Rect(x: -2, y: 2, width: 7, height: 13))
        let round = Layer(
            frame: Rect(x: 4, y: 2, width: 16, height: 10), backgroundColor: .black, cornerRadii: CornerRadii(6.8))
        let frost = Layer(
            frame: Rect(x: -3, y: -2, width: 22, height: 17), mask: round, backdropBlur: blurring(0.86, progressive: true))
        let group = Layer(
            kind: .shape(Shape(path: ring, fillColor: .black)), frame: Rect(x: 0, y: -2, width: 9, height: 17),
            blur: Sigma(0.79), sublayers: [frost])
        let scene = Scene(canvas: Canvas(size: Size(width: 26, height: 20), scale: 1.5), layers: [group])
        let difference = Difference(try drawn(scene), SceneReference(scene, margin: 24).draw())
        #expect(difference.levels <= Tolerance.straightCorner, "\(difference)")
    }
}
