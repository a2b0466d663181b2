import PenumbraGeometry
import PenumbraHTML
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct EffectTests {
    private let child = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10), backgroundColor: .black)

    @Test func filtersActBeforeMasks() throws {
        let values = ["filter": "blur(2px)", "clip-path": "inset(10px)", "mask-image": "linear-gradient(black, transparent)"]
        let layer = try #require(PaintedBox(values).painter.group([child], at: Point(5, 6)))
        #expect(layer.frame == Rect(x: 5, y: 6, width: 200, height: 120))
        #expect(layer.mask != nil && layer.filter.isEmpty)
        #expect(layer.sublayers[0].mask?.shape?.path.bounds == Rect(x: 10, y: 10, width: 180, height: 100))
        #expect(layer.sublayers[0].sublayers[0].filter == [.blur(Sigma(2))])
    }

    @Test func transformsActAboutTheirOrigin() throws {
        let values = ["transform": "rotate(90deg)", "translate": "10px 50%", "scale": "2", "transform-origin": "0 0"]
        let box = PaintedBox(values)
        let map = try #require(box.painter.transform()?.affine)
        // Rotated, scaled, then moved.
        #expect((Point(10, 0).applying(map) - Point(10, 80)).length < 1e-9)
        let layer = try #require(box.painter.group([], at: .zero))
        #expect(layer.anchorPoint == .zero && layer.transform == map)
    }

    @Test(arguments: ["left 20px top 10px", "right 10px bottom", "1px 2px 3px 4px"])
    func originsOfTransformsHaveNoDistancesFromSides(_ origin: String) throws {
        let values = ["transform": "rotate(90deg)", "transform-origin": origin]
        let layer = try #require(PaintedBox(values).painter.group([child], at: .zero))
        #expect(layer.anchorPoint == Point(0.5, 0.5))
    }

    @Test func percentagesOfTransformsReferToTheBox() throws {
        let map = try #require(PaintedBox(["transform": "translate(calc(50% - 10px), -100%)"]).painter.transform()?.affine)
        #expect(map == .translation(90, -120))
    }

    @Test(arguments: [["transform": "scale(0)"], ["scale": "1 0"], ["opacity": "0"]])
    func invisibleElementsHaveNoLayer(_ values: [String: String]) {
        #expect(PaintedBox(values).painter.group([child], at: .zero) == nil)
    }

    @Test(arguments: [
        ("circle(40px at 30% 50%)", Rect(x: 20, y: 20, width: 80, height: 80)),
        ("ellipse(50% 25%)", Rect(x: 0, y: 30, width: 200, height: 60)),
        ("inset(10px 20px round 5px)", Rect(x: 20, y: 10, width: 160, height: 100)),
        ("inset(150px 0)", Rect(x: 0, y: 60, width: 200, height: 0)),
        ("rect(10px auto 90% 5%)", Rect(x: 10, y: 10, width: 190, height: 98)),
        ("xywh(1px 2px 50% 50%)", Rect(x: 1, y: 2, width: 100, height: 60)),
        ("polygon(0 0, calc(100% - 20px) 0, 50% 100%)", Rect(x: 0, y: 0, width: 180, height: 120)),
        ("path(\"M 10 10 H 50 V 30 Z\")", Rect(x: 10, y: 10, width: 40, height: 20)),
        (
            "shape(from 10px 10px, hline to 50%, vline by 20px, line to 10px 30px, close)",
            Rect(x: 10, y: 10, width: 90, height: 20)
        ),
        (
            "shape(evenodd from 0 0, curve to 100% 0 with 50% 0 / 50% 0, smooth to 0 60px, close)",
            Rect(x: 0, y: 0, width: 200, height: 60)
        ),
        ("shape(from 50px 0, arc to 50px 40px of 20px cw, move by 0 0, close)", Rect(x: 50, y: 0, width: 20, height: 40)),
        ("shape(from 0 0, curve by 100% 0 with -50% 60px from end, close)", Rect(x: 0, y: 0, width: 200, height: 30)),
        ("shape(from 0 0, curve to 100% 0 with 50% 50% from origin, close)", Rect(x: 0, y: 0, width: 200, height: 30)),
        ("shape(from 50% 0, curve by 50% 0 with 25% 60px from start, close)", Rect(x: 100, y: 0, width: 100, height: 30)),
        ("shape(from left top, line to right bottom, vline to top, close)", Rect(x: 0, y: 0, width: 200, height: 120)),
        ("content-box", Rect(x: 15, y: 15, width: 170, height: 90)),
        ("circle(10px at 0 0) padding-box", Rect(x: -5, y: -5, width: 20, height: 20)),
    ])
    func shapesClip(_ text: String, bounds: Rect) throws {
        let box = PaintedBox(["clip-path": text], border: 5, padding: 10)
        let path = try #require(box.painter.group([child], at: .zero)?.mask?.shape?.path)
        let found = path.bounds
        #expect(abs(found.minX - bounds.minX) < 1e-9 && abs(found.minY - bounds.minY) < 1e-9)
        #expect(abs(found.width - bounds.width) < 1e-9 && abs(found.height - bounds.height) < 1e-9)
        #expect(box.warnings.isEmpty)
    }

    @Test(arguments: [
        "shape(10px 10px, close)", "shape(from 0 0, line 1px 2px)", "shape(from 0 0, line to 1px)",
        "shape(from 0 0, arc to 1px 2px)", "shape(from 0 0, curve to 1px 2px with 3px 4px from middle)",
        "shape(from 0 0, curve to 1px 2px)", "shape(from 0 0, close 1px)",
    ])
    func malformedShapesAreAWarning(_ text: String) {
        let box = PaintedBox(["clip-path": text])
        #expect(box.painter.group([child], at: .zero)?.mask == nil)
        #expect(box.warnings.count == 1)
    }

    @Test func otherShapesAreAWarning() {
        let box = PaintedBox(["clip-path": "url(#a)"])
        #expect(box.painter.group([child], at: .zero)?.mask == nil)
        #expect(box.warnings.count == 1)
    }

    @Test func overflowIsCutToThePaddingBox() throws {
        var values = PaintedBox.radius("30px")
        (values["overflow-x"], values["overflow-y"]) = ("hidden", "hidden")
        let clipped = PaintedBox(values, border: 10).painter.overflowClipped([child])
        let layer = try #require(clipped.first)
        #expect(layer.frame == Rect(x: 10, y: 10, width: 180, height: 100) && layer.masksToBounds)
        #expect(layer.cornerRadii == CornerRadii(20) && layer.sublayers[0].frame?.origin == Point(-10, -10))
    }

    /// CSS Containment 2, section 3.3: the box cuts as with `overflow: clip`, also at its `overflow-clip-margin`.
    @Test(arguments: ["paint", "strict", "content"]) func paintContainmentCutsToThePaddingBox(_ word: String) throws {
        var values = PaintedBox.radius("30px")
        values["contain"] = word
        let layer = try #require(PaintedBox(values, border: 10).painter.overflowClipped([child]).first)
        #expect(layer.frame == Rect(x: 10, y: 10, width: 180, height: 100) && layer.cornerRadii == CornerRadii(20))
        values["overflow-clip-margin"] = "5px"
        let wider = try #require(PaintedBox(values, border: 10).painter.overflowClipped([child]).first)
        #expect(wider.frame == Rect(x: 5, y: 5, width: 190, height: 110))
        #expect(PaintedBox(["contain": "layout"]).painter.overflowClipped([child]) == [child])
    }

    @Test func theCanvasCutsByItself() {
        var values = ["overflow-x": "hidden", "overflow-y": "hidden"]
        let far = Layer(frame: Rect(x: 150, y: 0, width: 300, height: 10), backgroundColor: .black)
        let page = Rect(x: 0, y: 0, width: 200, height: 120)
        #expect(PaintedBox(values).painter.overflowClipped([far], visible: page) == [far])
        #expect(PaintedBox(values).painter.overflowClipped([far], visible: page.offset(by: Point(1, 0))) != [far])
        #expect(PaintedBox(values).painter.overflowClipped([far]) != [far])
        values["border-top-left-radius"] = "9px"
        #expect(PaintedBox(values).painter.overflowClipped([far], visible: page) != [far])
    }

    @Test func oneCutIsEnough() throws {
        var values = PaintedBox.radius("30px")
        (values["overflow-x"], values["overflow-y"]) = ("hidden", "hidden")
        let painter = PaintedBox(values).painter
        let once = painter.overflowClipped([child, child])
        #expect(once.count == 1 && once[0].masksToBounds && painter.overflowClipped(once) == once)
    }

    @Test func blendModesReachThroughACut() {
        var blended = child
        blended.blendMode = .multiply
        let values = ["overflow-x": "hidden", "overflow-y": "hidden", "border-top-left-radius": "9px"]
        let layers = PaintedBox(values).painter.overflowClipped([child, blended, child])
        #expect(layers.map(\.blendMode) == [.normal, .multiply, .normal])
        #expect(layers[1].masksToBounds && layers[1].sublayers == [child])
    }

    @Test func perspectiveIsSeenFromOnePlace() throws {
        let values = ["perspective": "500px", "overflow-x": "hidden", "overflow-y": "hidden"]
        let box = PaintedBox(values, border: 10)
        let turned = Layer(frame: Rect(x: -50, y: 0, width: 100, height: 100))
        let clip = try #require(box.painter.overflowClipped([turned]).first)
        #expect(clip.perspective == 500 && clip.perspectiveOrigin == Point(0.5, 0.5))
        #expect(box.painter.group([clip], at: .zero)?.perspective == 500)
    }

    @Test(arguments: [
        (["opacity": "0.5"], true), (["opacity": "1"], false), (["isolation": "isolate"], true), (["filter": "none"], false),
        (["will-change": "transform"], true), (["mask-image": "none"], false), (["contain": "paint"], true),
        (["transform-style": "preserve-3d"], true), (["perspective": "9px"], true), (["background-color": "red"], false),
    ])
    func effectsMakeStackingContexts(_ values: [String: String], isContext: Bool) {
        #expect(PaintedBox(values).painter.isStackingContext == isContext)
    }

    @Test func masksAreCombined() throws {
        var values = ["mask-image": "linear-gradient(red, blue), linear-gradient(red, blue)"]
        #expect(PaintedBox(values).painter.group([child], at: .zero)?.mask?.sublayers.count == 2)
        values["mask-composite"] = "intersect"
        let layer = try #require(PaintedBox(values).painter.group([child], at: .zero))
        #expect(layer.mask != nil && layer.sublayers[0].mask != nil)
        values["mask-composite"] = "exclude"
        values["mask-image"] = Array(repeating: "linear-gradient(red, blue)", count: 5).joined(separator: ",")
        let box = PaintedBox(values)
        #expect(box.painter.group([child], at: .zero)?.mask == nil && box.warnings.count == 1)
    }

    @Test func textShadowsAreShadows() {
        let shadows = PaintedBox(["text-shadow": "1px 2px 4px red, 0 0 red"]).painter.textShadows()
        #expect(shadows.map(\.radius) == [Sigma(2), .zero])
    }
}

@Suite(.timed) struct SpaceTests {
    private func child(_ transform: String, hidesBack: Bool = false) throws -> Layer {
        var values = ["transform": transform]
        if hidesBack { values["backface-visibility"] = "hidden" }
        return try #require(PaintedBox(values, width: 100, height: 100).painter.group([], at: .zero))
    }

    @Test func preservedSpaceKeepsTheDepthOfDescendants() throws {
        let box = PaintedBox(["transform-style": "preserve-3d", "transform": "rotateY(180deg)"], width: 100, height: 100)
        let own = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100), backgroundColor: .black)
        let content = [try child("translateZ(50px)"), try child("rotateY(180deg)", hidesBack: true)]
        let layers = box.painter.layers(own: [own], content: content, at: Point(10, 0))
        #expect(layers.map(\.transformStyle) == [.preserve3D] && layers.first?.sublayers == [own] + content)
    }

    @Test func hiddenBacksHideNoDescendants() throws {
        let box = PaintedBox(
            ["transform-style": "preserve-3d", "backface-visibility": "hidden"], width: 100, height: 100)
        let own = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100), backgroundColor: .black)
        let layer = try #require(box.painter.layers(own: [own], content: [try child("none")], at: .zero).first)
        #expect(layer.backfaceVisibility == .visible && layer.sublayers.map(\.backfaceVisibility) == [.hidden, .visible])
    }

    @Test func effectsFlatten() throws {
        let box = PaintedBox(["transform-style": "preserve-3d", "opacity": "0.5"], width: 100, height: 100)
        #expect(box.painter.layers(own: [], content: [try child("translateZ(50px)")], at: .zero).first?.opacity == 0.5)
    }

    @Test func edgesLieOnWholePixels() {
        let frame = BoxGeometry.snapped(Rect(x: 10.5, y: 0.4, width: 20.4, height: 10.2))
        #expect(frame == Rect(x: 11, y: 0, width: 20, height: 11))
        #expect(BoxGeometry.snapped(Rect(x: 0.3, y: 0, width: 1, height: 1), scale: 2).minX == 0.5)
    }

    @Test func onlyBlendModesNeedIsolation() throws {
        let plain = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10), backgroundColor: .black)
        var blended = plain
        blended.blendMode = .multiply
        let painter = PaintedBox(["isolation": "isolate"]).painter
        #expect(painter.group([plain], at: .zero)?.filter == [])
        #expect(painter.group([Layer(sublayers: [blended])], at: .zero)?.filter == [.color(.opacity, amount: 1)])
    }
}
