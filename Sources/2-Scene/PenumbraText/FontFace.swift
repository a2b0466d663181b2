import CPenumbraFreeType
import CPenumbraHarfBuzz
import PenumbraGeometry
import PenumbraScene

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open font: its metrics, the outlines and colours of its glyphs, and the HarfBuzz font for shaping.
///
/// It is only used under the shaper's lock.
package final class FontFace {
    /// The family name from the font file.
    let name: String
    let file: String
    private let bytes: FontBytes
    /// A FreeType library for this font alone, so that the memory of each font is counted and bounded separately.
    private let library: FontEngine
    private let face: FT_Face
    let font: OpaquePointer
    /// The glyphs that the font draws in colours. Nil if it has none.
    let colors: FontColors?
    let unitsPerEm: Double
    /// The ascender in font units, from the font's hhea table. The descender is negative.
    let ascender: Double
    let descender: Double
    let lineGap: Double
    /// The tags of the requested axes that the font does not have.
    let missingAxes: [String]
    /// The tags of the font's axes.
    let axes: Set<String>
    /// Whether the font's own outlines are italic or oblique.
    let isSlanted: Bool
    private let synthesis: FontSynthesis
    /// The characters that the font is asked for. Nil for all that it has.
    let characters: CharacterRanges?
    /// Whether this is a font of emoji or symbols.
    private(set) lazy var isOfSymbols = SymbolFonts.contain([name]) { hasGlyph(for: $0) }
    private var outlines: [UInt32: GlyphOutline] = [:]
    /// The number of path elements in all cached outlines.
    private var outlineElements = 0

    /// The most path elements in the cache, a few hundred bytes each. When the cache is full, all outlines are dropped.
    private static let keptElements = 400_000
    /// The most points of a glyph. A glyph with more points belongs to a broken or hostile font.
    private static let mostPoints = 20_000

    /// Opens a font.
    ///
    /// - Parameters:
    ///   - name: the name to use if the font file contains no family name.
    ///   - file: the path of the font file, for messages.
    ///   - index: the index of the font in its file. The upper 16 bits hold the number of a named instance.
    ///   - own: values of axes that the font has. They change the named instance.
    ///   - variations: further values of the font's axes, which it may not have.
    ///   - synthesis: the styles that the outlines are changed for.
    ///   - characters: the characters that the font draws. Nil for all that it has.
    ///   - bytes: the contents of the file, which are kept as long as the face.
    /// - Throws: `TextError` for a broken font, for a font without outlines, and if memory runs out.
    package init(
        name: String, file: String, index: Int, own: [TextLook.Variation] = [], variations: [TextLook.Variation] = [],
        synthesis: FontSynthesis = .none, characters: CharacterRanges? = nil, bytes: FontBytes
    ) throws(TextError) {
        guard let library = FontEngine(mostBytes: Self.leastMemory + 4 * bytes.buffer.count) else { throw .outOfMemory }
        let face = try library.face(bytes, index, file)
        // A font of pictures alone may have no outlines.
        let isScalable = penumbra_face_is_scalable(face) != 0 && face.pointee.units_per_EM > 0
        guard isScalable || penumbra_face_has_color(face) != 0 else {
            FT_Done_Face(face)
            throw .fontHasNoOutlines(name: name)
        }
        let shaped = face.shaped(bytes, index)
        let font = hb_font_create(shaped)
        hb_face_destroy(shaped)
        hb_ot_font_set_funcs(font)
        let unitsPerEm = isScalable ? Int32(face.pointee.units_per_EM) : Int32(hb_face_get_upem(hb_font_get_face(font)))
        hb_font_set_scale(font, unitsPerEm, unitsPerEm)
        if index >> 16 > 0 { hb_font_set_var_named_instance(font, UInt32(index >> 16 - 1)) }
        guard let font else {
            FT_Done_Face(face)
            throw .outOfMemory
        }
        do throws(TextError) {
            let values = own + variations
            let missing = values.isEmpty ? [] : try library.set(values, of: face, font, file: file)
            missingAxes = variations.map(\.tag).filter(missing.contains)
        } catch {
            hb_font_destroy(font)
            FT_Done_Face(face)
            throw error
        }
        axes = Set(FontAxes.tags(of: hb_font_get_face(font)))
        isSlanted = face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
        // A file is opened only once, so its name must not depend on the request.
        self.name = face.pointee.family_name.map { String(cString: $0) } ?? name
        self.bytes = bytes
        self.synthesis = synthesis.without(axes)
        self.characters = characters
        self.library = library
        self.file = file
        self.face = face
        self.font = font
        self.unitsPerEm = Double(unitsPerEm)
        if isScalable {
            ascender = Double(face.pointee.ascender)
            descender = Double(face.pointee.descender)
            lineGap = max(0, Double(face.pointee.height) - ascender + descender)
        } else {
            // FreeType has no metrics of fonts without outlines.
            var extents = hb_font_extents_t()
            hb_font_get_h_extents(font, &extents)
            (ascender, descender) = (Double(extents.ascender), Double(extents.descender))
            lineGap = max(0, Double(extents.line_gap))
        }
        colors =
            penumbra_face_has_color(face) != 0 ? FontColors(font, unitsPerEm: Double(unitsPerEm), strikes: face.strikes) : nil
    }

    deinit {
        hb_font_destroy(font)
        FT_Done_Face(face)
    }

    /// The size of the font file plus the memory that FreeType and the glyphs in colours use.
    var byteCount: Int { bytes.buffer.count + library.byteCount + (colors?.byteCount ?? 0) }

    /// FreeType may use this much memory per font, plus four times the file, which is more than a compressed font expands by.
    static let leastMemory = 8 << 20

    /// Whether the font draws some glyphs in colours.
    var isColor: Bool { colors != nil }

    /// A place above the baseline from the font's own tables, or HarfBuzz's usual value for fonts without it. In font units.
    func metric(_ tag: hb_ot_metrics_tag_t) -> Double {
        var position: hb_position_t = 0
        hb_ot_metrics_get_position_with_fallback(font, tag, &position)
        return Double(position)
    }

    /// The height of an underline or a strikethrough in font units, at least a hundredth of the em.
    func thickness(_ tag: hb_ot_metrics_tag_t) -> Double { max(unitsPerEm / 100, metric(tag)) }

    /// The average width of letters and the width in which all glyphs fit, in font units. Zero where tables lack them.
    private(set) lazy var letterWidths: (average: Double, greatest: Double) = (
        number(in: "OS/2", at: 2), number(in: "head", at: 40) - number(in: "head", at: 36)
    )

    /// A whole number of 16 bits in a table. Zero for a table that is too short.
    private func number(in tag: String, at offset: Int) -> Double {
        let blob = hb_face_reference_table(hb_font_get_face(font), hb_tag_from_string(tag, -1))
        defer { hb_blob_destroy(blob) }
        var count: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &count), offset + 2 <= Int(count) else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(count))
        return Double(Int16(truncatingIfNeeded: Int(bytes[offset]) << 8 | Int(bytes[offset + 1])))
    }

    /// Whether the font has metrics for vertical text.
    private lazy var hasVerticalAdvances = hasTable("vmtx")
    private lazy var hasVerticalOrigins = hasTable("VORG")

    private func hasTable(_ tag: String) -> Bool {
        let blob = hb_face_reference_table(hb_font_get_face(font), hb_tag_from_string(tag, -1))
        defer { hb_blob_destroy(blob) }
        return hb_blob_get_length(blob) > 0
    }

    /// The height of a glyph that stands upright in vertical text, and the height of its top centre above the baseline, in font
    /// units. As in Chromium, fonts without vertical metrics have their ascent, and their whole height.
    func vertical(_ glyph: UInt32) -> (advance: Double, origin: Double) {
        let advance = hasVerticalAdvances ? -Double(hb_font_get_glyph_v_advance(font, glyph)) : ascender - descender
        guard hasVerticalAdvances || hasVerticalOrigins else { return (advance, ascender) }
        var (x, y): (hb_position_t, hb_position_t) = (0, 0)
        hb_font_get_glyph_v_origin(font, glyph, &x, &y)
        return (max(0, advance), Double(y))
    }

    /// Whether the font has metrics for vertical text, so that its letters needn't have their whole heights there.
    var hasVerticalMetrics: Bool { hasVerticalAdvances || hasVerticalOrigins }

    func hasGlyph(for scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0 }

    /// Whether the font shows something for a character. Colour fonts may have empty glyphs for parts of sequences, and a glyph
    /// may have nothing but an SVG document, which isn't read.
    private func shows(_ scalar: Unicode.Scalar) -> Bool {
        let glyph = FT_Get_Char_Index(face, FT_ULong(scalar.value))
        guard glyph != 0 else { return false }
        guard colors != nil || penumbra_face_has_svg(face) != 0, !scalar.properties.isWhitespace else { return true }
        if colors?.has(glyph) == true { return true }
        return (try? outline(of: glyph))?.isEmpty == false
    }

    /// Whether the font is asked for a character, and has it or the parts from which HarfBuzz composes it.
    func draws(_ scalar: Unicode.Scalar) -> Bool {
        characters?.contains(scalar) != false && has(scalar)
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        if shows(scalar) { return true }
        var (first, second) = (UInt32(0), UInt32(0))
        guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar.value, &first, &second) != 0 else { return false }
        return [first, second].allSatisfy { $0 == 0 || Unicode.Scalar($0).map(has) ?? false }
    }

    /// Whether the font has all parts of a character that need a glyph.
    func draws(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.value < Self.rememberedScalars, character.utf8.count == UTF8.width(first) else {
            return scalars.allSatisfy { $0.isIgnorable || draws($0) }
        }
        let index = Int(first.value)
        if let known = drawn[index] { return known }
        let isDrawn = first.isIgnorable || draws(first)
        drawn[index] = isDrawn
        return isDrawn
    }

    /// Whether the font draws characters of one scalar, as far as somebody asked. Most letters of texts are among them.
    private var drawn = [Bool?](repeating: nil, count: FontFace.rememberedScalars)
    private static let rememberedScalars = 0x590

    /// The outline of a glyph in font units, with y upward. Empty for glyphs without outlines and for broken glyphs.
    ///
    /// - Throws: `TextError.fontTooLarge` if a glyph takes more memory than a font of that size may take.
    package func outline(of glyph: UInt32) throws(TextError) -> Path { try glyphOutline(of: glyph).path }

    /// The outline of a glyph. All uses of the glyph share it.
    func glyphOutline(of glyph: UInt32) throws(TextError) -> GlyphOutline {
        if let outline = outlines[glyph] { return outline }
        let path = try loadOutline(of: glyph)
        // Empty outlines are also cached, and count as one element.
        outlineElements += path.elements.count + 1
        if outlineElements > Self.keptElements {
            outlines.removeAll(keepingCapacity: true)
            outlineElements = path.elements.count + 1
        }
        let outline = GlyphOutline(path)
        outlines[glyph] = outline
        return outline
    }

    /// The drawing of a glyph in colours. Nil if the font doesn't draw it in colours.
    ///
    /// - Parameter pixelsPerEm: the size at which the glyph will be shown.
    func colorGlyph(_ glyph: UInt32, pixelsPerEm: Double) throws(TextError) -> ColorGlyph? {
        try colors?.glyph(glyph, pixelsPerEm: pixelsPerEm, self)
    }

    private func loadOutline(of glyph: UInt32) throws(TextError) -> Path {
        let error = FT_Load_Glyph(face, glyph, penumbra_load_outline_in_font_units())
        if penumbra_is_out_of_memory(error) != 0 { throw .fontTooLarge(file: file) }
        guard error == 0 else { return Path() }
        guard let slot = face.pointee.glyph, Int(slot.pointee.outline.n_points) <= Self.mostPoints else { return Path() }
        guard synthesis != .none else { return Path(slot.pointee.outline) }
        let strength = FT_Pos((unitsPerEm * synthesis.boldness).rounded())
        // FreeType's outline grows to the right and upwards, and Skia's on all sides.
        if strength > 0 { _ = FT_Outline_Embolden(&slot.pointee.outline, strength) }
        let shift = -Double(strength) / 2
        let slope = synthesis.isOblique ? FontSynthesis.slope : 0
        return Path(slot.pointee.outline).applying(
            AffineTransform(a: 1, b: 0, c: slope, d: 1, tx: shift * (1 + slope), ty: shift))
    }
}

extension FT_Face {
    /// The pixels per em of the font's strikes.
    fileprivate var strikes: [FontColors.Strike] {
        guard let sizes = pointee.available_sizes else { return [] }
        return (0..<Int(max(0, pointee.num_fixed_sizes))).map {
            FontColors.Strike(x: Double(sizes[$0].x_ppem) / 64, y: Double(sizes[$0].y_ppem) / 64)
        }
    }
}

extension Path {
    /// Converts FreeType's outline, in its own units.
    ///
    /// The points between two controls of quadratic curves are computed halfway, in floating point. FreeType's own
    /// decomposition would round them to whole units.
    fileprivate init(_ outline: FT_Outline) {
        self.init()
        guard let points = outline.points, let tags = outline.tags, let ends = outline.contours else { return }
        var first = 0
        for contour in 0..<Int(outline.n_contours) {
            let end = Int(ends[contour])
            guard end >= first, end < Int(outline.n_points) else { return }
            let range = first...end
            first = end + 1
            add(
                range.map { Point(Double(points[$0].x), Double(points[$0].y)) },
                range.map { OutlinePoint(tag: UInt8(bitPattern: Int8(tags[$0]))) })
        }
    }

    private enum OutlinePoint {
        case on, quadratic, cubic

        init(tag: UInt8) {
            self = tag & 1 == 1 ? .on : tag & 2 == 2 ? .cubic : .quadratic
        }
    }

    /// Adds a closed contour that starts at its first point on the curve.
    private mutating func add(_ points: [Point], _ kinds: [OutlinePoint]) {
        guard points.count > 1 else { return }
        let count = points.count
        let start: Point
        var index: Int
        if let on = kinds.firstIndex(of: .on) {
            (start, index) = (points[on], on + 1)
        } else {
            (start, index) = (0.5 * (points[count - 1] + points[0]), 0)
        }
        move(to: start)
        let end = index + (kinds.contains(.on) ? count - 1 : count)
        /// The point at position `i` of the contour. At the end of the contour, the start point.
        func at(_ i: Int) -> (Point, OutlinePoint) { i < end ? (points[i % count], kinds[i % count]) : (start, .on) }
        while index < end {
            let (point, kind) = at(index)
            switch kind {
            case .on:
                addLine(to: point)
                index += 1
            case .quadratic:
                let (next, nextKind) = at(index + 1)
                if nextKind == .on {
                    addQuadratic(to: next, control: point)
                    index += 2
                } else {
                    addQuadratic(to: 0.5 * (point + next), control: point)
                    index += 1
                }
            case .cubic:
                let (second, _) = at(index + 1)
                let (to, _) = at(index + 2)
                addCubic(to: to, control1: point, control2: second)
                index += 3
            }
        }
        close()
    }
}
