import PenumbraGeometry
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// A picture in double precision, with one premultiplied sRGB-encoded vector (red, green, blue, alpha; 0…1) per pixel.
struct Planes {
    let area: PixelRect
    var values: [SIMD4<Double>]

    /// A picture that is transparent or filled with a premultiplied colour.
    init(_ area: PixelRect, filledWith color: SIMD4<Double> = .zero) {
        self.area = area
        values = Array(repeating: color, count: area.width * area.height)
    }

    /// The pixel (x, y) of the plane, which must be inside.
    subscript(x: Int, y: Int) -> SIMD4<Double> {
        get { values[(y - area.y) * area.width + x - area.x] }
        set { values[(y - area.y) * area.width + x - area.x] = newValue }
    }

    var alpha: Field {
        var field = Field(area)
        for i in values.indices { field.values[i] = values[i].w }
        return field
    }

    /// Source-over of a premultiplied colour through a mask of 0…1.
    mutating func paint(_ color: SIMD4<Double>, through mask: Field) {
        for i in values.indices {
            let source = color * mask.values[i]
            values[i] = source + values[i] * (1 - source.w)
        }
    }

    /// Source-over of a picture.
    mutating func paint(_ picture: Planes, opacity: Double = 1) {
        for i in values.indices {
            let source = picture.values[i] * opacity
            values[i] = source + values[i] * (1 - source.w)
        }
    }

    mutating func multiply(by mask: Field) {
        for i in values.indices { values[i] *= mask.values[i] }
    }

    /// a·(1 − s) + b·s.
    static func mix(_ a: Planes, _ b: Planes, by s: Field) -> Planes {
        var result = a
        for i in result.values.indices { result.values[i] = a.values[i] * (1 - s.values[i]) + b.values[i] * s.values[i] }
        return result
    }

    /// The picture blurred, with transparency beyond its edges.
    func blurred(sigma: Double) -> Planes {
        guard sigma > 0 else { return self }
        var result = self
        for channel in 0..<4 {
            var field = Field(area)
            for i in values.indices { field.values[i] = values[i][channel] }
            let blurred = trueGaussian(field, sigma: sigma, in: area)
            for i in values.indices { result.values[i][channel] = blurred.values[i] }
        }
        return result
    }
}

extension Field {
    /// Maps each value separately.
    func map(_ change: (Double) -> Double) -> Field {
        var result = self
        for i in values.indices { result.values[i] = change(values[i]) }
        return result
    }

    /// The product of two fields at the same position.
    func times(_ other: Field) -> Field {
        var result = self
        for i in values.indices { result.values[i] *= other.values[i] }
        return result
    }

    /// The field moved by `offset` pixels under a Gaussian. The kernel moves; at σ 0 the field is interpolated linearly.
    func blurred(sigma: Double, movedBy offset: Point) -> Field {
        let whole = Point(offset.x.rounded(), offset.y.rounded())
        let part = offset - whole
        let placed = pixels.offset(x: -Int(whole.x), y: -Int(whole.y))
        var result = Field(pixels)
        result.values =
            (sigma > 0 ? trueGaussian(self, sigma: sigma, shift: part, in: placed) : interpolated(part, in: placed)).values
        return result
    }

    /// The field moved by `offset` pixels, with each pixel under a Gaussian of its own σ.
    func gathered(movedBy offset: Point, sigma: (Int, Int) -> Double) -> Field {
        /// The weights of the pixels from `first` on that lie in a range.
        func weights(_ place: Int, _ offset: Double, _ sigma: Double, _ range: Range<Int>) -> (first: Int, weights: [Double]) {
            let middle = Double(place) - offset
            let reach = 7 * sigma + 1
            let low = max(range.lowerBound, Int((middle - reach).rounded(.down)))
            let high = min(range.upperBound - 1, Int((middle + reach).rounded(.up)))
            guard low <= high else { return (low, []) }
            guard sigma > 0 else { return (low, (low...high).map { max(0, 1 - abs(Double($0) - middle)) }) }
            let scale = 1 / (sigma * 2.0.squareRoot())
            let below = (low...high + 1).map { erf((Double($0) - middle - 0.5) * scale) }
            return (low, zip(below, below.dropFirst()).map { 0.5 * ($1 - $0) })
        }
        var result = Field(pixels)
        let painted = (pixels.y..<pixels.maxY).map { self.painted(inRow: $0) }
        for y in pixels.y..<pixels.maxY {
            for x in pixels.x..<pixels.maxX {
                let here = sigma(x, y)
                let columns = weights(x, offset.x, here, pixels.x..<pixels.maxX)
                let rows = weights(y, offset.y, here, pixels.y..<pixels.maxY)
                let reached = columns.first..<columns.first + columns.weights.count
                for (row, weight) in zip(rows.first..., rows.weights) {
                    guard let range = painted[row - pixels.y]?.clamped(to: reached), !range.isEmpty else { continue }
                    let used = columns.weights[range.lowerBound - columns.first..<range.upperBound - columns.first]
                    result[x, y] += weight * sum(row: row, from: range.lowerBound, times: used)
                }
            }
        }
        return result
    }

    private func interpolated(_ shift: Point, in target: PixelRect) -> Field {
        var result = Field(target)
        for y in target.y..<target.maxY {
            for x in target.x..<target.maxX {
                var sum = 0.0
                for v in -1...1 {
                    for u in -1...1 {
                        let weight = max(0, 1 - abs(Double(u) + shift.x)) * max(0, 1 - abs(Double(v) + shift.y))
                        if weight > 0 { sum += weight * self[x + u, y + v] }
                    }
                }
                result[x, y] = sum
            }
        }
        return result
    }
}
