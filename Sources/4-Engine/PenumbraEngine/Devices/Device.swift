import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraPlan
import PenumbraSystem

/// What is known of the GPUs of this host, and why some cannot be used.
public typealias DeviceReport = GPUReport
/// The name of a GPU: `egl:0`, `cuda:1`, `/dev/dri/renderD128`, `pci:0000:65:00.0`, `software`.
public typealias DeviceSelector = GPUDeviceSelector
/// Why a GPU could not draw.
public typealias DeviceError = GPUError
/// What a driver reports of a GPU.
public typealias DeviceFacts = GPUDevice
/// How much a GPU is given at once, and where its shaders come from.
public typealias DeviceOptions = GPUOptions

/// Something that draws: the processor, or a GPU with a context of its own. The bytes are the same on every device.
public final class Device: Sendable {
    /// Which build of the pixel kernels the processor runs.
    public typealias Kernels = CPURenderer.KernelBuild

    enum Renderer: Sendable {
        case cpu(CPURenderer)
        case gpu(GPURenderer)
    }

    let renderer: Renderer
    /// Resets without a picture between them.
    private let resets = Mutex(FailureRow())

    init(_ renderer: Renderer) { self.renderer = renderer }

    /// The processor.
    public static func processor(threads: Int = processorCount(), kernels: Kernels = .best) -> Device {
        Device(.cpu(CPURenderer(threads: threads, kernels: kernels)))
    }

    /// A GPU.
    ///
    /// - Throws: `DeviceError.noDevice`, `.deviceNotFound`. Shaders are compiled when they are first needed.
    public init(_ selector: DeviceSelector, options: DeviceOptions = DeviceOptions()) throws(DeviceError) {
        renderer = .gpu(try GPURenderer(selector, options: options))
    }

    /// The processor's name in journals and reports.
    package static let processorName = "cpu"

    /// `cpu` or `egl:0`, as journals and reports name it.
    public var name: String {
        switch renderer {
        case .cpu: Self.processorName
        case .gpu(let renderer): "egl:\(renderer.device.index)"
        }
    }

    public var isProcessor: Bool { facts == nil }

    /// What the driver reports; nil for the processor.
    public var facts: DeviceFacts? {
        switch renderer {
        case .cpu: nil
        case .gpu(let renderer): renderer.device
        }
    }

    /// `CPU, 2 threads, avx2`, or `GPU egl:0, NVIDIA H100`.
    public var description: String {
        switch renderer {
        case .cpu(let renderer):
            "CPU, \(renderer.threads) thread\(renderer.threads == 1 ? "" : "s"), \(renderer.kernelName)"
        case .gpu(let renderer): "GPU \(name), \(renderer.device.renderer)"
        }
    }

    /// The build of the pixel kernels that the processor runs, and on how many threads; nil for a GPU.
    public var kernels: (name: String, threads: Int)? {
        switch renderer {
        case .cpu(let renderer): (renderer.kernelName, renderer.threads)
        case .gpu: nil
        }
    }

    /// Draws a plan as a whole on this device and no other.
    package func draw(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        switch renderer {
        case .cpu(let renderer):
            do { return try renderer.execute(plan) } catch { throw .invalidPlan(error) }
        case .gpu(let renderer):
            do { return try renderer.execute(plan) } catch { throw .gpu(error) }
        }
    }

    /// Whether the device was reset so often without drawing a picture that it is tried no more.
    package var isGivenUp: Bool { resets.withLock(\.isTooLong) }

    func drew() { resets.withLock { $0.succeeded() } }

    func failed(_ error: DeviceError) {
        if case .contextLost = error { resets.withLock { $0.failed() } }
    }
}

/// Failures without a success between them.
package struct FailureRow: Equatable {
    /// So many in a row are no accident.
    package static let most = 3
    private var count = 0

    package init() {}

    package var isTooLong: Bool { count >= Self.most }

    package mutating func failed() { count += 1 }

    package mutating func succeeded() { count = 0 }
}
