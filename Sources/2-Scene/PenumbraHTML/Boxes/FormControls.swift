import PenumbraCSS
import PenumbraScene

/// The form controls of HTML, as far as a still picture shows them.
enum FormControl {
    /// A control whose content is a text.
    case text(String, isPlaceholder: Bool)
    /// A list of choices, which shows one of them and has room for the others.
    case choice(String, others: [String])
    /// A button that asks for files, and the text beside it.
    case file(button: String, text: String)
    case date(DateFields)
    case checkbox, radio, range, color, progress, meter

    /// A control that is drawn as a whole. Nil for other elements.
    init?(_ element: HTMLElement) {
        guard element.isHTML else { return nil }
        switch element.name {
        case "progress": self = .progress
        case "meter": self = .meter
        case "input":
            switch element["type"]?.trimmingSpaces.asciiLowercased {
            case "checkbox": self = .checkbox
            case "radio": self = .radio
            case "range": self = .range
            case "color": self = .color
            default: return nil
            }
        default: return nil
        }
    }

    /// A control with a text. Nil for other elements, and for controls that are drawn as empty boxes.
    init?(_ node: Int, _ tree: HTMLTree) {
        guard let element = tree.nodes[node].element, element.isHTML else { return nil }
        switch element.name {
        case "textarea":
            let value = tree.text(of: node)
            let isEmpty = value.isEmpty
            self = .text(isEmpty ? element["placeholder"] ?? "" : value, isPlaceholder: isEmpty)
        case "select":
            guard !Self.isListBox(element) else { return nil }
            self = Self.choice(node, tree)
        case "input":
            let (value, hint) = (element["value"] ?? "", element["placeholder"] ?? "")
            switch element["type"]?.trimmingSpaces.asciiLowercased ?? "text" {
            case "checkbox", "radio", "range", "color", "hidden": return nil
            case "image" where element.isPictureButton: return nil
            case "image": self = .text(element["alt"] ?? element["value"] ?? "Submit", isPlaceholder: false)
            case "file":
                let takesSeveral = element["multiple"] != nil
                self = .file(
                    button: takesSeveral ? "Choose Files" : "Choose File", text: "No file chosen")
            case "submit": self = .text(element["value"] ?? "Submit", isPlaceholder: false)
            case "reset": self = .text(element["value"] ?? "Reset", isPlaceholder: false)
            case "button": self = .text(value, isPlaceholder: false)
            case "password":
                let dots = String(repeating: "•", count: min(value.count, 1000))
                self = .text(value.isEmpty ? hint : dots, isPlaceholder: value.isEmpty)
            default:
                if let fields = DateFields(element) {
                    self = .date(fields)
                } else {
                    self = .text(value.isEmpty ? hint : value, isPlaceholder: value.isEmpty)
                }
            }
        default: return nil
        }
    }

    /// Whether the size of an element is that of a control.
    static func isControl(_ element: HTMLElement) -> Bool {
        guard element.isHTML else { return false }
        if element.name == "input" { return !element.isPictureButton }
        return ["button", "select", "textarea", "progress", "meter"].contains(element.name)
    }

    /// Whether a list of choices shows several of them.
    static func isListBox(_ element: HTMLElement) -> Bool {
        element.name == "select" && (element["multiple"] != nil || number(element["size"], else: 0) > 1)
    }

    /// Whether the size of a control depends on its font.
    static func isMeasured(_ element: HTMLElement) -> Bool {
        guard element.isHTML else { return false }
        guard element.name == "input" else { return ["textarea", "select"].contains(element.name) }
        return !unmeasured.contains(element["type"]?.trimmingSpaces.asciiLowercased ?? "text")
    }

    private static let unmeasured: Set = [
        "hidden", "checkbox", "radio", "range", "color", "image", "submit", "reset", "button",
    ]

    /// A list of choices with the last one selected, or else the first that isn't disabled: HTML, section 4.10.7.
    private static func choice(_ node: Int, _ tree: HTMLTree) -> FormControl {
        var open: [(node: Int, indent: String, isDisabled: Bool)] = tree.nodes[node].children.reversed().map { ($0, "", false) }
        var (shown, first): (Int?, Int?) = (nil, nil)
        var texts: [(indent: String, text: String)] = []
        while let (here, indent, isDisabled) = open.popLast() {
            guard let element = tree.nodes[here].element else { continue }
            if element.name == "option" {
                if element["selected"] != nil { shown = texts.count }
                if first == nil, !isDisabled, element["disabled"] == nil { first = texts.count }
                texts.append((indent, CSSText.words(label(here, tree)).joined(separator: " ")))
            } else {
                let isDisabled = element["disabled"] != nil
                open += tree.nodes[here].children.reversed().map { ($0, "\u{A0}\u{A0}\u{A0}\u{A0}", isDisabled) }
            }
        }
        guard !texts.isEmpty else { return .choice("", others: []) }
        return .choice(texts[shown ?? first ?? 0].text, others: texts.map { $0.indent + $0.text })
    }

    /// The text of an option.
    static func label(_ node: Int, _ tree: HTMLTree) -> String {
        guard let label = tree.nodes[node].element?["label"], !label.isEmpty else { return tree.text(of: node) }
        return label
    }

    /// The digits that an attribute begins with: HTML, section 2.3.4.
    static func number(_ text: String?, else standard: Int) -> Int {
        let digits = text?.drop { CSSText.spaces.contains($0.utf8.first ?? 0) }.prefix { ("0"..."9").contains($0) }
        guard let digits, let number = Int(digits), (1...10_000).contains(number) else { return standard }
        return number
    }

    /// The letters that a text field has room for.
    ///
    /// A field for numbers between two limits has room for both, and for its arrows.
    fileprivate static func letters(_ element: HTMLElement) -> (count: Int, hasArrows: Bool) {
        let type = element["type"]?.trimmingSpaces.asciiLowercased ?? "text"
        guard type == "number" else {
            return (number(element["size"], else: 20), false)
        }
        func digits(_ text: String?) -> (whole: Int, rest: Int)? {
            guard let text = text?.trimmingSpaces, let value = Double(text), value.isFinite, !text.lowercased().contains("e")
            else { return nil }
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].utf8.count, parts.count > 1 ? parts[1].utf8.count : 0)
        }
        guard let least = digits(element["min"]), let most = digits(element["max"]),
            element["step"]?.asciiLowercased != "any"
        else { return (20, false) }
        let rest = max(least.rest, most.rest, digits(element["step"])?.rest ?? 0)
        return (min(10_000, max(least.whole, most.whole) + (rest > 0 ? rest + 1 : 0)), true)
    }

    /// The most options of a list that are measured.
    fileprivate static let mostMeasured = 200
}

extension BoxBuilder {
    /// Gives the box of a control with texts its content.
    mutating func fill(_ index: Int, with control: FormControl, _ node: Int, _ style: HTMLStyle) {
        if case .date(let fields) = control {
            fillDate(index, fields, node, style)
        } else {
            fill(index, pieces(of: control, node, style))
        }
    }

    /// The pieces that a control with a text consists of.
    private mutating func pieces(of control: FormControl, _ node: Int, _ style: HTMLStyle) -> [Piece] {
        var own = style.inherited
        var text = ""
        switch control {
        case .text(let shown, let isPlaceholder):
            text = shown
            if isPlaceholder { own = cascade.style(of: node, pseudo: "placeholder", parent: style) ?? own }
        case .choice(let shown, _): text = shown
        case .file(let button, let shown):
            let box = fileButton(button, node, style)
            return [.atom(box: box, style: add(result.boxes[box].style)), .text(shown, style: add(own))]
        default: break
        }
        // An empty field is as high as a line.
        return [.text(text.isEmpty ? "\u{200B}" : text, style: add(own))]
    }

    /// The box of the button inside a control that asks for files.
    private mutating func fileButton(_ text: String, _ node: Int, _ style: HTMLStyle) -> Int {
        var own = cascade.style(of: node, pseudo: "file-selector-button", parent: style) ?? style.inherited
        Self.decorate(&own, isButton: true, isDisabled: cascade.isDisabled(node))
        let box = add(PageBox(element: node, pseudo: "file-selector-button", style: own, parent: -1, isAtom: true))
        fill(box, [.text(text, style: add(own.inherited))])
        return box
    }

    /// Gives a control the size that its letters or its kind give it, as Chromium does: HTML, section 15.5.
    func resize(_ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?) {
        var (width, height): (Double?, Double?) = (nil, nil)
        let zoom = style.text.zoom
        switch FormControl(element) {
        case .checkbox, .radio:
            if style.box.appearance == "none" { break }
            // Nothing of an author's frame shows.
            style.box.padding = StyleSides(.zero)
            style.box.borderStyle = StyleSides("none")
            for part in ["color", "image"] { style.box.paint["background-\(part)"] = nil }
            (width, height) = (13 * zoom, 13 * zoom)
        case .range:
            if style.box.appearance != "none" {
                // The frame has its room, but nothing of it shows.
                style.box.borderColor = StyleSides("transparent")
                for part in ["color", "image"] { style.box.paint["background-\(part)"] = nil }
            }
            (width, height) = (129 * zoom, style.box.appearance == "none" ? nil : 16 * zoom)
        case .some, nil:
            fixLineHeight(&style, element, control)
            (width, height) = measuredSize(&style, element, control)
        }
        if WritingMode(style.text.writingMode).isVertical, control == nil { (width, height) = (height, width) }
        if let width { (style.box.ignoresContentWidth, style.box.containedSize.width) = (true, width) }
        if let height { (style.box.ignoresContentHeight, style.box.containedSize.height) = (true, height) }
    }

    /// Gives a control the line height that Chromium insists on.
    private func fixLineHeight(_ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?) {
        if element.name == "select" {
            if style.box.appearance != "none" || FormControl.isListBox(element) { style.text.lineHeight = .normal }
        } else if case .text? = control, element.name == "input", !Self.isButton(element),
            let points = style.text.lineHeightInPoints, let measures = cascade.context.fontMeasures?(style.text),
            points < measures.lineHeight
        {
            // No line of a text field is lower than its font.
            style.text.lineHeight = .normal
        }
    }

    /// The size that the letters of a text field, a list or a button for files give to its content.
    private func measuredSize(
        _ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?
    ) -> (width: Double?, height: Double?) {
        let isListBox = FormControl.isListBox(element)
        guard control != nil || isListBox else { return (nil, nil) }
        let measures = cascade.context.fontMeasures?(style.text)
        let size = style.text.fontSize
        var (average, greatest) = measures?.letterWidths ?? (0.5 * size, 2 * size)
        average = max(average, average.rounded())
        greatest = greatest.rounded()
        let line = style.text.lineHeightInPoints ?? measures?.lineHeight ?? 1.15 * size
        if isListBox {
            return (nil, (max(line, 1.2 * size) + 1) * Double(FormControl.number(element["size"], else: 4)))
        }
        switch control {
        case .choice(_, let texts):
            if style.box.appearance != "none" {
                // The list has room of its own for its arrow.
                let (left, right) = style.text.isRightToLeft ? (16.0, 4.0) : (4, 16)
                let own = [(\StyleSides<StyleLength>.top, 1.0), (\.right, right), (\.bottom, 1), (\.left, left)]
                for (side, room) in own {
                    if case .amount(let points, let fraction) = style.box.padding[keyPath: side] {
                        style.box.padding[keyPath: side] = .amount(points: points + room, fraction: fraction)
                    }
                }
            }
            // The widest of many texts is nearly always one of the longest.
            let longest = Set(texts).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
            let widths = longest.prefix(FormControl.mostMeasured).compactMap {
                cascade.context.textWidth?($0, style.inherited)
            }
            return (widths.max()?.rounded(.up), nil)
        case .file:
            let width = cascade.context.textWidth?(String(repeating: "0", count: 34), style.inherited)
            return ((width ?? 17 * size).rounded(.up), nil)
        case .text where element.name == "textarea":
            if style.box.overflowX == .visible { (style.box.overflowX, style.box.overflowY) = (.auto, .auto) }
            if style.box.sizesFieldByContent { return (nil, nil) }
            let hasBar = style.box.overflowY == .auto || style.box.overflowY == .scroll
            let columns = Double(FormControl.number(element["cols"], else: 20))
            return (
                (average * columns).rounded(.up) + (hasBar ? 15 : 0),
                line * Double(FormControl.number(element["rows"], else: 2))
            )
        case .text where element.name == "input" && !Self.isButton(element):
            if style.box.sizesFieldByContent { return (nil, nil) }
            if element["type"]?.trimmingSpaces.asciiLowercased == "image" {
                // The text stands behind the sign of a missing picture.
                style.box.padding.left = .points(16)
                return (nil, 16)
            }
            let letters = FormControl.letters(element)
            let width = (average * Double(letters.count) + max(0, greatest - average)).rounded(.up)
            return (width + (letters.hasArrows ? 15 : 0), nil)
        default: return (nil, nil)
        }
    }

    /// Whether an element is a check box or a radio button that a style sheet draws, often by generated content.
    func isPlainToggle(_ node: Int, _ style: HTMLStyle) -> Bool {
        switch tree.nodes[node].element.flatMap(FormControl.init) {
        case .checkbox, .radio: style.box.appearance == "none"
        default: false
        }
    }

    /// Gives the box of a control its place in lines and in the boxes around it.
    mutating func makeControl(_ index: Int, _ node: Int, _ style: HTMLStyle) {
        guard let element = tree.nodes[node].element, FormControl.isControl(element) else { return }
        result.boxes[index].isControl = true
        result.boxes[index].isDisabled = cascade.isDisabled(node)
        switch FormControl(element) {
        case .checkbox, .radio: if style.box.appearance != "none" { result.boxes[index].baselineRule = .borderEdge }
        case .range: result.boxes[index].baselineRule = .borderEdge
        // The colour has a frame of its own.
        case .color: result.boxes[index].baselineRule = .inside(inset: 4)
        case .progress, .meter: break
        default:
            guard element.name != "textarea", !FormControl.isListBox(element) else { return }
            result.boxes[index].baselineRule = .contentEdge
            let type = element["type"]?.trimmingSpaces.asciiLowercased
            result.boxes[index].centersLines = element.name != "input" || type != "file" && type != "image"
        }
    }

    /// Gives a control that no style sheet decorates the frame that browsers draw.
    static func decorate(
        _ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?, isDisabled: Bool
    ) {
        var isButton = element.name == "button" || element.name == "input" && Self.isButton(element)
        if case .color? = FormControl(element) { isButton = true }
        var hasFrame = isButton
        switch control {
        case .text: hasFrame = element["type"]?.trimmingSpaces.asciiLowercased != "image"
        case .choice, .date: hasFrame = true
        default: hasFrame = hasFrame || FormControl.isListBox(element)
        }
        if element.name == "select", !style.box.isDecorated, style.box.appearance != "none", !isDisabled {
            style.box.paint["background-color"] = style.text.isDark ? "#3b3b3b" : "white"
        }
        if hasFrame { decorate(&style, isButton: isButton, isDisabled: isDisabled) }
    }

    private static func decorate(_ style: inout HTMLStyle, isButton: Bool, isDisabled: Bool) {
        guard !style.box.isDecorated, style.box.appearance != "none" else { return }
        let border = style.box.border
        let inner = [
            (\StyleSides<StyleLength>.top, border.top), (\.right, border.right), (\.bottom, border.bottom),
            (\.left, border.left),
        ]
        for (side, width) in inner {
            guard width >= 1, case .amount(let points, let fraction) = style.box.padding[keyPath: side] else { return }
            style.box.padding[keyPath: side] = .amount(points: points + width - 1, fraction: fraction)
        }
        style.box.borderWidth = StyleSides(1)
        style.box.borderStyle = StyleSides("solid")
        let line =
            switch (style.text.isDark, isButton, isDisabled) {
            case (false, _, false): "#767676"
            case (false, true, true): "rgba(153, 153, 153, 0.459)"
            case (false, false, true): "rgba(127, 127, 127, 0.369)"
            case (true, true, _): style.box.paint["background-color"] ?? "#6b6b6b"
            case (true, false, false): "#858585"
            case (true, false, true): "#626262"
            }
        style.box.borderColor = StyleSides(line)
        if isDisabled, !style.text.isDark {
            // Chromium paints other colours than its style sheet has, and ends them at the border: measured on black and white.
            style.box.paint["background-color"] = isButton ? "rgba(216, 216, 216, 0.439)" : "rgba(245, 245, 245, 0.678)"
            style.box.paint["background-clip"] = "padding-box"
        }
        for corner in ["top-left", "top-right", "bottom-right", "bottom-left"] {
            style.box.paint["border-\(corner)-radius"] = isButton ? "3px" : "2px"
        }
    }

    private static func isButton(_ element: HTMLElement) -> Bool {
        ["submit", "reset", "button"].contains(element["type"]?.trimmingSpaces.asciiLowercased ?? "")
    }
}
