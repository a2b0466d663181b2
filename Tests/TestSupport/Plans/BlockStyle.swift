import PenumbraLayout

extension LayoutStyle {
    /// A style with CSS's initial values and these properties. Unknown properties are those of containers.
    public init(css properties: [String: String]) throws {
        self.init()
        (position, isContainingBlock, boxSizing) = (.static, false, .contentBox)
        // The order doesn't matter, since no property depends on another.
        for (name, value) in properties {
            if try readSize(name, value) { continue }
            if try readEdge(name, value) { continue }
            try readKeyword(name, value)
        }
    }

    private mutating func readSize(_ name: String, _ value: String) throws -> Bool {
        switch name {
        case "width": width = try LayoutLength(css: value)
        case "height": height = try LayoutLength(css: value)
        case "min-width": minWidth = try LayoutLength(css: value)
        case "min-height": minHeight = try LayoutLength(css: value)
        case "max-width": maxWidth = try LayoutLength(css: value)
        case "max-height": maxHeight = try LayoutLength(css: value)
        case "flex-basis": flexBasis = value == "content" ? .content : .length(try LayoutLength(css: value))
        case "flex-grow": flexGrow = Double(value) ?? 0
        case "flex-shrink": flexShrink = Double(value) ?? 1
        case "order": order = Int(value) ?? 0
        case "aspect-ratio": aspectRatio = Double(value)
        default: return false
        }
        return true
    }

    private mutating func readEdge(_ name: String, _ value: String) throws -> Bool {
        let parts = name.split(separator: "-")
        guard let first = parts.first else { return false }
        let side: WritableKeyPath<LayoutEdges, LayoutLength>
        switch parts.count == 1 ? first : parts[1] {
        case "top": side = \.top
        case "right": side = \.right
        case "bottom": side = \.bottom
        case "left": side = \.left
        default: return false
        }
        switch first {
        case "margin": margin[keyPath: side] = try LayoutLength(css: value)
        case "padding": padding[keyPath: side] = try LayoutLength(css: value)
        case "border": border[keyPath: side] = try LayoutLength(css: value)
        default: inset[keyPath: side] = try LayoutLength(css: value)
        }
        return true
    }

    private mutating func readKeyword(_ name: String, _ value: String) throws {
        switch name {
        case "position":
            switch value {
            case "static": return
            case "relative": position = .relative
            default: position = .absolute
            }
            isContainingBlock = true
            isFixed = value == "fixed"
        case "box-sizing": boxSizing = value == "border-box" ? .borderBox : .contentBox
        case "float": float = value == "left" ? .left : value == "right" ? .right : .none
        case "clear": clear = ["left": .left, "right": .right, "both": .both][value] ?? .none
        case "overflow":
            overflowX = value == "visible" ? .visible : value == "clip" ? .clip : .scroll
            overflowY = overflowX
        case "display": isFlowRoot = value == "flow-root"
        case "direction": isRightToLeft = value == "rtl"
        case "align-self": alignSelf = ItemAlignment(rawValue: value)
        case "justify-self": justifySelf = ItemAlignment(rawValue: value)
        case "align-content": alignContent = ContentAlignment(rawValue: value) ?? .normal
        case "text-align":
            blockAlignment = ["-webkit-left": .left, "-webkit-center": .center, "-webkit-right": .right][value] ?? .none
        // Not CSS: what the parser of a document knows.
        case "-inline-level": isInlineLevel = true
        case "-anonymous": isAnonymous = true
        default: break
        }
    }
}

extension FlexContainer {
    init(css properties: [String: String]) throws {
        self.init()
        for (name, value) in properties {
            switch name {
            case "flex-direction": direction = Direction(rawValue: value) ?? .row
            case "flex-wrap": wrap = Wrap(rawValue: value) ?? .nowrap
            case "justify-content": justifyContent = ContentAlignment(rawValue: value) ?? .normal
            case "align-items": alignItems = ItemAlignment(rawValue: value) ?? .stretch
            case "align-content": alignContent = ContentAlignment(rawValue: value) ?? .normal
            case "row-gap": (rowGap, relativeRowGap) = try LayoutLength(css: value).parts
            case "column-gap": (columnGap, relativeColumnGap) = try LayoutLength(css: value).parts
            default: break
            }
        }
    }
}

extension LayoutLength {
    /// Reads a length such as `10px`, `50%`, `calc(10px + 50%)` or a keyword.
    init(css: String) throws {
        let keywords: [String: LayoutLength] = [
            "auto": .auto, "none": .auto, "min-content": .minContent, "max-content": .maxContent,
            "fit-content": .fitContent, "stretch": .stretch,
        ]
        if let keyword = keywords[css] {
            self = keyword
        } else if css.hasPrefix("calc("), css.hasSuffix(")") {
            let parts = css.dropFirst(5).dropLast().split(separator: " ")
            guard parts.count == 3, case .points(let points) = try LayoutLength(css: String(parts[0])),
                case .fraction(let fraction) = try LayoutLength(css: String(parts[2]))
            else { throw TreeError("found \(css)") }
            self = .sum(points: points, fraction: parts[1] == "-" ? -fraction : fraction)
        } else if css.hasSuffix("%"), let number = Double(css.dropLast()) {
            self = .fraction(number / 100)
        } else if let number = Double(css.hasSuffix("px") ? css.dropLast(2) : css[...]) {
            self = .points(number)
        } else {
            throw TreeError("found \(css)")
        }
    }

    fileprivate var parts: (points: Double, fraction: Double) {
        switch self {
        case .points(let points): (points, 0)
        case .fraction(let fraction): (0, fraction)
        case .sum(let points, let fraction): (points, fraction)
        case .auto, .minContent, .maxContent, .fitContent, .stretch, .calculated: (0, 0)
        }
    }
}
