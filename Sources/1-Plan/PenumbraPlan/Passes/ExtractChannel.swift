/// Copies one channel of a colour surface to a mask: `target[x, y] = source[x + dx, y + dy].channel`.
public struct ExtractChannel: OffsetStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var channel: Channel
    public var dx: Int
    public var dy: Int

    package var pass: Pass { .extractChannel(self) }
    public var description: String { "extractChannel \(source) \(channel) → \(target) at (\(dx), \(dy))" }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .color) ?? reasonAgainst(offsets: dx, dy)
    }
}

extension Pass {
    /// Copies one channel of a colour surface to a mask.
    public static func extractChannel(source: SurfaceID, target: SurfaceID, channel: Channel, dx: Int, dy: Int) -> Pass {
        .extractChannel(ExtractChannel(source: source, target: target, channel: channel, dx: dx, dy: dy))
    }
}
