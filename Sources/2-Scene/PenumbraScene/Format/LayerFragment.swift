extension Layer {
    /// The keys of this layer that differ from the defaults, as they stand in a scene's document: to be put into another layer.
    public func jsonFragment() throws(SceneError) -> JSONValue {
        let scene = Scene(canvas: Canvas(size: Size(width: 1, height: 1)), layers: [self])
        guard case .object(let object) = try scene.jsonValue(), case .array(let layers)? = object["layers"],
            let layer = layers.first
        else { return [:] }
        return layer
    }
}

extension FigmaShadow {
    /// The layer that Figma's effects make, and nothing else: shadows and blurs under the format's own keys.
    ///
    /// - Parameter json: an array of effects, one effect, or a node with its `effects`, whose other keys are not looked at.
    public static func layer(json: [UInt8]) throws(SceneError) -> Layer {
        let value = try JSONValue(document: json)
        var (effects, place) = (value, Place.key(.scene, "effects"))
        if case .object(let object) = value {
            if let inner = object["effects"] {
                effects = inner
            } else {
                (effects, place) = ([value], .key(.scene, "document"))
            }
        }
        let context = DecodingContext(baseFolder: "")
        var layer = Layer()
        try SceneDecoder(context: context).effects(try Node(effects, place, .literal, context), of: &layer)
        if layer.backdropBlur?.radius == .zero { layer.backdropBlur = nil }
        for effect in layer.effects.reversed() {
            switch effect.kind {
            case .drop: layer.shadows.append(effect.shadow)
            case .inner: layer.innerShadows.append(effect.shadow)
            }
        }
        layer.effects = []
        return layer
    }
}
