import Penumbra
import PenumbraBitmap
import PenumbraElementary
import PenumbraFiles
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import TestSupport
import Testing

/// Tests corpus scenes with a few extreme numbers, including numbers inside CSS and path data.
///
/// A scene may be rejected at any stage with any message, or drawn. Nothing may trap or run forever.
@Suite(.timed) struct HostileNumberTests {
    /// Zero and its neighbours, numbers that overflow 16, 31, 32 and 63 bits directly or scaled, and the largest allowed
    /// numbers.
    private static let numbers = [
        "0", "-0", "-1", "5e-324", "1e-300", "1e-30", "1e-9", "-1e-9", "0.999999999999", "32767.5", "32768", "-32769", "65535",
        "65536", "131071", "131072", "-131073", "2147483647", "-2147483649", "16777217", "999999999", "1e9", "-1e9", "9e8",
        "1e18",
        "9223372036854775807", "1e300", "-1e308", "1.7976931348623157e308",
    ].map { Array($0.utf8) }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool { DecimalNumber.isDigit(byte) || byte == UInt8(ascii: ".") }

    /// A document with some of its numbers replaced.
    private func changed(_ document: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = document
        for _ in 0..<random.integer(1...3) {
            let place = random.integer(0...(bytes.count - 1))
            guard var start = bytes[place...].firstIndex(where: DecimalNumber.isDigit) else { continue }
            while start > 0, Self.isPartOfNumber(bytes[start - 1]) { start -= 1 }
            if start > 0, bytes[start - 1] == UInt8(ascii: "-") { start -= 1 }
            let end = bytes[(start + 1)...].firstIndex { !Self.isPartOfNumber($0) } ?? bytes.count
            bytes.replaceSubrange(start..<end, with: Self.numbers[random.integer(0...(Self.numbers.count - 1))])
        }
        return bytes
    }

    private struct Outcome {
        var refusal: String?
        var isDrawn = false
    }

    private func outcome(_ document: [UInt8], folder: String, _ renderer: Renderer) -> Outcome {
        do {
            let plan = try renderer.plan(try Scene(json: document, baseFolder: folder))
            let pixels = plan.surfaces.reduce(0) { $0 + $1.width * $1.height }
            guard pixels < 4_000_000 else { return Outcome() }
            _ = try renderer.execute(plan)
            return Outcome(isDrawn: true)
        } catch {
            return Outcome(refusal: "\(error)")
        }
    }

    @Test func corpusScenesWithExtremeNumbersNeverTrapOrHang() throws {
        let watch = HangWatch()
        defer { watch.end() }
        let names = CorpusScene.scenes
        let renderer = try Renderer(backend: .cpu, threads: 1)
        var (refused, drawn) = (0, 0)
        let clock = ContinuousClock()
        for seed in 0..<rounds(600 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let path = "\(CorpusScene.folder)/\(names[random.integer(0...(names.count - 1))]).json"
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            let document = changed(try FileReader.read(path), &random)
            var result = Outcome()
            let elapsed = clock.measure { result = outcome(document, folder: folder, renderer) }
            #expect(elapsed < .seconds(60), "seed \(seed), \(path)")
            if let refusal = result.refusal {
                refused += 1
                #expect(!refusal.isEmpty && !refusal.contains("\n"), "seed \(seed), \(path)")
            }
            if result.isDrawn { drawn += 1 }
        }
        // Both counts are large, so the changes do reach the planner.
        #expect(refused > rounds(60) && drawn > rounds(60), "\(refused) refused, \(drawn) drawn")
    }

    static let image = #""type": "image", "contents": "pictures/waves.jpg""#
    static let scenes: [(layer: String, canvas: String)] = [
        // A picture shrunk to almost nothing: each pixel covers more source pixels than can be counted.
        (#"{\#(image), "interpolation": "lanczos", "frame": [2, 2, 1e-9, 5]}"#, ""),
        (#"{\#(image), "interpolation": "lanczos", "frame": [2, 2, 1e-300, 1e-300]}"#, ""),
        (#"{\#(image), "interpolation": "lanczos", "frame": [2, 2, 5, 5], "transform": "rotate(3deg) scale(1e-9)"}"#, ""),
        (#"{\#(image), "frame": [2, 2, 1e-300, 5]}"#, ""),
        (#"{\#(image), "frame": [2, 2, 5, 5], "transform": "scale(1e-200, 1)"}"#, ""),
        (#"{\#(image), "frame": [-1e9, -1e9, 1e9, 1e9], "transform": "scale(1e9)"}"#, ""),
        // Nine parts, some of which are almost empty.
        (#"{\#(image), "contentsCenter": [0.5, 0.5, 1e-9, 1e-9], "frame": [1, 1, 7, 7]}"#, ""),
        (#"{\#(image), "contentsCenter": [0.1, 0.1, 0.8, 0.8], "contentsScale": 1e9, "frame": [1, 1, 7, 7]}"#, ""),
        (#"{\#(image), "contentsCenter": [0.1, 0.1, 0.8, 0.8], "contentsScale": 1e-9, "frame": [1, 1, 7, 7]}"#, ""),
        (#"{\#(image), "contentsCenter": [0.1, 0.1, 0.8, 0.8], "frame": [1.3, 1, 1e-12, 7]}"#, ""),
        (#"{\#(image), "contentsRect": [1e9, 0, 1e-9, 1], "frame": [1, 1, 7, 7]}"#, ""),
        (#"{\#(image), "contentsRect": [-1e9, -1e9, 1e9, 1e9], "frame": [1, 1, 7, 7]}"#, ""),
        // Blurs, offsets and spreads far larger than the picture, under scales that multiply.
        (#"{"backgroundColor": "red", "shadows": [{"radius": 1e9, "offset": [1e9, -1e9]}]}"#, ""),
        (#"{"backgroundColor": "red", "shadows": [{"radius": 1e9, "spread": 1e9}], "transform": "scale(1e9)"}"#, ""),
        (
            #"{"transform": "scale(1e9)", "sublayers": [{"transform": "scale(1e9)", "sublayers": [{"transform": "scale(1e9)", "sublayers": [{"frame": [0, 0, 1, 1], "backgroundColor": "red", "blur": 1e9, "backdropBlur": 1e9, "shadows": [{"radius": 1e9}], "innerShadows": [{"radius": 1e9, "spread": -1e9}]}]}]}]}"#,
            ""
        ),
        (
            #"{"frame": [0, 0, 4, 4], "backgroundColor": "red", "filter": "blur(1e9px) drop-shadow(1e9px -1e9px 1e9px red)"}"#,
            ""
        ),
        (#"{"frame": [0, 0, 4, 4], "backgroundColor": "red", "shadows": [{"noise": 1, "elevation": 1e9, "radius": 2}]}"#, ""),
        // Strokes with enormous pens and with dashes of no length.
        (
            #"{"type": "shape", "path": "M0 0L9 9L0 5", "strokeColor": "red", "lineWidth": 1e9, "lineJoin": "round", "lineCap": "round"}"#,
            ""
        ),
        (
            #"{"type": "shape", "path": "M0 0L9 9L0 5", "strokeColor": "red", "lineWidth": 1, "lineDashPattern": [1e-9, 1e-9]}"#,
            ""
        ),
        (#"{"type": "shape", "path": "M0 0L9 9", "strokeColor": "red", "lineDashPattern": [1, 2], "lineDashPhase": -1e9}"#, ""),
        (#"{"type": "shape", "path": "M0 0L1e-9 0L0 1e-9Z", "strokeColor": "red", "transform": "scale(1e9)"}"#, ""),
        (#"{"type": "shape", "path": "M0 0A1e9 1e-9 30 0 1 9 9A1e-9 1e9 30 1 0 0 3"}"#, ""),
        // Gradients between identical points, and circles that nearly touch.
        (#"{"type": "gradient", "colors": ["red", "blue"], "startPoint": [0.5, 0.5], "endPoint": [0.5, 0.5]}"#, ""),
        (
            #"{"type": "gradient", "gradientType": "radial", "colors": ["red", "blue"], "startCenter": [0, 0], "endCenter": [1, 0], "startRadius": 0, "endRadius": 1.0000001}"#,
            ""
        ),
        (
            #"{"type": "gradient", "gradientType": "radial", "colors": ["red", "blue"], "startCenter": [0, 0], "endCenter": [1e9, 0], "startRadius": 1e-9, "endRadius": 1.000001e9}"#,
            ""
        ),
        (#"{"backgroundColor": "radial-gradient(1e9px 1e-9px at -1e9px 50%, red 1e9px, blue -1e9px)"}"#, ""),
        (#"{"backgroundColor": "conic-gradient(from 1e9deg at 1e9px 1e9px, red, blue 1e9deg)"}"#, ""),
        // Empty layers, corners larger than their layer, and enormous texts.
        (#"{"frame": [1e9, 1e9, 1e9, 1e9], "backgroundColor": "red", "cornerRadius": 1e9, "borderWidth": 1e9}"#, ""),
        (#"{"frame": [0, 0, 1e9, 1e9], "cornerCurve": "continuous", "backgroundColor": "red", "cornerRadius": 1e9}"#, ""),
        (#"{"type": "text", "string": "ab", "fontSize": 1e9}"#, ""),
        (#"{"type": "text", "string": "ab", "fontSize": 1e-300, "letterSpacing": -1e9}"#, ""),
        (#"{"type": "text", "string": "ab cd", "lineHeight": 1e9, "letterSpacing": 1e9, "maximumLines": 1000000000}"#, ""),
        // Canvases that grow with their content or have almost no size.
        (#"{"frame": [1e9, -1e9, 1, 1], "backgroundColor": "red"}"#, #", "fit": "content""#),
        (#"{"frame": [0, 0, 1, 1], "backgroundColor": "red", "shadows": [{"radius": 1e9}]}"#, #", "fit": "content""#),
        (
            #"{"frame": [0, 0, 1e-300, 1e-300], "backgroundColor": "red", "shadows": [{"radius": 3}]}"#,
            #", "fit": "content", "scale": 1e9"#
        ),
    ]

    @Test(arguments: scenes.indices) func knownExtremeSceneIsDrawnOrRefused(index: Int) throws {
        let watch = HangWatch()
        defer { watch.end() }
        let (layer, canvas) = Self.scenes[index]
        let document = #"{"canvas": {"width": 9, "height": 9\#(canvas)}, "layers": [\#(layer)]}"#
        let result = outcome(Array(document.utf8), folder: CorpusScene.folder, try Renderer(backend: .cpu, threads: 1))
        #expect(result.isDrawn || result.refusal != nil, "\(layer)")
    }

    @Test func canvasOfAPlanIsHeldToItsLimits() throws {
        let renderer = try Renderer(backend: .cpu, threads: 1)
        func refusal(_ layer: String, fits: Bool) -> String {
            let document =
                #"{"canvas": {"width": 10, "height": 10\#(fits ? #", "fit": "content""# : "")}, "layers": [\#(layer)]}"#
            do {
                _ = try renderer.plan(try Scene(json: Array(document.utf8)))
                return "allowed"
            } catch {
                return "\(error)"
            }
        }
        let layer = #"{"frame": [0, 0, 40, 20], "backgroundColor": "red"}"#
        renderer.limits.canvas = CanvasLimits(side: 40, pixels: 800)
        #expect(refusal(layer, fits: true) == "allowed")
        renderer.limits.canvas.side = 39
        #expect(refusal(layer, fits: true).hasPrefix("canvas: 40×20 pixels, at most 39 per side are allowed; lower width"))
        renderer.limits.canvas = CanvasLimits(side: 40, pixels: 799)
        #expect(
            refusal(layer, fits: true).contains(
                "at most 799 in all are allowed; lower width, height or scale, or raise the limit canvasPixels"))
        renderer.limits.canvas = CanvasLimits(side: 9, pixels: 100)
        #expect(refusal(layer, fits: false).hasPrefix("canvas: 10×10 pixels, at most 9 per side are allowed"))
        renderer.limits = .default
        #expect(
            refusal(#"{"frame": [0, 0, 1e9, 1e9], "backgroundColor": "red"}"#, fits: true).contains(
                "at most 16384 per side are allowed"))
    }
}
