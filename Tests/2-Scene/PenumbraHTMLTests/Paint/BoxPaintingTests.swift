import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct BoxPaintingTests {
    @Test func aPlainBoxIsOneLayer() throws {
        var values = PaintedBox.border("solid", "red").merging(PaintedBox.radius("10px")) { $1 }
        values["background-color"] = "white"
        values["box-shadow"] = "0 4px 12px black"
        let layers = PaintedBox(values, border: 2).painter.box()
        let layer = try #require(layers.first)
        #expect(layers.count == 1 && layer.sublayers.isEmpty)
        #expect(layer.backgroundColor == .white && layer.borderWidth == 2 && layer.boxShadows.count == 1)
        #expect(layer.cornerRadii == CornerRadii(10))
    }

    @Test func anInsetShadowLiesInsideTheBorder() throws {
        var values = PaintedBox.border("solid", "red")
        values["box-shadow"] = "inset 0 0 5px black"
        let layers = PaintedBox(values, border: 6).painter.box()
        #expect(layers.map(\.frame) == [Rect(x: 6, y: 6, width: 188, height: 108), Rect(x: 0, y: 0, width: 200, height: 120)])
    }

    @Test func ellipticalCornersCutAColor() throws {
        var values = PaintedBox.radius("80px 30px")
        values["background-color"] = "teal"
        let layer = try #require(PaintedBox(values).painter.box().first)
        let bounds = try #require(layer.mask?.shape?.path.bounds)
        #expect(bounds == Rect(x: 0, y: 0, width: 200, height: 120))
    }

    @Test func radiiShrinkTogether() throws {
        var values = PaintedBox.radius("calc(infinity * 1px)")
        values["background-color"] = "teal"
        let layer = try #require(PaintedBox(values).painter.box().first)
        #expect(layer.cornerRadii == CornerRadii(60))
    }

    @Test func backgroundsAreClippedToTheirBoxes() throws {
        let values = ["background-color": "red", "background-clip": "content-box"]
        let layers = PaintedBox(values, padding: 20).painter.box()
        #expect(layers.map(\.frame) == [Rect(x: 20, y: 20, width: 160, height: 80)])
    }

    @Test func blendedBackgroundsAreAGroup() throws {
        let values = [
            "background-color": "red", "background-image": "linear-gradient(white, black)",
            "background-blend-mode": "multiply",
        ]
        let group = try #require(PaintedBox(values).painter.box().first)
        #expect(group.sublayers.map(\.blendMode) == [.normal, .multiply])
        #expect(group.filter == [.color(.opacity, amount: 1)])
    }

    @Test func textCutsABackground() throws {
        let box = PaintedBox(["background-image": "linear-gradient(red, blue)", "background-clip": "text"])
        let letters = Layer(frame: Rect(x: 5, y: 5, width: 20, height: 20), backgroundColor: .black)
        let layers = box.painter.shadowsAndBackgrounds(text: [letters])
        #expect(layers.count == 1 && layers[0].mask?.sublayers == [letters])
    }

    // MARK: - Gradients

    @Test func calculationsInGradientsAreResolved() throws {
        let box = PaintedBox(["background-image": "linear-gradient(90deg, red calc(50% - 10px), blue calc(100% - 20px))"])
        guard case .gradient(let gradient)? = box.painter.box().first?.backgroundColor,
            case .css(let css) = gradient.geometry
        else { throw Missing() }
        #expect(css.positions == [CSSGradient.Length(points: 90), CSSGradient.Length(points: 180)])
        #expect(gradient.css != nil && box.warnings.isEmpty)
    }

    @Test(arguments: [
        ("linear-gradient(red, blue)", false), ("linear-gradient(oklch(70% 0.2 30), blue)", true),
        ("linear-gradient(rgb(from red r g b), blue)", true), ("linear-gradient(in srgb, oklch(70% 0.2 30), blue)", false),
    ])
    func newColorsMixInOklab(_ text: String, isOklab: Bool) throws {
        guard case .gradient(let gradient)? = PaintedBox(["background-image": text]).painter.box().first?.backgroundColor,
            case .css(let css) = gradient.geometry
        else { throw Missing() }
        #expect((css.mixing != nil) == isOklab)
    }

    @Test func oldGradientsNameTheSideWhereTheyBegin() throws {
        let old = PaintedBox(["background-image": "-webkit-linear-gradient(left, red, blue)"]).painter.box()
        let new = PaintedBox(["background-image": "linear-gradient(to right, red, blue)"]).painter.box()
        #expect(old == new && !new.isEmpty)
    }

    // MARK: - Pictures

    private static let picture = ImageAsset(source: .file("a.png"), width: 64, height: 48)

    private func tile(_ more: [String: String]) throws -> Layer {
        let values = more.merging(["background-image": "url(a.png)"]) { $1 }
        let layers = PaintedBox(values, images: ["a.png": Self.picture]).painter.box()
        let image = layers.flatMap(\.all).first { if case .image = $0.kind { true } else { false } }
        return try #require(image)
    }

    @Test(arguments: [
        ("cover", Size(width: 200, height: 150)), ("contain", Size(width: 160, height: 120)),
        ("auto", Size(width: 64, height: 48)), ("32px auto", Size(width: 32, height: 24)),
        ("auto 50%", Size(width: 80, height: 60)), ("50% 50%", Size(width: 100, height: 60)),
    ])
    func picturesHaveTheirSize(_ text: String, size: Size) throws {
        #expect(try tile(["background-size": text, "background-repeat": "no-repeat"]).frame?.size == size)
    }

    @Test(arguments: [
        ("0% 0%", Point(0, 0)), ("center", Point(68, 36)), ("right 10px bottom 20px", Point(126, 52)),
        ("top 10px left 30px", Point(30, 10)), ("calc(100% - 6px) 25%", Point(130, 18)),
        // A single picture begins on a whole pixel, unless the area cuts it there.
        ("3.4px 2.5px", Point(3, 3)), ("-1.5px 60.4px", Point(-1.5, 60)),
    ])
    func picturesHaveTheirPlace(_ text: String, place: Point) throws {
        #expect(try tile(["background-position": text, "background-repeat": "no-repeat"]).frame?.origin == place)
    }

    @Test func positionsOfBothAxesAreRead() throws {
        let values = ["background-position-x": "right 4px", "background-position-y": "50%", "background-repeat": "no-repeat"]
        #expect(try tile(values).frame?.origin == Point(132, 36))
    }

    @Test func copiesBeginInsideThePaintedArea() throws {
        let image = try tile(["background-position": "10px 0", "background-repeat": "repeat-x"])
        #expect(image.frame?.origin == Point(-54, 0) && image.replication?.count == 4)
    }

    @Test func roundedCopiesFillTheArea() throws {
        let image = try tile(["background-repeat": "round no-repeat"])
        #expect(image.frame?.width == 200.0 / 3 && image.frame?.height == 50 && image.replication?.count == 3)
    }

    @Test func spacedCopiesTouchBothEdges() throws {
        let image = try tile(["background-repeat": "space no-repeat", "background-position": "50% 0"])
        #expect(image.frame?.minX == 0 && image.replication?.transform == .translation(68, 0) && image.replication?.count == 3)
    }

    /// A million copies are drawn. More are refused by name, and the rest of the box is drawn.
    @Test func imagesRepeatAsOftenAsIsAllowed() throws {
        let most = try tile(["background-size": "0.2px 0.2px"])
        #expect(most.replication?.count == 1000)
        let values = ["background-image": "url(a.png)", "background-size": "0.1px 0.2px", "background-color": "red"]
        let box = PaintedBox(values, images: ["a.png": Self.picture])
        let layers = box.painter.box().flatMap(\.all)
        #expect(
            !layers.contains { if case .image = $0.kind { true } else { false } }
                && layers.contains { $0.backgroundColor != nil })
        #expect(box.warnings.count == 1 && box.warnings[0].contains("repeats more than 1000000 times"), "\(box.warnings)")
    }

    @Test func stripesAreOneCopyAlongThemselves() throws {
        let values = ["background-image": "linear-gradient(red, blue)", "background-size": "10px 10px"]
        let layers = PaintedBox(values).painter.box().flatMap(\.all)
        #expect(layers.compactMap(\.replication?.count) == [12])
    }

    @Test func tooManyCopiesAreAWarning() {
        let box = PaintedBox(
            ["background-image": "conic-gradient(red, blue)", "background-size": "0.1px 0.1px"], width: 900, height: 900)
        #expect(box.painter.box().isEmpty)
        #expect(box.warnings.count == 1 && box.warnings[0].hasPrefix("background-image: "))
    }

    @Test func imageSetsChooseByResolution() throws {
        let values = ["background-image": "image-set(url(b.png) 2x, url(a.png) 1x)", "background-repeat": "no-repeat"]
        let assets = ["a.png": Self.picture, "b.png": ImageAsset(source: .file("b.png"), width: 9, height: 9)]
        #expect(PaintedBox(values, images: assets).painter.box().first?.frame?.size == Size(width: 64, height: 48))
    }

    @Test(arguments: [
        ("fill", Rect(x: 0, y: 0, width: 200, height: 120)), ("contain", Rect(x: 20, y: 0, width: 160, height: 120)),
        ("none", Rect(x: 68, y: 36, width: 64, height: 48)), ("scale-down", Rect(x: 68, y: 36, width: 64, height: 48)),
    ])
    func contentFits(_ fit: String, frame: Rect) {
        #expect(PaintedBox(["object-fit": fit]).painter.content(Self.picture).map(\.frame) == [frame])
    }

    @Test func warningsAppearOnce() {
        let box = PaintedBox(["background-image": "element(#a)", "filter": "url(#blur)"])
        _ = box.painter.box() + box.painter.box()
        _ = box.painter.group([], at: .zero)
        #expect(box.warnings.count == 2)
    }
}

struct Missing: Error {}
