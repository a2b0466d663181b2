/// Applies a function to each value of a mask: `target[x, y] = map(source[x + dx, y + dy])`.
public struct MapMask: OffsetStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var map: MaskMap
    public var dx: Int
    public var dy: Int

    package var pass: Pass { .mapMask(self) }
    public var description: String { "mapMask \(source) → \(target) \(map) at (\(dx), \(dy))" }
    package var isOfOutlines: Bool { true }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .mask) ?? reasonAgainst(offsets: dx, dy)
            ?? map.reasonAgainst
    }
}

extension Pass {
    /// Applies a function to each value of a mask.
    public static func mapMask(source: SurfaceID, target: SurfaceID, map: MaskMap, dx: Int, dy: Int) -> Pass {
        .mapMask(MapMask(source: source, target: target, map: map, dx: dx, dy: dy))
    }
}

/// A function of one mask value v, 0…32768.
public enum MaskMap: Hashable, Sendable {
    /// Inverts the mask: `32768 − v`.
    case inverted
    /// Compares with a threshold: `v > threshold ? 32768 : 0`.
    case above(UInt16)
    /// A ramp in v² from `low` to `high`, both 0…2³⁰ and `low < high`:
    ///
    ///     k = the smallest shift for which (high − low) >> k is below 2¹⁶
    ///     d = (min(max(v², low), high) − low) >> k ;  w = (high − low) >> k
    ///     (min(d, w)·32768 + w / 2) / w
    case squareRamp(low: UInt32, high: UInt32)

    fileprivate var reasonAgainst: String? {
        guard case .squareRamp(let low, let high) = self else { return nil }
        return low < high && high <= 1 << 30 ? nil : "a ramp of squares from \(low) to \(high)"
    }
}

extension MaskMap: CustomStringConvertible {
    public var description: String {
        switch self {
        case .inverted: "inverted"
        case .above(let threshold): "above \(threshold)"
        case .squareRamp(let low, let high): "squareRamp \(low)…\(high)"
        }
    }
}
