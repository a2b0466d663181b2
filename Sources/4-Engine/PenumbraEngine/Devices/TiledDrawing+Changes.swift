import PenumbraGeometry
import PenumbraPlan

extension TiledDrawing {
    /// Draws a picture that differs in some areas from an earlier picture of the same size and depth. Only these areas are
    /// drawn.
    ///
    /// - Parameters:
    ///   - picture: the earlier picture.
    ///   - changes: how the plan's picture follows from the earlier one.
    /// - Returns: the picture, and the number of its pixels that were drawn.
    package func draw<Form: FrameForm>(
        _ plan: RenderPlan, over picture: Form.Picture, by changes: PlanComparison.Changes, within limits: RenderLimits,
        as form: Form
    ) throws(RenderError) -> (picture: Form.Picture, drawnPixels: Int) {
        let cropper = PlanCropper(plan)
        var drawnPixels = 0
        var parts: [(area: PixelRect, picture: Form.Picture)] = []
        for area in changes.areas {
            let (part, drawn) = cropper.cropped(to: area)
            drawnPixels += drawn.width * drawn.height
            parts.append((drawn, try draw(part, within: limits, as: form)))
        }
        return (try form.changed(picture, by: changes, parts), drawnPixels)
    }
}
