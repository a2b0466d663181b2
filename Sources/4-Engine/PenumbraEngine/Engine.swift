import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraFiles
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText
import Synchronization

/// Renders scenes in three steps, which may run on different threads.
///
/// `prepare` reads files and lays out texts, `plan` decides the passes and the tiles, and `draw` makes the pixels. All drawing
/// goes through these steps. No other code reads the files that scenes name, estimates memory, chooses tiles or devices, or
/// falls back from a failing device.
package final class Engine: Sendable {
    /// The memory that all pictures may take together, and the part of it that is free.
    package let memory: MemoryBudget
    private let store: AssetStore
    private let outlines: OutlineCache?
    /// What pictures have in common. Nil for an engine that draws one picture.
    private let starts: SharedStarts?
    /// The chunks that PNG files have in common. Nil for an engine that draws one picture.
    package let chunks: PNGStripCache?
    /// Whether JPEGs are kept as coefficients, of which a GPU makes pixels.
    private let keepsCoefficients: Atomic<Bool>
    /// Draws everything that no GPU draws.
    let processor: CPURenderer

    /// The working memory, in bytes, that the CPU renderer keeps between pictures when it draws many pictures at a time.
    private static let idleBytesOfMany = 24 << 20

    /// Creates an engine that draws one picture at a time.
    ///
    /// - Parameters:
    ///   - threads: the number of threads that draw the picture on the processor.
    ///   - memory: the bytes that the picture may take.
    package init(threads: Int = processorCount(), memory: Int = .max) {
        self.memory = MemoryBudget(bytes: memory)
        store = AssetStore(budget: nil)
        (outlines, starts, chunks) = (nil, nil, nil)
        keepsCoefficients = Atomic(false)
        processor = CPURenderer(threads: threads)
    }

    /// Creates an engine for pictures of one program that follow each other, as frames of a tree of layers do. Texts, outlines
    /// and blurred outlines that stay in place are kept from picture to picture.
    ///
    /// - Parameters:
    ///   - threads: the number of threads that draw a picture on the processor.
    ///   - cacheMemory: the bytes that are kept for later pictures.
    package init(threads: Int, cacheMemory: Int) {
        memory = MemoryBudget(bytes: .max)
        keepsCoefficients = Atomic(false)
        (starts, chunks) = (nil, nil)
        store = AssetStore(budget: cacheMemory / 4, keepsAtOnce: true)
        outlines = OutlineCache(bytes: cacheMemory / 8 * 3, bytesOfShapes: cacheMemory / 8)
        processor = CPURenderer(
            threads: threads, cachedBytes: cacheMemory / 4, idleBytes: Self.idleBytesOfOne, reusesPictures: true)
    }

    /// The working memory, in bytes, that the CPU renderer keeps between pictures of one program.
    private static let idleBytesOfOne = 64 << 20

    /// Creates an engine that draws many pictures at a time, each on one thread.
    ///
    /// - Parameters:
    ///   - memory: the bytes that all pictures may take together.
    ///   - cacheMemory: the bytes of pictures, texts, outlines, drawn pixels and parts of files that are kept for later
    ///     pictures.
    ///   - keepsCoefficients: true if a GPU makes the pixels of JPEGs from coefficients, as far as it can.
    package init(memory: Int, cacheMemory: Int, keepsCoefficients: Bool = false) {
        self.memory = MemoryBudget(bytes: memory)
        self.keepsCoefficients = Atomic(keepsCoefficients)
        store = AssetStore(budget: cacheMemory / 32 * 10)
        outlines = OutlineCache(bytes: cacheMemory / 32 * 3, bytesOfShapes: cacheMemory / 32 * 4)
        starts = SharedStarts(budget: cacheMemory / 32 * 9)
        chunks = PNGStripCache(budget: cacheMemory / 32 * 2)
        processor = CPURenderer(
            threads: 1, cachedBytes: cacheMemory / 32 * 4, idleBytes: Self.idleBytesOfMany, reusesPictures: true)
    }

    /// The bytes of outlines that stay in place from frame to frame.
    private static let outlineBytesOfFrames = 8 << 20

    /// Creates an engine that draws the frames of an animation. What frames share is compared in their plans, so little else is
    /// kept, and the memory doesn't grow with the number of frames.
    ///
    /// - Parameter pictureMemory: the bytes of decoded pictures and texts that are kept for later frames.
    package init(memory: Int, pictureMemory: Int) {
        self.memory = MemoryBudget(bytes: memory)
        keepsCoefficients = Atomic(false)
        (starts, chunks) = (nil, nil)
        store = AssetStore(budget: pictureMemory, keepsAtOnce: true)
        outlines = OutlineCache(bytes: Self.outlineBytesOfFrames / 4 * 3, bytesOfShapes: Self.outlineBytesOfFrames / 4)
        processor = CPURenderer(threads: 1, cachedBytes: 0, idleBytes: Self.idleBytesOfMany, reusesPictures: true)
    }

    /// Decodes later pictures on the processor alone. Called when no GPU is left.
    package func leaveDevices() { keepsCoefficients.store(false, ordering: .relaxed) }

    /// Gives the memory that no picture uses back to the system. Decoded pictures, texts and outlines stay in the caches.
    /// Meant for pauses between pictures: the next picture takes some milliseconds longer.
    package func giveBackMemory() {
        processor.giveBackMemory()
        HostMemory.returnFreed()
    }

    // MARK: Prepare

    /// Reads the files that a scene shows and lays out its texts.
    ///
    /// - Parameters:
    ///   - prepared: the scene, its pictures that are already decoded, and the bytes it is known to take.
    ///   - bytes: the bytes that the scene may take.
    ///   - isAlone: true when no other work is under way. Texts are then laid out while files are read, and each picture is
    ///     decoded before the next file is read. Otherwise pictures stay encoded until `plan`.
    ///   - deadline: checked before each text is laid out and each picture is read.
    ///   - laidOut: called for each text of the scene that will be drawn, with its layout.
    ///   - open: opens a file that the scene names.
    /// - Throws: `RenderError.scene`, `.file`, `.image`, `.text` and `.missing`, each with its place. `.needsMemory` is thrown
    ///   before a file is read, or a picture decoded, that doesn't fit.
    package func prepare(
        _ prepared: inout PreparedScene, shaper: TextShaper, limits: RenderLimits, within bytes: Int, isAlone: Bool,
        until deadline: ContinuousClock.Instant? = nil, times: inout StageTimes,
        laidOut: ((TextPlacement, TextLayout) -> Void)? = nil, open: @escaping FileOpener
    ) throws(RenderError) {
        let original = prepared.scene
        let reading = AssetReading(
            decoding: decoding(limits, until: deadline), shaper: shaper,
            clock: TextClock(nanoseconds: limits.workInNanoseconds / 2, deadline: deadline), bytes: bytes, isAlone: isAlone,
            open: open)
        try prepared.present(reading)
        let documents = try prepared.readDocuments(reading)
        try prepared.layOut(after: original, reading, times: &times)
        try prepared.replace(documents, reading)
        let texts = prepared.settingTexts(reading)
        do throws(RenderError) {
            try prepared.readPictures(reading, times: &times)
        } catch {
            // A process that exits on this error must not exit while fonts are being read.
            texts?.cancel()
            throw error
        }
        if let texts {
            try prepared.take(try times.measure(.plan) { () throws(RenderError) in try texts.value() }, laidOut: laidOut)
        }
        prepared.assets.addClippedColors(of: prepared.scene, pictures: prepared.clippedPictures)
        if limits.isStrict, let missing = prepared.assets.notices.first(where: { $0.notice.isMissing }) {
            throw .missing(missing)
        }
    }

    private func decoding(_ limits: RenderLimits, until deadline: ContinuousClock.Instant?) -> PictureDecoding {
        PictureDecoding(
            store: store, limits: limits, keepsCoefficients: keepsCoefficients.load(ordering: .relaxed), deadline: deadline)
    }

    static func check(_ deadline: ContinuousClock.Instant?) throws(RenderError) {
        if let deadline, ContinuousClock().now >= deadline { throw .late }
    }

    /// Prepares a scene when no other work is under way.
    ///
    /// - Parameters:
    ///   - files: the folders that may contain the files that the scene names. Nil allows the working directory.
    ///   - earlier: the pictures of an earlier frame of the scene, which are used again.
    ///   - laidOut: called for each text of the scene that will be drawn, with its layout.
    package func assets(
        for scene: Scene, images: [ImageSource: Bitmap] = [:], shaper: TextShaper, limits: RenderLimits = .default,
        files: FileRoots? = nil, after earlier: EarlierPictures = EarlierPictures(),
        laidOut: ((TextPlacement, TextLayout) -> Void)? = nil
    ) throws(RenderError) -> SceneAssets {
        var prepared = PreparedScene(scene, images: images, bytes: images.values.reduce(0) { $0 + $1.byteCount })
        prepared.earlier = earlier
        var times = StageTimes()
        try prepare(
            &prepared, shaper: shaper, limits: limits, within: limits.pictureMemory, isAlone: true, times: &times,
            laidOut: laidOut
        ) { path throws(FileError) in try FileRoots.or("", files).open(path) }
        try prepared.settlePictures()
        prepared.assets.shownPictures = EarlierPictures(prepared.pictures.map(\.picture))
        return prepared.assets
    }

    // MARK: Plan

    /// Decodes the pictures of a scene, turns the scene into passes, and chooses how to draw them.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that the picture may take.
    ///   - held: the bytes of these that it has, and that its passes may take. Nil for all of them.
    /// - Throws: `RenderError.image`, `.planning`, `.needsMemory`, `.slowInTiles`, and `.late` after the deadline.
    package func plan(
        _ prepared: inout PreparedScene, limits: RenderLimits, within bytes: Int, holding held: Int? = nil,
        until deadline: ContinuousClock.Instant? = nil, times: inout StageTimes
    ) throws(RenderError) -> PlannedPicture {
        try prepared.decode(decoding(limits, until: deadline), times: &times)
        if !keepsCoefficients.load(ordering: .relaxed) { try prepared.settlePictures() }
        try Self.check(deadline)
        let planned: PlannedPicture
        do throws(RenderError) {
            planned = try self.planned(prepared, limits: limits, within: bytes, holding: held, times: &times)
        } catch {
            // A damaged picture is reported before all that is wrong with the scene's layers.
            if case .planning = error { try prepared.settlePictures() }
            throw error
        }
        try Self.check(deadline)
        return planned
    }

    private func planned(
        _ prepared: PreparedScene, limits: RenderLimits, within bytes: Int, holding held: Int?, times: inout StageTimes
    ) throws(RenderError) -> PlannedPicture {
        let (scene, assets) = (prepared.scene, prepared.assets)
        return try times.measure(.plan) { () throws(RenderError) in
            let plan = try passes(of: scene, assets, limits: limits, within: max(0, (held ?? bytes) - assets.bytes))
            var needs = DrawingChoice.Needs()
            // The picture's file is as large as the picture at most.
            needs.besides = assets.bytes + MemoryEstimate.bytesOfAnyPicture + plan.pictureBytes
            let choice = DrawingChoice(plan, within: bytes, on: .cpu(processor), needs)
            try choice.check(plan, limits)
            let unread = prepared.unreadPictures
            // A device reads only what it shows.
            let shown = Set(plan.passes.flatMap(\.step.images).map { ObjectIdentifier(plan.images[$0.index]) })
            for picture in unread where !shown.contains(ObjectIdentifier(picture.bitmap)) { try picture.settle() }
            return PlannedPicture(plan: plan, choice: choice, unread: unread)
        }
    }

    /// Turns a scene into passes.
    ///
    /// - Parameter bytes: the bytes that the passes may take, surfaces not counted.
    package func passes(
        of scene: Scene, _ assets: SceneAssets, limits: RenderLimits = .default, within bytes: Int = .max
    ) throws(RenderError) -> RenderPlan {
        var scene = scene
        if let resolved = assets.resolvedScene {
            scene = resolved
        } else if scene.needsLayout || scene.isAnimated {
            let message: Message = "layouts and animations need the assets of their scene, made by assets(for:)"
            throw .scene(SceneError(place: "layers", message: message))
        }
        try rethrowing(try limits.scene.check(scene), as: RenderError.scene)
        var plan = try rethrowing(
            try ScenePlanner.plan(
                scene, images: assets.images, texts: assets.texts, outlines: outlines, limits: limits.canvas, memory: bytes,
                work: limits.workInNanoseconds),
            as: RenderError.planning)
        plan.bytesOfAssets = assets.bytes(shownBy: plan)
        return plan
    }

    /// The processor, with the blurred outlines that it keeps.
    package var processorDevice: Device { Device(.cpu(processor)) }

    /// A description of the processor that draws what no GPU draws.
    package var processorDescription: String { processorDevice.description }

    // MARK: Draw

    /// Draws one picture after another on a device. If the device fails, the processor takes over.
    ///
    /// - Parameters:
    ///   - mayLeaveDevice: true lets the processor take over after any failure. Otherwise it takes over only when the
    ///     device is too small or has too little memory.
    ///   - chooses: whether the device's model chooses who draws each picture.
    package func drawing(on device: Device, mayLeaveDevice: Bool, chooses: Bool = false) -> TiledDrawing {
        switch device.renderer {
        case .cpu(let renderer): TiledDrawing(gpu: nil, cpu: renderer, mayLeaveDevice: true)
        case .gpu(let renderer):
            TiledDrawing(
                gpu: renderer, cpu: processor, mayLeaveDevice: mayLeaveDevice, model: chooses ? device.model : nil)
        }
    }

    /// Draws a plan on one device, in tiles of one size.
    ///
    /// - Throws: an error when the device fails.
    package func draw(_ plan: RenderPlan, in size: TileSize, on device: Device) throws(RenderError) -> Bitmap {
        let drawing = drawing(on: device, mayLeaveDevice: false)
        let bitmap = try drawing.draw(plan, in: size)
        guard drawing.notices.isEmpty else { throw .gpu(.driver(drawing.notices.joined(separator: "; "))) }
        return bitmap
    }

    /// Draws a picture on the processor, using the calling thread and the processor's own threads.
    ///
    /// - Throws: `RenderError.late` after the deadline; `RenderError.image` if the codes of a picture are damaged.
    package func draw(_ picture: PlannedPicture, until deadline: ContinuousClock.Instant? = nil) throws(RenderError) -> Bitmap {
        for picture in picture.unread { try picture.settle() }
        let (plan, choice) = (picture.plan, picture.choice)
        let bytes = plan.images.reduce(choice.drawingBytes + plan.pictureBytes) { $0 + $1.bytesToCome }
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, bytes)) else { throw .outOfMemory(bytes: bytes) }
        let drawing = TiledDrawing(gpu: nil, cpu: processor, mayLeaveDevice: true)
        drawing.use(choice)
        let isWhole = choice.tile.isWhole(plan)
        let shared = isWhole ? try starts?.plan(plan, on: processor, within: choice.drawingBytes, until: deadline) : nil
        return try drawing.draw(shared ?? plan, in: choice.tile, until: deadline)
    }
}
