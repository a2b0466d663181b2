import PenumbraBitmap
public enum ReportPage {
    public static func html(_ result: BenchmarkResult) -> String { "" }
    public static func pictures(_ result: BenchmarkResult) -> [(name: String, bitmap: Bitmap)] { [] }
}
