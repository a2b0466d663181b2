import PenumbraLayout
import PenumbraText

/// The part of an inline element on one line, among those on all lines side by side: `box-decoration-break: slice`.
struct InlineSlice {
    /// The width of the parts on the lines before.
    var before = 0.0
    /// The width of all parts.
    var whole = 0.0
}

extension PagePainter {
    /// The slices of the inline elements whose background pictures go on from line to line, by the number of the element.
    func inlineSlices(_ node: Int, _ lines: [PlacedLine]) -> [Int: InlineSlice] {
        guard lines.count > 1, state.inlinePictures.contains(true) else { return [:] }
        var result: [Int: InlineSlice] = [:]
        for entry in lines {
            guard let line = text.line(node, entry) else { continue }
            for fragment in line.boxes where state.inlinePictures[fragment.box] {
                result[fragment.box, default: InlineSlice()].whole += fragment.width
            }
        }
        return result
    }

    /// Whether the background of each inline element has pictures that go on from line to line.
    static func inlinePictures(_ boxes: BoxTree) -> [Bool] {
        boxes.inlineElements.map { inline in
            let paint = boxes.styles[inline.style].box.paint
            return (paint["background-image"] ?? "none") != "none" && paint["box-decoration-break"] != "clone"
        }
    }
}
