import CPenumbraFreeType
import CPenumbraHarfBuzz

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A FreeType library whose memory is counted and bounded. Environment variables have no effect on its properties.
final class FontEngine {
    let library: FT_Library
    private let memory: UnsafeMutablePointer<penumbra_font_memory>

    /// Creates a library that may take up to `mostBytes`. Nil if memory runs out.
    init?(mostBytes: Int) {
        guard let memory = penumbra_font_memory_new(mostBytes) else { return nil }
        var library: FT_Library?
        guard FT_New_Library(&memory.pointee.callbacks, &library) == 0, let library else {
            free(memory)
            return nil
        }
        FT_Add_Default_Modules(library)
        self.library = library
        self.memory = memory
    }

    var byteCount: Int { memory.pointee.held }

    /// Opens a font of a file.
    func face(_ bytes: FontBytes, _ index: Int, _ file: String) throws(TextError) -> FT_Face {
        var face: FT_Face?
        let error = FT_New_Memory_Face(
            library, bytes.buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), FT_Long(bytes.buffer.count),
            FT_Long(index), &face)
        if penumbra_is_out_of_memory(error) != 0 { throw .fontTooLarge(file: file) }
        guard error == 0, let face else { throw .fontBroken(file: file) }
        return face
    }

    /// Sets axes of a variable font, in FreeType and in HarfBuzz.
    ///
    /// - Returns: the tags of the axes that the font does not have.
    func set(
        _ variations: [TextLook.Variation], of face: FT_Face, _ font: OpaquePointer, file: String
    ) throws(TextError) -> [String] {
        var known = [UInt8](repeating: 0, count: variations.count)
        var position: UnsafeMutablePointer<FT_Fixed>?
        var count: FT_UInt = 0
        let error = penumbra_set_axes(
            library, face, variations.map { FT_ULong(hb_tag_from_string($0.tag, -1)) }, variations.map(\.value),
            Int32(variations.count), &known, &position, &count)
        if penumbra_is_out_of_memory(error) != 0 { throw .fontTooLarge(file: file) }
        guard error == 0 else { throw .fontBroken(file: file) }
        defer { free(position) }
        // Both libraries get the same rounded values.
        let values = UnsafeBufferPointer(start: position, count: Int(count)).map { Float($0) / 65536 }
        if !values.isEmpty { hb_font_set_var_coords_design(font, values, count) }
        return zip(variations, known).filter { $1 == 0 }.map(\.0.tag)
    }

    deinit {
        FT_Done_Library(library)
        free(memory)
    }
}
