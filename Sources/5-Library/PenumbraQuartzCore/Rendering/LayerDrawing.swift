import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraScene

/// What `draw(in:)` drew, as layers in the layer's bounds.
struct LayerDrawing {
    var layers: [Layer]
    var images: [ImageSource: Bitmap]
    var failure: DrawingError?
}

extension CALayer {
    /// Records `draw(in:)`.
    func recordDrawing() {
        drawing = nil
        let bounds = self.bounds.standardized
        guard bounds.size.width > 0, bounds.size.height > 0, bounds.size.width < 1e9, bounds.size.height < 1e9 else { return }
        delegate?.layerWillDraw(self)
        let context = CGContext(recording: bounds)
        for tile in tiles(bounds) {
            context.saveGState()
            if tile != bounds { context.clip(to: tile) }
            if let text = self as? CATextLayer, !text.isDrawnByItself {
                // The layer shows its text anyway.
                delegate?.draw(self, in: context)
            } else {
                draw(in: context)
            }
            context.restoreGState()
        }
        guard !context.layers.isEmpty || context.failure != nil else { return }
        drawing = LayerDrawing(layers: context.layers, images: context.images, failure: context.failure)
    }

    /// The parts in which a layer is drawn: all of it, or the tiles of a tiled layer.
    private func tiles(_ bounds: CGRect) -> [CGRect] {
        guard let tiled = self as? CATiledLayer else { return [bounds] }
        let scale = max(1e-3, Double(contentsScale))
        let width = Double(tiled.tileSize.width) / scale
        let height = Double(tiled.tileSize.height) / scale
        guard width > 0, height > 0 else { return [bounds] }
        let columns = (Double(bounds.width) / width).rounded(.up)
        let rows = (Double(bounds.height) / height).rounded(.up)
        // A tile of each point would never end.
        guard columns * rows <= Double(Self.mostTiles) else { return [bounds] }
        return (0..<Int(rows)).flatMap { row in
            (0..<Int(columns)).map { column in
                CGRect(
                    x: Double(bounds.minX) + Double(column) * width, y: Double(bounds.minY) + Double(row) * height,
                    width: width,
                    height: height
                ).intersection(bounds)
            }
        }
    }

    /// The most tiles of one layer.
    private static let mostTiles = 10_000
}
