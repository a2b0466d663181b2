/// CSS Grid, section 12: the sizes of the tracks along one axis.
struct GridSizing {
    var tracks: [GridTrack]
    var gap: Double
    let space: GridSpace
    /// The limits of the container's inner size.
    let limits: Limits
    /// Whether `justify-content` or `align-content` lets automatic tracks fill the container.
    let stretches: Bool
    /// Steps of work done so far.
    private(set) var work = 0

    init(tracks: [GridTrack], gap: Double, space: GridSpace, limits: Limits, stretches: Bool) {
        self.tracks = tracks
        self.gap = gap
        self.space = space
        self.limits = limits
        self.stretches = stretches
    }

    /// The sum of the base sizes with the gutters.
    var sum: Double { tracks.reduce(0) { $0 + $1.base } + gutters(0..<tracks.count) }

    /// The sizes of the gutters between tracks that haven't collapsed.
    func gutters(_ range: Range<Int>) -> Double {
        var count = 0.0
        for index in range where !tracks[index].isCollapsed { count += 1 }
        return max(0, count - 1) * gap
    }

    /// Sizes the tracks.
    ///
    /// - Parameter limit: the work after which the result is false.
    mutating func resolve(_ contributions: [GridContribution], limit: Int) -> Bool {
        let bySpan = contributions.indices.sorted {
            (contributions[$0].tracks.count, $0) < (contributions[$1].tracks.count, $1)
        }
        let list = contributions
        var start = 0
        let plain = bySpan.filter { !list[$0].isFlexible }
        while start < plain.count {
            let span = list[plain[start]].tracks.count
            var end = start
            while end < plain.count, list[plain[end]].tracks.count == span { end += 1 }
            accommodate(plain[start..<end].map { list[$0] }, isFlexible: false)
            start = end
            if work > limit { return false }
        }
        let flexible = bySpan.filter { list[$0].isFlexible }
        if !flexible.isEmpty { accommodate(flexible.map { list[$0] }, isFlexible: true) }
        for index in tracks.indices where tracks[index].limit == .infinity { tracks[index].limit = tracks[index].base }
        maximize()
        expandFlexible(list)
        stretch()
        return work <= limit
    }

    private enum Step {
        case intrinsicMinimums, contentMinimums, maxContentMinimums, intrinsicMaximums, maxContentMaximums

        var isOfLimits: Bool { self == .intrinsicMaximums || self == .maxContentMaximums }
    }

    /// Section 12.5, steps 2 to 4, for items with one number of tracks.
    private mutating func accommodate(_ items: [GridContribution], isFlexible: Bool) {
        for step in [Step.intrinsicMinimums, .contentMinimums, .maxContentMinimums] {
            increase(items, step, isFlexible: isFlexible)
        }
        for item in items {
            for index in item.tracks { tracks[index].limit = max(tracks[index].limit, tracks[index].base) }
        }
        guard !isFlexible else { return }
        increase(items, .intrinsicMaximums, isFlexible: false)
        increase(items, .maxContentMaximums, isFlexible: false)
        for item in items { for index in item.tracks { tracks[index].isInfinitelyGrowable = false } }
    }

    private func isAffected(_ track: GridTrack, _ step: Step, isFlexible: Bool) -> Bool {
        if isFlexible != track.isFlexible, isFlexible { return false }
        switch step {
        case .intrinsicMinimums: return track.hasIntrinsicMinimum
        case .contentMinimums: return track.minimum == .minContent || track.minimum == .maxContent
        case .maxContentMinimums: return track.minimum == .maxContent
        case .intrinsicMaximums: return track.hasIntrinsicMaximum
        case .maxContentMaximums: return track.maximum == .maxContent || track.maximum == .auto
        }
    }

    private func contribution(_ item: GridContribution, _ step: Step) -> Double {
        switch step {
        case .intrinsicMinimums: item.minimum
        case .contentMinimums, .intrinsicMaximums: item.minContent
        case .maxContentMinimums, .maxContentMaximums: item.maxContent
        }
    }

    /// Section 12.5.1: distributes the extra space of items.
    private mutating func increase(_ items: [GridContribution], _ step: Step, isFlexible: Bool) {
        var affected: [Int] = []
        for item in items {
            affected.removeAll(keepingCapacity: true)
            var taken = gutters(item.tracks)
            work += item.tracks.count
            for index in item.tracks {
                let track = tracks[index]
                taken += step.isOfLimits ? track.finiteLimit : track.base
                if isAffected(track, step, isFlexible: isFlexible) { affected.append(index) }
            }
            guard !affected.isEmpty else { continue }
            for index in affected where tracks[index].planned == nil { tracks[index].planned = 0 }
            let extra = contribution(item, step) - taken
            guard extra > 0 else { continue }
            for index in affected { tracks[index].incurred = 0 }
            distribute(extra, among: affected, step, isFlexible: isFlexible)
            for index in affected { tracks[index].planned = max(tracks[index].planned ?? 0, tracks[index].incurred) }
        }
        for item in items {
            for index in item.tracks {
                guard let planned = tracks[index].planned else { continue }
                tracks[index].planned = nil
                guard step.isOfLimits else {
                    tracks[index].base += planned
                    continue
                }
                if tracks[index].limit == .infinity {
                    tracks[index].limit = tracks[index].base + planned
                    if step == .intrinsicMaximums { tracks[index].isInfinitelyGrowable = true }
                } else {
                    tracks[index].limit += planned
                }
            }
        }
    }

    /// The amount by which a track may grow before it reaches its limit.
    private func potential(_ track: GridTrack, _ step: Step) -> Double {
        guard step.isOfLimits else { return max(0, track.limit - track.base) }
        guard track.isInfinitelyGrowable || track.limit == .infinity else { return 0 }
        return max(0, track.fitLimit - track.finiteLimit)
    }

    private mutating func distribute(_ extra: Double, among affected: [Int], _ step: Step, isFlexible: Bool) {
        if isFlexible {
            let factors = affected.reduce(0) { $0 + tracks[$1].flex }
            if factors > 0 {
                for index in affected { tracks[index].incurred = extra * tracks[index].flex / factors }
            } else {
                for index in affected { tracks[index].incurred = extra / Double(affected.count) }
            }
            return
        }
        let left = share(extra, among: affected.map { ($0, potential(tracks[$0], step)) })
        guard left > 0 else { return }
        let beyond: [Int]
        switch step {
        case .intrinsicMinimums, .contentMinimums: beyond = affected.filter { tracks[$0].hasIntrinsicMaximum }
        case .maxContentMinimums:
            beyond = affected.filter { tracks[$0].maximum == .maxContent || tracks[$0].maximum == .auto }
        case .intrinsicMaximums, .maxContentMaximums:
            _ = share(left, among: affected.map { ($0, tracks[$0].roomBelowFitLimit) })
            return
        }
        let growing = beyond.isEmpty ? affected : beyond
        for index in growing { tracks[index].incurred += left / Double(growing.count) }
    }

    /// Shares space equally among tracks up to their potential, and returns the space that is left.
    private mutating func share(_ extra: Double, among list: [(index: Int, potential: Double)]) -> Double {
        var left = extra
        var count = Double(list.count)
        let isSorted = list.allSatisfy { $0.potential == list[0].potential }
        let sorted = isSorted ? list : list.sorted { ($0.potential, $0.index) < ($1.potential, $1.index) }
        for entry in sorted {
            let part = min(left / count, entry.potential)
            tracks[entry.index].incurred += part
            left -= part
            count -= 1
        }
        return left < .smallestDifference ? 0 : left
    }

    /// Section 12.6: grows tracks up to their growth limits.
    private mutating func maximize() {
        switch space {
        case .minContent: return
        case .definite(let size): fill(size - sum)
        case .indefinite, .maxContent:
            // As in browsers, a largest height doesn't matter here.
            for index in tracks.indices { tracks[index].base = tracks[index].limit }
        }
    }

    private mutating func fill(_ free: Double) {
        guard free > 0 else { return }
        for index in tracks.indices { tracks[index].incurred = 0 }
        _ = share(free, among: tracks.indices.map { ($0, tracks[$0].limit - tracks[$0].base) })
        for index in tracks.indices { tracks[index].base += tracks[index].incurred }
    }

    /// Section 12.8: automatic tracks fill the container.
    private mutating func stretch() {
        guard stretches else { return }
        var free = 0.0
        switch space {
        case .minContent, .maxContent: return
        case .definite(let size): free = size - sum
        case .indefinite: free = limits.minimum - sum
        }
        let automatic = tracks.indices.filter { tracks[$0].maximum == .auto && !tracks[$0].isCollapsed }
        guard free > 0, !automatic.isEmpty else { return }
        for index in automatic { tracks[index].base += free / Double(automatic.count) }
    }
}

/// Section 12.7: flexible tracks.
extension GridSizing {
    private mutating func expandFlexible(_ items: [GridContribution]) {
        guard tracks.contains(where: \.isFlexible) else { return }
        let all = 0..<tracks.count
        var fraction = 0.0
        switch space {
        case .minContent: return
        case .definite(let size):
            if size - sum <= 0 { return }
            fraction = flexFraction(all, filling: size)
        case .indefinite, .maxContent:
            for track in tracks where track.isFlexible { fraction = max(fraction, track.base / max(1, track.flex)) }
            for item in items where item.isFlexible {
                fraction = max(fraction, flexFraction(item.tracks, filling: item.maxContent))
            }
            guard space == .indefinite else { break }
            let expanded = tracks.reduce(gutters(all)) { $0 + ($1.isFlexible ? max($1.base, fraction * $1.flex) : $1.base) }
            if expanded < limits.minimum {
                fraction = flexFraction(all, filling: limits.minimum)
            } else if expanded > limits.maximum {
                fraction = flexFraction(all, filling: limits.maximum)
            }
        }
        for index in all where tracks[index].isFlexible {
            tracks[index].base = max(tracks[index].base, fraction * tracks[index].flex)
        }
    }

    /// Section 12.7.1: the size of 1fr at which tracks fill a space.
    private mutating func flexFraction(_ range: Range<Int>, filling space: Double) -> Double {
        var left = space - gutters(range)
        var factors = 0.0
        var flexible: [(ratio: Double, index: Int)] = []
        work += range.count
        for index in range {
            let track = tracks[index]
            guard track.isFlexible else {
                left -= track.base
                continue
            }
            factors += track.flex
            flexible.append((track.flex > 0 ? track.base / track.flex : .infinity, index))
        }
        // Tracks whose base size is more than their share keep that size.
        flexible.sort { ($0.ratio, $1.index) > ($1.ratio, $0.index) }
        for entry in flexible {
            let fraction = max(0, left) / max(1, factors)
            let track = tracks[entry.index]
            guard track.base > fraction * track.flex else { return fraction }
            left -= track.base
            factors = max(0, factors - track.flex)
        }
        // As in browsers, tracks that all keep their size leave no share.
        return 0
    }
}
