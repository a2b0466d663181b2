/// A GIF whose frames are single pixels, written byte by byte.
public struct GIFFile {
    /// The size of the screen in pixels.
    public var width: Int
    public var height: Int
    public var frames: Int
    /// The duration of each frame.
    public var hundredths = 10
    /// The size that each frame pretends to have. Frames of other sizes than 1×1 lack pixels.
    public var frameSize = (width: 1, height: 1)

    public init(width: Int, height: Int, frames: Int) {
        (self.width, self.height, self.frames) = (width, height, frames)
    }

    /// The file. Frame n has a pixel of colour n mod 4 at (n, 0): black, red, green or blue.
    public var bytes: [UInt8] {
        func number(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        var result = Array("GIF89a".utf8) + number(width) + number(height) + [0x91, 0, 0]
        result += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        result += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for frame in 0..<frames {
            result += [0x21, 0xF9, 4, 0] + number(hundredths) + [0, 0]
            result += [0x2C] + number(frame % width) + number(0) + number(frameSize.width) + number(frameSize.height) + [0]
            // Three codes of three bits: clear, the colour, the end.
            let codes = 4 | (frame % 4) << 3 | 5 << 6
            result += [2, 2, UInt8(codes & 0xFF), UInt8(codes >> 8), 0]
        }
        return result + [0x3B]
    }
}
