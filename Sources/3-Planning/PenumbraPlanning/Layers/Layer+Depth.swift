import PenumbraScene

extension Layer {
    /// Whether more than `depth` layers lie inside this one, masks counted like sublayers.
    func isDeeper(than depth: Int) -> Bool {
        if depth < 0 { return true }
        for layer in sublayers where layer.isDeeper(than: depth - 1) { return true }
        return mask.map { $0.isDeeper(than: depth - 1) } ?? false
    }
}
