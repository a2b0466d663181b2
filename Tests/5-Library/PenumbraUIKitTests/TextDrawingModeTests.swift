import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests letters that are stroked or clip what follows, and labels whose attributes are set after their text.
@Suite(.timed) struct TextDrawingModeTests {
    private func draw(_ actions: (CGContext) -> Void) throws -> Bitmap {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 60, height: 40), format: format)
        return try #require(try renderer.drawnImage { actions($0.cgContext) }.cgImage).bitmap
    }

    /// The pixels with some paint, and those of them that are more red than blue.
    private func counts(_ bitmap: Bitmap) -> (inked: Int, red: Int) {
        var (inked, red) = (0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, y].w > 40 {
                inked += 1
                if bitmap[x, y].x > bitmap[x, y].z { red += 1 }
            }
        }
        return (inked, red)
    }

    private func letter(_ color: UIColor = .black) throws -> NSAttributedString {
        let font = try #require(UIFont(name: "DejaVu Sans:bold", size: 36) ?? UIFont(name: "DejaVu Sans", size: 36))
        return NSAttributedString(string: "O", attributes: [.font: font, .foregroundColor: color])
    }

    @Test func lettersThatClipLeaveAFillInside() throws {
        let letter = try letter()
        let filled = try draw { _ in letter.draw(at: .zero) }
        let clipped = try draw { context in
            context.setTextDrawingMode(.clip)
            letter.draw(at: .zero)
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 60, height: 40))
        }
        let line = try draw { context in
            context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
            context.setTextDrawingMode(.clip)
            context.textPosition = CGPoint(x: 5, y: 35)
            CTLineDraw(CTLineCreateWithAttributedString(letter), context)
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 60, height: 40))
        }
        #expect(counts(filled).inked > 100 && counts(filled).red == 0)
        // Filled letters have their places rounded to a fine grid.
        #expect(abs(counts(clipped).inked - counts(filled).inked) < 20 && counts(clipped).red == counts(clipped).inked)
        #expect(counts(line).inked > 100 && counts(line).inked < 1200 && counts(line).red == counts(line).inked)
    }

    @Test func strokedLettersHaveTheirOwnColor() throws {
        let letter = try letter(.red)
        let filled = try draw { _ in letter.draw(at: .zero) }
        let stroked = try draw { context in
            context.setTextDrawingMode(.stroke)
            context.setStrokeColor(UIColor.blue.cgColor)
            context.setLineWidth(1)
            letter.draw(at: .zero)
            context.setTextDrawingMode(.fill)
            context.stroke(CGRect(x: 50, y: 5, width: 6, height: 6))
        }
        let both = try draw { context in
            context.setTextDrawingMode(.fillStroke)
            context.setLineWidth(4)
            letter.draw(at: .zero)
        }
        let none = try draw { context in
            context.setTextDrawingMode(.invisible)
            letter.draw(at: .zero)
        }
        #expect(counts(stroked).red > 100 && counts(stroked).inked > counts(stroked).red)
        #expect(stroked[50, 8].z > 90 && stroked[50, 8].x == 0)
        #expect(counts(both).inked > counts(filled).inked && counts(none).inked == 0)
    }

    @Test func labelDrawsTheShadowOfItsText() throws {
        let shadow = NSShadow()
        (shadow.shadowColor, shadow.shadowOffset, shadow.shadowBlurRadius) = (UIColor.red, CGSize(width: 0, height: 6), 0)
        let text = NSMutableAttributedString(attributedString: try letter())
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
        label.attributedText = text
        #expect(counts(try label.layer.makeImage().bitmap).red == 0)
        text.addAttribute(.shadow, value: shadow, range: NSRange(location: 0, length: 1))
        label.attributedText = text
        #expect(counts(try label.layer.makeImage().bitmap).red > 30)
    }

    @Test func attributesThatAreSetLaterApplyToTheWholeText() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 60))
        label.attributedText = try letter()
        label.textColor = .red
        label.textAlignment = .right
        let picture = try label.layer.makeImage().bitmap
        #expect(counts(picture).inked > 100 && counts(picture).red == counts(picture).inked)
        #expect(picture[180, 30].w == 0 || picture[199, 30].w == 0)
        #expect((0..<150).allSatisfy { picture[$0, 30].w == 0 } && (150..<200).contains { picture[$0, 30].w > 200 })
        // A new text has its own attributes.
        label.attributedText = try letter(.blue)
        #expect(counts(try label.layer.makeImage().bitmap).red == 0)
    }

    @Test func colorLiteralIsAColor() {
        // The formatter replaces literals in code that it checks.
        let color = UIColor(_colorLiteralRed: 1, green: 0.5, blue: 0, alpha: 1)
        #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    }
}
