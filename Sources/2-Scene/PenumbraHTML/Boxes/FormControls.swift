import PenumbraCSS
import PenumbraScene

/// The form controls of HTML, as far as a still picture shows them.
enum FormControl {
    /// A control whose content is a text.
    case text(String, isPlaceholder: Bool)
    /// A list of choices, which shows one of them.
    case choice(String)
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
        case "select": self = .choice(Self.chosen(node, tree))
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

    /// The text of the option that a list of choices shows: the last one selected, or else the first.
    private static func chosen(_ node: Int, _ tree: HTMLTree) -> String {
        var (open, first, selected): ([Int], Int?, Int?) = (tree.nodes[node].children.reversed(), nil, nil)
        while let here = open.popLast() {
            guard let element = tree.nodes[here].element else { continue }
            if element.name == "option" {
                first = first ?? here
                if element["selected"] != nil { selected = here }
            } else {
                open += tree.nodes[here].children.reversed()
            }
        }
        guard let shown = selected ?? first else { return "" }
        return CSSText.words(tree.nodes[shown].element?["label"] ?? tree.text(of: shown)).joined(separator: " ")
    }
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
        case .choice(let shown): text = shown
        default: break
        }
        // An empty field is as high as a line.
        return [.text(text.isEmpty ? "\u{200B}" : text, style: add(own))]
    }

    /// Gives a control that no style sheet decorates the frame that browsers draw.
    static func decorate(_ style: inout HTMLStyle, _ element: HTMLElement, _ control: FormControl?) {
        let isButton = element.name == "button" || element.name == "input" && Self.isButton(element)
        var hasFrame = isButton
        switch control {
        case .text, .choice: hasFrame = true
        default: break
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
