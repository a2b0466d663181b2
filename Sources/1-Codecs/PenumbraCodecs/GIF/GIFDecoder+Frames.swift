import Glibc
import PenumbraBitmap

extension GIFDecoder {
    /// Decodes a frame as viewers show it, over the frames before it.
    ///
    /// - Parameters:
    ///   - frame: the number of the frame, below the number of frames.
    ///   - work: the nanoseconds of one core that drawing the frames may take, as estimated from their sizes.
    ///   - known: the pictures of other frames that are there already, in the same colour space.
    ///   - mayContinue: asked before each frame is drawn.
    /// - Returns: nil if `mayContinue` answered no.
    static func decode(
        _ bytes: ByteView, frame: Int, limits: ImageLimits, work: Int, to space: ColorSpace,
        known: (Int) -> Bitmap?, mayContinue: () -> Bool
    ) throws(ImageError) -> Bitmap? {
        let structure = GIFStructure(bytes)
        guard frame >= 0, frame < structure.frames.count else {
            throw structure.fault ?? .damaged(.gif, "it has no frame \(frame)")
        }
        let (width, height) = (structure.width, structure.height)
        try limits.check(.gif, width: width, height: height, bytesPerPixel: 4)
        var base: Bitmap?
        let steps = structure.steps(to: frame) { number in
            guard let picture = known(number), picture.width == width, picture.height == height else { return false }
            base = picture
            return true
        }
        let needed = PictureMotion.work(
            canvas: width * height, frames: steps.frames.reduce(0) { $0 + structure.frames[$1].area.pixels })
        guard needed <= work else { throw .tooMuchWork(.gif, frame: frame, work: needed, allowed: work) }
        var isStopped = false
        let bitmap = try Bitmap(width: width, height: height) { pixels throws(ImageError) in
            guard let target = pixels.baseAddress else { return }
            if let base, let source = base.pixels.baseAddress {
                target.update(from: source, count: pixels.count)
            } else {
                memset(target, 0, pixels.count)
            }
            var before = steps.base
            for number in steps.frames {
                guard mayContinue() else {
                    isStopped = true
                    return
                }
                if let before, structure.frames[before].disposal == .clears {
                    clear(structure.frames[before].area, of: target, width: width, height: height)
                }
                try draw(number, of: structure, bytes, limits: limits, to: space, into: target)
                before = number
            }
        }
        return isStopped ? nil : bitmap
    }

    private static func draw(
        _ number: Int, of structure: GIFStructure, _ bytes: ByteView, limits: ImageLimits, to space: ColorSpace,
        into target: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        let frame = structure.frames[number]
        // A frame may be larger than the screen, and takes time all the same.
        try limits.check(.gif, width: frame.area.width, height: frame.area.height, bytesPerPixel: 0)
        guard let header = bytes.part(0, structure.headerLength),
            let pixels = bytes.part(frame.bytes.lowerBound, frame.bytes.count)
        else { throw .truncated(.gif, "the data end before frame \(number) does") }
        try GIFReader.read(header, then: pixels) { reader throws(ImageError) in
            try reader.readFrame(
                into: target, width: structure.width, height: structure.height,
                transparentIndex: frame.transparentIndex.map { Int($0) }, to: space)
        }
    }

    private static func clear(
        _ area: GIFStructure.Area, of pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int
    ) {
        let columns = min(area.width, width - area.left)
        guard columns > 0 else { return }
        for y in area.top..<max(area.top, min(height, area.top + area.height)) {
            memset(pixels + 4 * (y * width + area.left), 0, 4 * columns)
        }
    }
}
