import PenumbraBitmap

/// The frames of a GIF, found without decompressing them.
package struct GIFStructure {
    package struct Frame {
        /// The frame's bytes, from its descriptor to the end of its pixels.
        package var bytes: Range<Int>
        var area: Area
        /// The index of the palette that means no colour.
        var transparentIndex: UInt8?
        /// Whether the frame has colours, of its own or of the whole file. A frame without them draws nothing.
        var hasPalette = true
        var disposal = Disposal.keeps
        /// The duration in hundredths of a second, as the file gives it.
        var hundredths = 0
    }

    struct Area: Hashable {
        var left: Int
        var top: Int
        var width: Int
        var height: Int

        var pixels: Int { width * height }
    }

    /// The state of a frame's area when the next frame is drawn.
    enum Disposal {
        case keeps
        /// The area becomes transparent.
        case clears
        /// The area becomes what it was before the frame.
        case restores
    }

    /// The size of the screen, widened to hold the first frame.
    private(set) var width = 0
    private(set) var height = 0
    /// The length of the header and of the palette for all frames.
    private(set) var headerLength = 0
    package private(set) var frames: [Frame] = []
    /// How often the frames are shown; 0 is forever.
    private(set) var plays = 1
    /// The reason why frames are missing behind the last one.
    package private(set) var fault: ImageError?

    /// The most frames that are looked for.
    static let mostFrames = 100_000

    /// Finds the frames. A damaged file has the frames before the damage.
    package init(_ bytes: ByteView) {
        guard let packed = bytes.byte(10), bytes.count >= 13 else {
            fault = .truncated(.gif, "the data end before the first frame does")
            return
        }
        (width, height) = (Self.number(bytes, 6) ?? 0, Self.number(bytes, 8) ?? 0)
        headerLength = 13 + Self.tableLength(packed)
        do throws(ImageError) {
            try findFrames(bytes)
        } catch {
            fault = error
        }
        guard let first = frames.first?.area else { return }
        (width, height) = (max(width, first.left + first.width), max(height, first.top + first.height))
    }

    private mutating func findFrames(_ bytes: ByteView) throws(ImageError) {
        var at = headerLength
        var next = Frame(bytes: 0..<0, area: Area(left: 0, top: 0, width: 0, height: 0))
        var isAnnounced = false
        while true {
            switch bytes.byte(at) {
            // Many files end without the byte for their end.
            case nil where !frames.isEmpty && at == bytes.count && !isAnnounced, 0x3B: return
            case 0x21:
                if bytes.byte(at + 1) == 0xF9 { isAnnounced = true }
                try read(extension: at, of: bytes, into: &next)
                at = try end(ofBlocks: at + 2, in: bytes)
            case 0x2C:
                guard let left = Self.number(bytes, at + 1), let top = Self.number(bytes, at + 3),
                    let width = Self.number(bytes, at + 5), let height = Self.number(bytes, at + 7),
                    let packed = bytes.byte(at + 9)
                else { throw truncated }
                guard width > 0, height > 0 else { throw .damaged(.gif, "its frame \(frames.count) has no pixels") }
                guard frames.count < Self.mostFrames else {
                    throw .damaged(.gif, "it has more than \(Self.mostFrames) frames")
                }
                // The first byte of the pixels is the number of bits of an index.
                let end = try end(ofBlocks: at + 11 + Self.tableLength(packed), in: bytes)
                (next.bytes, next.area) = (at..<end, Area(left: left, top: top, width: width, height: height))
                next.hasPalette = headerLength > 13 || Self.tableLength(packed) > 0
                frames.append(next)
                isAnnounced = false
                (next.transparentIndex, next.disposal, next.hundredths) = (nil, .keeps, 0)
                at = end
            case nil: throw truncated
            // Viewers take other data behind a frame for the end.
            case .some:
                guard frames.isEmpty else { return }
                throw .damaged(.gif, "it has no frames")
            }
        }
    }

    private mutating func read(extension at: Int, of bytes: ByteView, into next: inout Frame) throws(ImageError) {
        switch (bytes.byte(at + 1), bytes.byte(at + 2)) {
        // A graphic control extension: flags, duration, transparent index.
        case (0xF9, 4):
            guard let flags = bytes.byte(at + 3), let hundredths = Self.number(bytes, at + 4), let index = bytes.byte(at + 6)
            else { throw truncated }
            next.transparentIndex = flags & 1 != 0 ? index : nil
            next.hundredths = hundredths
            next.disposal =
                switch flags >> 2 & 7 {
                case 2: .clears
                // Some programs wrote the first bit of two.
                case 3, 4: .restores
                default: .keeps
                }
        // The application extension for the number of plays after the first.
        case (0xFF, 11):
            guard bytes.starts(with: "NETSCAPE2.0", at: at + 3) || bytes.starts(with: "ANIMEXTS1.0", at: at + 3),
                let length = bytes.byte(at + 14), length >= 3, let kind = bytes.byte(at + 15), kind & 7 == 1,
                let count = Self.number(bytes, at + 16)
            else { return }
            plays = count == 0 ? 0 : count + 1
        default: break
        }
    }

    /// The place behind a sequence of blocks, which an empty block ends.
    private func end(ofBlocks start: Int, in bytes: ByteView) throws(ImageError) -> Int {
        var at = start
        while true {
            guard let length = bytes.byte(at) else { throw truncated }
            at += 1 + Int(length)
            if length == 0 { return at }
        }
    }

    private var truncated: ImageError { .truncated(.gif, "the data end before frame \(frames.count) does") }

    private static func number(_ bytes: ByteView, _ at: Int) -> Int? {
        guard let low = bytes.byte(at), let high = bytes.byte(at + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// The length of the palette that a byte of flags announces.
    private static func tableLength(_ packed: UInt8) -> Int { packed & 0x80 != 0 ? 3 * (2 << Int(packed & 7)) : 0 }
}

extension GIFStructure {
    /// The frames to draw for a frame, from the first to the frame itself, and the frame on whose picture they are drawn.
    ///
    /// - Parameter isKnown: whether the picture of a frame is there already.
    /// - Returns: a nil `base` if the frames are drawn on transparent pixels.
    package func steps(to frame: Int, isKnown: (Int) -> Bool) -> (base: Int?, frames: [Int]) {
        var steps = [frame]
        var current = frame
        while !coversScreen(current) {
            // Frames that are taken back leave nothing.
            guard let before = frames[..<current].lastIndex(where: { $0.disposal != .restores }) else { break }
            if frames[before].disposal == .clears, holdsScreen(frames[before].area) { break }
            if isKnown(before) { return (before, steps.reversed()) }
            steps.append(before)
            current = before
        }
        return (nil, steps.reversed())
    }

    private func holdsScreen(_ area: Area) -> Bool {
        area.left == 0 && area.top == 0 && area.width >= width && area.height >= height
    }

    private func coversScreen(_ frame: Int) -> Bool {
        frames[frame].transparentIndex == nil && frames[frame].hasPalette && holdsScreen(frames[frame].area)
    }

    var timeline: FrameTimeline {
        FrameTimeline(hundredths: frames.map(\.hundredths), plays: plays, fault: fault)
    }
}
