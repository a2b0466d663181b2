import PenumbraGeometry

/// One step of a plan. In every formula `/` and `%` are integer division, `>>` shifts unsigned 32-bit values,
/// and a read outside a source surface gives 0.
///
/// A pass writes its whole target, except `composite`, which changes a region of it. No pass reads its own target, and a
/// surface is complete before the first pass that reads it: renderers may make its rows when they are wanted.
public enum Pass: Sendable {
    /// Every pixel of a colour surface becomes `color`.
    case clear(target: SurfaceID, color: PremultipliedColor)

    /// A mask becomes the exact area each pixel shares with a tessellated region: see `Coverage`.
    case fillMesh(target: SurfaceID, coverage: Coverage)

    /// A mask becomes the alpha of a colour surface: `target[x, y] = source[x + dx, y + dy].alpha`.
    case extractAlpha(source: SurfaceID, target: SurfaceID, dx: Int, dy: Int)

    /// Half the resolution by [1 3 3 1]/8 on both axes, rounded once:
    /// `target[x, y] = (Σᵢⱼ w[i]·w[j]·source[2x + dx + i, 2y + dy + j] + 32) >> 6`, i and j in 0…3, w = 1, 3, 3, 1.
    /// Masks only.
    case downsample(source: SurfaceID, target: SurfaceID, dx: Int, dy: Int)

    /// A one-dimensional filter of a mask: see `PolyphaseKernel`. Along `axis` the kernel says which source values a target
    /// value is made of; across it, `target` row (or column) n reads source row (or column) `n + crossOffset`.
    case convolve(source: SurfaceID, target: SurfaceID, axis: Axis, kernel: PolyphaseKernel, crossOffset: Int)

    /// A colour surface becomes a picture brought to another size: see `ResamplingTable`.
    case resample(image: ImageID, target: SurfaceID, columns: ResamplingTable, rows: ResamplingTable)

    /// A colour surface becomes another one seen through an affine map: see `AffineSampling`.
    case transformImage(source: SurfaceID, target: SurfaceID, sampling: AffineSampling)

    /// Paints a colour or a surface over a region of a colour surface, through a mask: see `Composite`.
    case composite(Composite)
}

/// Along rows or along columns.
public enum Axis: String, Hashable, Sendable {
    /// Neighbours are in the same row.
    case horizontal
    /// Neighbours are in the same column.
    case vertical
}

/// Source-over painting, `S + D·(1 − Sα)` on premultiplied Q15 values.
///
/// For each pixel (x, y) of `region`, in the target's coordinates:
///
///     m  = the mask operand there, 0…32768 (32768 without a mask)
///     e  = (m·opacity + 16384) >> 15
///     Sᵢ = (sourceᵢ·e + 16384) >> 15                        for red, green, blue, alpha
///     Dᵢ = Sᵢ + ((Dᵢ·(32768 − Sα) + 16384) >> 15)
///
/// Source surface and mask are read at (x + dx, y + dy) of their own offsets; outside them is 0.
public struct Composite: Sendable {
    public enum Source: Hashable, Sendable {
        case color(PremultipliedColor)
        case surface(SurfaceID, dx: Int, dy: Int)
    }

    public enum Mask: Hashable, Sendable {
        case none
        case surface(SurfaceID, dx: Int, dy: Int)
        /// The mask is `convolve`d along columns where it is used, so that it is never stored at full size: its row
        /// `y + dy` is what `kernel` makes of the surface's rows. Columns are read at `x + dx`.
        case convolvedRows(SurfaceID, kernel: PolyphaseKernel, dx: Int, dy: Int)
    }

    public var target: SurfaceID
    /// Inside the target.
    public var region: PixelRect
    public var source: Source
    public var mask: Mask
    /// Q15, 0…32768.
    public var opacity: UInt16

    public init(
        target: SurfaceID, region: PixelRect, source: Source, mask: Mask = .none,
        opacity: UInt16 = UInt16(Q15.one)
    ) {
        self.target = target
        self.region = region
        self.source = source
        self.mask = mask
        self.opacity = opacity
    }
}
