import PenumbraSystem

extension SceneDecoder {
    static let pathWanted = "SVG path data, \"bounds\", or an object with \"rect\", \"ellipse\", \"circle\" or \"polygon\""

    /// Reads a path in any notation: one piece, or an array of pieces that form one compound path.
    func path(_ node: Node) throws(SceneError) -> Path {
        var path = Path()
        if case .array(let values) = node.value {
            if values.contains("bounds") { throw node.place.error("\"bounds\" can't be in an array of paths; write it alone") }
            if case .array? = values.first {
                throw node.place.error("found arrays of numbers, expected \(Self.pathWanted); write {\"polygon\": [[x, y], …]}")
            }
            // Pieces may be empty and have no segments, so their number is limited as well.
            try node.checkCount(
                Self.pathWanted, atMost: max(0, context.limits.pathSegments), "pieces of paths; raise \(limit: .pathSegments)")
            for element in try node.elements(Self.pathWanted) { path.append(try piece(element)) }
        } else {
            path = try piece(node)
        }
        let reach = path.controlPointBounds
        let limit = SceneLimits.coordinate
        guard path.isFinite, reach.minX >= -limit, reach.minY >= -limit, reach.maxX <= limit, reach.maxY <= limit else {
            throw node.place.error("the path has coordinates beyond 1e9")
        }
        return path
    }

    /// Reads one piece, and counts its segments.
    private func piece(_ node: Node) throws(SceneError) -> Path {
        let path = try uncounted(node)
        try context.tally.addPathSegments(path.elements.count, at: node.place)
        return path
    }

    private func uncounted(_ node: Node) throws(SceneError) -> Path {
        switch node.value {
        case .string(let data):
            do {
                // Reading one segment more than allowed is enough to refuse the path.
                return try Path(svgPathData: data, upTo: context.tally.remainingPathSegments + 1)
            } catch {
                throw node.place.error("character \(error.position) of the path data: \(error.message)")
            }
        case .object(let object):
            let given = KeyTable.anyPath.keys.filter { object[$0] != nil }
            guard given.count <= 1 else {
                throw node.place.error("found \(given.joined(separator: " and ")) in one object; put two objects into an array")
            }
            let fields = try Fields(node, Self.pathTable(given.first))
            if let rect = try fields["rect"] {
                return Path(try rect.rect(), radii: try fields["radius"]?.cornerRadii() ?? .zero)
            }
            if let ellipse = try fields["ellipse"] { return Path(ellipseIn: try ellipse.rect()) }
            if let circle = try fields["circle"] { return try self.circle(circle) }
            if let polygon = try fields["polygon"] { return try self.polygon(polygon) }
            throw node.mismatch(Self.pathWanted)
        default:
            throw node.mismatch(Self.pathWanted)
        }
    }

    private static func pathTable(_ form: String?) -> KeyTable {
        switch form {
        case "rect": .rectPath
        case "ellipse": .ellipsePath
        case "circle": .circlePath
        case "polygon": .polygonPath
        default: .anyPath
        }
    }

    private func circle(_ node: Node) throws(SceneError) -> Path {
        let fields = try Fields(node, .circle)
        return Path(
            circleAt: try fields.required("center", "a point [x, y]").point(),
            radius: try fields.required("radius", Node.NumberRange.notNegative.wanted).number(.notNegative))
    }

    private func polygon(_ node: Node) throws(SceneError) -> Path {
        let points = try node.list(
            "an array of points [[x, y], …]", atMost: context.tally.remainingPathSegments,
            "points, where the scene's paths may have \(context.limits.pathSegments) segments; raise \(limit: .pathSegments)",
            Form.point.read)
        return Path(polygon: points)
    }
}
