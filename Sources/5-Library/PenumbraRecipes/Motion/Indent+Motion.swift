import PenumbraScene

extension Indent {
    /// The artwork on a tilted device as one animated scene: the light turns evenly from reading to reading.
    ///
    /// - Parameters:
    ///   - samples: the readings, in order of time.
    ///   - rate: the frames per second. The last frame shows the last reading.
    /// - Throws: `MotionError` for more readings and turns than an animation has keyframes.
    public func scene(tilting samples: [TiltSample], rate: FrameRate) throws(MotionError) -> Scene {
        var filter = TiltFilter()
        var keys: [(time: Double, angle: Double)] = []
        for sample in samples {
            let wanted = angle + filter.follow(sample) * 180 / .pi
            guard let last = keys.last else {
                keys.append((sample.time, wanted))
                continue
            }
            // The shorter way around.
            let turn = wanted - last.angle - 360 * ((wanted - last.angle) / 360).rounded()
            // Offsets move in straight lines between keyframes, so a turn has several, and the last one is the reading.
            let steps = max(1, (abs(turn) / Self.longestStep).rounded(.up))
            for step in 1...Int(steps) {
                let share = Double(step) / steps
                keys.append((last.time + share * (sample.time - last.time), last.angle + share * turn))
            }
        }
        let offsets = keys.map { key in
            var turned = self
            turned.angle = key.angle
            let (outer, inner) = turned.styledShadows
            return (outer: outer.offset, inner: inner.offset)
        }
        var turned = self
        turned.angle = keys.first?.angle ?? angle
        var scene = turned.scene
        let motion = RecordedMotion(keys.map(\.time))
        for index in scene.layers.indices {
            if !scene.layers[index].shadows.isEmpty {
                scene.layers[index].animations += try motion.points("shadows[].offset", offsets.map(\.outer), at: [0])
            }
            if !scene.layers[index].innerShadows.isEmpty {
                scene.layers[index].animations += try motion.points("innerShadows[].offset", offsets.map(\.inner), at: [0])
            }
        }
        let seconds = (keys.last?.time ?? 0) - (keys.first?.time ?? 0)
        scene.canvas.duration = rate.seconds(of: rate.count(within: seconds))
        return scene
    }

    /// The largest turn between two keyframes in degrees. On the straight line, an offset is at most 0.14 % too short.
    private static var longestStep: Double { 6 }
}
