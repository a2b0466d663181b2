import PenumbraGeometry
import PenumbraLayout

/// A box whose style is written as CSS declarations.
public struct CSSBox {
    public var style = LayoutStyle()
    public var content = LayoutContent.bounds
    public var table = TableContainer()

    public init() {}

    /// Reads declarations.
    ///
    /// - Parameter css: declarations such as `display: grid; width: 100px`. Only the notations of the tests are known.
    public mutating func read(_ css: String) throws {
        var declarations: [(name: String, value: String)] = []
        for declaration in css.split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].filter { $0 != " " && $0 != "\n" }
            let value = declaration[declaration.index(after: colon)...]
            declarations.append(
                (
                    name,
                    value.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\n" }.reversed().map(String.init).joined()
                ))
        }
        let display = declarations.last { $0.name == "display" }?.value ?? "block"
        style.position = .static
        style.isContainingBlock = false
        style.boxSizing = .contentBox
        var grid = GridContainer()
        var flex = FlexContainer()
        for (name, value) in declarations {
            if try style.read(name, value) { continue }
            if try grid.read(name, value, &flex) { continue }
            if try table.read(name, value) { continue }
            throw TreeError("unknown property \(name)")
        }
        if style.position != .static { style.isContainingBlock = true }
        switch display {
        case "grid", "inline-grid": content = .grid(grid)
        case "flex", "inline-flex": content = .flex(flex)
        case "flow-root": style.isFlowRoot = true
        default: break
        }
    }
}

extension LayoutStyle {
    fileprivate mutating func read(_ name: String, _ value: String) throws -> Bool {
        switch name {
        case "display", "background", "color": break
        case "position":
            switch value {
            case "static": position = .static
            case "relative": position = .relative
            default: position = .absolute
            }
        case "width": width = try length(value)
        case "height": height = try length(value)
        case "min-width": minWidth = try length(value)
        case "min-height": minHeight = try length(value)
        case "max-width": maxWidth = try length(value)
        case "max-height": maxHeight = try length(value)
        case "margin": margin = try edges(value)
        case "margin-left": margin.left = try length(value)
        case "margin-right": margin.right = try length(value)
        case "margin-top": margin.top = try length(value)
        case "margin-bottom": margin.bottom = try length(value)
        case "padding": padding = try edges(value)
        case "padding-left": padding.left = try length(value)
        case "padding-right": padding.right = try length(value)
        case "padding-top": padding.top = try length(value)
        case "padding-bottom": padding.bottom = try length(value)
        case "border-width": border = try edges(value)
        case "border-color": break
        case "border-style":
            let styles: [String: TableBorderStyle] = [
                "none": .none, "hidden": .hidden, "solid": .solid, "double": .double, "dashed": .dashed, "dotted": .dotted,
                "ridge": .ridge, "outset": .outset, "groove": .groove, "inset": .inset,
            ]
            let style = styles[value] ?? .solid
            (borderStyles.top, borderStyles.right) = (style, style)
            (borderStyles.bottom, borderStyles.left) = (style, style)
        case "border": border = LayoutEdges(try length(words(value).first { $0.hasSuffix("px") } ?? "0"))
        case "inset": inset = try edges(value)
        case "left": inset.left = try length(value)
        case "right": inset.right = try length(value)
        case "top": inset.top = try length(value)
        case "bottom": inset.bottom = try length(value)
        case "box-sizing": boxSizing = value == "border-box" ? .borderBox : .contentBox
        case "direction": isRightToLeft = value == "rtl"
        case "overflow":
            let overflow: LayoutOverflow = value == "visible" ? .visible : value == "clip" ? .clip : .scroll
            (overflowX, overflowY) = (overflow, overflow)
        case "float": float = value == "left" ? .left : value == "right" ? .right : .none
        case "clear": clear = value == "left" ? .left : value == "right" ? .right : value == "both" ? .both : .none
        case "order": order = Int(value) ?? 0
        case "flex-grow": flexGrow = try number(value)
        case "flex-shrink": flexShrink = try number(value)
        case "flex-basis": flexBasis = value == "content" ? .content : .length(try length(value))
        case "flex":
            flexGrow = try number(value)
            flexBasis = .length(.zero)
        case "aspect-ratio":
            let parts = try value.split(separator: "/").map { try number(String($0)) }
            aspectRatio = parts.count == 2 ? parts[0] / parts[1] : parts.first
        case "vertical-align":
            guard let alignment = TableCell.Alignment(rawValue: value) else { throw TreeError(value) }
            cell.verticalAlign = alignment
        case "caption-side": isCaptionBelow = value == "bottom"
        case "align-self": alignSelf = value == "auto" ? nil : try alignment(value)
        case "justify-self": justifySelf = value == "auto" ? nil : try alignment(value)
        case "place-self":
            let values = words(value)
            alignSelf = try alignment(values[0])
            justifySelf = try alignment(values[values.count - 1])
        case "grid-row-start": gridRow.start = try line(value)
        case "grid-row-end": gridRow.end = try line(value)
        case "grid-column-start": gridColumn.start = try line(value)
        case "grid-column-end": gridColumn.end = try line(value)
        case "grid-row": gridRow = try span(value)
        case "grid-column": gridColumn = try span(value)
        case "grid-area":
            let parts = try value.split(separator: "/").map { try line(String($0)) }
            func part(_ index: Int, _ other: Int) -> GridLine {
                if index < parts.count { return parts[index] }
                if case .name = parts[min(other, parts.count - 1)] { return parts[min(other, parts.count - 1)] }
                return .auto
            }
            gridRow = GridSpan(start: parts[0], end: part(2, 0))
            gridColumn = GridSpan(start: part(1, 0), end: part(3, 1))
        default: return false
        }
        return true
    }
}

extension GridContainer {
    fileprivate mutating func read(_ name: String, _ value: String, _ flex: inout FlexContainer) throws -> Bool {
        switch name {
        case "grid-template-columns": columns = try template(value)
        case "grid-template-rows": rows = try template(value)
        case "grid-template-areas":
            let cells = value.split { "\"'".contains($0) }.map(String.init).filter { !words($0).isEmpty }
            let names = cells.map { words($0).map { $0.allSatisfy { $0 == "." } ? nil : $0 } }
            guard let areas = GridAreas(names) else { throw TreeError(value) }
            self.areas = areas
        case "grid-auto-columns": autoColumns = try words(value).map { try trackSize($0) }
        case "grid-auto-rows": autoRows = try words(value).map { try trackSize($0) }
        case "grid-auto-flow":
            autoFlow = value.contains("column") ? .column : .row
            isDense = value.contains("dense")
        case "gap":
            let values = words(value)
            rowGap = try length(values[0])
            columnGap = try length(values[values.count - 1])
            if case .points(let gap) = rowGap { flex.rowGap = gap }
            if case .points(let gap) = columnGap { flex.columnGap = gap }
        case "row-gap": rowGap = try length(value)
        case "column-gap": columnGap = try length(value)
        case "justify-content":
            justifyContent = try content(value)
            flex.justifyContent = justifyContent
        case "align-content":
            alignContent = try content(value)
            flex.alignContent = alignContent
        case "place-content":
            let values = words(value)
            alignContent = try content(values[0])
            justifyContent = try content(values[values.count - 1])
        case "justify-items": justifyItems = try alignment(value)
        case "align-items":
            alignItems = try alignment(value)
            flex.alignItems = alignItems
        case "place-items":
            let values = words(value)
            alignItems = try alignment(values[0])
            justifyItems = try alignment(values[values.count - 1])
        case "flex-direction": flex.direction = FlexContainer.Direction(rawValue: value) ?? .row
        case "flex-wrap": flex.wrap = FlexContainer.Wrap(rawValue: value) ?? .nowrap
        default: return false
        }
        return true
    }
}

extension TableContainer {
    fileprivate mutating func read(_ name: String, _ value: String) throws -> Bool {
        switch name {
        case "border-collapse": isCollapsed = value == "collapse"
        case "table-layout": isFixed = value == "fixed"
        case "border-spacing":
            let values = try words(value).map { try length($0) }
            if case .points(let spacing) = values[0] { horizontalSpacing = spacing }
            if case .points(let spacing) = values[values.count - 1] { verticalSpacing = spacing }
        default: return false
        }
        return true
    }
}

/// The parts of a value between spaces outside brackets.
private func words(_ value: String, separator: Character = " ") -> [String] {
    var words: [String] = []
    var word = ""
    var depth = 0
    for character in value + String(separator) {
        if character == "(" || character == "[" { depth += 1 }
        if character == ")" || character == "]" { depth -= 1 }
        if depth == 0, character == separator || character == "\n" {
            if !word.isEmpty { words.append(word) }
            word = ""
        } else {
            word.append(character)
        }
    }
    return words
}

private func number(_ text: String) throws -> Double {
    guard let value = Double(text.filter { $0 != " " }) else { throw TreeError("number \(text)") }
    return value
}

private func length(_ text: String) throws -> LayoutLength {
    switch text {
    case "auto", "none", "normal": return text == "normal" ? .zero : .auto
    case "min-content": return .minContent
    case "max-content": return .maxContent
    case "fit-content": return .fitContent
    case "stretch": return .stretch
    case "0": return .zero
    default: break
    }
    if text.hasSuffix("px") { return .points(try number(String(text.dropLast(2)))) }
    if text.hasSuffix("%") { return .fraction(try number(String(text.dropLast())) / 100) }
    if text.hasPrefix("calc(") {
        // Only `calc(A% + Bpx)` and `calc(A% - Bpx)`.
        let parts = words(String(text.dropFirst(5).dropLast()))
        guard parts.count == 3, case .fraction(let fraction) = try length(parts[0]),
            case .points(let points) = try length(parts[2])
        else { throw TreeError(text) }
        return .sum(points: parts[1] == "-" ? -points : points, fraction: fraction)
    }
    throw TreeError("length \(text)")
}

private func edges(_ value: String) throws -> LayoutEdges {
    let sides = try words(value).map { try length($0) }
    switch sides.count {
    case 1: return LayoutEdges(sides[0])
    case 2: return LayoutEdges(top: sides[0], right: sides[1], bottom: sides[0], left: sides[1])
    case 3: return LayoutEdges(top: sides[0], right: sides[1], bottom: sides[2], left: sides[1])
    case 4: return LayoutEdges(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    default: throw TreeError(value)
    }
}

private func alignment(_ value: String) throws -> ItemAlignment {
    let name = value.replacing("first ", with: "").replacing("unsafe ", with: "")
    guard let alignment = ItemAlignment(rawValue: name) else { throw TreeError(value) }
    return alignment
}

private func content(_ value: String) throws -> ContentAlignment {
    guard let alignment = ContentAlignment(rawValue: value) else { throw TreeError(value) }
    return alignment
}

private func breadth(_ text: String) throws -> GridBreadth {
    switch text {
    case "auto": .auto
    case "min-content": .minContent
    case "max-content": .maxContent
    default: text.hasSuffix("fr") ? .flex(try number(String(text.dropLast(2)))) : .length(try length(text))
    }
}

private func trackSize(_ text: String) throws -> GridTrackSize {
    if text.hasPrefix("minmax(") {
        let parts = words(String(text.dropFirst(7).dropLast()), separator: ",").map { $0.filter { $0 != " " } }
        return .minmax(try breadth(parts[0]), try breadth(parts[1]))
    }
    if text.hasPrefix("fit-content(") { return .fitContent(try length(String(text.dropFirst(12).dropLast()))) }
    return .breadth(try breadth(text))
}

private func entries(_ value: String) throws -> [GridTrackEntry] {
    try words(value).map { word in
        if word.hasPrefix("[") { return .names(words(String(word.dropFirst().dropLast()))) }
        guard word.hasPrefix("repeat(") else { return .track(try trackSize(word)) }
        let parts = words(String(word.dropFirst(7).dropLast()), separator: ",")
        let rest = try entries(parts.dropFirst().joined(separator: ","))
        switch parts[0].filter({ $0 != " " }) {
        case "auto-fill": return .repeated(.autoFill, rest)
        case "auto-fit": return .repeated(.autoFit, rest)
        default: return .repeated(.times(Int(try number(parts[0]))), rest)
        }
    }
}

private func template(_ value: String) throws -> GridTemplate {
    if value == "none" { return .none }
    if value.hasPrefix("subgrid") { return .subgrid(try entries(String(value.dropFirst(7)))) }
    return .tracks(try entries(value))
}

private func line(_ text: String) throws -> GridLine {
    let parts = words(text)
    if parts == ["auto"] { return .auto }
    let numbers = parts.compactMap { Int($0) }
    let names = parts.filter { Int($0) == nil && $0 != "span" }
    if parts.contains("span") { return .span(numbers.first ?? 1, name: names.first) }
    if let number = numbers.first { return .line(number, name: names.first) }
    guard let name = names.first else { throw TreeError("line \(text)") }
    return .name(name)
}

private func span(_ value: String) throws -> GridSpan {
    let parts = try value.split(separator: "/").map { try line(String($0)) }
    guard let first = parts.first else { throw TreeError(value) }
    if parts.count == 2 { return GridSpan(start: first, end: parts[1]) }
    if case .name = first { return GridSpan(start: first, end: first) }
    return GridSpan(start: first)
}
