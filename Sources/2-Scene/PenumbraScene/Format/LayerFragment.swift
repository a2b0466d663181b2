extension Layer {
    /// The keys of this layer that differ from the defaults, as they appear in a scene, for use in another layer.
    public func jsonFragment() throws(SceneError) -> JSONValue {
        let scene = Scene(canvas: Canvas(size: Size(width: 1, height: 1)), layers: [self])
        guard case .object(let object) = try scene.jsonValue(), case .array(let layers)? = object["layers"],
            let layer = layers.first
        else { return [:] }
        return layer
    }
}

extension FigmaShadow {
    /// A layer with only the given Figma effects: shadows and blurs, stored under the format's own keys.
    ///
    /// - Parameter json: an array of effects, a single effect, or a node with `effects`. Other keys of a node are ignored.
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
