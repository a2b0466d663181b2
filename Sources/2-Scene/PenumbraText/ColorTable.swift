import CPenumbraHarfBuzz
import PenumbraGeometry
import PenumbraScene

/// The glyphs that a font paints in colours by its COLR and CPAL tables, of versions 0 and 1.
///
/// Fonts are read here instead of by FreeType, because FreeType before 2.13 reads beyond the end of a cut COLR table. The
/// variations of a variable font don't change its colours and gradients.
struct ColorTable {
    private let table: FontTable
    private let palette: ColorPalette
    private let version: Int
    /// Offsets in the table; zero for lists that the table lacks.
    private let baseGlyphs: Int
    private let layers: Int
    private let clips: Int

    /// Nil if the font has no such tables, or a newer version.
    init?(_ face: OpaquePointer?) {
        guard let table = FontTable("COLR", of: face), let palette = ColorPalette(face) else { return nil }
        version = table.uint16(0)
        guard version <= 1 else { return nil }
        self.table = table
        self.palette = palette
        baseGlyphs = version == 1 ? table.uint32(14) : 0
        layers = version == 1 ? table.uint32(18) : 0
        clips = version == 1 ? table.uint32(22) : 0
    }

    /// The most nesting of a glyph's paints.
    private static let deepest = 64
    /// The most paints of a glyph. A paint that is used twice counts twice.
    private static let mostPaints = 4096
    /// The most elements of a glyph's paths.
    private static let mostElements = 200_000

    /// The drawing of a glyph. Nil if the font has none, or a broken one.
    ///
    /// - Parameter face: the font, which has the outlines.
    func drawing(of glyph: UInt32, _ face: FontFace) throws(TextError) -> ColorGlyph.Drawing? {
        var graph = Graph(face: face)
        if let paint = paint(of: Int(glyph)) { return try drawing(paint, of: Int(glyph), .identity, &graph) }
        return try layers(of: Int(glyph), &graph)
    }

    /// Whether the font has a drawing for a glyph, though the drawing may be broken.
    func has(_ glyph: UInt32) -> Bool { paint(of: Int(glyph)) != nil || layerRecords(of: Int(glyph)) != nil }

    /// The state while one glyph is read.
    private struct Graph {
        let face: FontFace
        var paints = 0
        var elements = 0
        /// The offsets of the paints above the current paint.
        var above: [Int] = []
    }

    // MARK: - Version 0

    private func layerRecords(of glyph: Int) -> (first: Int, count: Int)? {
        guard let record = table.record(of: glyph, from: table.uint32(4), count: table.uint16(2), stride: 6) else { return nil }
        let (first, count) = (table.uint16(record + 2), table.uint16(record + 4))
        guard count > 0, first + count <= table.uint16(12) else { return nil }
        return (table.uint32(8) + 4 * first, count)
    }

    private func layers(of glyph: Int, _ graph: inout Graph) throws(TextError) -> ColorGlyph.Drawing? {
        guard let records = layerRecords(of: glyph), records.count <= Self.mostPaints else { return nil }
        var fills: [ColorGlyph.Drawing] = []
        for index in 0..<records.count {
            let record = records.first + 4 * index
            guard table.has(4, at: record), let path = try path(of: table.uint16(record), .identity, &graph),
                let shade = palette.shade(table.uint16(record + 2), alpha: 1)
            else { return nil }
            fills.append(.fill(path, .shade(shade)))
        }
        return .layers(fills)
    }

    // MARK: - Version 1

    /// The offset of a glyph's paint.
    private func paint(of glyph: Int) -> Int? {
        guard baseGlyphs > 0,
            let record = table.record(of: glyph, from: baseGlyphs + 4, count: table.uint32(baseGlyphs), stride: 6)
        else { return nil }
        return baseGlyphs + table.uint32(record + 2)
    }

    /// The drawing of a glyph's paint inside the glyph's clip box.
    private func drawing(
        _ paint: Int, of glyph: Int, _ transform: AffineTransform, _ graph: inout Graph
    ) throws(TextError) -> ColorGlyph.Drawing? {
        let drawing = try drawing(paint, transform, &graph)
        guard let drawing, let box = clipBox(of: glyph) else { return drawing }
        // Most boxes cut nothing off.
        let clip = box.transformed(by: transform).inset(by: -1e-6)
        if transform.isAxisAligned, let bounds = drawing.bounds(.identity), clip.union(bounds) == clip { return drawing }
        return .clip(Path(box).applying(transform), drawing)
    }

    private func clipBox(of glyph: Int) -> Rect? {
        guard clips > 0 else { return nil }
        var (low, high) = (0, table.uint32(clips + 1))
        while low < high {
            let middle = (low + high) / 2
            let record = clips + 5 + 7 * middle
            guard table.has(7, at: record) else {
                high = middle
                continue
            }
            if glyph < table.uint16(record) {
                high = middle
            } else if glyph > table.uint16(record + 2) {
                low = middle + 1
            } else {
                let box = clips + table.uint24(record + 4)
                guard table.has(9, at: box) else { return nil }
                let (x, y) = (table.int16(box + 1), table.int16(box + 3))
                return Rect(x: x, y: y, width: max(0, table.int16(box + 5) - x), height: max(0, table.int16(box + 7) - y))
            }
        }
        return nil
    }

    /// The drawing of a paint. Nil if the paint, or a paint below it, is broken.
    private func drawing(
        _ paint: Int, _ transform: AffineTransform, _ graph: inout Graph
    ) throws(TextError) -> ColorGlyph.Drawing? {
        graph.paints += 1
        guard table.has(1, at: paint), graph.paints <= Self.mostPaints, graph.above.count < Self.deepest,
            !graph.above.contains(paint)
        else { return nil }
        graph.above.append(paint)
        defer { graph.above.removeLast() }
        switch table.uint8(paint) {
        case 1:
            let (count, first) = (table.uint8(paint + 1), table.uint32(paint + 2))
            guard layers > 0, first + count <= table.uint32(layers) else { return nil }
            var drawings: [ColorGlyph.Drawing] = []
            for index in first..<first + count {
                let entry = layers + 4 + 4 * index
                guard table.has(4, at: entry),
                    let drawing = try drawing(layers + table.uint32(entry), transform, &graph)
                else { return nil }
                drawings.append(drawing)
            }
            return .layers(drawings)
        case 2...9:
            return brush(paint, transform).map { .brush($0) }
        case 10:
            guard let path = try path(of: table.uint16(paint + 4), transform, &graph) else { return nil }
            let inside = paint + table.uint24(paint + 1)
            guard let drawing = try drawing(inside, transform, &graph) else { return nil }
            if case .brush(let brush) = drawing { return .fill(path, brush) }
            return .clip(path, drawing)
        case 11:
            let glyph = table.uint16(paint + 1)
            guard let inside = self.paint(of: glyph) else { return nil }
            return try drawing(inside, of: glyph, transform, &graph)
        case 12...31:
            guard let own = self.transform(paint) else { return nil }
            return try drawing(paint + table.uint24(paint + 1), own.concatenating(transform), &graph)
        case 32:
            guard let compositing = ColorGlyph.Compositing(number: table.uint8(paint + 4)),
                let source = try drawing(paint + table.uint24(paint + 1), transform, &graph),
                let backdrop = try drawing(paint + table.uint24(paint + 5), transform, &graph)
            else { return nil }
            return .composite(source, compositing, onto: backdrop)
        default: return nil
        }
    }

    private func path(
        of glyph: Int, _ transform: AffineTransform, _ graph: inout Graph
    ) throws(TextError) -> Path? {
        let path = try graph.face.outline(of: UInt32(glyph))
        graph.elements += path.elements.count
        guard graph.elements <= Self.mostElements else { return nil }
        return path.applying(transform)
    }

    /// The transform of a paint of formats 12 to 31. Variable formats follow the format that they vary.
    private func transform(_ paint: Int) -> AffineTransform? {
        func value(_ index: Int) -> Double { table.int16(paint + 4 + 2 * index) }
        func part(_ index: Int) -> Double { table.f2dot14(paint + 4 + 2 * index) }
        func about(_ index: Int, _ map: AffineTransform) -> AffineTransform { map.about(Point(value(index), value(index + 1))) }
        switch table.uint8(paint) {
        case 12, 13:
            let affine = paint + table.uint24(paint + 4)
            guard table.has(24, at: affine) else { return nil }
            func entry(_ index: Int) -> Double { table.fixed(affine + 4 * index) }
            return AffineTransform(a: entry(0), b: entry(1), c: entry(2), d: entry(3), tx: entry(4), ty: entry(5))
        case 14, 15: return .translation(value(0), value(1))
        case 16, 17: return .scale(part(0), part(1))
        case 18, 19: return about(2, .scale(part(0), part(1)))
        case 20, 21: return .scale(part(0), part(0))
        case 22, 23: return about(1, .scale(part(0), part(0)))
        case 24, 25: return .rotation(degrees: 180 * part(0))
        case 26, 27: return about(1, .rotation(degrees: 180 * part(0)))
        case 28, 29: return .skew(xDegrees: -180 * part(0), yDegrees: 180 * part(1))
        default: return about(2, .skew(xDegrees: -180 * part(0), yDegrees: 180 * part(1)))
        }
    }

    /// The brush of a paint of formats 2 to 9.
    private func brush(_ paint: Int, _ transform: AffineTransform) -> ColorGlyph.Brush? {
        func value(_ index: Int) -> Double { table.int16(paint + 4 + 2 * index) }
        func radius(_ index: Int) -> Double { Double(table.uint16(paint + 4 + 2 * index)) }
        func point(_ index: Int) -> Point { Point(value(index), value(index + 1)) }
        let format = table.uint8(paint)
        let geometry: ColorGlyph.Gradient.Geometry
        switch format {
        case 2, 3:
            return palette.shade(table.uint16(paint + 1), alpha: table.f2dot14(paint + 3)).map { .shade($0) }
        case 4, 5:
            // The colours change along the first line's part at right angles to the second line.
            let (start, line, turned) = (point(0), point(2) - point(0), point(4) - point(0))
            let normal = Point(turned.y, -turned.x)
            let square = normal.x * normal.x + normal.y * normal.y
            let along = square > 0 ? (line.x * normal.x + line.y * normal.y) / square : 0
            geometry = .linear(from: start, to: Point(start.x + along * normal.x, start.y + along * normal.y))
        case 6, 7:
            geometry = .radial(fromCenter: point(0), fromRadius: radius(2), toCenter: point(3), toRadius: radius(5))
        default:
            geometry = .sweep(
                center: point(0), from: (table.f2dot14(paint + 8) + 1) / 2, to: (table.f2dot14(paint + 10) + 1) / 2)
        }
        let line = paint + table.uint24(paint + 1)
        let (count, size) = (table.uint16(line + 1), format % 2 == 0 ? 6 : 10)
        guard count > 0, count <= Self.mostPaints, table.has(3 + size * count, at: line) else { return nil }
        var stops: [ColorGlyph.Gradient.Stop] = []
        for index in 0..<count {
            let stop = line + 3 + size * index
            guard let shade = palette.shade(table.uint16(stop + 2), alpha: table.f2dot14(stop + 4)) else { return nil }
            stops.append(ColorGlyph.Gradient.Stop(offset: table.f2dot14(stop), shade: shade))
        }
        // Stops of one offset keep their order.
        let sorted = stops.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        let extend: ColorGlyph.Gradient.Extend = [.pad, .repeat, .reflect][min(2, table.uint8(line))]
        return .gradient(
            ColorGlyph.Gradient(geometry, extend: extend, stops: sorted.map(\.element), transform: transform))
    }
}

/// The colours of a font's first palette.
private struct ColorPalette {
    private let table: FontTable
    private let first: Int
    private let count: Int

    init?(_ face: OpaquePointer?) {
        guard let table = FontTable("CPAL", of: face), table.uint16(4) > 0 else { return nil }
        self.table = table
        first = table.uint16(12)
        count = min(table.uint16(2), max(0, table.uint16(6) - first))
    }

    /// A colour by its index. Nil if the palette lacks it.
    func shade(_ index: Int, alpha: Double) -> ColorGlyph.Shade? {
        let alpha = max(0, min(1, alpha))
        // The colour of the text.
        if index == 0xFFFF { return .foreground(alpha: alpha) }
        let record = table.uint32(8) + 4 * (first + index)
        guard index < count, table.has(4, at: record) else { return nil }
        func component(_ place: Int) -> Double { Double(table.uint8(record + place)) / 255 }
        return .color(Color(red: component(2), green: component(1), blue: component(0), alpha: alpha * component(3)))
    }
}

extension ColorGlyph.Compositing {
    /// The modes in the order of their numbers in COLR.
    private static let all: [ColorGlyph.Compositing] = [
        .clear, .source, .destination, .blend(.normal), .destinationOver, .sourceIn, .destinationIn, .sourceOut,
        .destinationOut, .sourceAtop, .destinationAtop, .xor, .blend(.plusLighter), .blend(.screen), .blend(.overlay),
        .blend(.darken), .blend(.lighten), .blend(.colorDodge), .blend(.colorBurn), .blend(.hardLight), .blend(.softLight),
        .blend(.difference), .blend(.exclusion), .blend(.multiply), .blend(.hue), .blend(.saturation), .blend(.color),
        .blend(.luminosity),
    ]

    fileprivate init?(number: Int) {
        guard Self.all.indices.contains(number) else { return nil }
        self = Self.all[number]
    }
}
