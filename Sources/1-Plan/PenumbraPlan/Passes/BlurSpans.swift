import PenumbraGeometry

/// Filters a colour surface with a kernel of rows of runs: see `SpanKernel`. The middle of the kernel of the target's pixel
/// (x, y) lies at (x + dx, y + dy) of the source.
public struct BlurSpans: OffsetStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var kernel: SpanKernel
    public var dx: Int
    public var dy: Int

    public init(source: SurfaceID, target: SurfaceID, kernel: SpanKernel, dx: Int, dy: Int) {
        self.source = source
        self.target = target
        self.kernel = kernel
        self.dx = dx
        self.dy = dy
    }

    package var pass: Pass { .blurSpans(self) }

    public var description: String { "blurSpans \(source) → \(target) at (\(dx), \(dy)) \(kernel)" }

    package func reachesFar(in source: SurfaceID) -> Bool { kernel.rows.count > 1 }

    package var ownTableBytes: Int { kernel.byteCount }

    package func work(in plan: RenderPlan) -> Int {
        // Rows outside of the source cost nothing.
        let rows = min(kernel.rows.count, plan[source].height)
        let edges = kernel.edges.count * rows / kernel.rows.count
        return plan[target].pixelCount * (20 + 6 * rows + 4 * edges) / 8
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color) ?? reasonAgainst(offsets: dx, dy)
            ?? kernel.reasonAgainst
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let (columns, rows) = (kernel.columns, kernel.reach)
        let rect = PixelRect(
            minX: part.x + dx + columns.lowerBound, minY: part.y + dy + rows.lowerBound,
            maxX: part.maxX + dx + columns.upperBound - 1, maxY: part.maxY + dy + rows.upperBound - 1)
        return [SurfaceRead(surface: source, rect: rect)]
    }
}
