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
        help: ArgumentHelp("Time in an animated scene, or \"end\". Default: 0.", valueName: "seconds"))
    var at: StillTime?

    /// The time that a picture of a scene shows.
    func time(in scene: Scene) -> Time {
        switch at {
        case nil: .zero
        case .time(let time): time
        case .end: (try? scene.duration.map { try Time("\($0)") }) ?? .zero
        }
    }

    /// The seconds that a picture of an SVG document shows. Nil leaves out its animations.
    var seconds: Double? {
        switch at {
        case nil: nil
        case .time(let time): time.seconds
        case .end: .infinity
        }
    }
}

/// A time, or the end of all animations.
enum StillTime: ExpressibleByArgument {
    case time(Time)
    case end

    init?(argument: String) {
        if argument == "end" {
            self = .end
        } else if let time = Time(argument: argument) {
            self = .time(time)
        } else {
            return nil
        }
    }
}
