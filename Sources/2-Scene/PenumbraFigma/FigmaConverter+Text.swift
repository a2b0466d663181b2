import PenumbraGeometry
import PenumbraJSON
import PenumbraScene

/// Texts and their runs.
extension FigmaConverter {
    mutating func text(_ layer: inout JSONObject, _ sublayers: inout [JSONValue], _ node: FigmaNode) throws(FigmaError) {
        let characters = try node.value.string("characters") ?? ""
        guard characters.utf16.count <= FigmaLimits.characters else {
            throw FigmaError("\(node.value.place).characters", "the text has more than \(FigmaLimits.characters) characters")
        }
        let style = node.value["style"] ?? FigmaValue(value: [:], place: .member(node.value.place, "style"))
        try look(&layer, style, node)
        layer["color"] = try color(node, node.value, "fills") ?? "transparent"
        let runs = try runs(node, characters, style)
        if runs.contains(where: { $0.1 != nil }) {
            let whole = layer
            layer["runs"] = .array(try runs.map { text, style throws(FigmaError) in try run(text, style, node, whole) })
        } else {
            layer["string"] = .string(Self.cased(characters, try style.string("textCase")).replacing("${", with: "$${"))
        }
        try block(&layer, style, node)
        if try !visible(node, "strokes").isEmpty { refuse(node, "strokes", "a stroke of a text has no equal") }
    }

    /// Stretches of characters of one style. Nil is the style of the whole text.
    private func runs(
        _ node: FigmaNode, _ characters: String, _ style: FigmaValue
    ) throws(FigmaError) -> [(String, FigmaValue?)] {
        let overrides = try node.value.list("characterStyleOverrides")
        guard !overrides.isEmpty, let table = node.value["styleOverrideTable"], case .object(let styles) = table.value else {
            return [(characters, nil)]
        }
        var known: [String: FigmaValue] = [:]
        for style in styles.members {
            known[style.key] = FigmaValue(value: style.value, place: .member(table.place, style.key))
        }
        var result: [(String, FigmaValue?)] = []
        let units = Array(characters.utf16)
        var start = 0
        func key(_ index: Int) throws(FigmaError) -> Int {
            let number = index < overrides.count ? try overrides[index].number() : 0
            return Int(max(0, min(1e6, number)))
        }
        while start < units.count {
            let own = try key(start)
            var end = start + 1
            while end < units.count, try key(end) == own { end += 1 }
            let override = own == 0 ? nil : known["\(own)"]
            result.append((String(decoding: units[start..<end], as: UTF16.self), override))
            start = end
            guard result.count <= FigmaLimits.runs else {
                throw FigmaError("\(table.place)", "the text has more than \(FigmaLimits.runs) stretches of styles")
            }
        }
        return result
    }

    private mutating func run(
        _ text: String, _ style: FigmaValue?, _ node: FigmaNode, _ layer: JSONObject
    ) throws(FigmaError) -> JSONValue {
        // A style override names what differs; a family is told with each of its weights.
        let base = node.value["style"]
        let usual = try base?.string("textCase")
        let string = JSONValue.string(
            Self.cased(text, try style?.string("textCase") ?? usual).replacing("${", with: "$${"))
        guard let style else { return string }
        var run: JSONObject = ["string": string]
        let whole = FigmaValue(value: Self.merged(base?.value, style.value), place: style.place)
        try look(&run, whole, node)
        // A run has the layer's value of each key that it lacks.
        for key in ["underline", "strikethrough"] where layer[key] != nil && run[key] == nil { run[key] = false }
        if layer["letterSpacing"] != nil, run["letterSpacing"] == nil { run["letterSpacing"] = 0 }
        if case .object(let features)? = layer["fontFeatures"] {
            var own: JSONObject = [:]
            for feature in features.members { own[feature.key] = 0 }
            if case .object(let changed)? = run["fontFeatures"] { own.merge(changed) }
            run["fontFeatures"] = .object(own)
        }
        if style["lineHeightPx"] != nil || style["lineHeightUnit"] != nil {
            if let height = try Self.lineHeight(whole) {
                run["lineHeight"] = .measure(height)
            } else if layer["lineHeight"] != nil {
                run["lineHeight"] = "normal"
            }
        }
        if style["fills"] != nil, let color = try color(node, style, "fills") { run["color"] = color }
        return .object(run)
    }

    private static func merged(_ base: JSONValue?, _ override: JSONValue) -> JSONValue {
        guard case .object(var result)? = base, case .object(let other) = override else { return override }
        result.merge(other)
        return .object(result)
    }

    private static func cased(_ text: String, _ name: String?) -> String {
        switch name {
        case "UPPER": text.uppercased()
        case "LOWER": text.lowercased()
        default: text
        }
    }

    private mutating func color(_ node: FigmaNode, _ owner: FigmaValue, _ key: String) throws(FigmaError) -> JSONValue? {
        let fills = try owner.list(key).filter { (try? $0.flag("visible", default: true)) ?? true }
        if fills.count > 1 { refuse(node, "fills", "a text shows its front-most fill only") }
        guard let fill = fills.last else { return nil }
        let size = try size(of: node)
        guard let paint = try paint(fill, node, size) else { return nil }
        guard case .plain(let value) = paint else {
            refuse(node, "fills", "this paint has no equal in a text")
            return nil
        }
        return value
    }

    /// The keys that texts and runs share.
    private mutating func look(_ layer: inout JSONObject, _ style: FigmaValue, _ node: FigmaNode) throws(FigmaError) {
        let size = max(0.1, try style.number("fontSize") ?? 12)
        let weight = try style.number("fontWeight") ?? 400
        let family = FontStack.escaped(family: try style.string("fontFamily") ?? "sans-serif")
        var font = family.isEmpty ? "sans-serif" : family
        let postScriptName = try style.string("fontPostScriptName") ?? ""
        let isSlanted = try style.flag("italic")
        let fontStyle = postScriptName.isEmpty ? try style.string("fontStyle")?.lowercased() ?? "" : ""
        let isItalic =
            isSlanted || postScriptName.contains("Italic") || fontStyle.contains("italic") || fontStyle.contains("oblique")
        font += FontStack.style(weight: weight, slant: isItalic ? .italic : .none)
        layer["font"] = .string(font)
        layer["fontSize"] = .measure(size)
        if let spacing = try style.number("letterSpacing"), spacing != 0 { layer["letterSpacing"] = .measure(spacing) }
        switch try style.string("textDecoration") ?? "NONE" {
        case "UNDERLINE": layer["underline"] = true
        case "STRIKETHROUGH": layer["strikethrough"] = true
        default: break
        }
        var features: JSONObject = [:]
        if let flags = style["opentypeFlags"], case .object(let object) = flags.value {
            for member in object.members {
                guard member.key.utf8.count == 4, case .number(let value) = member.value, value >= 0, value <= 100 else {
                    continue
                }
                features[member.key.lowercased()] = .number(value.rounded())
            }
        }
        switch try style.string("textCase") ?? "ORIGINAL" {
        case "SMALL_CAPS": features["smcp"] = 1
        case "SMALL_CAPS_FORCED":
            features["smcp"] = 1
            features["c2sc"] = 1
        case "TITLE": refuse(node, "textCase", "TITLE has no equal; write the capitals")
        default: break
        }
        if !features.members.isEmpty { layer["fontFeatures"] = .object(features) }
    }

    /// The first baseline of a text whose box reaches from the height of its capitals to its last baseline. Nil for other
    /// texts.
    static func trimmed(_ node: FigmaNode) -> Double? {
        guard node.type == "TEXT", let style = node.value["style"], (try? style.string("leadingTrim")) == "CAP_HEIGHT",
            ["HEIGHT", "WIDTH_AND_HEIGHT"].contains((try? style.string("textAutoResize")) ?? "NONE"),
            let line = try? style.number("lineHeightPx"), line > 0.1,
            let height = try? node.value["size"]?.number("y") ?? node.value.rect("absoluteBoundingBox")?.height
        else { return nil }
        return height - (height / line).rounded(.down) * line
    }

    /// The points of a line. Nil for the font's own height.
    private static func lineHeight(_ style: FigmaValue) throws(FigmaError) -> Double? {
        guard let height = try style.number("lineHeightPx"), height > 0,
            try style.string("lineHeightUnit") ?? "PIXELS" != "INTRINSIC_%"
        else { return nil }
        return height
    }

    /// The keys of the text as a whole: alignment, lines and wrapping.
    private mutating func block(_ layer: inout JSONObject, _ style: FigmaValue, _ node: FigmaNode) throws(FigmaError) {
        switch try style.string("textAlignHorizontal") ?? "LEFT" {
        case "CENTER": layer["alignment"] = "center"
        case "RIGHT": layer["alignment"] = "right"
        case "JUSTIFIED": layer["alignment"] = "justified"
        default: layer["alignment"] = "left"
        }
        switch try style.string("textAlignVertical") ?? "TOP" {
        case "CENTER": layer["verticalAlignment"] = "center"
        case "BOTTOM": layer["verticalAlignment"] = "bottom"
        default: break
        }
        if let height = try Self.lineHeight(style) { layer["lineHeight"] = .measure(height) }
        let resize = try style.string("textAutoResize") ?? "NONE"
        if resize == "WIDTH_AND_HEIGHT" { layer["wrapped"] = false }
        if try style.string("textTruncation") == "ENDING" || resize == "TRUNCATE" {
            // Without a number of lines, the text ends where its box does.
            let usual = (try style.number("fontSize") ?? 12) * 1.2
            let height = max(0.1, try style.number("lineHeightPx") ?? usual)
            let room = (try size(of: node).height / height + 0.01).rounded(.down)
            layer["maximumLines"] = .number(max(1, min(10_000, (try style.number("maxLines") ?? room).rounded())))
        }
        if let baseline = Self.trimmed(node) {
            layer["verticalAlignment"] = "baseline"
            layer["baselineOffset"] = .measure(-baseline)
        } else if let trim = try style.string("leadingTrim"), trim != "NONE" {
            refuse(node, "style.leadingTrim", "\(trim) in a box of fixed height has no equal")
        }
        try paragraphs(&layer, style, node)
    }
}
