import PenumbraMotion

extension SceneDecoder {
    /// Reads a key path of a layer of a type, and looks up the type of its values.
    ///
    /// - Parameter prefix: how many characters at the start name masks, of which the layer is the last.
    func keyPath(
        _ node: Node, of type: LayerType, without prefix: Int = 0
    ) throws(SceneError) -> (AnimationKeyPath, AnimatableKey.Property) {
        let wanted = "a key path such as \"opacity\", \"position.x\" or \"shadows[0].radius\""
        let text = try node.string(wanted)
        guard let path = AnimationKeyPath(String(text.dropFirst(prefix))) else { throw node.mismatch(wanted) }
        let candidates = AnimatableKey.ofPattern[path.pattern] ?? []
        if let key = candidates.first(where: { $0.type == nil || $0.type == type }) { return (path, key.property) }
        if let owner = candidates.first?.type {
            throw node.place.error(
                "`\(text)` belongs to layers of type \"\(owner.rawValue)\"; this one has the type \"\(type.rawValue)\"")
        }
        if let spatial = Self.spatial.first(where: { path.pattern.hasSuffix($0) }) {
            throw node.place.error("found \(quoted(text)); \(spatial) isn't supported, because layers are flat")
        }
        let known = AnimatableKey.all.filter { $0.type == nil || $0.type == type }.map(\.pattern)
        let nearest = Spelling.nearest(to: path.pattern, in: known).map { pattern in
            "; did you mean \"\(AnimationKeyPath(pattern: pattern, indices: path.indices))\"?"
        }
        throw node.place.error("found \(quoted(text)), which no animation changes\(nearest ?? "")")
    }

    private static let spatial = [".rotation.x", ".rotation.y", ".scale.z", ".translation.z"]
}

extension AnimationKeyPath {
    /// Reads names between points, each perhaps with an index in brackets, such as `shadows[0].radius`. Nil for anything else.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 100 else { return nil }
        var pattern: [UInt8] = []
        var indices: [Int] = []
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            pattern.append(byte)
            guard byte == UInt8(ascii: "[") else {
                guard byte != UInt8(ascii: "]") else { return nil }
                continue
            }
            // At most six digits, which is more than any list has.
            let digits = bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
            guard (1...6).contains(digits.count) else { return nil }
            indices.append(digits.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) })
            bytes = bytes.dropFirst(digits.count)
            guard bytes.popFirst() == UInt8(ascii: "]") else { return nil }
            pattern.append(UInt8(ascii: "]"))
        }
        self.init(pattern: String(decoding: pattern, as: UTF8.self), indices: indices)
    }
}
