import PenumbraScene
import PenumbraSystem

/// A part of a style sheet or of a `style` attribute without effect, with its place in its source.
package struct CSSNotice: Sendable {
    /// The number of the sheet, in the order in which sheets were added.
    package var sheet: Int
    /// The first byte of what has no effect.
    package var offset: Int
    package var message: Message
}

/// What a document makes of a declaration.
package enum CSSVerdict: Sendable {
    case accepted
    /// The value is malformed, so that the declaration counts as absent. Nil says nothing.
    case refused(Message?)
    /// The declaration has no effect here. Nil says nothing, as for properties that no still picture shows.
    case ignored(Message?)
}

/// Where style sheets stand in the cascade.
package enum CSSOrigin: Int, Sendable {
    case agent, author
}

/// A `@font-face` rule.
package struct CSSFontFace: Sendable {
    package var descriptors: [CSSDeclaration]
    package var sheet: Int
    package var offset: Int

    package subscript(name: String) -> String? { descriptors.last { $0.name == name }?.value }
}

/// The frames of an animation, by their place from 0 to 1.
package struct CSSKeyframes: Sendable {
    package struct Frame: Sendable {
        package var place: Double
        package var declarations: [CSSDeclaration]
    }
    /// In the order of their places.
    package var frames: [Frame]
}

/// The rules of all style sheets of a document, for one canvas.
package struct CSSStyleSheets: Sendable {
    package struct Rule: Sendable {
        package var selector: CSSSelector
        /// The place of its declarations in `blocks`.
        package var block: Int
        package var origin: CSSOrigin
        /// The number of the cascade layer in `layers`.
        package var layer: Int
        /// The number of the container query in `containerQueries`. Nil for a rule that always holds.
        package var query: Int?
    }

    /// What reading depends on.
    package struct Options: Sendable {
        package var media = CSSMedia()
        package var mostRules = 100_000
        /// Decides whether a document has use for a longhand with a value without references.
        package var review: @Sendable (_ name: String, _ value: String) -> CSSVerdict = { _, _ in .accepted }
        /// Properties that the document reads as a whole, although they are shorthands in CSS.
        package var wholes: Set<String> = []
        /// Whether the document has boxes, which `@container` and `@counter-style` are for.
        package var hasBoxes = false
        /// Whether lengths may lack their units and colours their hash marks, as in documents of quirks mode.
        package var hasQuirks = false
        /// The text of an imported sheet. Nil if it can't be read.
        package var imported: (@Sendable (_ path: String) -> String?)?

        package init() {}
    }

    package private(set) var rules: [Rule] = []
    package private(set) var blocks: [[CSSDeclaration]] = []
    package private(set) var fontFaces: [CSSFontFace] = []
    package private(set) var keyframes: [String: CSSKeyframes] = [:]
    package private(set) var registered: [String: CSSRegisteredProperty] = [:]
    package private(set) var containerQueries: [CSSContainerQuery] = []
    /// The descriptors of `@counter-style` rules, by the names of the styles.
    package private(set) var counterStyles: [String: CSSCounterStyle] = [:]
    /// Whether a rule makes an element a container.
    package private(set) var hasContainers = false
    package private(set) var notices: [CSSNotice] = []
    /// Whether there are more rules than allowed. The rest is left out.
    package private(set) var isTooLarge = false
    package let options: Options
    private var layers = CSSLayers()
    private var sheets = 0

    package init(_ options: Options = Options()) { self.options = options }

    /// Adds a sheet after those that were added before.
    ///
    /// - Returns: the sheet's number, which notices name.
    @discardableResult
    package mutating func add(_ text: String, origin: CSSOrigin = .author, media: String? = nil) -> Int {
        let number = sheets
        sheets += 1
        if let media, !options.media.matches(media) { return number }
        add(text, Place(sheet: number, origin: origin, layer: CSSLayers.root, depth: 0))
        return number
    }

    /// The rank of a layer among all layers: later ones count more, and rules outside of layers most.
    package var ranks: [Int] { layers.ranks }

    struct Place {
        var sheet: Int
        var origin: CSSOrigin
        var layer: Int
        var depth: Int
        /// The bytes that places of tokens refer to.
        var source: [UInt8] = []
        var parent: CSSSelectorList?
        /// Whether `:scope` is the parent, and the elements at which the scope ends.
        var isScoped = false
        var scopeEnd: CSSSelectorList?
        /// The number of the container query around.
        var query: Int?
        /// The prefixes of namespaces that the sheet declares.
        var prefixes: Set<String> = []
        /// The place of the `@import` in the sheet, for what an imported sheet has.
        var imported: Int?
    }

    mutating func note(_ place: Place, _ offset: Int, _ message: Message) {
        guard notices.count < 1000 else { return }
        notices.append(CSSNotice(sheet: place.sheet, offset: place.imported ?? offset, message: message))
    }

    /// The at-rules that may stand before `@namespace`, which style rules end.
    private static let namesOfFirstRules: Set<String> = ["charset", "import", "layer", "namespace"]

    private mutating func add(_ text: String, _ place: Place) {
        var parser = CSSParser(text)
        let rules = parser.styleSheet()
        var place = place
        place.source = parser.source
        for fault in parser.faults {
            note(place, fault.offset, fault.message)
        }
        let first = rules.prefix { $0.block == nil && $0.name.map { Self.namesOfFirstRules.contains($0) } ?? false }
        place.prefixes = Set(first.compactMap { $0.name == "namespace" ? $0.prelude.first { $0.kind == .ident }?.text : nil })
        var mayImport = true
        for rule in rules {
            if let name = rule.name, ["import", "layer", "charset"].contains(name), rule.block == nil {
                if name == "import", !mayImport { note(place, rule.offset, "@import stands after rules") }
                if name != "import" || mayImport { add(rule, place) }
            } else {
                mayImport = false
                add(rule, place)
            }
        }
    }

    private mutating func add(_ rule: CSSRule, _ place: Place) {
        guard rules.count < options.mostRules else {
            isTooLarge = true
            return
        }
        if let name = rule.name { addAtRule(name, rule, place) } else { addStyleRule(rule, place) }
    }

    // MARK: - Style rules

    private mutating func addStyleRule(_ rule: CSSRule, _ place: Place) {
        var parser = CSSSelectorParser(rule.prelude, parent: place.parent, prefixes: place.prefixes)
        parser.isScoped = place.isScoped
        guard var list = parser.list(isNested: place.parent != nil) else {
            let (offset, text) = Self.unknownSelector(rule, place)
            note(place, offset, "the selector \"\(oneLine(String(text.prefix(60))))\" is malformed or unknown")
            return
        }
        var inner = place
        if let end = place.scopeEnd { list = list.ending(before: end) }
        (inner.isScoped, inner.scopeEnd) = (false, nil)
        inner.parent = list
        addContents(rule.block ?? [], list, inner)
    }

    /// The first selector of a rule that can't be read, with its first byte.
    private static func unknownSelector(_ rule: CSSRule, _ place: Place) -> (offset: Int, text: String) {
        for selector in CSSTokenizer.split(rule.prelude, at: .comma) {
            var parser = CSSSelectorParser(Array(selector), parent: place.parent, prefixes: place.prefixes)
            guard parser.list(isNested: place.parent != nil) == nil else { continue }
            let tokens = selector.drop(while: \.isSpace)
            return (tokens.first?.range.lowerBound ?? rule.offset, CSSTokenizer.text(of: tokens, in: place.source))
        }
        return (rule.offset, CSSTokenizer.text(of: rule.prelude[...], in: place.source))
    }

    /// Adds what stands in the braces of a style rule, or of an at-rule inside one.
    mutating func addContents(_ items: [CSSBlockItem], _ list: CSSSelectorList, _ place: Place) {
        for item in items {
            switch item {
            case .declarations(let declarations):
                let accepted = reviewed(declarations, place)
                guard !accepted.isEmpty else { continue }
                blocks.append(accepted)
                if accepted.contains(where: { $0.name.hasPrefix("container-") }) { hasContainers = true }
                for selector in list.selectors {
                    guard rules.count < options.mostRules else {
                        isTooLarge = true
                        return
                    }
                    rules.append(
                        Rule(
                            selector: selector, block: blocks.count - 1, origin: place.origin, layer: place.layer,
                            query: place.query))
                }
            case .rule(let rule): add(rule, place)
            }
        }
    }

    /// The declarations that a document has use for, with shorthands split. Notices name the others.
    private mutating func reviewed(_ declarations: [CSSDeclaration], _ place: Place) -> [CSSDeclaration] {
        let (result, notices) = options.reviewed(declarations)
        for (offset, message) in notices { note(place, offset, message) }
        return result
    }

    // MARK: - At-rules

    private mutating func addAtRule(_ name: String, _ rule: CSSRule, _ place: Place) {
        switch name {
        case "media": if options.media.matches(rule.prelude) { addBlock(rule, place) }
        case "supports": if supports(rule.prelude, place) { addBlock(rule, place) }
        case "layer": addLayer(rule, place)
        case "container" where options.hasBoxes:
            guard let query = CSSContainerQuery(rule.prelude, outer: place.query) else {
                note(place, rule.offset, "@container needs a condition")
                return
            }
            if query.isUnknown { note(place, rule.offset, "the condition of @container is unknown, so it never holds") }
            var inner = place
            containerQueries.append(query)
            inner.query = containerQueries.count - 1
            addBlock(rule, inner)
        case "scope": addScope(rule, place)
        case "import": addImport(rule, place)
        case "font-face":
            fontFaces.append(CSSFontFace(descriptors: Self.declarations(rule), sheet: place.sheet, offset: rule.offset))
        case "keyframes", "-webkit-keyframes": addKeyframes(rule, place)
        case "property": addProperty(rule, place)
        case "counter-style" where options.hasBoxes: addCounterStyle(rule, place)
        // Pictures have no pages.
        case "charset", "namespace", "page": break
        case "starting-style", "view-transition", "counter-style", "font-feature-values", "font-palette-values",
            "position-try", "container":
            note(place, rule.offset, "@\(name) has no effect here")
        default:
            // At-rules of vendors are exempt, as their properties are.
            if !name.hasPrefix("-") { note(place, rule.offset, "@\(oneLine(String(name.prefix(40)))) is unknown") }
        }
    }

    private mutating func addCounterStyle(_ rule: CSSRule, _ place: Place) {
        let style = CSSCounterStyle(descriptors: Self.declarations(rule), sheet: place.sheet, offset: rule.offset)
        let prelude = rule.prelude.filter { !$0.isSpace }
        guard let name = prelude.first, prelude.count == 1, name.kind == .ident, CSSCounterStyle.mayDefine(name.text) else {
            note(place, rule.offset, "@counter-style needs a name that browsers don't have")
            return
        }
        for unknown in style.unknown {
            note(place, rule.offset, "@counter-style has no descriptor \(oneLine(String(unknown.prefix(40))))")
        }
        counterStyles[name.text] = style
    }

    private mutating func addBlock(_ rule: CSSRule, _ place: Place) {
        guard let items = rule.block else { return }
        if let parent = place.parent {
            // Declarations in a nested at-rule belong to the rule around it.
            addContents(items, parent, place)
            return
        }
        for item in items {
            switch item {
            case .rule(let inner): add(inner, place)
            case .declarations(let list):
                note(place, list[0].offset, "\(oneLine(String(list[0].name.prefix(40)))) stands outside of a rule")
            }
        }
    }

    private static func declarations(_ rule: CSSRule) -> [CSSDeclaration] {
        (rule.block ?? []).flatMap { item in
            if case .declarations(let list) = item { list } else { [] as [CSSDeclaration] }
        }
    }

    private mutating func addLayer(_ rule: CSSRule, _ place: Place) {
        let names = CSSTokenizer.split(rule.prelude, at: .comma).map { part in
            part.filter { !$0.isSpace }.filter { $0.kind == .ident }.map(\.text)
        }
        guard rule.block != nil else {
            for name in names where !name.isEmpty { _ = layers.add(name, in: place.layer) }
            return
        }
        guard names.count == 1 else {
            note(place, rule.offset, "@layer with braces has one name")
            return
        }
        var inner = place
        inner.layer = layers.add(names[0], in: place.layer)
        addBlock(rule, inner)
    }

    private mutating func addImport(_ rule: CSSRule, _ place: Place) {
        var tokens = rule.prelude[...]
        guard let first = tokens.popFirst() else { return }
        var path = first.text
        if first.kind == .function, first.text == "url" {
            guard let string = tokens.popFirst(), string.kind == .string else { return }
            path = string.text
            if tokens.first?.kind == .closeParenthesis { tokens.removeFirst() }
        }
        var inner = place
        inner.depth += 1
        inner.imported = place.imported ?? rule.offset
        tokens = tokens.drop(while: \.isSpace)
        if let word = tokens.first, word.isIdent("layer") {
            tokens.removeFirst()
            inner.layer = layers.add([], in: place.layer)
        } else if let word = tokens.first, word.kind == .function, word.text == "layer" {
            let end = CSSTokenizer.end(of: 0, in: Array(tokens))
            let names = tokens.prefix(end).filter { $0.kind == .ident }.map(\.text)
            inner.layer = layers.add(names, in: place.layer)
            tokens = tokens.dropFirst(end)
        }
        tokens = tokens.drop(while: \.isSpace)
        if let word = tokens.first, word.kind == .function, word.text == "supports" {
            let list = Array(tokens)
            let end = CSSTokenizer.end(of: 0, in: list)
            let isSupported = supports(Array(list[1..<max(1, end - 1)]), place, allowsDeclaration: true)
            guard isSupported else { return }
            tokens = tokens.dropFirst(end)
        }
        guard options.media.matches(Array(tokens)) else { return }
        guard inner.depth <= 8, let text = options.imported?(path) else {
            note(
                place, rule.offset,
                "the sheet \"\(oneLine(String(path.prefix(80))))\" of @import can't be read")
            return
        }
        add(CSSRebasedSheet(text, at: path).text, inner)
    }

    private mutating func addKeyframes(_ rule: CSSRule, _ place: Place) {
        guard let name = rule.prelude.first(where: { !$0.isSpace }), name.kind == .ident || name.kind == .string else { return }
        var frames: [CSSKeyframes.Frame] = []
        for case .rule(let frame) in rule.block ?? [] {
            let declarations = reviewed(Self.declarations(frame).filter { !$0.isImportant }, place)
            for token in frame.prelude where !token.isSpace && token.kind != .comma {
                switch token.kind {
                case .percentage where (0...100).contains(token.number):
                    frames.append(CSSKeyframes.Frame(place: token.number / 100, declarations: declarations))
                case .ident where token.isIdent("from"): frames.append(CSSKeyframes.Frame(place: 0, declarations: declarations))
                case .ident where token.isIdent("to"): frames.append(CSSKeyframes.Frame(place: 1, declarations: declarations))
                default: note(place, frame.offset, "a keyframe is from, to or a percentage from 0% to 100%")
                }
            }
        }
        // Of frames at one place, later ones count more.
        let sorted = frames.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
        keyframes[name.text] = CSSKeyframes(frames: sorted.map(\.element))
    }

    private mutating func addProperty(_ rule: CSSRule, _ place: Place) {
        guard let name = rule.prelude.first(where: { !$0.isSpace }), name.text.hasPrefix("--") else { return }
        let descriptors = Dictionary(Self.declarations(rule).map { ($0.name, $0.value) }) { $1 }
        guard let syntax = descriptors["syntax"], let inherits = descriptors["inherits"],
            let text = CSSTokenizer.tokens(syntax).first, text.kind == .string,
            descriptors["initial-value"] != nil || text.text.trimmingSpaces == "*"
        else {
            note(place, rule.offset, "@property needs syntax, inherits and initial-value")
            return
        }
        var property = CSSRegisteredProperty(
            syntax: text.text, inherits: inherits.asciiLowercased == "true", initial: descriptors["initial-value"])
        // A length of 0 has a unit in calculations.
        property.initial = property.initial.map { property.computed($0, .any) ?? $0 }
        registered[name.text] = property
    }
}
