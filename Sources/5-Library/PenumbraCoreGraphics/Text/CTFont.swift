import Foundation
import PenumbraGeometry
import PenumbraScene

// Core Text's functions, as far as code for contexts and layers uses them.

/// A font with a size. UIKit's fonts are fonts of Core Text, too.
open class CTFont: NSObject, @unchecked Sendable {
    private let type = ComparedByFoundation()
    package let font: CGFont
    package let size: Double
    /// Makes a font of the same class with another outline. Nil makes a plain one.
    private let remake: (@Sendable (CGFont, Double) -> CTFont)?

    package init(_ font: CGFont, size: Double, remake: (@Sendable (CGFont, Double) -> CTFont)? = nil) {
        (self.font, self.size, self.remake) = (font, size, remake)
        super.init()
    }

    private var scale: Double { size / Double(max(1, font.unitsPerEm)) }

    package func points(_ units: Double) -> CGFloat { CGFloat(units * scale) }

    /// The same font of another family, of the same class.
    package func replaced(by family: String) -> CTFont {
        let style = font.pattern.firstIndex(of: ":").map { font.pattern[$0...] } ?? ""
        let other = CGFont(pattern: FontStack.escaped(family: family) + style) ?? font
        return remake?(other, size) ?? CTFont(other, size: size)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CTFont else { return false }
        return font == other.font && size == other.size
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(font)
        hasher.combine(size)
        return hasher.finalize()
    }
}

extension CTFont: TextFont {
    package var textPattern: String { font.pattern }
    package var textSize: Double { size }
    package var textLineHeight: Double { Double(points(Double(font.ascent - font.descent + font.leading))) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontCreateWithName(
    _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    // The engine always finds some font. Without any font, drawing throws.
    CTFont(CGFont(name) ?? .missing, size: size > 0 ? Double(size) : 12)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontCreateWithGraphicsFont(
    _ font: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CFDictionary?
) -> CTFont {
    CTFont(font, size: size > 0 ? Double(size) : 12)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetSize(_ font: CTFont) -> CGFloat { CGFloat(font.size) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.points(Double(font.font.ascent)) }

/// Returns the distance below the baseline, above zero.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.points(-Double(font.font.descent)) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.points(Double(font.font.leading)) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { font.points(Double(font.font.capHeight)) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { font.points(Double(font.font.xHeight)) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontCopyGraphicsFont(_ font: CTFont, _ attributes: UnsafeMutablePointer<CFDictionary>?) -> CGFont { font.font }

/// Gets the glyphs of UTF-16 code units. The second unit of a pair has no glyph of its own.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontGetGlyphsForCharacters(
    _ font: CTFont, _ characters: UnsafePointer<UInt16>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: Int
) -> Bool {
    let units = (0..<max(0, count)).map { characters[$0] }
    var (scalars, places): ([Unicode.Scalar], [Int]) = ([], [])
    var index = 0
    for scalar in String(decoding: units, as: UTF16.self).unicodeScalars {
        scalars.append(scalar)
        places.append(index)
        index += UTF16.width(scalar)
    }
    for index in units.indices { glyphs[index] = 0 }
    let found = font.font.glyphs(of: scalars)
    for (glyph, place) in zip(found, places) where place < count { glyphs[place] = glyph }
    return !found.contains(0)
}

/// Returns the outline of a glyph in points, with y upward. Nil for glyphs without outlines.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontCreatePathForGlyph(
    _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
    guard let outline = font.font.outline(of: glyph), !outline.isEmpty else { return nil }
    let scale = Double(font.points(1))
    let path = outline.applying(.scale(scale, scale))
    return CGPath(matrix.map { path.applying($0.pointee.scene) } ?? path)
}

/// The direction of a line of glyphs.
public enum CTFontOrientation: UInt32, Sendable {
    case `default`, horizontal
}

/// Gets the boxes of the outlines of glyphs in points, with y upward. Returns the smallest box around all of them.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult public func CTFontGetBoundingRectsForGlyphs(
    _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
    _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
    (0..<max(0, count)).reduce(CGRect.null) { all, index in
        let box = CTFontCreatePathForGlyph(font, glyphs[index], nil)?.boundingBoxOfPath
        boundingRects?[index] = box ?? .zero
        return box.map(all.union) ?? all
    }
}

/// Gets the widths of glyphs in points. Returns their sum.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult public func CTFontGetAdvancesForGlyphs(
    _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
    _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
    var units = [Int32](repeating: 0, count: max(0, count))
    guard font.font.getGlyphAdvances(glyphs: glyphs, count: units.count, advances: &units) else { return 0 }
    let widths = units.map { font.points(Double($0)) }
    for (index, width) in widths.enumerated() { advances?[index] = CGSize(width: width, height: 0) }
    return widths.reduce(0) { $0 + Double($1) }
}

/// Draws glyphs. The context keeps the font.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CTFontDrawGlyphs(
    _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int, _ context: CGContext
) {
    context.setFont(font.font)
    context.setFontSize(CGFloat(font.size))
    let places = 0..<max(0, count)
    context.showGlyphs(places.map { glyphs[$0] }, at: places.map { positions[$0] })
}
