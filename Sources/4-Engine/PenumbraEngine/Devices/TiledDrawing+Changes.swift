import PenumbraBitmap
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
    package func draw(
        _ plan: RenderPlan, over picture: Bitmap, by changes: PlanComparison.Changes, within limits: RenderLimits
    ) throws(RenderError) -> (picture: Bitmap, drawnPixels: Int) {
        let cropper = PlanCropper(plan)
        var drawnPixels = 0
        var parts: [(area: PixelRect, picture: Bitmap)] = []
        for area in changes.areas {
            let (part, drawn) = cropper.cropped(to: area)
            drawnPixels += drawn.width * drawn.height
            parts.append((drawn, try draw(part, wanted: nil, within: limits)))
        }
        // Pixels are only scanned where the parts may have replaced the last transparent ones.
        let isOpaque: Bool? = parts.contains { !$0.picture.isOpaque } ? false : picture.isOpaque ? true : nil
        let bytes = plan.depth.bytesPerPixel
        let result = Bitmap(width: picture.width, height: picture.height, depth: plan.depth, isOpaque: isOpaque) { pixels in
            guard let target = pixels.baseAddress, let source = picture.pixels.baseAddress else { return }
            target.update(from: source, count: pixels.count)
            for area in changes.moved {
                for y in area.y..<area.maxY {
                    let from = (y - changes.dy) * picture.width + area.x - changes.dx
                    (target + bytes * (y * picture.width + area.x))
                        .update(from: source + bytes * from, count: bytes * area.width)
                }
            }
            for (area, part) in parts {
                guard let rows = part.pixels.baseAddress else { continue }
                for y in 0..<area.height {
                    (target + bytes * ((area.y + y) * picture.width + area.x))
                        .update(from: rows + bytes * y * area.width, count: bytes * area.width)
                }
                withExtendedLifetime(part) {}
            }
            withExtendedLifetime(picture) {}
        }
        return (result, drawnPixels)
    }
}
