import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests filters and Figma's effects against the reference.
@Suite(.timed) struct FilterTests {
    private let frame = Rect(x: 12, y: 8, width: 22, height: 16)
    private let ink = Color(red: 0.1, green: 0, blue: 0.4, alpha: 0.9)
    private let red = Color(red: 1, green: 0, blue: 0, alpha: 0.6)

    @Test(arguments: [0, 0.5, 3, 6], scales)
    func dropShadowFilterIsCastByTheWholeLayer(sigma: Double, scale: Double) throws {
        var (layer, images) = softImage(frame: frame, scale: scale)
        layer.filter = [.dropShadow(offset: Point(3.3, 2.25), radius: Sigma(sigma), color: ink)]
        try expectPicture(of: [layer], images: images, scale: scale)
        layer.shadows = [Shadow(color: red, offset: Point(-4, 2), radius: Sigma(1))]
        layer.opacity = 0.6
        try expectPicture(of: [layer], images: images, scale: scale, "with a shadow of its own")
    }

    @Test(arguments: scales)
    func filterFunctionsApplyInOrderAfterTheBlur(scale: Double) throws {
        let blur = FilterFunction.blur(Sigma(1.5))
        let shadow = FilterFunction.dropShadow(offset: Point(4, 1.5), radius: Sigma(1), color: ink)
        let other = FilterFunction.dropShadow(offset: Point(-2, 5), radius: Sigma(0), color: red)
        for filter in [[blur], [blur, shadow], [shadow, blur], [shadow, other], [other, blur, shadow, blur]] {
            for sigma in [0, 1.0] {
                let layer = Layer(
                    frame: frame, backgroundColor: .rgb(1, 1, 1, alpha: 0.8), cornerRadii: CornerRadii(4),
                    mask: Layer(frame: Rect(x: 2, y: 0, width: 18, height: 16), backgroundColor: .black), blur: Sigma(sigma),
                    filter: filter)
                try expectPicture(of: [layer], scale: scale, "\(filter)", margin: 30)
            }
        }
    }

    /// Colours of all kinds and alphas, through each function and through several functions.
    @Test(arguments: FilterFunction.ColorFunction.allCases)
    func colourFilterFunctionsMatchTheirMatrix(function: FilterFunction.ColorFunction) throws {
        var random = SeededGenerator(seed: 20_261_122)
        let amounts = function == .hueRotate ? [0, 30, 90, 180, -75, 400.5] : [0, 0.25, 0.5, 1, 1.7, 4]
        for amount in amounts {
            let amount = min(amount, function.largestAmount)
            let strips = (0..<24).map { x in
                func component() -> Double { random.chance(0.3) ? Double(random.integer(0...1)) : random.number(0...1) }
                let color = Color(
                    red: component(), green: component(), blue: component(), alpha: random.chance(0.5) ? 1 : component())
                return Layer(frame: Rect(x: Double(2 * x), y: 0, width: 2, height: 30.5), backgroundColor: .color(color))
            }
            var layer = Layer(frame: Rect(x: 0, y: 0, width: 48, height: 36), sublayers: strips)
            layer.filter = [.color(function, amount: amount)]
            try expectPicture(of: [layer], scale: 1, "\(function)(\(amount))")
            layer.filter += [.color(.invert, amount: 0.8), .blur(Sigma(1)), .color(.saturate, amount: 1.4)]
            layer.opacity = 0.7
            try expectPicture(of: [layer], scale: 1, "\(function)(\(amount)) and others", margin: 40)
        }
    }

    @Test(arguments: scales)
    func filterOffsetsTurnWithTheLayer(scale: Double) throws {
        let layer = Layer(
            frame: frame, transform: AffineTransform.rotation(degrees: 60).concatenating(.scale(0.9, 1.2)), borderWidth: 3,
            filter: [.dropShadow(offset: Point(4, 1), radius: Sigma(1.5), color: ink)])
        try expectPicture(of: [layer], scale: scale, margin: 24)
    }

    @Test func dropShadowFromOutsideTheCanvasIsDrawn() throws {
        let layer = Layer(
            frame: Rect(x: -18, y: 4, width: 16, height: 20), backgroundColor: .rgb(1, 0, 0),
            filter: [.dropShadow(offset: Point(20, 3), radius: Sigma(2), color: ink), .blur(Sigma(1))])
        for scale in scales { try expectPicture(of: [layer], scale: scale, margin: 80) }
    }

    @Test(arguments: [0, 0.5, 3], scales)
    func figmaEffectsAreBehindOtherShadowsWithTheLastInFront(sigma: Double, scale: Double) throws {
        let layer = Layer(
            frame: frame, backgroundColor: .rgb(1, 1, 1, alpha: 0.5), cornerRadii: CornerRadii(4),
            shadows: [Shadow(color: .white, opacity: 0.8, offset: Point(-3, 1), radius: Sigma(1))],
            innerShadows: [Shadow(color: .white, opacity: 0.8, offset: Point(3, -1), radius: Sigma(1))],
            boxShadows: [
                BoxShadow(color: ink, offset: Point(2, 5), radius: Sigma(1)),
                BoxShadow(color: ink, offset: Point(2, 3), radius: Sigma(1), isInset: true),
            ],
            effects: [
                FigmaShadow(.drop, color: red, offset: Point(4, 3), radius: Sigma(sigma)),
                FigmaShadow(.drop, color: ink, offset: Point(-2, -4), radius: Sigma(sigma), showsBehindNode: true),
                FigmaShadow(.inner, color: red, offset: Point(2, 2), radius: Sigma(sigma)),
                FigmaShadow(.inner, color: ink, offset: Point(-2, -3), radius: Sigma(sigma)),
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    /// A layer far larger than the canvas and a wide blur need no more memory than the part that shows.
    @Test func wideBlurOfAHugeLayerIsDrawnCoarsely() throws {
        let layer = Layer(
            frame: Rect(x: -5000, y: -5000, width: 10_300, height: 10_200), backgroundColor: .rgb(1, 0, 0), blur: Sigma(3000))
        let picture = try drawn(page([layer], background: nil))
        // The product of two normal distributions' shares.
        #expect(picture[20, 20].x == 255)
        #expect((210...214).contains(picture[20, 20].w))
    }

    /// Used alone, effects equal the shadows with the same keys.
    @Test(arguments: scales)
    func figmaEffectsEqualLayerShadows(scale: Double) throws {
        let (image, images) = softImage(frame: frame, scale: scale)
        for spread in [-1, 0, 1.5] {
            var (figma, plain) = (image, image)
            figma.effects = [
                FigmaShadow(.drop, color: red, offset: Point(4, 3), radius: Sigma(1), spread: spread),
                FigmaShadow(.inner, color: ink, offset: Point(2, 1), radius: Sigma(1), spread: spread),
                FigmaShadow(.drop, color: ink, offset: Point(-3, 1), radius: Sigma(1), spread: spread, showsBehindNode: true),
            ]
            plain.shadows = [
                Shadow(color: ink, offset: Point(-3, 1), radius: Sigma(1), spread: spread, hardAlpha: true),
                Shadow(
                    color: red, offset: Point(4, 3), radius: Sigma(1), spread: spread, hardAlpha: true, knockout: true),
            ]
            plain.innerShadows = [
                Shadow(color: ink, offset: Point(2, 1), radius: Sigma(1), spread: spread, hardAlpha: true)
            ]
            let found = try drawn(page([figma], scale: scale), images: images)
            #expect(try found == drawn(page([plain], scale: scale), images: images), "spread \(spread)")
        }
    }
}
