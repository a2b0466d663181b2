/// A picture of sRGB pixels of 8 or 16 bits in straight (not premultiplied) RGBA order, rows from the top without gaps.
///
/// The pixels are written once, when the bitmap is made, and never change afterwards. Threads can therefore share bitmaps
/// without copying. The pixels of a bitmap with a `source` are written when they are first read.
public final class Bitmap: @unchecked Sendable {
    public let width: Int
    public let height: Int
    /// The bits per channel. Only renderers make pictures of 16 bits, and only PNG stores them.
    public let depth: PixelDepth
    /// True when every alpha is 255. Then renderers skip premultiplication and the PNG writer leaves alpha out.
    public let isOpaque: Bool
    /// Nil if the bitmap has a source.
    private let storage: UnsafeMutablePointer<UInt8>?
    private let sourced: SourcedPixels?
    /// Takes the memory of the pixels back. Nil if the bitmap itself allocated it.
    private let giveBack: (@Sendable () -> Void)?
    /// Digests of rows that are known. Nil for memory that serves for one picture only.
    package let rowDigests: RowDigests?

    /// Allocates `width` × `height` pixels and lets `initialize` write all of them.
    ///
    /// - Parameters:
    ///   - width: columns, at least 1. `width × height × 8` must fit in `Int`; check sizes that come from users first.
    ///   - isOpaque: a promise that every alpha written is 255; nil scans the pixels to find out.
    ///   - initialize: must write every byte of the buffer it receives. An error it throws is rethrown, and nothing leaks.
    public init<Failure: Error>(
        width: Int, height: Int, depth: PixelDepth = .eight, isOpaque: Bool? = nil,
        initializingWith initialize: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let count = width * height * depth.bytesPerPixel
        let pointer = Self.allocate(count)
        do {
            try initialize(UnsafeMutableBufferPointer(start: pointer, count: count))
        } catch {
            UnsafeMutableRawPointer(pointer).deallocate()
            throw error
        }
        self.width = width
        self.height = height
        self.depth = depth
        self.storage = pointer
        (sourced, giveBack, rowDigests) = (nil, nil, nil)
        self.isOpaque = isOpaque ?? Self.allOpaque(pointer, depth, pixels: width * height)
    }

    /// Makes a bitmap whose pixels are made from a source when they are first read.
    ///
    /// - Parameter isOpaque: a promise that every alpha that the source writes is 255.
    public init(width: Int, height: Int, isOpaque: Bool, source: any PixelSource) {
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        depth = .eight
        (storage, giveBack, rowDigests) = (nil, nil, nil)
        sourced = SourcedPixels(source, count: width * height * 4)
    }

    /// Makes a bitmap in memory that others own and use again afterwards.
    ///
    /// - Parameters:
    ///   - memory: room for `width` × `height` pixels, aligned to 64 bytes.
    ///   - rowDigests: digests of rows that earlier pictures in the same memory had, and that `initialize` doesn't change.
    ///   - giveBack: called once, when the pixels are not needed any more.
    ///   - initialize: must write every byte of the pixels.
    package init(
        width: Int, height: Int, depth: PixelDepth, isOpaque: Bool?, memory: UnsafeMutableRawPointer,
        rowDigests: RowDigests? = nil, giveBack: @escaping @Sendable () -> Void,
        initializingWith initialize: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        let count = width * height * depth.bytesPerPixel
        let pointer = memory.bindMemory(to: UInt8.self, capacity: count)
        initialize(UnsafeMutableBufferPointer(start: pointer, count: count))
        self.width = width
        self.height = height
        self.depth = depth
        storage = pointer
        sourced = nil
        (self.giveBack, self.rowDigests) = (giveBack, rowDigests)
        self.isOpaque = isOpaque ?? Self.allOpaque(pointer, depth, pixels: width * height)
    }

    deinit {
        if let giveBack { return giveBack() }
        if let storage { UnsafeMutableRawPointer(storage).deallocate() }
    }

    /// Allocates memory for pixels. Rows are aligned to 64-byte cache lines. At least one byte is allocated, so that an empty
    /// picture has an address too.
    static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 64).bindMemory(to: UInt8.self, capacity: count)
    }

    /// The bytes, valid while the bitmap lives.
    public var pixels: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: address, count: width * height * depth.bytesPerPixel)
    }

    private var address: UnsafeMutablePointer<UInt8>? { storage ?? sourced?.pixels }

    /// The data that the pixels are made from. Nil for most bitmaps.
    public var source: (any PixelSource)? { sourced?.source }

    /// The most bytes that the bitmap ever takes: its pixels and its source.
    public var byteCount: Int { width * height * depth.bytesPerPixel + (sourced?.source.byteCount ?? 0) }

    /// The bytes that the pixels will take once they are made, when they are first read. 0 after that.
    public var bytesToCome: Int { sourced.map { $0.areMade ? 0 : width * height * 4 } ?? 0 }

    /// Reads the four straight components of a pixel, which must be inside the picture. Those of 16 bits are rounded to 8.
    public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        precondition(x >= 0 && y >= 0 && x < width && y < height, "(\(x), \(y)) is outside the bitmap")
        let at = (y * width + x) * 4
        let pixels = pixels
        if depth == .sixteen {
            var result = SIMD4<UInt8>()
            for i in 0..<4 {
                let value = Int(pixels[2 * (at + i)]) << 8 | Int(pixels[2 * (at + i) + 1])
                result[i] = UInt8((value + 128) / 257)
            }
            return result
        }
        return SIMD4(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3])
    }

    private static func allOpaque(_ pixels: UnsafeMutablePointer<UInt8>, _ depth: PixelDepth, pixels count: Int) -> Bool {
        if depth == .sixteen {
            return (0..<count).allSatisfy { pixels[8 * $0 + 6] == 255 && pixels[8 * $0 + 7] == 255 }
        }
        let raw = UnsafeRawPointer(pixels)
        let eights = count / 8
        let block = 512
        var start = 0
        while start < eights {
            let end = min(start + block, eights)
            // Collects every bit of every alpha.
            var all = SIMD8<UInt32>(repeating: .max)
            for i in start..<end { all &= raw.load(fromByteOffset: 32 * i, as: SIMD8<UInt32>.self) }
            for i in 0..<8 where UInt32(littleEndian: all[i]) >> 24 != 255 { return false }
            start = end
        }
        for i in (8 * eights)..<count where pixels[4 * i + 3] != 255 { return false }
        return true
    }
}

extension Bitmap: Equatable {
    /// True if both bitmaps have the same size, the same depth and the same bytes.
    public static func == (a: Bitmap, b: Bitmap) -> Bool {
        a.width == b.width && a.height == b.height && a.depth == b.depth && a.pixels.elementsEqual(b.pixels)
    }
}
