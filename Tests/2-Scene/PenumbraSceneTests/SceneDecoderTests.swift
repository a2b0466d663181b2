import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct SceneDecoderTests {
    private func layer(_ members: String, baseFolder: String = "") throws -> Layer {
        let json = #"{"canvas": {"width": 200, "height": 100}, "layers": [{"# + members + "}]}"
        return try Scene(json: Array(json.utf8), baseFolder: baseFolder).layers[0]
    }

    private func path(_ notation: String) throws -> Path? {
        try layer("\"shadows\": [{\"path\": \(notation)}]").shadows[0].path
    }

    @Test func emptyLayerHasAllDefaults() throws {
        #expect(try layer("") == Layer())
        #expect(try layer(#""type": "shape", "path": """#) == Layer(kind: .shape(Shape(path: Path()))))
        #expect(
            try layer(#""type": "image", "contents": "a.png""#)
                == Layer(kind: .image(ImageContents(source: .file("a.png")))))
        #expect(try layer(#""shadows": [{}]"#).shadows == [Shadow()])
    }

    @Test func sceneKeysAreAllRead() throws {
        let json = """
            {
              "$schema": "scene.schema.json", "version": 1, "expectsEmpty": false, "proves": "that keys are read",
              "canvas": {"width": 20, "height": 10.4, "scale": 2, "background": "#ff000080"},
              "layers": [
                {
                  "type": "image", "name": "card", "hidden": true, "frame": [1, 2, 30, 40],
                  "transform": "translateX(50%) scale(2)", "anchorPoint": [0, 1], "opacity": 0.5,
                  "backgroundColor": "white", "cornerRadius": [1, 2, 3, 4], "borderWidth": 2, "borderColor": "blue",
                  "masksToBounds": true, "contents": "a.png", "contentsGravity": "scaleDown",
                  "contentsRect": [0.1, 0.2, 0.3, 0.4], "contentsScale": 2, "interpolation": "nearest",
                  "shadows": [
                    {"color": "lime", "opacity": 0.25, "offset": [1, -2], "radius": 0, "path": "M0 0L1 1", "fillRule": "evenodd"}
                  ],
                  "sublayers": [{"type": "shape", "path": "M0 0H5", "fillColor": null, "fillRule": "evenodd"}]
                }
              ]
            }
            """
        let scene = try Scene(json: Array(json.utf8), baseFolder: "/scenes")
        var line = Path()
        line.move(to: .zero)
        line.addLine(to: Point(1, 1))
        var level = Path()
        level.move(to: .zero)
        level.addLine(to: Point(5, 0))
        let expected = Scene(
            canvas: Canvas(
                size: Size(width: 20, height: 10.4), scale: 2,
                background: .rgb(1, 0, 0, alpha: 128.0 / 255)),
            layers: [
                Layer(
                    kind: .image(
                        ImageContents(
                            source: .file("/scenes/a.png"), gravity: .scaleDown,
                            contentsRect: Rect(x: 0.1, y: 0.2, width: 0.3, height: 0.4), contentsScale: 2,
                            interpolation: .nearest)),
                    name: "card", isHidden: true, frame: Rect(x: 1, y: 2, width: 30, height: 40),
                    transform: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 15, ty: 0), anchorPoint: Point(0, 1),
                    opacity: 0.5, backgroundColor: .white,
                    cornerRadii: CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4), borderWidth: 2,
                    borderColor: Color(red: 0, green: 0, blue: 1), masksToBounds: true,
                    shadows: [
                        Shadow(
                            color: Color(red: 0, green: 1, blue: 0), opacity: 0.25, offset: Point(1, -2),
                            radius: Sigma(0), path: line, fillRule: .evenOdd)
                    ],
                    sublayers: [Layer(kind: .shape(Shape(path: level, fillRule: .evenOdd, fillColor: nil)))])
            ])
        #expect(scene == expected)
        #expect(try Scene(json: Array(json.utf8), scaleOverride: 3).canvas.scale == 3)
    }

    @Test func keysOfLaterVersionsMayHaveTheirDefault() throws {
        #expect(
            try layer(
                """
                "cornerCurve": "circular", "boxShadow": "none", "filter": "none", "effects": []
                """) == Layer())
        #expect(
            try layer(
                """
                "type": "shape", "path": "", "lineDashPattern": [], "lineDashPhase": 0, "strokeStart": 0, "strokeEnd": 1
                """) == Layer(kind: .shape(Shape(path: Path()))))
    }

    @Test func valuesWithoutEffectMayBeWritten() throws {
        #expect(
            try layer(
                """
                "mask": null, "innerShadows": [], "drawsContents": true, "clipForAnyAlpha": false, "blur": 0,
                "backdropBlur": 0, "shadows": [{"knockout": false, "transform": "none", "anchor": null}]
                """) == Layer(shadows: [Shadow()]))
        #expect(try layer(#""backdropBlur": null, "shadows": [{"transform": null}]"#) == Layer(shadows: [Shadow()]))
        #expect(try layer(#""backdropBlur": {"radius": 0}"#) == Layer())
        #expect(try layer(#""backdropBlur": {"radius": 0, "progressive": true}, "mask": {}"#) == Layer(mask: Layer()))
    }

    @Test func transformPercentagesReferToTheFrameOrParent() throws {
        #expect(try layer(#""transform": "translate(10%, 10%)""#).transform == .translation(20, 10))
        #expect(
            try layer(#""frame": [0, 0, 50, 30], "sublayers": [{"transform": "translate(10%, 10%)"}]"#)
                .sublayers[0].transform == .translation(5, 3))
    }

    @Test func pathNotationsMeanTheSamePaths() throws {
        let rect = Rect(x: 1, y: 2, width: 30, height: 20)
        #expect(try path(#"{"rect": [1, 2, 30, 20]}"#) == Path(rect))
        #expect(try path(#"{"rect": [1, 2, 30, 20], "radius": 5}"#) == Path(rect, radii: CornerRadii(5)))
        #expect(
            try path(#"{"rect": [1, 2, 30, 20], "radius": [1, 0, 3, 4]}"#)
                == Path(rect, radii: CornerRadii(topLeft: 1, topRight: 0, bottomRight: 3, bottomLeft: 4)))
        #expect(try path(#"{"ellipse": [1, 2, 30, 20]}"#) == Path(ellipseIn: rect))
        #expect(try path(#"{"circle": {"center": [4, 5], "radius": 3}}"#) == Path(circleAt: Point(4, 5), radius: 3))
        #expect(try path(#"{"polygon": [[0, 0], [4, 0], [0, 3]]}"#) == Path(svgPathData: "M0 0L4 0L0 3Z"))
        var compound = Path(rect)
        compound.append(try Path(svgPathData: "M9 9h5"))
        #expect(try path(#"[{"rect": [1, 2, 30, 20]}, "M9 9h5"]"#) == compound)
        #expect(try path("null") == nil)
        #expect(try path("[]") == Path())
    }

    @Test func roundedRectPathStartsTopLeftAndRunsClockwise() throws {
        let path = try #require(try path(#"{"rect": [0, 0, 30, 20], "radius": 5}"#))
        #expect(path.elements.prefix(2) == [.move(to: Point(5, 0)), .line(to: Point(25, 0))])
        let ellipse = try #require(try self.path(#"{"ellipse": [0, 0, 30, 20]}"#))
        #expect(ellipse.elements.first == .move(to: Point(30, 10)))
    }

    @Test(arguments: [
        ("", "a.png", "a.png"), ("scenes", "a.png", "scenes/a.png"), ("scenes/", "./a.png", "scenes/a.png"),
        ("/s", "../a.png", "/s/../a.png"), ("scenes", "/abs/a.png", "/abs/a.png"), ("s", ".hidden", "s/.hidden"),
        ("s", "a:b.png", "s/a:b.png"), ("s", "./data:a", "s/data:a"),
    ])
    func imagePathsAreRelativeToTheSceneFolder(_ folder: String, _ contents: String, _ expected: String) throws {
        let layer = try layer(#""type": "image", "contents": "\#(contents)""#, baseFolder: folder)
        #expect(layer.kind == .image(ImageContents(source: .file(expected))))
    }

    @Test func writtenPathsAreRelativeOnlyBelowTheSceneFolder() {
        #expect(FilePath.relative("s/a.png", to: "s") == "a.png")
        #expect(FilePath.relative("/s/t/a.png", to: "/s/") == "t/a.png")
        #expect(FilePath.relative("/other/a.png", to: "/s") == "/other/a.png")
        #expect(FilePath.relative("a.png", to: "") == "a.png")
        #expect(FilePath.relative("data:x", to: "") == "./data:x")
        #expect(FilePath.relative("s/https://x", to: "s") == "./https://x")
        #expect(FilePath.relative("t/${a}.png", to: "s").hasPrefix("/"))
        #expect(FilePath.relative("t/${a}.png", to: "s").hasSuffix("/t/$${a}.png"))
    }

    @Test func pictureFilesWithANullByteAreRefused() {
        #expect(
            throws: SceneError(place: "layers[0].contents", message: #"found "a\u0000b", expected a file path or a data: URL"#)
        ) {
            try layer(#""type": "image", "contents": "a\u0000b""#)
        }
    }
}
