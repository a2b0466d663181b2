import PenumbraElementary
import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Backgrounds and mask images: their areas, tiles and paints.
extension CSSConverter {
    /// One image of `background-image` or `mask-image`, with its longhands.
    struct ImageLayer {
        var image: String
        var position: String
        var size: String
        var repetition: String
        var origin: String
        var clip: String
    }

    /// Whether a background is seen through the text only.
    var clipsToText: Bool {
        (cascade["background-clip"] ?? "").lowercased().split(separator: ",").contains { $0.contains("text") }
    }

    mutating func backgrounds(_ layer: inout JSONObject, _ sublayers: inout [JSONValue]) {
        if let mode = cascade["background-blend-mode"],
            mode.lowercased().split(separator: ",").contains(where: { !$0.contains("normal") })
        {
            refuse("background-blend-mode", "it has no equal; put the backgrounds into layers with a blendMode")
        }
        guard !clipsToText else { return }
        let color = read("background-color") { converter, text throws(NotationError) in try converter.color(text) } ?? nil
        let images = imageLayers("background").filter { $0.image.lowercased() != "none" }
        if images.isEmpty, box.hasCircularCorners, !isClipped {
            if let color { layer["backgroundColor"] = .string(color) }
            return
        }
        // A single gradient that fills the box is the layer's own background.
        if images.count == 1, color == nil, box.hasCircularCorners, !box.hasBorder, !isClipped, images[0].size == "auto",
            images[0].image.lowercased().contains("gradient(")
        {
            if let css = read(
                "background-image", { converter, _ throws(NotationError) in try converter.gradient(images[0].image) })
            {
                layer["backgroundColor"] = .string(css)
            }
            return
        }
        var painted: [JSONValue] = []
        let clips = images.map(\.clip)
        if let color {
            painted.append(.object(filled(color, clip: clips.last ?? cascade["background-clip"] ?? "border-box")))
        }
        for image in images.reversed() {
            if let tiles = read("background-image", { converter, _ throws(NotationError) in try converter.tiles(image) }) ?? nil
            {
                painted.append(tiles)
            }
        }
        guard !painted.isEmpty else { return }
        if painted.count == 1, color != nil, images.isEmpty {
            sublayers.append(painted[0])
            return
        }
        var group: JSONObject = ["frame": .rect(box.frame)]
        if box.hasRoundCorners, box.hasCircularCorners {
            group["cornerRadius"] = CSSBox.radius(box.radii)
        } else {
            group.add(CSSBox.corners(box.radii, box.frame))
        }
        group["masksToBounds"] = true
        group["sublayers"] = .array(painted)
        sublayers.append(.object(group))
    }

    private var isClipped: Bool {
        (cascade["background-clip"] ?? "").split(separator: ",").contains {
            $0.contains("padding-box") || $0.contains("content-box")
        }
    }

    func color(_ text: String) throws(NotationError) -> String? {
        let value = try units.normalized(text)
        let color = try Color(css: value)
        return color.alpha == 0 ? nil : value
    }

    /// A colour in one of the box's areas, with that area's corners.
    private func filled(_ color: String, clip: String) -> JSONObject {
        let (area, radii) = self.area(clip, default: "border-box")
        var layer: JSONObject = ["frame": .rect(area), "backgroundColor": .string(color)]
        layer.add(CSSBox.corners(radii, area))
        return layer
    }

    private func area(_ name: String, default fallback: String) -> (Rect, [Size]) {
        switch (name == "auto" || name.isEmpty ? fallback : name).lowercased() {
        case "padding-box": (box.paddingBox, box.innerRadii(box.borders.map(\.width)))
        case "content-box": (box.contentBox, box.innerRadii(zip(box.borders, box.padding).map { $0.width + $1 }))
        default: (box.frame, box.radii)
        }
    }

    func imageLayers(_ owner: String) -> [ImageLayer] {
        guard let images = cascade["\(owner)-image"] else { return [] }
        func values(_ name: String) -> [String] {
            CSSPieces.list(cascade["\(owner)-\(name)"] ?? CSSShorthand.initial[name] ?? "")
        }
        let (position, size, repetition) = (values("position"), values("size"), values("repeat"))
        let (origin, clip) = (values("origin"), values("clip"))
        return CSSPieces.list(images).enumerated().map { index, image in
            ImageLayer(
                image: image, position: position[index % position.count], size: size[index % size.count],
                repetition: repetition[index % repetition.count], origin: origin[index % origin.count],
                clip: clip[index % clip.count])
        }
    }

    /// The gradient with its lengths in px.
    func gradient(_ text: String) throws(NotationError) -> String {
        let css = try units.normalized(text)
        _ = try Gradient(css: css)
        return css
    }

    /// The layer of an image that may repeat. Nil for tiles without a size.
    func tiles(_ layer: ImageLayer, isMask: Bool = false) throws(NotationError) -> JSONValue? {
        let origin = area(layer.origin, default: isMask ? "border-box" : "padding-box").0
        let (clip, radii) = area(layer.clip, default: "border-box")
        let position = try CSSPosition(CSSPieces.words(layer.position), self)
        let isGradient = layer.image.lowercased().contains("gradient(")
        let (size, gravity) = try tileSize(layer, in: origin.size, isGradient: isGradient)
        guard size.width > 0, size.height > 0 else { return nil }
        var tile: JSONObject = [:]
        if isGradient {
            tile = ["type": "gradient", "gradient": .string(try gradient(layer.image))]
        } else {
            tile = ["type": "image", "contents": .string(try Self.address(layer.image))]
            if let gravity {
                tile["contentsGravity"] = .string(gravity)
                if gravity == "resizeAspectFill" { tile["masksToBounds"] = true }
            }
        }
        let start = Point(
            origin.minX + position.x.value + position.x.fraction * (origin.width - size.width),
            origin.minY + position.y.value + position.y.fraction * (origin.height - size.height))
        let repeats = try Self.repeats(layer.repetition)
        // Behind an opaque border no further tile is seen.
        let isHidden =
            clip == box.frame && box.hasBorder && box.borders.allSatisfy { $0.style == "solid" && isOpaque($0.color) }
        let seen = isHidden ? box.paddingBox : clip
        func span(_ repeats: Bool, _ start: Double, _ length: Double, _ low: Double, _ high: Double) -> (Double, Int) {
            guard repeats else { return (start, 1) }
            let before = max(0, ((start - low) / length).rounded(.up))
            let first = start - before * length
            let after = ((low - first) / length).rounded(.down)
            let begin = first + max(0, after) * length
            let count = ((high - begin) / length - 1e-9).rounded(.up)
            return (begin, Int(min(max(count, 1), 1e6)))
        }
        let (x, columns) = span(repeats.x, start.x, size.width, seen.minX, seen.maxX)
        let (y, rows) = span(repeats.y, start.y, size.height, seen.minY, seen.maxY)
        guard columns * rows <= CSSLimits.tiles else {
            throw NotationError("it repeats \(columns * rows) times, at most \(CSSLimits.tiles) are allowed")
        }
        tile["frame"] = .rect(Rect(x: x, y: y, width: size.width, height: size.height))
        var result = JSONValue.object(tile)
        if columns > 1 { result = Self.replicated(result, columns, Point(size.width, 0), in: box.frame) }
        if rows > 1 { result = Self.replicated(result, rows, Point(0, size.height), in: box.frame) }
        guard clip != box.frame || (isMask && columns * rows > 1) else { return result }
        var cut: JSONObject = ["frame": .rect(clip), "masksToBounds": true]
        if radii.contains(where: { $0.width > 0 }) { cut["cornerRadius"] = CSSBox.radius(radii) }
        let shift = Rect(x: -clip.minX, y: -clip.minY, width: box.size.width, height: box.size.height)
        cut["sublayers"] = [["frame": .rect(shift), "sublayers": [result]]]
        return .object(cut)
    }

    private func isOpaque(_ color: String) -> Bool {
        guard let value = try? units.normalized(color), let color = try? Color(css: value) else { return false }
        return color.alpha >= 1
    }

    private static func replicated(_ layer: JSONValue, _ count: Int, _ step: Point, in frame: Rect) -> JSONValue {
        let move = "translate(\(CSSUnits.text(step.x))px, \(CSSUnits.text(step.y))px)"
        return [
            "frame": .rect(frame), "replicate": ["count": .number(Double(count)), "transform": .string(move)],
            "sublayers": [layer],
        ]
    }

    private func tileSize(
        _ layer: ImageLayer, in area: Size, isGradient: Bool
    ) throws(NotationError) -> (Size, gravity: String?) {
        let words = CSSPieces.words(layer.size.lowercased())
        switch (words.first ?? "auto", words.count) {
        case ("cover", 1): return (area, isGradient ? nil : "resizeAspectFill")
        case ("contain", 1):
            // Where a contained picture repeats depends on its size, which the text doesn't tell.
            return (area, isGradient ? nil : "resizeAspect")
        case ("auto", _) where words.allSatisfy { $0 == "auto" }:
            guard isGradient else {
                throw NotationError("a picture in its own size has no equal here; write a background-size such as cover")
            }
            return (area, nil)
        case (_, 1...2):
            func side(_ index: Int, _ whole: Double) throws(NotationError) -> Double? {
                guard index < words.count, words[index] != "auto" else { return nil }
                return try length(words[index], base: whole)
            }
            let (width, height) = (try side(0, area.width), try side(1, area.height))
            guard isGradient || (width != nil && height != nil) else {
                throw NotationError("a picture whose height follows from its width has no equal here; write both sizes")
            }
            return (Size(width: width ?? area.width, height: height ?? area.height), nil)
        default: throw NotationError("found the size \"\(layer.size.prefix(40))\", expected cover, contain or lengths")
        }
    }

    private static func repeats(_ text: String) throws(NotationError) -> (x: Bool, y: Bool) {
        let words = text.lowercased().split(separator: " ")
        switch words.first {
        case "repeat-x": return (true, false)
        case "repeat-y": return (false, true)
        default: break
        }
        guard words.allSatisfy({ ["repeat", "no-repeat"].contains($0) }), let first = words.first else {
            throw NotationError("found the repetition \"\(text.prefix(30))\", which has no equal here")
        }
        return (first == "repeat", (words.last ?? first) == "repeat")
    }

    /// The file or the `data:` URL in `url()`.
    static func address(_ text: String) throws(NotationError) -> String {
        guard let (name, arguments) = CSSPieces.function(text), name == "url" else {
            throw NotationError("found \"\(text.prefix(40))\", expected a gradient or url()")
        }
        var address = arguments.trimmingSpaces
        if let quote = address.first, quote == "\"" || quote == "'", address.count > 1, address.last == quote {
            address = String(address.dropFirst().dropLast())
        }
        let lower = address.lowercased()
        guard !address.isEmpty, !address.hasPrefix("#"), !address.hasPrefix("//"),
            lower.hasPrefix("data:") || !lower.prefix(12).contains(":")
        else { throw NotationError("found url(\(address.prefix(40))); nothing is fetched, expected a file or a data: URL") }
        return address
    }
}
