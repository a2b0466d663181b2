import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Strokes of boxes and lines, and what cuts strokes.
extension FigmaConverter {
    /// The widths of a node's strokes at its top, right, bottom and left.
    func strokeWidths(_ node: FigmaNode) throws(FigmaError) -> [Double] {
        let weight = max(0, try node.value.number("strokeWeight") ?? 1)
        guard let sides = node.value["individualStrokeWeights"] else { return [weight, weight, weight, weight] }
        var widths: [Double] = []
        for key in ["top", "right", "bottom", "left"] { widths.append(max(0, try sides.number(key) ?? 0)) }
        return widths
    }

    /// Refuses brushes, dynamic strokes and widths that vary along a stroke.
    mutating func refuseStroke(_ node: FigmaNode) throws(FigmaError) {
        if let type = try node.value["complexStrokeProperties"]?.string("strokeType"), type != "BASIC" {
            refuse(node, "complexStrokeProperties", "strokes of type \(type) have no equal")
        }
        if try !node.value.list("variableWidthPoints").isEmpty {
            refuse(node, "variableWidthPoints", "a stroke of varying width has no equal")
        }
    }

    // MARK: - Lines

    /// Whether a node has no area. Answers of the API round its sides.
    static func isFlat(_ size: Size) -> Bool { min(size.width, size.height) < 1e-3 && max(size.width, size.height) > 0 }

    /// From a line's centre, the vector to the centre of its rendered bounds, and the bounds' sides along the line and across.
    private static func rendered(
        _ node: FigmaNode, _ placement: Placement
    ) throws(FigmaError) -> (shift: Point, along: Double, across: Double)? {
        guard let bounds = try node.value.rect("absoluteRenderBounds"), let inverse = placement.page.inverted,
            try !node.value.list("effects").contains(where: { (try? $0.flag("visible", default: true)) ?? true })
        else { return nil }
        let size = placement.frame.size
        let center = inverse.apply(Point(bounds.midX, bounds.midY))
        let shift = Point(center.x - size.width / 2, center.y - size.height / 2)
        let isRow = abs(placement.page.a) >= abs(placement.page.b)
        return (shift, isRow ? bounds.width : bounds.height, isRow ? bounds.height : bounds.width)
    }

    /// Where the middle of a line's stroke lies: on the line, or half the stroke beside it. The rendered bounds tell.
    static func side(_ node: FigmaNode, _ placement: Placement, _ weight: Double) throws(FigmaError) -> Double {
        guard weight > 0, let rendered = try rendered(node, placement) else { return 0 }
        return max(-1, min(1, (rendered.shift.y / weight * 2).rounded())) * weight / 2
    }

    /// Refuses arrows and other ends that a line without geometry has only in its rendered bounds.
    mutating func refuseEnds(_ node: FigmaNode, _ placement: Placement, _ weight: Double) throws(FigmaError) {
        let page = placement.page
        guard min(abs(page.a), abs(page.b)) < 1e-3, let rendered = try Self.rendered(node, placement) else { return }
        let size = placement.frame.size
        let across = size.width >= size.height ? rendered.across : rendered.along
        if across > 1.5 * weight + 1 {
            refuse(node, "strokeGeometry", "the document has no path for the ends of the line; request it with ?geometry=paths")
        }
    }

    // MARK: - Cuts

    /// A layer under a mask.
    static func cut(_ layer: JSONValue, by mask: JSONObject, _ size: Size) -> JSONValue {
        guard case .object(var object) = layer else { return layer }
        if object["mask"] == nil {
            object["mask"] = .object(mask)
            return .object(object)
        }
        let mode = object["blendMode"]
        object["blendMode"] = nil
        var cut: JSONObject = ["frame": .rect(Rect(x: 0, y: 0, width: size.width, height: size.height))]
        cut["mask"] = .object(mask)
        cut["blendMode"] = mode
        cut["sublayers"] = [.object(object)]
        return .object(cut)
    }

    /// A layer that covers outlines.
    static func silhouette(_ outlines: [Outline], _ size: Size) -> JSONObject {
        let frame = JSONValue.rect(Rect(x: 0, y: 0, width: size.width, height: size.height))
        let shapes = outlines.map { outline in
            var shape: JSONObject = ["type": "shape", "frame": frame, "path": outline.path]
            if outline.rule != "nonzero" { shape["fillRule"] = .string(outline.rule) }
            return shape
        }
        return shapes.count == 1 ? shapes[0] : ["frame": frame, "sublayers": .array(shapes.map(JSONValue.object))]
    }

    /// A mask that covers everything around outlines as far as their strokes reach.
    static func outside(_ outlines: [Outline], _ size: Size, _ weight: Double) -> JSONObject {
        // The miters of sharp corners reach further than the weight.
        let reach = 8 * weight + 1
        let area = Rect(x: -reach, y: -reach, width: size.width + 2 * reach, height: size.height + 2 * reach)
        var hole = silhouette(outlines, size)
        hole["frame"] = .rect(Rect(x: reach, y: reach, width: size.width, height: size.height))
        return ["frame": .rect(area), "maskType": "luminance", "backgroundColor": "white", "sublayers": [.object(hole)]]
    }

    // MARK: - Boxes

    /// The strokes of a rectangle or a frame.
    mutating func strokes(
        _ layer: inout JSONObject, _ sublayers: inout [JSONValue], _ node: FigmaNode, _ size: Size, isLaidOut: Bool
    ) throws(FigmaError) {
        guard node.type != "GROUP" else { return }
        let strokes = try visible(node, "strokes")
        guard !strokes.isEmpty else { return }
        let align = try node.value.string("strokeAlign") ?? "INSIDE"
        let widths = try strokeWidths(node)
        guard widths.contains(where: { $0 > 0 }) else { return }
        try refuseStroke(node)
        let isEven = Set(widths).count == 1
        let weight = widths[0]
        let hasDashes = try !node.value.list("strokeDashes").isEmpty
        let radii = try radii(node)
        for stroke in strokes {
            guard let paint = try paint(stroke, node, size) else { continue }
            guard case .plain(let color) = paint else {
                refuse(node, "strokes", "this paint has no equal in a stroke")
                continue
            }
            let mode = try blendMode(stroke, of: node)
            if isEven, align == "INSIDE", !hasDashes, strokes.count == 1, mode == nil, case .string = color {
                layer["borderWidth"] = .measure(weight)
                layer["borderColor"] = color
                return
            }
            var shape: JSONObject = [
                "type": "shape", "frame": .rect(Rect(x: 0, y: 0, width: size.width, height: size.height)),
            ]
            let out = align == "INSIDE" ? 0 : align == "CENTER" ? 0.5 : 1.0
            if isEven {
                let grow = weight * (out - 0.5)
                if layer["cornerCurve"] == nil {
                    shape["path"] = Self.rectangle(size, [grow, grow, grow, grow], radii)
                } else {
                    // Only bounds have continuous corners.
                    let bounds = Rect(x: 0, y: 0, width: size.width, height: size.height).inset(by: -grow)
                    shape["frame"] = .rect(bounds)
                    shape["path"] = "bounds"
                    shape["cornerRadius"] = .array(radii.map { .measure($0 > 0 ? max(0, $0 + grow) : 0) })
                    shape["cornerCurve"] = layer["cornerCurve"]
                }
                shape["fillColor"] = nil as JSONValue
                shape["strokeColor"] = color
                shape["lineWidth"] = .measure(weight)
                try dashes(&shape, node)
            } else {
                if hasDashes { refuse(node, "strokeDashes", "dashes of different widths have no equal") }
                if layer["cornerCurve"] != nil {
                    note("\(node.path): its stroke has circular corners, since its widths differ")
                }
                // As in CSS, the corner between sides of different widths is an ellipse.
                let edges = [widths.map { $0 * out }, widths.map { $0 * (out - 1) }]
                shape["path"] =
                    radii.allSatisfy { $0 == 0 }
                    ? .array(edges.map { Self.rectangle(size, $0, radii) })
                    : .string(edges.map { Self.edge(size, $0, radii) }.joined(separator: " "))
                shape["fillRule"] = "evenodd"
                shape["fillColor"] = color
            }
            if let mode { shape["blendMode"] = .string(mode) }
            if isLaidOut { note("\(node.path): its stroke keeps the size of the design") }
            sublayers.append(.object(shape))
        }
    }

    /// The outline of a rectangle that reaches beyond the bounds by a distance on each side.
    ///
    /// - Parameter grow: the distances at the top, right, bottom and left.
    private static func edge(_ size: Size, _ grow: [Double], _ radii: [Double]) -> String {
        func n(_ value: Double) -> String { DecimalText.short(value) }
        let all = CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
        let fitted = all.fitted(to: size)
        func corner(_ radius: Double, _ across: Double, _ down: Double) -> Size {
            guard radius > 0, radius + across > 0, radius + down > 0 else { return .zero }
            return Size(width: radius + across, height: radius + down)
        }
        let (left, top) = (-grow[3], -grow[0])
        let (right, bottom) = (max(left, size.width + grow[1]), max(top, size.height + grow[2]))
        let a = corner(fitted.topLeft, grow[3], grow[0])
        let b = corner(fitted.topRight, grow[1], grow[0])
        let c = corner(fitted.bottomRight, grow[1], grow[2])
        let d = corner(fitted.bottomLeft, grow[3], grow[2])
        func arc(_ radius: Size, _ x: Double, _ y: Double) -> String {
            radius.width > 0 ? "A\(n(radius.width)) \(n(radius.height)) 0 0 1 \(n(x)) \(n(y))" : ""
        }
        return "M\(n(left + a.width)) \(n(top))H\(n(right - b.width))" + arc(b, right, top + b.height)
            + "V\(n(bottom - c.height))" + arc(c, right - c.width, bottom) + "H\(n(left + d.width))"
            + arc(d, left, bottom - d.height) + "V\(n(top + a.height))" + arc(a, left + a.width, top) + "Z"
    }

    /// A rectangle that reaches beyond the bounds by a distance on each side.
    static func rectangle(_ size: Size, _ grow: [Double], _ radii: [Double]) -> JSONValue {
        let rect = Rect(
            x: -grow[3], y: -grow[0], width: max(0, size.width + grow[1] + grow[3]),
            height: max(0, size.height + grow[0] + grow[2]))
        let near = [max(grow[0], grow[3]), max(grow[0], grow[1]), max(grow[2], grow[1]), max(grow[2], grow[3])]
        let corners = zip(radii, near).map { $0 > 0 ? max(0, $0 + $1) : 0 }
        return ["rect": .rect(rect), "radius": .array(corners.map(JSONValue.measure))]
    }
}
