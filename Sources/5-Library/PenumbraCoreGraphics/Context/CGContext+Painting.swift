import Foundation
import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// What one call paints.
struct Painting {
    /// The paint, in the coordinates of the scene, clipped by nothing.
    var layer: Layer
    /// The area of the paint in black, for operators that also change the picture where the paint is transparent.
    var coverage: Layer
}

extension CGContext {
    /// Fills a path of the scene's coordinates with the fill's paint.
    func paint(_ path: Path, _ rule: FillRule) {
        guard !path.isEmpty, path.isFinite else { return }
        var path = path
        // Rectangles may be as large as numbers go. Far outside of the canvas, not even their shadows show.
        if let rect = path.rectangle, abs(rect.minX) + abs(rect.maxX) + abs(rect.minY) + abs(rect.maxY) > Self.reach {
            path = Path(rect.intersection(canvas.inset(by: -Self.reach)))
        }
        paint(state.fill, over: path.bounds, "fillPath") { .shape(path, rule, $0) }
    }

    /// The distance from the canvas within which paint may matter.
    private static let reach = 32_768.0

    /// Strokes a path of the scene's coordinates. The pen has the shape that the transform gives it.
    func paintStroke(of path: Path) {
        let map = map
        guard !path.isEmpty, path.isFinite, map.isFinite, let inverse = map.inverted, state.lineWidth > 0,
            state.lineWidth.isFinite, state.miterLimit.isFinite
        else { return }
        var style = state.strokeStyle
        var (drawn, placing) = (path, PenumbraGeometry.AffineTransform.identity)
        if let scale = map.uniformScale {
            style.lineWidth *= scale
            style.lineDashPhase *= scale
            style.lineDashPattern = style.lineDashPattern.map { $0 * scale }
        } else {
            (drawn, placing) = (path.applying(inverse), map)
        }
        let reach = style.lineWidth * max(1, style.miterLimit)
        let area = drawn.bounds.inset(by: -reach).transformed(by: placing)
        paint(state.stroke, over: area, "strokePath") { paint in
            var layer = Layer.shape(drawn, .nonzero, .black, placing)
            layer.kind = .shape(Shape(path: drawn, fillColor: nil, strokeColor: paint, stroke: style))
            return layer
        }
    }

    /// Paints a brush in an area.
    ///
    /// - Parameters:
    ///   - bounds: a rectangle that holds the area.
    ///   - area: makes the area in a paint.
    func paint(_ brush: Brush, over bounds: Rect, _ call: String, _ area: (Paint) -> Layer) {
        func shape(_ paint: Paint) -> Layer { area(paint).antialiased(state.isAntialiased) }
        let coverage = shape(.black)
        switch brush {
        case .color(let color):
            add(Painting(layer: shape(.color(sceneColor(color).multiplyingAlpha(by: state.alpha))), coverage: coverage), call)
        case .pattern(let pattern, let color):
            guard var layer = tiles(of: pattern, color, over: bounds) else { return }
            layer = .group([layer])
            layer.mask = coverage
            layer.opacity = state.alpha * (pattern.isColored ? Double(color.alpha) : 1)
            add(Painting(layer: layer, coverage: coverage), call)
        }
    }

    /// A colour as the scene has it.
    func sceneColor(_ color: CGColor) -> Color { color.scene }

    /// Adds a painting with the state's shadow, clip and blend mode.
    func add(_ painting: Painting, _ call: String) {
        guard !state.clip.isEmpty, painting.layer.transform.isFinite else { return }
        var layer = painting.layer
        if let shadow = sceneShadow {
            layer = .group([layer])
            layer.shadows = [shadow]
        }
        layer = state.clip.applied(to: layer)
        if let mode = state.blendMode.scene {
            if mode != .normal {
                if layer.blendMode != .normal { layer = .group([layer]) }
                layer.blendMode = mode
            }
            append(layer)
        } else {
            compose(layer, state.clip.applied(to: painting.coverage))
        }
    }

    /// The shadow of the state in the coordinates of the scene.
    private var sceneShadow: Shadow? {
        guard let shadow = state.shadow, state.blendMode != .clear else { return nil }
        let map = base.scene.concatenating(deviceToScene)
        let offset = Point(Double(shadow.offset.width), Double(shadow.offset.height)).applyingLinearPart(of: map)
        let sigma = Sigma(contextBlur: max(0, Double(shadow.blur)) * map.scale)
        guard offset.isFinite, sigma.value.isFinite else { return nil }
        return Shadow(color: sceneColor(shadow.color), offset: offset, radius: sigma)
    }

    private func append(_ layer: Layer) {
        groups[groups.count - 1].layers.append(layer)
        didRecord()
    }

    /// The most filters around each other before the picture so far becomes pixels.
    private static let deepestFilters = 8
    /// The most layers before the picture so far becomes pixels.
    private static let mostLayers = 2000

    private func didRecord() {
        guard let pixels, groups.count == 1 else { return }
        let group = groups[0]
        if pixels.isEager || group.depth >= Self.deepestFilters || group.layers.count >= Self.mostLayers { flush() }
    }

    /// Combines paint with everything that was painted, by an operator of Porter and Duff.
    ///
    /// Where the coverage c isn't whole, the result is c·operator(paint, picture) + (1 − c)·picture. For most operators, that is
    /// the operator on paint that is already multiplied by c.
    private func compose(_ layer: Layer, _ coverage: Layer) {
        let index = groups.count - 1
        if state.blendMode == .clear, case .shape(let shape) = coverage.kind, coverage.transform == .identity,
            shape.fillColor != nil, let area = shape.path.rectangle, area.union(canvas) == area
        {
            // Everything is cleared.
            groups[index].layers = []
            groups[index].depth = 0
            if index == 0 { pixels?.clear() }
            return didRecord()
        }
        let area = canvas
        let full = Rect(origin: .zero, size: area.size)
        // The layer's own coordinates start at the canvas's corner.
        func moved(_ layers: [Layer]) -> Layer { .group(layers, .translation(-area.minX, -area.minY)) }
        var before = groups[index].layers
        if index == 0, let picture = basePicture { before.insert(picture, at: 0) }
        var steps: [FilterGraph.Step] = []
        func step(_ operation: FilterGraph.Operation) -> FilterGraph.Input {
            steps.append(FilterGraph.Step(operation))
            return .step(steps.count - 1)
        }
        let paint = step(.sublayer(0))
        let operation = state.blendMode.step(paint, .source)
        if state.blendMode.changesOutsidePaint {
            let outside = step(.composite(.out, .source, step(.sublayer(1))))
            if let operation { _ = step(.composite(.lighter, step(operation), outside)) }
        } else if let operation {
            _ = step(operation)
        }
        // A sublayer that no step reads would be seen.
        let inputs = state.blendMode.changesOutsidePaint ? [moved([layer]), moved([coverage])] : [moved([layer])]
        var result = Layer(frame: area, sublayers: inputs + [moved(before)])
        result.filter = [.graph(FilterGraph(region: full, steps: steps))]
        groups[index].layers = [result]
        groups[index].depth += 1
        if index == 0 { pixels?.takeIntoScene() }
        didRecord()
    }

    /// The picture as it was drawn so far, as a layer. Nil if there is none, or if it is among the recorded layers.
    var basePicture: Layer? {
        guard let bitmap = pixels?.base, pixels?.isInScene == false else { return nil }
        let source = ImageSource.file("context")
        images[source] = bitmap
        return Layer(kind: .image(ImageContents(source: source, interpolation: .nearest)), frame: canvas)
    }
}
