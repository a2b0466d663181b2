import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Shadows and blurs.
extension FigmaConverter {
    private static let keys = [
        "type", "visible", "radius", "color", "offset", "spread", "showShadowBehindNode", "blendMode",
    ]

    mutating func effects(_ layer: inout JSONObject, _ node: FigmaNode) throws(FigmaError) {
        var effects: [JSONValue] = []
        for effect in try node.value.list("effects") where try effect.flag("visible", default: true) {
            let type = try effect.required("type").string()
            guard ["DROP_SHADOW", "INNER_SHADOW", "LAYER_BLUR", "BACKGROUND_BLUR"].contains(type) else {
                refuse(node, "effects", "effects of type \(type) have no equal")
                continue
            }
            let isBlur = type.hasSuffix("BLUR")
            if isBlur, try effect.string("blurType") == "PROGRESSIVE" {
                try progressive(&layer, effect, node)
                continue
            }
            guard case .object(let object) = effect.value else { continue }
            _ = try effect.number("radius")
            var color: JSONObject = [:]
            var offset: JSONObject = [:]
            var hasMode = false
            if !isBlur {
                let value = try effect.required("color")
                _ = try Self.color(value)
                for key in ["r", "g", "b", "a"] { color[key] = .number(max(0, min(1, try value.number(key) ?? 1))) }
                let shift = try effect["offset"]?.point() ?? .zero
                offset = ["x": .number(shift.x), "y": .number(shift.y)]
                hasMode = try blendMode(effect, of: node) != nil
                _ = try effect.number("spread")
                _ = try effect.flag("showShadowBehindNode")
            }
            var result: JSONObject = [:]
            for member in object.members where Self.keys.contains(member.key) && member.value != .null {
                if isBlur, !["type", "radius"].contains(member.key) { continue }
                if type == "INNER_SHADOW", member.key == "showShadowBehindNode" { continue }
                switch (member.key, member.value) {
                case ("radius", .number(let radius)): result["radius"] = .measure(max(0, radius))
                case ("visible", _): break
                case ("color", _): result["color"] = .object(color)
                case ("offset", _): result["offset"] = .object(offset)
                case ("blendMode", let mode): result["blendMode"] = hasMode ? mode : "NORMAL"
                default: result[member.key] = member.value
                }
            }
            if result["radius"] == nil { result["radius"] = 0 }
            effects.append(.object(result))
        }
        if !effects.isEmpty { try add(effects, to: &layer, node) }
    }

    /// Adds effects as they are or, where a shadow of a box has a spread, as shadows of boxes: their corners stay sharp.
    private mutating func add(_ effects: [JSONValue], to layer: inout JSONObject, _ node: FigmaNode) throws(FigmaError) {
        let objects = effects.compactMap { if case .object(let object) = $0 { object } else { nil } }
        func number(_ object: JSONObject, _ key: String) -> Double {
            if case .number(let value)? = object[key] { value } else { 0 }
        }
        guard objects.contains(where: { number($0, "spread") != 0 }), try isFilledBox(node) else {
            layer["effects"] = .array(effects)
            return
        }
        let (size, radii) = (try size(of: node), try radii(node))
        var (rest, boxes, shadows, inner): ([JSONValue], [String], [JSONValue], [JSONValue]) = ([], [], [], [])
        for object in objects {
            guard let type = Self.text(object["type"]), type.hasSuffix("SHADOW"), case .object(let color)? = object["color"]
            else {
                rest.append(.object(object))
                continue
            }
            let (spread, radius) = (number(object, "spread"), number(object, "radius"))
            var offset = Point.zero
            if case .object(let shift)? = object["offset"] { offset = Point(number(shift, "x"), number(shift, "y")) }
            let css = Color(
                red: number(color, "r"), green: number(color, "g"), blue: number(color, "b"), alpha: number(color, "a")
            ).css
            let mode = Self.text(object["blendMode"]) ?? "NORMAL"
            let showsBehind = object["showShadowBehindNode"] == true
            if type == "DROP_SHADOW", mode == "NORMAL", !showsBehind {
                let lengths = [offset.x, offset.y, radius, spread].map { DecimalText.short($0) + "px" }
                boxes.append("\(css) \(lengths.joined(separator: " "))")
                continue
            }
            var shadow: JSONObject = [
                "color": .string(css), "offset": [.measure(offset.x), .measure(offset.y)], "radius": .measure(radius / 2),
            ]
            if mode != "NORMAL", let name = try blendMode(FigmaValue(value: .object(object), place: node.value.place), of: node)
            {
                shadow["blendMode"] = .string(name)
            }
            let grow = type == "DROP_SHADOW" ? spread : -spread
            shadow["path"] = Self.rectangle(size, [grow, grow, grow, grow], radii)
            if type == "INNER_SHADOW" {
                shadow["hardAlpha"] = true
                inner.insert(.object(shadow), at: 0)
            } else if showsBehind {
                shadows.insert(.object(shadow), at: 0)
            } else {
                note("\(node.path): its shadow with a blend mode and a spread has round corners")
                rest.append(.object(object))
            }
        }
        if !rest.isEmpty { layer["effects"] = .array(rest) }
        if !boxes.isEmpty { layer["boxShadow"] = .string(boxes.reversed().joined(separator: ", ")) }
        if !shadows.isEmpty { layer["shadows"] = .array(shadows) }
        if !inner.isEmpty { layer["innerShadows"] = .array(inner) }
    }

    static func text(_ value: JSONValue?) -> String? { if case .string(let text)? = value { text } else { nil } }

    /// Whether a node's hard alpha is its rounded box: a fill covers it, and nothing reaches beyond it.
    private func isFilledBox(_ node: FigmaNode) throws(FigmaError) -> Bool {
        guard node.isBox, node.type != "GROUP" else { return false }
        let fills = try visible(node, node.value["fills"] == nil ? "background" : "fills")
        let isFilled = fills.contains { (try? $0.string("type")) == "SOLID" && ((try? $0["color"]?.number("a")) ?? 1) > 0.01 }
        let strokes = try visible(node, "strokes")
        let align = try node.value.string("strokeAlign") ?? "INSIDE"
        let (isLeaf, clips) = (try node.children().isEmpty, try node.value.flag("clipsContent"))
        return isFilled && (isLeaf || clips) && (strokes.isEmpty || align == "INSIDE")
    }

    private mutating func progressive(
        _ layer: inout JSONObject, _ effect: FigmaValue, _ node: FigmaNode
    ) throws(FigmaError) {
        guard try effect.string("type") == "BACKGROUND_BLUR", let start = effect["startOffset"], let end = effect["endOffset"],
            layer["mask"] == nil
        else {
            refuse(node, "effects", "a progressive blur of a layer has no equal")
            return
        }
        let radius = max(0, try effect.number("radius") ?? 0)
        let first = radius > 0 ? min(1, max(0, try effect.number("startRadius") ?? 0) / radius) : 0
        let (from, to) = (try start.point(), try end.point())
        layer["backdropBlur"] = ["radius": .measure(radius / 2), "progressive": true]
        layer["mask"] = [
            "type": "gradient", "colors": [.string("rgb(0 0 0 / \(DecimalText.short(first)))"), "black"],
            "startPoint": [.measure(from.x), .measure(from.y)], "endPoint": [.measure(to.x), .measure(to.y)],
        ]
    }
}
