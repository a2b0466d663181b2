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

    /// Figma's names of blend modes. `PASS_THROUGH` exists for groups only.
    enum FigmaBlendMode: String, CaseIterable {
        case normal = "NORMAL"
        case multiply = "MULTIPLY"
        case screen = "SCREEN"
        case overlay = "OVERLAY"
        case darken = "DARKEN"
        case lighten = "LIGHTEN"
        case colorDodge = "COLOR_DODGE"
        case colorBurn = "COLOR_BURN"
        case hardLight = "HARD_LIGHT"
        case softLight = "SOFT_LIGHT"
        case difference = "DIFFERENCE"
        case exclusion = "EXCLUSION"
        case hue = "HUE"
        case saturation = "SATURATION"
        case color = "COLOR"
        case luminosity = "LUMINOSITY"
        /// "Plus lighter" in Figma's menu.
        case linearDodge = "LINEAR_DODGE"
        /// "Plus darker" in Figma's menu.
        case linearBurn = "LINEAR_BURN"

        var blendMode: BlendMode {
            switch self {
            case .normal: .normal
            case .multiply: .multiply
            case .screen: .screen
            case .overlay: .overlay
            case .darken: .darken
            case .lighten: .lighten
            case .colorDodge: .colorDodge
            case .colorBurn: .colorBurn
            case .hardLight: .hardLight
            case .softLight: .softLight
            case .difference: .difference
            case .exclusion: .exclusion
            case .hue: .hue
            case .saturation: .saturation
            case .color: .color
            case .luminosity: .luminosity
            case .linearDodge: .plusLighter
            case .linearBurn: .plusDarker
            }
        }

        init(_ mode: BlendMode) {
            self = Self.allCases.first { $0.blendMode == mode } ?? .normal
        }
    }

    /// Adds effects to a layer. Shadows are added unchanged, and blurs are combined with the layer's blurs (σ² add).
    ///
    /// Invisible effects are checked and then left out.
    func effects(_ node: Node?, of layer: inout Layer) throws(SceneError) {
        guard let node else { return }
        for element in try shadowNodes(node, "an array of Figma effects") { try effect(element, of: &layer) }
    }

    private func effect(_ node: Node, of layer: inout Layer) throws(SceneError) {
        guard case .object(let object) = node.value else { throw node.mismatch("a Figma effect, which is an object") }
        let names = Spelling.list(EffectType.allCases.map(\.rawValue))
        guard let value = object["type"] else { throw Place.key(node.place, "type").error("missing, expected \(names)") }
        let type = try node.child(value, key: "type").choice(EffectType.self)
        let fields = try Fields(node, type.table, wanted: "a Figma effect")
        try context.tally.addShadows(at: node.place)
        if let variables = try fields["boundVariables"] {
            guard case .object = variables.value else { throw variables.mismatch("an object") }
        }
        let isVisible = try fields["visible"]?.bool() ?? true
        let radius = try fields.required("radius", Node.NumberRange.notNegative.wanted).number(.notNegative)
        let sigma = Sigma(contextBlur: radius)
        switch type {
        case .dropShadow, .innerShadow:
            let shadow = try shadow(fields, type == .dropShadow ? .drop : .inner, sigma)
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

    private func shadow(
        _ fields: Fields, _ kind: FigmaShadow.Kind, _ sigma: Sigma
    ) throws(SceneError) -> FigmaShadow {
        FigmaShadow(
            kind, color: try color(try fields.required("color", Self.colorWanted)),
            blendMode: try fields.nonNull("blendMode")?.choice(FigmaBlendMode.self).blendMode ?? .normal,
            offset: try fields.nonNull("offset").map { node throws(SceneError) in try vector(node) } ?? .zero, radius: sigma,
            spread: try fields.nonNull("spread")?.number() ?? 0,
            showsBehindNode: try fields["showShadowBehindNode"]?.bool() ?? false)
    }

    private static let colorWanted = "an object with \"r\", \"g\", \"b\" and \"a\", each from 0 to 1"

    private func color(_ node: Node) throws(SceneError) -> Color {
        let fields = try Fields(node, .figmaColor, wanted: Self.colorWanted)
        func component(_ key: String) throws(SceneError) -> Double {
            try fields.required(key, Node.NumberRange.unit.wanted).number(.unit)
        }
        return Color(
            red: try component("r"), green: try component("g"), blue: try component("b"),
            alpha: try fields.number("a", .unit, default: 1))
    }

    private func vector(_ node: Node) throws(SceneError) -> Point {
        let wanted = "an object with \"x\" and \"y\""
        let fields = try Fields(node, .figmaOffset, wanted: wanted)
        return Point(
            try fields.required("x", "a number").number(), try fields.required("y", "a number").number())
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
        let wanted = "an object with \"x\" and \"y\""
        let (start, end) = (
            try vector(try fields.required("startOffset", wanted)), try vector(try fields.required("endOffset", wanted))
        )
        let share = radius > 0 ? min(1, least / radius) : 0
        let gradient = Gradient(
            .axial(startPoint: start, endPoint: end), colors: [Color(white: 0, alpha: share), .black])
        return Layer(kind: .gradient(gradient))
    }

    /// Whether a blur is the same everywhere.
    enum FigmaBlurType: String, CaseIterable {
        case normal = "NORMAL"
        case progressive = "PROGRESSIVE"
    }

    private func checkBlurType(_ fields: Fields) throws(SceneError) {
        guard let type = try fields.nonNull("blurType"), type.value != "NORMAL" else { return }
        let name = try type.string("\"NORMAL\"")
        throw type.place.error("the blur type \(quoted(name)) is not supported, expected \"NORMAL\"")
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
