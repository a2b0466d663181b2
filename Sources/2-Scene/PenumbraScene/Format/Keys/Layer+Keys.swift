import PenumbraBitmap
import PenumbraMotion

/// The keys of every layer, in the groups in which they are written.
extension Layer {
    static let headKeys = Keys(Layer()) {
        Key("type", .choice(SceneDecoder.LayerType.self), default: "layer").help("What the layer shows.")
        Key("name", \.name, .optional(.string)).help("A name for people; it changes nothing.")
        Key("hidden", \.isHidden, .movingFlag, moves: .beforeLayout).help(
            "Whether the layer is left out with all that is in it; a hidden mask counts as absent.")
        Key("frame", \.frame, .optional(.rect)).help(
            "[x, y, width, height] in points of the parent; contents and sublayers start at its top left. Default: the parent's bounds, or what its layout gives."
        )
    }

    static let boxKeys = Keys(Layer()) {
        Key("transform", transform: \.transform3D, orNull: false).help(
            "A CSS transform about anchorPoint; percentages are of the frame.")
        Key("anchorPoint", \.anchorPoint, .point).help("What the transform is about, in unit coordinates of the frame.")
        Key("perspective", \.perspective, .none(or: .number(.notNegative), moving: 0)).help(
            "The distance in points from which the sublayers are seen; below 1 it counts as 1. Default: from infinitely far.")
        Key("perspectiveOrigin", \.perspectiveOrigin, .point).help(
            "The place in front of the eye of perspective, in unit coordinates of the frame.")
        Key("backfaceVisibility", \.backfaceVisibility, .choice).help("Whether the layer is seen from behind.")
        Key("transformStyle", \.transformStyle, .choice).help("Whether sublayers keep their depth, or lie flat in the layer.")
        Key("zPosition", \.zPosition, .number(.any)).help("Among the layers beside it, those with less are painted first.")
        Key("opacity", \.opacity, .number(.unit)).help("From 0 to 1, of the layer with its sublayers and shadows as one group.")
        Key("blendMode", \.blendMode, .choice).help("How the layer and what lies behind it become one.")
        Key("backgroundColor", \.backgroundColor, .fill).help("A colour or gradient that fills the rounded bounds.")
        // The path of a shape or of a shadow may follow the corners.
        Key("cornerRadius", \.cornerRadii, .cornerRadii, moves: .beforeLayout).help(
            "Points: one radius, or [topLeft, topRight, bottomRight, bottomLeft]; radii that do not fit shrink together.")
        Key("cornerCurve", \.cornerCurve, .cornerCurve).help(
            "The form of the corners: a name, or Figma's corner smoothing from 0 to 1.")
        Key("borderWidth", \.borderWidth, .number(.notNegative)).help(
            "Points, inside the bounds and above contents and sublayers.")
        Key("borderColor", \.borderColor, .color).help("The border's colour.")
        Key("masksToBounds", \.masksToBounds, .flag).help(
            "Whether contents and sublayers are cut by the rounded bounds; shadows never are.")
    }

    static let maskMeaning = KeyMeaning(
        "mask", .layer.orNull,
        "A layer whose alpha multiplies background, contents, border and sublayers; its frame is in this layer's bounds.",
        default: .null)

    static let effectKeys = Keys(Layer()) {
        shadows(
            "shadows", \.shadows, \.shadows, Shadow.outerKeys, .shadow, "an array of shadows",
            "Shadows behind the layer, front-most first.")
        shadows(
            "innerShadows", \.innerShadows, \.innerShadows, Shadow.innerKeys, .innerShadow, "an array of inner shadows",
            "Shadows above background and contents and below sublayers and border, front-most first.")
        Key("boxShadow", \.boxShadows, .boxShadows.orNull).help(
            "A CSS box-shadow: cast by the rounded box whatever the contents are, behind the other shadows; blur is twice σ.")
        // The other blurs are read first, because Figma's are added to them.
        Key(
            "effects", .array(of: .definition("effect"), 0...SceneLimits.default.shadowCount).orNull, default: [],
            write: { layer, members throws(SceneError) in try members.addEffects(of: layer) }
        ).help("Figma's effects as its API writes them, back to front; a radius is twice σ.")
        Key("drawsContents", \.drawsContents, .flag).help(
            "Whether background and contents are painted; if not, they only cast and cut shadows.")
        Key("maskType", \.maskType, .choice).help("For masks, whether alpha or luminance times alpha counts.")
        Key("clipForAnyAlpha", \.clipForAnyAlpha, .flag).help(
            "Whether the alpha is taken as hard, 1 wherever it is above 1/255, where it casts inner shadows and knocks out outer ones."
        )
        blur
        Key("filter", \.filter, .layerFilter.orNull).help(
            "CSS filter functions, done to the finished layer from left to right, or a list of them and of filters of steps.")
        Key("backdropBlur", \.backdropBlur, .backdropBlur).help(
            "The σ in points of a Gaussian on what lies behind, shown through the layer's shape and mask.")
        Key("backdropFilter", \.backdropFilter, .filter.orNull).help(
            "CSS filter functions for what lies behind, shown through the layer's shape and mask, after backdropBlur.")
        replicate
        Key(
            "animations", .animations, default: [],
            write: { layer, members throws(SceneError) in
                guard !layer.animations.isEmpty else { return }
                let list = try members.child("animations").json(layer.animations) { animation, members throws(SceneError) in
                    try animation.json(members)
                }
                members.add("animations", list)
            }
        ).help("Changes of properties over time, in the order in which they apply.")
    }

    static let sublayersMeaning = KeyMeaning("sublayers", .layers, "Layers inside this one, back to front.", default: [])

    /// The descriptions of the keys of every layer.
    static var meanings: [KeyMeaning] {
        headKeys.meanings + boxKeys.meanings + [maskMeaning] + effectKeys.meanings + [sublayersMeaning]
            + LayerLayout.keys.meanings + KeyMeaning.repetition
    }

    /// The names of these keys.
    static var keyNames: [String] {
        headKeys.names + boxKeys.names + [maskMeaning.key] + effectKeys.names + [sublayersMeaning.key] + LayerLayout.keys.names
            + KeyMeaning.repetition.map(\.key)
    }

    // MARK: - Parts

    private static func shadows(
        _ name: String, _ path: any WritableKeyPath<Layer, [Shadow]> & Sendable,
        _ relative: any WritableKeyPath<RelativeValues, [Int: RelativeValues]> & Sendable, _ keys: Keys<Shadow>,
        _ table: KeyTable, _ wanted: String, _ text: String
    ) -> Key<Layer> {
        Key(
            name, .array(of: .object(table.name), 0...SceneLimits.default.shadowCount), default: [],
            read: { node, layer, reading throws(SceneError) in
                for element in try node.decoder.shadowNodes(node, wanted) {
                    var own = Reading(frame: reading.frame)
                    let shadow = try node.decoder.shadow(element, keys, table, &own)
                    if !own.relative.isEmpty {
                        reading.relative[keyPath: relative][layer[keyPath: path].count] = own.relative
                    }
                    layer[keyPath: path].append(shadow)
                }
            },
            write: { layer, members throws(SceneError) in
                let values = members.relative[keyPath: relative]
                let shadows = layer[keyPath: path]
                guard !shadows.isEmpty else { return }
                let json = try members.child(name).json(Array(shadows.enumerated())) { shadow, members throws(SceneError) in
                    var (members, shadow) = (members, shadow)
                    members.relative = values[shadow.offset] ?? RelativeValues()
                    if shadow.element.elevation != nil { shadow.element.offset = .zero }
                    try keys.write(shadow.element, to: &members)
                    return members.value
                }
                members.add(name, json)
            }
        ).help(text).moving { name, _ in keys.motion(name + "[].", Lens(elementOf: path)) }
    }

    /// A Gaussian, or a blur of another type.
    private static let blur = Key<Layer>(
        "blur",
        .any(
            of: .number(.notNegative), .object("gaussianBlur"), .object("lensBlur"), .object("motionBlur"),
            .object("zoomBlur")), default: 0,
        read: { node, layer, _ throws(SceneError) in try node.decoder.blur(node, into: &layer) },
        write: { layer, members throws(SceneError) in
            if let blur = layer.shapedBlur {
                var object = members.child("blur")
                object.add("type", .string(blur.kind.rawValue))
                try blur.kind.keys.write(blur, to: &object)
                members.add("blur", object.value)
            } else if layer.blur.value != 0 {
                members.add("blur", try members.child("blur").json(layer.blur.value))
            }
        }
    ).help("The σ in points of a Gaussian on the finished layer, shadows included, or a blur of another type.").moving {
        path, lens in
        let shaped = lens.part(\.shapedBlur).part({ $0 }, { $0 = $1 })
        let keys = [ShapedBlur.Kind.motion, .zoom].flatMap { $0.keys.motion(path + ".", shaped) }
        return [.number(path, .notNegative, lens.part(\.blur.value))] + keys
    }

    private static let replicate = Key<Layer>(
        "replicate", .object("replicate").orNull, default: .null,
        read: { node, layer, reading throws(SceneError) in
            if node.isNull { return }
            let fields = try Fields(node, .replication)
            node.context.hasCopies = true
            var (replication, own) = (Replication.keys.standard, Reading(frame: reading.frame))
            try Replication.keys.read(fields, into: &replication, &own)
            (layer.replication, reading.relative.replicaTransform) = (replication, own.relative.transform)
        },
        write: { layer, members throws(SceneError) in
            guard let replication = layer.replication else { return }
            var object = members.child("replicate")
            object.relative.transform = members.relative.replicaTransform
            try Replication.keys.write(replication, to: &object)
            members.add("replicate", object.value)
        }
    ).help("Copies of contents and sublayers, each under one more transform.").moving {
        Replication.keys.motion($0 + ".", $1.part(\.replication).part({ $0 }, { $0 = $1 }))
    }
}

extension Replication {
    static let keys = Keys(Replication(count: 1)) {
        Key("count", \.count, .count.required).help("How many copies are drawn, the first included.")
        Key("transform", transform: \.transform3D).help(
            "A CSS transform about anchorPoint, from each copy to the next, perhaps in space; percentages are of the frame.")
        Key("color", \.color, .color).help("What the colours of the first copy are multiplied by.")
        Key("redOffset", \.redOffset, .number(.any)).help("What each copy adds to the red of the copy before; held to 0…1.")
        Key("greenOffset", \.greenOffset, .number(.any)).help("The same for green.")
        Key("blueOffset", \.blueOffset, .number(.any)).help("The same for blue.")
        Key("opacityOffset", \.opacityOffset, .number(.any)).help("The same for opacity.")
        Key("instanceDelay", \.instanceDelay, .number(.any), moves: .beforeLayout).help(
            "Seconds by which the sublayers' animations begin later in each copy.")
    }
}
