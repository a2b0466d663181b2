import PenumbraBitmap
import PenumbraEngine
import PenumbraFiles
import PenumbraPlan
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Draws scenes.
///
/// A renderer keeps working memory (and, with a GPU, its context) from picture to picture. Every backend gives the same bytes.
public final class Renderer {
    private let engine: Engine
    private let device: Device
    private let drawing: TiledDrawing
    /// What should be said to whoever asked for this backend; nil when all is as it should be.
    public let warning: Message?
    /// What scenes may ask for, and the pictures that they show.
    public var limits = RenderLimits.default
    /// The folders below which the files that scenes name may lie: pictures, masks and font files. Nil is the working directory; a
    /// scene that was read from elsewhere needs its own folder here. `FileRoots(["/"])` allows every file, and is for scenes
    /// that are trusted.
    public var files: FileRoots?
    /// Sets texts; it keeps fonts open from picture to picture.
    public let shaper = TextShaper()
    /// Tiles to draw in, where there is memory for them. At first nil: whole where `limits.memory` allows and a gigabyte of
    /// surfaces is enough, else the tiles that cost the least. The bytes are the same. Tiles may be cut lower where rows go to a
    /// file as they are drawn.
    public var tileSize: TileSize?

    /// Opens a backend.
    ///
    /// - Parameters:
    ///   - name: the GPU to use, as `egl:0`, `cuda:1`, `/dev/dri/renderD128` or `pci:0000:65:00.0`.
    ///   - threads: how many the CPU renderer uses; nil is all processors.
    ///   - shaderFolder: shaders to use instead of the built-in ones, for working on them.
    /// - Throws: `RenderError.backendUnavailable` when a GPU is required and there is none; its words say what is missing.
    public init(
        backend: Backend = .auto, device name: String? = nil, threads: Int? = nil, shaderFolder: String? = nil
    ) throws(RenderError) {
        (device, warning) = try Device.open(backend, named: name, threads: threads, shaderFolder: shaderFolder)
        // Threads and memory of the processor are taken when it draws.
        engine = threads.map { Engine(threads: $0) } ?? Engine()
        drawing = engine.drawing(on: device, mayLeaveDevice: backend == .auto && name == nil)
    }

    /// What was done otherwise than asked for so far, a line each: tiles or the CPU where a device had too little memory.
    public var notices: [String] { drawing.notices }

    /// What draws, in words: `CPU, 2 threads, avx2`.
    public var backendDescription: String { device.description }

    /// Reads the pictures a scene shows and sets its texts.
    ///
    /// - Parameters:
    ///   - scene: what is to be drawn.
    ///   - images: pictures that are decoded already.
    public func assets(for scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> SceneAssets {
        try engine.assets(for: scene, images: images, shaper: shaper, limits: limits, files: files)
    }

    /// Turns a scene into passes.
    public func plan(_ scene: Scene, assets: SceneAssets) throws(RenderError) -> RenderPlan {
        try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.pictureBytes)
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
        try drawing.draw(plan, wanted: tileSize, within: limits)
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
        try drawing.draw(plan, wanted: tileSize, within: limits, inMultiplesOf: multiple, each: each)
    }

    /// Gives back to the system what working memory is kept for the next picture, where the memory for a picture is short.
    public func freeIdleMemory() { drawing.freeIdleMemory() }
}
