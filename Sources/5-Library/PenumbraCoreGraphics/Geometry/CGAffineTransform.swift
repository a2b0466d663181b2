import Foundation
import PenumbraElementary
import PenumbraGeometry

/// A linear map followed by a translation: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
public struct CGAffineTransform: Hashable, Codable, Sendable {
    public var a: CGFloat
    public var b: CGFloat
    public var c: CGFloat
    public var d: CGFloat
    public var tx: CGFloat
    public var ty: CGFloat

    /// Makes a map whose six numbers are zero, as on Apple's systems. `identity` changes nothing.
    public init() {
        (a, b, c, d, tx, ty) = (0, 0, 0, 0, 0, 0)
    }

    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// Makes a rotation by an angle in radians. It turns the x axis towards the y axis.
    public init(rotationAngle angle: CGFloat) {
        let (cosine, sine) = Elementary.cosineAndSine(Double(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public var isIdentity: Bool { self == .identity }

    /// Returns the map that translates first and applies this map second.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// Returns the map that scales first and applies this map second.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// Returns the map that rotates first and applies this map second.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// Returns the map that applies this map first and `next` second.
    public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(scene.concatenating(next.scene))
    }

    /// Returns the inverse map. A map without an inverse is returned unchanged.
    public func inverted() -> CGAffineTransform {
        scene.inverted.map(CGAffineTransform.init) ?? self
    }

    /// The map as the engine knows it.
    package var scene: PenumbraGeometry.AffineTransform {
        PenumbraGeometry.AffineTransform(
            a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
    }

    package init(_ map: PenumbraGeometry.AffineTransform) {
        self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
    }
}

/// The parts of a map: it scales, then shears along x, then rotates, then translates.
public struct CGAffineTransformComponents: Hashable, Sendable {
    public var scale: CGSize
    /// The distance along x by which a point with y = 1 moves.
    public var horizontalShear: CGFloat
    /// The angle in radians.
    public var rotation: CGFloat
    public var translation: CGVector

    public init() {
        self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
    }

    public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
        (self.scale, self.horizontalShear, self.rotation, self.translation) = (scale, horizontalShear, rotation, translation)
    }
}

extension CGAffineTransform {
    public init(_ components: CGAffineTransformComponents) {
        self =
            CGAffineTransform(scaleX: components.scale.width, y: components.scale.height)
            .concatenating(CGAffineTransform(a: 1, b: 0, c: components.horizontalShear, d: 1, tx: 0, ty: 0))
            .concatenating(CGAffineTransform(rotationAngle: components.rotation))
            .concatenating(CGAffineTransform(translationX: components.translation.dx, y: components.translation.dy))
    }

    /// Returns the parts of the map. A reflection becomes a negative vertical scale.
    public func decomposed() -> CGAffineTransformComponents {
        let sx = Elementary.hypot(Double(a), Double(b))
        let rotation = sx == 0 ? 0 : Elementary.atan2(Double(b), Double(a))
        let (cosine, sine) = Elementary.cosineAndSine(rotation)
        // The second column, turned back.
        let sheared = Double(c) * cosine + Double(d) * sine
        let sy = Double(d) * cosine - Double(c) * sine
        return CGAffineTransformComponents(
            scale: CGSize(width: sx, height: sy), horizontalShear: sy == 0 ? 0 : sheared / sy, rotation: rotation,
            translation: CGVector(dx: tx, dy: ty))
    }
}
