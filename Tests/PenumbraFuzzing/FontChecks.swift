import PenumbraGeometry
import PenumbraText
import Synchronization

/// Checks font files: a text is set in the font, or the font is rejected.
enum FontChecks {
    /// Letters, a ligature, a combining mark, digits, right-to-left text, and a line break.
    private static let text = "Afi e\u{301}g1 \u{05D0}\u{05D1}\nV."

    /// Shared, because looking up the machine's fonts takes longer than everything else. It opens each path once.
    private static let shaper = TextShaper()
    private static let count = Atomic<Int>(0)

    /// A path of the file that none of the last hundred openings used. A shaper keeps fewer files open.
    private static func path(of file: MemoryFile) -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return "/proc/self/fd" + String(repeating: "/.", count: number % 100) + file.path.dropFirst("/proc/self/fd".count)
    }

    static func check(_ bytes: [UInt8]) throws {
        let file = try MemoryFile(bytes)
        for (size, spacing, width) in [(16.0, 0.0, nil), (100_000, 1, 40.0)] as [(Double, Double, Double?)] {
            let style = TextStyle(font: .file(path(of: file)), fontSize: size, letterSpacing: spacing, maximumLines: 3)
            let layout: TextLayout
            do throws(TextError) {
                layout = try shaper.layout(text, style: style, width: width)
            } catch {
                try requireOneLine(error)
                return
            }
            for notice in layout.notices { try requireOneLine(notice) }
            try require(layout.path.isFinite, "a text's outline is not finite")
            try require(layout.size.isFinite && layout.size.width >= 0, "a text's size is \(layout.size)")
            try require(layout.lines.count <= 3, "a text has \(layout.lines.count) of 3 lines")
            try require(
                layout.lines.allSatisfy { $0.x.isFinite && $0.baseline.isFinite && $0.width.isFinite }, "a line is not finite")
        }
    }
}
