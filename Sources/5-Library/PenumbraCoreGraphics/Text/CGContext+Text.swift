import Foundation
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    public func setFont(_ font: CGFont) { state.font = font }
    public func setFontSize(_ size: CGFloat) { state.fontSize = Double(size) }
    public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = Double(spacing) }
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

    /// The place of the next glyph: the translation of the text matrix.
    public var textPosition: CGPoint {
        get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
        set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
    }

    /// Draws glyphs of the current font at positions of text space, which the text matrix maps to user space.
    ///
    /// In the modes that clip, the glyphs become the clip at once.
    public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
        guard let font = state.font, state.fontSize > 0 else { return }
        var path = Path()
        let scale = state.fontSize / Double(max(1, font.unitsPerEm))
        for (glyph, position) in zip(glyphs, positions) {
            guard let outline = font.outline(of: glyph) else { return fail("showGlyphs", "the font can't be used") }
            path.append(
                outline.applying(
                    PenumbraGeometry.AffineTransform(
                        a: scale, b: 0, c: 0, d: scale, tx: Double(position.x), ty: Double(position.y))))
        }
        show(path.applying(textMatrix.scene).applying(map))
    }

    /// Draws glyphs of the current font one after another from the text position, and moves the position.
    public func showGlyphs(_ glyphs: [CGGlyph]) {
        guard let font = state.font, state.fontSize > 0 else { return }
        var advances = [Int32](repeating: 0, count: glyphs.count)
        guard font.getGlyphAdvances(glyphs: glyphs, count: glyphs.count, advances: &advances) else { return }
        var (x, positions) = (0.0, [CGPoint]())
        for advance in advances {
            positions.append(CGPoint(x: x, y: 0))
            x += Double(advance) * state.fontSize / Double(max(1, font.unitsPerEm)) + state.characterSpacing
        }
        showGlyphs(glyphs, at: positions)
        textMatrix = textMatrix.translatedBy(x: CGFloat(x), y: 0)
    }

    /// Draws outlines of letters, in the coordinates of the scene, by the text drawing mode.
    package func show(_ path: Path) {
        guard !path.isEmpty else { return }
        let mode = state.textMode
        if mode.fills { paint(path, .nonzero) }
        if mode.strokes { paintStroke(of: path) }
        if mode.clips { state.clip.add(path, .nonzero) }
    }
}

extension CGTextDrawingMode {
    var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
    var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
    var clips: Bool { [.clip, .fillClip, .strokeClip, .fillStrokeClip].contains(self) }
}
