import PenumbraMotion

/// The property of a layer that an animation changes, such as `opacity`, `position.x` or `shadows[0].radius`.
public struct AnimationKeyPath: Hashable, Sendable {
    /// The key path without indices, such as `shadows[].radius`.
    public let pattern: String
    /// The indices in the key path, from left to right.
    public let indices: [Int]

    init(pattern: String, indices: [Int] = []) {
        (self.pattern, self.indices) = (pattern, indices)
    }

    /// The number within a transform, and the key path of the transform. Nil for other key paths, and for a whole transform.
    public var transformComponent: (transform: String, component: TransformComponent)? {
        for prefix in AnimatableKey.transforms where pattern.hasPrefix(prefix + ".") {
            guard let component = TransformComponent(rawValue: String(pattern.dropFirst(prefix.count + 1))) else { continue }
            return (prefix, component)
        }
        return nil
    }
}

extension AnimationKeyPath: CustomStringConvertible {
    public var description: String {
        var rest = indices[...]
        return pattern.split(separator: "[]", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset == 0 ? String($0.element) : "[\(rest.popFirst() ?? 0)]" + $0.element }
            .joined()
    }
}

/// A key path that animations may have: its pattern, the type of its values, and the layers that have it.
struct AnimatableKey: Sendable {
    /// The values of a key path as documents write them.
    enum Kind: Sendable {
        case number(Node.NumberRange)
        case point
        case rect
        case numbers(Node.NumberRange)
        case color
        case colors
        case transform
        case path
        /// A text or a file, which is exchanged and not interpolated.
        case text
        case flag
    }

    let pattern: String
    let kind: Kind
    /// Nil for layers of every type.
    var type: SceneDecoder.LayerType?

    /// The transforms, of which single numbers can be animated, too.
    static let transforms = ["transform", "shadows[].transform", "replicate.transform"]

    static let all: [AnimatableKey] =
        ofEveryLayer + ofShadows("shadows[]") + ofShadows("innerShadows[]") + points(["shadows[].anchor"])
        + transforms.flatMap(ofTransform) + ofLayout + ofGradients + ofShapes + ofTexts + ofImages

    private static let ofEveryLayer: [AnimatableKey] =
        points(["position", "anchorPoint"])
        + [
            AnimatableKey(pattern: "frame", kind: .rect), AnimatableKey(pattern: "hidden", kind: .flag),
            AnimatableKey(pattern: "backgroundColor", kind: .color), AnimatableKey(pattern: "borderColor", kind: .color),
            AnimatableKey(pattern: "replicate.color", kind: .color),
        ] + numbers(["opacity"], .unit) + numbers(["zPosition"], .any)
        + numbers(
            ["bounds.size.width", "bounds.size.height", "cornerRadius", "borderWidth", "blur", "backdropBlur"], .notNegative)
        + numbers(["redOffset", "greenOffset", "blueOffset", "opacityOffset"].map { "replicate." + $0 }, .any)

    private static let ofLayout: [AnimatableKey] =
        numbers(
            ["width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "padding", "layout.gap"], .notNegative)
        + numbers(["flexGrow", "flexShrink", "flexBasis"], .notNegative) + numbers(["margin"], .any)
        + numbers(["aspectRatio"], .positive)

    private static func ofShadows(_ list: String) -> [AnimatableKey] {
        numbers(["opacity", "noise"].map { list + "." + $0 }, .unit) + numbers([list + ".spread"], .any)
            + numbers(["radius", "elevation"].map { list + "." + $0 }, .notNegative) + points([list + ".offset"])
            + [AnimatableKey(pattern: list + ".color", kind: .color), AnimatableKey(pattern: list + ".path", kind: .path)]
    }

    private static func ofTransform(_ key: String) -> [AnimatableKey] {
        [AnimatableKey(pattern: key, kind: .transform), AnimatableKey(pattern: key + ".translation", kind: .point)]
            + numbers(TransformComponent.allCases.map { key + "." + $0.rawValue }, .any)
    }

    private static let ofGradients: [AnimatableKey] = of(
        .gradient,
        [AnimatableKey(pattern: "colors", kind: .colors), AnimatableKey(pattern: "locations", kind: .numbers(.unit))]
            + points(["startPoint", "endPoint", "center", "startCenter", "endCenter"])
            + numbers(["startRadius", "endRadius"], .notNegative))

    private static let ofShapes: [AnimatableKey] = of(
        .shape,
        [
            AnimatableKey(pattern: "path", kind: .path), AnimatableKey(pattern: "fillColor", kind: .color),
            AnimatableKey(pattern: "strokeColor", kind: .color),
            AnimatableKey(pattern: "lineDashPattern", kind: .numbers(.notNegative)),
        ] + numbers(["strokeStart", "strokeEnd"], .unit) + numbers(["lineWidth"], .notNegative)
            + numbers(["lineDashPhase"], .any) + numbers(["miterLimit"], .oneOrMore))

    private static let ofTexts: [AnimatableKey] = of(
        .text, ofText("") + ofText("runs[].") + numbers(["lineHeight", "minimumFontSize"], .positive))

    private static func ofText(_ prefix: String) -> [AnimatableKey] {
        [AnimatableKey(pattern: prefix + "string", kind: .text), AnimatableKey(pattern: prefix + "color", kind: .color)]
            + numbers([prefix + "fontSize"], .positive)
            + numbers([prefix + "letterSpacing", prefix + "baselineOffset"], .any)
    }

    private static let ofImages: [AnimatableKey] = of(
        .image,
        [
            AnimatableKey(pattern: "contents", kind: .text), AnimatableKey(pattern: "contentsRect", kind: .rect),
            AnimatableKey(pattern: "tint", kind: .color),
        ] + numbers(["contentsScale"], .positive))

    private static func numbers(_ patterns: [String], _ range: Node.NumberRange) -> [AnimatableKey] {
        patterns.map { AnimatableKey(pattern: $0, kind: .number(range)) }
    }

    /// Points, with each coordinate as a key path of its own.
    private static func points(_ patterns: [String]) -> [AnimatableKey] {
        patterns.flatMap { [AnimatableKey(pattern: $0, kind: .point)] + numbers([$0 + ".x", $0 + ".y"], .any) }
    }

    private static func of(_ type: SceneDecoder.LayerType, _ keys: [AnimatableKey]) -> [AnimatableKey] {
        keys.map { AnimatableKey(pattern: $0.pattern, kind: $0.kind, type: type) }
    }
}
