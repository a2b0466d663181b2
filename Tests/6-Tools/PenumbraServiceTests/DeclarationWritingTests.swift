import Penumbra
import PenumbraCSS
import TestSupport
import Testing

/// Tests the CSS that is written for layers: read back, it draws the same pixels, and the rest is named.
@Suite(.timed) struct DeclarationWritingTests {
    private func layer(_ keys: String) throws -> (scene: Scene, css: CSSDeclarations) {
        let scene = try Scene(
            json: Array(
                #"{"canvas": {"width": 80, "height": 60, "fit": "content"}, "layers": [{"frame": [0, 0, 80, 60], \#(keys)}]}"#
                    .utf8))
        return (scene, CSSDeclarations(scene.layers[0], frame: Rect(x: 0, y: 0, width: 80, height: 60)))
    }

    @Test(
        arguments: [
            ##""backgroundColor": "#5b62e8", "cornerRadius": 12"##,
            ##""backgroundColor": "#5b62e8", "cornerRadius": [1, 2, 3, 4], "borderWidth": 2, "borderColor": "#00000080""##,
            ##""backgroundColor": "#fff", "cornerRadius": 9, "shadows": [{"knockout": true, "offset": [1, 4], "opacity": 0.4}]"##,
            ##""backgroundColor": "#fff", "shadows": [{"knockout": true}, {"radius": 8, "knockout": true, "color": "#00f8"}]"##,
            ##""backgroundColor": "#fff", "cornerRadius": 9, "shadows": [{"knockout": true, "spread": 5, "offset": [1, 4]}]"##,
            ##""backgroundColor": "#fff", "cornerRadius": 9, "shadows": [{"knockout": true, "spread": -5, "offset": [1, 4]}]"##,
            ##""backgroundColor": "#eee", "cornerRadius": 9, "innerShadows": [{"radius": 2, "offset": [0, 2], "opacity": 0.5}]"##,
            ##""boxShadow": "0 2px 6px 1px #00000066, inset 0 1px 2px red", "cornerRadius": 6"##,
            ##""backgroundColor": "linear-gradient(30deg, red, oklch(70% 0.1 200))", "opacity": 0.7"##,
            ##""type": "gradient", "colors": ["#ff0000", "#0000ff"], "locations": [0.25, 0.75], "startPoint": [0.5, 0.1]"##,
            ##""type": "gradient", "colors": ["#ff0000", "#0000ff"], "startPoint": [0.1, 0], "endPoint": [0.8, 0]"##,
            ##""type": "gradient", "gradientType": "radial", "colors": ["red", "blue"], "center": [30, 20], "endRadius": 40"##,
            ##""backgroundColor": {"gradientType": "radial", "colors": ["red", "blue"], "center": [9, 9], "startRadius": 5, "##
                + ##""endRadius": 40}"##,
            ##""backgroundColor": "#5b62e8", "transform": "rotate(20deg) scale(0.9)", "anchorPoint": [0.25, 1]"##,
            ##""backgroundColor": "#5b62e8", "blur": 2, "filter": "saturate(0.5) hue-rotate(40deg)""##,
            ##""backgroundColor": "#5b62e880", "shadows": [{"radius": 2, "offset": [3, 5], "opacity": 0.5}]"##,
            ##""backgroundColor": "#5b62e8", "mask": {"type": "gradient", "colors": ["#000", "#0000"]}"##,
        ])
    func writtenCSSDrawsTheSamePixels(_ keys: String) throws {
        let (scene, css) = try layer(keys)
        #expect(css.missing.isEmpty, "\(css.missing)")
        let conversion = try CSSConversion(css.text)
        let renderer = try Renderer(backend: .cpu)
        let (first, second) = (try renderer.render(scene), try renderer.render(try Scene(document: conversion.scene)))
        // Shadows of a box and of a layer round differently in single pixels: at most 1/255, where this was measured.
        #expect(largestDifference(first, second) <= 1, "\(css.text)")
        // Without the declarations that differ from a plain box, the picture is another one.
        let plain = try renderer.render(try layer(##""backgroundColor": "#123456""##).scene)
        #expect(largestDifference(first, plain) > 1)
    }

    /// The largest difference of two channels; 256 for pictures of different sizes.
    private func largestDifference(_ first: Bitmap, _ second: Bitmap) -> Int {
        guard first.width == second.width, first.height == second.height else { return 256 }
        return zip(first.pixels, second.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    @Test(
        arguments: [
            (##""shadows": [{"noise": 0.5}], "backgroundColor": "#fff""##, "shadows[0]", "grain"),
            (##""shadows": [{"path": "M0 0L9 9L0 9Z"}], "backgroundColor": "#fff""##, "shadows[0]", "path"),
            (##""shadows": [{"transform": "scaleY(0.5)"}], "backgroundColor": "#fff""##, "shadows[0]", "transform"),
            (##""shadows": [{"blendMode": "multiply"}], "backgroundColor": "#fff""##, "shadows[0]", "blend"),
            (##""shadows": [{"elevation": 4}], "backgroundColor": "#fff""##, "shadows[0]", "light"),
            (##""shadows": [{"spread": 4}], "backgroundColor": "#fff""##, "shadows[0]", "spread"),
            (##""shadows": [{"radius": 1}, {"radius": 2}], "backgroundColor": "#fff8""##, "shadows[1]", "opaque box"),
            (##""innerShadows": [{"radius": 1}], "backgroundColor": "#fff8""##, "innerShadows[0]", "opaque box"),
            (##""cornerRadius": 9, "cornerCurve": "continuous", "backgroundColor": "#fff""##, "cornerCurve", "circular"),
            (##""type": "gradient", "colors": ["red", "blue"], "endPoint": [1, 1]"##, "gradient", "slanted"),
            (##""type": "gradient", "colors": ["red", "#0000"]"##, "gradient", "alpha"),
            (##""type": "gradient", "colors": ["red", "blue"], "falloff": "gaussian""##, "gradient", "Gaussian"),
            (##""type": "gradient", "colors": ["red", "blue"], "gradientType": "conic""##, "gradient", "geometry"),
            (##""blendMode": "plus-darker", "backgroundColor": "#fff""##, "blendMode", "plus-darker"),
            (
                ##""backdropBlur": {"radius": 3, "progressive": true}, "mask": {"backgroundColor": "#000"}"##, "backdropBlur",
                "everywhere"
            ),
            (##""blur": {"type": "lens", "radius": 3}, "backgroundColor": "#fff""##, "blur", "Gaussian"),
            (##""blur": {"type": "motion", "radius": 3, "angle": 9}"##, "blur", "Gaussian"),
            (##""blur": {"type": "zoom", "amount": 0.2}"##, "blur", "Gaussian"),
            (##""mask": {"type": "text", "string": "x"}, "backgroundColor": "#fff""##, "mask", "mask-image"),
            (##""replicate": {"count": 3}"##, "replicate", "repeats"), (##""zPosition": 0.5"##, "zPosition", "z-index"),
            (##""type": "shape", "path": "M0 0L9 9""##, "path", "SVG"),
            (##""type": "text", "string": "x""##, "string", "lines"),
        ] as [(String, String, String)])
    func keysWithoutACSSEquivalentAreNamed(_ test: (keys: String, key: String, word: String)) throws {
        let css = try layer(test.keys).css
        #expect(css.missing.contains { $0.hasPrefix("\(test.key): ") && $0.contains(test.word) }, "\(css.missing)")
    }

    @Test func textStylesAreWrittenAsCSS() throws {
        let keys =
            ##""type": "text", "string": "x", "font": "DejaVu Sans, Inter:bold", "fontSize": 20, "color": "red", "##
            + ##""lineHeight": 30, "letterSpacing": 2, "alignment": "justified""##
        let css = try layer(keys).css.text
        for line in [
            "font-family: \"DejaVu Sans\", \"Inter\";", "font-weight: bold;", "font-size: 20px;", "color: #ff0000;",
            "line-height: 30px;", "letter-spacing: 2px;", "text-align: justify;",
        ] { #expect(css.contains(line), "\(css)") }
    }
}
