import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A σ that grows with the distance from a line. It stops growing at both sides of a box.
struct SigmaRamp: Hashable {
    /// σ in pixels at the least distance within the box.
    let low: Double
    /// σ in pixels at the largest distance.
    let high: Double
    /// The place across the box is across·x + down·y + constant, from 0 to 1, at device point (x, y).
    private let across: Double
    private let down: Double
    private let constant: Double
    /// The place of the line, which may lie outside the box.
    private let line: Double

    /// The least distance that makes a difference, in heights of the box.
    private let near: Double
    /// The largest distance, in heights of the box.
    private let far: Double

    /// Creates the ramp of a shadow. Nil if σ is the same everywhere.
    ///
    /// - Parameters:
    ///   - least: the smallest σ in pixels. Where the distance gives less, it is used instead.
    ///   - box: the rows between which σ grows, and the line, in the layer's own coordinates before the shadow's transform.
    ///   - slope: the growth of σ in pixels per point.
    ///   - toBox: the map from device points to the coordinates of `box`.
    init?(
        from sigma: Double, slope: Double, least: Double, rows box: ClosedRange<Double>, line: Double, _ toBox: AffineTransform
    ) {
        // Beyond the largest σ, no shadow is left.
        let farthest = max(0, (GaussianBlur.largestSigma - sigma) / slope)
        let top = max(box.lowerBound, min(box.upperBound, line - farthest))
        let bottom = min(box.upperBound, max(box.lowerBound, line + farthest))
        let height = bottom - top
        guard height > 0 else { return nil }
        let (a, b) = (abs(top - line), abs(bottom - line))
        let nearest = max((top...bottom).contains(line) ? 0 : min(a, b), (least - sigma) / slope)
        low = sigma + slope * nearest
        high = sigma + slope * max(a, b)
        (near, far) = (nearest / height, max(a, b) / height)
        across = toBox.b / height
        down = toBox.d / height
        constant = (toBox.ty - top) / height
        self.line = (line - top) / height
        guard high > low, across.isFinite, down.isFinite, constant.isFinite, self.line.isFinite else { return nil }
    }

    // MARK: - Positions

    /// The largest change of σ, in pixels per pixel.
    var steepness: Double { (high - low) * Point(across, down).length / (far - near) }

    /// The position on the ladder at a place across the box, 0…32768.
    private func position(at place: Double) -> Double {
        (abs(place - line) - near) / (far - near) * Double(Q15.one)
    }

    /// Returns the positions of the device pixels `pixels`, as a gradient.
    func shading(_ pixels: PixelRect) -> GradientShading {
        let length = Double(GradientShading.length)
        let (columns, rows) = GradientShading.entries(across * length, down * length, constant * length, pixels)
        let middle = near > 0 ? [line - near, line + near] : [line]
        let places = [0] + middle.filter { $0 > 0 && $0 < 1 } + [1]
        let starts = places.map { Int32(($0 * length).rounded()) }
        let values = places.map { UInt16(max(0, min(Double(Q15.one), position(at: $0).rounded()))) }
        let intervals = (1..<places.count).map { index in
            GradientShading.Interval(
                start: starts[index - 1], scale: GradientShading.Scale(width: starts[index] - starts[index - 1]),
                first: SIMD4(repeating: values[index - 1]), last: SIMD4(repeating: values[index]))
        }
        return GradientShading(geometry: .linear(columns: columns, rows: rows), intervals: intervals, isPremultiplied: true)
    }

    /// Returns a rectangle that holds the pixels of `pixels` whose positions lie in a range.
    func places(_ positions: ClosedRange<Int>, in pixels: PixelRect) -> PixelRect {
        // Positions are rounded a few times.
        let (low, high) = (Double(positions.lowerBound - 4), Double(positions.upperBound + 4))
        func distance(_ position: Double) -> Double { near + (far - near) * position / Double(Q15.one) }
        var result = PixelRect.empty
        for side in [-1.0, 1.0] {
            // Nearer to the line than the least distance, the position is 0.
            let (a, b) = (line + side * (positions.lowerBound <= 0 ? 0 : distance(low)), line + side * distance(high))
            var (from, to) = (min(a, b), max(a, b))
            // All points beyond a side of the box have the position of that side.
            if from <= 0 && to >= 0 { from = -.infinity }
            if to >= 1 && from <= 1 { to = .infinity }
            result = result.union(pixels.slab(from...to, across, down, constant))
        }
        return result
    }
}

extension ScenePlanner {
    /// Blurs the mask of a caster by a σ that grows from a line. See `blurredMask` for the parameters.
    mutating func blurredMask(
        _ ramp: SigmaRamp, shift: Point, extent: PixelRect, output: PixelRect, name: String,
        caster: (inout ScenePlanner, PixelRect) throws(PlanningError) -> PlacedMask?
    ) throws(PlanningError) -> BlurredMask? {
        let softest = GaussianBlur(sigma: ramp.high)
        guard let ladder = SigmaLadder.make(from: ramp.low, to: ramp.high) else {
            return try blurredMask(softest, shift: shift, extent: extent, output: output, name: name, caster: caster)
        }
        let output = extent.outset(x: softest.reach, y: softest.reach).intersection(output)
        guard !output.isEmpty, !extent.isEmpty else { return nil }
        let (dx, dy) = (extent.x, extent.y)
        let position = PlacedMask(
            surface: try addSurface(.mask, output, "σ of \(name)"), bounds: output.offset(x: -dx, y: -dy))
        plan.passes.append(.shade(target: position.surface, shading: ramp.shading(output)))
        let blur = GraduatedBlur(
            ladder, steepness: ramp.steepness, shift: shift,
            filled: PixelRect(x: 0, y: 0, width: extent.width, height: extent.height),
            output: [position.bounds], edge: .zero
        ) { positions, part in ramp.places(positions, in: part.offset(x: dx, y: dy)).offset(x: -dx, y: -dy) }
        let positions = try blur.positions(&self, position, name: name)
        let parts = try blur.run(&self, positions: positions, name: name) { (planner, pixels) throws(PlanningError) in
            guard var mask = try caster(&planner, pixels.offset(x: dx, y: dy)) else { return nil }
            mask.bounds = mask.bounds.offset(x: -dx, y: -dy)
            return mask
        }
        guard let part = parts?.first else { return nil }
        return BlurredMask(rows: part.mask.map { .stored($0.surface, bounds: output) } ?? .filtered(part.rows), bounds: output)
    }
}

extension PixelRect {
    /// Returns a rectangle that holds the pixels where across·x + down·y + constant lies in a range.
    func slab(_ places: ClosedRange<Double>, _ across: Double, _ down: Double, _ constant: Double) -> PixelRect {
        func place(_ x: Double, _ y: Double) -> Double { across * x + down * y + constant }
        let (minX, minY, maxX, maxY) = (Double(x), Double(y), Double(self.maxX), Double(self.maxY))
        let corners = [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
        var points: [Point] = []
        for (index, from) in corners.enumerated() {
            let to = corners[(index + 1) % 4]
            let (a, b) = (place(from.x, from.y), place(to.x, to.y))
            if places.contains(a) { points.append(from) }
            for border in [places.lowerBound, places.upperBound] where border > min(a, b) && border < max(a, b) {
                let share = (border - a) / (b - a)
                points.append(Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share))
            }
        }
        guard let first = points.first else { return .empty }
        var (low, high) = (first, first)
        for point in points {
            low = Point(min(low.x, point.x), min(low.y, point.y))
            high = Point(max(high.x, point.x), max(high.y, point.y))
        }
        return PixelRect(covering: Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)).outset(x: 1, y: 1)
            .intersection(self)
    }
}
