import PenumbraScene
import TestSupport
import Testing

/// Tests the values that animations give to properties, and documents with animations.
@Suite(.timed) struct PresentationTests {
    /// A layer that has every property of a type of layers.
    private func layer(_ type: SceneDecoder.LayerType) -> String {
        let shared = """
            "frame": [10, 20, 40, 20], "shadows": [{"path": "M0 0L9 0L9 9Z"}], "innerShadows": [{"path": "M0 0L9 0L9 9Z"}],
            "replicate": {"count": 2}, "backdropBlur": 2
            """
        let own =
            switch type {
            case .layer: #""layout": {"gap": 1}"#
            case .image: #""type": "image", "contents": "a.png""#
            case .gradient: #""type": "gradient", "colors": ["red", "blue"]"#
            case .shape: #""type": "shape", "path": "M0 0L9 0L9 9Z""#
            case .text: #""type": "text", "runs": [{"string": "a"}]"#
            }
        return "\(shared), \(own)"
    }

    private func scene(_ layer: String, _ animations: String, at time: String = "0") throws -> Scene {
        let json = #"{"canvas": {"width": 99, "height": 50}, "layers": [{\#(layer), "animations": [\#(animations)]}]}"#
        var scene = try Scene(json: Array(json.utf8))
        scene.time = try Time(time)
        return scene
    }

    /// The layer at a time, before and after the layout.
    private func presented(_ layer: String, _ animations: String, at time: String) throws -> Layer {
        let scene = try scene(layer, animations, at: time)
        return try scene.presented().presented(afterLayoutOf: scene).layers[0]
    }

    private static let ends: [String: (from: String, to: String)] = [
        "path": (#""M0 0L2 0L2 2Z""#, #""M0 0L4 0L4 4Z""#), "contents": (#""b.png""#, #""c.png""#),
        "string": (#""x""#, #""y""#),
        "colors": (#"["red", "red"]"#, #"["blue", "black"]"#), "locations": ("[0, 0.5]", "[0.5, 1]"),
        "filter": (#""blur(1px)""#, #""blur(3px)""#), "boxShadow": (#""1px 0 red""#, #""3px 0 red""#),
        "hidden": ("false", "true"), "lineDashPattern": ("[1, 2]", "[3, 4]"),
    ]

    /// Key paths of gradients with circles, which other gradients don't have.
    private static let ofCircles: [String: String] = [
        "center": #""center": [5, 5], "endRadius": 9"#, "startRadius": #""center": [5, 5], "endRadius": 9"#,
        "endRadius": #""center": [5, 5], "endRadius": 9"#,
        "startCenter": #""startCenter": [1, 1], "endCenter": [5, 5], "endRadius": 9"#,
        "endCenter": #""startCenter": [1, 1], "endCenter": [5, 5], "endRadius": 9"#,
    ]

    @Test func everyKeyPathCanBeAnimated() throws {
        #expect(AnimatableKey.all.count > 120)
        for key in AnimatableKey.all {
            let type = key.type ?? .layer
            var layer = layer(type)
            if key.pattern == "string" { layer = layer.replacing(#""runs": [{"string": "a"}]"#, with: #""string": "a""#) }
            let root = key.pattern.prefix { $0 != "." }
            if type == .gradient, let circles = Self.ofCircles[String(root)] {
                layer += #", "gradientType": "radial", \#(circles)"#
            }
            if root == "blur", key.pattern != "blur" {
                let isZoom = key.pattern.hasPrefix("blur.amount") || key.pattern.hasPrefix("blur.center")
                layer += isZoom ? #", "blur": {"type": "zoom", "amount": 1}"# : #", "blur": {"type": "motion", "radius": 1}"#
            }
            let path = key.pattern.replacing("[]", with: "[0]")
            let name = key.pattern.split(separator: ".").last.map(String.init) ?? ""
            let ends: (from: String, to: String) =
                switch key.property {
                case .number(.oneOrMore, _): ("1.25", "1.75")
                case .number: ("0.25", "0.75")
                case .point: ("[1, 2]", "[3, 6]")
                case .rect: ("[0, 0, 0.5, 0.5]", "[0.5, 0.5, 1, 1]")
                case .color: (#""rgb(0 0 0)""#, #""rgb(100% 100% 100%)""#)
                case .transform: (#""translate(0px, 4px)""#, #""translate(2px, 8px)""#)
                case .numbers, .colors, .path, .text, .image, .flag, .filter, .boxShadow: Self.ends[name] ?? ("0", "1")
                }
            let animation =
                #"{"keyPath": "\#(path)", "from": \#(ends.from), "to": \#(ends.to), "duration": 2, "fillMode": "both"}"#
            let scene = try scene(layer, animation, at: "1")
            #expect(try Scene(document: scene.jsonValue()).layers == scene.layers, "\(path)")
            let middle = try scene.presented().presented(afterLayoutOf: scene).layers[0]
            func value<Value>(_ lens: Lens<Value>) throws -> Value { try #require(lens.get(middle, [0]), "\(path)") }
            switch key.property {
            case .number(let range, let lens):
                if key.isReadable {
                    #expect(abs(try value(lens) - (range == .oneOrMore ? 1.5 : 0.5)) < 1e-12, "\(path)")
                } else if key.pattern.hasPrefix("replicate") {
                    #expect(middle.replication?.transform3D.affine == nil, "\(path)")
                } else {
                    #expect(middle.transform3D != Transform3D(middle.transform), "\(path)")
                }
                #expect(middle.animatedValues(at: scene.time)[path] != nil, "\(path)")
            case .point(let lens): #expect(try value(lens) == Point(2, 4), "\(path)")
            case .rect(let lens): #expect(try value(lens) == Rect(x: 0.25, y: 0.25, width: 0.75, height: 0.75), "\(path)")
            case .color(let lens): #expect(try value(lens) == Color(red: 0.5, green: 0.5, blue: 0.5), "\(path)")
            case .transform(let lens): #expect(try value(lens) == .translation(1, 6), "\(path)")
            case .numbers(_, let lens):
                #expect(try value(lens) == (name == "locations" ? [0.25, 0.75] : [2, 3]), "\(path)")
            case .colors(let lens):
                #expect(
                    try value(lens) == [Color(red: 0.5, green: 0, blue: 0.5), Color(red: 0.5, green: 0, blue: 0)], "\(path)")
            case .path(let lens): #expect(try value(lens) == Path(svgPathData: "M0 0L3 0L3 3Z"), "\(path)")
            case .text(let lens): #expect(try value(lens) == "y", "\(path)")
            case .image(let lens): #expect(try value(lens) == .file("c.png"), "\(path)")
            case .flag(let lens): #expect(try value(lens), "\(path)")
            case .filter(let lens): #expect(try value(lens).elements == [.blur(Sigma(2))], "\(path)")
            case .boxShadow(let lens): #expect(try value(lens).elements[0].offset == Point(2, 0), "\(path)")
            }
        }
    }

    @Test func animatedPositionIsThatOfTheAnchor() throws {
        let box = #""frame": [10, 20, 40, 20]"#
        let moved = try presented(box, #"{"keyPath": "position", "to": [50, 30], "duration": 2}"#, at: "1")
        #expect(moved.frame == Rect(x: 20, y: 20, width: 40, height: 20))
        let wide = try presented(box, #"{"keyPath": "bounds.size.width", "to": 80, "duration": 2}"#, at: "1")
        #expect(wide.frame == Rect(x: 0, y: 20, width: 60, height: 20))
        let turned = try presented(
            box + #", "anchorPoint": [0, 0]"#, #"{"keyPath": "bounds.size.height", "by": 40, "duration": 2}"#, at: "1")
        #expect(turned.frame == Rect(x: 10, y: 20, width: 40, height: 40))
        // A layer without a frame fills its parent.
        let filled = try presented(#""opacity": 1"#, #"{"keyPath": "position.x", "by": 10, "duration": 2}"#, at: "1")
        #expect(filled.frame == Rect(x: 5, y: 0, width: 99, height: 50))
    }

    @Test func animatedValuesStayInTheirRanges() throws {
        let function = #""timingFunction": "cubic-bezier(0, 9, 1, 9)", "duration": 2"#
        let layer = try presented(
            #""frame": [0, 0, 9, 9], "shadows": [{}]"#,
            #"{"keyPath": "opacity", "from": 0, "to": 1, \#(function)}, "#
                + #"{"keyPath": "shadows[0].radius", "from": 1, "to": 0, \#(function)}, "#
                + #"{"keyPath": "bounds.size.width", "from": 1, "to": 0, \#(function)}"#, at: "1")
        #expect(layer.opacity == 1)
        #expect(layer.shadows[0].radius == .zero)
        #expect(layer.frame?.width == 0)
    }

    @Test func animationsApplyInTheirOrder() throws {
        let layer = try presented(
            #""opacity": 0.2"#,
            #"{"keyPath": "opacity", "to": 0.6, "duration": 2}, "#
                + #"{"keyPath": "opacity", "by": 0.2, "from": 0, "additive": true, "duration": 2}"#, at: "1")
        #expect(abs(layer.opacity - 0.5) < 1e-12)
    }

    @Test(arguments: [
        (
            #"{"keyPath": "shadows[3].radius", "to": 1}"#,
            #"layers[0].animations[0]: keyPath: found "shadows[3].radius", which this layer doesn't have"#
        ),
        (
            #"{"keyPath": "replicate.redOffset", "to": 1}"#,
            #"layers[0].animations[0]: keyPath: found "replicate.redOffset", which this layer doesn't have"#
        ),
        (
            #"{"keyPath": "layout.gap", "to": 1}"#,
            #"layers[0].animations[0]: keyPath: found "layout.gap", which this layer doesn't have"#
        ),
    ])
    func animationsOfMissingPropertiesAreRefused(animation: String, message: String) {
        #expect(throws: (any Error).self) {
            do { _ = try scene(#""frame": [0, 0, 9, 9], "shadows": [{}]"#, animation) } catch {
                #expect("\(error)" == message)
                throw error
            }
        }
    }

    @Test(arguments: [
        (#""path": "M0 0L9 9Z""#, #"{"keyPath": "path", "to": "M0 0C1 1 2 2 3 3Z"}"#),
        (#""path": "M0 0L9 9Z""#, #"{"keyPath": "path", "values": ["M0 0L9 9", "M0 0L9 9L1 1"]}"#),
        (#""path": "M0 0L9 9Z", "lineDashPattern": [1, 2]"#, #"{"keyPath": "lineDashPattern", "to": [1, 2, 3]}"#),
    ])
    func valuesThatCannotBeInterpolatedAreRefused(shape: String, animation: String) {
        #expect(throws: SceneError.self) { _ = try scene(#""type": "shape", \#(shape)"#, animation) }
    }

    @Test func sceneEndsWithItsLastAnimation() throws {
        func duration(_ animations: String, _ canvas: String = "") throws -> Double? {
            let json =
                #"{"canvas": {"width": 9, "height": 9\#(canvas)}, "layers": [{"sublayers": [{"animations": [\#(animations)]}]}]}"#
            return try Scene(json: Array(json.utf8)).duration
        }
        let one = #"{"keyPath": "opacity", "to": 0, "beginTime": 1, "duration": 2, "repeatCount": 1.5}"#
        #expect(try duration(one) == 4)
        #expect(try duration(one, #", "duration": 9"#) == 9)
        #expect(try duration(one + #", {"keyPath": "opacity", "to": 0, "repeatCount": "infinite"}"#) == nil)
        #expect(try duration("") == nil)
    }

    /// A path that is the layer's bounds follows an animated size.
    @Test func boundsPathFollowsTheAnimatedFrame() throws {
        let scene = try scene(
            #""type": "shape", "frame": [0, 0, 10, 10], "path": "bounds""#,
            #"{"keyPath": "bounds.size.width", "to": 30, "duration": 2}"#, at: "1")
        let layout = SceneLayout(try scene.presented()) { _ in nil }
        let solved = try layout.solved(text: NoTexts()).presented(afterLayoutOf: scene)
        guard case .shape(let shape) = solved.layers[0].kind else {
            Issue.record("no shape")
            return
        }
        #expect(shape.path.controlPointBounds == Rect(x: 0, y: 0, width: 20, height: 10))
    }

    private struct NoTexts: TextMeasuring {
        func widths(ofText node: Int) throws -> TextWidths { TextWidths(minimum: 0, maximum: 0) }
        func lines(ofText node: Int, width: Double) throws -> TextLines { TextLines(height: 0, firstBaseline: 0) }
    }
}
