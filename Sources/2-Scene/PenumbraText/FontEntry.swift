import CPenumbraFreeType
import CPenumbraHarfBuzz

/// A font in a file, or a named instance of a variable font: its names and its style, without its glyphs.
struct FontEntry {
    /// The index for FreeType. The upper 16 bits hold the number of a named instance.
    var index: Int
    var families: [String] = []
    var fullName = ""
    var postScriptName = ""
    var style = ""
    /// OpenType's number for the weight.
    var weight = 400.0
    /// The width in percent.
    var width = 100.0
    /// Fontconfig's number for the slant: 0, 100 for italic, or 110 for oblique.
    var slant = 0
    /// The tags of the axes of a variable font.
    var axes: Set<String> = []

    /// The most fonts of a file that are looked at.
    private static let mostFonts = 256

    /// Lists the fonts of a file.
    static func all(of bytes: FontBytes, _ file: String) throws(TextError) -> [FontEntry] {
        guard let engine = FontEngine(mostBytes: FontFace.leastMemory + 4 * bytes.buffer.count) else { throw .outOfMemory }
        var entries: [FontEntry] = []
        var (number, count) = (0, 1)
        while number < min(count, mostFonts) {
            let face: FT_Face
            do throws(TextError) {
                face = try engine.face(bytes, number, file)
            } catch {
                // Further fonts of a collection may be broken.
                if number == 0 { throw error }
                number += 1
                continue
            }
            defer { FT_Done_Face(face) }
            count = Int(face.pointee.num_faces)
            let shaped = face.shaped(bytes, number)
            defer { hb_face_destroy(shaped) }
            let entry = FontEntry(shaped, number)
            entries.append(entry)
            entries += entry.instances(shaped)
            number += 1
        }
        return entries
    }

    /// A font about which nothing is known.
    init(index: Int) { self.index = index }

    private init(_ face: OpaquePointer?, _ number: Int) {
        index = number
        let names = FontNames(face)
        // 16 and 17 are the typographic family and style, 1 and 2 are those of four styles.
        for id in [16, 1] { if let family = names[id], !families.contains(family) { families.append(family) } }
        fullName = names[4] ?? ""
        postScriptName = names[6] ?? ""
        style = names[17] ?? names[2] ?? ""
        if let table = FontTable("OS/2", of: face) {
            weight = Double(max(1, min(1000, table.uint16(4))))
            let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
            width = widths[max(1, min(9, table.uint16(6))) - 1]
            let selection = table.uint16(62)
            slant = selection & 1 != 0 ? 100 : selection & 1 << 9 != 0 ? 110 : 0
        } else if let table = FontTable("head", of: face) {
            weight = table.uint16(44) & 1 != 0 ? 700 : 400
            slant = table.uint16(44) & 2 != 0 ? 100 : 0
        }
        axes = Set(FontAxes.tags(of: face))
    }

    /// The named instances of a variable font.
    private func instances(_ face: OpaquePointer?) -> [FontEntry] {
        let names = FontNames(face)
        let tags = FontAxes.tags(of: face)
        return (0..<min(Self.mostFonts, Int(hb_ot_var_get_named_instance_count(face)))).map { number in
            var entry = self
            entry.index = index | (number + 1) << 16
            entry.style = names[Int(hb_ot_var_named_instance_get_subfamily_name_id(face, UInt32(number)))] ?? ""
            entry.postScriptName =
                names[Int(hb_ot_var_named_instance_get_postscript_name_id(face, UInt32(number)))] ?? ""
            entry.fullName = (families.first ?? "") + " " + entry.style
            var count = UInt32(tags.count)
            var values = [Float](repeating: 0, count: max(1, tags.count))
            _ = hb_ot_var_named_instance_get_design_coords(face, UInt32(number), &count, &values)
            for (tag, value) in zip(tags, values).prefix(Int(count)) {
                switch tag {
                case "wght": entry.weight = Double(value)
                case "wdth": entry.width = Double(value)
                case "ital": entry.slant = value > 0.5 ? 100 : 0
                case "slnt": if value < -1 { entry.slant = 110 }
                default: break
                }
            }
            return entry
        }
    }

    private var isInstance: Bool { index >> 16 > 0 }

    /// Whether the font has a name, in any letter case: that of its family, its full name, or its PostScript name.
    private func isNamed(_ name: String) -> Bool {
        let name = name.lowercased()
        return ([fullName, postScriptName] + families).contains { $0.lowercased() == name }
    }

    /// Finds the font of a file for a style. Among the files of a stack, those of the same family complete each other.
    ///
    /// - Parameters:
    ///   - entries: the fonts of each file of the stack.
    ///   - first: the file that is asked for.
    ///   - name: the name or the number of the font in the file.
    /// - Returns: the number of the file, and the font in it.
    static func best(
        in entries: [[FontEntry]], first: Int, name: String?, _ style: AskedStyle, file: String
    ) throws(TextError) -> (file: Int, entry: FontEntry) {
        let own = entries[first]
        let fonts = own.filter { !$0.isInstance }
        if let name, let number = Int(name) {
            guard let entry = fonts.first(where: { $0.index == number }) else {
                throw .fontNotInFile(name, file: file, fonts: Self.list(fonts))
            }
            return (first, entry.styled(style, among: own) ?? entry)
        }
        var candidates = fonts.map { (file: first, entry: $0) }
        if let name {
            candidates = own.filter { $0.isNamed(name) }.map { (first, $0) }
            guard !candidates.isEmpty else { throw .fontNotInFile(name, file: file, fonts: Self.list(fonts)) }
        } else if style.choosesFonts, let family = fonts.first?.families.first {
            candidates = []
            for number in [first] + entries.indices.filter({ $0 != first }) {
                candidates += entries[number].filter { $0.families.contains(family) && (!$0.isInstance || style.name != nil) }
                    .map { (number, $0) }
            }
        }
        guard let start = candidates.first else { throw .fontBroken(file: file) }
        guard name != nil || style.choosesFonts else { return start }
        // Fonts of a collection come in any order, and the regular one is meant without a style.
        var best = (start, style.distance(to: start.entry))
        for candidate in candidates.dropFirst() {
            let distance = style.distance(to: candidate.entry)
            if distance.lexicographicallyPrecedes(best.1) { best = (candidate, distance) }
        }
        return best.0
    }

    /// The named instance of the font that a style names.
    private func styled(_ style: AskedStyle, among entries: [FontEntry]) -> FontEntry? {
        guard let name = style.name?.lowercased() else { return nil }
        return entries.first { $0.index & 0xFFFF == index && $0.style.lowercased() == name }
    }

    private static func list(_ fonts: [FontEntry]) -> [String] { fonts.map(\.fullName) }
}

/// The names in a font.
private struct FontNames {
    let face: OpaquePointer?

    init(_ face: OpaquePointer?) { self.face = face }

    subscript(id: Int) -> String? {
        let language = hb_language_from_string("en", -1)
        var bytes = [CChar](repeating: 0, count: 256)
        var size = UInt32(bytes.count)
        guard hb_ot_name_get_utf8(face, hb_ot_name_id_t(UInt32(id)), language, &size, &bytes) > 0 else { return nil }
        return String(decoding: bytes.prefix(Int(size)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The axes of a variable font.
enum FontAxes {
    private static let most = 64

    /// The tags of the axes in the font's order.
    static func tags(of face: OpaquePointer?) -> [String] {
        var count = UInt32(most)
        var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: most)
        _ = hb_ot_var_get_axis_infos(face, 0, &count, &axes)
        return axes.prefix(Int(count)).map { axis in
            String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: axis.tag >> $0) }, as: UTF8.self)
        }
    }
}

extension FT_Face {
    /// The font as HarfBuzz reads it. FreeType has unpacked the tables of a WOFF file.
    ///
    /// - Parameters:
    ///   - bytes: the file, which outlives the result as the FreeType font does.
    ///   - index: the number of the font in the file.
    func shaped(_ bytes: FontBytes, _ index: Int) -> OpaquePointer? {
        var (start, count) = (UnsafePointer<CChar>?.none, bytes.buffer.count)
        start = UnsafePointer(bytes.buffer.baseAddress?.assumingMemoryBound(to: CChar.self))
        let isPacked = bytes.buffer.starts(with: Array("wOFF".utf8)) || bytes.buffer.starts(with: Array("wOF2".utf8))
        if isPacked, let stream = pointee.stream, stream.pointee.read == nil, let base = stream.pointee.base {
            start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
            count = Int(stream.pointee.size)
        }
        let blob = hb_blob_create(start, UInt32(clamping: count), HB_MEMORY_MODE_READONLY, nil, nil)
        defer { hb_blob_destroy(blob) }
        return hb_face_create(blob, isPacked ? 0 : UInt32(index & 0xFFFF))
    }
}
