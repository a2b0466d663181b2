import PenumbraBitmap
import PenumbraSystem

extension SceneDecoder {
    /// Reads layers. Nested layers are the only recursion, so other functions do the work to keep these stack frames small.
    func layers(_ node: Node, depth: Int, parent: Parent) throws(SceneError) -> [Layer] {
        try checkDepth(depth, node.place)
        guard depth == SceneLimits.depthOnSmallStacks else { return try plainLayers(node, depth: depth, parent: parent) }
        let layers = try LargeStack.run { () throws(SceneError) in
            try plainLayers(node, depth: depth, parent: parent)
        }
        guard let layers else { throw node.place.error("there is no memory for a thread to read layers nested this deeply") }
        return layers
    }

    /// Reads one layer. Deeply nested layers are read on another stack.
    private func mask(_ node: Node, depth: Int, parent: Parent) throws(SceneError) -> [Layer] {
        if case .object(let object) = node.value, object["forEach"] != nil {
            throw Place.key(node.place, "forEach").error(
                "found in a mask, which is one layer; put the repeated layers into its sublayers")
        }
        func layers() throws(SceneError) -> [Layer] {
            var layers: [Layer] = []
            try appendRepeated(node, to: &layers, depth, parent)
            return layers
        }
        guard depth == SceneLimits.depthOnSmallStacks else { return try layers() }
        guard let layers = try LargeStack.run(layers) else {
            throw node.place.error("there is no memory for a thread to read layers nested this deeply")
        }
        return layers
    }

    private func plainLayers(_ node: Node, depth: Int, parent: Parent) throws(SceneError) -> [Layer] {
        var layers: [Layer] = []
        let wanted = "an array of layers"
        try node.checkCount(wanted, atMost: context.limits.layerCount, "layers in one scene; raise \(limit: .layers)")
        for child in try node.elements(wanted) { try appendRepeated(child, to: &layers, depth, parent) }
        return layers
    }

    /// Adds a layer as often as its `forEach` and `if` ask for.
    private func appendRepeated(
        _ node: Node, to layers: inout [Layer], _ depth: Int, _ parent: Parent
    ) throws(SceneError) {
        guard let repetition = try Repetition(node) else { return try appendNamed(node, to: &layers, depth, parent) }
        while try repetition.next() {
            let count = layers.count
            do throws(SceneError) {
                try appendNamed(node, to: &layers, depth, parent)
            } catch {
                if let error = repetition.located(error) { throw error }
            }
            if repetition.isOnlyChecked { layers.removeLast(layers.count - count) }
        }
    }

    /// The facts about a layer that its sublayers need.
    struct Parent {
        /// Nil if a layout decides it.
        var size: Size?
        /// Whether a layout places the layers.
        var hasLayout = false
        /// Animations of the layer, if it is a mask.
        var animations: [MaskAnimation] = []
    }

    /// Adds a layer, and puts its name into an error that it has.
    private func appendNamed(_ node: Node, to layers: inout [Layer], _ depth: Int, _ parent: Parent) throws(SceneError) {
        do throws(SceneError) {
            try append(node, to: &layers, depth, parent)
        } catch {
            throw error.inLayer(node)
        }
    }

    /// Adds a layer with its mask and its sublayers.
    private func append(_ node: Node, to layers: inout [Layer], _ depth: Int, _ parent: Parent) throws(SceneError) {
        if let layer = try known(node, isWhole: true, parent) { return layers.append(layer) }
        let counts = context.tally.counts
        let inner = try appendAlone(node, to: &layers, parent)
        let last = layers.count - 1
        let (size, arranges) = facts(of: layers[last], in: parent)
        var masks: [Layer] = []
        if let mask = inner.mask {
            try checkDepth(depth + 1, mask.place)
            masks = try self.mask(mask, depth: depth + 1, parent: Parent(size: size, animations: inner.animations))
        } else if let animation = inner.animations.first {
            throw animation.missing
        }
        try finish(&layers[last], node.place, mask: masks)
        if let sublayers = inner.sublayers {
            let parent = Parent(size: size, hasLayout: arranges)
            set(try self.layers(sublayers, depth: depth + 1, parent: parent), in: &layers[last])
            try checkDelay(of: layers[last], node.place)
        }
        keep(layers[last], of: node, isWhole: true, parent, since: counts)
    }

    /// The size that sublayers refer to, and whether a layout places them.
    ///
    /// Whoever looks at a layout has a copy on its stack, which `append` must not keep.
    @inline(never)
    private func facts(of layer: Layer, in parent: Parent) -> (size: Size?, arranges: Bool) {
        let layout = layer.layout
        let isPlaced = layout == nil && !parent.hasLayout
        let size = layer.changesFrame ? nil : layer.frame?.size ?? (isPlaced ? parent.size : nil)
        return (size, layout?.arrangesSublayers == true)
    }

    @inline(never)
    private func set(_ sublayers: [Layer], in layer: inout Layer) { layer.sublayers = sublayers }

    /// A layout places the sublayers of one copy, so copies can't have different ones.
    @inline(never)
    private func checkDelay(of layer: Layer, _ place: Place) throws(SceneError) {
        guard layer.delaysCopies, layer.layout?.arrangesSublayers == true, layer.sublayers.contains(where: \.isAnimated) else {
            return
        }
        throw Place.key(place, "layout").error(
            "found beside `instanceDelay` of copies; put the layout and its layers into a sublayer")
    }

    private func checkDepth(_ depth: Int, _ place: Place) throws(SceneError) {
        try context.tally.checkDepth(depth, at: place)
    }

    /// The layers inside a layer that are not decoded yet.
    private struct Inner {
        var mask: Node?
        var sublayers: Node?
        /// The animations of the mask.
        var animations: [MaskAnimation]
    }

    /// Adds a layer without its mask and sublayers, and returns them undecoded.
    @inline(never)
    private func appendAlone(_ node: Node, to layers: inout [Layer], _ parent: Parent) throws(SceneError) -> Inner {
        if let layer = try known(node, isWhole: false, parent), case .object(let object) = node.value {
            layers.append(layer)
            let mask = try object["mask"].map { value throws(SceneError) in try node.child(value, key: "mask") }
            return Inner(
                mask: mask?.isNull == true ? nil : mask,
                sublayers: try object["sublayers"].map { value throws(SceneError) in
                    try node.child(value, key: "sublayers")
                },
                animations: [])
        }
        let counts = context.tally.counts
        var layer = Layer()
        let inner = try properties(node, into: &layer, parent)
        if inner.animations.isEmpty { keep(layer, of: node, isWhole: false, parent, since: counts) }
        layers.append(layer)
        return inner
    }

    /// Sets the mask, and checks the properties that need a mask.
    @inline(never)
    private func finish(_ layer: inout Layer, _ place: Place, mask: [Layer]) throws(SceneError) {
        if layer.mask != nil, !mask.isEmpty {
            throw Place.key(place, "mask").error(
                "found a mask beside a progressive blur in effects, which has a mask of its own")
        }
        // A progressive blur in `effects` brings its own mask.
        layer.mask = mask.first ?? layer.mask
        if layer.backdropBlur?.isProgressive == true, layer.mask?.isHidden ?? true {
            throw Place.key(.key(place, "backdropBlur"), "progressive").error(
                "found true, but the layer has no visible mask to scale the blur; give it a mask or leave out progressive")
        }
        if layer.backdropBlur?.isProgressive == true, layer.backdropFilter.contains(where: \.isSpatial) {
            throw Place.key(place, "backdropFilter").error(
                "found blur() or drop-shadow() beside a progressive backdropBlur, which colour functions alone may follow")
        }
        if layer.backdropBlur?.radius == .zero { layer.backdropBlur = nil }
    }

    private func properties(_ node: Node, into layer: inout Layer, _ parent: Parent) throws(SceneError) -> Inner {
        try context.tally.addLayers(at: node.place)
        let type = try type(node)
        let fields = try Fields(node, type.table)
        var reading = Reading()
        try Layer.headKeys.read(fields, into: &layer, &reading)
        var layout = try layout(fields)
        let size = layer.frame?.size ?? (layout == nil && !parent.hasLayout ? parent.size : nil)
        reading.frame = size
        layer.kind = try kind(type, fields, &reading)
        try Layer.boxKeys.read(fields, into: &layer, &reading)
        try Layer.effectKeys.read(fields, into: &layer, &reading)
        if let effects = try fields.nonNull("effects") { try self.effects(effects, of: &layer) }
        let animations = try allAnimations(try fields["animations"], of: type, given: parent.animations)
        layer.animations = animations.own
        if let size, !layer.animations.contains(where: \.changesBounds) {
            try reading.relative.resolve(&layer, size, node.place)
        } else if !reading.relative.isEmpty {
            layout = layout ?? LayerLayout()
            layout?.relative = reading.relative
        }
        if let insets = Self.insets(layout, of: layer) {
            layer.contentInsets = insets
        } else {
            layer.layout = layout
        }
        if !layer.animations.isEmpty { try layer.checkAnimations(node.place) }
        return Inner(
            mask: try fields.nonNull("mask"), sublayers: try fields["sublayers"], animations: animations.ofMask)
    }

    private func type(_ node: Node) throws(SceneError) -> LayerType {
        guard case .object(let object) = node.value else { throw node.mismatch("a layer, which is an object") }
        guard let value = object["type"] else { return .layer }
        return try node.child(value, key: "type").choice(LayerType.self)
    }

    private func kind(_ type: LayerType, _ fields: Fields, _ reading: inout Reading) throws(SceneError) -> Layer.Kind {
        switch type {
        case .layer: return .layer
        case .image: return try image(fields).map(Layer.Kind.image) ?? .layer
        case .gradient: return .gradient(try gradient(ofLayer: fields, &reading))
        case .shape:
            var shape = Shape.keys.standard
            try Shape.keys.read(fields, into: &shape, &reading)
            return .shape(shape)
        case .text: return .text(try text(fields))
        }
    }
}
