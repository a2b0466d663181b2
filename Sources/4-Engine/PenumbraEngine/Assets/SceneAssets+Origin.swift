import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem

extension SceneAssets {
    /// The top left corner of a scene's picture in points of the canvas. It isn't zero where the picture grows to fit its
    /// content.
    package func pictureOrigin(of scene: Scene) throws(RenderError) -> Point {
        let scene = resolvedScene ?? scene
        return try rethrowing(
            try ScenePlanner.pictureOrigin(of: scene, images: images, texts: texts), as: RenderError.planning)
    }
}
