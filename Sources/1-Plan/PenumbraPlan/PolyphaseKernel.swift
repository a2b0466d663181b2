import PenumbraElementary
import PenumbraSystem

/// The weights of a one-dimensional filter whose output may have `phases` values per input value.
///
/// Output i is a weighted sum of `taps` neighbouring inputs:
///
///     j = i + phase ;  q = j % phases ;  s = j / phases + offset
///     out[i] = (Σₜ weights[q·taps + t]·in[s + t] + 16384) >> 15        t in 0 ..< taps, in[…] = 0 outside
///
/// Both divisions round downwards. One phase is a plain convolution; h phases enlarge by h. All weights are non-negative. The
/// weights of each phase sum to exactly 32768, so a flat field keeps its value and no sum exceeds 2³⁰ + 2¹⁴.
public struct PolyphaseKernel: Hashable, Sendable {
    /// The number of outputs per input: a power of two, at least 1.
    public var phases: Int
    /// The number of inputs per output, at least 1.
    public var taps: Int
    /// The weights: `phases × taps` values of 0…32768.
    public var weights: [UInt16]
    /// The position of output 0 in the cycle of phases: 0 or more.
    public var phase: Int
    /// The input of tap 0 for the first `phases` outputs of phase 0; may be negative.
    public var offset: Int
    /// A description for people who read plans: `gaussian σ=3`.
    public var label: String

    public init(phases: Int, taps: Int, weights: [UInt16], phase: Int, offset: Int, label: String) {
        self.phases = phases
        self.taps = taps
        self.weights = weights
        self.phase = phase
        self.offset = offset
        self.label = label
    }

    /// True if a phase has all its weight on one tap. 32768 does not fit in the signed 16 bits that some kernels multiply
    /// with.
    public var hasUnitWeight: Bool { weights.contains(UInt16(Q15.one)) }

    /// Returns the same filter for a target that starts `outputs` further on and a source that starts `inputs` further on.
    public func shifted(outputs: Int, inputs: Int) -> PolyphaseKernel {
        var result = self
        let start = phase + outputs
        let cycles = start >= 0 ? start / phases : -((-start + phases - 1) / phases)
        result.phase = start - cycles * phases
        result.offset = offset + cycles - inputs
        return result
    }
}

extension PolyphaseKernel {
    /// The reach of a Gaussian to either side, in σ. The part beyond the reach is 0.00006 of the weight.
    public static let reachInSigmas = 4.0

    /// The number of taps to either side of the centre that a Gaussian of `sigma` needs.
    public static func reach(sigma: Double) -> Int {
        Int((reachInSigmas * sigma).rounded(.up))
    }

    /// Makes a Gaussian. Each weight is the integral over the pixel, a difference of two error functions. Integrals stay
    /// right for σ far below a pixel, where point samples are off by 13/255.
    ///
    /// Output i is centred on input i.
    /// - Parameters:
    ///   - sigma: the standard deviation in inputs. Zero moves without blurring, by linear interpolation.
    ///   - shift: how far the picture moves towards larger indices, in inputs, −1…1. Callers move the target by whole inputs.
    public static func gaussian(sigma: Double, shift: Double = 0) -> PolyphaseKernel {
        let key = [sigma.bitPattern, shift.bitPattern]
        if let known = gaussians[key] { return known }
        let kernel = makeGaussian(sigma: sigma, shift: shift)
        gaussians.keep(kernel, bytes: 2 * kernel.weights.count + 256, for: key)
        return kernel
    }

    /// The Gaussians of late, by σ and shift. A picture blurs with few of them, many times.
    private static let gaussians = ContentCache<[UInt64], PolyphaseKernel>(budget: 1 << 16, keepsAtOnce: true)

    private static func makeGaussian(sigma: Double, shift: Double) -> PolyphaseKernel {
        let reach = Self.reach(sigma: sigma) + (shift == 0 ? 0 : 1)
        var weights: [Double] = []
        weights.reserveCapacity(2 * reach + 1)
        for t in -reach...reach {
            // Output i sees input i + t; the kernel's centre lies at −shift.
            let distance = Double(t) + shift
            if sigma > 0 {
                let scale = 1 / (sigma * 2.0.squareRoot())
                weights.append(0.5 * (Elementary.erf((distance + 0.5) * scale) - Elementary.erf((distance - 0.5) * scale)))
            } else {
                weights.append(max(0, 1 - abs(distance)))
            }
        }
        return PolyphaseKernel(
            phases: 1, taps: weights.count, weights: quantized(weights), phase: 0, offset: -reach,
            label: shift == 0 ? "gaussian σ=\(short(sigma))" : "gaussian σ=\(short(sigma)) shift=\(short(shift))")
    }

    /// Enlarges by `factor` with the cubic B-spline: cell c of the input covers outputs `c·factor ..< (c + 1)·factor`.
    ///
    /// Output q of a cell lies at u = (q − (factor − 1)/2)/factor from the cell's centre. Each cell at t has the weight B₃(u
    /// − t). Only four of the five cells t = −2…2 are within reach for any q.
    /// - Parameter factor: a power of two, at least 2.
    public static func cubicBSpline(factor: Int) -> PolyphaseKernel {
        var weights: [UInt16] = []
        // Phase 0 here is the first output of a cell's second half, whose taps start one cell to the left.
        for q in (factor / 2)..<(factor / 2 + factor) {
            let inCell = q % factor
            let u = (Double(inCell) - Double(factor - 1) / 2) / Double(factor)
            let first = q < factor ? -1 : -2
            weights += quantized((first..<(first + 4)).map { cubicBSpline(u - Double($0)) })
        }
        return PolyphaseKernel(
            phases: factor, taps: 4, weights: weights, phase: factor / 2, offset: -2, label: "cubic ×\(factor)")
    }

    static func cubicBSpline(_ x: Double) -> Double {
        let d = abs(x)
        if d >= 2 { return 0 }
        if d >= 1 { return (2 - d) * (2 - d) * (2 - d) / 6 }
        return (4 - 6 * d * d + 3 * d * d * d) / 6
    }

    /// Scales weights with a sum above zero to Q15 numbers that sum to exactly one. Units lost to rounding down go to the
    /// largest remainders first. A symmetric list stays symmetric.
    static func quantized(_ weights: [Double]) -> [UInt16] {
        let sum = weights.reduce(0, +)
        guard sum > 0, !weights.isEmpty else { return weights.map { _ in 0 } }
        let scaled = weights.map { $0 / sum * Double(Q15.one) }
        var result = scaled.map { Int($0.rounded(.down)) }
        var left = Int(Q15.one) - result.reduce(0, +)
        let last = weights.count - 1
        let symmetric = (0...last).allSatisfy { abs(weights[$0] - weights[last - $0]) <= 1e-12 * sum }
        let indices = symmetric ? Array(0..<(weights.count / 2)) : Array(0...last)
        let order = indices.sorted { a, b in
            let (ra, rb) = (scaled[a] - Double(result[a]), scaled[b] - Double(result[b]))
            return ra != rb ? ra > rb : a < b
        }
        for index in order where left > 0 {
            if symmetric {
                guard left >= 2 else { break }
                result[last - index] += 1
                left -= 1
            }
            result[index] += 1
            left -= 1
        }
        // A symmetric list puts an odd unit on its centre, or, if the list is even, on the first of the two middle weights.
        result[last / 2] += left
        return result.map { UInt16($0) }
    }

    static func short(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(rounded)
    }
}
