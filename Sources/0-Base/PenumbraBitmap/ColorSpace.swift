/// The colour space of a picture. Both spaces have the transfer function of sRGB and the white D65.
public enum ColorSpace: String, Hashable, Sendable, CaseIterable {
    case srgb
    /// Display P3, the space of phones, tablets and their screenshots. It holds a quarter more colours than sRGB.
    case displayP3 = "display-p3"
}
