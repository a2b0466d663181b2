/// The number of bits per channel of a bitmap.
public enum PixelDepth: Int, Hashable, Sendable, CaseIterable {
    /// One byte per channel.
    case eight = 8
    /// Two bytes per channel, the high byte first, as PNG stores them.
    case sixteen = 16

    /// The bytes of the four channels of a pixel.
    public var bytesPerPixel: Int { rawValue / 2 }
}
