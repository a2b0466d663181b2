import CPenumbraHarfBuzz
import PenumbraGeometry

/// Collects the outlines of a text's runs.
struct TextInk {
    private let looks: [TextLook]
    private let zoom: Double
    private let limits: TextLimits
    private var glyphs: [Path]
    private var backgrounds: [Path]
    private var elements = 0

    init(_ looks: [TextLook], zoom: Double, limits: TextLimits) {
        self.looks = looks
        self.zoom = zoom
        self.limits = limits
        glyphs = looks.map { _ in Path() }
        backgrounds = glyphs
    }

    /// The outlines in painting order, without empty ones.
    var parts: [TextLayout.Part] {
        func parts(_ paths: [Path], isBackground: Bool) -> [TextLayout.Part] {
            paths.enumerated().filter { !$1.isEmpty }.map {
                TextLayout.Part(run: $0, isBackground: isBackground, path: $1)
            }
        }
        return parts(backgrounds, isBackground: true) + parts(glyphs, isBackground: false)
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - runs: its runs from left to right.
    ///   - origin: the left end of its baseline.
    ///   - box: the line's top and height, for backgrounds.
    mutating func draw(_ runs: [ShapedRun], from origin: Point, box: Rect) throws(TextError) {
        var x = origin.x
        for shaped in runs {
            var start = shaped.glyphs.startIndex
            while start < shaped.glyphs.endIndex {
                let run = shaped.glyphs[start].run
                var end = start
                while end < shaped.glyphs.endIndex, shaped.glyphs[end].run == run { end += 1 }
                try draw(shaped, start..<end, run, from: &x, origin.y, box)
                start = end
            }
        }
    }

    /// Adds neighbouring glyphs of one run.
    private mutating func draw(
        _ shaped: ShapedRun, _ range: Range<Int>, _ run: Int, from x: inout Double, _ baseline: Double, _ box: Rect
    ) throws(TextError) {
        let look = looks[run]
        let left = x
        let y = look.baselineOffset == 0 ? baseline : baseline - look.baselineOffset * zoom
        var drawn = Path()
        for glyph in shaped.glyphs[range] {
            let outline = try shaped.face.outline(of: glyph.id)
            if !outline.isEmpty {
                elements += outline.elements.count
                guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
                drawn.append(
                    outline.applying(
                        AffineTransform(a: shaped.scale, b: 0, c: 0, d: -shaped.scale, tx: x + glyph.x, ty: y + glyph.y)))
            }
            x += glyph.advance
        }
        if x > left {
            // Under the non-zero rule, a line with the glyphs' own direction never erases them.
            let isReversed = drawn.windsBackwards
            func addLine(_ offset: hb_ot_metrics_tag_t, _ size: hb_ot_metrics_tag_t) {
                let top = y - shaped.face.metric(offset) * shaped.scale
                let height = shaped.face.thickness(size) * shaped.scale
                drawn.append(Path(stripFrom: left, to: x, top: top, height: height, isReversed: isReversed))
                elements += 5
            }
            if look.isUnderlined { addLine(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, HB_OT_METRICS_TAG_UNDERLINE_SIZE) }
            if look.isStruckThrough { addLine(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, HB_OT_METRICS_TAG_STRIKEOUT_SIZE) }
            if look.hasBackground {
                backgrounds[run].append(
                    Path(stripFrom: left, to: x, top: box.minY, height: box.height, isReversed: false))
                elements += 5
            }
        }
        guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
        glyphs[run].append(drawn)
    }
}

extension Path {
    fileprivate init(stripFrom left: Double, to right: Double, top: Double, height: Double, isReversed: Bool) {
        self.init()
        let bottom = top + height
        move(to: Point(left, top))
        addLine(to: isReversed ? Point(left, bottom) : Point(right, top))
        addLine(to: Point(right, bottom))
        addLine(to: isReversed ? Point(right, top) : Point(left, bottom))
        close()
    }

    /// Whether the outlines run against the direction of a strip that isn't reversed, judged by the area of their polygons.
    fileprivate var windsBackwards: Bool {
        var area = 0.0
        var (start, last) = (Point.zero, Point.zero)
        func add(_ point: Point) {
            area += last.x * point.y - last.y * point.x
            last = point
        }
        for element in elements {
            switch element {
            case .move(let to): (start, last) = (to, to)
            case .line(let to): add(to)
            case .quadratic(let to, let control):
                add(control)
                add(to)
            case .cubic(let to, let control1, let control2):
                add(control1)
                add(control2)
                add(to)
            // Glyphs have no arcs.
            case .arc, .close: add(start)
            }
        }
        return area < 0
    }
}
