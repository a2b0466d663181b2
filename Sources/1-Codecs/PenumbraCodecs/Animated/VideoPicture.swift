import PenumbraBitmap
import PenumbraPacking
import PenumbraSystem

/// A picture as Y4M files store it: three planes of samples, 4:4:4, with the integers of BT.709 in limited range.
///
/// The samples are those of ITU-R BT.709, to nearest: with red, green and blue R, G, B of 0…255 and
/// Y′ = 0.2126 R + 0.7152 G + 0.0722 B,
///
///     Y  = 16 + 219/255 · Y′
///     Cb = 128 + 224/255 · (B − Y′) / 1.8556
///     Cr = 128 + 224/255 · (R − Y′) / 1.5748
///
/// (BT.709-6, items 3.2 to 3.4 and 3.5 for 8 bits, where E′ = R/255.) `VideoSample` has them as fractions of integers.
public struct VideoPicture: Sendable {
    package let width: Int
    package let height: Int
    private let block: VideoMemory.Block

    /// The number of planes, and of bytes per pixel in all of them.
    package static let planes = 3

    /// Takes memory for the samples and lets `initialize` write all of them.
    ///
    /// - Parameter initialize: must write `planes × width × height` bytes.
    package init<Failure: Error>(
        width: Int, height: Int, in memory: VideoMemory,
        initializingWith initialize: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        (self.width, self.height) = (width, height)
        block = memory.take(Self.planes * width * height)
        if let start = block.bytes.baseAddress { try initialize(start) }
    }

    /// Gives the planes of Y, Cb and Cr one after another, a byte per sample, rows from the top without gaps.
    package func withSamples<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(block) {} }
        return try body(UnsafeRawBufferPointer(block.bytes))
    }

    /// The numbers of Y, Cb and Cr, for shaders that convert as `VideoForm` does.
    package static let numbers: [(name: String, sample: VideoSample)] = [
        ("LUMA", .luma), ("BLUE", .blueDifference), ("RED", .redDifference),
    ]
}

/// The formula of a sample.
package typealias VideoSample = PenumbraPacking.VideoSample

/// How the pictures of a video are made.
public struct VideoForm: Sendable, Hashable {
    /// The colour under transparent pixels.
    package let matte: SIMD3<UInt8>
    package let memory = VideoMemory()

    package init(matte: SIMD3<UInt8>?) { self.matte = matte ?? SIMD3(0, 0, 0) }

    public static func == (a: VideoForm, b: VideoForm) -> Bool { a.matte == b.matte && a.memory === b.memory }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(matte)
        hasher.combine(ObjectIdentifier(memory))
    }

    /// Converts a picture of 8 bits per channel.
    package func converted(_ bitmap: Bitmap) throws(ImageError) -> VideoPicture {
        let count = bitmap.width * bitmap.height
        guard AddressSpace.hasRoom(for: VideoPicture.planes * count) else {
            throw .outOfMemory(bytes: VideoPicture.planes * count)
        }
        defer { withExtendedLifetime(bitmap) {} }
        return VideoPicture(width: bitmap.width, height: bitmap.height, in: memory) { planes in
            guard let pixels = bitmap.pixels.baseAddress else { return }
            let convert = PackingKernels.best.convertToVideo
            if bitmap.isOpaque { return convert(pixels, planes, planes + count, planes + 2 * count, count) }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * Self.pixelsAtOnce) { flat in
                guard let colors = flat.baseAddress else { return }
                for start in stride(from: 0, to: count, by: Self.pixelsAtOnce) {
                    let range = start..<min(count, start + Self.pixelsAtOnce)
                    bitmap.flatten(range, onto: matte, into: flat)
                    let luma = planes + start
                    convert(colors, luma, luma + count, luma + 2 * count, range.count)
                }
            }
        }
    }

    /// The transparent pixels that are laid over the matte at a time, a few kilobytes.
    private static let pixelsAtOnce = 1024
}
