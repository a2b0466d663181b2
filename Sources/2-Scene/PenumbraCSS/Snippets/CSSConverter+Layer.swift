import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// The layers of the box, from the inside out: backgrounds, shadows, text, border; then filter, cuts, and the group.
extension CSSConverter {
    mutating func layer(named name: String?) -> JSONObject {
        var layer: JSONObject = [:]
        var sublayers: [JSONValue] = []
        if let name { layer["name"] = .string(String(name.prefix(200))) }
        layer["frame"] = .rect(box.frame)
        if cascade["display"]?.lowercased() == "none" { layer["hidden"] = true }
        if let visibility = cascade["visibility"]?.lowercased(), visibility != "visible" { layer["hidden"] = true }
        if let shape = cascade["corner-shape"]?.lowercased(), shape != "round" {
            if shape == "squircle" {
                layer["cornerCurve"] = "continuous"
            } else {
                refuse("corner-shape", "the only shape with an equal is squircle")
            }
        }
        if box.hasRoundCorners, box.hasCircularCorners { layer["cornerRadius"] = CSSBox.radius(box.radii) }

        backgrounds(&layer, &sublayers)
        shadows(&layer, &sublayers)
        var texts: [JSONValue] = []
        text(&texts)
        let container = container(isContainer ? Self.stacked(texts) : [])
        let place = sublayers.count
        if container == nil { sublayers += texts }
        borders(&layer, &sublayers)
        outline(&sublayers)
        if var container {
            if sublayers.isEmpty {
                layer.add(container.members.map { ($0.key, $0.value) })
            } else {
                container["frame"] = .rect(box.frame)
                sublayers.insert(.object(container), at: place)
            }
        }
        if layer["sublayers"] == nil, !sublayers.isEmpty { layer["sublayers"] = .array(sublayers) }

        let masks = self.masks()
        if let filter = filter("filter") {
            layer["filter"] = .string(filter)
        }
        var outer = wrapped(layer, in: masks)
        group(&outer)
        if texts.isEmpty, options.text == nil { noteTextProperties() }
        return outer
    }

    /// CSS filters a box first, then cuts it, so each cut is a layer around the box.
    private func wrapped(_ layer: JSONObject, in masks: [JSONValue]) -> JSONObject {
        var result = layer
        for mask in masks {
            var inner = result
            let (name, hidden, frame) = (inner["name"], inner["hidden"], inner["frame"])
            inner["name"] = nil
            inner["hidden"] = nil
            result = [:]
            if let name { result["name"] = name }
            result["frame"] = frame
            if let hidden { result["hidden"] = hidden }
            result["mask"] = mask
            result["sublayers"] = [.object(inner)]
        }
        return result
    }

    /// The layers of one text as one item of a layout: those above the lowest lie in it, and are as large.
    private static func stacked(_ texts: [JSONValue]) -> [JSONValue] {
        guard texts.count > 1, case .object(var lowest) = texts[0] else { return texts }
        lowest["sublayers"] = .array(texts.dropFirst().map { $0 })
        return [.object(lowest)]
    }

    private mutating func filter(_ property: String) -> String? {
        let functions = readShadows(property) { text, color throws(NotationError) in
            try FilterFunction.list(css: text, currentColor: color)
        }
        return functions.isEmpty ? nil : functions.map { $0.css }.joined(separator: " ")
    }

    private mutating func group(_ layer: inout JSONObject) {
        if let filter = filter("backdrop-filter") {
            layer["backdropFilter"] = .string(filter)
            if box.hasRoundCorners {
                if box.hasCircularCorners {
                    layer["cornerRadius"] = CSSBox.radius(box.radii)
                } else if layer["mask"] == nil {
                    layer["mask"] = ["type": "shape", "path": .string(CSSBox.outline(box.frame, box.radii))]
                } else {
                    refuse("backdrop-filter", "it has no equal in a box with elliptical corners and a mask")
                }
            }
        }
        if let opacity = read("opacity", { converter, text throws(NotationError) in try converter.opacity(text) }), opacity < 1
        {
            layer["opacity"] = .measure(opacity)
        }
        let mode = read("mix-blend-mode") { _, text throws(NotationError) in
            let name = text.lowercased()
            guard Self.blendModes.contains(name) else {
                throw NotationError("found \"\(text.prefix(30))\", expected a blend mode")
            }
            return name
        }
        if let mode, mode != "normal" { layer["blendMode"] = .string(mode) }
        transform(&layer)
    }

    static let blendModes: Set = [
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
        "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter", "plus-darker",
    ]

    func opacity(_ text: String) throws(NotationError) -> Double {
        let amount = try CSSCalculation.value(text, units, base: nil)
        guard amount.kind != .angle, amount.kind == .number || amount.value == 0 else {
            throw NotationError("found \"\(text.prefix(30))\", expected a number from 0 to 1")
        }
        return min(1, max(0, amount.kind == .number ? amount.value : amount.fraction))
    }

    // MARK: - Transforms

    private mutating func transform(_ layer: inout JSONObject) {
        var functions: [String] = []
        for (property, name) in [("translate", "translate"), ("rotate", "rotate"), ("scale", "scale"), ("transform", "")] {
            let size = box.size
            let function = read(property) { converter, text throws(NotationError) in
                guard text.lowercased() != "none" else { return "" }
                var value = try converter.units.normalized(text)
                if !name.isEmpty {
                    let words = CSSPieces.words(value)
                    guard words.count <= 2 else { throw NotationError("three values have no equal here; write transform") }
                    value = "\(name)(\(words.joined(separator: ", ")))"
                    if name == "scale" {
                        value =
                            "scale(\(try words.map { word throws(NotationError) in CSSUnits.text(try converter.factor(word)) }.joined(separator: ", ")))"
                    }
                }
                _ = try Transform3D(css: value, frame: size)
                return value
            }
            if let function, !function.isEmpty { functions.append(function) }
        }
        if let distance = cascade["perspective"], distance.lowercased() != "none" {
            refuse("perspective", "it changes children, and a converted box has none; write perspective() in transform")
        }
        guard !functions.isEmpty else { return }
        layer["transform"] = .string(functions.joined(separator: " "))
        if cascade["backface-visibility"]?.lowercased() == "hidden" { layer["backfaceVisibility"] = "hidden" }
        let size = box.size
        if let origin = read(
            "transform-origin",
            { converter, text throws(NotationError) in
                var words = CSSPieces.words(text)
                if words.count == 3 {
                    guard try converter.length(words[2], base: nil, isNegativeAllowed: true) == 0 else {
                        throw NotationError("an origin off the plane has no equal in scenes")
                    }
                    words.removeLast()
                }
                let position = try CSSPosition(words, converter)
                return Point(
                    position.x.value + position.x.fraction * size.width, position.y.value + position.y.fraction * size.height)
            }), size.width > 0, size.height > 0
        {
            layer["anchorPoint"] = [.measure(origin.x / size.width), .measure(origin.y / size.height)]
        }
    }

    private func factor(_ text: String) throws(NotationError) -> Double {
        let amount = try CSSCalculation.value(text, units, base: nil)
        guard amount.kind != .angle else { throw NotationError("found an angle, expected a number") }
        return amount.kind == .number ? amount.value : amount.fraction
    }

    // MARK: - Shadows

    private mutating func shadows(_ layer: inout JSONObject, _ sublayers: inout [JSONValue]) {
        let shadows = readShadows("box-shadow") { text, color throws(NotationError) in
            try BoxShadow.list(css: text, currentColor: color)
        }
        if shadows.isEmpty { return }
        // Shadows of zero size, which frameworks keep as placeholders, paint nothing.
        let seen = shadows.filter { $0.color.alpha > 0 && ($0.offset != .zero || $0.radius != .zero || $0.spread != 0) }
        let (outer, inner) = (seen.filter { !$0.isInset }, seen.filter(\.isInset))
        func list(_ shadows: [BoxShadow]) -> JSONValue { .string(shadows.map(\.css).joined(separator: ", ")) }
        func object(_ shadow: BoxShadow) -> JSONObject {
            [
                "color": .string(shadow.color.css), "offset": [.measure(shadow.offset.x), .measure(shadow.offset.y)],
                "radius": .number(shadow.radius.value), "spread": .measure(shadow.spread),
            ]
        }
        let isSimple = sublayers.isEmpty && !box.hasBorder && box.hasCircularCorners
        if box.hasCircularCorners {
            let own = isSimple ? seen : outer
            if !own.isEmpty { layer["boxShadow"] = list(own) }
            guard !isSimple, !inner.isEmpty else { return }
            // The inner edge of the border casts inset shadows, above the backgrounds.
            let frame = box.paddingBox
            var shade: JSONObject = ["frame": .rect(frame), "boxShadow": list(inner)]
            let radii = box.innerRadii(box.borders.map(\.width))
            if radii.contains(where: { $0.width > 0 }) { shade["cornerRadius"] = CSSBox.radius(radii) }
            sublayers.append(.object(shade))
        } else {
            let outline = JSONValue.string(CSSBox.outline(box.frame, box.radii))
            if !outer.isEmpty {
                layer["shadows"] = .array(
                    outer.map {
                        var shadow = object($0)
                        shadow["path"] = outline
                        shadow["knockout"] = true
                        return .object(shadow)
                    })
            }
            guard !inner.isEmpty else { return }
            let frame = box.paddingBox
            let own = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
            sublayers.append([
                "type": "shape", "frame": .rect(frame),
                "path": .string(CSSBox.outline(own, box.innerRadii(box.borders.map(\.width)))), "drawsContents": false,
                "innerShadows": .array(inner.map { .object(object($0)) }),
            ])
        }
    }
}
