import PenumbraGeometry
import PenumbraJSON
import PenumbraMotion
import PenumbraScene
import TestSupport
import Testing

/// Reads `animations` of a layer, before layers have that key.
private func animations(_ json: String, of type: SceneDecoder.LayerType = .layer) throws(SceneError) -> [LayerAnimation] {
    let context = DecodingContext(baseFolder: "")
    let value = try JSONValue(document: Array(json.utf8))
    let node = try Node(value, .key(.index(.key(.scene, "layers"), 0), "animations"), .document, context)
    return try SceneDecoder(context: context).animations(node, of: type)
}

/// The error for one animation with these members.
private func refusal(_ members: String, of type: SceneDecoder.LayerType = .layer) -> String {
    do {
        _ = try animations("[{\(members)}]", of: type)
        return "accepted"
    } catch {
        return error.description.replacing("layers[0].animations[0]", with: "…")
    }
}

@Suite(.timed) struct AnimationDecoderTests {
    @Test func basicAnimationKeysAreRead() throws {
        let list = try animations(
            """
            [{"keyPath": "opacity", "from": 0, "to": 1, "beginTime": 0.5, "duration": 2, "speed": -1, "timeOffset": 0.25,
              "repeatCount": "infinite", "autoreverses": true, "fillMode": "both", "timingFunction": "easeInEaseOut",
              "additive": true, "cumulative": true}]
            """)
        let timing = try Timing(
            beginTime: 0.5, duration: 2, speed: -1, timeOffset: 0.25, repeatCount: .infinity, autoreverses: true,
            fillMode: .both)
        let expected = Animation(
            .basic(try BasicValues(from: 0.0, to: 1)), timing: timing, timingFunction: .cubicBezier(.easeInOut),
            isAdditive: true, isCumulative: true)
        #expect(list.count == 1)
        #expect(list[0].keyPath.description == "opacity")
        #expect(list[0].values == .number(expected))
    }

    @Test func keyframeAnimationKeysAreRead() throws {
        let list = try animations(
            """
            [{"keyPath": "shadows[12].offset", "values": [[0, 1], [2, 3], [4, 5]], "keyTimes": [0, 0.2, 1],
              "timingFunctions": ["steps(2)", {"spring": {"damping": 20}}], "duration": 3},
             {"keyPath": "borderWidth", "values": [1, 2], "calculationMode": "cubic", "tensionValues": [0.5, 0],
              "continuityValues": [0, 0.5], "biasValues": [1, -1]}]
            """)
        #expect(list[0].keyPath.description == "shadows[12].offset" && list[0].keyPath.indices == [12])
        let points = try Keyframes(
            [Point(0, 1), Point(2, 3), Point(4, 5)], keyTimes: [0, 0.2, 1],
            timingFunctions: [TimingFunction("steps(2)"), .spring(Spring(damping: 20))])
        #expect(list[0].values == .point(Animation(.keyframes(points), timing: try Timing(duration: 3))))
        let cubic = try Keyframes(
            [1.0, 2], mode: .cubic, tension: [0.5, 0], continuity: [0, 0.5], bias: [1, -1])
        #expect(list[1].values == .number(Animation(.keyframes(cubic), timing: try Timing(duration: 0.25))))
    }

    @Test func animationGroupsPassOnTheirTimeAndDuration() throws {
        let list = try animations(
            """
            [{"keyPath": "blur", "by": 1},
             {"duration": 4, "beginTime": 1, "timingFunction": "ease",
              "animations": [{"keyPath": "blur", "by": 2}, {"duration": 3, "animations": [{"keyPath": "blur", "by": 3}]}]}]
            """)
        func groups(_ animation: LayerAnimation) -> [GroupTiming] {
            if case .number(let animation) = animation.values { animation.groups } else { [] }
        }
        func duration(_ animation: LayerAnimation) -> Double? {
            if case .number(let animation) = animation.values { animation.timing.duration } else { nil }
        }
        let outer = GroupTiming(try Timing(beginTime: 1, duration: 4), timingFunction: .cubicBezier(.ease))
        #expect(list.map(groups) == [[], [outer], [outer, GroupTiming(try Timing(duration: 3))]])
        #expect(list.map(duration) == [0.25, 4, 3])
    }

    @Test func springAnimationEndsWhenSettledOrAfterItsDuration() throws {
        let list = try animations(
            """
            [{"keyPath": "position.y", "to": 9, "timingFunction": "spring"},
             {"keyPath": "position.y", "to": 9, "timingFunction": {"spring": {}}, "duration": 1}]
            """)
        guard case .number(let settled) = list[0].values, case .number(let cut) = list[1].values else {
            Issue.record("not numbers")
            return
        }
        #expect(settled.timing.duration == Spring.standard.settlingDuration && settled.timingFunction == .spring(.standard))
        #expect(cut.timing.duration == 1 && cut.timingFunction == .spring(.standard))
    }

    @Test func animationValuesOfEachTypeAreRead() throws {
        func values(_ members: String, _ type: SceneDecoder.LayerType = .layer) throws -> LayerAnimation.Values {
            try animations("[{\(members)}]", of: type)[0].values
        }
        let timing = try Timing(duration: 0.25)
        #expect(
            try values(##""keyPath": "colors", "to": ["red", "#0000"]"##, .gradient)
                == .colors(
                    Animation(.basic(BasicValues(to: [Color(red: 1, green: 0, blue: 0), .transparent])), timing: timing)))
        #expect(
            try values(#""keyPath": "path", "to": "M0 0L1 1""#, .shape)
                == .path(Animation(.basic(BasicValues(to: Path(svgPathData: "M0 0L1 1"))), timing: timing)))
        #expect(
            try values(#""keyPath": "transform", "to": "rotate(90deg)""#)
                == .transform(Animation(.basic(BasicValues(to: .rotation(degrees: 90))), timing: timing)))
        #expect(
            try values(#""keyPath": "frame", "to": [1, 2, 3, 4]"#)
                == .rect(Animation(.basic(BasicValues(to: Rect(x: 1, y: 2, width: 3, height: 4))), timing: timing)))
        #expect(
            try values(#""keyPath": "string", "values": ["3", "2", "1"]"#, .text)
                == .text(
                    Animation(.keyframes(Keyframes(["3", "2", "1"].map(Discrete.init), mode: .discrete)), timing: timing)))
        #expect(
            try values(#""keyPath": "locations", "to": [0, 0.5]"#, .gradient)
                == .numbers(Animation(.basic(BasicValues(to: [0, 0.5])), timing: timing)))
        #expect(
            try values(#""keyPath": "hidden", "values": [true, false]"#)
                == .flag(Animation(.keyframes(Keyframes([true, false].map(Discrete.init), mode: .discrete)), timing: timing)))
        let path = try animations(#"[{"keyPath": "shadows[1].transform.rotation.z", "by": 360}]"#)[0].keyPath
        #expect(path.transformComponent?.transform == "shadows[].transform")
        #expect(path.transformComponent?.component == .rotationZ)
    }

    @Test(
        arguments: [
            (#""to": 1"#, #"….keyPath: missing, expected a key path such as "opacity""#),
            (
                #""keyPath": "opacty", "to": 1"#,
                #"….keyPath: found "opacty", which no animation changes; did you mean "opacity"?"#
            ),
            (
                #""keyPath": "shadow[3].radius", "to": 1"#,
                #"….keyPath: found "shadow[3].radius", which no animation changes; did you mean "shadows[3].radius"?"#
            ),
            (
                #""keyPath": "colors", "to": []"#,
                #"….keyPath: `colors` belongs to layers of type "gradient"; this one has the type "layer""#
            ),
            (
                #""keyPath": "transform.scale.z", "to": 1"#,
                #"….keyPath: found "transform.scale.z"; .scale.z isn't supported, because layers are flat"#
            ),
            (
                #""keyPath": "shadows[].radius", "to": 1"#,
                #"….keyPath: found "shadows[].radius", expected a key path such as "opacity", "position.x" or "shadows[0].radius""#
            ),
            (#""keyPath": "opacity""#, "….to: missing, expected from, to or by, or values"),
            (#""keyPath": "opacity", "to": 2"#, "….to: found 2, expected a number from 0 to 1"),
            (#""keyPath": "opacity", "by": -2"#, "accepted"),
            (#""keyPath": "opacity", "to": -2, "additive": true"#, "accepted"),
            (#""keyPath": "opacity", "to": 1, "duration": -1"#, "….duration: found -1, expected a number, 0 or more"),
            (
                #""keyPath": "opacity", "to": 1, "duration": 1e-9"#,
                "….duration: found 1e-09, expected 0, or seconds from 1e-6 to 1e9"
            ),
            (#""keyPath": "opacity", "to": 1, "duration": 1e9"#, "accepted"),
            (#""keyPath": "opacity", "to": 1, "duration": 2e9"#, "….duration: found 2000000000, the largest allowed is 1e9"),
            (
                #""keyPath": "opacity", "to": 1, "repeatCount": "forever""#,
                #"….repeatCount: found "forever", expected a number, 0 or more, or "infinite""#
            ),
            (
                #""keyPath": "opacity", "values": [0, 1, 0], "keyTimes": [0, 0.5, 0.2]"#,
                "….keyTimes[2]: found 0.2 after 0.5, expected times that never decrease"
            ),
            (
                #""keyPath": "opacity", "values": [0, 2]"#, "….values[1]: found 2, expected a number from 0 to 1"
            ),
            (
                #""keyPath": "opacity", "values": [0, 1], "to": 1"#, "….to: found beside `values`, expected one of them"
            ),
            (
                #""keyPath": "opacity", "to": 1, "keyTimes": [0, 1]"#,
                "….keyTimes: found without `values`, expected both"
            ),
            (
                #""keyPath": "opacity", "to": 1, "timingFunction": {"spring": {"mass": 0}}"#,
                "….timingFunction.spring.mass: found 0, expected a number above 0"
            ),
            (
                #""keyPath": "opacity", "to": 1, "timingFunction": {"spring": {"mass": 1e-9}}"#,
                "….timingFunction.spring.mass: found 1e-09, expected a number from 1e-6 to 1e6"
            ),
            (
                #""keyPath": "opacity", "to": 1, "timingFunction": {"spring": {"damping": 0}}"#,
                "….duration: missing, and the spring doesn't settle; give a duration"
            ),
            (#""keyPath": "opacity", "to": 1, "tming": 1"#, #"….tming: unknown key, an animation has"#),
            (#""animations": [], "to": 1"#, "….to: `to` belongs to the animations in a group; this is a group of animations"),
            (#""animations": 5"#, "….animations: found 5, expected an array of animations"),
            (
                #""animations": [{"keyPath": "opacity", "to": "1"}]"#,
                #"….animations[0].to: found "1", expected a number from 0 to 1"#
            ),
            (
                #""keyPath": "transform", "to": "translate(50%)""#,
                "….to: found percentages, expected points in animated transforms"
            ),
            (#""keyPath": "hidden", "to": true, "additive": true"#, "….additive: found true, but these values have no sum"),
            (#""keyPath": "hidden", "by": true"#, "….by: the values have no sum; leave out additive, cumulative and by"),
        ])
    func badAnimationsAreRefused(members: String, message: String) {
        #expect(refusal(members).hasPrefix(message))
    }

    @Test func badAnimationValuesOfSpecialLayersAreRefused() {
        #expect(
            refusal(#""keyPath": "path", "values": ["M0 0L1 1L2 2", "M0 0L1 1Q2 2 3 3"]"#, of: .shape)
                == "….values[1]: segment 3 is a line in one path and a quadratic curve in another, expected the same segments")
        #expect(
            refusal(#""keyPath": "colors", "values": [["red"], ["red", "blue"]]"#, of: .gradient)
                == "….values[1]: found lists of 1 and 2 elements, expected equal numbers")
        #expect(
            refusal(#""keyPath": "lineWidth", "to": 1, "timingFunction": "easein""#, of: .shape) == "accepted")
        #expect(
            refusal(#""keyPath": "lineWidth", "to": 1, "timingFunction": "eas-inn""#, of: .shape).hasSuffix(
                #"did you mean "ease-in"?"#))
    }

    @Test func deepAnimationGroupsAreRefused() {
        func nested(_ depth: Int) -> String {
            let open = String(repeating: #""animations": [{"#, count: depth)
            return open + #""keyPath": "opacity", "to": 1"# + String(repeating: "}]", count: depth)
        }
        #expect(refusal(nested(32)) == "accepted")
        #expect(refusal(nested(33)).hasSuffix("found groups nested more than 32 deep, expected fewer"))
    }

    @Test func coloursInterpolatePremultiplied() {
        let red = Color(red: 1, green: 0, blue: 0)
        #expect(red.interpolated(to: .transparent, at: 0.5) == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
        let half = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
        let mixed = red.interpolated(to: half, at: 0.5)
        #expect(abs(mixed.red - 2.0 / 3) < 1e-12 && abs(mixed.blue - 1.0 / 3) < 1e-12 && mixed.alpha == 0.75)
        #expect(red.interpolated(to: .white, at: 1.5) == .white)
        #expect(red.interpolated(to: half, at: 0) == red && red.interpolated(to: half, at: 1) == half)
        #expect(red.adding(Color(red: 0, green: 0.2, blue: 0, alpha: 1)) == Color(red: 1, green: 0.2, blue: 0))
    }
}
