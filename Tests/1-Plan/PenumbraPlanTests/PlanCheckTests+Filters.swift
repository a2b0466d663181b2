import PenumbraGeometry
import PenumbraPlan
import Testing

/// Tests the rejection of filters whose numbers would overflow 32 bits or read outside of their tables.
extension PlanCheckTests {
    private typealias Operation = FilterPixels.Operation

    private static let whole = PixelRect(x: 0, y: 0, width: 4, height: 4)

    /// Adds a filter whose inputs all are the canvas.
    private func add(_ operation: FilterPixels.Operation, inputs: Int, to plan: inout RenderPlan) {
        let target = plan.addSurface(Self.color)
        plan.passes.append(
            .filterPixels(
                FilterPixels(
                    target: target, inputs: (0..<inputs).map { _ in FilterPixels.Input(plan.canvas, dx: 0, dy: 0) },
                    operation: operation)))
    }

    /// Expects that a filter is accepted, and refused with a changed value.
    private func expectRefusal<Value>(
        _ value: Value, inputs: Int = 1, _ operation: (Value) -> FilterPixels.Operation, changes: [(inout Value) -> Void],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var plan = RenderPlan(width: 4, height: 4)
        plan.passes = [.clear(target: plan.canvas, color: .clear)]
        add(operation(value), inputs: inputs, to: &plan)
        #expect(throws: Never.self, sourceLocation: sourceLocation) { try plan.check() }
        for change in changes {
            var changed = value
            change(&changed)
            expectRefusal(at: 1, sourceLocation: sourceLocation) { add(operation(changed), inputs: inputs, to: &$0) }
        }
        // A filter has as many inputs as its operation reads.
        for count in [inputs - 1, inputs + 1] where count >= 0 {
            expectRefusal(at: 1, sourceLocation: sourceLocation) { add(operation(value), inputs: count, to: &$0) }
        }
    }

    @Test func filterInputsMustBeColourSurfaces() {
        expectRefusal(at: 1) { plan in
            let (target, unwritten) = (plan.addSurface(Self.color), plan.addSurface(Self.color))
            plan.passes.append(
                .filterPixels(
                    FilterPixels(
                        target: target, inputs: [FilterPixels.Input(unwritten, dx: 0, dy: 0)], operation: .tile(Self.whole))))
        }
        expectRefusal(at: 1) { plan in
            let target = plan.addSurface(Self.color)
            plan.passes.append(
                .filterPixels(
                    FilterPixels(
                        target: target, inputs: [FilterPixels.Input(plan.canvas, dx: 1 << 61, dy: 0)],
                        operation: .tile(Self.whole))))
        }
    }

    @Test func colourFilterNumbersMustBeSmall() {
        let row = FilterPixels.Row([1, 0, 0, 0, 0.5])
        expectRefusal(
            [row, row, row, row], { .straight([.matrix($0)]) },
            changes: [{ $0.removeLast() }, { $0[2].numbers[0] = 65_536 }, { $0[0].shift = 16 }, { $0[1].numbers.removeLast() }])
        expectRefusal(
            [ChannelTable?](repeating: nil, count: 4), { .straight([.tables($0)]) }, changes: [{ $0.removeLast() }])
        expectRefusal([FilterPixels.ColorChange.matrix([row, row, row, row])], { .straight($0) }, changes: [{ $0 = [] }])
        expectRefusal(
            row, inputs: 2, { .combine(.arithmetic($0)) }, changes: [{ $0.numbers[3] = -65_536 }, { $0.shift = -1 }])
    }

    @Test func filtersMustReadOnlyNearPixels() {
        expectRefusal(
            FilterPixels.Extremum(axis: .vertical, isGreatest: true, first: -2, count: 5), { .extremum($0) },
            changes: [{ $0.count = 0 }, { $0.count = 60_001 }, { $0.first = -60_001 }])
        expectRefusal(Self.whole, { .tile($0) }, changes: [{ $0.width = 0 }, { $0.x = 1 << 30 }])
        let part = FilterPixels.Displacement.Part(.red, pixels: 30)
        expectRefusal(
            FilterPixels.Displacement(x: part, y: part), inputs: 2, { .displace($0) },
            changes: [{ $0.x.scale = 65_536 }, { $0.y.shift = 13 }, { $0.y.shift = -1 }])
        expectRefusal(
            FilterPixels.Kernel(
                columns: 2, rows: 1, firstColumn: 0, firstRow: 0, weights: [1, -1], bias: 0.5, edge: .wrap, keepsAlpha: false,
                area: Self.whole), { .convolve($0) },
            changes: [
                { $0.columns = 3 }, { $0.rows = 0 }, { $0.weights[0] = 65_536 }, { $0.bias = 65_000 }, { $0.shift = 16 },
                { $0.firstColumn = -4097 }, { $0.area.height = 0 }, { $0.area.x = 1 << 30 },
            ])
    }

    @Test func turbulenceMustFitItsSurfaceAndLattice() {
        let places = [SIMD2<Int32>](repeating: FilterPixels.Turbulence.place(3, 4, fraction: 0.5), count: 8)
        expectRefusal(
            FilterPixels.Turbulence(
                octaves: 2, isFractal: false, columns: places, rows: places, lattice: PerlinLattice(seed: 1)),
            inputs: 0, { .turbulence($0) },
            changes: [
                { $0.octaves = 0 }, { $0.octaves = 13 }, { $0.columns.removeLast() }, { $0.rows.append(.zero) },
                { $0.columns[0].x = 256 }, { $0.rows[7].x = 256 << 16 }, { $0.rows[0].x = -1 }, { $0.columns[1].y = 32_769 },
            ])
    }

    @Test func lightingNumbersMustFit32Bits() {
        typealias Lighting = FilterPixels.Lighting
        let distances: [Int32] = [1 << 29, 0, -(1 << 29), 5]
        expectRefusal(
            Lighting(
                colors: [0, -5, 16 << 24], highlight: Lighting.Exponent(128), slopes: Lighting.Slopes(across: 1e9, down: -1e-9),
                height: Lighting.Height(base: 1e12, surface: -1e12), columns: distances, rows: distances,
                cone: Lighting.Cone(axis: SIMD3(0, 1e200, -1e200), exponent: 20, edge: 0.5), area: Self.whole), { .light($0) },
            changes: [
                { $0.colors.removeLast() }, { $0.colors[0] = (16 << 24) + 1 }, { $0.colors[1] = -(40 << 24) - 1 },
                { $0.highlight?.number = 32_769 }, { $0.highlight?.number = -1 }, { $0.slopes.shift = 25 },
                { $0.slopes.across[0] = 8192 }, { $0.slopes.down = [] },
                {
                    $0.slopes.shift = 0
                    $0.slopes.down[1] = 4096
                },
                { $0.height.base = (1 << 29) + 1 }, { $0.height.scale = -32_769 }, { $0.height.shift = 16 },
                { $0.columns.removeLast() }, { $0.rows[3] = -(1 << 29) - 1 }, { $0.cone?.axis[1] = 16_385 },
                { $0.cone?.axis.removeLast() }, { $0.cone?.exponent.number = 40_000 }, { $0.area.width = 0 },
                { $0.area.y = -(1 << 30) },
            ])
    }
}
