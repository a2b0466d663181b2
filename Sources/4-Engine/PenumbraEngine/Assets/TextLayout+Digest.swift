import PenumbraGeometry
import PenumbraSystem
import PenumbraText

extension TextLayout {
    /// SHA-256 of the outlines, the glyphs in colours and the runs that they belong to. A text of plain outlines without runs
    /// has the digest of its outlines.
    package var digest: Digest {
        guard parts.contains(where: { $0.run != 0 || $0.role != .glyphs || $0.glyph != nil }) else {
            return parts.reduce(into: GlyphOutlines()) { $0.append($1.outlines) }.digest
        }
        var bytes: [UInt8] = []
        for part in parts {
            switch part.role {
            case .glyphs, .background: bytes += "\(part.run) \(part.role == .background) ".utf8
            case .underline, .overline, .strikethrough, .stroke, .picture: bytes += "\(part.run) \(part.role) ".utf8
            }
            if let width = part.strokeWidth { bytes += "\(width) ".utf8 }
            bytes += part.outlines.digest.bytes
            guard let glyph = part.glyph else { continue }
            bytes += glyph.glyph.digest.bytes
            let place = glyph.transform
            for number in [place.a, place.b, place.c, place.d, place.tx, place.ty] {
                withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
            }
        }
        return SHA256.digest(of: bytes)
    }
}
