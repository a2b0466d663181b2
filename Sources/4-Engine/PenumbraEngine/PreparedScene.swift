import PenumbraBitmap
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

/// A scene whose files are read and whose texts are set.
package struct PreparedScene: Sendable {
    package let scene: Scene
    /// Texts as outlines, and the pictures that are decoded.
    package internal(set) var assets: SceneAssets
    /// What the picture is expected to take, of what is known so far.
    package var bytes: Int
    /// Digests of the pictures' files and of the texts' outlines, in the scene's order, where the store makes them.
    package internal(set) var pictureDigests: [Digest] = []
    package internal(set) var textDigests: [Digest] = []
    /// Pictures that the scene shows, each with the place that shows it.
    var pictures: [(needed: SceneRequirements.Picture, picture: AssetStore.Picture)] = []

    package init(_ scene: Scene, images: [ImageSource: Bitmap] = [:], bytes: Int) {
        self.scene = scene
        assets = SceneAssets(images: images)
        self.bytes = bytes
    }

    /// Drops what is not needed once the picture is drawn.
    package mutating func dropAssets() {
        assets = SceneAssets()
        pictures = []
    }
}

/// A picture whose passes are decided, and how they are drawn within its memory.
package struct PlannedPicture: Sendable {
    package let plan: RenderPlan
    /// The tiles that the processor draws it in; nil draws it as a whole.
    package let tile: TileSize?
    /// What drawing takes on the processor, in those tiles or as a whole.
    package let drawingBytes: Int
    /// Whether every tile is known to take no more.
    package let isCertain: Bool
    /// All that the picture takes while it is drawn.
    package let bytes: Int
}
