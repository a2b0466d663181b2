import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests materials over what lies behind them, bars of progress, and thumbnails.
@Suite(.timed) struct UIVisualEffectViewTests {
    /// A picture of a black and a white half under a material, 60 by 20 pixels.
    private func stage(_ effect: UIVisualEffect?) throws -> Bitmap {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 20))
        view.backgroundColor = .white
        let black = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
        black.backgroundColor = .black
        view.addSubview(black)
        let glass = UIVisualEffectView(effect: effect)
        glass.frame = view.bounds
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
        mark.backgroundColor = .red
        glass.contentView.addSubview(mark)
        view.addSubview(glass)
        return try view.layer.makeImage().bitmap
    }

    @Test func materialBlursAndTintsWhatLiesBehindIt() throws {
        let (none, light) = (try stage(nil), try stage(UIBlurEffect(style: .systemUltraThinMaterialLight)))
        let dark = try stage(UIBlurEffect(style: .systemThickMaterialDark))
        #expect(none[20, 10].x == 0 && none[40, 10].x == 255)
        // The edge is soft, and black is tinted.
        #expect(light[20, 10].x > 60 && light[29, 10].x < light[31, 10].x && light[40, 10].x < 250)
        #expect(dark[40, 10].x < 130)
        for picture in [none, light, dark] { #expect(picture[0, 0].x > 200 && picture[0, 0].y < 80) }
    }

    @Test func thickerMaterialsHideMore() throws {
        let styles: [UIBlurEffect.Style] = [
            .systemUltraThinMaterialLight, .systemThinMaterialLight, .systemMaterialLight, .systemThickMaterialLight,
        ]
        let contrast = try styles.map { style in
            let picture = try stage(UIBlurEffect(style: style))
            return Int(picture[58, 10].x) - Int(picture[4, 10].x)
        }
        #expect(zip(contrast, contrast.dropFirst()).allSatisfy { $0 > $1 } && (contrast.last ?? 0) > 0)
    }

    @Test func materialFollowsTheAppearance() throws {
        func shade(_ style: UIUserInterfaceStyle) throws -> Int {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
            view.backgroundColor = .gray
            view.overrideUserInterfaceStyle = style
            let glass = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
            glass.frame = view.bounds
            view.addSubview(glass)
            return Int(try view.layer.makeImage().bitmap[10, 10].x)
        }
        #expect(try shade(.light) > 180)
        #expect(try shade(.dark) < 90)
    }

    @Test func progressIsTheShareOfTheBar() throws {
        let bar = UIProgressView(progressViewStyle: .bar)
        bar.frame = CGRect(x: 0, y: 0, width: 100, height: 4)
        (bar.progressTintColor, bar.trackTintColor) = (.red, .blue)
        bar.setProgress(0.25, animated: false)
        let picture = try bar.layer.makeImage().bitmap
        #expect(picture[24, 2].x == 255 && picture[26, 2].z == 255)
        bar.progress = .nan
        #expect(bar.progress == 0 && bar.intrinsicContentSize.height == 4)
        bar.progress = 7
        #expect(bar.progress == 1)
    }

    /// Code for UIKit changes the looks of the part that is done by the second subview.
    @Test func barsOfProgressAreSubviews() throws {
        let bar = UIProgressView(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
        (bar.progress, bar.progressTintColor, bar.trackTintColor) = (0.5, .red, .blue)
        let shown = try bar.layer.makeImage().bitmap
        #expect(shown[0, 0].w == 0 && shown[49, 1].w == 255 && shown[49, 1].z > 200 && shown[45, 10].x == 255)
        let done = try #require(bar.layer.sublayers?[1])
        #expect(bar.subviews.count == 2 && done === bar.subviews[1].layer && done.frame.width == 50)
        (done.borderWidth, done.borderColor) = (3, UIColor.green.cgColor)
        let framed = try bar.layer.makeImage().bitmap
        #expect(framed[25, 1].y == 255 && framed[25, 10].x == 255)
    }

    @Test func thumbnailHasTheAskedSize() throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        let small = try #require(image.preparingThumbnail(of: CGSize(width: 8, height: 4)))
        #expect(small.cgImage?.width == 8 && small.cgImage?.height == 4)
        #expect(small.cgImage?.bitmap[1, 1].x == 255 && small.cgImage?.bitmap[6, 1].w == 0)
        #expect(image.preparingThumbnail(of: CGSize(width: 0, height: 4)) == nil)
        #expect(image.preparingForDisplay() === image)
    }
}
