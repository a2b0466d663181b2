import PenumbraBitmap
import PenumbraEngine
import PenumbraFiles
import PenumbraPlan
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Draws scenes into bitmaps.
///
/// A renderer keeps working memory, and its context on a GPU, from picture to picture. Every backend gives the same bytes.
public final class Renderer {
    private let engine: Engine
    private let device: Device
    private let drawing: TiledDrawing
    /// A warning about the chosen backend for the user. Nil when there is nothing to report.
    public let warning: Message?
    /// The limits for scenes and for the pictures they show.
    public var limits = RenderLimits.default
    /// The folders that may contain the files that scenes name: pictures, masks and font files.
    ///
    /// Nil allows the working directory. A scene that was read from elsewhere needs its own folder here. `FileRoots(["/"])`
    /// allows every file and is only for trusted scenes.
    public var files: FileRoots?
    /// Lays out texts. It keeps fonts open from picture to picture.
    public let shaper = TextShaper()
    /// The size of the tiles to draw in, where memory allows. The bytes of the picture don't depend on it.
    ///
    /// Nil, the default, draws the picture whole if `limits.memory` allows and its surfaces fit in a gigabyte. Otherwise the
    /// cheapest tiles are chosen. Tiles may be lower than this size when rows are written to a file while drawing.
    public var tileSize: TileSize?

    /// Opens a backend.
    ///
    /// - Parameters:
    ///   - name: the GPU to use, as `egl:0`, `cuda:1`, `/dev/dri/renderD128` or `pci:0000:65:00.0`.
    ///   - threads: the number of threads of the CPU renderer. Nil uses all processors.
    ///   - shaderFolder: a folder of shaders that replace the built-in shaders, for shader development.
    /// - Throws: `RenderError.backendUnavailable` when a GPU is required and none is usable. The message names the missing
    ///   part.
    public init(
        backend: Backend = .auto, device name: String? = nil, threads: Int? = nil, shaderFolder: String? = nil
    ) throws(RenderError) {
        (device, warning) = try Device.open(backend, named: name, threads: threads, shaderFolder: shaderFolder)
        // The CPU renderer takes its threads and memory only when it draws.
        engine = threads.map { Engine(threads: $0) } ?? Engine()
        let isFree = backend == .auto && name == nil
        drawing = engine.drawing(on: device, mayLeaveDevice: isFree, chooses: isFree)
    }

    /// Opens a backend for pictures of one program, which have much in common.
    ///
    /// - Parameter cacheMemory: the bytes of texts and outlines that are kept for later pictures.
    package init(backend: Backend, cacheMemory: Int) throws(RenderError) {
        (device, warning) = try Device.open(backend, named: nil, threads: nil, shaderFolder: nil)
        engine = Engine(threads: processorCount(), cacheMemory: cacheMemory)
        let isFree = backend == .auto
        // Only an engine's own processor keeps blurred outlines.
        drawing = engine.drawing(
            on: device.isProcessor ? engine.processorDevice : device, mayLeaveDevice: isFree, chooses: isFree)
    }

    /// One line for each deviation from the request so far: tiles, or the CPU, because a device had too little memory or
    /// failed.
    public var notices: [String] { drawing.notices }

    /// A description of the drawing device: `CPU, 2 threads, avx2`.
    public var backendDescription: String { device.description }

    /// A description of the device that draws the current picture, and the reason for choosing it:
    /// `CPU, 16 threads, avx2: 0.4 ms expected, 1.3 ms on egl:0`.
    package var choiceDescription: String {
        guard let estimate = drawing.estimate else { return device.description }
        let chosen = estimate.prefersDevice ? device.description : engine.processorDescription
        return "\(chosen): \(estimate.reason(device.name))"
    }

    /// The work that a GPU has done: `12 dispatches, 7 barriers, 1.20 MB up, 12.10 MB down`. Nil if no GPU drew a picture.
    package var deviceWork: String? {
        guard let counts = device.counts, counts.pictures > 0 else { return nil }
        func megabytes(_ bytes: Int) -> String {
            let hundredths = (bytes + 5000) / 10_000
            return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) MB"
        }
        return "\(counts.dispatches) dispatches, \(counts.barriers) barriers, "
            + "\(megabytes(counts.uploadedBytes)) up, \(megabytes(counts.readBackBytes)) down"
    }

    /// Reads the pictures that a scene shows and lays out its texts.
    ///
    /// - Parameters:
    ///   - scene: the scene to draw.
    ///   - images: pictures that are already decoded.
    public func assets(for scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> SceneAssets {
        try engine.assets(for: scene, images: images, shaper: shaper, limits: limits, files: files)
    }

    /// Lays out a scene without drawing it: the frames of all layers, the lines of all texts.
    public func inspect(_ scene: Scene) throws(RenderError) -> SceneInspection {
        try engine.inspect(scene, shaper: shaper, limits: limits, files: files)
    }

    /// All mistakes of a scene, up to a hundred, in the order in which they are found.
    ///
    /// - Parameters:
    ///   - document: the parsed document of the scene.
    ///   - parameters: values that replace the scene's defaults.
    ///   - baseFolder: the folder of the scene file, which relative paths start at.
    ///   - scaleOverride: pixels per point, instead of the canvas's own scale.
    public func mistakes(
        in document: JSONValue, parameters: [String: JSONValue] = [:], baseFolder: String = "", scaleOverride: Double? = nil
    ) -> [RenderError] {
        engine.mistakes(in: document, shaper: shaper, limits: limits, files: files) { [limits] document throws(SceneError) in
            try Scene(
                document: document, parameters: parameters, baseFolder: baseFolder, scaleOverride: scaleOverride,
                limits: limits.scene)
        }
    }

    /// Turns a scene into rendering passes.
    public func plan(_ scene: Scene, assets: SceneAssets) throws(RenderError) -> RenderPlan {
        try engine.passes(of: scene, assets, limits: limits, within: limits.pictureMemory - assets.bytes)
    }

    /// Turns a scene into rendering passes, and reads the pictures it shows.
    ///
    /// - Parameter images: pictures that are already decoded.
    public func plan(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> RenderPlan {
        try plan(scene, assets: try assets(for: scene, images: images))
    }

    /// Draws a scene.
    ///
    /// The notices of `assets(for:images:)` list replaced fonts and glyphs.
    public func render(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws(RenderError) -> Bitmap {
        try execute(try plan(scene, images: images))
    }

    /// Draws a plan, in tiles if the whole picture needs more memory than `limits` allow.
    ///
    /// A GPU that has too little memory, or is too small for the picture, draws in smaller and smaller tiles. The CPU draws the
    /// rest, and `notices` reports it.
    /// - Throws: `RenderError.needsMemory` when no tiles are small enough, `.outOfMemory` when the system has no memory left,
    ///   `.gpu` when the GPU fails.
    public func execute(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        try drawing.draw(plan, wanted: tileSize, within: limits)
    }

    /// Draws a picture that differs in some areas from an earlier picture of the same size and depth.
    ///
    /// - Returns: the picture, and the number of its pixels that were drawn.
    package func execute(
        _ plan: RenderPlan, over picture: Bitmap, by changes: PlanComparison.Changes
    ) throws(RenderError) -> (picture: Bitmap, drawnPixels: Int) {
        try drawing.draw(plan, over: picture, by: changes, within: limits, as: PixelForm())
    }

    /// Draws a plan from the top, a few rows at a time, so that the whole picture is never in memory.
    ///
    /// - Parameters:
    ///   - multiple: the number of rows in each run is a multiple of this, except in the last run.
    ///   - each: called for every run of rows in order, with their straight RGBA bytes. The bytes are valid only during the
    ///     call. Returning false stops drawing.
    /// - Throws: `StripFailure.taking` with the error that `each` throws, `.drawing` with the errors of `execute(_:)`.
    public func execute<Failure: Error>(
        _ plan: RenderPlan, inMultiplesOf multiple: Int,
        each: (Range<Int>, UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Bool
    ) throws(StripFailure<Failure>) {
        try drawing.draw(plan, wanted: tileSize, within: limits, inMultiplesOf: multiple, each: each)
    }

    /// Returns the working memory kept for the next picture to the system, if memory for a picture is short.
    public func freeIdleMemory() { drawing.freeIdleMemory() }
}
