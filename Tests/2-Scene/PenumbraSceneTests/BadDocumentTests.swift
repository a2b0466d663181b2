import PenumbraScene
import TestSupport
import Testing

/// Tests rejected documents, each with the exact line that a user sees.
@Suite(.timed) struct BadDocumentTests {
    @Test(
        arguments: [
            ("[]", #"scene: found an empty array, expected an object with the key "canvas""#),
            ("{}", #"canvas: missing, expected an object with "width" and "height""#),
            (#"{"canvas": 5}"#, #"canvas: found 5, expected an object with "width" and "height""#),
            (#"{"canvas": {"width": 5}}"#, "canvas.height: missing, expected a number above 0"),
            (#"{"canvas": {"width": 0, "height": 5}}"#, "canvas.width: found 0, expected a number above 0"),
            (#"{"canvas": {"width": 5, "height": -5}}"#, "canvas.height: found -5, expected a number above 0"),
            (#"{"canvas": {"width": 5, "height": "5"}}"#, #"canvas.height: found "5", expected a number above 0"#),
            (#"{"canvas": {"width": 5, "height": 5, "scale": 0}}"#, "canvas.scale: found 0, expected a number above 0"),
            (
                #"{"canvas": {"width": 20000, "height": 5, "scale": 2}}"#,
                "canvas: 40000×10 pixels, at most 16384 per side are allowed; lower width, height or scale, or raise the limit canvasSide (at most 32768)"
            ),
            (#"{"canvas": {"width": 1e10, "height": 5}}"#, "canvas.width: found 10000000000, the largest allowed is 1e9"),
            (
                #"{"canvas": {"width": 5, "height": 5, "colour": 1}}"#,
                "canvas.colour: unknown key, a canvas has width, height, scale, background, fit, dither, colorSpace, depth, duration"
            ),
            (
                #"{"canvas": {"width": 5, "height": 5, "depth": 10}}"#,
                "canvas.depth: found 10, expected 8 or 16, the bits per channel"
            ),
            (#"{"canvas": {"widht": 5, "height": 5}}"#, #"canvas.widht: unknown key, did you mean "width"?"#),
            (#"{"version": 2}"#, "version: found 2, this program reads version 1"),
            (#"{"canvas": {"width": 1, "height": 1}, "layer": []}"#, #"layer: unknown key, did you mean "layers"?"#),
            (#"{"canvas": {"width": 1, "height": 1}, "layers": {}}"#, "layers: found an object, expected an array of layers"),
            (
                #"{"canvas": {"width": 1, "height": 1}, "layers": [5]}"#,
                "layers[0]: found 5, expected a layer, which is an object"
            ),
            (
                #"{"canvas": {"width": 1, "height": 1}, "a\nb": 1}"#,
                #"["a\nb"]: unknown key, a scene has version, canvas, light, parameters, layers, expectsEmpty, proves"#
            ),
        ] as [(String, String)])
    func badScenesAreRefused(_ json: String, _ expected: String) {
        #expect(refusal(of: json) == expected)
    }

    @Test(
        arguments: [
            (#""typ": "shape""#, #"layers[0].typ: unknown key, did you mean "type"?"#),
            (#""shadowOpacity": 0.5"#, #"layers[0].shadowOpacity: unknown key, write "shadows": [{"opacity": 0.3}]"#),
            (#""border-radius": 5"#, #"layers[0].border-radius: unknown key, write "cornerRadius": 8"#),
            (#""fill": "red""#, #"layers[0].fill: unknown key, write "backgroundColor": "red""#),
            (#""type": "shape", "path": "M0 0", "fill": "red""#, #"layers[0].fill: unknown key, write "fillColor": "red""#),
            (#""src": "a.png""#, #"layers[0].src: unknown key, write "type": "image", "contents": "photo.jpg""#),
            (#""type": "text", "text": "a""#, #"layers[0].text: unknown key, write "string": "…""#),
            (
                #""type": "shap", "path": """#,
                #"layers[0].type: found "shap", expected "layer", "image", "gradient", "shape" or "text"; did you mean "shape"?"#
            ),
            (#""type": 3"#, #"layers[0].type: found 3, expected "layer", "image", "gradient", "shape" or "text""#),
            (
                #""type": "shape""#,
                #"layers[0].path: missing, expected SVG path data, "bounds", or an object with "rect", "ellipse", "circle" or "polygon""#
            ),
            (#""type": "image""#, "layers[0].contents: missing, expected a file path or a data: URL"),
            (#""path": "M0 0""#, #"layers[0].path: `path` belongs to layers of type "shape"; this is a layer"#),
            (
                #""type": "shape", "path": "", "contentsGravity": "top""#,
                #"layers[0].contentsGravity: `contentsGravity` belongs to layers of type "image"; this is a shape layer"#
            ),
            (#""background-color": "red""#, #"layers[0].background-color: unknown key, did you mean "backgroundColor"?"#),
            (#""borderRadius": 3"#, #"layers[0].borderRadius: unknown key, write "cornerRadius": 8"#),
            (
                #""innerShadow": []"#,
                #"layers[0].innerShadow: unknown key, write "innerShadows": [{"opacity": 0.3, "offset": [0, 1], "radius": 2}]"#
            ),
            (
                #""blendMode": "colour-burn""#,
                #"layers[0].blendMode: found "colour-burn", expected "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter" or "plus-darker"; did you mean "color-burn"?"#
            ),
            (
                #""boxShadow": 2"#,
                #"layers[0].boxShadow: found 2, expected a CSS box-shadow such as "0 4px 12px rgb(0 0 0 / 20%)""#
            ),
            (#""boxShadow": "0 2em red""#, #"layers[0].boxShadow: box-shadow takes lengths in px, found the unit "em""#),
            (
                #""cornerCurve": "continous""#,
                #"layers[0].cornerCurve: found "continous", expected "circular" or "continuous"; did you mean "continuous"?"#
            ),
            (#""filter": {}"#, #"layers[0].filter: found an object, expected a CSS filter such as "blur(4px)""#),
            (
                #""filter": "url(#a)""#,
                "layers[0].filter: the filter url() is not supported"
            ),
            (#""shadows": [{"spread": "2px"}]"#, #"layers[0].shadows[0].spread: found "2px", expected a number"#),
            (#""hidden": 1"#, "layers[0].hidden: found 1, expected true or false"),
            (#""name": 1"#, "layers[0].name: found 1, expected a string"),
            (#""frame": [0, 0, 5]"#, "layers[0].frame: found an array of 3, expected a rectangle [x, y, width, height]"),
            (#""frame": [0, 0, -5, 5]"#, "layers[0].frame[2]: found -5, expected a number, 0 or more"),
            (#""frame": [0, true, 5, 5]"#, "layers[0].frame[1]: found true, expected a number"),
            (#""opacity": 1.5"#, "layers[0].opacity: found 1.5, expected a number from 0 to 1"),
            (#""opacity": null"#, "layers[0].opacity: found null, expected a number from 0 to 1"),
            (#""opacity": "half""#, #"layers[0].opacity: found "half", expected a number from 0 to 1"#),
            (#""cornerRadius": -1"#, "layers[0].cornerRadius: found -1, expected a number, 0 or more"),
            (
                #""cornerRadius": [1, 2]"#,
                "layers[0].cornerRadius: found an array of 2, expected a number, 0 or more, or [topLeft, topRight, bottomRight, bottomLeft]"
            ),
            (#""cornerRadius": [1, 2, 3, -4]"#, "layers[0].cornerRadius[3]: found -4, expected a number, 0 or more"),
            (#""borderWidth": -1"#, "layers[0].borderWidth: found -1, expected a number, 0 or more"),
            (
                #""backgroundColor": "rde""#,
                #"layers[0].backgroundColor: found "rde", which is no CSS colour; did you mean "red"?"#
            ),
            (
                ##""backgroundColor": "#12345""##,
                ##"layers[0].backgroundColor: found "#12345"; `#` takes 3, 4, 6 or 8 hexadecimal digits"##
            ),
            (
                #""backgroundColor": "color-mix(in srgb, red, blue)""#,
                "layers[0].backgroundColor: the colour notation color-mix() is not supported; use #rrggbb, a name, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or color()"
            ),
            (
                #""backgroundColor": 0"#,
                ##"layers[0].backgroundColor: found 0, expected a CSS colour such as "white", "#1a2b3c80" or "rgb(0 0 0 / 40%)", or a gradient object"##
            ),
            (#""transform": "rotate(45)""#, "layers[0].transform: an angle needs a unit, write rotate(45deg)"),
            (
                #""transform": "rotat(45deg)""#,
                #"layers[0].transform: found the transform "rotat", allowed are translate, translateX, translateY, translateZ, translate3d, scale, scaleX, scaleY, scaleZ, scale3d, rotate, rotateX, rotateY, rotateZ, rotate3d, skew, skewX, skewY, perspective, matrix and matrix3d; did you mean "rotate"?"#
            ),
            (
                #""shadows": [{"transform": "rotateX(40deg)"}]"#,
                #"layers[0].shadows[0].transform: found "rotateX(40deg)", expected a transform in the layer's plane such as "skewX(40deg)"; only a layer's own transform leaves the plane"#
            ),
            (#""perspective": -5"#, "layers[0].perspective: found -5, expected a number, 0 or more"),
            (#""perspective": "5px""#, #"layers[0].perspective: found "5px", expected a number, 0 or more"#),
            (#""perspectiveOrigin": [1]"#, "layers[0].perspectiveOrigin: found an array of 1, expected a point [x, y]"),
            (#""backfaceVisibility": "none""#, #"layers[0].backfaceVisibility: found "none", expected "visible" or "hidden""#),
            (
                #""transform": "skewX(90deg)""#,
                #"layers[0].transform: "skewX(90deg)" enlarges or moves without bound; entries of its matrix may reach 1e9"#
            ),
            (#""transform": "translate(1em)""#, #"layers[0].transform: translate() takes px or %, found the unit "em""#),
            (#""shadows": {}"#, "layers[0].shadows: found an object, expected an array of shadows"),
            (#""shadows": [{"radius": -1}]"#, "layers[0].shadows[0].radius: found -1, expected a number, 0 or more"),
            (#""shadows": [{}, {"raduis": 1}]"#, #"layers[0].shadows[1].raduis: unknown key, did you mean "radius"?"#),
            (
                #""shadows": [{"blur": 1}]"#,
                "layers[0].shadows[0].blur: unknown key, a shadow has color, opacity, blendMode, offset, elevation, radius, spread, noise, path, fillRule, hardAlpha, knockout, transform, anchor, penumbra"
            ),
            (#""shadows": [{"offset": [1]}]"#, "layers[0].shadows[0].offset: found an array of 1, expected a point [x, y]"),
            (
                #""shadows": [{"path": "M0 0 L5"}]"#,
                "layers[0].shadows[0].path: character 8 of the path data: the data ends, expected a number"
            ),
            (
                #""type": "shape", "path": [[0, 0], [1, 1]]"#,
                #"layers[0].path: found arrays of numbers, expected SVG path data, "bounds", or an object with "rect", "ellipse", "circle" or "polygon"; write {"polygon": [[x, y], …]}"#
            ),
            (#""type": "shape", "path": {"rekt": [0, 0, 1, 1]}"#, #"layers[0].path.rekt: unknown key, did you mean "rect"?"#),
            (
                #""type": "shape", "path": {"rect": [0, 0, 1, 1], "ellipse": [0, 0, 1, 1]}"#,
                "layers[0].path: found rect and ellipse in one object; put two objects into an array"
            ),
            (
                #""type": "shape", "path": {"circle": {"center": [0, 0]}}"#,
                "layers[0].path.circle.radius: missing, expected a number, 0 or more"
            ),
            (
                #""type": "shape", "path": ["M0 0", {"polygon": [[0, 0], [1]]}]"#,
                "layers[0].path[1].polygon[1]: found an array of 1, expected a point [x, y]"
            ),
            (#""type": "shape", "path": "M0 0L1e10 0""#, "layers[0].path: the path has coordinates beyond 1e9"),
            (
                #""type": "shape", "path": "", "fillRule": "evenOdd""#,
                #"layers[0].fillRule: found "evenOdd", expected "nonzero" or "evenodd"; did you mean "evenodd"?"#
            ),
            (#""type": "image", "contents": 5"#, "layers[0].contents: found 5, expected a file path or a data: URL"),
            (#""type": "image", "contents": "", "tint": 1"#, "layers[0].tint: found 1, expected \(Node.colorWanted)"),
            (
                #""type": "CAGradientLayer""#,
                #"layers[0].type: found "CAGradientLayer", expected "layer", "image", "gradient", "shape" or "text"; did you mean "gradient"?"#
            ),
            (
                #""bounds": [1, 2]"#,
                #"layers[0].bounds: unknown key, write "frame": [position.x - anchorPoint.x * w, position.y - anchorPoint.y * h, w, h], with w and h of bounds.size"#
            ),
            (
                #""position": [1, 2]"#,
                #"layers[0].position: found an array, expected "relative" or "absolute"; write a place as "frame": [x, y, width, height]"#
            ),
            (#""display": "none""#, #"layers[0].display: unknown key, write "hidden": true"#),
            (#""display": "flex""#, #"layers[0].display: unknown key, write "layout": {"direction": "row"}"#),
            (#""alignItems": "center""#, #"layers[0].alignItems: unknown key, write "layout": {"alignItems": "center"}"#),
            (#""flex": 1"#, #"layers[0].flex: unknown key, write "flexGrow": 1"#),
            (#""left": 20"#, #"layers[0].left: unknown key, write "inset": [null, null, null, 20]"#),
            (
                #""backdrop-filter": "blur(4px)""#,
                #"layers[0].backdrop-filter: unknown key, write "backdropFilter": "blur(12px) saturate(180%)""#
            ),
            (
                #""backdropFilter": "blur(4px) sparkle(2)""#,
                #"layers[0].backdropFilter: found the filter "sparkle", allowed are blur(), drop-shadow(), brightness(), contrast(), grayscale(), hue-rotate(), invert(), opacity(), saturate(), sepia()"#
            ),
            (
                #""backdropBlur": {"radius": 3, "progressive": true}, "mask": {"backgroundColor": "red"}, "backdropFilter": "blur(4px)""#,
                "layers[0].backdropFilter: found blur() or drop-shadow() beside a progressive backdropBlur, which colour functions alone may follow"
            ),
            (#""replicate": {"transform": "none"}"#, "layers[0].replicate.count: missing, expected a whole number, 1 or more"),
            (#""replicate": {"count": 2.5}"#, "layers[0].replicate.count: found 2.5, expected a whole number, 1 or more"),
            (
                #""replicate": {"count": 200}, "sublayers": [{"replicate": {"count": 600}}]"#,
                "layers[0].sublayers[0]: more than 100000 layers in one scene, with copies; raise the limit layers"
            ),
            (#""maskedCorners": 3"#, #"layers[0].maskedCorners: unknown key, write "cornerRadius": [8, 8, 0, 0]"#),
            (#""border": "1px""#, #"layers[0].border: unknown key, write "borderWidth": 1, "borderColor": "black""#),
            (#""backgroundImage": """#, #"layers[0].backgroundImage: unknown key, write "backgroundColor": "red""#),
            (
                #""affineTransform": []"#,
                #"layers[0].affineTransform: unknown key, write "transform": "matrix(a, b, c, d, tx, ty)""#
            ),
            (#""transform-origin": """#, #"layers[0].transform-origin: unknown key, write "anchorPoint": [0.5, 0.5]"#),
            (
                #""clipPath": """#,
                #"layers[0].clipPath: unknown key, write "mask": {"type": "shape", "path": "M0 0H9V9Z"}"#
            ),
            (#""shadows": [{"shadowOpacity": 1}]"#, #"layers[0].shadows[0].shadowOpacity: unknown key, write "opacity": 0.3"#),
            (
                #""shadows": "0 1px 2px red""#,
                #"layers[0].shadows: found "0 1px 2px red", expected an array of shadows; write "boxShadow": "0 1px 2px red""#
            ),
            (
                #""type": "shape", "path": {"roundedRect": []}"#,
                #"layers[0].path.roundedRect: unknown key, write "rect": [0, 0, 100, 50], "radius": 8"#
            ),
            (
                #""type": "shape", "path": {"rect": [0, 0, 1, 1], "cornerRadius": 2}"#,
                #"layers[0].path.cornerRadius: unknown key, write "radius": 8"#
            ),
            (
                #""type": "shape", "path": "", "fillColor": "none""#,
                #"layers[0].fillColor: found "none"; write null to paint nothing"#
            ),
            (
                #""backgroundColor": "systemBlue""#,
                ##"layers[0].backgroundColor: found "systemblue"; system colours have no fixed value, write one such as "#007aff""##
            ),
            (
                #""filter": "saturation(2)""#,
                #"layers[0].filter: found the filter "saturation", allowed are blur(), drop-shadow(), brightness(), contrast(), grayscale(), hue-rotate(), invert(), opacity(), saturate(), sepia(); did you mean "saturate"?"#
            ),
            (
                #""type": "image", "contents": "https://example.com/a.png""#,
                #"layers[0].contents: found "https://example.com/a.png"; nothing is fetched from a network, expected a file path or a data: URL"#
            ),
            (
                #""type": "image", "contents": "file:///a.png""#,
                #"layers[0].contents: found "file:///a.png"; nothing is fetched from a network, expected a file path or a data: URL (leave out file://)"#
            ),
            (
                #""type": "image", "contents": "data:image/png;base64""#,
                "layers[0].contents: the data: URL has no comma before its data"
            ),
            (
                #""type": "image", "contents": "data:;base64,A!""#,
                "layers[0].contents: the data: URL's base64 has a character that does not belong there"
            ),
            (
                #""type": "image", "contents": "a", "contentsGravity": "centre""#,
                #"layers[0].contentsGravity: found "centre", expected "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize", "resizeAspect", "resizeAspectFill" or "scaleDown"; did you mean "center"?"#
            ),
            (
                #""type": "image", "contents": "a", "contentsGravity": "aspectFill""#,
                #"layers[0].contentsGravity: found "aspectFill", expected "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize", "resizeAspect", "resizeAspectFill" or "scaleDown"; did you mean "resizeAspectFill"?"#
            ),
            (
                #""type": "image", "contents": "a", "interpolation": "lanzcos""#,
                #"layers[0].interpolation: found "lanzcos", expected "area", "lanczos" or "nearest"; did you mean "lanczos"?"#
            ),
            (
                #""type": "image", "contents": "a", "contentsScale": 0"#,
                "layers[0].contentsScale: found 0, expected a number above 0"
            ),
            (
                #""type": "image", "contents": "a", "contentsRect": [0, 0, 0, 1]"#,
                "layers[0].contentsRect[2]: found 0, expected a number above 0"
            ),
            (
                #""sublayers": [{}, {"sublayers": [{"opacity": -0.1}]}]"#,
                "layers[0].sublayers[1].sublayers[0].opacity: found -0.1, expected a number from 0 to 1"
            ),
            (#""opacity": "${a}""#, #"layers[0].opacity: unknown parameter "a"; the scene declares no parameters"#),
            (#""name": "${a""#, #"layers[0].name: found `${` without `}` in "${a"; write `$${` for a literal `${`"#),
        ] as [(String, String)])
    func badLayersAreRefused(_ members: String, _ expected: String) {
        #expect(refusal(ofLayer: members) == expected)
    }

    @Test func parametersGivenInCodeAreChecked() {
        let json =
            #"{"canvas": {"width": 10, "height": 10}, "parameters": {"size": 3, "name": "a"}, "layers": [{"opacity": "${size}"}]}"#
        #expect(refusal(of: json, ["size": .number(.nan)]) == "layers[0].opacity: found nan, expected a number from 0 to 1")
        #expect(
            refusal(of: json, ["size": .number(.infinity)]) == "layers[0].opacity: found inf, expected a number from 0 to 1")
        #expect(
            refusal(of: json, ["sise": 1])
                == #"parameters.sise: a value is given, but the scene does not declare this parameter; did you mean "size"?"#)
        #expect(
            refusal(of: json, ["q": 1])
                == #"parameters.q: a value is given, but the scene does not declare this parameter; it declares "size" or "name""#
        )
        #expect(
            refusal(of: json, ["size": 0.5], scale: 4000)
                == "canvas: 40000×40000 pixels, at most 16384 per side are allowed; lower width, height or scale, or raise the limit canvasSide (at most 32768)"
        )
        #expect(refusal(of: json, ["size": 0.5], scale: -1) == "scale: found -1, expected a number above 0")
        #expect(refusal(of: json, ["size": 0.5], scale: .nan) == "scale: found nan, expected a number above 0")
    }

    @Test func sceneDepthAndLayerLimitsHold() {
        func nested(_ count: Int) -> String {
            String(repeating: #"{"sublayers": ["#, count: count - 1) + "{}" + String(repeating: "]}", count: count - 1)
        }
        let head = #"{"canvas": {"width": 10, "height": 10}, "layers": ["#
        let most = SceneLimits.deepestLayer
        #expect(refusal(of: head + nested(most) + "]}") == "accepted")
        #expect(refusal(of: head + nested(most + 1) + "]}").hasSuffix(".sublayers: more than \(most) layers inside each other"))
        #expect(refusal(of: head + nested(200) + "]}").hasPrefix("line 1, column "))
        func masked(_ count: Int) -> String {
            String(repeating: #"{"mask": "#, count: count - 1) + "{}" + String(repeating: "}", count: count - 1)
        }
        #expect(refusal(of: head + masked(most) + "]}") == "accepted")
        #expect(refusal(of: head + masked(most + 1) + "]}").hasSuffix(".mask.mask: more than \(most) layers inside each other"))
        #expect(
            refusal(of: head + #"{"sublayers": [{"mask": "# + masked(most - 1) + "}]}]}")
                .hasSuffix(".mask.mask: more than \(most) layers inside each other"))
        #expect(refusal(of: head + #"{"sublayers": [{"mask": "# + masked(most - 2) + "}]}]}") == "accepted")
        let many = Array(repeating: "{}", count: SceneLimits.default.layerCount).joined(separator: ",")
        #expect(refusal(of: head + many + "]}") == "accepted")
        #expect(
            refusal(of: head + many + ",{}]}")
                == "layers: found 100001, more than 100000 layers in one scene; raise the limit layers")
        let masks = Array(repeating: #"{"mask": {}}"#, count: SceneLimits.default.layerCount / 2).joined(separator: ",")
        #expect(refusal(of: head + masks + "]}") == "accepted")
        #expect(
            refusal(of: head + masks + ",{}]}") == "layers[50000]: more than 100000 layers in one scene; raise the limit layers"
        )
    }

    @Test func sceneTotalsAreLimited() {
        func scene(_ parameters: String, _ layer: String, _ count: Int) -> String {
            let layers = Array(repeating: layer, count: count).joined(separator: ",")
            return refusal(
                of: #"{"canvas": {"width": 10, "height": 10}, "parameters": {\#(parameters)}, "layers": [\#(layers)]}"#)
        }
        let colors = #""c": ["# + Array(repeating: #""red""#, count: 1000).joined(separator: ",") + "]"
        let gradient = #"{"type": "gradient", "colors": "${c}"}"#
        #expect(scene(colors, gradient, 1000) == "accepted")
        #expect(
            scene(colors, gradient, 1001)
                == "layers[1000].colors: the scene's gradients have more than 1000000 colours; raise the limit gradientStops")
        let text = #""t": ""# + String(repeating: "x", count: 100_000) + #"""#
        let layer = #"{"type": "text", "string": "${t}"}"#
        #expect(scene(text, layer, 10) == "accepted")
        #expect(
            scene(text, layer, 11)
                == "layers[10].string: the scene's texts have more than 1000000 bytes; raise the limit textLength")
        let shadows = #""s": ["# + Array(repeating: "{}", count: 1000).joined(separator: ",") + "]"
        let shaded = #"{"shadows": "${s}", "innerShadows": "${s}"}"#
        #expect(scene(shadows, shaded, 50) == "accepted")
        #expect(
            scene(shadows, #"{}, "# + shaded, 51)
                == "layers[101].shadows[0]: more than 100000 shadows and effects in one scene; raise the limit shadows")
    }
}
