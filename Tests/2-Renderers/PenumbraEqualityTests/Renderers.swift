import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import PenumbraShaders
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The two renderers to compare. They have different types, so that a renderer is never compared with itself.
struct Renderers: Sendable {
    let cpu: CPURenderer
    let gpu: GPURenderer

    /// True if an EGL device exists. If CI is set, the tests always run and fail without a device.
    static let areExpected = GPUDevices.report().devices.contains { $0.isUsable } || getenv("CI") != nil

    static let shared = Result<Renderers, any Error> { try Renderers() }

    init(shaders: ShaderLibrary = .embedded) throws {
        var options = GPUOptions()
        options.shaders = shaders
        options.programCacheDirectory = Repository.compiledPrograms
        let report = GPUDevices.report()
        cpu = CPURenderer()
        gpu = try GPURenderer(report.firstHardware == nil ? .software : .firstHardware, options: options)
    }

    /// Whether the PNG or the JPEG that the GPU makes of a plan's picture differs from the file of the CPU's picture.
    ///
    /// - Parameter picture: the CPU's picture; nil draws it.
    func fileDiffers(_ plan: RenderPlan, _ picture: Bitmap? = nil, as format: PictureFormat) throws -> Bool {
        let encoding = FileEncoding(format, .default)
        guard case .file(let file) = try gpu.submit([plan], files: [encoding])[0].picture() else { return true }
        return try file != PictureEncoder.encode(try picture ?? cpu.execute(plan), as: format)
    }

    /// Whether a photo that the GPU decodes differs from the photo that the CPU decodes, or the GPU leaves it to the CPU.
    func photoDiffers() throws -> Bool {
        // More codes than one work group reads.
        let (width, height) = (450, 300)
        var random = SeededGenerator(seed: 6)
        let picture = Bitmap(width: width, height: height) { bytes in
            for i in bytes.indices {
                bytes[i] = i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: i / 7 &* (i % 4 + 1) / 8 &+ random.integer(0...40))
            }
        }
        let file = try JPEGEncoder.encode(picture)
        func plan(_ photo: Bitmap) -> RenderPlan {
            var plan = RenderPlan(width: width, height: height)
            plan.images = [photo]
            plan.passes = [
                .resample(
                    image: ImageID(index: 0), target: plan.canvas,
                    columns: .stretch(
                        count: width, origin: 0, step: 1, limits: 0..<width, nearest: true, total: ResamplingTable.unitTotal),
                    rows: .stretch(count: height, origin: 0, step: 1, limits: 0..<height, nearest: true, total: Q15.byteScale))
            ]
            return plan
        }
        let expected = try cpu.execute(plan(ImageDecoder.decode(file)))
        if try gpu.execute(plan(ImageDecoder.decode(file, keepsCoefficients: true))) != expected { return true }
        let photo = try ImageDecoder.decodeForDevice(file)
        return try gpu.execute(plan(photo)) != expected || photo.stream?.isSettled != false
    }

    /// Describes how the renderers' pictures of a plan differ; nil if they are equal.
    func difference(_ plan: RenderPlan) throws -> String? {
        difference(of: try gpu.execute(plan), from: try cpu.execute(plan))
    }

    /// Describes how the GPU's picture differs from the CPU's; nil if they are equal.
    func difference(of b: Bitmap, from a: Bitmap) -> String? {
        guard let comparison = BitmapComparison(a, b) else { return "the sizes differ" }
        guard !comparison.isEqual else { return nil }
        let place = comparison.firstDifference.map { "(\($0.x), \($0.y)): CPU \(a[$0.x, $0.y]), GPU \(b[$0.x, $0.y])" } ?? ""
        return
            "\(comparison.differentPixels) of \(comparison.pixels) pixels by up to \(comparison.maximumDifference), first at \(place)"
    }
}
