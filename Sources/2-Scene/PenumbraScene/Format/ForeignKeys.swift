import PenumbraElementary

/// Keys that people know from Core Animation, CSS, SVG and Figma, with the keys that replace them in this format.
enum ForeignKeys {
    struct Hint {
        /// The key to use instead.
        let key: String
        /// The key with a value, as it appears in a scene.
        let example: String
    }

    /// The first suitable replacement for `key` in an object with the keys of `table`. Case, hyphens and underscores don't
    /// matter.
    static func hint(_ key: String, _ value: JSONValue, in table: KeyTable) -> Hint? {
        let word = plain(key)
        if word == "display", value != "none", table.contains("layout") {
            let isGrid = if case .string(let text) = value { text.contains("grid") } else { false }
            let example = isGrid ? "{\"display\": \"grid\"}" : "{\"direction\": \"row\"}"
            return Hint(key: "layout", example: "\"layout\": \(example)")
        }
        if let hint = hints[word]?.first(where: { table.contains($0.key) }) { return hint }
        // A misspelt key of CSS, unless a key of the format is as near.
        guard Spelling.nearest(to: key, in: table.keys) == nil,
            let near = Spelling.nearest(to: word, in: hints.keys.sorted().filter { $0.count > 5 })
        else { return nil }
        return hints[near]?.first { table.contains($0.key) }
    }

    /// The word among `words` that replaces a word of Core Animation or CSS, or else the nearest word by spelling.
    static func nearest(to word: String, in words: [String]) -> String? {
        if let known = values[plain(word)]?.first(where: words.contains) { return known }
        return Spelling.nearest(to: word, in: words)
    }

    private static func plain(_ word: String) -> String { String(decoding: Spelling.normalized(word), as: UTF8.self) }

    /// Values that people know from elsewhere, with the values that replace them in this format.
    private static let values: [String: [String]] = [
        "calayer": ["layer"], "uiview": ["layer"], "view": ["layer"], "group": ["layer"], "rect": ["layer"],
        "cagradientlayer": ["gradient"], "cashapelayer": ["shape"], "path": ["shape"], "catextlayer": ["text"],
        "uilabel": ["text"], "uiimageview": ["image"], "picture": ["image"], "photo": ["image"],
        "aspectfill": ["resizeAspectFill"], "scaleaspectfill": ["resizeAspectFill"], "cover": ["resizeAspectFill"],
        "aspectfit": ["resizeAspect"], "scaleaspectfit": ["resizeAspect"], "contain": ["resizeAspect"],
        "fill": ["resize"], "scaletofill": ["resize"], "stretch": ["resize"],
        "saturation": ["saturate"], "greyscale": ["grayscale"], "hue": ["hue-rotate"], "shadow": ["drop-shadow"],
        "leading": ["left"], "natural": ["left"], "start": ["left"], "trailing": ["right"], "end": ["right"],
    ]

    private static let hints: [String: [Hint]] = {
        var result: [String: [Hint]] = [:]
        func add(_ names: String, _ key: String, _ value: String) {
            for name in names.split(separator: " ") {
                result[String(name), default: []].append(Hint(key: key, example: "\"\(key)\": \(value)"))
            }
        }
        add("shadow shadows", "shadows", #"[{"opacity": 0.3, "offset": [0, 4], "radius": 6}]"#)
        add("shadowopacity", "shadows", #"[{"opacity": 0.3}]"#)
        add("shadowoffset shadowx shadowy", "shadows", #"[{"offset": [0, 4]}]"#)
        add("shadowradius shadowblur", "shadows", #"[{"radius": 6}]"#)
        add("shadowcolor", "shadows", #"[{"color": "black"}]"#)
        add("shadowpath", "shadows", #"[{"path": "M0 0H9V9Z"}]"#)
        add("textshadow dropshadow", "shadows", #"[{"opacity": 0.3, "offset": [0, 1], "radius": 2}]"#)
        add("innershadow", "innerShadows", #"[{"opacity": 0.3, "offset": [0, 1], "radius": 2}]"#)
        add(
            "bounds", "frame",
            "[position.x - anchorPoint.x * w, position.y - anchorPoint.y * h, w, h], with w and h of bounds.size")
        add("rect x y size origin", "frame", "[x, y, width, height]")
        add("left", "inset", "[null, null, null, 20]")
        add("top", "inset", "[20, null, null, null]")
        add("right", "inset", "[null, 20, null, null]")
        add("bottom", "inset", "[null, null, 20, null]")
        add("paddingtop paddingleft paddingright paddingbottom paddinghorizontal paddingvertical", "padding", "[8, 16]")
        add("margintop marginleft marginright marginbottom marginhorizontal marginvertical", "margin", "[8, 16]")
        add("flex grow", "flexGrow", "1")
        add("shrink", "flexShrink", "1")
        add("flexdirection axis", "layout", #"{"direction": "column"}"#)
        add("flexwrap", "layout", #"{"wrap": "wrap"}"#)
        add("gap spacing itemspacing rowgap columngap", "layout", #"{"gap": 12}"#)
        add("justifycontent distribution primaryaxisalignitems", "layout", #"{"justifyContent": "space-between"}"#)
        add("alignitems counteraxisalignitems", "layout", #"{"alignItems": "center"}"#)
        add("gridtemplatecolumns", "layout", #"{"display": "grid", "templateColumns": "1fr 1fr"}"#)
        add("gridtemplaterows", "layout", #"{"display": "grid", "templateRows": "auto 1fr"}"#)
        add("gridautoflow", "layout", #"{"display": "grid", "autoFlow": "column"}"#)
        add("gridtemplateareas gridtemplate", "layout", #"{"display": "grid", "templateAreas": ["a b"]}"#)
        add("aligncontent", "layout", #"{"alignContent": "center"}"#)
        add("flexdirection axis", "direction", #""column""#)
        add("flexwrap", "wrap", #""wrap""#)
        add("spacing itemspacing rowgap columngap", "gap", "12")
        add("children layers views items", "sublayers", "[…]")
        add("text content label value title", "string", #""…""#)
        add("src url image href source photo backgroundimage picture", "contents", #""photo.jpg""#)
        add("fill", "fillColor", #""red""#)
        add("stroke", "strokeColor", #""red""#)
        add("strokewidth", "lineWidth", "2")
        add("strokelinecap", "lineCap", #""round""#)
        add("strokelinejoin", "lineJoin", #""round""#)
        add("strokedasharray", "lineDashPattern", "[4, 2]")
        add("d data", "path", #""M0 0H9V9Z""#)
        add("background bgcolor backgroundimage", "backgroundColor", #""red""#)
        add("borderradius radius corners rx", "cornerRadius", "8")
        add("alpha", "opacity", "0.5")
        add("maskedcorners", "cornerRadius", "[8, 8, 0, 0]")
        add("border", "borderWidth", #"1, "borderColor": "black""#)
        add("bordertopwidth borderrightwidth borderbottomwidth borderleftwidth", "borderWidth", "1")
        add("bordertopcolor borderrightcolor borderbottomcolor borderleftcolor", "borderColor", #""black""#)
        add(
            "bordertopleftradius bordertoprightradius borderbottomrightradius borderbottomleftradius", "cornerRadius",
            "[8, 8, 0, 0]")
        add("rotation rotate scale translate", "transform", #""rotate(10deg)""#)
        add("affinetransform", "transform", #""matrix(a, b, c, d, tx, ty)""#)
        add("transformorigin", "anchorPoint", "[0.5, 0.5]")
        add("clippath", "mask", #"{"type": "shape", "path": "M0 0H9V9Z"}"#)
        add("zindex", "zPosition", "1")
        add("visible visibility display ishidden", "hidden", "true")
        add("overflow clip cliptobounds clipstobounds", "masksToBounds", "true")
        add("objectfit contentmode fit", "contentsGravity", #""resizeAspectFill""#)
        add("objectposition", "contentsGravity", #""top""#)
        add("fontfamily fontname typeface", "font", #""DejaVu Sans:bold""#)
        add("fontweight bold", "font", #""DejaVu Sans:bold""#)
        add("textcolor foregroundcolor", "color", #""black""#)
        add("textalign textalignment align alignmentmode", "alignment", #""center""#)
        add("kerning tracking", "letterSpacing", "1")
        add("numberoflines maxlines lineclamp truncationmode", "maximumLines", "2")
        add("mixblendmode compositingfilter", "blendMode", #""multiply""#)
        add("backdropfilter", "backdropFilter", #""blur(12px) saturate(180%)""#)
        // Keys inside shadows and paths, which have no keys of layers.
        add("shadowopacity", "opacity", "0.3")
        add("shadowoffset shadowx shadowy", "offset", "[0, 4]")
        add("shadowradius shadowblur", "radius", "6")
        add("shadowcolor", "color", #""black""#)
        add("shadowpath", "path", #""M0 0H9V9Z""#)
        add("cornerradius borderradius", "radius", "8")
        add("roundedrect cornerradius", "rect", #"[0, 0, 100, 50], "radius": 8"#)
        // Suggestions for keys of layers of another type.
        add("fill", "backgroundColor", #""red""#)
        add("text content label value title", "type", #""text", "string": "…""#)
        add("src url image href source photo picture", "type", #""image", "contents": "photo.jpg""#)
        add("d data stroke strokewidth", "type", #""shape", "path": "M0 0H9V9Z""#)
        return result
    }()
}
