import PenumbraCSS
import PenumbraScene

/// Embedded objects: the HTML standard, section "The object element".
extension PageFiles {
    /// What an object shows as a whole. Nil if it shows its fallback content: the elements inside it.
    func object(_ element: HTMLElement, _ node: Int, _ tree: HTMLTree) throws(HTMLError) -> ReplacedContent? {
        let box = ReplacedContent(drawing: .nothing)
        guard let address = element["data"]?.trimmingSpaces else {
            // As in Chromium, an object that names no data is a box if it has a type, or nothing else to show.
            return element["type"]?.isEmpty == false || tree.nodes[node].children.isEmpty ? box : nil
        }
        guard !address.isEmpty else { return nil }
        switch element.objectKind {
        case .page: return box
        case .unknown: return nil
        case .picture: break
        }
        decideStyles = true
        guard let asset = picture(address) else {
            try noteMissing(address, tree.nodes[node].place)
            return nil
        }
        return ReplacedContent(
            drawing: .picture(asset.source), width: asset.width, height: asset.height, ratio: asset.ratio,
            keepsRatio: asset.keepsRatio)
    }
}

extension HTMLElement {
    /// The kinds of data of an object.
    enum ObjectKind {
        case picture
        /// A page, which isn't drawn.
        case page
        /// Data for a program that browsers don't have either, such as Flash.
        case unknown
    }

    /// The kind of an object's data, by its type or else by its address.
    var objectKind: ObjectKind {
        let address = (self["data"] ?? "").trimmingSpaces.asciiLowercased
        var type = (self["type"] ?? "").trimmingSpaces.asciiLowercased
        if type.isEmpty, address.hasPrefix("data:") {
            type = String(address.dropFirst(5).prefix { $0 != ";" && $0 != "," })
        }
        if type.isEmpty {
            let path = address.prefix { $0 != "?" && $0 != "#" }
            switch path.split(separator: ".").last {
            case "html", "htm", "xhtml", "txt": return .page
            case "pdf", "swf": return .unknown
            default: return .picture
            }
        }
        if type.hasPrefix("text/") || type == "application/xhtml+xml" { return .page }
        return type.hasPrefix("image/") ? .picture : .unknown
    }
}
