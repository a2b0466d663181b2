import Glibc
import PenumbraSystem

/// The fonts that lie beside the command where it was unpacked from one archive: `share/penumbra/fonts` next to `bin`.
enum BundledFonts {
    /// Has fontconfig read them when the host has no configuration of its own and the environment names none. Installed fonts
    /// are then not looked for, so a host's own fonts always come first, and alone.
    ///
    /// To be called before anything asks for fonts, and before there are threads.
    static func useWhereTheHostHasNone() {
        let names: [String] = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"]
        let isConfigured = names.contains { getenv($0) != nil }
        guard !isConfigured, access("/etc/fonts/fonts.conf", R_OK) != 0, let configuration, access(configuration, R_OK) == 0
        else { return }
        setenv("FONTCONFIG_FILE", configuration, 1)
    }

    /// Where it lies if the command is part of a bundle.
    private static var configuration: String? {
        let parts = linkTarget("/proc/self/exe")?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard parts.count > 2, parts[parts.count - 2] == "bin" else { return nil }
        return (parts.dropLast(2) + ["share", "penumbra", "fonts", "fonts.conf"]).joined(separator: "/")
    }
}
