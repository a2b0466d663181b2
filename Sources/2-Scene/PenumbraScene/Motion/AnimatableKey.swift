import PenumbraLayout
import PenumbraMotion

/// A key path that animations may have: its pattern, its property, and the layers that have it.
package struct AnimatableKey: Sendable {
    /// A property by the type of its values, with the range of its numbers.
    package enum Property: Sendable {
        case number(Node.NumberRange, Lens<Double>)
        case point(Lens<Point>)
        case rect(Lens<Rect>)
        case numbers(Node.NumberRange, Lens<[Double]>)
        case color(Lens<Color>)
        case colors(Lens<[Color]>)
        case transform(Lens<AffineTransform>)
        case path(Lens<Path>)
        /// A text, which is exchanged and not interpolated.
        case text(Lens<String>)
        /// A picture, which is exchanged and not interpolated.
        case image(Lens<ImageSource>)
        case flag(Lens<Bool>)
        case filter(Lens<AnimatedList<FilterFunction>>)
        case boxShadow(Lens<AnimatedList<BoxShadow>>)
    }

    /// When a value is set.
    enum Stage: Sendable {
        /// Before the layout, because sizes and places of layers may depend on the value.
        case beforeLayout
        /// Before the layout for a layer with a frame, otherwise after it.
        case frame
        /// After the layout, when values that depend on sizes are known.
        case afterLayout
    }

    package let pattern: String
    package let property: Property
    var stage = Stage.afterLayout
    /// Nil for layers of every type.
    package var type: SceneDecoder.LayerType?
    /// Whether the value can be read back from a layer. Turns in space are part of a transform, which doesn't show them.
    package var isReadable = true

    /// The transforms, of which single numbers can be animated, too.
    static let transforms = ["transform", "shadows[].transform", "replicate.transform"]

    package static let all: [AnimatableKey] =
        ofPlace + ofEveryLayer + ofShadows("shadows[]", \.shadows) + ofShadows("innerShadows[]", \.innerShadows)
        + ofOuterShadows + ofLayerTransform + ofReplication + ofLayout + ofGradients + ofShapes + ofTexts + ofImages

    static let ofPattern = Dictionary(grouping: all, by: \.pattern)

    init(_ pattern: String, _ property: Property) { (self.pattern, self.property) = (pattern, property) }

    // MARK: Every layer

    private static let frame = Lens(\Layer.frame).part({ $0 }, { $0 = $1 })

    private static let ofPlace: [AnimatableKey] = at(
        .frame,
        [AnimatableKey("frame", .rect(frame))]
            + point(
                "position",
                Lens(
                    get: { layer, _ in layer.frame.map { layer.anchor(in: $0) } },
                    set: { layer, _, place in
                        guard let frame = layer.frame else { return }
                        let move = place - layer.anchor(in: frame)
                        layer.frame = Rect(
                            x: frame.minX + move.x, y: frame.minY + move.y, width: frame.width, height: frame.height)
                    }))
            + [
                number("bounds.size.width", .notNegative, frame.part({ $0.width }, { $0 = $0.sized($1, $0.height) }).anchored),
                number("bounds.size.height", .notNegative, frame.part({ $0.height }, { $0 = $0.sized($0.width, $1) }).anchored),
            ])

    private static let ofEveryLayer: [AnimatableKey] =
        at(
            .beforeLayout,
            [
                AnimatableKey("hidden", .flag(Lens(\.isHidden))),
                // The path of a shape or of a shadow may follow the corners.
                number(
                    "cornerRadius", .notNegative,
                    Lens(\.cornerRadii).part({ $0.topLeft }, { $0 = CornerRadii($1) })),
            ])
        + point("anchorPoint", Lens(\.anchorPoint)) + point("perspectiveOrigin", Lens(\.perspectiveOrigin))
        + [
            color("backgroundColor", Lens(\.backgroundColor).color), color("borderColor", Lens(\.borderColor)),
            number("opacity", .unit, Lens(\.opacity)), number("zPosition", .any, Lens(\.zPosition)),
            number("borderWidth", .notNegative, Lens(\.borderWidth)), number("blur", .notNegative, Lens(\.blur.value)),
            number("backdropBlur", .notNegative, Lens(\.backdropBlur).or(BackdropBlur(radius: .zero)).part(\.radius.value)),
            number("perspective", .notNegative, Lens(\.perspective).or(0)),
            AnimatableKey("filter", .filter(Lens(\.filter).part({ AnimatedList($0) }, { $0 = $1.elements }))),
            AnimatableKey("boxShadow", .boxShadow(Lens(\.boxShadows).part({ AnimatedList($0) }, { $0 = $1.elements }))),
        ] + ofShapedBlurs

    private static let ofShapedBlurs: [AnimatableKey] = {
        let blur = Lens(\Layer.shapedBlur).part({ $0 }, { $0 = $1 })
        return point("blur.center", blur.part({ $0.center }, { $0.center = $1 })) + [
            number("blur.radius", .notNegative, blur.part({ $0.radius }, { $0.radius = $1 })),
            number("blur.angle", .any, blur.part({ $0.angle }, { $0.angle = $1 })),
            number("blur.amount", .unit, blur.part({ $0.amount }, { $0.amount = $1 })),
        ]
    }()

    // MARK: Shadows

    private static func ofShadows(
        _ list: String, _ path: any WritableKeyPath<Layer, [Shadow]> & Sendable
    ) -> [AnimatableKey] {
        let shadow = Lens(elementOf: path)
        return point(list + ".offset", shadow.part(\.offset)) + [
            number(list + ".opacity", .unit, shadow.part(\.opacity)),
            number(list + ".noise", .unit, shadow.part(\.noise)), number(list + ".spread", .any, shadow.part(\.spread)),
            number(list + ".radius", .notNegative, shadow.part(\.radius.value)),
            number(list + ".elevation", .notNegative, shadow.part(\.elevation).or(0)),
            color(list + ".color", shadow.part(\.color)),
            AnimatableKey(list + ".path", .path(shadow.part(\.path).or(Path()))),
        ]
    }

    private static let ofOuterShadows: [AnimatableKey] = {
        let shadow = Lens(elementOf: \Layer.shadows)
        return point("shadows[].anchor", shadow.part(\.anchor).or(Point(0.5, 1)))
            + [number("shadows[].penumbra", .notNegative, shadow.part(\.penumbra))]
            + transform("shadows[].transform", shadow.part(\.transform))
    }()

    // MARK: Transforms

    private static let ofLayerTransform: [AnimatableKey] =
        transform("transform", Lens(\.transform))
        + inSpace("transform", Lens(\.transform3D))

    private static func inSpace(_ transform: String, _ lens: Lens<Transform3D>) -> [AnimatableKey] {
        func key(
            _ part: String, _ combined: @escaping @Sendable (Transform3D, Double) -> Transform3D
        ) -> AnimatableKey {
            var key = number("\(transform).\(part)", .any, lens.part({ _ in 0 }, { $0 = combined($0, $1) }))
            key.isReadable = false
            return key
        }
        return [
            // Turns about axes in the plane come before the transform itself.
            key("rotation.x") { .rotation(about: SIMD3(1, 0, 0), degrees: $1).concatenating($0) },
            key("rotation.y") { .rotation(about: SIMD3(0, 1, 0), degrees: $1).concatenating($0) },
            key("translation.z") { $0.concatenating(.translation(0, 0, $1)) },
        ]
    }

    private static func transform(_ pattern: String, _ lens: Lens<AffineTransform>) -> [AnimatableKey] {
        [AnimatableKey(pattern, .transform(lens)), AnimatableKey(pattern + ".translation", .point(lens.translation))]
            + TransformComponent.allCases.map { number("\(pattern).\($0.rawValue)", .any, lens.component($0)) }
    }

    private static let ofReplication: [AnimatableKey] = {
        let copies = Lens(\Layer.replication).part({ $0 }, { $0 = $1 })
        let delay = number("replicate.instanceDelay", .any, copies.part(\.instanceDelay))
        return transform("replicate.transform", copies.part(\.transform))
            + inSpace("replicate.transform", copies.part(\.transform3D)) + at(.beforeLayout, [delay]) + [
                color("replicate.color", copies.part(\.color)),
                number("replicate.redOffset", .any, copies.part(\.redOffset)),
                number("replicate.greenOffset", .any, copies.part(\.greenOffset)),
                number("replicate.blueOffset", .any, copies.part(\.blueOffset)),
                number("replicate.opacityOffset", .any, copies.part(\.opacityOffset)),
            ]
    }()

    // MARK: Layout

    private static let ofLayout: [AnimatableKey] = {
        let layout = Lens(\Layer.layout).or(LayerLayout())
        func length(_ key: String, _ path: any WritableKeyPath<LayoutStyle, LayoutLength> & Sendable) -> AnimatableKey {
            number(key, .notNegative, layout.part(\.style).part(path).points)
        }
        return at(
            .beforeLayout,
            [
                length("width", \.width), length("height", \.height), length("minWidth", \.minWidth),
                length("minHeight", \.minHeight), length("maxWidth", \.maxWidth), length("maxHeight", \.maxHeight),
                number("flexGrow", .notNegative, layout.part(\.style.flexGrow)),
                number("flexShrink", .notNegative, layout.part(\.style.flexShrink)),
                number(
                    "flexBasis", .notNegative,
                    layout.part(
                        { if case .length(.points(let points)) = $0.style.flexBasis { points } else { 0 } },
                        { $0.style.flexBasis = .length(.points($1)) })),
                number("aspectRatio", .positive, layout.part(\.style.aspectRatio).or(1)),
                number("margin", .any, layout.part(\.style.margin).part({ $0.top }, { $0 = LayoutEdges($1) }).points),
                number(
                    "padding", .notNegative,
                    Lens(
                        get: { layer, _ in layer.layout?.style.padding.top.points ?? layer.contentInsets.top },
                        set: { layer, _, points in layer.setPadding(points) })),
                number(
                    "layout.gap", .notNegative,
                    layout.part({ $0.container?.rowGap }, { $0.container?.setGap($1) })),
            ])
    }()

    // MARK: Helpers

    static func number(_ pattern: String, _ range: Node.NumberRange, _ lens: Lens<Double>) -> AnimatableKey {
        AnimatableKey(pattern, .number(range, lens))
    }

    static func color(_ pattern: String, _ lens: Lens<Color>) -> AnimatableKey { AnimatableKey(pattern, .color(lens)) }

    /// A point, with each coordinate as a key path of its own.
    static func point(_ pattern: String, _ lens: Lens<Point>) -> [AnimatableKey] {
        [
            AnimatableKey(pattern, .point(lens)), number(pattern + ".x", .any, lens.part(\.x)),
            number(pattern + ".y", .any, lens.part(\.y)),
        ]
    }

    static func of(_ type: SceneDecoder.LayerType, _ keys: [AnimatableKey]) -> [AnimatableKey] {
        keys.map { key in
            var key = key
            key.type = type
            return key
        }
    }

    static func at(_ stage: Stage, _ keys: [AnimatableKey]) -> [AnimatableKey] {
        keys.map { key in
            var key = key
            key.stage = stage
            return key
        }
    }
}

extension Lens where Value == Double {
    /// The same number of a layer that keeps the place of its anchor.
    fileprivate var anchored: Lens<Double> {
        Lens(
            get: get,
            set: { layer, indices, value in
                guard let before = layer.frame.map({ layer.anchor(in: $0) }) else { return }
                set(&layer, indices, value)
                guard let frame = layer.frame else { return }
                let move = before - layer.anchor(in: frame)
                layer.frame = Rect(x: frame.minX + move.x, y: frame.minY + move.y, width: frame.width, height: frame.height)
            })
    }
}

extension Rect {
    fileprivate func sized(_ width: Double, _ height: Double) -> Rect { Rect(x: minX, y: minY, width: width, height: height) }
}

extension LayoutLength {
    fileprivate var points: Double { if case .points(let points) = self { points } else { 0 } }
}

extension FlexContainer {
    fileprivate mutating func setGap(_ points: Double) { (rowGap, columnGap) = (points, points) }
}

extension Layer {
    /// The place of the anchor in the parent.
    fileprivate func anchor(in frame: Rect) -> Point {
        Point(frame.minX + anchorPoint.x * frame.width, frame.minY + anchorPoint.y * frame.height)
    }

    fileprivate mutating func setPadding(_ points: Double) {
        if frame != nil, layout == nil {
            contentInsets = Insets(top: points, right: points, bottom: points, left: points)
        } else {
            layout = layout ?? LayerLayout()
            layout?.style.padding = LayoutEdges(.points(points))
        }
    }
}
