import PenumbraElementary

extension Path.Arc {
    /// Returns the point at angle `theta`, in radians. Quarter turns from an angle of zero are exact.
    public func point(at theta: Double) -> Point {
        let (cosine, sine) = Self.cosineAndSine(theta)
        return center + cosine * xAxis + sine * yAxis
    }

    public var startPoint: Point { point(at: startAngle) }
    public var endPoint: Point { point(at: startAngle + sweep) }

    public func applying(_ transform: AffineTransform) -> Path.Arc {
        Path.Arc(
            center: center.applying(transform),
            xAxis: xAxis.applyingLinearPart(of: transform),
            yAxis: yAxis.applyingLinearPart(of: transform),
            startAngle: startAngle, sweep: sweep)
    }

    static func cosineAndSine(_ theta: Double) -> (Double, Double) {
        let quarters = theta / (.pi / 2)
        let nearest = quarters.rounded()
        if abs(quarters - nearest) < 1e-12, abs(nearest) < 1e9 {
            switch ((Int(nearest) % 4) + 4) % 4 {
            case 0: return (1, 0)
            case 1: return (0, 1)
            case 2: return (-1, 0)
            default: return (0, -1)
            }
        }
        return Elementary.cosineAndSine(theta)
    }
}
