import PenumbraElementary
import PenumbraFiles
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// A scene as it will be drawn: every layer with its frame, every text with its lines.
public struct SceneInspection: Sendable {
    /// The scene. None of its layers waits for a layout.
    public let scene: Scene
    /// Replaced fonts, missing characters and the like.
    public let notices: [SceneAssets.Notice]
    /// The size of the picture in pixels. A canvas that fits its content is larger than the scene says.
    public let pictureSize: (width: Int, height: Int)
    /// The top left corner of the picture in points of the canvas. A canvas that fits its content may start elsewhere than at
    /// zero.
    public let pictureOrigin: Point
    private let texts: [TextPlacement: TextLayout]

    init(
        _ scene: Scene, _ pictureSize: (Int, Int), origin: Point, _ notices: [SceneAssets.Notice],
        _ texts: [TextPlacement: TextLayout]
    ) {
        pictureOrigin = origin
        self.scene = scene
        self.pictureSize = pictureSize
        self.notices = notices
        self.texts = texts
    }

    /// The tree of layers as a JSON document. Frames are in points of the parent, lines in points of the layer.
    public var jsonValue: JSONValue {
        let canvas = scene.canvas
        var members = JSONObject()
        members["canvas"] = [
            "width": .number(canvas.size.width), "height": .number(canvas.size.height), "scale": .number(canvas.scale),
        ]
        members["picture"] = [
            "width": .number(Double(pictureSize.width)), "height": .number(Double(pictureSize.height)),
        ]
        members["layers"] = json(scene.layers, in: canvas.size)
        return .object(members)
    }

    private func json(_ layers: [Layer], in parent: Size) -> JSONValue { .array(layers.map { json($0, in: parent) }) }

    private func json(_ layer: Layer, in parent: Size) -> JSONValue {
        let frame = layer.frame ?? Rect(origin: .zero, size: parent)
        var members = JSONObject()
        members["name"] = layer.name.map { .string($0) }
        members["type"] = .string(layer.kind.typeName)
        if layer.isHidden { members["hidden"] = true }
        // Hidden layers are not laid out.
        if !layer.isHidden || layer.frame != nil {
            members["frame"] = numbers(frame.minX, frame.minY, frame.width, frame.height)
        }
        if case .text(let text) = layer.kind, !layer.isHidden { add(text, of: layer, in: frame, to: &members) }
        if !layer.animations.isEmpty { members["values"] = .object(layer.animatedValues(at: scene.time)) }
        if let mask = layer.mask { members["mask"] = json(mask, in: frame.size) }
        if !layer.sublayers.isEmpty { members["sublayers"] = json(layer.sublayers, in: frame.size) }
        return .object(members)
    }

    private func add(_ text: Text, of layer: Layer, in frame: Rect, to members: inout JSONObject) {
        let area = layer.contentInsets.inside(Rect(origin: .zero, size: frame.size))
        guard let layout = texts[TextPlacement(text, in: area.size)] else { return }
        members["fontSize"] = .number(text.fontSize * layout.zoom)
        members["lines"] = .array(
            (text.wholeString.isEmpty ? [] : layout.lines).map { line in
                [
                    "string": .string(line.text), "x": .number(area.minX + line.x),
                    "baseline": .number(area.minY + line.baseline), "width": .number(line.width),
                    "top": .number(area.minY + line.top), "height": .number(line.height),
                ]
            })
        members["fonts"] = .array(layout.fonts.map { .string($0) })
        members["missing"] = .array(layout.missingCharacters.map { .string(String($0)) })
    }

    private func numbers(_ values: Double...) -> JSONValue { .array(values.map { .number($0) }) }
}

extension SceneInspection: CustomStringConvertible {
    /// The tree of layers, one line for each layer and for each line of text. Numbers are rounded to hundredths.
    public var description: String {
        let canvas = scene.canvas
        var lines = [
            "canvas  \(Self.text(canvas.size.width))×\(Self.text(canvas.size.height)) at \(Self.text(canvas.scale))×, "
                + "a picture of \(pictureSize.width)×\(pictureSize.height) pixels"
        ]
        for (index, layer) in scene.layers.enumerated() { add(layer, "layers[\(index)]", in: canvas.size, "", to: &lines) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func add(_ layer: Layer, _ step: String, in parent: Size, _ indent: String, to lines: inout [String]) {
        let frame = layer.frame ?? Rect(origin: .zero, size: parent)
        let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(Self.text).joined(separator: ", ")
        let name = layer.name.map { " \"\(oneLine($0))\"" } ?? ""
        let place = layer.isHidden && layer.frame == nil ? "" : "  [\(numbers)]"
        lines.append("\(indent)\(step)  \(layer.kind.typeName)\(name)\(place)\(layer.isHidden ? "  hidden" : "")")
        let indent = indent + "  "
        for value in layer.animatedValues(at: scene.time).members {
            lines.append("\(indent)\(value.key) = \(value.value.compact())")
        }
        if case .text(let text) = layer.kind, !layer.isHidden { add(text, of: layer, in: frame, indent, to: &lines) }
        if let mask = layer.mask { add(mask, "mask", in: frame.size, indent, to: &lines) }
        for (index, sublayer) in layer.sublayers.enumerated() {
            add(sublayer, "sublayers[\(index)]", in: frame.size, indent, to: &lines)
        }
    }

    private func add(_ text: Text, of layer: Layer, in frame: Rect, _ indent: String, to lines: inout [String]) {
        let area = layer.contentInsets.inside(Rect(origin: .zero, size: frame.size))
        guard let layout = texts[TextPlacement(text, in: area.size)] else { return }
        let fonts = layout.fonts.map { oneLine($0) }.joined(separator: ", ")
        lines.append("\(indent)\(Self.text(text.fontSize * layout.zoom)) points of \(fonts.isEmpty ? "no font" : fonts)")
        for line in layout.lines {
            let (x, baseline) = (Self.text(area.minX + line.x), Self.text(area.minY + line.baseline))
            lines.append("\(indent)at \(x), \(baseline)  \(Self.text(line.width)) wide  \"\(oneLine(line.text))\"")
        }
    }

    private static func text(_ number: Double) -> String {
        guard abs(number) < 1e12 else { return DecimalNumber.text(number) }
        return DecimalNumber.text((number * 100).rounded() / 100)
    }
}

extension Engine {
    /// Lays out a scene without drawing it.
    package func inspect(
        _ scene: Scene, shaper: TextShaper, limits: RenderLimits = .default, files: FileRoots? = nil
    ) throws(RenderError) -> SceneInspection {
        var texts: [TextPlacement: TextLayout] = [:]
        let assets = try assets(for: scene, shaper: shaper, limits: limits, files: files) { placement, layout in
            // An inspection lists lines and fonts, and needs no outlines.
            var layout = layout
            layout.parts = []
            texts[placement] = layout
        }
        let scene = assets.resolvedScene ?? scene
        let plan = try passes(of: scene, assets, limits: limits)
        let origin = try rethrowing(
            try ScenePlanner.pictureOrigin(of: scene, images: assets.images, texts: assets.texts), as: RenderError.planning)
        return SceneInspection(scene, (plan.width, plan.height), origin: origin, assets.notices, texts)
    }

    /// The most mistakes that are looked for. Each one takes as long as reading the scene.
    private static let mostMistakes = 100

    /// The limits of whole scenes. Without one of its layers, a scene that is above such a limit is as large as before.
    private static let limitsOfScenes: Set<Limit> = [.layers, .shadows, .pathSegments]

    /// All mistakes of a scene, up to a hundred: those of its document, of the files that it names, and of its size.
    ///
    /// Each mistake that is found is taken out of the document, which is then read again. A scene with too many layers or the
    /// like is refused at once, as when it is drawn. All readings together may take as long as the layout of a scene's texts.
    /// Strict limits add the fonts and glyphs that are missing.
    ///
    /// - Parameter read: reads a scene from a document.
    package func mistakes(
        in document: JSONValue, shaper: TextShaper, limits: RenderLimits = .default, files: FileRoots? = nil,
        read: (JSONValue) throws(SceneError) -> Scene
    ) -> [RenderError] {
        var mistakes: [RenderError] = []
        var repair = DocumentRepair(document)
        var limits = limits
        let isStrict = limits.isStrict
        limits.isStrict = false
        var rounds = 0
        let start = ThreadClock.nanosecondsWithChildren
        while mistakes.count < Self.mostMistakes, rounds < 2 * Self.mostMistakes {
            if rounds > 0, ThreadClock.nanosecondsWithChildren - start > limits.workInNanoseconds / 2 { break }
            rounds += 1
            let mistake: RenderError
            do throws(RenderError) {
                let scene = try rethrowing(try read(repair.document), as: RenderError.scene)
                let assets = try assets(for: scene, shaper: shaper, limits: limits, files: files)
                _ = try passes(of: scene, assets, limits: limits)
                guard isStrict else { return mistakes }
                return mistakes + assets.notices.filter { $0.notice.isMissing }.map { .missing($0) }
            } catch {
                mistake = error
            }
            guard let place = mistake.place else { return mistakes + [mistake] }
            if !repair.hasCaused(place) { mistakes.append(mistake) }
            if case .scene(let error) = mistake, !Self.limitsOfScenes.isDisjoint(with: error.message.limits) { break }
            guard repair.takeOut(place) else { return mistakes }
        }
        return mistakes
    }
}
