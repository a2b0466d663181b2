import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU

/// A picture that a GPU is currently drawing.
package struct PendingPicture {
    package let picture: PlannedPicture
    let device: Device
    let bitmap: PendingBitmap
}

extension Engine {
    /// Submits pictures to a GPU without waiting for them. Pictures of one template go through each pass together.
    ///
    /// - Parameters:
    ///   - device: a GPU. The processor has no queue and accepts no pictures.
    ///   - files: for each picture, the file that the device makes of it; nil for a bitmap.
    package func submit(
        _ pictures: [PlannedPicture], to device: Device, files: [FileEncoding?] = []
    ) -> [PendingPicture] {
        guard case .gpu(let renderer) = device.renderer else { return [] }
        return zip(pictures, renderer.submit(pictures.map(\.plan), files: files)).map {
            PendingPicture(picture: $0, device: device, bitmap: $1)
        }
    }

    /// Waits for a picture. If its device fails, the picture is drawn in tiles or on the processor, with the same bytes.
    ///
    /// - Parameter notice: called with one line for each deviation and its reason.
    /// - Returns: the picture, or its file if one was asked for and its device made it, and the name of the device that drew it.
    /// - Throws: `RenderError.late` when another device drew the picture and missed the deadline, and errors of drawing on the
    ///   processor.
    package func finish(
        _ pending: PendingPicture, until deadline: ContinuousClock.Instant?, notice: (String) -> Void
    ) throws(RenderError) -> (picture: DevicePicture, device: String) {
        let device = pending.device
        let failure: DeviceError
        do {
            let picture = try pending.bitmap.picture()
            device.drew()
            return (picture, device.name)
        } catch {
            failure = error
        }
        // The processor finds the fault again, and the picture's place in the scene.
        if case .picture = failure { return (.bitmap(try draw(pending.picture, until: deadline)), Device.processorName) }
        device.failed(failure)
        if failure.isOfSize, let drawn = try drawInTiles(pending, until: deadline) {
            notice("\(device.name): \(failure); pictures of this size are drawn in tiles")
            return (.bitmap(drawn.bitmap), drawn.device)
        }
        notice("\(device.name): \(failure); pictures that fail are drawn on the CPU")
        return (.bitmap(try draw(pending.picture, until: deadline)), Device.processorName)
    }

    /// Draws a picture in tiles after its device failed to draw it whole.
    ///
    /// - Returns: nil when the device also failed with tiles, for a reason other than their size.
    private func drawInTiles(
        _ pending: PendingPicture, until deadline: ContinuousClock.Instant?
    ) throws(RenderError) -> (bitmap: Bitmap, device: String)? {
        guard case .gpu(let renderer) = pending.device.renderer else { return nil }
        let picture = pending.picture
        let whole = TileSize(width: picture.plan.width, height: picture.plan.height)
        let drawing = TiledDrawing(gpu: renderer, cpu: processor, mayLeaveDevice: true, bytes: picture.choice.drawingBytes)
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
    /// True when the device may be able to draw a smaller picture.
    fileprivate var isOfSize: Bool {
        switch self {
        case .outOfMemory, .limitExceeded: true
        case .noDevice, .deviceNotFound, .badSelector, .shaderFiles, .compileFailed, .contextLost, .invalidPlan, .picture,
            .driver,
            .noThread:
            false
        }
    }
}
