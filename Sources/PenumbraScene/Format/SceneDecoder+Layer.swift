import PenumbraGeometry

extension SceneDecoder {
    /// Layers inside each other are the only recursion; its frames are kept small by leaving the work to other functions.
    func layers(_ node: Node, depth: Int, parent: Size) throws(SceneError) -> [Layer] {
        guard depth <= SceneLimits.layerDepth else {
            throw node.place.error("more than \(SceneLimits.layerDepth) layers inside each other")
        }
        var layers: [Layer] = []
        for child in try node.elements("an array of layers") {
            guard let inner = try append(child, to: &layers, parent) else { continue }
            let last = layers.count - 1
            layers[last].sublayers = try self.layers(inner, depth: depth + 1, parent: layers[last].frame?.size ?? parent)
        }
        return layers
    }

    /// Adds a layer with everything but its sublayers, which are returned.
    @inline(never)
    private func append(_ node: Node, to layers: inout [Layer], _ parent: Size) throws(SceneError) -> Node? {
        var layer = Layer()
        let sublayers = try properties(node, into: &layer, parent)
        layers.append(layer)
        return sublayers
    }

    private enum LayerType: String, CaseIterable {
        case layer, image, shape
    }

    private func properties(_ node: Node, into layer: inout Layer, _ parent: Size) throws(SceneError) -> Node? {
        try context.countLayer(at: node.place)
        let fields = try fields(node, into: &layer)
        layer.name = try fields.nonNull("name")?.string("a string")
        layer.isHidden = try fields["hidden"]?.bool() ?? false
        layer.frame = try fields.nonNull("frame")?.rect()
        layer.transform = try fields["transform"]?.transform(in: layer.frame?.size ?? parent) ?? .identity
        layer.anchorPoint = try fields["anchorPoint"]?.point() ?? Point(0.5, 0.5)
        layer.opacity = try fields.number("opacity", .unit, default: 1)
        layer.backgroundColor = try fields.nonNull("backgroundColor").map { node throws(SceneError) in .color(try node.color()) }
        layer.cornerRadii = try fields["cornerRadius"]?.cornerRadii() ?? .zero
        layer.borderWidth = try fields.number("borderWidth", .notNegative, default: 0)
        layer.borderColor = try fields["borderColor"]?.color() ?? .black
        layer.masksToBounds = try fields["masksToBounds"]?.bool() ?? false
        if let shadows = try fields["shadows"] {
            for element in try shadows.elements("an array of shadows") { layer.shadows.append(try shadow(element)) }
        }
        return try fields["sublayers"]
    }

    /// The checked members of a layer, and what makes its kind.
    private func fields(_ node: Node, into layer: inout Layer) throws(SceneError) -> Fields {
        guard case .object(let object) = node.value else { throw node.mismatch("a layer, which is an object") }
        var type = LayerType.layer
        if let value = object["type"] {
            let typeNode = try node.child(value, key: "type")
            type = try typeNode.choice(LayerType.self, upcoming: UpcomingKeys.layerTypes)
        }
        switch type {
        case .layer:
            return try Fields(node, .layer, wanted: "a layer")
        case .image:
            let fields = try Fields(node, .image, wanted: "a layer")
            layer.kind = .image(try image(fields))
            return fields
        case .shape:
            let fields = try Fields(node, .shape, wanted: "a layer")
            layer.kind = .shape(try shape(fields))
            return fields
        }
    }

    private func shadow(_ node: Node) throws(SceneError) -> Shadow {
        try context.countShadow(at: node.place)
        let fields = try Fields(node, .shadow, wanted: "a shadow, which is an object")
        return Shadow(
            color: try fields["color"]?.color() ?? .black,
            opacity: try fields.number("opacity", .unit, default: 1),
            offset: try fields["offset"]?.point() ?? .zero,
            radius: Sigma(layerRadius: try fields.number("radius", .notNegative, default: 3)),
            path: try fields.nonNull("path").map { node throws(SceneError) in try path(node) },
            fillRule: try fields["fillRule"]?.choice(FillRule.self) ?? .nonzero)
    }

    private func shape(_ fields: Fields) throws(SceneError) -> Shape {
        var shape = Shape(path: try path(try fields.required("path", Self.pathWanted)))
        shape.fillRule = try fields["fillRule"]?.choice(FillRule.self) ?? .nonzero
        if let color = try fields["fillColor"] { shape.fillColor = color.isNull ? nil : .color(try color.color()) }
        return shape
    }

    private func image(_ fields: Fields) throws(SceneError) -> ImageContents {
        var image = ImageContents(
            source: try imageSource(try fields.required("contents", "a file path or a data: URL")))
        image.gravity = try fields["contentsGravity"]?.choice(ContentsGravity.self) ?? .resize
        image.contentsRect = try fields["contentsRect"]?.rect(sides: .positive) ?? image.contentsRect
        image.contentsScale = try fields.number("contentsScale", .positive, default: 1)
        image.interpolation =
            try fields["interpolation"]?.choice(ImageInterpolation.self, upcoming: UpcomingKeys.interpolations) ?? .area
        return image
    }

    private func imageSource(_ node: Node) throws(SceneError) -> ImageSource {
        let text = try node.string("a file path or a data: URL")
        if DataURL.isDataURL(text) {
            do { return .data(try DataURL.bytes(of: text)) } catch { throw node.place.error(error.message) }
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
