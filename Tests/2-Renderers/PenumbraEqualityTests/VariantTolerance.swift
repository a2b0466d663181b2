import Penumbra
import PenumbraPlan
import PenumbraScene

/// The allowed difference between a variant's picture and the scene's own picture, with the reasons.
///
/// Everything that isn't listed here is exact. All values were measured over the corpus.
struct VariantTolerance {
    /// A reason why pictures may differ in the last bit of a fixed-point number, which occasionally changes a byte.
    enum Cause: CaseIterable {
        /// A blur filters rows first and rounds the result before it adds up columns.
        case rowsBeforeColumns
        /// The cells of a blur's lower resolutions begin at the top left of the blurred area, which moves with the variant.
        case cellsFromTheCorner
        /// The cells of a blurred backdrop begin at the canvas's corner.
        case cellsFromTheCanvas
        /// Coverage is distributed to columns from the left, rounded down. Vertices halfway between two grid positions are
        /// rounded away from zero, and so are the origins of glyphs.
        case coverageFromTheLeft
        /// A gradient's positions are sums of a column's and a row's part, each rounded, measured from the middle of the
        /// painted area.
        case gradientFromTheMiddle
        /// The positions of a turned picture are computed in the same way. The last bit may decide between two phases of a mean
        /// over areas, which differ by up to 2/255.
        case pictureFromTheMiddle
        /// The corners of a projected picture's pixels are rounded in the picture, and those between them from the left and the
        /// top.
        case projectionFromTheCorner
        /// The lines of a zoom blur are followed in the direction in which their columns or rows grow. Places are rounded down.
        case linesFromTheirStarts
        /// The dithering pattern stays fixed to the canvas.
        case patternOfTheCanvas
    }

    let causes: [Cause]

    init(of plan: RenderPlan, _ variant: SceneVariant) {
        causes = Cause.allCases.filter { $0.affects(variant) && plan.passes.contains(where: $0.isIn) }
    }

    /// The allowed difference of alpha and of colour times alpha, in 1/255.
    var levels: Int { causes.isEmpty ? 0 : causes.contains(.pictureFromTheMiddle) ? 2 : 1 }

    /// The fraction of all pixels that may differ.
    var share: Double { causes.reduce(0) { $0 + $1.share } }

    /// The allowed levels for scenes that paint many things over each other, moved or clipped.
    ///
    /// Rounding errors add up. Points that move to the left of or above zero have their halves rounded the other way.
    static let ofRandomScenes = 2

    /// The fraction of pixels that a hard alpha may change by more levels. The largest that was seen is 0.008.
    static let shareOfHardAlphas = 0.008

    /// The grains of shadows are squares along the device's axes, to the right and down from the layer's origin. Flipping or
    /// turning would give other grains.
    static func isUndefined(_ variant: SceneVariant, of plan: RenderPlan) -> Bool {
        !variant.isMove && plan.passes.contains { if case .noise = $0 { true } else { false } }
    }

    /// Scenes with backdrops blurred so far that the canvas's edges influence the whole canvas. Moved or clipped pictures of
    /// these scenes aren't parts of the picture.
    static let lookingBehindTooFar: Set<String> = [
        "backdrop/progressive-along-a-slow-line", "backdrop/sigma-12", "backdrop/sigma-60", "blend/a-blended-backdrop-blur",
    ]

    /// Scenes with corners or letters on rounding ties. If a move changes the last bit, some pixels change by 1/255. In each
    /// scene of texts, one pixel of one variant was seen to change.
    static let onRoundingTies: Set<String> = [
        "layout/text-baseline-of-nested-layouts", "layout/text-canvas-as-high-as-its-text", "layout/text-empty-takes-no-room",
        "layout/text-in-a-stretched-frame", "layout/text-of-two-lines-at-most", "layout/text-on-one-baseline",
        "transform/slivers-on-rounding-ties",
    ]
}

extension VariantTolerance.Cause {
    fileprivate func affects(_ variant: SceneVariant) -> Bool {
        switch self {
        case .rowsBeforeColumns: variant.isTurnedToTheSide
        case .cellsFromTheCorner, .coverageFromTheLeft: !variant.isMove
        case .cellsFromTheCanvas: !variant.keepsEdges
        case .gradientFromTheMiddle, .pictureFromTheMiddle, .projectionFromTheCorner, .linesFromTheirStarts,
            .patternOfTheCanvas:
            variant != .wrapped
        }
    }

    fileprivate func isIn(_ pass: Pass) -> Bool {
        switch (self, pass) {
        case (.rowsBeforeColumns, .convolve), (.rowsBeforeColumns, .blurSpans), (.linesFromTheirStarts, .blurRays),
            (.cellsFromTheCorner, .downsample), (.coverageFromTheLeft, .fillMesh),
            (.gradientFromTheMiddle, .shade), (.pictureFromTheMiddle, .transformImage),
            (.projectionFromTheCorner, .projectImage), (.patternOfTheCanvas, .dither):
            true
        case (.cellsFromTheCanvas, .downsample(let pass)): pass.edge == .clamp
        default: false
        }
    }

    /// The largest fraction of a picture that differed.
    fileprivate var share: Double {
        switch self {
        case .rowsBeforeColumns: 0.005
        case .cellsFromTheCorner: 0.045
        case .cellsFromTheCanvas: 0.06
        case .coverageFromTheLeft: 0.0019
        case .gradientFromTheMiddle: 0.005
        case .pictureFromTheMiddle: 0.0025
        case .projectionFromTheCorner: 0.05
        case .linesFromTheirStarts: 0.014
        case .patternOfTheCanvas: 0.6
        }
    }
}

extension Scene {
    /// The distance from the canvas's edges, in pixels, within which blurred backdrops can reveal the edge.
    var reachOfBackdrops: Int { Self.reach(of: layers, canvas.scale) }

    private static func reach(of layers: [Layer], _ scale: Double) -> Int {
        layers.reduce(0) { sum, layer in
            let scale = scale * layer.transform.meanScale
            var own = layer.backdropBlur.map { GaussianBlur(sigma: $0.radius.value * scale).reach } ?? 0
            own += reach(of: layer.backdropFilter, scale)
            // What backdrops inside show is spread and moved by the layer's blur, filter and shadows.
            if layer.filtersBackdrops { own += reach(of: layer.filter, scale) }
            if layer.sublayers.contains(where: \.filtersBackdrops) {
                let shadows = layer.shadows.map {
                    FilterFunction.dropShadow(offset: $0.offset, radius: $0.radius, color: $0.color)
                }
                own += GaussianBlur(sigma: layer.blur.value * scale).reach
                own += shadows.map { reach(of: [$0], scale) }.max() ?? 0
            }
            return sum + own + reach(of: layer.sublayers, scale) + reach(of: layer.mask.map { [$0] } ?? [], scale)
        }
    }

    private static func reach(of functions: [FilterFunction], _ scale: Double) -> Int {
        functions.reduce(0) { sum, function in
            switch function {
            case .blur(let sigma): sum + GaussianBlur(sigma: sigma.value * scale).reach
            case .dropShadow(let offset, let sigma, _):
                sum + GaussianBlur(sigma: sigma.value * scale).reach + Int((offset.length * scale).rounded(.up)) + 2
            case .color, .graph: sum
            }
        }
    }
}

extension Layer {
    fileprivate var filtersBackdrops: Bool {
        backdropBlur != nil || !backdropFilter.isEmpty || sublayers.contains(where: \.filtersBackdrops)
    }
}

extension Layer {
    /// Whether a soft alpha counts as hard anywhere in the layer.
    var hasHardAlpha: Bool {
        clipForAnyAlpha || shadows.contains(where: \.hardAlpha) || innerShadows.contains(where: \.hardAlpha)
            || mask?.hasHardAlpha == true || sublayers.contains(where: \.hasHardAlpha)
    }
}
