import Foundation
import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// A line of an attributed string.
public final class CTLine {
    let string: NSAttributedString
    /// The index of the line's first character in the string that was divided into lines.
    let start: Int
    let text: PenumbraScene.Text
    let layout: TextLayout?
    private(set) lazy var runs = CTRun.runs(of: self)
    private(set) lazy var edges = characterEdges()

    init(_ string: NSAttributedString, start: Int = 0) {
        (self.string, self.start) = (string, start)
        var attributed = AttributedText(string)
        attributed.text.isWrapped = false
        attributed.text.alignment = .left
        text = attributed.text
        layout = try? attributed.layout(width: nil)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineCreateWithAttributedString(_ string: NSAttributedString) -> CTLine { CTLine(string) }

/// Returns the width of a line with the spaces at its end, and gets its heights above and below the baseline.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTLineGetTypographicBounds(
    _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    guard let first = line.layout?.lines.first else { return 0 }
    ascent?.pointee = CGFloat(first.ascent)
    descent?.pointee = CGFloat(max(0, first.top + first.height - first.baseline))
    leading?.pointee = 0
    return line.width
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
