/// How a colour and the one behind it become one, by the names and formulas of CSS (W3C, *Compositing and Blending Level 1*), on
/// sRGB-encoded values.
///
/// Where nothing lies behind, all show the colour as it is. This is the one list of the modes: renderers know a mode by its
/// place in it, shaders by its name.
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
    /// Sums what is missing to white, and alphas, up to one; Core Graphics' `plusDarker`.
    case plusDarker = "plus-darker"

    /// Whether alphas are summed; every other mode covers, as `normal` does.
    package var sumsAlpha: Bool { self == .plusLighter || self == .plusDarker }

    /// Its place in the list, which `blending.h` repeats.
    package var number: UInt32 { UInt32(Self.allCases.firstIndex(of: self) ?? 0) }
}
