import PenumbraScene

extension Layer {
    /// Whether layers are nested more than `depth` deep inside this layer. Masks and copies count like sublayers.
    func isDeeper(than depth: Int) -> Bool {
        if depth < 0 { return true }
        let depth = replication == nil ? depth : depth - 1
        if sublayers.containsInPlace({ $0.isDeeper(than: depth - 1) }) { return true }
        return mask.map { $0.isDeeper(than: depth - 1) } ?? false
    }
}
