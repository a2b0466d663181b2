import PenumbraBitmap
import PenumbraPlan

/// Executes plans on a GPU.
///
/// The renderer owns a thread with an OpenGL ES 3.1 context; its methods may be called from any thread and are served in
/// order. Buffers and compiled programs are kept from picture to picture. Two renderers that share a device work side by side.
public final class GPURenderer: Sendable {
    /// What is rendered on.
    public let device: GPUDevice
    private let thread: GPUThread
    private let session: Session

    /// Opens a device.
    ///
    /// - Throws: `GPUError.noDevice` when `selector` is `.firstHardware` and there is none, `GPUError.deviceNotFound` when a
    ///   device is named and not there; both carry a report. Shaders are compiled when first needed.
    public init(_ selector: GPUDeviceSelector = .firstHardware, options: GPUOptions = GPUOptions()) throws(GPUError) {
        let session = Session(selector: selector, options: options)
        let thread = try GPUThread()
        self.session = session
        self.thread = thread
        device = try thread.run { () throws(GPUError) in try session.opened().context.device }
    }

    deinit {
        let session = session
        thread.start { session.close() }
    }

    /// The picture that a plan describes.
    ///
    /// If the device is reset meanwhile, the context is made anew and the plan tried once more.
    /// - Throws: `GPUError`. After one the renderer can be used further.
    public func execute(_ plan: RenderPlan) throws(GPUError) -> Bitmap {
        let session = session
        return try thread.run { () throws(GPUError) in
            try session.retried { session throws(GPUError) in try session.queue(plan).collect() }
        }
    }

    /// Queues a plan without waiting for its picture, so that the device works while the caller does something else.
    ///
    /// Each picture under way holds its canvas on the device; two or three keep a device busy.
    /// - Throws: `GPUError`. Errors of the device itself may also come from `PendingBitmap.wait()`.
    public func submit(_ plan: RenderPlan) throws(GPUError) -> PendingBitmap {
        let session = session
        let readback = try thread.run { () throws(GPUError) in
            try session.retried { session throws(GPUError) in try session.queue(plan) }
        }
        return PendingBitmap(readback, renderer: self)
    }

    func run<Value>(_ body: @escaping () throws(GPUError) -> Value) throws(GPUError) -> Value { try thread.run(body) }

    /// Runs `body` with the renderer's state, on its thread.
    func withState<Value>(_ body: @escaping (GPUState) throws(GPUError) -> Value) throws(GPUError) -> Value {
        let session = session
        return try thread.run { () throws(GPUError) in try body(try session.opened()) }
    }

    fileprivate func start(_ body: @escaping () -> Void) { thread.start(body) }

    /// The open device, touched on the thread only.
    private final class Session: @unchecked Sendable {
        private let selector: GPUDeviceSelector
        private let options: GPUOptions
        private var state: GPUState?

        init(selector: GPUDeviceSelector, options: GPUOptions) {
            self.selector = selector
            self.options = options
        }

        func opened() throws(GPUError) -> GPUState {
            if let state { return state }
            let made = GPUState(
                context: try GPUContext.open(selector, libraryName: options.libraryName), options: options)
            state = made
            return made
        }

        /// Ends the context. What still refers to it finds it lost.
        func close() {
            state?.context.end()
            state = nil
        }

        /// Runs `body`, and once more with a new context when the device was reset under it.
        func retried<Value>(_ body: (Session) throws(GPUError) -> Value) throws(GPUError) -> Value {
            do throws(GPUError) {
                return try body(self)
            } catch {
                guard case .contextLost = error else { throw error }
                close()
                return try body(self)
            }
        }

        func queue(_ plan: RenderPlan) throws(GPUError) -> Readback {
            let state = try opened()
            let execution = try PlanExecution(state, plan)
            let canvas = try execution.run()
            let readback = try Readback(
                state, plan, canvas: canvas, layout: execution.layout(plan.canvas), sliceBytes: options.readbackBytes)
            try state.checkErrors(purpose: "the passes", bytes: canvas.capacity)
            return readback
        }
    }
}

/// A picture that a device is working on.
public final class PendingBitmap: @unchecked Sendable {
    private let renderer: GPURenderer
    /// Touched on the renderer's thread only.
    private let holder: Holder

    private final class Holder: @unchecked Sendable {
        var readback: Readback?
        init(_ readback: Readback) { self.readback = readback }
    }

    fileprivate init(_ readback: Readback, renderer: GPURenderer) {
        self.renderer = renderer
        holder = Holder(readback)
    }

    deinit {
        let holder = holder
        renderer.start { holder.readback = nil }
    }

    /// Waits until the picture is there. It can be taken once.
    ///
    /// - Throws: `GPUError`, `invalidPlan` when the picture was taken before.
    public func wait() throws(GPUError) -> Bitmap {
        let holder = holder
        return try renderer.run { () throws(GPUError) in
            guard let readback = holder.readback else {
                throw .invalidPlan(pass: nil, reason: "its picture has been taken before")
            }
            holder.readback = nil
            return try readback.collect()
        }
    }
}

extension GPUContext {
    /// Opens the first usable device that a selector names, without opening more devices than it must.
    static func open(_ selector: GPUDeviceSelector, libraryName: String) throws(GPUError) -> GPUContext {
        if let egl = try? EGLLibrary(name: libraryName) {
            for candidate in EGLCandidate.all(egl) where selector.mayMatch(candidate) {
                guard let context = try? GPUContext(egl: egl, candidate: candidate) else { continue }
                if context.device.isUsable && selector.matches(context.device) { return context }
            }
        }
        let report = GPUDevices.report(libraryName: libraryName)
        if selector == .firstHardware { throw .noDevice(report) }
        throw .deviceNotFound(selector: "\(selector)", report: report)
    }
}

extension GPUDeviceSelector {
    /// False where a candidate is known not to be meant before it is opened.
    fileprivate func mayMatch(_ candidate: EGLCandidate) -> Bool {
        switch self {
        case .firstHardware: !candidate.declaredSoftware
        case .software: true
        case .egl(let index): candidate.index == index
        case .cuda(let index): candidate.cudaIndex == index
        case .drmNode(let path): candidate.drmNode == path
        case .pci: candidate.drmNode != nil
        }
    }
}
