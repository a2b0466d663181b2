import PenumbraBitmap
import PenumbraGPU

/// A picture that a GPU is working on.
package struct PendingPicture {
    package let picture: PlannedPicture
    let device: Device
    let bitmap: PendingBitmap
}

extension Engine {
    /// Gives pictures to a GPU without waiting for them. Pictures of one template go through each pass together.
    ///
    /// - Parameter device: a GPU; the processor has no queue, and takes nothing.
    package func submit(_ pictures: [PlannedPicture], to device: Device) -> [PendingPicture] {
        guard case .gpu(let renderer) = device.renderer else { return [] }
        return zip(pictures, renderer.submit(pictures.map(\.plan))).map {
            PendingPicture(picture: $0, device: device, bitmap: $1)
        }
    }

    /// Waits for a picture. Where its device fails, the picture is drawn in tiles, or on the processor: the bytes are the same.
    ///
    /// - Parameter notice: told in one line what was drawn otherwise, and why.
    /// - Returns: the picture, and the name of what drew it.
    /// - Throws: `RenderError.late` where it was drawn elsewhere and not by the deadline; what drawing on the processor throws.
    package func finish(
        _ pending: PendingPicture, until deadline: ContinuousClock.Instant?, notice: (String) -> Void
    ) throws(RenderError) -> (bitmap: Bitmap, device: String) {
        let device = pending.device
        let failure: DeviceError
        do {
            let bitmap = try pending.bitmap.wait()
            device.drew()
            return (bitmap, device.name)
        } catch {
            failure = error
        }
        device.failed(failure)
        if failure.isOfSize, let drawn = try drawInTiles(pending, until: deadline) {
            notice("\(device.name): \(failure); such pictures are drawn in tiles")
            return drawn
        }
        notice("\(device.name): \(failure); such pictures are drawn on the CPU")
        return (try draw(pending.picture, until: deadline), Device.processorName)
    }

    /// - Returns: nil where the device failed with tiles as well, in a way that is not of their size.
    private func drawInTiles(
        _ pending: PendingPicture, until deadline: ContinuousClock.Instant?
    ) throws(RenderError) -> (bitmap: Bitmap, device: String)? {
        guard case .gpu(let renderer) = pending.device.renderer else { return nil }
        let picture = pending.picture
        let whole = TileSize(width: picture.plan.width, height: picture.plan.height)
        let drawing = TiledDrawing(gpu: renderer, cpu: processor, mayLeaveDevice: true, bytes: picture.drawingBytes)
        do {
            let bitmap = try drawing.draw(picture.plan, in: whole.halved ?? whole, until: deadline)
            return (bitmap, drawing.hasLeftDevice ? Device.processorName : pending.device.name)
        } catch {
            if case .late = error { throw error }
            return nil
        }
    }
}

extension DeviceError {
    /// Whether a smaller picture may be drawn where this one was not.
    fileprivate var isOfSize: Bool {
        switch self {
        case .outOfMemory, .limitExceeded: true
        case .noDevice, .deviceNotFound, .badSelector, .shaderFiles, .compileFailed, .parametersDiffer, .contextLost,
            .invalidPlan, .driver, .noThread:
            false
        }
    }
}
