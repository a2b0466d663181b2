extension [Layer] {
    /// Whether a condition holds for a layer. The layers are read in place: a loop would copy each layer.
    package func containsInPlace(_ condition: (borrowing Layer) -> Bool) -> Bool {
        withUnsafeBufferPointer { layers in
            guard let first = layers.baseAddress else { return false }
            for index in 0..<layers.count where condition(first[index]) { return true }
            return false
        }
    }

    /// Calls a function with each layer and its index. The layers are read in place: a loop would copy each layer.
    package func forEachInPlace<Failure: Error>(
        _ body: (Int, borrowing Layer) throws(Failure) -> Void
    ) throws(Failure) {
        var failure: Failure?
        withUnsafeBufferPointer { layers in
            guard let first = layers.baseAddress else { return }
            for index in 0..<layers.count {
                do throws(Failure) { try body(index, first[index]) } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
    }
}
