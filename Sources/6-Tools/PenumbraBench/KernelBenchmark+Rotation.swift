import Glibc
import Penumbra

extension KernelBenchmark {
    /// Measures a screenshot rotated by 6°, beside the same screenshot upright between two pixels, with one thread.
    func rotation() throws -> [Row] {
        let (width, height) = (1290.0, 2796.0)
        let photo = Self.photo(width: Int(width), height: Int(height), seed: 5)
        let size = Size(width: width + 320, height: height + 120)
        let bytes = Int(size.width * size.height) * 4
        let canvas = Self.buffer(UInt8.self, bytes)
        defer { canvas.deallocate() }
        let pixels = UnsafeMutableBufferPointer(start: canvas, count: bytes)
        func measure(_ scale: Double, _ degrees: Double, tilt: Double = 0) throws -> Double {
            var layer = Layer(
                kind: .image(ImageContents(source: .data([]), gravity: .resize)),
                frame: Rect(x: 160.3, y: 60.4, width: width * scale, height: height * scale))
            layer.transform = .rotation(degrees: degrees)
            if tilt != 0 {
                layer.transform3D = Transform3D.rotation(about: SIMD3(0, 1, 0), degrees: tilt)
                    .concatenating(.perspective(4000 * scale))
            }
            let plan = try plan(Scene(canvas: Canvas(size: size), layers: [layer]), photo)
            return try median(repeats: repeats) { _ in try one.draw(plan, into: pixels) }
        }
        let name = "a photo of 1290×2796 upright"
        let upright = try measure(1, 0)
        let third = try measure(1 / 3, 0)
        return [
            Row("\(name), moved by a part of a pixel, 1 thread", upright),
            Row("the same, rotated by −6°", try measure(1, -6), over: upright, name, atMost: 3),
            Row("\(name), reduced to a third, 1 thread", third),
            Row("the same, rotated by −6°", try measure(1 / 3, -6), over: third, "\(name), reduced"),
            Row(
                "the same, tilted by 35° about its vertical axis", try measure(1 / 3, 0, tilt: 35), over: third,
                "\(name), reduced"),
            Row(
                "\(name), tilted by 35° about its vertical axis", try measure(1, 0, tilt: 35), over: upright,
                "the same, moved by a part of a pixel"),
        ]
    }
}
