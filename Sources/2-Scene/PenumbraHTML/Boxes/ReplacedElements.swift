/// The elements that are drawn as a whole.
enum ReplacedElements {
    static func isReplaced(_ element: HTMLElement) -> Bool {
        element.isHTML ? names.contains(element.name) : element.namespace == .svg && element.name == "svg"
    }

    /// Elements that aren't drawn: empty boxes take their place.
    static let empty: Set<String> = [
        "iframe", "video", "audio", "canvas", "object", "embed", "input", "select", "textarea", "progress", "meter",
    ]

    private static let names: Set<String> = empty.union(["img"])
}
