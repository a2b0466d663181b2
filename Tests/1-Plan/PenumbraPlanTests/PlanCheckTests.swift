import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation
import TestSupport
import Testing

/// Tests the rejection of plans that would make a renderer access memory outside surfaces or overflow 32 bits.
@Suite(.timed) struct PlanCheckTests {
    private static let mask = Surface(format: .mask, width: 4, height: 4, label: "mask")
    static let color = Surface(format: .color, width: 4, height: 4, label: "color")
    private static let kernel = PolyphaseKernel(phases: 1, taps: 1, weights: [32768], phase: 0, offset: 0, label: "one")

    /// Changes a plan with a cleared canvas of 4×4 pixels. Expects that the check rejects the given pass, or accepts the plan
    /// if the pass is nil.
    func expectRefusal(
        at pass: Int?, sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout RenderPlan) -> Void
    ) {
        var plan = RenderPlan(width: 4, height: 4)
        plan.passes = [.clear(target: plan.canvas, color: PremultipliedColor(red: 1, green: 0.5, blue: 0, alpha: 1))]
        change(&plan)
        let error = #expect(throws: PlanError.self, sourceLocation: sourceLocation) { try plan.check() }
        #expect(error?.pass == pass, "\(String(describing: error))", sourceLocation: sourceLocation)
    }

    @Test func surfacesMustExistBeWrittenAndHaveTheRightFormat() {
        expectRefusal(at: nil) { $0.passes = [] }
        expectRefusal(at: nil) { $0.canvas = SurfaceID(index: 7) }
        expectRefusal(at: 1) { $0.passes.append(.clear(target: SurfaceID(index: -1), color: .clear)) }
        expectRefusal(at: 1) { plan in
            let id = plan.addSurface(Self.mask)
            plan.passes.append(.clear(target: id, color: .clear))
        }
        expectRefusal(at: 1) {
            $0.passes.append(.extractChannel(source: $0.canvas, target: $0.canvas, channel: .alpha, dx: 0, dy: 0))
        }
        expectRefusal(at: 1) { plan in
            let id = plan.addSurface(Self.color)
            plan.passes.append(.extractChannel(source: plan.canvas, target: id, channel: .red, dx: 0, dy: 0))
        }
        expectRefusal(at: 1) { plan in
            let (a, b) = (plan.addSurface(Self.mask), plan.addSurface(Self.mask))
            plan.passes.append(.downsample(source: a, target: b, dx: 0, dy: 0, edge: .zero))
        }
        expectRefusal(at: 1) { plan in
            let id = plan.addSurface(Self.mask)
            plan.passes.append(.mapMask(source: plan.canvas, target: id, map: .inverted, dx: 0, dy: 0))
        }
    }

    /// Renderers may make a surface when it is first read, so cycles would never end.
    @Test func surfacesMustBeCompleteBeforeTheyAreRead() {
        expectRefusal(at: 2) { plan in
            let mask = plan.addSurface(Self.mask)
            plan.passes += [
                .extractChannel(source: plan.canvas, target: mask, channel: .alpha, dx: 0, dy: 0),
                .composite(
                    Composite(
                        target: plan.canvas, region: PixelRect(x: 0, y: 0, width: 4, height: 4), source: .color(.clear),
                        mask: .surface(mask, dx: 0, dy: 0))),
            ]
        }
    }

    @Test(arguments: [1 << 61, -(1 << 61), Int.max, Int.min]) func offsetsMustNotOverflowWhenAdded(offset: Int) {
        for (dx, dy) in [(offset, 0), (0, offset)] {
            expectRefusal(at: 1) { plan in
                let mask = plan.addSurface(Self.mask)
                plan.passes.append(.extractChannel(source: plan.canvas, target: mask, channel: .alpha, dx: dx, dy: dy))
            }
        }
    }

    @Test func coverageStripsMustStayInTheMask() {
        let bounds = PixelRect(x: 0, y: 0, width: 4, height: 4)
        let unit = FixedPoint.unitsPerPixel
        let corners = [(1, 1), (3, 1), (2, 3)].map { FixedPoint(x: Int32($0.0) * unit, y: Int32($0.1) * unit) }
        let edges = corners.indices.map { BoundaryEdge(start: corners[$0], end: corners[($0 + 1) % 3]) }
        let coverage = Coverage(boundary: Boundary(edges: edges), bounds: bounds)
        #expect(!coverage.strips.isEmpty)
        for change: (inout Coverage) -> Void in [
            { $0.strips[0].x0 = -1 }, { $0.strips[0].x1 = (4 << 15) + 1 }, { $0.strips[0].dy = 32769 },
            { $0.rowStarts[1] = 99 }, { $0.rowStarts.removeLast() }, { $0.width = 5 },
        ] {
            expectRefusal(at: 1) { plan in
                var broken = coverage
                change(&broken)
                plan.passes.append(.fillMesh(target: plan.addSurface(Self.mask), coverage: broken))
            }
        }
    }

    @Test func planErrorsNameThePass() {
        #expect(PlanError(pass: 3, reason: "it is odd").description == "pass 3 of the plan is invalid: it is odd")
        #expect(PlanError(reason: "it is odd").description == "the plan is invalid: it is odd")
    }

    @Test func compositeRegionsAndMasksAreChecked() {
        let whole = PixelRect(x: 0, y: 0, width: 4, height: 4)
        func expectRefusal(_ change: @escaping (inout Composite, _ color: SurfaceID, _ unwritten: SurfaceID) -> Void) {
            self.expectRefusal(at: 2) { plan in
                let (color, unwritten) = (plan.addSurface(Self.color), plan.addSurface(Self.mask))
                var composite = Composite(target: plan.canvas, region: whole, source: .color(.clear))
                change(&composite, color, unwritten)
                plan.passes += [.clear(target: color, color: .clear), .composite(composite)]
            }
        }
        expectRefusal { composite, _, _ in composite.region = PixelRect(x: 1, y: 0, width: 4, height: 4) }
        expectRefusal { composite, _, _ in composite.opacity = 32769 }
        expectRefusal { composite, color, _ in composite.mask = .surface(color, dx: 0, dy: 0) }
        expectRefusal { composite, color, _ in composite.clip = Composite.Clip(color, dx: 0, dy: 0) }
        expectRefusal { composite, _, unwritten in composite.clip = Composite.Clip(unwritten, dx: 0, dy: 0) }
        expectRefusal { composite, _, _ in composite.clip = Composite.Clip(SurfaceID(index: 9), dx: 0, dy: 0) }
    }

    /// Expects that a plan which convolves the canvas's alpha is rejected.
    private func expectKernelRefusal(_ kernel: PolyphaseKernel) {
        expectRefusal(at: 2) { plan in
            let (a, b) = (plan.addSurface(Self.mask), plan.addSurface(Self.mask))
            plan.passes += [
                .extractChannel(source: plan.canvas, target: a, channel: .alpha, dx: 0, dy: 0),
                .convolve(source: a, target: b, axis: .vertical, kernel: kernel, crossOffset: 0, edge: .clamp),
            ]
        }
    }

    @Test func kernelWeightsMustBeCompleteAndSumToAtMostOne() {
        func kernel(_ phases: Int, _ taps: Int, _ weights: [UInt16], phase: Int = 0) -> PolyphaseKernel {
            PolyphaseKernel(phases: phases, taps: taps, weights: weights, phase: phase, offset: 0, label: "broken")
        }
        expectKernelRefusal(kernel(1, 2, [32768]))
        expectKernelRefusal(kernel(1, 2, [32768, 1]))
        expectKernelRefusal(kernel(3, 1, [32768, 32768, 32768]))
        expectKernelRefusal(kernel(0, 1, []))
        expectKernelRefusal(kernel(1, 1, [32768], phase: -1))
    }

    @Test func maskRampsMustRise() {
        for (low, high) in [(5, 5), (6, 5), (0, (1 << 30) + 1), (0, UInt32.max)] as [(UInt32, UInt32)] {
            expectRefusal(at: 2) { plan in
                let (a, b) = (plan.addSurface(Self.mask), plan.addSurface(Self.mask))
                plan.passes += [
                    .extractChannel(source: plan.canvas, target: a, channel: .alpha, dx: 0, dy: 0),
                    .mapMask(source: a, target: b, map: .squareRamp(low: low, high: high), dx: 0, dy: 0),
                ]
            }
        }
    }

    @Test(arguments: [0, 1, 2, 5]) func mergedMasksMustBeThreeOrFour(count: Int) {
        expectRefusal(at: 2) { plan in
            let (mask, color) = (plan.addSurface(Self.mask), plan.addSurface(Self.color))
            plan.passes += [
                .extractChannel(source: plan.canvas, target: mask, channel: .alpha, dx: 0, dy: 0),
                .mergeChannels(
                    sources: Array(repeating: mask, count: count), target: color, kernel: Self.kernel, dx: 0, dy: 0,
                    edge: .zero),
            ]
        }
    }

    @Test(arguments: [(3, 4), (4, 3), (5, 4)]) func mergedMasksMustHaveOneSize(width: Int, height: Int) {
        expectRefusal(at: 3) { plan in
            let (mask, color) = (plan.addSurface(Self.mask), plan.addSurface(Self.color))
            let other = plan.addSurface(Surface(format: .mask, width: width, height: height, label: "other"))
            plan.passes += [
                .extractChannel(source: plan.canvas, target: mask, channel: .alpha, dx: 0, dy: 0),
                .extractChannel(source: plan.canvas, target: other, channel: .alpha, dx: 0, dy: 0),
                .mergeChannels(
                    sources: [mask, mask, other], target: color, kernel: Self.kernel, dx: 0, dy: 0, edge: .zero),
            ]
        }
    }

    private static let zeros = [Int32](repeating: 0, count: 4)

    private static func interval(_ start: Int32, width: Int32, _ color: SIMD4<UInt16> = .zero) -> GradientShading.Interval {
        GradientShading.Interval(start: start, scale: GradientShading.Scale(width: width), first: .zero, last: color)
    }

    private static var round: GradientShading.Round {
        GradientShading.Round(columnU: zeros, columnV: zeros, rowU: zeros, rowV: zeros, inner: 0, span: 1000)
    }

    private static func shading(_ change: (inout GradientShading) -> Void = { _ in }) -> GradientShading {
        var result = GradientShading(
            geometry: .linear(columns: zeros, rows: zeros),
            intervals: [interval(0, width: 1000), interval(1000, width: GradientShading.length - 1000)],
            isPremultiplied: true)
        change(&result)
        return result
    }

    @Test func gradientsOfThePlannerAreAccepted() {
        for span in [0, 1, 2, 32767, 32768, 32769, 65535, 65536, 65537, 1 << 20, 1 << 30] as [Int32] {
            let round = GradientShading.Round(
                columnU: Self.zeros, columnV: Self.zeros, rowU: Self.zeros, rowV: Self.zeros, inner: 0, span: span)
            #expect(Self.shading { $0.geometry = .round(round) }.reasonAgainst(width: 4, height: 4) == nil, "\(span)")
            let length = max(1, min(span, GradientShading.length - 1))
            let intervals = [
                Self.interval(0, width: length), Self.interval(length, width: GradientShading.length - length),
                // The area beyond the last stop has one colour.
                Self.interval(GradientShading.length, width: 0),
            ]
            #expect(Self.shading { $0.intervals = intervals }.reasonAgainst(width: 4, height: 4) == nil, "\(length)")
        }
        #expect(Self.shading { $0.intervals = [Self.interval(0, width: 0)] }.reasonAgainst(width: 4, height: 4) == nil)
    }

    @Test func gradientTablesMustHaveTheSurfaceSize() {
        #expect(Self.shading().reasonAgainst(width: 4, height: 4) == nil)
        for (width, height) in [(3, 4), (4, 3), (5, 4), (4, 5)] {
            #expect(Self.shading().reasonAgainst(width: width, height: height) != nil)
            #expect(Self.shading { $0.geometry = .round(Self.round) }.reasonAgainst(width: width, height: height) != nil)
        }
        for index in 0..<4 {
            let lists = (0..<4).map { $0 == index ? [Int32](repeating: 0, count: 3) : Self.zeros }
            let round = GradientShading.Round(
                columnU: lists[0], columnV: lists[1], rowU: lists[2], rowV: lists[3], inner: 0, span: 1000)
            #expect(Self.shading { $0.geometry = .round(round) }.reasonAgainst(width: 4, height: 4) != nil, "\(index)")
        }
        // The check also covers passes.
        expectRefusal(at: 1) { plan in
            let id = plan.addSurface(Surface(format: .mask, width: 5, height: 4, label: "mask"))
            plan.passes.append(.shade(target: id, shading: Self.shading()))
        }
    }

    @Test func gradientNumbersMustFit32Bits() {
        func expectRefusal(_ what: String, _ change: (inout GradientShading) -> Void) {
            #expect(Self.shading(change).reasonAgainst(width: 4, height: 4) != nil, "\(what)")
        }
        expectRefusal("an entry") { $0.geometry = .linear(columns: [0, 0, 0, 1 << 30], rows: Self.zeros) }
        expectRefusal("an entry") { $0.geometry = .linear(columns: Self.zeros, rows: [0, Int32.min, 0, 0]) }
        expectRefusal("no intervals") { $0.intervals = [] }
        expectRefusal("a late start") { $0.intervals[0].start = 1 }
        expectRefusal("an early start") { $0.intervals[0].start = -1 }
        expectRefusal("falling starts") {
            $0.intervals = [
                Self.interval(0, width: 9000), Self.interval(9000, width: 9000), Self.interval(500, width: 1 << 18),
            ]
        }
        expectRefusal("too long an interval") { $0.intervals[1].scale = GradientShading.Scale(width: 1000) }
        expectRefusal("too far a shift") { $0.intervals[0].scale.shift = -17 }
        expectRefusal("too far a shift") { $0.intervals[0].scale.shift = 32 }
        expectRefusal("too large a multiplier") { $0.intervals[0].scale.multiplier = UInt32.max }
        expectRefusal("a color above one") { $0.intervals[0].last = SIMD4(0, 0, 0, 32769) }
        expectRefusal("a color above its alpha") { $0.intervals[0].last = SIMD4(0, 100, 0, 99) }
        for (inner, span) in [(Int32.min, 5), (Int32.max, 5), (0, -1), (0, Int32.max)] as [(Int32, Int32)] {
            expectRefusal("a circle") {
                var round = Self.round
                (round.inner, round.span) = (inner, span)
                round.scale = GradientShading.Scale(width: max(0, min(span, 1 << 30)))
                $0.geometry = .round(round)
            }
        }
        expectRefusal("another circle's scale") {
            var round = Self.round
            round.span = 4000
            $0.geometry = .round(round)
        }
    }
}
