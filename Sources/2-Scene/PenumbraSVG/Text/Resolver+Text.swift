import PenumbraGeometry
import PenumbraScene

/// Characters that are drawn as one text, and the start of their baseline relative to that of the chunk.
private struct TextSegment {
    var string = ""
    var first: TextCharacter
    var outline: SVGTextOutline?
    var offset = Point.zero
    /// The stretch of the glyphs along the baseline.
    var stretch = 1.0
    /// The map of the baseline of a segment on a path. Nil beyond the ends of the path.
    var placeOnPath: AffineTransform?

    /// Whether the character stands upright in vertical text. Other characters lie on their side.
    var isUpright: Bool { first.isUpright }
    var advance: Double { isUpright ? first.style.font.size : (outline?.advance ?? 0) * stretch }
}

/// Segments that are aligned together, and the place that they are aligned at.
private struct TextChunk {
    var origin: Point
    var segments: [TextSegment] = []
    var width = 0.0
}

extension TextSegment {
    /// The space after a word.
    fileprivate var wordSpacing: Double { string.last == " " || string.last == "\u{A0}" ? first.style.font.wordSpacing : 0 }
}

extension TextChunk {
    /// Stretches the segments that have a length to take. Returns the gaps after all segments.
    fileprivate mutating func fit() -> [Double] {
        var gaps = [Double](repeating: 0, count: segments.count)
        var start = 0
        while start < segments.count {
            guard let fit = segments[start].first.fit else {
                start += 1
                continue
            }
            let end = segments[start...].firstIndex { $0.first.fit !== fit } ?? segments.count
            let width = (start..<end).reduce(0) { $0 + segments[$1].advance + (($1 < end - 1) ? segments[$1].wordSpacing : 0) }
            if fit.scalesGlyphs, width > 0 {
                for index in start..<end { segments[index].stretch = fit.length / width }
            } else if end - start > 1 {
                for index in start..<end - 1 { gaps[index] = (fit.length - width) / Double(end - start - 1) }
            }
            start = end
        }
        return gaps
    }

    /// Places the segments of vertical text below each other, centred on a line.
    fileprivate mutating func hang() {
        for index in segments.indices {
            let segment = segments[index]
            guard let outline = segment.outline else { continue }
            let height = outline.ascent + outline.descent
            if segment.isUpright {
                let down = height > 0 ? segment.advance * outline.ascent / height : 0
                segments[index].placeOnPath = .translation(
                    origin.x - segment.offset.y - outline.advance / 2, origin.y + segment.offset.x + down)
            } else {
                segments[index].placeOnPath = AffineTransform.translation(
                    segment.offset.x, segment.offset.y + (outline.ascent - outline.descent) / 2
                ).concatenating(.rotation(degrees: 90)).concatenating(.translation(origin.x, origin.y))
            }
        }
    }

    /// Places the segments on a path, each with its middle.
    fileprivate mutating func follow(_ track: TextTrack) {
        for index in segments.indices {
            let segment = segments[index]
            let half = segment.advance / 2
            segments[index].placeOnPath = track.map(at: track.start + segment.offset.x + half).map {
                AffineTransform.translation(-half, segment.offset.y).concatenating($0)
            }
        }
    }
}

extension Resolver {
    /// A text with its spans.
    ///
    /// - Parameter isClip: true for the shape of a clip path.
    func text(_ node: Int, _ context: Context, isClip: Bool = false) throws(SVGError) -> [Layer] {
        let style = context.style
        if style.font.isVertical, options.outlines == nil {
            try refuse(node, "vertical text needs fonts to be placed")
            return []
        }
        let chunks = try chunks(node, style, context.viewport)
        let box = bounds(of: chunks) ?? .zero
        var result: [Layer] = []
        for chunk in chunks {
            for segment in chunk.segments {
                result += try layers(segment, of: chunk, node, context, box, isClip)
            }
        }
        return result
    }

    func textBounds(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> Rect? {
        guard options.outlines != nil else { return nil }
        return bounds(of: try chunks(node, style, viewport))
    }

    private func bounds(of chunks: [TextChunk]) -> Rect? {
        var result: Rect?
        for chunk in chunks {
            for segment in chunk.segments {
                // The box of a text holds the whole height of its font.
                guard let outline = segment.outline else { continue }
                var box = Rect(
                    x: segment.offset.x, y: segment.offset.y - outline.ascent, width: segment.advance,
                    height: outline.ascent + outline.descent)
                if segment.first.track != nil, segment.placeOnPath == nil { continue }
                if let map = segment.placeOnPath {
                    box = Rect(x: 0, y: -outline.ascent, width: outline.advance, height: box.height).transformed(by: map)
                } else {
                    box = box.offset(by: chunk.origin)
                }
                result = result.map { Rect(bounding: $0.corners + box.corners) } ?? box
            }
        }
        return result
    }

    /// Cuts a text into chunks, and places their segments.
    private func chunks(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> [TextChunk] {
        let characters = try characters(node, style, viewport)
        var chunks: [TextChunk] = []
        var pen = Point.zero
        for character in characters {
            let isOtherTrack = character.track !== chunks.last?.segments.last?.first.track
            if chunks.isEmpty || character.x != nil || character.y != nil || isOtherTrack {
                try close(&chunks, pen: &pen, node)
                pen = Point(character.x ?? pen.x, character.y ?? pen.y)
                chunks.append(TextChunk(origin: pen))
            }
            let index = chunks.count - 1
            let last = chunks[index].segments.last
            let isSame =
                last.map {
                    $0.first.node == character.node && character.dx == 0 && character.dy == 0
                        && $0.first.rotation == 0 && character.rotation == 0 && character.track == nil
                        && !$0.isUpright && !character.isUpright
                        && $0.first.fit === character.fit && character.fit?.scalesGlyphs != false
                        && ($0.first.style.font.wordSpacing == 0 || $0.string.last != " ")
                } ?? false
            if isSame {
                chunks[index].segments[chunks[index].segments.count - 1].string.append(character.character)
            } else {
                chunks[index].segments.append(TextSegment(string: String(character.character), first: character))
            }
        }
        try close(&chunks, pen: &pen, node)
        return chunks
    }

    /// Places the segments of the last chunk, and moves the pen to its end.
    private func close(_ chunks: inout [TextChunk], pen: inout Point, _ node: Int) throws(SVGError) {
        guard let index = chunks.indices.last else { return }
        var chunk = chunks[index]
        guard let first = chunk.segments.first else { return }
        var place = Point.zero
        for index in chunk.segments.indices { chunk.segments[index].outline = try outline(chunk.segments[index]) }
        let gaps = chunk.fit()
        for index in chunk.segments.indices {
            let segment = chunk.segments[index]
            let (dx, dy) = (segment.first.dx, segment.first.dy)
            place = place + (segment.first.style.font.isVertical ? Point(dy, -dx) : Point(dx, dy))
            let below = try baseline(segment.first, segment.outline) - segment.first.raised
            chunk.segments[index].offset = place + Point(0, below)
            place.x += segment.advance + gaps[index] + segment.wordSpacing
        }
        chunk.width = place.x
        let style = first.first.style
        let isEnd = style.font.anchor == (style.font.isRightToLeft ? "start" : "end")
        let share = style.font.anchor == "middle" ? 0.5 : isEnd ? 1 : 0
        if options.outlines != nil {
            for index in chunk.segments.indices { chunk.segments[index].offset.x -= share * chunk.width }
            pen = chunk.origin + place - Point(share * chunk.width, 0)
            if first.first.style.font.isVertical {
                pen = chunk.origin + Point(-place.y, place.x - share * chunk.width)
                chunk.hang()
            } else if let track = first.first.track {
                chunk.follow(track)
                pen = track.map(at: track.length).map { Point($0.tx, $0.ty) } ?? pen
            }
        } else if chunk.segments.count > 1 {
            try refuse(node, "a text whose parts follow each other needs fonts to be placed")
        }
        chunks[index] = chunk
    }

    private func outline(_ segment: TextSegment) throws(SVGError) -> SVGTextOutline? {
        guard let outlines = options.outlines else { return nil }
        do throws(SVGTextFailure) {
            return try outlines(text(segment, .black))
        } catch {
            throw self.error(segment.first.node, error.words)
        }
    }

    /// How far below the chunk's line the baseline of the font lies.
    private func baseline(_ character: TextCharacter, _ outline: SVGTextOutline?) throws(SVGError) -> Double {
        guard let outline else { return 0 }
        switch character.style.own.dominantBaseline {
        case "middle":
            let sample = TextSegment(string: "x", first: character)
            let height = try self.outline(sample).map { -$0.path.bounds.minY }
            return (height ?? outline.ascent / 2) / 2
        case "central": return (outline.ascent - outline.descent) / 2
        case "hanging": return outline.ascent * 0.8
        case "mathematical": return outline.ascent * 0.5
        case "text-before-edge", "text-top", "before-edge", "top": return outline.ascent
        case "text-after-edge", "text-bottom", "after-edge", "ideographic", "bottom": return -outline.descent
        default: return 0
        }
    }

    /// The text layer's text of a segment.
    private func text(_ segment: TextSegment, _ paint: Paint) -> Text {
        let style = segment.first.style.font
        var text = Text(
            string: segment.string, font: style.pattern, fontSize: max(style.size, 0.001), color: paint, isWrapped: false,
            letterSpacing: style.letterSpacing)
        text.verticalAlignment = .baseline
        text.decoration.isUnderlined = segment.first.underlines
        text.decoration.isStruckThrough = segment.first.strikes
        text.direction = style.isRightToLeft ? .rtl : .auto
        text.alignment = .left
        text.language = style.language
        if !style.kerns { text.decoration.fontFeatures["kern"] = 0 }
        if style.isSmallCaps { text.decoration.fontFeatures["smcp"] = 1 }
        return text
    }

    private func layers(
        _ segment: TextSegment, of chunk: TextChunk, _ node: Int, _ context: Context, _ box: Rect, _ isClip: Bool
    ) throws(SVGError) -> [Layer] {
        let style = isClip ? context.style : segment.first.style
        guard style.isVisible, style.font.size > 0, segment.string.contains(where: { $0 != " " }) else { return [] }
        guard segment.string.utf8.count <= 100_000 else { throw error(node, "more than 100000 bytes in one text") }
        let place = chunk.origin + segment.offset
        var color: Color?
        switch style.fill {
        case .color(let fill): color = fill.multiplyingAlpha(by: style.fillOpacity)
        case .currentColor: color = style.color.multiplyingAlpha(by: style.fillOpacity)
        default: color = nil
        }
        let hasStroke = style.stroke != .none && style.strokeWidth.value > 0 && style.strokeOpacity > 0
        if segment.first.track != nil, segment.placeOnPath == nil, options.outlines != nil { return [] }
        let isPlain =
            color != nil && !hasStroke && segment.first.rotation == 0 && segment.placeOnPath == nil && segment.stretch == 1
        if isPlain, let color, chunk.segments.count == 1 || segment.outline?.hasColors == true || options.outlines == nil {
            guard color.alpha > 0 else { return [] }
            var text = text(segment, .color(color))
            var origin = chunk.origin + Point(segment.first.dx, segment.offset.y)
            if chunk.segments.count > 1, options.outlines != nil {
                origin = place
            } else {
                // The text layer aligns the text, with its own fonts.
                let font = segment.first.style.font
                text.alignment =
                    font.anchor == "middle" ? .center : font.anchor == (font.isRightToLeft ? "start" : "end") ? .right : .left
            }
            try count(layers: 1, at: node)
            return [
                Layer(
                    kind: .text(text), frame: .zero,
                    transform: AffineTransform.translation(origin.x, origin.y).concatenating(context.ctm))
            ]
        }
        guard let outline = segment.outline else {
            try refuse(segment.first.node, "a text with a stroke, a gradient or a rotation needs fonts to be drawn")
            return []
        }
        if outline.hasColors {
            try refuse(segment.first.node, "emoji with a stroke, a gradient or a rotation aren't supported")
        }
        let map = AffineTransform.scale(segment.stretch, 1)
            .concatenating(.rotation(degrees: segment.first.rotation))
            .concatenating(segment.placeOnPath ?? .translation(place.x, place.y))
        let path = outline.path.applying(map)
        try count(path, at: node)
        guard !path.isEmpty else { return [] }
        return try painted(path, node, style, context, box: box, canHaveMarkers: false)
    }
}
