import Glibc
import Penumbra

extension KernelBenchmark {
    private static let side = 2048

    /// Measures effects on a photo of 2048² with one thread, including planning. Each result is a whole picture that contains
    /// the photo.
    func effects() throws -> [Row] {
        let side = Self.side
        let bytes = side * side * 4
        let photo = Self.photo(width: side, height: side, seed: 3)
        let canvas = Self.buffer(UInt8.self, bytes)
        defer { canvas.deallocate() }
        let copy = median(repeats: repeats) { _ in memcpy(canvas, photo.pixels.baseAddress!, bytes) }
        var rows = [
            Row("copy of a 2048² canvas, 16 MiB", copy)
        ]
        let pixels = UnsafeMutableBufferPointer(start: canvas, count: bytes)
        func measure(_ name: String, _ layers: [Layer]) throws {
            let scene = Scene(
                canvas: Canvas(size: Size(width: Double(side), height: Double(side))), layers: layers)
            _ = try plan(scene, photo)
            let time = median(repeats: max(5, repeats / 2)) { _ in
                guard let plan = try? plan(scene, photo) else { return }
                try? one.draw(plan, into: pixels)
            }
            rows.append(
                Row("\(name), 1 thread", time, over: copy, "copy of the canvas"))
        }
        let image = Layer(kind: .image(ImageContents(source: .data([]))))
        try measure("a photo of 2048² by itself", [image])
        for sigma in [4.0, 16, 64, 256] {
            try measure("the photo under an inner shadow of a disc, σ \(Int(sigma))", [image, Self.dent(sigma)])
        }
        let middle = Double(side) / 2
        var dim = Layer(backgroundColor: .rgb(0, 0, 0, alpha: 0.5), mask: Self.feather(middle))
        try measure("the photo dimmed outside a feathered circle", [image, dim])
        dim.backgroundColor = nil
        for sigma in [4.0, 16, 64, 256] {
            dim.backdropBlur = BackdropBlur(radius: Sigma(sigma))
            try measure("the photo blurred outside it, σ \(Int(sigma))", [image, dim])
        }
        dim.backdropBlur = BackdropBlur(radius: Sigma(16), isProgressive: true)
        dim.mask = Self.feather(150)
        try measure("the photo blurred progressively outside a circle of 300, σ 16", [image, dim])
        // The whole photo: with one σ, and with a σ of its own for each pixel.
        for sigma in [16.0, 64] {
            dim.mask = nil
            dim.backdropBlur = BackdropBlur(radius: Sigma(sigma))
            try measure("the photo blurred, σ \(Int(sigma))", [image, dim])
            dim.backdropBlur = BackdropBlur(radius: Sigma(sigma), isProgressive: true)
            dim.mask = Layer(kind: .gradient(Gradient(colors: [.transparent, .black])))
            try measure("the photo blurred progressively from its top to σ \(Int(sigma))", [image, dim])
        }
        return rows
    }

    /// A disc pressed into the background.
    private static func dent(_ sigma: Double) -> Layer {
        let middle = Double(side) / 2
        let disc = Rect(x: middle * 0.1, y: middle * 0.1, width: middle * 1.8, height: middle * 1.8)
        return Layer(
            kind: .shape(Shape(path: Path(ellipseIn: disc))),
            innerShadows: [Shadow(opacity: 0.75, offset: Point(0, 4), radius: Sigma(sigma))], drawsContents: false)
    }

    private static func feather(_ radius: Double) -> Layer {
        let middle = Double(side) / 2
        return Layer(
            kind: .gradient(
                Gradient(
                    .circles(center: Point(middle, middle), startRadius: radius, endRadius: radius + 50),
                    colors: [.transparent, .black], locations: [0, 0.4])))
    }
}
