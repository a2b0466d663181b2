import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The segments of a chunk in the order in which they are drawn, from left to right.
    ///
    /// All segments are shaped and ordered as one text, so that letters join, kern and run in both directions across elements.
    /// A segment whose letters lie apart has several pieces.
    func pieces(of segments: [TextSegment], _ node: Int) throws(SVGError) -> [TextSegment] {
        var metrics: [FontStyle: SVGTextOutline] = [:]
        var result: [TextSegment] = []
        var start = 0
        while start < segments.count {
            // A text has one language.
            let language = segments[start].first.style.font.language
            let end = segments[start...].firstIndex { $0.first.style.font.language != language } ?? segments.count
            let part = Array(segments[start..<end])
            start = end
            guard let clusters = try clusters(of: part) else {
                result += part
                continue
            }
            var owners: [Int] = []
            for index in part.indices {
                owners += repeatElement(index, count: part[index].string.unicodeScalars.count)
            }
            let first = result.count
            for cluster in clusters where cluster.scalar < owners.count {
                let segment = part[owners[cluster.scalar]]
                try hold(texts: cluster.path.elements.count * MemoryLayout<Path.Element>.stride, at: node)
                if result.count == first || result[result.count - 1].number != segment.number {
                    try hold(texts: 2 * MemoryLayout<TextSegment>.stride, at: node)
                    let font = segment.first.style.font
                    if metrics[font] == nil { metrics[font] = try outline(TextSegment(string: "x", first: segment.first)) }
                    guard var outline = metrics[font] else { continue }
                    (outline.path, outline.advance, outline.hasColors) = (Path(), 0, false)
                    outline.upright = (cluster.height, cluster.top)
                    var piece = segment
                    (piece.outline, piece.string) = (outline, "")
                    result.append(piece)
                }
                result[result.count - 1].append(cluster)
            }
            let counts = Dictionary(result[first...].map { ($0.number, 1) }, uniquingKeysWith: +)
            for index in first..<result.count { result[index].settle(segments[result[index].number], counts) }
        }
        return result
    }

    private func clusters(of segments: [TextSegment]) throws(SVGError) -> [SVGTextCluster]? {
        guard let shaped = options.shaped, let first = segments.first else { return nil }
        let unit = segments.map(\.first.style.font.unit).max() ?? 1
        var text = text(first, .black, [], unit: unit)
        text.direction = first.first.run.bidi.direction(first.first.style.font)
        var open: [TextBidi.Level] = []
        // The clusters count the code points without the marks.
        var places: [Int?] = []
        var count = 0
        text.runs = segments.map { segment in
            let own = self.text(segment, .black, [], unit: unit)
            let levels = segment.first.run.bidi.levels
            let marks = TextBidi.marks(from: open, to: levels)
            open = levels
            places += repeatElement(nil, count: marks.unicodeScalars.count)
            for _ in segment.string.unicodeScalars {
                places.append(count)
                count += 1
            }
            var run = Text.Run(marks + segment.string)
            (run.font, run.fontSize, run.letterSpacing) = (own.font, own.fontSize, own.letterSpacing)
            (run.fontFeatures, run.fontVariations) = (own.decoration.fontFeatures, own.decoration.fontVariations)
            // Raised letters don't join those beside them.
            run.baselineOffset = segment.first.raised
            return run
        }
        do throws(SVGTextFailure) {
            return try shaped(text)?.compactMap { cluster in
                guard places.indices.contains(cluster.scalar), let scalar = places[cluster.scalar] else { return nil }
                var cluster = cluster.scaled(by: unit)
                cluster.scalar = scalar
                return cluster
            }
        } catch {
            throw self.error(first.first.node, error.words)
        }
    }
}

extension TextSegment {
    /// Adds a letter at the right end.
    fileprivate mutating func append(_ cluster: SVGTextCluster) {
        guard let place = outline?.advance else { return }
        outline?.path.append(cluster.path.applying(.translation(place, 0)))
        if cluster.hasColors { outline?.hasColors = true }
        outline?.advance += cluster.advance
        if cluster.text == " " || cluster.text == "\u{A0}" { outline?.advance += first.style.font.wordSpacing }
        letters.append((cluster.scalar, cluster.text))
    }

    /// Gives a piece its text: that of the whole segment, or its letters in reading order.
    ///
    /// - Parameter counts: the number of pieces of each segment.
    fileprivate mutating func settle(_ segment: TextSegment, _ counts: [Int: Int]) {
        string = counts[number] == 1 ? segment.string : letters.sorted { $0.scalar < $1.scalar }.map(\.text).joined()
        letters = []
    }
}
