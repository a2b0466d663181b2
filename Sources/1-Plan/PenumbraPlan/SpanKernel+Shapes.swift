import PenumbraElementary

/// The kernels of lenses and of motion. The weight of a pixel is the part of the shape inside the pixel's square.
extension SpanKernel {
    /// The largest radius of a lens, and the longest side of a motion, in pixels.
    public static let largestRadius = 8192.0

    /// Makes a disc. Each weight is the exact area that the disc and a pixel share.
    ///
    /// - Parameter radius: pixels, at most `largestRadius`. Up to 1/2, the disc lies inside one pixel and changes nothing.
    public static func lens(radius: Double) -> SpanKernel {
        guard radius > 0.5 else { return onePixel(label: "lens \(decimal(radius))") }
        let disc = Disc(radius: min(radius, largestRadius))
        let reach = reach(of: disc.radius)
        let half = (0...reach).map(disc.row)
        return SpanKernel(
            (-reach...reach).map { half[abs($0)] }, firstRow: -reach, label: "lens \(decimal(radius))")
    }

    /// Makes a line through the pixel's middle. Each weight is the length that the line and a pixel share.
    ///
    /// - Parameters:
    ///   - x: half of the line's width in pixels, at most `largestRadius` in size.
    ///   - y: half of the line's height, downwards for a line that goes right and down. A line inside the pixel changes
    ///     nothing.
    public static func motion(x: Double, y: Double) -> SpanKernel {
        guard max(abs(x), abs(y)) > 0.5 else { return onePixel(label: "motion \(decimal(x)) \(decimal(y))") }
        let (width, height) = (min(abs(x), largestRadius), min(abs(y), largestRadius))
        let reach = reach(of: height)
        let isMirrored = (x < 0) != (y < 0)
        // Row j of a line that goes right and down. The line is the same after half a turn.
        func row(_ j: Int) -> Row {
            let own = Self.row(abs(j), ofLineWith: width, height)
            return (j < 0) == isMirrored || j == 0 ? own : own.mirrored
        }
        return SpanKernel(
            (-reach...reach).map(row), firstRow: -reach, label: "motion \(decimal(x)) \(decimal(y))")
    }

    private static func onePixel(label: String) -> SpanKernel { SpanKernel([Row(run: 0..<1)], firstRow: 0, label: label) }

    /// How many pixels beyond its own pixel a shape reaches that extends this far from the pixel's middle.
    package static func reach(of length: Double) -> Int { max(0, Int((min(length, largestRadius) - 0.5).rounded(.up))) }

    private static func decimal(_ number: Double) -> String { DecimalNumber.text((number * 100).rounded() / 100) }

    /// The row of a line from (−width, −height) to (width, height), for a row that the line reaches at or below its middle.
    /// Weights are lengths along the longer side.
    private static func row(_ j: Int, ofLineWith width: Double, _ height: Double) -> Row {
        let (top, bottom) = (max(-height, Double(j) - 0.5), min(height, Double(j) + 0.5))
        let isWide = width >= height
        // The line's part in the row, along its longer side.
        let slope = isWide ? height / width : width / height
        func along(_ y: Double, _ end: Double) -> Double { isWide ? (abs(y) >= height ? end : y / slope) : y * slope }
        let (left, right) = (along(top, j == 0 ? -width : width), along(bottom, width))
        // In the first row the line is the same on both sides of its middle.
        let (low, high) = j == 0 ? (-right, right) : (left, right)
        var result = Row()
        var runs: [Int] = []
        for i in Int((low + 0.5).rounded(.down))...max(Int((low + 0.5).rounded(.down)), Int((high - 0.5).rounded(.up))) {
            let (first, end) = (max(low, Double(i) - 0.5), min(high, Double(i) + 0.5))
            var weight = max(0, end - first)
            if !isWide {
                // Columns become lengths along the line's height.
                weight = slope * (bottom - top) < 1e-12 || high <= low ? bottom - top : weight / (high - low) * (bottom - top)
            }
            if weight >= 1 - 1e-9 { runs.append(i) } else if weight > 0 { result.edges.append((i, weight)) }
        }
        if let first = runs.first, let last = runs.last { result.run = first..<last + 1 }
        return result
    }

    /// The disc around a pixel's middle.
    private struct Disc {
        let radius: Double

        /// The row `j` at or below the middle.
        func row(_ j: Int) -> Row {
            let (top, bottom) = (max(0, Double(j) - 0.5), Double(j) + 0.5)
            var result = Row()
            // The pixels whose farthest corner is inside.
            var whole = -1
            if bottom < radius {
                whole = Int(((radius * radius - bottom * bottom).squareRoot() - 0.5).rounded(.down))
                // Squares are rounded.
                while whole >= 0, !holds(Double(whole) + 0.5, bottom) { whole -= 1 }
            }
            if whole >= 0 { result.run = -whole..<whole + 1 }
            var i = whole + 1
            while i == 0 ? top < radius : holds(Double(i) - 0.5, top) {
                let quarter = area(max(0, Double(i) - 0.5), Double(i) + 0.5, top, bottom)
                let area = quarter * (i == 0 ? 2 : 1) * (j == 0 ? 2 : 1)
                result.edges.append((i, area))
                if i > 0 { result.edges.append((-i, area)) }
                i += 1
            }
            return result
        }

        private func holds(_ x: Double, _ y: Double) -> Bool { x * x + y * y < radius * radius }

        /// The area shared with the rectangle x0…x1, y0…y1 of the first quadrant.
        private func area(_ x0: Double, _ x1: Double, _ y0: Double, _ y1: Double) -> Double {
            func chord(_ y: Double) -> Double { y < radius ? (radius * radius - y * y).squareRoot() : 0 }
            // Up to `flat`, the circle is above the rectangle; from `end`, below it.
            let (flat, end) = (min(x1, max(x0, chord(y1))), min(x1, max(x0, chord(y0))))
            func integral(_ x: Double) -> Double {
                let x = min(x, radius)
                return (x * chord(x) + radius * radius * Elementary.asin(x / radius)) / 2
            }
            return (flat - x0) * (y1 - y0) + max(0, integral(end) - integral(flat) - y0 * (end - flat))
        }
    }
}

extension SpanKernel.Row {
    fileprivate var mirrored: SpanKernel.Row {
        SpanKernel.Row(
            run: run.isEmpty ? run : 1 - run.upperBound..<1 - run.lowerBound, edges: edges.map { (-$0.column, $0.weight) })
    }
}
