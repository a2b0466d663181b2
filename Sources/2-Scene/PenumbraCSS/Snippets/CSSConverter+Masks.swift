import PenumbraElementary
import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// `clip-path` and `mask`.
extension CSSConverter {
    /// The masks of the box, from the inside out.
    mutating func masks() -> [JSONValue] {
        var result: [JSONValue] = []
        if let path = read("clip-path", { converter, text throws(NotationError) in try converter.clip(text) }) ?? nil {
            result.append(["type": "shape", "path": path.path, "fillRule": .string(path.rule)])
        }
        let layers = imageLayers("mask").filter { $0.image.lowercased() != "none" }
        guard !layers.isEmpty else { return result }
        let modes = CSSPieces.list(cascade["mask-mode"] ?? "match-source")
        let composites = CSSPieces.list(cascade["mask-composite"] ?? "add")
        guard !modes.contains(where: { $0.lowercased() == "luminance" }) || Set(modes).count == 1 else {
            refuse("mask-mode", "masks of both kinds in one box have no equal; use one kind")
            return result
        }
        var painted: [JSONValue] = []
        for layer in layers {
            if let tiles = read(
                "mask-image", { converter, _ throws(NotationError) in try converter.tiles(layer, isMask: true) }) ?? nil
            {
                painted.append(tiles)
            }
        }
        func mask(_ sublayers: [JSONValue]) -> JSONValue {
            var mask: JSONObject = ["frame": .rect(box.frame), "sublayers": .array(sublayers)]
            if sublayers.count == 1, case .object(let only) = sublayers[0] { mask = only }
            if modes[0].lowercased() == "luminance" { mask["maskType"] = "luminance" }
            return .object(mask)
        }
        let kinds = Set(composites.prefix(max(1, layers.count - 1)).map { $0.lowercased() })
        if painted.count < 2 || kinds == ["add"] || kinds == ["source-over"] {
            result.append(mask(painted.reversed()))
        } else if kinds == ["intersect"] || kinds == ["source-in"] {
            result += painted.map { mask([$0]) }
        } else if let mask = composited(painted, composites, in: box.frame) {
            result.append(mask)
        }
        return result
    }

    /// Several mask images, each composited with those below it: CSS Masking 1, section 7.8.
    private mutating func composited(_ images: [JSONValue], _ composites: [String], in frame: Rect) -> JSONValue? {
        // Images that exclude each other appear twice.
        guard images.count <= 4 else {
            refuse("mask-composite", "more than 4 images in a mask have no equal unless all are added or intersected")
            return nil
        }
        func group(_ sublayers: [JSONValue]) -> JSONObject { ["frame": .rect(frame), "sublayers": .array(sublayers)] }
        /// The first picture where the second is, or where it isn't.
        func cut(_ image: JSONValue, _ mask: JSONValue, isInverse: Bool) -> JSONValue {
            var result = group([image])
            var stencil = group([mask])
            if isInverse {
                var black = group([mask])
                black["filter"] = "brightness(0)"
                stencil = group([["frame": .rect(frame), "backgroundColor": "white"], .object(black)])
                stencil["maskType"] = "luminance"
            }
            result["mask"] = .object(stencil)
            return .object(result)
        }
        guard var result = images.last else { return nil }
        for (index, image) in images.enumerated().dropLast().reversed() {
            switch composites[index % composites.count].lowercased() {
            case "add", "source-over": result = .object(group([result, image]))
            case "intersect", "source-in": result = cut(image, result, isInverse: false)
            case "subtract", "source-out": result = cut(image, result, isInverse: true)
            case "exclude", "xor":
                guard case .object(var other) = cut(image, result, isInverse: true) else { return nil }
                other["blendMode"] = "plus-lighter"
                result = .object(group([cut(result, image, isInverse: true), .object(other)]))
            case let name:
                refuse("mask-composite", "found \"\(name.prefix(20))\", expected add, subtract, intersect or exclude")
                return nil
            }
        }
        return result
    }

    /// The path of a `clip-path` shape: CSS Shapes 1.
    private func clip(_ text: String) throws(NotationError) -> (path: JSONValue, rule: String)? {
        if text.lowercased() == "none" { return nil }
        var words = CSSPieces.words(text)
        var frame = box.frame
        if words.count == 2, let index = words.firstIndex(where: { $0.lowercased().hasSuffix("-box") }) {
            switch words[index].lowercased() {
            case "padding-box": frame = box.paddingBox
            case "content-box": frame = box.contentBox
            default: break
            }
            words.remove(at: index)
        }
        guard words.count == 1, let (name, arguments) = CSSPieces.function(words[0]) else {
            throw NotationError("found \"\(text.prefix(40))\", expected inset(), circle(), ellipse(), polygon() or path()")
        }
        switch name {
        case "inset": return (try inset(arguments, frame), "nonzero")
        case "circle", "ellipse": return (try ellipse(name, arguments, frame), "nonzero")
        case "polygon": return try polygon(arguments, frame)
        case "path": return try path(arguments)
        default:
            throw NotationError(
                "the shape \(name)() has no equal; allowed are inset(), circle(), ellipse(), polygon() and path()")
        }
    }

    private func inset(_ text: String, _ frame: Rect) throws(NotationError) -> JSONValue {
        var words = CSSPieces.words(text)
        var round: [String] = []
        if let index = words.firstIndex(where: { $0.lowercased() == "round" }) {
            round = Array(words[(index + 1)...])
            words = Array(words[..<index])
        }
        guard (1...4).contains(words.count) else { throw NotationError("inset() takes 1 to 4 lengths") }
        let texts =
            [words[0], words.count > 1 ? words[1] : words[0], words.count > 2 ? words[2] : words[0]]
            + [words.count > 3 ? words[3] : words.count > 1 ? words[1] : words[0]]
        var sides: [Double] = []
        for (index, text) in texts.enumerated() {
            sides.append(try length(text, base: index.isMultiple(of: 2) ? frame.height : frame.width, isNegativeAllowed: true))
        }
        let rect = Rect(
            x: frame.minX + sides[3], y: frame.minY + sides[0], width: max(0, frame.width - sides[1] - sides[3]),
            height: max(0, frame.height - sides[0] - sides[2]))
        var radii = Array(repeating: Size(width: 0, height: 0), count: 4)
        if !round.isEmpty {
            for (index, part) in try CSSShorthand.longhands("border-radius", round.joined(separator: " ")).enumerated() {
                let words = CSSPieces.words(part.1)
                radii[index] = Size(
                    width: try length(words[0], base: frame.width),
                    height: try length(words[words.count - 1], base: frame.height))
            }
        }
        return .string(CSSBox.outline(rect, radii.fitted(to: rect.size)))
    }

    private func ellipse(_ name: String, _ text: String, _ frame: Rect) throws(NotationError) -> JSONValue {
        var words = CSSPieces.words(text)
        var position = CSSPosition()
        if let index = words.firstIndex(where: { $0.lowercased() == "at" }) {
            position = try CSSPosition(Array(words[(index + 1)...]), self)
            words = Array(words[..<index])
        }
        let center = Point(
            position.x.value + position.x.fraction * frame.width, position.y.value + position.y.fraction * frame.height)
        let (left, right) = (abs(center.x), abs(frame.width - center.x))
        let (top, bottom) = (abs(center.y), abs(frame.height - center.y))
        func radius(_ text: String?, _ near: Double, _ far: Double, _ base: Double) throws(NotationError) -> Double {
            switch text?.lowercased() {
            case nil, "closest-side": return near
            case "farthest-side": return far
            case let text?: return try length(text, base: base)
            }
        }
        let rx: Double
        let ry: Double
        if name == "circle" {
            guard words.count <= 1 else { throw NotationError("circle() takes one radius") }
            let base = ((frame.width * frame.width + frame.height * frame.height) / 2).squareRoot()
            rx = try radius(words.first, min(left, right, top, bottom), max(left, right, top, bottom), base)
            ry = rx
        } else {
            guard words.isEmpty || words.count == 2 else { throw NotationError("ellipse() takes two radii") }
            rx = try radius(words.first, min(left, right), max(left, right), frame.width)
            ry = try radius(words.last, min(top, bottom), max(top, bottom), frame.height)
        }
        return [
            "ellipse": .rect(
                Rect(x: frame.minX + center.x - rx, y: frame.minY + center.y - ry, width: 2 * rx, height: 2 * ry))
        ]
    }

    private func polygon(_ text: String, _ frame: Rect) throws(NotationError) -> (JSONValue, String) {
        var parts = CSSPieces.list(text)
        var rule = "nonzero"
        if let first = parts.first?.lowercased(), ["nonzero", "evenodd"].contains(first) {
            rule = first
            parts.removeFirst()
        }
        var points: [JSONValue] = []
        for part in parts {
            let words = CSSPieces.words(part)
            guard words.count == 2 else { throw NotationError("found \"\(part.prefix(30))\" in polygon(), expected x and y") }
            points.append([
                .measure(frame.minX + (try length(words[0], base: frame.width, isNegativeAllowed: true))),
                .measure(frame.minY + (try length(words[1], base: frame.height, isNegativeAllowed: true))),
            ])
        }
        guard points.count >= 3 else { throw NotationError("polygon() has \(points.count) points, expected at least 3") }
        return (["polygon": .array(points)], rule)
    }

    private func path(_ text: String) throws(NotationError) -> (JSONValue, String) {
        let parts = CSSPieces.list(text)
        let rule = parts.count > 1 ? parts[0].lowercased() : "nonzero"
        guard let last = parts.last, let quote = last.first, quote == "\"" || quote == "'", last.last == quote, last.count > 1,
            parts.count <= 2, ["nonzero", "evenodd"].contains(rule)
        else { throw NotationError("path() takes SVG path data in quotation marks") }
        let data = String(last.dropFirst().dropLast())
        do throws(PathDataError) {
            _ = try Path(svgPathData: data)
        } catch {
            throw NotationError("\(error.description)")
        }
        return (.string(data), rule)
    }
}
