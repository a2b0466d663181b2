/// The time that the frames of a renderer took, by stage.
public struct CARendererTimes: Sendable {
    /// Layout, `draw(in:)` and the values of animations.
    public internal(set) var snapshot = Duration.zero
    /// Texts, outlines and the order of drawing.
    public internal(set) var plan = Duration.zero
    /// Pixels.
    public internal(set) var draw = Duration.zero
    /// The number of frames.
    public internal(set) var frames = 0
    /// The area that was drawn for all frames, in whole frames. A frame that changes little counts with its changes only.
    public var drawnArea = 0.0
}
