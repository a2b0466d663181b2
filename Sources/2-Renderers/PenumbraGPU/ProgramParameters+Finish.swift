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

struct FinishDeepParameters: ProgramParameters {
    static let shader = "finish_deep"
    var rows = FinishedRows()
}
