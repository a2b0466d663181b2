import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct AnimatedSequenceTests {
    /// Rates with exact fractions in an APNG.
    private static let rates = [
        (60, 1), (30000, 1001), (25, 1), (25, 2), (1000, 1), (1, 3), (24000, 1001), (50, 1), (65535, 66),
    ]

    /// Checks that the frames are those of the sequence, and returns the times at which they start and the end.
    private func times(
        _ shown: AnimatedReader, _ sequence: RandomSequence, _ seed: UInt64
    ) throws -> [(numerator: Int, denominator: Int)]? {
        guard shown.frames.count == sequence.starts.count else {
            Issue.record("seed \(seed): \(shown.frames.count) frames, expected \(sequence.starts.count)")
            return nil
        }
        for (index, start) in sequence.starts.enumerated()
        where shown.frames[index].pixels != components(sequence.frames[start]) {
            Issue.record("seed \(seed): frame \(index) differs")
            return nil
        }
        var time = (numerator: 0, denominator: 1)
        return [time]
            + shown.frames.map { frame in
                time.numerator = time.numerator * frame.denominator + frame.numerator * time.denominator
                time.denominator *= frame.denominator
                let divisor = common(time.numerator, time.denominator)
                time = (time.numerator / divisor, time.denominator / divisor)
                return time
            }
    }

    private func common(_ a: Int, _ b: Int) -> Int { b == 0 ? max(a, 1) : common(b, a % b) }

    @Test(arguments: seeds(rounds(120))) func apngShowsEveryFrameForItsExactTime(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let isOpaque = generator.chance(0.3)
        let sequence = RandomSequence(isOpaque ? .opaque : .anyAlpha, using: &generator)
        let (n, d) = Self.rates[generator.integer(0...(Self.rates.count - 1))]
        let png = PNGOptions(effort: generator.chance(0.5) ? .fast : .small, threads: 1)
        let plays = generator.integer(0...3)
        let (file, encoder) = try animatedFile(
            .apng, sequence.frames, rate: AnimatedRate(n, d), isOpaque: isOpaque,
            options: AnimatedOptions(plays: plays, png: png))
        let shown = try AnimatedReader.png(file)
        #expect(shown.plays == plays && encoder.writtenFrames == shown.frames.count && encoder.droppedFrames == 0)
        guard let times = try times(shown, sequence, seed) else { return }
        for (time, start) in zip(times, sequence.starts + [sequence.frames.count]) {
            #expect(time.numerator * n == start * d * time.denominator, "seed \(seed), frame \(start)")
        }
    }

    @Test(arguments: seeds(rounds(60))) func webPShowsEveryFrameToTheMillisecond(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sequence = RandomSequence(generator.chance(0.3) ? .opaque : .anyAlpha, using: &generator)
        let (n, d) = Self.rates[generator.integer(0...(Self.rates.count - 1))]
        let plays = generator.integer(0...3)
        let (file, _) = try animatedFile(
            .webp, sequence.frames, rate: AnimatedRate(n, d), options: AnimatedOptions(plays: plays))
        let shown = try AnimatedReader.webp(file)
        #expect(shown.plays == plays)
        guard let times = try times(shown, sequence, seed) else { return }
        for (time, start) in zip(times, sequence.starts + [sequence.frames.count]) {
            let exact = 1000 * Double(start) * Double(d) / Double(n)
            #expect(
                abs(1000 * Double(time.numerator) / Double(time.denominator) - exact) <= 0.5, "seed \(seed), frame \(start)")
        }
        // The file is one that other decoders of stills take the first frame from, or refuse as animated.
        #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(file.prefix(40))) }
    }

    @Test(arguments: seeds(rounds(120))) func gifOfFewColoursShowsEveryFrameToTheHundredth(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sequence = RandomSequence(.few, using: &generator)
        let slow = Self.rates.filter { $0.0 <= 50 * $0.1 }
        let (n, d) = slow[generator.integer(0...(slow.count - 1))]
        let plays = generator.integer(0...3)
        let (file, encoder) = try animatedFile(
            .gif, sequence.frames, rate: AnimatedRate(n, d), options: AnimatedOptions(plays: plays))
        let shown = try AnimatedReader.gif(file)
        #expect(shown.plays == plays && encoder.droppedFrames == 0)
        guard let times = try times(shown, sequence, seed) else { return }
        for (time, start) in zip(times, sequence.starts + [sequence.frames.count]) {
            let exact = 100 * Double(start) * Double(d) / Double(n)
            #expect(abs(100 * Double(time.numerator) / Double(time.denominator) - exact) <= 0.5, "seed \(seed), frame \(start)")
        }
    }

    /// Every shown frame is one of the sequence, in order, at most three hundredths away from its time.
    @Test(arguments: seeds(rounds(120))) func fastGIFShowsFiftyFramesPerSecondAndTheLastFrame(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sequence = RandomSequence(.few, frames: generator.integer(1...30), using: &generator)
        let rate = try AnimatedRate(generator.integer(51...100))
        let (file, encoder) = try animatedFile(.gif, sequence.frames, rate: rate)
        let shown = try AnimatedReader.gif(file)
        #expect(shown.frames.allSatisfy { $0.numerator >= 2 }, "seed \(seed)")
        #expect(shown.frames.last?.pixels == sequence.frames.last.map(components), "seed \(seed)")
        let exact = 100 * Double(sequence.frames.count) / Double(rate.numerator)
        let total = shown.frames.reduce(0) { $0 + $1.numerator }
        #expect(abs(Double(total) - exact) <= 1 || total == 2, "seed \(seed): \(total) for \(exact)")
        var (time, from) = (0, 0)
        for frame in shown.frames {
            let found = (from..<sequence.frames.count).first { components(sequence.frames[$0]) == frame.pixels }
            #expect(found != nil, "seed \(seed)")
            from = found ?? from
            // The frame is one that starts within three hundredths of this time, or lasts until then.
            let near = sequence.frames.indices.filter { number in
                let start = 100 * Double(number) / Double(rate.numerator)
                return abs(start - Double(time)) <= 3 && components(sequence.frames[number]) == frame.pixels
            }
            #expect(!near.isEmpty, "seed \(seed), at \(time)")
            time += frame.numerator
        }
        #expect(encoder.droppedFrames < sequence.frames.count)
    }

    @Test func animatedFramesHoldOnlyTheChangedArea() throws {
        let first = bitmap(50, 40) { x, y in [UInt8(x), UInt8(y), 9, 255] }
        let second = bitmap(50, 40) { x, y in
            (x, y) == (7, 9) || (x, y) == (30, 21) ? [200, 1, 1, 255] : [UInt8(x), UInt8(y), 9, 255]
        }
        let rate = try AnimatedRate(10)
        let png = try AnimatedReader.png(animatedFile(.apng, [first, second, first], rate: rate).file)
        for area in png.areas.dropFirst() { #expect(area == (7, 9, 24, 13)) }
        let gif = try AnimatedReader.gif(animatedFile(.gif, [first, second, first], rate: rate).file)
        for area in gif.areas.dropFirst() { #expect(area == (7, 9, 24, 13)) }
        let webp = try AnimatedReader.webp(animatedFile(.webp, [first, second, first], rate: rate).file)
        for area in webp.areas.dropFirst() { #expect(area == (6, 8, 25, 14)) }
        #expect(png.areas.count == 3 && gif.areas.count == 3 && webp.areas.count == 3)
    }

    /// Fractions beyond 16 bits are rounded without drift.
    @Test(arguments: seeds(rounds(40))) func apngFramesOfOddRatesDoNotDrift(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let denominator = generator.integer(65537...99_999_999)
        let rate = try AnimatedRate(generator.integer(65537...min(1000 * denominator, 99_999_999)), denominator)
        let pictures = (0..<2).map { shade in bitmap(1, 1) { _, _ in [UInt8(shade), 0, 0, 255] } }
        let count = generator.integer(1...200)
        let frames = (0..<count).map { pictures[($0 / 3) % 2] }
        let shown = try AnimatedReader.png(animatedFile(.apng, frames, rate: rate).file)
        let total = shown.frames.reduce(0.0) { $0 + Double($1.numerator) / Double($1.denominator) }
        let exact = Double(count) * Double(rate.denominator) / Double(rate.numerator)
        let unit = shown.frames.map { 1 / Double($0.denominator) }.max() ?? 0
        #expect(abs(total - exact) <= max(unit, 0.001) / 2 + 1e-6 * exact, "seed \(seed)")
    }

    @Test func longFrameDurationsAreSplit() throws {
        let black = bitmap(5, 4) { _, _ in [0, 0, 0, 255] }
        let clear = bitmap(5, 4) { x, _ in x < 2 ? [0, 0, 0, 0] : [0, 0, 0, 255] }
        let rate = try AnimatedRate(1, 20000)
        let gif = try AnimatedReader.gif(animatedFile(.gif, [black, black, clear], rate: rate).file)
        #expect(gif.frames.reduce(0) { $0 + $1.numerator } == 6_000_000)
        var time = 0
        for frame in gif.frames {
            #expect(frame.pixels == components(time < 4_000_000 ? black : clear))
            time += frame.numerator
        }
        let webp = try AnimatedReader.webp(animatedFile(.webp, [black, black, clear], rate: rate).file)
        #expect(
            webp.frames.map(\.numerator) == [
                0xFF_FFFF, 0xFF_FFFF, 40_000_000 - 2 * 0xFF_FFFF, 0xFF_FFFF, 20_000_000 - 0xFF_FFFF,
            ])
        #expect(throws: FrameFailure<Never>.self) {
            try animatedFile(.apng, [black, black, black, black, clear], rate: rate)
        }
    }
}
