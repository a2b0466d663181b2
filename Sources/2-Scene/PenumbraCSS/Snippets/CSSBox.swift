import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// The size, corners and borders of the box, in points.
struct CSSBox {
    struct Side: Equatable {
        var width = 0.0
        var style = "none"
        var color = "currentcolor"
    }

    var size: Size
    /// Top, right, bottom and left.
    var borders: [Side]
    var padding: [Double]
    /// Half-axes of the corners from the top left, clockwise.
    var radii: [Size]

    var frame: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
    var paddingBox: Rect { inset(by: borders.map(\.width)) }
    var contentBox: Rect { inset(by: zip(borders, padding).map { $0.width + $1 }) }
    var hasBorder: Bool { borders.contains { $0.width > 0 } }
    var hasUniformBorder: Bool { borders.allSatisfy { $0 == borders[0] } }
    var hasRoundCorners: Bool { radii.contains { $0.width > 0 } }
    /// Whether `cornerRadius` can describe the corners.
    var hasCircularCorners: Bool { radii.allSatisfy { abs($0.width - $0.height) < 1e-6 } }

    func inset(by widths: [Double]) -> Rect {
        Rect(
            x: widths[3], y: widths[0], width: max(0, size.width - widths[1] - widths[3]),
            height: max(0, size.height - widths[0] - widths[2]))
    }

    /// The corners of a box that lies inside, at the given distances from the sides.
    func innerRadii(_ widths: [Double]) -> [Size] {
        let pairs = [(3, 0), (1, 0), (1, 2), (3, 2)]
        return zip(radii, pairs).map { radius, pair in
            let result = Size(width: max(0, radius.width - widths[pair.0]), height: max(0, radius.height - widths[pair.1]))
            return result.width == 0 || result.height == 0 ? Size(width: 0, height: 0) : result
        }
    }

    /// The outline of a rectangle with the given corners, as SVG path data.
    static func outline(_ rect: Rect, _ radii: [Size]) -> String {
        func n(_ value: Double) -> String { CSSUnits.text(value) }
        let (left, top, right, bottom) = (rect.minX, rect.minY, rect.minX + rect.width, rect.minY + rect.height)
        var path = "M\(n(left + radii[0].width)) \(n(top))H\(n(right - radii[1].width))"
        func arc(_ radius: Size, _ x: Double, _ y: Double) {
            if radius.width > 0, radius.height > 0 { path += "A\(n(radius.width)) \(n(radius.height)) 0 0 1 \(n(x)) \(n(y))" }
        }
        arc(radii[1], right, top + radii[1].height)
        path += "V\(n(bottom - radii[2].height))"
        arc(radii[2], right - radii[2].width, bottom)
        path += "H\(n(left + radii[3].width))"
        arc(radii[3], left, bottom - radii[3].height)
        path += "V\(n(top + radii[0].height))"
        arc(radii[0], left + radii[0].width, top)
        return path + "Z"
    }

    /// The keys that cut a layer of this frame to rounded corners.
    static func corners(_ radii: [Size], _ rect: Rect) -> [(String, JSONValue)] {
        guard radii.contains(where: { $0.width > 0 }) else { return [] }
        if radii.allSatisfy({ abs($0.width - $0.height) < 1e-6 }) { return [("cornerRadius", radius(radii))] }
        let own = Rect(x: 0, y: 0, width: rect.width, height: rect.height)
        return [("mask", ["type": "shape", "path": .string(outline(own, radii))])]
    }

    static func radius(_ radii: [Size]) -> JSONValue {
        let values = radii.map { JSONValue.number(CSSUnits.rounded($0.width)) }
        return values.allSatisfy { $0 == values[0] } ? values[0] : .array(values)
    }
}

extension JSONValue {
    static func rect(_ rect: Rect) -> JSONValue { .array([rect.minX, rect.minY, rect.width, rect.height].map(measure)) }
    static func measure(_ value: Double) -> JSONValue { .number(CSSUnits.rounded(value)) }
}

extension JSONObject {
    mutating func add(_ members: [(String, JSONValue)]) {
        for (key, value) in members { self[key] = value }
    }
}
