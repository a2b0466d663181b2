import Glibc
import Penumbra
import PenumbraSystem

/// Measures how fast pictures are encoded and how large the files are. The same run measures libpng, libdeflate and a copy of
/// the pixels for comparison.
public struct CodecBenchmark {
    /// A group of pictures whose results are added up.
    public struct Material {
        public let name: String
        public let pictures: [Bitmap]

        public init(name: String, pictures: [Bitmap]) {
            self.name = name
            self.pictures = pictures
        }

        var megapixels: Double { pictures.reduce(0) { $0 + Double($1.width * $1.height) } / 1e6 }
    }

    public struct Row: Sendable {
        public let material: String
        public let name: String
        public let threads: Int
        public let megapixelsPerSecond: Double
        /// The total size of the group's files; nil for a copy.
        public let bytes: Int?
        /// The speed and size relative to libpng at zlib's levels 1 and 6.
        public let speedAgainstLevel1: Double
        public let speedAgainstLevel6: Double
        public let sizeAgainstLevel1: Double?
        public let sizeAgainstLevel6: Double?
        /// The time as a multiple of the time for copying the pixels.
        public let copies: Double
    }

    private struct Result {
        var seconds: Double
        var bytes: Int?
    }

    /// The number of runs per picture after the warm-up. The median counts.
    public let repeats: Int

    public init(repeats: Int = 5) {
        self.repeats = max(1, repeats)
    }

    public func run(_ materials: [Material]) throws -> [Row] { try materials.flatMap(rows) }

    private func rows(_ material: Material) throws -> [Row] {
        let copy = measure(material) { bitmap in Self.copy(bitmap) }
        // Libpng is slower by orders of magnitude, so fewer runs are enough.
        let level1 = measure(material, repeats: (repeats + 1) / 2) { OtherPNGWriter.libpng(level: 1).size($0) }
        let level6 = measure(material, repeats: 1) { OtherPNGWriter.libpng(level: 6).size($0) }
        func row(_ name: String, _ threads: Int, _ result: Result) -> Row {
            Row(
                material: material.name, name: name, threads: threads,
                megapixelsPerSecond: material.megapixels / result.seconds, bytes: result.bytes,
                speedAgainstLevel1: level1.seconds / result.seconds, speedAgainstLevel6: level6.seconds / result.seconds,
                sizeAgainstLevel1: result.bytes.map { Double($0) / Double(max(1, level1.bytes ?? 1)) },
                sizeAgainstLevel6: result.bytes.map { Double($0) / Double(max(1, level6.bytes ?? 1)) },
                copies: result.seconds / copy.seconds)
        }
        var rows = [row("copy", 1, copy), row("libpng level 1", 1, level1), row("libpng level 6", 1, level6)]
        for writer in [OtherPNGWriter.libdeflate(level: 1), .libdeflate(level: 6)] {
            rows.append(row(writer.name, 1, measure(material, repeats: (repeats + 1) / 2) { writer.size($0) }))
        }
        let processors = processorCount()
        for effort in PNGOptions.Effort.allCases {
            for threads in processors > 1 ? [1, processors] : [1] {
                let options = PNGOptions(effort: effort, threads: threads)
                for bitmap in material.pictures { _ = try PNGEncoder.encode(bitmap, options: options) }
                let result = measure(material, repeats: effort == .fast ? repeats : (repeats + 1) / 2) { bitmap in
                    (try? PNGEncoder.encode(bitmap, options: options))?.count
                }
                rows.append(row("PNG \(effort.rawValue)", threads, result))
            }
        }
        return rows
    }

    /// The sum of the medians of all pictures. `body` returns the size of a file in bytes.
    private func measure(_ material: Material, repeats: Int? = nil, _ body: (Bitmap) -> Int?) -> Result {
        var result = Result(seconds: 0, bytes: nil)
        for bitmap in material.pictures {
            var bytes: Int?
            let times = median(repeats: repeats ?? self.repeats) { _ in bytes = body(bitmap) }
            result.seconds += times / 1e3
            if let bytes { result.bytes = (result.bytes ?? 0) + bytes }
        }
        return result
    }

    private static func copy(_ bitmap: Bitmap) -> Int? {
        withExtendedLifetime(bitmap) {
            let target = UnsafeMutableRawPointer.allocate(byteCount: bitmap.pixels.count, alignment: 64)
            defer { target.deallocate() }
            if let source = bitmap.pixels.baseAddress { memcpy(target, source, bitmap.pixels.count) }
            return nil
        }
    }

    // MARK: Material

    /// A photo-like picture, an opaque card with the photo, and a shadow with alpha, of 1200×630 pixels each.
    public static func samples() throws -> [Material] {
        let (width, height) = (1200, 630)
        let photo = Landscape(width: width, height: height).picture()
        var card = PhotoShadow(
            photo: .data([]), photoSize: Size(width: Double(width), height: Double(height)), size: Size(width: 900, height: 470)
        )
        card.margin = 80
        var cardScene = card.scene
        cardScene.canvas.background = .color(Color(white: 0.95))
        let box = Layer(
            frame: Rect(x: 100, y: 100, width: 1000, height: 400), backgroundColor: .color(.white),
            cornerRadii: CornerRadii(24),
            shadows: [Shadow(opacity: 0.5, offset: Point(0, 12), radius: Sigma(30))])
        let shadowScene = Scene(canvas: Canvas(size: Size(width: Double(width), height: Double(height))), layers: [box])
        return [
            Material(name: "photo-like", pictures: [photo]),
            Material(name: "card", pictures: [try draw(cardScene, photo)]),
            Material(name: "shadow", pictures: [try draw(shadowScene, photo)]),
        ]
    }

    private static func draw(_ scene: Scene, _ photo: Bitmap) throws -> Bitmap {
        try Device.processor().draw(try Engine().passes(of: scene, SceneAssets(images: [.data([]): photo])))
    }
}
