import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEffects
import PenumbraGPU
import PenumbraPlan
import PenumbraScene
import PenumbraText

/// Draws scenes.
///
/// A renderer keeps working memory (and, with a GPU, its context) from picture to picture. Every backend gives the same bytes.
public final class Renderer {
    private let backend: ChosenBackend
    /// What should be said to whoever asked for this backend; nil when all is as it should be.
    public let warning: String?
    /// The folders below which the files that scenes name may lie: pictures, masks and font files. Nil is the working directory; a scene
    /// that was read from elsewhere needs its own folder here. `FileRoots(["/"])` allows every file, and is for scenes that are trusted.
    public var files: FileRoots?
    /// Limits on the pictures that scenes show.
    public var imageLimits = ImageLimits.default
    /// Sets texts; it keeps fonts open from picture to picture.
    public let shaper = TextShaper()

    /// Opens a backend.
    ///
    /// - Parameters:
    ///   - device: the GPU to use, as `egl:0`, `cuda:1`, `/dev/dri/renderD128` or `pci:0000:65:00.0`.
    ///   - threads: how many the CPU renderer uses; nil is all processors.
    ///   - shaderFolder: shaders to use instead of the built-in ones, for working on them.
    /// - Throws: `RenderError.backendUnavailable` when a GPU is required and there is none; its words say what is missing.
    public init(
        backend: Backend = .auto, device: String? = nil, threads: Int? = nil, shaderFolder: String? = nil
    ) throws(RenderError) {
        (self.backend, warning) = try ChosenBackend.open(
            backend, device: device, threads: threads, shaderFolder: shaderFolder)
    }

    /// What draws, in words: `CPU, 2 threads, avx2`.
    public var backendDescription: String {
        switch backend {
        case .cpu(let renderer):
            "CPU, \(renderer.threads) thread\(renderer.threads == 1 ? "" : "s"), \(renderer.kernelName)"
        case .gpu(let renderer): "GPU egl:\(renderer.device.index), \(renderer.device.renderer)"
        }
    }

    /// The GPU renderer; nil where the CPU draws.
    package var gpuRenderer: GPURenderer? {
        if case .gpu(let renderer) = backend { renderer } else { nil }
    }

    /// Reads the pictures a scene shows and sets its texts.
    ///
    /// - Parameter images: pictures that are decoded already.
    public func assets(for scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> SceneAssets {
        var assets = SceneAssets(images: images)
        try assets.load(scene, limits: imageLimits, files: files, shaper: shaper)
        return assets
    }

    /// Turns a scene into passes.
    public func plan(_ scene: Scene, assets: SceneAssets) throws(RenderError) -> RenderPlan {
        do {
            return try ScenePlanner.plan(scene, images: assets.images, texts: assets.texts)
        } catch {
            throw .planning(error)
        }
    }

    /// Turns a scene into passes, reading the pictures it shows.
    ///
    /// - Parameter images: pictures that are decoded already.
    public func plan(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> RenderPlan {
        try plan(scene, assets: try assets(for: scene, images: images))
    }

    /// Draws a scene.
    ///
    /// Fonts and glyphs that are replaced are in the notices of `assets(for:images:)`.
    public func render(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> Bitmap {
        try execute(try plan(scene, images: images))
    }

    /// Draws a plan.
    public func execute(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        switch backend {
        case .cpu(let renderer): return renderer.execute(plan)
        case .gpu(let renderer):
            do {
                return try renderer.execute(plan)
            } catch {
                throw .gpu(error)
            }
        }
    }
}
