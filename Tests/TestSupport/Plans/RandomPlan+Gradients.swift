import PenumbraPlan

extension RandomPlan {
    mutating func shade() {
        let format: Surface.Format = chance(0.3) ? .mask : .color
        let target = surface(format)
        plan.passes.append(
            .shade(target: target, shading: shading(width: plan[target].width, height: plan[target].height)))
        switch format {
        case .mask: masks.append(target)
        case .color: colors.append(target)
        }
    }

    /// A linear or round gradient for a surface of the given size.
    mutating func shading(width: Int, height: Int) -> GradientShading {
        let isPremultiplied = chance(0.5)
        let geometry: GradientShading.Geometry
        switch number(0...4) {
        case 0, 1:
            let (columns, rows) = places(width, height, unit: Double(GradientShading.length))
            geometry = .linear(columns: columns, rows: rows)
        case 2:
            let units: [Double] = [1, 40, 70_000, 536_870_912]
            let unit = units[number(0...3)]
            let (columnU, rowU) = places(width, height, unit: unit)
            let (columnV, rowV) = places(width, height, unit: unit)
            geometry = .conic(GradientShading.Places(columnU: columnU, columnV: columnV, rowU: rowU, rowV: rowV))
        default:
            geometry = .round(round(width, height))
        }
        return GradientShading(
            geometry: geometry, intervals: intervals(isPremultiplied: isPremultiplied), isPremultiplied: isPremultiplied)
    }

    private mutating func round(_ width: Int, _ height: Int) -> GradientShading.Round {
        let unit = Int(GradientShading.radiusUnit)
        let (columnU, rowU) = places(width, height, unit: Double(unit))
        let (columnV, rowV) = places(width, height, unit: Double(unit))
        let inner = chance(0.5) ? 0 : number(-unit / 8...2 * unit)
        let span =
            switch number(0...4) {
            case 0: 0
            case 1: number(1...20)
            case 2: number(1...1 << 30)
            default: number(1...2 * unit)
            }
        let (columnW, rowW) = chance(0.4) ? places(width, height, unit: Double(unit)) : ([], [])
        return GradientShading.Round(
            columnU: columnU, columnV: columnV, rowU: rowU, rowV: rowV, columnW: columnW, rowW: rowW,
            isHyperbolic: !columnW.isEmpty && chance(0.4), inner: Int32(inner), span: Int32(span))
    }

    /// The contributions of columns and rows to a position, usually about 0…`unit` over the surface.
    private mutating func places(_ width: Int, _ height: Int, unit: Double) -> (columns: [Int32], rows: [Int32]) {
        let limit = Double(GradientShading.largestEntry)
        func held(_ value: Double) -> Int32 { Int32(max(-limit, min(limit, value.rounded()))) }
        if chance(0.15) {
            let special = [limit, -limit, limit - 1, 0, 1, -1, unit, unit - 1, unit + 1, -unit, 2 * unit]
            return (
                (0..<width).map { _ in held(special[number(0...special.count - 1)]) },
                (0..<height).map { _ in held(special[number(0...special.count - 1)]) }
            )
        }
        let side = Double(max(width, height))
        let slope =
            switch number(0...5) {
            case 0: 2.0
            case 1: limit
            default: 2 * unit / side
            }
        let (a, b) = (number(-slope...slope), chance(0.2) ? 0 : number(-slope...slope))
        let start = number(-unit...unit)
        return (
            (0..<width).map { held(a * (Double($0) + 0.5) + start) }, (0..<height).map { held(b * (Double($0) + 0.5)) }
        )
    }

    /// One to six intervals, seldom up to 3,000, including hard stops, and occasionally with a scale that doesn't match their
    /// own length.
    private mutating func intervals(isPremultiplied: Bool) -> [GradientShading.Interval] {
        let length = Int(GradientShading.length)
        var cuts = [0, length]
        // Many must be within a shader's reach, as tables of filters.
        let isLarge = largestSigma >= 9 && chance(0.1)
        for _ in 0..<(isLarge ? number(12...3000) : number(0...5)) {
            let special = [0, 1, length / 2, length - 1, length]
            cuts.append(chance(0.3) ? special[number(0...4)] : number(0...length))
        }
        cuts.sort()
        var result: [GradientShading.Interval] = []
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            // No position lies in an interval of zero length, unless it is the last interval.
            if start == end && start < length && chance(0.8) { continue }
            var width = end - start
            if chance(0.1) {
                // One colour from end to end.
                width = 0
            } else if chance(0.15) {
                width += number(0...1 << 20)
            } else if width >= 8 && chance(0.15) {
                width -= 1
            }
            result.append(
                GradientShading.Interval(
                    start: Int32(start), scale: GradientShading.Scale(width: Int32(width)),
                    first: stop(isPremultiplied), last: stop(isPremultiplied)))
        }
        return result
    }

    private mutating func stop(_ isPremultiplied: Bool) -> SIMD4<UInt16> {
        if isPremultiplied {
            let color = color()
            return SIMD4(color.red, color.green, color.blue, color.alpha)
        }
        var result = SIMD4<UInt16>()
        for channel in 0..<4 {
            result[channel] = chance(0.3) ? (chance(0.5) ? 0 : UInt16(Q15.one)) : UInt16(number(0...Int(Q15.one)))
        }
        return result
    }
}
