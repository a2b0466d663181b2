import PenumbraBitmap
import PenumbraSystem

extension SceneDecoder {
    /// Reads layers. Nested layers are the only recursion, so other functions do the work to keep these stack frames small.
    func layers(_ node: Node, depth: Int, parent: Parent) throws(SceneError) -> [Layer] {
        try checkDepth(depth, node.place)
        guard depth == SceneLimits.depthOnSmallStacks else { return try plainLayers(node, depth: depth, parent: parent) }
        let layers = try LargeStack.run { () throws(SceneError) in
            try plainLayers(node, depth: depth, parent: parent)
        }
        guard let layers else { throw node.place.error("there is no memory for a thread to read layers nested this deeply") }
        return layers
    }

    /// Reads one layer. Deeply nested layers are read on another stack.
    private func mask(_ node: Node, depth: Int, parent: Parent) throws(SceneError) -> [Layer] {
        if case .object(let object) = node.value, object["forEach"] != nil {
            throw Place.key(node.place, "forEach").error(
                "found in a mask, which is one layer; put the repeated layers into its sublayers")
        }
        func layers() throws(SceneError) -> [Layer] {
            var layers: [Layer] = []
            try appendRepeated(node, to: &layers, depth, parent)
            return layers
        }
        guard depth == SceneLimits.depthOnSmallStacks else { return try layers() }
        guard let layers = try LargeStack.run(layers) else {
            throw node.place.error("there is no memory for a thread to read layers nested this deeply")
        }
        return layers
    }

    private func plainLayers(_ node: Node, depth: Int, parent: Parent) throws(SceneError) -> [Layer] {
        var layers: [Layer] = []
        let wanted = "an array of layers"
        try node.checkCount(wanted, atMost: context.limits.layerCount, "layers in one scene; raise \(limit: .layers)")
        for child in try node.elements(wanted) { try appendRepeated(child, to: &layers, depth, parent) }
        return layers
    }

    /// Adds a layer as often as its `forEach` and `if` ask for.
    private func appendRepeated(
        _ node: Node, to layers: inout [Layer], _ depth: Int, _ parent: Parent
    ) throws(SceneError) {
        guard let repetition = try Repetition(node) else { return try appendNamed(node, to: &layers, depth, parent) }
        while try repetition.next() {
            let count = layers.count
            do throws(SceneError) {
                try appendNamed(node, to: &layers, depth, parent)
            } catch {
                if let error = repetition.located(error) { throw error }
            }
            if repetition.isOnlyChecked { layers.removeLast(layers.count - count) }
        }
    }

    /// The facts about a layer that its sublayers need.
    struct Parent {
        /// Nil if a layout decides it.
        var size: Size?
        /// Whether a layout places the layers.
        var hasLayout = false
        /// Animations of the layer, if it is a mask.
        var animations: [MaskAnimation] = []
    }

    /// Adds a layer, and puts its name into an error that it has.
    private func appendNamed(_ node: Node, to layers: inout [Layer], _ depth: Int, _ parent: Parent) throws(SceneError) {
        do throws(SceneError) {
            try append(node, to: &layers, depth, parent)
        } catch {
            throw error.inLayer(node)
        }
    }

    /// Adds a layer with its mask and its sublayers.
    private func append(_ node: Node, to layers: inout [Layer], _ depth: Int, _ parent: Parent) throws(SceneError) {
        let inner = try appendAlone(node, to: &layers, parent)
        let last = layers.count - 1
        let isPlaced = layers[last].layout == nil && !parent.hasLayout
        let size =
            layers[last].changesFrame ? nil : layers[last].frame?.size ?? (isPlaced ? parent.size : nil)
        var masks: [Layer] = []
        if let mask = inner.mask {
            try checkDepth(depth + 1, mask.place)
            masks = try self.mask(mask, depth: depth + 1, parent: Parent(size: size, animations: inner.animations))
        } else if let animation = inner.animations.first {
            throw animation.missing
        }
        try finish(&layers[last], node.place, mask: masks)
        if let sublayers = inner.sublayers {
            let parent = Parent(size: size, hasLayout: layers[last].layout?.container != nil)
            layers[last].sublayers = try self.layers(sublayers, depth: depth + 1, parent: parent)
            try checkDelay(of: layers[last], node.place)
        }
    }

    /// A layout places the sublayers of one copy, so copies can't have different ones.
    @inline(never)
    private func checkDelay(of layer: Layer, _ place: Place) throws(SceneError) {
        guard layer.delaysCopies, layer.layout?.container != nil, layer.sublayers.contains(where: \.isAnimated) else { return }
        throw Place.key(place, "layout").error(
            "found beside `instanceDelay` of copies; put the layout and its layers into a sublayer")
    }

    private func checkDepth(_ depth: Int, _ place: Place) throws(SceneError) {
        try context.tally.checkDepth(depth, at: place)
    }

    /// The layers inside a layer that are not decoded yet.
    private struct Inner {
        var mask: Node?
        var sublayers: Node?
        /// The animations of the mask.
        var animations: [MaskAnimation]
    }

    /// Adds a layer without its mask and sublayers, and returns them undecoded.
    @inline(never)
    private func appendAlone(_ node: Node, to layers: inout [Layer], _ parent: Parent) throws(SceneError) -> Inner {
        var layer = Layer()
        let inner = try properties(node, into: &layer, parent)
        layers.append(layer)
        return inner
    }

    /// Sets the mask, and checks the properties that need a mask.
    @inline(never)
    private func finish(_ layer: inout Layer, _ place: Place, mask: [Layer]) throws(SceneError) {
        if layer.mask != nil, !mask.isEmpty {
            throw Place.key(place, "mask").error(
                "found a mask beside a progressive blur in effects, which has a mask of its own")
        }
        // A progressive blur in `effects` brings its own mask.
        layer.mask = mask.first ?? layer.mask
        if layer.backdropBlur?.isProgressive == true, layer.mask?.isHidden ?? true {
            throw Place.key(.key(place, "backdropBlur"), "progressive").error(
                "found true, but the layer has no visible mask to scale the blur; give it a mask or leave out progressive")
        }
        if layer.backdropBlur?.isProgressive == true, layer.backdropFilter.contains(where: \.isSpatial) {
            throw Place.key(place, "backdropFilter").error(
                "found blur() or drop-shadow() beside a progressive backdropBlur, which colour functions alone may follow")
        }
        if layer.backdropBlur?.radius == .zero { layer.backdropBlur = nil }
    }

    /// The types of layers, each with its table of keys.
    package enum LayerType: String, CaseIterable {
        case layer, image, gradient, shape, text

        init(_ layer: Layer) {
            switch layer.kind {
            case .layer: self = .layer
            case .image: self = .image
            case .gradient: self = .gradient
            case .shape: self = .shape
            case .text: self = .text
            }
        }

        var table: KeyTable {
            switch self {
            case .layer: .layer
            case .image: .image
            case .gradient: .gradientLayer
            case .shape: .shape
            case .text: .text
            }
        }
    }

    private func properties(_ node: Node, into layer: inout Layer, _ parent: Parent) throws(SceneError) -> Inner {
        try context.tally.addLayers(at: node.place)
        let type = try type(node)
        let fields = try Fields(node, type.table, wanted: "a layer")
        layer.name = try fields.nonNull("name")?.text("a string")
        layer.isHidden = try fields["hidden"]?.bool() ?? false
        layer.frame = try fields.nonNull("frame")?.rect()
        var layout = try layout(fields)
        let size = layer.frame?.size ?? (layout == nil && !parent.hasLayout ? parent.size : nil)
        var relative = RelativeValues()
        layer.kind = try kind(type, fields, size, &relative)
        if let transform = try fields["transform"]?.transform(in: size) {
            (layer.transform3D, relative.transform) = (transform.map, transform.relative)
        }
        layer.perspective = try fields.nonNull("perspective")?.number(.notNegative)
        layer.perspectiveOrigin = try fields["perspectiveOrigin"]?.point() ?? Point(0.5, 0.5)
        layer.backfaceVisibility = try fields["backfaceVisibility"]?.choice(BackfaceVisibility.self) ?? .visible
        layer.anchorPoint = try fields["anchorPoint"]?.point() ?? Point(0.5, 0.5)
        layer.zPosition = try fields.number("zPosition", .any, default: 0)
        layer.opacity = try fields.number("opacity", .unit, default: 1)
        layer.blendMode = try fields["blendMode"]?.choice(BlendMode.self) ?? .normal
        layer.backgroundColor = try paint(fields, "backgroundColor")
        layer.cornerRadii = try fields["cornerRadius"]?.cornerRadii() ?? .zero
        layer.cornerCurve = try fields["cornerCurve"]?.cornerCurve() ?? .circular
        layer.borderWidth = try fields.number("borderWidth", .notNegative, default: 0)
        layer.borderColor = try fields["borderColor"]?.color() ?? .black
        layer.masksToBounds = try fields["masksToBounds"]?.bool() ?? false
        layer.shadows = try shadows(try fields["shadows"], frame: size, &relative)
        layer.innerShadows = try innerShadows(try fields["innerShadows"], &relative)
        layer.boxShadows = try boxShadows(try fields.nonNull("boxShadow"))
        layer.drawsContents = try fields["drawsContents"]?.bool() ?? true
        layer.maskType = try fields["maskType"]?.choice(MaskType.self) ?? .alpha
        layer.clipForAnyAlpha = try fields["clipForAnyAlpha"]?.bool() ?? false
        try blur(try fields["blur"], into: &layer)
        layer.filter = try layerFilter(try fields.nonNull("filter"))
        layer.backdropBlur = try backdropBlur(try fields["backdropBlur"])
        layer.backdropFilter = try filter(try fields.nonNull("backdropFilter"))
        try effects(try fields.nonNull("effects"), of: &layer)
        layer.replication = try replication(try fields.nonNull("replicate"), size, &relative)
        let animations = try allAnimations(try fields["animations"], of: type, given: parent.animations)
        layer.animations = animations.own
        if let size, !layer.animations.contains(where: \.changesBounds) {
            try relative.resolve(&layer, size, node.place)
        } else if relative != RelativeValues() {
            layout = layout ?? LayerLayout()
            layout?.relative = relative
        }
        if let insets = Self.insets(layout, of: layer) {
            layer.contentInsets = insets
        } else {
            layer.layout = layout
        }
        if !layer.animations.isEmpty { try layer.checkAnimations(node.place) }
        return Inner(
            mask: try fields.nonNull("mask"), sublayers: try fields["sublayers"], animations: animations.ofMask)
    }

    private func replication(
        _ node: Node?, _ size: Size?, _ relative: inout RelativeValues
    ) throws(SceneError) -> Replication? {
        guard let node else { return nil }
        let fields = try Fields(node, .replication, wanted: "an object with \"count\"")
        context.hasCopies = true
        var result = Replication(count: try fields.required("count", Node.countWanted).count())
        if let transform = try fields.nonNull("transform")?.transform(in: size) {
            (result.transform3D, relative.replicaTransform) = (transform.map, transform.relative)
        }
        result.color = try fields["color"]?.color() ?? .white
        result.redOffset = try fields.number("redOffset", .any, default: 0)
        result.greenOffset = try fields.number("greenOffset", .any, default: 0)
        result.blueOffset = try fields.number("blueOffset", .any, default: 0)
        result.opacityOffset = try fields.number("opacityOffset", .any, default: 0)
        result.instanceDelay = try fields.number("instanceDelay", .any, default: 0)
        return result
    }

    private func type(_ node: Node) throws(SceneError) -> LayerType {
        guard case .object(let object) = node.value else { throw node.mismatch("a layer, which is an object") }
        guard let value = object["type"] else { return .layer }
        return try node.child(value, key: "type").choice(LayerType.self)
    }

    private func kind(
        _ type: LayerType, _ fields: Fields, _ size: Size?, _ relative: inout RelativeValues
    ) throws(SceneError) -> Layer.Kind {
        switch type {
        case .layer: .layer
        case .image: try image(fields).map(Layer.Kind.image) ?? .layer
        case .gradient: .gradient(try gradient(ofLayer: fields, size: size, centered: &relative.centersCircles))
        case .shape: .shape(try shape(fields, &relative))
        case .text: .text(try text(fields))
        }
    }

    private func shape(_ fields: Fields, _ relative: inout RelativeValues) throws(SceneError) -> Shape {
        let node = try fields.required("path", Self.pathWanted)
        relative.takesBoundsAsPath = Self.isBounds(node)
        var shape = Shape(path: relative.takesBoundsAsPath ? Path() : try path(node))
        shape.fillRule = try fields["fillRule"]?.choice(FillRule.self) ?? .nonzero
        if fields.has("fillColor") { shape.fillColor = try paint(fields, "fillColor") }
        shape.strokeColor = try paint(fields, "strokeColor")
        shape.stroke = StrokeStyle(
            lineWidth: try fields.number("lineWidth", .notNegative, default: 1),
            lineCap: try fields["lineCap"]?.choice(LineCap.self) ?? .butt,
            lineJoin: try fields["lineJoin"]?.choice(LineJoin.self) ?? .miter,
            miterLimit: try fields.number("miterLimit", .oneOrMore, default: 10),
            lineDashPattern: try dashPattern(fields),
            lineDashPhase: try fields.number("lineDashPhase", .any, default: 0),
            strokeStart: try fields.number("strokeStart", .unit, default: 0),
            strokeEnd: try fields.number("strokeEnd", .unit, default: 1))
        return shape
    }

    private func dashPattern(_ fields: Fields) throws(SceneError) -> [Double] {
        guard let node = try fields.nonNull("lineDashPattern") else { return [] }
        let wanted = "an array of lengths"
        try node.checkCount(wanted, atMost: SceneLimits.dashLengths, "lengths")
        var lengths: [Double] = []
        for element in try node.elements(wanted) { lengths.append(try element.number(.notNegative)) }
        return lengths
    }

    /// Reads the picture of an image layer. Nil if `contents` is null or empty, for a photo that some scenes don't have.
    private func image(_ fields: Fields) throws(SceneError) -> ImageContents? {
        let contents = try fields.required("contents", "a file path or a data: URL")
        var image = ImageContents(source: contents.isEmpty ? .data([]) : try imageSource(contents))
        image.gravity = try fields["contentsGravity"]?.choice(ContentsGravity.self) ?? .resize
        image.contentsRect = try fields["contentsRect"]?.rect(sides: .positive) ?? image.contentsRect
        if let node = try fields.nonNull("contentsCenter") {
            let center = try node.rect(sides: .notNegative)
            guard center.minX >= 0, center.minY >= 0, center.maxX <= 1 + 1e-9, center.maxY <= 1 + 1e-9 else {
                throw node.mismatch("a rectangle [x, y, width, height] inside [0, 0, 1, 1]")
            }
            image.contentsCenter = center
        }
        image.contentsScale = try fields.number("contentsScale", .positive, default: 1)
        image.tint = try fields.nonNull("tint")?.color()
        image.interpolation =
            try fields["interpolation"]?.choice(ImageInterpolation.self) ?? .area
        return contents.isEmpty ? nil : image
    }

    func imageSource(_ node: Node) throws(SceneError) -> ImageSource {
        let text = try node.text("a file path or a data: URL")
        if DataURL.isDataURL(text) {
            do { return .data(try DataURL.bytes(of: text)) } catch { throw node.place.error(error.message) }
        }
        if text.prefix(1000).drop(while: \.isWhitespace).hasPrefix("<") {
            throw node.place.error(
                "found \(quoted(text)), which looks like SVG; write \"data:image/svg+xml,<svg …\", or name a file"
            )
        }
        if let scheme = FilePath.urlScheme(of: text) {
            throw node.place.error(
                "found \(quoted(text)); nothing is fetched from a network, expected a file path or a data: URL"
                    + (scheme == "file" ? " (leave out file://)" : ""))
        }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw node.mismatch("a file path or a data: URL")
        }
        return .file(FilePath.join(context.baseFolder, text))
    }
}

extension Node {
    /// Reads the form of corners: a name, or an amount of smoothing.
    fileprivate func cornerCurve() throws(SceneError) -> CornerCurve {
        if case .number = value { return .smoothed(try number(.unit)) }
        return CornerCurve(try choice(CornerCurve.Name.self))
    }
}
