import PenumbraSystem

/// Data from which a bitmap's pixels can be made at any time, such as the coefficients of a JPEG.
///
/// A renderer that knows the data can make the pixels itself, where it needs them.
public protocol PixelSource: AnyObject, Sendable {
    /// The number of bytes that the data take.
    var byteCount: Int { get }

    /// Writes all pixels: straight RGBA bytes, rows from the top.
    func write(to pixels: UnsafeMutableBufferPointer<UInt8>)
}

/// The pixels of a bitmap with a source. They are made when they are first read.
final class SourcedPixels: Sendable {
    private struct Address: @unchecked Sendable {
        var pixels: UnsafeMutablePointer<UInt8>
    }

    let source: any PixelSource
    private let made = Mutex<Address?>(nil)
    private let count: Int

    init(_ source: any PixelSource, count: Int) {
        self.source = source
        self.count = count
    }

    deinit {
        made.withLock { made in
            if let made { UnsafeMutableRawPointer(made.pixels).deallocate() }
        }
    }

    /// The address of the pixels. Other threads wait while one thread makes them.
    var pixels: UnsafeMutablePointer<UInt8> {
        made.withLock { made in
            if let made { return made }
            let result = Address(pixels: Bitmap.allocate(count))
            source.write(to: UnsafeMutableBufferPointer(start: result.pixels, count: count))
            made = result
            return result
        }.pixels
    }

    var areMade: Bool { made.withLock { $0 != nil } }
}
