import CPenumbraEGL

/// The speed at which a device copies its own memory, in gigabytes (10⁹ bytes) per second. Bytes read and bytes written both
/// count.
public struct GPUCopyRates: Hashable, Sendable {
    /// The rate of a compute shader that reads and writes words, 16 bytes per invocation.
    public var kernel: Double
    /// The rate of glCopyBufferSubData.
    public var command: Double
    /// The number of bytes copied at a time.
    public var bytes: Int
    public var method: GPUStages.Method
}

extension GPURenderer {
    /// Measures copies from buffer to buffer on the device. The result is the best of several copies, since any disturbance
    /// makes a copy slower.
    ///
    /// - Parameters:
    ///   - bytes: copied at a time, or less if a storage block holds less. Use more than the caches hold, otherwise the
    ///     caches are measured.
    ///   - repeats: copies of each kind after the first copy, which is ignored.
    public func measureCopies(bytes: Int, repeats: Int) throws(GPUError) -> GPUCopyRates {
        try withState { state throws(GPUError) in
            // The smallest devices allow at most 65,535 groups along x per dispatch.
            let groupBytes = 128 * 16
            let largest = min(state.limits.storageBlockBytes, 65_535 * groupBytes)
            let size = max(groupBytes, min(bytes, largest) / groupBytes * groupBytes)
            let program = try ProgramObject(state.gl, title: "copy of words", source: Self.copySource, cache: nil)
            let from = try state.pool.take(size, .work, purpose: "a measured copy")
            defer { state.pool.giveBack(from) }
            let to = try state.pool.take(size, .work, purpose: "a measured copy")
            defer { state.pool.giveBack(to) }
            // Memory that was never written may not exist physically and reads faster.
            let staging = try state.beginUpload(byteCount: size)
            staging.memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: size)
            try state.endUpload(staging, [GPUState.Copy(from: 0, to: from, at: 0, byteCount: size)])
            try state.closeStaging()
            var method = GPUStages.Method.timerQueries
            func best(_ copy: () -> Void) throws(GPUError) -> Double {
                var least = Double.infinity
                for index in 0...max(1, repeats) {
                    try state.waitForDevice()
                    let clock = try StageClock(state, method)
                    copy()
                    try clock.mark(.kernels)
                    guard let time = clock.times()?[.kernels], time > 0 else {
                        method = .fences
                        continue
                    }
                    method = clock.method
                    if index > 0 { least = min(least, time) }
                }
                return least.isFinite ? 2 * Double(size) / (least * 1e6) : 0
            }
            let gl = state.gl
            let kernel = try best {
                gl.useProgram(program.name)
                state.announce(reading: [from.name], writing: [to.name])
                state.bind(0, from, offset: 0, byteCount: size)
                state.bind(1, to, offset: 0, byteCount: size)
                gl.dispatchCompute(UInt32(size / groupBytes), 1, 1)
            }
            state.finishWrites()
            let command = try best {
                gl.bindBuffer(GL.copyReadBuffer, from.name)
                gl.bindBuffer(GL.copyWriteBuffer, to.name)
                gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, 0, 0, size)
            }
            try state.checkErrors(purpose: "a measured copy", bytes: size)
            return GPUCopyRates(kernel: kernel, command: command, bytes: size, method: method)
        }
    }

    /// A measuring tool that is part of no picture, so it is not among the shaders.
    static let copySource = """
        #version 310 es
        layout(local_size_x = 128) in;
        layout(std430, binding = 0) readonly buffer From { uvec4 from[]; };
        layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };
        void main() { to[gl_GlobalInvocationID.x] = from[gl_GlobalInvocationID.x]; }
        """
}
