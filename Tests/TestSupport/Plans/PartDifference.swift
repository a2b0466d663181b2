import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan

/// Describes how a part of a picture differs from the whole; nil if it doesn't.
package func partDifference(
    _ plan: RenderPlan, _ whole: Bitmap, _ wanted: PixelRect, draw: (RenderPlan) throws -> Bitmap
) rethrows -> String? {
    let (cropped, part) = plan.cropped(to: wanted)
    guard part.contains(wanted), cropped.width == part.width, cropped.height == part.height else {
        return "\(wanted) became \(part), \(cropped.width)×\(cropped.height)"
    }
    let drawn = try draw(cropped)
    for y in 0..<part.height {
        for x in 0..<part.width where drawn[x, y] != whole[part.x + x, part.y + y] {
            return "\(wanted) at (\(part.x + x), \(part.y + y)): \(drawn[x, y]), of the whole \(whole[part.x + x, part.y + y])"
        }
    }
    return nil
}

extension Bitmap {
    /// The first pixel outside an area that isn't transparent.
    package func firstPainted(outside area: PixelRect) -> (x: Int, y: Int)? {
        for y in 0..<height {
            for x in 0..<width where self[x, y].w != 0 {
                if x < area.x || y < area.y || x >= area.maxX || y >= area.maxY { return (x, y) }
            }
        }
        return nil
    }
}
