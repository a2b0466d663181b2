import PenumbraBitmap
import PenumbraCodecs
import TestPlans
import TestSupport
import Testing

@Suite(.timed) struct PNGStripCacheTests {
    private func encode(
        _ picture: Bitmap, _ effort: PNGOptions.Effort, threads: Int = 1, cache: PNGStripCache? = nil
    ) throws -> [UInt8] {
        try PNGEncoder.encode(
            picture, options: PNGOptions(effort: effort), threads: threads, kernels: .best, cache: cache)
    }

    /// A picture with other pixels in one row.
    private func changed(_ picture: Bitmap, row: Int) -> Bitmap {
        let bytes = picture.width * picture.depth.bytesPerPixel
        return Bitmap(
            width: picture.width, height: picture.height, depth: picture.depth, isOpaque: picture.isOpaque
        ) { pixels in
            _ = pixels.initialize(fromContentsOf: picture.pixels)
            let step = picture.depth.bytesPerPixel
            for place in row * bytes..<(row + 1) * bytes where place % step == 0 { pixels[place] ^= 0x55 }
        }
    }

    @Test(arguments: PictureKind.allCases, [PNGOptions.Effort.fast, .balanced])
    func filesAreTheSameWithChunksOfEarlierFiles(kind: PictureKind, effort: PNGOptions.Effort) throws {
        let seed = UInt64(1700 + PictureKind.allCases.firstIndex(of: kind)!)
        var generator = SeededGenerator(seed: seed)
        let cache = PNGStripCache(budget: 16 << 20)
        for (width, height) in [(600, 900), (601, 900), (16384, 40), (5, 3)] {
            let picture = kind.picture(width, height, using: &generator)
            // A change of a strip's last row also changes what the next strip sees above it.
            let strip = PNGStrips(width: width, height: height, pixelBytes: picture.isOpaque ? 3 : 4).rowsAStrip
            let rows = [0, strip - 1, strip, height - 1].filter { (0..<height).contains($0) }
            let pictures = [picture, picture] + rows.map { changed(picture, row: $0) } + [picture]
            for (index, picture) in (pictures + pictures).enumerated() {
                let alone = try encode(picture, effort)
                let file = try encode(picture, effort, threads: 1 + index % 3, cache: cache)
                #expect(file == alone, "\(kind), \(width)×\(height), picture \(index), seed \(seed)")
            }
        }
        #expect(cache.bytes > 0)
    }

    @Test func chunksAreKeptFromTheSecondTimeOnWithinTheBudget() throws {
        var generator = SeededGenerator(seed: 1750)
        let pictures = (0..<20).map { _ in PictureKind.drawing.picture(800, 600, using: &generator) }
        let cache = PNGStripCache(budget: 100_000)
        for picture in pictures { _ = try encode(picture, .fast, cache: cache) }
        #expect(cache.bytes == 0)
        for picture in pictures {
            let file = try encode(picture, .fast, cache: cache)
            #expect(file == (try encode(picture, .fast)))
            #expect(cache.bytes <= 100_000)
        }
        #expect(cache.bytes > 0)
    }

    @Test func aCacheWithoutRoomKeepsNothing() throws {
        var generator = SeededGenerator(seed: 1760)
        let picture = PictureKind.drawing.picture(300, 300, using: &generator)
        let cache = PNGStripCache(budget: 0)
        for _ in 0..<4 { #expect(try encode(picture, .fast, cache: cache) == encode(picture, .fast)) }
        #expect(cache.bytes == 0)
    }

    @Test func aStripThatAlwaysDiffersIsLookedForInFewPictures() throws {
        var generator = SeededGenerator(seed: 1770)
        let cache = PNGStripCache(budget: 16 << 20)
        let picture = PictureKind.drawing.picture(200, 80, using: &generator)
        #expect(PNGStrips(width: 200, height: 80, pixelBytes: 4).count == 1)
        func encodeAll(_ pictures: [Bitmap]) throws {
            for picture in pictures { #expect(try encode(picture, .fast, cache: cache) == encode(picture, .fast)) }
        }
        try encodeAll((0..<PNGStripCache.patience).map { changed(picture, row: $0) })
        let last = changed(picture, row: 77)
        // A chunk is kept when it is looked for again, and these pictures are looked for once.
        try encodeAll([Bitmap](repeating: last, count: PNGStripCache.period))
        #expect(cache.bytes == 0)
        try encodeAll([Bitmap](repeating: last, count: PNGStripCache.period))
        let bytes = cache.bytes
        #expect(bytes > 0)
        // The third time, the chunk is found, and the next pictures are all looked for.
        try encodeAll([Bitmap](repeating: last, count: PNGStripCache.period))
        let others = [changed(picture, row: 78), changed(picture, row: 79)]
        try encodeAll(others + others)
        #expect(cache.bytes > bytes)
    }
}
