/// Fills a mask with grains, each of one value. All numbers are unsigned with 32 bits, and products are cut to 32 bits:
///
///     h = (columns[x]·2654435761) ^ (rows[y]·2246822507 + seed)
///     h ^= h >> 16 ;  h ·= 2146121005 ;  h ^= h >> 15 ;  h ·= 2221713035 ;  h ^= h >> 16
///     target[x, y] = 32768 − ((amount·(h >> 17) + 16384) >> 15)
///
/// The mixing function is C. Wellons' `lowbias32` (public domain).
public struct Noise: PassStep {
    public var target: SurfaceID
    public var columns: [Int32]
    public var rows: [Int32]
    public var amount: UInt16
    public var seed: UInt32

    package var pass: Pass { .noise(self) }
    public var description: String { "noise \(target) amount \(amount) seed \(seed)" }

    package var ownTableBytes: Int { (columns.count + rows.count) * MemoryLayout<Int32>.stride }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * 5 }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        guard columns.count == plan[target].width, rows.count == plan[target].height else {
            return "its noise is made for another size"
        }
        return plan.reasonAgainst(target, .mask)
            ?? (UInt32(amount) <= Q15.one ? nil : "an amount of \(amount); 32768 is one")
    }

    package mutating func crop(to regions: PlanRegions) {
        columns = Array(columns[regions[target].columns])
        rows = Array(rows[regions[target].rows])
    }
}

extension Pass {
    /// Fills a mask with grains, each of one value.
    public static func noise(target: SurfaceID, columns: [Int32], rows: [Int32], amount: UInt16, seed: UInt32) -> Pass {
        .noise(Noise(target: target, columns: columns, rows: rows, amount: amount, seed: seed))
    }
}
