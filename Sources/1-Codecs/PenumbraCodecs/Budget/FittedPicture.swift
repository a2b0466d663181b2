import PenumbraBitmap

/// A picture's file that is no larger than a budget.
public struct FittedPicture: Sendable {
    /// How the file was made small enough.
    public enum Choice: Sendable, Hashable {
        /// With the options as they were given, before anything was lost.
        case asGiven
        /// With this quality, 1 to 100.
        case quality(Int)
        /// With more time, and the same pixels.
        case smallEffort
        /// With a palette of so many colours. The errors are levels of 255 of alpha and of colour times alpha: the root of the
        /// mean square, and the largest.
        case palette(colors: Int, error: Double, largestError: Int)
    }

    public let bytes: [UInt8]
    public let choice: Choice
    /// The number of files that were made.
    public let encodings: Int
}

extension FittedPicture.Choice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .asGiven: return "nothing had to be changed"
        case .quality(let quality): return "quality \(quality)"
        case .smallEffort: return "effort small, nothing lost"
        case .palette(let colors, let error, let largest):
            let hundredths = Int((error * 100).rounded())
            let fraction = hundredths % 100
            return "a palette of \(colors) colours, error \(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) levels, "
                + "at most \(largest)"
        }
    }
}

extension FittedPicture.Choice {
    /// The choice without what differs from picture to picture: a palette's error is rounded up to whole levels.
    public var descriptionForMany: String {
        guard case .palette(let colors, let error, _) = self else { return description }
        let levels = Int(error.rounded(.down)) + 1
        return "a palette of \(colors) colours, error below \(levels) level\(levels == 1 ? "" : "s")"
    }
}

extension PictureEncoder {
    /// The most files that are made to find one within a budget.
    private static let mostEncodings = 6

    /// Encodes a bitmap with the best quality whose file has at most `budget` bytes, in at most six encodings.
    ///
    /// - JPEG, lossy WebP and AVIF: the highest quality up to the given one that fits. It is at most two below the highest that fits.
    /// - PNG: the given effort, else `small`, else the largest palette of 256, 128, … 2 colours that fits.
    /// - Lossless WebP: the given effort, else `small`.
    ///
    /// - Throws: `ImageError.beyondBudget` if no file is small enough, and the errors of `encode`.
    public static func fitted(
        _ bitmap: Bitmap, as format: PictureFormat, options: PictureOptions, within budget: Int
    ) throws(ImageError) -> FittedPicture {
        if bitmap.depth == .sixteen { throw .tooDeep(format, hasBudget: true) }
        var options = options
        options.byteBudget = nil
        var search = BudgetSearch(budget: budget)
        switch format {
        case .png: try search.trySmallerPNGs(bitmap, options)
        case .webp where options.webp.isLossless:
            var small = options
            small.webp.effort = .small
            for (options, choice) in [(options, FittedPicture.Choice.asGiven), (small, .smallEffort)] where search.best == nil {
                search.take(try encode(bitmap, as: format, options: options), choice)
            }
        case .heic, .gif, .tiff: throw .notEncoded(format, "pictures of this format are only read")
        case .jpeg, .webp, .avif:
            let quality =
                format == .jpeg ? options.jpeg.quality : format == .webp ? options.webp.quality : options.avif.quality
            try search.tryQualities(upTo: max(1, min(100, quality)), of: mostEncodings) { quality throws(ImageError) in
                var options = options
                options.setQuality(quality)
                return try encode(bitmap, as: format, options: options)
            }
        }
        guard let best = search.best else {
            let canLose = format == .webp && options.webp.isLossless
            throw .beyondBudget(format, smallest: search.smallest, allowed: budget, isLossless: canLose)
        }
        return FittedPicture(bytes: best.bytes, choice: best.choice, encodings: search.encodings)
    }
}

/// Files made so far, and the best of those within the budget.
private struct BudgetSearch {
    let budget: Int
    private(set) var best: (bytes: [UInt8], choice: FittedPicture.Choice)?
    private(set) var smallest = Int.max
    private(set) var encodings = 0

    init(budget: Int) { self.budget = budget }

    /// Counts a file and keeps it if it fits. Better files come later.
    @discardableResult
    mutating func take(_ bytes: [UInt8], _ choice: FittedPicture.Choice) -> Bool {
        encodings += 1
        smallest = min(smallest, bytes.count)
        guard bytes.count <= budget else { return false }
        best = (bytes, choice)
        return true
    }

    /// Halves the range of qualities with each file. The lowest quality is the last resort.
    mutating func tryQualities(
        upTo highest: Int, of count: Int, encode: (Int) throws(ImageError) -> [UInt8]
    ) throws(ImageError) {
        var (low, high) = (0, highest + 1)
        for index in 0..<count where high - low > 1 {
            let isLast = index == count - 1
            let quality = isLast && low == 0 ? 1 : (low + high) / 2
            if take(try encode(quality), .quality(quality)) { low = quality } else { high = quality }
        }
    }

    mutating func trySmallerPNGs(_ bitmap: Bitmap, _ options: PictureOptions) throws(ImageError) {
        if take(try PictureEncoder.encode(bitmap, as: .png, options: options), .asGiven) { return }
        var small = options
        small.png.effort = .small
        if options.png.effort != .small, take(try PictureEncoder.encode(bitmap, as: .png, options: small), .smallEffort) {
            return
        }
        let colors = try PaletteColors(bitmap)
        // Powers of two from 2 to 256: the exponents that fit and don't.
        var (low, high) = (0, 9)
        while high - low > 1 {
            let exponent = (low + high) / 2
            let picture = try colors.picture(of: bitmap, atMost: 1 << exponent)
            let bytes = try PNGSmallWriter.write(picture, options.png)
            let choice = FittedPicture.Choice.palette(
                colors: picture.palette.count, error: picture.error, largestError: picture.largestError)
            if take(bytes, choice) { low = exponent } else { high = exponent }
        }
    }
}
