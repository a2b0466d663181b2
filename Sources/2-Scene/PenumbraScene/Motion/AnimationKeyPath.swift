import PenumbraMotion

/// The property of a layer that an animation changes, such as `opacity`, `position.x` or `shadows[0].radius`.
public struct AnimationKeyPath: Hashable, Sendable {
    /// The key path without indices, such as `shadows[].radius`.
    public let pattern: String
    /// The indices in the key path, from left to right.
    public let indices: [Int]

    package init(pattern: String, indices: [Int] = []) {
        (self.pattern, self.indices) = (pattern, indices)
    }

    /// The number within a transform, and the key path of the transform. Nil for other key paths, and for a whole transform.
    public var transformComponent: (transform: String, component: TransformComponent)? {
        for prefix in AnimatableKey.transforms where pattern.hasPrefix(prefix + ".") {
            guard let component = TransformComponent(rawValue: String(pattern.dropFirst(prefix.count + 1))) else { continue }
            return (prefix, component)
        }
        return nil
    }
}

extension AnimationKeyPath: CustomStringConvertible {
    public var description: String {
        var rest = indices[...]
        return pattern.split(separator: "[]", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset == 0 ? String($0.element) : "[\(rest.popFirst() ?? 0)]" + $0.element }
            .joined()
    }
}
