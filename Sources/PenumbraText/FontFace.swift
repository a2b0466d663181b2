import CPenumbraFreeType
import CPenumbraHarfBuzz
import PenumbraGeometry

/// An open font: its measures, its glyphs' outlines, and what HarfBuzz shapes with.
///
/// Used under the shaper's lock only.
final class FontFace {
    /// What people call it.
    let name: String
    private let bytes: UnsafeMutableRawBufferPointer
    private let face: FT_Face
    let font: OpaquePointer
    let unitsPerEm: Double
    /// In font units, from the font's hhea table; the descender is negative.
    let ascender: Double
    let descender: Double
    let lineGap: Double
    private var outlines: [UInt32: Path] = [:]

    /// Outlines that are kept; more of them are made again.
    private static let keptOutlines = 20_000
    /// A glyph with more points than this is a broken or a hostile font.
    private static let mostPoints = 20_000

    /// - Parameters:
    ///   - index: of the font in its file, and of a named instance in the upper half.
    ///   - bytes: taken over.
    init(
        name: String, file: String, index: Int, bytes: UnsafeMutableRawBufferPointer, library: FT_Library
    ) throws(TextError) {
        var face: FT_Face?
        let error = FT_New_Memory_Face(
            library, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), FT_Long(bytes.count), FT_Long(index), &face)
        guard error == 0, let face else {
            bytes.deallocate()
            throw .fontBroken(file: file)
        }
        guard penumbra_face_is_scalable(face) != 0, face.pointee.units_per_EM > 0 else {
            FT_Done_Face(face)
            bytes.deallocate()
            throw .fontHasNoOutlines(name: name)
        }
        let blob = hb_blob_create(
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
        let shaped = hb_face_create(blob, UInt32(index & 0xFFFF))
        hb_blob_destroy(blob)
        let font = hb_font_create(shaped)
        hb_face_destroy(shaped)
        hb_ot_font_set_funcs(font)
        let unitsPerEm = Int32(face.pointee.units_per_EM)
        hb_font_set_scale(font, unitsPerEm, unitsPerEm)
        if index >> 16 > 0 { hb_font_set_var_named_instance(font, UInt32(index >> 16 - 1)) }
        guard let font else {
            FT_Done_Face(face)
            bytes.deallocate()
            throw .outOfMemory
        }
        self.name = name
        self.bytes = bytes
        self.face = face
        self.font = font
        self.unitsPerEm = Double(unitsPerEm)
        ascender = Double(face.pointee.ascender)
        descender = Double(face.pointee.descender)
        lineGap = max(0, Double(face.pointee.height) - ascender + descender)
    }

    deinit {
        hb_font_destroy(font)
        FT_Done_Face(face)
        bytes.deallocate()
    }

    /// Whether it draws some glyphs in colours.
    var hasColor: Bool { penumbra_face_has_color(face) != 0 }

    func hasGlyph(for scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0 }

    /// A glyph in font units, y upward; empty for glyphs without outlines and broken ones.
    func outline(of glyph: UInt32) -> Path {
        if let outline = outlines[glyph] { return outline }
        if outlines.count >= Self.keptOutlines { outlines.removeAll(keepingCapacity: true) }
        let path = loadOutline(of: glyph)
        outlines[glyph] = path
        return path
    }

    private func loadOutline(of glyph: UInt32) -> Path {
        guard FT_Load_Glyph(face, glyph, penumbra_load_outline_in_font_units()) == 0 else { return Path() }
        guard let slot = face.pointee.glyph, Int(slot.pointee.outline.n_points) <= Self.mostPoints else { return Path() }
        var builder = OutlineBuilder()
        var functions = FT_Outline_Funcs(
            move_to: { to, user in
                OutlineBuilder.with(user) { $0.move(to) }
                return 0
            },
            line_to: { to, user in
                OutlineBuilder.with(user) { $0.path.addLine(to: Point(to)) }
                return 0
            },
            conic_to: { control, to, user in
                OutlineBuilder.with(user) { $0.path.addQuadratic(to: Point(to), control: Point(control)) }
                return 0
            },
            cubic_to: { control1, control2, to, user in
                OutlineBuilder.with(user) {
                    $0.path.addCubic(to: Point(to), control1: Point(control1), control2: Point(control2))
                }
                return 0
            },
            shift: 0, delta: 0)
        let error = withUnsafeMutablePointer(to: &builder) {
            FT_Outline_Decompose(&slot.pointee.outline, &functions, UnsafeMutableRawPointer($0))
        }
        builder.path.close()
        return error == 0 ? builder.path : Path()
    }
}

/// A path under construction by FreeType's callbacks. Contours are closed when the next one begins.
private struct OutlineBuilder {
    var path = Path()

    mutating func move(_ to: UnsafePointer<FT_Vector>?) {
        path.close()
        path.move(to: Point(to))
    }

    static func with(_ user: UnsafeMutableRawPointer?, _ body: (inout OutlineBuilder) -> Void) {
        guard let user else { return }
        body(&user.assumingMemoryBound(to: OutlineBuilder.self).pointee)
    }
}

extension Point {
    fileprivate init(_ vector: UnsafePointer<FT_Vector>?) {
        self.init(Double(vector?.pointee.x ?? 0), Double(vector?.pointee.y ?? 0))
    }
}
