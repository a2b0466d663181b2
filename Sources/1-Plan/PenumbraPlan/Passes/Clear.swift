/// Fills a colour surface with `color`.
public struct Clear: PassStep {
    public var target: SurfaceID
    public var color: PremultipliedColor

    package var pass: Pass { .clear(self) }
    public var description: String { "clear \(target) \(color)" }

    package func reasonAgainst(_ plan: RenderPlan) -> String? { plan.reasonAgainst(target, .color) }

    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool { color.isOpaque }
}

extension Pass {
    /// Fills a colour surface with `color`.
    public static func clear(target: SurfaceID, color: PremultipliedColor) -> Pass {
        .clear(Clear(target: target, color: color))
    }
}
