import PenumbraGeometry

/// Painting over a region of a colour surface, through masks, on premultiplied Q15 values.
///
/// For each pixel (x, y) of `region`, in the target's coordinates:
///
///     m  = the mask operand there, 0…32768 (32768 without a mask), or 32768 − m where it is inverted
///     c  = the same of `clip`
///     e  = ((m·c + 16384) >> 15)·opacity, again + 16384 and >> 15
///
/// and then, for red, green, blue and alpha, with `over` (source-over)
///
///     Sᵢ = (sourceᵢ·e + 16384) >> 15
///     Dᵢ = Sᵢ + ((Dᵢ·(32768 − Sα) + 16384) >> 15)
///
/// or with `mix`, which replaces instead of covering,
///
///     Dᵢ = (sourceᵢ·e + Dᵢ·(32768 − e) + 16384) >> 15
///
/// or what the `Operation` says.
///
/// Source surface and masks are read at (x + dx, y + dy) of their own offsets; outside them is 0 (before inversion).
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

    /// A second mask, always a stored surface.
    public struct Clip: Hashable, Sendable {
        public var surface: SurfaceID
        public var dx: Int
        public var dy: Int
        public var isInverted: Bool

        public init(_ surface: SurfaceID, dx: Int, dy: Int, isInverted: Bool = false) {
            self.surface = surface
            self.dx = dx
            self.dy = dy
            self.isInverted = isInverted
        }
    }

    public var target: SurfaceID
    /// Inside the target.
    public var region: PixelRect
    public var source: Source
    public var mask: Mask
    public var isMaskInverted: Bool
    public var clip: Clip?
    /// Q15, 0…32768.
    public var opacity: UInt16
    public var operation: Operation

    public init(
        target: SurfaceID, region: PixelRect, source: Source, mask: Mask = .none, isMaskInverted: Bool = false,
        clip: Clip? = nil, opacity: UInt16 = UInt16(Q15.one), operation: Operation = .over
    ) {
        self.target = target
        self.region = region
        self.source = source
        self.mask = mask
        self.isMaskInverted = isMaskInverted
        self.clip = clip
        self.opacity = opacity
        self.operation = operation
    }
}
