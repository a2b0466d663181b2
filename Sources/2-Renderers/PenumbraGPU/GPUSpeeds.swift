import Glibc

/// The speed of a device, as far as it decides how long a plan takes there.
public struct GPUSpeeds: Hashable, Sendable {
    /// The seconds from queueing a little work to knowing that it is done.
    public var start: Double
    /// The seconds that a dispatch takes besides its work.
    public var dispatch: Double
    /// The seconds that waiting for earlier dispatches takes.
    public var barrier: Double
    /// Bytes per second that shaders read and write.
    public var memory: Double
    /// Bytes per second from the host to the device.
    public var up: Double
    /// Bytes per second from the device to the host.
    public var down: Double

    public init(start: Double, dispatch: Double, barrier: Double, memory: Double, up: Double, down: Double) {
        (self.start, self.dispatch, self.barrier) = (start, dispatch, barrier)
        (self.memory, self.up, self.down) = (memory, up, down)
    }

    /// All figures, in the order in which they are kept.
    private var figures: [Double] { [start, dispatch, barrier, memory, up, down] }

    /// The bytes that are kept beside compiled programs.
    package var bytes: [UInt8] {
        figures.flatMap { figure in (0..<8).map { UInt8(truncatingIfNeeded: figure.bitPattern >> (8 * UInt64($0))) } }
    }

    /// Nil if the bytes hold no six positive numbers.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 48 else { return nil }
        let figures = stride(from: 0, to: 48, by: 8).map { first in
            Double(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[first + $1]) << (8 * UInt64($1)) })
        }
        guard figures.allSatisfy({ $0.isFinite && $0 > 0 }) else { return nil }
        self.init(
            start: figures[0], dispatch: figures[1], barrier: figures[2], memory: figures[3], up: figures[4], down: figures[5])
    }
}

extension GPURenderer {
    /// Returns the speed of the device: as an earlier run measured it, or measured now and kept beside the compiled programs.
    /// Measuring takes some hundredths of a second.
    public func speeds() throws(GPUError) -> GPUSpeeds {
        let (title, source) = ("speeds", "\(options.threads) threads")
        let cache = options.programCacheDirectory.map { ProgramCache(directory: $0, device: device) }
        if let kept = cache?.binary(of: title, source: source).flatMap({ GPUSpeeds(bytes: $0.bytes) }) { return kept }
        let measured = try measureSpeeds()
        cache?.store(ProgramCache.Binary(format: 0, bytes: measured.bytes), of: title, source: source)
        return measured
    }

    private static let moved = 8 << 20
    private static let rowBytes = 8 << 10
    private static let repeats = 5

    /// Measures by the host's clock, because a plan's time is what the host waits for.
    private func measureSpeeds() throws(GPUError) -> GPUSpeeds {
        // The copied memory is larger than most caches.
        let memory = try measureCopies(bytes: 64 << 20, repeats: 3).kernel * 1e9
        return try withState { state throws(GPUError) in
            defer { state.freeUnused() }
            func best(_ work: () throws(GPUError) -> Void) throws(GPUError) -> Double {
                var least = Double.infinity
                // The first round may make buffers.
                for round in 0...Self.repeats {
                    try state.waitForDevice()
                    let start = ContinuousClock.now
                    try work()
                    let time = start.duration(to: .now).inMilliseconds / 1e3
                    if round > 0 { least = min(least, time) }
                }
                return max(least, 1e-9)
            }
            let program = try ProgramObject(state.gl, title: "copy of words", source: Self.copySource, cache: nil)
            let from = try state.pool.take(4096, .work, purpose: "a measured copy")
            defer { state.pool.giveBack(from) }
            let to = try state.pool.take(4096, .work, purpose: "a measured copy")
            defer { state.pool.giveBack(to) }
            func dispatches(_ count: Int, waiting: Bool) throws(GPUError) -> Double {
                try best { () throws(GPUError) in
                    state.gl.useProgram(program.name)
                    for _ in 0..<count {
                        state.bind(0, from, offset: 0, byteCount: 2048)
                        state.bind(1, to, offset: 0, byteCount: 2048)
                        state.gl.dispatchCompute(1, 1, 1)
                        if waiting { state.finishWrites() }
                    }
                    try state.waitForDevice()
                }
            }
            let start = try dispatches(1, waiting: false)
            let many = try dispatches(65, waiting: false)
            let ordered = try dispatches(65, waiting: true)
            let up = try best { () throws(GPUError) in
                let target = try state.pool.take(Self.moved, .work, purpose: "a measured copy")
                defer { state.pool.giveBack(target) }
                let staging = try state.beginUpload(byteCount: Self.moved)
                copyRows(0..<Self.moved / Self.rowBytes, rowBytes: Self.rowBytes, threads: state.threads) { band in
                    memset(staging.memory + band.lowerBound * Self.rowBytes, 0x5A, band.count * Self.rowBytes)
                }
                try state.endUpload(staging, [GPUState.Copy(from: 0, to: target, at: 0, byteCount: Self.moved)])
                try state.closeStaging()
                try state.waitForDevice()
            }
            let down = try best { () throws(GPUError) in try Self.bring(Self.moved, state) }
            try state.checkErrors(purpose: "a measured copy", bytes: Self.moved)
            return GPUSpeeds(
                start: start, dispatch: max(1e-9, (many - start) / 64), barrier: max(1e-9, (ordered - many) / 64),
                memory: max(1, memory), up: Double(Self.moved) / max(1e-9, up - start),
                down: Double(Self.moved) / max(1e-9, down - start))
        }
    }

    /// Copies bytes of the device to the host.
    private static func bring(_ bytes: Int, _ state: GPUState) throws(GPUError) {
        let source = try state.pool.take(bytes, .work, purpose: "a measured copy")
        defer { state.pool.giveBack(source) }
        let arrived = try state.pool.take(bytes, .readback, purpose: "a measured copy")
        defer { state.pool.giveBack(arrived) }
        let gl = state.gl
        gl.bindBuffer(GL.copyReadBuffer, source.name)
        gl.bindBuffer(GL.copyWriteBuffer, arrived.name)
        gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, 0, 0, bytes)
        try state.waitForDevice()
        gl.bindBuffer(GL.copyReadBuffer, arrived.name)
        guard let mapped = gl.mapBufferRange(GL.copyReadBuffer, 0, bytes, GL.mapRead) else {
            try state.checkErrors(purpose: "a measured copy", bytes: bytes)
            throw .driver("a buffer of \(bytes) bytes cannot be mapped")
        }
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer { copy.deallocate() }
        copyRows(0..<bytes / rowBytes, rowBytes: rowBytes, threads: state.threads) { band in
            let start = band.lowerBound * rowBytes
            (copy + start).copyMemory(from: mapped + start, byteCount: band.count * rowBytes)
        }
        _ = gl.unmapBuffer(GL.copyReadBuffer)
    }
}
