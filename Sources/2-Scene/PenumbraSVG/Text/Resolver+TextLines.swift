import PenumbraGeometry
import PenumbraScene

/// A line along a text.
struct TextLine {
    enum Kind: String, CaseIterable {
        case underline, overline
        case through = "line-through"
    }

    var kind: Kind
    /// The element that asks for the line, and its style.
    var node: Int
    var style: Style
    /// How far the element's baseline lies above that of the text, in points.
    var raised: Double
}

/// An element that asks for lines along all texts inside it, and its style.
final class TextDecoration: Sendable {
    let node: Int
    let style: Style

    init(_ node: Int, _ style: Style) { (self.node, self.style) = (node, style) }
}

extension TextChunk {
    /// The end of the segments from `start` on whose lines are drawn in one piece.
    func endOfLines(from start: Int) -> Int {
        let first = segments[start]
        var end = start + 1
        while end < segments.count, first.isStraight, segments[end].isStraight, segments[end].first.dx == 0,
            segments[end].first.dy == 0,
            first.first.lines.elementsEqual(segments[end].first.lines, by: { $0.node == $1.node && $0.kind == $1.kind })
        {
            end += 1
        }
        return end
    }
}

extension Style {
    /// The colour of a text that has neither a gradient nor a stroke.
    var plainColor: Color? {
        guard stroke == .none || strokeWidth.value <= 0 || strokeOpacity <= 0 else { return nil }
        switch fill {
        case .color(let color): return color.multiplyingAlpha(by: fillOpacity)
        case .currentColor: return color.multiplyingAlpha(by: fillOpacity)
        default: return nil
        }
    }
}

extension Resolver {
    /// Whether a segment becomes a text layer. Other segments become paths.
    func isTextLayer(_ segment: TextSegment, of chunk: TextChunk, _ style: Style) -> Bool {
        // Only the document has its own fonts, so their texts become paths.
        style.plainColor != nil && (options.outlines == nil || !segment.first.style.font.usesEmbeddedFonts)
            && segment.isStraight && segment.stretch == 1
            && (segment.first.style.font.wordSpacing == 0 || !segment.string.contains(" "))
            && (chunk.isOneText || segment.outline?.hasColors == true || options.outlines == nil)
    }

    /// Whether the text layer of a segment draws the segment's lines.
    func carriesLines(_ segment: TextSegment, of chunk: TextChunk) -> Bool {
        guard options.outlines != nil else { return true }
        let style = segment.first.style
        return chunk.isOneText && isTextLayer(segment, of: chunk, style)
            && segment.first.lines.allSatisfy {
                $0.kind != .overline && $0.style.plainColor == style.plainColor && $0.style.font == style.font
                    && $0.raised == segment.first.raised
            }
    }

    /// The lines along segments that are drawn in one piece, behind the letters and before them. Each has the paints and the
    /// font of the element that asks for it.
    func lines(
        along chunk: TextChunk, _ range: Range<Int>, _ context: Context, _ box: Rect, _ isClip: Bool
    ) throws(SVGError) -> (behind: [Layer], before: [Layer]) {
        let (first, last) = (chunk.segments[range.lowerBound], chunk.segments[range.upperBound - 1])
        var result: (behind: [Layer], before: [Layer]) = ([], [])
        guard !first.first.lines.isEmpty, !carriesLines(first, of: chunk),
            first.first.track == nil || first.placeOnPath != nil && !first.isUpright
        else { return result }
        var width = last.offset.x - first.offset.x + last.width
        var map = AffineTransform.translation(chunk.origin.x + first.offset.x, chunk.origin.y + first.offset.y)
        if first.isUpright {
            // Along upright letters, lines lie as along those on their side.
            guard let outline = first.outline else { return result }
            map = chunk.sideways(first, outline)
        } else if !first.isStraight {
            // This map stretches the line as it stretches the letters.
            map = first.placed(in: chunk)
            width = first.stretch > 0 ? width / first.stretch : 0
        }
        for line in first.first.lines where width > 0 {
            var sample = TextSegment(string: "x", first: first.first)
            sample.first.run = first.first.run.with(line.style)
            // An overline is as thick as an underline, and hangs from the top of the letters.
            var plain = line
            plain.style.own.lineStyle = .solid
            if line.kind == .overline { (plain.kind, plain.style.underlineOffset) = (.underline, nil) }
            guard let outline = try outline(sample, with: plain), var place = outline.line else { continue }
            if line.kind == .overline {
                place = -outline.ascent...place.upperBound - place.lowerBound - outline.ascent
            }
            let style = isClip ? context.style : line.style
            let top = place.lowerBound + first.first.raised - line.raised
            let path = try shape(of: line, width, top: top, thickness: place.upperBound - place.lowerBound).applying(map)
            try count(path, at: line.node)
            let layers = try shadowed(by: style, context, isClip) { context throws(SVGError) in
                try painted(path, line.node, style, context, box: box, isElement: false)
            }
            if line.kind == .through { result.before += layers } else { result.behind += layers }
        }
        return result
    }

    /// The shape of a line from the start of the text on.
    private func shape(
        of line: TextLine, _ width: Double, top: Double, thickness: Double
    ) throws(SVGError) -> Path {
        let style = line.style.own.lineStyle
        guard style.elementCount(width: width, thickness: thickness) <= options.limits.pathSegments else {
            throw error(line.node, "more than \(options.limits.pathSegments) path segments; raise \(limit: .pathSegments)")
        }
        let side: Text.Line.Style.Side = line.kind == .underline ? .below : line.kind == .overline ? .above : .both
        let (path, isStroked) = style.shape(0...width, top: top, thickness: thickness, side: side)
        guard isStroked else { return path }
        do throws(StrokeError) {
            return try path.stroked(StrokeStyle(lineWidth: thickness), tolerance: thickness / 100)
        } catch {
            throw self.error(line.node, "\(error)")
        }
    }

    /// A line as the one of a text layer.
    ///
    /// - Parameter unit: the points that count as one.
    func line(_ line: TextLine, unit: Double) -> Text.Line {
        func points(_ length: Length?) -> Double? {
            length.map { $0.resolved(line.style.font.size, cascade.context.units(line.style)) / unit }
        }
        return Text.Line(
            line.style.own.lineStyle, thickness: points(line.style.own.lineThickness).map { max(0, $0) },
            offset: line.kind == .underline ? points(line.style.underlineOffset) : nil)
    }
}
