import PenumbraGeometry

/// Adds an ordered offset to the colours of a surface so that rounding to bytes leaves no bands. Each place of an 8×8 pattern
/// has another offset, below half a byte's step. With d = `Dither.offset(x, y)`, for red, green and blue,
///
///     target[x, y]ᵢ = sourceᵢ + ((d·sourceα + 16384) >> 15), clamped to 0…sourceα, the shift keeping the sign
///
/// Opaque pixels whose colours are whole bytes don't change. Source and target have the same size. The offsets are an 8×8
/// Bayer matrix (B. E. Bayer, 1973).
public struct Dither: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID

    package var pass: Pass { .dither(self) }
    public var description: String { "dither \(source) → \(target)" }
    package var grain: (columns: Int, rows: Int) { (8, 8) }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * 10 }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color)
            ?? (plan[source].width == plan[target].width && plan[source].height == plan[target].height
                ? nil : "its source has another size")
    }

    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool { opaque.contains(source) }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        [SurfaceRead(surface: source, rect: part)]
    }

    package func tie(_ regions: inout PlanRegions) { regions.grow(target, by: regions[source]) }

    /// The 64 offsets in Q15, row by row: odd numbers from −63 to 63, each once. One byte step is 128.5.
    public static let offsets: [Int32] = (0..<64).map { index in
        // Interleaves the bits of x ^ y and of y, from last to first.
        let (x, y) = (index % 8, index / 8)
        var rank = 0
        for bit in 0..<3 {
            rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1
        }
        return Int32(2 * rank - 63)
    }

    public static func offset(_ x: Int, _ y: Int) -> Int32 { offsets[(y & 7) * 8 + (x & 7)] }
}

extension Pass {
    /// Dithers a colour surface.
    public static func dither(source: SurfaceID, target: SurfaceID) -> Pass {
        .dither(Dither(source: source, target: target))
    }
}
