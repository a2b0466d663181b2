import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Vectors and strokes.
extension FigmaConverter {
    struct Outline {
        var path: JSONValue
        var rule = "nonzero"
        /// The key of the outline's own fills in `fillOverrideTable`.
        var fills: String?
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
            let fills = try part.number("overrideID").map { DecimalText.short($0) }
            if let last = result.indices.last, result[last].rule == rule, rule == "nonzero", result[last].fills == fills,
                case .string(let before) = result[last].path
            {
                result[last].path = .string("\(before) \(data)")
            } else {
                result.append(Outline(path: .string(data), rule: rule, fills: fills))
            }
        }
        return result
    }

    /// The layers of a vector: fills, then strokes.
    mutating func shape(
        _ sublayers: inout [JSONValue], _ node: FigmaNode, _ placement: Placement
    ) throws(FigmaError) {
        let size = placement.frame.size
        let isLine = node.type == "LINE" || Self.isFlat(size)
        let fills = node.type == "LINE" ? [] : try visible(node, "fills")
        let strokes = try visible(node, "strokes")
        let weight = try node.value.number("strokeWeight") ?? 1
        var outlines = try geometry(node, "fillGeometry")
        if outlines.isEmpty, let own = try ownOutline(node, placement, weight) { outlines = [own] }
        let strokeOutlines = strokes.isEmpty || weight <= 0 ? [] : try geometry(node, "strokeGeometry")
        if outlines.isEmpty, !fills.isEmpty || (!strokes.isEmpty && strokeOutlines.isEmpty && weight > 0) {
            refuse(node, "fillGeometry", "the document has no path for it; request it with ?geometry=paths")
            return
        }
        var below: [JSONValue] = []
        for outline in outlines {
            for fill in try self.fills(of: outline, node, fills) { try append(&below, fill, outline, node, size) }
        }
        var above: [JSONValue] = []
        if !strokes.isEmpty, weight > 0 {
            try refuseStroke(node)
            if strokeOutlines.isEmpty {
                if isLine { try refuseEnds(node, placement, weight) }
                for outline in outlines { try stroke(&above, outline, node, size, weight) }
            } else {
                for stroke in strokes {
                    for outline in strokeOutlines { try append(&above, stroke, outline, node, size) }
                }
                // The geometry of inside and outside strokes is twice as wide, and cut by the outline.
                let align = isLine || outlines.isEmpty ? "CENTER" : try node.value.string("strokeAlign") ?? "INSIDE"
                let isOpaque = try isOpaque(fills)
                let hides = isOpaque && !below.isEmpty && outlines.allSatisfy { $0.fills == nil }
                switch align {
                case "INSIDE": above = above.map { Self.cut($0, by: Self.silhouette(outlines, size), size) }
                case "OUTSIDE" where hides: (below, above) = (above, below)
                case "OUTSIDE": above = above.map { Self.cut($0, by: Self.outside(outlines, size, weight), size) }
                default: break
                }
            }
        }
        sublayers += below + above
    }

    /// The fills of one outline: its own, or those of the node.
    private func fills(
        of outline: Outline, _ node: FigmaNode, _ fills: [FigmaValue]
    ) throws(FigmaError) -> [FigmaValue] {
        guard let key = outline.fills, let own = node.value["fillOverrideTable"]?[key], own["fills"] != nil else {
            return fills
        }
        return try visible(own, "fills")
    }

    /// Whether fills hide everything behind them.
    private func isOpaque(_ fills: [FigmaValue]) throws(FigmaError) -> Bool {
        for fill in fills {
            let (mode, opacity) = (try fill.string("blendMode") ?? "NORMAL", try fill.number("opacity") ?? 1)
            let alpha = try fill["color"]?.number("a") ?? 1
            if try fill.string("type") != "SOLID" || mode != "NORMAL" || opacity < 1 || alpha < 1 { return false }
        }
        return true
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
    private func ownOutline(
        _ node: FigmaNode, _ placement: Placement, _ weight: Double
    ) throws(FigmaError) -> Outline? {
        let size = placement.frame.size
        switch node.type {
        case "LINE":
            let y = try Self.side(node, placement, weight)
            return Outline(path: .string("M0 \(DecimalText.short(y))H\(DecimalText.short(size.width))"))
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
        case "VECTOR" where Self.isFlat(size):
            let isRow = size.width >= size.height
            let side = DecimalText.short(isRow ? size.width : size.height)
            return Outline(path: .string(isRow ? "M0 0H\(side)" : "M0 0V\(side)"))
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
        let isLine = node.type == "LINE" || Self.isFlat(size)
        let align = isLine ? "CENTER" : try node.value.string("strokeAlign") ?? "INSIDE"
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
                "lineWidth": .measure(align == "CENTER" ? weight : 2 * weight),
            ]
            if cap != "NONE", let name = caps[cap] { layer["lineCap"] = .string(name) }
            try dashes(&layer, node)
            if !isLine, case .string = outline.path, try node.value.string("strokeJoin") ?? "MITER" == "MITER" {
                // Corners below this angle are bevels.
                let angle = max(1, min(180, try node.value.number("strokeMiterAngle") ?? 28.96)) * .pi / 360
                layer["miterLimit"] = .measure(1 / Rotation.cosineAndSine(angle).1)
            }
            if align == "INSIDE" { layer["mask"] = .object(Self.silhouette([outline], size)) }
            if align == "OUTSIDE" { layer["mask"] = .object(Self.outside([outline], size, weight)) }
            if let mode = try blendMode(stroke, of: node) { layer["blendMode"] = .string(mode) }
            sublayers.append(.object(layer))
        }
    }

    func dashes(_ layer: inout JSONObject, _ node: FigmaNode) throws(FigmaError) {
        var dashes: [JSONValue] = []
        for dash in try node.value.list("strokeDashes").prefix(1000) { dashes.append(.measure(max(0, try dash.number()))) }
        if !dashes.isEmpty { layer["lineDashPattern"] = .array(dashes) }
        switch try node.value.string("strokeJoin") {
        case "ROUND": layer["lineJoin"] = "round"
        case "BEVEL": layer["lineJoin"] = "bevel"
        default: break
        }
    }
}
