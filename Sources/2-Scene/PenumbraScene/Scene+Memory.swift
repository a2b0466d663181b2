import PenumbraGeometry

extension Scene {
    /// The approximate memory of the layers with their paths and texts, as if no layers shared any. The use of the stack
    /// doesn't grow with the nesting.
    package var byteCount: Int {
        var bytes = 0
        var waiting = [layers]
        while let layers = waiting.popLast() {
            layers.forEachInPlace { _, layer in
                bytes += layer.ownByteCount
                if let mask = layer.mask { waiting.append([mask]) }
                if !layer.sublayers.isEmpty { waiting.append(layer.sublayers) }
            }
        }
        return bytes
    }
}

extension Layer {
    /// The approximate memory of the layer without its sublayers and its mask.
    package var ownByteCount: Int {
        let content =
            switch kind {
            case .layer, .image: 0
            case .gradient(let gradient): gradient.byteCount
            case .text(let text):
                text.runs.reduce(text.string.utf8.count) { $0 + MemoryLayout<Text.Run>.stride + $1.string.utf8.count }
            case .shape(let shape): shape.path.elements.capacity * MemoryLayout<Path.Element>.stride
            }
        let paints = paints.reduce(0) { sum, paint in
            guard case .gradient(let gradient)? = paint else { return sum }
            return sum + gradient.byteCount
        }
        let shadows =
            (shadows.count + innerShadows.count) * MemoryLayout<Shadow>.stride
            + boxShadows.count * MemoryLayout<BoxShadow>.stride + effects.count * MemoryLayout<FigmaShadow>.stride
        return Self.bytesOfAny + content + paints + shadows
    }

    private var paints: [Paint?] {
        switch kind {
        case .shape(let shape): [backgroundColor, shape.fillColor, shape.strokeColor]
        case .text(let text): [backgroundColor, text.color] + text.runs.flatMap { [$0.color, $0.backgroundColor] }
        case .layer, .gradient, .image: [backgroundColor]
        }
    }

    /// The bytes of any layer, with its mask's box and the headers of its arrays.
    package static var bytesOfAny: Int { MemoryLayout<Layer>.stride + 500 }
}

extension Gradient {
    fileprivate var byteCount: Int {
        colors.count * MemoryLayout<Color>.stride + (locations?.count ?? 0) * MemoryLayout<Double>.stride
    }
}
