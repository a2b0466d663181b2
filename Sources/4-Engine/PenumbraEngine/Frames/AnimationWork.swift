import PenumbraBitmap
import PenumbraCodecs
import PenumbraFiles
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem

/// The work of an animation so far, and the most that it may take. All threads of the animation count here.
package final class AnimationWork: Sendable {
    /// Nanoseconds of one core.
    package let allowed: Int
    private let spent = Mutex(0)

    package init(allowed: Int) { self.allowed = allowed }

    /// Nanoseconds as seconds, for messages.
    package static func seconds(_ nanoseconds: Int) -> String { PlanningError.seconds(nanoseconds) }

    package var nanoseconds: Int { spent.withLock { $0 } }

    /// Counts the work of a frame. False if all frames together now take more than allowed.
    package func spend(_ nanoseconds: Int) -> Bool {
        spent.withLock { spent in
            spent = spent.addingReportingOverflow(nanoseconds).overflow ? .max : spent + nanoseconds
            return spent <= allowed
        }
    }
}

/// The work of a frame besides preparing and drawing it: comparing, copying and encoding it.
public struct FrameHandling: Hashable, Sendable {
    /// The nanoseconds of one core for each pixel of a frame, and for each pixel that differs from the frame before.
    public var ofPixel: Int
    public var ofChangedPixel: Int

    public init(ofPixel: Int = 1, ofChangedPixel: Int = 0) {
        (self.ofPixel, self.ofChangedPixel) = (ofPixel, ofChangedPixel)
    }

    /// The nanoseconds of one core that any frame takes.
    package static let ofAnyFrame = 100_000

    func work(pixels: Int, changed: Int) -> Int { Self.ofAnyFrame + ofPixel * pixels + ofChangedPixel * changed }

    /// The work of a frame that is drawn where it differs from the frame before.
    func work(drawing plan: RenderPlan, changed: Int) -> Int {
        let pixels = max(1, plan.width * plan.height)
        return work(pixels: pixels, changed: changed) + Int(Double(plan.work) * Double(changed) / Double(pixels))
    }
}

/// What a frame of an animation shows, found without decoding pictures and without laying out texts.
package struct FrameInputs {
    /// The pictures that move.
    package private(set) var motions: [ImageSource: PictureMotion] = [:]
    /// All pictures of files, whether or not they move.
    package private(set) var files: Set<String> = []
    /// The bytes of all texts that are laid out or placed again because the frame differs from the one before.
    package private(set) var changedTextBytes = 0

    /// - Parameters:
    ///   - other: the scene at the time of the frame before.
    ///   - images: pictures that are already decoded, which don't move.
    ///   - known: files that were looked at before.
    package init(
        _ scene: Scene, after other: Scene, images: [ImageSource: Bitmap], known: Set<String>, limits: RenderLimits,
        roots: FileRoots?
    ) throws(RenderError) {
        func presented(_ scene: Scene) throws(RenderError) -> Scene {
            var result = try rethrowing(try scene.presented(), as: RenderError.scene)
            result.time = .zero
            return result
        }
        let shown = try presented(scene)
        let needs = SceneRequirements(shown)
        for needed in needs.pictures where images[needed.source] == nil {
            switch needed.source {
            case .data(let bytes): motions[needed.source] = ImageDecoder.motion(of: bytes)
            case .file(let path):
                guard !known.contains(path) else { continue }
                files.insert(path)
                let file = try rethrowing(
                    try FileRoots.or("", roots).open(path), as: { RenderError.file(place: needed.place, $0) })
                // A file that doesn't fit in memory is refused when it is drawn.
                guard FileIdentity(file.status).size <= limits.pictureMemory else { continue }
                let bytes = try rethrowing(
                    try file.read(limit: limits.images.maximumFileBytes, raisedBy: .pictureFileSize),
                    as: { RenderError.file(place: needed.place, $0) })
                motions[needed.source] = ImageDecoder.motion(of: bytes)
            }
        }
        if try presented(other) != shown {
            changedTextBytes = needs.texts.reduce(0) { $0 + $1.placement.text.wholeString.utf8.count }
        }
    }
}
