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

    /// The keys of the format that can be animated, and the place and the size of the frame.
    package static let all: [AnimatableKey] = [
        ofPlace, Layer.headKeys.motion("", .layer), Layer.boxKeys.motion("", .layer), Layer.effectKeys.motion("", .layer),
        LayerLayout.keys.motion("", Lens.layer.part(\.layout).or(LayerLayout())),
        of(.gradient, Gradient.keys, { if case .gradient(let gradient) = $0 { gradient } else { nil } }, { .gradient($0) }),
        of(.shape, Shape.keys, { if case .shape(let shape) = $0 { shape } else { nil } }, { .shape($0) }),
        of(.text, Text.keys, { if case .text(let text) = $0 { text } else { nil } }, { .text($0) }),
        of(.image, ImageContents.keys, { if case .image(let image) = $0 { image } else { nil } }, { .image($0) }),
    ].flatMap { $0 }

    /// The keys of one type of layer.
    private static func of<Contents>(
        _ type: SceneDecoder.LayerType, _ keys: Keys<Contents>, _ contents: @escaping @Sendable (Layer.Kind) -> Contents?,
        _ kind: @escaping @Sendable (Contents) -> Layer.Kind
    ) -> [AnimatableKey] {
        keys.motion("", Lens.layer.part(\.kind).part(contents, { $0 = kind($1) })).map { key in
            var key = key
            key.type = type
            return key
        }
    }

    static let ofPattern = Dictionary(grouping: all, by: \.pattern)

    init(_ pattern: String, _ property: Property) { (self.pattern, self.property) = (pattern, property) }

    /// The same key at another stage.
    init(_ key: AnimatableKey, at stage: Stage) {
        self = key
        self.stage = stage
    }

    // MARK: The frame

    private static let frame = Lens.layer.part(\.frame).part({ $0 }, { $0 = $1 })

    private static let ofPlace: [AnimatableKey] =
        ([AnimatableKey("frame", .rect(frame))]
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
        ]).map { AnimatableKey($0, at: .frame) }

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

extension Layer {
    /// The place of the anchor in the parent.
    fileprivate func anchor(in frame: Rect) -> Point {
        Point(frame.minX + anchorPoint.x * frame.width, frame.minY + anchorPoint.y * frame.height)
    }
}
