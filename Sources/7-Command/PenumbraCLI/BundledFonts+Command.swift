import Penumbra
import PenumbraSystem

extension BundledFonts {
    /// Uses the fonts in the same archive as the command, `share/penumbra/fonts` next to `bin`, where the host has none.
    static func useWhereTheHostHasNone() {
        let parts = linkTarget("/proc/self/exe")?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard parts.count > 2, parts[parts.count - 2] == "bin" else { return }
        let path = (parts.dropLast(2) + ["share", "penumbra", "fonts", "fonts.conf"]).joined(separator: "/")
        useWhereTheHostHasNone(configuration: path)
    }
}
