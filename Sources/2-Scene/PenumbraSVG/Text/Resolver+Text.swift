import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// A text with its spans.
    ///
    /// - Parameter isClip: true for the shape of a clip path.
    func text(_ node: Int, _ context: Context, isClip: Bool = false) throws(SVGError) -> [Layer] {
        let style = context.style
        if style.font.isVertical, options.outlines == nil {
            warn(node, "vertical text needs fonts to be placed")
            return []
        }
        let held = textBytes
        defer { textBytes = held }
        let chunks = try chunks(node, style, context.viewport)
        let box = bounds(of: chunks) ?? .zero
        var result: [Layer] = []
        for chunk in chunks {
            var start = 0
            while start < chunk.segments.count {
                let end = chunk.endOfLines(from: start)
                let lines = try self.lines(along: chunk, start..<end, context, box, isClip)
                result += lines.behind
                for segment in chunk.segments[start..<end] {
                    result += try shadowed(by: segment.first.style, context, isClip) { context throws(SVGError) in
                        try layers(segment, of: chunk, node, context, box, isClip)
                    }
                }
                result += lines.before
                start = end
            }
        }
        return result
    }

    /// The layers of letters, or of lines along them, with the shadows of their style.
    func shadowed(
        by style: Style, _ context: Context, _ isClip: Bool, _ layers: (Context) throws(SVGError) -> [Layer]
    ) throws(SVGError) -> [Layer] {
        guard !style.textShadows.isEmpty, !isClip else { return try layers(context) }
        let inside = try layers(context.inside)
        guard !inside.isEmpty else { return [] }
        var group = Layer.group(inside, context.ctm)
        group.shadows = style.textShadows
        count(group.shadows)
        return [group]
    }

    func textBounds(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> Rect? {
        guard options.outlines != nil else { return nil }
        let held = textBytes
        defer { textBytes = held }
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
                try hold(texts: 2 * MemoryLayout<TextChunk>.stride, at: node)
                chunks.append(TextChunk(origin: pen, along: character.track == nil ? 0 : character.x ?? 0))
            }
            let index = chunks.count - 1
            let last = chunks[index].segments.last
            let isSame =
                last.map {
                    $0.first.node == character.node && $0.first.style.font.size == character.style.font.size
                        && character.dx == 0 && character.dy == 0
                        && $0.first.rotation == 0 && character.rotation == 0 && character.track == nil
                        && !$0.isUpright && !character.isUpright
                        && $0.first.fit === character.fit && character.fit?.scalesGlyphs != false
                } ?? false
            if isSame {
                chunks[index].segments[chunks[index].segments.count - 1].string.append(character.character)
            } else {
                try hold(texts: 2 * MemoryLayout<TextSegment>.stride, at: node)
                var segment = TextSegment(string: String(character.character), first: character)
                segment.number = chunks[index].segments.count
                chunks[index].segments.append(segment)
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
        let style = first.first.style
        // A shift moves all characters after it, in reading order.
        var shifts: [Point] = []
        for segment in chunk.segments {
            let (dx, dy) = (segment.first.dx, segment.first.dy)
            shifts.append((shifts.last ?? .zero) + (style.font.isVertical ? Point(dy, -dx) : Point(dx, dy)))
        }
        chunk.isOneText = chunk.segments.count == 1
        if options.outlines != nil { chunk.segments = try pieces(of: chunk.segments, node) }
        let gaps = chunk.fit()
        var place = 0.0
        for index in chunk.segments.indices {
            let segment = chunk.segments[index]
            let below = try baseline(segment.first, segment.outline) - segment.first.raised
            chunk.segments[index].offset = Point(place, below) + shifts[segment.number]
            let width = segment.advance + gaps[index]
            place += width
            chunk.segments[index].width = index == chunk.segments.count - 1 ? segment.advance : width
        }
        let end = Point(place, 0) + (shifts.last ?? .zero)
        // What is aligned reaches from the first letter to the end. A shift of the first letter moves it as a whole.
        chunk.width = end.x - (shifts.first?.x ?? 0)
        let isEnd = style.font.anchor == (style.font.isRightToLeft ? "start" : "end")
        let share = style.font.anchor == "middle" ? 0.5 : isEnd ? 1 : 0
        if options.outlines != nil {
            for index in chunk.segments.indices { chunk.segments[index].offset.x -= share * chunk.width }
            pen = chunk.origin + end - Point(share * chunk.width, 0)
            if let track = first.first.track {
                chunk.follow(track)
                pen = track.map(at: track.length).map { Point($0.tx, $0.ty) } ?? pen
            } else if style.font.isVertical {
                pen = chunk.origin + Point(-end.y, end.x - share * chunk.width)
                chunk.hang()
            }
        } else if chunk.segments.count > 1 {
            warn(node, "a text whose parts follow each other needs fonts to be placed")
        }
        chunks[index] = chunk
    }

    /// - Parameter line: a line along the text whose place is wanted.
    func outline(_ segment: TextSegment, with line: TextLine? = nil) throws(SVGError) -> SVGTextOutline? {
        guard let outlines = options.outlines else { return nil }
        do throws(SVGTextFailure) {
            let unit = segment.first.style.font.unit
            return try outlines(text(segment, .black, line.map { [$0] } ?? [], unit: unit))?.scaled(by: unit)
        } catch {
            throw self.error(segment.first.node, error.words)
        }
    }

    /// How far below the chunk's line the baseline of the font lies.
    private func baseline(_ character: TextCharacter, _ outline: SVGTextOutline?) throws(SVGError) -> Double {
        guard let outline else { return 0 }
        let (own, inherited) = (character.style.own.alignmentBaseline, character.style.dominantBaseline)
        switch ["", "auto", "baseline"].contains(own) ? inherited : own {
        case "middle":
            let sample = TextSegment(string: "x", first: character)
            let height = try self.outline(sample).map { -$0.path.bounds.minY }
            return (height ?? outline.ascent / 2) / 2
        case "central": return (outline.ascent - outline.descent) / 2
        case "hanging": return outline.ascent * 0.8
        case "mathematical": return outline.ascent * 0.5
        case "text-before-edge", "before-edge", "text-top": return outline.ascent
        case "text-after-edge", "after-edge", "text-bottom", "ideographic": return -outline.descent
        default: return 0
        }
    }

    /// The text layer's text of a segment.
    ///
    /// - Parameter unit: the points that count as one. Texts have a largest font size.
    func text(_ segment: TextSegment, _ paint: Paint, _ lines: [TextLine], unit: Double) -> Text {
        let style = segment.first.style.font
        var text = Text(
            string: segment.first.run.bidi.marked(segment.string), font: style.pattern, fontSize: max(style.size / unit, 0.001),
            color: paint,
            isWrapped: false,
            letterSpacing: style.letterSpacing / unit)
        text.verticalAlignment = .baseline
        for line in lines {
            let shape = self.line(line, unit: unit)
            if line.kind == .through { text.decoration.strikethrough = shape } else { text.decoration.underline = shape }
        }
        // Texts run from left to right unless the property says otherwise, whatever their first letter.
        text.direction =
            segment.first.run.bidi.isPlain
            ? .auto : style.isRightToLeft ? .rtl : segment.string.unicodeScalars.contains { $0.value >= 0x590 } ? .ltr : .auto
        text.alignment = .left
        text.language = style.language
        text.decoration.fontVariations = style.variations
        if let angle = style.slant.angle, style.variations["slnt"] == nil { text.decoration.fontVariations["slnt"] = -angle }
        text.decoration.fontFeatures = style.allFeatures
        return text
    }

    /// The distance by which a baseline lies above a whole device pixel, in the element's coordinates.
    private func snap(_ origin: Point, _ context: Context) -> Double {
        let whole = context.whole
        guard options.snapsBaselines, options.resolution > 0, whole.b == 0, whole.c == 0 else { return 0 }
        let height = whole.d * origin.y + whole.ty
        let pixel = (height * options.resolution + 0.5).rounded(.down) / options.resolution
        let distance = (pixel - height) / whole.d
        return distance.isFinite ? distance : 0
    }

    private func layers(
        _ segment: TextSegment, of chunk: TextChunk, _ node: Int, _ context: Context, _ box: Rect, _ isClip: Bool
    ) throws(SVGError) -> [Layer] {
        let style = isClip ? context.style : segment.first.style
        guard style.isVisible, style.font.size > 0, segment.string.contains(where: { $0 != " " }) else { return [] }
        guard segment.string.utf8.count <= 100_000 else { throw error(node, "more than 100000 bytes in one text") }
        let place = chunk.origin + segment.offset
        if segment.first.track != nil, segment.placeOnPath == nil, options.outlines != nil { return [] }
        if isTextLayer(segment, of: chunk, style), let color = style.plainColor {
            guard color.alpha > 0 else { return [] }
            let lines = carriesLines(segment, of: chunk) ? segment.first.lines : []
            if options.outlines == nil, lines.contains(where: { $0.kind == .overline }) {
                warn(segment.first.node, "an overline needs fonts to be placed")
            }
            let unit = segment.first.style.font.unit
            var text = text(segment, .color(color), lines, unit: unit)
            var origin = chunk.origin + Point(segment.first.dx, segment.offset.y)
            if !chunk.isOneText, options.outlines != nil {
                origin = place
            } else {
                // The text layer aligns the text, with its own fonts.
                let font = segment.first.style.font
                text.alignment =
                    font.anchor == "middle" ? .center : font.anchor == (font.isRightToLeft ? "start" : "end") ? .right : .left
            }
            origin.y += snap(origin, context)
            try count(layers: 1, at: node)
            return [
                Layer(
                    kind: .text(text), frame: .zero,
                    transform: AffineTransform.scale(unit, unit).concatenating(.translation(origin.x, origin.y))
                        .concatenating(context.ctm))
            ]
        }
        guard let outline = segment.outline else {
            warn(segment.first.node, "a text with a stroke, a gradient or a rotation needs fonts to be drawn")
            return []
        }
        if outline.hasColors {
            warn(segment.first.node, "emoji with a stroke, a gradient or a rotation aren't supported")
        }
        var path = outline.path.applying(segment.placed(in: chunk))
        let distance = segment.isStraight ? snap(place, context) : 0
        if distance != 0 { path = path.applying(.translation(0, distance)) }
        try count(path, at: node)
        guard !path.isEmpty else { return [] }
        return try painted(path, node, style, context, box: box, isElement: false)
    }
}
