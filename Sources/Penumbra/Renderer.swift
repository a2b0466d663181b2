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
    private let drawing: TiledDrawing
    /// What should be said to whoever asked for this backend; nil when all is as it should be.
    public let warning: String?
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
        let chosen: ChosenBackend
        (chosen, warning) = try ChosenBackend.open(backend, device: device, threads: threads, shaderFolder: shaderFolder)
        self.backend = chosen
        let working = Self.defaultWorkingBytes
        switch chosen {
        case .cpu(let cpu): drawing = TiledDrawing(gpu: nil, cpu: cpu, workingBytes: working, mayLeaveDevice: true)
        case .gpu(let gpu):
            // Threads and memory of the CPU renderer are taken when it draws.
            drawing = TiledDrawing(
                gpu: gpu, cpu: CPURenderer(threads: threads ?? processorCount()), workingBytes: working,
                mayLeaveDevice: backend == .auto && device == nil)
        }
    }

    /// Half of the memory that there is, but no more than what tiles are quick in: beyond a gigabyte it takes longer to get memory than
    /// to draw some of the picture twice.
    private static let defaultWorkingBytes = min(HostMemory.total / 2, 1 << 30)

    /// Bytes for the surfaces of one picture, besides the pictures it shows and its own pixels. What needs more is drawn in tiles, which
    /// takes longer; the bytes are the same. At first a gigabyte, or half of what there is.
    public var workingBytes: Int {
        get { drawing.workingBytes }
        set { drawing.workingBytes = newValue }
    }

    /// Tiles to draw in, whatever memory there is. At first nil: by `workingBytes`.
    public var tileSize: TileSize? {
        get { drawing.tileSize }
        set { drawing.tileSize = newValue }
    }

    /// What was done otherwise than asked for so far, a line each: tiles or the CPU where a device had too little memory.
    public var notices: [String] { drawing.notices }

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
        try assets.load(scene, limits: imageLimits, shaper: shaper)
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

    /// Draws a plan, in tiles where it needs more than `workingBytes`.
    ///
    /// A GPU that has no memory for it, or is too small for it, draws it in smaller and smaller tiles, and what is then left is
    /// drawn on the CPU; `notices` says so.
    public func execute(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        try checkRoom(for: plan)
        do {
            return try drawing.draw(plan)
        } catch {
            throw .gpu(error)
        }
    }

    /// Asks for a large picture's memory before it is taken.
    private func checkRoom(for plan: RenderPlan) throws(RenderError) {
        var bytes = 4 * plan.width * plan.height
        guard bytes >= 1 << 22 else { return }
        if case .cpu(let cpu) = backend { bytes += min(cpu.memoryEstimate(plan), workingBytes) }
        guard AddressSpace.hasRoom(for: bytes) else { throw .outOfMemory(bytes: bytes) }
    }

    /// Draws a plan from the top, some rows at a time, so that the picture never exists as a whole.
    ///
    /// - Parameters:
    ///   - multiple: rows come in multiples of this, but for the last.
    ///   - each: called for every run of rows in order with their straight RGBA bytes, which are valid during the call; returns false
    ///     to end.
    public func execute<Failure: Error>(
        _ plan: RenderPlan, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        try drawing.draw(plan, inMultiplesOf: max(1, multiple), each: each)
    }
}
