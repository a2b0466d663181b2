import PenumbraElementary

/// One light for a whole scene, so far away that all its rays are parallel.
public struct Light: Hashable, Sendable {
    /// Where it comes from, in degrees clockwise from straight above: 0 from above, 90 from the right.
    public var angle: Double
    /// How high it stands over the page, in degrees: 90 is right overhead, where shadows lie under their layers; 45 moves a
    /// shadow by as much as its layer stands off the page. Above 0.
    public var height: Double

    public init(angle: Double = 0, height: Double = 45) {
        self.angle = angle
        self.height = height
    }

    /// How far, and where to, the shadow falls of what stands one point off the page, in points of the canvas.
    public var offset: Point {
        let distance = height >= 90 ? 0 : 1 / Elementary.tan(degrees: height)
        let (cosine, sine) = Elementary.cosineAndSine(degrees: angle)
        return Point(0 - sine * distance, cosine * distance)
    }
}
