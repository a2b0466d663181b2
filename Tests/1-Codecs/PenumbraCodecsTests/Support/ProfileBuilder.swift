/// Writes small ICC profiles (ICC.1:2022, section 7) from numbers.
enum ProfileBuilder {
    /// An RGB display profile: colorants relative to D50, and one curve tag for all three channels.
    static func rgb(red: [Double], green: [Double], blue: [Double], curve: [UInt8]) -> [UInt8] {
        profile(
            deviceClass: "mntr", space: "RGB ", connection: "XYZ ",
            tags: [
                ("rXYZ", xyz(red)), ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)), ("wtpt", xyz([0.9642, 1, 0.8249])),
                ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ])
    }

    static func gray(curve: [UInt8]) -> [UInt8] {
        profile(
            deviceClass: "mntr", space: "GRAY", connection: "XYZ ",
            tags: [("wtpt", xyz([0.9642, 1, 0.8249])), ("kTRC", curve)])
    }

    /// A CMYK profile with two grid points per ink. `lightness` gives L* (0…100) for inks of 0 or 1; a* and b* are 0.
    static func cmyk(lightness: ([Int]) -> Double) -> [UInt8] {
        var table: [UInt8] = Array("mft1".utf8) + [0, 0, 0, 0, 4, 3, 2, 0]
        for index in 0..<9 { table += fixed(index % 4 == 0 ? 1 : 0) }
        let ramp = (0...255).map { UInt8($0) }
        for _ in 0..<4 { table += ramp }
        for index in 0..<16 {
            let inks = (0..<4).map { index >> (3 - $0) & 1 }
            table += [UInt8((lightness(inks) * 2.55).rounded()), 128, 128]
        }
        for _ in 0..<3 { table += ramp }
        return profile(
            deviceClass: "scnr", space: "CMYK", connection: "Lab ",
            tags: [("wtpt", xyz([0.9642, 1, 0.8249])), ("A2B0", table)])
    }

    /// A power law, in 256ths.
    static func gammaCurve(_ gamma256: Int) -> [UInt8] {
        Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, UInt8(gamma256 >> 8), UInt8(gamma256 & 255)]
    }

    /// The curve of sRGB, as a parametric curve of type 3.
    static let srgbCurve: [UInt8] =
        Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0] + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

    private static func profile(deviceClass: String, space: String, connection: String, tags: [(name: String, body: [UInt8])])
        -> [UInt8]
    {
        let start = 128 + 4 + 12 * tags.count
        var table = PNGBuilder.number32(tags.count)
        var bodies: [UInt8] = []
        for tag in tags {
            table += Array(tag.name.utf8) + PNGBuilder.number32(start + bodies.count) + PNGBuilder.number32(tag.body.count)
            bodies += tag.body + [UInt8](repeating: 0, count: (4 - tag.body.count % 4) % 4)
        }
        var header = PNGBuilder.number32(start + bodies.count) + [0, 0, 0, 0, 4, 0x20, 0, 0]
        header += Array((deviceClass + space + connection).utf8) + [7, 230, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + bodies
    }

    private static func xyz(_ values: [Double]) -> [UInt8] { Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(fixed) }

    private static func fixed(_ value: Double) -> [UInt8] { PNGBuilder.number32(Int((value * 65536).rounded()) & 0xFFFF_FFFF) }
}
