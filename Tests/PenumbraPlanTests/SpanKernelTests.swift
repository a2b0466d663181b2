import Testing

@testable import PenumbraPlan

@Suite struct SpanKernelTests {
    /// Shapes inside one pixel, also without any size, keep the pixel.
    @Test(arguments: [0, 1e-300, 1e-9, 0.25, 0.5])
    func shapesInsideAPixelChangeNothing(size: Double) {
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
    func everySizeIsAValidKernel(size: Double) {
        for kernel in [
            SpanKernel.lens(radius: min(size, 300)), .motion(x: size, y: 0), .motion(x: 0, y: -size),
            .motion(x: size, y: size / 3),
            .motion(x: -1e-12, y: size), .motion(x: size, y: 1e-12),
        ] {
            #expect(kernel.reasonAgainst == nil, "\(kernel)")
        }
    }
}
