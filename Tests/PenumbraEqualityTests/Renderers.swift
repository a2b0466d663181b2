import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraPlan
import PenumbraShaders
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The two renderers under comparison. They are two types, so that nothing can be compared with itself.
struct Renderers: Sendable {
    let cpu: CPURenderer
    let gpu: GPURenderer

    /// True where an EGL device exists. Where CI is set the tests run in any case, and fail without one.
    static let areExpected = GPUDevices.report().devices.contains { $0.isUsable } || getenv("CI") != nil

    static let shared = Result<Renderers, any Error> { try Renderers() }

    init(shaders: ShaderLibrary = .embedded) throws {
        var options = GPUOptions()
        options.shaders = shaders
        options.programCacheDirectory = nil
        let report = GPUDevices.report()
        cpu = CPURenderer()
        gpu = try GPURenderer(report.firstHardware == nil ? .software : .firstHardware, options: options)
    }

    /// How the renderers' pictures of a plan differ, in words; nil when they are equal.
    func difference(_ plan: RenderPlan) throws -> String? {
        let a = try cpu.execute(plan)
        let b = try gpu.execute(plan)
        guard let comparison = BitmapComparison(a, b) else { return "the sizes differ" }
        guard !comparison.isEqual else { return nil }
        let place = comparison.firstDifference.map { "(\($0.x), \($0.y)): CPU \(a[$0.x, $0.y]), GPU \(b[$0.x, $0.y])" } ?? ""
        return
            "\(comparison.differentPixels) of \(comparison.pixels) pixels by up to \(comparison.maximumDifference), first at \(place)"
    }
}
