/// Pictures of meshes for people to look at.
public enum MeshDrawing {
    /// Draws an SVG document that shows triangles in light fills with thin outlines, and the boundary over them.
    ///
    /// The view is the region's bounds in pixels with a margin of 4 % of the longer side. Line widths follow the picture's
    /// size, not the region's. Boundary vertices are dots if there are at most 400 edges. An empty mesh gives an empty
    /// picture.
    ///
    /// - Parameter width: the picture's width in CSS pixels, held within 16 … 16384; its height follows, within 1 … 65536.
    public static func svg(mesh: TriangleMesh, boundary: Boundary, width: Int = 1024) -> String {
        let view = View(mesh: mesh, boundary: boundary)
        let width = max(16, min(16_384, width))
        let height = max(1, min(65_536, (Double(width) * view.height / view.width).rounded()))
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(Int(height))" \
            viewBox="\(view.left) \(view.top) \(view.width) \(view.height)">
            <rect x="\(view.left)" y="\(view.top)" width="\(view.width)" height="\(view.height)" fill="#ffffff" \
            stroke="none"/>

            """
        let unit = view.width / Double(width)
        text += "<g stroke=\"#5b6b7d\" stroke-width=\"\(unit * 0.6)\" stroke-linejoin=\"round\">\n"
        for index in 0..<mesh.triangleCount {
            guard let (a, b, c) = mesh.corners(ofTriangle: index) else { continue }
            let corners = [a, b, c].map { "\($0.point.x) \($0.point.y)" }.joined(separator: " L")
            text += "<path d=\"M\(corners)Z\" fill=\"\(fills[index % fills.count])\"/>\n"
        }
        text += "</g>\n"
        if !boundary.isEmpty {
            text += "<path fill=\"none\" stroke=\"#c2185b\" stroke-width=\"\(unit * 1.6)\" stroke-linecap=\"round\" d=\""
            for edge in boundary.edges {
                text += "M\(edge.start.point.x) \(edge.start.point.y) L\(edge.end.point.x) \(edge.end.point.y)"
            }
            text += "\"/>\n"
        }
        if boundary.edges.count <= 400 {
            text += "<g fill=\"#880e4f\" stroke=\"none\">\n"
            for edge in boundary.edges {
                text += "<circle cx=\"\(edge.start.point.x)\" cy=\"\(edge.start.point.y)\" r=\"\(unit * 2)\"/>\n"
            }
            text += "</g>\n"
        }
        return text + "</svg>\n"
    }

    /// Seven light colours, so that fans of triangles do not repeat in step with usual vertex counts.
    private static let fills = ["#dbeafe", "#d1fae5", "#fef3c7", "#ede9fe", "#fce7f3", "#cffafe", "#ecfccb"]

    private struct View {
        var left = 0.0
        var top = 0.0
        var width = 1.0
        var height = 1.0

        init(mesh: TriangleMesh, boundary: Boundary) {
            let points = mesh.vertices.isEmpty ? boundary.edges.map(\.start) : mesh.vertices
            guard let first = points.first?.point else { return }
            var (low, high) = (first, first)
            for point in points {
                let (x, y) = (point.point.x, point.point.y)
                low.x = min(low.x, x)
                low.y = min(low.y, y)
                high.x = max(high.x, x)
                high.y = max(high.y, y)
            }
            let longer = max(high.x - low.x, high.y - low.y, 1 / Double(FixedPoint.unitsPerPixel))
            let margin = 0.04 * longer
            // A region without extent in one direction still needs a view with some extent.
            left = low.x - margin
            top = low.y - margin
            width = max(high.x - low.x, longer / 64) + 2 * margin
            height = max(high.y - low.y, longer / 64) + 2 * margin
        }
    }
}
