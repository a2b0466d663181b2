import PenumbraGeometry
import PenumbraScene

extension Layer {
    /// The layer at another place.
    func offset(by distance: Point) -> Layer {
        guard distance != .zero else { return self }
        var layer = self
        layer.frame = (frame ?? .zero).offset(by: distance)
        return layer
    }
}

extension [Layer] {
    /// Moves the layers to another place.
    mutating func move(by distance: Point) {
        guard distance != .zero else { return }
        for index in indices { self[index].frame = (self[index].frame ?? .zero).offset(by: distance) }
    }

    /// Adds layers at the end. A list that holds nothing becomes the other one, so that no layer is copied.
    mutating func add(_ layers: [Layer]) {
        if isEmpty { self = layers } else { self += layers }
    }
}
