import PenumbraElementary
import PenumbraJSON
import PenumbraScene

/// Names of CSS fonts.
enum CSSTextStyle {
    static let namedSizes: [String: Double] = [
        "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32, "xxx-large": 48,
    ]

    /// A fontconfig pattern for CSS families, a weight and a style.
    static func pattern(families: String?, weight: String?, style: String?, stretch: String?) throws(NotationError) -> String {
        let names = CSSPieces.list(families ?? "sans-serif").compactMap { family -> String? in
            let plain = family.filter { $0 != "\"" && $0 != "'" }.trimmingSpaces
            // Names of the system's own font have no equal; the families after them serve.
            if ["-apple-system", "blinkmacsystemfont", "inherit", "emoji", "math"].contains(plain.lowercased()) { return nil }
            switch plain.lowercased() {
            case "system-ui", "ui-sans-serif": return "sans-serif"
            case "ui-serif": return "serif"
            case "ui-monospace": return "monospace"
            default: return plain.isEmpty ? nil : FontStack.escaped(family: plain)
            }
        }
        let families = (names.isEmpty ? ["sans-serif"] : names).joined(separator: ",")
        let slant = style?.lowercased().split(separator: " ").first
        let width = FontStack.width(css: stretch?.lowercased() ?? "normal")
        guard let width else {
            throw NotationError(
                "found the width \"\((stretch ?? "").prefix(20))\", expected a percentage or a word such as condensed")
        }
        return families
            + FontStack.style(
                weight: try number(ofWeight: weight?.lowercased() ?? "normal"),
                slant: slant == "italic" ? .italic : slant == "oblique" ? .oblique : .none, width: width)
    }

    private static func number(ofWeight text: String) throws(NotationError) -> Double {
        switch text {
        case "normal", "inherit": return 400
        case "bold", "bolder": return 700
        case "lighter": return 300
        default:
            guard let number = Double(text), (1...1000).contains(number) else {
                throw NotationError("found the weight \"\(text.prefix(20))\", expected 1 to 1000, normal or bold")
            }
            return number
        }
    }
}

/// The text of the box.
extension CSSConverter {
    private static let textProperties = [
        "text-shadow", "font-size", "font-family", "font-weight", "letter-spacing", "line-height", "-webkit-text-fill-color",
        "text-decoration-line", "text-transform", "font-style", "-webkit-text-stroke-width", "word-spacing", "text-indent",
    ]

    /// Names the properties that show in text only, where the box has none.
    mutating func noteTextProperties() {
        for property in ["color", "text-align", "white-space"]
        where cascade[property] != nil && (property != "color" || !showsCurrentColor) {
            notes.append("\(property) shows in text only, and the box has no text")
        }
    }

    /// Whether a border, an outline, a background or a shadow has the colour of `color`.
    private var showsCurrentColor: Bool {
        usesCurrentColor || box.borders.contains { $0.width > 0 && $0.color.lowercased() == "currentcolor" }
            || cascade.values.contains { name, value in
                value.lowercased().contains("currentcolor") && !name.hasPrefix("border-") && !name.hasPrefix("outline-")
            }
            || (cascade["outline-style"].map { $0 != "none" } ?? false)
                && (cascade["outline-color"] ?? "currentcolor").lowercased() == "currentcolor"
    }

    mutating func text(_ sublayers: inout [JSONValue]) {
        let isStyled = clipsToText || Self.textProperties.contains { cascade[$0] != nil }
        guard options.text != nil || isStyled else {
            unused += cascade.written(Self.propertiesOfLines)
            return
        }
        if options.text == nil { notes.append("the text is a sample") }
        var layer: JSONObject = ["type": "text"]
        let string = options.text ?? "Sample text"
        switch cascade["text-transform"]?.lowercased() ?? "none" {
        case let name where TextTransform(rawValue: name) != nil: if name != "none" { layer["textTransform"] = .string(name) }
        case let other:
            refuse("text-transform", "found \"\(other.prefix(20))\", expected uppercase, lowercase, capitalize or none")
        }
        if !isContainer { layer["frame"] = .rect(box.paddingBox) }
        // A scene would take `${` for a parameter.
        layer["string"] = .string(string.replacing("${", with: "$${"))
        let known = cascade
        if let font = read(
            cascade["font-weight"] != nil ? "font-weight" : "font-family",
            { _, _ throws(NotationError) in
                try CSSTextStyle.pattern(
                    families: known["font-family"], weight: known["font-weight"], style: known["font-style"],
                    stretch: known["font-stretch"])
            })
        {
            layer["font"] = .string(font)
        }
        layer["fontSize"] = .measure(units.fontSize)
        lines(&layer)
        cutLines(&layer)
        let padding = textPadding(&layer)
        if padding.contains(where: { $0 != 0 }) { layer["padding"] = .array(padding.map(JSONValue.measure)) }
        paint(&layer, &sublayers)
    }

    private mutating func lines(_ layer: inout JSONObject) {
        if let align = cascade["text-align"]?.lowercased() {
            if ["left", "right", "center", "start", "end"].contains(align) {
                if align != "start" { layer["alignment"] = .string(align) }
            } else if align == "justify" {
                layer["alignment"] = "justified"
            } else {
                refuse("text-align", "found \"\(align.prefix(20))\", expected left, right, center or justify")
            }
        }
        if let spacing = read(
            "letter-spacing",
            { converter, text throws(NotationError) in
                text.lowercased() == "normal"
                    ? 0 : try converter.length(text, base: converter.units.fontSize, isNegativeAllowed: true)
            }), spacing != 0
        {
            layer["letterSpacing"] = .measure(spacing)
        }
        if let space = cascade["white-space"]?.lowercased() {
            if ["nowrap", "pre"].contains(space) { layer["wrapped"] = false }
        }
        if cascade["text-wrap"]?.lowercased() == "balance" { layer["lineBreak"] = "balanced" }
        if cascade["direction"]?.lowercased() == "rtl" { layer["direction"] = "rtl" }
        for (property, key) in [("word-spacing", "wordSpacing"), ("text-indent", "textIndent")] {
            let base = property == "text-indent" ? box.paddingBox.width - box.padding[1] - box.padding[3] : units.fontSize
            if let points = read(
                property,
                { converter, text throws(NotationError) in
                    text.lowercased() == "normal" ? 0 : try converter.length(text, base: base, isNegativeAllowed: true)
                }), points != 0
            {
                layer[key] = .measure(points)
            }
        }
        decorations(&layer)
        stroke(&layer)
        fontFeatures(&layer)
        if let hyphens = cascade["hyphens"]?.lowercased(), hyphens != "manual" {
            refuse("hyphens", "words break at soft hyphens only, as with `manual`")
        }
    }

    /// The lines under, over and through the text.
    private mutating func decorations(_ layer: inout JSONObject) {
        let names = (cascade["text-decoration-line"] ?? "").lowercased().split(separator: " ")
        var line: JSONObject = [:]
        if let style = cascade["text-decoration-style"]?.lowercased(), style != "solid" { line["style"] = .string(style) }
        if cascade["text-decoration-color"].map({ $0.lowercased() != "currentcolor" }) == true,
            let color = read("text-decoration-color", { converter, text throws(NotationError) in try converter.color(text) })
        {
            line["color"] = .string(color)
        }
        func points(_ property: String, isNegativeAllowed: Bool, _ converter: inout CSSConverter) -> Double? {
            guard let text = converter.cascade[property]?.lowercased(), !["auto", "from-font"].contains(text) else {
                return nil
            }
            return converter.read(property) { converter, text throws(NotationError) in
                try converter.length(text, base: converter.units.fontSize, isNegativeAllowed: isNegativeAllowed)
            }
        }
        if let thickness = points("text-decoration-thickness", isNegativeAllowed: false, &self) {
            line["thickness"] = .measure(thickness)
        }
        func value(_ line: JSONObject) -> JSONValue { line.members.isEmpty ? true : .object(line) }
        if names.contains("line-through") { layer["strikethrough"] = value(line) }
        if names.contains("overline") { layer["overline"] = value(line) }
        if names.contains("underline") {
            if let offset = points("text-underline-offset", isNegativeAllowed: true, &self) {
                line["offset"] = .measure(offset)
            }
            layer["underline"] = value(line)
        }
    }

    /// The line around the glyphs.
    private mutating func stroke(_ layer: inout JSONObject) {
        let width = read("-webkit-text-stroke-width") { converter, text throws(NotationError) -> Double in
            return switch text.lowercased() {
            case "thin": 1
            case "medium": 3
            case "thick": 5
            default: try converter.length(text, base: converter.units.fontSize)
            }
        }
        guard let width, width > 0 else { return }
        let isOfText = (cascade["-webkit-text-stroke-color"] ?? "currentcolor").lowercased() == "currentcolor"
        let color =
            isOfText
            ? try? units.normalized(units.currentColor)
            : read("-webkit-text-stroke-color", { converter, text throws(NotationError) in try converter.color(text) })
        if let color { layer["textStroke"] = ["color": .string(color), "width": .measure(width)] }
    }

    /// A colour in the notation of scenes.
    private func color(_ text: String) throws(NotationError) -> String {
        let value = try units.normalized(text)
        _ = try Color(css: value)
        return value
    }

    /// The padding of the text.
    private mutating func textPadding(_ layer: inout JSONObject) -> [Double] {
        let size = units.fontSize
        let height =
            read("line-height") { converter, text throws(NotationError) -> Double? in
                if text.lowercased() == "normal" { return nil }
                let amount = try CSSCalculation.value(text, converter.units, base: size)
                guard amount.kind != .angle, amount.value > 0, amount.value <= CSSLimits.length else {
                    throw NotationError("found \"\(text.prefix(20))\", expected a number above 0 or a length")
                }
                return amount.kind == .number ? amount.value * size : amount.value
            } ?? nil
        if let height { layer["lineHeight"] = .measure(height) }
        // The padding of a container belongs to its layout.
        return isContainer ? [0, 0, 0, 0] : box.padding
    }

    private mutating func paint(_ layer: inout JSONObject, _ sublayers: inout [JSONValue]) {
        var color: String? = units.currentColor
        if let fill = read(
            "-webkit-text-fill-color",
            { converter, text throws(NotationError) in
                let value = try converter.units.normalized(text)
                _ = try Color(css: value)
                return value
            })
        {
            color = fill
        }
        if let text = color, let value = try? Color(css: text), value.alpha == 0 { color = nil }
        let shadows = readShadows("text-shadow") { text, color throws(NotationError) in
            try BoxShadow.list(css: text, currentColor: color)
        }
        if shadows.contains(where: { $0.isInset || $0.spread != 0 }) {
            refuse("text-shadow", "it takes neither inset nor a spread")
        }
        let list = shadows.map { shadow -> JSONValue in
            [
                "color": .string(shadow.color.css), "offset": [.measure(shadow.offset.x), .measure(shadow.offset.y)],
                "radius": .number(shadow.radius.value),
            ]
        }
        var images: [String] = []
        if clipsToText {
            images = imageLayers("background").map(\.image).filter { $0.lowercased() != "none" }
            if images.count > 1 { refuse("background-image", "several backgrounds in a text have no equal; use one") }
        }
        // The background lies below the shadows, and the shadows below the text.
        var background: JSONValue?
        if let image = images.first {
            background = read("background-image") { converter, _ throws(NotationError) in .string(try converter.gradient(image))
            }
        } else if clipsToText, let value = cascade["background-color"], let color = try? self.color(value) {
            background = .string(color)
        }
        if let background {
            layer["color"] = background
            sublayers.append(.object(layer))
        }
        // Shadows of a half transparent text are those of an opaque text.
        let isOpaque = color.flatMap { try? Color(css: $0) }.map { $0.alpha == 1 } ?? false
        if !list.isEmpty, !isOpaque {
            var caster = layer
            caster["color"] = "black"
            caster["drawsContents"] = false
            caster["shadows"] = .array(list)
            sublayers.append(.object(caster))
        }
        guard let color else { return }
        layer["color"] = .string(color)
        if !list.isEmpty, isOpaque { layer["shadows"] = .array(list) }
        sublayers.append(.object(layer))
    }
}
