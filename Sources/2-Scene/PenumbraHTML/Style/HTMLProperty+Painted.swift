import PenumbraCSS
import PenumbraScene

/// The properties that only painting reads. Their values are kept as they are written.
extension HTMLProperty {
    static let painted: [String: HTMLProperty] = Dictionary(
        uniqueKeysWithValues: (CSSText.words(names + " " + vectorNames).map { name in
            (
                name,
                HTMLProperty(
                    set: { style, reader in
                        if let words = keywords[name], !words.contains(reader.word) { return false }
                        if colors.contains(name), reader.color() == nil { return false }
                        if let check = grammar[name], !check(reader) { return false }
                        style.box.paint[name] = reader.value
                        return true
                    }, copy: { style, other in style.box.paint[name] = other.box.paint[name] })
            )
        }))

    /// The properties of SVG, for the elements of SVG in a page.
    static let vectorNames = """
        fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
        stroke-dasharray stroke-dashoffset clip-rule color-interpolation color-interpolation-filters stop-color
        stop-opacity flood-color flood-opacity lighting-color marker-start marker-mid marker-end text-anchor
        dominant-baseline alignment-baseline baseline-shift vector-effect shape-rendering x y cx cy r rx ry d
        """

    private static let names = """
        background-attachment background-blend-mode background-clip background-color background-image background-origin
        background-position background-position-x background-position-y background-repeat background-size
        border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius
        border-image-source border-image-slice border-image-width border-image-outset border-image-repeat
        outline-color outline-style outline-width outline-offset box-shadow opacity filter backdrop-filter mix-blend-mode
        isolation clip-path clip mask-image mask-position mask-size mask-repeat mask-origin mask-clip mask-composite mask-mode
        mask-type transform transform-origin transform-box transform-style translate rotate scale perspective
        perspective-origin backface-visibility object-position object-view-box overflow-clip-margin corner-top-left-shape
        corner-top-right-shape corner-bottom-right-shape corner-bottom-left-shape box-decoration-break will-change
        shape-outside shape-margin
        """

    private static let colors: Set<String> = ["background-color", "outline-color"]

    /// Checks of values that painting would read in another way than browsers.
    private static let grammar: [String: @Sendable (ValueReader) -> Bool] = {
        func each(_ check: @escaping @Sendable (String) -> Bool) -> @Sendable (ValueReader) -> Bool {
            { reader in PaintText.list(reader.value).allSatisfy(check) }
        }
        func words(_ known: Set<String>) -> @Sendable (ValueReader) -> Bool {
            each { known.contains($0.asciiLowercased) }
        }
        let modes: Set<String> = [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
            "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter", "plus-darker",
        ]
        let boxes: Set<String> = ["border-box", "padding-box", "content-box"]
        let radius: @Sendable (ValueReader) -> Bool = { reader in !reader.words.contains { $0.hasPrefix("-") } }
        let shape: @Sendable (ValueReader) -> Bool = { BoxOutline.shape($0.value, $0.units) != nil }
        return [
            "background-position": each { CSSPlaceSyntax.isPosition($0, isBackground: true) },
            "mask-position": each { CSSPlaceSyntax.isPosition($0) },
            "object-position": { CSSPlaceSyntax.isPosition($0.value) },
            "perspective-origin": { CSSPlaceSyntax.isPosition($0.value) },
            "background-size": each(CSSPlaceSyntax.isSize), "mask-size": each(CSSPlaceSyntax.isSize),
            "background-repeat": each(CSSPlaceSyntax.isRepetition), "mask-repeat": each(CSSPlaceSyntax.isRepetition),
            "background-origin": words(boxes.union(["auto"])),
            "background-clip": words(boxes.union(["text", "border-area", "auto"])),
            "mask-composite": words(["add", "subtract", "intersect", "exclude"]),
            "mix-blend-mode": { modes.contains($0.word) }, "background-blend-mode": words(modes),
            "perspective": { $0.word == "none" || $0.points() != nil },
            "border-top-left-radius": radius, "border-top-right-radius": radius,
            "border-bottom-right-radius": radius, "border-bottom-left-radius": radius,
            "corner-top-left-shape": shape, "corner-top-right-shape": shape,
            "corner-bottom-right-shape": shape, "corner-bottom-left-shape": shape,
        ]
    }()

    private static let keywords: [String: Set<String>] = [
        "backface-visibility": ["visible", "hidden"], "transform-style": ["flat", "preserve-3d"],
        "isolation": ["auto", "isolate"], "outline-style": lineStyles.union(["auto"]),
        "box-decoration-break": ["slice", "clone"],
    ]
}
