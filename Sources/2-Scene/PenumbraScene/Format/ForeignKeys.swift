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
    static func hint(_ key: String, in table: KeyTable) -> Hint? {
        hints[String(decoding: Spelling.normalized(key), as: UTF8.self)]?.first { table.contains($0.key) }
    }

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
        add("position bounds rect x y left top width height size origin", "frame", "[x, y, width, height]")
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
        add("background bgcolor", "backgroundColor", #""red""#)
        add("borderradius radius corners rx", "cornerRadius", "8")
        add("alpha", "opacity", "0.5")
        add("rotation rotate scale translate", "transform", #""rotate(10deg)""#)
        add("zindex", "zPosition", "1")
        add("visible visibility display ishidden", "hidden", "true")
        add("overflow clip cliptobounds clipstobounds", "masksToBounds", "true")
        add("objectfit contentmode fit", "contentsGravity", #""resizeAspectFill""#)
        add("fontfamily fontname typeface", "font", #""DejaVu Sans:bold""#)
        add("fontweight bold", "font", #""DejaVu Sans:bold""#)
        add("textcolor foregroundcolor", "color", #""black""#)
        add("textalign textalignment align", "alignment", #""center""#)
        add("kerning tracking", "letterSpacing", "1")
        add("numberoflines maxlines lineclamp", "maximumLines", "2")
        add("mixblendmode compositingfilter", "blendMode", #""multiply""#)
        add("backdropfilter", "backdropBlur", "12")
        // Suggestions for keys of layers of another type.
        add("fill", "backgroundColor", #""red""#)
        add("text content label value title", "type", #""text", "string": "…""#)
        add("src url image href source photo picture", "type", #""image", "contents": "photo.jpg""#)
        add("d data stroke strokewidth", "type", #""shape", "path": "M0 0H9V9Z""#)
        return result
    }()
}
