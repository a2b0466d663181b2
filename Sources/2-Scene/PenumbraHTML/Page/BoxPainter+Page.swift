import PenumbraGeometry

extension BoxPainter {
    /// Whether the box itself paints anything.
    var paintsBox: Bool {
        geometry.border.contains { $0 > 0 } || values.has("background-image") || values.has("box-shadow")
            || values["background-color"] != nil || values.has("border-image-source") || values.has("outline-style")
    }

    var contentBox: Rect { geometry.contentBox }

    /// Whether a background shows through the text alone.
    var cutsToText: Bool { values.word("background-clip").contains("text") }

    /// The same box with other values.
    func withValues(_ values: [String: String]) -> BoxPainter {
        BoxPainter(PaintValues(values, units: units), geometry, images: images, warn: warn)
    }
}
