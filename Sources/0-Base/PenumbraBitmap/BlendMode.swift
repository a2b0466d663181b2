/// A blend mode mixes a colour with the colour behind it. Names and formulas follow CSS (W3C, *Compositing and Blending
/// Level 1*), on sRGB-encoded values.
///
/// Where the backdrop is empty, every mode shows the colour unchanged. The list exists only here: the CPU renderer
/// identifies a mode by its index, shaders by its name.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    case normal
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge = "color-dodge"
    case colorBurn = "color-burn"
    case hardLight = "hard-light"
    case softLight = "soft-light"
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    /// Sums premultiplied values, alpha too, up to one.
    case plusLighter = "plus-lighter"
    /// Sums the distances to white, and alphas, up to one. Core Graphics calls it `plusDarker`.
    case plusDarker = "plus-darker"

    /// True if alphas are summed. Every other mode covers the backdrop as `normal` does.
    package var sumsAlpha: Bool { self == .plusLighter || self == .plusDarker }

    /// The mode's index in the list. `blending.h` repeats the list in this order.
    package var number: UInt32 { UInt32(Self.allCases.firstIndex(of: self) ?? 0) }
}
