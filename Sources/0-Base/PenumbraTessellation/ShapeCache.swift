import PenumbraGeometry
import PenumbraSystem

/// A cache of resolved shapes for paths that repeat them. A letter comes back at the same place within a pixel, in other words
/// and in other texts.
///
/// Several threads may use the cache at once.
package final class ShapeCache: Sendable {
    private struct Key: Hashable, Sendable {
        /// The polygons, moved to the origin.
        let contours: GridContours
        let rule: FillRule
        private let hash: Int

        init(contours: GridContours, rule: FillRule) {
            (self.contours, self.rule) = (contours, rule)
            hash = contours.quickHash
        }

        static func == (a: Key, b: Key) -> Bool { a.hash == b.hash && a.rule == b.rule && a.contours == b.contours }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private struct Shape: Sendable {
        var edges: [BoundaryEdge]
        var effort: Int
    }

    private let shapes: ContentCache<Key, Shape>

    /// Creates an empty cache.
    ///
    /// - Parameter bytes: the most bytes that the cache may hold. Zero and negative values keep nothing.
    package init(bytes: Int) {
        shapes = ContentCache(budget: max(0, bytes))
    }

    /// The bytes of all kept shapes.
    package var bytes: Int { shapes.bytes }

    /// Adds the edges of a shape to others. See `Boundary.init(resolving:fillRule:tolerance:shapes:effort:)`.
    func append(
        _ shape: GridContours, _ rule: FillRule, to edges: inout [BoundaryEdge], effort: inout Int
    ) throws(TessellationError) {
        // A crossing halfway between two steps is rounded away from zero. Shapes left of the origin or above it stay there.
        guard shapes.budget > 0, shape.vertices.count <= Self.mostVertices, let corner = shape.corner, corner.x >= 0,
            corner.y >= 0
        else {
            edges += try shape.resolved(rule, effort: &effort)
            return
        }
        let key = Key(contours: shape.moved(x: -corner.x, y: -corner.y), rule: rule)
        let resolved: Shape
        if let known = shapes[key], known.effort <= effort {
            resolved = known
            effort -= known.effort
        } else {
            let before = effort
            let made = try key.contours.resolved(rule, effort: &effort)
            resolved = Shape(edges: made, effort: before - effort)
            shapes.keep(resolved, bytes: Self.bytes(key, resolved), for: key)
        }
        edges.appendMoved(resolved.edges, by: corner)
    }

    /// The most vertices of a shape that is kept. Letters have some 30 to 200.
    private static let mostVertices = 1024

    private static func bytes(_ key: Key, _ shape: Shape) -> Int {
        256 + key.contours.vertices.count * MemoryLayout<FixedPoint>.stride
            + shape.edges.count * MemoryLayout<BoundaryEdge>.stride
    }
}

extension GridContours {
    /// The least x and the least y of all vertices. Nil without vertices.
    var corner: FixedPoint? {
        guard var corner = vertices.first else { return nil }
        for vertex in vertices { corner = FixedPoint(x: min(corner.x, vertex.x), y: min(corner.y, vertex.y)) }
        return corner
    }

    func moved(x: Int32, y: Int32) -> GridContours {
        var result = self
        result.vertices = vertices.map { $0.moved(x: x, y: y) }
        return result
    }
}

extension FixedPoint {
    func moved(x: Int32, y: Int32) -> FixedPoint { FixedPoint(x: self.x &+ x, y: self.y &+ y) }
}
