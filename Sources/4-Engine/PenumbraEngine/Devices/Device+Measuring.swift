import PenumbraBitmap
import PenumbraGPU
import PenumbraPlan
import PenumbraPlanning

/// The time that each stage of a picture took on a GPU.
public typealias DeviceStages = GPUStages
/// The time that a GPU takes for the dispatches of one shader.
public typealias ShaderTime = PenumbraGPU.ShaderTime

extension Device {
    /// Draws a plan on a GPU and measures its stages; nil on the processor.
    package func measure(_ plan: RenderPlan) throws(DeviceError) -> (picture: Bitmap, stages: DeviceStages)? {
        guard case .gpu(let renderer) = renderer else { return nil }
        return try renderer.measure(plan)
    }

    /// Measures the time of a GPU's shaders for pictures of one template, and their files. Nil on the processor, and on devices
    /// without a clock.
    package func shaderTimes(of pictures: [PlannedPicture], files: [FileEncoding?]) throws(DeviceError) -> [ShaderTime]? {
        guard case .gpu(let renderer) = renderer else { return nil }
        return try renderer.shaderTimes(of: pictures.map(\.plan), files: files)
    }

    /// Measures how fast a GPU copies its own memory. Nil on the processor.
    package func measureCopies(bytes: Int, repeats: Int) throws(DeviceError) -> GPUCopyRates? {
        guard case .gpu(let renderer) = renderer else { return nil }
        return try renderer.measureCopies(bytes: bytes, repeats: repeats)
    }

    /// Frees all GPU memory that no picture uses.
    package func freeBuffers() throws(DeviceError) {
        guard case .gpu(let renderer) = renderer else { return }
        try renderer.freeBuffers()
    }

    /// Draws a plan on the processor into memory of `width × height × 4` bytes, straight RGBA; does nothing on a GPU.
    package func draw(_ plan: RenderPlan, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(PlanError) {
        guard case .cpu(let renderer) = renderer else { return }
        try renderer.execute(plan, into: pixels)
    }
}

/// A mask to blur by itself, for measuring the blur.
package struct MaskBlur {
    private let blur: MaskBlurPlan

    package init(width: Int, height: Int, sigma: Double) throws(PlanningError) {
        blur = try MaskBlurPlan(width: width, height: height, sigma: sigma)
    }

    /// Blurs rows without gaps on the processor; does nothing on a GPU.
    package func draw(_ values: UnsafeMutablePointer<UInt16>, into result: UnsafeMutablePointer<UInt16>, on device: Device)
        throws(PlanError)
    {
        guard case .cpu(let renderer) = device.renderer else { return }
        try renderer.execute(blur.plan, input: blur.input, values: values, output: blur.output, result: result)
    }
}
