import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Tests the frames of GIFs against a viewer that draws one after another.
@Suite(.timed) struct GIFFrameTests {
    /// The writer's files, read by code that shares nothing with the decoder.
    @Test func framesOfWrittenGIFsMatchTheViewer() throws {
        for seed in seeds(rounds(60)) {
            var generator = SeededGenerator(seed: seed)
            let sequence = RandomSequence(.few, using: &generator)
            let plays = generator.integer(0...3)
            let file = try animatedFile(
                .gif, sequence.frames, rate: AnimatedRate(10), options: AnimatedOptions(plays: plays)
            ).file
            let shown = try AnimatedReader.gif(file)
            let timeline = ImageDecoder.timeline(of: file)
            var (start, end) = (0, 0)
            for (number, frame) in shown.frames.enumerated() {
                let picture = try #require(try ImageDecoder.decode(file, frame: number))
                #expect(components(picture) == frame.pixels, "seed \(seed): frame \(number)")
                end = start + frame.numerator
                if shown.frames.count > 1 {
                    for place in [start, end - 1] { #expect(try timeline.frame(at: place, 100) == number, "seed \(seed)") }
                }
                start = end
            }
            guard shown.frames.count > 1 else { continue }
            let last = shown.frames.count - 1
            #expect(try timeline.frame(at: end, 100) == (plays == 1 ? last : 0))
            #expect(try timeline.frame(at: 1_000_000 * end, 100) == (plays == 0 ? 0 : last))
        }
    }

    /// Frames of all disposals, also beyond the screen. Frames that are there already change nothing.
    @Test func framesOfAnyDisposalMatchTheViewer() throws {
        for seed in seeds(rounds(150)) {
            var random = SeededGenerator(seed: seed)
            let gif = RandomGIF(using: &random)
            for space in [ColorSpace.srgb, .displayP3] {
                let shown = try (0..<gif.frames.count).map {
                    try #require(try ImageDecoder.decode(gif.file, frame: $0, to: space))
                }
                if space == .srgb {
                    for (picture, frame) in zip(shown, gif.shown) { #expect(components(picture) == frame, "seed \(seed)") }
                }
                #expect(shown[0] == (try ImageDecoder.decode(gif.file, to: space)), "seed \(seed)")
                let known = (0..<gif.frames.count).filter { _ in random.chance(0.4) }
                for number in shown.indices.reversed() {
                    let picture = try ImageDecoder.decode(
                        gif.file, frame: number, to: space, known: { known.contains($0) ? shown[$0] : nil })
                    #expect(picture == shown[number], "seed \(seed): frame \(number) with \(known)")
                }
            }
        }
    }

    /// A frame never needs frames that are taken back, and starts at a frame that covers everything before it.
    @Test func gifDecoderDrawsOnlyNeededFrames() throws {
        let full = RandomGIF.Frame(left: 0, top: 0, width: 4, height: 3, disposal: 1, transparent: nil)
        let part = RandomGIF.Frame(left: 1, top: 1, width: 2, height: 1, disposal: 1, transparent: 0)
        var gone = part
        gone.disposal = 3
        var cleared = full
        (cleared.disposal, cleared.transparent) = (2, 0)
        func steps(_ frames: [RandomGIF.Frame], _ known: Int...) -> String {
            let gif = RandomGIF(width: 4, height: 3, frames)
            return gif.file.withUnsafeBytes { bytes in
                let steps = GIFStructure(ByteView(bytes)).steps(to: frames.count - 1) { known.contains($0) }
                return "\(steps.base ?? -1): \(steps.frames)"
            }
        }
        #expect(steps([full, part, gone, part]) == "-1: [0, 1, 3]")
        #expect(steps([full, part, gone, part], 1) == "1: [3]")
        #expect(steps([full, part, gone, part], 2) == "-1: [0, 1, 3]")
        #expect(steps([part, full, part]) == "-1: [1, 2]")
        #expect(steps([part, part, full], 1) == "-1: [2]")
        #expect(steps([part, cleared, part], 0) == "-1: [2]")
    }

    @Test func gifFrameTimesFollowBrowserRules() throws {
        let timeline = FrameTimeline(hundredths: [0, 1, 2, 65535], plays: 2)
        for (hundredth, frame) in [
            (-5, 0), (0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (21, 2), (22, 3), (65556, 3), (65557, 0), (65567, 1),
            (131_113, 3), (131_114, 3), (1 << 40, 3),
        ] {
            #expect(try timeline.frame(at: hundredth, 100) == frame, "\(hundredth)")
        }
        // Just before the second frame.
        #expect(try timeline.frame(at: 99_999_999, 1_000_000_000) == 0)
        #expect(try FrameTimeline.still.frame(at: 5, 1) == 0)
        #expect(!FrameTimeline(hundredths: [50], plays: 0).moves)
    }

    /// A file that is cut off anywhere has right frames or an error, and the first frame as long as it is whole.
    @Test func truncatedGIFsGiveValidFramesOrErrors() throws {
        var random = SeededGenerator(seed: 5)
        let gif = RandomGIF(width: 9, height: 7, (0..<4).map { _ in .random(9, 7, using: &random) })
        // Many programs leave out the byte for the end.
        let ends = gif.file.withUnsafeBytes { GIFStructure(ByteView($0)).frames.map(\.bytes.upperBound) }
        for length in 0..<gif.file.count {
            let file = Array(gif.file[..<length])
            let timeline = ImageDecoder.timeline(of: file)
            #expect(try timeline.frame(at: 0, 1) == 0)
            for number in 0..<4 {
                guard let picture = try? ImageDecoder.decode(file, frame: number) else { continue }
                #expect(components(picture) == gif.shown[number], "\(length) bytes, frame \(number)")
            }
            if length >= 6, (try? timeline.frame(at: 3000, 1)) != nil { #expect(ends.contains(length), "\(length) bytes") }
        }
        for _ in 0..<rounds(400) {
            var file = gif.file
            for _ in 0..<random.integer(1...4) { file[random.integer(0...(file.count - 1))] = UInt8(random.integer(0...255)) }
            let frame = (try? ImageDecoder.timeline(of: file).frame(at: random.integer(0...99), 10)) ?? 0
            _ = try? ImageDecoder.decode(file, frame: frame, limits: ImageLimits(maximumPixels: 1 << 20))
        }
    }

    /// The limits apply to the screen and to each frame.
    @Test func largeGIFFramesAreRefused() throws {
        let small = RandomGIF.Frame(left: 0, top: 0, width: 2, height: 2, disposal: 1, transparent: nil)
        var large = small
        (large.width, large.height) = (40, 30)
        let file = RandomGIF(width: 8, height: 8, [small, large]).file
        #expect(try ImageDecoder.decode(file, frame: 1)?.width == 8)
        #expect(throws: ImageError.tooManyPixels(.gif, width: 40, height: 30, allowed: 1000)) {
            try ImageDecoder.decode(file, frame: 1, limits: ImageLimits(maximumPixels: 1000))
        }
        #expect(throws: ImageError.self) { try ImageDecoder.decode(file, frame: 1, limits: ImageLimits(maximumPixels: 60)) }
        #expect(throws: ImageError.self) { try ImageDecoder.decode(file, frame: 2) }
        #expect(try ImageDecoder.decode(file, frame: 1, mayContinue: { false }) == nil)
    }

    /// A frame without a palette shows the frame before it, even if it covers the whole screen.
    @Test func gifFrameWithoutAPaletteShowsTheOneBefore() throws {
        let header: [UInt8] = Array("GIF89a".utf8) + [2, 0, 2, 0, 0, 0, 0]
        func descriptor(_ flags: UInt8) -> [UInt8] { [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, flags] }
        // Codes of three bits: clear, 0, 1, 1, 0, end.
        let data: [UInt8] = [2, 3, 0x44, 0x02, 0x05, 0]
        let palette: [UInt8] = [10, 20, 30, 200, 100, 50]
        let withoutData: [UInt8] = [2, 0]
        let colored = descriptor(0x80) + palette + data
        var file = header + colored + descriptor(0) + data
        file += descriptor(0) + withoutData
        file.append(0x3B)
        let pictures = try (0...2).map { try #require(try ImageDecoder.decode(file, frame: $0)) }
        #expect(pictures[0][1, 0] == [200, 100, 50, 255])
        #expect(pictures[1] == pictures[0] && pictures[2] == pictures[0])
        var plain = header + descriptor(0) + data
        plain += colored
        plain.append(0x3B)
        #expect(try ImageDecoder.decode(plain)[0, 0] == [0, 0, 0, 0])
        #expect(try ImageDecoder.decode(plain, frame: 1) == pictures[0])
    }

    /// Files of another program move, too.
    @Test func gifOfAnotherProgramIsAnimated() throws {
        let file = try fixture("gif-animated.gif")
        let shown = GIFStructure(ByteView(UnsafeRawBufferPointer(start: nil, count: 0)))
        #expect(shown.fault != nil && shown.frames.isEmpty)
        let timeline = ImageDecoder.timeline(of: file)
        #expect(timeline.moves)
        let pictures = try (0...1).map { try #require(try ImageDecoder.decode(file, frame: $0)) }
        #expect(pictures[0] == (try ImageDecoder.decode(file)) && pictures[0] != pictures[1])
    }
}

/// A GIF whose frames have random areas, colours and disposals, and what viewers show of it.
struct RandomGIF {
    struct Frame {
        var left: Int
        var top: Int
        var width: Int
        var height: Int
        var disposal: Int
        var transparent: UInt8?

        static func random(_ width: Int, _ height: Int, using random: inout SeededGenerator) -> Frame {
            if random.chance(0.2) {
                return Frame(
                    left: 0, top: 0, width: width, height: height, disposal: random.integer(0...3),
                    transparent: random.chance(0.5) ? 3 : nil)
            }
            return Frame(
                left: random.integer(0...width), top: random.integer(0...height), width: random.integer(1...(width + 2)),
                height: random.integer(1...(height + 2)), disposal: random.integer(0...3),
                transparent: random.chance(0.6) ? UInt8(random.integer(0...7)) : nil)
        }
    }

    private(set) var file: [UInt8]
    private(set) var frames: [Frame]
    /// The straight RGBA bytes of the screen while each frame is shown.
    private(set) var shown: [[UInt8]] = []

    init(using random: inout SeededGenerator) {
        let (width, height) = (random.integer(1...12), random.integer(1...10))
        self.init(width: width, height: height, (0..<random.integer(1...9)).map { _ in .random(width, height, using: &random) })
    }

    private static func little(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }

    /// Pixels get their colours from their places and the number of the frame.
    init(width: Int, height: Int, _ frames: [Frame]) {
        self.frames = frames
        let screenWidth = max(width, frames[0].left + frames[0].width)
        let screenHeight = max(height, frames[0].top + frames[0].height)
        let palette: [[UInt8]] = (0..<8).map { (number: Int) -> [UInt8] in
            [UInt8(number * 36), UInt8(255 - number * 30), UInt8(number * 91 & 255)]
        }
        file = Array("GIF89a".utf8)
        file += Self.little(width)
        file += Self.little(height)
        file += [0x82, 0, 0] as [UInt8]
        for color in palette { file += color }
        var screen = [UInt8](repeating: 0, count: 4 * screenWidth * screenHeight)
        for (number, frame) in frames.enumerated() {
            let flags = UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)
            file += [0x21, 0xF9, 4, flags] as [UInt8]
            file += Self.little(5)
            file += [frame.transparent ?? 0, 0, 0x2C] as [UInt8]
            for number in [frame.left, frame.top, frame.width, frame.height] { file += Self.little(number) }
            file.append(0)
            let before = screen
            var indices: [UInt8] = []
            for y in 0..<frame.height {
                for x in 0..<frame.width {
                    let index = UInt8((x + 2 * y + 3 * number) % 8)
                    indices.append(index)
                    let (column, row) = (frame.left + x, frame.top + y)
                    guard index != frame.transparent, column < screenWidth, row < screenHeight else { continue }
                    let at = 4 * (row * screenWidth + column)
                    let color: [UInt8] = palette[Int(index)] + [255]
                    screen.replaceSubrange(at..<at + 4, with: color)
                }
            }
            file += Self.compressed(indices)
            shown.append(screen)
            if frame.disposal == 3 { screen = before }
            guard frame.disposal == 2 else { continue }
            for row in frame.top..<max(frame.top, min(screenHeight, frame.top + frame.height)) {
                for column in frame.left..<max(frame.left, min(screenWidth, frame.left + frame.width)) {
                    let at = 4 * (row * screenWidth + column)
                    screen.replaceSubrange(at..<at + 4, with: [0, 0, 0, 0] as [UInt8])
                }
            }
        }
        file.append(0x3B)
    }

    /// Codes of four bits, with a clear code before each pair, so that codes never get longer.
    private static func compressed(_ indices: [UInt8]) -> [UInt8] {
        var codes: [UInt8] = []
        for (place, index) in indices.enumerated() {
            if place % 2 == 0 { codes.append(8) }
            codes.append(index)
        }
        codes.append(9)
        if codes.count % 2 == 1 { codes.append(0) }
        let bytes = stride(from: 0, to: codes.count, by: 2).map { codes[$0] | codes[$0 + 1] << 4 }
        var result: [UInt8] = [3]
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let block = bytes[start..<min(start + 255, bytes.count)]
            result += [UInt8(block.count)] + block
        }
        return result + [0]
    }
}
