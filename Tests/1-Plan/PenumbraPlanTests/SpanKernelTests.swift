import PenumbraPlan
import TestSupport
import Testing

@Suite(.timed) struct SpanKernelTests {
    /// Shapes inside one pixel, also without any size, keep the pixel.
    @Test(arguments: [0, 1e-300, 1e-9, 0.25, 0.5])
    func spanKernelsInsideAPixelChangeNothing(size: Double) {
        for kernel in [
            SpanKernel.lens(radius: size), .motion(x: size, y: -size), .motion(x: 0, y: size), .motion(x: size, y: 0),
        ] {
            #expect(kernel.reasonAgainst == nil)
            #expect(kernel.reach == 0..<1 && kernel.edges.isEmpty)
            #expect(kernel.rows == [SIMD4(0, 1, 0, 0)])
            // The value 32768 stays itself.
            let total = (UInt64(1) << UInt64(kernel.bits) * 32768) >> UInt64(kernel.shift)
            #expect((total * UInt64(kernel.multiplier) + 1 << 31) >> 32 == 32768)
        }
    }

    @Test(arguments: [0.500001, 0.51, 1, 7.3, 200, 8192, 1e9])
    func spanKernelsOfAllSizesAreValid(size: Double) {
        for kernel in [
            SpanKernel.lens(radius: min(size, 300)), .motion(x: size, y: 0), .motion(x: 0, y: -size),
            .motion(x: size, y: size / 3),
            .motion(x: -1e-12, y: size), .motion(x: size, y: 1e-12),
        ] {
            #expect(kernel.reasonAgainst == nil, "\(kernel)")
        }
    }

    /// The weights of a lens sum to the disc's area.
    @Test(arguments: [0.6, 1, 1.5, 7.3, 64, 300, 8192]) func lensWeightsSumToTheDiscArea(radius: Double) {
        let kernel = SpanKernel.lens(radius: radius)
        #expect(kernel.reasonAgainst == nil)
        let reach = Int((radius - 0.5).rounded(.up))
        #expect(kernel.reach == -reach..<reach + 1 && kernel.columns == -reach..<reach + 1)
        let unit = Double(1 << kernel.bits)
        let whole = kernel.rows.reduce(0) { $0 + Int($1.y - $1.x) }
        let sum = kernel.edges.reduce(Double(whole)) { $0 + Double($1.y) / unit }
        // Each edge is rounded by at most half a unit. A few edges are rounded to nothing.
        let area = Double.pi * radius * radius
        #expect(abs(sum - area) <= Double(kernel.edges.count + 16) / 2 / unit + 1e-9 * area, "\(sum), \(area)")
    }

    /// Larger lenses are those of the largest radius. The planner refuses them before.
    @Test func lensRadiusIsCappedAtTheLargest() {
        #expect(SpanKernel.lens(radius: 32768) == SpanKernel.lens(radius: SpanKernel.largestRadius))
        #expect(SpanKernel.lens(radius: .infinity) == SpanKernel.lens(radius: SpanKernel.largestRadius))
    }

    /// The name in a printed plan is no part of a kernel's value.
    @Test func kernelEqualityIgnoresTheLabel() {
        var other = SpanKernel.lens(radius: 3)
        other.label = "another"
        #expect(other == .lens(radius: 3) && Set([other, .lens(radius: 3)]).count == 1)
        #expect(other != .lens(radius: 3.1))
    }
}
