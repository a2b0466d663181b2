import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import PenumbraSystem

/// Fills: solid colours, gradients and pictures.
extension FigmaConverter {
    /// A paint as a colour or a gradient, or as layers that cover an area.
    enum Paint {
        case plain(JSONValue)
        case picture([String: JSONValue])
        /// A gradient in a turned or sheared system: a layer that covers the area.
        case turned(JSONObject)
    }

    func visible(_ node: FigmaNode, _ key: String) throws(FigmaError) -> [FigmaValue] {
        try visible(node.value, key)
    }

    func visible(_ value: FigmaValue, _ key: String) throws(FigmaError) -> [FigmaValue] {
        try value.list(key).filter { paint in
            guard (try? paint.flag("visible", default: true)) ?? true else { return false }
            return ((try? paint.number("opacity")) ?? 1) > 0
        }
    }

    static func color(_ value: FigmaValue, opacity: Double = 1) throws(FigmaError) -> String {
        func channel(_ key: String) throws(FigmaError) -> Double { max(0, min(1, try value.required(key).number())) }
        let alpha = max(0, min(1, (try value.number("a") ?? 1) * opacity))
        let color = Color(red: try channel("r"), green: try channel("g"), blue: try channel("b"), alpha: alpha)
        func near(_ value: Double) -> Double {
            let byte = (value * 255).rounded() / 255
            return abs(value - byte) < 1e-4 ? byte : JSONValue.rounded(value)
        }
        return Color(
            red: near(color.red), green: near(color.green), blue: near(color.blue), alpha: JSONValue.rounded(color.alpha)
        ).css
    }

    /// Converts a paint. Nil, with an issue, for paints without an equal.
    mutating func paint(_ paint: FigmaValue, _ node: FigmaNode, _ size: Size) throws(FigmaError) -> Paint? {
        let opacity = try paint.number("opacity") ?? 1
        let type = try paint.required("type").string()
        switch type {
        case "SOLID": return .plain(.string(try Self.color(try paint.required("color"), opacity: opacity)))
        case "GRADIENT_DIAMOND" where paint["gradientHandlePositions"] == nil:
            refuse(node, "fills", "a diamond gradient without handles has no equal")
            return nil
        case "GRADIENT_LINEAR", "GRADIENT_RADIAL", "GRADIENT_ANGULAR", "GRADIENT_DIAMOND":
            return try gradient(paint, type, opacity, node, size)
        case "IMAGE": return try picture(paint, opacity, node, size)
        default:
            refuse(node, "fills", "paints of type \(type) have no equal")
            return nil
        }
    }

    private mutating func gradient(
        _ paint: FigmaValue, _ type: String, _ opacity: Double, _ node: FigmaNode, _ size: Size
    ) throws(FigmaError) -> Paint? {
        var points: [Point] = []
        for handle in try paint.required("gradientHandlePositions").elements() { points.append(try handle.point()) }
        guard points.count >= 2 else { throw FigmaError("\(paint.place).gradientHandlePositions", "expected 3 points") }
        let (start, end) = (points[0], points[1])
        // Without a third handle, the width is perpendicular to the axis.
        let width = points.count > 2 ? points[2] : Point(start.x - (end.y - start.y), start.y + (end.x - start.x))
        var colors: [JSONValue] = []
        var locations: [JSONValue] = []
        var last = 0.0
        for stop in try paint.required("gradientStops").elements() {
            colors.append(.string(try Self.color(try stop.required("color"), opacity: opacity)))
            last = max(last, min(1, max(0, try stop.required("position").number())))
            locations.append(.measure(last))
        }
        guard !colors.isEmpty else { return nil }
        var gradient: JSONObject = ["colors": .array(colors), "locations": .array(locations)]
        func pair(_ point: Point) -> JSONValue { [.measure(point.x), .measure(point.y)] }
        let axis = Point(end.x - start.x, end.y - start.y)
        let across = Point(width.x - start.x, width.y - start.y)
        if type == "GRADIENT_LINEAR" {
            // Lines of one colour run along the third handle.
            let normal = Point(-across.y, across.x)
            let length = normal.x * normal.x + normal.y * normal.y
            let factor = length > 0 ? (axis.x * normal.x + axis.y * normal.y) / length : 0
            let far = factor == 0 ? end : Point(start.x + normal.x * factor, start.y + normal.y * factor)
            gradient["startPoint"] = pair(start)
            gradient["endPoint"] = pair(far)
            return .plain(.object(gradient))
        }
        if type == "GRADIENT_RADIAL" {
            gradient["gradientType"] = "radial"
            if abs(axis.x * across.x) + abs(axis.y * across.y) < 1e-6 {
                let half = Point(max(abs(axis.x), abs(across.x)), max(abs(axis.y), abs(across.y)))
                gradient["startPoint"] = pair(start)
                gradient["endPoint"] = pair(Point(start.x + half.x, start.y + half.y))
                return .plain(.object(gradient))
            }
        } else if type == "GRADIENT_ANGULAR" {
            gradient["gradientType"] = "conic"
            let isSquare =
                abs(axis.x + across.y) + abs(axis.y - across.x) < 1e-6 || abs(axis.x - across.y) + abs(axis.y + across.x) < 1e-6
            let isClockwise = axis.x * across.y - axis.y * across.x > 0
            if isSquare, isClockwise {
                gradient["startPoint"] = pair(start)
                gradient["endPoint"] = pair(end)
                return .plain(.object(gradient))
            }
        }
        return turned(gradient, start, axis, across, size)
    }

    /// A gradient drawn in the system of its handles, by a layer with a transform.
    private func turned(
        _ gradient: JSONObject, _ start: Point, _ axis: Point, _ across: Point, _ size: Size
    ) -> Paint? {
        let unit = max(1, max(size.width, size.height))
        let map = AffineTransform(
            a: axis.x * size.width / unit, b: axis.y * size.height / unit, c: across.x * size.width / unit,
            d: across.y * size.height / unit, tx: start.x * size.width, ty: start.y * size.height)
        guard let inverse = map.inverted else { return nil }
        let corners = [Point(0, 0), Point(size.width, 0), Point(0, size.height), Point(size.width, size.height)]
            .map { inverse.apply($0) }
        let reach = (corners.map { max(abs($0.x), abs($0.y)) }.max() ?? unit) + 1
        guard reach <= FigmaLimits.coordinate else { return nil }
        let area = Rect(x: map.tx - reach, y: map.ty - reach, width: 2 * reach, height: 2 * reach)
        var layer = gradient["gradientType"] == nil ? diamond(gradient, reach, unit) : gradient
        if gradient["gradientType"] != nil { layer["type"] = "gradient" }
        layer["frame"] = .rect(area)
        let numbers = [map.a, map.b, map.c, map.d].map { DecimalText.short($0) }
        layer["transform"] = .string("matrix(\(numbers.joined(separator: ", ")), 0, 0)")
        if gradient["gradientType"] == "radial" {
            layer["center"] = [.measure(reach), .measure(reach)]
            layer["endRadius"] = .measure(unit)
        } else if gradient["gradientType"] != nil {
            layer["startPoint"] = [0.5, 0.5]
            layer["endPoint"] = [1, 0.5]
        }
        return .turned(layer)
    }

    /// A gradient whose lines of one colour are diamonds around the middle of a square: a linear gradient in each quarter.
    ///
    /// Quarters meet where both have the same colour. Opaque quarters are painted over each other, so that no seam shows.
    private func diamond(_ gradient: JSONObject, _ reach: Double, _ unit: Double) -> JSONObject {
        let isOpaque = gradient["colors"].map { colors in
            guard case .array(let all) = colors else { return false }
            return all.allSatisfy { ((try? Color(css: Self.text($0) ?? ""))?.alpha ?? 0) >= 1 }
        }
        func quarter(_ x: Double, _ y: Double, _ frame: Rect) -> JSONValue {
            // The colours run along the diagonal, and reach the end where both distances add up to the unit.
            var layer = gradient
            layer["type"] = "gradient"
            layer["frame"] = .rect(frame)
            let start = Point((reach - frame.minX) / frame.width, (reach - frame.minY) / frame.height)
            let end = Point(start.x + x * unit / 2 / frame.width, start.y + y * unit / 2 / frame.height)
            // Points are in unit coordinates, so a frame that isn't square would bend the diagonal.
            layer["startPoint"] = [.measure(start.x), .measure(start.y)]
            layer["endPoint"] = [.measure(end.x), .measure(end.y)]
            return .object(layer)
        }
        let side = 2 * reach
        let whole = Rect(x: 0, y: 0, width: side, height: side)
        func part(_ x: Double, _ y: Double) -> Rect {
            Rect(x: x < 0 ? 0 : reach, y: y < 0 ? 0 : reach, width: reach, height: reach)
        }
        guard isOpaque == true else {
            return ["sublayers": .array([(1, 1), (-1, 1), (1, -1), (-1, -1)].map { quarter($0.0, $0.1, part($0.0, $0.1)) })]
        }
        func cut(_ frame: Rect, _ layers: [JSONValue]) -> JSONValue {
            let shift = Rect(x: -frame.minX, y: -frame.minY, width: side, height: side)
            return [
                "frame": .rect(frame), "masksToBounds": true,
                "sublayers": [["frame": .rect(shift), "sublayers": .array(layers)]],
            ]
        }
        let right = Rect(x: reach, y: 0, width: reach, height: side)
        let below = Rect(x: 0, y: reach, width: side, height: reach)
        return [
            "sublayers": [
                quarter(-1, -1, whole), cut(right, [quarter(1, -1, whole)]),
                cut(below, [quarter(-1, 1, whole), cut(right, [quarter(1, 1, whole)])]),
            ]
        ]
    }

    // MARK: - Boxes

    /// The fills and corners of a rectangle or a frame.
    mutating func box(
        _ layer: inout JSONObject, _ sublayers: inout [JSONValue], _ node: FigmaNode, _ size: Size
    ) throws(FigmaError) {
        let corners = try corners(node)
        layer.merge(corners)
        if try node.value.flag("clipsContent"), node.value["children"] != nil { layer["masksToBounds"] = true }
        // Older answers of the API call the fills of frames `background`.
        let key = node.value["fills"] == nil ? "background" : "fills"
        let fills = node.type == "GROUP" ? [] : try visible(node, key)
        if fills.count == 1, try blendMode(fills[0], of: node) == nil, let only = try paint(fills[0], node, size) {
            if case .plain(let value) = only {
                layer["backgroundColor"] = value
                return
            }
        }
        for fill in fills {
            guard let paint = try paint(fill, node, size) else { continue }
            var sublayer: JSONObject = ["frame": .rect(Rect(x: 0, y: 0, width: size.width, height: size.height))]
            switch paint {
            case .plain(let value): sublayer["backgroundColor"] = value
            case .picture(let members):
                for (key, value) in members.sorted(by: { $0.key < $1.key }) { sublayer[key] = value }
            case .turned(let gradient):
                sublayer["masksToBounds"] = true
                sublayer["sublayers"] = [.object(gradient)]
            }
            sublayer.merge(corners)
            if let mode = try blendMode(fill, of: node) { sublayer["blendMode"] = .string(mode) }
            sublayers.append(.object(sublayer))
        }
    }

    func radii(_ node: FigmaNode) throws(FigmaError) -> [Double] {
        let all = max(0, try node.value.number("cornerRadius") ?? 0)
        var result: [Double] = []
        for radius in try node.value.list("rectangleCornerRadii") { result.append(max(0, try radius.number())) }
        return result.count == 4 ? result : [all, all, all, all]
    }

    private mutating func corners(_ node: FigmaNode) throws(FigmaError) -> JSONObject {
        let radii = try radii(node)
        guard radii.contains(where: { $0 > 0 }) else { return [:] }
        var result: JSONObject = [:]
        result["cornerRadius"] = Set(radii).count == 1 ? .measure(radii[0]) : .array(radii.map(JSONValue.measure))
        let smoothing = try node.value.number("cornerSmoothing") ?? 0
        if smoothing > 0 {
            // The corners of iOS.
            let isContinuous = abs(smoothing - 0.6) < 1e-3
            result["cornerCurve"] = isContinuous ? "continuous" : .measure(min(1, smoothing))
        }
        return result
    }
}

extension JSONObject {
    mutating func merge(_ other: JSONObject) {
        for member in other.members { self[member.key] = member.value }
    }
}
