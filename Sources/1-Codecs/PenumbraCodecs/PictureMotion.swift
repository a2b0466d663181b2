/// The size of a picture that moves, from which the work of its frames is estimated.
package struct PictureMotion: Hashable, Sendable {
    /// The pixels of the whole picture.
    package var canvas: Int
    package var frames: Int
    /// The pixels of all frames, each of which may be a part of the picture.
    package var framePixels: Int
    /// The duration of one play in seconds.
    package var seconds: Double
    /// How often the frames are shown; 0 is forever.
    package var plays: Int

    init(_ structure: GIFStructure) {
        let timeline = structure.timeline
        (canvas, frames) = (structure.width * structure.height, structure.frames.count)
        framePixels = structure.frames.reduce(0) { $0 + $1.area.pixels }
        (seconds, plays) = (max(0.01, timeline.seconds), structure.plays)
    }

    /// The bytes of the picture, decoded.
    package var byteCount: Int { 4 * canvas }

    /// The nanoseconds that copying one pixel of the picture takes, with the first touch of its memory.
    private static let workOfCanvasPixel = 5
    /// The nanoseconds that decoding one pixel of a frame takes.
    private static let workOfFramePixel = 6

    /// The nanoseconds of one core for drawing frames over a copy of the picture.
    package static func work(canvas: Int, frames: Int) -> Int { workOfCanvasPixel * canvas + workOfFramePixel * frames }

    /// The nanoseconds of one core for showing the picture in an animation.
    ///
    /// - Parameters:
    ///   - shown: the frames of the animation.
    ///   - duration: the duration of the animation in seconds.
    ///   - bytes: the bytes of decoded pictures that are kept. A picture whose frames all fit is decoded once.
    package func work(shownIn shown: Int, for duration: Double, keeping bytes: Int) -> Int {
        var played = duration / seconds
        if plays > 0 { played = min(played, Double(plays)) }
        if Double(byteCount) * Double(frames) <= Double(bytes) { played = min(played, 1) }
        let changes = min(Double(shown), (played * Double(frames)).rounded(.up))
        let work =
            Double(Self.workOfCanvasPixel) * changes * Double(canvas)
            + Double(Self.workOfFramePixel) * min(played, Double(shown)) * Double(framePixels)
        return Int(min(1e18, work))
    }
}
