import PenumbraBitmap

/// Effects in the notation of Figma's API.
extension SceneDecoder {
    enum EffectType: String, CaseIterable {
        case dropShadow = "DROP_SHADOW"
        case innerShadow = "INNER_SHADOW"
        case layerBlur = "LAYER_BLUR"
        case backgroundBlur = "BACKGROUND_BLUR"

        var table: KeyTable {
            switch self {
            case .dropShadow: .figmaDropShadow
            case .innerShadow: .figmaInnerShadow
            case .layerBlur: .figmaLayerBlur
            case .backgroundBlur: .figmaBackgroundBlur
            }
        }
    }

    /// Adds effects to a layer. Shadows are added unchanged, and blurs are combined with the layer's blurs (σ² add).
    ///
    /// Invisible effects are checked and then left out.
    func effects(_ node: Node, of layer: inout Layer) throws(SceneError) {
        for element in try shadowNodes(node, "an array of Figma effects") { try effect(element, of: &layer) }
    }

    private func effect(_ node: Node, of layer: inout Layer) throws(SceneError) {
        guard case .object(let object) = node.value else { throw node.mismatch("a Figma effect, which is an object") }
        let names = Spelling.list(EffectType.allCases.map(\.rawValue))
        guard let value = object["type"] else { throw Place.key(node.place, "type").error("missing, expected \(names)") }
        let type = try node.child(value, key: "type").choice(EffectType.self)
        let fields = try Fields(node, type.table)
        try context.tally.addShadows(at: node.place)
        if let variables = try fields["boundVariables"] {
            guard case .object = variables.value else { throw variables.mismatch("an object") }
        }
        let isVisible = try fields["visible"]?.bool() ?? true
        let radius = try fields.required("radius", Node.NumberRange.notNegative.wanted).number(.notNegative)
        let sigma = Sigma(contextBlur: radius)
        switch type {
        case .dropShadow, .innerShadow:
            var shadow = try (type == .dropShadow ? FigmaShadow.dropKeys : FigmaShadow.innerKeys).read(fields)
            shadow.radius = sigma
            if isVisible { layer.effects.append(shadow) }
        case .layerBlur:
            try checkBlurType(fields)
            if isVisible { layer.blur = layer.blur.followed(by: sigma) }
        case .backgroundBlur:
            if let mask = try progressiveMask(fields, radius) {
                guard isVisible else { return }
                if layer.backdropBlur.map({ $0.radius.value > 0 }) ?? false {
                    throw node.place.error("found a progressive blur beside another backdrop blur; leave out one of them")
                }
                layer.backdropBlur = BackdropBlur(radius: sigma, isProgressive: true)
                layer.mask = mask
                return
            }
            guard isVisible else { return }
            if layer.backdropBlur?.isProgressive ?? false {
                throw node.place.error("found a blur beside a progressive backdrop blur; leave out one of them")
            }
            var blur = layer.backdropBlur ?? BackdropBlur(radius: .zero)
            blur.radius = blur.radius.followed(by: sigma)
            layer.backdropBlur = blur
        }
    }

    /// The mask that scales a progressive blur from its start to its end. Nil for a blur that is the same everywhere.
    private func progressiveMask(_ fields: Fields, _ radius: Double) throws(SceneError) -> Layer? {
        let isProgressive = try fields.nonNull("blurType")?.choice(FigmaBlurType.self) == .progressive
        guard isProgressive else {
            for key in ["startRadius", "startOffset", "endOffset"] {
                if let node = try fields[key] {
                    throw node.place.error("belongs to blurs of the type \"PROGRESSIVE\"; set blurType, or leave it out")
                }
            }
            return nil
        }
        let least = try fields.number("startRadius", .notNegative, default: 0)
        let offset = Form<Point>.figmaOffset
        let start = try offset.read(try fields.required("startOffset", offset.wanted))
        let end = try offset.read(try fields.required("endOffset", offset.wanted))
        let share = radius > 0 ? min(1, least / radius) : 0
        let gradient = Gradient(
            .axial(startPoint: start, endPoint: end), colors: [Color(white: 0, alpha: share), .black])
        return Layer(kind: .gradient(gradient))
    }

    private func checkBlurType(_ fields: Fields) throws(SceneError) {
        guard let type = try fields.nonNull("blurType"), type.value != "NORMAL" else { return }
        let name = try type.string("\"NORMAL\"")
        throw type.place.error("the blur type \(quoted(name)) is not supported, expected \"NORMAL\"")
    }
}

extension Members {
    /// Adds effects in the notation of Figma's API, or nothing if there are none.
    ///
    /// A Gaussian beside a blur of another shape is one of them, because the other blur has the key `blur` for itself.
    mutating func addEffects(of layer: Layer) throws(SceneError) {
        var result: [JSONValue] = []
        func add(_ type: String, _ radius: Sigma, _ write: (inout Members) throws(SceneError) -> Void) throws(SceneError) {
            var object = child("effects").element(result.count)
            object.add("type", .string(type))
            object.add("radius", try object.child("radius").json(2 * radius.value))
            try write(&object)
            result.append(object.value)
        }
        for effect in layer.effects {
            try add(effect.kind.rawValue, effect.radius) { object throws(SceneError) in
                try (effect.kind == .drop ? FigmaShadow.dropKeys : FigmaShadow.innerKeys).write(effect, to: &object)
            }
        }
        if layer.shapedBlur != nil, layer.blur.value != 0 { try add("LAYER_BLUR", layer.blur) { _ in } }
        if !result.isEmpty { self.add("effects", .array(result)) }
    }
}

extension Sigma {
    /// The σ of one blur followed by another: σ² add.
    func followed(by other: Sigma) -> Sigma {
        if value == 0 { return other }
        if other.value == 0 { return self }
        return Sigma((value * value + other.value * other.value).squareRoot())
    }
}
