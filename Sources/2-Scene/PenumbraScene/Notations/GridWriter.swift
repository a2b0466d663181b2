import PenumbraElementary
import PenumbraLayout

/// Writes tracks and places of grids as CSS does.
struct GridWriter {
    private let members: Members

    init(_ members: Members) { self.members = members }

    func text(_ template: GridTemplate) throws(SceneError) -> String {
        switch template {
        case .none: "none"
        case .tracks(let entries): try text(entries)
        case .subgrid(let entries): entries.isEmpty ? "subgrid" : "subgrid \(try text(entries))"
        }
    }

    func text(_ entries: [GridTrackEntry]) throws(SceneError) -> String {
        var parts: [String] = []
        for entry in entries {
            switch entry {
            case .names(let names): parts.append("[\(names.joined(separator: " "))]")
            case .track(let size): parts.append(try text(size))
            case .repeated(let count, let inner):
                let times =
                    switch count {
                    case .times(let number): "\(number)"
                    case .autoFill: "auto-fill"
                    case .autoFit: "auto-fit"
                    }
                parts.append("repeat(\(times), \(try text(inner)))")
            }
        }
        return parts.joined(separator: " ")
    }

    private func text(_ size: GridTrackSize) throws(SceneError) -> String {
        switch size {
        case .breadth(let breadth): try text(breadth)
        case .minmax(let least, let most): "minmax(\(try text(least)), \(try text(most)))"
        case .fitContent(let length): "fit-content(\(try text(.length(length))))"
        }
    }

    private func text(_ breadth: GridBreadth) throws(SceneError) -> String {
        switch breadth {
        case .auto: return "auto"
        case .minContent: return "min-content"
        case .maxContent: return "max-content"
        case .flex(let factor):
            _ = try members.json(factor)
            return "\(DecimalNumber.text(factor))fr"
        case .length(let length):
            switch length {
            case .points(let points):
                _ = try members.json(points)
                return "\(DecimalNumber.text(points))px"
            case .fraction(let fraction):
                _ = try members.json(fraction)
                return DecimalNumber.percentage(fraction)
            case .auto, .sum, .calculated, .minContent, .maxContent, .fitContent, .stretch:
                throw members.place.error("tracks of this kind have no notation in scenes; use points or a percentage")
            }
        }
    }

    static func text(_ span: GridSpan) -> String {
        if case .name(let name) = span.start, span.end == span.start { return name }
        return span.end == .auto ? text(span.start) : "\(text(span.start)) / \(text(span.end))"
    }

    private static func text(_ line: GridLine) -> String {
        func named(_ text: String, _ name: String?) -> String { name.map { "\(text) \($0)" } ?? text }
        return switch line {
        case .auto: "auto"
        case .line(let number, let name): named("\(number)", name)
        case .span(let count, let name): named("span \(count)", name)
        case .name(let name): name
        }
    }
}

extension GridAreas {
    /// The rows of the areas as CSS writes them.
    var rowTexts: [String] {
        (0..<rowCount).map { row in
            (0..<columnCount).map { column in
                areas.first { $0.rows.contains(row) && $0.columns.contains(column) }?.name ?? "."
            }.joined(separator: " ")
        }
    }
}
