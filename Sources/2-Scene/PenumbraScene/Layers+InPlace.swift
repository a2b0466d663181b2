extension [Layer] {
    /// Whether a condition holds for a layer. The layers are read in place: a loop would copy each layer.
    package func containsInPlace(_ condition: (borrowing Layer) -> Bool) -> Bool {
        let layers = span
        for index in layers.indices where condition(layers[index]) { return true }
        return false
    }

    /// Calls a function with each layer and its index. The layers are read in place: a loop would copy each layer.
    package func forEachInPlace<Failure: Error>(
        _ body: (Int, borrowing Layer) throws(Failure) -> Void
    ) throws(Failure) {
        let layers = span
        for index in layers.indices { try body(index, layers[index]) }
    }
}
