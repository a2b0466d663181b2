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
        outlines = nil
        keepsCoefficients = Atomic(false)
        processor = CPURenderer(threads: threads)
    }

    /// Creates an engine that draws many pictures at a time, each on one thread.
    ///
    /// - Parameters:
    ///   - memory: the bytes that all pictures may take together.
    ///   - cacheMemory: the bytes of pictures, texts and blurred outlines that are kept for later pictures.
    ///   - keepsCoefficients: true if a GPU makes the pixels of JPEGs from coefficients, as far as it can.
    package init(memory: Int, cacheMemory: Int, keepsCoefficients: Bool = false) {
        self.memory = MemoryBudget(bytes: memory)
        self.keepsCoefficients = Atomic(keepsCoefficients)
        store = AssetStore(budget: cacheMemory / 2)
        outlines = OutlineCache(bytes: cacheMemory / 8, bytesOfShapes: cacheMemory / 32 * 3)
        processor = CPURenderer(threads: 1, cachedBytes: cacheMemory / 4, idleBytes: Self.idleBytesOfMany)
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
        store = AssetStore(budget: pictureMemory, keepsAtOnce: true)
        outlines = OutlineCache(bytes: Self.outlineBytesOfFrames)
        processor = CPURenderer(threads: 1, idleBytes: Self.idleBytesOfMany)
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
        prepared.scene = try rethrowing(try original.presented(), as: RenderError.scene)
        try rethrowing(try limits.scene.check(prepared.scene), as: RenderError.scene)
        prepared.count(sceneBytes: prepared.scene.byteCount)
        guard prepared.bytes <= bytes else { throw .needsMemory(bytes: prepared.bytes, allowed: bytes) }
        var needs = SceneRequirements(prepared.scene)
        var pictures = needs.pictures.filter { prepared.assets.images[$0.source] == nil }
        let clock = TextClock(nanoseconds: limits.workInNanoseconds / 2, deadline: deadline)
        let vectors = try VectorContents(
            pictures, shaper: shaper, clock: clock, limits: limits, within: bytes - prepared.bytes, until: deadline, open: open)
        prepared.count(sceneBytes: vectors.bytes)
        pictures.removeAll { vectors.documents[$0.source] != nil }
        prepared.vectorSizes = vectors.documents.mapValues(\.size)
        prepared.pictureDigests += vectors.digests
        prepared.assets.add(vectors.notices)
        if prepared.scene.needsLayout {
            try read(
                pictures, for: &prepared, isAlone, limits: limits, within: bytes, until: deadline, times: &times, open: open)
            pictures = []
            prepared.scene = try times.measure(.plan) { () throws(RenderError) in
                do throws(RenderError) {
                    return try prepared.laidOut(shaper: shaper, clock: clock, limits: limits, open: open)
                } catch {
                    try Self.check(deadline)
                    throw error
                }
            }
            needs = SceneRequirements(prepared.scene)
        }
        if original.isAnimated || original.needsLayout {
            prepared.scene = try rethrowing(
                try prepared.scene.presented(afterLayoutOf: original), as: RenderError.scene)
            prepared.assets.resolvedScene = prepared.scene
            needs = SceneRequirements(prepared.scene)
        }
        if !vectors.documents.isEmpty {
            prepared.scene = try vectors.replaced(in: prepared.scene)
            prepared.assets.resolvedScene = prepared.scene
            do { try limits.scene.check(prepared.scene) } catch { throw .scene(error) }
            needs = SceneRequirements(prepared.scene)
            // Documents may show pictures of their own.
            let read = Set(prepared.pictures.map(\.needed.source))
            pictures = needs.pictures.filter { prepared.assets.images[$0.source] == nil && !read.contains($0.source) }
        }
        // The first text of a process triggers the search for fonts, which takes longer than decoding a photo.
        let isBeside = isAlone && !needs.texts.isEmpty && !pictures.isEmpty
        let free = bytes - prepared.bytes
        let (timeForTexts, end) = (clock.left, clock.deadline)
        let texts = BackgroundResult<[AssetStore.SetText], RenderError>(startsNow: isBeside) {
            [store, needs] () throws(RenderError) in
            var texts: [AssetStore.SetText] = []
            var taken = 0
            let until = ThreadClock.nanoseconds + timeForTexts
            for text in needs.texts {
                try Self.check(deadline)
                let most = min(TextLayout.mostSegments, max(0, free - taken) / MemoryEstimate.bytesOfTextSegment)
                do throws(RenderError) {
                    let bounds = TextLimits(segments: most, until: until, deadline: end)
                    texts.append(try store.text(text, shaper, limits: bounds, open: open))
                } catch {
                    if case .text(_, .tooMuchWork) = error { try Self.check(deadline) }
                    if case .text(_, .outlineTooLong) = error, most < TextLayout.mostSegments {
                        throw .needsMemory(bytes: bytes + MemoryEstimate.bytesOfTextSegment, allowed: bytes)
                    }
                    throw error
                }
                taken += (texts.last?.layout.elementCount ?? 0) * MemoryEstimate.bytesOfTextSegment
            }
            return texts
        }
        do throws(RenderError) {
            try read(
                pictures, for: &prepared, isAlone, limits: limits, within: bytes, until: deadline, times: &times, open: open)
        } catch {
            // A process that exits on this error must not exit while fonts are being read.
            texts.cancel()
            throw error
        }
        let set = try times.measure(.plan) { () throws(RenderError) in try texts.value() }
        for (text, set) in zip(needs.texts, set) {
            laidOut?(text.placement, set.layout)
            if let digest = set.digest { prepared.textDigests.append(digest) }
            let before = prepared.assets.glyphBytes
            try prepared.assets.add(set.layout, of: text, in: prepared.scene.canvas.colorSpace)
            prepared.bytes += prepared.assets.glyphBytes - before
            // The outlines of glyphs that fonts keep for later texts count too.
            prepared.count(sceneBytes: 2 * set.layout.elementCount * MemoryLayout<Path.Element>.stride)
        }
        prepared.assets.addClippedColors(of: prepared.scene, pictures: prepared.clippedPictures)
        if limits.isStrict, let missing = prepared.assets.notices.first(where: { $0.notice.isMissing }) {
            throw .missing(missing)
        }
    }

    private func read(
        _ pictures: [SceneRequirements.Picture], for prepared: inout PreparedScene, _ isAlone: Bool, limits: RenderLimits,
        within bytes: Int, until deadline: ContinuousClock.Instant?, times: inout StageTimes, open: FileOpener
    ) throws(RenderError) {
        for needed in pictures {
            try Self.check(deadline)
            try times.measure(.read) { () throws(RenderError) in
                try read(needed, for: &prepared, limits: limits, within: bytes, open: open)
            }
            if isAlone { try decode(&prepared, limits: limits, within: bytes, times: &times) }
        }
    }

    private func read(
        _ needed: SceneRequirements.Picture, for prepared: inout PreparedScene, limits: RenderLimits, within bytes: Int,
        open: FileOpener
    ) throws(RenderError) {
        func check(_ needed: Int) throws(RenderError) {
            guard needed <= bytes else { throw .needsMemory(bytes: needed, allowed: bytes) }
        }
        let held = prepared.bytes
        let mayTake = { (size: Int) throws(RenderError) in try check(held + size) }
        let picture = try store.picture(
            needed, in: PictureForm(of: prepared.scene.canvas), at: prepared.scene.time, after: prepared.earlier,
            limits: limits.images,
            mayTake: mayTake, open: open)
        let decoded = picture.bitmap == nil ? estimate(picture, prepared.scene.canvas, limits) : 0
        if picture.moves {
            prepared.assets.movingSources.insert(needed.source)
            prepared.bytesOfMovingPictures += picture.bitmap?.byteCount ?? decoded
        }
        prepared.bytes += picture.bytes.count + decoded
        try check(prepared.bytes)
        if let digest = picture.digest { prepared.pictureDigests.append(digest) }
        if ImageDecoder.hasColors(outside: prepared.scene.canvas.colorSpace, picture.bytes) {
            prepared.clippedPictures.append(needed.place)
        }
        prepared.pictures.append((needed, picture))
    }

    /// Decodes all remaining pictures and frees their files.
    ///
    /// - Parameter bytes: the bytes that the scene and its pictures may take while a picture is being decoded.
    private func decode(
        _ prepared: inout PreparedScene, limits: RenderLimits, within bytes: Int = .max,
        until deadline: ContinuousClock.Instant? = nil,
        times: inout StageTimes
    ) throws(RenderError) {
        for index in prepared.pictures.indices {
            let source = prepared.pictures[index].picture.source
            guard prepared.assets.images[source] == nil else { continue }
            try Self.check(deadline)
            let file = prepared.pictures[index].picture.bytes.count
            // The total already counts this picture at its decoded size.
            let last = prepared.earlier[source]?.bitmap?.byteCount ?? 0
            let held = prepared.bytes - estimate(prepared.pictures[index].picture, prepared.scene.canvas, limits) + last
            var images = limits.images
            images.maximumBytes = min(images.maximumBytes, max(0, bytes - held))
            do throws(RenderError) {
                prepared.assets.images[source] = try times.measure(.decode) { () throws(RenderError) in
                    try store.decode(
                        &prepared.pictures[index].picture, prepared.pictures[index].needed,
                        in: PictureForm(of: prepared.scene.canvas), after: prepared.earlier,
                        limits: images, work: limits.workInNanoseconds,
                        keepsCoefficients: keepsCoefficients.load(ordering: .relaxed), until: deadline)
                }
            } catch {
                if case .image(_, _, .tooManyBytes(_, _, _, let needed?, _)) = error, needed <= limits.images.maximumBytes {
                    throw .needsMemory(bytes: held + needed, allowed: bytes)
                }
                throw error
            }
            prepared.bytes -= file
        }
    }

    private func estimate(_ picture: AssetStore.Picture, _ canvas: Canvas, _ limits: RenderLimits) -> Int {
        let bytes = MemoryEstimate.decoded(
            picture.bytes, limits: limits.images, keepsCoefficients: keepsCoefficients.load(ordering: .relaxed))
        // A picture of 16 bits is drawn from up to four pictures of 8 bits.
        return canvas.depth == .sixteen && ImageDecoder.isDeep(picture.bytes) ? 6 * bytes : bytes
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
        prepared.assets.shownPictures = EarlierPictures(prepared.pictures.map(\.picture))
        return prepared.assets
    }

    // MARK: Plan

    /// Decodes the pictures of a scene, turns the scene into passes, and chooses how to draw them.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that the picture may take. The plan may need more; `PlannedPicture.bytes` reports the need.
    /// - Throws: `RenderError.image`, `.planning`, and `.late` after the deadline.
    package func plan(
        _ prepared: inout PreparedScene, limits: RenderLimits, within bytes: Int,
        until deadline: ContinuousClock.Instant? = nil,
        times: inout StageTimes
    ) throws(RenderError) -> PlannedPicture {
        try decode(&prepared, limits: limits, until: deadline, times: &times)
        try Self.check(deadline)
        let (scene, assets) = (prepared.scene, prepared.assets)
        let planned = try times.measure(.plan) { () throws(RenderError) in
            let plan = try passes(of: scene, assets, limits: limits, within: max(0, bytes - prepared.sceneBytes))
            let held =
                MemoryEstimate.bytesOfAnyPicture + 2 * plan.pictureBytes
                + assets.pictureBytes + prepared.sceneBytes + plan.bytesOfSteps + plan.bytesOfTables
            let choice = TileChoice(plan, in: max(0, bytes - held), keepsPicture: true, on: processor)
            guard choice.work <= limits.workInNanoseconds || choice.size.isWhole(plan) || held + choice.bytes > bytes else {
                throw .slowInTiles(work: choice.work, allowed: limits.workInNanoseconds, memory: bytes)
            }
            // Tiles that weren't checked may take all the memory there is.
            let drawing = choice.isCertain ? choice.bytes : max(choice.bytes, bytes - held)
            return PlannedPicture(
                plan: plan, tile: choice.size.isWhole(plan) || held + choice.bytes > bytes ? nil : choice.size,
                drawingBytes: drawing, isCertain: choice.isCertain, bytes: held + drawing)
        }
        try Self.check(deadline)
        return planned
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
        return try rethrowing(
            try ScenePlanner.plan(
                scene, images: assets.images, texts: assets.texts, outlines: outlines, limits: limits.canvas, memory: bytes,
                work: limits.workInNanoseconds),
            as: RenderError.planning)
    }

    // MARK: Draw

    /// Draws one picture after another on a device. If the device fails, the processor takes over.
    ///
    /// - Parameter mayLeaveDevice: true lets the processor take over after any failure. Otherwise it takes over only when the
    ///   device is too small or has too little memory.
    package func drawing(on device: Device, mayLeaveDevice: Bool) -> TiledDrawing {
        switch device.renderer {
        case .cpu(let renderer): TiledDrawing(gpu: nil, cpu: renderer, mayLeaveDevice: true)
        case .gpu(let renderer): TiledDrawing(gpu: renderer, cpu: processor, mayLeaveDevice: mayLeaveDevice)
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
    /// - Throws: `RenderError.late` after the deadline.
    package func draw(_ picture: PlannedPicture, until deadline: ContinuousClock.Instant? = nil) throws(RenderError) -> Bitmap {
        let plan = picture.plan
        let bytes = plan.images.reduce(picture.drawingBytes + plan.pictureBytes) { $0 + $1.bytesToCome }
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, bytes)) else { throw .outOfMemory(bytes: bytes) }
        guard let tile = picture.tile else {
            let bitmap: Bitmap?
            do { bitmap = try processor.execute(picture.plan, until: deadline) } catch { throw .invalidPlan(error) }
            guard let bitmap else { throw .late }
            return bitmap
        }
        let drawing = TiledDrawing(
            gpu: nil, cpu: processor, mayLeaveDevice: true, bytes: picture.drawingBytes, isCertain: picture.isCertain)
        return try drawing.draw(picture.plan, in: tile, until: deadline)
    }
}
