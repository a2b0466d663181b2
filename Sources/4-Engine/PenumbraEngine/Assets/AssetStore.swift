import PenumbraBitmap
import PenumbraCodecs
import PenumbraFiles
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Reads the pictures and texts of scenes, and keeps them for later scenes.
package final class AssetStore: Sendable {
    /// A picture that a scene shows.
    package struct Picture: Sendable {
        package var source: ImageSource
        /// The digest of the file's bytes. Nil in a store that makes no digests.
        package var digest: Digest?
        /// The file's bytes, until they have been decoded.
        package var bytes: [UInt8]
        package var bitmap: Bitmap?
        /// The frame of a picture that moves.
        var frame = 0
        /// Whether the picture changes with time.
        var moves = false
    }

    /// A file whose bytes were read.
    private struct KnownFile {
        var digest: Digest
        var timeline: FrameTimeline
        /// The file's bytes, if the picture moves and they are short enough to be kept.
        var bytes: [UInt8]?
    }

    package struct SetText: Sendable {
        package var layout: TextLayout
        /// The digest of the outlines. Nil in a store that makes no digests.
        package var digest: Digest?
        /// The scale for which pictures of glyphs were chosen. Nil if there are none.
        var pixelsPerPoint: Double?
    }

    // Without a budget there are none: the first cache of a kind costs a process half a million instructions.
    private let pictures: ContentCache<PictureKey, Bitmap>?
    private let files: ContentCache<FileIdentity, KnownFile>?
    private let texts: ContentCache<TextKey, SetText>?
    /// True when assets are identified by their contents and kept.
    private let makesDigests: Bool

    private static let bytesOfEntry = 256

    /// The part of a budget that decoded pictures may take.
    package static func pictureShare(of budget: Int) -> Int { budget * 3 / 4 }

    /// - Parameters:
    ///   - budget: the bytes to keep. Nil keeps no assets and makes no digests.
    ///   - keepsAtOnce: whether pictures and texts are kept when they are first shown, because frames will show them again.
    package init(budget: Int?, keepsAtOnce: Bool = false) {
        makesDigests = budget != nil
        guard let bytes = budget else {
            (pictures, files, texts) = (nil, nil, nil)
            return
        }
        pictures = ContentCache(budget: Self.pictureShare(of: bytes), keepsAtOnce: keepsAtOnce)
        files = ContentCache(budget: bytes / 16, keepsAtOnce: keepsAtOnce)
        texts = ContentCache(budget: bytes / 8, keepsAtOnce: keepsAtOnce)
    }

    /// A picture of a scene. Its file is read only if it is unknown or its bitmap wasn't kept.
    ///
    /// - Parameters:
    ///   - form: the colour space and the depth of the bitmap.
    ///   - time: the time for which a picture that moves is shown.
    ///   - mayTake: called before a file is read, with the file's length.
    ///   - open: called for each file, even if other scenes have already read it.
    func picture(
        _ needed: SceneRequirements.Picture, in form: PictureForm, at time: Time, after earlier: EarlierPictures,
        limits: ImageLimits, mayTake: (Int) throws(RenderError) -> Void, open: FileOpener
    ) throws(RenderError) -> Picture {
        func frame(_ timeline: FrameTimeline) throws(RenderError) -> Int {
            try rethrowing(
                try timeline.frame(at: time.numerator, time.denominator), as: { RenderError.image(needed, $0) })
        }
        let path: String
        switch needed.source {
        case .file(let file): path = file
        case .data(let bytes):
            let timeline = ImageDecoder.timeline(of: bytes)
            return picture(needed.source, bytes, form, frame: try frame(timeline), moves: timeline.moves, after: earlier)
        }
        let file = try rethrowing(try open(path), as: { RenderError.file(place: needed.place, $0) })
        let identity = FileIdentity(file.status)
        if makesDigests, let known = files?[identity] {
            let frame = try frame(known.timeline)
            let bitmap =
                pictures?[PictureKey(known.digest, form, frame: frame)]
                ?? earlier.bitmap(of: needed.source, known.digest, frame: frame)
            if bitmap != nil || known.bytes != nil {
                return Picture(
                    source: needed.source, digest: known.digest, bytes: bitmap == nil ? known.bytes ?? [] : [], bitmap: bitmap,
                    frame: frame, moves: known.timeline.moves)
            }
        }
        if identity.size <= limits.maximumFileBytes { try mayTake(identity.size) }
        let bytes = try rethrowing(
            try file.read(limit: limits.maximumFileBytes, raisedBy: .pictureFileSize),
            as: { RenderError.file(place: needed.place, $0) })
        let timeline = ImageDecoder.timeline(of: bytes)
        let picture = picture(
            needed.source, bytes, form, frame: try frame(timeline), moves: timeline.moves, after: earlier)
        if let files, let digest = picture.digest {
            // Each frame of a picture that moves is made from the same bytes.
            let kept = timeline.moves && bytes.count <= files.budget / 4 ? bytes : nil
            files.keep(
                KnownFile(digest: digest, timeline: timeline, bytes: kept),
                bytes: Self.bytesOfEntry + timeline.byteCount + (kept?.count ?? 0), for: identity)
        }
        return picture
    }

    private func picture(
        _ source: ImageSource, _ bytes: [UInt8], _ form: PictureForm, frame: Int, moves: Bool,
        after earlier: EarlierPictures
    ) -> Picture {
        let digest = makesDigests ? SHA256.digest(of: bytes) : nil
        let bitmap = digest.flatMap {
            pictures?[PictureKey($0, form, frame: frame)] ?? earlier.bitmap(of: source, $0, frame: frame)
        }
        // A picture that is already decoded takes no memory for its file.
        return Picture(
            source: source, digest: digest, bytes: bitmap == nil ? bytes : [], bitmap: bitmap, frame: frame, moves: moves)
    }

    /// Decodes a picture that isn't decoded yet.
    ///
    /// - Parameters:
    ///   - work: the nanoseconds of one core that the frames of a picture that moves may take, as estimated.
    ///   - deadline: checked before each of the frames that a frame needs.
    func decode(
        _ picture: inout Picture, _ needed: SceneRequirements.Picture, in form: PictureForm,
        after earlier: EarlierPictures = EarlierPictures(), limits: ImageLimits, work: Int = .max, keepsCoefficients: Bool,
        until deadline: ContinuousClock.Instant? = nil
    ) throws(RenderError) -> Bitmap {
        if let bitmap = picture.bitmap { return bitmap }
        let (bytes, frame, digest) = (picture.bytes, picture.frame, picture.digest)
        let decoded = try rethrowing(
            try frame == 0
                ? keepsCoefficients
                    ? ImageDecoder.decodeForDevice(bytes, limits: limits, depth: form.depth, to: form.space)
                    : ImageDecoder.decode(bytes, limits: limits, depth: form.depth, to: form.space)
                : ImageDecoder.decode(
                    bytes, frame: frame, limits: limits, work: work, to: form.space,
                    known: { number in
                        digest.flatMap {
                            pictures?[PictureKey($0, form, frame: number)]
                                ?? earlier.bitmap(of: needed.source, $0, frame: number)
                        }
                    },
                    mayContinue: { deadline.map { ContinuousClock().now < $0 } ?? true }),
            as: { RenderError.image(needed, $0) })
        guard let bitmap = decoded else { throw .late }
        picture.bytes = []
        picture.bitmap = bitmap
        if let digest { pictures?.keep(bitmap, bytes: bitmap.byteCount, for: PictureKey(digest, form, frame: frame)) }
        return bitmap
    }

    /// Lays out a text as outlines.
    func text(
        _ needed: SceneRequirements.TextBox, _ shaper: TextShaper, limits: TextLimits, open: @escaping FileOpener
    ) throws(RenderError) -> SetText {
        let text = needed.placement.text
        var key: TextKey?
        if makesDigests {
            // Open the fonts even if the text is kept: nobody may use a kept text without permission to read its fonts.
            let fonts = try text.fontFiles.map { font throws(RenderError) in
                try rethrowing(
                    FileIdentity(try open(font).status),
                    as: { RenderError.text(place: needed.place, TextError(font: font, $0)) })
            }
            key = TextKey(needed.placement, fonts)
        }
        if let key, let known = texts?[key], [nil, needed.pixelsPerPoint].contains(known.pixelsPerPoint) { return known }
        let layout = try rethrowing(
            try shaper.layout(
                text, width: needed.placement.width, height: needed.placement.height, pixelsPerPoint: needed.pixelsPerPoint,
                limits: limits, open: open),
            as: { RenderError.text(place: needed.place, $0) })
        let set = SetText(
            layout: layout, digest: makesDigests ? layout.digest : nil,
            pixelsPerPoint: layout.pictures.isEmpty ? nil : needed.pixelsPerPoint)
        let bytes = layout.elementCount * MemoryLayout<Double>.size * 8 + Self.bytesOfEntry
        if let key { texts?.keep(set, bytes: bytes, for: key) }
        return set
    }
}

/// The form in which a scene's pictures are decoded.
struct PictureForm: Hashable, Sendable {
    var space: ColorSpace
    /// The most bits per channel. A canvas of 8 bits rounds deeper pictures when they are decoded.
    var depth: PixelDepth

    init(of canvas: Canvas) { (space, depth) = (canvas.colorSpace, canvas.depth) }
}

/// A frame of a file's contents, decoded to a colour space.
private struct PictureKey: Hashable, Sendable {
    var digest: Digest
    var form: PictureForm
    var frame: Int

    init(_ digest: Digest, _ form: PictureForm, frame: Int) {
        (self.digest, self.form, self.frame) = (digest, form, frame)
    }
}

/// The facts that determine a text's outline, including the current state of its own font files.
private struct TextKey: Hashable, Sendable {
    /// A text takes long to hash, and a cache asks several times.
    private let hash: Int
    private let placement: TextPlacement
    private let fonts: [FileIdentity]

    init(_ placement: TextPlacement, _ fonts: [FileIdentity]) {
        (self.placement, self.fonts) = (placement, fonts)
        var hasher = Hasher()
        hasher.combine(placement)
        hasher.combine(fonts)
        hash = hasher.finalize()
    }

    static func == (a: TextKey, b: TextKey) -> Bool {
        a.hash == b.hash && a.placement == b.placement && a.fonts == b.fonts
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension RenderError {
    static func image(_ picture: SceneRequirements.Picture, _ error: ImageError) -> RenderError {
        guard case .file(let path) = picture.source else { return .image(place: picture.place, file: nil, error) }
        return .image(place: picture.place, file: path, error)
    }
}
