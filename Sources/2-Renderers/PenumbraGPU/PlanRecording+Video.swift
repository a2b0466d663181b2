import PenumbraCodecs

/// Rows of a canvas that become samples of a video, in three planes.
struct VideoRows {
    private let pixels: Int

    init(width: Int, rows: Range<Int>) { pixels = width * rows.count }

    /// The bytes of each plane, in whole words.
    var planeBytes: Int { (pixels + 3) / 4 * 4 }
    var byteCount: Int { VideoPicture.planes * planeBytes }
    var groups: Int { (planeBytes / 4 + ShaderConstants.groupSize - 1) / ShaderConstants.groupSize }

    /// The most work groups along x that every device allows.
    static let mostGroups = 65535

    /// Copies the samples of the rows to their places in the planes of a picture.
    ///
    /// - Parameters:
    ///   - place: the place of the first sample in the first plane.
    ///   - step: the bytes from one plane to the next.
    func copy(from mapped: UnsafeRawPointer, to place: UnsafeMutablePointer<UInt8>, step: Int) {
        for plane in 0..<VideoPicture.planes {
            UnsafeMutableRawPointer(place + plane * step).copyMemory(from: mapped + plane * planeBytes, byteCount: pixels)
        }
    }
}

extension PlanRecording {
    /// Records the dispatch that makes the samples of some rows.
    func recordVideo(_ rows: Range<Int>, matte: SIMD3<UInt8>) -> VideoRows {
        let video = VideoRows(width: plan.width, rows: rows)
        let canvas = layout(plan.canvas)
        commands.announce(reading: [.surface(plan.canvas)], writing: [.finished])
        commands.bind(0, .finished, offset: 0, byteCount: video.byteCount)
        commands.bind(1, .surface(plan.canvas), canvas, rows: rows)
        commands.dispatchGroups(
            FinishVideoParameters(
                sourceWidth: Int32(plan.width), sourceStride: canvas.stride, rowCount: Int32(rows.count),
                planeWords: Int32(video.planeBytes / 4),
                matte: UInt32(matte.x) | UInt32(matte.y) << 8 | UInt32(matte.z) << 16),
            x: video.groups, y: 1)
        return video
    }
}
