import PenumbraBitmap
import PenumbraCodecs
import PenumbraFiles
import TestSupport

/// A bitmap with the pixels that a function returns, row by row.
func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> SIMD4<UInt8>) -> Bitmap {
    Bitmap(width: width, height: height) { buffer in
        for y in 0..<height {
            for x in 0..<width {
                let value = pixel(x, y)
                for channel in 0..<4 { buffer[(y * width + x) * 4 + channel] = value[channel] }
            }
        }
    }
}

func randomBitmap(_ width: Int, _ height: Int, opaque: Bool, using generator: inout SeededGenerator) -> Bitmap {
    bitmap(width, height) { _, _ in
        var value = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt64>(repeating: generator.next()) &>> [0, 8, 16, 24])
        if opaque { value.w = 255 }
        return value
    }
}

/// The components of all pixels, in an array that outlives the bitmap.
func components(_ bitmap: Bitmap) -> [UInt8] {
    withExtendedLifetime(bitmap) { Array(bitmap.pixels) }
}

/// Reads a committed fixture from the source tree.
func fixture(_ name: String) throws -> [UInt8] {
    try FileReader.read("\(Repository.root)/Tests/1-Codecs/PenumbraCodecsTests/Fixtures/\(name)")
}

/// The root mean square difference over all components of two bitmaps of the same size.
func rootMeanSquareError(_ a: Bitmap, _ b: Bitmap) -> Double {
    let squares = zip(components(a), components(b)).reduce(0.0) {
        $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)))
    }
    return (squares / Double(a.width * a.height * 4)).squareRoot()
}

/// The largest difference of any component; nil if the sizes differ.
func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int? {
    guard a.width == b.width, a.height == b.height else { return nil }
    return zip(components(a), components(b)).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}
