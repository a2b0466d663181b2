import Foundation
import PenumbraScene
import PenumbraText

/// Glyphs of a line that have the same font and the same attributes, from left to right.
public final class CTRun {
    let attributes: [NSAttributedString.Key: Any]
    let font: CTFont
    let string: NSAttributedString
    let isRightToLeft: Bool
    /// The index of the first character of the run's line.
    let lineStart: Int
    // Pointers to the rows stay valid as long as the run.
    let glyphs: GlyphRow<CGGlyph>
    let positions: GlyphRow<CGPoint>
    let advances: GlyphRow<CGSize>
    /// The index of each glyph's first character in the string that was divided into lines.
    let indices: GlyphRow<Int>
    let range: CFRange

    private init(_ run: GlyphRun, of line: CTLine, _ units: [Int], end: Int) {
        let starts = run.glyphs.map { units[min($0.scalar, units.count - 1)] }
        let first = min(starts.min() ?? 0, end)
        var attributes = line.string.length > first ? line.string.attributes(at: first, effectiveRange: nil) : [:]
        let asked = attributes[.font] as? CTFont ?? CTFont(CGFont(pattern: Text.standardFont) ?? .missing, size: 12)
        font = run.otherFamily.map(asked.replaced) ?? asked
        attributes[.font] = font
        self.attributes = attributes
        string = line.string
        lineStart = line.start
        isRightToLeft = run.isRightToLeft
        glyphs = GlyphRow(run.glyphs.map { CGGlyph(truncatingIfNeeded: $0.id) })
        positions = GlyphRow(run.glyphs.map { CGPoint(x: $0.x, y: $0.y) })
        advances = GlyphRow(run.glyphs.map { CGSize(width: $0.advance, height: 0) })
        indices = GlyphRow(starts.map { $0 + line.start })
        range = CFRange(location: line.start + first, length: end - first)
    }

    /// The runs of a line, from left to right.
    static func runs(of line: CTLine) -> [CTRun] {
        // The index of each code point's first UTF-16 code unit, and the end. The engine counts each line break as one.
        var (units, length) = ([Int](), 0)
        for character in line.string.string {
            for scalar in character.unicodeScalars {
                if character != "\r\n" || scalar == "\r" { units.append(length) }
                length += UTF16.width(scalar)
            }
        }
        units.append(length)
        let found = line.text.glyphRuns
        // A run ends where the next one begins in reading order.
        let starts = found.map { run in run.glyphs.map { units[min($0.scalar, units.count - 1)] }.min() ?? length }
        return found.enumerated().map { index, run in
            CTRun(run, of: line, units, end: starts.filter { $0 > starts[index] }.min() ?? length)
        }
    }

    /// The part of a range of glyphs that the run has. A length of zero reaches to the end.
    func clamped(_ range: CFRange) -> Range<Int> {
        let start = max(0, min(range.location, glyphs.count))
        let rest = glyphs.count - start
        return start..<start + (range.length <= 0 ? rest : min(range.length, rest))
    }

    /// The characters of glyphs.
    func characters(of part: Range<Int>) -> NSRange {
        let starts = part.map { indices[$0] }
        guard let first = starts.min(), let last = starts.max() else { return NSRange(location: 0, length: 0) }
        let end = indices.filter { $0 > last }.min() ?? range.location + range.length
        return NSRange(location: first - lineStart, length: end - first)
    }
}

/// Values of the glyphs of a run, at an address that doesn't change.
final class GlyphRow<Value>: RandomAccessCollection {
    private let buffer: UnsafeMutableBufferPointer<Value>

    init(_ values: [Value]) {
        buffer = .allocate(capacity: values.count)
        _ = buffer.initialize(from: values)
    }

    deinit {
        buffer.deinitialize()
        buffer.deallocate()
    }

    var startIndex: Int { 0 }
    var endIndex: Int { buffer.count }
    var pointer: UnsafePointer<Value>? { buffer.baseAddress.map { UnsafePointer($0) } }
    subscript(index: Int) -> Value { buffer[index] }

    func copy(_ part: Range<Int>, to target: UnsafeMutablePointer<Value>) {
        for (place, index) in part.enumerated() { target[place] = buffer[index] }
    }
}

/// The directions of a run.
public struct CTRunStatus: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let rightToLeft = CTRunStatus(rawValue: 1)
    public static let nonMonotonic = CTRunStatus(rawValue: 1 << 1)
    public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 1 << 2)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.runs }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.runs.reduce(0) { $0 + $1.glyphs.count } }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.glyphs.count }

/// Returns the attributes of the run's characters. The font is the one that has the glyphs.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary { run.attributes }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus { run.isRightToLeft ? .rightToLeft : [] }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetStringRange(_ run: CTRun) -> CFRange { run.range }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetTextMatrix(_ run: CTRun) -> CGAffineTransform { .identity }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
    run.glyphs.copy(run.clamped(range), to: buffer)
}

/// Gets the places of glyphs from the start of the line, with y upward.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
    run.positions.copy(run.clamped(range), to: buffer)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
    run.advances.copy(run.clamped(range), to: buffer)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
    run.indices.copy(run.clamped(range), to: buffer)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetGlyphsPtr(_ run: CTRun) -> UnsafePointer<CGGlyph>? { run.glyphs.pointer }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetPositionsPtr(_ run: CTRun) -> UnsafePointer<CGPoint>? { run.positions.pointer }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetAdvancesPtr(_ run: CTRun) -> UnsafePointer<CGSize>? { run.advances.pointer }
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetStringIndicesPtr(_ run: CTRun) -> UnsafePointer<CFIndex>? { run.indices.pointer }

/// Returns the width of glyphs, and gets the heights of their font.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetTypographicBounds(
    _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    ascent?.pointee = CTFontGetAscent(run.font)
    descent?.pointee = CTFontGetDescent(run.font)
    leading?.pointee = CTFontGetLeading(run.font)
    return run.clamped(range).reduce(0) { $0 + Double(run.advances[$1].width) }
}

/// Returns the box of what glyphs paint, from the start of the line on the baseline, with y upward.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunGetImageBounds(_ run: CTRun, _ context: CGContext?, _ range: CFRange) -> CGRect {
    run.clamped(range).reduce(.null) { bounds, index in
        guard let path = CTFontCreatePathForGlyph(run.font, run.glyphs[index], nil) else { return bounds }
        return bounds.union(path.boundingBoxOfPath.offsetBy(dx: run.positions[index].x, dy: run.positions[index].y))
    }
}

/// Draws the characters of glyphs at their places, from the text position on.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
    let part = run.clamped(range)
    guard !part.isEmpty else { return }
    let matrix = context.textMatrix
    context.textMatrix = matrix.translatedBy(x: run.positions[part.lowerBound].x, y: 0)
    CTLineDraw(CTLine(run.string.attributedSubstring(from: run.characters(of: part))), context)
    context.textMatrix = matrix
}
