import CPenumbraEGL
import PenumbraBitmap
import PenumbraPlan

/// Brings a finished canvas to the host in slices of rows, two on their way at a time: while the host copies one, the
/// device makes the next.
final class Readback {
    /// Rows that are queued: their bytes arrive in `buffer` when `fence` is passed.
    private struct Slice {
        var rows: Range<Int>
        var buffer: GPUBuffer
        var fence: GLsync
    }

    private let state: GPUState
    private let canvas: GPUBuffer
    private let canvasLayout: SurfaceLayout
    private let width: Int
    private let height: Int
    private var waiting: [Range<Int>]
    private var queued: [Slice] = []

    init(
        _ state: GPUState, _ plan: RenderPlan, canvas: GPUBuffer, layout: SurfaceLayout, sliceBytes: Int
    ) throws(GPUError) {
        self.state = state
        self.canvas = canvas
        canvasLayout = layout
        width = plan.width
        height = plan.height
        let limit = state.limits.storageBlockBytes
        guard
            let slices = bands(
                0..<plan.height,
                fits: {
                    layout.bytes($0) <= limit && ($0.count == 1 || $0.count * plan.width * 4 <= sliceBytes)
                })
        else { throw GPUError.blockTooSmall(plan[plan.canvas], limit: limit) }
        waiting = slices.reversed()
        try queueNext()
        try queueNext()
        state.gl.flush()
    }

    deinit {
        if state.gl.life.isEnded { return }
        for slice in queued { state.gl.deleteSync(slice.fence) }
    }

    /// Waits for every slice and copies it to its place.
    func collect() throws(GPUError) -> Bitmap {
        try state.context.checkNotLost()
        let bitmap = try Bitmap(width: width, height: height) { (pixels) throws(GPUError) in
            while let slice = queued.first {
                try wait(slice.fence)
                try copy(slice, to: UnsafeMutableRawBufferPointer(pixels))
                state.gl.deleteSync(slice.fence)
                queued.removeFirst()
                state.pool.giveBack(slice.buffer)
                try queueNext()
            }
        }
        state.pool.giveBack(canvas)
        try state.checkErrors(purpose: "the picture", bytes: canvasLayout.byteCount)
        return bitmap
    }

    private func sliceLayout(_ rows: Range<Int>) -> SurfaceLayout {
        SurfaceLayout(elements: width, elementBytes: 4, rows: rows.count, alignment: state.limits.storageAlignment)
    }

    private func queueNext() throws(GPUError) {
        guard let rows = waiting.popLast() else { return }
        let layout = sliceLayout(rows)
        let finished = try state.pool.take(layout.byteCount, .work, purpose: "the finished picture")
        let arrived = try state.pool.take(layout.byteCount, .readback, purpose: "the picture's way back")
        state.announce(reading: [canvas], writing: [finished])
        state.bind(0, finished, layout, rows: 0..<rows.count)
        state.bind(1, canvas, canvasLayout, rows: rows)
        var p = FinishParameters()
        p.targetWidth = Int32(width)
        p.targetStride = layout.stride
        p.rowCount = Int32(rows.count)
        p.sourceStride = canvasLayout.stride
        try state.dispatch(p, width: width, height: rows.count)
        state.finishWrites()
        let gl = state.gl
        gl.bindBuffer(GL.copyReadBuffer, finished.name)
        gl.bindBuffer(GL.copyWriteBuffer, arrived.name)
        gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, 0, 0, layout.byteCount)
        state.pool.giveBack(finished)
        guard let fence = gl.fenceSync(GL.syncComplete, 0) else {
            try state.checkErrors(purpose: "the finished picture", bytes: layout.byteCount)
            throw .driver("the driver makes no fence")
        }
        queued.append(Slice(rows: rows, buffer: arrived, fence: fence))
    }

    private func wait(_ fence: GLsync) throws(GPUError) {
        while true {
            // A second at a time, so that a reset is noticed.
            switch state.gl.clientWaitSync(fence, GL.syncFlush, 1_000_000_000) {
            case GL.alreadySignaled, GL.conditionSatisfied: return
            case GL.timeoutExpired: try state.context.checkNotLost()
            default:
                try state.checkErrors(purpose: "the picture", bytes: canvasLayout.byteCount)
                throw .driver("waiting for the device failed")
            }
        }
    }

    private func copy(_ slice: Slice, to pixels: UnsafeMutableRawBufferPointer) throws(GPUError) {
        let layout = sliceLayout(slice.rows)
        let gl = state.gl
        gl.bindBuffer(GL.copyReadBuffer, slice.buffer.name)
        guard let mapped = gl.mapBufferRange(GL.copyReadBuffer, 0, layout.byteCount, GL.mapRead),
            let destination = pixels.baseAddress
        else {
            try state.checkErrors(purpose: "the picture", bytes: layout.byteCount)
            throw .driver("a buffer of \(layout.byteCount) bytes cannot be mapped")
        }
        let rowBytes = width * 4
        let start = destination + slice.rows.lowerBound * rowBytes
        if layout.rowBytes == rowBytes {
            start.copyMemory(from: mapped, byteCount: slice.rows.count * rowBytes)
        } else {
            for row in 0..<slice.rows.count {
                (start + row * rowBytes).copyMemory(from: mapped + row * layout.rowBytes, byteCount: rowBytes)
            }
        }
        guard gl.unmapBuffer(GL.copyReadBuffer) != 0 else { throw .contextLost("a buffer was lost while it was read") }
    }
}
