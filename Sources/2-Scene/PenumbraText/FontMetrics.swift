import CPenumbraHarfBuzz
import PenumbraGeometry

/// The measures of a font in font units, with y upward.
package struct FontMetrics: Hashable, Sendable {
    package var unitsPerEm = 1000.0
    package var ascent = 0.0
    /// Below zero.
    package var descent = 0.0
    package var lineGap = 0.0
    package var capHeight = 0.0
    package var xHeight = 0.0
    package var underlinePosition = 0.0
    package var underlineThickness = 0.0
    /// The angle of slanted letters in degrees. Below zero for letters that lean to the right.
    package var italicAngle = 0.0
    package var glyphCount = 0
    /// The smallest rectangle that holds every glyph.
    package var bounds = Rect.zero
}

/// Glyphs by their indices, for callers that place them without shaping.
extension FontFace {
    package var familyName: String { name }
    package var hasColors: Bool { isColor }

    package var metrics: FontMetrics {
        FontMetrics(
            unitsPerEm: unitsPerEm, ascent: ascender, descent: descender, lineGap: lineGap,
            capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT), xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT),
            underlinePosition: metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET),
            underlineThickness: thickness(HB_OT_METRICS_TAG_UNDERLINE_SIZE),
            italicAngle: Double(hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE)),
            glyphCount: Int(hb_face_get_glyph_count(hb_font_get_face(font))), bounds: headBounds)
    }

    /// The box of all glyphs in the table `head`, as four numbers of 16 bits.
    private var headBounds: Rect {
        let table = hb_face_reference_table(hb_font_get_face(font), hb_tag_from_string("head", -1))
        defer { hb_blob_destroy(table) }
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(table, &length), length >= 44 else { return .zero }
        let sides = (0..<4).map { index in
            let (high, low) = (UInt8(bitPattern: data[36 + 2 * index]), UInt8(bitPattern: data[37 + 2 * index]))
            return Double(Int16(bitPattern: UInt16(high) << 8 | UInt16(low)))
        }
        return Rect(bounding: [Point(sides[0], sides[1]), Point(sides[2], sides[3])])
    }

    /// The heights above and below the baseline that the table `OS/2` calls typographic, or else those of lines.
    var typographicHeights: (ascent: Double, descent: Double) {
        let table = hb_face_reference_table(hb_font_get_face(font), hb_tag_from_string("OS/2", -1))
        defer { hb_blob_destroy(table) }
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(table, &length), length >= 72 else { return (ascender, -descender) }
        func number(_ place: Int) -> Double {
            Double(Int16(bitPattern: UInt16(UInt8(bitPattern: data[place])) << 8 | UInt16(UInt8(bitPattern: data[place + 1]))))
        }
        let (ascent, descent) = (number(68), -number(70))
        return ascent + descent > 0 ? (ascent, descent) : (ascender, -descender)
    }

    /// The glyph of a character. Zero if the font doesn't have the character.
    package func glyph(for scalar: Unicode.Scalar) -> UInt32 {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 ? glyph : 0
    }

    /// The width of a glyph in font units.
    package func advance(of glyph: UInt32) -> Double { Double(hb_font_get_glyph_h_advance(font, glyph)) }

    /// The name of a glyph, such as `A` or `uni0431`. Nil if the font has no names.
    package func name(of glyph: UInt32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, hb_font_get_glyph_name(font, glyph, start, 128) != 0 else { return nil }
            return String(cString: start)
        }
    }

    /// The glyph with a name. Nil if the font has none.
    package func glyph(named name: String) -> UInt32? {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_glyph_from_name(font, name, Int32(clamping: name.utf8.count), &glyph) != 0 ? glyph : nil
    }
}
