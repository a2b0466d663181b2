import PenumbraGeometry
import PenumbraScene

/// Characters that are drawn as one text, and the start of their baseline relative to that of the chunk.
struct TextSegment {
    var string = ""
    var first: TextCharacter
    /// The number of the segment in reading order.
    var number = 0
    /// The letters of a piece while it is put together.
    var letters: [(scalar: Int, text: String)] = []
    var outline: SVGTextOutline?
    var offset = Point.zero
    /// The stretch of the glyphs along the baseline.
    var stretch = 1.0
    /// The distance from the segment's start to that of the next segment, or to the end of the text.
    var width = 0.0
    /// The map of the baseline of a segment on a path. Nil beyond the ends of the path.
    var placeOnPath: AffineTransform?

    /// Whether the character stands upright in vertical text. Other characters lie on their side.
    var isUpright: Bool { first.isUpright }
    /// Whether the segment stands on the straight line of its chunk.
    var isStraight: Bool { first.rotation == 0 && placeOnPath == nil && !isUpright }
    /// The map of the segment's outlines to the coordinates of the text.
    func placed(in chunk: TextChunk) -> AffineTransform {
        AffineTransform.scale(stretch, 1).concatenating(.rotation(degrees: first.rotation)).concatenating(
            placeOnPath ?? .translation(chunk.origin.x + offset.x, chunk.origin.y + offset.y))
    }

    /// The distance to the next segment. In vertical text, the letter's own height counts.
    var advance: Double {
        guard isUpright else { return (outline?.advance ?? 0) * stretch }
        let font = first.style.font
        return (outline?.upright?.height ?? font.size) + font.letterSpacing
    }
}

/// Segments that are aligned together, and the place that they are aligned at.
struct TextChunk {
    var origin: Point
    /// How far beyond the start of its path the chunk starts.
    var along = 0.0
    var segments: [TextSegment] = []
    var width = 0.0
    /// Whether the chunk has one segment, which is a whole text.
    var isOneText = false
}

extension TextChunk {
    /// Stretches the segments that have a length to take. Returns the gaps after all segments.
    mutating func fit() -> [Double] {
        var gaps = [Double](repeating: 0, count: segments.count)
        var start = 0
        while start < segments.count {
            guard let fit = segments[start].first.fit else {
                start += 1
                continue
            }
            let end = segments[start...].firstIndex { $0.first.fit !== fit } ?? segments.count
            let width = segments[start..<end].reduce(0) { $0 + $1.advance }
            if fit.scalesGlyphs, width > 0 {
                for index in start..<end { segments[index].stretch = fit.length / width }
            } else if end - start > 1 {
                let gap = (fit.length - width) / Double(end - start - 1)
                // Browsers leave a gap behind the last letter too, if other letters follow.
                for index in start..<(end < segments.count ? end : end - 1) { gaps[index] = gap }
            }
            start = end
        }
        return gaps
    }

    /// Places the segments of vertical text below each other, centred on a line.
    mutating func hang() {
        for index in segments.indices {
            let segment = segments[index]
            guard let outline = segment.outline else { continue }
            if segment.isUpright {
                // The top centre of the letter lies on the line.
                let width = outline.advance - segment.first.style.font.letterSpacing
                segments[index].placeOnPath = .translation(
                    origin.x - segment.offset.y - width / 2,
                    origin.y + segment.offset.x + (outline.upright?.top ?? outline.ascent))
            } else {
                segments[index].placeOnPath = sideways(segment, outline)
            }
        }
    }

    /// The map of a segment that lies on its side in vertical text.
    func sideways(_ segment: TextSegment, _ outline: SVGTextOutline) -> AffineTransform {
        AffineTransform.translation(segment.offset.x, segment.offset.y + (outline.ascent - outline.descent) / 2)
            .concatenating(.rotation(degrees: 90)).concatenating(.translation(origin.x, origin.y))
    }

    /// Places the segments on a path, each with its middle.
    mutating func follow(_ track: TextTrack) {
        for index in segments.indices {
            let segment = segments[index]
            let half = segment.advance / 2
            // Vertical text is centred on its path, as on its line.
            let isCentered = segment.first.style.font.isVertical
            let below = isCentered ? segment.outline.map { ($0.ascent - $0.descent) / 2 } ?? 0 : 0
            segments[index].placeOnPath = track.map(at: track.start + along + segment.offset.x + half).map {
                AffineTransform.translation(-half, segment.offset.y + below).concatenating($0)
            }
        }
    }
}
