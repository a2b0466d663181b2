import TestSupport
import Testing

/// Tests rejected masks, shadows and blurs, each with the exact line that a user sees.
@Suite(.timed) struct BadEffectTests {
    private static let progressive =
        "layers[0].backdropBlur.progressive: found true, but the layer has no visible mask to scale the blur; give it a mask or leave out progressive"

    @Test(
        arguments: [
            (#""mask": 5"#, "layers[0].mask: found 5, expected a layer, which is an object"),
            (#""mask": [{}]"#, "layers[0].mask: found an array of 1, expected a layer, which is an object"),
            (#""maks": {}"#, #"layers[0].maks: unknown key, did you mean "mask"?"#),
            (#""mask": {"opacity": 2}"#, "layers[0].mask.opacity: found 2, expected a number from 0 to 1"),
            (
                #""mask": {"mask": {"sublayers": [{"typ": "shape"}]}}"#,
                #"layers[0].mask.mask.sublayers[0].typ: unknown key, did you mean "type"?"#
            ),
            (
                #""mask": {"type": "shape"}"#,
                #"layers[0].mask.path: missing, expected SVG path data, "bounds", or an object with "rect", "ellipse", "circle" or "polygon""#
            ),
            (#""mask": {"path": ""}"#, #"layers[0].mask.path: `path` belongs to layers of type "shape"; this is a layer"#),
            (#""drawsContents": 0"#, "layers[0].drawsContents: found 0, expected true or false"),
            (#""drawContents": true"#, #"layers[0].drawContents: unknown key, did you mean "drawsContents"?"#),
            (#""clipForAnyAlpha": null"#, "layers[0].clipForAnyAlpha: found null, expected true or false"),
            (#""clipForAnyAplha": true"#, #"layers[0].clipForAnyAplha: unknown key, did you mean "clipForAnyAlpha"?"#),
            (#""blur": -1"#, "layers[0].blur: found -1, expected a number, 0 or more"),
            (#""blur": "3px""#, #"layers[0].blur: found "3px", expected a number, 0 or more, or an object with "type""#),
            (
                #""blur": {"type": "lense", "radius": 2}"#,
                #"layers[0].blur.type: found "lense", expected "gaussian", "lens", "motion" or "zoom"; did you mean "lens"?"#
            ),
            (#""blur": {"type": "lens"}"#, "layers[0].blur.radius: missing, expected a number, 0 or more"),
            (#""blur": {"type": "zoom", "amount": 2}"#, "layers[0].blur.amount: found 2, expected a number from 0 to 1"),
            (
                #""blur": {"type": "zoom", "radius": 2}"#,
                "layers[0].blur.radius: `radius` belongs to gaussian, lens and motion blurs; this is a zoom blur"
            ),
            (
                #""blur": {"radius": 2, "angle": 3}"#,
                "layers[0].blur.angle: `angle` belongs to motion blurs; this is a gaussian blur"
            ),
            (#""blurr": 1"#, #"layers[0].blurr: unknown key, did you mean "blur"?"#),
            (#""backdropBlur": -1"#, "layers[0].backdropBlur: found -1, expected a number, 0 or more"),
            (
                #""backdropBlur": true"#,
                #"layers[0].backdropBlur: found true, expected a number, 0 or more, or an object with "radius""#
            ),
            (#""backdropBlur": {}"#, "layers[0].backdropBlur.radius: missing, expected a number, 0 or more"),
            (#""backdropBlur": {"radius": -2}"#, "layers[0].backdropBlur.radius: found -2, expected a number, 0 or more"),
            (
                #""backdropBlur": {"radius": 2, "progressive": 1}"#,
                "layers[0].backdropBlur.progressive: found 1, expected true or false"
            ),
            (
                #""backdropBlur": {"radius": 2, "progresive": true}"#,
                #"layers[0].backdropBlur.progresive: unknown key, did you mean "progressive"?"#
            ),
            (
                #""backdropBlur": {"sigma": 2}"#,
                "layers[0].backdropBlur.sigma: unknown key, a backdrop blur has radius, progressive"
            ),
            (#""backdropBlur": {"radius": 2, "progressive": true}"#, progressive),
            (#""backdropBlur": {"radius": 0, "progressive": true}"#, progressive),
            (#""backdropBlur": {"radius": 2, "progressive": true}, "mask": null"#, progressive),
            (#""backdropBlur": {"radius": 2, "progressive": true}, "mask": {"hidden": true}"#, progressive),
            (#""backdropBlur": {"radius": 2, "progressive": true}, "mask": {}"#, "accepted"),
            (#""backdropblurr": 2"#, #"layers[0].backdropblurr: unknown key, did you mean "backdropBlur"?"#),
        ] as [(String, String)])
    func badMasksAndBlursAreRefused(_ members: String, _ expected: String) {
        #expect(refusal(ofLayer: members) == expected)
    }

    @Test(
        arguments: [
            (#""knockout": 1"#, "knockout: found 1, expected true or false"),
            (#""knokout": true"#, #"knokout: unknown key, did you mean "knockout"?"#),
            (#""transform": "scale(2""#, #"transform: found the end in scale(), expected `,` or `)`"#),
            (#""transform": "skewX(30)""#, "transform: an angle needs a unit, write skewX(30deg)"),
            (#""transform": 5"#, #"transform: found 5, expected a CSS transform such as "translate(10px, 4px) rotate(15deg)""#),
            (#""tranform": "none""#, #"tranform: unknown key, did you mean "transform"?"#),
            (#""anchor": 0.5"#, "anchor: found 0.5, expected a point [x, y]"),
            (#""anchor": [0, "1"]"#, #"anchor[1]: found "1", expected a number"#),
            (#""ancor": [0, 1]"#, #"ancor: unknown key, did you mean "anchor"?"#),
            (#""penumbra": -0.1"#, "penumbra: found -0.1, expected a number, 0 or more"),
            (#""penumbra": "soft""#, #"penumbra: found "soft", expected a number, 0 or more"#),
            (#""penunbra": 1"#, #"penunbra: unknown key, did you mean "penumbra"?"#),
            (#""outside": "solid""#, "outside: `outside` belongs to `innerShadows`; this is a shadow"),
            (#""spread": true"#, "spread: found true, expected a number"),
        ] as [(String, String)])
    func badShadowsAreRefused(_ keys: String, _ expected: String) {
        #expect(refusal(ofLayer: #""shadows": [{}, {\#(keys)}]"#) == "layers[0].shadows[1].\(expected)")
    }

    @Test(
        arguments: [
            (#""radius": -1"#, "radius: found -1, expected a number, 0 or more"),
            (#""opacity": 2"#, "opacity: found 2, expected a number from 0 to 1"),
            (#""color": 2"#, ##"color: found 2, expected a CSS colour such as "white", "#1a2b3c80" or "rgb(0 0 0 / 40%)""##),
            (#""outside": "sollid""#, #"outside: found "sollid", expected "solid" or "empty"; did you mean "solid"?"#),
            (#""outside": true"#, #"outside: found true, expected "solid" or "empty""#),
            (#""outsde": "solid""#, #"outsde: unknown key, did you mean "outside"?"#),
            (#""knockout": true"#, "knockout: `knockout` belongs to `shadows`; this is an inner shadow"),
            (#""transform": "none""#, "transform: `transform` belongs to `shadows`; this is an inner shadow"),
            (#""penumbra": 1"#, "penumbra: `penumbra` belongs to `shadows`; this is an inner shadow"),
            (#""anchor": [0, 0]"#, "anchor: `anchor` belongs to `shadows`; this is an inner shadow"),
            (#""spread": true"#, "spread: found true, expected a number"),
            (
                #""blur": 1"#,
                "blur: unknown key, an inner shadow has color, opacity, blendMode, offset, elevation, radius, spread, noise, path, fillRule, hardAlpha, outside"
            ),
        ] as [(String, String)])
    func badInnerShadowsAreRefused(_ keys: String, _ expected: String) {
        #expect(refusal(ofLayer: #""innerShadows": [{}, {\#(keys)}]"#) == "layers[0].innerShadows[1].\(expected)")
    }

    @Test func innerShadowsMustBeAnArrayOfObjects() {
        #expect(
            refusal(ofLayer: #""innerShadows": {}"#)
                == "layers[0].innerShadows: found an object, expected an array of inner shadows")
        #expect(
            refusal(ofLayer: #""innerShadows": [3]"#)
                == "layers[0].innerShadows[0]: found 3, expected an inner shadow, which is an object")
    }
}
