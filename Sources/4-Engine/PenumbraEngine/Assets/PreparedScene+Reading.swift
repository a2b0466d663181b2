import PenumbraCodecs
import PenumbraFiles
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// How the pictures of a scene are decoded.
struct PictureDecoding {
    let store: AssetStore
    let limits: RenderLimits
    /// Whether JPEGs are kept as coefficients, of which a GPU makes pixels.
    let keepsCoefficients: Bool
    let deadline: ContinuousClock.Instant?
}

/// The means and the limits for reading the files of a scene and laying out its texts.
struct AssetReading {
    let decoding: PictureDecoding
    let shaper: TextShaper
    let clock: TextClock
    /// The bytes that the scene may take.
    let bytes: Int
    /// Whether no other work is under way. Texts are then laid out while files are read, and each picture is decoded before the
    /// next file is read.
    let isAlone: Bool
    let open: FileOpener

    var store: AssetStore { decoding.store }
    var limits: RenderLimits { decoding.limits }
    var deadline: ContinuousClock.Instant? { decoding.deadline }

    /// The means and the limits for laying out texts on any thread.
    var ofTexts: TextReading {
        TextReading(store: store, shaper: shaper, bytes: bytes, end: clock.deadline, deadline: deadline, open: open)
    }
}

/// The means and the limits for laying out the texts of a scene.
struct TextReading: Sendable {
    let store: AssetStore
    let shaper: TextShaper
    /// The bytes that the scene may take.
    let bytes: Int
    /// The time when the work must end, on the monotonic clock.
    let end: Int
    let deadline: ContinuousClock.Instant?
    let open: FileOpener

    /// Lays out a text.
    ///
    /// - Parameters:
    ///   - free: the bytes that its outline may take.
    ///   - until: the time when the work must end, on the thread's clock.
    func set(_ text: SceneRequirements.TextBox, within free: Int, until: Int) throws(RenderError) -> AssetStore.SetText {
        try Engine.check(deadline)
        let most = min(TextLayout.mostSegments, max(0, free) / MemoryEstimate.bytesOfTextSegment)
        do throws(RenderError) {
            let bounds = TextLimits(segments: most, until: until, deadline: end)
            return try store.text(text, shaper, limits: bounds, open: open)
        } catch {
            if case .text(_, .tooMuchWork) = error { try Engine.check(deadline) }
            if case .text(_, .outlineTooLong) = error, most < TextLayout.mostSegments {
                throw .needsMemory(bytes: bytes + MemoryEstimate.bytesOfTextSegment, allowed: bytes)
            }
            throw error
        }
    }
}

/// The steps of `Engine.prepare`, in their order.
extension PreparedScene {
    /// Applies the animations, and checks the limits of the scene.
    mutating func present(_ reading: AssetReading) throws(RenderError) {
        scene = try rethrowing(try scene.presented(), as: RenderError.scene)
        try rethrowing(try reading.limits.scene.check(scene), as: RenderError.scene)
        count(sceneBytes: scene.byteCount)
        guard bytes <= reading.bytes else { throw .needsMemory(bytes: bytes, allowed: reading.bytes) }
        needs = SceneRequirements(scene)
    }

    /// Reads the SVG documents, whose sizes layouts need.
    mutating func readDocuments(_ reading: AssetReading) throws(RenderError) -> VectorContents {
        if unread.isEmpty { return VectorContents() }
        // The animations of documents run in scenes that play.
        let plays = scene.time > .zero || scene.canvas.duration != nil
        let documents = try VectorContents(
            unread, reading, at: plays ? scene.time.seconds : nil, within: reading.bytes - bytes)
        count(sceneBytes: documents.bytes)
        vectorSizes = documents.documents.mapValues(\.size)
        pictureDigests += documents.digests
        assets.add(documents.notices)
        return documents
    }

    /// Gives frames to the layers of layouts, for which it reads all pictures, and applies animations that wait for them.
    mutating func layOut(
        after original: Scene, _ reading: AssetReading, times: inout StageTimes
    ) throws(RenderError) {
        guard original.isAnimated || scene.needsLayout || original.needsLayout else { return }
        if scene.needsLayout {
            try readPictures(reading, times: &times)
            scene = try times.measure(.plan) { () throws(RenderError) in
                do throws(RenderError) {
                    return try laidOut(
                        shaper: reading.shaper, clock: reading.clock, limits: reading.limits, open: reading.open)
                } catch {
                    try Engine.check(reading.deadline)
                    throw error
                }
            }
        }
        resolve(try rethrowing(try scene.presented(afterLayoutOf: original), as: RenderError.scene))
    }

    /// Puts the layers of SVG documents in the place of the layers that show them.
    mutating func replace(_ documents: VectorContents, _ reading: AssetReading) throws(RenderError) {
        if documents.documents.isEmpty { return }
        let until = ThreadClock.nanoseconds + reading.clock.left
        let free = reading.bytes - bytes
        let replaced = try documents.replaced(in: scene) { (text) throws(RenderError) in
            try reading.ofTexts.set(text, within: free, until: until).layout
        }
        resolve(replaced)
        do { try reading.limits.scene.check(scene) } catch { throw .scene(error) }
    }

    private mutating func resolve(_ scene: Scene) {
        self.scene = scene
        assets.resolvedScene = scene
        needs = SceneRequirements(scene)
    }

    /// The pictures that are shown and were not read. SVG documents are read before.
    var unread: [SceneRequirements.Picture] {
        guard needs.pictures.contains(where: { assets.images[$0.source] == nil && vectorSizes[$0.source] == nil }) else {
            return []
        }
        let read = Set(pictures.map(\.needed.source))
        return needs.pictures.filter {
            assets.images[$0.source] == nil && vectorSizes[$0.source] == nil && !read.contains($0.source)
        }
    }

    // MARK: Pictures

    /// Reads the files of pictures.
    mutating func readPictures(_ reading: AssetReading, times: inout StageTimes) throws(RenderError) {
        for needed in unread {
            try Engine.check(reading.deadline)
            try times.measure(.read) { () throws(RenderError) in try read(needed, reading) }
            if reading.isAlone { try decode(reading.decoding, within: reading.bytes, times: &times) }
        }
    }

    private mutating func read(_ needed: SceneRequirements.Picture, _ reading: AssetReading) throws(RenderError) {
        let most = reading.bytes
        func check(_ needed: Int) throws(RenderError) {
            guard needed <= most else { throw .needsMemory(bytes: needed, allowed: most) }
        }
        let held = bytes
        let picture = try reading.store.picture(
            needed, in: PictureForm(of: scene.canvas), at: scene.time, after: earlier, limits: reading.limits.images,
            mayTake: { (size: Int) throws(RenderError) in try check(held + size) }, open: reading.open)
        let decoded = picture.bitmap == nil ? estimate(picture, reading.decoding) : 0
        if picture.moves {
            assets.movingSources.insert(needed.source)
            bytesOfMovingPictures += picture.bitmap?.byteCount ?? decoded
        }
        bytes += picture.bytes.count + decoded
        try check(bytes)
        if let digest = picture.digest { pictureDigests.append(digest) }
        if ImageDecoder.hasColors(outside: scene.canvas.colorSpace, picture.bytes) { clippedPictures.append(needed.place) }
        pictures.append((needed, picture))
    }

    /// Decodes all pictures that aren't decoded yet, and frees their files.
    ///
    /// - Parameter most: the bytes that the scene and its pictures may take while a picture is being decoded.
    mutating func decode(
        _ decoding: PictureDecoding, within most: Int = .max, times: inout StageTimes
    ) throws(RenderError) {
        for index in pictures.indices {
            let source = pictures[index].picture.source
            guard assets.images[source] == nil else { continue }
            try Engine.check(decoding.deadline)
            let file = pictures[index].picture.bytes.count
            // The total already counts this picture at its decoded size.
            let last = earlier[source]?.bitmap?.byteCount ?? 0
            let held = bytes - estimate(pictures[index].picture, decoding) + last
            var images = decoding.limits.images
            images.maximumBytes = min(images.maximumBytes, max(0, most - held))
            do throws(RenderError) {
                assets.images[source] = try times.measure(.decode) { () throws(RenderError) in
                    try decoding.store.decode(
                        &pictures[index].picture, pictures[index].needed, in: PictureForm(of: scene.canvas), after: earlier,
                        limits: images, work: decoding.limits.workInNanoseconds, keepsCoefficients: decoding.keepsCoefficients,
                        until: decoding.deadline)
                }
            } catch {
                if case .image(_, _, .tooManyBytes(_, _, _, let needed?, _)) = error,
                    needed <= decoding.limits.images.maximumBytes
                {
                    throw .needsMemory(bytes: held + needed, allowed: most)
                }
                throw error
            }
            // The codes that a device reads are those in the file.
            if pictures[index].picture.bitmap?.stream == nil { bytes -= file }
        }
    }

    private func estimate(_ picture: AssetStore.Picture, _ decoding: PictureDecoding) -> Int {
        let bytes = MemoryEstimate.decoded(
            picture.bytes, limits: decoding.limits.images, keepsCoefficients: decoding.keepsCoefficients)
        // A picture of 16 bits is drawn from up to four pictures of 8 bits.
        return scene.canvas.depth == .sixteen && ImageDecoder.isDeep(picture.bytes) ? 6 * bytes : bytes
    }

    // MARK: Texts

    /// Lays out the texts of a scene. The first text of a process triggers the search for fonts, which takes longer than
    /// decoding a photo, so the work starts at once if there are pictures to read.
    func settingTexts(_ reading: AssetReading) -> BackgroundResult<[AssetStore.SetText], RenderError>? {
        // Without texts, a process doesn't pay for the types of their layout.
        if needs.texts.isEmpty { return nil }
        let isBeside = reading.isAlone && !unread.isEmpty
        let free = reading.bytes - bytes
        let timeForTexts = reading.clock.left
        return BackgroundResult(startsNow: isBeside) { [needs, reading = reading.ofTexts] () throws(RenderError) in
            var texts: [AssetStore.SetText] = []
            var taken = 0
            let until = ThreadClock.nanoseconds + timeForTexts
            for text in needs.texts {
                let set = try reading.set(text, within: free - taken, until: until)
                taken += set.layout.elementCount * MemoryEstimate.bytesOfTextSegment
                texts.append(set)
            }
            return texts
        }
    }

    /// Takes the texts that were laid out.
    ///
    /// - Parameter laidOut: called for each text with its layout.
    mutating func take(
        _ set: [AssetStore.SetText], laidOut: ((TextPlacement, TextLayout) -> Void)?
    ) throws(RenderError) {
        for (text, set) in zip(needs.texts, set) {
            laidOut?(text.placement, set.layout)
            if let digest = set.digest { textDigests.append(digest) }
            let before = assets.glyphBytes
            try assets.add(set.layout, of: text, in: scene.canvas.colorSpace, without: vectorSizes)
            bytes += assets.glyphBytes - before
            // The outlines of glyphs that fonts keep for later texts count too.
            count(sceneBytes: 2 * set.layout.elementCount * MemoryLayout<Path.Element>.stride)
        }
    }
}
