import PenumbraBitmap
import PenumbraPlan
import PenumbraReference
import Testing

@testable import PenumbraGPU

#if canImport(Glibc)
    import Glibc
#endif

/// The software device that the tests run on.
enum SoftwareGPU {
    /// True where the tests can run. On a CI machine they must: there they run and fail without a device.
    static let isExpected = isPresent || getenv("CI") != nil
    static let isPresent = GPUDevices.report().firstSoftware != nil

    static func options(_ change: (inout GPUOptions) -> Void = { _ in }) -> GPUOptions {
        var options = GPUOptions()
        options.programCacheDirectory = nil
        change(&options)
        return options
    }

    /// Shared by the tests that need nothing special, since each renderer compiles its own shaders.
    static let shared = Result<GPURenderer, any Error> { try GPURenderer(.software, options: options()) }
    /// Reaches so little of a buffer at once that small pictures are cut into bands, and as few buffers as any device.
    static let banded = Result<GPURenderer, any Error> {
        try GPURenderer(
            .software,
            options: options {
                $0.largestBlockBytes = 4096
                $0.largestBlockCount = 4
                $0.readbackBytes = 1024
            })
    }
}

extension GPURenderer {
    /// Every surface's values after the passes of a plan, as the reference keeps them.
    func surfaces(of plan: RenderPlan) throws(GPUError) -> [[[Int]]] {
        try withState { state throws(GPUError) in
            let execution = try PlanExecution(state, plan)
            _ = try execution.run(keepingSurfaces: true)
            var result: [[[Int]]] = []
            for index in plan.surfaces.indices {
                let id = SurfaceID(index: index)
                let layout = execution.layout(id)
                let words = try state.contents(of: try execution.buffer(id), byteCount: layout.byteCount)
                let surface = plan[id]
                var pixels: [[Int]] = []
                for y in 0..<surface.height {
                    let row = y * layout.rowBytes / 4
                    for x in 0..<surface.width {
                        switch surface.format {
                        case .mask: pixels.append([Int(words[row + x / 2] >> (x % 2 == 0 ? 0 : 16) & 0xFFFF)])
                        case .color:
                            let (rg, ba) = (words[row + 2 * x], words[row + 2 * x + 1])
                            pixels.append([Int(rg & 0xFFFF), Int(rg >> 16), Int(ba & 0xFFFF), Int(ba >> 16)])
                        }
                    }
                }
                result.append(pixels)
            }
            return result
        }
    }
}

extension GPUState {
    func contents(of buffer: GPUBuffer, byteCount: Int) throws(GPUError) -> [UInt32] {
        finishWrites()
        gl.bindBuffer(GL.copyReadBuffer, buffer.name)
        guard let mapped = gl.mapBufferRange(GL.copyReadBuffer, 0, byteCount, GL.mapRead) else {
            throw .driver("a buffer cannot be mapped")
        }
        let words = UnsafeRawBufferPointer(start: mapped, count: byteCount).bindMemory(to: UInt32.self)
        let result = Array(words)
        _ = gl.unmapBuffer(GL.copyReadBuffer)
        return result
    }
}

/// The first difference between the surfaces of the device and of the reference, in words; nil when all are equal.
func firstDifference(_ plan: RenderPlan, _ renderer: GPURenderer) throws -> String? {
    let actual = try renderer.surfaces(of: plan)
    var reference = ReferenceExecutor(plan)
    for pass in plan.passes { reference.execute(pass) }
    let written = Set(plan.passes.map(\.target))
    for (index, surface) in plan.surfaces.enumerated() where written.contains(SurfaceID(index: index)) {
        for y in 0..<surface.height {
            for x in 0..<surface.width {
                let expected = reference.surfaces[index][x, y]
                let found = actual[index][y * surface.width + x]
                if expected != found {
                    let passes = plan.passes.filter { $0.target == SurfaceID(index: index) }.map(\.description)
                    let place = "s\(index) \(surface.width)×\(surface.height) at (\(x), \(y))"
                    return "\(place): \(found), expected \(expected); \(passes)"
                }
            }
        }
    }
    let picture = try renderer.execute(plan)
    return picture == reference.finish() ? nil : "the finished picture"
}
