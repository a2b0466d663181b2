import Foundation
import Penumbra
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraEngine
import PenumbraGeometry
import PenumbraScene

/// The picture of a layer that is drawn once for several frames.
struct RasterizedLayer {
    /// The layer that the picture shows, at a scale.
    let content: Layer
    let scale: Double
    let image: CGImage
    /// The place of the picture in the layer's bounds.
    let place: Rect
}

extension SnapshotBuilder {
    /// A layer as a picture with `rasterizationScale` pixels per point. An equal layer of an earlier frame has its picture.
    ///
    /// Shadows, filters and mask are in the picture. Opacity, mode and place aren't.
    func rasterized(_ body: Layer, of layer: CALayer) -> Layer {
        let bounds = body.frame ?? .zero
        let scale = layer.rasterizationScale > 0 && layer.rasterizationScale.isFinite ? Double(layer.rasterizationScale) : 1
        guard failure == nil else { return body }
        let made: RasterizedLayer
        if let known = layer.rasterized, known.scale == scale, known.content == body {
            made = known
        } else {
            do {
                guard let drawn = try draw(body, bounds, scale) else { return Layer(name: body.name, frame: bounds) }
                made = drawn
                layer.rasterized = drawn
            } catch {
                fail(.drawing(error, layer: layer.label))
                return body
            }
        }
        let picture = Layer(kind: .image(ImageContents(source: source(made.image))), frame: made.place)
        return Layer(name: body.name, frame: bounds, sublayers: [picture])
    }

    private func draw(_ body: Layer, _ bounds: Rect, _ scale: Double) throws(RenderError) -> RasterizedLayer? {
        // The picture grows to hold shadows and sublayers beyond the bounds.
        let canvas = Canvas(size: .zero, scale: scale, fitsContent: true)
        let scene = Scene(canvas: canvas, layers: [body])
        return try RendererPool.with { renderer throws(RenderError) in
            let assets = try renderer.assets(for: scene, images: images.all)
            let origin = try assets.pictureOrigin(of: scene)
            let bitmap = try renderer.execute(try renderer.plan(scene, assets: assets))
            let place = Rect(
                x: origin.x, y: origin.y, width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
            return RasterizedLayer(content: body, scale: scale, image: CGImage(bitmap), place: place)
        }
    }
}
