import PenumbraCoreGraphics
import PenumbraEngine
import PenumbraScene
import PenumbraText

extension PenumbraScene.Text {
    /// The longest text of which a part is looked for that fits. Longer texts are cut at their end.
    private static let mostCharacters = 10_000

    /// The text in one line, with an ellipsis in place of its start or its middle if it is wider than a width.
    ///
    /// Nil if nothing tells the width, because a font is missing. Drawing the text reports why.
    func truncated(_ mode: CATextLayerTruncationMode, width: Double) -> PenumbraScene.Text? {
        let count = wholeString.count
        guard count <= Self.mostCharacters, width > 0, width.isFinite, let own = lineWidth else { return nil }
        // Layouts are rounded to parts of a pixel.
        guard own > width + 1e-6 else { return self }
        // The number of characters that fit. No character always fits.
        var (fitting, tooMany) = (0, count)
        while tooMany - fitting > 1 {
            let middle = (fitting + tooMany) / 2
            guard let width0 = keeping(middle, mode).lineWidth else { return nil }
            if width0 <= width { fitting = middle } else { tooMany = middle }
        }
        return keeping(fitting, mode)
    }

    private var lineWidth: Double? {
        var line = self
        (line.isWrapped, line.maximumLines) = (false, nil)
        let layout = try? RendererPool.with { renderer throws(RenderError) in
            do throws(TextError) {
                return try renderer.shaper.layout(line, width: nil)
            } catch {
                throw .text(place: "CATextLayer", error)
            }
        }
        return layout?.size.width
    }

    /// The text with an ellipsis in place of all characters but a number of the last, or of the first and last.
    private func keeping(_ count: Int, _ mode: CATextLayerTruncationMode) -> PenumbraScene.Text {
        let whole = wholeString.count
        let first = mode == .middle ? (count + 1) / 2 : 0
        let hidden = first..<(whole - (count - first))
        var result = self
        guard !runs.isEmpty else {
            result.string = Self.hiding(hidden, of: string, isEllipsis: true)
            return result
        }
        var start = 0
        for index in runs.indices {
            let length = runs[index].string.count
            let (from, to) = (max(0, hidden.lowerBound - start), min(length, hidden.upperBound - start))
            if from < to {
                result.runs[index].string = Self.hiding(
                    from..<to, of: runs[index].string, isEllipsis: start <= hidden.lowerBound)
            }
            start += length
        }
        return result
    }

    private static func hiding(_ range: Range<Int>, of string: String, isEllipsis: Bool) -> String {
        string.prefix(range.lowerBound) + (isEllipsis ? "…" : "") + string.dropFirst(range.upperBound)
    }
}
