/// One step of a plan. In every formula `/` and `%` are integer division and `>>` shifts unsigned 32-bit values. A read
/// outside a source surface gives 0 unless the pass has an `edge`.
///
/// A pass writes its whole target, except `composite` and `drawInstances`, which change a region of the target. No pass reads
/// its own target. A surface is complete before the first pass that reads it, so renderers may make its rows on demand.
public enum Pass: Hashable, Sendable {
    case clear(Clear)
    case fillMesh(FillMesh)
    case extractChannel(ExtractChannel)
    case mapMask(MapMask)
    case peaks(Peaks)
    case rowMaxima(RowMaxima)
    case spread(Spread)
    case noise(Noise)
    case dither(Dither)
    case downsample(Downsample)
    case convolve(Convolve)
    case mixMasks(MixMasks)
    case mergeChannels(MergeChannels)
    case shade(Shade)
    case resample(Resample)
    case filterColors(FilterColors)
    case transformImage(TransformImage)
    case projectImage(ProjectImage)
    case mapColors(MapColors)
    case filterPixels(FilterPixels)
    case blurSpans(BlurSpans)
    case blurRays(BlurRays)
    case composite(Composite)
    case drawInstances(DrawInstances)

    /// The wrapped pass, for callers that ask only the questions that every pass answers.
    package var step: any PassStep {
        switch self {
        case .clear(let pass): pass
        case .fillMesh(let pass): pass
        case .extractChannel(let pass): pass
        case .mapMask(let pass): pass
        case .peaks(let pass): pass
        case .rowMaxima(let pass): pass
        case .spread(let pass): pass
        case .noise(let pass): pass
        case .dither(let pass): pass
        case .downsample(let pass): pass
        case .convolve(let pass): pass
        case .mixMasks(let pass): pass
        case .mergeChannels(let pass): pass
        case .shade(let pass): pass
        case .resample(let pass): pass
        case .filterColors(let pass): pass
        case .transformImage(let pass): pass
        case .projectImage(let pass): pass
        case .mapColors(let pass): pass
        case .filterPixels(let pass): pass
        case .blurSpans(let pass): pass
        case .blurRays(let pass): pass
        case .composite(let pass): pass
        case .drawInstances(let pass): pass
        }
    }

    /// The surface this pass writes.
    public var target: SurfaceID { step.target }

    /// The surfaces this pass reads, without its target.
    public var sources: [SurfaceID] { step.sources }
}

extension Pass: CustomStringConvertible {
    public var description: String { step.description }
}

/// The direction of a one-dimensional filter: along rows or along columns.
public enum Axis: String, Hashable, Sendable {
    /// Neighbours are in the same row.
    case horizontal
    /// Neighbours are in the same column.
    case vertical
}

/// The values that a pass reads outside a surface.
public enum Edge: String, Hashable, Sendable {
    /// Everything outside is zero.
    case zero
    /// The nearest row and column of the surface repeat without end.
    case clamp

    /// The ending of a pass with this edge in a printed plan.
    var suffix: String { self == .zero ? "" : " \(rawValue)" }
}

/// A component of a colour pixel, in storage order.
public enum Channel: Int, Hashable, Sendable, CaseIterable {
    case red, green, blue, alpha
}
