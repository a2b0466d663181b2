import PenumbraElementary
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A step of a filter in pixels.
struct PlacedStep {
    let step: FilterGraph.Step
    let inputs: [FilterGraph.Input]
    /// The pixels that the step may paint.
    let region: PixelRect
    private let scale: (x: Double, y: Double)

    init(_ step: FilterGraph.Step, in whole: PixelRect, _ geometry: LayerGeometry) {
        self.step = step
        inputs = step.operation.inputs
        region = step.region.map { geometry.filterPixels($0).intersection(whole) } ?? whole
        scale = (abs(geometry.toDevice.a), abs(geometry.toDevice.d))
    }

    /// A distance in whole pixels.
    func pixels(_ offset: Point) -> (x: Int, y: Int) {
        (Self.held((offset.x * scale.x).rounded()), Self.held((offset.y * scale.y).rounded()))
    }

    static func held(_ value: Double) -> Int { Int(max(-1e8, min(1e8, value.isNaN ? 0 : value))) }

    /// The deviations of a blur in pixels.
    func deviations(_ x: Sigma, _ y: Sigma) -> (x: Double, y: Double) {
        func held(_ sigma: Sigma, _ scale: Double) -> Double {
            let pixels = max(0, sigma.value) * scale
            return pixels.isNaN ? 0 : min(pixels, FilterBlur.mostPixels)
        }
        return (held(x, scale.x), held(y, scale.y))
    }

    /// The radii of a morphology in whole pixels. A radius above 0 is at least one pixel, so that no step becomes nothing.
    func radii(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
        func held(_ radius: Double, _ scale: Double, _ most: Int) -> Int {
            let pixels = max(0, radius) * scale
            return pixels > 0 ? min(max(1, Int(min(pixels, 1e6).rounded())), most) : 0
        }
        // Beyond the region's size, further pixels change nothing.
        return (held(x, scale.x, min(region.width, 29_000)), held(y, scale.y, min(region.height, 29_000)))
    }

    func displacement(_ displacement: FilterGraph.Displacement) -> FilterPixels.Displacement {
        func part(_ channel: FilterGraph.Displacement.Channel, _ pixels: Double) -> FilterPixels.Displacement.Part {
            let channel: Channel =
                switch channel {
                case .red: .red
                case .green: .green
                case .blue: .blue
                case .alpha: .alpha
                }
            return FilterPixels.Displacement.Part(channel, pixels: pixels)
        }
        return FilterPixels.Displacement(
            x: part(displacement.xChannel, displacement.scale.x * scale.x),
            y: part(displacement.yChannel, displacement.scale.y * scale.y))
    }

    /// The pixels that the step may paint, without its region.
    func extent(of inputs: [PixelRect]) -> PixelRect {
        let all = inputs.reduce(PixelRect.empty) { $0.union($1) }
        func first(_ grown: (PixelRect) -> PixelRect) -> PixelRect { all.isEmpty ? .empty : grown(all) }
        switch step.operation {
        // Light shows surfaces of no height, too.
        case .flood, .sublayer, .turbulence, .light: return region
        // Transparent pixels may become opaque.
        case .colorMatrix(_, let values): return values.last ?? 0 > 0 ? region : all
        case .componentTransfer(_, let functions): return functions.last?.isZeroAtZero ?? true ? all : region
        case .composite(.arithmetic(_, _, _, let constant), _, _): return constant > 0 ? region : all
        case .composite(.inside, _, _): return inputs[0].intersection(inputs[1])
        case .composite(.out, _, _): return inputs[0]
        case .composite(.atop, _, _): return inputs[1]
        case .composite, .merge, .blend: return all
        case .offset(_, let offset):
            let (x, y) = pixels(offset)
            return first { $0.offset(x: x, y: y) }
        case .blur(_, let x, let y):
            let blur = FilterBlur(deviations(x, y))
            return first { $0.outset(x: blur.reach.x, y: blur.reach.y) }
        case .morphology(_, let isDilation, let x, let y):
            let (x, y) = radii(x, y)
            return x == 0 && y == 0 ? .empty : isDilation ? first { $0.outset(x: x, y: y) } : all
        case .tile: return all.isEmpty ? .empty : region
        case .convolve(_, let convolution):
            guard convolution.bias <= 0 else { return region }
            let rows = convolution.kernel.count / max(1, convolution.columns)
            return first { $0.outset(x: min(convolution.columns, 1 << 20), y: rows) }
        case .displace: return inputs[0].isEmpty ? .empty : region
        }
    }

    /// The pixels of an input that a part of the result needs.
    func reads(of part: PixelRect, input: Int, extents: [PixelRect]) -> PixelRect {
        switch step.operation {
        case .flood, .sublayer, .turbulence, .merge, .blend, .composite, .colorMatrix, .componentTransfer: return part
        case .offset(_, let offset):
            let (x, y) = pixels(offset)
            return part.offset(x: -x, y: -y)
        case .blur(_, let x, let y):
            let blur = FilterBlur(deviations(x, y))
            return part.outset(x: blur.reach.x, y: blur.reach.y)
        case .morphology(_, _, let x, let y):
            let (x, y) = radii(x, y)
            return part.outset(x: x, y: y)
        case .light: return part.outset(x: 1, y: 1)
        // The whole plane; the input's extent cuts it.
        case .tile: return PixelRect(x: -(1 << 30), y: -(1 << 30), width: 1 << 31, height: 1 << 31)
        case .convolve(_, let convolution):
            if convolution.edgeMode == .wrap { return PixelRect(x: -(1 << 30), y: -(1 << 30), width: 1 << 31, height: 1 << 31) }
            let rows = convolution.kernel.count / max(1, convolution.columns)
            return part.outset(x: min(convolution.columns, 1 << 20), y: rows)
        case .displace(_, _, let displacement):
            guard input == 0 else { return part }
            let moved = self.displacement(displacement)
            return part.outset(x: moved.x.reach, y: moved.y.reach)
        }
    }
}

extension FilterGraph.TransferFunction {
    fileprivate var isZeroAtZero: Bool { self(0) <= 0 }

    /// The function's value, which may lie outside of 0…1.
    func callAsFunction(_ value: Double) -> Double {
        switch self {
        case .identity: return value
        case .table(let values):
            guard let last = values.last else { return value }
            guard values.count > 1 else { return values[0] }
            let place = value * Double(values.count - 1)
            let index = Int(place.rounded(.down))
            guard index < values.count - 1 else { return last }
            return values[index] + (place - Double(index)) * (values[index + 1] - values[index])
        case .discrete(let values):
            guard !values.isEmpty else { return value }
            return values[min(values.count - 1, Int((value * Double(values.count) + 1e-12).rounded(.down)))]
        case .linear(let slope, let intercept): return slope * value + intercept
        case .gamma(let amplitude, let exponent, let offset):
            let power = value > 0 ? Elementary.pow(value, exponent) : exponent > 0 ? 0 : exponent == 0 ? 1 : .infinity
            return amplitude == 0 ? offset : amplitude * power + offset
        }
    }
}
