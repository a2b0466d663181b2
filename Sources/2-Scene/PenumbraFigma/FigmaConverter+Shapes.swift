import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Vectors and strokes.
extension FigmaConverter {
    private struct Outline {
        var path: JSONValue
        var rule = "nonzero"
    }

    /// The outlines in `fillGeometry` or `strokeGeometry`.
    private func geometry(_ node: FigmaNode, _ key: String) throws(FigmaError) -> [Outline] {
        var result: [Outline] = []
        for part in try node.value.list(key) {
            let data = try part.required("path").string()
            if data.isEmpty { continue }
            do throws(PathDataError) {
                _ = try Path(svgPathData: data)
            } catch {
                throw FigmaError("\(part.place).path", "\(error.message)")
            }
            let rule = try part.string("windingRule") == "EVENODD" ? "evenodd" : "nonzero"
            if let last = result.indices.last, result[last].rule == rule, rule == "nonzero",
                case .string(let before) = result[last].path
            {
                result[last].path = .string("\(before) \(data)")
            } else {
                result.append(Outline(path: .string(data), rule: rule))
            }
        }
        return result
    }

    /// The layers of a vector: fills, then strokes.
    mutating func shape(_ sublayers: inout [JSONValue], _ node: FigmaNode, _ size: Size) throws(FigmaError) {
        let fills = node.type == "LINE" ? [] : try visible(node, "fills")
        let strokes = try visible(node, "strokes")
        let weight = try node.value.number("strokeWeight") ?? 1
        var outlines = try geometry(node, "fillGeometry")
        if outlines.isEmpty, let own = try ownOutline(node, size) { outlines = [own] }
        let strokeOutlines = strokes.isEmpty || weight <= 0 ? [] : try geometry(node, "strokeGeometry")
        if outlines.isEmpty, !fills.isEmpty || (!strokes.isEmpty && strokeOutlines.isEmpty && weight > 0) {
            refuse(node, "fillGeometry", "the document has no path for it; request it with ?geometry=paths")
            return
        }
        for fill in fills {
            for outline in outlines { try append(&sublayers, fill, outline, node, size) }
        }
        guard !strokes.isEmpty, weight > 0 else { return }
        if !strokeOutlines.isEmpty {
            for stroke in strokes {
                for outline in strokeOutlines { try append(&sublayers, stroke, outline, node, size) }
            }
        } else {
            for outline in outlines { try stroke(&sublayers, outline, node, size, weight) }
        }
    }

    private mutating func append(
        _ sublayers: inout [JSONValue], _ fill: FigmaValue, _ outline: Outline, _ node: FigmaNode, _ size: Size
    ) throws(FigmaError) {
        guard let paint = try paint(fill, node, size) else { return }
        let frame = JSONValue.rect(Rect(x: 0, y: 0, width: size.width, height: size.height))
        var shape: JSONObject = ["type": "shape", "frame": frame, "path": outline.path]
        if outline.rule != "nonzero" { shape["fillRule"] = .string(outline.rule) }
        var layer = shape
        switch paint {
        case .plain(let value): layer["fillColor"] = value
        case .picture(let members):
            layer = ["frame": frame]
            for (key, value) in members.sorted(by: { $0.key < $1.key }) { layer[key] = value }
            layer["mask"] = .object(shape)
        case .turned(let gradient): layer = ["frame": frame, "mask": .object(shape), "sublayers": [.object(gradient)]]
        }
        if let mode = try blendMode(fill, of: node) { layer["blendMode"] = .string(mode) }
        sublayers.append(.object(layer))
    }

    /// The outline of ellipses and lines, whose shape follows from their size.
    private func ownOutline(_ node: FigmaNode, _ size: Size) throws(FigmaError) -> Outline? {
        switch node.type {
        case "LINE": return Outline(path: .string("M0 0H\(DecimalText.short(size.width))"))
        case "ELLIPSE":
            let arc = node.value["arcData"]
            let start = try arc?.number("startingAngle") ?? 0
            let end = try arc?.number("endingAngle") ?? 2 * .pi
            let inner = min(1, max(0, try arc?.number("innerRadius") ?? 0))
            if abs(end - start) >= 2 * .pi - 1e-4 {
                let ellipse: JSONValue = ["ellipse": .rect(Rect(x: 0, y: 0, width: size.width, height: size.height))]
                guard inner > 0 else { return Outline(path: ellipse) }
                let (width, height) = (size.width * inner, size.height * inner)
                let hole = Rect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
                return Outline(path: [ellipse, ["ellipse": .rect(hole)]], rule: "evenodd")
            }
            return Outline(path: .string(Self.sector(size, start, end, inner)))
        // A vector without a height or a width can only be a line.
        case "VECTOR" where size.height == 0 && size.width > 0:
            return Outline(path: .string("M0 0H\(DecimalText.short(size.width))"))
        case "VECTOR" where size.width == 0 && size.height > 0:
            return Outline(path: .string("M0 0V\(DecimalText.short(size.height))"))
        default: return nil
        }
    }

    /// A piece of a pie or a ring. Angles run clockwise from three o'clock.
    private static func sector(_ size: Size, _ start: Double, _ end: Double, _ inner: Double) -> String {
        func n(_ value: Double) -> String { DecimalText.short(value) }
        let (rx, ry) = (size.width / 2, size.height / 2)
        func place(_ angle: Double, _ share: Double) -> String {
            let (cosine, sine) = Rotation.cosineAndSine(angle)
            return "\(n(rx + rx * share * cosine)) \(n(ry + ry * share * sine))"
        }
        let sweep = end > start ? 1 : 0
        // Two arcs, so that no arc is half a turn or more by rounding.
        let middle = (start + end) / 2
        func arc(_ angle: Double, _ share: Double, _ sweep: Int) -> String {
            "A\(n(rx * share)) \(n(ry * share)) 0 0 \(sweep) \(place(angle, share))"
        }
        var path = "M\(place(start, 1))\(arc(middle, 1, sweep))\(arc(end, 1, sweep))"
        path +=
            inner > 0
            ? "L\(place(end, inner))\(arc(middle, inner, 1 - sweep))\(arc(start, inner, 1 - sweep))" : "L\(n(rx)) \(n(ry))"
        return path + "Z"
    }

    // MARK: - Strokes

    /// A stroke along an outline. Inside and outside strokes are twice as wide, and cut by the outline.
    private mutating func stroke(
        _ sublayers: inout [JSONValue], _ outline: Outline, _ node: FigmaNode, _ size: Size, _ weight: Double
    ) throws(FigmaError) {
        let align =
            node.type == "LINE" || size.width == 0 || size.height == 0
            ? "CENTER" : try node.value.string("strokeAlign") ?? "INSIDE"
        if align == "OUTSIDE" {
            refuse(node, "strokeAlign", "an outside stroke needs strokeGeometry; request it with ?geometry=paths")
        }
        let caps = ["NONE": "butt", "ROUND": "round", "SQUARE": "square"]
        let cap = try node.value.string("strokeCap") ?? "NONE"
        if caps[cap] == nil { refuse(node, "strokeCap", "\(cap) needs strokeGeometry; request it with ?geometry=paths") }
        let frame = JSONValue.rect(Rect(x: 0, y: 0, width: size.width, height: size.height))
        for stroke in try visible(node, "strokes") {
            guard let paint = try paint(stroke, node, size) else { continue }
            guard case .plain(let color) = paint else {
                refuse(node, "strokes", "this paint has no equal in a stroke; request strokeGeometry with ?geometry=paths")
                continue
            }
            var layer: JSONObject = [
                "type": "shape", "frame": frame, "path": outline.path, "fillColor": nil, "strokeColor": color,
                "lineWidth": .measure(align == "INSIDE" ? 2 * weight : weight),
            ]
            if cap != "NONE", let name = caps[cap] { layer["lineCap"] = .string(name) }
            try dashes(&layer, node)
            if align == "INSIDE" {
                var mask: JSONObject = ["type": "shape", "path": outline.path]
                if outline.rule != "nonzero" { mask["fillRule"] = .string(outline.rule) }
                layer["mask"] = .object(mask)
            }
            if let mode = try blendMode(stroke, of: node) { layer["blendMode"] = .string(mode) }
            sublayers.append(.object(layer))
        }
    }

    private func dashes(_ layer: inout JSONObject, _ node: FigmaNode) throws(FigmaError) {
        var dashes: [JSONValue] = []
        for dash in try node.value.list("strokeDashes").prefix(1000) { dashes.append(.measure(max(0, try dash.number()))) }
        if !dashes.isEmpty { layer["lineDashPattern"] = .array(dashes) }
        switch try node.value.string("strokeJoin") {
        case "ROUND": layer["lineJoin"] = "round"
        case "BEVEL": layer["lineJoin"] = "bevel"
        default: break
        }
    }

    /// The strokes of a rectangle or a frame.
    mutating func strokes(
        _ layer: inout JSONObject, _ sublayers: inout [JSONValue], _ node: FigmaNode, _ size: Size, isLaidOut: Bool
    ) throws(FigmaError) {
        guard node.type != "GROUP" else { return }
        let strokes = try visible(node, "strokes")
        guard !strokes.isEmpty else { return }
        let weight = max(0, try node.value.number("strokeWeight") ?? 1)
        let align = try node.value.string("strokeAlign") ?? "INSIDE"
        var widths = [weight, weight, weight, weight]
        if let sides = node.value["individualStrokeWeights"] {
            for (index, key) in ["top", "right", "bottom", "left"].enumerated() {
                widths[index] = max(0, try sides.number(key) ?? 0)
            }
        }
        guard widths.contains(where: { $0 > 0 }) else { return }
        let isEven = Set(widths).count == 1
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
                shape["path"] = Self.rectangle(size, [grow, grow, grow, grow], radii)
                shape["fillColor"] = nil as JSONValue
                shape["strokeColor"] = color
                shape["lineWidth"] = .measure(weight)
                try dashes(&shape, node)
            } else {
                if hasDashes { refuse(node, "strokeDashes", "dashes of different widths have no equal") }
                shape["path"] = [
                    Self.rectangle(size, widths.map { $0 * out }, radii),
                    Self.rectangle(size, widths.map { $0 * (out - 1) }, radii),
                ]
                shape["fillRule"] = "evenodd"
                shape["fillColor"] = color
            }
            if let mode { shape["blendMode"] = .string(mode) }
            if isLaidOut { note("\(node.path): its stroke keeps the size of the design") }
            sublayers.append(.object(shape))
        }
    }

    /// A rectangle that reaches beyond the bounds by a distance on each side.
    private static func rectangle(_ size: Size, _ grow: [Double], _ radii: [Double]) -> JSONValue {
        let rect = Rect(
            x: -grow[3], y: -grow[0], width: max(0, size.width + grow[1] + grow[3]),
            height: max(0, size.height + grow[0] + grow[2]))
        let near = [max(grow[0], grow[3]), max(grow[0], grow[1]), max(grow[2], grow[1]), max(grow[2], grow[3])]
        let corners = zip(radii, near).map { $0 > 0 ? max(0, $0 + $1) : 0 }
        return ["rect": .rect(rect), "radius": .array(corners.map(JSONValue.measure))]
    }
}
