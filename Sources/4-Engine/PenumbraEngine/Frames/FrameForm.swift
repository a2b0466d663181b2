import PenumbraBitmap
import PenumbraCodecs
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem

/// The form in which frames are drawn, kept and delivered.
package protocol FrameForm: Sendable {
    associatedtype Picture: FramePicture

    /// Brings a drawn bitmap into the form.
    func picture(_ bitmap: Bitmap) throws(RenderError) -> Picture
    /// Draws a whole plan on a GPU. Nil if there is none.
    func draw(_ plan: RenderPlan, on gpu: inout DeviceFallback) throws(RenderError) -> Picture?
    /// Returns a picture after some of its areas have moved and others were drawn again.
    func changed(
        _ picture: Picture, by changes: PlanComparison.Changes, _ parts: [(area: PixelRect, picture: Picture)]
    ) throws(RenderError) -> Picture
    /// The bytes of a plan's picture.
    func bytes(of plan: RenderPlan) -> Int
}

/// A frame in one of the forms.
package protocol FramePicture: Sendable {
    var width: Int { get }
    var height: Int { get }
    var depth: PixelDepth { get }
}

/// Frames are bitmaps.
package struct PixelForm: FrameForm {
    package init() {}

    package func picture(_ bitmap: Bitmap) -> Bitmap { bitmap }

    package func draw(_ plan: RenderPlan, on gpu: inout DeviceFallback) throws(RenderError) -> Bitmap? { try gpu.draw(plan) }

    package func changed(
        _ picture: Bitmap, by changes: PlanComparison.Changes, _ parts: [(area: PixelRect, picture: Bitmap)]
    ) -> Bitmap {
        // Pixels are only scanned where the parts may have replaced the last transparent ones.
        let isOpaque: Bool? = parts.contains { !$0.picture.isOpaque } ? false : picture.isOpaque ? true : nil
        let plane = FramePlane(width: picture.width, bytesPerPixel: picture.depth.bytesPerPixel)
        return Bitmap(width: picture.width, height: picture.height, depth: picture.depth, isOpaque: isOpaque) { pixels in
            guard let target = pixels.baseAddress, let source = picture.pixels.baseAddress else { return }
            target.update(from: source, count: pixels.count)
            plane.move(by: changes, from: source, to: target)
            for (area, part) in parts {
                if let rows = part.pixels.baseAddress { plane.copy(rows, of: area, to: target) }
                withExtendedLifetime(part) {}
            }
            withExtendedLifetime(picture) {}
        }
    }

    package func bytes(of plan: RenderPlan) -> Int { plan.pictureBytes }
}

/// Frames are the samples of a video with 8 bits per channel. A GPU makes them from the finished picture, so that fewer bytes
/// come to the host.
extension VideoForm: FrameForm {
    package func picture(_ bitmap: Bitmap) throws(RenderError) -> VideoPicture {
        do throws(ImageError) {
            return try converted(bitmap)
        } catch {
            throw .outOfMemory(bytes: VideoPicture.planes * bitmap.width * bitmap.height)
        }
    }

    package func draw(_ plan: RenderPlan, on gpu: inout DeviceFallback) throws(RenderError) -> VideoPicture? {
        try gpu.draw(plan, as: self)
    }

    package func changed(
        _ picture: VideoPicture, by changes: PlanComparison.Changes, _ parts: [(area: PixelRect, picture: VideoPicture)]
    ) throws(RenderError) -> VideoPicture {
        let (width, height) = (picture.width, picture.height)
        let byteCount = VideoPicture.planes * width * height
        guard AddressSpace.hasRoom(for: byteCount) else { throw .outOfMemory(bytes: byteCount) }
        let plane = FramePlane(width: width, bytesPerPixel: 1)
        return VideoPicture(width: width, height: height, in: memory) { target in
            picture.withSamples { samples in
                guard let source = samples.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
                target.update(from: source, count: samples.count)
                for start in stride(from: 0, to: samples.count, by: width * height) {
                    plane.move(by: changes, from: source + start, to: target + start)
                }
            }
            for (area, part) in parts {
                part.withSamples { samples in
                    guard let rows = samples.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
                    for number in 0..<VideoPicture.planes {
                        plane.copy(
                            rows + number * area.width * area.height, of: area, to: target + number * width * height)
                    }
                }
            }
        }
    }

    package func bytes(of plan: RenderPlan) -> Int { VideoPicture.planes * plan.width * plan.height }
}

extension Bitmap: FramePicture {}

extension VideoPicture: FramePicture {
    package var depth: PixelDepth { .eight }
}

/// Rows of pixels without gaps: a bitmap, or a plane of samples.
private struct FramePlane {
    let width: Int
    let bytesPerPixel: Int

    /// Copies the pixels that moved.
    func move(
        by changes: PlanComparison.Changes, from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) {
        for area in changes.moved {
            for y in area.y..<area.maxY {
                let from = (y - changes.dy) * width + area.x - changes.dx
                (target + bytesPerPixel * (y * width + area.x))
                    .update(from: source + bytesPerPixel * from, count: bytesPerPixel * area.width)
            }
        }
    }

    /// Copies the rows of an area to their places.
    func copy(_ rows: UnsafePointer<UInt8>, of area: PixelRect, to target: UnsafeMutablePointer<UInt8>) {
        let rowBytes = bytesPerPixel * area.width
        for y in 0..<area.height {
            (target + bytesPerPixel * ((area.y + y) * width + area.x)).update(from: rows + y * rowBytes, count: rowBytes)
        }
    }
}
