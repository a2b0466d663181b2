import Foundation
import Penumbra
import PenumbraEngine
import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// A value of the attribute `font`.
package protocol TextFont {
    /// The font as texts name it.
    var textPattern: String { get }
    var textSize: Double { get }
    /// The height of a line of the font in points.
    var textLineHeight: Double { get }
}

/// A value of an attribute for a colour.
package protocol TextColor {
    var textColor: CGColor { get }
}

/// A value of the attribute `attachment`: a picture, and its place from the baseline with y upward.
package protocol TextPicture {
    var textPicture: (image: CGImage, bounds: CGRect)? { get }
}

extension CGColor: TextColor {
    package var textColor: CGColor { self }
}

/// An attributed string as a text of the engine.
package struct AttributedText {
    package var text: PenumbraScene.Text
    /// The break mode of the first paragraph.
    package let lineBreakMode: NSLineBreakMode
    /// The shadow of the first run.
    package let shadow: NSShadow?
    /// Where lines end: from their start if it is above zero, and from the right side otherwise.
    private let tailIndent: Double

    /// The size of text without a font.
    package static let standardSize = 12.0

    package init(_ string: NSAttributedString) {
        text = PenumbraScene.Text(string: "", fontSize: Self.standardSize)
        var (style, shadow): (NSParagraphStyle?, NSShadow?) = (nil, nil)
        var runs: [PenumbraScene.Text.Run] = []
        var lineHeight = 0.0
        string.enumerateAttributes(in: NSRange(location: 0, length: string.length), options: []) { attributes, range, _ in
            let part = string.attributedSubstring(from: range).string
            style = style ?? attributes[.paragraphStyle] as? NSParagraphStyle
            shadow = shadow ?? attributes[.shadow] as? NSShadow
            let font = attributes[.font] as? any TextFont
            lineHeight = max(lineHeight, font?.textLineHeight ?? 0)
            runs.append(Self.run(part, attributes, font))
        }
        text.runs = runs
        lineBreakMode = style?.lineBreakMode ?? .byWordWrapping
        self.shadow = shadow
        tailIndent = Double(style?.tailIndent ?? 0)
        if let style { apply(style, lineHeight > 0 ? lineHeight : 1.2 * Self.standardSize) }
    }

    private static func run(
        _ string: String, _ attributes: [NSAttributedString.Key: Any], _ font: (any TextFont)?
    ) -> PenumbraScene.Text.Run {
        func color(_ key: NSAttributedString.Key) -> Color? { (attributes[key] as? any TextColor)?.textColor.scene }
        func number(_ key: NSAttributedString.Key) -> Double? {
            switch attributes[key] {
            case let value as CGFloat: Double(value)
            case let value as Double: value
            case let value as Float: Double(value)
            case let value as Int: Double(value)
            case let value as NSNumber: value.doubleValue
            default: nil
            }
        }
        func line(_ style: NSAttributedString.Key, _ colorKey: NSAttributedString.Key) -> PenumbraScene.Text.Line? {
            let raw = (attributes[style] as? NSUnderlineStyle)?.rawValue ?? number(style).flatMap { Int(exactly: $0) } ?? 0
            guard raw != 0 else { return nil }
            let lineStyle: PenumbraScene.Text.Line.Style =
                raw & 0x0F == NSUnderlineStyle.double.rawValue
                ? .double
                : raw & NSUnderlineStyle.patternDot.rawValue != 0
                    ? .dotted : raw & NSUnderlineStyle.patternDash.rawValue != 0 ? .dashed : .solid
            return PenumbraScene.Text.Line(lineStyle, color: color(colorKey))
        }
        var run = PenumbraScene.Text.Run(string)
        if let picture = picture(attributes[.attachment], string) {
            run = PenumbraScene.Text.Run(picture.picture)
            run.baselineOffset = picture.offset
            return run
        }
        run.font = font?.textPattern
        run.fontSize = font?.textSize
        let size = font?.textSize ?? standardSize
        let fill = color(.foregroundColor) ?? color(NSAttributedString.Key(kCTForegroundColorAttributeName)) ?? .black
        run.color = .color(fill)
        run.letterSpacing = number(.kern) ?? number(.tracking)
        run.underline = line(.underlineStyle, .underlineColor)
        run.strikethrough = line(.strikethroughStyle, .strikethroughColor)
        run.baselineOffset = number(.baselineOffset)
        run.backgroundColor = color(.backgroundColor).map { .color($0) }
        if number(.ligature) == 0 { run.fontFeatures = ["liga": 0, "clig": 0] }
        if let width = number(.strokeWidth), width != 0 {
            // The width is a percentage of the size. A width above zero leaves the letters empty.
            run.stroke = PenumbraScene.Text.Stroke(color(.strokeColor) ?? fill, width: abs(width) / 100 * size)
            if width > 0 { run.color = .color(.transparent) }
        }
        return run
    }

    /// The picture of an attachment. Nil for text, and for attachments without a picture.
    private static func picture(_ attachment: Any?, _ string: String) -> (picture: PenumbraScene.Text.Picture, offset: Double)?
    {
        guard string == PenumbraScene.Text.Picture.string, let (image, bounds) = (attachment as? any TextPicture)?.textPicture,
            bounds.width > 0, bounds.height > 0, let bytes = try? image.pngData()
        else { return nil }
        let picture = PenumbraScene.Text.Picture(
            .data([UInt8](bytes)), width: Double(bounds.width), height: Double(bounds.height))
        return (picture, Double(bounds.minY))
    }

    private mutating func apply(_ style: NSParagraphStyle, _ natural: Double) {
        text.alignment =
            switch style.alignment {
            case .left: .left
            case .center: .center
            case .right: .right
            case .justified: .justified
            case .natural: .start
            }
        text.direction =
            switch style.baseWritingDirection {
            case .natural: .auto
            case .leftToRight: .ltr
            case .rightToLeft: .rtl
            }
        switch style.lineBreakMode {
        case .byWordWrapping: break
        case .byCharWrapping: text.lineBreak = .anywhere
        case .byClipping: text.isWrapped = false
        case .byTruncatingHead, .byTruncatingTail, .byTruncatingMiddle: break
        }
        // The text's indent counts from the indent of all lines.
        let indent = max(0, Double(style.headIndent))
        text.indent = Double(style.firstLineHeadIndent) - indent
        if indent != 0 { text.paragraphs = [PenumbraScene.Text.Paragraph(indent: indent)] }
        text.paragraphSpacing = max(0, Double(style.paragraphSpacing + style.paragraphSpacingBefore))
        var height = natural * (style.lineHeightMultiple > 0 ? Double(style.lineHeightMultiple) : 1)
        height = max(height, Double(style.minimumLineHeight))
        if style.maximumLineHeight > 0 { height = min(height, Double(style.maximumLineHeight)) }
        height += Double(style.lineSpacing)
        if abs(height - natural) > 1e-9, height >= 0 { text.lineHeight = .points(height) }
    }

    /// The part of a width in which lines end.
    package func lineWidth(in width: Double) -> Double {
        tailIndent > 0 ? min(width, tailIndent) : max(0, width + tailIndent)
    }

    /// Lays out the text.
    ///
    /// - Parameter width: the width at which lines break. Nil or an infinite width breaks no lines.
    package func layout(width: Double?) throws(RenderError) -> TextLayout {
        var text = text
        let width = width.flatMap { $0.isFinite && $0 < 1e6 ? lineWidth(in: max(0, $0)) : nil }
        if width == nil { text.isWrapped = false }
        return try RendererPool.with { renderer throws(RenderError) in
            do throws(TextError) {
                return try renderer.shaper.layout(text, width: width)
            } catch {
                throw .text(place: "NSAttributedString", error)
            }
        }
    }
}

extension PenumbraScene.Text {
    /// The glyphs of the text in one line. Empty if the text can't be set.
    var glyphRuns: [GlyphRun] {
        let runs = try? RendererPool.with { renderer throws(RenderError) in
            do throws(TextError) {
                return try renderer.shaper.glyphRuns(of: self)
            } catch {
                throw .text(place: "NSAttributedString", error)
            }
        }
        return runs ?? []
    }
}

extension CGContext {
    /// Draws a text of the engine in a rectangle of a space whose y axis points down.
    ///
    /// - Parameter place: the map from that space to user space.
    package func draw(
        _ text: PenumbraScene.Text, in rect: CGRect, isClipped: Bool = false,
        place: PenumbraGeometry.AffineTransform = .identity
    ) {
        let placing = PenumbraGeometry.AffineTransform.translation(Double(rect.minX), Double(rect.minY))
            .concatenating(place).concatenating(map)
        let size = Rect(x: 0, y: 0, width: Double(rect.width), height: Double(rect.height))
        if state.textMode.fills {
            var layer = Layer(
                kind: .text(text), frame: size, transform: placing, anchorPoint: .zero, masksToBounds: isClipped)
            layer.opacity = state.alpha
            add(Painting(layer: layer, coverage: .shape(Path(size).applying(placing), .nonzero, .black)), "draw(_:in:)")
        }
        guard state.textMode.strokes || state.textMode.clips else { return }
        do {
            let outline = try RendererPool.with { renderer throws(RenderError) in
                do throws(TextError) {
                    return try renderer.shaper.layout(text, width: size.width).path.applying(placing)
                } catch {
                    throw .text(place: "draw(_:in:)", error)
                }
            }
            guard !outline.isEmpty else { return }
            if state.textMode.strokes { strokeLetters(outline, of: text) }
            if state.textMode.clips { state.clip.add(outline, .nonzero) }
        } catch {
            take(.render(error))
        }
    }

    /// Strokes letters in their own colour, as on Apple's systems.
    private func strokeLetters(_ outline: Path, of text: PenumbraScene.Text) {
        let brush = state.stroke
        defer { state.stroke = brush }
        let paint = text.runs.first?.color ?? text.color
        if case .color(let own) = paint { state.stroke = .color(CGColor(own)) }
        paintStroke(of: outline)
    }
}
