import PenumbraGeometry

/// Characters that share glyphs: a letter with its marks, or the letters of a ligature.
package struct TextCluster: Sendable {
    /// The index of the first code point in the text.
    package var scalar: Int
    package var text: String
    /// The distance to the next cluster on the right.
    package var advance: Double
    /// The outlines, whose baseline starts at the origin.
    package var path: Path
    /// Whether glyphs have colours of their own, which outlines can't show.
    package var hasColors: Bool
    /// How high the first glyph stands upright in vertical text, and how far its top lies above the baseline.
    package var height = 0.0
    package var top = 0.0
}

extension TextSetting {
    /// The clusters of the text in one line, from left to right.
    mutating func clusters() throws(TextError) -> [TextCluster] {
        var result: [TextCluster] = []
        var (elements, scalars) = (0, 0)
        for paragraph in try paragraphs() {
            let all = 0..<paragraph.scalars.count
            let first = result.count
            for run in try shape(paragraph, all).inVisualOrder {
                var last = -1
                for glyph in run.glyphs {
                    if glyph.cluster != last {
                        result.append(
                            TextCluster(scalar: glyph.cluster, text: "", advance: 0, path: Path(), hasColors: false))
                        last = glyph.cluster
                        let (height, top) = run.face.vertical(glyph.id)
                        (result[result.count - 1].height, result[result.count - 1].top) = (height * run.scale, top * run.scale)
                    }
                    let index = result.count - 1
                    let place = AffineTransform(
                        a: run.scale, b: 0, c: 0, d: -run.scale, tx: result[index].advance + glyph.x, ty: glyph.y)
                    result[index].advance += glyph.advance
                    guard !limits.isLate else { throw .tooMuchWork }
                    if run.face.isColor,
                        try run.face.colorGlyph(
                            glyph.id, pixelsPerEm: run.scale * run.face.unitsPerEm * pixelsPerPoint) != nil
                    {
                        result[index].hasColors = true
                        continue
                    }
                    let outline = try run.face.outline(of: glyph.id)
                    elements += outline.elements.count
                    guard elements <= limits.segments else { throw .outlineTooLong(limit: limits.segments) }
                    if !outline.isEmpty { result[index].path.append(outline.applying(place)) }
                }
            }
            // A cluster ends where the next one starts in reading order.
            let order = (first..<result.count).sorted { result[$0].scalar < result[$1].scalar }
            for (place, index) in order.enumerated() {
                let end = place + 1 < order.count ? result[order[place + 1]].scalar : all.upperBound
                result[index].text = paragraph.string(result[index].scalar..<max(result[index].scalar, end))
            }
            for index in first..<result.count { result[index].scalar += scalars }
            // A line break is one code point.
            scalars += all.upperBound + 1
        }
        return result
    }
}
