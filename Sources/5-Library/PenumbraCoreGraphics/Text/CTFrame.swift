import Foundation
import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// A range of UTF-16 code units. A length of zero reaches to the end.
public struct CFRange: Hashable, Sendable {
    public var location: Int
    public var length: Int

    public init(location: Int, length: Int) {
        (self.location, self.length) = (location, length)
    }

    public init() { self.init(location: 0, length: 0) }

    func part(of string: NSAttributedString) -> NSAttributedString {
        let start = max(0, min(location, string.length))
        let count = length <= 0 ? string.length - start : min(length, string.length - start)
        return string.attributedSubstring(from: NSRange(location: start, length: count))
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFRangeMake(_ location: Int, _ length: Int) -> CFRange { CFRange(location: location, length: length) }

/// An attributed string that fills frames.
public final class CTFramesetter {
    let string: NSAttributedString

    init(_ string: NSAttributedString) {
        self.string = string
    }
}

/// The lines of a string in an area, as far as they fit.
public final class CTFrame {
    let path: CGPath
    let range: CFRange
    let text: PenumbraScene.Text
    let bounds: CGRect
    /// The width of the lines.
    let lineWidth: Double
    private let string: NSAttributedString
    /// Whether lines are left out.
    let isCut: Bool
    /// The lines that fit in the area.
    let shown: [TextLayout.Line]
    /// The characters of the shown lines, in the frame's string.
    let lineRanges: [NSRange]
    private(set) lazy var lines = lineRanges.map {
        CTLine(string.attributedSubstring(from: $0), start: range.location + $0.location)
    }

    init(_ string: NSAttributedString, _ range: CFRange, _ path: CGPath) {
        (self.string, self.range, self.path) = (range.part(of: string), range, path)
        bounds = path.boundingBoxOfPath
        let attributed = AttributedText(self.string)
        text = attributed.text
        lineWidth = attributed.lineWidth(in: bounds.isNull ? 0 : Double(bounds.width))
        let all = (bounds.isNull ? nil : try? attributed.layout(width: Double(bounds.width)))?.lines ?? []
        let height = Double(bounds.isNull ? 0 : bounds.height) + 0.001
        shown = Array(all.prefix { $0.top + $0.height <= height })
        lineRanges = Array(all.ranges(in: self.string).prefix(shown.count))
        isCut = shown.count < all.count
    }

    /// The height that the shown lines take from the top.
    var shownHeight: Double { shown.last.map { $0.top + $0.height } ?? 0 }
}

extension [TextLayout.Line] {
    /// The characters of each line, with the spaces and breaks behind it.
    func ranges(in string: NSAttributedString) -> [NSRange] {
        let text = string.string as NSString
        var (starts, place) = ([Int](), 0)
        for line in self {
            let rest = NSRange(location: place, length: text.length - place)
            let found = line.text.isEmpty ? nil : Optional(text.range(of: line.text, options: .literal, range: rest).location)
            let start = found == nil || found == NSNotFound ? place : found ?? place
            // Spaces before a line belong to the line before it.
            starts.append(starts.isEmpty ? 0 : start)
            place = Swift.min(text.length, start + line.text.utf16.count)
            // An empty line takes the break that ends it.
            if line.text.isEmpty { place = Swift.min(text.length, place + 1) }
        }
        return starts.enumerated().map { index, start in
            let end = index + 1 < starts.count ? Swift.max(start, starts[index + 1]) : text.length
            return NSRange(location: start, length: end - start)
        }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterCreateWithAttributedString(_ string: NSAttributedString) -> CTFramesetter {
    CTFramesetter(string)
}

/// Lays lines out in the bounding box of a path, from its top.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterCreateFrame(
    _ framesetter: CTFramesetter, _ range: CFRange, _ path: CGPath, _ attributes: CFDictionary?
) -> CTFrame {
    CTFrame(framesetter.string, range, path)
}

/// Returns the size of the lines within a size. Infinite sides are no limits.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterSuggestFrameSizeWithConstraints(
    _ framesetter: CTFramesetter, _ range: CFRange, _ attributes: CFDictionary?, _ constraints: CGSize,
    _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
    let string = range.part(of: framesetter.string)
    guard let layout = try? AttributedText(string).layout(width: Double(constraints.width)) else { return .zero }
    let room = constraints.height.isFinite && constraints.height > 0 ? Double(constraints.height) + 0.001 : .infinity
    let fitting = layout.lines.prefix { $0.top + $0.height <= room }
    let length = layout.lines.ranges(in: string).prefix(fitting.count).reduce(0) { $0 + $1.length }
    fitRange?.pointee = CFRange(location: range.location, length: length)
    return CGSize(width: min(layout.size.width, constraints.width), height: fitting.last.map { $0.top + $0.height } ?? 0)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// Returns the characters of a frame, as it was asked for them.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { frame.range }

/// Returns the characters that fit in a frame.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange {
    CFRange(location: frame.range.location, length: frame.lineRanges.reduce(0) { $0 + $1.length })
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines }

/// Gets the starts of lines on their baselines, from the lower left corner of the path's bounding box.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
    let start = max(0, min(range.location, frame.shown.count))
    let rest = frame.shown.count - start
    let count = range.length <= 0 ? rest : min(range.length, rest)
    for (place, line) in frame.shown[start..<start + count].enumerated() {
        origins[place] = CGPoint(x: CGFloat(line.x), y: frame.bounds.height - CGFloat(line.baseline))
    }
}

/// Draws the lines that fit in a frame.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
    guard !frame.shown.isEmpty else { return }
    let place = PenumbraGeometry.AffineTransform(
        a: 1, b: 0, c: 0, d: -1, tx: Double(frame.bounds.minX), ty: Double(frame.bounds.maxY))
    let height = frame.isCut ? CGFloat(frame.shownHeight) : frame.bounds.height
    context.draw(
        frame.text, in: CGRect(x: 0, y: 0, width: CGFloat(frame.lineWidth), height: height), isClipped: frame.isCut,
        place: place)
}

/// A string that is divided into lines by hand.
public final class CTTypesetter {
    let string: NSAttributedString

    init(_ string: NSAttributedString) {
        self.string = string
    }

    /// The number of characters from an index on that fit in a width, but at least one.
    func lineBreak(from start: Int, width: Double, atAnyCharacter: Bool) -> Int {
        let rest = CFRange(location: start, length: 0).part(of: string)
        guard rest.length > 0 else { return 0 }
        var attributed = AttributedText(rest)
        if atAnyCharacter { attributed.text.lineBreak = .anywhere }
        guard let layout = try? attributed.layout(width: width), let first = layout.lines.ranges(in: rest).first else {
            return rest.length
        }
        return max(1, first.length)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTTypesetterCreateWithAttributedString(_ string: NSAttributedString) -> CTTypesetter { CTTypesetter(string) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter { CTTypesetter(framesetter.string) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
    CTLine(stringRange.part(of: typesetter.string), start: stringRange.location)
}

/// Returns the number of characters from an index on that a line has room for. Lines break between words.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTTypesetterSuggestLineBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex {
    typesetter.lineBreak(from: startIndex, width: width, atAnyCharacter: false)
}

/// Returns the number of characters from an index on that a line has room for. Lines break between characters.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTTypesetterSuggestClusterBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex {
    typesetter.lineBreak(from: startIndex, width: width, atAnyCharacter: true)
}
