import PenumbraGeometry
import PenumbraScene
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

extension SceneReference {
    /// "sharp·(1 − s) + blurred·s with s = shape × mask": the opacity is applied with the group.
    ///
    /// - Parameters:
    ///   - behind: the backdrop without the layer's own shadows, which is blurred.
    ///   - under: the backdrop with these shadows, which is sharp.
    func mixBackdrop(of layer: Layer, behind: Planes, under: Planes, _ place: Place, _ mask: Field?) -> Planes {
        // "The canvas counts as repeated beyond its edges."
        var picture = gathered(behind) { _, _ in 0 }
        if let blur = layer.backdropBlur {
            let sigma = blur.radius.value * place.map.meanScale
            if blur.isProgressive, let mask {
                picture = gathered(behind) { sigma * mask[$0, $1] }
            } else {
                picture = clampedBlur(behind, sigma: sigma)
            }
        }
        // "After a progressive `backdropBlur`, only colour functions are allowed."
        let isProgressive = layer.backdropBlur?.isProgressive ?? false && mask != nil
        for function in layer.backdropFilter {
            if isProgressive { guard case .color = function else { continue } }
            switch function {
            case .blur(let sigma): picture = clampedBlur(picture, sigma: sigma.value * place.map.meanScale)
            case .color(.opacity, _), .graph: break
            case .color(let function, let amount):
                for i in picture.values.indices { picture.values[i] = colorFiltered(picture.values[i], function, amount) }
            case .dropShadow(let offset, let radius, let color):
                let shadow = Shadow(color: color, offset: offset, radius: radius)
                var result = Planes(area)
                result.paint(color.premultiplied, through: outer(shadow, of: layer, picture.alpha, place))
                result.paint(picture)
                picture = result
            }
        }
        return .mix(under, picture, by: shareOfBackdrop(layer, place, mask))
    }

    /// The visible fraction of the filtered backdrop: the shape times the mask, unless the mask scales σ, times the filter's
    /// `opacity()`.
    func shareOfBackdrop(_ layer: Layer, _ place: Place, _ mask: Field?) -> Field {
        var path = outline(layer, place)
        if layer.replication == nil, case .shape(let shape) = layer.kind { path = shape.path }
        let shape = coverage(of: path, place)
        var result = layer.backdropBlur?.isProgressive ?? false ? shape : mask.map(shape.times) ?? shape
        for case .color(.opacity, let amount) in layer.backdropFilter {
            for i in result.values.indices { result.values[i] *= max(0, min(1, amount)) }
        }
        return result
    }

    /// Blurs with a constant σ, with the canvas repeated beyond its edges: rows, then columns.
    func clampedBlur(_ picture: Planes, sigma: Double) -> Planes {
        guard sigma > 0 else { return picture }
        var rows = picture
        for x in area.x..<area.maxX {
            let line = ClampedWeights(at: x, sigma: sigma, count: canvas.width)
            for y in 0..<canvas.height { rows[x, y] = line.sum(picture, row: y) }
        }
        var result = rows
        for y in area.y..<area.maxY {
            let line = ClampedWeights(at: y, sigma: sigma, count: canvas.height)
            for x in area.x..<area.maxX { result[x, y] = line.sum { rows[x, $0] } }
        }
        return result
    }

    /// Blurs with a separate σ per output pixel, gathering all pixels for each, with the canvas repeated beyond its edges.
    func gathered(_ picture: Planes, sigma: (Int, Int) -> Double) -> Planes {
        var result = picture
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let here = sigma(x, y)
                guard here > 0 || !canvas.contains(PixelRect(x: x, y: y, width: 1, height: 1)) else { continue }
                let columns = ClampedWeights(at: x, sigma: here, count: canvas.width)
                let rows = ClampedWeights(at: y, sigma: here, count: canvas.height)
                result[x, y] = rows.sum { columns.sum(picture, row: $0) }
            }
        }
        return result
    }
}

/// The weights of each pixel of a line at one position: the Gaussian's integral over the pixel. The first and last integrals
/// extend to infinity.
private struct ClampedWeights {
    let first: Int
    let weights: [Double]

    init(at place: Int, sigma: Double, count: Int) {
        let reach = Int((7 * sigma).rounded(.up)) + 1
        let pixels = min(max(0, place - reach), count - 1)..<max(1, min(count, place + reach + 1))
        // The Gaussian's integral up to the left edge of a pixel.
        func below(_ pixel: Int) -> Double {
            pixel == 0 ? 0 : pixel == count ? 1 : 0.5 * erfc((Double(place - pixel) + 0.5) / (sigma * 2.0.squareRoot()))
        }
        first = pixels.lowerBound
        weights = pixels.map { below($0 + 1) - below($0) }
    }

    /// The weighted sum of a row of a picture that holds the whole line.
    func sum(_ picture: Planes, row: Int) -> SIMD4<Double> {
        let start = (row - picture.area.y) * picture.area.width + first - picture.area.x
        precondition(first >= picture.area.x && first + weights.count <= picture.area.maxX)
        return picture.values[start..<start + weights.count].withUnsafeBufferPointer { values in
            var sum = SIMD4<Double>.zero
            for i in weights.indices { sum += values[i] * weights[i] }
            return sum
        }
    }

    func sum(_ value: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
        var sum = SIMD4<Double>.zero
        for i in weights.indices { sum += value(first + i) * weights[i] }
        return sum
    }
}
