/// A shadow of a layer's rounded box, as CSS has it: cast as if the box were opaque, whatever the layer shows.
///
/// An outer one is kept out of the box. An inset one is clipped to it, and lies above background and contents, below sublayers
/// and border; the border counts as inside.
public struct BoxShadow: Hashable, Sendable {
    public var color: Color
    /// Points, in the layer's own space: turns and grows with its transform.
    public var offset: Point
    /// Zero is a hard edge. CSS's blur is twice this.
    public var radius: Sigma
    /// Points by which the box is larger on each side before it is blurred; negative is smaller. Of an inset shadow the hole is
    /// smaller by it. Sharp corners stay sharp, round ones keep about their centres.
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
    /// What is blurred, in the coordinates of a box whose corner radii fit: the grown box of an outer shadow, the hole of an
    /// inset one. Nil where nothing of it is left: then an outer shadow is nothing, and an inset one is everywhere.
    ///
    /// CSS Backgrounds 3, 7.1.1: radii grow by the spread, or, where they are smaller than that, by the spread times 1 + (r −
    /// 1)³ with r = radius / spread; they shrink by it, to no less than zero.
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
