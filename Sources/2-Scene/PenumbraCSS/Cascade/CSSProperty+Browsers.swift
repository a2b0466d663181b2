extension CSSProperty {
    /// Whether browsers have a property of this name in lower case. The names are Chromium's.
    static func isOfBrowsers(_ name: String) -> Bool {
        guard name.hasPrefix("-") else { return isKnown(name) && !missing.contains(name) }
        return name.hasPrefix("-webkit-") && prefixed.contains(String(name.dropFirst(8)))
    }

    /// Properties of CSS and SVG that Chromium doesn't have.
    private static let missing = Set(
        CSSText.words(
            """
            azimuth color-profile enable-background font-width glyph-orientation-horizontal glyph-orientation-vertical
            hanging-punctuation kerning line-clamp mask-border scroll-snap shape-inside shape-padding shape-subtract solid-color
            solid-opacity
            """))

    /// The properties that Chromium has with the prefix `-webkit-`.
    private static let prefixed = Set(
        CSSText.words(
            """
            align-content align-items align-self animation animation-delay animation-direction animation-duration
            animation-fill-mode animation-iteration-count animation-name animation-play-state animation-timing-function app-region
            appearance backface-visibility background-clip background-origin background-size border-bottom-left-radius
            border-bottom-right-radius border-horizontal-spacing border-image border-radius border-start border-top-left-radius
            border-top-right-radius border-vertical-spacing box-align box-decoration-break box-direction box-flex
            box-ordinal-group box-orient box-pack box-reflect box-shadow box-sizing clip-path column-break-after
            column-break-before column-break-inside column-count column-gap column-rule column-rule-color column-rule-style
            column-rule-width column-span column-width columns filter flex flex-basis flex-direction flex-flow flex-grow
            flex-shrink flex-wrap font-feature-settings font-smoothing hyphenate-character justify-content line-break line-clamp
            locale logical-width margin-before margin-start mask mask-box-image mask-box-image-source mask-clip mask-composite
            mask-image mask-origin mask-position mask-position-x mask-repeat mask-size max-logical-height min-logical-width
            opacity order padding-start perspective perspective-origin perspective-origin-x print-color-adjust rtl-ordering
            ruby-position shape-image-threshold shape-margin shape-outside tap-highlight-color text-combine text-emphasis
            text-emphasis-color text-emphasis-position text-emphasis-style text-fill-color text-orientation text-security
            text-size-adjust text-stroke text-stroke-color text-stroke-width transform transform-origin transform-origin-x
            transform-style transition transition-delay transition-duration transition-property transition-timing-function
            user-drag user-modify user-select writing-mode
            """))
}
