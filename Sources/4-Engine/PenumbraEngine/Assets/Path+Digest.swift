import PenumbraGeometry
import PenumbraSystem
import PenumbraText

extension Path {
    /// SHA-256 of the elements and their coordinates.
    package var digest: Digest {
        var numbers: [Double] = []
        func add(_ kind: Double, _ points: Point...) {
            numbers.append(kind)
            for point in points {
                numbers.append(point.x)
                numbers.append(point.y)
            }
        }
        for element in elements {
            switch element {
            case .move(let to): add(0, to)
            case .line(let to): add(1, to)
            case .quadratic(let to, let control): add(2, to, control)
            case .cubic(let to, let control1, let control2): add(3, to, control1, control2)
            case .arc(let arc):
                add(4, arc.center, arc.xAxis, arc.yAxis)
                numbers += [arc.startAngle, arc.sweep]
            case .close: add(5)
            }
        }
        return numbers.withUnsafeBytes { SHA256.digest(of: $0) }
    }
}

extension TextLayout {
    /// SHA-256 of the outlines, the glyphs in colours and the runs that they belong to. A text of plain outlines without runs
    /// has the digest of its path.
    package var digest: Digest {
        guard parts.contains(where: { $0.run != 0 || $0.role != .glyphs || $0.glyph != nil }) else { return path.digest }
        var bytes: [UInt8] = []
        for part in parts {
            switch part.role {
            case .glyphs, .background: bytes += "\(part.run) \(part.role == .background) ".utf8
            case .underline, .overline, .strikethrough, .stroke, .picture: bytes += "\(part.run) \(part.role) ".utf8
            }
            if let width = part.strokeWidth { bytes += "\(width) ".utf8 }
            bytes += part.path.digest.bytes
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
