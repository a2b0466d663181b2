import PenumbraMotion

extension Scene {
    /// Whether a layer of the scene has animations.
    public var isAnimated: Bool { layers.contains { $0.isAnimated } }

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
        let presentation = Presentation(time: time, isBeforeLayout: original == nil)
        try presentation.apply(
            to: &scene.layers, of: (original ?? self).layers, .key(.scene, "layers"), parent: canvas.size)
        return scene
    }
}

/// Gives layers their animated values.
private struct Presentation {
    let time: Time
    let isBeforeLayout: Bool

    /// - Parameter originals: the same layers before their layout.
    func apply(to layers: inout [Layer], of originals: [Layer], _ place: Place, parent: Size) throws(SceneError) {
        for index in layers.indices where isBeforeLayout || !layers[index].isHidden {
            try apply(to: &layers[index], of: originals[index], .index(place, index), parent: parent)
        }
    }

    private func apply(to layer: inout Layer, of original: Layer, _ place: Place, parent: Size) throws(SceneError) {
        if !original.animations.isEmpty { try animate(&layer, original, place, parent: parent) }
        let size = layer.frame?.size ?? parent
        if let mask = original.mask, mask.isAnimated, var masks = layer.mask.map({ [$0] }), isBeforeLayout || !masks[0].isHidden
        {
            layer.mask = nil
            try apply(to: &masks[0], of: mask, .key(place, "mask"), parent: size)
            layer.mask = masks[0]
        }
        if original.sublayers.contains(where: \.isAnimated) {
            try apply(to: &layer.sublayers, of: original.sublayers, .key(place, "sublayers"), parent: size)
        }
    }

    @inline(never)
    private func animate(_ layer: inout Layer, _ original: Layer, _ place: Place, parent: Size) throws(SceneError) {
        for (index, animation) in original.animations.enumerated()
        where animation.isBeforeLayout(of: original) == isBeforeLayout {
            if layer.frame == nil, animation.changesFrame { layer.frame = Rect(origin: .zero, size: parent) }
            do {
                try animation.apply(to: &layer, at: time)
            } catch {
                throw Place.index(.key(place, "animations"), index).error("\(error.words)")
            }
        }
    }
}

extension Layer {
    /// Whether the layer, or a layer inside it, has animations.
    fileprivate var isAnimated: Bool {
        !animations.isEmpty || sublayers.contains { $0.isAnimated } || mask?.isAnimated == true
    }

    /// Whether an animation in the layer changes a picture, a text, or whether a layer is shown.
    fileprivate var changesInputs: Bool {
        animations.contains {
            switch $0.values {
            case .text, .image, .flag: true
            case .number, .point, .rect, .numbers, .color, .colors, .transform, .path: false
            }
        } || sublayers.contains { $0.changesInputs } || mask?.changesInputs == true
    }

    /// Whether an animation changes the layer's frame.
    var changesFrame: Bool { animations.contains(where: \.changesFrame) }

    /// When the last animation in the layer ends, in seconds.
    fileprivate var endTime: Double {
        let own = animations.reduce(mask?.endTime ?? -Double.infinity) { max($0, $1.endTime) }
        return sublayers.reduce(own) { max($0, $1.endTime) }
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
