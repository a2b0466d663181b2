import PenumbraScene

/// The keywords that properties take alone, for properties whose values are otherwise read only where they are drawn, or not at
/// all. `@supports` refuses other identifiers.
enum CSSKeywords {
    /// Whether a property takes an identifier in lower case as its whole value. Nil for properties that aren't listed.
    static func takes(_ word: String, _ property: String) -> Bool? {
        guard let words = alone[property] else { return nil }
        return words.contains(word) || words.contains("<color>") && isColor(word)
    }

    private static func isColor(_ word: String) -> Bool {
        word == "currentcolor" || CSSSystemColor.color(word, isDark: false) != nil || (try? Color(css: word)) != nil
    }

    private static let alone: [String: Set<String>] = {
        var result: [String: Set<String>] = [:]
        for entry in grammar.split(separator: ";") {
            let sides = entry.split(separator: ":", omittingEmptySubsequences: false).map { CSSText.words(String($0)) }
            guard sides.count == 2 else { continue }
            for name in sides[0] { result[name] = Set(sides[1]) }
        }
        return result
    }()

    /// Names of properties, a colon, and their keywords: the grammars of the CSS modules, as far as Chromium has them.
    private static let grammar = """
        alignment-baseline: after-edge alphabetic auto baseline before-edge central hanging ideographic mathematical middle
            text-after-edge text-before-edge;
        anchor-name backdrop-filter background-image border-image-source box-shadow d filter list-style-image marker-end
            marker-mid marker-start mask-image object-view-box perspective rotate scale scroll-timeline scroll-timeline-name
            stroke-dasharray text-shadow timeline-scope transform translate view-timeline view-timeline-name: none;
        anchor-scope text-combine-upright: all none;
        animation-composition: accumulate add replace;
        animation-delay border-bottom-left-radius border-bottom-right-radius border-image-outset border-image-slice
            border-top-left-radius border-top-right-radius cx cy fill-opacity flood-opacity offset-distance opacity
            outline-offset r reading-order scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start
            scroll-margin-bottom scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left
            scroll-margin-right scroll-margin-top shape-image-threshold shape-margin stop-opacity stroke-dashoffset
            stroke-miterlimit stroke-opacity stroke-width transition-delay transition-duration x y:;
        animation-direction: alternate alternate-reverse normal reverse;
        animation-duration border-image-width clip hyphenate-character hyphenate-limit-chars rx ry scroll-padding
            scroll-padding-block scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom
            scroll-padding-inline scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left
            scroll-padding-right scroll-padding-top scrollbar-color view-timeline-inset: auto;
        animation-fill-mode: backwards both forwards none;
        animation-iteration-count: infinite;
        animation-play-state: paused running;
        animation-timeline font-synthesis-small-caps font-synthesis-style font-synthesis-weight overlay quotes
            scroll-target-group text-size-adjust: auto none;
        animation-timing-function transition-timing-function: ease ease-in ease-in-out ease-out linear step-end step-start;
        appearance: auto base-select button checkbox listbox menulist menulist-button meter none progress-bar radio
            searchfield slider-vertical textarea textfield;
        backface-visibility: hidden visible;
        background-attachment: fixed local scroll;
        background-blend-mode: color color-burn color-dodge darken difference exclusion hard-light hue lighten luminosity
            multiply normal overlay saturation screen soft-light;
        background-clip: border-area border-box content-box padding-box text;
        background-origin overflow-clip-margin: border-box content-box padding-box;
        background-position mask-position object-position perspective-origin transform-origin: bottom center left right top;
        background-position-x: center left right;
        background-position-y: bottom center top;
        background-repeat mask-repeat: no-repeat repeat repeat-x repeat-y round space;
        background-size mask-size: auto contain cover;
        baseline-shift: baseline sub super;
        baseline-source: auto first last;
        border-image: none repeat round space stretch;
        border-image-repeat: repeat round space stretch;
        box-decoration-break: clone slice;
        buffered-rendering: auto static;
        caret-animation: auto manual;
        caret-color: <color> auto;
        caret-shape: auto bar block underscore;
        clip-path: border-box content-box fill-box margin-box none padding-box stroke-box view-box;
        clip-rule fill-rule: evenodd nonzero;
        color-interpolation color-interpolation-filters: auto linearrgb srgb;
        color-rendering: auto optimizequality optimizespeed;
        corner-bottom-left-shape corner-bottom-right-shape corner-top-left-shape corner-top-right-shape: bevel notch round
            scoop square squircle;
        cursor: -webkit-grab -webkit-grabbing -webkit-zoom-in -webkit-zoom-out alias all-scroll auto cell col-resize
            context-menu copy crosshair default e-resize ew-resize grab grabbing help move n-resize ne-resize nesw-resize
            no-drop none not-allowed ns-resize nw-resize nwse-resize pointer progress row-resize s-resize se-resize sw-resize
            text vertical-text w-resize wait zoom-in zoom-out;
        dominant-baseline: alphabetic auto central hanging ideographic mathematical middle no-change reset-size
            text-after-edge text-before-edge use-script;
        dynamic-range-limit: constrained no-limit standard;
        fill stroke: <color> context-fill context-stroke none;
        font-language-override: normal;
        font-palette: dark light normal;
        font-size-adjust: from-font none;
        font-synthesis: none small-caps style weight;
        font-variant-alternates: historical-forms normal;
        font-variant-caps: all-petite-caps all-small-caps normal petite-caps small-caps titling-caps unicase;
        font-variant-east-asian: full-width jis04 jis78 jis83 jis90 normal proportional-width ruby simplified traditional;
        font-variant-emoji: emoji normal text unicode;
        font-variant-ligatures: common-ligatures contextual discretionary-ligatures historical-ligatures no-common-ligatures
            no-contextual no-discretionary-ligatures no-historical-ligatures none normal;
        font-variant-numeric: diagonal-fractions lining-nums normal oldstyle-nums ordinal proportional-nums slashed-zero
            stacked-fractions tabular-nums;
        font-variant-position: normal sub super;
        forced-color-adjust: auto none preserve-parent-color;
        image-orientation: from-image none;
        image-rendering: -webkit-optimize-contrast auto crisp-edges pixelated;
        interactivity: auto inert;
        interpolate-size: allow-keywords numeric-only;
        isolation: auto isolate;
        margin-trim: block block-end block-start none;
        mask-clip: border-box content-box fill-box no-clip padding-box stroke-box view-box;
        mask-composite: add exclude intersect subtract;
        mask-mode: alpha luminance match-source;
        mask-origin: border-box content-box fill-box padding-box stroke-box view-box;
        mask-type: alpha luminance;
        math-shift math-style: compact normal;
        mix-blend-mode: color color-burn color-dodge darken difference exclusion hard-light hue lighten luminosity multiply
            normal overlay plus-lighter saturation screen soft-light;
        offset-anchor: auto bottom center left right top;
        offset-path: border-box content-box fill-box none padding-box stroke-box view-box;
        offset-position: auto bottom center left normal right top;
        offset-rotate: auto reverse;
        outline-style: auto dashed dotted double groove inset none outset ridge solid;
        outline-width: medium thick thin;
        overflow-anchor: auto none visible;
        overflow-block overflow-inline: auto clip hidden overlay scroll visible;
        overscroll-behavior overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y:
            auto chain contain none;
        page-orientation: rotate-left rotate-right upright;
        paint-order: fill markers normal stroke;
        pointer-events: all auto bounding-box fill none painted stroke visible visiblefill visiblepainted visiblestroke;
        position-anchor: auto none normal;
        position-try-order: most-block-size most-height most-inline-size most-width normal;
        position-visibility: always anchors-visible no-overflow;
        reading-flow: flex-flow flex-visual grid-columns grid-order grid-rows normal source-order;
        ruby-align: center space-around space-between start;
        ruby-overhang: auto none spaces;
        ruby-position: over under;
        scroll-behavior: auto smooth;
        scroll-initial-target: nearest none;
        scroll-marker-group: after before none;
        scroll-snap-align: center end none start;
        scroll-snap-stop: always normal;
        scroll-snap-type: block both inline none x y;
        scroll-timeline-axis view-timeline-axis: block inline x y;
        scrollbar-gutter: auto stable;
        scrollbar-width: auto none thin;
        shape-outside: border-box content-box margin-box none padding-box;
        shape-rendering: auto crispedges geometricprecision optimizespeed;
        speak: digits literal-punctuation no-punctuation none normal spell-out;
        stroke-linecap: butt round square;
        stroke-linejoin: bevel miter round;
        text-anchor: end middle start;
        text-autospace: no-autospace normal;
        text-justify: auto distribute inter-character inter-word none;
        text-rendering: auto geometricprecision optimizelegibility optimizespeed;
        text-spacing-trim: normal space-all space-first trim-start;
        text-underline-position: auto from-font left right under;
        touch-action: auto manipulation none pan-down pan-left pan-right pan-up pan-x pan-y pinch-zoom;
        transform-box: border-box content-box fill-box stroke-box view-box;
        transform-style: flat preserve-3d;
        transition-behavior: allow-discrete normal;
        vector-effect: non-scaling-stroke none;
        -webkit-box-reflect: above below left right;
        -webkit-font-smoothing: antialiased auto none subpixel-antialiased;
        -webkit-print-color-adjust print-color-adjust: economy exact;
        -webkit-tap-highlight-color background-color flood-color lighting-color outline-color stop-color: <color>;
        -webkit-user-select user-select: all auto none text;
        """
}
