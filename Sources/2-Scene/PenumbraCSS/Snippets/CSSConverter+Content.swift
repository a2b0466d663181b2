import PenumbraJSON
import PenumbraScene

/// The content of the box: `display: flex` and `grid` as a layout, and the properties that cut its lines.
extension CSSConverter {
    static let propertiesOfContainers = [
        "flex-direction", "flex-wrap", "justify-content", "align-items", "align-content", "justify-items", "row-gap",
        "column-gap",
    ]
    static let propertiesOfLines = [
        "overflow-x", "overflow-y", "text-overflow", "line-clamp", "word-break", "line-break", "overflow-wrap",
        "box-orient",
    ]

    private var display: String { cascade["display"]?.lowercased() ?? "" }
    private var isGrid: Bool { display.hasSuffix("grid") }
    /// Whether the box arranges its content.
    var isContainer: Bool { display.hasSuffix("flex") || isGrid }
    /// Whether the box cuts what reaches beyond it.
    var isCut: Bool {
        ["overflow-x", "overflow-y"].contains { side in cascade[side].map { $0.lowercased() != "visible" } ?? false }
    }

    // MARK: - Containers

    /// The keys of a layer that arranges the content. Nil for a box that is no container.
    mutating func container(_ items: [JSONValue]) -> JSONObject? {
        guard isContainer else {
            unused += cascade.written(Self.propertiesOfContainers)
            return nil
        }
        var layout: JSONObject = [:]
        if isGrid {
            notes.append("display: grid becomes a layout of one cell, since scenes have no rows and columns of a grid")
            unused += cascade.written(["flex-direction", "flex-wrap", "justify-content", "align-content"])
            layout["justifyContent"] = value("justify-items", ContentAlignment.self, except: .stretch)
        } else {
            layout["direction"] = value("flex-direction", FlexContainer.Direction.self, except: .row)
            layout["wrap"] = value("flex-wrap", FlexContainer.Wrap.self, except: .nowrap)
            layout["justifyContent"] = value("justify-content", ContentAlignment.self, except: .normal)
            layout["alignContent"] = value("align-content", ContentAlignment.self, except: .normal)
            unused += cascade.written(["justify-items"])
        }
        layout["alignItems"] = value("align-items", ItemAlignment.self, except: .stretch)
        let gaps = ["row-gap", "column-gap"].map { name in
            read(name) { converter, text throws(NotationError) in
                text.lowercased() == "normal" ? 0 : try converter.length(text, base: nil)
            } ?? 0
        }
        if gaps[0] == gaps[1] {
            if gaps[0] != 0 { layout["gap"] = .measure(gaps[0]) }
        } else {
            layout["gap"] = .array(gaps.map(JSONValue.measure))
        }
        var keys: JSONObject = ["layout": .object(layout)]
        // A border takes no room in a layout.
        let padding = zip(box.padding, box.borders).map { $0 + $1.width }
        if padding.contains(where: { $0 != 0 }) {
            keys["padding"] =
                padding.allSatisfy { $0 == padding[0] } ? .measure(padding[0]) : .array(padding.map(JSONValue.measure))
        }
        if isCut, !items.isEmpty { keys["masksToBounds"] = true }
        if items.isEmpty {
            notes.append("display: \(display) becomes a layout; add the items to its sublayers")
        } else {
            keys["sublayers"] = .array(items.map { item(in: layout, $0) })
        }
        return keys
    }

    /// The text of a grid's cell fills the cell, unless the grid places it.
    private func item(in layout: JSONObject, _ item: JSONValue) -> JSONValue {
        guard isGrid, layout["justifyContent"] == nil, case .object(var object) = item else { return item }
        object["flexGrow"] = 1
        return .object(object)
    }

    /// The value of a property that scenes spell alike. Nil for the default.
    private mutating func value<Value: RawRepresentable & CaseIterable & Equatable>(
        _ property: String, _ type: Value.Type, except standard: Value
    ) -> JSONValue? where Value.RawValue == String {
        let value =
            read(property) { _, text throws(NotationError) -> Value? in
                // `safe` only matters where items overflow.
                let words = text.lowercased().split(separator: " ").filter { !["safe", "unsafe", "first"].contains($0) }
                var name = words.joined(separator: " ")
                if name == "left" || name == "right", Value.self == ContentAlignment.self {
                    name = name == "left" ? "start" : "end"
                }
                if name == "self-start" || name == "self-end" { name = String(name.dropFirst(5)) }
                if name == "normal" || name == "legacy" { return nil }
                guard let value = Value(rawValue: name) else {
                    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
                    throw NotationError("found \"\(text.prefix(30))\"; values with an equal are \(names)")
                }
                return value
            } ?? nil
        guard let value, value != standard else { return nil }
        return .string(value.rawValue)
    }

    // MARK: - Lines

    /// Cuts the lines of a text as `overflow`, `text-overflow` and `line-clamp` do.
    mutating func cutLines(_ layer: inout JSONObject) {
        if isCut, !isContainer { layer["masksToBounds"] = true }
        let isOneLine = layer["wrapped"] == false
        if let overflow = cascade["text-overflow"]?.lowercased(), overflow != "clip" {
            if overflow != "ellipsis" {
                refuse("text-overflow", "found \"\(overflow.prefix(20))\"; values with an equal are clip and ellipsis")
            } else if isCut, isOneLine, !isContainer {
                // A browser cuts the line at any character.
                layer["wrapped"] = nil
                layer["lineBreak"] = "anywhere"
                layer["maximumLines"] = 1
            } else {
                unused += cascade.written(["text-overflow"])
            }
        }
        let most = read("line-clamp") { _, text throws(NotationError) -> Double? in
            if text.lowercased() == "none" { return nil }
            guard let count = Double(text), count >= 1, count <= 1e6, count == count.rounded() else {
                throw NotationError("found \"\(text.prefix(20))\", expected a whole number above 0, or none")
            }
            return count
        }
        if let most = most ?? nil {
            if isContainer {
                unused += cascade.written(["line-clamp", "box-orient"])
            } else {
                layer["maximumLines"] = .number(most)
            }
        } else {
            unused += cascade.written(["box-orient"])
        }
        if ["break-all", "anywhere"].contains(cascade["word-break"]?.lowercased())
            || cascade["line-break"]?.lowercased() == "anywhere"
        {
            layer["lineBreak"] = "anywhere"
        } else if cascade["word-break"]?.lowercased() == "keep-all" {
            layer["lineBreak"] = "keepAll"
        } else if options.text != nil, layer["lineBreak"] == nil, layer["wrapped"] == nil,
            !["anywhere", "break-word"].contains(cascade["overflow-wrap"]?.lowercased()),
            cascade["word-break"]?.lowercased() != "break-word"
        {
            // Scenes break words that are too long, and CSS doesn't unless it is asked to.
            layer["lineBreak"] = "wholeWords"
        }
    }
}
