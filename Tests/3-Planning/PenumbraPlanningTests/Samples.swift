import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// A picture whose alpha falls smoothly from an opaque middle to nothing, with plateaus of the smallest alphas 0, 1 and 2.
func softDisc(width: Int, height: Int) -> Bitmap {
    Bitmap(width: width, height: height) { bytes in
        for y in 0..<height {
            for x in 0..<width {
                let dx = (Double(x) + 0.5) / Double(width) * 2 - 1
                let dy = (Double(y) + 0.5) / Double(height) * 2 - 1
                let fall = max(0, min(1, (0.9 - (dx * dx + dy * dy).squareRoot()) / 0.6))
                let at = 4 * (y * width + x)
                bytes[at] = UInt8(40 + 150 * x / width)
                bytes[at + 1] = UInt8(60 + 150 * y / height)
                bytes[at + 2] = 200
                bytes[at + 3] = UInt8((255 * fall * fall * (3 - 2 * fall)).rounded())
                // The threshold of a hard mask lies between these two values.
                if y < height / 8 { bytes[at + 3] = x < width / 2 ? 1 : 2 }
            }
        }
    }
}

let sampleSource = ImageSource.data([1])

/// A layer that shows `softDisc` at one image pixel per canvas pixel, with the image.
func softImage(frame: Rect, scale: Double) -> (Layer, [ImageSource: Bitmap]) {
    let bitmap = softDisc(width: Int((frame.width * scale).rounded()), height: Int((frame.height * scale).rounded()))
    let layer = Layer(kind: .image(ImageContents(source: sampleSource, contentsScale: scale)), frame: frame)
    return (layer, [sampleSource: bitmap])
}

/// A closed curve of eight quadratic segments in a box.
func cloud(_ box: Rect) -> Path {
    func at(_ x: Double, _ y: Double) -> Point { Point(box.minX + x * box.width, box.minY + y * box.height) }
    var path = Path()
    path.move(to: at(0.4, 0.2))
    path.addQuadratic(to: at(0.6, 0.2), control: at(0.5, 0.1))
    path.addQuadratic(to: at(0.8, 0.4), control: at(0.8, 0.2))
    path.addQuadratic(to: at(0.8, 0.6), control: at(0.9, 0.5))
    path.addQuadratic(to: at(0.6, 0.8), control: at(0.8, 0.8))
    path.addQuadratic(to: at(0.4, 0.8), control: at(0.5, 0.9))
    path.addQuadratic(to: at(0.2, 0.6), control: at(0.2, 0.8))
    path.addQuadratic(to: at(0.2, 0.4), control: at(0.1, 0.5))
    path.addQuadratic(to: at(0.4, 0.2), control: at(0.2, 0.2))
    path.close()
    return path
}

/// Opaque canvas-sized pictures for backdrop blurs.
enum Backdrop: String, CaseIterable {
    case noise, edges, checkerboard, waves

    func bitmap(width: Int, height: Int, seed: UInt64 = 7) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        return Bitmap(width: width, height: height, isOpaque: true) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    for channel in 0..<3 {
                        let value: Int =
                            switch self {
                            case .noise: random.integer(0...255)
                            case .edges: x * 3 + y * (channel + 1) > width * 2 ? 255 : x < 3 || y == height - 1 ? 255 : 0
                            case .checkerboard: (x / 2 + y / 2 + channel) % 2 == 0 ? 255 : 0
                            // A Gaussian is most sensitive to σ at a wavelength of π·σ; here for σ 2, 5 and 9.
                            case .waves: Int((127.5 + 127.5 * sin(2 * Double(x + y) / [2.83, 7.1, 12.7][channel])).rounded())
                            }
                        bytes[4 * (y * width + x) + channel] = UInt8(value)
                    }
                    bytes[4 * (y * width + x) + 3] = 255
                }
            }
        }
    }

    /// A layer that fills a page with the picture, at one image pixel per canvas pixel, with the image.
    func layer(page size: Size = Size(width: 48, height: 36), scale: Double) -> (Layer, [ImageSource: Bitmap]) {
        let source = ImageSource.data([2])
        let bitmap = bitmap(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
        return (Layer(kind: .image(ImageContents(source: source, contentsScale: scale))), [source: bitmap])
    }
}
