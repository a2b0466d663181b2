import Foundation

/// How a line is cut.
public enum CTLineTruncationType: UInt32, Sendable {
    case start, end, middle
}

extension CTLine {
    /// The width with the spaces at the end of the line.
    package var width: Double { runs.reduce(0) { $1.advances.reduce($0) { $0 + Double($1.width) } } }

    /// The distances from the start of the line to the edge before each character, and to the end of the text.
    func characterEdges() -> [CGFloat] {
        var edges = [CGFloat](repeating: .nan, count: string.length + 1)
        for run in runs {
            let starts = Set(run.indices).sorted()
            let ends = Dictionary(
                uniqueKeysWithValues: zip(starts, starts.dropFirst() + [run.range.location + run.range.length]))
            var glyph = 0
            while glyph < run.glyphs.count {
                let (first, x) = (run.indices[glyph], run.positions[glyph].x)
                var width: CGFloat = 0
                while glyph < run.glyphs.count, run.indices[glyph] == first {
                    width += run.advances[glyph].width
                    glyph += 1
                }
                // Characters of a ligature share its width.
                let end = max(first, min(ends[first] ?? first, start + string.length))
                for index in first..<end {
                    let part = CGFloat(index - first) / CGFloat(end - first)
                    edges[index - start] = x + width * (run.isRightToLeft ? 1 - part : part)
                }
                if end == start + string.length { edges[string.length] = run.isRightToLeft ? x : x + width }
            }
        }
        // Characters without glyphs lie where the one before them ends.
        var last: CGFloat = 0
        for index in edges.indices {
            if edges[index].isNaN { edges[index] = last }
            last = edges[index]
        }
        return edges
    }

    fileprivate func offset(of index: Int) -> CGFloat { edges[max(0, min(index - start, string.length))] }

    /// The index of the character boundary that is nearest to a distance from the start of the line.
    fileprivate func index(at x: CGFloat) -> Int {
        start + (edges.indices.min { abs(edges[$0] - x) < abs(edges[$1] - x) } ?? 0)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetStringRange(_ line: CTLine) -> CFRange { CFRange(location: line.start, length: line.string.length) }

/// Returns the distance from the start of a line to the edge before a character.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetOffsetForStringIndex(
    _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
    let offset = line.offset(of: charIndex)
    secondaryOffset?.pointee = offset
    return offset
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex { line.index(at: position.x) }

/// Returns where a line starts in a width: at its left for a factor of 0, and at its right for 1.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
    max(0, flushWidth - line.width) * max(0, min(1, Double(flushFactor)))
}

/// Returns the width of the spaces at the end of a line.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
    let text = line.string.string
    let kept = text.reversed().drop { $0.isWhitespace }.reduce(0) { $0 + $1.utf16.count }
    return Double(max(0, line.offset(of: line.start + line.string.length) - line.offset(of: line.start + kept)))
}

/// Returns the line, or a shorter one that ends within the width with a token. Nil if not even the token has room.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineCreateTruncatedLine(
    _ line: CTLine, _ width: Double, _ truncationType: CTLineTruncationType, _ truncationToken: CTLine?
) -> CTLine? {
    guard line.width > width else { return line }
    // Characters are kept whole.
    let text = line.string.string
    let ends = text.indices.map { text[..<$0].utf16.count } + [line.string.length]
    func shortened(_ kept: Int) -> CTLine {
        let (head, tail) =
            switch truncationType {
            case .start: (0, kept)
            case .end: (kept, 0)
            case .middle: (kept - kept / 2, kept / 2)
            }
        let result = NSMutableAttributedString(
            attributedString: line.string.attributedSubstring(from: NSRange(location: 0, length: ends[head])))
        if let truncationToken { result.append(truncationToken.string) }
        let from = ends[ends.count - 1 - tail]
        result.append(line.string.attributedSubstring(from: NSRange(location: from, length: line.string.length - from)))
        return CTLine(result, start: line.start)
    }
    guard shortened(0).width <= width else { return nil }
    // The most characters that fit are in `low..<high`.
    var (low, high) = (0, ends.count - 1)
    while low + 1 < high {
        let middle = (low + high) / 2
        if shortened(middle).width <= width { low = middle } else { high = middle }
    }
    return shortened(low)
}
