import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension ScenePlanner {
    /// The top left corner of a scene's picture in points of the canvas. The corner differs from zero where the picture grows to
    /// fit its content.
    ///
    /// - Parameter scene: a scene that can be planned. None of its layers waits for a layout.
    /// - Throws: `PlanningError.noThread` only.
    package static func pictureOrigin(
        of scene: Scene, images: [ImageSource: Bitmap], texts: [TextPlacement: TextOutline]
    ) throws(PlanningError) -> Point {
        guard scene.canvas.fitsContent else { return .zero }
        let planner = ScenePlanner(width: 1, height: 1, images: images, texts: texts)
        let frame = try onDeepStack(for: scene) { () throws(PlanningError) in
            planner.content(of: scene, in: LayerSpace(canvasOf: scene))
        }
        return Point(Double(frame.x) / scene.canvas.scale, Double(frame.y) / scene.canvas.scale)
    }
}

extension LayerSpace {
    /// The coordinates of a scene's outermost layers, before the picture is moved to fit its content.
    init(canvasOf scene: Scene) {
        self.init(
            toDevice: .scale(scene.canvas.scale, scene.canvas.scale),
            bounds: Rect(origin: .zero, size: scene.canvas.size), light: scene.light.offset)
    }
}
