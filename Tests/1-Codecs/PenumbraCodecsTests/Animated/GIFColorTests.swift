import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct GIFColorTests {
    private func gradient(_ shift: Int = 0) -> Bitmap {
        bitmap(256, 128) { x, y in [UInt8(x), UInt8(2 * y), UInt8((x + shift) & 255), 255] }
    }

    @Test func gifOf256ColoursIsExact() throws {
        let colors = bitmap(16, 16) { x, y in [UInt8(16 * x + y), UInt8(x), UInt8(255 - y), 255] }
        let other = bitmap(16, 16) { x, y in y == 3 ? [UInt8(x), 0, 0, 255] : colors[x, y] }
        let shown = try AnimatedReader.gif(animatedFile(.gif, [colors, other, colors], rate: AnimatedRate(10)).file)
        #expect(shown.frames.map(\.pixels) == [colors, other, colors].map(components))
    }

    /// Dithered pictures keep their mean colours: averages of 8×8 pixels are close.
    @Test func ditheringKeepsMeanColours() throws {
        let picture = gradient()
        func error(_ dithering: AnimatedOptions.Dithering) throws -> Double {
            let options = AnimatedOptions(dithering: dithering)
            let shown = try AnimatedReader.gif(animatedFile(.gif, [picture], rate: AnimatedRate(10), options: options).file)
            let wanted = components(picture)
            var sum = 0.0
            for top in stride(from: 0, to: 128, by: 8) {
                for left in stride(from: 0, to: 256, by: 8) {
                    for channel in 0..<3 {
                        var difference = 0
                        for y in top..<(top + 8) {
                            for x in left..<(left + 8) {
                                let at = 4 * (y * 256 + x) + channel
                                difference += Int(shown.frames[0].pixels[at]) - Int(wanted[at])
                            }
                        }
                        sum += Double(difference * difference) / 4096
                    }
                }
            }
            return (sum / (16 * 32 * 3)).squareRoot()
        }
        let (mixed, nearest) = (try error(.ordered), try error(.none))
        print("GIF: mean error of 8×8 pixels \(mixed) with dithering, \(nearest) without")
        #expect(mixed < 1.5 && mixed < nearest)
    }

    @Test func unchangedGIFPixelsKeepTheirValue() throws {
        let first = gradient()
        let second = bitmap(256, 128) { x, y in x > 100 && x < 140 ? [UInt8(y), UInt8(x), 7, 255] : first[x, y] }
        let shown = try AnimatedReader.gif(animatedFile(.gif, [first, second], rate: AnimatedRate(10)).file)
        for y in 0..<128 {
            for x in 0..<256 where first[x, y] == second[x, y] {
                let at = 4 * (y * 256 + x)
                if shown.frames[0].pixels[at..<(at + 4)] != shown.frames[1].pixels[at..<(at + 4)] {
                    Issue.record("(\(x), \(y)) changes")
                    return
                }
            }
        }
    }

    @Test func gifAlphaIsCutAtHalfOrBlendedWithTheMatte() throws {
        let picture = bitmap(4, 1) { x, _ in [200, 100, 50, [0, 127, 128, 255][x]] }
        let cut = try AnimatedReader.gif(animatedFile(.gif, [picture], rate: AnimatedRate(10)).file)
        #expect(cut.frames[0].pixels == [0, 0, 0, 0, 0, 0, 0, 0, 200, 100, 50, 255, 200, 100, 50, 255])
        let options = AnimatedOptions(matte: [0, 0, 0])
        let laid = try AnimatedReader.gif(animatedFile(.gif, [picture], rate: AnimatedRate(10), options: options).file)
        #expect(laid.frames[0].pixels == [0, 0, 0, 255, 100, 50, 25, 255, 100, 50, 25, 255, 200, 100, 50, 255])
    }

    /// Frames of many colours take more time than their pixels, and each one as much as the first.
    @Test func coloursOfFramesCountAsWork() throws {
        func work(_ frames: [Bitmap]) throws -> Int {
            try animatedFile(.gif, frames, rate: AnimatedRate(10)).encoder.work
        }
        let few = (0..<4).map { shift in bitmap(64, 64) { x, y in [UInt8(x), UInt8(shift), 0, 255] } }
        #expect(try work(few) == 0)
        // A frame is written once the next one is known, and the last one counts no more.
        func work(many count: Int) throws -> Int { try work((0...count).map { gradient(60 * $0) }) }
        let (one, four) = (try work(many: 1), try work(many: 4))
        #expect(one > 1_000_000 && (3.5...4.5).contains(Double(four) / Double(one)), "\(one) \(four)")
        #expect(try animatedFile(.apng, [gradient()], rate: AnimatedRate(10)).encoder.work == 0)
    }

    /// Long and varied data fills the table of codes many times.
    @Test(arguments: seeds(rounds(10))) func gifCompressionKeepsAllIndices(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = generator.integer(1...256)
        let run = generator.integer(1...40)
        var (color, left) = (0, 0)
        let picture = bitmap(generator.integer(1...500), generator.integer(1...300)) { _, _ in
            if left == 0 { (color, left) = (generator.integer(0...(count - 1)), generator.integer(1...run)) }
            left -= 1
            return [UInt8(color), UInt8(color / 2), 3, 255]
        }
        let shown = try AnimatedReader.gif(animatedFile(.gif, [picture], rate: AnimatedRate(10)).file)
        #expect(shown.frames[0].pixels == components(picture), "seed \(seed)")
    }
}
