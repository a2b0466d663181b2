import PenumbraCSS
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import PenumbraSystem

/// Computes the styles of elements from style sheets, attributes and parents.
struct HTMLCascade {
    let tree: HTMLTree
    var context: StyleContext
    private let css: CSSCascade
    /// The index of each node among the elements of `css`.
    private let elements: [Int]
    /// The bytes that long values and those that replace references may still have.
    private var budget = HTMLLimits.valueBytes
    private let fonts: EmbeddedFonts?
    private let styles: StyleCache.Styles
    /// The style that the root element inherits from.
    let root: HTMLStyle
    /// The pseudo-elements that rules name.
    private let pseudoElements: Set<String>
    /// The parts of style sheets and attributes without effect.
    private(set) var notices: [HTMLError] = []
    /// The notices about `style` attributes, which have their places in the document.
    private(set) var attributeNotices: [AttributeNotice] = []

    /// A notice about a part of an element's `style` attribute.
    struct AttributeNotice {
        var node: Int
        var offset: Int
        var message: Message

        func error(_ tree: HTMLTree) -> HTMLError {
            let node = tree.nodes[node]
            let place = node.element?.stylePlace?.advanced(to: offset, in: (node.element?["style"] ?? "").utf8)
            return HTMLError(.unsupported, at: place ?? node.place, message)
        }
    }

    /// The sizes of containers' contents, by their nodes. Those that are missing aren't known yet.
    var containerSizes: [Int: Size] = [:]
    /// The colour of links that the attribute `link` of the body gives.
    private let linkColor: String?
    /// Whether an element of the document is a container.
    private(set) var hasContainers = false
    /// The seconds after which no animation changes anything.
    private(set) var duration = 0.0

    init(_ tree: HTMLTree, _ sheets: HTMLStyleSheets, _ context: StyleContext, fonts: EmbeddedFonts?) throws(HTMLError) {
        (self.tree, self.context, self.fonts, styles) = (tree, context, fonts, sheets.styles)
        var root = HTMLStyle.root
        if fonts != nil {
            root.text.embedded = fonts
            root.text.font = root.text.fontStack
        }
        root.text.isDark = Self.asksForDark(tree, prefersDark: context.prefersDark)
        self.root = root
        hasContainers = sheets.sheets.hasContainers
        let body = tree.nodes.first?.children.first { tree.nodes[$0].element?.name == "body" }
        linkColor = body.flatMap { tree.nodes[$0].element?["link"] }.map(PresentationalHints.legacyColor)
        pseudoElements = Set(sheets.sheets.rules.compactMap(\.selector.pseudoElement))
        var elements = [Int](repeating: -1, count: tree.nodes.count)
        var css = CSSTree()
        let states = FormStates(tree).states
        for (index, node) in tree.nodes.enumerated() {
            switch node.content {
            case .text: if node.parent >= 0 { css.addText(to: elements[node.parent]) }
            case .element(let element):
                elements[index] = css.add(
                    element.name, attributes: element.attributes, parent: node.parent >= 0 ? elements[node.parent] : nil,
                    isHTML: element.isHTML)
                if let states = states[index] { css.setStates(states, of: elements[index]) }
            }
        }
        guard
            let cascade = CSSCascade(
                css, sheets.sheets, mostWork: HTMLLimits.comparisons, mostMatches: HTMLLimits.matches)
        else {
            throw HTMLError(
                at: HTMLPlace(),
                "\(css.elements.count) elements and \(sheets.sheets.rules.count) rules are more than can be compared; use fewer"
            )
        }
        (self.css, self.elements) = (cascade, elements)
    }

    /// The style of an element.
    mutating func style(of index: Int, parent: HTMLStyle) throws(HTMLError) -> HTMLStyle {
        let style = uncheckedStyle(of: index, parent: parent)
        try checkValues(index)
        return style
    }

    /// Throws when the values of all elements until now are longer than those of a document may be.
    func checkValues(_ index: Int) throws(HTMLError) {
        guard budget > 0 else {
            throw HTMLError(
                at: tree.nodes[index].place,
                """
                all elements together have more than \(HTMLLimits.valueBytes >> 20) MiB of long values, with those that var() \
                stands for; use shorter values, or fewer elements
                """)
        }
    }

    private mutating func uncheckedStyle(of index: Int, parent: HTMLStyle) -> HTMLStyle {
        guard let element = tree.nodes[index].element else { return parent.inherited }
        var hints = PresentationalHints.declarations(element, table: table(around: index))
        if element.namespace == .svg { hints = Self.vectorHints(element) }
        if let linkColor, element.isHTML, element.name == "a", element["href"] != nil {
            hints.append(CSSDeclaration(name: "color", value: linkColor))
        }
        hints += AutomaticDirection.declarations(index, tree)
        let text = element["style"]
        let own = text.map { StyleCache.attribute($0, css.sheets.options) }
        for (offset, message) in own?.notices ?? [] {
            guard notices.count < HTMLLimits.warnings else { break }
            let notice = AttributeNotice(node: index, offset: offset, message: message)
            attributeNotices.append(notice)
            notices.append(notice.error(tree))
        }
        if own?.declarations.contains(where: { $0.name.hasPrefix("container-") }) == true { hasContainers = true }
        let parent = hasContainers ? Self.inside(parent) : parent
        let scope = CSSCascade.Scope(container: parent.text.container, variables: parent.variables)
        let rules = css.rules(elements[index], in: scope)
        let key = StyleCache.StyleKey(
            parent: HTMLStyle.Identity(style: parent), rules: rules, hints: hints,
            attribute: text.map(ExactText.init), language: (element["lang"] ?? element["xml:lang"]).map(ExactText.init),
            rootFontSize: context.rootFontSize, rootLineHeight: context.rootLineHeight, viewport: context.viewport,
            time: context.time, prefersDark: context.prefersDark)
        // Fonts of a document's own aren't those of another, and their measures neither.
        let isShared = fonts == nil && context.fontMeasures == nil && !hasContainers
        if isShared, let known = styles[key], known.bytes <= budget {
            budget -= known.bytes
            return known.style
        }
        let entries = css.entries(elements[index], hints: hints, style: own?.declarations ?? [], in: scope, rules: rules)
        let before = budget
        var style = computed(entries, index, parent)
        makeContainer(&style, index)
        giveOverflowToPage(&style, index, parent)
        if element.isHTML, Self.controls.contains(element.name), entries.contains(where: \.decorates) {
            style.box.isDecorated = true
        }
        // As in browsers, the alignments that presentational attributes give end at tables.
        if element.isHTML, element.name == "table", style.text.align.hasPrefix("-webkit-") { style.text.align = "start" }
        if let language = key.language?.text { style.text.language = language.isEmpty ? nil : language }
        // Lines along a text name the element that draws them.
        let isOfElement =
            !style.box.animation.isEmpty || !style.text.decorations.isEmpty
            || entries.contains { $0.declaration.hasReferences && $0.declaration.value.asciiLowercased.contains("attr(") }
        if isShared, !isOfElement { styles.keep(StyleCache.Style(style: style, bytes: before - budget), for: key) }
        return style
    }

    /// Lets the page cut what the root element, or else the body, would cut: CSS Overflow 3, section 3.3.
    private func giveOverflowToPage(_ style: inout HTMLStyle, _ index: Int, _ parent: HTMLStyle) {
        guard index == 0 || tree.nodes[index].parent == 0, style.box.hidesOverflow, !parent.box.givesOverflow,
            index == 0 || tree.nodes[index].element?.name == "body"
        else { return }
        (style.box.overflowX, style.box.overflowY) = (.visible, .visible)
        style.box.givesOverflow = index == 0
    }

    /// Whether the first `<meta name="color-scheme">` makes the page dark: HTML, section 4.2.5.1.
    private static func asksForDark(_ tree: HTMLTree, prefersDark: Bool) -> Bool {
        let meta = tree.nodes.lazy.compactMap(\.element).first {
            $0.isHTML && $0.name == "meta" && $0["name"]?.isEqualIgnoringCase(to: "color-scheme") == true
        }
        let words = CSSText.words((meta?["content"] ?? "").asciiLowercased)
        return words.contains("dark") && (prefersDark || !words.contains("light"))
    }

    private static let controls: Set = ["input", "button", "select", "textarea", "progress", "meter"]

    /// The style of an element as that of a parent: those inside a container refer to it.
    private static func inside(_ parent: HTMLStyle) -> HTMLStyle {
        guard let own = parent.box.ownContainer else { return parent }
        var style = parent
        style.text.container = own
        return style
    }

    /// Makes an element a container, if its style asks for it.
    private func makeContainer(_ style: inout HTMLStyle, _ index: Int) {
        guard hasContainers, style.box.containerAxes != .none || !style.box.containerNames.isEmpty else { return }
        style.box.ownContainer = CSSContainer(
            names: style.box.containerNames, axes: style.box.containerAxes, size: containerSizes[index],
            fontSize: style.text.fontSize, variables: style.variables, parent: style.text.container)
    }

    /// The declarations of an element of SVG as the text of a `style` attribute.
    ///
    /// - Parameter isRoot: whether the page lays the element out. Only its properties of SVG count then.
    mutating func vectorStyle(of index: Int, inheriting style: HTMLStyle, isRoot: Bool) throws(HTMLError) -> String {
        guard let element = tree.nodes[index].element else { return "" }
        var inline: [CSSDeclaration] = []
        if let text = element["style"] {
            inline = StyleCache.attribute(text, css.sheets.options).declarations
        }
        let inside = hasContainers ? Self.inside(style) : style
        let scope = CSSCascade.Scope(container: inside.text.container, variables: inside.variables)
        let entries = css.entries(elements[index], hints: [], style: inline, in: scope)
        guard !entries.isEmpty else { return "" }
        let values = css.values(
            entries, of: elements[index], inheriting: style.variables, units: context.units(style.text), budget: &budget)
        try checkValues(index)
        let own = values.list.filter { isRoot ? Self.vectorNames.contains($0.name) : !Self.isOfBoxes($0.name) }
        return own.sorted { $0.name < $1.name }
            .map { "\($0.name == "overflow-x" ? "overflow" : $0.name):\($0.value);" }.joined()
    }

    /// Whether a property has an effect on boxes alone, as those of rules for all elements have.
    private static func isOfBoxes(_ name: String) -> Bool {
        ["margin-", "padding-", "border-", "min-", "max-", "outline-", "background-"].contains(where: name.hasPrefix)
            || ["box-sizing", "position", "top", "right", "bottom", "left", "overflow-y"].contains(name)
    }

    private static let vectorNames = Set(CSSText.words(HTMLProperty.vectorNames + " paint-order"))

    /// The style of a pseudo-element. Nil if no rule matches.
    mutating func style(of index: Int, pseudo: String, parent: HTMLStyle) -> HTMLStyle? {
        let parent = hasContainers ? Self.inside(parent) : parent
        let scope = CSSCascade.Scope(container: parent.text.container, variables: parent.variables)
        let entries = css.entries(elements[index], pseudo: pseudo, hints: [], style: [], in: scope)
        guard !entries.isEmpty else { return nil }
        var style = computed(entries, index, parent)
        let isPart = pseudo == "file-selector-button" || pseudo.hasPrefix("-webkit-")
        if isPart, entries.contains(where: \.decorates) { style.box.isDecorated = true }
        return style
    }

    /// Whether an element is a control that is disabled, by itself or by elements around it.
    func isDisabled(_ index: Int) -> Bool {
        elements[index] >= 0 && css.tree.elements[elements[index]].states.contains(.disabled)
    }

    /// Whether rules name a pseudo-element.
    func names(pseudo: String) -> Bool { pseudoElements.contains(pseudo) }

    /// Whether rules may match a pseudo-element, whatever the queries of containers say.
    func hasRules(of index: Int, pseudo: String) -> Bool {
        pseudoElements.contains(pseudo) && tree.nodes[index].element != nil
            && css.hasRules(elements[index], pseudo: pseudo)
    }

    private mutating func computed(_ entries: [CSSCascade.Entry], _ index: Int, _ parent: HTMLStyle) -> HTMLStyle {
        var style = parent.inherited
        let entries = LogicalSides.resolved(entries, parent: parent.text)
        let values = css.values(
            entries, of: elements[index], inheriting: parent.variables, units: context.units(parent.text), budget: &budget)
        if let everything = values.everything {
            if everything == "initial" {
                style.text = TextValues()
                (style.text.isRightToLeft, style.text.embedded) = (parent.text.isRightToLeft, fonts)
            } else if everything == "inherit" {
                style.takeBox(of: parent)
            }
        }
        style.variables = values.variables
        for first in HTMLProperty.first {
            for (name, value) in values.list where name == first { style.apply(name, value, parent: parent, context) }
            // Browsers have a smaller standard size for fonts of equal widths.
            if first == "font-size", !style.text.isSizeAbsolute, style.text.isMonospaced != parent.text.isMonospaced {
                style.text.fontSize *= style.text.isMonospaced ? 13.0 / 16 : 16.0 / 13
            }
        }
        // Units of fonts refer to the element's own.
        if values.everything != nil || values.list.contains(where: { TextValues.fontProperties.contains($0.name) }) {
            style.text.font = style.text.fontStack
        }
        for (name, value) in values.list where !HTMLProperty.first.contains(name) {
            style.apply(name, value, parent: parent, context)
        }
        if !style.box.animation.isEmpty {
            animate(&style, values, parent)
            style.text.font = style.text.fontStack
        }
        finish(&style, parent, index)
        return style
    }

    /// The parts of a style that follow from others.
    private func finish(_ style: inout HTMLStyle, _ parent: HTMLStyle, _ index: Int) {
        // An element without a box has nothing to move.
        if style.box.display == .contents {
            if style.box.position != .static { style.box.position = .static }
            if style.box.float != .none { style.box.float = .none }
        }
        if style.box.isOutOfFlow { style.box.float = .none }
        // Lines of another direction need a box of their own.
        if style.box.display == .inline, style.text.writingMode != parent.text.writingMode { style.box.display = .inlineBlock }
        style.box.wouldBeInline = style.box.display.isInlineLevel
        if style.box.isOutOfFlow || style.box.float != .none { style.box.display = style.box.display.blockified }
        // Tables begin anew where the attribute `align` of an element around them centres lines and boxes.
        if style.box.display == .table || style.box.display == .inlineTable, style.text.align.hasPrefix("-webkit-") {
            style.text.align = "start"
        }
        if style.box.contentVisibility != "visible" {
            (style.box.establishesFlow, style.box.hidesBaselines) = (true, true)
            if style.box.contentVisibility == "hidden" {
                (style.box.ignoresContentWidth, style.box.ignoresContentHeight) = (true, true)
            }
        }
        // One axis that is visible beside another that scrolls scrolls too.
        if style.box.isScrollContainer {
            if style.box.overflowX == .visible { style.box.overflowX = .auto }
            if style.box.overflowY == .visible { style.box.overflowY = .auto }
            if style.box.overflowX == .clip { style.box.overflowX = .hidden }
            if style.box.overflowY == .clip { style.box.overflowY = .hidden }
        }
        // Decorations reach all text inside the element, but not floats and boxes of their own line.
        let box = style.box
        let isApart =
            box.isOutOfFlow || box.float != .none
            || [.inlineBlock, .inlineTable, .inlineFlex, .inlineGrid].contains(box.display)
        if isApart, !style.text.decorations.isEmpty { style.text.decorations = [] }
        for line in ["underline", "overline", "line-through"] where box.decorationLine.contains(line) {
            style.text.decorations.append(
                TextValues.Decoration(
                    line: line, element: index, style: box.decorationStyle,
                    color: box.decorationColor == "currentcolor" ? style.text.ownColor : box.decorationColor,
                    thickness: box.decorationThickness, offset: style.text.underlineOffset, fontSize: style.text.fontSize,
                    isUnder: CSSText.words(style.text.underlinePosition).contains("under")))
        }
    }

    /// Sets the properties that animations change.
    private mutating func animate(_ style: inout HTMLStyle, _ values: CSSCascade.Values, _ parent: HTMLStyle) {
        for animation in CSSAnimation.list(style.box.animation) {
            guard var keyframes = css.sheets.keyframes[animation.name] else { continue }
            duration = max(duration, animation.end)
            guard let time = context.time, let place = animation.place(at: time) else { continue }
            for frame in keyframes.frames.indices {
                keyframes.frames[frame].declarations = keyframes.frames[frame].declarations.compactMap { declaration in
                    guard declaration.hasReferences else { return declaration }
                    let value = values.variables.replaced(
                        declaration.value, registered: css.sheets.registered, budget: &budget)
                    return value.map { CSSDeclaration(name: declaration.name, value: $0) }
                }
            }
            let found = keyframes.values(at: place, timing: animation.timing, context.units(style.text)) { name in
                values.list.last { $0.name == name }?.value ?? Self.initial[name] ?? ""
            }
            for (name, value) in found { style.apply(name, value, parent: parent, context) }
        }
    }

    /// The initial values that keyframes start from.
    private static let initial = [
        "opacity": "1", "transform": "none", "translate": "none", "rotate": "none", "scale": "none", "filter": "none",
        "background-color": "transparent", "box-shadow": "none", "clip-path": "none", "width": "auto", "height": "auto",
        "top": "auto", "left": "auto", "right": "auto", "bottom": "auto", "background-position": "0% 0%",
        "letter-spacing": "normal",
    ]

    mutating func note(_ place: HTMLPlace, _ message: Message) {
        guard notices.count < HTMLLimits.warnings else { return }
        notices.append(HTMLError(.unsupported, at: place, message))
    }

    private func table(around index: Int) -> HTMLElement? {
        guard let name = tree.nodes[index].element?.name,
            ["td", "th", "tbody", "thead", "tfoot", "colgroup"].contains(name)
        else { return nil }
        var here = tree.nodes[index].parent
        for _ in 0..<3 where here >= 0 {
            if let element = tree.nodes[here].element, element.name == "table" { return element }
            here = tree.nodes[here].parent
        }
        return nil
    }

    /// The attributes of an SVG element that matter to boxes: sizes, and what texts inside inherit.
    private static func vectorHints(_ element: HTMLElement) -> [CSSDeclaration] {
        let lengths = element.name == "svg" ? ["width", "height"] : []
        var result: [CSSDeclaration] = []
        if element.name == "svg", let text = element["transform"], !text.trimmingSpaces.isEmpty,
            let map = TransformAttribute.parse(text, box: Size(width: 0, height: 0))
        {
            let entries = [map.a, map.b, map.c, map.d, map.tx, map.ty].map(\.description).joined(separator: ",")
            result.append(CSSDeclaration(name: "transform", value: "matrix(\(entries))"))
        }
        return (lengths + ["font-size", "letter-spacing", "word-spacing"] + inheritedAttributes).reduce(into: result) {
            result, name in
            guard let value = element[name] else { return }
            let plain = value.trimmingSpaces
            let isNumber = Double(plain) != nil && name != "font-weight"
            result.append(CSSDeclaration(name: name, value: isNumber ? "\(plain)px" : plain))
        }
    }

    private static let inheritedAttributes = ["color", "direction", "font-family", "font-style", "font-weight", "visibility"]
}
