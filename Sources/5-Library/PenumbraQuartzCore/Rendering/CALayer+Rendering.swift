import Foundation
import Penumbra
import PenumbraBitmap
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

extension CALayer {
    /// Draws the layer and its sublayers into a context, in the layer's own coordinates.
    ///
    /// What cannot be drawn makes the context's `makeImage()` fail.
    public func render(in ctx: CGContext) {
        let snapshot = LayerSnapshot.ofOwnCoordinates(self, at: currentTime)
        if let failure = snapshot.failure { ctx.refuse("render(in:)", "\(failure)") }
        let bounds = self.bounds.standardized
        ctx.saveGState()
        ctx.translateBy(x: bounds.minX, y: bounds.minY)
        // Shadows and sublayers reach beyond the bounds.
        let far = 4 * max(bounds.width, bounds.height) + 1000
        let reach = CGRect(x: -far, y: -far, width: bounds.width + 2 * far, height: bounds.height + 2 * far)
        ctx.draw(snapshot.layers, images: snapshot.images, reach: reach, call: "render(in:)")
        ctx.restoreGState()
    }

    /// Returns the layer with its sublayers as a scene, in which pictures are embedded.
    ///
    /// The layer's own coordinates are the canvas's: position, transform and the layers above have no effect.
    ///
    /// - Parameters:
    ///   - size: the canvas's size in points. Nil is the size of the bounds.
    ///   - scale: pixels per point.
    ///   - background: the colour behind the layer. Nil is transparent.
    ///   - time: the time outside all layers, for animations and emitters. Nil is the time of the tree's last frame.
    /// - Throws: `LayerError` for what scenes can't contain, and `DrawingError` for pictures that can't be embedded.
    public func scene(
        size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil, at time: CFTimeInterval? = nil
    ) throws -> Scene {
        let snapshot = LayerSnapshot.ofOwnCoordinates(self, at: time ?? currentTime)
        return try snapshot.embeddingImages().scene(size: size ?? bounds.size, scale: scale, background: background)
    }

    /// Draws the layer with its sublayers.
    ///
    /// - Parameters:
    ///   - size: the picture's size in points. Nil is the size of the bounds.
    ///   - scale: pixels per point.
    ///   - background: the colour behind the layer. Nil is transparent.
    ///   - time: the time outside all layers, for animations and emitters. Nil is the time of the tree's last frame.
    /// - Throws: `LayerError` or `RenderError` for what can't be drawn.
    public func makeImage(
        size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil, at time: CFTimeInterval? = nil
    ) throws -> CGImage {
        let size = size ?? bounds.size
        let canvas = Rect(
            origin: bounds.standardized.origin.scene, size: Size(width: Double(size.width), height: Double(size.height)))
        let snapshot = LayerSnapshot.ofOwnCoordinates(
            self, at: time ?? currentTime, seen: SnapshotBuilder.area(canvas, scale: Double(scale)))
        let scene = try snapshot.scene(size: size, scale: scale, background: background)
        return CGImage(try RendererPool.render(scene, images: snapshot.images))
    }
}

extension LayerSnapshot {
    /// The layers on a canvas.
    func scene(size: CGSize, scale: CGFloat, background: CGColor?, origin: CGPoint = .zero) throws -> Scene {
        if let failure { throw failure }
        let canvas = Canvas(
            size: Size(width: Double(size.width), height: Double(size.height)), scale: Double(scale),
            background: background.map { .color($0.scene) })
        guard origin != .zero else { return Scene(canvas: canvas, layers: layers) }
        let moved = Layer(
            frame: Rect(x: -Double(origin.x), y: -Double(origin.y), width: 0, height: 0), sublayers: layers)
        return Scene(canvas: canvas, layers: [moved])
    }

    /// The snapshot with the bytes of pictures inside the layers, as documents need them.
    func embeddingImages() throws -> LayerSnapshot {
        var sources: [ImageSource: ImageSource] = [:]
        for (source, bitmap) in images {
            guard case .file = source else { continue }
            sources[source] = .data([UInt8](try CGImage(bitmap).pngData()))
        }
        guard !sources.isEmpty else { return self }
        return LayerSnapshot(layers: layers.map { $0.embedding(sources) }, images: [:], failure: failure)
    }
}

extension Layer {
    fileprivate func embedding(_ sources: [ImageSource: ImageSource]) -> Layer {
        var result = self
        if case .image(var contents) = kind, let source = sources[contents.source] {
            contents.source = source
            result.kind = .image(contents)
        }
        result.mask = mask?.embedding(sources)
        result.sublayers = sublayers.map { $0.embedding(sources) }
        return result
    }
}
