import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Pictures as fills.
extension FigmaConverter {
    mutating func picture(
        _ paint: FigmaValue, _ opacity: Double, _ node: FigmaNode, _ size: Size
    ) throws(FigmaError) -> Paint? {
        guard let reference = try paint.string("imageRef") else {
            refuse(node, "fills", "a picture without imageRef has no equal")
            return nil
        }
        guard let path = options.image(reference) else {
            refuse(node, "fills", "there is no picture \"\(String(reference.prefix(60)))\" in the folder of pictures")
            return nil
        }
        let picture: JSONObject = ["type": "image", "contents": .string(path)]
        let mode = try paint.string("scaleMode") ?? "FILL"
        var quarters = 0
        if let rotation = try paint.number("rotation"), rotation != 0 {
            let turns = (rotation / 90).rounded()
            if mode == "STRETCH" || abs(rotation - 90 * turns) > 1e-3 {
                refuse(node, "fills", "a picture fill turned by \(DecimalText.short(rotation))\u{B0} has no equal")
            } else {
                quarters = Int(turns.truncatingRemainder(dividingBy: 4) + 4) % 4
            }
        }
        var layer: JSONObject
        switch mode {
        case "FILL", "FIT":
            var fitted = picture
            fitted["contentsGravity"] = mode == "FILL" ? "resizeAspectFill" : "resizeAspect"
            layer = quarters == 0 ? fitted : ["sublayers": [.object(Self.turned(fitted, quarters, .zero, size))]]
        case "STRETCH": layer = try cropped(picture, paint, size)
        case "TILE":
            guard let tiles = try tiles(picture, path, paint, quarters, node, size) else { return nil }
            layer = tiles
        default:
            refuse(node, "fills", "pictures with the scale mode \(mode) have no equal")
            return nil
        }
        layer["masksToBounds"] = true
        if let filters = paint["filters"], case .object(let object) = filters.value,
            object.members.contains(where: { $0.value != 0 && $0.value != .null })
        {
            refuse(
                node, "fills", "adjustments of a picture (\(object.members.map(\.key).joined(separator: ", "))) have no equal")
        }
        if opacity < 1 { layer["opacity"] = .measure(opacity) }
        return .picture(Dictionary(layer.members.map { ($0.key, $0.value) }) { $1 })
    }

    /// A picture that fills an area after quarter turns to the right.
    private static func turned(_ picture: JSONObject, _ quarters: Int, _ origin: Point, _ size: Size) -> JSONObject {
        var layer = picture
        let isUpright = quarters % 2 == 0
        let own = isUpright ? size : Size(width: size.height, height: size.width)
        layer["frame"] = .rect(
            Rect(
                x: origin.x + (size.width - own.width) / 2, y: origin.y + (size.height - own.height) / 2, width: own.width,
                height: own.height))
        if quarters > 0 { layer["transform"] = .string("rotate(\(90 * quarters)deg)") }
        return layer
    }

    /// A part of a picture, which may be turned. The transform maps the unit square of the node to that of the picture.
    private func cropped(_ picture: JSONObject, _ paint: FigmaValue, _ size: Size) throws(FigmaError) -> JSONObject {
        var layer = picture
        layer["contentsGravity"] = "resize"
        guard let rows = paint["imageTransform"] else { return layer }
        let map = try Self.matrix(rows)
        if abs(map.b) + abs(map.c) < 1e-4, map.a > 0, map.d > 0 {
            layer["contentsRect"] = .rect(Rect(x: map.tx, y: map.ty, width: map.a, height: map.d))
            return layer
        }
        guard let inverse = map.inverted, size.width > 0, size.height > 0 else { return ["sublayers": []] }
        let shape = size.height / size.width
        layer["frame"] = .rect(
            Rect(x: inverse.tx * size.width, y: inverse.ty * size.height, width: size.width, height: size.height))
        layer["anchorPoint"] = [0, 0]
        let numbers = [inverse.a, inverse.b * shape, inverse.c / shape, inverse.d].map { DecimalText.short($0) }
        layer["transform"] = .string("matrix(\(numbers.joined(separator: ", ")), 0, 0)")
        return ["sublayers": [.object(layer)]]
    }

    /// Copies of a picture from the top left corner on. Nil, with an issue, without the picture's size.
    private mutating func tiles(
        _ picture: JSONObject, _ path: String, _ paint: FigmaValue, _ quarters: Int, _ node: FigmaNode, _ size: Size
    ) throws(FigmaError) -> JSONObject? {
        guard let pixels = options.imageSize(path), pixels.width > 0, pixels.height > 0 else {
            refuse(node, "fills", "the size of the tiled picture \"\(path)\" cannot be read")
            return nil
        }
        let factor = max(0, try paint.number("scalingFactor") ?? 1)
        var cell = Size(width: pixels.width * factor, height: pixels.height * factor)
        if quarters % 2 == 1 { cell = Size(width: cell.height, height: cell.width) }
        func count(_ side: Double, _ length: Double) -> Double { max(1, (side / length - 1e-9).rounded(.up)) }
        let (columns, rows) = (count(size.width, cell.width), count(size.height, cell.height))
        guard factor > 0, columns * rows <= FigmaLimits.tiles else {
            refuse(node, "fills", "a tiled picture repeats more than \(Int(FigmaLimits.tiles)) times")
            return nil
        }
        var layer = Self.turned(picture, quarters, .zero, cell)
        let frame = JSONValue.rect(Rect(x: 0, y: 0, width: size.width, height: size.height))
        for (count, step) in [(columns, Point(cell.width, 0)), (rows, Point(0, cell.height))] where count > 1 {
            let move = "translate(\(DecimalText.short(step.x))px, \(DecimalText.short(step.y))px)"
            layer = [
                "frame": frame, "replicate": ["count": .number(count), "transform": .string(move)],
                "sublayers": [.object(layer)],
            ]
        }
        return ["sublayers": [.object(layer)]]
    }
}
