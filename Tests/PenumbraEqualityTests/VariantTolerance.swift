import Penumbra
import PenumbraPlan
import PenumbraScene

/// How far a variant's picture may be from the one that the scene's own picture makes, and why.
///
/// What is not in this list is exact. All was measured over the corpus.
struct VariantTolerance {
    /// A reason for pictures to differ by the last bit of a fixed-point number, which now and then is a byte's.
    enum Cause: CaseIterable {
        /// A blur's rows come first and are rounded before its columns are added up.
        case rowsBeforeColumns
        /// The cells of a blur's lower resolutions begin at the left and top of what is blurred, wherever that is then.
        case cellsFromTheCorner
        /// Those of a blurred backdrop begin at the canvas's corner.
        case cellsFromTheCanvas
        /// Coverage is shared out to columns from the left, rounded down, and vertices between two places of the grid take the
        /// one farther from zero.
        case coverageFromTheLeft
        /// A gradient's positions are sums of a column's and a row's share, each rounded, measured from the middle of what is
        /// painted.
        case gradientFromTheMiddle
        /// A turned picture's positions likewise.
        case pictureFromTheMiddle
        /// The pattern of dithering stays where it is.
        case patternOfTheCanvas
    }

    let causes: [Cause]

    init(of plan: RenderPlan, _ variant: SceneVariant) {
        causes = Cause.allCases.filter { $0.affects(variant) && plan.passes.contains(where: $0.isIn) }
    }

    /// In 1/255, of alpha and of colour times alpha.
    var levels: Int { causes.isEmpty ? 0 : 1 }

    /// Of all pixels, those that may differ.
    var share: Double { causes.reduce(0) { $0 + $1.share } }

    /// Levels for scenes that paint many things over each other, moved or clipped.
    ///
    /// Rounding adds up, and what comes to lie left of zero or above it has its halves rounded the other way.
    static let ofRandomScenes = 2

    /// Grains of shadows are squares along the device's axes, to the right and down from the layer's origin: flipped or turned
    /// they would be others.
    static func isUndefined(_ variant: SceneVariant, of plan: RenderPlan) -> Bool {
        !variant.isMove && plan.passes.contains { if case .noise = $0 { true } else { false } }
    }

    /// Scenes whose backdrops are blurred so far that all of the canvas depends on where its edges are: neither moved nor
    /// clipped pictures of them are parts of the picture.
    static let lookingBehindTooFar: Set<String> = [
        "backdrop/sigma-12", "backdrop/sigma-60", "blend/a-blended-backdrop-blur",
    ]

    /// Scenes with corners on rounding ties: where a move changes the last bit they are rounded the other way, 1/255 in some
    /// pixels.
    static let onRoundingTies: Set<String> = ["transform/slivers-on-rounding-ties"]
}

extension VariantTolerance.Cause {
    fileprivate func affects(_ variant: SceneVariant) -> Bool {
        switch self {
        case .rowsBeforeColumns: variant.isTurnedToTheSide
        case .cellsFromTheCorner, .coverageFromTheLeft: !variant.isMove
        case .cellsFromTheCanvas: !variant.keepsEdges
        case .gradientFromTheMiddle, .pictureFromTheMiddle, .patternOfTheCanvas: variant != .wrapped
        }
    }

    fileprivate func isIn(_ pass: Pass) -> Bool {
        switch (self, pass) {
        case (.rowsBeforeColumns, .convolve), (.cellsFromTheCorner, .downsample), (.coverageFromTheLeft, .fillMesh),
            (.gradientFromTheMiddle, .shade), (.pictureFromTheMiddle, .transformImage), (.patternOfTheCanvas, .dither):
            true
        case (.cellsFromTheCanvas, .downsample(let pass)): pass.edge == .clamp
        default: false
        }
    }

    /// The largest part of a picture that differed.
    fileprivate var share: Double {
        switch self {
        case .rowsBeforeColumns: 0.005
        case .cellsFromTheCorner: 0.045
        case .cellsFromTheCanvas: 0.06
        case .coverageFromTheLeft: 0.0015
        case .gradientFromTheMiddle: 0.005
        case .pictureFromTheMiddle: 0.0025
        case .patternOfTheCanvas: 0.6
        }
    }
}

extension Scene {
    /// How far from the canvas's edges, in pixels, blurred backdrops can show that there is an edge.
    var reachOfBackdrops: Int { Self.reach(of: layers, canvas.scale) }

    private static func reach(of layers: [Layer], _ scale: Double) -> Int {
        layers.reduce(0) { sum, layer in
            let scale = scale * layer.transform.meanScale
            let own = layer.backdropBlur.map { GaussianBlur(sigma: $0.radius.value * scale).reach } ?? 0
            return sum + own + reach(of: layer.sublayers, scale) + reach(of: layer.mask.map { [$0] } ?? [], scale)
        }
    }
}
