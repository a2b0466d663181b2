import PenumbraScene
import PenumbraSystem

/// The longhand properties of one box, with variables replaced, and the declarations that have no equal.
struct CSSBoxStyle {
    private(set) var values: [String: String] = [:]
    var issues: [CSSIssue] = []
    /// Declarations that change nothing in the picture of one box, such as `cursor`.
    private(set) var unused: [String] = []
    private var importance: [String: Int] = [:]
    /// The names under which longhands were written.
    private var spellings: [String: String] = [:]

    init(_ rules: CSSRules, _ options: CSSOptions) {
        issues = rules.issues
        var budget = CSSLimits.valueBytes
        var units = CSSUnits(fontSize: options.fontSize, rootFontSize: options.fontSize, viewport: options.viewport)
        units.isDark = options.isDark
        let variables = CSSVariables(options.variables).child(
            rules.variables, registered: rules.registered, units: units, budget: &budget)
        let plain = Set(rules.declarations.map(\.name))
        for declaration in rules.declarations {
            var name = declaration.name
            if let base = Self.unprefixed(name) {
                // The standard property, if it is there too, has the value that is meant.
                if plain.contains(base) { continue }
                name = base
            }
            do throws(NotationError) {
                let value = try Self.replaced(declaration, variables, declaredAs: rules.variables, rules.registered, &budget)
                try declare(name, value, declaration.isImportant ? 1 : 0)
            } catch {
                issues.append(CSSIssue(declaration.name, error.words))
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// The names, as they were written, of those properties that the box has.
    func written(_ names: [String]) -> [String] {
        var result: [String] = []
        for name in names where values[name] != nil {
            let spelling = spellings[name] ?? name
            if !result.contains(spelling) { result.append(spelling) }
        }
        return result
    }

    private static func replaced(
        _ declaration: CSSDeclaration, _ variables: CSSVariables, declaredAs own: [String: String],
        _ registered: [String: CSSRegisteredProperty],
        _ budget: inout Int
    ) throws(NotationError) -> String {
        guard declaration.hasReferences else { return declaration.value }
        if let value = variables.replaced(declaration.value, registered: registered, budget: &budget) {
            return value.trimmingSpaces
        }
        if budget <= 0 { throw NotationError("the value is too long with its variables") }
        if let name = variables.missing(in: declaration.value), own[name] == nil {
            throw NotationError("var(\(name.prefix(60))) has no value; declare it or write a fallback")
        }
        throw NotationError("a var() refers to itself, or is nested more than \(CSSLimits.variableDepth) deep")
    }

    private static func unprefixed(_ name: String) -> String? {
        for prefix in ["-webkit-", "-moz-", "-ms-", "-o-"] where name.hasPrefix(prefix) {
            let base = String(name.dropFirst(prefix.count))
            return [
                "text-fill-color", "text-stroke", "font-smoothing", "osx-font-smoothing", "tap-highlight-color", "appearance",
            ]
            .contains(base) ? nil : base
        }
        return nil
    }

    private mutating func set(_ name: String, _ value: String, _ level: Int) {
        guard importance[name, default: 0] <= level else { return }
        importance[name] = level
        if ["initial", "unset", "revert", "revert-layer"].contains(value.lowercased()) {
            values[name] = nil
        } else {
            values[name] = value
        }
    }

    private mutating func declare(_ name: String, _ value: String, _ level: Int) throws(NotationError) {
        if value.lowercased() == "inherit", !["color", "font", "font-family"].contains(name) {
            throw NotationError("`inherit` needs a parent; write the value")
        }
        if Self.longhands.contains(name) { return set(name, value, level) }
        if CSSUnused.contains(name), !CSSShorthand.ofContainers.contains(name) {
            if !unused.contains(name) { unused.append(name) }
            return
        }
        let longhands = try CSSShorthand.longhands(name, value)
        if longhands.contains(where: { $0.0 == "background-attachment" && $0.1.contains("fixed") }) {
            throw NotationError("`fixed` has no equal in scenes")
        }
        if name.hasPrefix("corner-"), name.hasSuffix("-shape") {
            throw NotationError("single corners have no equal in scenes; write corner-shape")
        }
        for (key, part) in longhands where key != "background-attachment" {
            spellings[key] = name
            set(key, part, level)
        }
    }

    static let sides = ["top", "right", "bottom", "left"]
    static let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]

    static let longhands: Set<String> = {
        var names: Set<String> = [
            "width", "height", "min-width", "min-height", "max-width", "max-height", "aspect-ratio", "box-sizing", "opacity",
            "box-shadow", "filter", "backdrop-filter", "transform", "transform-origin", "translate", "rotate", "scale",
            "mix-blend-mode", "clip-path", "color", "-webkit-text-fill-color", "font-size", "font-family", "font-weight",
            "font-style", "font-stretch", "line-height", "letter-spacing", "text-align", "text-shadow", "text-transform",
            "text-decoration-line", "text-decoration-color", "text-decoration-style", "text-decoration-thickness",
            "text-underline-offset", "-webkit-text-stroke-width", "-webkit-text-stroke-color", "word-spacing", "text-indent",
            "outline-width", "outline-style", "outline-color", "outline-offset", "white-space",
            "display", "visibility", "font-feature-settings", "font-variation-settings", "direction", "text-wrap", "hyphens",
            "corner-shape", "backface-visibility", "vertical-align", "perspective",
        ]
        names.formUnion(CSSConverter.propertiesOfContainers + CSSConverter.propertiesOfLines)
        names.formUnion(CSSFontFeatures.variants.map(\.property))
        for name in ["image", "position", "size", "repeat", "origin", "clip", "color", "blend-mode"] {
            names.insert("background-\(name)")
        }
        for name in ["image", "position", "size", "repeat", "origin", "clip", "mode", "composite"] {
            names.insert("mask-\(name)")
        }
        for side in sides {
            names.insert("padding-\(side)")
            for part in ["width", "style", "color"] { names.insert("border-\(side)-\(part)") }
        }
        for corner in corners { names.insert("border-\(corner)-radius") }
        return names
    }()
}

/// Properties that change nothing in the picture of one box that stands still.
enum CSSUnused {
    static func contains(_ name: String) -> Bool {
        names.contains(name)
            || [
                "margin", "transition", "animation", "scroll-", "grid", "flex", "inset", "overscroll-", "view-", "page-",
                "break-",
            ]
            .contains { name == $0 || name.hasPrefix($0.hasSuffix("-") ? $0 : $0 + "-") }
    }

    static let names: Set<String> = [
        "position", "top", "right", "bottom", "left", "float", "clear", "z-index", "order", "align-self", "justify-self",
        "place-self",
        "cursor", "pointer-events", "user-select", "will-change", "isolation", "contain", "content-visibility",
        "touch-action", "resize", "-webkit-font-smoothing", "-moz-osx-font-smoothing", "font-smoothing", "text-rendering",
        "-webkit-tap-highlight-color", "-webkit-appearance", "-moz-appearance", "appearance", "outline-none",
        "background-attachment", "content", "caret-color", "accent-color", "color-scheme",
        "box-decoration-break", "transform-style", "list-style",
        "text-size-adjust", "object-fit", "object-position", "zoom-none", "tab-size",
    ]
}
