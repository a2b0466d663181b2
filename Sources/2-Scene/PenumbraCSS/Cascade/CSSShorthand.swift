import PenumbraElementary
import PenumbraScene

/// Splits shorthand properties into their longhands.
enum CSSShorthand {
    typealias Part = (String, String)

    /// Shorthands of a box that arranges its content.
    static let ofContainers: Set = ["flex-flow"]

    static func longhands(_ name: String, _ value: String) throws(NotationError) -> [Part] {
        let words = CSSPieces.words(value)
        switch name {
        case "background", "mask": return try layers(name, value)
        case "padding": return try sides(words, value).map { ("padding-\($0)", $1) }
        case "padding-inline", "padding-block":
            let names = name == "padding-inline" ? ["left", "right"] : ["top", "bottom"]
            guard let first = words.first, words.count <= 2 else { throw expected("1 or 2 lengths", value) }
            return [("padding-\(names[0])", first), ("padding-\(names[1])", words.last ?? first)]
        case "padding-inline-start", "padding-inline-end", "padding-block-start", "padding-block-end":
            return [("padding-\(side(name.dropFirst(8)))", value)]
        case "inline-size": return [("width", value)]
        case "block-size": return [("height", value)]
        case "border-radius": return try radii(value)
        case "border":
            let line = try line(words, value)
            return CSSBoxStyle.sides.flatMap { side in line.map { ("border-\(side)-\($0.0)", $0.1) } }
        case "border-top", "border-right", "border-bottom", "border-left":
            return try line(words, value).map { ("\(name)-\($0.0)", $0.1) }
        case "border-inline-start", "border-inline-end", "border-block-start", "border-block-end":
            let side = side(name.dropFirst(7))
            return try line(words, value).map { ("border-\(side)-\($0.0)", $0.1) }
        case "border-width", "border-style", "border-color":
            return try sides(words, value).map { ("border-\($0)-\(name.dropFirst(7))", $1) }
        case "outline": return try line(words, value).map { ("outline-\($0.0)", $0.1) }
        case "font": return try font(words, value)
        case "font-variant": return try fontVariant(words, value)
        case "text-decoration": return try decoration(words, value)
        case "-webkit-text-stroke":
            let isWidth = { (word: String) in word.first.map { $0.isNumber || $0 == "." } == true || lineWidths.contains(word) }
            return [
                ("-webkit-text-stroke-width", words.first(where: isWidth) ?? "0"),
                ("-webkit-text-stroke-color", words.first { !isWidth($0) } ?? "currentcolor"),
            ]
        case "animation": return animation(value)
        case "marker": return ["start", "mid", "end"].map { ("marker-\($0)", value) }
        case "gap", "grid-gap": return try pair(["row-gap", "column-gap"], words, value)
        case "place-items": return try pair(["align-items", "justify-items"], alignments(words), value)
        case "place-content": return try pair(["align-content", "justify-content"], alignments(words), value)
        case "flex-flow":
            let parts = words.map { ($0.lowercased().contains("wrap") ? "flex-wrap" : "flex-direction", $0) }
            guard (1...2).contains(parts.count), parts.count == 1 || parts[0].0 != parts[1].0 else {
                throw expected("a direction and a wrap", value)
            }
            return parts
        case "overflow": return try pair(["overflow-x", "overflow-y"], words, value)
        case "word-wrap": return [("overflow-wrap", value)]
        case "grid-row-gap", "grid-column-gap": return [(String(name.dropFirst("grid-".count)), value)]
        case "page-break-after", "page-break-before", "page-break-inside":
            return [(String(name.dropFirst("page-".count)), value.isEqualIgnoringCase(to: "always") ? "page" : value)]
        default:
            if let parts = try ofBoxes(name, value) { return parts }
            if let known = nearest(to: name) { throw NotationError("it is no property; did you mean \"\(known)\"?") }
            throw NotationError("it has no equal in scenes")
        }
    }

    /// The longhands of a list of animations: CSS Animations 1, section 4.9.
    private static func animation(_ value: String) -> [Part] {
        let initial = [
            "name": "none", "duration": "0s", "delay": "0s", "iteration-count": "1", "direction": "normal", "fill-mode": "none",
            "play-state": "running", "timing-function": "ease",
        ]
        let keywords = [
            "direction": ["normal", "reverse", "alternate", "alternate-reverse"],
            "fill-mode": ["none", "forwards", "backwards", "both"],
            "play-state": ["running", "paused"], "iteration-count": ["infinite"],
            "timing-function": ["linear", "ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end"],
        ]
        let order = ["timing-function", "iteration-count", "direction", "fill-mode", "play-state"]
        var lists: [String: [String]] = [:]
        for item in CSSPieces.list(value) {
            var found: [String: String] = [:]
            for word in CSSPieces.words(item) {
                let name = word.asciiLowercased
                let amount = try? CSSCalculation.value(word, .any, base: nil)
                if let amount, amount.kind == .time {
                    found[found["duration"] == nil ? "duration" : "delay"] = word
                } else if amount?.kind == .number {
                    found["iteration-count"] = word
                } else if ["cubic-bezier(", "steps(", "linear("].contains(where: name.hasPrefix) {
                    found["timing-function"] = word
                } else if let key = order.first(where: { found[$0] == nil && keywords[$0]?.contains(name) == true }) {
                    found[key] = word
                } else {
                    found["name"] = word
                }
            }
            for (key, standard) in initial { lists[key, default: []].append(found[key] ?? standard) }
        }
        return lists.map { ("animation-\($0.key)", $0.value.joined(separator: ", ")) }
    }

    private static let lineWidths = ["thin", "medium", "thick"]

    /// The parts of `text-decoration`, in any order. Parts that it leaves out are reset.
    private static func decoration(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        var parts: [Part] = []
        var lines: [String] = []
        for word in words {
            switch word.lowercased() {
            case "none", "underline", "overline", "line-through", "blink": lines.append(word.lowercased())
            case "solid", "double", "dotted", "dashed", "wavy": parts.append(("text-decoration-style", word.lowercased()))
            case "auto", "from-font": parts.append(("text-decoration-thickness", "auto"))
            case let length where length.first.map { $0.isNumber || $0 == "." } == true || length.hasPrefix("calc("):
                parts.append(("text-decoration-thickness", word))
            default: parts.append(("text-decoration-color", word))
            }
        }
        // Each part comes once.
        guard Set(parts.map(\.0)).count == parts.count, Set(lines).count == lines.count else {
            throw expected("a line, a style, a colour and a thickness", value)
        }
        let standard = [
            ("text-decoration-line", lines.isEmpty ? "none" : lines.joined(separator: " ")), ("text-decoration-style", "solid"),
            ("text-decoration-thickness", "auto"), ("text-decoration-color", "currentcolor"),
        ]
        return standard.map { name, value in parts.first { $0.0 == name } ?? (name, value) }
    }

    static func expected(_ what: String, _ value: String) -> NotationError {
        NotationError("found \"\(value.prefix(40))\", expected \(what)")
    }

    /// The shorthands, for suggestions.
    private static let names: Set = [
        "background", "mask", "padding", "padding-inline", "padding-block", "inline-size", "block-size", "border-radius",
        "border",
        "border-top", "border-right", "border-bottom", "border-left", "border-width", "border-style", "border-color", "outline",
        "font", "font-variant",
        "text-decoration", "gap", "place-items", "place-content", "flex-flow", "overflow", "margin", "flex", "inset", "cursor",
    ]

    /// The property that a misspelt or camel-cased name means.
    private static func nearest(to name: String) -> String? {
        guard !name.hasPrefix("-") else { return nil }
        let all = (CSSBoxStyle.longhands.union(names).union(CSSUnused.names)).sorted()
        guard let near = Spelling.nearest(to: name, in: all), near != name else { return nil }
        // Properties of CSS that only look alike aren't misspelt.
        return near.first == name.first || near.filter({ $0 != "-" }) == name.filter({ $0 != "-" }) ? near : nil
    }

    static func pair(_ names: [String], _ words: [String], _ value: String) throws(NotationError) -> [Part] {
        guard let first = words.first, words.count <= 2 else { throw expected("1 or 2 values", value) }
        return [(names[0], first), (names[1], words.last ?? first)]
    }

    /// The words of alignments, with `safe` and its like and the word behind it as one.
    static func alignments(_ words: [String]) -> [String] {
        var result: [String] = []
        for word in words {
            if let last = result.last, ["safe", "unsafe", "first", "last"].contains(last.lowercased()) {
                result[result.count - 1] += " " + word
            } else {
                result.append(word)
            }
        }
        return result
    }

    static func side(_ logical: Substring) -> String {
        switch logical {
        case "inline-start": "left"
        case "inline-end": "right"
        case "block-start": "top"
        default: "bottom"
        }
    }

    static func sides(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        guard (1...4).contains(words.count) else { throw expected("1 to 4 values", value) }
        let right = words.count > 1 ? words[1] : words[0]
        let bottom = words.count > 2 ? words[2] : words[0]
        return [("top", words[0]), ("right", right), ("bottom", bottom), ("left", words.count > 3 ? words[3] : right)]
    }

    private static func radii(_ value: String) throws(NotationError) -> [Part] {
        let parts = CSSPieces.sides(value)
        guard parts.count <= 2 else { throw expected("radii such as `8px` or `50% / 20px`", value) }
        let across = try sides(CSSPieces.words(parts[0]), value).map(\.1)
        let down = parts.count > 1 ? try sides(CSSPieces.words(parts[1]), value).map(\.1) : across
        return CSSBoxStyle.corners.indices.map { ("border-\(CSSBoxStyle.corners[$0])-radius", "\(across[$0]) \(down[$0])") }
    }

    static let lineStyles = [
        "none", "hidden", "solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset", "auto",
    ]

    /// The width, style and colour of a border or an outline.
    static func line(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        var (width, style, color) = ("medium", "none", "currentcolor")
        var known: Set<String> = []
        guard words.count <= 3 else { throw expected("a width, a style and a colour", value) }
        for word in words {
            let name = word.lowercased()
            let isWidth = ["thin", "medium", "thick"].contains(name) || startsLength(name)
            guard known.insert(lineStyles.contains(name) ? "style" : isWidth ? "width" : "colour").inserted else {
                throw expected("a width, a style and a colour", value)
            }
            if lineStyles.contains(name) {
                style = name
            } else if isWidth {
                width = word
            } else {
                color = word
            }
        }
        return [("width", width), ("style", style), ("color", color)]
    }

    static func startsLength(_ word: String) -> Bool {
        DecimalNumber.end(in: Array(word.utf8), from: 0) != nil
            || ["calc(", "min(", "max(", "clamp("].contains { word.lowercased().hasPrefix($0) }
    }

    private static func font(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        // The shorthand resets the features too.
        var result: [Part] = [
            ("font-style", "normal"), ("font-weight", "normal"), ("line-height", "normal"), ("font-stretch", "normal"),
            ("font-feature-settings", "normal"), ("font-variation-settings", "normal"),
        ]
        if words.count == 1, systemFonts.contains(words[0].lowercased()) {
            return result + [("font-size", "13.3333px"), ("font-family", "system-ui, sans-serif")]
        }
        result += CSSFontFeatures.variants.map { ($0.property, "normal") }
        var rest = words[...]
        var weights = 0
        while let word = rest.first, !isFontSize(word) {
            let name = word.lowercased()
            if ["bold", "bolder", "lighter"].contains(name) || Double(name) != nil { weights += 1 }
            guard weights < 2 else { throw expected("one weight", value) }
            switch name {
            case "normal": break
            case "italic": result.append(("font-style", name))
            case "oblique":
                let angle = rest.dropFirst().first.flatMap { isAngle($0) ? $0 : nil }
                if angle != nil { rest.removeFirst() }
                result.append(("font-style", angle.map { "oblique \($0)" } ?? name))
            case _ where FontStack.width(css: name) != nil && !name.hasSuffix("%"): result.append(("font-stretch", name))
            case "bold", "bolder", "lighter": result.append(("font-weight", name))
            case "small-caps": result.append(("font-variant-caps", name))
            case _ where Double(name) != nil: result.append(("font-weight", name))
            default:
                throw NotationError("found \"\(word.prefix(30))\" in font, expected a style, a weight, a size and a family")
            }
            rest.removeFirst()
        }
        guard let size = rest.popFirst() else { throw expected("a font such as `600 16px/1.5 Inter, sans-serif`", value) }
        result.append(("font-size", size))
        if rest.first == "/" {
            rest.removeFirst()
            guard let height = rest.popFirst() else { throw expected("a line height after the slash", value) }
            result.append(("line-height", height))
        }
        guard !rest.isEmpty else { throw expected("a font family after the size", value) }
        result.append(("font-family", rest.joined(separator: " ")))
        return result
    }

    /// The longhands of `font-variant`. Those without a keyword are reset.
    private static func fontVariant(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        let variants = CSSFontFeatures.variants.filter { $0.property != "font-kerning" }
        let names = words.map { $0.lowercased() }
        if let other = names.first(where: { name in name != "normal" && !variants.contains { $0.keywords[name] != nil } }) {
            throw NotationError("found \"\(other.prefix(30))\", expected keywords such as small-caps and tabular-nums")
        }
        return variants.map { property, keywords in
            let own = names.filter { keywords[$0] != nil }
            return (property, own.isEmpty ? "normal" : own.joined(separator: " "))
        }
    }

    private static let systemFonts: Set = ["caption", "icon", "menu", "message-box", "small-caption", "status-bar"]

    private static func isAngle(_ word: String) -> Bool {
        let tokens = CSSTokenizer.tokens(word)
        return tokens.count == 1 && tokens[0].kind == .dimension && ["deg", "grad", "rad", "turn"].contains(tokens[0].text)
    }

    private static func isFontSize(_ word: String) -> Bool {
        let name = word.lowercased()
        if CSSTextStyle.namedSizes[name] != nil || ["larger", "smaller"].contains(name) { return true }
        return startsLength(name) && Double(name) == nil
    }

    // MARK: - background and mask

    /// The longhands of `background` or `mask`, each with one value per layer.
    private static func layers(_ name: String, _ value: String) throws(NotationError) -> [Part] {
        var lists: [String: [String]] = [:]
        var color = "transparent"
        let layers = CSSPieces.list(value)
        for (index, layer) in layers.enumerated() {
            var found = try self.layer(layer, isMask: name == "mask")
            if let last = found.removeValue(forKey: "color") {
                guard index == layers.count - 1 else { throw NotationError("only the last background may have a colour") }
                color = last
            }
            for key in ["image", "position", "size", "repeat", "origin", "clip", "mode", "composite", "attachment"] {
                lists[key, default: []].append(found[key] ?? initial[key] ?? "")
            }
        }
        let others: Set = name == "mask" ? ["attachment"] : ["mode", "composite"]
        var result = lists.filter { !others.contains($0.key) }
            .map { ("\(name)-\($0.key)", $0.value.joined(separator: ", ")) }
        if name == "background" { result.append(("background-color", color)) }
        return result
    }

    static let initial = [
        "image": "none", "position": "0% 0%", "size": "auto", "repeat": "repeat", "origin": "auto", "clip": "auto",
        "mode": "match-source", "composite": "add", "attachment": "scroll",
    ]

    private static func layer(_ text: String, isMask: Bool) throws(NotationError) -> [String: String] {
        var result: [String: String] = [:]
        var isSize = false
        var last = ""
        func twice(_ key: String) -> NotationError {
            NotationError("\"\(text.prefix(40))\" has more than one \(key)")
        }
        for word in CSSPieces.words(text) {
            let name = word.lowercased()
            func add(_ key: String) {
                result[key] = result[key].map { "\($0) \(word)" } ?? word
                last = key
            }
            let before = last
            last = ""
            if word == "/" {
                guard before == "position" else { throw expected("a position before the slash", text) }
                isSize = true
            } else if name == "none" || name.hasPrefix("url(") || name.contains("gradient(") || name.hasPrefix("image-set(")
                || name.hasPrefix("-webkit-image-set(")
            {
                if result["image"] != nil { throw twice("picture") }
                result["image"] = word
            } else if ["repeat", "no-repeat", "repeat-x", "repeat-y", "space", "round"].contains(name) {
                add("repeat")
            } else if ["border-box", "padding-box", "content-box", "text"].contains(name) {
                if result["origin"] != nil, result["origin"] != result["clip"] { throw twice("clip") }
                if result["origin"] == nil, name != "text" { result["origin"] = word }
                result["clip"] = word
            } else if isMask, name == "no-clip" {
                result["clip"] = word
            } else if !isMask, ["scroll", "local", "fixed"].contains(name) {
                result["attachment"] = name
            } else if isMask, ["alpha", "luminance", "match-source"].contains(name) {
                result["mode"] = word
            } else if isMask, ["add", "subtract", "intersect", "exclude"].contains(name) {
                result["composite"] = word
            } else if isSize, startsLength(name) || ["auto", "cover", "contain"].contains(name) {
                add("size")
            } else if startsLength(name) || ["left", "right", "top", "bottom", "center"].contains(name) {
                add("position")
            } else if !isMask {
                if result["color"] != nil { throw twice("colour") }
                result["color"] = word
            } else {
                throw NotationError("found \"\(word.prefix(30))\" in mask")
            }
        }
        if let position = result["position"], !CSSPlaceSyntax.isPosition(position, isBackground: !isMask) {
            throw expected("a position such as `center` or `right 10px top 5px`", text)
        }
        if let size = result["size"], !CSSPlaceSyntax.isSize(size) { throw expected("a size behind the slash", text) }
        if let repetition = result["repeat"], !CSSPlaceSyntax.isRepetition(repetition) { throw twice("repetition") }
        return result
    }
}
