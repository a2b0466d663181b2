import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

/// A scene whose files are read and whose texts are laid out.
package struct PreparedScene: Sendable {
    /// The scene. Once it is prepared, no layer waits for a layout.
    package internal(set) var scene: Scene
    /// The texts as outlines, and the decoded pictures.
    package internal(set) var assets: SceneAssets
    /// The bytes that the picture is expected to take, as far as known.
    package var bytes: Int
    /// The bytes of the pictures that change with time, which an animation holds twice: of a frame and of the frame before.
    package internal(set) var bytesOfMovingPictures = 0
    /// Digests of the pictures' files and of the texts' outlines, in the scene's order. Empty if the store makes no digests.
    package internal(set) var pictureDigests: [Digest] = []
    package internal(set) var textDigests: [Digest] = []
    /// The places of pictures whose profile has colours that the canvas's colour space clips.
    var clippedPictures: [String] = []
    /// The sizes of the SVG documents that the scene shows, in points.
    var vectorSizes: [ImageSource: Size] = [:]
    /// The pictures and texts of the scene as it is now.
    var needs = SceneRequirements()
    /// The pictures of an earlier frame of the scene.
    var earlier = EarlierPictures()
    /// The pictures that the scene shows, each with its place in the scene.
    var pictures: [(needed: SceneRequirements.Picture, picture: AssetStore.Picture)] = []

    package init(_ scene: Scene, images: [ImageSource: Bitmap] = [:], bytes: Int) {
        self.scene = scene
        assets = SceneAssets(images: images)
        self.bytes = bytes
    }

    /// Counts memory of layers or of outlines.
    mutating func count(sceneBytes bytes: Int) {
        assets.sceneBytes += bytes
        self.bytes += bytes
    }

    /// Drops everything that isn't needed once the picture is drawn.
    package mutating func dropAssets() {
        assets = SceneAssets()
        pictures = []
    }
}

/// A picture with its passes, and how they are drawn on the processor.
package struct PlannedPicture: Sendable {
    package let plan: RenderPlan
    package let choice: DrawingChoice
    /// The pictures whose codes a device reads.
    let unread: [UnreadPicture]
    /// The bytes that the picture takes in total while it is drawn.
    package var bytes: Int { choice.bytes }

    init(plan: RenderPlan, choice: DrawingChoice, unread: [UnreadPicture]) {
        (self.plan, self.choice, self.unread) = (plan, choice, unread)
    }
}

/// A JPEG whose codes nobody may have read, and the place where the scene shows it.
struct UnreadPicture: Sendable {
    let bitmap: Bitmap
    let stream: JPEGStream
    let needed: SceneRequirements.Picture

    /// Reads the codes on this thread, unless they are read.
    ///
    /// - Throws: `RenderError.image` if they are damaged.
    func settle() throws(RenderError) {
        _ = try rethrowing(try stream.settle(), as: { RenderError.image(needed, $0) })
    }
}

extension PreparedScene {
    /// The pictures whose codes nobody may have read.
    var unreadPictures: [UnreadPicture] {
        pictures.compactMap { needed, picture in
            guard let bitmap = picture.bitmap, let stream = bitmap.stream else { return nil }
            return UnreadPicture(bitmap: bitmap, stream: stream, needed: needed)
        }
    }

    /// Reads the codes of all pictures on this thread.
    func settlePictures() throws(RenderError) {
        for picture in unreadPictures { try picture.settle() }
    }
}
