import PenumbraBitmap
import PenumbraSystem

extension Scene {
    /// The JSON document that reads back as this scene. Values that equal the format's defaults are left out.
    ///
    /// If the format allows all values of the scene, the scene that is read back is equal. There is one exception: paths with
    /// arcs other than ellipses and corners of rectangles. These arcs are equal to about 1e-13 of their size.
    ///
    /// - Parameter baseFolder: the folder that will contain the document. Files below this folder are named relative to it.
    /// - Throws: `SceneError`, with the place, for a number that is not finite and for layers nested too deeply.
    public func jsonValue(baseFolder: String = "") throws(SceneError) -> JSONValue {
        try SceneEncoder(baseFolder: baseFolder).scene(self)
    }

    /// The document of `jsonValue(baseFolder:)` as indented text.
    public func json(baseFolder: String = "") throws(SceneError) -> String {
        try jsonValue(baseFolder: baseFolder).prettyPrinted()
    }
}

/// Converts value types to a document, and leaves out values that the decoder fills in.
struct SceneEncoder {
    let baseFolder: String

    func scene(_ scene: Scene) throws(SceneError) -> JSONValue {
        let place = Place.key(.scene, "canvas")
        var canvas = Members(place)
        let fits = scene.canvas.fitsContent
        if !(fits && scene.canvas.size.width == 0) { try canvas.add("width", scene.canvas.size.width) }
        if !(fits && scene.canvas.size.height == 0) { try canvas.add("height", scene.canvas.size.height) }
        if fits { canvas.add("fit", "content") }
        try canvas.add("scale", scene.canvas.scale, default: 1)
        try canvas.add("background", scene.canvas.background)
        canvas.add("dither", scene.canvas.dither, default: false)
        canvas.add("colorSpace", scene.canvas.colorSpace, default: .srgb)
        try canvas.add("depth", Double(scene.canvas.depth.rawValue), default: 8)
        if let duration = scene.canvas.duration { try canvas.add("duration", duration) }
        var members = Members(.scene)
        members.add("version", 1 as JSONValue)
        members.add("canvas", canvas.value)
        if scene.light != Light() {
            var light = Members(.key(.scene, "light"))
            try light.add("angle", scene.light.angle, default: 0)
            try light.add("height", scene.light.height, default: 45)
            members.add("light", light.value)
        }
        if !scene.layers.isEmpty { members.add("layers", try layers(scene.layers, .key(.scene, "layers"), depth: 1)) }
        return members.value
    }

    private func layers(_ layers: [Layer], _ place: Place, depth: Int) throws(SceneError) -> JSONValue {
        guard depth == SceneLimits.depthOnSmallStacks else { return try plainLayers(layers, place, depth: depth) }
        let result = try LargeStack.run({ () throws(SceneError) in try plainLayers(layers, place, depth: depth) })
        guard let result else { throw place.error("there is no memory for a thread to write layers nested this deeply") }
        return result
    }

    private func plainLayers(_ layers: [Layer], _ place: Place, depth: Int) throws(SceneError) -> JSONValue {
        var result: [JSONValue] = []
        for index in layers.indices {
            result.append(try layer(layers[index], .index(place, index), depth: depth, in: place))
        }
        return .array(result)
    }

    /// Encodes a layer with its mask and sublayers.
    ///
    /// - Parameter container: the place to report when the layer is nested too deeply.
    private func layer(_ layer: Layer, _ place: Place, depth: Int, in container: Place) throws(SceneError) -> JSONValue {
        guard depth <= SceneLimits.deepestLayer else {
            throw container.error("more than \(SceneLimits.deepestLayer) layers inside each other")
        }
        var members = try properties(layer, place)
        try addMask(of: layer, to: &members, depth)
        if !layer.sublayers.isEmpty {
            members.add("sublayers", try layers(layer.sublayers, .key(place, "sublayers"), depth: depth + 1))
        }
        return members.value
    }

    private func addMask(of layer: Layer, to members: inout Members, _ depth: Int) throws(SceneError) {
        guard let mask = layer.mask else { return }
        let place = Place.key(members.place, "mask")
        guard depth + 1 == SceneLimits.depthOnSmallStacks else {
            members.add("mask", try self.layer(mask, place, depth: depth + 1, in: place))
            return
        }
        let value = try LargeStack.run({ () throws(SceneError) in
            try self.layer(mask, place, depth: depth + 1, in: place)
        })
        guard let value else { throw place.error("there is no memory for a thread to write layers nested this deeply") }
        members.add("mask", value)
    }

    private func add(
        _ replication: Replication, _ relative: RelativeValues, to members: inout Members
    ) throws(SceneError) {
        var object = Members(.key(members.place, "replicate"))
        object.add("count", .number(Double(replication.count)))
        if let transform = relative.replicaTransform {
            object.add("transform", .string(transform.css))
        } else {
            try object.add("transform", replication.transform3D)
        }
        if replication.color != .white { try object.add("color", replication.color) }
        try object.add("redOffset", replication.redOffset, default: 0)
        try object.add("greenOffset", replication.greenOffset, default: 0)
        try object.add("blueOffset", replication.blueOffset, default: 0)
        try object.add("opacityOffset", replication.opacityOffset, default: 0)
        try object.add("instanceDelay", replication.instanceDelay, default: 0)
        members.add("replicate", object.value)
    }

    /// Encodes everything except the mask and sublayers.
    @inline(never)
    private func properties(_ layer: Layer, _ place: Place) throws(SceneError) -> Members {
        var members = Members(place)
        if case .layer = layer.kind {} else { members.add("type", .string(layer.kind.typeName)) }
        if let name = layer.name { members.add("name", .string(name.replacingParameterMarks)) }
        members.add("hidden", layer.isHidden, default: false)
        if let frame = layer.frame { try members.add("frame", frame) }
        let relative = layer.layout?.relative ?? RelativeValues()
        if let layout = layer.layout { try members.add(layout) }
        if layer.contentInsets != .zero { try members.add("padding", layer.contentInsets) }
        if let transform = relative.transform {
            members.add("transform", .string(transform.css))
        } else {
            try members.add("transform", layer.transform3D)
        }
        try members.add("anchorPoint", layer.anchorPoint, default: Point(0.5, 0.5))
        if let distance = layer.perspective { try members.add("perspective", distance) }
        try members.add("perspectiveOrigin", layer.perspectiveOrigin, default: Point(0.5, 0.5))
        members.add("backfaceVisibility", layer.backfaceVisibility, default: .visible)
        try members.add("zPosition", layer.zPosition, default: 0)
        try members.add("opacity", layer.opacity, default: 1)
        members.add("blendMode", layer.blendMode, default: .normal)
        try members.add("backgroundColor", layer.backgroundColor)
        try members.add("cornerRadius", layer.cornerRadii)
        switch layer.cornerCurve {
        case .circular: break
        case .continuous: members.add("cornerCurve", .string(CornerCurve.Name.continuous.rawValue))
        case .smoothed(let amount): try members.add("cornerCurve", amount)
        }
        try members.add("borderWidth", layer.borderWidth, default: 0)
        if layer.borderColor != .black { try members.add("borderColor", layer.borderColor) }
        members.add("masksToBounds", layer.masksToBounds, default: false)
        switch layer.kind {
        case .layer: break
        case .image(let image): try add(image, to: &members)
        case .gradient(let gradient): try members.add(gradient, isCentered: relative.centersCircles)
        case .shape(let shape): try add(shape, isOfBounds: relative.takesBoundsAsPath, to: &members)
        case .text(let text): try add(text, to: &members)
        }
        try members.add("shadows", layer.shadows, relative, areInner: false)
        try members.add("innerShadows", layer.innerShadows, relative, areInner: true)
        try members.add("boxShadow", layer.boxShadows)
        try members.add("effects", layer.effects, layerBlur: layer.shapedBlur == nil ? .zero : layer.blur)
        members.add("drawsContents", layer.drawsContents, default: true)
        members.add("maskType", layer.maskType, default: .alpha)
        members.add("clipForAnyAlpha", layer.clipForAnyAlpha, default: false)
        try members.add("blur", layer.blur, layer.shapedBlur)
        try members.addFilter("filter", layer.filter)
        if let blur = layer.backdropBlur { try members.add("backdropBlur", blur) }
        try members.add("backdropFilter", layer.backdropFilter)
        if let replication = layer.replication { try add(replication, relative, to: &members) }
        try add(layer.animations, to: &members)
        return members
    }

    func text(of source: ImageSource) -> String {
        switch source {
        case .file(let path): FilePath.relative(path, to: baseFolder)
        case .data(let bytes): DataURL.url(of: bytes)
        }
    }

    private func add(_ image: ImageContents, to members: inout Members) throws(SceneError) {
        members.add("contents", .string(text(of: image.source)))
        members.add("contentsGravity", image.gravity, default: .resize)
        if image.contentsRect != Rect(x: 0, y: 0, width: 1, height: 1) {
            try members.add("contentsRect", image.contentsRect)
        }
        if let center = image.contentsCenter { try members.add("contentsCenter", center) }
        try members.add("contentsScale", image.contentsScale, default: 1)
        try members.add("tint", image.tint)
        members.add("interpolation", image.interpolation, default: .area)
    }

    private func add(_ shape: Shape, isOfBounds: Bool, to members: inout Members) throws(SceneError) {
        if isOfBounds { members.add("path", "bounds") } else { try members.add("path", shape.path) }
        members.add("fillRule", shape.fillRule, default: .nonzero)
        if shape.fillColor == nil {
            members.add("fillColor", .null)
        } else if shape.fillColor != .black {
            try members.add("fillColor", shape.fillColor)
        }
        try members.add("strokeColor", shape.strokeColor)
        try members.add("lineWidth", shape.stroke.lineWidth, default: 1)
        members.add("lineCap", shape.stroke.lineCap, default: .butt)
        members.add("lineJoin", shape.stroke.lineJoin, default: .miter)
        try members.add("miterLimit", shape.stroke.miterLimit, default: 10)
        try members.add("lineDashPattern", shape.stroke.lineDashPattern, default: [])
        try members.add("lineDashPhase", shape.stroke.lineDashPhase, default: 0)
        try members.add("strokeStart", shape.stroke.strokeStart, default: 0)
        try members.add("strokeEnd", shape.stroke.strokeEnd, default: 1)
    }

    private func add(_ text: Text, to members: inout Members) throws(SceneError) {
        if text.runs.isEmpty {
            members.add("string", .string(text.string.replacingParameterMarks))
        } else {
            var runs: [JSONValue] = []
            for (index, run) in text.runs.enumerated() {
                runs.append(try value(of: run, .index(.key(members.place, "runs"), index)))
            }
            members.add("runs", .array(runs))
        }
        if text.font != Text.standardFont { members.add("font", .string(fontName(text.font))) }
        try members.add("fontSize", text.fontSize, default: 17)
        if text.color != .black { try members.add("color", text.color) }
        members.add("alignment", text.alignment, default: .start)
        members.add("verticalAlignment", text.verticalAlignment, default: .top)
        members.add("direction", text.direction, default: .auto)
        if let language = text.language { members.add("language", .string(language)) }
        members.add("wrapped", text.isWrapped, default: true)
        members.add("lineBreak", text.lineBreak, default: .normal)
        try members.add(text.lineHeight)
        try members.add("letterSpacing", text.letterSpacing, default: 0)
        try members.add("wordSpacing", text.wordSpacing, default: 0)
        try members.add("textIndent", text.indent, default: 0)
        try members.add("paragraphSpacing", text.paragraphSpacing, default: 0)
        try add(text.paragraphs, to: &members)
        members.add("textTransform", text.transform, default: .none)
        try members.add("textStroke", text.stroke)
        if let lines = text.maximumLines { members.add("maximumLines", .number(Double(lines))) }
        if let size = text.minimumFontSize { try members.add("minimumFontSize", size) }
        if text.decoration.underline != .none { try members.add("underline", text.decoration.underline) }
        if text.decoration.overline != .none { try members.add("overline", text.decoration.overline) }
        if text.decoration.strikethrough != .none { try members.add("strikethrough", text.decoration.strikethrough) }
        try members.add("baselineOffset", text.decoration.baselineOffset, default: 0)
        if !text.decoration.fontFeatures.isEmpty { members.add("fontFeatures", features(text.decoration.fontFeatures)) }
        if !text.decoration.fontVariations.isEmpty {
            try members.add("fontVariations", variations(text.decoration.fontVariations, members.place))
        }
    }

    private func add(_ paragraphs: [Text.Paragraph], to members: inout Members) throws(SceneError) {
        var values: [JSONValue] = []
        for (index, paragraph) in paragraphs.enumerated() {
            var own = Members(.index(.key(members.place, "paragraphs"), index))
            if let marker = paragraph.marker { own.add("marker", .string(marker.replacingParameterMarks)) }
            try own.add("indent", paragraph.indent, default: 0)
            if let spacing = paragraph.spacing { try own.add("spacing", spacing) }
            values.append(own.value)
        }
        if !values.isEmpty { members.add("paragraphs", .array(values)) }
    }

    private func value(of run: Text.Run, _ place: Place) throws(SceneError) -> JSONValue {
        var members = Members(place)
        if let picture = run.picture {
            members.add("image", .string(text(of: picture.source)))
            try members.add("width", picture.width)
            try members.add("height", picture.height)
            members.add("verticalAlign", picture.verticalAlign, default: .baseline)
        } else {
            members.add("string", .string(run.string.replacingParameterMarks))
        }
        if let font = run.font { members.add("font", .string(fontName(font))) }
        if let size = run.fontSize { try members.add("fontSize", size) }
        try members.add("color", run.color)
        try members.add(run.lineHeight)
        if let spacing = run.letterSpacing { try members.add("letterSpacing", spacing) }
        if let spacing = run.wordSpacing { try members.add("wordSpacing", spacing) }
        if let transform = run.transform { members.add("textTransform", .string(transform.rawValue)) }
        try members.add("textStroke", run.stroke)
        try members.add("underline", run.underline)
        try members.add("overline", run.overline)
        try members.add("strikethrough", run.strikethrough)
        if let offset = run.baselineOffset { try members.add("baselineOffset", offset) }
        if let features = run.fontFeatures { members.add("fontFeatures", self.features(features)) }
        if let variations = run.fontVariations {
            try members.add("fontVariations", self.variations(variations, members.place))
        }
        try members.add("backgroundColor", run.backgroundColor)
        if case .object(let object) = members.value, object.members.count == 1 { return object.members[0].value }
        return members.value
    }

    private func features(_ features: [String: Int]) -> JSONValue {
        .object(
            JSONObject(
                features.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: .number(Double($0.value))) }))
    }

    private func variations(_ variations: [String: Double], _ place: Place) throws(SceneError) -> JSONValue {
        var members = Members(.key(place, "fontVariations"))
        for (tag, value) in variations.sorted(by: { $0.key < $1.key }) { try members.add(tag, value) }
        return members.value
    }

    private func fontName(_ font: String) -> String {
        var stack = FontStack(font)
        guard !stack.files.isEmpty else { return font.replacingParameterMarks }
        // A path has its marks replaced already.
        stack.mapFamilies(\.replacingParameterMarks)
        stack.mapFiles { FilePath.relative($0, to: baseFolder) }
        return stack.text
    }
}
