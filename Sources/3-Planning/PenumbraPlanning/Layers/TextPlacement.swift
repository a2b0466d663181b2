import PenumbraGeometry
import PenumbraScene

/// A text and its frame: everything that its outline depends on.
public struct TextPlacement: Hashable, Sendable {
    public var text: Text
    /// The width of the layer's frame in points.
    public var width: Double
    /// The height of the layer's frame in points. Nil for texts whose lines do not depend on it.
    public private(set) var height: Double?

    /// Compares strings by their bytes. Swift treats canonically equivalent strings as equal, but fonts may draw them
    /// differently.
    public static func == (a: TextPlacement, b: TextPlacement) -> Bool {
        a.width == b.width && a.height == b.height && a.text == b.text
            && a.text.wholeString.utf8.elementsEqual(b.text.wholeString.utf8)
            && a.text.font.utf8.elementsEqual(b.text.font.utf8)
    }

    /// Creates the placement of a text in a layer's frame.
    ///
    /// - Parameter size: the size of the layer's frame.
    public init(_ text: Text, in size: Size) {
        self.text = text
        width = size.width
        let dependsOnHeight =
            text.minimumFontSize != nil || text.verticalAlignment == .center || text.verticalAlignment == .bottom
        height = dependsOnHeight ? size.height : nil
    }
}

/// The outlines and glyphs of a text with their paints, in the order in which they are painted.
public struct TextOutline: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        /// An outline, filled by the non-zero rule.
        case fill(Path, Paint)
        /// The outlines of glyphs, filled by the non-zero rule. The transform maps them to points.
        case glyphs(GlyphOutlines, AffineTransform, Paint)
        /// A glyph in colours. The transform maps font units to points, and the paint is the colour of the text.
        case glyph(ColorGlyph, AffineTransform, Paint)
        /// A path along which a line is drawn. Corners are mitered as CSS's text strokes are.
        case stroke(Path, width: Double, Paint)
        /// A picture among the characters. The transform maps the unit square to points.
        case picture(ImageSource, AffineTransform)

        var paint: Paint {
            switch self {
            case .fill(_, let paint), .glyphs(_, _, let paint), .glyph(_, _, let paint), .stroke(_, _, let paint): paint
            case .picture: .black
            }
        }

        /// The outline. Nil for a glyph in colours.
        var path: Path? {
            switch self {
            case .fill(let path, _), .stroke(let path, _, _): path
            case .glyphs(let glyphs, let place, _): glyphs.path.applying(place)
            case .glyph, .picture: nil
            }
        }

        /// The outline if it is filled.
        var filled: Path? { if case .stroke = self { nil } else { path } }

        /// The bytes that the outline takes.
        var bytes: Int {
            switch self {
            case .fill(let path, _), .stroke(let path, _, _):
                path.elements.capacity * MemoryLayout<Path.Element>.stride
            case .glyphs(let glyphs, _, _):
                glyphs.glyphs.capacity * MemoryLayout<GlyphOutlines.Glyph>.stride
                    + glyphs.others.elements.capacity * MemoryLayout<Path.Element>.stride
            case .glyph, .picture: 0
            }
        }
    }

    public var parts: [Part]

    public init(_ parts: [Part]) {
        self.parts = parts
    }

    func applying(_ transform: AffineTransform) -> TextOutline {
        TextOutline(
            parts.map { part in
                switch part {
                case .fill(let path, let paint): .fill(path.applying(transform), paint)
                case .glyphs(let glyphs, let place, let paint): .glyphs(glyphs, place.concatenating(transform), paint)
                case .glyph(let glyph, let place, let paint): .glyph(glyph, place.concatenating(transform), paint)
                case .stroke(let path, let width, let paint): .stroke(path.applying(transform), width: width, paint)
                case .picture(let source, let place): .picture(source, place.concatenating(transform))
                }
            })
    }

    /// The text with the areas of its strokes in place of their lines.
    func strokesOutlined(_ outline: (Path, StrokeStyle) throws(PlanningError) -> Path) throws(PlanningError) -> TextOutline {
        var result = self
        for (index, part) in parts.enumerated() {
            guard case .stroke(let path, let width, let paint) = part else { continue }
            result.parts[index] = .fill(try outline(path, StrokeStyle(lineWidth: width, miterLimit: 4)), paint)
        }
        return result
    }

    /// Whether some glyphs are in colours or some runs are pictures, so that no path describes the text.
    var isColored: Bool {
        parts.contains { part in
            switch part {
            case .glyph, .picture: true
            case .fill, .glyphs, .stroke: false
            }
        }
    }

    /// The outlines without the glyphs in colours, as one path.
    var path: Path {
        if parts.count == 1 { return parts[0].filled ?? Path() }
        return parts.reduce(into: Path()) { if let path = $1.filled { $0.append(path) } }
    }

    /// The area of all parts, together with `other`.
    ///
    /// - Parameter isExact: whether the area is as exact as the outlines are known. Otherwise it is never too small.
    func bounds(union other: Rect, isExact: Bool) -> Rect {
        parts.reduce(other) { result, part in
            switch part {
            case .fill(let path, _): return path.bounds(union: result, isExact: isExact)
            case .glyphs(let glyphs, let place, _): return glyphs.bounds(place, union: result, isExact: isExact)
            case .stroke: return result
            case .glyph(let glyph, let place, _): return result.union(glyph.drawing.bounds(place) ?? .zero)
            case .picture(_, let place):
                return result.union(Rect(x: 0, y: 0, width: 1, height: 1).transformed(by: place))
            }
        }
    }

    /// The work of finding the exact area.
    var workOfBounds: Int {
        parts.reduce(0) { work, part in
            switch part {
            case .fill(let path, _), .stroke(let path, _, _): work + path.elements.count * WorkMeter.workOfExtremes
            // Most glyphs lie between others.
            case .glyphs(let glyphs, _, _): work + glyphs.elementCount * WorkMeter.workOfExtremes * 2 / 5
            case .glyph, .picture: work
            }
        }
    }
}
