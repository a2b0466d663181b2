import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEffects
import PenumbraPlan
import PenumbraScene

/// What draws.
public enum Backend: String, Sendable, CaseIterable {
    /// The first hardware GPU, else the CPU. Never a software GL: the CPU renderer is many times faster.
    case auto
    /// A GPU, or an error.
    case gpu
    /// The CPU renderer.
    case cpu
}

/// Draws scenes.
///
/// A renderer keeps working memory (and, with a GPU, its context) from picture to picture. Every backend gives the same bytes.
public final class Renderer {
    private let cpu: CPURenderer
    /// What draws, in words: `CPU, 2 threads, avx2`.
    public let backendDescription: String
    /// Limits on the pictures that scenes show.
    public var imageLimits = ImageLimits.default

    /// - Parameters:
    ///   - threads: how many the CPU renderer uses; nil is all processors.
    public init(backend: Backend = .auto, threads: Int? = nil) throws(RenderError) {
        cpu = CPURenderer(threads: threads ?? processorCount())
        backendDescription = "CPU, \(cpu.threads) thread\(cpu.threads == 1 ? "" : "s"), \(cpu.kernelName)"
    }

    /// Turns a scene into passes, reading the pictures it shows.
    ///
    /// - Parameter images: pictures that are decoded already.
    public func plan(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> RenderPlan {
        var loader = ImageLoader(images: images, limits: imageLimits)
        try loader.load(scene.layers, place: "layers")
        do {
            return try ScenePlanner.plan(scene, images: loader.images)
        } catch {
            throw .planning(error)
        }
    }

    /// Draws a scene.
    public func render(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> Bitmap {
        try execute(try plan(scene, images: images))
    }

    /// Draws a plan.
    public func execute(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        cpu.execute(plan)
    }
}
