import Foundation
import PenumbraBitmap
import PenumbraCodecs
import PenumbraGeometry
import PenumbraScene

extension CGContext {
    /// Draws an image. Its top edge lies at the largest y of the rectangle.
    ///
    /// - Parameter byTiling: repeats the image over the whole clip, with one tile in the rectangle.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        let rect = rect.standardized
        guard !rect.isNull, !rect.isInfinite, rect.scene.isFinite, rect.width > 0, rect.height > 0 else { return }
        guard !byTiling else { return drawTiles(of: image, rect) }
        let layer = layer(of: image, in: rect)
        let coverage = Path(rect.scene).applying(map)
        add(Painting(layer: layer, coverage: .shape(coverage, .nonzero, .black)), "draw")
    }

    /// Draws an image whose middle stretches.
    ///
    /// - Parameters:
    ///   - scale: the pixels of the image per unit of user space.
    ///   - center: the part that stretches, in unit coordinates from the top left.
    package func draw(_ image: CGImage, in rect: CGRect, scale: CGFloat, center: CGRect) {
        let rect = rect.standardized
        guard rect.width > 0, rect.height > 0, !rect.isInfinite, scale > 0 else { return }
        var layer = imageLayer(add(image), in: rect, interpolates: image.shouldInterpolate, isPlaced: false)
        if case .image(var contents) = layer.kind {
            contents.contentsCenter = center.scene
            contents.contentsScale = Double(scale)
            layer.kind = .image(contents)
        }
        layer.opacity = state.alpha
        add(Painting(layer: layer, coverage: .shape(Path(rect.scene).applying(map), .nonzero, .black)), "draw")
    }

    private func layer(of image: CGImage, in rect: CGRect) -> Layer {
        let source = add(image)
        var layer = imageLayer(source, in: rect, interpolates: image.shouldInterpolate)
        if image.isMask, case .image(var contents) = layer.kind, case .color(let color) = state.fill {
            contents.tint = sceneColor(color)
            layer.kind = .image(contents)
        }
        layer.opacity = state.alpha
        return layer
    }

    /// Keeps an image for the scene, in the context's colour space.
    func add(_ image: CGImage) -> ImageSource {
        let isP3 = if case .rgb(isP3: true, _)? = image.colorSpace?.kind { true } else { false }
        let showsP3 = pixels?.isP3 ?? false
        guard isP3 != showsP3, !image.isMask else {
            images[image.source] = image.bitmap
            return image.source
        }
        let source = ImageSource.file("cgimage:\(showsP3 ? "p3" : "srgb"):\(image.bitmap.digest)")
        if images[source] == nil {
            images[source] =
                showsP3
                ? ImageDecoder.converted(image.bitmap, to: .displayP3)
                : image.bitmap.mapped { ColorConversion.sRGB(fromP3: $0) }
        }
        return source
    }

    /// A picture that fills a rectangle of user space.
    ///
    /// - Parameter isPlaced: whether the layer may lie in the coordinates of the scene without a transform.
    func imageLayer(_ source: ImageSource, in rect: CGRect, interpolates: Bool, isPlaced: Bool = true) -> Layer {
        let rect = rect.standardized
        var interpolation: ImageInterpolation =
            switch state.interpolation {
            case .none: .nearest
            case .high: .lanczos
            case .default, .low, .medium: .area
            }
        if !interpolates { interpolation = .nearest }
        let kind = Layer.Kind.image(ImageContents(source: source, interpolation: interpolation))
        // A picture's rows run downward.
        let placing = PenumbraGeometry.AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: Double(rect.minX), ty: Double(rect.maxY))
            .concatenating(map)
        let size = Rect(x: 0, y: 0, width: Double(rect.width), height: Double(rect.height))
        if isPlaced, placing.b == 0, placing.c == 0, placing.a > 0, placing.d > 0 {
            return Layer(kind: kind, frame: size.transformed(by: placing))
        }
        return Layer(kind: kind, frame: size, transform: placing, anchorPoint: .zero)
    }

    private func drawTiles(of image: CGImage, _ rect: CGRect) {
        let area = state.clip.bounds(in: canvas)
        guard !area.isEmpty, let inverse = map.inverted else { return }
        let before = state.alpha
        state.alpha = 1
        let tile = layer(of: image, in: rect)
        state.alpha = before
        let seen = area.transformed(by: inverse)
        guard
            var layer = repeated(
                tile, step: CGSize(width: rect.width, height: rect.height), cell: rect.scene, over: seen, map: map,
                "draw(_:in:byTiling:)")
        else { return }
        layer.opacity = state.alpha
        add(Painting(layer: layer, coverage: .shape(Path(area), .nonzero, .black)), "draw")
    }

    /// Repeats a layer of the scene's coordinates over an area.
    ///
    /// - Parameters:
    ///   - step: the distances between copies, in the coordinates that `map` maps to the scene's.
    ///   - cell: the area of the layer in those coordinates.
    ///   - area: the area that copies must cover, in those coordinates.
    func repeated(
        _ layer: Layer, step: CGSize, cell: Rect, over area: Rect, map: PenumbraGeometry.AffineTransform, _ call: String
    ) -> Layer? {
        func range(_ step: Double, _ low: Double, _ high: Double, _ areaLow: Double, _ areaHigh: Double) -> (Int, Int)? {
            guard step != 0 else { return (0, 1) }
            let size = abs(step)
            let first = ((areaLow - high) / size).rounded(.down) + 1
            let last = ((areaHigh - low) / size).rounded(.up) - 1
            guard first.isFinite, last.isFinite, abs(first) < 1e6, abs(last) < 1e6 else { return nil }
            return last >= first ? (Int(first), Int(last - first) + 1) : (0, 0)
        }
        let (stepX, stepY) = (abs(Double(step.width)), abs(Double(step.height)))
        guard let columns = range(stepX, cell.minX, cell.maxX, area.minX, area.maxX),
            let rows = range(stepY, cell.minY, cell.maxY, area.minY, area.maxY),
            columns.1 <= Self.mostTiles, rows.1 <= Self.mostTiles, columns.1 * rows.1 <= Self.mostTiles
        else {
            fail(call, "the pattern has more than \(Self.mostTiles) tiles; use larger tiles")
            return nil
        }
        guard columns.1 > 0, rows.1 > 0 else { return nil }
        func shift(_ x: Double, _ y: Double) -> PenumbraGeometry.AffineTransform {
            let offset = Point(x, y).applyingLinearPart(of: map)
            return .translation(offset.x, offset.y)
        }
        var row = Layer.group([layer])
        row.replication = Replication(count: columns.1, transform: shift(stepX, 0))
        var all = Layer.group([row], shift(Double(columns.0) * stepX, Double(rows.0) * stepY))
        all.replication = Replication(count: rows.1, transform: shift(0, stepY))
        return all
    }

    /// The most tiles of a pattern.
    private static let mostTiles = 20_000
}

extension ColorConversion {
    /// A pixel of sRGB with the colour of a pixel of Display P3, clipped channel by channel.
    static func sRGB(fromP3 value: SIMD4<UInt8>) -> SIMD4<UInt8> {
        let components = (0..<4).map { Double(value[$0]) / 255 }
        return color(components, in: .rgb(isP3: true, isLinear: false)).bytes
    }
}
