import PenumbraGeometry

/// Draws a picture, scaled to another size, onto a colour surface: see `ResamplingTable`.
public struct Resample: PassStep {
    public var image: ImageID
    public var target: SurfaceID
    public var columns: ResamplingTable
    public var rows: ResamplingTable

    package var pass: Pass { .resample(self) }
    package var images: [ImageID] { [image] }

    public var description: String {
        let taps = "\(columns.weights.count) column weights, \(rows.weights.count) row weights"
        return "resample \(image) → \(target) \(columns.isIdentity && rows.isIdentity ? "1:1" : taps)"
    }

    package var ownTableBytes: Int { columns.byteCount + rows.byteCount }

    package func work(in plan: RenderPlan) -> Int {
        let traffic = trafficBytes(in: plan) / 12
        if columns.isIdentity && rows.isIdentity { return traffic }
        // Pixels with alpha are premultiplied first.
        let cost = plan.images[image.index].isOpaque ? 3 : 6
        return traffic + cost * (rows.range.count * columns.weights.count + rows.weights.count * plan[target].width)
    }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let picture = plan.images[image.index]
        return plan.reasonAgainst(target, .color)
            ?? columns.reasonAgainst(count: plan[target].width, limit: picture.width, "columns")
            ?? rows.reasonAgainst(count: plan[target].height, limit: picture.height, "rows")
    }

    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool { plan.images[image.index].isOpaque }

    package mutating func crop(to regions: PlanRegions) {
        columns = columns.cropped(to: regions[target].columns)
        rows = rows.cropped(to: regions[target].rows)
    }

    package func trafficBytes(in plan: RenderPlan) -> Int {
        plan[target].byteCount + columns.range.count * rows.range.count * 4
    }
}

extension Pass {
    /// Draws a picture, scaled to another size, onto a colour surface.
    public static func resample(
        image: ImageID, target: SurfaceID, columns: ResamplingTable, rows: ResamplingTable
    ) -> Pass {
        .resample(Resample(image: image, target: target, columns: columns, rows: rows))
    }
}

extension ResamplingTable {
    /// The source indices that the table reads, from first to last.
    package var range: Range<Int> { range(of: 0..<count) }

    /// The source indices that a run of target indices reads; never empty.
    package func range(of targets: Range<Int>) -> Range<Int> {
        var low = Int.max
        var high = 0
        for i in targets {
            let start = Int(starts[i])
            low = min(low, start)
            high = max(high, start + Int(offsets[i + 1] - offsets[i]))
        }
        return low < high ? low..<high : 0..<1
    }

    fileprivate func reasonAgainst(count: Int, limit: Int, _ name: String) -> String? {
        guard self.count == count, offsets.count == count + 1, offsets.first == 0, Int(offsets.last ?? -1) == weights.count
        else { return "its table of \(name) is made for another size" }
        for i in 0..<count {
            let run = Int(offsets[i + 1]) - Int(offsets[i])
            let start = Int(starts[i])
            if run < 0 || start < 0 || start + run > limit { return "its table of \(name) reads outside the picture" }
        }
        return nil
    }
}
