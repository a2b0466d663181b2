import PenumbraBitmap

extension ImageDecoder {
    /// The frames of a GIF as a function of time. Pictures of other formats have one frame.
    package static func timeline(of bytes: [UInt8]) -> FrameTimeline {
        bytes.withUnsafeBufferPointer { buffer in
            let view = ByteView(UnsafeRawBufferPointer(buffer))
            guard (try? PictureFormat.sniffed(from: view)) == .gif else { return .still }
            return GIFStructure(view).timeline
        }
    }

    /// The size of a GIF's frames, found without decoding them. Nil for pictures that don't move.
    package static func motion(of bytes: [UInt8]) -> PictureMotion? {
        bytes.withUnsafeBufferPointer { buffer in
            let view = ByteView(UnsafeRawBufferPointer(buffer))
            guard (try? PictureFormat.sniffed(from: view)) == .gif else { return nil }
            let structure = GIFStructure(view)
            return structure.timeline.moves ? PictureMotion(structure) : nil
        }
    }

    /// Decodes a frame of a GIF as viewers show it, over the frames before it.
    ///
    /// - Parameters:
    ///   - frame: the number of the frame; `FrameTimeline` finds it.
    ///   - limits: checked for the screen and for each frame that is drawn.
    ///   - work: the nanoseconds of one core that drawing the frames may take, as estimated from their sizes.
    ///   - known: the pictures of other frames that are there already, in the same colour space.
    ///   - mayContinue: asked before each frame is drawn.
    /// - Returns: nil if `mayContinue` answered no.
    package static func decode(
        _ bytes: [UInt8], frame: Int, limits: ImageLimits = .default, work: Int = .max, to space: ColorSpace = .srgb,
        known: (Int) -> Bitmap? = { _ in nil }, mayContinue: () -> Bool = { true }
    ) throws(ImageError) -> Bitmap? {
        try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
            let bytes = UnsafeRawBufferPointer(buffer)
            try checkRoom(bytes, limits)
            return try GIFDecoder.decode(
                ByteView(bytes), frame: frame, limits: limits, work: work, to: space, known: known, mayContinue: mayContinue)
        }
    }
}
