extension ReplacedContent {
    /// The content with its natural size multiplied.
    func zoomed(by factor: Double) -> ReplacedContent {
        guard factor != 1 else { return self }
        var content = self
        content.width = width.map { $0 * factor }
        content.height = height.map { $0 * factor }
        return content
    }
}

extension HTMLElement {
    /// Whether the element is a button that shows a picture.
    var isPictureButton: Bool {
        name == "input" && self["type"]?.trimmingSpaces.asciiLowercased == "image"
            && self["src"]?.trimmingSpaces.isEmpty == false
    }
}

/// The elements that are drawn as a whole.
enum ReplacedElements {
    static func isReplaced(_ element: HTMLElement) -> Bool {
        guard element.isHTML else { return element.namespace == .svg && element.name == "svg" }
        if element.name == "input" {
            // The other controls are texts in a frame.
            let types = ["checkbox", "radio", "range", "color"]
            return types.contains(element["type"]?.trimmingSpaces.asciiLowercased ?? "") || element.isPictureButton
        }
        return names.contains(element.name)
    }

    /// Elements that aren't drawn: empty boxes take their place.
    static let empty: Set<String> = [
        "iframe", "video", "audio", "canvas", "object", "embed",
    ]

    private static let names: Set<String> = empty.union(["img", "progress", "meter"])
}
