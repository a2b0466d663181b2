import PenumbraGeometry

/// One step of a plan. In every formula `/` and `%` are integer division, `>>` shifts unsigned 32-bit values,
/// and a read outside a source surface gives 0 unless the pass has an `edge` that says otherwise.
///
/// A pass writes its whole target, except `composite`, which changes a region of it. No pass reads its own target, and a
/// surface is complete before the first pass that reads it: renderers may make its rows when they are wanted.
public enum Pass: Sendable {
    /// Every pixel of a colour surface becomes `color`.
    case clear(target: SurfaceID, color: PremultipliedColor)

    /// A mask becomes the exact area each pixel shares with a tessellated region: see `Coverage`.
    case fillMesh(target: SurfaceID, coverage: Coverage)

    /// A mask becomes one channel of a colour surface: `target[x, y] = source[x + dx, y + dy].channel`.
    case extractChannel(source: SurfaceID, target: SurfaceID, channel: Channel, dx: Int, dy: Int)

    /// A mask becomes what a function makes of each value of another: `target[x, y] = map(source[x + dx, y + dy])`.
    case mapMask(source: SurfaceID, target: SurfaceID, map: MaskMap, dx: Int, dy: Int)

    /// The values a mask is spread from, and what edges lead to: see `SpreadDisc`. The target has two rows for each of its rows
    /// of values, y: row 2y holds E and row 2y + 1 holds L, with v = source[x + dx, y + dy], or 32768 less that where
    /// `isInverted` (32768 then outside the source too), and `low` and `high` the least and greatest of the nine v around:
    ///
    ///     v = 0 or low > 129: L = E = v
    ///     else L = high
    ///     X = |Σ v of the column to the right − Σ v of that to the left| >> 2, the middle ones twice ;  Y likewise of rows
    ///     g = √(X² + Y²) ;  g = 0 or v = L: E = v
    ///     n = min(32768, (max(X, Y)·32768 + g/2) / g) ;  m = min(32768, (min(X, Y)·32768 + g/2) / g)
    ///     f = (v·32768 + L/2) / L ;  c = (m·16384 + n/2) / n ;  p = (n·m + 8192) >> 14
    ///     d = f < c ?          (n + m)/2 − √(p·f)
    ///       : f ≤ 32768 − c ?  ((16384 − f)·n + 16384) >> 15, keeping the sign
    ///       :                  √(p·(32768 − f)) − (n + m)/2
    ///     e = 16384 − d, at most 32768 ;  E = (L·e + 16384) >> 15, but e ≤ 0: L = E = 0
    ///
    /// 129 is just below an alpha of 1/255.
    case peaks(source: SurfaceID, target: SurfaceID, dx: Int, dy: Int, isInverted: Bool)

    /// The largest of runs of pixels. The source has the rows that `peaks` makes; the target has, for each pair of these,
    /// `levels` + 1 rows: first the values E, then for k = 0, 1 … the largest L of the 4ᵏ pixels from x on, beyond the last
    /// column 0.
    case rowMaxima(source: SurfaceID, target: SurfaceID, levels: Int)

    /// A mask grown by a disc, or 32768 less that where `isInverted`. Pixel (x, y) of the target stands at
    /// (x + disc.reachX, y + disc.reachY) of what `rowMaxima` made with `disc.levels`, which is so much larger on each side. It
    /// is the largest of
    ///
    ///     L of each run first…last of each of the disc's rows, as the largest of runs of 4ᵏ pixels, k = `SpreadDisc.level`
    ///     min(L, E ± ((L·|share| + 16384) >> 15)), the sign the share's, for each place of its ring; negative: 0
    case spread(source: SurfaceID, target: SurfaceID, disc: SpreadDisc, isInverted: Bool)

    /// A mask of grains, each of one value: with all numbers unsigned, 32 bits, and products cut to 32 bits,
    ///
    ///     h = (columns[x]·2654435761) ^ (rows[y]·2246822507 + seed)
    ///     h ^= h >> 16 ;  h ·= 2146121005 ;  h ^= h >> 15 ;  h ·= 2221713035 ;  h ^= h >> 16
    ///     target[x, y] = 32768 − ((amount·(h >> 17) + 16384) >> 15)
    ///
    /// The mixing is C. Wellons' `lowbias32` (public domain).
    case noise(target: SurfaceID, columns: [Int32], rows: [Int32], amount: UInt16, seed: UInt32)

    /// A colour surface with an offset of less than half a byte's step added to its colours, another at each of 8×8 places, so
    /// that rounding to bytes leaves no bands. With d = `Dither.offset(x, y)`, for red, green and blue,
    ///
    ///     target[x, y]ᵢ = sourceᵢ + ((d·sourceα + 16384) >> 15), held to 0…sourceα, the shift keeping the sign
    ///
    /// Colours that are whole bytes of opaque pixels stay what they are. Source and target have one size.
    case dither(source: SurfaceID, target: SurfaceID)

    /// Half the resolution by [1 3 3 1]/8 on both axes, rounded once:
    /// `target[x, y] = (Σᵢⱼ w[i]·w[j]·source[2x + dx + i, 2y + dy + j] + 32) >> 6`, i and j in 0…3, w = 1, 3, 3, 1.
    /// Masks only.
    case downsample(source: SurfaceID, target: SurfaceID, dx: Int, dy: Int, edge: Edge)

    /// A one-dimensional filter of a mask: see `PolyphaseKernel`. Along `axis` the kernel says which source values a target
    /// value is made of; across it, `target` row (or column) n reads source row (or column) `n + crossOffset`.
    case convolve(
        source: SurfaceID, target: SurfaceID, axis: Axis, kernel: PolyphaseKernel, crossOffset: Int, edge: Edge)

    /// A colour surface is put together from three masks, its red, green and blue, and a fourth, its alpha, or one everywhere.
    ///
    /// Each is `convolve`d along columns on the way: value (x, y) of a channel is what `kernel` makes of column `x + dx` of its
    /// mask at row `y + dy`. All masks have the same size.
    case mergeChannels(sources: [SurfaceID], target: SurfaceID, kernel: PolyphaseKernel, dx: Int, dy: Int, edge: Edge)

    /// A colour surface, or a mask, becomes a gradient: see `GradientShading`. A mask takes its alpha.
    case shade(target: SurfaceID, shading: GradientShading)

    /// A colour surface becomes a picture brought to another size: see `ResamplingTable`.
    case resample(image: ImageID, target: SurfaceID, columns: ResamplingTable, rows: ResamplingTable)

    /// A colour surface filtered along one axis with weights that may be negative: see `SignedTable`. Along `axis` the target
    /// is as long as the table, across it as long as the source.
    case filterColors(source: SurfaceID, target: SurfaceID, axis: Axis, table: SignedTable)

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

/// What lies outside a surface that is read.
public enum Edge: String, Hashable, Sendable {
    /// Nothing.
    case zero
    /// The nearest row and column that the surface has, again and again.
    case clamp
}

/// A component of a colour pixel, in the order they are stored in.
public enum Channel: Int, Hashable, Sendable, CaseIterable {
    case red, green, blue, alpha
}

/// A function of one mask value v, 0…32768.
public enum MaskMap: Hashable, Sendable {
    /// `32768 − v`.
    case inverted
    /// `v > threshold ? 32768 : 0`.
    case above(UInt16)
    /// How far v² lies between `low` and `high`, both 0…2³⁰ and `low < high`:
    ///
    ///     k = the smallest shift for which (high − low) >> k is below 2¹⁶
    ///     d = (min(max(v², low), high) − low) >> k ;  w = (high − low) >> k
    ///     (min(d, w)·32768 + w / 2) / w
    case squareRamp(low: UInt32, high: UInt32)
}
