import Foundation
import PenumbraEngine
import PenumbraGeometry
import PenumbraScene
import PenumbraText

public typealias CGGlyph = UInt16
public typealias CGFontIndex = UInt16

/// A font without a size: its measures in font units, and its glyphs.
public final class CGFont: Hashable, Sendable {
    /// The font as texts name it.
    package let pattern: String
    /// Nil on a machine without fonts.
    private let metrics: FontMetrics?
    public let fullName: CFString?
    /// The values of axes that the pattern ends with.
    let axisValues: [String: Double]

    /// Makes the first font of a pattern of the engine. Nil if it can't be opened.
    package convenience init?(pattern: String) { self.init(pattern: pattern, axisValues: [:]) }

    init?(pattern: String, axisValues: [String: Double]) {
        guard let (metrics, name) = try? FontStore.with(pattern, { ($0.metrics, $0.familyName) }) else { return nil }
        self.pattern = pattern
        self.metrics = metrics
        self.axisValues = axisValues
        fullName = name
    }

    private init(unavailable pattern: String) {
        self.pattern = pattern
        metrics = nil
        fullName = nil
        axisValues = [:]
    }

    /// A font on a machine without fonts: drawing with it throws.
    package static let missing = CGFont(unavailable: Text.standardFont)

    /// Makes an installed font by its PostScript name or its family. A family that isn't installed gives the font that
    /// fontconfig chooses for it.
    public convenience init?(_ name: CFString) {
        self.init(pattern: FontNames.pattern(name))
    }

    /// Makes a font of the bytes of a font file.
    public convenience init?(_ provider: CGDataProvider) {
        guard let path = MemoryFonts.shared.add([UInt8](provider.bytes)) else { return nil }
        self.init(pattern: path)
    }

    public var postScriptName: CFString? { fullName?.replacingOccurrences(of: " ", with: "") }
    public var numberOfGlyphs: Int { metrics?.glyphCount ?? 0 }
    public var unitsPerEm: Int32 { Int32(metrics?.unitsPerEm ?? 1000) }
    public var ascent: Int32 { Int32(metrics?.ascent ?? 0) }
    public var descent: Int32 { Int32(metrics?.descent ?? 0) }
    public var leading: Int32 { Int32(metrics?.lineGap ?? 0) }
    public var capHeight: Int32 { Int32(metrics?.capHeight ?? 0) }
    public var xHeight: Int32 { Int32(metrics?.xHeight ?? 0) }
    public var fontBBox: CGRect { CGRect(metrics?.bounds ?? .zero) }
    public var italicAngle: CGFloat { CGFloat(metrics?.italicAngle ?? 0) }

    package var underline: (position: Double, thickness: Double) {
        (metrics?.underlinePosition ?? 0, metrics?.underlineThickness ?? 0)
    }

    public func name(for glyph: CGGlyph) -> CFString? {
        try? FontStore.with(pattern) { $0.name(of: UInt32(glyph)) }
    }

    /// The glyph with a name, such as `A`. Zero if the font has none.
    public func getGlyphWithGlyphName(name: CFString) -> CGGlyph {
        ((try? FontStore.with(pattern) { $0.glyph(named: name) }) ?? nil).flatMap(CGGlyph.init(exactly:)) ?? 0
    }

    /// Gets the widths of glyphs in font units.
    public func getGlyphAdvances(
        glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
    ) -> Bool {
        let indices = (0..<max(0, count)).map { UInt32(glyphs[$0]) }
        guard let found = try? FontStore.with(pattern, { face in indices.map { face.advance(of: $0) } }) else { return false }
        for (index, advance) in found.enumerated() { advances[index] = Int32(advance) }
        return true
    }

    /// Gets the boxes of glyphs in font units.
    public func getGlyphBBoxes(
        glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>
    ) -> Bool {
        for index in 0..<max(0, count) {
            guard let outline = outline(of: glyphs[index]) else { return false }
            bboxes[index] = outline.isEmpty ? .zero : CGRect(outline.bounds)
        }
        return true
    }

    /// The outline of a glyph in font units, with y upward. Nil if the font can't be used.
    package func outline(of glyph: CGGlyph) -> Path? {
        try? FontStore.with(pattern) { face throws(TextError) in try face.outline(of: UInt32(glyph)) }
    }

    /// The glyphs of characters, zero for characters that the font doesn't have.
    package func glyphs(of characters: [Unicode.Scalar]) -> [CGGlyph] {
        let found = try? FontStore.with(pattern) { face in characters.map { face.glyph(for: $0) } }
        return found?.map { CGGlyph(exactly: $0) ?? 0 } ?? characters.map { _ in 0 }
    }

    public static func == (a: CGFont, b: CGFont) -> Bool { a.pattern == b.pattern }

    public func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}

/// Apple's names of fonts as the engine's patterns.
package enum FontNames {
    private static let weights: [(suffix: String, weight: Double)] = [
        ("ultralight", 100), ("thin", 200), ("light", 300), ("regular", 400), ("book", 400), ("roman", 400), ("medium", 500),
        ("demibold", 600), ("semibold", 600), ("heavy", 800), ("extrabold", 800), ("black", 900), ("bold", 700),
    ]

    /// The pattern of a name such as `HelveticaNeue-BoldItalic` or `Georgia`.
    package static func pattern(_ name: String) -> String {
        guard let dash = name.lastIndex(of: "-"), !Text.isFontFile(name) else {
            return Text.isFontFile(name) ? name : FontStack.escaped(family: name)
        }
        var style = name[name.index(after: dash)...].lowercased()
        let isOblique = style.hasSuffix("oblique")
        let isItalic = style.hasSuffix("italic")
        if isOblique { style.removeLast(7) } else if isItalic { style.removeLast(6) }
        if style.hasSuffix("mt") { style.removeLast(2) }
        let weight = weights.first { $0.suffix == style }?.weight
        guard weight != nil || style.isEmpty else { return FontStack.escaped(family: name) }
        // Family names have spaces where PostScript names have capital letters.
        var family = ""
        for character in name[..<dash] {
            if character.isUppercase, family.last?.isLowercase == true { family.append(" ") }
            family.append(character)
        }
        return FontStack.escaped(family: family)
            + FontStack.style(
                weight: weight ?? 400, slant: isItalic ? .italic : isOblique ? .oblique : .none)
    }
}
