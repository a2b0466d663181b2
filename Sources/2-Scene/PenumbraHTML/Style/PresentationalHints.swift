import PenumbraCSS

/// The declarations that attributes of HTML stand for: the HTML standard, section "Rendering".
enum PresentationalHints {
    static func declarations(_ element: HTMLElement, table: HTMLElement?) -> [CSSDeclaration] {
        guard element.isHTML, !element.attributes.isEmpty || table != nil else { return [] }
        var result: [CSSDeclaration] = []
        func add(_ name: String, _ value: String) { result.append(CSSDeclaration(name: name, value: value)) }
        func dimension(_ attribute: String, _ property: String) {
            if let value = element[attribute].flatMap(length) { add(property, value) }
        }
        func color(_ attribute: String, _ property: String) {
            if let value = element[attribute].map(legacyColor) { add(property, value) }
        }
        switch element.name {
        case "select" where FormControl.isListBox(element):
            add("vertical-align", "text-bottom")
        case "input" where element["type"]?.trimmingSpaces.asciiLowercased == "image":
            dimension("width", "width")
            dimension("height", "height")
        case "img", "video", "canvas", "iframe", "embed", "object":
            // The attributes of a canvas are its natural size.
            if element.name != "canvas" {
                dimension("width", "width")
                dimension("height", "height")
            }
            if ["img", "video", "canvas"].contains(element.name), let width = element["width"].flatMap(Double.init),
                let height = element["height"].flatMap(Double.init), width > 0, height > 0
            {
                add("aspect-ratio", "auto \(width) / \(height)")
            }
            if element.name != "canvas" {
                for side in ["left", "right"] { dimension("hspace", "margin-\(side)") }
                for side in ["top", "bottom"] { dimension("vspace", "margin-\(side)") }
            }
            switch element["align"]?.asciiLowercased {
            case "left": add("float", "left")
            case "right": add("float", "right")
            case "middle", "absmiddle", "center": add("vertical-align", "middle")
            case "top": add("vertical-align", "top")
            default: break
            }
            if let border = element["border"].flatMap(length) { addBorder(border, to: &result) }
        case "table":
            dimension("width", "width")
            dimension("height", "height")
            color("bgcolor", "background-color")
            if let spacing = element["cellspacing"].flatMap(length) { add("border-spacing", spacing) }
            addTableBorders(element, to: &result)
            background(element, add)
            switch element["align"]?.asciiLowercased {
            case "left": add("float", "left")
            case "right": add("float", "right")
            case "center":
                add("margin-left", "auto")
                add("margin-right", "auto")
            default: break
            }
        case "td", "th":
            dimension("width", "width")
            dimension("height", "height")
            color("bgcolor", "background-color")
            if element["nowrap"] != nil { add("white-space", "nowrap") }
            align(element, add)
            if let padding = table?["cellpadding"].flatMap(length) {
                for side in ["top", "right", "bottom", "left"] { add("padding-\(side)", padding) }
            }
            background(element, add)
            if let table { addCellBorders(table, to: &result) }
        case "tr", "tbody", "thead", "tfoot":
            if let table, element.name != "tr" { addGroupBorders(table, ["top", "bottom"], to: &result) }
            dimension("height", "height")
            color("bgcolor", "background-color")
            background(element, add)
            align(element, add)
        case "col", "colgroup":
            if let table, element.name == "colgroup" { addGroupBorders(table, ["left", "right"], to: &result) }
            dimension("width", "width")
        case "body":
            color("bgcolor", "background-color")
            color("text", "color")
            background(element, add)
            // The margin of one side is that of the other too.
            let across = element["marginwidth"] ?? element["leftmargin"] ?? element["rightmargin"]
            let down = element["marginheight"] ?? element["topmargin"] ?? element["bottommargin"]
            for (sides, value) in [(["left", "right"], across), (["top", "bottom"], down)] {
                if let margin = value.flatMap(length) { for side in sides { add("margin-\(side)", margin) } }
            }
        case "caption":
            if element["align"]?.asciiLowercased == "bottom" { add("caption-side", "bottom") } else { align(element, add) }
        case "font":
            color("color", "color")
            if let face = element["face"] { add("font-family", face) }
            if let size = element["size"].flatMap(fontSize) { add("font-size", size) }
        case "hr":
            dimension("width", "width")
            switch element["align"]?.asciiLowercased {
            case "left":
                add("margin-left", "0")
                add("margin-right", "auto")
            case "right":
                add("margin-left", "auto")
                add("margin-right", "0")
            default: break
            }
            // The border counts in the size.
            if let size = element["size"].flatMap({ Int($0.trimmingSpaces) }) {
                if size <= 1 { add("border-bottom-width", "0") } else { add("height", "\(min(size, 1_000_000) - 2)px") }
            }
            if let value = element["color"].map(legacyColor) ?? (element["noshade"] == nil ? nil : "gray") {
                add("background-color", value)
                for side in ["top", "right", "bottom", "left"] {
                    add("border-\(side)-style", "solid")
                    add("border-\(side)-color", value)
                }
            }
        case "p", "div", "h1", "h2", "h3", "h4", "h5", "h6":
            let isHeading = element.name.hasPrefix("h")
            switch element["align"]?.asciiLowercased {
            case "left": add("text-align", isHeading ? "left" : "-webkit-left")
            case "right": add("text-align", isHeading ? "right" : "-webkit-right")
            case "center", "middle": add("text-align", isHeading ? "center" : "-webkit-center")
            case "justify": add("text-align", "justify")
            default: break
            }
        case "ol", "ul", "li":
            if let type = element["type"] {
                let kinds = [
                    "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
                    "disc": "disc", "circle": "circle", "square": "square", "none": "none",
                ]
                if let kind = kinds[type] ?? kinds[type.asciiLowercased] { add("list-style-type", kind) }
            }
        case "br":
            if let clear = element["clear"]?.asciiLowercased { add("clear", clear == "all" ? "both" : clear) }
        default: break
        }
        if !ownAlignments.contains(element.name), let align = element["align"]?.asciiLowercased {
            // As in Chromium, the other elements take any value of the property.
            add("text-align", align == "middle" ? "center" : align)
        }
        return result
    }

    /// Elements for which the attribute `align` has a meaning of its own, or none.
    private static let ownAlignments: Set<String> = [
        "img", "video", "canvas", "iframe", "embed", "object", "input", "table", "tbody", "thead", "tfoot", "tr", "td", "th",
        "col", "colgroup", "caption", "hr", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "br",
    ]

    private static func addBorder(_ width: String, to result: inout [CSSDeclaration]) {
        for side in ["top", "right", "bottom", "left"] {
            result.append(CSSDeclaration(name: "border-\(side)-width", value: width))
            result.append(CSSDeclaration(name: "border-\(side)-style", value: "solid"))
        }
    }

    private static func background(_ element: HTMLElement, _ add: (String, String) -> Void) {
        guard let address = element["background"]?.trimmingSpaces, !address.isEmpty else { return }
        let escaped = address.flatMap { character in
            switch character {
            case "\"", "\\": "\\\(character)"
            case "\n", "\r", "\u{c}": ""
            default: "\(character)"
            }
        }
        add("background-image", "url(\"\(String(escaped))\")")
    }

    private static func align(_ element: HTMLElement, _ add: (String, String) -> Void) {
        if let align = element["align"]?.asciiLowercased {
            switch align {
            case "center", "middle": add("text-align", "-webkit-center")
            case "left", "right": add("text-align", "-webkit-\(align)")
            case "justify": add("text-align", align)
            default: break
            }
        }
        if let align = element["valign"]?.asciiLowercased, ["top", "middle", "bottom", "baseline"].contains(align) {
            add("vertical-align", align)
        }
    }

    /// The HTML standard's dimension: digits, then perhaps a percent sign.
    static func length(_ text: String) -> String? {
        let text = text.trimmingSpaces
        let digits = text.prefix { $0.isNumber && $0.isASCII || $0 == "." }
        guard let number = Double(digits), number.isFinite, number < 1e7 else { return nil }
        return text.dropFirst(digits.count).first == "%" ? "\(digits)%" : "\(digits)px"
    }

    private static func fontSize(_ text: String) -> String? {
        let sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
        let text = text.trimmingSpaces
        guard let number = Int(text.filter { $0 != "+" }), (-99...99).contains(number) else { return nil }
        let level = text.hasPrefix("+") || text.hasPrefix("-") ? 3 + number : number
        return sizes[max(1, min(7, level)) - 1]
    }

    /// A colour by the HTML standard's rules for old documents, which read digits without a number sign.
    static func legacyColor(_ text: String) -> String {
        let text = text.trimmingSpaces
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if digits.allSatisfy(\.isHexDigit), digits.count == 6 || digits.count == 3 { return "#\(digits)" }
        return text
    }
}
