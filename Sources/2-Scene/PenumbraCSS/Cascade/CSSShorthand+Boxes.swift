import PenumbraScene

/// The shorthands of boxes in a page: margins, insets, flexible boxes, grids and lists.
extension CSSShorthand {
    /// The longhands of a shorthand of this kind. Nil for other names.
    static func ofBoxes(_ name: String, _ value: String) throws(NotationError) -> [Part]? {
        let words = CSSPieces.words(value)
        switch name {
        case "margin": return try sides(words, value).map { ("margin-\($0)", $1) }
        case "inset": return try sides(words, value).map { ($0, $1) }
        case "margin-inline", "margin-block", "inset-inline", "inset-block":
            let names = name.hasSuffix("inline") ? ["left", "right"] : ["top", "bottom"]
            let prefix = name.hasPrefix("margin") ? "margin-" : ""
            return try pair(names.map { prefix + $0 }, words, value)
        case "margin-inline-start", "margin-inline-end", "margin-block-start", "margin-block-end":
            return [("margin-\(side(name.dropFirst(7)))", value)]
        case "inset-inline-start", "inset-inline-end", "inset-block-start", "inset-block-end":
            return [(side(name.dropFirst(6)), value)]
        case "min-inline-size", "max-inline-size": return [("\(name.prefix(3))-width", value)]
        case "min-block-size", "max-block-size": return [("\(name.prefix(3))-height", value)]
        case "border-inline", "border-block":
            let (first, last) = name.hasSuffix("inline") ? ("left", "right") : ("top", "bottom")
            let line = try longhands("border-\(first)", value)
            return line + line.map { ($0.0.replacing(first, with: last), $0.1) }
        case "border-inline-width", "border-inline-style", "border-inline-color", "border-block-width", "border-block-style",
            "border-block-color":
            let names = name.contains("inline") ? ["left", "right"] : ["top", "bottom"]
            let part = name.split(separator: "-").last ?? ""
            return try pair(names.map { "border-\($0)-\(part)" }, words, value)
        case "border-start-start-radius": return [("border-top-left-radius", value)]
        case "border-start-end-radius": return [("border-top-right-radius", value)]
        case "border-end-start-radius": return [("border-bottom-left-radius", value)]
        case "border-end-end-radius": return [("border-bottom-right-radius", value)]
        case _ where name.hasPrefix("corner-") && name.hasSuffix("-shape"):
            guard let names = CSSProperty.shorthands[name] else { return nil }
            guard (1...names.count).contains(words.count) else { throw expected("1 to \(names.count) shapes", value) }
            return names.enumerated().map { index, name in
                (name, index < words.count ? words[index] : index == 3 && words.count > 1 ? words[1] : words[0])
            }
        case "flex": return try flex(words, value)
        case "place-self": return try places("self", words, value)
        case "grid-row", "grid-column": return try lines([name + "-start", name + "-end"], value)
        case "grid-area":
            return try lines(["grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"], value)
        case "grid-template": return try gridTemplate(value)
        case "grid": return try grid(value)
        case "list-style": return try listStyle(words, value)
        case "border-image": return try borderImage(words, value)
        case "column-rule": return try line(words, value).map { ("column-rule-\($0.0)", $0.1) }
        case "text-wrap": return textWrap(words)
        case "container":
            let sides = CSSPieces.sides(value)
            guard sides.count <= 2 else { throw expected("a name and a type, as in card / inline-size", value) }
            return [("container-name", sides[0]), ("container-type", sides.count > 1 ? sides[1] : "normal")]
        case "text-box":
            if value.asciiLowercased == "normal" { return [("text-box-trim", "none"), ("text-box-edge", "auto")] }
            let trims = words.filter { $0.asciiLowercased.hasPrefix("trim-") || $0.asciiLowercased == "none" }
            let edges = words.filter { !trims.contains($0) }
            guard trims.count <= 1, edges.count <= 2 else {
                throw expected("a trim and edges, as in trim-both cap alphabetic", value)
            }
            return [
                ("text-box-trim", trims.first ?? "trim-both"),
                ("text-box-edge", edges.isEmpty ? "auto" : edges.joined(separator: " ")),
            ]
        case "text-emphasis":
            let marks: Set = ["none", "filled", "open", "dot", "circle", "double-circle", "triangle", "sesame"]
            let isMark = { (word: String) in
                marks.contains(word.asciiLowercased) || "\"'".contains(word.prefix(1)) && !word.isEmpty
            }
            let colors = words.filter { !isMark($0) }
            guard colors.count <= 1 else { throw expected("a mark and a colour", value) }
            let style = words.filter(isMark)
            return [
                ("text-emphasis-style", style.isEmpty ? "none" : style.joined(separator: " ")),
                ("text-emphasis-color", colors.first ?? "currentcolor"),
            ]
        case "contain-intrinsic-size":
            var sides: [String] = []
            for word in words {
                if sides.last?.asciiLowercased == "auto" { sides[sides.count - 1] += " \(word)" } else { sides.append(word) }
            }
            return try pair(["contain-intrinsic-width", "contain-intrinsic-height"], sides, value)
        case "contain-intrinsic-inline-size": return [("contain-intrinsic-width", value)]
        case "contain-intrinsic-block-size": return [("contain-intrinsic-height", value)]
        case "columns":
            let sides = CSSPieces.sides(value)
            let words = CSSPieces.words(sides[0])
            guard sides.count <= 2 else { throw expected("a width, a number and a height of columns", value) }
            let count = words.first { Int($0) != nil }
            let width = words.first { Int($0) == nil && $0.lowercased() != "auto" }
            guard (1...2).contains(words.count), words.filter({ Int($0) != nil }).count <= 1,
                words.filter({ Int($0) == nil && $0.lowercased() != "auto" }).count <= 1
            else { throw expected("a width and a number of columns", value) }
            let height = sides.count > 1 ? [("column-height", sides[1])] : []
            return [("column-count", count ?? "auto"), ("column-width", width ?? "auto")] + height
        case "transition", "scroll-margin", "scroll-padding", "scroll-snap": return []
        default:
            for sides in ["border-inline-start-", "border-inline-end-", "border-block-start-", "border-block-end-"]
            where name.hasPrefix(sides) {
                let part = name.dropFirst(sides.count)
                guard ["width", "style", "color"].contains(part) else { return nil }
                return [("border-\(side(sides.dropFirst(7).dropLast()))-\(part)", value)]
            }
            return nil
        }
    }

    private static func places(_ end: String, _ words: [String], _ value: String) throws(NotationError) -> [Part] {
        try pair(["align-\(end)", "justify-\(end)"], alignments(words), value)
    }

    /// CSS Flexbox 1, section 7.1.1.
    private static func flex(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        func parts(_ grow: String, _ shrink: String, _ basis: String) -> [Part] {
            [("flex-grow", grow), ("flex-shrink", shrink), ("flex-basis", basis)]
        }
        switch words.map({ $0.lowercased() }) {
        case ["none"]: return parts("0", "0", "auto")
        case ["auto"]: return parts("1", "1", "auto")
        case ["initial"]: return parts("0", "1", "auto")
        default: break
        }
        var numbers: [String] = []
        var basis: String?
        var last = ""
        for word in words {
            let amount = try? CSSCalculation.value(word, .any, base: nil)
            if amount?.kind == .number, numbers.count < 2 {
                // The factors stand together.
                guard numbers.isEmpty || last == "factor" else { throw expected("flex factors and a basis", value) }
                last = "factor"
                numbers.append(word)
            } else if basis == nil {
                last = "basis"
                basis = word
            } else {
                throw expected("flex factors and a basis, such as `1 1 0%`", value)
            }
        }
        guard !words.isEmpty, words.count <= 3 else { throw expected("flex factors and a basis", value) }
        // Without a basis, the factors share the whole space.
        return parts(numbers.first ?? "1", numbers.count > 1 ? numbers[1] : "1", basis ?? "0%")
    }

    /// CSS Grid 1, section 8.4: lines that are left out repeat a name, or are automatic.
    private static func lines(_ names: [String], _ value: String) throws(NotationError) -> [Part] {
        let parts = CSSPieces.sides(value)
        guard parts.count <= names.count, parts.allSatisfy({ !$0.isEmpty }) else { throw expected("lines of a grid", value) }
        func isName(_ text: String) -> Bool {
            let word = text.lowercased()
            return CSSPieces.words(text).count == 1 && word != "auto" && word != "span" && Int(word) == nil
                && !word.hasPrefix("-") && !word.hasPrefix("calc(")
        }
        var result = parts
        while result.count < names.count {
            // The end repeats the start of its axis; a column's start repeats the row's.
            let source = result.count == 1 ? result[0] : result.count == 2 ? result[0] : result[1]
            result.append(isName(source) ? source : "auto")
        }
        return zip(names, result).map { ($0, $1) }
    }

    private static func gridTemplate(_ value: String) throws(NotationError) -> [Part] {
        func parts(_ rows: String, _ columns: String, _ areas: String) -> [Part] {
            [("grid-template-rows", rows), ("grid-template-columns", columns), ("grid-template-areas", areas)]
        }
        if value.lowercased() == "none" { return parts("none", "none", "none") }
        let halves = CSSPieces.sides(value)
        guard halves.count <= 2 else { throw expected("rows / columns", value) }
        guard value.contains("\"") || value.contains("'") else {
            guard halves.count == 2 else { throw expected("rows / columns", value) }
            return parts(halves[0], halves[1], "none")
        }
        // Strings are rows of areas, each with names of lines before and a size and names behind.
        var (rows, areas): ([String], [String]) = ([], [])
        var hasSize = true
        for word in CSSPieces.words(halves[0]) {
            if word.hasPrefix("\"") || word.hasPrefix("'") {
                if !hasSize { rows.append("auto") }
                areas.append(word)
                hasSize = false
            } else if word.hasPrefix("[") {
                if !hasSize, areas.count > 0, rows.last?.hasPrefix("[") != true || !hasSize {
                    // Names behind an area without a size belong to the line after an automatic row.
                    rows.append("auto")
                    hasSize = true
                }
                rows.append(word)
            } else {
                rows.append(word)
                hasSize = true
            }
        }
        if !hasSize { rows.append("auto") }
        return parts(rows.joined(separator: " "), halves.count > 1 ? halves[1] : "none", areas.joined(separator: " "))
    }

    private static func grid(_ value: String) throws(NotationError) -> [Part] {
        let reset = [("grid-auto-rows", "auto"), ("grid-auto-columns", "auto"), ("grid-auto-flow", "row")]
        let halves = CSSPieces.sides(value)
        func flow(_ half: String) -> (sizes: String, isDense: Bool)? {
            let words = CSSPieces.words(half)
            guard words.contains(where: { $0.lowercased() == "auto-flow" }) else { return nil }
            let rest = words.filter { !["auto-flow", "dense"].contains($0.lowercased()) }
            return (rest.isEmpty ? "auto" : rest.joined(separator: " "), rest.count + 1 < words.count)
        }
        guard halves.count == 2 else { return try gridTemplate(value) + reset }
        if let (sizes, isDense) = flow(halves[0]) {
            return [
                ("grid-template-rows", "none"), ("grid-template-columns", halves[1]), ("grid-template-areas", "none"),
                ("grid-auto-rows", sizes), ("grid-auto-columns", "auto"), ("grid-auto-flow", isDense ? "row dense" : "row"),
            ]
        }
        if let (sizes, isDense) = flow(halves[1]) {
            return [
                ("grid-template-rows", halves[0]), ("grid-template-columns", "none"), ("grid-template-areas", "none"),
                ("grid-auto-rows", "auto"), ("grid-auto-columns", sizes),
                ("grid-auto-flow", isDense ? "column dense" : "column"),
            ]
        }
        return try gridTemplate(value) + reset
    }

    private static func listStyle(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        var (type, position, image): (String?, String?, String?)
        var nones = 0
        for word in words {
            let name = word.lowercased()
            if name == "inside" || name == "outside" {
                position = name
            } else if name.hasPrefix("url(") || name.contains("gradient(") {
                image = word
            } else if name == "none" {
                nones += 1
            } else {
                type = word
            }
        }
        let free = (type == nil ? 1 : 0) + (image == nil ? 1 : 0)
        guard words.count <= 3, nones <= free else { throw expected("a type, a place and a picture", value) }
        // `none` is the value of each part that no other word sets.
        return [
            ("list-style-type", type ?? (nones > 0 ? "none" : "disc")), ("list-style-position", position ?? "outside"),
            ("list-style-image", image ?? "none"),
        ]
    }

    private static func borderImage(_ words: [String], _ value: String) throws(NotationError) -> [Part] {
        var source = "none"
        var sections: [[String]] = [[]]
        var repeats: [String] = []
        for word in words {
            let name = word.lowercased()
            if word == "/" {
                sections.append([])
            } else if name == "none" || name.hasPrefix("url(") || name.contains("gradient(") || name.hasPrefix("image-set(") {
                source = word
            } else if ["stretch", "repeat", "round", "space"].contains(name) {
                repeats.append(name)
            } else {
                sections[sections.count - 1].append(word)
            }
        }
        guard sections.count <= 3 else { throw expected("a source, slices / widths / outsets and repeats", value) }
        func text(_ index: Int, _ standard: String) -> String {
            index < sections.count && !sections[index].isEmpty ? sections[index].joined(separator: " ") : standard
        }
        return [
            ("border-image-source", source), ("border-image-slice", text(0, "100%")), ("border-image-width", text(1, "1")),
            ("border-image-outset", text(2, "0")),
            ("border-image-repeat", repeats.isEmpty ? "stretch" : repeats.joined(separator: " ")),
        ]
    }

    private static func textWrap(_ words: [String]) -> [Part] {
        var (mode, style) = ("wrap", "auto")
        for word in words.map({ $0.lowercased() }) {
            if word == "wrap" || word == "nowrap" { mode = word } else { style = word }
        }
        return [("text-wrap-mode", mode), ("text-wrap-style", style)]
    }
}
