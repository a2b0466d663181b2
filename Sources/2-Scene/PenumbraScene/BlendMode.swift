/// How a layer's colours and those behind it become one, by the names and formulas of CSS (W3C, *Compositing and Blending Level
/// 1*), on sRGB-encoded values.
///
/// Where nothing lies behind a layer, all show the layer as it is. A layer with a mode other than `normal` is composited by
/// itself first.
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
}
