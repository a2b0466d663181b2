import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests the notice about colours and pictures that the canvas's colour space clips.
@Suite(.timed) struct ClippedColorTests {
    private func notices(_ layers: String, canvas: String = "") throws -> [String] {
        let json = #"{"canvas": {"width": 8, "height": 8"# + canvas + #"}, "layers": [\#(layers)]}"#
        let scene = try Scene(json: Array(json.utf8))
        return try Engine().assets(for: scene, shaper: TextShaper()).notices.map(\.description)
    }

    private static let wide = "color(display-p3 1 0 0)"

    @Test func clippedColourNoticeNamesTheFirstAndCountsTheRest() throws {
        #expect(
            try notices(#"{"backgroundColor": "\#(Self.wide)"}"#) == [
                #"layers[0].backgroundColor: a colour is outside the canvas's colour space (srgb), so it is clipped; for more colours, set canvas.colorSpace to "display-p3""#
            ])
        #expect(
            try notices(
                #"{"shadows": [{"color": "\#(Self.wide)"}], "sublayers": [{}, {"borderWidth": 1, "borderColor": "\#(Self.wide)"}]}"#,
                canvas: #", "background": "linear-gradient(red, \#(Self.wide))""#) == [
                    #"canvas.background: a colour is outside the canvas's colour space (srgb), so it is clipped, also in 2 other keys; for more colours, set canvas.colorSpace to "display-p3""#
                ])
    }

    @Test func keptOrHiddenColoursCauseNoClippingNotice() throws {
        #expect(try notices(#"{"backgroundColor": "\#(Self.wide)"}"#, canvas: #", "colorSpace": "display-p3""#) == [])
        #expect(try notices(#"{"backgroundColor": "oklch(70% 0.1 200)", "borderColor": "\#(Self.wide)"}"#) == [])
        #expect(try notices(#"{"backgroundColor": "white"}, {"hidden": true, "backgroundColor": "\#(Self.wide)"}"#) == [])
        #expect(try notices(#"{"backgroundColor": "color(display-p3 1 1 1)"}"#) == [])
        // CSS clips the colours of pages, so nobody need be told.
        var page = Scene(canvas: Canvas(size: Size(width: 8, height: 8), background: .color(try Color(css: Self.wide))))
        #expect(try Engine().assets(for: page, shaper: TextShaper()).notices.count == 1)
        page.canvas.clipsColors = true
        #expect(try Engine().assets(for: page, shaper: TextShaper()).notices.isEmpty)
    }

    @Test func clippedPicturesAreReportedByTheirProfile() throws {
        let picture = Bitmap(width: 2, height: 2) { $0.initialize(repeating: 200) }
        for format in [PictureFormat.png, .jpeg, .webp] {
            for (space, isNamed) in [(ColorSpace.displayP3, true), (.srgb, false)] {
                var options = PictureOptions.default
                options.setColorSpace(space)
                let bytes = try PictureEncoder.encode(picture, as: format, options: options)
                let image = Layer(kind: .image(ImageContents(source: .data(bytes))))
                let scene = Scene(canvas: Canvas(size: Size(width: 4, height: 4)), layers: [image])
                let notices = try Engine().assets(for: scene, shaper: TextShaper()).notices.map(\.description)
                #expect(
                    notices
                        == (isNamed
                            ? [
                                #"layers[0].contents: the picture's profile is wider than the canvas's colour space (srgb), so its colours are clipped; for more colours, set canvas.colorSpace to "display-p3""#
                            ] : []),
                    "\(format)")
            }
        }
    }

    /// The notice is no error in strict mode, since nothing is missing.
    @Test func clippingNoticeIsNoErrorInStrictMode() throws {
        let json = #"{"canvas": {"width": 8, "height": 8}, "layers": [{"backgroundColor": "\#(Self.wide)"}]}"#
        var limits = RenderLimits.default
        limits.isStrict = true
        let assets = try Engine().assets(for: try Scene(json: Array(json.utf8)), shaper: TextShaper(), limits: limits)
        #expect(assets.notices.count == 1)
    }
}
