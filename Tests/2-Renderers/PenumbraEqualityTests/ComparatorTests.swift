import PenumbraBitmap
import TestSupport
import Testing

/// Tests that the comparison itself detects differences.
@Suite(.timed) struct ComparatorTests {
    private func picture(_ pixel: (Int, Int) -> SIMD4<UInt8>) -> Bitmap {
        Bitmap(width: 23, height: 17) { bytes in
            for y in 0..<17 {
                for x in 0..<23 {
                    let value = pixel(x, y)
                    for channel in 0..<4 { bytes[4 * (y * 23 + x) + channel] = value[channel] }
                }
            }
        }
    }

    private func original(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        SIMD4(UInt8(x * 11), UInt8(y * 15), UInt8((x * y) % 256), 255)
    }

    @Test func comparisonOfEqualPicturesIsEqual() throws {
        let comparison = try #require(BitmapComparison(picture(original), picture(original)))
        #expect(comparison.isEqual && comparison.maximumDifference == 0 && comparison.meanDifference == 0)
    }

    @Test func comparisonFindsSwappedChannels() throws {
        let swapped = picture { x, y in
            let p = original(x, y)
            return SIMD4(p.z, p.y, p.x, p.w)
        }
        let comparison = try #require(BitmapComparison(picture(original), swapped))
        #expect(!comparison.isEqual && comparison.maximumDifference > 100)
    }

    @Test func comparisonFindsAShiftByOnePixel() throws {
        let shifted = picture { x, y in original(max(0, x - 1), y) }
        let comparison = try #require(BitmapComparison(picture(original), shifted))
        #expect(!comparison.isEqual && comparison.differentPixels == 17 * 22)
        #expect(comparison.firstDifference == BitmapComparison.Place(x: 1, y: 0))
    }

    @Test func comparisonFindsAnEmptyPicture() throws {
        let empty = picture { _, _ in .zero }
        let comparison = try #require(BitmapComparison(picture(original), empty))
        #expect(!comparison.isEqual && comparison.differentPixels == 17 * 23)
        #expect(empty.isEmpty && !picture(original).isEmpty)
    }

    @Test func comparisonFindsOneLevelUnlessTolerated() throws {
        let changed = picture { x, y in
            var p = original(x, y)
            if x == 22 && y == 16 { p.z &+= 1 }
            return p
        }
        let strict = try #require(BitmapComparison(picture(original), changed))
        #expect(!strict.isEqual && strict.differentPixels == 1 && strict.maximumDifference == 1)
        let tolerant = try #require(BitmapComparison(picture(original), changed, tolerance: 1))
        #expect(tolerant.isEqual && tolerant.maximumDifference == 1)
    }

    @Test func picturesOfDifferentSizesAreNotCompared() {
        let other = Bitmap(width: 17, height: 23) { $0.initialize(repeating: 0) }
        #expect(BitmapComparison(picture(original), other) == nil)
    }
}
