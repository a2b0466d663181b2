import PenumbraCSS
import PenumbraScene

/// The form controls of HTML, as far as a still picture shows them.
enum FormControl {
    /// A control whose content is a text.
    case text(String, isPlaceholder: Bool)
    /// A list of choices, which shows one of them and has room for the others.
    case choice(String, others: [String])
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
            case "checkbox", "radio", "range", "color", "hidden", "file", "image": return nil
            case "submit": self = .text(element["value"] ?? "Submit", isPlaceholder: false)
            case "reset": self = .text(element["value"] ?? "Reset", isPlaceholder: false)
            case "button": self = .text(value, isPlaceholder: false)
            case "password":
                let dots = String(repeating: "•", count: min(value.count, 1000))
                self = .text(value.isEmpty ? hint : dots, isPlaceholder: value.isEmpty)
            default: self = .text(value.isEmpty ? hint : value, isPlaceholder: value.isEmpty)
            }
        default: return nil
        }
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
        "hidden", "checkbox", "radio", "range", "color", "file", "image", "submit", "reset", "button",
    ]

    /// A list of choices with the last one selected, or else the first.
    private static func choice(_ node: Int, _ tree: HTMLTree) -> FormControl {
        var (open, shown): ([(node: Int, indent: String)], Int?) = (tree.nodes[node].children.reversed().map { ($0, "") }, nil)
        var texts: [(indent: String, text: String)] = []
        while let (here, indent) = open.popLast() {
            guard let element = tree.nodes[here].element else { continue }
            if element.name == "option" {
                if element["selected"] != nil { shown = texts.count }
                texts.append((indent, CSSText.words(label(here, tree)).joined(separator: " ")))
            } else {
                open += tree.nodes[here].children.reversed().map { ($0, "\u{A0}\u{A0}\u{A0}\u{A0}") }
            }
        }
        guard !texts.isEmpty else { return .choice("", others: []) }
        let text = texts.remove(at: shown ?? 0).text
        return .choice(text, others: texts.map { $0.indent + $0.text })
    }

    /// The text of an option.
    static func label(_ node: Int, _ tree: HTMLTree) -> String {
        guard let label = tree.nodes[node].element?["label"], !label.isEmpty else { return tree.text(of: node) }
        return label
    }

    /// The digits that an attribute begins with: HTML, section 2.3.4.
    fileprivate static func number(_ text: String?, else standard: Int) -> Int {
        let digits = text?.drop { CSSText.spaces.contains($0.utf8.first ?? 0) }.prefix { ("0"..."9").contains($0) }
        guard let digits, let number = Int(digits), (1...10_000).contains(number) else { return standard }
        return number
    }

    /// The most options of a list that are measured.
    fileprivate static let mostMeasured = 200
}

extension BoxBuilder {
    /// The pieces that a control with a text consists of.
    mutating func pieces(of control: FormControl, _ node: Int, _ style: HTMLStyle) -> [Piece] {
        var own = style.inherited
        var text = ""
        switch control {
        case .text(let shown, let isPlaceholder):
            text = shown
            if isPlaceholder { own = cascade.style(of: node, pseudo: "placeholder", parent: style) ?? own }
        case .choice(let shown, _): text = shown
        default: break
        }
        // An empty field is as high as a line.
        return [.text(text.isEmpty ? "\u{200B}" : text, style: add(own))]
    }

    /// Gives a text field or a list the size of its letters, as Chromium does: HTML, section 15.5.
    func resize(_ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?) {
        guard control != nil || FormControl.isListBox(element) else { return }
        let measures = cascade.context.fontMeasures?(style.text)
        let size = style.text.fontSize
        var (average, greatest) = measures?.letterWidths ?? (0.5 * size, 2 * size)
        average = max(average, average.rounded())
        greatest = greatest.rounded()
        let line = style.text.lineHeightInPoints ?? measures?.lineHeight ?? 1.15 * size
        var (width, height): (Double?, Double?) = (nil, nil)
        if case .choice(let shown, let others)? = control {
            if style.box.appearance != "none" {
                // The list has room of its own for its arrow.
                let own = [(\StyleSides<StyleLength>.top, 1.0), (\.right, 16), (\.bottom, 1), (\.left, 4)]
                for (side, room) in own {
                    if case .amount(let points, let fraction) = style.box.padding[keyPath: side] {
                        style.box.padding[keyPath: side] = .amount(points: points + room, fraction: fraction)
                    }
                }
            }
            if style.box.width == .auto {
                // The widest of many texts is nearly always one of the longest.
                let texts = Set(others + [shown]).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
                let widths = texts.prefix(FormControl.mostMeasured).compactMap {
                    cascade.context.textWidth?($0, style.inherited)
                }
                width = widths.max()?.rounded(.up)
            }
        } else if FormControl.isListBox(element) {
            height = (max(line, 1.2 * size) + 1) * Double(FormControl.number(element["size"], else: 4))
        } else if element.name == "textarea" {
            let hasBar = style.box.overflowY == .auto || style.box.overflowY == .scroll
            width = (average * Double(FormControl.number(element["cols"], else: 20))).rounded(.up) + (hasBar ? 15 : 0)
            height = line * Double(FormControl.number(element["rows"], else: 2))
        } else if element.name == "input", case .text? = control, !Self.isButton(element) {
            let count = Double(FormControl.number(element["size"], else: 20))
            width = (average * count + max(0, greatest - average)).rounded(.up)
        }
        let (border, padding) = (style.box.border, style.box.padding)
        func outer(_ size: Double, _ borders: Double, _ sides: [StyleLength]) -> StyleLength {
            guard style.box.isBorderBox else { return .amount(points: size, fraction: 0) }
            let points = sides.reduce(size + borders) { sum, side in
                if case .amount(let points, _) = side { sum + points } else { sum }
            }
            return .amount(points: points, fraction: 0)
        }
        if let width, style.box.width == .auto {
            style.box.width = outer(width, border.left + border.right, [padding.left, padding.right])
        }
        if let height, style.box.height == .auto {
            style.box.height = outer(height, border.top + border.bottom, [padding.top, padding.bottom])
        }
    }

    /// Gives a control that no style sheet decorates the frame that browsers draw.
    static func decorate(_ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?) {
        let isButton = element.name == "button" || element.name == "input" && Self.isButton(element)
        var hasFrame = isButton
        switch control {
        case .text, .choice: hasFrame = true
        default: hasFrame = hasFrame || FormControl.isListBox(element)
        }
        guard hasFrame, !style.box.isDecorated, style.box.appearance != "none" else { return }
        let line = style.box.border
        let inner = [
            (\StyleSides<StyleLength>.top, line.top), (\.right, line.right), (\.bottom, line.bottom), (\.left, line.left),
        ]
        for (side, width) in inner {
            guard width >= 1, case .amount(let points, let fraction) = style.box.padding[keyPath: side] else { return }
            style.box.padding[keyPath: side] = .amount(points: points + width - 1, fraction: fraction)
        }
        let isDisabled = element["disabled"] != nil
        style.box.borderWidth = StyleSides(1)
        style.box.borderStyle = StyleSides("solid")
        style.box.borderColor = StyleSides(isDisabled ? "rgba(118, 118, 118, 0.3)" : "#767676")
        for corner in ["top-left", "top-right", "bottom-right", "bottom-left"] {
            style.box.paint["border-\(corner)-radius"] = isButton ? "3px" : "2px"
        }
    }

    private static func isButton(_ element: HTMLElement) -> Bool {
        ["submit", "reset", "button"].contains(element["type"]?.trimmingSpaces.asciiLowercased ?? "")
    }
}
