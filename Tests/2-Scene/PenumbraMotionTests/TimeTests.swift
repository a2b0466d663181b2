import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct TimeTests {
    @Test func framesOfRationalRatesAreExact() throws {
        let rate = try FrameRate("30000/1001")
        #expect(try Time(frame: 30, rate: rate) == Time("1001/1000"))
        #expect(try Time(frame: 30_000 * 300, rate: rate).seconds == 1001 * 300)
        #expect(try Time(frame: -30, rate: rate) == Time("-1.001"))
        #expect(try Time(frame: 3, rate: FrameRate(60)).description == "1/20")
        #expect(try FrameRate(120, 2).description == "60")
        #expect(try FrameRate("29.97").description == "2997/100")
    }

    @Test(arguments: seeds(rounds(200)))
    func timeSumsAndOrderMatchFractions(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func time() throws -> Time {
            try Time(numerator: generator.integer(-100_000...100_000), denominator: generator.integer(1...5000))
        }
        let (a, b) = (try time(), try time())
        #expect(try a.adding(b).subtracting(b) == a)
        #expect(try a.adding(b) == b.adding(a))
        #expect((a < b) == (a.numerator * b.denominator < b.numerator * a.denominator))
        #expect(abs(try a.adding(b).seconds - (a.seconds + b.seconds)) < 1e-9)
    }

    @Test(arguments: seeds(rounds(200)))
    func firstFrameNotBeforeATimeIsExact(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let rate = try FrameRate(generator.integer(1...1000), generator.integer(1...1001))
        let time = try Time(numerator: generator.integer(-1_000_000...1_000_000), denominator: generator.integer(1...3000))
        let frame = rate.firstFrame(notBefore: time)
        #expect(try Time(frame: frame, rate: rate) >= time)
        #expect(try Time(frame: frame - 1, rate: rate) < time)
        let own = generator.integer(-5000...5000)
        #expect(rate.firstFrame(notBefore: try Time(frame: own, rate: rate)) == own)
    }

    @Test(arguments: [
        ("0", "fps: found 0, expected a rate above 0, such as 60 or 30000/1001"),
        ("-25", "fps: found -25, expected a rate above 0, such as 60 or 30000/1001"),
        ("1000000", "fps: found 1000000, expected at most 1000 frames per second"),
        ("10000001/10000000", "fps: found 10000001/10000000, expected a fraction whose terms are at most 1000000"),
        ("nan", "fps: found \"nan\", expected a rate such as 60, 12.5 or 30000/1001"),
        ("30/", "fps: found \"30/\", expected a rate such as 60, 12.5 or 30000/1001"),
        ("30/0", "fps: found \"30/0\", expected a rate such as 60, 12.5 or 30000/1001"),
        ("99999999999999999999", "fps: found \"99999999999999999999\", expected a rate such as 60, 12.5 or 30000/1001"),
    ])
    func badFrameRatesAreRefused(rate: String, message: String) {
        #expect(error { () throws(MotionError) in _ = try FrameRate(rate) } == message)
    }

    @Test func badTimesAreRefused() throws {
        let tooLarge = "time: the time is too long or too finely divided; use at most 1e9 seconds and a simpler frame rate"
        #expect(error { () throws(MotionError) in _ = try Time("1000000001") } == tooLarge)
        #expect(error { () throws(MotionError) in _ = try Time(numerator: .min, denominator: 1) } == tooLarge)
        #expect(error { () throws(MotionError) in _ = try Time(numerator: .max, denominator: .max - 1) } == tooLarge)
        let rate = try FrameRate(30_000, 1001)
        #expect(error { () throws(MotionError) in _ = try Time(frame: .max, rate: rate) } == tooLarge)
        #expect(error { () throws(MotionError) in _ = try Time(numerator: 1, denominator: 0) } != nil)
        #expect(error { () throws(MotionError) in _ = try Time("1.") } != nil)
        // Programs print a third of ten as 3.3333333333333335.
        #expect(try Time("0.30000000000000004") == Time("0.3"))
        #expect(try abs(Time("3.3333333333333335").seconds - 10.0 / 3) < 1e-14)
        #expect(error { () throws(MotionError) in _ = try Time("0.3000000000000000x") } != nil)
        let fine = try Time(numerator: 1, denominator: 1 << 53)
        #expect(error { () throws(MotionError) in _ = try fine.adding(Time("1/3")) } == tooLarge)
        #expect(rate.firstFrame(notBefore: fine) == 1)
        #expect(try Time("1000000000") > fine)
    }
}

/// The description of the error that a call throws; nil if it throws none.
func error(_ call: () throws(MotionError) -> Void) -> String? {
    do {
        try call()
        return nil
    } catch {
        return error.description
    }
}
