import PenumbraBitmap
import TestSupport

/// Pictures whose filtered rows differ in kind: none, few or all of their bytes lie in runs.
public enum PictureKind: CaseIterable, Sendable {
    case noise, gradient, flat, runs, photoLike, alphaEdge, drawing

    public func picture(_ width: Int, _ height: Int, using generator: inout SeededGenerator) -> Bitmap {
        let color = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt64>(repeating: generator.next()) &>> [0, 8, 16, 24])
        let isOpaque = generator.chance(0.5)
        let (slopeX, slopeY) = (generator.integer(0...5), generator.integer(0...5))
        let edge = generator.integer(0...width)
        var value = color
        func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
            let random = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt64>(repeating: generator.next()) &>> [0, 8, 16, 24])
            switch self {
            case .noise: value = random
            case .gradient:
                value =
                    color &+ SIMD4(repeating: UInt8(truncatingIfNeeded: x &* slopeX)) &+ UInt8(truncatingIfNeeded: y &* slopeY)
            case .flat: value = color
            // A new colour after about 24 pixels, and occasionally a long run of one colour.
            case .runs: if random.x < 10 { value = random }
            case .photoLike:
                value = color &+ SIMD4(repeating: UInt8(truncatingIfNeeded: x / 3 &+ y / 2)) &+ (random & 7)
            case .alphaEdge: value = x < edge ? [0, 0, 0, 0] : [color.x, color.y, color.z, UInt8(truncatingIfNeeded: x &* 9)]
            // Letters of five shapes, with soft edges and far between, on a background of two colours.
            case .drawing:
                let letter = (x / 9 &+ y / 14 &* 7) % 5
                let (column, row) = (x % 9, y % 14)
                let isBlank = (x / 9 &+ y / 14) % 8 > 0 || column < 2 || row < 4
                let level = isBlank ? 0 : (column &* row &* (letter &+ 3) &+ letter &* edge) % 11
                let shade = UInt8(truncatingIfNeeded: level < 5 ? 0 : (level &- 5) &* 51)
                value = (x > edge ? color : color &+ 40) &+ SIMD4(repeating: shade)
            }
            if isOpaque, self != .alphaEdge { value.w = 255 }
            return value
        }
        return Bitmap(width: width, height: height) { bytes in
            for i in 0..<width * height {
                let value = pixel(i % width, i / width)
                for channel in 0..<4 { bytes[4 * i + channel] = value[channel] }
            }
        }
    }
}
