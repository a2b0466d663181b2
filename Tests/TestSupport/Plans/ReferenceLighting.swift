import PenumbraGeometry
import PenumbraPlan

/// `FilterPixels.Lighting` from its formulas.
extension ReferenceExecutor {
    /// - Parameter alpha: the alpha at a place of the input.
    func lit(
        _ light: FilterPixels.Lighting, column: Int, row: Int, at place: (x: Int, y: Int), alpha: (Int, Int) -> Int
    ) -> [Int] {
        func half(_ shift: Int32) -> Int { (1 << Int(shift)) >> 1 }
        let raised = checked(alpha(place.x, place.y) * Int(light.height.scale) + half(light.height.shift))
        let direction = fit([
            Int(light.columns[column]), Int(light.rows[row]), Int(light.height.base) - (raised >> Int(light.height.shift)),
        ])
        let normal = normal(light, place, alpha)
        var level: Int?
        if let highlight = light.highlight {
            if let length = square(direction) {
                let between = fit([direction[0], direction[1], direction[2] + power(length >> 1, bits: 0)])
                level = raise(cosine(normal, between), highlight)
            }
        } else {
            level = cosine(normal, direction)
        }
        if let cone = light.cone, let known = level {
            let inside = cosine(direction, cone.axis.map { Int($0) })
            let part = inside.flatMap { $0 >= Int(cone.edge) ? raise($0, cone.exponent) : nil }
            level = part.map { known + $0 }
        }
        let parts = (0..<3).map { channel in
            guard let level else { return 0 }
            let sum = checked(level + Int(light.colors[channel]))
            return sum >= 0 ? 32768 : power(sum, bits: 15)
        }
        return parts + [light.highlight == nil ? 32768 : parts.max()!]
    }

    private func normal(_ light: FilterPixels.Lighting, _ place: (x: Int, y: Int), _ alpha: (Int, Int) -> Int) -> [Int] {
        let area = light.area
        // The place of a missing neighbour is the pixel's own.
        func neighbours(_ own: Int, _ whole: Range<Int>) -> [Int] {
            [own > whole.lowerBound ? own - 1 : own, own, own < whole.upperBound - 1 ? own + 1 : own]
        }
        let (columns, rows) = (neighbours(place.x, area.columns), neighbours(place.y, area.rows))
        func height(_ x: Int, _ y: Int) -> Int { area.columns.contains(x) && area.rows.contains(y) ? alpha(x, y) : 0 }
        func weight(_ index: Int, _ own: Bool) -> Int { index == 1 ? 2 : own ? 1 : 0 }
        var (across, down) = (0, 0)
        for index in 0..<3 {
            let rowThere = index == 0 ? rows[0] < place.y : rows[2] > place.y
            let columnThere = index == 0 ? columns[0] < place.x : columns[2] > place.x
            across += weight(index, rowThere) * (height(columns[2], rows[index]) - height(columns[0], rows[index]))
            down += weight(index, columnThere) * (height(columns[index], rows[2]) - height(columns[index], rows[0]))
        }
        let (missesColumn, missesRow) = (columns[2] - columns[0] < 2, rows[2] - rows[0] < 2)
        let half = (1 << Int(light.slopes.shift)) >> 1
        func slope(_ sum: Int, _ factor: Int32, _ isDoubled: Bool) -> Int {
            checked((checked(sum * Int(factor) + half) >> Int(light.slopes.shift)) * (isDoubled ? 2 : 1))
        }
        return fit([
            -slope(across, light.slopes.across[missesRow ? 1 : 0], missesColumn),
            -slope(down, light.slopes.down[missesColumn ? 1 : 0], missesRow), 16384,
        ])
    }

    private func checked(_ value: Int) -> Int {
        precondition(abs(value) < 1 << 31)
        return value
    }

    private func highestBit(_ value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }

    private func fit(_ vector: [Int]) -> [Int] {
        let most = vector.map { abs(checked($0)) }.max()!
        guard most > 16384 else { return vector }
        let shift = highestBit(most) - 13
        return vector.map { checked($0 + ((1 << shift) >> 1)) >> shift }
    }

    private func dot(_ a: [Int], _ b: [Int]) -> Int { checked(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }) }

    private func logarithm(_ value: Int) -> Int {
        let highest = highestBit(value)
        let mantissa = value << (30 - highest)
        let (index, rest) = ((mantissa >> 21) & 511, (mantissa >> 7) & 16383)
        let (low, high) = (Int(LightTables.logarithms[index]), Int(LightTables.logarithms[index + 1]))
        return checked((highest << 24) + low + (checked((high - low) * rest) >> 14))
    }

    private func power(_ exponent: Int, bits: Int) -> Int {
        let shift = 22 - bits - (exponent >> 24)
        guard shift < 25 else { return 0 }
        let index = (exponent >> 16) & 255
        let (low, high) = (Int(LightTables.powers[index]), Int(LightTables.powers[index + 1]))
        return (low + (checked((high - low) * (exponent & 65535)) >> 16) + ((1 << shift) >> 1)) >> shift
    }

    private func square(_ vector: [Int]) -> Int? {
        let sum = dot(vector, vector)
        return sum > 0 ? logarithm(sum) : nil
    }

    private func cosine(_ a: [Int], _ b: [Int]) -> Int? {
        let product = dot(a, b)
        guard product > 0, let first = square(a), let second = square(b) else { return nil }
        return logarithm(product) - ((first + second + 1) >> 1)
    }

    private func raise(_ cosine: Int?, _ exponent: FilterPixels.Lighting.Exponent) -> Int? {
        guard let cosine, cosine >= -Int(exponent.most) else { return nil }
        let (depth, number) = (max(0, -cosine), Int(exponent.number))
        return -checked(checked(depth * (number >> 8)) + checked((depth >> 8) * (number & 255)))
    }
}
