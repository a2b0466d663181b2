import PenumbraGeometry

// Answers of the wrapped pass to the questions that are asked often. `step` would take memory of its own for each answer.

extension Pass {
    /// The surface this pass writes.
    public var target: SurfaceID {
        switch self {
        case .clear(let pass): pass.target
        case .fillMesh(let pass): pass.target
        case .extractChannel(let pass): pass.target
        case .mapMask(let pass): pass.target
        case .peaks(let pass): pass.target
        case .rowMaxima(let pass): pass.target
        case .spread(let pass): pass.target
        case .noise(let pass): pass.target
        case .dither(let pass): pass.target
        case .downsample(let pass): pass.target
        case .convolve(let pass): pass.target
        case .mixMasks(let pass): pass.target
        case .mergeChannels(let pass): pass.target
        case .shade(let pass): pass.target
        case .resample(let pass): pass.target
        case .filterColors(let pass): pass.target
        case .transformImage(let pass): pass.target
        case .projectImage(let pass): pass.target
        case .mapColors(let pass): pass.target
        case .filterPixels(let pass): pass.target
        case .blurSpans(let pass): pass.target
        case .blurRays(let pass): pass.target
        case .composite(let pass): pass.target
        }
    }

    /// The surfaces this pass reads, without its target.
    public var sources: [SurfaceID] {
        switch self {
        case .clear(let pass): pass.sources
        case .fillMesh(let pass): pass.sources
        case .extractChannel(let pass): pass.sources
        case .mapMask(let pass): pass.sources
        case .peaks(let pass): pass.sources
        case .rowMaxima(let pass): pass.sources
        case .spread(let pass): pass.sources
        case .noise(let pass): pass.sources
        case .dither(let pass): pass.sources
        case .downsample(let pass): pass.sources
        case .convolve(let pass): pass.sources
        case .mixMasks(let pass): pass.sources
        case .mergeChannels(let pass): pass.sources
        case .shade(let pass): pass.sources
        case .resample(let pass): pass.sources
        case .filterColors(let pass): pass.sources
        case .transformImage(let pass): pass.sources
        case .projectImage(let pass): pass.sources
        case .mapColors(let pass): pass.sources
        case .filterPixels(let pass): pass.sources
        case .blurSpans(let pass): pass.sources
        case .blurRays(let pass): pass.sources
        case .composite(let pass): pass.sources
        }
    }

    /// The pictures this pass reads.
    package var images: [ImageID] {
        switch self {
        case .clear(let pass): pass.images
        case .fillMesh(let pass): pass.images
        case .extractChannel(let pass): pass.images
        case .mapMask(let pass): pass.images
        case .peaks(let pass): pass.images
        case .rowMaxima(let pass): pass.images
        case .spread(let pass): pass.images
        case .noise(let pass): pass.images
        case .dither(let pass): pass.images
        case .downsample(let pass): pass.images
        case .convolve(let pass): pass.images
        case .mixMasks(let pass): pass.images
        case .mergeChannels(let pass): pass.images
        case .shade(let pass): pass.images
        case .resample(let pass): pass.images
        case .filterColors(let pass): pass.images
        case .transformImage(let pass): pass.images
        case .projectImage(let pass): pass.images
        case .mapColors(let pass): pass.images
        case .filterPixels(let pass): pass.images
        case .blurSpans(let pass): pass.images
        case .blurRays(let pass): pass.images
        case .composite(let pass): pass.images
        }
    }

    /// The part of `part` that this pass writes.
    package func painted(_ part: PixelRect) -> PixelRect {
        switch self {
        case .clear(let pass): pass.painted(part)
        case .fillMesh(let pass): pass.painted(part)
        case .extractChannel(let pass): pass.painted(part)
        case .mapMask(let pass): pass.painted(part)
        case .peaks(let pass): pass.painted(part)
        case .rowMaxima(let pass): pass.painted(part)
        case .spread(let pass): pass.painted(part)
        case .noise(let pass): pass.painted(part)
        case .dither(let pass): pass.painted(part)
        case .downsample(let pass): pass.painted(part)
        case .convolve(let pass): pass.painted(part)
        case .mixMasks(let pass): pass.painted(part)
        case .mergeChannels(let pass): pass.painted(part)
        case .shade(let pass): pass.painted(part)
        case .resample(let pass): pass.painted(part)
        case .filterColors(let pass): pass.painted(part)
        case .transformImage(let pass): pass.painted(part)
        case .projectImage(let pass): pass.painted(part)
        case .mapColors(let pass): pass.painted(part)
        case .filterPixels(let pass): pass.painted(part)
        case .blurSpans(let pass): pass.painted(part)
        case .blurRays(let pass): pass.painted(part)
        case .composite(let pass): pass.painted(part)
        }
    }

    /// True if the whole target is certain to be opaque after this pass, given the surfaces that are opaque before it.
    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool {
        switch self {
        case .clear(let pass): pass.leavesOpaque(opaque, in: plan)
        case .fillMesh(let pass): pass.leavesOpaque(opaque, in: plan)
        case .extractChannel(let pass): pass.leavesOpaque(opaque, in: plan)
        case .mapMask(let pass): pass.leavesOpaque(opaque, in: plan)
        case .peaks(let pass): pass.leavesOpaque(opaque, in: plan)
        case .rowMaxima(let pass): pass.leavesOpaque(opaque, in: plan)
        case .spread(let pass): pass.leavesOpaque(opaque, in: plan)
        case .noise(let pass): pass.leavesOpaque(opaque, in: plan)
        case .dither(let pass): pass.leavesOpaque(opaque, in: plan)
        case .downsample(let pass): pass.leavesOpaque(opaque, in: plan)
        case .convolve(let pass): pass.leavesOpaque(opaque, in: plan)
        case .mixMasks(let pass): pass.leavesOpaque(opaque, in: plan)
        case .mergeChannels(let pass): pass.leavesOpaque(opaque, in: plan)
        case .shade(let pass): pass.leavesOpaque(opaque, in: plan)
        case .resample(let pass): pass.leavesOpaque(opaque, in: plan)
        case .filterColors(let pass): pass.leavesOpaque(opaque, in: plan)
        case .transformImage(let pass): pass.leavesOpaque(opaque, in: plan)
        case .projectImage(let pass): pass.leavesOpaque(opaque, in: plan)
        case .mapColors(let pass): pass.leavesOpaque(opaque, in: plan)
        case .filterPixels(let pass): pass.leavesOpaque(opaque, in: plan)
        case .blurSpans(let pass): pass.leavesOpaque(opaque, in: plan)
        case .blurRays(let pass): pass.leavesOpaque(opaque, in: plan)
        case .composite(let pass): pass.leavesOpaque(opaque, in: plan)
        }
    }

    /// The bytes of tables that this pass shares with no other pass, besides coverage.
    package var ownTableBytes: Int {
        switch self {
        case .clear(let pass): pass.ownTableBytes
        case .fillMesh(let pass): pass.ownTableBytes
        case .extractChannel(let pass): pass.ownTableBytes
        case .mapMask(let pass): pass.ownTableBytes
        case .peaks(let pass): pass.ownTableBytes
        case .rowMaxima(let pass): pass.ownTableBytes
        case .spread(let pass): pass.ownTableBytes
        case .noise(let pass): pass.ownTableBytes
        case .dither(let pass): pass.ownTableBytes
        case .downsample(let pass): pass.ownTableBytes
        case .convolve(let pass): pass.ownTableBytes
        case .mixMasks(let pass): pass.ownTableBytes
        case .mergeChannels(let pass): pass.ownTableBytes
        case .shade(let pass): pass.ownTableBytes
        case .resample(let pass): pass.ownTableBytes
        case .filterColors(let pass): pass.ownTableBytes
        case .transformImage(let pass): pass.ownTableBytes
        case .projectImage(let pass): pass.ownTableBytes
        case .mapColors(let pass): pass.ownTableBytes
        case .filterPixels(let pass): pass.ownTableBytes
        case .blurSpans(let pass): pass.ownTableBytes
        case .blurRays(let pass): pass.ownTableBytes
        case .composite(let pass): pass.ownTableBytes
        }
    }

    /// The approximate time of this pass on one core, in nanoseconds, without planning and ordering.
    package func ownWork(in plan: RenderPlan) -> Int {
        switch self {
        case .clear(let pass): pass.work(in: plan)
        case .fillMesh(let pass): pass.work(in: plan)
        case .extractChannel(let pass): pass.work(in: plan)
        case .mapMask(let pass): pass.work(in: plan)
        case .peaks(let pass): pass.work(in: plan)
        case .rowMaxima(let pass): pass.work(in: plan)
        case .spread(let pass): pass.work(in: plan)
        case .noise(let pass): pass.work(in: plan)
        case .dither(let pass): pass.work(in: plan)
        case .downsample(let pass): pass.work(in: plan)
        case .convolve(let pass): pass.work(in: plan)
        case .mixMasks(let pass): pass.work(in: plan)
        case .mergeChannels(let pass): pass.work(in: plan)
        case .shade(let pass): pass.work(in: plan)
        case .resample(let pass): pass.work(in: plan)
        case .filterColors(let pass): pass.work(in: plan)
        case .transformImage(let pass): pass.work(in: plan)
        case .projectImage(let pass): pass.work(in: plan)
        case .mapColors(let pass): pass.work(in: plan)
        case .filterPixels(let pass): pass.work(in: plan)
        case .blurSpans(let pass): pass.work(in: plan)
        case .blurRays(let pass): pass.work(in: plan)
        case .composite(let pass): pass.work(in: plan)
        }
    }
}
