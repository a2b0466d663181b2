import Foundation
import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// A line of an attributed string.
public final class CTLine {
    let text: PenumbraScene.Text
    let layout: TextLayout?

    init(_ string: NSAttributedString) {
        var attributed = AttributedText(string)
        attributed.text.isWrapped = false
        attributed.text.alignment = .left
        text = attributed.text
        layout = try? attributed.layout(width: nil)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineCreateWithAttributedString(_ string: NSAttributedString) -> CTLine { CTLine(string) }

/// Returns the width of a line, and gets its heights above and below the baseline.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetTypographicBounds(
    _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    guard let layout = line.layout, let first = layout.lines.first else { return 0 }
    ascent?.pointee = CGFloat(first.ascent)
    descent?.pointee = CGFloat(max(0, first.top + first.height - first.baseline))
    leading?.pointee = 0
    return layout.size.width
}

/// Returns the box of what a line paints, from its start on the baseline, with y upward.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
    guard let layout = line.layout, let first = layout.lines.first, !layout.path.isEmpty else { return .null }
    let bounds = layout.path.bounds
    return CGRect(x: bounds.minX, y: first.baseline - bounds.maxY, width: bounds.width, height: bounds.height)
}

/// What the bounds of a line hold. Other options than the boxes of glyphs have no effect.
public struct CTLineBoundsOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1)
    public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
    public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
    public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
    public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
}

/// Returns the box of a line, from its start on the baseline, with y upward: its width and heights, or what its glyphs paint.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
    if options.contains(.useGlyphPathBounds) { return CTLineGetImageBounds(line, nil) }
    var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, nil)
    return CGRect(x: 0, y: -descent, width: CGFloat(width), height: ascent + descent)
}

/// Draws a line with its start at the text position.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    guard let layout = line.layout, let first = layout.lines.first else {
        return context.fail("CTLineDraw", "the line can't be laid out")
    }
    // The text's rows run downward from the top of the line.
    let place = PenumbraGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: first.baseline)
        .concatenating(context.textMatrix.scene)
    context.draw(
        line.text, in: CGRect(x: 0, y: 0, width: layout.size.width, height: layout.size.height), place: place)
}

/// An attributed string that fills frames.
public final class CTFramesetter {
    let string: NSAttributedString

    init(_ string: NSAttributedString) {
        self.string = string
    }
}

/// The lines of a string in an area.
public final class CTFrame {
    let text: PenumbraScene.Text
    let bounds: CGRect

    init(_ text: PenumbraScene.Text, _ bounds: CGRect) {
        (self.text, self.bounds) = (text, bounds)
    }
}

/// A range of UTF-16 code units. A length of zero reaches to the end.
public struct CFRange: Hashable, Sendable {
    public var location: Int
    public var length: Int

    public init(location: Int, length: Int) {
        (self.location, self.length) = (location, length)
    }

    func part(of string: NSAttributedString) -> NSAttributedString {
        let start = max(0, min(location, string.length))
        let count = length <= 0 ? string.length - start : min(length, string.length - start)
        return string.attributedSubstring(from: NSRange(location: start, length: count))
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFRangeMake(_ location: Int, _ length: Int) -> CFRange { CFRange(location: location, length: length) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterCreateWithAttributedString(_ string: NSAttributedString) -> CTFramesetter {
    CTFramesetter(string)
}

/// Lays lines out in the bounding box of a path, from its top.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterCreateFrame(
    _ framesetter: CTFramesetter, _ range: CFRange, _ path: CGPath, _ attributes: CFDictionary?
) -> CTFrame {
    CTFrame(AttributedText(range.part(of: framesetter.string)).text, path.boundingBoxOfPath)
}

/// Returns the size of the lines within a size. Infinite sides are no limits.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFramesetterSuggestFrameSizeWithConstraints(
    _ framesetter: CTFramesetter, _ range: CFRange, _ attributes: CFDictionary?, _ constraints: CGSize,
    _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
    let text = AttributedText(range.part(of: framesetter.string))
    guard let layout = try? text.layout(width: Double(constraints.width)) else { return .zero }
    fitRange?.pointee = CFRange(location: range.location, length: range.part(of: framesetter.string).length)
    return CGSize(width: min(layout.size.width, constraints.width), height: min(layout.size.height, constraints.height))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
    guard !frame.bounds.isNull else { return }
    let place = PenumbraGeometry.AffineTransform(
        a: 1, b: 0, c: 0, d: -1, tx: Double(frame.bounds.minX), ty: Double(frame.bounds.maxY))
    context.draw(
        frame.text, in: CGRect(origin: .zero, size: frame.bounds.size), isClipped: true, place: place)
}
