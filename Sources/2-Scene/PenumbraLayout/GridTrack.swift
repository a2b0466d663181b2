/// A track while its size is worked out.
struct GridTrack {
    enum Minimum { case fixed, auto, minContent, maxContent }
    enum Maximum { case fixed, auto, minContent, maxContent, flexible }

    var minimum = Minimum.fixed
    var maximum = Maximum.fixed
    /// The flex factor.
    var flex = 0.0
    /// The argument of `fit-content()`.
    var fitLimit = Double.infinity
    /// The definite maximum, for the automatic minimum size of items.
    var definiteMaximum: Double?
    var base = 0.0
    /// The growth limit.
    var limit = Double.infinity
    var isCollapsed = false

    /// The planned increase of the running step. Nil while no item asked for one.
    var planned: Double?
    /// The increase for the running item.
    var incurred = 0.0
    var isInfinitelyGrowable = false

    /// Section 12.4.
    ///
    /// - Parameter available: the container's inner size, to which percentages refer.
    init(_ size: GridTrackSize, available: Double?) {
        switch size.minimum {
        case .length(let length):
            if let fixed = length.resolved(against: available) { base = max(0, fixed) } else { minimum = .auto }
        case .auto, .flex: minimum = .auto
        case .minContent: minimum = .minContent
        case .maxContent: minimum = .maxContent
        }
        switch size.maximum {
        case .length(let length):
            if let fixed = length.resolved(against: available) {
                limit = max(base, fixed)
                definiteMaximum = max(0, fixed)
            } else {
                maximum = .auto
            }
        case .flex(let factor): (maximum, flex) = (.flexible, factor)
        case .auto: maximum = .auto
        case .minContent: maximum = .minContent
        case .maxContent: maximum = .maxContent
        }
        if case .fitContent(let length) = size {
            if let fixed = length.resolved(against: available) {
                fitLimit = max(0, fixed)
                maximum = .maxContent
            } else {
                maximum = .auto
            }
        }
    }

    /// A track of `repeat(auto-fit)` without items.
    static let collapsed: GridTrack = {
        var track = GridTrack(.breadth(.length(.zero)), available: nil)
        track.isCollapsed = true
        return track
    }()

    var hasIntrinsicMinimum: Bool { minimum != .fixed }
    var hasIntrinsicMaximum: Bool { maximum != .fixed && maximum != .flexible }
    var isFlexible: Bool { maximum == .flexible }
    /// Whether the content doesn't matter to the size, and neither does the free space.
    var isDefinite: Bool { minimum == .fixed && maximum == .fixed && base == limit }
    var roomBelowFitLimit: Double { max(0, fitLimit - finiteLimit - incurred) }
    var finiteLimit: Double { limit < .infinity ? limit : base }
}

/// The sizes that an item asks of the tracks it spans, margins included.
struct GridContribution {
    var tracks: Range<Int>
    /// Whether one of the tracks is flexible.
    var isFlexible = false
    /// The minimum contribution: the size below which the item would overflow.
    var minimum = 0.0
    var minContent = 0.0
    var maxContent = 0.0
}

/// The room in which tracks are sized.
enum GridSpace: Equatable {
    case definite(Double)
    /// The container takes the size of its tracks, within limits.
    case indefinite
    /// The container's content width is sought.
    case minContent, maxContent
}
