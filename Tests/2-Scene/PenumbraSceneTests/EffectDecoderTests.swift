import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests how gradients, strokes, texts, masks and blurs are decoded from a document.
@Suite(.timed) struct EffectDecoderTests {
    private func layer(_ members: String, baseFolder: String = "") throws -> Layer {
        let json = #"{"canvas": {"width": 200, "height": 100}, "layers": [{"# + members + "}]}"
        return try Scene(json: Array(json.utf8), baseFolder: baseFolder).layers[0]
    }

    private func gradient(_ keys: String) throws -> Gradient? {
        guard case .gradient(let gradient) = try layer(#""type": "gradient", "# + keys).kind else { return nil }
        return gradient
    }

    private func text(_ keys: String, baseFolder: String = "") throws -> Text? {
        guard case .text(let text) = try layer(#""type": "text", "# + keys, baseFolder: baseFolder).kind else { return nil }
        return text
    }

    private let red = Color(red: 1, green: 0, blue: 0)
    private let blue = Color(red: 0, green: 0, blue: 1)

    // MARK: - Gradients

    @Test func gradientDefaultsAreApplied() throws {
        #expect(
            try gradient(#""colors": ["red"]"#)
                == Gradient(.axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1)), colors: [red]))
        #expect(
            try gradient(#""gradientType": "radial", "colors": ["red", "blue"], "locations": null"#)
                == Gradient(.radial(startPoint: Point(0.5, 0.5), endPoint: Point(1, 1)), colors: [red, blue]))
    }

    @Test func gradientKeysAreAllRead() throws {
        let expected = Gradient(
            .axial(startPoint: Point(0, 0.25), endPoint: Point(2, -1)), colors: [red, blue, red], locations: [0, 0.5, 0.5],
            interpolation: .premultiplied, falloff: .gaussian)
        let keys = #"""
            "gradientType": "axial", "colors": ["red", "blue", "red"], "locations": [0, 0.5, 0.5], "startPoint": [0, 0.25],
            "endPoint": [2, -1], "interpolation": "premultiplied", "falloff": "gaussian"
            """#
        #expect(try gradient(keys) == expected)
        #expect(try gradient(#""gradient": {\#(keys)}"#) == expected)
        #expect(try layer(#""backgroundColor": {\#(keys)}"#).backgroundColor == .gradient(expected))
        #expect(try text(#""string": "", "color": {\#(keys)}"#)?.color == .gradient(expected))
        #expect(
            try layer(#""type": "shape", "path": "", "fillColor": {\#(keys)}, "strokeColor": {\#(keys)}"#).kind
                == .shape(Shape(path: Path(), fillColor: .gradient(expected), strokeColor: .gradient(expected))))
    }

    @Test func circleGradientLayersAreCenteredInTheirFrame() throws {
        func geometry(_ keys: String) throws -> Gradient.Geometry? {
            try gradient(#""gradientType": "radial", "colors": ["red"], "# + keys)?.geometry
        }
        #expect(
            try geometry(#""frame": [7, 8, 30, 50], "endRadius": 9"#)
                == .circles(center: Point(15, 25), startRadius: 0, endRadius: 9))
        #expect(try geometry(#""endRadius": 9"#) == .circles(center: Point(100, 50), startRadius: 0, endRadius: 9))
        #expect(
            try gradient(#""gradient": {"gradientType": "radial", "colors": ["red"], "endRadius": 9}"#)?.geometry
                == .circles(center: Point(100, 50), startRadius: 0, endRadius: 9))
        #expect(
            try geometry(#""center": [1, 2], "startRadius": 9, "endRadius": 0"#)
                == .circles(center: Point(1, 2), startRadius: 9, endRadius: 0))
        let sublayer = try layer(
            #""frame": [7, 8, 30, 50], "sublayers": [{"type": "gradient", "gradientType": "radial", "colors": ["red"], "endRadius": 1}]"#
        ).sublayers[0]
        #expect(
            sublayer.kind
                == .gradient(Gradient(.circles(center: Point(15, 25), startRadius: 0, endRadius: 1), colors: [red])))
    }

    // MARK: - Shapes and texts

    @Test func strokeKeysAreAllRead() throws {
        let shape = try layer(
            #"""
            "type": "shape", "path": "", "fillColor": "blue", "strokeColor": "red", "lineWidth": 2.5, "lineCap": "square",
            "lineJoin": "round", "miterLimit": 4, "lineDashPattern": [4, 2.5],
            "lineDashPhase": -1, "strokeStart": 0.25, "strokeEnd": 0.75
            """#
        ).kind
        #expect(
            shape
                == .shape(
                    Shape(
                        path: Path(), fillColor: .color(blue), strokeColor: .color(red),
                        stroke: StrokeStyle(
                            lineWidth: 2.5, lineCap: .square, lineJoin: .round, miterLimit: 4,
                            lineDashPattern: [4, 2.5], lineDashPhase: -1, strokeStart: 0.25, strokeEnd: 0.75))))
        #expect(
            try layer(#""type": "shape", "path": "", "strokeColor": null, "fillColor": null"#).kind
                == .shape(Shape(path: Path(), fillColor: nil)))
    }

    @Test func textKeysAreAllRead() throws {
        #expect(try text(#""string": """#) == Text(string: ""))
        #expect(
            try text(
                #"""
                "string": "two\nlines", "font": "DejaVu Sans:bold", "fontSize": 9.5, "color": "red", "alignment": "right",
                "wrapped": false, "lineHeight": 20, "letterSpacing": -0.5, "maximumLines": 2
                """#)
                == Text(
                    string: "two\nlines", font: "DejaVu Sans:bold", fontSize: 9.5, color: .color(red), alignment: .right,
                    isWrapped: false, lineHeight: 20, letterSpacing: -0.5, maximumLines: 2))
        #expect(try text(#""string": "", "lineHeight": null, "maximumLines": null"#) == Text(string: ""))
    }

    @Test func picturesAmongRunsAreRead() throws {
        let picture = Text.Picture(.file("s/a.png"), width: 14, height: 9.5, verticalAlign: .middle)
        var wanted = Text(string: "")
        wanted.runs = [Text.Run("a"), Text.Run(picture), Text.Run("")]
        wanted.runs[1].baselineOffset = 2
        let keys = #"""
            "runs": ["a", {"image": "a.png", "width": 14, "height": 9.5, "verticalAlign": "middle", "baselineOffset": 2},
             {"image": null, "width": 1, "height": 1}]
            """#
        #expect(try text(keys, baseFolder: "s") == wanted && wanted.wholeString == "a\u{FFFC}")
        let scene = Scene(canvas: Canvas(size: Size(width: 1, height: 1)), layers: [Layer(kind: .text(wanted))])
        #expect(try Scene(json: Array(scene.json(baseFolder: "s").utf8), baseFolder: "s") == scene)
        #expect(scene.pictureSources == [.file("s/a.png")])
        for (run, words) in [
            (#"{"image": "a.png", "width": 3}"#, "runs[0].height: missing, expected points"),
            (#"{"image": "a.png", "width": -1, "height": 3}"#, "runs[0].width: found -1"),
            (
                #"{"image": "a.png", "width": 1, "height": 3, "color": "red"}"#,
                "runs[0].color: unknown key, a picture in a text has image"
            ),
            (
                #"{"image": "a.png", "width": 1, "height": 3, "verticalAlign": "midle"}"#, #"did you mean "middle"?"#
            ),
        ] {
            let error = #expect(throws: SceneError.self) { try text(#""runs": [\#(run)]"#) }
            #expect(error.map { "\($0)".contains(words) } == true, "\(String(describing: error))")
        }
    }

    @Test func paragraphsOfTextsAreRead() throws {
        var wanted = Text(string: "")
        wanted.paragraphSpacing = 8
        wanted.paragraphs = [.init(), .init(marker: "•", indent: 20, spacing: -2)]
        let keys =
            #""string": "", "paragraphSpacing": 8, "paragraphs": [{"marker": ""}, {"marker": "•", "indent": 20, "spacing": -2}]"#
        #expect(try text(keys) == wanted)
        let scene = Scene(canvas: Canvas(size: Size(width: 1, height: 1)), layers: [Layer(kind: .text(wanted))])
        #expect(try Scene(json: Array(scene.json().utf8)) == scene)
        for (value, words) in [
            (#"{"marker": "•"}"#, #"paragraphs: found an object, expected an array of objects such as"#),
            (#"[{"marker": "a\nb"}]"#, #"paragraphs[0].marker: found "a\nb", a marker has one line"#),
            (#"[{}, {"markr": "a"}]"#, "paragraphs[1].markr: unknown key"),
            (
                "[{\"marker\": \"\(String(repeating: "x", count: 65))\"}]",
                "paragraphs[0].marker: found a marker of 65 characters"
            ),
        ] {
            let error = #expect(throws: SceneError.self) { try text(#""string": "", "paragraphs": \#(value)"#) }
            #expect(error.map { "\($0)".contains(words) } == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: [
        ("scenes", "Sans", "Sans"), ("scenes", "data:bold", "data:bold"), ("scenes", "a.ttf", "scenes/a.ttf"),
        ("scenes", "A.TTC", "scenes/A.TTC"), ("scenes", "fonts/a", "scenes/fonts/a"), ("scenes", "./a", "scenes/a"),
        ("scenes", "/abs/a", "/abs/a"), ("", "a.otf", "a.otf"), ("", "./a", "./a"), ("", ".//a.otf", "a.otf"),
    ])
    func fontPathsAreRelativeToTheSceneFolder(_ folder: String, _ font: String, _ expected: String) throws {
        #expect(try text(#""string": "", "font": "\#(font)""#, baseFolder: folder)?.font == expected)
        let canvas = Canvas(size: Size(width: 1, height: 1))
        let scene = Scene(canvas: canvas, layers: [Layer(kind: .text(Text(string: "", font: expected)))])
        #expect(try Scene(json: Array(scene.json(baseFolder: folder).utf8), baseFolder: folder) == scene)
    }

    // MARK: - Masks, shadows, blurs

    @Test func masksAreLayersInTheFrameOfTheirLayer() throws {
        let layer = try layer(
            #"""
            "frame": [5, 5, 50, 30],
            "mask": {
              "transform": "translate(10%, 10%)",
              "mask": {"frame": [0, 0, 10, 20], "sublayers": [{"transform": "translate(10%, 10%)"}]}
            }
            """#)
        let innermost = Layer(
            frame: Rect(x: 0, y: 0, width: 10, height: 20), sublayers: [Layer(transform: .translation(1, 2))])
        #expect(layer.mask == Layer(transform: .translation(5, 3), mask: innermost))
    }

    @Test func shadowKeysAreAllRead() throws {
        let layer = try layer(
            #"""
            "frame": [5, 5, 50, 30],
            "shadows": [{}, {"knockout": true, "transform": "translate(10%, 10%) scale(2)", "anchor": [0, 1], "penumbra": 0.25}],
            "innerShadows": [
              {"color": "red", "opacity": 0.5, "offset": [1, 2], "radius": 4, "path": "M0 0", "fillRule": "evenodd", "outside": "empty"},
              {}
            ]
            """#)
        #expect(
            layer.shadows == [
                Shadow(),
                Shadow(
                    penumbra: 0.25, knockout: true, transform: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 5, ty: 3),
                    anchor: Point(0, 1)),
            ])
        #expect(
            layer.innerShadows == [
                Shadow(
                    color: red, opacity: 0.5, offset: Point(1, 2), radius: Sigma(4), path: try Path(svgPathData: "M0 0"),
                    fillRule: .evenOdd, outside: .empty),
                Shadow(),
            ])
    }

    @Test func blursMayBeNumbersOrObjects() throws {
        #expect(try layer(#""blur": 2.5"#) == Layer(blur: Sigma(2.5)))
        #expect(try layer(#""blur": {"radius": 2.5}"#) == Layer(blur: Sigma(2.5)))
        for (json, blur) in [
            (#"{"type": "lens", "radius": 3}"#, ShapedBlur.lens(radius: 3)),
            (#"{"type": "motion", "radius": 3}"#, .motion(radius: 3, angle: 0)),
            (#"{"type": "motion", "radius": 3, "angle": -400}"#, .motion(radius: 3, angle: -400)),
            (#"{"type": "zoom", "amount": 0.5}"#, .zoom(amount: 0.5, center: Point(0.5, 0.5))),
            (#"{"type": "zoom", "amount": 1, "center": [-1, 2]}"#, .zoom(amount: 1, center: Point(-1, 2))),
        ] {
            var wanted = Layer()
            wanted.shapedBlur = blur
            #expect(try layer(#""blur": \#(json)"#) == wanted)
            let scene = Scene(canvas: Canvas(size: Size(width: 1, height: 1)), layers: [wanted])
            #expect(try Scene(document: scene.jsonValue()) == scene)
        }
        #expect(try layer(#""backdropBlur": 3"#).backdropBlur == BackdropBlur(radius: Sigma(3)))
        #expect(try layer(#""backdropBlur": {"radius": 3}"#).backdropBlur == BackdropBlur(radius: Sigma(3)))
        #expect(
            try layer(#""backdropBlur": {"radius": 3, "progressive": true}, "mask": {}"#)
                == Layer(mask: Layer(), backdropBlur: BackdropBlur(radius: Sigma(3), isProgressive: true)))
        #expect(
            try layer(#""drawsContents": false, "clipForAnyAlpha": true"#) == Layer(drawsContents: false, clipForAnyAlpha: true)
        )
    }
}
