import CPenumbraHarfBuzz
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// Collects the outlines and the glyphs in colours of a text's runs.
struct TextInk {
    /// The outlines of neighbouring glyphs, or a glyph in colours.
    private enum Stretch {
        case outlines(GlyphOutlines)
        case glyph(TextLayout.Glyph)
    }

    private let looks: [TextLook]
    /// The font of each run.
    private let faces: [FontFace]
    private let metrics: LineMetrics
    private let zoom: Double
    private let pixelsPerPoint: Double
    private let limits: TextLimits
    private var ink: [[Stretch]]
    private var backgrounds: [Path]
    /// The lines of each run that are painted apart from its glyphs.
    private var lines: [[TextLayout.Part]]
    private var strokes: [Path]
    /// The areas of each run's pictures.
    private var pictures: [Path]
    /// Whether the last outlines of each run run against the direction of a strip.
    private var isReversed: [Bool]
    private var elements = 0
    private var tally = ColorGlyphTally()

    init(
        _ looks: [TextLook], faces: [FontFace], metrics: LineMetrics, zoom: Double, pixelsPerPoint: Double, limits: TextLimits
    ) {
        self.looks = looks
        self.faces = faces
        self.metrics = metrics
        self.zoom = zoom
        self.pixelsPerPoint = pixelsPerPoint
        self.limits = limits
        ink = looks.map { _ in [] }
        backgrounds = looks.map { _ in Path() }
        lines = looks.map { _ in [] }
        strokes = looks.map { _ in Path() }
        pictures = looks.map { _ in Path() }
        isReversed = looks.map { _ in false }
    }

    /// The outlines and glyphs in painting order, without empty ones.
    var parts: [TextLayout.Part] {
        var parts: [TextLayout.Part] = []
        for (run, path) in backgrounds.enumerated() where !path.isEmpty {
            parts.append(TextLayout.Part(run: run, role: .background, path: path))
        }
        for (run, stretches) in ink.enumerated() {
            if !pictures[run].isEmpty { parts.append(TextLayout.Part(run: run, role: .picture, path: pictures[run])) }
            parts += lines[run].filter { $0.role != .strikethrough }
            for stretch in stretches {
                switch stretch {
                case .outlines(let outlines):
                    parts.append(TextLayout.Part(run: run, role: .glyphs, outlines: outlines))
                case .glyph(let glyph): parts.append(TextLayout.Part(run: run, role: .glyphs, glyph: glyph))
                }
            }
            if !strokes[run].isEmpty {
                parts.append(
                    TextLayout.Part(run: run, role: .stroke, path: strokes[run], strokeWidth: looks[run].strokeWidth * zoom))
            }
            parts += lines[run].filter { $0.role == .strikethrough }
        }
        return parts
    }

    /// Adds a stretch. Outlines join the outlines before them, unless a glyph in colours lies between them.
    private mutating func add(_ stretch: Stretch, to run: Int) {
        guard case .outlines(let more) = stretch else { return ink[run].append(stretch) }
        guard !more.isEmpty else { return }
        guard case .outlines(var all)? = ink[run].last else { return ink[run].append(stretch) }
        // The old outlines are removed first, so that they aren't copied.
        ink[run].removeLast()
        all.append(more)
        ink[run].append(.outlines(all))
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - runs: its runs from left to right.
    ///   - origin: the left end of its baseline.
    ///   - isDecorated: whether the line has the lines and the area of its runs.
    mutating func draw(_ runs: [ShapedRun], from origin: Point, isDecorated: Bool = true) throws(TextError) {
        var x = origin.x
        for shaped in runs {
            var start = shaped.glyphs.startIndex
            while start < shaped.glyphs.endIndex {
                let run = shaped.glyphs[start].run
                var end = start
                while end < shaped.glyphs.endIndex, shaped.glyphs[end].run == run { end += 1 }
                try draw(shaped, start..<end, run, from: &x, origin.y, isDecorated)
                start = end
            }
        }
    }

    /// Adds neighbouring glyphs of one run.
    private mutating func draw(
        _ shaped: ShapedRun, _ range: Range<Int>, _ run: Int, from x: inout Double, _ baseline: Double,
        _ isDecorated: Bool
    ) throws(TextError) {
        let look = looks[run]
        if let picture = look.picture {
            for glyph in shaped.glyphs[range] {
                let bottom = baseline - metrics.pictureBottom(of: run, zoom: zoom)
                let area = Rect(
                    x: x, y: bottom - picture.height * zoom, width: picture.width * zoom, height: picture.height * zoom)
                if area.width > 0, area.height > 0 { pictures[run].append(Path(area)) }
                x += glyph.advance
            }
            elements += 5 * range.count
            guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
            return
        }
        let left = x
        let y = look.baselineOffset == 0 ? baseline : baseline - look.baselineOffset * zoom
        // The stretches up to the last glyph in colours, and the outlines behind it.
        var stretches: [Stretch] = []
        var drawn = GlyphOutlines()
        for glyph in shaped.glyphs[range] {
            let place = AffineTransform(a: shaped.scale, b: 0, c: 0, d: -shaped.scale, tx: x + glyph.x, ty: y + glyph.y)
            x += glyph.advance
            if let colors = try colors(of: glyph, shaped) {
                elements += tally.elements(of: colors)
                stretches += [.outlines(drawn), .glyph(TextLayout.Glyph(glyph: colors, transform: place))]
                drawn = GlyphOutlines()
            } else {
                let outline = try shaped.face.glyphOutline(of: glyph.id)
                elements += outline.path.elements.count
                if !outline.path.isEmpty { drawn.append(GlyphOutlines.Glyph(outline, place: place)) }
            }
            guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
        }
        // Under the non-zero rule, a line with the glyphs' own direction never erases them.
        let isPlain = stretches.isEmpty
        if isPlain || !drawn.isEmpty { isReversed[run] = drawn.glyphArea < 0 }
        // Emoji have the lines of the letters around them.
        let face = isPlain ? shaped.face : faces[run].isColor ? faces.first { !$0.isColor } ?? faces[run] : faces[run]
        let scale = isPlain ? shaped.scale : look.fontSize * zoom / face.unitsPerEm
        if look.strokeWidth > 0 {
            for case .outlines(let outlines) in stretches { strokes[run].append(outlines.path) }
            strokes[run].append(drawn.path)
        }
        // Lines of the glyphs' colour.
        var under = Path()
        var through = Path()
        if x > left, isDecorated {
            for (line, role) in [
                (look.underline, TextLayout.Part.Role.underline), (look.overline, .overline),
                (look.strikethrough, .strikethrough),
            ] where line.style != .none {
                let placed = DecorationLine(line, role, left...x, baseline: y, face, scale: scale, zoom: zoom)
                guard placed.elementCount > 0 else { continue }
                elements += placed.elementCount
                guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
                if line.style != .solid || line.color != nil {
                    lines[run].append(placed.part(of: run))
                } else if role == .strikethrough {
                    through.append(placed.strip(isReversed: isReversed[run]))
                } else {
                    under.append(placed.strip(isReversed: isReversed[run]))
                }
            }
            if look.hasBackground {
                let content = metrics.content(of: run, zoom: zoom)
                backgrounds[run].append(
                    Path(stripFrom: left, to: x, top: baseline - content.above, height: content.height, isReversed: false))
                elements += 5
            }
        }
        guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
        // As in CSS, glyphs cover underlines, and strikethroughs cover glyphs. Outlines and lines of one colour are one path.
        if !isPlain { add(.outlines(GlyphOutlines(under)), to: run) }
        for stretch in stretches { add(stretch, to: run) }
        add(.outlines(drawn), to: run)
        if isPlain { add(.outlines(GlyphOutlines(under)), to: run) }
        add(.outlines(GlyphOutlines(through)), to: run)
    }

    /// The drawing of a glyph in colours, nil for a glyph with a plain outline.
    private func colors(of glyph: ShapedRun.Glyph, _ shaped: ShapedRun) throws(TextError) -> ColorGlyph? {
        guard shaped.face.isColor else { return nil }
        // A picture may take milliseconds to decode.
        guard !limits.isLate else { throw .tooMuchWork }
        return try shaped.face.colorGlyph(glyph.id, pixelsPerEm: shaped.scale * shaped.face.unitsPerEm * pixelsPerPoint)
    }
}

extension Path {
    init(stripFrom left: Double, to right: Double, top: Double, height: Double, isReversed: Bool) {
        self.init()
        let bottom = top + height
        move(to: Point(left, top))
        addLine(to: isReversed ? Point(left, bottom) : Point(right, top))
        addLine(to: Point(right, bottom))
        addLine(to: isReversed ? Point(right, top) : Point(left, bottom))
        close()
    }
}
