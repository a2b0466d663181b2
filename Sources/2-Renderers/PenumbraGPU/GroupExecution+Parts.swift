import PenumbraPlan

extension GroupExecution {
    /// The positions of the plans' parts in a shared buffer.
    struct Parts {
        private(set) var offsets: [Int] = []
        private(set) var byteCount = 0

        init(_ sizes: [Int], alignment: Int = 256) {
            for size in sizes {
                offsets.append(byteCount)
                byteCount += (size + alignment - 1) / alignment * alignment
            }
        }
    }

    /// Returns, for each pass, the surfaces that no later pass uses, except the canvas.
    static func lastUses(_ jobs: [PlanRecording]) -> [Int: [SurfaceID]] {
        guard let plan = jobs.first?.plan else { return [:] }
        var last: [SurfaceID: Int] = [:]
        for (index, pass) in plan.passes.enumerated() {
            for id in pass.sources + [pass.target] where id != plan.canvas { last[id] = index }
        }
        return Dictionary(grouping: last.keys) { last[$0] ?? 0 }
    }
}
