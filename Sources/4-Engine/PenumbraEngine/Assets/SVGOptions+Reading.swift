import PenumbraFiles
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraText

extension SVGOptions {
    /// Options that read the document's pictures below folders, and outline texts with a shaper's fonts.
    ///
    /// - Parameters:
    ///   - baseFolder: the folder of the document, which relative paths start at.
    ///   - files: the folders that may contain the pictures.
    ///   - limits: the limits for the document, its pictures and its layers.
    public init(baseFolder: String, files: FileRoots, shaper: TextShaper, limits: RenderLimits = .default) {
        self.init(baseFolder: baseFolder, shaper: shaper, limits: limits) { path throws(FileError) in try files.open(path) }
    }

    init(baseFolder: String, shaper: TextShaper, limits: RenderLimits, open: @escaping FileOpener) {
        self.init()
        self.baseFolder = baseFolder
        self.limits = SVGLimits(
            documentBytes: limits.scene.documentBytes, layerCount: limits.scene.layerCount,
            pathSegments: limits.scene.pathSegments)
        let most = limits.images.maximumFileBytes
        readFile = { path in try? open(path).read(limit: most, raisedBy: nil) }
        outlines = { text in SVGTextOutline(text, shaper: shaper, open: open) }
    }
}

extension SVGTextOutline {
    /// Lays out a line of text. Nil if no font can show it.
    fileprivate init?(_ text: Text, shaper: TextShaper, open: @escaping FileOpener) {
        func layout(_ string: String, _ alignment: Text.VerticalAlignment = .baseline) -> TextLayout? {
            var text = text
            text.string = string
            text.verticalAlignment = alignment
            return try? shaper.layout(text, width: nil, open: open)
        }
        guard let line = layout(text.string), let box = layout("x", .top) else { return nil }
        var advance = line.lines.first?.width ?? 0
        if text.string.last == " " {
            // A line's width leaves out spaces at its end.
            let widths = [layout(text.string + "."), layout(".")].map { $0?.lines.first?.width ?? 0 }
            advance = max(0, widths[0] - widths[1])
        }
        let ascent = box.lines.first?.baseline ?? 0
        self.init(
            path: line.path, advance: advance, ascent: ascent, descent: max(0, box.size.height - ascent),
            hasColors: line.parts.contains { $0.glyph != nil })
    }
}
