import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// Filters that are SVG elements of the page: Filter Effects 1, section 5, with `url()`.
extension BoxPainter {
    /// Whether a filter refers to an SVG element.
    var hasFilterElements: Bool { values["filter"].map { $0.asciiLowercased.contains("url(") } ?? false }

    /// The content of the box with a filter that refers to SVG elements.
    ///
    /// The filter is read as that of a rectangle of the box's size, which the content then replaces.
    func filteredByElements(_ content: Layer) -> [Layer] {
        guard let text = values["filter"], let value = try? units.normalized(text) else { return [content] }
        guard var layers = stencils("filter", value, geometry.size) else {
            warn("filter", "no SVG element is the filter \"\(value.prefix(40))\"")
            return [content]
        }
        // A filter without steps leaves nothing.
        return Self.replaceFiltered(in: &layers, by: content, depth: 0) ? layers : []
    }

    /// Puts content in the place of what the first filter in layers is applied to.
    private static func replaceFiltered(in layers: inout [Layer], by content: Layer, depth: Int) -> Bool {
        guard depth < 8 else { return false }
        for index in layers.indices {
            if layers[index].filter.isEmpty {
                if replaceFiltered(in: &layers[index].sublayers, by: content, depth: depth + 1) { return true }
                continue
            }
            layers[index].kind = .layer
            // Pictures that the filter reads come first.
            if !layers[index].sublayers.isEmpty { layers[index].sublayers.removeLast() }
            layers[index].sublayers.append(content)
            return true
        }
        return false
    }
}
