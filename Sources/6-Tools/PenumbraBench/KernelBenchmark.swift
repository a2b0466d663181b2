import Glibc
import Penumbra
import PenumbraPlan

/// Measures the CPU renderer's kernels, each as a multiple of a copy made in the same run.
///
/// Blurs are compared with a copy of the mask that they blur. Pictures are compared with a copy of their canvas.
///
/// Both use a ring of buffers larger than any cache, because batches draw every picture in uncached memory. A copy of one
/// canvas that stays in the cache is shown for comparison.
public struct KernelBenchmark {
    public struct Row: Sendable {
        public let name: String
        public let milliseconds: Double
        /// The name of the measurement that the row is compared with.
        public let reference: String
        public let ratio: Double
        /// The upper bound of the ratio; the lower bound for a speed-up.
        public let bound: Double?
        public let isSpeedUp: Bool

        public var isWithinBound: Bool? {
            bound.map { isSpeedUp ? ratio >= $0 : ratio <= $0 }
        }

        /// Creates a row that serves as a reference for others.
        init(_ name: String, _ milliseconds: Double) {
            (self.name, self.milliseconds) = (name, milliseconds)
            (reference, ratio, bound, isSpeedUp) = ("", 1, nil, false)
        }

        /// - Parameter reference: the name of the measurement that took `other` milliseconds.
        init(_ name: String, _ milliseconds: Double, over other: Double, _ reference: String, atMost bound: Double? = nil) {
            (self.name, self.milliseconds, self.reference, self.bound) = (name, milliseconds, reference, bound)
            (ratio, isSpeedUp) = (milliseconds / other, false)
        }

        /// Creates a row that compares two threads with one thread.
        init(_ name: String, _ milliseconds: Double, withOneThread single: Double) {
            (self.name, self.milliseconds, ratio) = (name, milliseconds, single / milliseconds)
            (reference, bound, isSpeedUp) = ("speed-up over 1 thread", 1.7, true)
        }
    }

    public let repeats: Int
    let one = Device.processor(threads: 1)
    private let two = Device.processor(threads: 2)
    let engine = Engine()

    public init(repeats: Int = 15) {
        self.repeats = max(1, repeats)
    }

    public func run() throws -> [Row] {
        try blurs() + curl() + reduction() + rotation() + effects() + shapedEffects() + planning()
    }

    // MARK: Blur

    private func blurs() throws -> [Row] {
        let side = 2048
        let count = side * side
        let input = Self.buffer(UInt16.self, count)
        let output = Self.buffer(UInt16.self, count)
        defer {
            input.deallocate()
            output.deallocate()
        }
        // The mask is noise: no part of it is flat, so no shortcut helps.
        var state: UInt64 = 42
        for i in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            input[i] = UInt16(truncatingIfNeeded: (state >> 33) % 32769)
        }
        let copy = median(repeats: repeats * 3) { _ in memcpy(output, input, count * 2) }
        var rows = [
            Row("copy of a 2048² mask, 8 MiB", copy)
        ]
        for sigma in [8.0, 32, 128] {
            let blur = try MaskBlur(width: side, height: side, sigma: sigma)
            let single = try median(repeats: repeats) { _ in
                try blur.draw(input, into: output, on: one)
            }
            rows.append(
                Row("blur of a 2048² mask, σ \(Int(sigma)), 1 thread", single, over: copy, "copy of the mask", atMost: 8))
            let double = try median(repeats: repeats) { _ in
                try blur.draw(input, into: output, on: two)
            }
            rows.append(
                Row("the same, 2 threads", double, withOneThread: single))
        }
        return rows
    }

    // MARK: Pictures

    private func curl() throws -> [Row] {
        let (width, height) = (1200, 630)
        let bytes = width * height * 4
        let photos = (0..<8).map { Self.photo(width: 1280, height: 720, seed: $0) }
        // The ring exceeds any cache.
        let ring = (0..<96).map { _ in Self.buffer(UInt8.self, bytes) }
        let source = Self.buffer(UInt8.self, bytes)
        defer {
            for buffer in ring { buffer.deallocate() }
            source.deallocate()
        }
        func recipe(_ bitmap: Bitmap) -> PhotoShadow {
            var recipe = PhotoShadow(
                photo: .data([]), photoSize: Size(width: Double(bitmap.width), height: Double(bitmap.height)),
                size: Size(width: 1148, height: 578))
            recipe.margin = 26
            return recipe
        }
        let warm = median(repeats: repeats * 3) { _ in memcpy(ring[0], source, bytes) }
        let copy = median(repeats: repeats * 6) { i in
            memcpy(ring[(2 * i) % ring.count], ring[(2 * i + 1) % ring.count], bytes)
        }
        func draw(_ device: Device, _ index: Int) {
            let bitmap = photos[index % photos.count]
            guard let plan = try? plan(recipe(bitmap).scene, bitmap) else { return }
            try? device.draw(plan, into: UnsafeMutableBufferPointer(start: ring[index % ring.count], count: bytes))
        }
        let single = median(repeats: repeats * 3) { draw(one, $0) }
        let double = median(repeats: repeats * 3) { draw(two, $0) }
        let planning = median(repeats: repeats * 3) { index in
            let bitmap = photos[index % photos.count]
            _ = try? plan(recipe(bitmap).scene, bitmap)
        }
        return [
            Row("copy of a 1200×630 canvas, in the cache", warm),
            Row("copy of a 1200×630 canvas, from and to memory", copy),
            Row("curl at 1200×630 with planning, 1 thread", single, over: copy, "copy of the canvas, memory", atMost: 12),
            Row("the same against the copy in the cache", single, over: warm, "copy of the canvas, cache"),
            Row("of that, planning", planning, over: copy, "copy of the canvas, memory"),
            Row("curl at 1200×630 with planning, 2 threads", double, withOneThread: single),
        ]
    }

    private func reduction() throws -> [Row] {
        let (width, height) = (6000, 4000)
        let bitmap = Self.photo(width: width, height: height, seed: 7)
        let copyTarget = Self.buffer(UInt8.self, width * height * 4)
        let canvas = Self.buffer(UInt8.self, 1200 * 630 * 4)
        defer {
            copyTarget.deallocate()
            canvas.deallocate()
        }
        let copy = median(repeats: max(3, repeats / 2)) { _ in
            memcpy(copyTarget, bitmap.pixels.baseAddress!, width * height * 4)
        }
        let image = Layer(
            kind: .image(ImageContents(source: .data([]), gravity: .resize)))
        let scene = Scene(canvas: Canvas(size: Size(width: 1200, height: 630)), layers: [image])
        let plan = try plan(scene, bitmap)
        let pixels = UnsafeMutableBufferPointer(start: canvas, count: 1200 * 630 * 4)
        let single = try median(repeats: max(3, repeats / 2)) { _ in try one.draw(plan, into: pixels) }
        let double = try median(repeats: max(3, repeats / 2)) { _ in try two.draw(plan, into: pixels) }
        return [
            Row("copy of a 24-megapixel photo", copy),
            Row("24-megapixel photo to 1200×630, 1 thread", single, over: copy, "copy of the photo", atMost: 2),
            Row("the same, 2 threads", double, withOneThread: single),
        ]
    }

    /// The plan of a scene that shows one picture.
    func plan(_ scene: Scene, _ picture: Bitmap) throws(RenderError) -> RenderPlan {
        try engine.passes(of: scene, SceneAssets(images: [.data([]): picture]))
    }

    // MARK: Material

    static func buffer<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<T>.stride, alignment: 64)
        // Touch every page, so that no run includes the time in which the system clears pages.
        memset(raw, 1, count * MemoryLayout<T>.stride)
        return raw.bindMemory(to: type, capacity: count)
    }

    static func photo(width: Int, height: Int, seed: Int) -> Bitmap {
        Bitmap(width: width, height: height, isOpaque: true) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let at = 4 * (y * width + x)
                    pixels[at] = UInt8(truncatingIfNeeded: x &* 255 / width &+ seed)
                    pixels[at + 1] = UInt8(truncatingIfNeeded: y &* 255 / height)
                    pixels[at + 2] = UInt8(truncatingIfNeeded: (x ^ y) &+ seed &* 16)
                    pixels[at + 3] = 255
                }
            }
        }
    }
}
