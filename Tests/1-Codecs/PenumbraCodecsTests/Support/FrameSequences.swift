import PenumbraBitmap
import PenumbraCodecs
import TestSupport

/// Writes frames and applies the patches.
func animatedFile(
    _ format: AnimatedFormat, _ frames: [Bitmap], rate: AnimatedRate, isOpaque: Bool = false,
    options: AnimatedOptions = .default
) throws -> (file: [UInt8], encoder: AnimatedEncoder) {
    let encoder = try AnimatedEncoder(
        format, width: frames[0].width, height: frames[0].height, rate: rate, isOpaque: isOpaque, options: options)
    var file: [UInt8] = []
    for frame in frames { try encoder.append(frame) { file += $0 } }
    let patches = try encoder.finish { file += $0 }
    for patch in patches { file.replaceSubrange(patch.offset..<(patch.offset + patch.bytes.count), with: patch.bytes) }
    return (file, encoder)
}

/// A random sequence in which frames are equal, change in a small area, or change everywhere.
struct RandomSequence {
    /// The kinds of pixels.
    enum Pixels: CaseIterable {
        case opaque, anyAlpha
        /// At most 200 colours, each opaque or wholly transparent.
        case few
    }

    var frames: [Bitmap] = []
    /// The numbers of frames that differ from the frame before, and 0.
    var starts: [Int] = []

    init(_ pixels: Pixels, frames count: Int? = nil, using generator: inout SeededGenerator) {
        let (width, height) = (generator.integer(1...40), generator.integer(1...30))
        let colors = (0..<200).map { number -> SIMD4<UInt8> in
            number % 8 == 0 ? [0, 0, 0, 0] : [UInt8(number), UInt8(generator.integer(0...255)), UInt8(number / 2), 255]
        }
        func picture(_ width: Int, _ height: Int) -> Bitmap {
            switch pixels {
            case .opaque: randomBitmap(width, height, opaque: true, using: &generator)
            case .anyAlpha: randomBitmap(width, height, opaque: false, using: &generator)
            case .few: bitmap(width, height) { _, _ in colors[generator.integer(0...199)] }
            }
        }
        var current = picture(width, height)
        frames = [current]
        starts = [0]
        for number in 1..<max(2, count ?? generator.integer(1...14)) {
            let before = current
            switch generator.integer(0...5) {
            case 0, 1: break
            case 2: current = picture(width, height)
            case 3: current = frames[generator.integer(0...(number - 1))]
            default:
                let (x, y) = (generator.integer(0...(width - 1)), generator.integer(0...(height - 1)))
                let part = picture(generator.integer(1...(width - x)), generator.integer(1...(height - y)))
                current = bitmap(width, height) { column, row in
                    column >= x && row >= y && column < x + part.width && row < y + part.height
                        ? part[column - x, row - y] : before[column, row]
                }
            }
            // A copy, so that equality doesn't follow from identity.
            let copy = current
            frames.append(bitmap(width, height) { copy[$0, $1] })
            if current != before { starts.append(number) }
        }
        if frames.count == 2, generator.chance(0.5) {
            frames.removeLast()
            starts = [0]
        }
    }
}
