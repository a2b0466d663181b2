import PenumbraBitmap
import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// What a property does to the style of an element of SVG.
///
/// A property is one entry of `all`: the part of the style that it sets, and how its value is read.
struct StyleProperty: Sendable {
    /// Sets the property. False, and no change, for a malformed value.
    let set: @Sendable (_ style: inout Style, _ reader: StyleReader) -> Bool
    /// Takes the value of another style.
    let copy: @Sendable (_ style: inout Style, _ other: Style) -> Void

    init<Value>(
        _ part: any WritableKeyPath<Style, Value> & Sendable, _ read: @escaping @Sendable (StyleReader) -> Value?
    ) {
        set = { style, reader in
            guard let value = read(reader) else { return false }
            style[keyPath: part] = value
            return true
        }
        copy = { style, other in style[keyPath: part] = other[keyPath: part] }
    }

    /// A property with more than one part, or whose inherited value differs from the parent's.
    init(
        set: @escaping @Sendable (inout Style, StyleReader) -> Bool,
        copy: @escaping @Sendable (inout Style, Style) -> Void
    ) {
        (self.set, self.copy) = (set, copy)
    }

    /// The properties by their names.
    static let all: [String: StyleProperty] = paint.merging(text) { $1 }.merging(own) { $1 }.merging(geometry) { $1 }
        .merging(animation) { $1 }

    // MARK: - Paint

    private static let paint: [String: StyleProperty] = [
        // currentcolor is the colour of the parent.
        "color": StyleProperty(\.color) { $0.word == "currentcolor" ? $0.parent.color : $0.color },
        "color-scheme": StyleProperty(\.colorScheme) { ColorScheme($0.word) },
        "fill": StyleProperty(\.fill) { $0.paint },
        "stroke": StyleProperty(\.stroke) { $0.paint },
        "fill-opacity": StyleProperty(\.fillOpacity) { $0.share },
        "stroke-opacity": StyleProperty(\.strokeOpacity) { $0.share },
        "fill-rule": StyleProperty(\.fillRule) { FillRule(rawValue: $0.word) },
        "clip-rule": StyleProperty(\.clipRule) { FillRule(rawValue: $0.word) },
        "stroke-width": StyleProperty(\.strokeWidth) { $0.length.flatMap { $0.isNotNegative ? $0 : nil } },
        "stroke-linecap": StyleProperty(\.lineCap) { LineCap(rawValue: $0.word) },
        // The two joins of SVG 2 that cut or bend a miter are drawn as miters, as browsers do.
        "stroke-linejoin": StyleProperty(\.lineJoin) {
            LineJoin(rawValue: $0.word == "miter-clip" || $0.word == "arcs" ? "miter" : $0.word)
        },
        "stroke-miterlimit": StyleProperty(\.miterLimit) { $0.number($0.value).flatMap { $0 >= 0 ? max(1, $0) : nil } },
        "stroke-dasharray": StyleProperty(\.dashes) { reader in
            reader.word == "none" ? [] : reader.lengths.flatMap { $0.allSatisfy(\.isNotNegative) ? $0 : nil }
        },
        "stroke-dashoffset": StyleProperty(\.dashOffset) { $0.length },
        "paint-order": StyleProperty(\.paintOrder) { paintOrder($0.word) },
        "visibility": StyleProperty(\.isVisible) { $0.one(of: ["visible", "hidden", "collapse"]).map { $0 == "visible" } },
        "marker-start": StyleProperty(\.markerStart) { $0.marker },
        "marker-mid": StyleProperty(\.markerMid) { $0.marker },
        "marker-end": StyleProperty(\.markerEnd) { $0.marker },
        "image-rendering": StyleProperty(\.imageRendering) { $0.word },
        "shape-rendering": StyleProperty(\.isAntialiased) {
            $0.one(of: ["auto", "geometricprecision", "crispedges", "optimizespeed"]).map {
                $0 == "auto" || $0 == "geometricprecision"
            }
        },
        "color-interpolation": StyleProperty(\.mixesInLinearRGB) {
            $0.one(of: ["auto", "srgb", "linearrgb"]).map { $0 == "linearrgb" }
        },
        "color-interpolation-filters": StyleProperty(\.filtersInLinearRGB) {
            $0.one(of: ["auto", "srgb", "linearrgb"]).map { $0 != "srgb" }
        },
    ]

    private static func paintOrder(_ word: String) -> [Style.PaintPart]? {
        var order: [Style.PaintPart] = []
        for word in word.split(whereSeparator: \.isWhitespace) {
            switch word {
            case "normal": break
            case "fill": order.append(.fill)
            case "stroke": order.append(.stroke)
            case "markers": order.append(.markers)
            default: return nil
            }
        }
        guard Set(order).count == order.count else { return nil }
        return order + Style.PaintOrder.standard.filter { !order.contains($0) }
    }

    // MARK: - Properties of the element itself

    private static let own: [String: StyleProperty] = [
        "display": StyleProperty(\.own.isDisplayed) { $0.word != "none" },
        "opacity": StyleProperty(\.own.opacity) { $0.share },
        "clip-path": StyleProperty(\.own.clipPath) { $0.notNone },
        "mask": StyleProperty(\.own.mask) { $0.notNone },
        "filter": StyleProperty(\.own.filter) { $0.notNone },
        "mix-blend-mode": StyleProperty(\.own.blendMode) { BlendMode(rawValue: $0.word) },
        "isolation": StyleProperty(\.own.isIsolated) { $0.one(of: ["auto", "isolate"]).map { $0 == "isolate" } },
        "overflow": StyleProperty(\.own.clipsOverflow) { reader in
            let words = Set(reader.word.split(whereSeparator: \.isWhitespace))
            if !words.isEmpty, words.isSubset(of: ["hidden", "scroll", "clip"]) { return true }
            return !words.isEmpty && words.isSubset(of: ["visible", "auto"]) ? false : nil
        },
        "stop-color": StyleProperty(\.own.stopColor) { $0.paint },
        "stop-opacity": StyleProperty(\.own.stopOpacity) { $0.share },
        "flood-color": StyleProperty(\.own.floodColor) { $0.paint },
        "flood-opacity": StyleProperty(\.own.floodOpacity) { $0.share },
        "lighting-color": StyleProperty(\.own.lightingColor) { $0.paint },
        "transform": StyleProperty(\.own.transform) { TransformAttribute.computed($0) },
        "translate": individual("translate"), "rotate": individual("rotate"), "scale": individual("scale"),
        "transform-origin": StyleProperty(\.own.transformOrigin) { $0.value },
        "transform-box": StyleProperty(\.own.transformBox) {
            $0.one(of: ["content-box", "border-box", "fill-box", "stroke-box", "view-box"])
        },
        "vector-effect": StyleProperty(\.own.keepsStrokeWidth) { reader in
            let words = Set(reader.word.split(whereSeparator: \.isWhitespace).map(String.init))
            guard words.isSubset(of: ["none", "non-scaling-stroke"]) else { return nil }
            return words.contains("non-scaling-stroke")
        },
        "background-color": StyleProperty(\.own.background) { $0.color.map { .some($0) } },
        "background": StyleProperty(\.own.background) { $0.word == "none" ? .some(nil) : $0.color.map { .some($0) } },
        "mask-type": StyleProperty(\.own.isLuminanceMask) { $0.one(of: ["luminance", "alpha"]).map { $0 != "alpha" } },
        "unicode-bidi": StyleProperty(\.own.unicodeBidi) { $0.one(of: bidiValues) },
        "alignment-baseline": StyleProperty(\.own.alignmentBaseline) { $0.one(of: baselines) },
        "baseline-shift": StyleProperty(
            set: { style, reader in
                guard ["baseline", "sub", "super"].contains(reader.word) || Length(reader.word) != nil else { return false }
                style.own.baselineShift = reader.value
                return true
            },
            copy: { style, other in
                style.own.baselineShift = other.own.baselineShift
                if let length = other.own.baselineShift.flatMap({ Length($0) }), length.unit != .percentage {
                    // A length in em is one of the parent's font.
                    style.own.baselineShift = "\(length.resolved(0, CSSUnits(fontSize: other.font.size)))"
                }
            }),
    ].merging(lines) { $1 }

    private static func individual(_ name: String) -> StyleProperty {
        StyleProperty(
            set: { style, reader in
                let isWhole =
                    reader.word == "none"
                    || TransformAttribute.individual(name, reader.value, { length, _ in length.resolved(0, CSSUnits.any) })
                        != nil
                    || name == "rotate" || CSSText.words(reader.value).count == 3
                guard isWhole else { return false }
                style.own.individualTransforms[name] = reader.word == "none" ? nil : reader.value
                return true
            },
            copy: { style, other in style.own.individualTransforms[name] = other.own.individualTransforms[name] })
    }

    // MARK: - Geometry

    private static let geometry: [String: StyleProperty] = {
        var result: [String: StyleProperty] = [:]
        func add(_ names: [String], _ isValid: @escaping @Sendable (StyleReader) -> Bool) {
            for name in names {
                result[name] = StyleProperty(
                    set: { style, reader in
                        guard isValid(reader) else { return false }
                        style.own.geometry[name] = reader.value
                        return true
                    },
                    copy: { style, other in style.own.geometry[name] = other.own.geometry[name] })
            }
        }
        // In CSS, all lengths but 0 have units. Attributes without functions are read elsewhere.
        @Sendable func length(_ reader: StyleReader) -> Length? {
            let isBare = StyleReader.number(reader.word).map { $0 != 0 && reader.word.last != "%" } ?? false
            return isBare ? nil : Length(reader.word)
        }
        add(["x", "y", "cx", "cy"]) { $0.word == "auto" || length($0) != nil }
        add(["width", "height", "r", "rx", "ry"]) { $0.word == "auto" || length($0).map(\.isNotNegative) == true }
        add(["d"]) { $0.word == "none" || $0.word.hasPrefix("path(") }
        return result
    }()

    private static let animation: [String: StyleProperty] = Dictionary(
        uniqueKeysWithValues: CSSAnimation.properties.map { name in
            (
                name,
                StyleProperty(
                    set: { style, reader in
                        style.own.animation[name] = reader.value
                        return true
                    },
                    copy: { style, other in style.own.animation[name] = other.own.animation[name] })
            )
        })

    /// The attributes of geometry, which are properties too.
    static let geometryNames = Set(geometry.keys)

    static let bidiValues: Set<String> = ["normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext"]

    /// The values of `dominant-baseline` and `alignment-baseline`, also those of SVG 1.1.
    static let baselines: Set<String> = [
        "auto", "baseline", "alphabetic", "ideographic", "middle", "central", "mathematical", "hanging", "text-bottom",
        "text-top", "text-after-edge", "text-before-edge", "after-edge", "before-edge", "use-script", "no-change", "reset-size",
    ]
}

/// The schemes that a document is made for.
struct ColorScheme: Hashable, Sendable {
    var allowsDark = false
    /// Whether the document is dark whatever the user prefers.
    var isDarkOnly = false

    init() {}

    init?(_ word: String) {
        let words = word.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        allowsDark = words.contains("dark")
        isDarkOnly = allowsDark && !words.contains("light")
    }
}
