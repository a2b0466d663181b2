import TestSupport
import Testing

/// Tests rejected gradients, strokes and texts, each with the exact line that a user sees.
@Suite(.timed) struct BadPaintTests {
    private static let colour = ##"a CSS colour such as "white", "#1a2b3c80" or "rgb(0 0 0 / 40%)""##

    @Test(
        arguments: [
            (#""colors": []"#, "colors: found an empty array, expected an array of 1 to 1000 CSS colours"),
            (#""colors": "red""#, #"colors: found "red", expected an array of 1 to 1000 CSS colours"#),
            (#""falloff": "linear""#, "colors: missing, expected an array of 1 to 1000 CSS colours"),
            (#""colors": ["red", 5]"#, "colors[1]: found 5, expected \(colour)"),
            (#""colors": ["rde"]"#, #"colors[0]: found "rde", which is no CSS colour; did you mean "red"?"#),
            (
                #""colors": [{"colors": ["red"]}]"#,
                "colors[0]: found an object; a gradient is not allowed here, only in backgroundColor, fillColor, strokeColor and the color of text"
            ),
            (
                #""colors": ["linear-gradient(red, blue)"]"#,
                #"colors[0]: found "linear-gradient(red, blue)"; a gradient is not allowed here, only in backgroundColor, fillColor, strokeColor and the color of text"#
            ),
            (
                #""colors": ["red"], "gradientType": "linear""#,
                #"gradientType: found "linear", expected "axial", "radial" or "conic""#
            ),
            (
                #""colors": ["red"], "gradientType": "radail""#,
                #"gradientType: found "radail", expected "axial", "radial" or "conic"; did you mean "radial"?"#
            ),
            (#""colors": ["red"], "gradientType": 1"#, #"gradientType: found 1, expected "axial", "radial" or "conic""#),
            (
                #""colors": ["red"], "gradientType": "angular""#,
                #"gradientType: found "angular", expected "axial", "radial" or "conic""#
            ),
            (
                #""colors": ["red"], "gradientType": "conic", "endRadius": 4"#,
                "endRadius: `endRadius` belongs to gradients with \"gradientType\": \"radial\"; this one is conic"
            ),
            (#""colors": ["red"], "locations": 0"#, "locations: found 0, expected an array of 1 number, as there is 1 colour"),
            (
                #""colors": ["red", "blue"], "locations": [0]"#,
                "locations: found an array of 1, expected an array of 2 numbers, one per colour"
            ),
            (#""colors": ["red", "blue"], "locations": [0, 1.5]"#, "locations[1]: found 1.5, expected a number from 0 to 1"),
            (#""colors": ["red", "blue"], "locations": [-0.1, 1]"#, "locations[0]: found -0.1, expected a number from 0 to 1"),
            (#""colors": ["red", "blue"], "locations": [0, "1"]"#, #"locations[1]: found "1", expected a number from 0 to 1"#),
            (
                #""colors": ["red", "blue", "lime"], "locations": [0, 0.5, 0.25]"#,
                "locations[2]: found 0.25 after 0.5; locations must not decrease"
            ),
            (#""colors": ["red"], "startPoint": [1]"#, "startPoint: found an array of 1, expected a point [x, y]"),
            (#""colors": ["red"], "endPoint": null"#, "endPoint: found null, expected a point [x, y]"),
            (
                #""colors": ["red"], "center": [0, 0]"#,
                #"center: `center` belongs to gradients with "gradientType": "radial"; this one is axial"#
            ),
            (
                #""colors": ["red"], "gradientType": "axial", "endRadius": 3"#,
                #"endRadius: `endRadius` belongs to gradients with "gradientType": "radial"; this one is axial"#
            ),
            (
                #""colors": ["red"], "gradientType": "radial", "center": [0, 0]"#,
                "endRadius: missing, expected a number, 0 or more"
            ),
            (
                #""colors": ["red"], "gradientType": "radial", "center": 1, "endRadius": 3"#,
                "center: found 1, expected a point [x, y]"
            ),
            (
                #""colors": ["red"], "gradientType": "radial", "center": [0, 0], "endRadius": -3"#,
                "endRadius: found -3, expected a number, 0 or more"
            ),
            (
                #""colors": ["red"], "gradientType": "radial", "center": [0, 0], "endRadius": 3, "startRadius": -1"#,
                "startRadius: found -1, expected a number, 0 or more"
            ),
            (
                #""colors": ["red"], "interpolation": "area""#,
                #"interpolation: found "area", expected "straight" or "premultiplied""#
            ),
            (
                #""colors": ["red"], "interpolation": "premultiply""#,
                #"interpolation: found "premultiply", expected "straight" or "premultiplied"; did you mean "premultiplied"?"#
            ),
            (
                #""colors": ["red"], "falloff": "gausian""#,
                #"falloff: found "gausian", expected "linear" or "gaussian"; did you mean "gaussian"?"#
            ),
            (#""colors": ["red"], "falloff": true"#, #"falloff: found true, expected "linear" or "gaussian""#),
            (#""colours": ["red"]"#, #"colours: unknown key, did you mean "colors"?"#),
            (#""colors": ["red"], "stertPoint": [0, 0]"#, #"stertPoint: unknown key, did you mean "startPoint"?"#),
            (#""colors": ["red"], "endRaduis": 3"#, #"endRaduis: unknown key, did you mean "endRadius"?"#),
        ] as [(String, String)])
    func badGradientsAreRefusedInEveryKey(_ keys: String, _ expected: String) {
        #expect(refusal(ofLayer: #""type": "gradient", \#(keys)"#) == "layers[0].\(expected)")
        #expect(refusal(ofLayer: #""type": "gradient", "gradient": {\#(keys)}"#) == "layers[0].gradient.\(expected)")
        #expect(refusal(ofLayer: #""backgroundColor": {\#(keys)}"#) == "layers[0].backgroundColor.\(expected)")
        for key in ["fillColor", "strokeColor"] {
            #expect(refusal(ofLayer: #""type": "shape", "path": "", "\#(key)": {\#(keys)}"#) == "layers[0].\(key).\(expected)")
        }
        #expect(refusal(ofLayer: #""type": "text", "string": "", "color": {\#(keys)}"#) == "layers[0].color.\(expected)")
    }

    @Test func gradientUnitPointsAndRadiiMustNotMix() {
        let keys = #""gradientType": "radial", "colors": ["red"], "endPoint": [1, 1], "startRadius": 2"#
        let message =
            "found `endPoint` and `startRadius` in one gradient; expected either startPoint and endPoint, or center, startRadius and endRadius"
        #expect(refusal(ofLayer: #""type": "gradient", \#(keys)"#) == "layers[0]: \(message)")
        #expect(refusal(ofLayer: #""type": "gradient", "gradient": {\#(keys)}"#) == "layers[0].gradient: \(message)")
    }

    @Test func circleGradientsOutsideGradientLayersNeedACenter() {
        let keys = #""gradientType": "radial", "colors": ["red"], "endRadius": 2"#
        #expect(refusal(ofLayer: #""type": "gradient", \#(keys)"#) == "accepted")
        #expect(refusal(ofLayer: #""type": "gradient", "gradient": {\#(keys)}"#) == "accepted")
        #expect(
            refusal(ofLayer: #""backgroundColor": {\#(keys)}"#)
                == "layers[0].backgroundColor.center: missing, expected a point [x, y]")
    }

    @Test func gradientsHaveAtMostAThousandColours() {
        func colors(_ count: Int) -> String { Array(repeating: #""red""#, count: count).joined(separator: ",") }
        #expect(refusal(ofLayer: #""type": "gradient", "colors": [\#(colors(1000))]"#) == "accepted")
        #expect(
            refusal(ofLayer: #""type": "gradient", "colors": [\#(colors(1001))]"#)
                == "layers[0].colors: found 1001 colours in a gradient, more than 1000; raise the limit gradientStops")
    }

    @Test(
        arguments: [
            (#""type": "gradient""#, "layers[0].colors: missing, expected an array of 1 to 1000 CSS colours"),
            (
                #""type": "gradient", "gradient": 5"#,
                #"layers[0].gradient: found 5, expected a gradient: an object with "colors", or a CSS gradient"#
            ),
            (
                #""type": "gradient", "gradient": "red""#,
                #"layers[0].gradient: found "red", expected a gradient: an object with "colors", or a CSS gradient"#
            ),
            (
                #""type": "gradient", "gradient": {"type": "radial", "colors": ["red"]}"#,
                "layers[0].gradient.type: unknown key, a gradient has gradientType, colors, locations, startPoint, endPoint, center, startCenter, endCenter, startRadius, endRadius, interpolation, falloff, extendsStart, extendsEnd"
            ),
            (
                #""type": "gradient", "gradient": {"colors": ["red"]}, "colors": ["red"]"#,
                "layers[0]: found `gradient` and `colors` in one layer; expected either `gradient` or its keys in the layer itself"
            ),
            (
                #""type": "gradient", "gradient": {"colors": ["red"]}, "falloff": "linear""#,
                "layers[0]: found `gradient` and `falloff` in one layer; expected either `gradient` or its keys in the layer itself"
            ),
            (#""gradient": {}"#, #"layers[0].gradient: `gradient` belongs to layers of type "gradient"; this is a layer"#),
            (#""colors": ["red"]"#, #"layers[0].colors: `colors` belongs to layers of type "gradient"; this is a layer"#),
            (
                #""type": "shape", "path": "", "endRadius": 1"#,
                #"layers[0].endRadius: `endRadius` belongs to layers of type "gradient"; this is a shape layer"#
            ),
            (
                #""interpolation": "nearest""#,
                #"layers[0].interpolation: `interpolation` belongs to layers of type "image" or "gradient"; this is a layer"#
            ),
            (
                #""type": "gradient", "colors": ["red"], "contents": "a""#,
                #"layers[0].contents: `contents` belongs to layers of type "image"; this is a gradient layer"#
            ),
            (
                #""borderColor": "linear-gradient(red, blue)""#,
                #"layers[0].borderColor: found "linear-gradient(red, blue)"; a gradient is not allowed here, only in backgroundColor, fillColor, strokeColor and the color of text"#
            ),
            (
                #""shadows": [{"color": {"colors": ["red"]}}]"#,
                "layers[0].shadows[0].color: found an object; a gradient is not allowed here, only in backgroundColor, fillColor, strokeColor and the color of text"
            ),
        ] as [(String, String)])
    func badGradientLayersAreRefused(_ members: String, _ expected: String) {
        #expect(refusal(ofLayer: members) == expected)
    }

    @Test(
        arguments: [
            (#""strokeColor": 5"#, "strokeColor: found 5, expected \(colour), or a gradient object"),
            (#""fillColor": true"#, "fillColor: found true, expected \(colour), or a gradient object"),
            (#""strokeColour": "red""#, #"strokeColour: unknown key, did you mean "strokeColor"?"#),
            (#""lineWidth": -1"#, "lineWidth: found -1, expected a number, 0 or more"),
            (#""lineWidth": "2""#, #"lineWidth: found "2", expected a number, 0 or more"#),
            (#""lineWidth": 1e10"#, "lineWidth: found 10000000000, the largest allowed is 1e9"),
            (#""lineWidht": 1"#, #"lineWidht: unknown key, did you mean "lineWidth"?"#),
            (#""lineCap": "bevel""#, #"lineCap: found "bevel", expected "butt", "round" or "square""#),
            (
                #""lineCap": "sqaure""#,
                #"lineCap: found "sqaure", expected "butt", "round" or "square"; did you mean "square"?"#
            ),
            (#""lineCap": null"#, #"lineCap: found null, expected "butt", "round" or "square""#),
            (#""lineCaps": "butt""#, #"lineCaps: unknown key, did you mean "lineCap"?"#),
            (#""lineJoin": "mitre""#, #"lineJoin: found "mitre", expected "miter", "round" or "bevel"; did you mean "miter"?"#),
            (#""lineJoin": 0"#, #"lineJoin: found 0, expected "miter", "round" or "bevel""#),
            (#""line-join": "miter""#, #"line-join: unknown key, did you mean "lineJoin"?"#),
            (#""miterLimit": 0.5"#, "miterLimit: found 0.5, expected a number, 1 or more"),
            (#""miterLimit": []"#, "miterLimit: found an empty array, expected a number, 1 or more"),
            (#""mitreLimit": 4"#, #"mitreLimit: unknown key, did you mean "miterLimit"?"#),
            (#""lineDashPattern": [1, -2]"#, "lineDashPattern[1]: found -2, expected a number, 0 or more"),
            (#""lineDashPattern": 4"#, "lineDashPattern: found 4, expected an array of lengths"),
            (#""lineDashPhase": "a""#, #"lineDashPhase: found "a", expected a number"#),
            (#""strokeStart": 1.5"#, "strokeStart: found 1.5, expected a number from 0 to 1"),
            (#""string": "a""#, #"string: `string` belongs to layers of type "text"; this is a shape layer"#),
            (#""color": "red""#, #"color: `color` belongs to layers of type "text"; this is a shape layer"#),
        ] as [(String, String)])
    func badStrokesAreRefused(_ keys: String, _ expected: String) {
        #expect(refusal(ofLayer: #""type": "shape", "path": "", \#(keys)"#) == "layers[0].\(expected)")
    }

    @Test(
        arguments: [
            (#""string": 5"#, "string: found 5, expected a string"),
            (#""fontSize": 9"#, "string: missing, expected a string, or an array of `runs`"),
            (#""string": "", "strng": """#, #"strng: unknown key, did you mean "string"?"#),
            (#""string": "", "font": """#, #"font: found "", expected a font such as "DejaVu Sans:bold", or a font file"#),
            (#""string": "", "font": "Sans:boldd""#, #"font: found ":boldd"; did you mean ":bold"?"#),
            (#""string": "", "font": "Sans:size=40""#, #"font: found ":size=40"; write the size as "fontSize""#),
            (#""string": "", "font": "Sans:wieght=200""#, #"font: found ":wieght=200"; did you mean ":weight="?"#),
            (
                #""string": "", "font": "Sans:2em""#,
                #"font: found ":2em"; allowed are words such as ":bold", ":italic" and ":condensed""#
            ),
            (#""string": "", "font": 5"#, #"font: found 5, expected a font such as "DejaVu Sans:bold", or a font file"#),
            (
                #""string": "", "font": "a\u0000""#,
                #"font: found "a\u0000", expected a font such as "DejaVu Sans:bold", or a font file"#
            ),
            (
                #""string": "", "font": "https://a.b/c.ttf""#,
                #"font: found "https://a.b/c.ttf"; nothing is fetched from a network, expected a font such as "DejaVu Sans:bold", or a font file"#
            ),
            (
                #""string": "", "font": "file:///c.ttf""#,
                #"font: found "file:///c.ttf"; nothing is fetched from a network, expected a font such as "DejaVu Sans:bold", or a font file (leave out file://)"#
            ),
            (
                #""string": "", "font": "data:font/ttf,AA""#,
                #"font: found "data:font/ttf,AA"; a font cannot be a data: URL, expected a font such as "DejaVu Sans:bold", or a font file"#
            ),
            (
                #""string": "", "zzz": "a""#,
                "zzz: unknown key, a text layer has string, runs, font, fontSize, color, alignment, verticalAlignment, direction, language, wrapped, lineBreak, lineHeight, letterSpacing, wordSpacing, textIndent, paragraphSpacing, paragraphs, textTransform, textStroke, maximumLines, minimumFontSize, underline, overline, strikethrough, baselineOffset, fontFeatures, fontVariations and the keys of every layer"
            ),
            (#""string": "", "fontSize": 0"#, "fontSize: found 0, expected a number above 0"),
            (#""string": "", "fontSize": "9""#, #"fontSize: found "9", expected a number above 0"#),
            (#""string": "", "font-size": 9"#, #"font-size: unknown key, did you mean "fontSize"?"#),
            (#""string": "", "color": null"#, "color: found null, expected \(colour), or a gradient object"),
            (#""string": "", "colour": "red""#, #"colour: unknown key, did you mean "color"?"#),
            (
                #""string": "", "alignment": "centre""#,
                #"alignment: found "centre", expected "start", "end", "left", "center", "right" or "justified"; did you mean "center"?"#
            ),
            (
                #""string": "", "alignment": 0"#,
                #"alignment: found 0, expected "start", "end", "left", "center", "right" or "justified""#
            ),
            (#""string": "", "alignement": "left""#, #"alignement: unknown key, did you mean "alignment"?"#),
            (#""string": "", "wrapped": 1"#, "wrapped: found 1, expected true or false"),
            (#""string": "", "wraped": true"#, #"wraped: unknown key, did you mean "wrapped"?"#),
            (#""string": "", "lineHeight": 0"#, "lineHeight: found 0, expected a number above 0"),
            (#""string": "", "lineHeight": "0""#, #"lineHeight: found "0", expected a number above 0, at most 1e9"#),
            (#""string": "", "lineHieght": 20"#, #"lineHieght: unknown key, did you mean "lineHeight"?"#),
            (#""string": "", "letterSpacing": null"#, "letterSpacing: found null, expected a number"),
            (#""string": "", "letterSpacing": -1e10"#, "letterSpacing: found -10000000000, the largest allowed is 1e9"),
            (#""string": "", "leterSpacing": 1"#, #"leterSpacing: unknown key, did you mean "letterSpacing"?"#),
            (#""string": "", "maximumLines": 0"#, "maximumLines: found 0, expected a whole number, 1 or more"),
            (#""string": "", "maximumLines": 1.5"#, "maximumLines: found 1.5, expected a whole number, 1 or more"),
            (#""string": "", "maximumLines": 1e300"#, "maximumLines: found 1e+300, the largest allowed is 1e9"),
            (#""string": "", "maximumLines": true"#, "maximumLines: found true, expected a whole number, 1 or more"),
            (#""string": "", "fontName": "a""#, #"fontName: unknown key, write "font": "DejaVu Sans:bold""#),
            (#""string": "", "maximumLine": 1"#, #"maximumLine: unknown key, did you mean "maximumLines"?"#),
            (
                #""string": "", "lineWidth": 1"#,
                #"lineWidth: `lineWidth` belongs to layers of type "shape"; this is a text layer"#
            ),
            (
                #""string": "", "strokeEnd": 1"#,
                #"strokeEnd: `strokeEnd` belongs to layers of type "shape"; this is a text layer"#
            ),
            (#""string": "", "tint": "red""#, #"tint: `tint` belongs to layers of type "image"; this is a text layer"#),
            (#""string": "${a}""#, #"string: unknown parameter "a"; the scene declares no parameters"#),
        ] as [(String, String)])
    func badTextsAreRefused(_ keys: String, _ expected: String) {
        #expect(refusal(ofLayer: #""type": "text", \#(keys)"#) == "layers[0].\(expected)")
    }

    @Test func layerTextIsLimitedInBytes() {
        // Each of these letters is two bytes long.
        let text = String(repeating: "é", count: 50_000)
        #expect(refusal(ofLayer: #""type": "text", "string": "\#(text)""#) == "accepted")
        #expect(
            refusal(ofLayer: #""type": "text", "string": "\#(text)e""#)
                == "layers[0].string: found 100001 bytes of text in a layer, more than 100000; raise the limit textLength")
    }

    @Test func fontNamesAreLimitedInBytes() {
        let name = String(repeating: "a", count: 4096)
        #expect(refusal(ofLayer: #""type": "text", "string": "", "font": "\#(name)""#) == "accepted")
        #expect(
            refusal(ofLayer: #""type": "text", "string": "", "font": "\#(name)a""#)
                == "layers[0].font: found a name of 4097 bytes, more than 4096")
    }

    @Test func countParametersGivenInCodeAreChecked() {
        let json = #"""
            {"canvas": {"width": 10, "height": 10}, "parameters": {"n": 3},
             "layers": [{"type": "text", "string": "a", "maximumLines": "${n}"}]}
            """#
        #expect(
            refusal(of: json, ["n": .number(.nan)]) == "layers[0].maximumLines: found nan, expected a whole number, 1 or more")
        #expect(
            refusal(of: json, ["n": .number(.infinity)])
                == "layers[0].maximumLines: found inf, expected a whole number, 1 or more")
        #expect(refusal(of: json, ["n": 2]) == "accepted")
    }
}
