import ArgumentParser
import Penumbra
import PenumbraBatch

/// The options for the animations among a batch's outputs. A manifest's line may set its own.
struct BatchMotionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Frames per second of animations. Default: 60.", valueName: "rate", visibility: .hidden))
    var fps: FrameRate?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Start of animations. Default: 0.", valueName: "seconds", visibility: .hidden))
    var from: Time?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End of animations. Default: the scene's own.", valueName: "seconds", visibility: .hidden))
    var to: Time?
    @Option(help: ArgumentHelp("How often animations play; 0 is forever.", valueName: "count", visibility: .hidden))
    var loops: Int?

    func check() throws {
        if let loops, loops < 0 { throw ValidationError("--loops is \(loops); 0 or more is allowed, and 0 is forever.") }
    }

    func apply(to options: inout BatchOptions) {
        options.motion.rate = fps
        options.motion.start = from
        options.motion.end = to
        options.motion.plays = loops
    }
}
