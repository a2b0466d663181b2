import PenumbraMotion
import PenumbraScene
import TestSupport
import Testing

/// Tests animations of lists, along paths, of masks, and of copies with a delay.
@Suite(.timed) struct ListAnimationTests {
    private func scene(_ layer: String, at time: String) throws -> Scene {
        var scene = try Scene(json: Array(#"{"canvas": {"width": 99, "height": 50}, "layers": [{\#(layer)}]}"#.utf8))
        scene.time = try Time(time)
        #expect(try Scene(document: scene.jsonValue()).layers == scene.layers)
        return scene
    }

    private func presented(_ layer: String, at time: String) throws -> Layer {
        let scene = try scene(layer, at: time)
        return try scene.presented().presented(afterLayoutOf: scene).layers[0]
    }

    private func filter(_ from: String, _ to: String, at time: String = "1") throws -> [FilterFunction] {
        let animation = #"{"keyPath": "filter", "from": "\#(from)", "to": "\#(to)", "duration": 4, "fillMode": "both"}"#
        return try presented(#""animations": [\#(animation)]"#, at: time).filter
    }

    private func shadows(_ from: String, _ to: String, at time: String = "1") throws -> [BoxShadow] {
        let animation = #"{"keyPath": "boxShadow", "from": "\#(from)", "to": "\#(to)", "duration": 4, "fillMode": "both"}"#
        return try presented(#""animations": [\#(animation)]"#, at: time).boxShadows
    }

    /// Filter Effects 1: function by function, the shorter list continued with functions that change nothing.
    @Test func filtersMoveFunctionByFunction() throws {
        #expect(
            try filter("blur(4px) brightness(1)", "blur(0) brightness(3)")
                == [.blur(Sigma(3)), .color(.brightness, amount: 1.5)])
        #expect(
            try filter("none", "blur(4px) opacity(0) hue-rotate(360deg) contrast(3) grayscale(1)") == [
                .blur(Sigma(1)), .color(.opacity, amount: 0.75), .color(.hueRotate, amount: 90),
                .color(.contrast, amount: 1.5), .color(.grayscale, amount: 0.25),
            ])
        #expect(
            try filter("drop-shadow(4px 8px 0 red)", "none")
                == [.dropShadow(offset: Point(3, 6), radius: .zero, color: Color(red: 1, green: 0, blue: 0, alpha: 0.75))])
        #expect(try filter("none", "none").isEmpty)
        // The ends aren't continued.
        #expect(try filter("none", "blur(4px)", at: "0").isEmpty)
    }

    @Test func filtersOfOtherFunctionsChangeHalfway() throws {
        for (from, to) in [("blur(4px)", "sepia(1)"), ("blur(4px) sepia(1)", "blur(8px) invert(1) blur(1px)")] {
            #expect(try filter(from, to) == filter(from, from) && filter(from, to, at: "2") == filter(to, to), "\(from)")
        }
    }

    /// CSS Backgrounds 3: the shorter list is continued with transparent shadows, and `inset` has to match.
    @Test func boxShadowsMoveShadowByShadow() throws {
        #expect(
            try shadows("4px 0 8px black", "8px 4px 0 4px white") == [
                BoxShadow(color: Color(red: 0.25, green: 0.25, blue: 0.25), offset: Point(5, 1), radius: Sigma(3), spread: 1)
            ])
        let faint = Color(red: 1, green: 0, blue: 0, alpha: 0.25)
        #expect(try shadows("none", "inset 4px 0 red") == [BoxShadow(color: faint, offset: Point(1, 0), isInset: true)])
        #expect(try shadows("1px 1px red", "1px 1px red, 0 4px red").count == 2)
        #expect(try shadows("1px 1px red", "inset 2px 2px red") == shadows("1px 1px red", "1px 1px red"))
        #expect(try shadows("1px 1px red", "inset 2px 2px red", at: "2").first?.isInset == true)
    }

    @Test func listsHaveNoSum() {
        for key in [#""by": "blur(1px)""#, #""to": "blur(1px)", "additive": true"#] {
            #expect(throws: SceneError.self, "\(key)") {
                try self.presented(#""animations": [{"keyPath": "filter", \#(key)}]"#, at: "0")
            }
        }
    }

    private func moved(_ extra: String, at time: String) throws -> (Point, Layer) {
        let animation = #"{"keyPath": "position", "path": "M0 0L30 0L30 10", "duration": 1, "fillMode": "both", \#(extra)}"#
        let layer = try presented(#""frame": [1, 2, 4, 4], "animations": [\#(animation)]"#, at: time)
        let frame = try #require(layer.frame)
        return (Point(frame.midX, frame.midY), layer)
    }

    @Test func positionsFollowAPath() throws {
        // Each segment takes the same time, unless the speed is the same, or distances are given.
        for (extra, time, place) in [
            (#""additive": false"#, "0.5", Point(30, 0)), (#""calculationMode": "paced""#, "0.5", Point(20, 0)),
            (#""keyTimes": [0, 0.2, 1]"#, "0.6", Point(30, 5)), (#""from": 0.25, "to": 0.75"#, "0.5", Point(20, 0)),
            (#""values": [0, 1, 0.5], "keyTimes": [0, 0.5, 1]"#, "1", Point(20, 0)),
            (#""calculationMode": "discrete""#, "0.4", Point(30, 0)), (#""additive": true"#, "0.5", Point(33, 4)),
        ] {
            #expect(((try moved(extra, at: time).0) - place).length < 1e-9, "\(extra)")
        }
        let turned = try moved(#""rotationMode": "auto""#, at: "1").1
        #expect(turned.transform == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        #expect(try moved(#""additive": false"#, at: "1").1.transform == .identity)
    }

    @Test func mistakesOfPathsAreNamed() {
        for (animation, words) in [
            (#""keyPath": "opacity", "path": "M0 0L1 1""#, "only `position` follows a path"),
            (#""keyPath": "position", "path": "M0 0""#, "path: the path has no segment"),
            (#""keyPath": "position", "to": [1, 2], "rotationMode": "auto""#, "rotationMode: found without `path`"),
            (#""keyPath": "position", "path": "M0 0L1 1", "calculationMode": "cubic""#, "which is one"),
            (#""keyPath": "position", "path": "M0 0L1 1", "keyTimes": [0, 0.5, 1]"#, "3 key times of 2 values"),
            (#""keyPath": "position", "path": "M0 0L1 1", "calculationMode": "paced", "keyTimes": [0, 1]"#, "leave it out"),
            (#""keyPath": "mask.opacity", "to": 0"#, "keyPath: found a key path of a mask, and the layer has none"),
        ] {
            let error = #expect(throws: SceneError.self) { try self.presented(#""animations": [{\#(animation)}]"#, at: "0") }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
    }

    @Test func keysOfAMaskAreAnimated() throws {
        let animations =
            #"[{"keyPath": "mask.opacity", "to": 0, "duration": 2}, {"keyPath": "mask.mask.position.x", "by": 10, "duration": 2}, "#
            + #"{"animations": [{"keyPath": "mask.path", "to": "M0 0L9 0Z", "duration": 1}], "beginTime": 0.5, "duration": 1}]"#
        let mask =
            #"{"type": "shape", "path": "M0 0L3 0Z", "animations": [{"keyPath": "opacity", "to": 0.5, "duration": 2}], "#
            + #""mask": {"frame": [0, 0, 4, 4]}}"#
        let layer = try presented(#""frame": [0, 0, 20, 20], "mask": \#(mask), "animations": \#(animations)"#, at: "1")
        let found = try #require(layer.mask)
        // The mask's own animation comes first.
        #expect(found.opacity == 0.375 && found.mask?.frame?.minX == 5 && layer.opacity == 1)
        guard case .shape(let shape) = found.kind else {
            Issue.record("no shape")
            return
        }
        #expect(shape.path == (try Path(svgPathData: "M0 0L6 0Z")))
    }

    @Test func copiesAreDelayed() throws {
        let bar = #"{"frame": [0, 0, 4, 4], "animations": [{"keyPath": "opacity", "from": 0, "to": 1, "duration": 1}]}"#
        let layer = #""replicate": {"count": 3, "instanceDelay": 0.25}, "sublayers": [{"frame": [0, 0, 1, 1]}, \#(bar)]"#
        let scene = try scene(layer, at: "0.6")
        #expect(scene.duration == 1.5)
        let copies = try scene.presented().presented(afterLayoutOf: scene).layers[0]
        #expect(copies.replication?.sublayersPerCopy == 2 && copies.sublayers.count == 6)
        let opacities = copies.sublayers.map(\.opacity)
        for (opacity, wanted) in zip(opacities, [1, 0.6, 1, 0.35, 1, 0.1]) { #expect(abs(opacity - wanted) < 1e-12) }
        // Without animations, or before any time passes, all copies are the same.
        #expect(
            try presented(#""replicate": {"count": 3, "instanceDelay": 1}, "sublayers": [{}]"#, at: "1").sublayers.count == 1)
    }

    @Test func delaysOfCopiesOfCopiesAddUp() throws {
        let bar = #"{"frame": [0, 0, 4, 4], "animations": [{"keyPath": "opacity", "from": 0, "to": 1, "duration": 1}]}"#
        let inner = #"{"replicate": {"count": 2, "instanceDelay": 0.125}, "sublayers": [\#(bar)]}"#
        let layer = try presented(#""replicate": {"count": 2, "instanceDelay": 0.25}, "sublayers": [\#(inner)]"#, at: "0.5")
        #expect(layer.sublayers.map { $0.sublayers.map(\.opacity) } == [[0.5, 0.375], [0.25, 0.125]])
    }

    @Test func layoutsBesideADelayAreRefused() {
        let item = #"{"width": 4, "height": 4, "animations": [{"keyPath": "opacity", "to": 0}]}"#
        let layer = #""layout": {}, "replicate": {"count": 2, "instanceDelay": 1}, "sublayers": [\#(item)]"#
        let error = #expect(throws: SceneError.self) { try self.presented(layer, at: "0") }
        #expect(error?.description.contains("layers[0].layout: found beside `instanceDelay`") == true)
    }
}
