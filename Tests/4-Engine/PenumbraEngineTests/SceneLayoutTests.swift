import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests layouts of whole scenes: frames, and everything that depends on them.
@Suite(.timed) struct SceneLayoutTests {
    private static let shaper = TextShaper()

    private func scene(_ layers: String, canvas: String = #""width": 200, "height": 100"#) throws -> Scene {
        try Scene(json: Array(#"{"canvas": {\#(canvas)}, "layers": [\#(layers)]}"#.utf8))
    }

    private func laidOut(_ scene: Scene, files: FileRoots? = nil) throws -> Scene {
        try Engine().inspect(scene, shaper: Self.shaper, files: files).scene
    }

    private func laidOut(_ layers: String, canvas: String = #""width": 200, "height": 100"#) throws -> Scene {
        try laidOut(try scene(layers, canvas: canvas))
    }

    private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
        Rect(x: x, y: y, width: width, height: height)
    }

    @Test func layoutItemsShareTheSpace() throws {
        let card = try laidOut(
            #"{"layout": {"gap": 10}, "padding": 20, "sublayers": [{"width": 30}, {"flexGrow": 1, "name": "b"}, {"hidden": true, "width": 50}, {"frame": [1, 2, 3, 4]}]}"#
        ).layers[0]
        #expect(card.frame == frame(0, 0, 200, 100))
        #expect(card.sublayers.map(\.frame) == [frame(20, 20, 30, 60), frame(60, 20, 120, 60), nil, frame(1, 2, 3, 4)])
        #expect(!card.sublayers.contains { $0.layout != nil && !$0.isHidden } && card.layout == nil)
    }

    @Test func sizeKeysWithoutALayoutPlaceALayerInItsParent() throws {
        let layers = try laidOut(
            #"{"width": "50%", "height": 20}, {"inset": [null, 10, 5, null], "width": 40, "height": "10%"}, {"inset": 8}, {"width": "25%"}, {"margin": 10, "layout": {}}, {}"#
        ).layers
        #expect(
            layers.map(\.frame) == [
                frame(0, 0, 100, 20), frame(150, 85, 40, 10), frame(8, 8, 184, 84), frame(0, 0, 50, 100),
                frame(10, 10, 180, 80), nil,
            ])
    }

    /// CSS Flexbox, section 5.4.
    @Test func orderLiftsItemsButNotAbsoluteLayers() throws {
        let layers = try laidOut(
            #"{"layout": {}, "sublayers": [{"order": 2}, {"position": "absolute", "order": 3}, {"frame": [0, 0, 1, 1]}]}"#
        ).layers[0].sublayers
        #expect(layers.map(\.paintingOrder) == [2, 0, 0])
    }

    @Test func relativeValuesFollowTheLaidOutFrame() throws {
        let item = try laidOut(
            #"""
            {"layout": {}, "sublayers": [
              {"type": "gradient", "width": 60, "gradientType": "radial", "endRadius": 9, "colors": ["red", "blue"],
               "transform": "translate(50%, -10%)"},
              {"type": "shape", "path": "bounds", "width": 40, "cornerRadius": 9, "shadows": [{"path": "bounds", "transform": "translateX(25%)"}]}
            ]}
            """#
        ).layers[0].sublayers
        #expect(item[0].transform == .translation(30, -10))
        guard case .gradient(let gradient) = item[0].kind, case .shape(let shape) = item[1].kind else {
            Issue.record("other kinds")
            return
        }
        #expect(gradient.geometry == .circles(center: Point(30, 50), startRadius: 0, endRadius: 9))
        let bounds = Path(frame(0, 0, 40, 100), radii: CornerRadii(9), curve: .circular)
        #expect(shape.path == bounds && item[1].shadows[0].path == bounds)
        #expect(item[1].shadows[0].transform == .translation(10, 0))
    }

    /// The frame of a text is as large as its lines, and they fit it again.
    @Test func laidOutTextFramesFitTheirLines() throws {
        let scene = try scene(
            #"""
            {"layout": {"direction": "column", "alignItems": "flex-start"}, "sublayers": [
              {"type": "text", "string": "one line", "font": "DejaVu Sans", "padding": [3, 7]},
              {"type": "text", "string": "a few words that need several lines of text", "font": "DejaVu Sans", "width": 120},
              {"type": "text", "string": ""}
            ]}
            """#)
        let inspection = try Engine().inspect(scene, shaper: Self.shaper)
        let texts = inspection.scene.layers[0].sublayers
        let frames = texts.compactMap(\.frame)
        let alone = try Self.shaper.layout("one line", style: TextStyle(font: .pattern("DejaVu Sans")), width: nil).size
        #expect(abs(frames[0].width - alone.width - 14) < 1e-9 && abs(frames[0].height - alone.height - 6) < 1e-9)
        let json = inspection.jsonValue
        #expect(json.text("layers", 0, "sublayers", 0, "lines", 0, "string") == "one line")
        #expect(json.number("layers", 0, "sublayers", 0, "lines", 0, "x") == 7)
        let lines = try #require(json.at("layers", 0, "sublayers", 1, "lines")?.elements)
        #expect(lines.count > 1 && abs(frames[1].height - Double(lines.count) * alone.height) < 1e-9)
        #expect(lines.allSatisfy { ($0.number("width") ?? .infinity) <= 120 })
        #expect(frames[2].size == .zero)
        #expect(json.text("layers", 0, "sublayers", 0, "fonts", 0) == "DejaVu Sans")
    }

    @Test func laidOutImagesKeepTheirSizeAndAspectRatio() throws {
        let folder = try TestFolder()
        try folder.file("a.png", try PNGEncoder.encode(Bitmap(width: 40, height: 20) { _ in }))
        let scene = try scene(
            #"""
            {"layout": {"alignItems": "flex-start"}, "sublayers": [
              {"type": "image", "contents": "\#(folder.path)/a.png", "contentsScale": 2},
              {"type": "image", "contents": "\#(folder.path)/a.png", "width": 60},
              {"type": "image", "contents": "\#(folder.path)/a.png", "contentsRect": [0, 0, 0.5, 1], "height": 10}
            ]}
            """#)
        let frames = try laidOut(scene, files: try FileRoots([folder.path])).layers[0].sublayers.map(\.frame)
        #expect(frames == [frame(0, 0, 20, 10), frame(20, 0, 60, 30), frame(80, 0, 10, 10)])
    }

    @Test func fittedCanvasTakesTheSizeOfItsLayers() throws {
        let card =
            #"{"layout": {"gap": 5}, "padding": 10, "margin": [0, 3, 4, 0], "sublayers": [{"width": 30, "height": 7}, {"width": 20}]}"#
        let both = try laidOut(card + #", {"name": "background"}"#, canvas: #""fit": "content""#)
        #expect(both.canvas.size == Size(width: 78, height: 31))
        #expect(both.layers[0].frame == frame(0, 0, 75, 27))
        let high = try laidOut(card, canvas: #""fit": "content", "width": 300"#)
        #expect(high.canvas.size == Size(width: 300, height: 31) && high.layers[0].frame == frame(0, 0, 297, 27))
        #expect(try Engine().passes(of: scene(card, canvas: #""fit": "content""#), assets(card)).width > 0)
    }

    private func assets(_ layers: String) throws -> SceneAssets {
        try Engine().assets(for: try scene(layers, canvas: #""fit": "content""#), shaper: Self.shaper)
    }

    @Test func laidOutSceneEqualsTheSceneWithItsFrames() throws {
        let flexible = try scene(
            #"{"layout": {"gap": 4}, "sublayers": [{"flexGrow": 1, "backgroundColor": "red"}, {"flexGrow": 2, "backgroundColor": "blue", "shadows": [{"knockout": true}]}]}"#
        )
        let engine = Engine()
        let assets = try engine.assets(for: flexible, shaper: Self.shaper)
        let fixed = try laidOut(flexible)
        #expect(!fixed.needsLayout && flexible.needsLayout)
        let plan = try engine.passes(of: flexible, assets)
        #expect("\(plan)" == "\(try engine.passes(of: fixed, SceneAssets()))")
        #expect(throws: RenderError.self) { try engine.passes(of: flexible, SceneAssets()) }
        // The frames are those that its document says.
        let written = try Scene(json: Array(try fixed.json().utf8))
        #expect(written == fixed)
    }

    @Test func laidOutFramesBeyondTheLimitAreRefused() throws {
        let scene = try scene(
            #"{"layout": {"gap": 1e9}, "sublayers": [{"width": 1e9, "flexShrink": 0}, {"width": 1, "name": "far"}]}"#)
        #expect {
            try laidOut(scene)
        } throws: { error in
            "\(error)" == "layers[0].sublayers[1]: the layout gives it a frame beyond 1e9 points"
        }
    }

    // MARK: - Mistakes

    /// The mistakes of a scene, and how often it was read.
    private func search(_ json: String, limits: RenderLimits = .default) throws -> (mistakes: [RenderError], readings: Int) {
        var readings = 0
        let document = try JSONValue(parsing: json)
        let mistakes = Engine().mistakes(in: document, shaper: Self.shaper, limits: limits) { document throws(SceneError) in
            readings += 1
            return try Scene(document: document, limits: limits.scene)
        }
        return (mistakes, readings)
    }

    private func mistakes(_ json: String) throws -> [String] {
        let document = try JSONValue(parsing: json)
        return Engine().mistakes(in: document, shaper: Self.shaper) { document throws(SceneError) in
            try Scene(document: document)
        }.map { "\($0)".split(separator: ":").first.map(String.init) ?? "" }
    }

    @Test func mistakeSearchFindsAllMistakes() throws {
        let found = try mistakes(
            #"""
            {"canvas": {"width": -5, "height": 100}, "layers": [
              {"type": "text", "sting": "x", "fontsize": 5},
              {"type": "shape", "path": "M0 0Q", "sublayers": [{"frame": [0, 0, 5]}, {"type": "image", "contents": "none.png"}]},
              {"opacity": 5, "shadows": [{"blur": 3}, {"radius": -1}], "a b": 3, "layout": {"direction": "rows"}, "mask": {"hiden": 1}},
              {"type": "text", "string": "x", "font": "nofont.ttf"}
            ]}
            """#)
        #expect(
            Set(found) == [
                "canvas.width", "layers[0].sting", "layers[0].fontsize", "layers[0].string", "layers[1].path",
                "layers[1].sublayers[0].frame", "layers[1].sublayers[1].contents", "layers[2].opacity",
                "layers[2].shadows[0].blur", "layers[2].shadows[1].radius", "layers[2][\"a b\"]", "layers[2].layout.direction",
                "layers[2].mask.hiden", "layers[3].font",
            ], "\(found)")
        #expect(found.count == Set(found).count)
    }

    @Test(arguments: [
        #"{"canvas": {"width": 5, "height": 5}}"#,
        #"{"canvas": {"width": 5, "height": 5}, "layers": [{"type": "text", "string": "a"}, {"layout": {}, "sublayers": [{}]}]}"#,
    ])
    func mistakeSearchFindsNoneInAValidScene(_ json: String) throws {
        #expect(try mistakes(json).isEmpty)
    }

    @Test(arguments: ["5", "{}", "[]", #"{"canvas": 5}"#, #"{"canvas": {"width": 5, "height": 5}, "layers": 7}"#])
    func mistakeSearchFindsOneInOtherDocuments(_ json: String) throws {
        #expect(try mistakes(json).count == 1)
    }

    /// A parameter makes a short document large. Without one of its layers, it is as large as before.
    @Test func mistakeSearchEndsAtALimitOfTheWholeScene() throws {
        let layers = [String](repeating: "{}", count: 500).joined(separator: ",")
        let groups = [String](repeating: #"{"sublayers": "${a}"}"#, count: 300).joined(separator: ",")
        let found = try search(
            #"{"canvas": {"width": 5, "height": 5}, "parameters": {"a": [\#(layers)]}, "layers": [\#(groups)]}"#)
        #expect(found.readings == 1 && found.mistakes.count == 1, "\(found.readings) readings")
        #expect(found.mistakes.first.map { "\($0)".contains("raise the limit layers") } == true, "\(found.mistakes)")
    }

    /// All readings together take as long as the layout of a scene's texts may, and not a hundred times as long.
    @Test func mistakeSearchTakesAtMostHalfOfTheWork() throws {
        let layers = [String](repeating: #"{"frame": [1, 2, 3, 4]}"#, count: 3000).joined(separator: ",")
        let wrong = (0..<60).map { #"{"opacity": \#($0 + 2)}"# }.joined(separator: ",")
        let json = #"{"canvas": {"width": 5, "height": 5}, "layers": [\#(layers), \#(wrong)]}"#
        var limits = RenderLimits.default
        limits.work = 1000
        let all = try search(json, limits: limits)
        #expect(all.mistakes.count == 60 && all.readings > 60)
        limits.work = 0.002
        let some = try search(json, limits: limits)
        #expect((1...30).contains(some.mistakes.count) && some.readings <= 30, "\(some.readings) readings")
    }

    @Test func mistakeSearchEndsAtItsLimit() throws {
        let layers = (0..<300).map { #"{"opacity": \#($0 + 2)}"# }.joined(separator: ",")
        #expect(try mistakes(#"{"canvas": {"width": 5, "height": 5}, "layers": [\#(layers)]}"#).count == 100)
    }
}

/// A step into a JSON document.
private protocol Step {}
extension String: Step {}
extension Int: Step {}

extension JSONValue {
    fileprivate func at(_ steps: [any Step]) -> JSONValue? {
        steps.reduce(Optional(self)) { value, step in
            switch (step, value) {
            case (let key as String, .object(let object)?): object[key]
            case (let index as Int, .array(let elements)?): elements.indices.contains(index) ? elements[index] : nil
            default: nil
            }
        }
    }

    fileprivate func at(_ steps: any Step...) -> JSONValue? { at(steps) }

    fileprivate func text(_ steps: any Step...) -> String? {
        if case .string(let text)? = at(steps) { text } else { nil }
    }

    fileprivate func number(_ steps: any Step...) -> Double? {
        if case .number(let number)? = at(steps) { number } else { nil }
    }

    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
