import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import Testing

/// The largest difference between a picture and its reference, and its position.
struct Difference: CustomStringConvertible {
    /// The difference in levels of 255 of premultiplied components: un-premultiplying magnifies rounding where alpha is small.
    var levels = 0.0
    var x = 0
    var y = 0
    var found = SIMD4<Double>.zero
    var truth = SIMD4<Double>.zero

    var description: String { "\(levels) at (\(x), \(y)): \(found) instead of \(truth)" }

    init(_ bitmap: Bitmap, _ reference: Planes) {
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let bytes = bitmap[x, y]
                let alpha = Double(bytes.w) / 255
                let found = SIMD4(
                    Double(bytes.x) * alpha, Double(bytes.y) * alpha, Double(bytes.z) * alpha, Double(bytes.w))
                let truth = reference[x, y] * 255
                for channel in 0..<4 where abs(found[channel] - truth[channel]) > levels {
                    levels = abs(found[channel] - truth[channel])
                    (self.x, self.y, self.found, self.truth) = (x, y, found, truth)
                }
            }
        }
    }
}

/// The CPU renderer's picture.
func drawn(_ scene: Scene, images: [ImageSource: Bitmap] = [:]) throws -> Bitmap {
    try CPURenderer().execute(try ScenePlanner.plan(scene, images: images))
}

/// Draws layers on a small page and expects the reference's picture.
func expectPicture(
    of layers: [Layer], images: [ImageSource: Bitmap] = [:], scale: Double, _ what: String = "",
    tolerance: Double = Tolerance.picture, margin: Int = 12,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let scene = page(layers, scale: scale)
    let difference = Difference(try drawn(scene, images: images), SceneReference(scene, images: images, margin: margin).draw())
    #expect(difference.levels <= tolerance, "scale \(scale) \(what): \(difference)", sourceLocation: sourceLocation)
}

/// A small page, measured in points. It isn't white, so that white shadows are visible.
func page(_ layers: [Layer], scale: Double = 1, background: Paint? = .rgb(0.9, 0.8, 0.6)) -> Scene {
    Scene(canvas: Canvas(size: Size(width: 48, height: 36), scale: scale, background: background), layers: layers)
}

/// Whole scales and a fractional one.
let scales = [1.0, 2, 3, 1.5]
