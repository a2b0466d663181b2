import PenumbraBitmap
import PenumbraGPU
import PenumbraPlan
import PenumbraShaders
import PenumbraSystem
import TestPlans
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The software device that the tests use.
enum SoftwareGPU {
    static func options(_ change: (inout GPUOptions) -> Void = { _ in }) -> GPUOptions {
        var options = GPUOptions()
        options.programCacheDirectory = Repository.compiledPrograms
        change(&options)
        return options
    }

    /// A renderer whose shader `file` has `replacement` where `text` stands first.
    static func broken(_ file: String, _ text: String, _ replacement: String) throws -> GPURenderer {
        let original = try #require(ShaderLibrary.embedded[file])
        var parts = original.split(separator: text, omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count > 1, "\(file) does not hold \"\(text)\"")
        let first = parts.removeFirst()
        let changed = ShaderLibrary.embedded.replacing(file, with: first + replacement + parts.joined(separator: text))
        return try GPURenderer(.software, options: options { $0.shaders = changed })
    }

    /// A renderer shared by tests without special needs, because each renderer compiles its own shaders.
    static let shared = Result<GPURenderer, any Error> { try GPURenderer(.software, options: options()) }
    /// A renderer that merges dispatches as on a hardware GPU, where idle invocations take little time.
    static let merging = Result<GPURenderer, any Error> {
        try GPURenderer(.software, options: options { $0.toleratesIdle = true })
    }
    /// A renderer whose work groups are as small as those of any device.
    static let narrow = Result<GPURenderer, any Error> {
        try GPURenderer(.software, options: options { $0.largestGroupInvocations = 128 })
    }
    /// A renderer that reaches so little of a buffer at once that small pictures are cut into bands. It also has as few buffers
    /// as any device.
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
    /// The values of every surface after the passes of a plan, in the reference's form.
    func surfaces(of plan: RenderPlan) throws(GPUError) -> [[[Int]]] { try surfaces(of: [plan])[0] }

    /// The number of bytes on the device for pictures that nobody has collected.
    func readbackBytesInUse() throws(GPUError) -> Int {
        try withState { state throws(GPUError) in state.pool.taken[.readback] ?? 0 }
    }
}

/// Describes the first difference between the surfaces of the device and of the reference; nil if all are equal.
func firstDifference(_ plan: RenderPlan, _ renderer: GPURenderer) throws -> String? {
    try firstDifference(ReferenceExecutor.finished(plan), renderer)
}

func firstDifference(_ reference: ReferenceExecutor, _ renderer: GPURenderer) throws -> String? {
    if let difference = firstDifference(reference, try renderer.surfaces(of: reference.plan)) { return difference }
    return try renderer.execute(reference.plan) == reference.finish() ? nil : "the finished picture"
}

extension ReferenceExecutor {
    /// The reference after all passes of a plan.
    static func finished(_ plan: RenderPlan) -> ReferenceExecutor {
        var reference = ReferenceExecutor(plan)
        for pass in plan.passes { reference.execute(pass) }
        return reference
    }
}

/// Describes the first difference between surfaces read from a device and surfaces of the reference.
func firstDifference(_ plan: RenderPlan, _ actual: [[[Int]]]) -> String? {
    firstDifference(ReferenceExecutor.finished(plan), actual)
}

private func firstDifference(_ reference: ReferenceExecutor, _ actual: [[[Int]]]) -> String? {
    let plan = reference.plan
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
    return nil
}

/// A value that closures on several threads can change.
final class Locked<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { held in body(&held) }
    }
}
