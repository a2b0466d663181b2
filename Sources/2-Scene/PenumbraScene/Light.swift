import PenumbraElementary

/// One light for a whole scene. It is so far away that all its rays are parallel.
public struct Light: Hashable, Sendable {
    /// The direction the light comes from, in degrees clockwise from straight above. 0 is above, 90 is the right.
    public var angle: Double
    /// The height of the light over the page, in degrees. Above 0.
    ///
    /// At 90 the light is right overhead and shadows lie under their layers. At 45 a shadow moves by as much as its layer
    /// stands off the page.
    public var height: Double

    public init(angle: Double = 0, height: Double = 45) {
        self.angle = angle
        self.height = height
    }

    /// The shadow's offset per point of elevation, in points of the canvas.
    public var offset: Point {
        let distance = height >= 90 ? 0 : 1 / Elementary.tan(degrees: height)
        let (cosine, sine) = Elementary.cosineAndSine(degrees: angle)
        return Point(0 - sine * distance, cosine * distance)
    }
}
