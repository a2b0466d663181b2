import PenumbraMotion

extension Scene {
    /// Whether a layer of the scene has animations.
    public var isAnimated: Bool { layers.containsInPlace { $0.isAnimated } }

    /// How long the scene plays, in seconds: `duration` of the canvas or, without it, until the last animation ends.
    ///
    /// Nil for a scene without both, and for animations that never end.
    public var duration: Double? {
        if let duration = canvas.duration, duration > 0, duration.isFinite { return duration }
        let end = layers.reduce(-Double.infinity) { max($0, $1.endTime) }
        return end > 0 && end.isFinite ? end : nil
    }

    /// Whether an animation of the scene never ends.
    public var isEndless: Bool { layers.contains { $0.endTime == .infinity } }

    /// Whether animations change which files and texts the scene shows.
    package var changesInputs: Bool { layers.contains { $0.changesInputs } }

    /// The scene with the values that animations give to properties at `time`: what Core Animation calls the presentation.
    ///
    /// Sizes and places of layers depend on each other through layouts. Properties that layouts read are set before the layout,
    /// and all others after it.
    ///
    /// - Parameter original: the scene as it was before its layout. Nil presents the properties that layouts read.
    /// - Throws: `SceneError`, with the place of the animation, for values that can't be computed.
    package func presented(afterLayoutOf original: Scene? = nil) throws(SceneError) -> Scene {
        guard isAnimated else { return self }
        var scene = self
        let presentation = Presentation(isBeforeLayout: original == nil)
        try presentation.apply(
            to: &scene.layers, of: (original ?? self).layers, .key(.scene, "layers"), parent: canvas.size, at: time)
        return scene
    }
}

/// Gives layers their animated values.
private struct Presentation {
    let isBeforeLayout: Bool

    /// - Parameter originals: the same layers before their layout.
    func apply(to layers: inout [Layer], of originals: [Layer], _ place: Place, parent: Size, at time: Time) throws(SceneError)
    {
        for index in layers.indices where isBeforeLayout || !layers[index].isHidden {
            try apply(to: &layers[index], of: originals[index], .index(place, index), parent: parent, at: time)
        }
    }

    private func apply(
        to layer: inout Layer, of original: Layer, _ place: Place, parent: Size, at time: Time
    ) throws(SceneError) {
        if !original.animations.isEmpty { try animate(&layer, original, place, parent: parent, at: time) }
        let size = layer.frame?.size ?? parent
        if let mask = original.mask, mask.isAnimated, var masks = layer.mask.map({ [$0] }), isBeforeLayout || !masks[0].isHidden
        {
            layer.mask = nil
            try apply(to: &masks[0], of: mask, .key(place, "mask"), parent: size, at: time)
            layer.mask = masks[0]
        }
        if original.sublayers.contains(where: \.isAnimated) {
            if original.delaysCopies, let replication = layer.replication {
                try delay(&layer, replication, of: original.sublayers, .key(place, "sublayers"), parent: size, at: time)
            } else {
                try apply(to: &layer.sublayers, of: original.sublayers, .key(place, "sublayers"), parent: size, at: time)
            }
        }
    }

    /// Gives each copy of a layer the sublayers of its own time.
    @inline(never)
    private func delay(
        _ layer: inout Layer, _ replication: Replication, of originals: [Layer], _ place: Place, parent: Size, at time: Time
    ) throws(SceneError) {
        let count = originals.count
        let all = layer.sublayers
        var result: [Layer] = []
        for copy in 0..<max(0, replication.count) {
            // The layout gave each copy sublayers of its own.
            var sublayers = isBeforeLayout ? all : Array(all[copy * count..<(copy + 1) * count])
            let earlier = time.before(Double(copy), times: replication.instanceDelay)
            try apply(to: &sublayers, of: originals, place, parent: parent, at: earlier)
            result += sublayers
        }
        layer.sublayers = result
        layer.replication?.sublayersPerCopy = count
    }

    @inline(never)
    private func animate(
        _ layer: inout Layer, _ original: Layer, _ place: Place, parent: Size, at time: Time
    ) throws(SceneError) {
        for (index, animation) in original.animations.enumerated() {
            let isNow = animation.isBeforeLayout(of: original) == isBeforeLayout
            if isNow, layer.frame == nil, animation.changesFrame { layer.frame = Rect(origin: .zero, size: parent) }
            do {
                if isNow { try animation.apply(to: &layer, at: time) }
                // The layout gives the layer its transform.
                if !isBeforeLayout { try animation.turn(&layer, at: time) }
            } catch {
                throw Place.index(.key(place, "animations"), index).error("\(error.words)")
            }
        }
    }
}

extension Layer {
    /// Whether the layer, or a layer inside it, has animations.
    var isAnimated: Bool {
        !animations.isEmpty || sublayers.containsInPlace { $0.isAnimated } || mask?.isAnimated == true
    }

    /// Whether an animation in the layer changes a picture, a text, or whether a layer is shown.
    fileprivate var changesInputs: Bool {
        animations.contains {
            switch $0.values {
            case .text, .image, .flag: true
            case .number, .point, .rect, .numbers, .color, .colors, .transform, .path, .filter, .boxShadow, .motionPath: false
            }
        } || sublayers.contains { $0.changesInputs } || mask?.changesInputs == true
    }

    /// Whether an animation changes the layer's frame.
    var changesFrame: Bool { animations.contains(where: \.changesFrame) }

    /// Whether the copies of the layer show their sublayers at different times.
    var delaysCopies: Bool {
        guard let replication else { return false }
        return replication.instanceDelay != 0 || animations.contains { $0.keyPath.pattern == "replicate.instanceDelay" }
    }

    /// When the last animation in the layer ends, in seconds.
    fileprivate var endTime: Double {
        let own = animations.reduce(mask?.endTime ?? -Double.infinity) { max($0, $1.endTime) }
        let inside = sublayers.reduce(-Double.infinity) { max($0, $1.endTime) }
        let delay = replication.map { max(0, Double($0.count - 1) * longestDelay($0)) } ?? 0
        return max(own, inside + delay)
    }

    /// The longest delay between copies at any time.
    private func longestDelay(_ replication: Replication) -> Double {
        animations.reduce(replication.instanceDelay) { longest, animation in
            guard animation.keyPath.pattern == "replicate.instanceDelay", case .number(let values) = animation.values else {
                return longest
            }
            let all: [Double] =
                switch values.values {
                case .basic(let ends): [ends.from, ends.to, ends.by.map { $0 + replication.instanceDelay }].compactMap { $0 }
                case .keyframes(let keyframes): keyframes.values
                }
            return all.reduce(longest) { max($0, $1) }
        }
    }

    /// Checks that the layer has the properties of its animations, and that all values can be computed.
    func checkAnimations(_ place: Place) throws(SceneError) {
        var layer = self
        if layer.frame == nil { layer.frame = .zero }
        for (index, animation) in animations.enumerated() {
            do {
                try animation.apply(to: &layer, at: nil)
            } catch {
                throw Place.index(.key(place, "animations"), index).error("\(error.words)")
            }
        }
    }
}
