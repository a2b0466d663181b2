import CPenumbraHarfBuzz

/// The heights of letters, as Chromium finds them.
extension FontFace {
    /// The height of the small letters.
    func xHeight(_ size: Double) -> Double {
        if let height = height(HB_OT_METRICS_TAG_X_HEIGHT, size) { return height }
        // For fonts that don't have it, Chromium measures an x, which FreeType's light hints scale so that round small letters
        // have a whole height, rounded up from 24/64 on. Flat ones take the next whole height as long as round ones are
        // higher by less than three quarters of a pixel (`af_latin_metrics_scale_dim`).
        let size = (size * 64).rounded(.down) / 64
        guard let round = middleTop("oesc", size), let flat = middleTop("uvxz", size), round > 0 else {
            return extents(of: 0x78, size)?.height.rounded(.up) ?? 0.56 * ascender * size / unitsPerEm
        }
        return hinted(flat: flat, round: round, by: hintScale(round))
    }

    /// The factor by which light hints scale all letters: round small letters of this height become whole.
    private func hintScale(_ round: Double) -> Double { (round + 40.0 / 64).rounded(.down) / round }

    /// The height of flat letters with hints.
    private func hinted(flat: Double, round: Double, by scale: Double) -> Double {
        (round - flat) * scale <= 0.75 ? (flat * scale).rounded() : flat * scale
    }

    /// The median of the upper edges of letters.
    private func middleTop(_ letters: String, _ size: Double) -> Double? {
        let tops = letters.unicodeScalars.compactMap { extents(of: $0.value, size)?.top }.sorted()
        return tops.isEmpty ? nil : tops[tops.count / 2]
    }

    /// The height of the capital letters, or that of an H.
    func capHeight(_ size: Double) -> Double {
        if let height = height(HB_OT_METRICS_TAG_CAP_HEIGHT, size) { return height }
        // The hints of an H, which Chromium measures, are those of an x.
        let size = (size * 64).rounded(.down) / 64
        guard let small = middleTop("oesc", size), small > 0, let round = middleTop("OCQS", size),
            let flat = middleTop("THEZ", size)
        else { return extents(of: 0x48, size)?.top ?? 0.7 * size }
        return hinted(flat: flat, round: round, by: hintScale(small))
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
