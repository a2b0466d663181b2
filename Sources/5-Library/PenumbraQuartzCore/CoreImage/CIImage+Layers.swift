import PenumbraBitmap
import PenumbraCoreGraphics

extension CIImage {
    /// The image as a layer, in a space whose y axis points down: a point (x, y) of the image lies at (x, −y).
    ///
    /// - Parameters:
    ///   - area: the part of the image that is needed.
    ///   - steps: the steps of images that were counted until now.
    func layer(for area: CGRect, in context: CIContext, _ steps: inout Int) throws -> CALayer {
        steps += 1
        guard steps <= Self.mostSteps else { throw LayerError.tooMany(allowed: Self.mostSteps) }
        let part = area.intersection(extent)
        guard !part.isEmpty else { return CALayer() }
        switch recipe {
        case .empty: return CALayer()
        case .picture(let image):
            let layer = CALayer()
            layer.frame = extent.flipped
            layer.contents = image
            return layer
        case .color(let color):
            let layer = CALayer()
            layer.frame = part.flipped
            layer.backgroundColor = color
            return layer
        case .filtered(let input, let filter):
            // Extents leave out the faint rest of a Gaussian, which counts where it comes from outside.
            let needed = filter.grown(area, deviations: 5).intersection(input.extent)
            guard !needed.isEmpty else { return CALayer() }
            let space = input.extent.isInfinite ? needed : input.extent
            let layer = CALayer(space: space.flipped, contents: try input.layer(for: needed, in: context, &steps))
            layer.filters = [filter.flipped(in: space, mixesLight: context.mixesLight)]
            return layer
        case .cropped(let input):
            let layer = CALayer(space: part.flipped, contents: try input.layer(for: part, in: context, &steps))
            layer.masksToBounds = true
            return layer
        case .transformed(let input, let map):
            guard map.a * map.d != map.b * map.c else { return CALayer() }
            let layer = CALayer(
                space: .zero, contents: try input.layer(for: area.applying(map.inverted()), in: context, &steps))
            layer.setAffineTransform(
                CGAffineTransform(a: map.a, b: -map.b, c: -map.c, d: map.d, tx: map.tx, ty: -map.ty))
            return layer
        case .over(let top, let bottom):
            let layer = CALayer(space: .zero, contents: try bottom.layer(for: area, in: context, &steps))
            layer.addSublayer(try top.layer(for: area, in: context, &steps))
            return layer
        case .clamped(let input): return try CIImage.clamped(input, for: area, in: context)
        case .average(let input, let rect):
            let layer = CALayer()
            layer.frame = part.flipped
            layer.backgroundColor = try context.drawnImage(input, from: rect).average(ofLight: context.mixesLight)
            return layer
        }
    }

    /// The most images that one is made of. An image may be used several times.
    private static let mostSteps = 1000

    /// A picture in the middle of eight layers, which repeat its edges up to the bounds of an area.
    private static func clamped(_ input: CIImage, for area: CGRect, in context: CIContext) throws -> CALayer {
        let middle = input.extent.integral
        let picture = try context.drawnImage(input, from: middle)
        let layer = CALayer(space: .zero, contents: nil)
        /// The sides of an area before, in and after the picture, each with the part of the picture that it shows.
        func parts(_ start: CGFloat, _ end: CGFloat, _ least: CGFloat, _ most: CGFloat) -> [(
            CGFloat, CGFloat, CGFloat, CGFloat
        )] {
            let pixel = 1 / (most - least)
            return [(min(start, least), least, 0, pixel), (least, most, 0, 1), (most, max(end, most), 1 - pixel, pixel)]
        }
        let (all, shown) = (area.flipped, middle.flipped)
        for (left, right, x, width) in parts(all.minX, all.maxX, shown.minX, shown.maxX) where right > left {
            for (top, bottom, y, height) in parts(all.minY, all.maxY, shown.minY, shown.maxY) where bottom > top {
                let part = CALayer()
                part.frame = CGRect(x: left, y: top, width: right - left, height: bottom - top)
                part.contents = picture
                part.contentsRect = CGRect(x: x, y: y, width: width, height: height)
                (part.minificationFilter, part.magnificationFilter) = (.nearest, .nearest)
                layer.addSublayer(part)
            }
        }
        return layer
    }
}

extension CGImage {
    /// The mean of all pixels, with the colours weighted by alpha.
    fileprivate func average(ofLight: Bool) -> CGColor {
        let space = CGColorSpace(name: ofLight ? CGColorSpace.linearSRGB : CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
        let values = (0...255).map { step -> Double in
            let value = CGFloat(step) / 255
            guard ofLight else { return Double(value) }
            let light = CGColor(red: value, green: value, blue: value, alpha: 1).converted(to: space, intent: .defaultIntent)
            return Double(light?.components?.first ?? value)
        }
        var sums = SIMD4<Double>.zero
        for y in 0..<height {
            for x in 0..<width {
                let pixel = bitmap[x, y]
                let alpha = Double(pixel.w) / 255
                let color = SIMD4(values[Int(pixel.x)], values[Int(pixel.y)], values[Int(pixel.z)], 1)
                sums += alpha * color
            }
        }
        guard sums.w > 0 else { return .clear }
        let parts = [sums.x / sums.w, sums.y / sums.w, sums.z / sums.w, sums.w / Double(width * height)].map { CGFloat($0) }
        return CGColor(colorSpace: space, components: parts) ?? .clear
    }
}

extension CGRect {
    /// The rectangle where the y axis has the other direction.
    fileprivate var flipped: CGRect { CGRect(x: minX, y: -maxY, width: width, height: height) }
}

extension CALayer {
    /// A layer whose sublayers have the coordinates of its superlayer.
    fileprivate convenience init(space: CGRect, contents: CALayer?) {
        self.init()
        anchorPoint = .zero
        bounds = space
        position = space.origin
        if let contents { addSublayer(contents) }
    }
}
