import PenumbraBitmap
import PenumbraGeometry

/// A filter of several steps on a finished layer, as SVG's `filter` element describes it.
///
/// Each step makes a picture from the layer or from earlier steps. The last step's picture takes the layer's place. Lengths are
/// points of the layer.
public struct FilterGraph: Hashable, Sendable {
    /// The part of the layer's plane that the filter reads and paints, in the layer's coordinates.
    public var region: Rect
    public var steps: [Step]

    public init(region: Rect, steps: [Step]) {
        (self.region, self.steps) = (region, steps)
    }

    public struct Step: Hashable, Sendable {
        public var operation: Operation
        /// The part of the region that the step paints. Nil means all of it.
        public var region: Rect?
        /// Whether the step mixes colours in linear light instead of sRGB-encoded.
        public var isLinear: Bool

        public init(_ operation: Operation, region: Rect? = nil, isLinear: Bool = false) {
            (self.operation, self.region, self.isLinear) = (operation, region, isLinear)
        }
    }

    public enum Input: Hashable, Sendable {
        case source
        /// The layer in black.
        case sourceAlpha
        /// The result of an earlier step.
        case step(Int)
    }

    public enum Operation: Hashable, Sendable {
        case flood(Color)
        /// A sublayer, by its index. Such sublayers are inputs only: the layer itself doesn't show them.
        case sublayer(Int)
        case offset(Input, Point)
        /// A Gaussian with a σ for each axis.
        case blur(Input, x: Sigma, y: Sigma)
        case merge([Input])
        case blend(BlendMode, Input, over: Input)
        case composite(Composition, Input, Input)
        /// Red, green, blue and alpha as sums of shares of straight red, green, blue, alpha and of one: 20 numbers in rows.
        case colorMatrix(Input, [Double])
        /// Functions of the straight red, green, blue and alpha.
        case componentTransfer(Input, [TransferFunction])
        /// The greatest or the least value around each pixel, in a rectangle of twice the radii.
        case morphology(Input, isDilation: Bool, x: Double, y: Double)
        /// Repeats the part that the input painted.
        case tile(Input)
        case turbulence(Turbulence)
        case convolve(Input, Convolution)
        case displace(Input, by: Input, Displacement)
        /// Light on a surface whose height is the input's alpha.
        case light(Input, Lighting)
    }

    /// How two pictures become one, on premultiplied values.
    public enum Composition: Hashable, Sendable {
        case over, inside, out, atop, xor, lighter
        /// k₁·a·b + k₂·a + k₃·b + k₄.
        case arithmetic(Double, Double, Double, Double)
    }

    /// A function of a straight colour component.
    public enum TransferFunction: Hashable, Sendable {
        case identity
        /// Straight lines between evenly spaced values.
        case table([Double])
        /// Steps of equal length.
        case discrete([Double])
        case linear(slope: Double, intercept: Double)
        case gamma(amplitude: Double, exponent: Double, offset: Double)
    }

    /// Noise by K. Perlin.
    public struct Turbulence: Hashable, Sendable {
        /// Waves per point along each axis.
        public var baseFrequency: Point
        public var octaves: Int
        public var seed: Double
        public var isFractal: Bool
        /// Whether the noise meets itself at the edges of the step's region.
        public var stitches: Bool

        public init(baseFrequency: Point, octaves: Int = 1, seed: Double = 0, isFractal: Bool = false, stitches: Bool = false) {
            (self.baseFrequency, self.octaves, self.seed) = (baseFrequency, octaves, seed)
            (self.isFractal, self.stitches) = (isFractal, stitches)
        }
    }

    /// A matrix of weights around each pixel, rotated by 180 degrees.
    public struct Convolution: Hashable, Sendable {
        public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
            case duplicate, wrap, none
        }

        public var columns: Int
        /// The weights in rows.
        public var kernel: [Double]
        public var divisor: Double
        public var bias: Double
        /// The column and the row of the kernel that lie on the pixel.
        public var target: Point
        public var edgeMode: EdgeMode
        public var preserveAlpha: Bool

        public init(
            columns: Int, kernel: [Double], divisor: Double, bias: Double = 0, target: Point,
            edgeMode: EdgeMode = .duplicate, preserveAlpha: Bool = false
        ) {
            (self.columns, self.kernel, self.divisor, self.bias) = (columns, kernel, divisor, bias)
            (self.target, self.edgeMode, self.preserveAlpha) = (target, edgeMode, preserveAlpha)
        }
    }

    /// Moves each pixel by two components of another picture.
    public struct Displacement: Hashable, Sendable {
        public enum Channel: String, Hashable, Sendable, CaseIterable {
            case red = "R"
            case green = "G"
            case blue = "B"
            case alpha = "A"
        }

        /// The distance in points between the offsets of 0 and of 1.
        public var scale: Point
        public var xChannel: Channel
        public var yChannel: Channel

        public init(scale: Point, xChannel: Channel = .alpha, yChannel: Channel = .alpha) {
            (self.scale, self.xChannel, self.yChannel) = (scale, xChannel, yChannel)
        }
    }

    /// Light on a surface by the model of B. T. Phong. The viewer looks straight down.
    public struct Lighting: Hashable, Sendable {
        public enum Reflection: Hashable, Sendable {
            /// Light that the surface scatters. The result is opaque.
            case diffuse
            /// Highlights. The result's alpha is its brightest component.
            case specular(exponent: Double)
        }

        public var reflection: Reflection
        /// The share of the light that the surface reflects.
        public var constant: Double
        /// The height in points where alpha is 1.
        public var surfaceScale: Double
        public var color: Color
        public var light: Light

        public init(
            _ reflection: Reflection, constant: Double = 1, surfaceScale: Double = 1, color: Color = .white, light: Light
        ) {
            (self.reflection, self.constant, self.surfaceScale) = (reflection, constant, surfaceScale)
            (self.color, self.light) = (color, light)
        }
    }

    /// Where light comes from. Places are points of the layer, with the height over it.
    public enum Light: Hashable, Sendable {
        /// Parallel light. The azimuth is in degrees clockwise from the right, the elevation in degrees over the layer.
        case distant(azimuth: Double, elevation: Double)
        case point(SIMD3<Double>)
        /// Light that is strongest along an axis. Beyond the cone's angle in degrees, nothing is lit.
        case spot(SIMD3<Double>, pointsAt: SIMD3<Double>, exponent: Double, coneAngle: Double?)
    }

    /// The sublayers that steps read.
    package var sublayers: Set<Int> {
        Set(
            steps.compactMap { step in
                if case .sublayer(let index) = step.operation { index } else { nil }
            })
    }
}

extension FilterGraph.Operation {
    /// The pictures that the operation reads.
    package var inputs: [FilterGraph.Input] {
        switch self {
        case .flood, .sublayer, .turbulence: []
        case .offset(let input, _), .blur(let input, _, _), .colorMatrix(let input, _), .componentTransfer(let input, _),
            .morphology(let input, _, _, _), .tile(let input), .convolve(let input, _), .light(let input, _):
            [input]
        case .merge(let inputs): inputs
        case .blend(_, let top, let bottom), .composite(_, let top, let bottom), .displace(let top, let bottom, _):
            [top, bottom]
        }
    }
}

extension Layer {
    /// The sublayers that filters read, which the layer itself doesn't show.
    package var filterInputs: Set<Int> {
        filter.reduce(into: []) { result, function in
            if case .graph(let graph) = function { result.formUnion(graph.sublayers) }
        }
    }

    /// Whether the filter has several steps, which are drawn upright.
    package var hasFilterGraph: Bool { filter.contains { if case .graph = $0 { true } else { false } } }
}
