import PenumbraEngine
import PenumbraPlan

extension TiledDrawing {
    /// Chooses how to draw a plan in some bytes of surfaces and tiles.
    package func choose(
        _ plan: RenderPlan, inRoom bytes: Int, keepsPicture: Bool = true, multiple: Int = 1
    ) -> DrawingChoice {
        var needs = DrawingChoice.Needs()
        (needs.keepsPicture, needs.multiple) = (keepsPicture, multiple)
        let held = (keepsPicture ? plan.pictureBytes : 0) + plan.bytesOfSteps + plan.bytesOfTables
        return choose(plan, within: held + bytes, needs)
    }
}
