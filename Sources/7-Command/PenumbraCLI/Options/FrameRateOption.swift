import ArgumentParser
import Penumbra
import PenumbraSystem

/// The frame rate of recipes that move, and the choice between one animated file and numbered pictures.
struct FrameRateOption: ParsableArguments {
    @Option(help: ArgumentHelp("Frames per second of the animation. Default: 60.", valueName: "rate", visibility: .hidden))
    var fps: FrameRate?

    var rate: FrameRate { fps ?? .sixty }

    /// Whether a recipe that moves makes one animated scene: for an animated file, and for a scene alone that has no number in
    /// its name.
    func makesAnimation(_ output: OutputOptions) -> Bool {
        if output.output != nil { return output.animatedFormat != nil }
        return output.emitScene.map { !FrameNames.hasNumber($0) } ?? false
    }

    /// Checks options that only an animated output has.
    ///
    /// - Parameter motion: the option that makes the recipe move.
    func check(_ output: OutputOptions, isMoving: Bool, with motion: String, duration: Time? = nil) throws {
        guard isMoving else { throw ValidationError("--duration and --fps go with \(motion).") }
        guard makesAnimation(output) else {
            throw ValidationError("An animation is one .webp, .apng, .gif or .y4m, without # in its name; name one with -o.")
        }
        if let duration, duration.numerator <= 0 {
            throw ValidationError("--duration is \(duration); more than 0 is allowed.")
        }
        try output.checkAnimation()
    }

    /// The number of frames, and their rate, from two of number, duration and rate.
    func frames(count: Int?, duration: Time?) throws -> (count: Int, rate: FrameRate) {
        guard let duration else { return (count ?? 1, rate) }
        guard let count else {
            let frames = rate.firstFrame(notBefore: duration)
            guard frames <= Limits.frames else {
                throw CommandFailure(.usage, "--duration: \(frames) frames, at most \(Limits.frames) are allowed")
            }
            return (frames, rate)
        }
        let (frames, isTooLarge) = count.multipliedReportingOverflow(by: duration.denominator)
        guard !isTooLarge else { throw CommandFailure(.usage, "--duration has too many digits; round it") }
        return try rethrowing(
            (count, try FrameRate(frames, duration.numerator)),
            as: { (error: MotionError) in CommandFailure(.usage, "--frames / --duration: \(error)") })
    }

    /// The animated scene of a recipe.
    func scene(_ make: () throws(MotionError) -> Scene) throws -> Scene {
        try rethrowing(try make(), as: { (error: MotionError) in CommandFailure(.usage, "the motion: \(error)") })
    }
}
