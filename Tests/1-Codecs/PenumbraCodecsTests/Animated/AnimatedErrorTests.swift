import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct AnimatedErrorTests {
    private func failure<Success>(_ body: () throws -> Success) -> AnimatedError? {
        do {
            _ = try body()
        } catch let error as AnimatedError {
            return error
        } catch let error as FrameFailure<Never> {
            if case .encoding(let error) = error { return error }
        } catch let error as FrameFailure<any Error> {
            if case .encoding(let error) = error { return error }
        } catch {}
        return nil
    }

    @Test(arguments: AnimatedFormat.allCases) func emptySequencesAndWrongFrameSizesAreErrors(format: AnimatedFormat) throws {
        let rate = try AnimatedRate(10)
        let encoder = try AnimatedEncoder(format, width: 2, height: 2, rate: rate)
        #expect(failure { try encoder.finish { _ in } } == .noFrames(format))
        let wrong = bitmap(2, 3) { _, _ in [0, 0, 0, 255] }
        let expected = AnimatedError.sizeChanged(frame: 0, width: 2, height: 3, expectedWidth: 2, expectedHeight: 2)
        #expect(failure { try encoder.append(wrong) { _ in } } == expected)
        #expect(expected.description == "frame 0 is 2×3 pixels, but the file has 2×2. Draw all frames at one size.")
        let most = format.maximumSide
        #expect(
            failure { try AnimatedEncoder(format, width: 1, height: most + 1, rate: rate) }
                == .sideBeyondFormat(format, width: 1, height: most + 1, allowed: most))
        #expect(failure { try AnimatedEncoder(format, width: 0, height: 1, rate: rate) } != nil)
        #expect(
            failure { try AnimatedEncoder(.rgba, width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, rate: rate) }?.kind == .outOfMemory)
    }

    @Test func animatedFormatLimitsAreErrors() throws {
        let rate = try AnimatedRate(10)
        let clear = bitmap(1, 1) { _, _ in [0, 0, 0, 0] }
        let opaque = try AnimatedEncoder(.apng, width: 1, height: 1, rate: rate, isOpaque: true)
        #expect(failure { try opaque.append(clear) { _ in } } == .notOpaque(frame: 0))
        for format in [AnimatedFormat.apng, .webp, .gif] {
            let most = try #require(format.maximumPlays)
            _ = try AnimatedEncoder(format, width: 1, height: 1, rate: rate, options: AnimatedOptions(plays: most))
            for plays in [-1, most + 1] {
                #expect(
                    failure {
                        try AnimatedEncoder(format, width: 1, height: 1, rate: rate, options: AnimatedOptions(plays: plays))
                    }
                        == .playsBeyondFormat(format, plays: plays, allowed: most))
            }
        }
        var wide = AnimatedOptions()
        wide.colorSpace = .displayP3
        for format in AnimatedFormat.allCases {
            let error = failure { try AnimatedEncoder(format, width: 1, height: 1, rate: rate, options: wide) }
            #expect(error == (format == .gif || format == .y4m ? .colorSpaceBeyondFormat(format) : nil))
        }
        for (n, d) in [(0, 1), (-1, 1), (1, 0), (1001, 1), (1, 1 << 40), (.max, .max - 1), (.min, .min)] {
            #expect(failure { try AnimatedRate(n, d) } == .rateBeyondRange(numerator: n, denominator: d))
        }
        #expect(try AnimatedRate(120, 2) == AnimatedRate(60))
    }

    @Test func fileEndingsNameAnimatedFormats() {
        #expect(AnimatedFormat(path: "a/b.WebP") == .webp && AnimatedFormat(path: "b.png") == nil)
        #expect(AnimatedFormat.allCases.allSatisfy { AnimatedFormat(ending: $0.ending) == $0 })
        #expect(AnimatedFormat.allCases.filter(\.needsPatches) == [.apng, .webp])
    }

    /// An error of the receiver comes back as it is.
    @Test(arguments: AnimatedFormat.allCases) func receiverErrorsPassThroughAnimatedEncoder(format: AnimatedFormat) throws {
        struct Full: Error {}
        let frames = [bitmap(2, 2) { _, _ in [0, 0, 0, 255] }, bitmap(2, 2) { _, _ in [9, 0, 0, 255] }]
        let encoder = try AnimatedEncoder(format, width: 2, height: 2, rate: AnimatedRate(10))
        #expect(throws: FrameFailure<Full>.self) {
            for frame in frames { try encoder.append(frame) { _ throws(Full) in throw Full() } }
            _ = try encoder.finish { _ throws(Full) in throw Full() }
        }
    }
}
