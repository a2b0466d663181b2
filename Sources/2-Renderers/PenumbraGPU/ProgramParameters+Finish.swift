/// The rows of a canvas that become bytes.
struct FinishedRows: ParameterGroup {
    var targetWidth: Int32 = 0
    var targetStride: Int32 = 0
    var rowCount: Int32 = 0
    var sourceStride: Int32 = 0
}

struct FinishParameters: ProgramParameters {
    static let shader = "finish"
    var rows = FinishedRows()
}

/// The rows of a canvas that become samples of a video.
struct FinishVideoParameters: ProgramParameters {
    static let shader = "finish_video"
    var sourceWidth: Int32 = 0
    var sourceStride: Int32 = 0
    var rowCount: Int32 = 0
    /// The words of each plane.
    var planeWords: Int32 = 0
    /// The colour under transparent pixels: red | green << 8 | blue << 16.
    var matte: UInt32 = 0
}

struct FinishDeepParameters: ProgramParameters {
    static let shader = "finish_deep"
    var rows = FinishedRows()
}
