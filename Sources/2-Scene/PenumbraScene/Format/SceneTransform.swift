/// A map that scenes write as a CSS transform.
protocol SceneTransform: Equatable, Sendable {
    static var identity: Self { get }
    var isFinite: Bool { get }
    var css: String { get }

    /// Reads a transform.
    ///
    /// - Parameter frame: the size that percentages refer to. Nil if it is not known yet.
    /// - Returns: the map. If it depends on an unknown size, the list of its functions as well.
    static func reading(_ node: Node, in frame: Size?) throws(SceneError) -> (Self, TransformList?)

    /// The key paths of animations for a transform.
    static func keys(_ path: String, _ lens: Lens<Self>) -> [AnimatableKey]
}

extension Transform3D: SceneTransform {
    static func reading(_ node: Node, in frame: Size?) throws(SceneError) -> (Transform3D, TransformList?) {
        let string = try node.string("a CSS transform such as \"translate(10px, 4px) rotate(15deg)\"")
        let list: TransformList
        do { list = try TransformList(css: string) } catch { throw node.place.error(error.message) }
        let map = try list.resolved(in: frame ?? .zero, as: string, node.place)
        return (map, frame == nil && list.hasPercentages ? list : nil)
    }

    static func keys(_ path: String, _ lens: Lens<Transform3D>) -> [AnimatableKey] {
        func key(_ part: String, _ combined: @escaping @Sendable (Transform3D, Double) -> Transform3D) -> AnimatableKey {
            var key = AnimatableKey.number("\(path).\(part)", .any, lens.part({ _ in 0 }, { $0 = combined($0, $1) }))
            key.isReadable = false
            return key
        }
        // A map in space counts as the identity in the plane.
        return AffineTransform.keys(path, lens.part({ $0.affine ?? .identity }, { $0 = Transform3D($1) })) + [
            // Turns about axes in the plane come before the transform itself.
            key("rotation.x") { .rotation(about: SIMD3(1, 0, 0), degrees: $1).concatenating($0) },
            key("rotation.y") { .rotation(about: SIMD3(0, 1, 0), degrees: $1).concatenating($0) },
            key("translation.z") { $0.concatenating(.translation(0, 0, $1)) },
        ]
    }
}

/// A transform that must stay in the plane of its layer.
extension AffineTransform: SceneTransform {
    static func reading(_ node: Node, in frame: Size?) throws(SceneError) -> (AffineTransform, TransformList?) {
        let (map, relative) = try Transform3D.reading(node, in: frame)
        guard let flat = map.affine else {
            throw node.place.error(
                "found \(node.value.summary), expected a transform in the layer's plane such as \"skewX(40deg)\"; only a layer's own transform leaves the plane"
            )
        }
        return (flat, relative)
    }

    static func keys(_ path: String, _ lens: Lens<AffineTransform>) -> [AnimatableKey] {
        [AnimatableKey(path, .transform(lens)), AnimatableKey(path + ".translation", .point(lens.translation))]
            + TransformComponent.allCases.map { .number("\(path).\($0.rawValue)", .any, lens.component($0)) }
    }
}
