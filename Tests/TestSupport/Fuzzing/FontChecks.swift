import PenumbraEngine
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraText
import Synchronization

/// Checks font files: a text is set in the font and drawn, or the font is rejected.
enum FontChecks {
    /// Letters, a ligature, a combining mark, digits, right-to-left text, and a line break.
    private static let text = "Afi e\u{301}g1 \u{05D0}\u{05D1}\nV."
    /// Emoji, and the letters that the seeds with colours paint.
    private static let colors = "ABC\u{1F600}\u{1F98A}\u{1F44D}\u{1F3FD} \u{1F1E9}\u{1F1EA}\u{2796}EFIKPRSWbhx"

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
        try checkColors(file)
    }

    /// Draws glyphs in colours with all kernels.
    private static func checkColors(_ file: MemoryFile) throws {
        let font = path(of: file)
        let text = Text(string: colors, font: font, fontSize: 9)
        let layer = Layer(kind: .text(text), frame: Rect(x: 0.3, y: 0.7, width: 60, height: 60))
        let scene = Scene(canvas: Canvas(size: Size(width: 64, height: 64)), layers: [layer])
        var assets = SceneAssets()
        let plan: RenderPlan
        do {
            let layout = try shaper.layout(colors, style: TextStyle(font: .file(font), fontSize: 9), width: 60)
            for box in SceneRequirements(scene).texts { try assets.add(layout, of: box) }
            plan = try Kernels.engine.passes(of: scene, assets)
        } catch {
            try requireOneLine("\(error)")
            return
        }
        try SceneChecks.requireValid(plan)
        guard plan.surfaces.reduce(0, { $0 + $1.width * $1.height }) <= 1 << 18 else { return }
        let drawn = try Kernels.narrow.draw(plan)
        try require(drawn == (try Kernels.wide.draw(plan)), "the kernels for all processors and the widest draw two pictures")
    }
}
