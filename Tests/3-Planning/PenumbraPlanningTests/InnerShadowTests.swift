import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests whole pictures of inner shadows against the formula: everything outside the layer's alpha, blurred, moved and clipped
/// to that alpha.
@Suite(.timed) struct InnerShadowTests {
    static let sigmas = [0, 0.5, 3, 8, 31.7]
    private let frame = Rect(x: 6, y: 4, width: 34, height: 26)

    private func shadow(
        sigma: Double, offset: Point = Point(1.3, 2.6), outside: Shadow.Outside = .solid,
        color: Color = Color(red: 0.1, green: 0, blue: 0.3)
    ) -> Shadow {
        Shadow(color: color, opacity: 0.85, offset: offset, radius: Sigma(sigma), outside: outside)
    }

    @Test(arguments: sigmas, scales)
    func innerShadowOfAPathShapeMatchesItsFormula(sigma: Double, scale: Double) throws {
        for outside in Shadow.Outside.allCases {
            // The polygon touches the frame's left side.
            let path = Path(polygon: [Point(0, 3.2), Point(29.7, 1.1), Point(33.1, 14.6), Point(20.4, 25.3), Point(0, 19.8)])
            let layer = Layer(
                kind: .shape(Shape(path: path, fillColor: .rgb(0.9, 0.95, 1))), frame: frame,
                innerShadows: [shadow(sigma: sigma, outside: outside)])
            try expectPicture(of: [layer], scale: scale, "\(outside)")
        }
    }

    @Test(arguments: sigmas, scales)
    func innerShadowOfASoftAlphaMatchesItsFormula(sigma: Double, scale: Double) throws {
        for outside in Shadow.Outside.allCases {
            for isHard in [false, true] {
                var (layer, images) = softImage(frame: frame, scale: scale)
                layer.innerShadows = [shadow(sigma: sigma, outside: outside)]
                layer.clipForAnyAlpha = isHard
                try expectPicture(of: [layer], images: images, scale: scale, "\(outside), \(isHard ? "hard" : "soft")")
            }
        }
    }

    @Test(arguments: scales)
    func innerShadowOfOverlappingFillingsMatchesItsFormula(scale: Double) throws {
        for sigma in [0.0, 0.5, 3] {
            for isHard in [false, true] {
                let layer = Layer(
                    kind: .shape(
                        Shape(path: cloud(Rect(x: 2, y: -4, width: 40, height: 34)), fillColor: .rgb(1, 0.2, 0.2, alpha: 0.5))),
                    frame: frame, backgroundColor: .rgb(0.2, 0.9, 0.4, alpha: 0.5),
                    innerShadows: [shadow(sigma: sigma)], clipForAnyAlpha: isHard)
                try expectPicture(of: [layer], scale: scale, "σ \(sigma), \(isHard ? "hard" : "soft")")
            }
        }
    }

    @Test(arguments: sigmas, scales)
    func innerShadowOfARoundedBackgroundMatchesItsFormula(sigma: Double, scale: Double) throws {
        for outside in Shadow.Outside.allCases {
            for cut in [false, true] {
                let layer = Layer(
                    frame: Rect(x: 6.3, y: 4.6, width: 34.5, height: 25.2), backgroundColor: .white,
                    cornerRadii: CornerRadii(topLeft: 9, topRight: 4, bottomRight: 0, bottomLeft: 12), masksToBounds: cut,
                    innerShadows: [shadow(sigma: sigma, outside: outside)])
                try expectPicture(of: [layer], scale: scale, "\(outside), masksToBounds \(cut)")
            }
        }
    }

    /// One filling over another, each with its own soft edge: their alphas add up at the edge.
    @Test(arguments: scales)
    func innerShadowOfAGradientOnABackgroundMatchesItsFormula(scale: Double) throws {
        let gradient = Gradient(colors: [.white, Color(red: 0.4, green: 0.9, blue: 0.4, alpha: 0.5)])
        for radius in [0.0, 9] {
            for cut in [false, true] {
                let layer = Layer(
                    kind: .gradient(gradient), frame: Rect(x: 6.3, y: 4.6, width: 34.5, height: 25.2),
                    backgroundColor: .rgb(1, 0.8, 0.8),
                    cornerRadii: CornerRadii(radius), masksToBounds: cut,
                    shadows: [Shadow(offset: Point(3, 4), radius: Sigma(0))],
                    innerShadows: [shadow(sigma: 0, offset: .zero), shadow(sigma: 2)])
                try expectPicture(of: [layer], scale: scale, "radius \(radius), masksToBounds \(cut)")
            }
        }
    }

    /// A translucent body and a clip: both clip the shadow.
    @Test(arguments: [0, 0.5, 3], scales)
    func innerShadowOfAClippedSoftAlphaMatchesItsFormula(sigma: Double, scale: Double) throws {
        for drawsContents in [true, false] {
            for isHard in [false, true] {
                var (layer, images) = softImage(frame: frame, scale: scale)
                layer.masksToBounds = true
                layer.cornerRadii = CornerRadii(11)
                layer.innerShadows = [shadow(sigma: sigma)]
                layer.clipForAnyAlpha = isHard
                layer.drawsContents = drawsContents
                try expectPicture(
                    of: [layer], images: images, scale: scale, "\(isHard ? "hard" : "soft"), drawn \(drawsContents)")
            }
        }
    }

    @Test(arguments: scales)
    func innerShadowIsBelowSublayersAndBorder(scale: Double) throws {
        for cut in [false, true] {
            let child = Layer(
                frame: Rect(x: 10.5, y: -3, width: 12, height: 18.25), backgroundColor: .rgb(0.2, 0.5, 1, alpha: 0.8))
            let layer = Layer(
                frame: frame, backgroundColor: .white, cornerRadii: CornerRadii(8), borderWidth: 2.5,
                borderColor: Color(red: 0.8, green: 0.1, blue: 0.1, alpha: 0.5), masksToBounds: cut,
                innerShadows: [shadow(sigma: 3)], sublayers: [child])
            try expectPicture(of: [layer], scale: scale, "masksToBounds \(cut)")
        }
    }

    @Test(arguments: scales)
    func innerShadowIsMasked(scale: Double) throws {
        let mask = Layer(kind: .shape(Shape(path: Path(circleAt: Point(17, 13), radius: 11.3))), opacity: 0.7)
        for cut in [false, true] {
            let layer = Layer(
                frame: frame, backgroundColor: .white, cornerRadii: CornerRadii(8), masksToBounds: cut, mask: mask,
                innerShadows: [shadow(sigma: 3)])
            try expectPicture(of: [layer], scale: scale, "masksToBounds \(cut)")
        }
    }

    @Test(arguments: scales)
    func innerShadowsAreOrderedFrontToBack(scale: Double) throws {
        let layer = Layer(
            frame: frame, backgroundColor: .white, cornerRadii: CornerRadii(6),
            innerShadows: [
                shadow(sigma: 1, offset: Point(0, 3.5), color: Color(red: 1, green: 0, blue: 0)),
                shadow(sigma: 4, offset: Point(-4, -1.25), color: Color(red: 0, green: 1, blue: 0)),
                shadow(sigma: 0, offset: Point(6.5, 0), color: Color(red: 0, green: 0, blue: 1)),
            ])
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: scales)
    func innerShadowOfATransformedLayerMatchesItsFormula(scale: Double) throws {
        for outside in Shadow.Outside.allCases {
            let layer = Layer(
                frame: Rect(x: 12, y: 8, width: 24, height: 18),
                transform: AffineTransform.rotation(degrees: 25).concatenating(.scale(1.2, 0.9)), backgroundColor: .white,
                cornerRadii: CornerRadii(5), innerShadows: [shadow(sigma: 2, offset: Point(2, 3), outside: outside)])
            try expectPicture(of: [layer], scale: scale, "\(outside)")
        }
    }

    @Test(arguments: sigmas, scales)
    func innerShadowWithItsOwnPathMatchesItsFormula(sigma: Double, scale: Double) throws {
        for outside in Shadow.Outside.allCases {
            var shadow = shadow(sigma: sigma, outside: outside)
            shadow.path = Path(ellipseIn: Rect(x: 3.4, y: 2.2, width: 24.5, height: 20))
            let layer = Layer(frame: frame, backgroundColor: .white, innerShadows: [shadow])
            try expectPicture(of: [layer], scale: scale, "\(outside)")
        }
    }

    @Test func hardInnerShadowMaskDiffersOnlyWhereAlphaIsSoft() throws {
        var (layer, images) = softImage(frame: frame, scale: 1)
        layer.innerShadows = [shadow(sigma: 0, offset: .zero)]
        let soft = try drawn(page([layer]), images: images)
        layer.clipForAnyAlpha = true
        let hard = try drawn(page([layer]), images: images)
        layer.innerShadows = []
        let none = try drawn(page([layer]), images: images)
        #expect(soft != hard)
        // Without offset and blur, a hard mask shades only pixels with an alpha of at most 1/255, and the clip removes nearly
        // all of that.
        #expect(BitmapComparison(hard, none, tolerance: 1)?.isEqual == true)
        #expect(BitmapComparison(soft, none)?.maximumDifference ?? 0 > 20)
    }

    /// Beyond a straight edge, the weights of all pixels add up to the Gaussian's integral from the edge onwards.
    @Test(arguments: [0.5, 3, 8])
    func innerShadowOfAStraightEdgeIsAnErrorFunction(sigma: Double) throws {
        let (top, offset) = (5.0, 1.25)
        let layer = Layer(
            frame: Rect(x: -200, y: top, width: 448, height: 300), backgroundColor: .white,
            innerShadows: [Shadow(color: .black, opacity: 1, offset: Point(0, offset), radius: Sigma(sigma))])
        let bitmap = try drawn(page([layer]))
        for y in 5..<36 {
            let below = Double(y) + 0.5 - top - offset
            let shade = 0.5 * erfc(below / (sigma * 2.0.squareRoot()))
            let difference = abs(Double(bitmap[20, y].x) - 255 * (1 - shade))
            #expect(difference <= Tolerance.picture, "row \(y)")
        }
    }
}
