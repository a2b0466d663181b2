import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraGPU
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Draws scenes.
///
/// A renderer keeps working memory (and, with a GPU, its context) from picture to picture. Every backend gives the same bytes.
public final class Renderer {
    private let backend: ChosenBackend
    private let drawing: TiledDrawing
    /// What should be said to whoever asked for this backend; nil when all is as it should be.
    public let warning: Message?
    /// What scenes may ask for, and the pictures that they show.
    public var limits = RenderLimits.default
    /// The folders below which the files that scenes name may lie: pictures, masks and font files. Nil is the working
    /// directory; a scene that was read from elsewhere needs its own folder here. `FileRoots(["/"])` allows every file, and is
    /// for scenes that are trusted.
    public var files: FileRoots?
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
        switch chosen {
        case .cpu(let cpu): drawing = TiledDrawing(gpu: nil, cpu: cpu, mayLeaveDevice: true)
        case .gpu(let gpu):
            // Threads and memory of the CPU renderer are taken when it draws.
            drawing = TiledDrawing(
                gpu: gpu, cpu: CPURenderer(threads: threads ?? processorCount()),
                mayLeaveDevice: backend == .auto && device == nil)
        }
    }

    /// Working memory that is kept from picture to picture.
    private static let mostIdle = 256 << 20
    /// Whether the picture drawn last leaves little beside itself and what is made of it.
    private var isShortOfMemory = false
    /// Beyond so many bytes it takes longer to get memory than to draw some of the picture twice.
    private static let quickBytes = 1 << 30

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
        do { try limits.scene.check(scene) } catch { throw .scene(error) }
        var assets = SceneAssets(images: images)
        try assets.load(scene, limits: limits.images, memory: limits.pictureMemory, files: files, shaper: shaper)
        return assets
    }

    /// Turns a scene into passes.
    public func plan(_ scene: Scene, assets: SceneAssets) throws(RenderError) -> RenderPlan {
        do { try limits.scene.check(scene) } catch { throw .scene(error) }
        do {
            return try ScenePlanner.plan(
                scene, images: assets.images, texts: assets.texts, limits: limits.canvas,
                memory: limits.pictureMemory - assets.pictureBytes)
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

    /// Draws a plan, in tiles where it needs more memory than `limits` allow.
    ///
    /// A GPU that has no memory for it, or is too small for it, draws it in smaller and smaller tiles, and what is then left is
    /// drawn on the CPU; `notices` says so.
    /// - Throws: `RenderError.needsMemory` when no tiles are small enough, `.outOfMemory` when the system gives none,
    ///   `RenderError.gpu`.
    public func execute(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        let size = try tiles(of: plan, keepsPicture: true)
        do {
            return try drawing.draw(plan, in: size)
        } catch {
            throw .gpu(error)
        }
    }

    /// Draws a plan from the top, some rows at a time, so that the picture never exists as a whole.
    ///
    /// - Parameters:
    ///   - multiple: rows come in multiples of this, but for the last.
    ///   - each: called for every run of rows in order with their straight RGBA bytes, which are valid during the call; returns
    ///     false to end.
    /// - Throws: `StripFailure.taking` with what `each` throws, `.drawing` with the errors of `execute(_:)`.
    public func execute<Failure: Error>(
        _ plan: RenderPlan, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        let size: TileSize
        do {
            size = try tiles(of: plan, keepsPicture: false, multiple: max(1, multiple))
        } catch {
            throw .drawing(error)
        }
        try drawing.draw(plan, in: size, inMultiplesOf: max(1, multiple), each: each)
    }

    /// The tiles that a plan is drawn in within the memory there is.
    private func tiles(of plan: RenderPlan, keepsPicture: Bool, multiple: Int = 1) throws(RenderError) -> TileSize {
        let allowed = limits.pictureMemory
        let held = plan.images.reduce(keepsPicture ? 4 * plan.width * plan.height : 0) { $0 + $1.pixels.count }
        let left = max(0, allowed - held)
        var wanted = tileSize
        if !keepsPicture, let tileSize {
            // Tiles may be as high as the picture: the rows that they are parts of take a quarter of what there is, or one
            // multiple.
            wanted?.height = min(tileSize.height, max(multiple, left / 4 / (8 * plan.width)))
        }
        let (size, bytes) = drawing.choose(
            plan, wanted: wanted, in: left, quickly: Self.quickBytes, keepsPicture: keepsPicture, multiple: multiple)
        guard bytes <= left else { throw .needsMemory(bytes: bytes + held, allowed: allowed) }
        let idle = min(Self.mostIdle, left - bytes)
        drawing.retainIdleMemory(atMost: idle)
        isShortOfMemory = allowed < 16 * plan.width * plan.height + held + idle
        // Asked for before it is taken: where an allocation fails, the process ends.
        let taken = bytes + (keepsPicture ? 4 * plan.width * plan.height : 0)
        guard AddressSpace.hasRoom(for: taken) else { throw .outOfMemory(bytes: taken) }
        return size
    }

    /// Gives back to the system what working memory is kept for the next picture, where the memory for a picture is short.
    public func freeIdleMemory() {
        if isShortOfMemory { drawing.retainIdleMemory(atMost: 0) }
    }

    /// Tiles to draw in, where there is memory for them. At first nil: whole where `limits.memory` allows and a gigabyte of
    /// surfaces is enough, else the tiles that cost the least. The bytes are the same. Tiles may be cut lower where rows go to
    /// a file as they are drawn.
    public var tileSize: TileSize?
}
