import PenumbraGeometry

/// Paints over a region of a colour surface, through masks, on premultiplied Q15 values.
///
/// For each pixel (x, y) of `region`, in the target's coordinates:
///
///     m  = the mask operand there, 0…32768 (32768 without a mask), or 32768 − m where it is inverted
///     c  = the same of `clip`
///     e  = ((m·c + 16384) >> 15)·opacity, again + 16384 and >> 15
///
/// then for red, green, blue and alpha, with `over` (source-over)
///
///     Sᵢ = (sourceᵢ·e + 16384) >> 15
///     Dᵢ = Sᵢ + ((Dᵢ·(32768 − Sα) + 16384) >> 15)
///
/// or with `mix`, which replaces instead of covering,
///
///     Dᵢ = (sourceᵢ·e + Dᵢ·(32768 − e) + 16384) >> 15
///
/// or the formula of another `Operation`.
///
/// The source surface and the masks are read at (x + dx, y + dy), each with its own offset. Outside them is 0 (before
/// inversion).
public struct Composite: PassStep {
    public enum Source: Hashable, Sendable {
        case color(PremultipliedColor)
        case surface(SurfaceID, dx: Int, dy: Int)
    }

    public enum Mask: Hashable, Sendable {
        case none
        case surface(SurfaceID, dx: Int, dy: Int)
        /// A mask that is `convolve`d along columns as it is used, and so is never stored at full size. `kernel` makes its
        /// row `y + dy` from the surface's rows. Columns are read at `x + dx`.
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
    /// The region that is painted, inside the target.
    public var region: PixelRect
    public var source: Source
    public var mask: Mask
    public var isMaskInverted: Bool
    public var clip: Clip?
    /// The opacity in Q15, 0…32768.
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

extension Composite {
    package var pass: Pass { .composite(self) }

    public var description: String {
        var text = "composite "
        switch source {
        case .color(let color): text += "\(color)"
        case .surface(let id, let dx, let dy): text += "\(id) at (\(dx), \(dy))"
        }
        text += " → \(target) \(region)"
        let not = isMaskInverted ? " not" : ""
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy): text += "\(not) mask \(id) at (\(dx), \(dy))"
        case .convolvedRows(let id, let kernel, let dx, let dy):
            text += "\(not) mask \(id) rows \(kernel) at (\(dx), \(dy))"
        }
        if let clip { text += "\(clip.isInverted ? " not" : "") clip \(clip.surface) at (\(clip.dx), \(clip.dy))" }
        if operation != .over { text += " \(operation)" }
        if UInt32(opacity) != Q15.one { text += " opacity \(opacity)" }
        return text
    }

    package var sources: [SurfaceID] {
        var result: [SurfaceID] = []
        if case .surface(let id, _, _) = source { result.append(id) }
        switch mask {
        case .none: break
        case .surface(let id, _, _), .convolvedRows(let id, _, _, _): result.append(id)
        }
        if let clip { result.append(clip.surface) }
        return result
    }

    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) {
        target = name(target)
        if case .surface(let id, let dx, let dy) = source { source = .surface(name(id), dx: dx, dy: dy) }
        switch mask {
        case .none: break
        case .surface(let id, let dx, let dy): mask = .surface(name(id), dx: dx, dy: dy)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            mask = .convolvedRows(name(id), kernel: kernel, dx: dx, dy: dy)
        }
        if let surface = clip?.surface { clip?.surface = name(surface) }
    }

    package var changesTarget: Bool { true }

    package func painted(_ part: PixelRect) -> PixelRect { region.intersection(part) }

    /// Painting over an opaque target leaves the target opaque in every mode except the replacing mode.
    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool {
        opaque.contains(target) && operation != .mix
    }

    package func reachesFar(in source: SurfaceID) -> Bool {
        if case .convolvedRows(source, _, _, _) = mask { true } else { false }
    }

    /// Counts region by region. A surface is read where it is painted, at most once in full.
    package func trafficBytes(in plan: RenderPlan) -> Int {
        let pixels = region.width * region.height
        return sources.reduce(2 * pixels * plan[target].format.bytesPerPixel) { sum, id in
            sum + min(plan[id].byteCount, pixels * plan[id].format.bytesPerPixel)
        }
    }

    package func work(in plan: RenderPlan) -> Int {
        let pixels = region.width * region.height
        var taps = 0
        if case .convolvedRows(_, let kernel, _, _) = mask { taps = kernel.taps }
        return trafficBytes(in: plan) / 12 + pixels * taps / 16 + pixels * operation.work
    }

    /// The part of the region that can change. Outside it a mask is 0, or a source that would be painted over the target
    /// is 0.
    package func affected(in plan: RenderPlan) -> PixelRect {
        guard opacity > 0 else { return .empty }
        var region = region.intersection(plan[target].bounds)
        func keep(_ id: SurfaceID, dx: Int, dy: Int) { region = region.intersection(plan[id].bounds.offset(x: -dx, y: -dy)) }
        // Mixing with an empty source does change the target.
        if case .surface(let id, let dx, let dy) = source, operation != .mix { keep(id, dx: dx, dy: dy) }
        if !isMaskInverted {
            switch mask {
            case .none: break
            case .surface(let id, let dx, let dy): keep(id, dx: dx, dy: dy)
            case .convolvedRows(let id, _, let dx, _):
                region = region.intersection(PixelRect(x: -dx, y: region.y, width: plan[id].width, height: region.height))
            }
        }
        if let clip, !clip.isInverted { keep(clip.surface, dx: clip.dx, dy: clip.dy) }
        return region
    }
}
