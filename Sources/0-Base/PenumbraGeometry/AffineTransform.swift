import PenumbraElementary

/// A linear map followed by a translation: `x′ = a·x + c·y + tx`, `y′ = b·x + d·y + ty`.
///
/// The letters match `CGAffineTransform` and CSS `matrix(a, b, c, d, tx, ty)`.
public struct AffineTransform: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Makes a turn by `degrees`, clockwise on a screen whose y axis points down. Multiples of 90° are exact, and so are the
    /// halves at 30° and 60°.
    public static func rotation(degrees: Double) -> AffineTransform {
        let (cosine, sine) = Elementary.cosineAndSine(degrees: degrees)
        return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Makes CSS `skew(x, y)`: x grows by y·tan(x), y by x·tan(y). Multiples of 45° are exact. The map is always finite: at
    /// odd multiples of 90°, and for angles that are not finite, the tangent is taken as ±2^53.
    public static func skew(xDegrees: Double, yDegrees: Double) -> AffineTransform {
        func tangent(_ degrees: Double) -> Double { max(-0x1p53, min(0x1p53, Elementary.tan(degrees: degrees))) }
        return AffineTransform(a: 1, b: tangent(yDegrees), c: tangent(xDegrees), d: 1, tx: 0, ty: 0)
    }

    /// Returns the map that applies `self` first and `next` second.
    public func concatenating(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty)
    }

    public var determinant: Double { a * d - b * c }

    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The inverse map; nil when the map is singular (it flattens the plane) or not finite.
    public var inverted: AffineTransform? {
        let determinant = self.determinant
        guard isFinite, determinant != 0, (1 / determinant).isFinite else { return nil }
        return AffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }

    /// The average growth of lengths: the square root of the determinant's magnitude.
    public var meanScale: Double { abs(determinant).squareRoot() }

    /// True if rectangles stay rectangles parallel to the axes without being turned. The map then only scales, flips and
    /// moves.
    public var isAxisAligned: Bool { b == 0 && c == 0 }

    /// Returns this map made about `anchor` instead of the origin.
    public func about(_ anchor: Point) -> AffineTransform {
        AffineTransform.translation(-anchor.x, -anchor.y)
            .concatenating(self)
            .concatenating(.translation(anchor.x, anchor.y))
    }
}

extension Point {
    public func applying(_ transform: AffineTransform) -> Point {
        Point(
            transform.a * x + transform.c * y + transform.tx,
            transform.b * x + transform.d * y + transform.ty)
    }

    /// Maps a direction: the translation is left out.
    public func applyingLinearPart(of transform: AffineTransform) -> Point {
        Point(transform.a * x + transform.c * y, transform.b * x + transform.d * y)
    }
}
