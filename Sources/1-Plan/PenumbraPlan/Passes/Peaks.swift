import PenumbraGeometry

/// Computes the values that a mask is spread from, and the values that edges lead to: see `SpreadDisc`. The target has two
/// rows per row y of values: row 2y holds E and row 2y + 1 holds L. The input is v = source[x + dx, y + dy], or 32768 less v
/// where `isInverted` (then 32768 outside the source too). `low` and `high` are the least and the greatest of the nine v
/// around the pixel:
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
public struct Peaks: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var dx: Int
    public var dy: Int
    public var isInverted: Bool

    package var pass: Pass { .peaks(self) }
    public var description: String { "peaks \(isInverted ? "not " : "")\(source) → \(target) at (\(dx), \(dy))" }
    package var isOfOutlines: Bool { true }
    package var grain: (columns: Int, rows: Int) { (1, 2) }
    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * 4 }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .mask) ?? reasonAgainst(offsets: dx, dy)
            ?? (plan[target].height % 2 == 0 ? nil : "its target has an odd number of rows")
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let values = PixelRect(minX: part.x, minY: part.y / 2, maxX: part.maxX, maxY: (part.maxY + 1) / 2)
        return [SurfaceRead(surface: source, rect: values.offset(x: dx, y: dy).outset(x: 1, y: 1))]
    }

    package mutating func crop(to regions: PlanRegions) {
        dx += regions[target].x - regions[source].x
        dy += regions[target].y / 2 - regions[source].y
    }
}

extension Pass {
    /// Computes the values that a mask is spread from, and the values that edges lead to.
    public static func peaks(source: SurfaceID, target: SurfaceID, dx: Int, dy: Int, isInverted: Bool) -> Pass {
        .peaks(Peaks(source: source, target: target, dx: dx, dy: dy, isInverted: isInverted))
    }
}
