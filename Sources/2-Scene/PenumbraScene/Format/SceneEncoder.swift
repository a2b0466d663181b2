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
        var members = Members(.scene, baseFolder: baseFolder)
        members.add("version", 1 as JSONValue)
        var canvas = members.child("canvas")
        try Canvas.keys.write(scene.canvas, to: &canvas)
        members.add("canvas", canvas.value)
        if scene.light != Light() {
            var light = members.child("light")
            try Light.keys.write(scene.light, to: &light)
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
        var members = Members(place, baseFolder: baseFolder, relative: layer.layout?.relative ?? RelativeValues())
        try addProperties(of: layer, to: &members)
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

    /// Adds everything except the mask and sublayers.
    @inline(never)
    private func addProperties(of layer: Layer, to members: inout Members) throws(SceneError) {
        if case .layer = layer.kind {} else { members.add("type", .string(layer.kind.typeName)) }
        try Layer.headKeys.write(layer, to: &members)
        if let layout = layer.layout { try LayerLayout.keys.write(layout, to: &members) }
        if layer.contentInsets != .zero {
            let insets = layer.contentInsets
            let sides = [insets.top, insets.right, insets.bottom, insets.left]
            members.add("padding", .array(try members.child("padding").json(sides)))
        }
        try Layer.boxKeys.write(layer, to: &members)
        switch layer.kind {
        case .layer: break
        case .image(let image): try ImageContents.keys.write(image, to: &members)
        case .gradient(let gradient): try members.add(gradient)
        case .shape(let shape): try Shape.keys.write(shape, to: &members)
        case .text(let text): try Text.keys.write(text, to: &members)
        }
        try Layer.effectKeys.write(layer, to: &members)
    }
}
