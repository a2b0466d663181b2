import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests effects in the form of Figma's API.
@Suite(.timed) struct FigmaEffectTests {
    private func layer(_ effects: String, _ members: String = "") throws -> Layer {
        let json = #"{"canvas": {"width": 9, "height": 9}, "layers": [{\#(members) "effects": [\#(effects)]}]}"#
        return try Scene(json: Array(json.utf8)).layers[0]
    }

    @Test func figmaShadowsAreRead() throws {
        let layer = try layer(
            #"""
            {"type": "DROP_SHADOW", "visible": true, "color": {"r": 0.0, "g": 0.5, "b": 1.0, "a": 0.25}, "blendMode": "NORMAL",
             "offset": {"x": 0.0, "y": 4.0}, "radius": 12.0, "showShadowBehindNode": true},
            {"type": "DROP_SHADOW", "radius": 3, "spread": -1.5, "color": {"r": 1, "g": 0, "b": 0}, "boundVariables": {"radius": {}}},
            {"type": "INNER_SHADOW", "visible": true, "color": {"r": 0, "g": 0, "b": 0, "a": 1}, "offset": {"x": -1, "y": 2}, "radius": 0},
            {"type": "INNER_SHADOW", "visible": false, "color": {"r": 0, "g": 0, "b": 0, "a": 1}, "radius": 9}
            """#)
        #expect(
            layer.effects == [
                FigmaShadow(
                    .drop, color: Color(red: 0, green: 0.5, blue: 1, alpha: 0.25), offset: Point(0, 4), radius: Sigma(6),
                    showsBehindNode: true),
                FigmaShadow(.drop, color: Color(red: 1, green: 0, blue: 0), radius: Sigma(1.5), spread: -1.5),
                FigmaShadow(.inner, color: .black, offset: Point(-1, 2)),
            ])
        #expect(layer.effects.map(\.shadow.knockout) == [false, true, false])
    }

    @Test func progressiveBackgroundBlurBringsItsOwnMask() throws {
        let blur = #"""
            {"type": "BACKGROUND_BLUR", "blurType": "PROGRESSIVE", "radius": 20, "startRadius": 5,
             "startOffset": {"x": 0, "y": 0}, "endOffset": {"x": 0, "y": 1}}
            """#
        let layer = try layer(blur)
        #expect(layer.backdropBlur == BackdropBlur(radius: Sigma(10), isProgressive: true))
        let gradient = Gradient(
            .axial(startPoint: Point(0, 0), endPoint: Point(0, 1)), colors: [Color(white: 0, alpha: 0.25), .black])
        #expect(layer.mask == Layer(kind: .gradient(gradient)))
        for members in [#""mask": {},"#, #""backdropBlur": 3,"#] {
            #expect(throws: SceneError.self) { try self.layer(blur, members) }
        }
        #expect(throws: SceneError.self) {
            try self.layer(#"{"type": "BACKGROUND_BLUR", "radius": 2, "startOffset": {"x": 0, "y": 0}}"#)
        }
    }

    @Test func figmaBlursAddToTheLayerBlurs() throws {
        let blurs = #"{"type": "LAYER_BLUR", "radius": 8}, {"type": "BACKGROUND_BLUR", "blurType": "NORMAL", "radius": 6}"#
        #expect(try layer(blurs) == Layer(blur: Sigma(4), backdropBlur: BackdropBlur(radius: Sigma(3))))
        #expect(
            try layer(blurs, #""blur": 3, "backdropBlur": 4,"#)
                == Layer(blur: Sigma(5), backdropBlur: BackdropBlur(radius: Sigma(5))))
        #expect(try layer(#"{"type": "BACKGROUND_BLUR", "visible": false, "radius": 6}"#) == Layer())
        #expect(try layer(#"{"type": "BACKGROUND_BLUR", "radius": 0}, {"type": "LAYER_BLUR", "radius": 0}"#) == Layer())
    }

    @Test(
        arguments: [
            (
                "{}",
                #"type: missing, expected "DROP_SHADOW", "INNER_SHADOW", "LAYER_BLUR" or "BACKGROUND_BLUR""#
            ),
            (
                #"{"type": "NOISE", "radius": 1}"#,
                #"type: found "NOISE", expected "DROP_SHADOW", "INNER_SHADOW", "LAYER_BLUR" or "BACKGROUND_BLUR""#
            ),
            (
                #"{"type": "drop-shadow"}"#,
                #"type: found "drop-shadow", expected "DROP_SHADOW", "INNER_SHADOW", "LAYER_BLUR" or "BACKGROUND_BLUR"; did you mean "DROP_SHADOW"?"#
            ),
            (#"{"type": "LAYER_BLUR"}"#, "radius: missing, expected a number, 0 or more"),
            (#"{"type": "LAYER_BLUR", "radius": -1}"#, "radius: found -1, expected a number, 0 or more"),
            (#"{"type": "LAYER_BLUR", "radius": 1, "visible": 1}"#, "visible: found 1, expected true or false"),
            (
                #"{"type": "LAYER_BLUR", "radius": 1, "blurType": "PROGRESSIVE"}"#,
                #"blurType: the blur type "PROGRESSIVE" is not supported, expected "NORMAL""#
            ),
            (
                #"{"type": "LAYER_BLUR", "radius": 1, "color": {}}"#,
                "color: unknown key, a LAYER_BLUR has type, visible, radius, boundVariables, blurType"
            ),
            (
                #"{"type": "DROP_SHADOW", "radius": 1}"#,
                #"color: missing, expected an object with "r", "g", "b" and "a", each from 0 to 1"#
            ),
            (
                #"{"type": "DROP_SHADOW", "radius": 1, "color": "red"}"#,
                #"color: found "red", expected an object with "r", "g", "b" and "a", each from 0 to 1"#
            ),
            (
                #"{"type": "DROP_SHADOW", "radius": 1, "color": {"r": 255, "g": 0, "b": 0}}"#,
                "color.r: found 255, expected a number from 0 to 1"
            ),
            (
                #"{"type": "DROP_SHADOW", "radius": 1, "color": {"r": 0, "g": 0, "b": 0}, "offset": [0, 1]}"#,
                #"offset: found an array of 2, expected an object with "x" and "y""#
            ),
            (
                #"{"type": "DROP_SHADOW", "radius": 1, "color": {"r": 0, "g": 0, "b": 0}, "blendMode": "PASS_THROUGH"}"#,
                #"blendMode: found "PASS_THROUGH", expected "NORMAL", "MULTIPLY", "SCREEN", "OVERLAY", "DARKEN", "LIGHTEN", "COLOR_DODGE", "COLOR_BURN", "HARD_LIGHT", "SOFT_LIGHT", "DIFFERENCE", "EXCLUSION", "HUE", "SATURATION", "COLOR", "LUMINOSITY", "LINEAR_DODGE" or "LINEAR_BURN""#
            ),
            (
                #"{"type": "INNER_SHADOW", "radius": 1, "color": {"r": 0, "g": 0, "b": 0}, "showShadowBehindNode": true}"#,
                "showShadowBehindNode: unknown key, an INNER_SHADOW has type, visible, radius, boundVariables, color, blendMode, offset, spread"
            ),
        ] as [(String, String)])
    func badFigmaEffectsAreRefused(_ effect: String, _ expected: String) {
        #expect(
            refusal(ofLayer: #""effects": [{"type": "LAYER_BLUR", "radius": 1}, \#(effect)]"#)
                == "layers[0].effects[1].\(expected)")
    }

    @Test func figmaEffectsMustBeAnArrayOfObjects() {
        #expect(refusal(ofLayer: #""effects": {}"#) == "layers[0].effects: found an object, expected an array of Figma effects")
        #expect(
            refusal(ofLayer: #""effects": [1]"#) == "layers[0].effects[0]: found 1, expected a Figma effect, which is an object"
        )
    }
}
