/// A CSS `box-shadow`: a shadow of a layer's rounded box. It is cast as if the box were opaque, whatever the layer shows.
///
/// An outer shadow is kept out of the box. An inset shadow is clipped to the box. It lies above background and contents, and
/// below sublayers and border. The border counts as inside the box.
public struct BoxShadow: Hashable, Sendable {
    public var color: Color
    /// The shadow's offset in points, in the layer's own space: the layer's transform turns and scales it.
    public var offset: Point
    /// The σ of the shadow's blur. Zero gives a hard edge. CSS's blur radius is twice this value.
    public var radius: Sigma
    /// Points by which the box grows on each side before it is blurred. Negative values shrink it.
    ///
    /// The hole of an inset shadow shrinks by a positive spread. Sharp corners stay sharp, and round corners roughly keep their
    /// centres.
    public var spread: Double
    public var isInset: Bool

    public init(
        color: Color = .black, offset: Point = .zero, radius: Sigma = .zero, spread: Double = 0, isInset: Bool = false
    ) {
        self.color = color
        self.offset = offset
        self.radius = radius
        self.spread = spread
        self.isInset = isInset
    }
}

extension BoxShadow {
    /// The outline of the area that is blurred, in the coordinates of a box whose corner radii fit.
    ///
    /// The area is the grown box of an outer shadow, or the hole of an inset shadow. Nil means that the area is empty. An outer
    /// shadow is then invisible, and an inset shadow covers the whole box.
    ///
    /// CSS Backgrounds 3, 7.1.1: growing radii grow by the spread. Where a radius is smaller than the spread, it grows by the
    /// spread times 1 + (r − 1)³ with r = radius / spread. Shrinking radii shrink by the spread, down to zero.
    public func outline(of box: Rect, radii: CornerRadii, curve: CornerCurve) -> Path? {
        let growth = isInset ? -spread : spread
        let (width, height) = (box.width + 2 * growth, box.height + 2 * growth)
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        func grown(_ radius: Double) -> Double {
            guard growth > 0 else { return max(0, radius + growth) }
            let ratio = max(0, radius) / growth
            guard ratio < 1 else { return radius + growth }
            return max(0, radius) + growth * (1 + (ratio - 1) * (ratio - 1) * (ratio - 1))
        }
        return Path(
            Rect(x: box.minX - growth, y: box.minY - growth, width: width, height: height),
            radii: CornerRadii(
                topLeft: grown(radii.topLeft), topRight: grown(radii.topRight), bottomRight: grown(radii.bottomRight),
                bottomLeft: grown(radii.bottomLeft)), curve: curve)
    }
}
