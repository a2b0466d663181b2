import PenumbraBitmap

/// The ICC profiles that files are tagged with: matrix profiles of version 4.4 with the curve of sRGB (ICC.1:2022).
package enum ICCProfile {
    /// The bytes of a profile. They are the same on every machine: the profile has no date and no identifier.
    package static func bytes(of space: ColorSpace) -> [UInt8] {
        switch space {
        case .srgb: srgb
        case .displayP3: displayP3
        }
    }

    private static let srgb = make(
        "sRGB",
        [(0.4360747, 0.2225045, 0.0139322), (0.3850649, 0.7168786, 0.0971045), (0.1430804, 0.0606169, 0.7141733)])
    private static let displayP3 = make(
        "Display P3",
        [(0.515102, 0.241182, -0.001050), (0.291965, 0.692236, 0.041882), (0.157153, 0.066582, 0.784378)])

    /// - Parameter primaries: XYZ of red, green and blue, adapted to white D50 by Bradford's matrix.
    private static func make(_ name: String, _ primaries: [(Double, Double, Double)]) -> [UInt8] {
        let curve = tagged("para", word(3 << 16) + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed))
        let adaptation = [
            1.0478112, 0.0228866, -0.0501270, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
        ]
        var tags: [(name: String, data: [UInt8])] = [
            ("desc", text(name)), ("cprt", text("CC0")), ("wtpt", xyz((0.9642, 1, 0.8249))),
            ("chad", tagged("sf32", adaptation.flatMap(fixed))),
        ]
        tags += zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { ($0, xyz($1)) }
        tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }

        var table = word(tags.count)
        var data: [UInt8] = []
        var places: [[UInt8]: Int] = [:]
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            // Equal data is stored once.
            let place = places[tag.data] ?? start + data.count
            if places.updateValue(place, forKey: tag.data) == nil { data += tag.data }
            table += Array(tag.name.utf8) + word(place) + word(tag.data.count)
        }
        return header(size: start + data.count) + table + data
    }

    private static func header(size: Int) -> [UInt8] {
        var header = word(size) + word(0) + word(0x0440_0000)
        for name in ["mntr", "RGB ", "XYZ "] { header += Array(name.utf8) }
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28)
        // The illuminant: white D50.
        header += [0.9642, 1, 0.8249].flatMap(fixed)
        return header + [UInt8](repeating: 0, count: 128 - header.count)
    }

    private static func tagged(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let bytes = Array(type.utf8) + word(0) + data
        return bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    }

    /// One text in English, in UTF-16.
    private static func text(_ text: String) -> [UInt8] {
        let letters = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return tagged("mluc", word(1) + word(12) + Array("enUS".utf8) + word(letters.count) + word(28) + letters)
    }

    private static func xyz(_ value: (Double, Double, Double)) -> [UInt8] {
        tagged("XYZ ", [value.0, value.1, value.2].flatMap(fixed))
    }

    /// A number with 16 fractional bits.
    private static func fixed(_ value: Double) -> [UInt8] { word(Int((value * 65536).rounded())) }

    private static func word(_ value: Int) -> [UInt8] { PNGChunk.bigEndian(value) }
}
