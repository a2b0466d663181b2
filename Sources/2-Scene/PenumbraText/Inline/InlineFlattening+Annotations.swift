/// The room that annotations and marks of emphasis need.
extension InlineFlattening {
    /// The places of annotations, by the styles of their boxes.
    func annotations() -> [Int: InlineAnnotation] {
        guard content.styles.contains(where: { $0.annotation != nil }) else { return [:] }
        var heights: [Int: (ascent: Double, descent: Double)] = [:]
        var last = (box: -1, style: -1)
        for unit in units where unit.kind == .text && (Int(unit.box), Int(unit.style)) != last {
            last = (Int(unit.box), Int(unit.style))
            var box = last.box
            while box >= 0, content.styles[boxes[box].style].annotation == nil { box = boxes[box].parent }
            guard box >= 0 else { continue }
            let (own, text) = (boxes[box].style, emHeights(last.style))
            let known = heights[own] ?? text
            heights[own] = (max(known.ascent, text.ascent), max(known.descent, text.descent))
        }
        var result: [Int: InlineAnnotation] = [:]
        for (index, style) in content.styles.enumerated() {
            guard let annotation = style.annotation, content.styles.indices.contains(annotation.style) else { continue }
            result[index] = InlineAnnotation(
                base: heights[index] ?? emHeights(index), text: emHeights(annotation.style), isBelow: annotation.isBelow)
        }
        return result
    }

    /// The room that the marks of emphasis need, by the styles of their texts, as Chromium finds it.
    func marks(_ metrics: [InlineMetrics]) -> [Int: InlineMarkHeights] {
        var result: [Int: InlineMarkHeights] = [:]
        for (index, style) in content.styles.enumerated() {
            let size = style.look.fontSize / 2
            switch style.emphasis {
            case .over: result[index] = InlineMarkHeights(above: emHeights(index).ascent.rounded(.up) + size)
            case .under: result[index] = InlineMarkHeights(below: metrics[index].descent + size)
            case nil: break
            }
        }
        return result
    }

    /// The heights above and below the baseline of a style's font, which add up to the font size.
    func emHeights(_ style: Int) -> (ascent: Double, descent: Double) {
        emHeights(setting.matches[style].face, content.styles[style].look.fontSize)
    }

    func emHeights(_ face: FontFace, _ size: Double) -> (ascent: Double, descent: Double) {
        let heights = face.typographicHeights
        let sum = heights.ascent + heights.descent
        guard sum > 0, heights.ascent >= 0, heights.ascent <= sum else { return (size, 0) }
        return (heights.ascent / sum * size, heights.descent / sum * size)
    }
}
