import PenumbraFiles
import PenumbraHTML
import PenumbraSVG
import PenumbraScene
import PenumbraSystem
import PenumbraText

extension HTMLOptions {
    /// Options that read the document's files below folders, and shape texts with a shaper's fonts.
    ///
    /// - Parameters:
    ///   - baseFolder: the folder of the document, which relative paths start at.
    ///   - files: the folders that may contain the files.
    ///   - limits: the limits for the document, its pictures and its layers.
    public init(baseFolder: String, files: FileRoots, shaper: TextShaper, limits: RenderLimits = .default) {
        self.init(baseFolder: baseFolder, shaper: shaper, limits: limits) { path throws(FileError) in try files.open(path) }
    }

    /// Options that read the document's files by a function.
    ///
    /// - Parameter clock: counts the time that texts take. Nil is a clock of the document's own.
    package init(
        baseFolder: String, shaper: TextShaper, limits: RenderLimits, clock: TextClock? = nil, open: @escaping FileOpener
    ) {
        self.init()
        let clock = clock ?? TextClock(nanoseconds: limits.workInNanoseconds / 2)
        let memory = limits.pictureMemory
        self.baseFolder = baseFolder
        self.limits = HTMLLimits(
            documentBytes: limits.scene.documentBytes, layerCount: limits.scene.layerCount, memory: memory,
            work: limits.workInNanoseconds)
        let most = min(limits.images.maximumFileBytes, memory)
        readFile = { path in try? open(path).read(limit: most, raisedBy: nil) }
        addFont = { bytes in MemoryFonts.shared.add(bytes) }
        installedFont = { name in MemoryFonts.shared.installed(name, shaper) }
        paragraph = { content throws(TextError) in
            try clock.spend { limits throws(TextError) in
                try shaper.paragraph(content, limits: limits, open: open)
            }
        }
        self.shaper = shaper
        vector = SVGOptions(baseFolder: baseFolder, shaper: shaper, clock: clock, limits: limits, memory: memory, open: open)
        vector.allowsMissing = true
    }
}
