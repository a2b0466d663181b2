import PenumbraGeometry
import PenumbraPlan

extension RandomPlan {
    /// A random operation of SVG's filters.
    mutating func filterPixels() {
        let target = surface(.color)
        func channel() -> Channel { Channel.allCases[number(0...3)] }
        // Tables and rows must be within a shader's reach, as for blurs.
        let isSmall = largestSigma < 9
        guard let source = colors.randomElement(using: &random), isSmall || chance(0.9) else {
            return isSmall ? () : addFilter(target, [], .turbulence(turbulence(plan[target])))
        }
        let other = colors.randomElement(using: &random) ?? source
        switch number(0...(isSmall ? 2 : 7)) {
        case 0: addFilter(target, [source], .straight((0..<number(1...3)).map { _ in colorChange() }))
        case 1:
            let shares = FilterPixels.Share.allCases
            let parts = FilterPixels.Combination.parts(first: shares[number(0...3)], second: shares[number(0...3)])
            addFilter(target, [source, other], .combine(chance(0.5) ? parts : .arithmetic(row(4))))
        case 2:
            addFilter(
                target, [source],
                .extremum(
                    FilterPixels.Extremum(
                        axis: isSmall || chance(0.5) ? .horizontal : .vertical, isGreatest: chance(0.5),
                        first: number(-9...3), count: number(1...9))))
        case 3: addFilter(target, [source], .tile(area(plan[source])))
        case 4: addFilter(target, [source], .convolve(filterKernel(plan[source])))
        case 5:
            func part() -> FilterPixels.Displacement.Part {
                FilterPixels.Displacement.Part(channel(), pixels: chance(0.1) ? number(-9e4...9e4) : number(-30.0...30))
            }
            addFilter(target, [source, other], .displace(FilterPixels.Displacement(x: part(), y: part())))
        case 6: addFilter(target, [source], .light(lighting(plan[target], plan[source])))
        default: addFilter(target, [], .turbulence(turbulence(plan[target])))
        }
    }

    private mutating func lighting(_ surface: Surface, _ source: Surface) -> FilterPixels.Lighting {
        typealias Lighting = FilterPixels.Lighting
        // Distances of few and of many bits.
        let far = 1 << number(3...29)
        let isDistant = chance(0.3)
        func distances(_ count: Int) -> [Int32] {
            let same = Int32(number(-far...far))
            return (0..<count).map { _ in isDistant ? same : Int32(number(-far...far)) }
        }
        func steepness() -> Double { chance(0.1) ? number(-1e5...1e5) : number(-8.0...8) }
        func exponent() -> Double { chance(0.3) ? number(1.0...140) : number(0.0...4) }
        let axis = SIMD3(number(-1.0...1), number(-1.0...1), chance(0.1) ? number(-1.0...0) : number(0.0...1))
        return Lighting(
            colors: (0..<3).map { _ in Lighting.logarithm(chance(0.1) ? 0 : number(0.0...3)) },
            highlight: chance(0.5) ? Lighting.Exponent(exponent()) : nil,
            slopes: Lighting.Slopes(across: steepness(), down: steepness()),
            // Most lights are above the surface, since the others paint one colour.
            height: Lighting.Height(
                base: Double(chance(0.2) ? number(-far...0) : number(0...far)),
                surface: isDistant ? 0 : Double(number(-far...far))),
            columns: distances(surface.width), rows: distances(surface.height),
            cone: chance(0.4) ? Lighting.Cone(axis: axis, exponent: exponent(), edge: number(-0.5...1)) : nil,
            area: area(source))
    }

    private mutating func addFilter(_ target: SurfaceID, _ inputs: [SurfaceID], _ operation: FilterPixels.Operation) {
        let placed = inputs.map { FilterPixels.Input($0, dx: number(-20...20), dy: number(-20...20)) }
        plan.passes.append(.filterPixels(FilterPixels(target: target, inputs: placed, operation: operation)))
        colors.append(target)
    }

    private mutating func row(_ most: Double) -> FilterPixels.Row {
        FilterPixels.Row((0..<5).map { _ in chance(0.1) ? number(-1e6...1e6) : number(-most...most) })
    }

    private mutating func colorChange() -> FilterPixels.ColorChange {
        if largestSigma < 9 || chance(0.5) { return .matrix((0..<4).map { _ in row(2) }) }
        let tables: [ChannelTable?] = [
            nil, .linear, .encoded, ChannelTable { 1 - $0 }, ChannelTable { $0 * 3 },
        ]
        return .tables((0..<4).map { _ in tables[number(0...4)] })
    }

    private mutating func area(_ surface: Surface) -> PixelRect {
        PixelRect(
            x: number(-5...surface.width), y: number(-5...surface.height), width: number(1...surface.width + 5),
            height: number(1...surface.height + 5))
    }

    private mutating func filterKernel(_ surface: Surface) -> FilterPixels.Kernel {
        let (columns, rows) = (number(1...4), number(1...4))
        return FilterPixels.Kernel(
            columns: columns, rows: rows, firstColumn: -number(0...columns - 1), firstRow: -number(0...rows - 1),
            weights: (0..<columns * rows).map { _ in chance(0.05) ? number(-1e5...1e5) : number(-2.0...2) },
            bias: chance(0.5) ? 0 : number(-1.0...1), edge: FilterPixels.Kernel.Edge.allCases[number(0...2)],
            keepsAlpha: chance(0.5), area: area(surface))
    }

    private mutating func turbulence(_ surface: Surface) -> FilterPixels.Turbulence {
        let octaves = number(1...3)
        func places(_ count: Int) -> [SIMD2<Int32>] {
            (0..<octaves * count).map { _ in
                FilterPixels.Turbulence.place(number(0...255), number(0...255), fraction: chance(0.1) ? 0 : number(0.0...1))
            }
        }
        return FilterPixels.Turbulence(
            octaves: octaves, isFractal: chance(0.5), columns: places(surface.width), rows: places(surface.height),
            lattice: PerlinLattice(seed: number(-1e3...1e3)))
    }
}
