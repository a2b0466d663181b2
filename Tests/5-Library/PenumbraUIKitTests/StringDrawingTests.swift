import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests of strings that are measured and drawn with a font whose numbers are known: DejaVu Sans.
@Suite(.timed) struct StringDrawingTests {
    private func font(_ size: CGFloat) throws -> UIFont { try #require(UIFont(name: "DejaVu Sans", size: size)) }

    private func isInked(_ image: UIImage, _ x: Range<Int>, _ y: Range<Int>) throws -> Bool {
        let bitmap = try #require(image.cgImage).bitmap
        return y.contains { y in x.contains { x in bitmap[x, y].w > 0 } }
    }

    private func draw(_ width: CGFloat, _ height: CGFloat, _ actions: () -> Void) throws -> UIImage {
        try UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).drawnImage { _ in actions() }
    }

    @Test func fontHasTheMeasuresOfItsFile() throws {
        let font = try font(2048)
        #expect(font.ascender == 1901 && font.descender == -483 && font.leading == 0 && font.lineHeight == 2384)
        #expect(abs(font.capHeight - 1493) <= 3 && font.xHeight == 1120 && font.familyName == "DejaVu Sans")
        #expect(font.withSize(1024).ascender == 950.5)
        #expect(UIFont.Weight.semibold.rawValue == 0.3 && UIFont.systemFont(ofSize: 12).pointSize == 12)
    }

    @Test func sizeIsTheSumOfAdvances() throws {
        // A line is 19 + 5 points high: its parts above and below the baseline are rounded. H and I have advances of 1540 and 604 units.
        let size = "HI".size(withAttributes: [.font: try font(20.48)])
        #expect(abs(size.width - 21.44) < 1e-6 && abs(size.height - 24) < 1e-6)
        let spaced = "HI".size(withAttributes: [.font: try font(20.48), .kern: 3])
        #expect(abs(spaced.width - 27.44) < 3.01 && spaced.width > size.width)
    }

    @Test func emptyLineOfAnotherStyleKeepsItsHeight() throws {
        let (title, body) = (NSMutableParagraphStyle(), NSMutableParagraphStyle())
        (title.alignment, body.alignment) = (.center, .right)
        let font = try font(20.48)
        let string = NSMutableAttributedString(string: "HH\n", attributes: [.font: font, .paragraphStyle: title])
        string.append(NSAttributedString(string: "\n", attributes: [.font: font.withSize(40.96)]))
        string.append(NSAttributedString(string: "H", attributes: [.font: font, .paragraphStyle: body]))
        // A line is 24 points high, and one of twice the size 48 or 49.
        let bounds = string.boundingRect(with: CGSize(width: 90, height: 0), options: .usesLineFragmentOrigin, context: nil)
        #expect(abs(bounds.height - 96.5) < 0.6 && abs(string.size().height - 96.5) < 0.6)
        #expect(abs(string.size().width - 30.8) < 1e-6)
    }

    @Test func linesBreakAtTheWidth() throws {
        let string = NSAttributedString(string: "HHH HHH HHH", attributes: [.font: try font(20.48)])
        let one = string.boundingRect(with: CGSize(width: 1000, height: 1000), options: .usesLineFragmentOrigin, context: nil)
        let three = string.boundingRect(with: CGSize(width: 50, height: 1000), options: .usesLineFragmentOrigin, context: nil)
        #expect(abs(one.height - 24) < 1e-6 && abs(three.height - 72) < 1e-6 && abs(three.width - 46.2) < 1e-6)
        let flat = string.boundingRect(with: CGSize(width: 50, height: 1000), options: [], context: nil)
        #expect(abs(flat.height - 24) < 1e-6 && flat.minY < 0)
    }

    @Test func textIsDrawnBelowItsOrigin() throws {
        let font = try font(20)
        let image = try draw(60, 60) { "H".draw(at: CGPoint(x: 10, y: 20), withAttributes: [.font: font]) }
        #expect(try isInked(image, 10..<26, 20..<44) && !isInked(image, 0..<60, 0..<20) && !isInked(image, 0..<10, 0..<60))
        #expect(try !isInked(image, 0..<60, 44..<60))
    }

    @Test func alignmentMovesTextWithinItsRectangle() throws {
        let style = NSMutableParagraphStyle()
        style.alignment = .right
        let attributes: [NSAttributedString.Key: Any] = [
            .font: try font(20), .paragraphStyle: style, .foregroundColor: UIColor.red,
        ]
        let image = try draw(100, 30) { "H".draw(in: CGRect(x: 0, y: 0, width: 100, height: 30), withAttributes: attributes) }
        #expect(try isInked(image, 85..<100, 0..<30) && !isInked(image, 0..<84, 0..<30))
    }

    @Test func textBelowItsRectangleIsHidden() throws {
        let font = try font(20)
        let image = try draw(40, 80) {
            "HH HH HH".draw(in: CGRect(x: 0, y: 0, width: 40, height: 30), withAttributes: [.font: font])
        }
        #expect(try isInked(image, 0..<40, 0..<30) && !isInked(image, 0..<40, 30..<80))
    }

    @Test func attributesChangeStretchesOfText() throws {
        let string = NSMutableAttributedString(string: "H", attributes: [.font: try font(20), .foregroundColor: UIColor.red])
        string.append(
            NSAttributedString(string: "H", attributes: [.font: try font(20), .foregroundColor: UIColor.blue]))
        let image = try draw(40, 30) { string.draw(at: .zero) }
        let bitmap = try #require(image.cgImage).bitmap
        var (red, blue) = (0, 0)
        for y in 0..<30 {
            for x in 0..<40 where bitmap[x, y].w > 200 {
                if bitmap[x, y].x > 200 { red += x < 15 ? 1 : -1000 }
                if bitmap[x, y].z > 200 { blue += x >= 15 ? 1 : -1000 }
            }
        }
        #expect(red > 20 && blue > 20)
        let underlined = try draw(40, 30) {
            " ".draw(at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: 20), .underlineStyle: 1])
            "HHH".draw(
                at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: 20), .underlineStyle: NSUnderlineStyle.single])
        }
        #expect(try isInked(underlined, 0..<20, 20..<23))
    }

    @Test func sizesHaveTheSpacesAtTheEndsOfLines() throws {
        let font = try #require(UIFont(name: "DejaVu Sans", size: 20.48))
        // H is 15.4 points wide, and a space 6.51.
        for (text, width) in [("H", 15.4), (" ", 6.51), ("H ", 21.91), ("HH\nH   ", 34.93), ("H H", 37.31)] {
            #expect(abs(Double(text.size(withAttributes: [.font: font]).width) - width) < 1e-6)
        }
        let block = "H ".boundingRect(
            with: CGSize(width: 100, height: 100), options: .usesLineFragmentOrigin, attributes: [.font: font], context: nil)
        #expect(abs(block.width - 15.4) < 1e-6)
    }

    @Test func paragraphsHaveStylesOfTheirOwn() throws {
        let font = try #require(UIFont(name: "DejaVu Sans", size: 20.48))
        func style(_ alignment: NSTextAlignment, _ spacing: CGFloat) -> NSParagraphStyle {
            let style = NSMutableParagraphStyle()
            (style.alignment, style.paragraphSpacing) = (alignment, spacing)
            return style
        }
        let string = NSMutableAttributedString(string: "I\n", attributes: [.font: font, .paragraphStyle: style(.right, 10)])
        string.append(NSAttributedString(string: "I", attributes: [.font: font, .paragraphStyle: style(.left, 0)]))
        let bounds = string.boundingRect(with: CGSize(width: 60, height: 0), options: .usesLineFragmentOrigin, context: nil)
        #expect(bounds.height == 58 && string.size().height == 58)
        let image = try UIGraphicsImageRenderer(size: CGSize(width: 60, height: 60)).drawnImage { _ in
            string.draw(in: CGRect(x: 0, y: 0, width: 60, height: 60))
        }
        let pixels = try #require(image.cgImage?.bitmap)
        // A line is 24 points high, and its letters stand in rows 4 to 18. The stem of I starts 2 points from its left.
        func isInk(_ x: Int, _ y: Int) -> Bool { pixels[x, y][3] == 255 }
        #expect(isInk(56, 10) && !isInk(3, 10) && isInk(3, 44) && !isInk(56, 44) && !isInk(3, 30))
    }
}
