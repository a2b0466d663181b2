import PenumbraScene

extension Cloud {
    /// The flight along a path as one animated scene. Its frames are the pictures of `scenes(along:count:canvas:)`.
    ///
    /// - Parameters:
    ///   - count: the number of frames, 1 or more.
    ///   - rate: the frames per second. Times between frames show places between them.
    ///   - canvas: the size of every frame; the path is then in canvas coordinates. Nil picks the smallest canvas that holds
    ///     the whole flight.
    /// - Throws: `MotionError` for more frames than an animation has keyframes.
    public func scene(along path: Path, count: Int, rate: FrameRate, canvas: Size? = nil) throws(MotionError) -> Scene {
        let motion = MotionPath(path)
        var scenes = scenes(along: path, count: count, canvas: canvas)
        // A closed path returns to its start after the last frame.
        if motion.isClosed, let first = scenes.first { scenes.append(first) }
        guard var scene = scenes.first, !scene.layers.isEmpty else { return self.scene }
        let places = scenes.compactMap { $0.layers.first?.frame }.map { Point($0.midX, $0.midY) }
        scene.layers[0].animations = try RecordedMotion(frames: places.count, rate: rate).points("position", places)
        scene.canvas.duration = rate.seconds(of: count)
        return scene
    }
}
