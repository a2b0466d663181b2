import PenumbraBitmap

extension ImageDecoder {
    /// Reports whether a picture's ICC profile has colours that a colour space clips. Only the profiles of PNG, JPEG and WebP
    /// files are known, and only profiles with three primaries. False for all other pictures.
    package static func hasColors(outside space: ColorSpace, _ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            let view = ByteView(buffer)
            guard let format = try? PictureFormat.sniffed(from: view) else { return false }
            switch format {
            case .png: return (try? PNGDecoder.profile(of: view)).map { ICCProfile.hasColors(outside: space, $0) } ?? false
            case .jpeg: return (try? JPEGStructure(view)).map { ICCProfile.hasColors(outside: space, $0.profile) } ?? false
            case .webp:
                do {
                    let structure = try WebPStructure(view)
                    return structure.withChunk("ICCP") { ICCProfile.hasColors(outside: space, Array($0.base)) } ?? false
                } catch {
                    return false
                }
            case .avif, .heic, .gif, .tiff: return false
            }
        }
    }
}

extension ICCProfile {
    /// Reports whether a primary of a matrix profile lies outside a colour space, by more than rounding.
    static func hasColors(outside space: ColorSpace, _ profile: [UInt8]) -> Bool {
        let own = primaries(profile)
        let other = primaries(bytes(of: space))
        guard own.count == 3, other.count == 3 else { return false }
        // Cramer's rule: the components of each primary in the other space.
        func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
        }
        let whole = determinant(other[0], other[1], other[2])
        guard abs(whole) > 1e-6 else { return false }
        return own.contains { color in
            let parts = [
                determinant(color, other[1], other[2]), determinant(other[0], color, other[2]),
                determinant(other[0], other[1], color),
            ]
            return parts.contains { $0 / whole < -0.01 || $0 / whole > 1.01 }
        }
    }

    /// XYZ of red, green and blue; fewer for a profile that lacks them.
    private static func primaries(_ profile: [UInt8]) -> [SIMD3<Double>] {
        func word(_ at: Int) -> Int? {
            guard at >= 0, at + 4 <= profile.count else { return nil }
            return (0..<4).reduce(0) { $0 << 8 | Int(profile[at + $1]) }
        }
        func number(_ at: Int) -> Double? { word(at).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 } }
        var result: [String: SIMD3<Double>] = [:]
        let count = min(100, word(128) ?? 0)
        for index in 0..<count {
            let entry = 132 + 12 * index
            guard let place = word(entry + 4), place < profile.count, entry + 4 <= profile.count else { continue }
            let name = String(decoding: profile[entry..<entry + 4], as: UTF8.self)
            if ["rXYZ", "gXYZ", "bXYZ"].contains(name), let x = number(place + 8), let y = number(place + 12),
                let z = number(place + 16)
            {
                result[name] = SIMD3(x, y, z)
            }
        }
        return ["rXYZ", "gXYZ", "bXYZ"].compactMap { result[$0] }
    }
}
