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
    fileprivate var ownByteCount: Int {
        let content =
            switch kind {
            case .layer, .gradient, .image: 0
            case .text(let text):
                text.runs.reduce(text.string.utf8.count) { $0 + MemoryLayout<Text.Run>.stride + $1.string.utf8.count }
            case .shape(let shape): shape.path.elements.count * MemoryLayout<Path.Element>.stride
            }
        return Self.bytesOfAny + content
    }

    /// The bytes of any layer, with its mask's box and the headers of its arrays.
    package static var bytesOfAny: Int { MemoryLayout<Layer>.stride + 500 }
}
