import PenumbraBitmap
import PenumbraSystem

/// A glyph that a font draws in colours: an emoji, or a letter of a colour font. Its coordinates are font units, with y upward.
///
/// A font makes one object per glyph, which all texts share. Two glyphs are equal if they draw the same.
public final class ColorGlyph: Sendable {
    public let drawing: Drawing
    /// The smallest known rectangle outside which nothing is painted.
    public let bounds: Rect
    /// The glyph's cost in elements of a path.
    package let elementCount: Int
    package let digest: Digest

    /// The steps that draw a glyph. Each step paints over the steps before it.
    public indirect enum Drawing: Sendable {
        /// A picture. The transform maps its pixels, with y downward, to font units.
        case picture(Bitmap, AffineTransform)
        /// The area inside a path by the non-zero rule, filled with a brush.
        case fill(Path, Brush)
        /// A brush that fills everything.
        case brush(Brush)
        case layers([Drawing])
        /// The part of a drawing inside a path, cut as a whole.
        case clip(Path, Drawing)
        /// A drawing that is combined with another drawing on a surface of their own.
        case composite(Drawing, Compositing, onto: Drawing)
    }

    /// How a drawing is combined with its backdrop: a blend mode, or an operator of Porter and Duff.
    public enum Compositing: Hashable, Sendable {
        case blend(BlendMode)
        case clear, source, destination, destinationOver, sourceIn, destinationIn, sourceOut, destinationOut
        case sourceAtop, destinationAtop, xor
    }

    /// A colour of the font's palette, or the colour of the text at an opacity.
    public enum Shade: Hashable, Sendable {
        case color(Color)
        case foreground(alpha: Double)
    }

    public enum Brush: Hashable, Sendable {
        case shade(Shade)
        case gradient(Gradient)
    }

    public struct Gradient: Hashable, Sendable {
        public enum Geometry: Hashable, Sendable {
            /// Changes along a line.
            case linear(from: Point, to: Point)
            /// Changes from one circle to another.
            case radial(fromCenter: Point, fromRadius: Double, toCenter: Point, toRadius: Double)
            /// Changes around a centre, from one angle to another. Angles are turns, counterclockwise from the x axis.
            case sweep(center: Point, from: Double, to: Double)
        }

        /// The paint outside the range of the stops.
        public enum Extend: Hashable, Sendable {
            case pad, `repeat`, reflect
        }

        public struct Stop: Hashable, Sendable {
            public var offset: Double
            public var shade: Shade

            public init(offset: Double, shade: Shade) {
                self.offset = offset
                self.shade = shade
            }
        }

        public var geometry: Geometry
        public var extend: Extend
        /// The stops in the order of their offsets. At least one.
        public var stops: [Stop]
        /// The map from the geometry's coordinates to those of the glyph.
        public var transform: AffineTransform

        public init(_ geometry: Geometry, extend: Extend, stops: [Stop], transform: AffineTransform) {
            self.geometry = geometry
            self.extend = extend
            self.stops = stops
            self.transform = transform
        }
    }

    /// Makes a glyph. Nil if its drawing has no bounds or isn't finite.
    public init?(_ drawing: Drawing) {
        guard let bounds = drawing.bounds(.identity) else { return nil }
        guard bounds.isFinite else { return nil }
        self.drawing = drawing
        self.bounds = bounds
        elementCount = drawing.elementCount
        var sum = SHA256()
        drawing.add(to: &sum)
        digest = sum.digest
    }
}

extension ColorGlyph: Hashable {
    public static func == (a: ColorGlyph, b: ColorGlyph) -> Bool { a === b || a.digest == b.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension ColorGlyph.Drawing {
    /// The area that the drawing may paint, through a transform. Nil if it has no bounds.
    package func bounds(_ transform: AffineTransform) -> Rect? {
        switch self {
        case .picture(let bitmap, let map):
            return Rect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
                .transformed(by: map.concatenating(transform))
        case .fill(let path, _): return path.applying(transform).bounds
        case .brush: return nil
        case .layers(let layers):
            var result = Rect.zero
            for layer in layers {
                guard let bounds = layer.bounds(transform) else { return nil }
                result = result.union(bounds)
            }
            return result
        case .clip(let path, let inside):
            let clip = path.applying(transform).bounds
            return inside.bounds(transform)?.intersection(clip) ?? clip
        case .composite(let source, let compositing, let backdrop):
            return compositing.bounds(source.bounds(transform), backdrop.bounds(transform))
        }
    }

    /// The pictures of the drawing.
    package var pictures: [Bitmap] {
        switch self {
        case .picture(let bitmap, _): [bitmap]
        case .fill, .brush: []
        case .layers(let layers): layers.flatMap(\.pictures)
        case .clip(_, let inside): inside.pictures
        case .composite(let source, _, let backdrop): source.pictures + backdrop.pictures
        }
    }

    /// The bytes of an element, by which pictures and gradients count as elements too.
    private static var bytesOfElement: Int { 256 }

    fileprivate var elementCount: Int {
        switch self {
        case .picture(let bitmap, _): 16 + bitmap.width * bitmap.height * 4 / Self.bytesOfElement
        case .fill(let path, let brush): 4 + path.elements.count + brush.elementCount
        case .brush(let brush): 4 + brush.elementCount
        case .layers(let layers): layers.reduce(1) { $0 + $1.elementCount }
        case .clip(let path, let inside): 8 + path.elements.count + inside.elementCount
        case .composite(let source, _, let backdrop): 8 + source.elementCount + backdrop.elementCount
        }
    }
}

extension ColorGlyph.Brush {
    fileprivate var elementCount: Int {
        if case .gradient(let gradient) = self { 4 + gradient.stops.count } else { 0 }
    }
}

extension ColorGlyph.Compositing {
    /// The area that two combined drawings may paint. Nil if it has no bounds.
    package func bounds(_ source: Rect?, _ backdrop: Rect?) -> Rect? {
        func both(_ a: Rect?, _ b: Rect?) -> Rect? { a.flatMap { a in b.map { a.union($0) } } }
        switch self {
        case .clear: return .zero
        case .source, .sourceOut: return source
        case .destination, .destinationOut, .sourceAtop: return backdrop
        case .destinationAtop: return source
        case .sourceIn, .destinationIn:
            guard let source else { return backdrop }
            return backdrop?.intersection(source) ?? source
        case .blend, .destinationOver, .xor: return both(source, backdrop)
        }
    }
}

// MARK: - Digests

extension SHA256 {
    fileprivate mutating func add(_ kind: Int, _ values: Double...) {
        update(UInt64(kind))
        for value in values { update(value.bitPattern) }
    }

    fileprivate mutating func add(_ map: AffineTransform) { add(0, map.a, map.b, map.c, map.d, map.tx, map.ty) }

    fileprivate mutating func add(_ path: Path) {
        update(UInt64(path.elements.count))
        for element in path.elements {
            switch element {
            case .move(let to): add(0, to.x, to.y)
            case .line(let to): add(1, to.x, to.y)
            case .quadratic(let to, let control): add(2, to.x, to.y, control.x, control.y)
            case .cubic(let to, let control1, let control2):
                add(3, to.x, to.y, control1.x, control1.y, control2.x, control2.y)
            case .arc(let arc):
                add(
                    4, arc.center.x, arc.center.y, arc.xAxis.x, arc.xAxis.y, arc.yAxis.x, arc.yAxis.y, arc.startAngle, arc.sweep
                )
            case .close: add(5)
            }
        }
    }

    fileprivate mutating func add(_ shade: ColorGlyph.Shade) {
        switch shade {
        case .color(let color): add(0, color.red, color.green, color.blue, color.alpha)
        case .foreground(let alpha): add(1, alpha)
        }
    }

    fileprivate mutating func add(_ brush: ColorGlyph.Brush) {
        switch brush {
        case .shade(let shade):
            add(0)
            add(shade)
        case .gradient(let gradient):
            switch gradient.geometry {
            case .linear(let from, let to): add(1, from.x, from.y, to.x, to.y)
            case .radial(let fromCenter, let fromRadius, let toCenter, let toRadius):
                add(2, fromCenter.x, fromCenter.y, fromRadius, toCenter.x, toCenter.y, toRadius)
            case .sweep(let center, let from, let to): add(3, center.x, center.y, from, to)
            }
            switch gradient.extend {
            case .pad: add(0)
            case .repeat: add(1)
            case .reflect: add(2)
            }
            add(gradient.transform)
            update(UInt64(gradient.stops.count))
            for stop in gradient.stops {
                add(0, stop.offset)
                add(stop.shade)
            }
        }
    }
}

extension ColorGlyph.Drawing {
    fileprivate func add(to sum: inout SHA256) {
        switch self {
        case .picture(let bitmap, let map):
            sum.add(0, Double(bitmap.width), Double(bitmap.height))
            sum.update(UnsafeRawBufferPointer(bitmap.pixels))
            sum.add(map)
        case .fill(let path, let brush):
            sum.add(1)
            sum.add(path)
            sum.add(brush)
        case .brush(let brush):
            sum.add(2)
            sum.add(brush)
        case .layers(let layers):
            sum.add(3, Double(layers.count))
            for layer in layers { layer.add(to: &sum) }
        case .clip(let path, let inside):
            sum.add(4)
            sum.add(path)
            inside.add(to: &sum)
        case .composite(let source, let compositing, let backdrop):
            sum.add(5)
            sum.update("\(compositing)")
            source.add(to: &sum)
            backdrop.add(to: &sum)
        }
    }
}
