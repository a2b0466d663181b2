import PenumbraMotion

/// The animatable properties of single types of layers.
extension AnimatableKey {
    // MARK: Gradients

    private static let gradient = Lens(\Layer.kind).part(
        { if case .gradient(let gradient) = $0 { gradient } else { nil } }, { $0 = .gradient($1) })

    static let ofGradients: [AnimatableKey] = of(
        .gradient,
        [
            AnimatableKey(
                "colors",
                .colors(gradient.part({ $0.hasStops ? $0.colors : nil }, { if $0.colors.count == $1.count { $0.colors = $1 } }))
            ),
            AnimatableKey(
                "locations",
                .numbers(
                    .unit,
                    gradient.part(
                        { $0.hasStops ? $0.locations ?? Gradient.evenLocations($0.colors.count) : nil },
                        { if $0.colors.count == $1.count { $0.locations = $1.neverDecreasing } }))),
        ] + point("startPoint", end(\.startPoint)) + point("endPoint", end(\.endPoint)) + point("center", end(\.center))
            + point("startCenter", end(\.startCenter)) + point("endCenter", end(\.endCenter))
            + [
                number("startRadius", .notNegative, end(\.startRadius)), number("endRadius", .notNegative, end(\.endRadius)),
            ])

    /// A place or a length of a gradient's geometry. Nil for geometries without it.
    private static func end<Value>(_ path: any WritableKeyPath<Gradient.Geometry, Value?> & Sendable) -> Lens<Value> {
        gradient.part({ $0.geometry[keyPath: path] }, { $0.geometry[keyPath: path] = $1 })
    }

    // MARK: Shapes

    private static let shape = Lens(\Layer.kind).part(
        { if case .shape(let shape) = $0 { shape } else { nil } }, { $0 = .shape($1) })

    static let ofShapes: [AnimatableKey] = of(
        .shape,
        [
            AnimatableKey("path", .path(shape.part(\.path))), color("fillColor", shape.part(\.fillColor).color),
            color("strokeColor", shape.part(\.strokeColor).color),
            AnimatableKey("lineDashPattern", .numbers(.notNegative, shape.part(\.stroke.lineDashPattern))),
            number("strokeStart", .unit, shape.part(\.stroke.strokeStart)),
            number("strokeEnd", .unit, shape.part(\.stroke.strokeEnd)),
            number("lineWidth", .notNegative, shape.part(\.stroke.lineWidth)),
            number("lineDashPhase", .any, shape.part(\.stroke.lineDashPhase)),
            number("miterLimit", .oneOrMore, shape.part(\.stroke.miterLimit)),
        ])

    // MARK: Texts

    private static let text = Lens(\Layer.kind).part({ if case .text(let text) = $0 { text } else { nil } }, { $0 = .text($1) })

    private static let stroke = text.part(\.stroke).or(Text.Stroke(.black, width: 0))

    private static let run = Lens<Text.Run>(
        get: { layer, indices in
            guard case .text(let text) = layer.kind, let index = indices.first, text.runs.indices.contains(index) else {
                return nil
            }
            return text.runs[index]
        },
        set: { layer, indices, run in
            guard case .text(var text) = layer.kind, let index = indices.first, text.runs.indices.contains(index) else {
                return
            }
            text.runs[index] = run
            layer.kind = .text(text)
        })

    /// A number of a run, which a run without it takes from the text.
    private static func run(
        _ path: any WritableKeyPath<Text.Run, Double?> & Sendable, or ofText: any KeyPath<Text, Double> & Sendable
    ) -> Lens<Double> {
        Lens(
            get: { layer, indices in
                run.get(layer, indices).flatMap { $0[keyPath: path] ?? text.get(layer, [])?[keyPath: ofText] }
            },
            set: run.part(path).or(0).set)
    }

    static let ofTexts: [AnimatableKey] = of(
        .text,
        at(
            .beforeLayout,
            [
                AnimatableKey("string", .text(text.part({ $0.runs.isEmpty ? $0.string : nil }, { $0.string = $1 }))),
                number("fontSize", .positive, text.part(\.fontSize)),
                number("letterSpacing", .any, text.part(\.letterSpacing)),
                number("wordSpacing", .any, text.part(\.wordSpacing)),
                number("textIndent", .any, text.part(\.indent)),
                number("paragraphSpacing", .any, text.part(\.paragraphSpacing)),
                number("textStroke.width", .notNegative, stroke.part(\.width)),
                number("baselineOffset", .any, text.part(\.decoration.baselineOffset)),
                number(
                    "lineHeight", .positive,
                    text.part({ $0.lineHeight?.points(ofFontSize: $0.fontSize) ?? 0 }, { $0.lineHeight = .points($1) })),
                number("minimumFontSize", .positive, text.part(\.minimumFontSize).or(0)),
                AnimatableKey("runs[].string", .text(run.part(\.string))),
                number("runs[].fontSize", .positive, run(\.fontSize, or: \.fontSize)),
                number("runs[].letterSpacing", .any, run(\.letterSpacing, or: \.letterSpacing)),
                number("runs[].baselineOffset", .any, run(\.baselineOffset, or: \.decoration.baselineOffset)),
            ]) + [
                color("color", text.part(\.color).color),
                color("textStroke.color", stroke.part(\.color)),
                color(
                    "runs[].color",
                    Lens<Paint>(
                        get: { layer, indices in run.get(layer, indices).flatMap { $0.color ?? text.get(layer, [])?.color } },
                        set: run.part(\.color).or(.black).set
                    ).color),
            ])

    // MARK: Pictures

    private static let image = Lens(\Layer.kind).part(
        { if case .image(let image) = $0 { image } else { nil } }, { $0 = .image($1) })

    static let ofImages: [AnimatableKey] = of(
        .image,
        [color("tint", image.part(\.tint).or(.transparent))]
            + at(
                .beforeLayout,
                [
                    AnimatableKey("contents", .image(image.part(\.source))),
                    AnimatableKey(
                        "contentsRect", .rect(image.part({ $0.contentsRect }, { $0.contentsRect = $1.someOfPicture }))),
                    number("contentsScale", .positive, image.part(\.contentsScale)),
                ]))
}

extension Gradient {
    /// Whether the gradient has colours and locations. Those of CSS have stops of their own.
    fileprivate var hasStops: Bool { if case .css = geometry { false } else { true } }

    /// The locations of colours that are evenly spaced.
    fileprivate static func evenLocations(_ count: Int) -> [Double] {
        (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
    }
}

extension [Double] {
    /// The numbers, each raised to the largest number before it, within 0…1.
    fileprivate var neverDecreasing: [Double] {
        var least = 0.0
        return map { number in
            least = Swift.max(least, Swift.min(1, number))
            return least
        }
    }
}

extension Rect {
    /// The rectangle with sides above zero.
    fileprivate var someOfPicture: Rect { Rect(x: minX, y: minY, width: max(1e-9, width), height: max(1e-9, height)) }
}

extension Gradient.Geometry {
    fileprivate var startPoint: Point? {
        get { line?.start }
        set { if let newValue, let line { self = along(newValue, line.end) } }
    }

    fileprivate var endPoint: Point? {
        get { line?.end }
        set { if let newValue, let line { self = along(line.start, newValue) } }
    }

    private var line: (start: Point, end: Point)? {
        switch self {
        case .axial(let start, let end), .radial(let start, let end), .conic(let start, let end): (start, end)
        case .circles, .twoCircles, .css: nil
        }
    }

    private func along(_ start: Point, _ end: Point) -> Gradient.Geometry {
        switch self {
        case .axial: .axial(startPoint: start, endPoint: end)
        case .radial: .radial(startPoint: start, endPoint: end)
        case .conic: .conic(startPoint: start, endPoint: end)
        case .circles, .twoCircles, .css: self
        }
    }

    fileprivate var center: Point? {
        get { if case .circles(let center, _, _) = self { center } else { nil } }
        set {
            guard let newValue, case .circles(_, let start, let end) = self else { return }
            self = .circles(center: newValue, startRadius: start, endRadius: end)
        }
    }

    fileprivate var startCenter: Point? {
        get { if case .twoCircles(let center, _, _, _) = self { center } else { nil } }
        set {
            guard let newValue, case .twoCircles(_, let start, let endCenter, let end) = self else { return }
            self = .twoCircles(startCenter: newValue, startRadius: start, endCenter: endCenter, endRadius: end)
        }
    }

    fileprivate var endCenter: Point? {
        get { if case .twoCircles(_, _, let center, _) = self { center } else { nil } }
        set {
            guard let newValue, case .twoCircles(let startCenter, let start, _, let end) = self else { return }
            self = .twoCircles(startCenter: startCenter, startRadius: start, endCenter: newValue, endRadius: end)
        }
    }

    fileprivate var startRadius: Double? {
        get { radii?.start }
        set { if let newValue, let radii { self = with(newValue, radii.end) } }
    }

    fileprivate var endRadius: Double? {
        get { radii?.end }
        set { if let newValue, let radii { self = with(radii.start, newValue) } }
    }

    private var radii: (start: Double, end: Double)? {
        switch self {
        case .circles(_, let start, let end), .twoCircles(_, let start, _, let end): (start, end)
        case .axial, .radial, .conic, .css: nil
        }
    }

    private func with(_ start: Double, _ end: Double) -> Gradient.Geometry {
        switch self {
        case .circles(let center, _, _): .circles(center: center, startRadius: start, endRadius: end)
        case .twoCircles(let startCenter, _, let endCenter, _):
            .twoCircles(startCenter: startCenter, startRadius: start, endCenter: endCenter, endRadius: end)
        case .axial, .radial, .conic, .css: self
        }
    }
}
