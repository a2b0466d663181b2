import PenumbraSystem

/// The counts of a scene so far, checked against its limits.
struct SceneTally {
    struct Counts: Sendable {
        fileprivate(set) var layers = 0
        fileprivate(set) var shadows = 0
        fileprivate(set) var pathSegments = 0
        fileprivate(set) var gradientStops = 0
        var textBytes = 0
        fileprivate(set) var repetitions = 0
    }

    let limits: SceneLimits
    private(set) var counts = Counts()

    init(limits: SceneLimits) {
        self.limits = limits
    }

    /// Adds the counts of a part of a scene that was read before.
    ///
    /// - Returns: false if a limit is exceeded. Nothing is added then, and reading the part again finds the place.
    mutating func add(_ part: Counts) -> Bool {
        var sum = counts
        sum.layers += part.layers
        sum.shadows += part.shadows
        sum.pathSegments += part.pathSegments
        sum.gradientStops += part.gradientStops
        sum.textBytes += part.textBytes
        sum.repetitions += part.repetitions
        guard sum.layers <= limits.layerCount, sum.shadows <= limits.shadowCount, sum.pathSegments <= limits.pathSegments,
            sum.gradientStops <= limits.sceneGradientStops, sum.textBytes <= limits.sceneTextBytes,
            sum.repetitions <= limits.layerCount
        else { return false }
        counts = sum
        return true
    }

    /// The segments that further paths may have. It stays below `Int.max`, so that adding one cannot overflow.
    var remainingPathSegments: Int { max(0, min(.max - 1, limits.pathSegments) - counts.pathSegments) }
    /// The shadows that further layers may have. It stays below `Int.max`, so that adding one cannot overflow.
    var remainingShadows: Int { max(0, min(.max - 1, limits.shadowCount) - counts.shadows) }

    mutating func addLayers(_ count: Int = 1, at place: Place) throws(SceneError) {
        counts.layers += count
        if counts.layers > limits.layerCount {
            throw place.error("more than \(limits.layerCount) layers in one scene; raise \(limit: .layers)")
        }
    }

    /// Counts how often elements with `forEach`, `if` or `unless` are read or left out. Lists inside lists multiply.
    mutating func addRepetitions(_ count: Int, at place: Place) throws(SceneError) {
        try checkRepetitions(count, at: place)
        counts.repetitions += count
    }

    /// Refuses a list before its items are read.
    func checkRepetitions(_ count: Int, at place: Place) throws(SceneError) {
        if count > max(0, limits.layerCount - counts.repetitions) {
            throw place.error(
                "the scene's lists have more than \(limits.layerCount) items, with lists inside lists; raise \(limit: .layers)")
        }
    }

    func checkDepth(_ depth: Int, at place: Place) throws(SceneError) {
        if depth > SceneLimits.deepestLayer || depth > limits.layerDepth {
            let most = min(limits.layerDepth, SceneLimits.deepestLayer)
            throw place.error(
                "more than \(most) layers inside each other"
                    + (most < SceneLimits.deepestLayer ? "; raise \(limit: .layerDepth)" : ""))
        }
    }

    mutating func addShadows(_ count: Int = 1, at place: Place) throws(SceneError) {
        counts.shadows += count
        if counts.shadows > limits.shadowCount {
            throw place.error("more than \(limits.shadowCount) shadows and effects in one scene; raise \(limit: .shadows)")
        }
    }

    mutating func addPathSegments(_ count: Int, at place: Place) throws(SceneError) {
        counts.pathSegments += count
        if counts.pathSegments > limits.pathSegments {
            throw place.error("the scene's paths have more than \(limits.pathSegments) segments; raise \(limit: .pathSegments)")
        }
    }

    mutating func addGradientStops(_ count: Int, at place: Place) throws(SceneError) {
        if count > limits.gradientStops {
            throw place.error(
                "found \(count) colours in a gradient, more than \(limits.gradientStops); raise \(limit: .gradientStops)")
        }
        counts.gradientStops += count
        if counts.gradientStops > limits.sceneGradientStops {
            throw place.error(
                "the scene's gradients have more than \(limits.sceneGradientStops) colours; raise \(limit: .gradientStops)")
        }
    }

    mutating func addText(bytes: Int, at place: Place) throws(SceneError) {
        if bytes > limits.textBytes {
            throw place.error(
                "found \(bytes) bytes of text in a layer, more than \(limits.textBytes); raise \(limit: .textLength)")
        }
        counts.textBytes += bytes
        if counts.textBytes > limits.sceneTextBytes {
            throw place.error("the scene's texts have more than \(limits.sceneTextBytes) bytes; raise \(limit: .textLength)")
        }
    }
}

extension SceneTally.Counts {
    /// The counts beyond earlier ones.
    func since(_ earlier: SceneTally.Counts) -> SceneTally.Counts {
        var result = self
        result.layers -= earlier.layers
        result.shadows -= earlier.shadows
        result.pathSegments -= earlier.pathSegments
        result.gradientStops -= earlier.gradientStops
        result.textBytes -= earlier.textBytes
        result.repetitions -= earlier.repetitions
        return result
    }
}

extension SceneLimits {
    /// Throws if a document is too long. Called before the document is parsed.
    package func check(documentBytes count: Int) throws(SceneError) {
        if count > documentBytes {
            throw Place.scene.error("the document has \(count) bytes, more than \(documentBytes); raise \(limit: .sceneSize)")
        }
    }

    /// Checks a scene that was built in code against the limits. Scenes from documents were already checked when they were
    /// read.
    ///
    /// A canvas that fits its content is not measured here. The use of the stack does not grow with the nesting.
    ///
    /// - Throws: `SceneError`, with the place, if the scene exceeds a limit.
    public func check(_ scene: Scene) throws(SceneError) {
        let canvas = Place.key(.scene, "canvas")
        // The comparison keeps NaN, which is refused as a size.
        let sides = [scene.canvas.size.width, scene.canvas.size.height].map { points in
            let pixels = (points * scene.canvas.scale).rounded()
            return pixels < 1 ? 1 : pixels
        }
        if let refusal = self.canvas.refusal(width: sides[0], height: sides[1]) { throw canvas.error(refusal) }
        try checkCopies(in: scene.layers)
        var tally = SceneTally(limits: self)
        if case .gradient(let gradient)? = scene.canvas.background {
            try tally.addGradientStops(gradient.colors.count, at: .key(canvas, "background"))
        }
        var waiting: [(layers: [Layer], place: Place, depth: Int, isMask: Bool)] = [
            (scene.layers, .key(.scene, "layers"), 1, false)
        ]
        while let (layers, place, depth, isMask) = waiting.popLast() {
            if layers.isEmpty { continue }
            try tally.checkDepth(depth, at: place)
            try tally.addLayers(layers.count, at: place)
            try layers.forEachInPlace { index, layer throws(SceneError) in
                let own = isMask ? place : Place.index(place, index)
                try Self.add(layer, at: own, to: &tally)
                if let mask = layer.mask { waiting.append(([mask], .key(own, "mask"), depth + 1, true)) }
                waiting.append((layer.sublayers, .key(own, "sublayers"), depth + 1, false))
            }
        }
    }

    /// Checks how many layers are drawn, and how deep they are nested, with all copies that layers make.
    func checkCopies(in layers: [Layer]) throws(SceneError) {
        // The most that a sum can reach without an overflow.
        let most = min(layerCount, .max / 4)
        var drawn = 0
        var waiting: [(layers: [Layer], place: Place, depth: Int, copies: Int)] = [(layers, .key(.scene, "layers"), 1, 1)]
        while let (layers, place, depth, copies) = waiting.popLast() {
            try layers.forEachInPlace { index, layer throws(SceneError) in
                let own = Place.index(place, index)
                var (inside, depthInside) = (copies, depth + 1)
                drawn += copies
                if let replication = layer.replication {
                    let (product, isTooMuch) = copies.multipliedReportingOverflow(by: max(0, replication.count))
                    (inside, depthInside) = (isTooMuch ? most + 1 : min(product, most + 1), depth + 2)
                    drawn += inside
                    if depthInside > SceneLimits.deepestLayer {
                        throw own.error("more than \(SceneLimits.deepestLayer) layers inside each other, with copies")
                    }
                }
                if drawn > most {
                    throw own.error("more than \(layerCount) layers in one scene, with copies; raise \(limit: .layers)")
                }
                if let mask = layer.mask { waiting.append(([mask], .key(own, "mask"), depth + 1, copies)) }
                if !layer.sublayers.isEmpty {
                    waiting.append((layer.sublayers, .key(own, "sublayers"), depthInside, inside))
                }
            }
        }
    }

    private static func add(_ layer: borrowing Layer, at place: Place, to tally: inout SceneTally) throws(SceneError) {
        func add(_ paint: Paint?, _ key: String) throws(SceneError) {
            guard case .gradient(let gradient)? = paint else { return }
            try tally.addGradientStops(gradient.colors.count, at: .key(place, key))
        }
        try tally.addShadows(
            layer.shadows.count + layer.innerShadows.count + layer.boxShadows.count + layer.effects.count
                + layer.filter.reduce(0) { $0 + 1 + ($1.graph?.steps.count ?? 0) } + layer.backdropFilter.count, at: place)
        for (key, shadows) in [("shadows", layer.shadows), ("innerShadows", layer.innerShadows)] {
            for (index, shadow) in shadows.enumerated() {
                guard let path = shadow.path else { continue }
                try tally.addPathSegments(path.elements.count, at: .key(.index(.key(place, key), index), "path"))
            }
        }
        try add(layer.backgroundColor, "backgroundColor")
        switch layer.kind {
        case .layer, .image: break
        case .gradient(let gradient): try tally.addGradientStops(gradient.colors.count, at: .key(place, "gradient"))
        case .shape(let shape):
            try tally.addPathSegments(shape.path.elements.count, at: .key(place, "path"))
            try add(shape.fillColor, "fillColor")
            try add(shape.strokeColor, "strokeColor")
        case .text(let text):
            if text.runs.isEmpty { try tally.addText(bytes: text.string.utf8.count, at: .key(place, "string")) }
            try add(text.color, "color")
            for (index, run) in text.runs.enumerated() {
                let place = Place.index(.key(place, "runs"), index)
                try tally.addText(bytes: run.string.utf8.count, at: .key(place, "string"))
                for paint in [run.color, run.backgroundColor] {
                    if case .gradient(let gradient)? = paint {
                        try tally.addGradientStops(gradient.colors.count, at: .key(place, "color"))
                    }
                }
            }
        }
    }
}
