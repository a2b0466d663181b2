import PenumbraGeometry
import PenumbraJSON

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
        if !effects.isEmpty { layer["effects"] = .array(effects) }
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
