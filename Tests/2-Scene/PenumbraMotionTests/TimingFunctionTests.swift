import Glibc
import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct TimingFunctionTests {
    private func value(_ css: String, _ x: Double, isBefore: Bool = false) throws -> Double {
        try TimingFunction(css).value(at: x, duration: 1, isBefore: isBefore)
    }

    #if arch(x86_64)
        /// Bisection with 64 bits of precision. A quarter of the curves are nearly vertical somewhere.
        @Test(arguments: seeds(rounds(1000)))
        func bezierCurvesMatchBisection(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            var (x1, x2) = (generator.number(0...1), generator.number(0...1))
            if generator.chance(0.25) {
                (x1, x2) = ([0, 1, 0.999][generator.integer(0...2)], [0, 1, 1e-3][generator.integer(0...2)])
            }
            let (y1, y2) = (generator.number(-2...3), generator.number(-2...3))
            let curve = try CubicBezier(x1, y1, x2, y2)
            func bernstein(_ p1: Double, _ p2: Double, _ s: Float80) -> Float80 {
                let r = 1 - s
                return 3 * r * r * s * Float80(p1) + 3 * r * s * s * Float80(p2) + s * s * s
            }
            for _ in 0..<20 {
                let x = generator.number(0...1)
                var (low, high) = (Float80(0), Float80(1))
                for _ in 0..<80 {
                    let middle = (low + high) / 2
                    if bernstein(x1, x2, middle) < Float80(x) { low = middle } else { high = middle }
                }
                // Where the curve is vertical, the bisection's own rounding errors move y.
                let (above, below) = (bernstein(x1, x2, high + 1e-7), bernstein(x1, x2, max(0, high - 1e-7)))
                guard above - below > 1e-11 else { continue }
                #expect(abs(curve.value(at: x) - Double(bernstein(y1, y2, high))) < 1e-9)
            }
        }
    #endif

    @Test(arguments: seeds(rounds(300)))
    func bezierCurvesWithRisingOrdinatesNeverFall(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func end() -> Double { generator.chance(0.3) ? [0, 1][generator.integer(0...1)] : generator.number(0...1) }
        let curve = try CubicBezier(end(), end(), end(), end())
        var last = 0.0
        for step in 0...500 {
            let value = curve.value(at: Double(step) / 500)
            #expect(value >= last - 1e-15)
            last = value
        }
        #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
    }

    /// cubic-bezier(1, y1, 0, y2) is vertical in the middle, where x = 1/2 + 4(s − 1/2)³.
    @Test(arguments: [0x1p-10, -0x1p-10, 0x1p-20, -0x1p-25, 0x1p-40, 0x1p-50, -0x1p-52])
    func verticalBezierCurvesAreExact(offset: Double) throws {
        let s = 0.5 + cbrt(offset / 4)
        #expect(abs(try value("cubic-bezier(1, 0, 0, 1)", 0.5 + offset) - s * s * (3 - 2 * s)) < 1e-14)
    }

    @Test func bezierCurvesContinueAlongTheirTangents() throws {
        #expect(try value("cubic-bezier(0.5, 1, 0.5, 0)", -1) == -2)
        #expect(try value("cubic-bezier(0.5, 1, 0.5, 0)", 1.5) == 2)
        #expect(try value("cubic-bezier(0, 0, 0.5, 1)", -1) == -2)
        #expect(try value("cubic-bezier(0, 1, 1, 0)", -1) == 0)
        #expect(try value("cubic-bezier(0, 1, 1, 0)", 2) == 1)
        #expect(try value("cubic-bezier(0, 0, 1, 1)", 3) == 3)
    }

    @Test func timingFunctionNamesMatchCSSAndCoreAnimation() throws {
        for (name, other) in [
            ("default", "ease"), ("easeIn", "ease-in"), ("easeOut", "ease-out"), ("easeInEaseOut", "ease-in-out"),
            ("step-start", "steps(1, start)"), ("step-end", "steps(1)"), ("ease", "cubic-bezier(0.25, 0.1, 0.25, 1)"),
            ("ease-in-out", " CUBIC-BEZIER( .42,0 , 58e-2 ,1 ) "), ("LINEAR", "linear"),
        ] {
            #expect(try TimingFunction(name) == TimingFunction(other))
        }
        // Known to a thousandth from browsers.
        #expect(abs(try value("ease", 0.5) - 0.8024) < 1e-4)
        #expect(abs(try value("ease-in", 0.5) - 0.3154) < 1e-4)
    }

    /// The table of the example in CSS Easing Functions 2, section 2.3.
    @Test func stepsJumpAtTheirPosition() throws {
        let inputs = [0, 0.3, 1.0 / 3, 0.5, 0.99, 1]
        func outputs(_ position: String) throws -> [Double] { try inputs.map { try value("steps(3, \(position))", $0) } }
        let third = 1.0 / 3
        let atEnd: [Double] = [0, 0, third, third, 2 * third, 1]
        let atStart: [Double] = [third, third, 2 * third, 2 * third, 1, 1]
        #expect(try outputs("jump-end") == atEnd)
        #expect(try outputs("end") == outputs("jump-end"))
        #expect(try outputs("jump-start") == atStart)
        #expect(try outputs("jump-none") == [0, 0, 0.5, 0.5, 1, 1])
        #expect(try outputs("jump-both") == [0.25, 0.25, 0.5, 0.5, 0.75, 1])
        #expect(try value("steps(3, jump-start)", 0, isBefore: true) == 0)
        #expect(try value("steps(3, jump-end)", 1, isBefore: true) == 2.0 / 3)
        #expect(try value("steps(2)", -0.25) == -0.5)
        #expect(try value("steps(2)", 1.5) == 1.5)
    }

    @Test func stepsAtDecimalTimesAreExact() throws {
        for count in 1...300 {
            let steps = try Steps(count)
            for step in 0...count {
                #expect(steps.value(at: Double(step) / Double(count)) == Double(step) / Double(count))
                #expect(steps.value(at: (7 + Double(step) / Double(count)) - 7) == Double(step) / Double(count))
            }
        }
    }

    @Test func linearStopsAreCompletedAsInCSS() throws {
        guard case .stops(let stops) = try TimingFunction("linear(0, 0.5 25% 75%, 1)") else {
            Issue.record("not linear()")
            return
        }
        #expect(stops.inputs == [0, 0.25, 0.75, 1])
        #expect(stops.outputs == [0, 0.5, 0.5, 1])
        guard case .stops(let uneven) = try TimingFunction("linear(0 20%, 1, 2 10%, 40% 3, 4, 5)") else { return }
        #expect(uneven.inputs == [0.2, 0.2, 0.2, 0.4, 0.7, 1])
        #expect(try value("linear(0, 0.5 25% 75%, 1)", 0.125) == 0.25)
        #expect(try value("linear(0, 0.5 25% 75%, 1)", 0.5) == 0.5)
        #expect(try value("linear(0, 0.5 25% 75%, 1)", 1.25) == 1.5)
        #expect(try value("linear(0, 0.5 25% 75%, 1)", -0.25) == -0.5)
        // A jump: the last stop counts.
        #expect(try value("linear(0, 0.25 50%, 0.75 50%, 1)", 0.5) == 0.75)
        #expect(try value("linear(0.25)", 0.9) == 0.25)
        // Each stop is met exactly: 0.7 + (0.1 − 0.7) isn't 0.1 in binary fractions.
        #expect(try value("linear(0.7, 0.1)", 1) == 0.1)
        #expect(try value("linear(1 0%, 2 0%, 3 100%, 4 100%)", -1) == 1)
        #expect(try value("linear(1 0%, 2 0%, 3 100%, 4 100%)", 2) == 4)
    }

    @Test func springTimingFunctionRunsInSeconds() throws {
        let spring = TimingFunction.spring(.standard)
        #expect(spring.value(at: 0.5, duration: 0.6) == Spring.standard.position(at: 0.3))
        #expect(spring.value(at: 0, duration: 0.6) == 0)
    }

    @Test(arguments: [
        "", "eas", "ease(", "cubic-bezier(1,2,3)", "cubic-bezier(1.1,0,0,1)", "cubic-bezier(0,nan,0,1)",
        "cubic-bezier(0,1e7,0,1)", "cubic-bezier(0,0,1,1) x", "steps(0)", "steps(1.5)", "steps(1, jump-none)",
        "steps(2, middle)",
        "steps(1e9)", "steps(1e300)", "steps(-1)", "linear()", "linear(0,)", "linear(0 1)", "linear(10% 0.5 20%)",
        "linear(0 1% 2% 3%)", "linear(50%)", "linear(0, 1e300)", "spring(1)", "linear(0 ½)", "\u{0}",
    ])
    func badTimingFunctionsAreRefused(css: String) {
        let message = error { () throws(MotionError) in _ = try TimingFunction(css) }
        #expect(message?.hasPrefix("timingFunction: ") == true)
        #expect(message?.contains("expected") == true)
    }
}
