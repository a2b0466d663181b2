import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests of fonts, colours, attachments and traits as values of code for UIKit.
@Suite(.timed) struct UIKitValueTests {
    @Test func colorsAndFontsAreObjects() {
        // The dictionary's values have a type only if both are objects.
        let attributes = [NSAttributedString.Key.font: UIFont.systemFont(ofSize: 10), .foregroundColor: UIColor.red]
        #expect(attributes.count == 2 && UIColor.red.isEqual(UIColor(red: 1, green: 0, blue: 0, alpha: 1)))
        let font = UIFont.systemFont(ofSize: 10)
        #expect(CTFontGetSize(font as CTFont) == 10 && font == UIFont.systemFont(ofSize: 10) && font != font.withSize(11))
        let line = CTLineCreateWithAttributedString(NSAttributedString(string: "H", attributes: attributes))
        let run = (CTLineGetGlyphRuns(line) as? [CTRun])?.first
        #expect(run.map { CTRunGetAttributes($0)[NSAttributedString.Key.font] is UIFont } == true)
        #expect(UIFontMetrics(forTextStyle: .body).scaledFont(for: font, maximumPointSize: 8).pointSize == 8)
    }

    @Test func attachmentsStandAmongLetters() throws {
        let attachment = NSTextAttachment(
            image: UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { context in
                UIColor.red.setFill()
                context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
            })
        attachment.bounds = CGRect(x: 0, y: -4, width: 10, height: 10)
        let font = try #require(UIFont(name: "DejaVu Sans", size: 20.48))
        let string = NSMutableAttributedString(string: "H", attributes: [.font: font])
        string.append(NSAttributedString(attachment: attachment))
        string.append(NSAttributedString(string: "H", attributes: [.font: font]))
        // H is 15.4 points wide, and its baseline lies 19 points below the top.
        #expect(abs(string.size().width - 40.8) < 1e-6)
        let image = try UIGraphicsImageRenderer(size: CGSize(width: 45, height: 30)).drawnImage { _ in string.draw(at: .zero) }
        let pixels = try #require(image.cgImage?.bitmap)
        func isRed(_ x: Int, _ y: Int) -> Bool { pixels[x, y][0] == 255 && pixels[x, y][3] == 255 }
        #expect(isRed(20, 14) && isRed(20, 22) && !isRed(20, 12) && !isRed(20, 24) && !isRed(12, 14) && !isRed(28, 14))
    }

    @Test func stringsOfSeveralStylesShadowsAndPicturesJoin() {
        func style(_ alignment: NSTextAlignment) -> NSParagraphStyle {
            let style = NSMutableParagraphStyle()
            style.alignment = alignment
            return style
        }
        func shadow(_ radius: CGFloat) -> NSShadow {
            let shadow = NSShadow()
            (shadow.shadowBlurRadius, shadow.shadowColor) = (radius, UIColor.red)
            return shadow
        }
        #expect(
            style(.center) == style(.center) && style(.center) != style(.left) && shadow(2) == shadow(2)
                && shadow(2) != shadow(3))
        let values: [(NSAttributedString.Key, Any, Any)] = [
            (.paragraphStyle, style(.center), style(.left)), (.shadow, shadow(2), shadow(3)),
            (.attachment, NSTextAttachment(), NSTextAttachment()),
            (.font, UIFont.systemFont(ofSize: 9), UIFont.systemFont(ofSize: 8)),
            (.foregroundColor, UIColor.red, UIColor.blue),
        ]
        for (key, first, second) in values {
            let string = NSMutableAttributedString(string: "a", attributes: [key: first])
            string.append(NSAttributedString(string: "b", attributes: [key: second]))
            var range = NSRange()
            _ = string.attribute(key, at: 0, effectiveRange: &range)
            #expect(range.length == 1)
        }
    }

    private final class Watching: UIView {
        var styles: [UIUserInterfaceStyle] = []
        override init(frame: CGRect) {
            super.init(frame: frame)
            registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: Self, _) in
                self.styles.append(self.traitCollection.userInterfaceStyle)
            }
        }
        required init?(coder: NSCoder) { nil }
    }

    @Test func viewsHearOfTheirAppearance() {
        let watching = Watching(frame: .zero)
        watching.overrideUserInterfaceStyle = .dark
        #expect(watching.styles == [.dark])
        let (root, view) = (UIView(), UIView())
        root.addSubview(view)
        var heard: [UIUserInterfaceStyle] = []
        let registration = view.registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (view: UIView, _) in
            heard.append(view.traitCollection.userInterfaceStyle)
        }
        root.overrideUserInterfaceStyle = .dark
        view.unregisterForTraitChanges(registration)
        root.overrideUserInterfaceStyle = .light
        #expect(heard == [.dark])
        #expect(UIContentSizeCategory.small < .large && UITraitCollection.current.preferredContentSizeCategory == .large)
    }
}
