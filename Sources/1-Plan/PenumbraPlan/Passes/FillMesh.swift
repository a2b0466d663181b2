/// Fills a mask with the exact area that each pixel shares with a tessellated region: see `Coverage`.
public struct FillMesh: PassStep {
    public var target: SurfaceID
    public var coverage: Coverage

    package var pass: Pass { .fillMesh(self) }
    public var description: String { "fillMesh \(target) \(coverage.strips.count) strips" }
    package var isOfOutlines: Bool { true }

    package func work(in plan: RenderPlan) -> Int { plan[target].byteCount / 8 + coverage.strips.count * 20 }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        plan.reasonAgainst(target, .mask) ?? coverage.reasonAgainst(width: plan[target].width, height: plan[target].height)
    }

    package mutating func crop(to regions: PlanRegions) { coverage = coverage.cropped(to: regions[target]) }

    /// Leaves out the rows, which follow from the strips. Hashing the strips as bytes is many times faster than number by
    /// number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(target)
        hasher.combine(coverage.width)
        hasher.combine(coverage.height)
        coverage.strips.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension Pass {
    /// Fills a mask with the exact area that each pixel shares with a tessellated region.
    public static func fillMesh(target: SurfaceID, coverage: Coverage) -> Pass {
        .fillMesh(FillMesh(target: target, coverage: coverage))
    }
}

extension Coverage {
    fileprivate func reasonAgainst(width: Int, height: Int) -> String? {
        guard self.width == width, self.height == height, rowStarts.count == height + 1 else {
            return "its coverage is made for another size"
        }
        guard rowStarts.first == 0, Int(rowStarts.last ?? -1) == strips.count,
            zip(rowStarts, rowStarts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return "its strips are not sorted by row" }
        let right = Int32(clamping: Int64(width) * Self.unitsPerPixel)
        // The least and the greatest row, x0, x1 and dy. Every row is allowed, as `rowStarts` has the rows.
        let height = Int32(Self.unitsPerPixel)
        let (least, greatest) = (SIMD4(.min, 0, 0, -height), SIMD4(.max, right, right, height))
        var (low, high) = (least, greatest)
        strips.withUnsafeBytes { strips in
            for place in stride(from: 0, to: strips.count, by: MemoryLayout<Strip>.stride) {
                let numbers = strips.loadUnaligned(fromByteOffset: place, as: SIMD4<Int32>.self)
                low = pointwiseMin(low, numbers)
                high = pointwiseMax(high, numbers)
            }
        }
        return low == least && high == greatest ? nil : "its strips leave the mask"
    }
}
