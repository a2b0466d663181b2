import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan

/// A picture of 16 bits per channel as opaque pictures of 8 bits, whose weighted sum has the premultiplied colours.
///
/// A value v of 16 bits is 256·h + l. As a fraction, v/65535 is h/255 · 65280/65535 + l/255 · 255/65535.
struct DeepPicture {
    /// The larger and the smaller bytes of the colours, multiplied by alpha.
    let colors: (high: Bitmap, low: Bitmap)
    /// The same for alpha, as greys. Nil if the picture is opaque.
    let alpha: (high: Bitmap, low: Bitmap)?

    /// The weights of the larger and the smaller bytes in Q15. Their sum is one.
    static let weights: (high: UInt16, low: UInt16) = (32640, 128)

    init(_ bitmap: Bitmap) {
        func plane(_ isHigh: Bool, _ value: (Int, Int) -> UInt32) -> Bitmap {
            Bitmap(width: bitmap.width, height: bitmap.height, isOpaque: true) { bytes in
                for pixel in 0..<bitmap.width * bitmap.height {
                    for channel in 0..<3 {
                        let value = value(pixel, channel)
                        bytes[4 * pixel + channel] = UInt8(truncatingIfNeeded: isHigh ? value >> 8 : value)
                    }
                    bytes[4 * pixel + 3] = 255
                }
            }
        }
        let pixels = bitmap.pixels
        func sample(_ pixel: Int, _ channel: Int) -> UInt32 {
            let at = 2 * (4 * pixel + channel)
            return UInt32(pixels[at]) << 8 | UInt32(pixels[at + 1])
        }
        func premultiplied(_ pixel: Int, _ channel: Int) -> UInt32 {
            let alpha = sample(pixel, 3)
            return alpha == 65535 ? sample(pixel, channel) : (sample(pixel, channel) * alpha + 32767) / 65535
        }
        colors = (plane(true, premultiplied), plane(false, premultiplied))
        alpha =
            bitmap.isOpaque
            ? nil : (plane(true) { pixel, _ in sample(pixel, 3) }, plane(false) { pixel, _ in sample(pixel, 3) })
    }
}

extension ScenePlanner {
    /// Resamples a picture of any depth.
    mutating func resample(
        _ bitmap: Bitmap, to target: SurfaceID, columns: ResamplingTable, rows: ResamplingTable
    ) throws(PlanningError) {
        guard bitmap.depth == .sixteen else {
            plan.passes.append(.resample(image: imageID(of: bitmap), target: target, columns: columns, rows: rows))
            return
        }
        let key = ObjectIdentifier(bitmap)
        let picture = deepPictures[key] ?? DeepPicture(bitmap)
        deepPictures[key] = picture
        guard let alpha = picture.alpha else { return try sum(picture.colors, to: target, columns: columns, rows: rows) }
        let size = PixelRect(x: 0, y: 0, width: plan[target].width, height: plan[target].height)
        let label = plan[target].label
        let colors = try addSurface(.color, size, "colours of \(label)")
        try sum(picture.colors, to: colors, columns: columns, rows: rows)
        let gray = try addSurface(.color, size, "alpha of \(label)")
        try sum(alpha, to: gray, columns: columns, rows: rows)
        var planes: [SurfaceID] = []
        for channel in [Channel.red, .green, .blue] {
            planes.append(try addChannel(channel, of: colors, size, in: size, "\(channel) of \(label)").surface)
        }
        planes.append(try addChannel(.red, of: gray, size, in: size, "alpha of \(label)").surface)
        plan.passes.append(
            .mergeChannels(
                sources: planes, target: target, kernel: PolyphaseKernel.gaussian(sigma: 0), dx: 0, dy: 0, edge: .clamp))
    }

    /// Resamples the two halves of values, and adds them.
    private mutating func sum(
        _ halves: (high: Bitmap, low: Bitmap), to target: SurfaceID, columns: ResamplingTable, rows: ResamplingTable
    ) throws(PlanningError) {
        let size = PixelRect(x: 0, y: 0, width: plan[target].width, height: plan[target].height)
        let label = plan[target].label
        let (high, low) = (
            try addSurface(.color, size, "high half of \(label)"), try addSurface(.color, size, "low half of \(label)")
        )
        plan.passes.append(.resample(image: imageID(of: halves.high), target: high, columns: columns, rows: rows))
        plan.passes.append(.resample(image: imageID(of: halves.low), target: low, columns: columns, rows: rows))
        clear(target, to: .clear)
        for (half, weight, operation) in [
            (high, DeepPicture.weights.high, Composite.Operation.over), (low, DeepPicture.weights.low, .blend(.plusLighter)),
        ] {
            plan.passes.append(
                .composite(
                    Composite(
                        target: target, region: size, source: .surface(half, dx: 0, dy: 0), opacity: weight,
                        operation: operation)))
        }
    }
}
