import PenumbraPlan

extension GPURenderer {
    /// Draws a group of aligned plans together, and reads every surface of each plan back, to check single passes.
    ///
    /// - Returns: for each plan and surface, the channels of each pixel, row by row. A surface that needs no memory is empty.
    package func surfaces(of plans: [RenderPlan]) throws(GPUError) -> [[[[Int]]]] {
        var recordings: [PlanRecording] = []
        for plan in plans { recordings.append(try recording(plan)) }
        let recorded = recordings
        return try withState { state throws(GPUError) in
            let execution = try GroupExecution(state, recorded, keepsSurfaces: true)
            defer { execution.end() }
            try execution.prepare()
            execution.write()
            try execution.begin()
            try execution.run()
            var result: [[[[Int]]]] = []
            for job in recorded.indices { result.append(try self.surfaces(recorded[job], execution, job, state)) }
            return result
        }
    }

    private func surfaces(
        _ recording: PlanRecording, _ execution: GroupExecution, _ job: Int, _ state: GPUState
    ) throws(GPUError) -> [[[Int]]] {
        var result: [[[Int]]] = []
        for index in recording.plan.surfaces.indices {
            let id = SurfaceID(index: index)
            let surface = recording.plan[id]
            let layout = recording.layout(id)
            guard let buffer = execution.buffer(of: id) else {
                result.append([])
                continue
            }
            let first = execution.offset(of: id, job: job) / 4
            let words = try state.contents(of: buffer, byteCount: first * 4 + layout.byteCount)
            var pixels: [[Int]] = []
            for y in 0..<surface.height {
                let row = first + y * layout.rowBytes / 4
                for x in 0..<surface.width {
                    switch surface.format {
                    case .mask: pixels.append([Int(words[row + x / 2] >> (x % 2 == 0 ? 0 : 16) & 0xFFFF)])
                    case .color:
                        let (rg, ba) = (words[row + 2 * x], words[row + 2 * x + 1])
                        pixels.append([Int(rg & 0xFFFF), Int(rg >> 16), Int(ba & 0xFFFF), Int(ba >> 16)])
                    }
                }
            }
            result.append(pixels)
        }
        return result
    }
}

extension GPUState {
    fileprivate func contents(of buffer: GPUBuffer, byteCount: Int) throws(GPUError) -> [UInt32] {
        finishWrites()
        gl.bindBuffer(GL.copyReadBuffer, buffer.name)
        guard let mapped = gl.mapBufferRange(GL.copyReadBuffer, 0, byteCount, GL.mapRead) else {
            throw .driver("a buffer cannot be mapped")
        }
        let words = UnsafeRawBufferPointer(start: mapped, count: byteCount).bindMemory(to: UInt32.self)
        let result = Array(words)
        _ = gl.unmapBuffer(GL.copyReadBuffer)
        return result
    }
}
