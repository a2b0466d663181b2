import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests each limit of scenes, in a document and in a scene built in code. A value at the limit is accepted; one more is
/// rejected with the limit's name.
@Suite(.timed) struct SceneLimitTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var limit: WritableKeyPath<SceneLimits, Int> & Sendable
        var name: String
        /// A small number for the limit.
        var most = 5
        /// The members of a document, besides the canvas, with the given count of limited items.
        var members: @Sendable (Int) -> String
    }

    static func repeated(_ text: String, _ count: Int, separator: String = ",") -> String {
        Array(repeating: text, count: count).joined(separator: separator)
    }

    static let samples: [Sample] = [
        Sample(testDescription: "layers in one list", limit: \.layerCount, name: "the limit layers") {
            #""layers": [\#(repeated("{}", $0))]"#
        },
        Sample(testDescription: "layers, masks and sublayers", limit: \.layerCount, name: "the limit layers", most: 6) {
            #""layers": [{"sublayers": [{"mask": {}}, {}]}\#(repeated(",{}", $0 - 4, separator: ""))]"#
        },
        Sample(testDescription: "depth of sublayers", limit: \.layerDepth, name: "the limit layerDepth") {
            #""layers": [\#(repeated(#"{"sublayers": ["#, $0 - 1, separator: ""))\#("{}")\#(repeated("]}", $0 - 1, separator: ""))]"#
        },
        Sample(testDescription: "depth of masks", limit: \.layerDepth, name: "the limit layerDepth") {
            #""layers": [\#(repeated(#"{"mask": "#, $0 - 1, separator: ""))\#("{}")\#(repeated("}", $0 - 1, separator: ""))]"#
        },
        Sample(testDescription: "shadows", limit: \.shadowCount, name: "the limit shadows") {
            #""layers": [{"shadows": [{}], "innerShadows": [{}]}, {"shadows": [\#(repeated("{}", $0 - 2))]}]"#
        },
        Sample(testDescription: "shadows of one layer", limit: \.shadowCount, name: "the limit shadows") {
            #""layers": [{"innerShadows": [\#(repeated("{}", $0))]}]"#
        },
        Sample(testDescription: "CSS shadows", limit: \.shadowCount, name: "the limit shadows") {
            #""layers": [{"boxShadow": "\#(repeated("0 1px", $0))"}]"#
        },
        Sample(testDescription: "Figma's effects", limit: \.shadowCount, name: "the limit shadows") {
            let effect =
                #"{"type": "DROP_SHADOW", "radius": 1, "color": {"r": 0, "g": 0, "b": 0, "a": 1}, "offset": {"x": 0, "y": 0}}"#
            return #""layers": [{"effects": [\#(repeated(effect, $0))]}]"#
        },
        Sample(testDescription: "segments of path data", limit: \.pathSegments, name: "the limit pathSegments") {
            #""layers": [{"type": "shape", "path": "M0 0\#(repeated("h1", $0 - 1, separator: ""))"}]"#
        },
        Sample(testDescription: "segments after one letter", limit: \.pathSegments, name: "the limit pathSegments") {
            #""layers": [{"type": "shape", "path": "M0 0L\#(repeated("1 1", $0 - 1, separator: " "))"}]"#
        },
        Sample(testDescription: "corners of polygons", limit: \.pathSegments, name: "the limit pathSegments", most: 9) {
            #""layers": [{"type": "shape", "path": {"polygon": [\#(repeated("[1,2]", $0 - 1))]}}]"#
        },
        Sample(testDescription: "segments of several paths", limit: \.pathSegments, name: "the limit pathSegments", most: 6) {
            #""layers": [{"type": "shape", "path": ["M0 0", "M1 1"]}, {"shadows": [{"path": "M0 0\#(repeated("v1", $0 - 3, separator: ""))"}]}]"#
        },
        Sample(testDescription: "colours of a gradient", limit: \.gradientStops, name: "the limit gradientStops") {
            #""layers": [{"type": "gradient", "colors": [\#(repeated(#""red""#, $0))]}]"#
        },
        Sample(testDescription: "colours of a CSS gradient", limit: \.gradientStops, name: "the limit gradientStops") {
            #""layers": [{"backgroundColor": "linear-gradient(\#(repeated("red", $0)))"}]"#
        },
        Sample(testDescription: "letters of a text", limit: \.textBytes, name: "the limit textLength", most: 8) {
            #""layers": [{"type": "text", "string": "é\#(repeated("x", $0 - 2, separator: ""))"}]"#
        },
        Sample(testDescription: "letters of all texts", limit: \.textBytes, name: "the limit textLength", most: 3) { count in
            // The total may be ten times as many.
            #""layers": [\#(repeated(#"{"type": "text", "string": "abc"}"#, 10))\#(count > 3 ? #",{"type": "text", "string": "a"}"# : "")]"#
        },
    ]

    private func document(_ members: String) -> [UInt8] {
        Array(#"{"canvas": {"width": 4, "height": 4}, \#(members)}"#.utf8)
    }

    @Test(arguments: samples)
    func documentLimitsHoldExactly(sample: Sample) throws {
        var limits = SceneLimits.default
        limits[keyPath: sample.limit] = sample.most
        _ = try Scene(json: document(sample.members(sample.most)), limits: limits)
        let error = #expect(throws: SceneError.self) {
            try Scene(json: document(sample.members(sample.most + 1)), limits: limits)
        }
        let text = error?.description ?? ""
        #expect(text.contains("raise \(sample.name)"), "\(text)")
        #expect(text.hasPrefix("layers"), "\(text)")
    }

    @Test(arguments: samples)
    func sceneBuiltInCodeIsHeldToTheSameLimits(sample: Sample) throws {
        var limits = SceneLimits.default
        limits[keyPath: sample.limit] = sample.most
        try limits.check(try Scene(json: document(sample.members(sample.most))))
        let scene = try Scene(json: document(sample.members(sample.most + 1)))
        let error = #expect(throws: SceneError.self) { try limits.check(scene) }
        #expect(error?.description.contains("raise \(sample.name)") == true, "\(error?.description ?? "")")
    }

    @Test func zeroAndNegativeLimitsAllowNoLayer() {
        for limit in [0, -1, Int.min] {
            var limits = SceneLimits.default
            limits.layerCount = limit
            #expect(throws: SceneError.self) { try Scene(json: document(#""layers": [{}]"#), limits: limits) }
            if limit == 0 { #expect(throws: Never.self) { try Scene(json: document(#""layers": []"#), limits: limits) } }
            limits = .default
            limits.pathSegments = limit
            #expect(throws: SceneError.self) {
                try Scene(json: document(#""layers": [{"type": "shape", "path": "M0 0"}]"#), limits: limits)
            }
            limits = .default
            limits.gradientStops = limit
            #expect(throws: SceneError.self) {
                try Scene(json: document(#""layers": [{"backgroundColor": "linear-gradient(red, blue)"}]"#), limits: limits)
            }
        }
    }

    @Test func largestLimitsDoNotOverflow() throws {
        var limits = SceneLimits(
            documentBytes: .max, layerCount: .max, layerDepth: .max, shadowCount: .max, pathSegments: .max, gradientStops: .max,
            textBytes: .max, canvas: CanvasLimits(side: .max, pixels: .max))
        #expect(limits.sceneGradientStops == .max && limits.sceneTextBytes == .max)
        for sample in Self.samples {
            let scene = try Scene(json: document(sample.members(sample.most)), limits: limits)
            try limits.check(scene)
        }
        // The built-in limit remains.
        let deep = Self.samples[2].members(SceneLimits.deepestLayer + 1)
        let error = #expect(throws: SceneError.self) { try Scene(json: document(deep), limits: limits) }
        #expect(error?.message == "more than \(SceneLimits.deepestLayer) layers inside each other")
        limits.gradientStops = .min
        #expect(limits.sceneGradientStops == .min)
    }

    @Test func documentSizeIsCheckedBeforeParsing() throws {
        let bytes = document(#""layers": []"#)
        _ = try Scene(json: bytes, limits: SceneLimits(documentBytes: bytes.count))
        // The input isn't even JSON, which shows that it wasn't parsed.
        let error = #expect(throws: SceneError.self) {
            try Scene(json: [UInt8](repeating: 0x7B, count: 100), limits: SceneLimits(documentBytes: 99))
        }
        #expect(error?.description == "scene: the document has 100 bytes, more than 99; raise the limit sceneSize")
    }

    @Test func pathsBeyondTheSegmentLimitStopEarly() {
        // 20 MB of path data would make ten million elements of about a hundred bytes each.
        let data = "M0 0" + String(repeating: "h1", count: 10_000_000)
        let clock = ContinuousClock()
        let elapsed = clock.measure {
            #expect(throws: SceneError.self) {
                try Scene(
                    json: document(#""layers": [{"type": "shape", "path": "\#(data)"}]"#), limits: SceneLimits(pathSegments: 10)
                )
            }
        }
        #expect(elapsed < .seconds(20))
    }

    // MARK: - The canvas

    static let canvases: [(width: String, height: String, scale: String, refusal: String?)] = [
        ("16384", "1", "1", nil), ("16385", "1", "1", "the limit canvasSide (at most 32768)"),
        ("1", "16384.4", "1", nil), ("1", "16384.5", "1", "the limit canvasSide"),
        ("10000", "10000", "1", nil), ("10000", "10001", "1", "the limit canvasPixels (at most 1073741824)"),
        ("1000", "1000", "10", nil), ("1000", "1000", "10.01", "the limit canvasPixels"),
        ("1e9", "1e9", "1", "1000000000×1000000000"), ("1e9", "1e9", "1e9", "the limit canvasSide"),
        ("2147483648", "1", "1", "the largest allowed is 1e9"), ("1", "1", "1e300", "the largest allowed is 1e9"),
        ("-1", "1", "1", "expected a number above 0"), ("1", "1", "-1", "expected a number above 0"),
        ("1", "1", "0", "expected a number above 0"), ("1e-300", "1e-300", "1e-300", nil),
    ]

    @Test(arguments: canvases.indices)
    func canvasLimitsHoldExactly(index: Int) {
        let (width, height, scale, expected) = Self.canvases[index]
        let found = refusal(of: #"{"canvas": {"width": \#(width), "height": \#(height), "scale": \#(scale)}}"#)
        if let expected {
            #expect(found.hasPrefix("canvas") && found.contains(expected), "\(found)")
        } else {
            #expect(found == "accepted")
        }
    }

    @Test func raisedCanvasLimitsEndAtTheirCeilings() throws {
        let json = Array(#"{"canvas": {"width": 32768, "height": 32768}}"#.utf8)
        let raised = SceneLimits(canvas: CanvasLimits(side: 32768, pixels: 1 << 30))
        #expect(try Scene(json: json, limits: raised).canvas.size.width == 32768)
        let beyond = Array(#"{"canvas": {"width": 32769, "height": 1}}"#.utf8)
        let error = #expect(throws: SceneError.self) {
            try Scene(json: beyond, limits: SceneLimits(canvas: CanvasLimits(side: .max, pixels: .max)))
        }
        #expect(error?.message == "32769×1 pixels, at most 32768 per side are allowed; lower width, height or scale")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 1e18])
    func canvasBuiltInCodeWithoutAFiniteSizeIsRefused(side: Double) {
        var scene = Scene(canvas: Canvas(size: Size(width: side, height: 1)))
        let isNothing = side == -.infinity
        if isNothing {
            #expect(throws: Never.self) { try SceneLimits.default.check(scene) }
        } else {
            #expect(throws: SceneError.self) { try SceneLimits.default.check(scene) }
        }
        scene.canvas = Canvas(size: Size(width: 1, height: 1), scale: side)
        if !isNothing { #expect(throws: SceneError.self) { try SceneLimits.default.check(scene) } }
    }
}
