import PenumbraScene

extension Focus {
    /// The circle that follows a track, and grows and shrinks with it, as one animated scene.
    ///
    /// - Parameter rate: the frames per second. The last frame is at the last keyframe, or the last one before it.
    /// - Throws: `MotionError` for a track with more keyframes than an animation has.
    public func scene(following track: FocusTrack, rate: FrameRate) throws(MotionError) -> Scene {
        let moments = track.keyframes.map { key in
            var moved = self
            moved.circle = key.circle
            return moved
        }
        // A path without a circle has other segments than one with a circle.
        let largest = moments.map(\.clearRadius).max() ?? 0
        let motion = RecordedMotion(track.keyframes.map(\.time))
        var scene = moments[0].scene
        guard let effect = scene.layers.indices.last else { return scene }
        func animations(of kind: Layer.Kind) throws(MotionError) -> [LayerAnimation] {
            switch kind {
            case .gradient:
                return try motion.points("center", moments.map(\.center))
                    + motion.numbers("startRadius", moments.map(\.clearRadius))
                    + motion.numbers("endRadius", moments.map { $0.clearRadius + feather })
            case .shape where largest > 0:
                return try motion.paths("path", moments.map { $0.outline(hasCircle: true) })
            case .layer, .shape, .text, .image: return []
            }
        }
        scene.layers[effect].animations = try animations(of: scene.layers[effect].kind)
        if let mask = scene.layers[effect].mask { scene.layers[effect].mask?.animations = try animations(of: mask.kind) }
        scene.canvas.duration = rate.seconds(of: track.frameCount(at: rate))
        return scene
    }
}
