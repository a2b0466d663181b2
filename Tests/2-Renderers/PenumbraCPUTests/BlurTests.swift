import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import TestSupport
import Testing

/// Every σ for which accuracy is promised, and every σ at which the number of halvings changes.
let namedSigmas = [0.3, 0.5, 1, 3, 3.9, 4, 8, 31.7, 128]

@Suite(.timed) struct BlurTests {
    let renderer = CPURenderer()

    /// The largest difference, in 1/255, between a blurred mask and the true Gaussian of the same input.
    private func error(sigma: Double, width: Int, height: Int, _ value: (Int, Int) -> Double) throws -> Double {
        var input = [UInt16](repeating: 0, count: width * height)
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        var field = Field(bounds)
        for y in 0..<height {
            for x in 0..<width {
                let q = Q15.value(value(x, y))
                input[y * width + x] = q
                field[x, y] = Double(q) / 32768
            }
        }
        var output = [UInt16](repeating: 0, count: width * height)
        let blur = try MaskBlurPlan(width: width, height: height, sigma: sigma)
        try input.withUnsafeMutableBufferPointer { values in
            try output.withUnsafeMutableBufferPointer { result in
                try renderer.execute(
                    blur.plan, input: blur.input, values: values.baseAddress!, output: blur.output,
                    result: result.baseAddress!)
            }
        }
        let truth = trueGaussian(field, sigma: sigma, in: bounds)
        return zip(output, truth.values).reduce(0) { max($0, abs(Double($1.0) / 32768 - $1.1) * 255) }
    }

    private func tolerance(_ sigma: Double) -> Double {
        sigma < GaussianBlur.smallestPyramidSigma ? Tolerance.directBlur : Tolerance.pyramidBlur
    }

    @Test(arguments: namedSigmas + [5.0, 6.7, 7.2, 13.5, 14.5, 27, 54, 100])
    func blurredEdgeIsAnErrorFunction(sigma: Double) throws {
        let size = min(400, Int(12 * sigma) + 24)
        #expect(try error(sigma: sigma, width: size, height: 9) { x, _ in x < size / 2 ? 1 : 0 } <= tolerance(sigma))
        #expect(try error(sigma: sigma, width: 9, height: size) { _, y in y < size / 2 + 1 ? 0 : 1 } <= tolerance(sigma))
    }

    @Test(arguments: namedSigmas)
    func blurOfShapesAndPatternsIsATrueGaussian(sigma: Double) throws {
        let (w, h) = (151, 133)
        #expect(
            try error(sigma: sigma, width: w, height: h) { x, y in (20..<93).contains(x) && (31..<100).contains(y) ? 1 : 0 }
                <= tolerance(sigma))
        #expect(
            try error(sigma: sigma, width: w, height: h) { x, y in (x - 70) * (x - 70) + (y - 60) * (y - 60) < 2500 ? 1 : 0 }
                <= tolerance(sigma))
        #expect(try error(sigma: sigma, width: w, height: h) { x, y in Double((x + y) % 2) } <= tolerance(sigma))
    }

    @Test(arguments: namedSigmas, TestSeeds.all)
    func blurOfNoiseIsATrueGaussian(sigma: Double, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let values = (0..<(130 * 90)).map { _ in Double.random(in: 0...1, using: &generator) }
        let found = try error(sigma: sigma, width: 130, height: 90) { x, y in values[y * 130 + x] }
        #expect(found <= tolerance(sigma), "seed \(seed)")
    }

    @Test func blurredFlatFieldKeepsItsValueInside() throws {
        for sigma in [0.5, 3, 8, 31.7] {
            let reach = GaussianBlur(sigma: sigma).reach
            let side = 2 * reach + 20
            var input = [UInt16](repeating: 12345, count: side * side)
            var output = [UInt16](repeating: 0, count: side * side)
            let blur = try MaskBlurPlan(width: side, height: side, sigma: sigma)
            try input.withUnsafeMutableBufferPointer { values in
                try output.withUnsafeMutableBufferPointer { result in
                    try renderer.execute(
                        blur.plan, input: blur.input, values: values.baseAddress!, output: blur.output,
                        result: result.baseAddress!)
                }
            }
            for y in reach..<(side - reach) {
                for x in reach..<(side - reach) where output[y * side + x] != 12345 {
                    Issue.record("σ \(sigma): \(output[y * side + x]) at (\(x), \(y))")
                    return
                }
            }
        }
    }

    /// The number of halvings changes with σ, but the picture must not jump there.
    @Test func blurChangesSmoothlyWithSigma() throws {
        var last: (sigma: Double, values: [UInt16])?
        let (width, height) = (160, 5)
        var sigma = 3.7
        var largest = 0.0
        while sigma < 30 {
            var input = (0..<(width * height)).map { UInt16($0 % width < 80 ? 32768 : 0) }
            var output = [UInt16](repeating: 0, count: width * height)
            let blur = try MaskBlurPlan(width: width, height: height, sigma: sigma)
            try input.withUnsafeMutableBufferPointer { values in
                try output.withUnsafeMutableBufferPointer { result in
                    try renderer.execute(
                        blur.plan, input: blur.input, values: values.baseAddress!, output: blur.output,
                        result: result.baseAddress!)
                }
            }
            if let last {
                let step = zip(output, last.values).reduce(0.0) { max($0, abs(Double($1.0) - Double($1.1)) / 32768 * 255) }
                largest = max(largest, step)
            }
            last = (sigma, output)
            sigma *= 1.002
        }
        // On each axis, an edge moves by at most 0.242·(Δσ/σ)·255 = 0.123/255 per step. The rest comes from the switch.
        #expect(largest <= 0.5)
    }
}
