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
        let clock = TextClock(nanoseconds: limits.workInNanoseconds / 2)
        self.init(
            baseFolder: baseFolder, shaper: shaper, clock: clock, limits: limits, memory: limits.pictureMemory
        ) { path throws(FileError) in try files.open(path) }
    }

    package init(
        baseFolder: String, shaper: TextShaper, clock: TextClock, limits: RenderLimits, memory: Int,
        open: @escaping FileOpener
    ) {
        self.init()
        self.baseFolder = baseFolder
        self.limits = SVGLimits(
            documentBytes: limits.scene.documentBytes, layerCount: limits.scene.layerCount,
            pathSegments: limits.scene.pathSegments, memory: memory)
        let most = min(limits.images.maximumFileBytes, memory)
        readFile = { path in try? open(path).read(limit: most, raisedBy: nil) }
        addFont = { bytes in MemoryFonts.shared.add(bytes) }
        installedFont = { name in MemoryFonts.shared.installed(name, shaper) }
        outlines = { text throws(SVGTextFailure) in
            try SVGTextOutline(text, shaper: shaper, clock: clock, memory: memory, open: open)
        }
        shaped = { text throws(SVGTextFailure) in
            try Self.clusters(of: text, shaper: shaper, clock: clock, memory: memory, open: open)
        }
        drawForeign(baseFolder: baseFolder, shaper: shaper, limits: limits, clock: clock, open: open)
        transform = { text, transform, language, context throws(SVGTextFailure) in
            try rethrowing(
                try transform.applied(to: text, language: language, after: context),
                as: { (error: TextError) in SVGTextFailure(error.words) })
        }
    }
}

extension SVGOptions {
    /// The letters of a line of text. Nil if no font can show it.
    private static func clusters(
        of text: Text, shaper: TextShaper, clock: TextClock, memory: Int, open: @escaping FileOpener
    ) throws(SVGTextFailure) -> [SVGTextCluster]? {
        let most = min(TextLayout.mostSegments, memory / MemoryEstimate.bytesOfTextSegment)
        do throws(TextError) {
            let clusters = try clock.spend { limits throws(TextError) in
                var limits = limits
                limits.segments = most
                return try shaper.clusters(of: text, limits: limits, open: open)
            }
            return clusters.map {
                SVGTextCluster(
                    scalar: $0.scalar, text: $0.text, advance: $0.advance, path: $0.path, hasColors: $0.hasColors,
                    height: $0.height, top: $0.top)
            }
        } catch {
            guard let failure = SVGTextFailure(error, most: most) else { return nil }
            throw failure
        }
    }
}

extension SVGTextFailure {
    /// Nil for a text that no font can show.
    fileprivate init?(_ error: TextError, most: Int) {
        if case .outlineTooLong = error, most < TextLayout.mostSegments {
            self.init("a text takes more memory than is allowed; shorten it, or raise \(limit: .memory)")
        } else if error == .tooMuchWork {
            self.init(error.words)
        } else {
            return nil
        }
    }
}

extension SVGTextOutline {
    /// Lays out a line of text. Nil if no font can show it.
    fileprivate init?(
        _ text: Text, shaper: TextShaper, clock: TextClock, memory: Int, open: @escaping FileOpener
    ) throws(SVGTextFailure) {
        let most = min(TextLayout.mostSegments, memory / MemoryEstimate.bytesOfTextSegment)
        func layout(
            _ string: String, _ alignment: Text.VerticalAlignment = .baseline, hasLine: Bool = false
        ) throws(SVGTextFailure) -> TextLayout? {
            var text = text
            text.string = string
            text.verticalAlignment = alignment
            if !hasLine { (text.decoration.isUnderlined, text.decoration.isStruckThrough) = (false, false) }
            do throws(TextError) {
                return try clock.spend { limits throws(TextError) in
                    var limits = limits
                    limits.segments = most
                    return try shaper.layout(text, width: nil, limits: limits, open: open)
                }
            } catch {
                guard let failure = SVGTextFailure(error, most: most) else { return nil }
                throw failure
            }
        }
        guard let line = try layout(text.string), let box = try layout("x", .top) else { return nil }
        var advance = line.lines.first?.width ?? 0
        if text.string.last == " " {
            // A line's width leaves out spaces at its end.
            let widths = [try layout(text.string + "."), try layout(".")].map { $0?.lines.first?.width ?? 0 }
            advance = max(0, widths[0] - widths[1])
        }
        let ascent = box.lines.first?.ascent ?? 0
        var strip: Rect?
        if text.decoration.isUnderlined || text.decoration.isStruckThrough {
            // A space has no outlines but those of its line.
            strip = try layout("\u{A0}", hasLine: true)?.path.bounds
        }
        self.init(
            path: line.path, advance: advance, ascent: ascent, descent: max(0, box.size.height - ascent),
            hasColors: line.parts.contains { $0.glyph != nil }, line: strip.map { $0.minY...$0.maxY })
    }
}
