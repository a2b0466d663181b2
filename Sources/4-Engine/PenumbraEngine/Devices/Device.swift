import PenumbraBitmap
import PenumbraCPU
import PenumbraGPU
import PenumbraPlan
import PenumbraSystem

/// A report of the GPUs of this host, with the reasons why some of them cannot be used.
public typealias DeviceReport = GPUReport
/// The name of a GPU: `egl:0`, `cuda:1`, `/dev/dri/renderD128`, `pci:0000:65:00.0`, `software`.
public typealias DeviceSelector = GPUDeviceSelector
/// The reason why a GPU could not draw.
public typealias DeviceError = GPUError
/// The properties that a driver reports for a GPU.
public typealias DeviceFacts = GPUDevice
/// A picture, or its file, as it comes from a GPU.
package typealias DevicePicture = PenumbraGPU.DevicePicture
/// A file that a GPU makes of its picture.
package typealias FileEncoding = PenumbraGPU.FileEncoding
/// The work that a GPU has done.
package typealias DeviceCounts = GPUCounts
/// The options of a GPU: how much work it gets at once, and where its shaders come from.
public typealias DeviceOptions = GPUOptions

/// A device that draws: the processor, or a GPU with its own context. Every device gives the same bytes.
public final class Device: Sendable {
    /// A build of the pixel kernels for the processor.
    public typealias Kernels = CPURenderer.KernelBuild

    package enum Renderer: Sendable {
        case cpu(CPURenderer)
        case gpu(GPURenderer)
    }

    let renderer: Renderer
    /// Decides which pictures the GPU draws. Nil if it draws all of them, or if no GPU draws.
    package let model: DeviceModel?
    /// Counts resets since the last picture that was drawn.
    private let resets = Mutex(FailureRow())

    init(_ renderer: Renderer, model: DeviceModel? = nil) { (self.renderer, self.model) = (renderer, model) }

    /// The same device, which leaves pictures to the processor that would take longer on it.
    ///
    /// - Parameter threads: the processor's threads that would draw a picture.
    func choosing(threads: Int) -> Device {
        // A GPU that can't be measured draws everything, and reports its failure then.
        guard case .gpu(let gpu) = renderer, !gpu.device.isSoftware, let speeds = try? gpu.speeds() else { return self }
        return Device(renderer, model: DeviceModel(speeds, threads: threads))
    }

    /// Opens the processor.
    public static func processor(threads: Int = processorCount(), kernels: Kernels = .best) -> Device {
        Device(.cpu(CPURenderer(threads: threads, kernels: kernels)))
    }

    /// Opens a GPU. Its shaders are compiled when they are first needed.
    ///
    /// - Throws: `DeviceError.noDevice`, `.deviceNotFound`.
    public convenience init(_ selector: DeviceSelector, options: DeviceOptions = DeviceOptions()) throws(DeviceError) {
        self.init(.gpu(try GPURenderer(selector, options: options)))
    }

    /// The processor's name in journals and reports.
    package static let processorName = "cpu"

    /// The device's name in journals and reports: `cpu` or `egl:0`.
    public var name: String {
        switch renderer {
        case .cpu: Self.processorName
        case .gpu(let renderer): "egl:\(renderer.device.index)"
        }
    }

    /// The work that a GPU has done since it was opened. Nil for the processor.
    package var counts: DeviceCounts? {
        switch renderer {
        case .cpu: nil
        case .gpu(let renderer): renderer.counts()
        }
    }

    public var isProcessor: Bool { facts == nil }

    /// The properties that the driver reports. Nil for the processor.
    public var facts: DeviceFacts? {
        switch renderer {
        case .cpu: nil
        case .gpu(let renderer): renderer.device
        }
    }

    /// A description of the device: `CPU, 2 threads, avx2` or `GPU egl:0, NVIDIA H100`.
    public var description: String {
        switch renderer {
        case .cpu(let renderer):
            "CPU, \(renderer.threads) thread\(renderer.threads == 1 ? "" : "s"), \(renderer.kernelName)"
        case .gpu(let renderer): "GPU \(name), \(renderer.device.renderer)"
        }
    }

    /// The build of the pixel kernels that the processor runs, and its number of threads. Nil for a GPU.
    public var kernels: (name: String, threads: Int)? {
        switch renderer {
        case .cpu(let renderer): (renderer.kernelName, renderer.threads)
        case .gpu: nil
        }
    }

    /// Draws a whole plan on this device and on no other.
    package func draw(_ plan: RenderPlan) throws(RenderError) -> Bitmap {
        switch renderer {
        case .cpu(let renderer):
            do { return try renderer.execute(plan) } catch { throw .invalidPlan(error) }
        case .gpu(let renderer):
            do { return try renderer.execute(plan) } catch { throw .gpu(error) }
        }
    }

    /// Draws a whole plan and makes files of it, all on this GPU. A file is nil on the processor, and if it is too large for
    /// the GPU.
    package func files(_ plan: RenderPlan, as encodings: [FileEncoding]) throws(RenderError) -> [[UInt8]?] {
        guard case .gpu(let renderer) = renderer else { return encodings.map { _ in nil } }
        do {
            return try renderer.submit(encodings.map { _ in plan }, files: encodings).map { (pending) throws(GPUError) in
                guard case .file(let file) = try pending.picture() else { return nil }
                return file
            }
        } catch {
            throw .gpu(error)
        }
    }

    /// True when the device was reset so often without drawing a picture that it is no longer tried.
    package var isGivenUp: Bool { resets.withLock(\.isTooLong) }

    /// A device that is given up stays given up, even if a picture that was in progress still comes.
    func drew() { resets.withLock { if !$0.isTooLong { $0.succeeded() } } }

    func failed(_ error: DeviceError) {
        if case .contextLost = error { resets.withLock { $0.failed() } }
    }
}

/// Counts failures since the last success.
package struct FailureRow: Equatable {
    /// The number of failures in a row that can no longer be an accident.
    package static let most = 3
    private var count = 0

    package init() {}

    package var isTooLong: Bool { count >= Self.most }

    package mutating func failed() { count += 1 }

    package mutating func succeeded() { count = 0 }
}
