import PenumbraCSS
import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct BorderTests {
    private func bounds(_ layers: [Layer]) -> [Rect] { layers.compactMap { $0.shape?.path.bounds } }

    @Test func transparentSidesMakeATriangle() throws {
        var values = PaintedBox.border("solid", "transparent")
        values["border-bottom-color"] = "red"
        let layers = PaintedBox(values, width: 80, height: 80, border: 40).painter.borders()
        let path = try #require(layers.first?.shape?.path)
        #expect(layers.count == 1)
        #expect(path == Path(polygon: [Point(80, 80), Point(0, 80), Point(40, 40), Point(40, 40)]))
    }

    @Test func aSideOfItsOwnHasNoMitres() {
        let values = ["border-left-style": "solid", "border-left-color": "red"]
        let painter = BoxPainter(
            .init(values, units: .any), BoxGeometry(size: Size(width: 50, height: 40), border: [0, 0, 0, 8]))
        #expect(painter.borders().count == 1)
    }

    @Test func laterSidesCoverEarlierSides() throws {
        var values = PaintedBox.border("solid", "red")
        values["border-left-color"] = "blue"
        let paths = PaintedBox(values, border: 10).painter.borders().compactMap(\.shape?.path)
        // The top reaches below the left side, which ends at the diagonal.
        #expect(paths.count == 4)
        #expect(paths[0] == Path(polygon: [Point(0, 0), Point(200, 0), Point(200, 10), Point(0, 10)]))
        #expect(paths[1] == Path(polygon: [Point(0, 120), Point(0, 0), Point(10, 10), Point(10, 120)]))
    }

    @Test func sidesOfOneOpacityDontShowTheirOverlaps() throws {
        var values = PaintedBox.border("solid", "rgb(255 0 0 / 50%)")
        values["border-left-color"] = "rgb(0 0 255 / 50%)"
        let layers = PaintedBox(values, border: 10).painter.borders()
        #expect(layers.count == 1 && layers[0].opacity == 0.5 && layers[0].sublayers.count == 4)
    }

    @Test func doubleBordersAreTwoRings() {
        let layers = PaintedBox(PaintedBox.border("double", "red"), border: 8).painter.borders()
        #expect(bounds(layers) == [Rect(x: 0, y: 0, width: 200, height: 120), Rect(x: 5, y: 5, width: 190, height: 110)])
    }

    /// The colours are Chromium's.
    @Test(arguments: [
        ("#808080", 0x2C, 0xD4), ("#000000", 84, 168), ("#ffffff", 171, 255), ("#202020", 116, 200), ("#222222", 0, 118),
    ])
    func insetSidesAreShaded(_ color: String, dark: Int, light: Int) {
        let layers = PaintedBox(PaintedBox.border("inset", color), border: 10).painter.borders()
        let shades = layers.map { layer in
            if case .color(let color)? = layer.shape?.fillColor { Int((color.red * 255).rounded()) } else { -1 }
        }
        #expect(shades == [dark, dark, light, light])
    }

    /// The colour of the text is green. Chromium draws outlines in it, and shaded borders in `#eee`.
    @Test(arguments: ["inset", "outset", "groove", "ridge"])
    func shadedSidesDontFollowTheText(_ style: String) {
        var units = CSSUnits.any
        units.currentColor = "green"
        func colors(_ color: String?) -> Set<Int> {
            var values = PaintedBox.border(style, color ?? "")
            if color == nil { values = values.filter { !$0.key.hasSuffix("-color") } }
            let geometry = BoxGeometry(size: Size(width: 200, height: 120), border: [10, 10, 10, 10])
            let layers = BoxPainter(.init(values, units: units), geometry).borders()
            return Set(
                layers.compactMap { layer -> Int? in
                    guard case .color(let color)? = layer.shape?.fillColor else { return nil }
                    return Int((color.red * 255).rounded())
                })
        }
        #expect(colors(nil) == [154, 238] && colors("CurrentColor") == [154, 238])
        #expect(colors("#808080") == [0x2C, 0xD4])
    }

    @Test func dotsOfUnlikeSidesEndAtTheDiagonalsOfRoundCorners() throws {
        let values = PaintedBox.border("dotted", "red").merging(PaintedBox.radius("40px")) { $1 }
        let painter = BoxPainter(
            .init(values, units: .any), BoxGeometry(size: Size(width: 200, height: 120), border: [6, 12, 6, 12]))
        let area = try #require(painter.borders().first?.mask?.shape?.path)
        // The diagonal of 12 by 6 points reaches the middle of the box above its centre.
        #expect(abs(area.bounds.maxY - 50) < 1e-9)
    }

    @Test func dashesFitTheirSide() throws {
        let values = ["border-top-style": "dashed"]
        func pattern(_ width: Double, _ line: Double) -> [Double]? {
            let geometry = BoxGeometry(size: Size(width: width, height: 40), border: [line, 0, 0, 0])
            return BoxPainter(.init(values, units: .any), geometry).borders().first?.shape?.stroke.lineDashPattern
        }
        let wide = try #require(pattern(200, 6))
        #expect(wide[0] == 12 && abs(wide[1] - 6.8) < 1e-9)
        #expect(pattern(20, 6) == [])
    }

    @Test func dashesOfAHugeSideAreCounted() {
        let values = ["border-top-style": "dotted"]
        let geometry = BoxGeometry(size: Size(width: 1e7, height: 40), border: [1, 0, 0, 0])
        let path = BoxPainter(.init(values, units: .any), geometry).borders().first?.shape?.path
        #expect((path?.elements.count ?? 0) < 100)
    }

    @Test func outlinesFollowCorners() throws {
        var values = PaintedBox.radius("4px")
        values["outline-style"] = "solid"
        values["outline-width"] = "10px"
        values["outline-offset"] = "10px"
        values["outline-color"] = "red"
        let layer = try #require(PaintedBox(values).painter.outline().first)
        #expect(layer.frame == Rect(x: -20, y: -20, width: 240, height: 160))
        #expect(layer.cornerRadii == CornerRadii(24) && layer.borderWidth == 10)
    }

    /// Chromium computes lines and their distances in whole pixels, towards 0 but at least 1.
    @Test(arguments: [
        ("5.7px", "7.8px", -12.0), ("5px", "0.4px", -6), ("5px", "-0.4px", -4), ("5px", "-4.6px", -1), ("0.2px", "2px", -3),
    ]) func outlinesLieOnWholePixels(width: String, offset: String, start: Double) throws {
        let values = ["outline-style": "solid", "outline-width": width, "outline-offset": offset]
        let layer = try #require(PaintedBox(values).painter.outline().first)
        #expect(layer.frame?.origin == Point(start, start), "\(layer.frame ?? .zero)")
    }

    @Test(arguments: [("double", 2.0), ("groove", 1.0), ("ridge", 1.0)])
    func stripesTooThinToTellApartAreOneLine(_ style: String, _ width: Double) throws {
        let values = PaintedBox.border(style, "red").merging(PaintedBox.radius("20px 20px")) { $1 }
        let layers = PaintedBox(values, border: width).painter.borders()
        #expect(layers.count == 1 && layers.first?.borderWidth == width)
    }

    @Test func borderImagesHaveNineParts() throws {
        var values = PaintedBox.border("solid", "red")
        values["border-image-source"] = "url(nine.png)"
        values["border-image-slice"] = "10 fill"
        let asset = ImageAsset(source: .file("nine.png"), width: 30, height: 30)
        let layers = PaintedBox(values, border: 15, images: ["nine.png": asset]).painter.borders()
        #expect(layers.count == 9)
        #expect(layers.last?.frame == Rect(x: 185, y: 105, width: 15, height: 15))
        // A picture that is missing leaves the plain border.
        #expect(PaintedBox(values, border: 15).painter.borders().count == 1)
    }
}
