import ArgumentParser
import Penumbra

extension Time: ExpressibleByArgument {
    /// Parses seconds: `2`, `0.35` or `1001/30000`.
    public init?(argument: String) {
        guard let time = try? Time(argument) else { return nil }
        self = time
    }
}

extension FrameRate: ExpressibleByArgument {
    /// Parses frames per second: `60`, `12.5` or `30000/1001`.
    public init?(argument: String) {
        guard let rate = try? FrameRate(argument) else { return nil }
        self = rate
    }
}

/// The time that commands for one picture show.
struct TimeOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time in an animated scene. Default: 0.", valueName: "seconds"))
    var at: Time?
}
