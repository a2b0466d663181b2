import Foundation
import PenumbraMotion

// motion-values FILE   prints, as JSON, the states and values of the timings in a JSON file that motion-vs-chromium makes

/// One animation, or two: the second one is added to the first.
struct Case: Decodable {
    struct Layer: Decodable {
        var delay: Double
        var duration: Double
        /// Nil repeats forever.
        var iterations: Double?
        var iterationStart: Double
        var direction: String
        var fill: String
        var easing: String
        /// For keyframes.
        var values: [Double]?
        var offsets: [Double]?
        var easings: [String]?
        var mode: String?
        /// For basic animations.
        var from: Double?
        var to: Double?
        var additive: Bool
    }

    var own: Double
    var animations: [Layer]
    var times: [String]
}

/// What Chromium's page reports, too.
struct Row: Encodable {
    /// The progress of the first animation after its timing function. Nil if it shows nothing.
    var progress: Double?
    var iteration: Int?
    var value: Double
}

func timing(_ layer: Case.Layer) throws(MotionError) -> Timing {
    let isReversed = layer.direction.hasSuffix("reverse")
    let autoreverses = layer.direction.hasPrefix("alternate")
    let iterations = layer.iterations ?? .infinity
    let start = layer.iterationStart * layer.duration
    let fill = ["none": "removed"][layer.fill] ?? layer.fill
    return try Timing(
        beginTime: layer.delay, duration: layer.duration, speed: isReversed ? -1 : 1,
        timeOffset: isReversed ? (autoreverses ? layer.duration : 0) - start : start,
        repeatCount: autoreverses ? iterations / 2 : iterations, autoreverses: autoreverses,
        fillMode: Timing.FillMode(rawValue: fill) ?? .removed)
}

func animation(_ layer: Case.Layer) throws(MotionError) -> Animation<Double> {
    let values: Animation<Double>.Values
    if let keys = layer.values {
        var functions: [TimingFunction]?
        if let easings = layer.easings {
            functions = []
            for easing in easings { functions?.append(try TimingFunction(easing)) }
        }
        let mode = layer.mode.flatMap(CalculationMode.init) ?? .linear
        values = .keyframes(try Keyframes(keys, keyTimes: layer.offsets, mode: mode, timingFunctions: functions))
    } else {
        values = .basic(try BasicValues(from: layer.from, to: layer.to))
    }
    return Animation(
        values, timing: try timing(layer), timingFunction: try TimingFunction(layer.easing), isAdditive: layer.additive)
}

guard CommandLine.arguments.count == 2, let data = FileManager.default.contents(atPath: CommandLine.arguments[1]) else {
    print("usage: motion-values FILE")
    exit(64)
}
let rows = try JSONDecoder().decode([Case].self, from: data).map { test in
    let animations = try test.animations.map(animation)
    let first = animations[0]
    return try test.times.map { text in
        let time = try Time(text)
        let state = first.state(at: time)
        let progress = state.map {
            first.timingFunction.value(at: $0.progress, duration: first.timing.duration, isBefore: $0.isBefore)
        }
        return Row(progress: progress, iteration: state?.iteration, value: try test.own.presented(at: time, animations))
    }
}
FileHandle.standardOutput.write(try JSONEncoder().encode(rows))
