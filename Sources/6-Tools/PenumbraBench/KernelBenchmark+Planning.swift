import Glibc
import Penumbra

extension KernelBenchmark {
    /// Measures what pictures cost before they are drawn: frames, texts and passes.
    func planning() throws -> [Row] {
        let bytes = 1200 * 630 * 4
        let (from, to) = (Self.buffer(UInt8.self, bytes), Self.buffer(UInt8.self, bytes))
        defer {
            from.deallocate()
            to.deallocate()
        }
        let name = "copy of a 1200×630 canvas, in the cache"
        let copy = median(repeats: repeats * 3) { _ in memcpy(to, from, bytes) }
        let shaper = TextShaper()
        let table = try Self.table()
        let frames = try median(repeats: repeats * 3) { _ in _ = try engine.assets(for: table, shaper: shaper) }
        var rows = [Row("frames of 2,041 layers by flexbox", frames, over: copy, name)]
        let photo = Self.photo(width: 1600, height: 900, seed: 1)
        let batch = Engine(memory: 1 << 30, cacheMemory: 64 << 20)
        func prepare(_ title: String) throws {
            let scene = try Scene(
                json: Array(BenchmarkScene.cardDocument.utf8), parameters: ["title": .string(title)],
                limits: BenchmarkScene.limits)
            var prepared = PreparedScene(scene, images: [BenchmarkScene.photo: photo], bytes: photo.pixels.count)
            var times = StageTimes()
            try batch.prepare(
                &prepared, shaper: shaper, limits: .default, within: 1 << 30, isAlone: false, times: &times
            ) { path throws(FileError) in try FileRoots.or("", nil).open(path) }
            _ = try batch.plan(&prepared, limits: .default, within: 1 << 30, times: &times)
        }
        // Hosts without fonts show no row.
        guard (try? prepare("A walk along the ridge")) != nil else { return rows }
        let titles = (0...repeats * 12).map {
            "A \(Self.words[$0 % 7]) \(Self.words[$0 * 3 % 5]) \(Self.words[$0 % 6]), part \($0)"
        }
        let card = try median(repeats: repeats * 12) { try prepare(titles[$0]) }
        rows.append(Row("scene, texts and passes of a card, its title new", card, over: copy, name))
        return rows
    }

    private static let words = ["walk", "ridge", "morning", "harbour", "quiet", "glacier", "bridge"]

    /// A wrapping row of 40 tiles. Each has 50 layers inside: columns of rows with padding, gaps, margins and limits.
    private static func table() throws -> Scene {
        let cell = #"{"flexGrow": 1, "minWidth": 4, "height": 6, "margin": [0, 1]}"#
        let line = """
            {"layout": {"gap": 2, "alignItems": "center"}, "padding": 1, "sublayers": [
              \([cell, #"{"width": "20%", "height": 8}"#, #"{"width": 6, "aspectRatio": 1.5}"#, cell].joined(separator: ", "))]}
            """
        let lines = Array(repeating: line, count: 10).joined(separator: ", ")
        let tile = """
            {"layout": {"direction": "column", "gap": 3, "justifyContent": "space-between"}, "padding": 6,
             "flexBasis": "22%", "flexGrow": 1, "minHeight": 110, "sublayers": [\(lines)]}
            """
        let tiles = Array(repeating: tile, count: 40).joined(separator: ", ")
        let scene = """
            {"canvas": {"width": 1200, "height": 630}, "layers": [
              {"width": "100%", "layout": {"wrap": "wrap", "gap": 8}, "padding": 16, "sublayers": [\(tiles)]}]}
            """
        return try Scene(json: Array(scene.utf8))
    }
}
