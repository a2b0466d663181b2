import Glibc
import Penumbra

extension KernelBenchmark {
    private static let side = 1024

    /// Measures filters, blurs of other shapes, layers in space and progressive blurs beside the plain layers that they differ
    /// from, with one thread, including planning. Each picture is 1024².
    func shapedEffects() throws -> [Row] {
        let side = Self.side
        let bytes = side * side * 4
        let photo = Self.photo(width: side, height: side, seed: 5)
        let canvas = Self.buffer(UInt8.self, bytes)
        defer { canvas.deallocate() }
        let copy = median(repeats: repeats) { _ in memcpy(canvas, photo.pixels.baseAddress!, bytes) }
        var rows = [Row("copy of a 1024² canvas, 4 MiB", copy)]
        let pixels = UnsafeMutableBufferPointer(start: canvas, count: bytes)
        func measure(_ name: String, _ layers: [Layer]) throws {
            let scene = Scene(canvas: Canvas(size: Size(width: Double(side), height: Double(side))), layers: layers)
            _ = try plan(scene, photo)
            let time = median(repeats: max(3, repeats / 4)) { _ in
                guard let plan = try? plan(scene, photo) else { return }
                try? one.draw(plan, into: pixels)
            }
            rows.append(Row("\(name), 1 thread", time, over: copy, "copy of the canvas"))
        }
        let image = Layer(kind: .image(ImageContents(source: .data([]))))
        func changed(_ change: (inout Layer) -> Void) -> [Layer] {
            var layer = image
            change(&layer)
            return [layer]
        }
        try measure("a photo of 1024² by itself", [image])
        try measure(
            "the photo through saturate() and contrast()",
            changed { $0.filter = [.color(.saturate, amount: 1.8), .color(.contrast, amount: 1.1)] })
        try measure("the photo under a Gaussian blur, σ 8", changed { $0.blur = Sigma(8) })
        for radius in [4.0, 16, 64] {
            try measure("the photo under a lens blur, radius \(Int(radius))", changed { $0.shapedBlur = .lens(radius: radius) })
        }
        for angle in [0.0, 30] {
            try measure(
                "the photo under a motion blur, radius 32, \(Int(angle))°",
                changed { $0.shapedBlur = .motion(radius: 32, angle: angle) })
        }
        try measure(
            "the photo under a zoom blur, amount 0.1",
            changed { $0.shapedBlur = .zoom(amount: 0.1, center: Point(0.5, 0.5)) })
        let gradient = Layer(
            kind: .gradient(Gradient(colors: [Color(red: 0.1, green: 0.3, blue: 0.9), Color(red: 1, green: 0.8, blue: 0.2)])))
        try measure("a gradient of 1024²", [gradient])
        func tilted(_ layer: Layer) -> [Layer] {
            var layer = layer
            layer.transform3D = .rotation(about: SIMD3(0, 1, 0), degrees: 35)
            return [Layer(perspective: 1600, sublayers: [layer])]
        }
        try measure("the gradient tilted by 35°", tilted(gradient))
        try measure("the photo tilted by 35°", tilted(image))
        var dim = Layer(backdropBlur: BackdropBlur(radius: Sigma(16)))
        try measure("the photo blurred, σ 16", [image, dim])
        let ends = [
            ("top", Point(0.5, 0), Point(0.5, 1)), ("left", Point(0, 0.5), Point(1, 0.5)), ("corner", Point(0, 0), Point(1, 1)),
        ]
        for (name, start, end) in ends {
            dim.backdropBlur = BackdropBlur(radius: Sigma(16), isProgressive: true)
            dim.mask = Layer(
                kind: .gradient(Gradient(.axial(startPoint: start, endPoint: end), colors: [.transparent, .black])))
            try measure("the photo blurred progressively from its \(name) to σ 16", [image, dim])
        }
        return rows
    }
}

extension Layer {
    fileprivate init(perspective: Double, sublayers: [Layer]) {
        self.init(sublayers: sublayers)
        self.perspective = perspective
    }
}
