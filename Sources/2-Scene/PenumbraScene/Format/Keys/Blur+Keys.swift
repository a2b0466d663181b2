extension ShapedBlur {
    /// The names in the format, in their order there. `gaussian` is `Layer.blur`.
    enum Kind: String, CaseIterable {
        case gaussian, lens, motion, zoom

        /// The keys besides `type`. Those of a Gaussian are read as a lens of its σ.
        var keys: Keys<ShapedBlur> {
            switch self {
            case .gaussian: ShapedBlur.gaussianKeys
            case .lens: ShapedBlur.lensKeys
            case .motion: ShapedBlur.motionKeys
            case .zoom: ShapedBlur.zoomKeys
            }
        }

        var table: KeyTable {
            switch self {
            case .gaussian: .gaussianBlur
            case .lens: .lensBlur
            case .motion: .motionBlur
            case .zoom: .zoomBlur
            }
        }
    }

    var kind: Kind {
        switch self {
        case .lens: .lens
        case .motion: .motion
        case .zoom: .zoom
        }
    }

    private static let gaussianKeys = Keys(ShapedBlur.lens(radius: 0)) {
        radius("The Gaussian's σ in points.")
    }
    private static let lensKeys = Keys(ShapedBlur.lens(radius: 0)) {
        radius("The radius of the disc in points.")
    }
    private static let motionKeys = Keys(ShapedBlur.motion(radius: 0, angle: 0)) {
        radius("Half of the line's length in points.")
        Key("angle", \.angle, .some(.number(.any))).help("The direction of the line in degrees, clockwise from the right.")
    }
    private static let zoomKeys = Keys(ShapedBlur.zoom(amount: 0, center: Point(0.5, 0.5))) {
        Key("amount", \.amount, .some(.number(.unit)).required).help(
            "The length of the mean relative to the distance from the centre, 0…1.")
        Key("center", \.center, .some(.point)).help("The centre in unit coordinates of the frame.")
    }

    private static func radius(_ text: String) -> Key<ShapedBlur> {
        Key("radius", \.radius, .some(.number(.notNegative)).required).help(text)
    }
}

extension BackdropBlur {
    static let keys = Keys(BackdropBlur(radius: .zero)) {
        Key("radius", \.radius.value, .number(.notNegative).required).help("The Gaussian's σ in points.")
        Key("progressive", \.isProgressive, .flag).help(
            "Whether the mask scales σ from place to place; the layer must then have a visible mask.")
    }
}

extension KeyTable {
    static let gaussianBlur = ofBlur("a gaussian blur", .gaussian, "A Gaussian blur of the finished layer.", "")
    static let lensBlur = ofBlur("a lens blur", .lens, "A blur as of a lens out of focus.", ": the mean over a disc")
    static let motionBlur = ofBlur("a motion blur", .motion, "A blur along a line.", ": the mean along a line")
    static let zoomBlur = ofBlur(
        "a zoom blur", .zoom, "A blur along rays from a centre.", ": the mean along rays from a centre")
    static let backdropBlur = KeyTable(
        "a backdrop blur", "backdropBlur", "A blur of what lies behind the layer.", BackdropBlur.keys.meanings)

    private static func ofBlur(_ owner: String, _ kind: ShapedBlur.Kind, _ text: String, _ type: String) -> KeyTable {
        let isPlain = kind == .gaussian
        let name = JSONValue.string(kind.rawValue)
        let meaning = KeyMeaning(
            "type", .constant(name), "The type of the blur\(type).", default: isPlain ? name : Optional.none,
            isRequired: !isPlain)
        return KeyTable(
            owner, kind.rawValue + "Blur", text, [meaning] + kind.keys.meanings,
            elsewhere: [
                "radius": "gaussian, lens and motion blurs", "angle": "motion blurs", "amount": "zoom blurs",
                "center": "zoom blurs",
            ])
    }
}

extension Form where Value == BackdropBlur? {
    /// A σ, or an object. A blur with σ 0 is kept until the mask is known, so that `progressive` can be checked.
    static var backdropBlur: Form {
        Form(ValueSchema.any(of: .number(.notNegative), .object("backdropBlur")).orNull) { node throws(SceneError) in
            switch node.value {
            case .null: return nil
            case .number: return BackdropBlur(radius: Sigma(try node.number(.notNegative)))
            case .object: return try BackdropBlur.keys.read(node, .backdropBlur)
            default: throw node.mismatch("a number, 0 or more, or an object with \"radius\"")
            }
        } write: { blur, members throws(SceneError) in
            guard let blur, blur.isProgressive else { return try members.json(blur?.radius.value ?? 0) }
            var members = members
            try BackdropBlur.keys.write(blur, to: &members)
            return members.value
        } motion: {
            [.number($0, .notNegative, $1.or(BackdropBlur(radius: .zero)).part(\.radius.value))]
        }
    }
}

extension SceneDecoder {
    /// Reads the blur of the finished layer: a σ, or an object with a type.
    func blur(_ node: Node, into layer: inout Layer) throws(SceneError) {
        switch node.value {
        case .number: layer.blur = Sigma(try node.number(.notNegative))
        case .object(let object):
            let type = try object["type"].map { value throws(SceneError) in
                try node.child(value, key: "type").choice(ShapedBlur.Kind.self)
            }
            let kind = type ?? .gaussian
            let blur = try kind.keys.read(node, kind.table)
            if kind == .gaussian { layer.blur = Sigma(blur.radius ?? 0) } else { layer.shapedBlur = blur }
        default: throw node.mismatch("a number, 0 or more, or an object with \"type\"")
        }
    }
}
