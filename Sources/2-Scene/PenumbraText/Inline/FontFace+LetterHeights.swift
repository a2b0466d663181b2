import CPenumbraHarfBuzz

/// The heights of letters, as Chromium finds them.
extension FontFace {
    /// The height of the small letters.
    func xHeight(_ size: Double) -> Double {
        if let height = height(HB_OT_METRICS_TAG_X_HEIGHT, size) { return height }
        // For fonts that don't have it, Chromium measures an x in whole points.
        return extents(of: 0x78, size)?.height.rounded(.up) ?? 0.56 * ascender * size / unitsPerEm
    }

    /// The height of the capital letters, or that of an H.
    func capHeight(_ size: Double) -> Double {
        height(HB_OT_METRICS_TAG_CAP_HEIGHT, size) ?? extents(of: 0x48, size)?.top ?? 0.7 * size
    }

    private func height(_ tag: hb_ot_metrics_tag_t, _ size: Double) -> Double? {
        var position: hb_position_t = 0
        guard hb_ot_metrics_get_position(font, tag, &position) != 0 else { return nil }
        return Double(position) * size / unitsPerEm
    }

    /// The upper edge and the height of the glyph of a character.
    private func extents(of character: hb_codepoint_t, _ size: Double) -> (top: Double, height: Double)? {
        var glyph: hb_codepoint_t = 0
        var extents = hb_glyph_extents_t()
        guard hb_font_get_nominal_glyph(font, character, &glyph) != 0,
            hb_font_get_glyph_extents(font, glyph, &extents) != 0
        else { return nil }
        let scale = size / unitsPerEm
        return (Double(extents.y_bearing) * scale, -Double(extents.height) * scale)
    }
}
