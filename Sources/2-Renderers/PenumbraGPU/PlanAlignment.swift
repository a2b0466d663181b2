import PenumbraPlan

/// The properties that plans must share so that their passes can be queued together.
///
/// Two plans are aligned if they have the same number of surfaces of the same formats, the same canvas and depth, and the same
/// passes in order. The passes must be of the same kinds, with the same sources and the same target. Everything else may differ:
/// sizes, colours, offsets, regions, kernels, tables, the pictures they show and which of these a pass reads. Differences
/// may lead to different shaders, buffers or bands. A pass then takes more dispatches, at most one for each plan.
package struct PlanAlignment: Hashable {
    private var numbers: [Int]
    /// Whether the finished bytes are parts of a file. Files of several formats may be made together.
    private let makesFile: Bool

    package init(_ plan: RenderPlan, makesFile: Bool = false) {
        self.makesFile = makesFile
        numbers = [plan.surfaces.count, plan.canvas.index, plan.depth.rawValue]
        for surface in plan.surfaces { numbers.append(surface.format == .mask ? 0 : 1) }
        for step in plan.passes.lazy.map(\.step) {
            let sources = step.sources
            numbers += [Int(bitPattern: ObjectIdentifier(type(of: step))), step.target.index, sources.count]
            numbers += sources.map(\.index)
        }
    }
}

extension PlanAlignment {
    /// The limits of one group.
    struct Bounds {
        var plans: Int
        /// The most bytes of finished pictures, which are copied to the host in one piece.
        var finishedBytes: Int
        /// The most bytes of all surfaces.
        var surfaceBytes: Int
    }

    /// Puts aligned plans into groups, in the order of their first plans.
    ///
    /// - Returns: the positions in `plans` of each group's members, in order.
    static func groups(_ plans: [PlanRecording], _ bounds: Bounds) -> [[Int]] {
        struct Open {
            var group: Int
            var plans = 0
            var finishedBytes = 0
            var surfaceBytes = 0
        }
        var result: [[Int]] = []
        var open: [PlanAlignment: Open] = [:]
        for (index, plan) in plans.enumerated() {
            guard plan.slices.count == 1 else {
                result.append([index])
                continue
            }
            let alignment = PlanAlignment(plan.plan, makesFile: plan.file != nil)
            let finished = plan.slices[0].byteCount
            let surfaces = plan.plan.surfaces.indices.reduce(0) {
                $0 + plan.layout(SurfaceID(index: $1)).byteCount
            }
            var group = open[alignment] ?? Open(group: -1)
            let isFull =
                group.plans + 1 > bounds.plans || group.finishedBytes + finished > bounds.finishedBytes
                || group.surfaceBytes + surfaces > bounds.surfaceBytes
            if group.group < 0 || isFull {
                group = Open(group: result.count)
                result.append([])
            }
            result[group.group].append(index)
            group.plans += 1
            group.finishedBytes += finished
            group.surfaceBytes += surfaces
            open[alignment] = group
        }
        return result
    }
}
