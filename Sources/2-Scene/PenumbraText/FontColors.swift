import CPenumbraHarfBuzz
import PenumbraBitmap
import PenumbraCodecs
import PenumbraGeometry
import PenumbraScene

/// The glyphs that a font draws in colours, from its tables COLR, CBDT and sbix.
///
/// It is only used under the shaper's lock.
final class FontColors {
    /// The pixels per em of a set of pictures.
    struct Strike: Hashable {
        var x: Double
        var y: Double
    }

    /// The font at the size of a strike.
    private let font: OpaquePointer
    private let unitsPerEm: Double
    /// The strikes from the smallest to the largest.
    private let strikes: [Strike]
    private let table: ColorTable?

    private struct Key: Hashable {
        var glyph: UInt32
        var strike: Int
    }

    /// The glyphs that were drawn, nil for glyphs without colours, and the number of the last use.
    private var glyphs: [Key: (glyph: ColorGlyph?, use: Int)] = [:]
    private var uses = 0
    /// The approximate bytes of all cached glyphs.
    private(set) var byteCount = 0

    /// The most bytes of the cache. Beyond it, the least recently used half of the glyphs is dropped.
    private static let mostBytes = 48 << 20
    /// The most pixels on a side of a picture, and the most bytes of its decoded form. Larger pictures aren't drawn.
    private static let limits = ImageLimits(maximumSide: 1024, maximumPixels: 1 << 20, maximumBytes: 16 << 20)

    /// Reads the tables of a font. Nil if memory runs out.
    init?(_ font: OpaquePointer, unitsPerEm: Double, strikes: [Strike]) {
        guard let sized = hb_font_create_sub_font(font) else { return nil }
        self.font = sized
        self.unitsPerEm = unitsPerEm
        let hasPictures = hb_ot_color_has_png(hb_font_get_face(font)) != 0
        self.strikes = hasPictures ? strikes.filter { $0.x >= 1 && $0.y >= 1 }.sorted { $0.y < $1.y } : []
        table = ColorTable(hb_font_get_face(font))
    }

    deinit { hb_font_destroy(font) }

    /// Whether the font has colours for a glyph, though they may be broken.
    func has(_ glyph: UInt32) -> Bool {
        if table?.has(glyph) == true { return true }
        guard !strikes.isEmpty, let blob = picture(of: glyph, in: strikes.count - 1) else { return false }
        hb_blob_destroy(blob)
        return true
    }

    /// The drawing of a glyph. Nil if the font has no colours for it.
    ///
    /// - Parameters:
    ///   - pixelsPerEm: the size at which the glyph will be shown. The smallest strike of at least that size is used.
    ///   - face: the font, which has the outlines.
    func glyph(_ glyph: UInt32, pixelsPerEm: Double, _ face: FontFace) throws(TextError) -> ColorGlyph? {
        let key = Key(glyph: glyph, strike: strikes.firstIndex { $0.y >= pixelsPerEm - 1e-6 } ?? strikes.count - 1)
        uses += 1
        if let known = glyphs[key] {
            glyphs[key]?.use = uses
            return known.glyph
        }
        var made: ColorGlyph?
        if let drawing = try table?.drawing(of: glyph, face) { made = ColorGlyph(drawing) }
        if made == nil, key.strike >= 0 { made = picture(of: glyph, strike: key.strike) }
        glyphs[key] = (made, uses)
        byteCount += Self.bytes(of: made)
        if byteCount > Self.mostBytes { dropOldest() }
        return made
    }

    private static func bytes(of glyph: ColorGlyph?) -> Int { 256 * (1 + (glyph?.elementCount ?? 0)) }

    private func dropOldest() {
        let uses = glyphs.values.map(\.use).sorted()
        let middle = uses[uses.count / 2]
        glyphs = glyphs.filter { $0.value.use >= middle }
        byteCount = glyphs.values.reduce(0) { $0 + Self.bytes(of: $1.glyph) }
    }

    // MARK: - Pictures

    /// The PNG file of a glyph. The caller destroys it.
    private func picture(of glyph: UInt32, in strike: Int) -> OpaquePointer? {
        // HarfBuzz takes the smallest strike of at least this size, which is the strike itself.
        hb_font_set_ppem(font, UInt32(strikes[strike].x), UInt32(strikes[strike].y))
        guard let blob = hb_ot_color_glyph_reference_png(font, glyph) else { return nil }
        if hb_blob_get_length(blob) > 0 { return blob }
        hb_blob_destroy(blob)
        return nil
    }

    private func picture(of glyph: UInt32, strike: Int) -> ColorGlyph? {
        guard let blob = picture(of: glyph, in: strike) else { return nil }
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        var extents = hb_glyph_extents_t()
        guard let data = hb_blob_get_data(blob, &length), hb_font_get_glyph_extents(font, glyph, &extents) != 0,
            let bitmap = try? ImageDecoder.decode(
                UnsafeRawBufferPointer(start: data, count: Int(length)), limits: Self.limits)
        else { return nil }
        // Bearings are whole pixels. HarfBuzz rounds them to font units, of which a pixel has several.
        let (width, height) = (unitsPerEm / strikes[strike].x, unitsPerEm / strikes[strike].y)
        func whole(_ bearing: Int32, _ pixel: Double) -> Double { pixel * (Double(bearing) / pixel).rounded() }
        return ColorGlyph(
            .picture(
                bitmap,
                AffineTransform(
                    a: width, b: 0, c: 0, d: -height, tx: whole(extents.x_bearing, width),
                    ty: whole(extents.y_bearing, height))))
    }
}
