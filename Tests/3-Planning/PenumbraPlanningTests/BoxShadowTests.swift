import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests the pictures of `boxShadow`, `filter` and `effects` against the reference.
@Suite(.timed) struct BoxShadowTests {
    private let frame = Rect(x: 12, y: 9, width: 22, height: 16)
    private let ink = Color(red: 0.1, green: 0, blue: 0.4, alpha: 0.9)

    private func box(_ shadows: [BoxShadow]) -> Layer {
        Layer(frame: frame, backgroundColor: .rgb(1, 1, 1, alpha: 0.5), boxShadows: shadows)
    }

    // MARK: Outer

    @Test(arguments: [0, 0.5, 3, 8], scales)
    func boxShadowIsKeptOutOfItsBox(sigma: Double, scale: Double) throws {
        for radius in [0, 5.0] {
            var layer = box([BoxShadow(color: ink, offset: Point(3.3, 2.25), radius: Sigma(sigma))])
            layer.cornerRadii = CornerRadii(radius)
            try expectPicture(of: [layer], scale: scale)
            layer.backgroundColor = nil
            try expectPicture(of: [layer], scale: scale, "without contents")
        }
    }

    @Test(arguments: [-12, -7.5, -2, 0.5, 3, 7], scales)
    func boxShadowSpreadGrowsAndShrinksTheBox(spread: Double, scale: Double) throws {
        for radii in [
            CornerRadii.zero, CornerRadii(3), CornerRadii(topLeft: 0, topRight: 1, bottomRight: 6, bottomLeft: 40),
        ] {
            for sigma in [0, 1.5] {
                var layer = box([
                    BoxShadow(color: ink, offset: Point(1, 2), radius: Sigma(sigma), spread: spread),
                    BoxShadow(color: ink, offset: Point(1, 2), radius: Sigma(sigma), spread: spread, isInset: true),
                ])
                layer.cornerRadii = radii
                try expectPicture(of: [layer], scale: scale, "\(radii) σ \(sigma)", margin: 24)
            }
        }
    }

    // MARK: Inset

    @Test(arguments: [0, 0.5, 3, 8], scales)
    func insetShadowIsClippedToTheBoxNotItsContents(sigma: Double, scale: Double) throws {
        let shadow = BoxShadow(color: ink, offset: Point(2.3, 1.25), radius: Sigma(sigma), isInset: true)
        for masks in [false, true] {
            var layer = box([shadow])
            layer.cornerRadii = CornerRadii(4)
            layer.masksToBounds = masks
            try expectPicture(of: [layer], scale: scale, "background")
            layer.backgroundColor = nil
            try expectPicture(of: [layer], scale: scale, "nothing")
            layer.kind = .shape(Shape(path: cloud(Rect(x: -4, y: -2, width: 30, height: 20)), fillColor: .rgb(0, 0.5, 0)))
            try expectPicture(of: [layer], scale: scale, "a shape")
            layer.drawsContents = false
            try expectPicture(of: [layer], scale: scale, "a shape that is not drawn")
        }
    }

    @Test(arguments: scales)
    func insetShadowsAreBelowInnerShadowsBorderAndSublayers(scale: Double) throws {
        let layer = Layer(
            frame: frame, cornerRadii: CornerRadii(4), borderWidth: 2,
            borderColor: Color(red: 0, green: 0.5, blue: 0, alpha: 0.7),
            shadows: [Shadow(color: .white, opacity: 0.8, offset: Point(-4, -3), radius: Sigma(1))],
            innerShadows: [Shadow(color: .white, opacity: 0.8, offset: Point(3, 2), radius: Sigma(1))],
            boxShadows: [
                BoxShadow(color: ink, offset: Point(3, 3), radius: Sigma(1), spread: 1, isInset: true),
                BoxShadow(color: ink, offset: Point(3, 3), radius: Sigma(2)),
            ],
            sublayers: [Layer(frame: Rect(x: -3, y: 4, width: 12, height: 6), backgroundColor: .rgb(1, 0, 0, alpha: 0.8))])
        for masks in [false, true] {
            for color in [Paint.rgb(0.8, 0.9, 1), .rgb(0.8, 0.9, 1, alpha: 0.5), nil] {
                var layer = layer
                layer.masksToBounds = masks
                layer.backgroundColor = color
                try expectPicture(of: [layer], scale: scale)
            }
        }
    }

    // MARK: Context

    @Test(arguments: scales)
    func boxShadowsTurnWithTheLayer(scale: Double) throws {
        let layer = Layer(
            frame: frame, transform: AffineTransform.rotation(degrees: -25).concatenating(.scale(0.8, 1.1)), opacity: 0.7,
            backgroundColor: .rgb(0.8, 0.9, 1), cornerRadii: CornerRadii(5),
            boxShadows: [
                BoxShadow(color: ink, offset: Point(3, 2), radius: Sigma(1.5), spread: 2),
                BoxShadow(color: ink, offset: Point(-2, 1), radius: Sigma(1.5), spread: 1, isInset: true),
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: scales)
    func maskClipsInsetShadowsButNotOuterShadows(scale: Double) throws {
        let layer = Layer(
            frame: frame, backgroundColor: .rgb(0.8, 0.9, 1, alpha: 0.6),
            mask: Layer(kind: .shape(Shape(path: cloud(Rect(x: -3, y: -3, width: 28, height: 22))))),
            boxShadows: [
                BoxShadow(color: ink, offset: Point(3, 2), radius: Sigma(1.5), spread: 1),
                BoxShadow(color: ink, offset: Point(-2, 1), radius: Sigma(1.5), spread: 1, isInset: true),
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test func groupShadowIncludesTheBoxShadowsOfItsLayers() throws {
        let child = box([BoxShadow(color: ink, offset: Point(2, 2), radius: Sigma(1), spread: 1)])
        let group = Layer(
            opacity: 0.8, shadows: [Shadow(color: .black, opacity: 0.5, offset: Point(2, 3), radius: Sigma(1))],
            sublayers: [child])
        try expectPicture(of: [group], scale: 1)
    }
}
