import CPenumbraFontconfig
import PenumbraSystem

/// The fonts of this machine, for a report.
public struct InstalledFonts: Sendable, CustomStringConvertible {
    /// The number of fonts; a family counts once for each weight and slope.
    public var faces = 0
    /// The family that draws texts without a font; nil if there are no fonts.
    public var sansSerif: String?

    public init() {
        guard AddressSpace.hasRoom(for: AddressSpace.leastAsked), let config = BundledFonts.load() else { return }
        defer { FcConfigDestroy(config) }
        faces = FcConfigGetFonts(config, FcSetSystem).map { Int($0.pointee.nfont) } ?? 0
        guard faces > 0, let pattern = FcNameParse("sans-serif") else { return }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let found = FcFontMatch(config, pattern, &result) else { return }
        defer { FcPatternDestroy(found) }
        var name: UnsafeMutablePointer<FcChar8>?
        if FcPatternGetString(found, FC_FAMILY, 0, &name) == FcResultMatch, let name { sansSerif = String(cString: name) }
    }

    public var description: String {
        guard let sansSerif else { return "none; install some, for example with apt-get install fonts-dejavu-core" }
        return oneLine("\(faces) faces; sans-serif is \(sansSerif)")
    }
}
