import PenumbraScene

/// The properties of CSS and of SVG: which of them children inherit, and which stand for several others.
///
/// What a property does is an entry of the document that draws it.
package enum CSSProperty {
    /// The properties that children inherit.
    package static let inherited: Set<String> = words(
        """
        azimuth border-collapse border-spacing caption-side caret-color clip-rule color color-interpolation
        color-interpolation-filters color-rendering color-scheme cursor direction dominant-baseline empty-cells fill
        fill-opacity fill-rule font-family font-feature-settings font-kerning font-language-override font-optical-sizing
        font-palette font-size font-size-adjust font-stretch font-style font-synthesis font-synthesis-small-caps
        font-synthesis-style font-synthesis-weight font-variant-alternates font-variant-caps font-variant-east-asian
        font-variant-emoji font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings
        font-weight font-width glyph-orientation-horizontal glyph-orientation-vertical hanging-punctuation
        hyphenate-character hyphenate-limit-chars hyphens image-orientation image-rendering kerning letter-spacing line-break
        line-height list-style-image list-style-position list-style-type marker-end marker-mid marker-start math-depth
        math-shift math-style orphans overflow-wrap paint-order pointer-events print-color-adjust quotes ruby-align
        ruby-position scrollbar-color shape-rendering speak stroke stroke-dasharray stroke-dashoffset stroke-linecap
        stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tab-size text-align text-align-last text-anchor
        text-autospace text-box-edge text-combine-upright text-decoration-skip-ink text-emphasis-color
        text-emphasis-position text-emphasis-style text-indent text-orientation text-rendering text-shadow
        text-size-adjust text-spacing-trim text-transform text-underline-offset text-underline-position text-wrap-mode
        text-wrap-style user-select visibility white-space white-space-collapse widows word-break word-spacing
        writing-mode -webkit-text-fill-color -webkit-text-stroke-color -webkit-text-stroke-width
        -webkit-font-smoothing -webkit-tap-highlight-color -webkit-print-color-adjust -webkit-user-select
        -moz-osx-font-smoothing
        """)

    /// Further properties, which children don't inherit.
    private static let own: Set<String> = words(
        """
        accent-color align-content align-items align-self alignment-baseline anchor-name animation-composition
        animation-delay animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name
        animation-play-state animation-range animation-timeline animation-timing-function appearance aspect-ratio
        backdrop-filter backface-visibility background-attachment background-blend-mode background-clip background-color
        background-image background-origin background-position background-position-x background-position-y
        background-repeat background-size baseline-shift block-size border-bottom-color border-bottom-left-radius
        border-bottom-right-radius border-bottom-style border-bottom-width border-image-outset border-image-repeat
        border-image-slice border-image-source border-image-width border-left-color border-left-style border-left-width
        border-right-color border-right-style border-right-width border-top-color border-top-left-radius
        border-top-right-radius border-top-style border-top-width bottom box-decoration-break box-shadow box-sizing
        break-after break-before break-inside buffered-rendering clear clip clip-path color-profile column-count column-fill
        column-gap column-height column-rule-color column-rule-style column-rule-width column-span column-width contain
        contain-intrinsic-height contain-intrinsic-width
        container-name container-type content content-visibility corner-bottom-left-shape
        corner-bottom-right-shape corner-top-left-shape corner-top-right-shape counter-increment
        counter-reset counter-set cx cy d display enable-background field-sizing filter flex-basis flex-direction
        flex-grow flex-shrink flex-wrap float flood-color flood-opacity grid-auto-columns grid-auto-flow grid-auto-rows
        grid-column-end grid-column-start grid-row-end grid-row-start grid-template-areas grid-template-columns
        grid-template-rows height initial-letter inline-size inset-block-end inset-block-start inset-inline-end
        inset-inline-start interpolate-size isolation justify-content justify-items justify-self left lighting-color
        line-clamp margin-bottom margin-left margin-right margin-top margin-trim mask mask-border mask-clip mask-composite
        mask-image mask-mode mask-origin mask-position mask-repeat mask-size mask-type max-height max-width min-height
        min-width mix-blend-mode object-fit object-position object-view-box offset-anchor offset-distance offset-path
        offset-position offset-rotate opacity order outline-color outline-offset outline-style outline-width overflow-anchor
        overflow-block overflow-clip-margin overflow-inline overflow-x overflow-y overscroll-behavior padding-bottom
        padding-left padding-right padding-top page perspective perspective-origin position position-anchor position-area
        r resize right rotate row-gap rx ry scale scroll-behavior scroll-snap-align scroll-snap-stop scroll-snap-type
        scroll-timeline scrollbar-gutter scrollbar-width shape-image-threshold shape-inside shape-margin
        shape-outside shape-padding shape-subtract solid-color
        solid-opacity stop-color stop-opacity table-layout text-box-trim text-decoration-color text-decoration-line
        text-decoration-style text-decoration-thickness text-overflow timeline-scope top touch-action transform
        transform-box transform-origin transform-style transition-behavior transition-delay transition-duration
        transition-property transition-timing-function translate unicode-bidi vector-effect vertical-align view-timeline
        view-transition-name width will-change x y z-index zoom -webkit-box-orient -webkit-line-clamp
        -webkit-box-reflect -webkit-app-region -webkit-user-drag anchor-scope animation-range-end animation-range-start
        baseline-source caret-animation caret-shape dynamic-range-limit forced-color-adjust interactivity overlay
        overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y page-orientation
        position-try position-try-fallbacks position-try-order position-visibility reading-flow reading-order ruby-overhang
        scroll-initial-target scroll-margin-block scroll-margin-block-end scroll-margin-block-start scroll-margin-bottom
        scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left scroll-margin-right
        scroll-margin-top scroll-marker-group scroll-padding-block scroll-padding-block-end scroll-padding-block-start
        scroll-padding-bottom scroll-padding-inline scroll-padding-inline-end scroll-padding-inline-start
        scroll-padding-left scroll-padding-right scroll-padding-top scroll-target-group scroll-timeline-axis
        scroll-timeline-name text-justify view-timeline-axis view-timeline-inset view-timeline-name view-transition-class
        """)

    /// The properties that stand for several others.
    package static let shorthands: [String: [String]] = {
        let sides = ["top", "right", "bottom", "left"]
        let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]
        func each(_ names: [String], _ text: (String) -> String) -> [String] { names.map(text) }
        let layer = ["image", "position", "size", "repeat", "origin", "clip"]
        var result: [String: [String]] = [
            "margin": each(sides) { "margin-\($0)" }, "padding": each(sides) { "padding-\($0)" }, "inset": sides,
            "border-radius": each(corners) { "border-\($0)-radius" }, "corner-shape": each(corners) { "corner-\($0)-shape" },
            "background": each(layer) { "background-\($0)" } + ["background-attachment", "background-color"],
            "mask": each(layer + ["mode", "composite"]) { "mask-\($0)" },
            "outline": ["outline-width", "outline-style", "outline-color"],
            "font": [
                "font-style", "font-weight", "font-stretch", "font-size", "line-height", "font-family", "font-feature-settings",
                "font-variation-settings",
            ] + fontVariants + ["font-kerning", "font-optical-sizing", "font-size-adjust"],
            "font-variant": fontVariants,
            "font-synthesis": ["font-synthesis-weight", "font-synthesis-style", "font-synthesis-small-caps"],
            "text-decoration": [
                "text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness",
            ],
            "text-box": ["text-box-trim", "text-box-edge"],
            "text-emphasis": ["text-emphasis-style", "text-emphasis-color"],
            "-webkit-text-stroke": ["-webkit-text-stroke-width", "-webkit-text-stroke-color"],
            "marker": ["marker-start", "marker-mid", "marker-end"],
            "gap": ["row-gap", "column-gap"], "grid-gap": ["row-gap", "column-gap"],
            "grid-row-gap": ["row-gap"], "grid-column-gap": ["column-gap"],
            "place-items": ["align-items", "justify-items"], "place-content": ["align-content", "justify-content"],
            "place-self": ["align-self", "justify-self"],
            "flex": ["flex-grow", "flex-shrink", "flex-basis"], "flex-flow": ["flex-direction", "flex-wrap"],
            "overflow": ["overflow-x", "overflow-y"], "list-style": each(["type", "position", "image"]) { "list-style-\($0)" },
            "columns": ["column-width", "column-count"],
            "contain-intrinsic-size": ["contain-intrinsic-width", "contain-intrinsic-height"],
            "contain-intrinsic-inline-size": ["contain-intrinsic-width"],
            "contain-intrinsic-block-size": ["contain-intrinsic-height"],
            "column-rule": ["column-rule-width", "column-rule-style", "column-rule-color"],
            "border-image": each(["source", "slice", "width", "outset", "repeat"]) { "border-image-\($0)" },
            "grid-row": ["grid-row-start", "grid-row-end"], "grid-column": ["grid-column-start", "grid-column-end"],
            "grid-area": ["grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"],
            "grid-template": ["grid-template-rows", "grid-template-columns", "grid-template-areas"],
            "grid": [
                "grid-template-rows", "grid-template-columns", "grid-template-areas", "grid-auto-rows", "grid-auto-columns",
                "grid-auto-flow",
            ],
            "animation": each(
                ["duration", "timing-function", "delay", "iteration-count", "direction", "fill-mode", "play-state", "name"]
            ) { "animation-\($0)" },
            "transition": each(["property", "duration", "timing-function", "delay"]) { "transition-\($0)" },
            "text-wrap": ["text-wrap-mode", "text-wrap-style"],
            "container": ["container-name", "container-type"], "offset": ["offset-path", "offset-distance", "offset-rotate"],
            "scroll-margin": [], "scroll-padding": [], "scroll-snap": [], "page-break-after": ["break-after"],
            "page-break-before": ["break-before"], "page-break-inside": ["break-inside"], "word-wrap": ["overflow-wrap"],
            "inline-size": ["width"], "block-size": ["height"], "min-inline-size": ["min-width"],
            "min-block-size": ["min-height"], "max-inline-size": ["max-width"], "max-block-size": ["max-height"],
        ]
        for part in ["width", "style", "color"] { result["border-\(part)"] = each(sides) { "border-\($0)-\(part)" } }
        for side in sides { result["border-\(side)"] = each(["width", "style", "color"]) { "border-\(side)-\($0)" } }
        result["border"] = sides.flatMap { result["border-\($0)"] ?? [] }
        let logical = [
            ("inline-start", ["left"]), ("inline-end", ["right"]), ("block-start", ["top"]), ("block-end", ["bottom"]),
            ("inline", ["left", "right"]), ("block", ["top", "bottom"]),
        ]
        for (block, side) in [("start", "top"), ("end", "bottom")] {
            for (inline, end) in [("start", "left"), ("end", "right")] {
                result["border-\(block)-\(inline)-radius"] = ["border-\(side)-\(end)-radius"]
                result["corner-\(block)-\(inline)-shape"] = ["corner-\(side)-\(end)-shape"]
            }
        }
        for (names, ends) in [
            (["top", "block-start"], ["top-left", "top-right"]), (["right", "inline-end"], ["top-right", "bottom-right"]),
            (["bottom", "block-end"], ["bottom-left", "bottom-right"]),
            (["left", "inline-start"], ["top-left", "bottom-left"]),
        ] {
            for name in names { result["corner-\(name)-shape"] = each(ends) { "corner-\($0)-shape" } }
        }
        for (name, sides) in logical {
            for box in ["margin", "padding"] { result["\(box)-\(name)"] = each(sides) { "\(box)-\($0)" } }
            result["inset-\(name)"] = sides
            result["border-\(name)"] = sides.flatMap { result["border-\($0)"] ?? [] }
            for part in ["width", "style", "color"] {
                result["border-\(name)-\(part)"] = each(sides) { "border-\($0)-\(part)" }
            }
        }
        return result
    }()

    package static let fontVariants = [
        "font-variant-ligatures", "font-variant-caps", "font-variant-alternates", "font-variant-numeric",
        "font-variant-east-asian", "font-variant-position", "font-variant-emoji",
    ]

    private static let names: Set<String> = inherited.union(own).union(shorthands.keys).union(["all"])

    /// Whether CSS or SVG has a property of this name.
    package static func isKnown(_ name: String) -> Bool { names.contains(name) }

    /// The property that a misspelt name means.
    package static func nearest(to name: String) -> String? {
        guard let near = Spelling.nearest(to: name, in: suggested), near != name else { return nil }
        return near.first == name.first || near.filter { $0 != "-" } == name.filter { $0 != "-" } ? near : nil
    }

    private static let suggested = names.filter { !$0.hasPrefix("-") && $0.utf8.count > 2 }.sorted()

    /// The name that a property with a vendor's prefix has today. Nil for properties that only vendors have.
    package static func unprefixed(_ name: String) -> String? {
        guard name.hasPrefix("-") else { return nil }
        for prefix in ["-webkit-", "-moz-", "-ms-", "-o-", "-khtml-"] where name.hasPrefix(prefix) {
            let base = String(name.dropFirst(prefix.count))
            return names.contains(name) || !names.contains(base) ? nil : base
        }
        return nil
    }

    /// The standard words of `-webkit-mask-composite`, which has those of the older CSS Masking, too.
    static func composites(_ value: String) -> String {
        let standard = ["source-over": "add", "source-out": "subtract", "source-in": "intersect", "xor": "exclude"]
        return CSSPieces.list(value).map { standard[$0.asciiLowercased] ?? $0 }.joined(separator: ", ")
    }

    /// Whether a shorthand sets sides that the direction of the text decides.
    static func followsDirection(_ name: String) -> Bool {
        let name = Array(name.utf8)
        return logicalNames.contains { part in name.indices.contains { name[$0...].starts(with: part) } }
    }

    private static let logicalNames = [
        "-inline", "-block", "inline-size", "block-size", "border-start-", "border-end-", "corner-start-", "corner-end-",
    ].map { Array($0.utf8) }

    private static func words(_ text: String) -> Set<String> { Set(CSSText.words(text)) }
}

extension CSSProperty {
    /// Properties of interaction, motion, printing and speed, which no still picture shows.
    private static let unseen: Set<String> = words(
        """
        cursor pointer-events user-select will-change touch-action resize caret-color accent-color scroll-behavior
        transition-property transition-duration transition-timing-function transition-delay transition-behavior
        text-rendering color-rendering buffered-rendering enable-background color-profile orphans widows
        break-after break-before break-inside page speak print-color-adjust contain content-visibility appearance
        scrollbar-color scrollbar-width scrollbar-gutter overscroll-behavior scroll-snap-align scroll-snap-stop
        scroll-snap-type overflow-anchor view-transition-name interpolate-size text-size-adjust solid-color solid-opacity
        animation-composition animation-range animation-range-end animation-range-start animation-timeline transition
        caret-animation caret-shape dynamic-range-limit forced-color-adjust interactivity overscroll-behavior-block
        overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y page-orientation reading-flow reading-order
        scroll-initial-target scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start
        scroll-margin-bottom scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left
        scroll-margin-right scroll-margin-top scroll-marker-group scroll-padding scroll-padding-block
        scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom scroll-padding-inline
        scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top
        scroll-target-group scroll-timeline scroll-timeline-axis scroll-timeline-name view-timeline view-timeline-axis
        view-timeline-inset view-timeline-name view-transition-class
        """)

    /// Whether a property changes nothing in a still picture, or is set to what it is anyway.
    package static func hasNoEffect(_ name: String, _ value: String) -> Bool {
        unseen.contains(name) || isKnown(name) && ["normal", "auto", "none", "initial", "0", "0px"].contains(value)
    }
}
