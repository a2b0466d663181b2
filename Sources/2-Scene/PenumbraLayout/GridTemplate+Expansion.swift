/// The explicit tracks of a grid along one axis.
struct GridExplicitTracks {
    var sizes: [GridTrackSize] = []
    /// The names of each line: one entry more than tracks.
    var names: [[String]] = [[]]
    /// Tracks of `repeat(auto-fit)`, which collapse while no item covers them.
    var fitted = 0..<0

    mutating func add(_ entries: [GridTrackEntry], times: Int = 1) {
        let hasTracks = entries.contains {
            if case .track = $0 { true } else { false }
        }
        guard hasTracks || times == 1 else { return }
        for _ in 0..<max(0, times) {
            for entry in entries {
                guard sizes.count < GridBounds.lines else { return }
                switch entry {
                case .names(let added): names[sizes.count] += added
                case .track(let size):
                    sizes.append(size)
                    names.append([])
                case .repeated: break
                }
            }
        }
    }
}

/// The room that decides how often `repeat(auto-fill)` repeats its tracks.
struct GridRoom: Equatable {
    /// The container's inner size where it is definite.
    var size: Double?
    var limits = Limits()
}

extension GridTemplate {
    /// The number of repetitions of `repeat(auto-fill)` or `repeat(auto-fit)`: section 7.2.3.2. Nil without one.
    func automaticRepetitions(in room: GridRoom, gap: LayoutLength) -> Int? {
        var fixed = 0.0
        var count = 0
        var repeated: [GridTrackSize]?
        func measure(_ entries: [GridTrackEntry], times: Double) {
            for case .track(let size) in entries {
                fixed += size.repeatedSize(against: room.size) * times
                count += Int(times)
            }
        }
        for entry in entries {
            switch entry {
            case .names: break
            case .track: measure([entry], times: 1)
            case .repeated(.times(let times), let entries):
                measure(entries, times: Double(max(1, min(times, GridBounds.lines))))
            case .repeated(_, let entries):
                repeated = entries.compactMap { if case .track(let size) = $0 { size } else { nil } }
            }
        }
        guard let repeated else { return nil }
        guard !repeated.isEmpty, case .tracks = self else { return 1 }
        let gap = max(0, gap.resolved(against: room.size) ?? 0)
        let step = repeated.reduce(0) { $0 + max(1, $1.repeatedSize(against: room.size)) + gap }
        let taken = fixed + Double(count) * gap - gap
        let limit = Double(GridBounds.lines / repeated.count)
        if let size = room.size ?? (room.limits.maximum < .infinity ? max(room.limits.maximum, room.limits.minimum) : nil) {
            let times = ((size - taken + .smallestDifference) / step).rounded(.down)
            return Int(max(1, min(times, limit)))
        }
        let times = ((room.limits.minimum - taken - .smallestDifference) / step).rounded(.up)
        return Int(max(1, min(times, limit)))
    }

    /// Whether the room decides the number of tracks.
    var repeatsAutomatically: Bool {
        entries.contains { entry in
            if case .repeated(let kind, _) = entry { kind == .autoFill || kind == .autoFit } else { false }
        }
    }

    /// The tracks of the explicit grid.
    func expanded(repetitions: Int) -> GridExplicitTracks {
        var tracks = GridExplicitTracks()
        for entry in entries {
            switch entry {
            case .names, .track: tracks.add([entry])
            case .repeated(.times(let times), let entries): tracks.add(entries, times: max(1, times))
            case .repeated(let kind, let entries):
                let start = tracks.sizes.count
                tracks.add(entries, times: repetitions)
                if kind == .autoFit { tracks.fitted = start..<tracks.sizes.count }
            }
        }
        return tracks
    }

    /// The names that a subgrid adds to the lines of its `count` tracks.
    func subgridNames(count: Int) -> [[String]] {
        func lists(_ entries: [GridTrackEntry]) -> [[String]] {
            entries.compactMap { if case .names(let names) = $0 { names } else { nil } }
        }
        var before: [[String]] = []
        var repeated: [[String]] = []
        var after: [[String]] = []
        for entry in entries {
            switch entry {
            case .track: break
            case .names(let names): if repeated.isEmpty { before.append(names) } else { after.append(names) }
            case .repeated(.times(let times), let entries):
                let added = lists(entries)
                guard !added.isEmpty else { break }
                for _ in 0..<max(0, min(times, count + 1)) {
                    if repeated.isEmpty { before += added } else { after += added }
                }
            case .repeated(_, let entries): repeated = lists(entries)
            }
        }
        var names = before
        if !repeated.isEmpty {
            while names.count + after.count + repeated.count <= count + 1 { names += repeated }
        }
        names += after
        return Array(names.prefix(count + 1))
    }
}

extension GridTrackSize {
    /// The size by which repetitions are counted.
    fileprivate func repeatedSize(against base: Double?) -> Double {
        func fixed(_ breadth: GridBreadth) -> Double? {
            if case .length(let length) = breadth { length.resolved(against: base) } else { nil }
        }
        if case .fitContent(let length) = self { return max(0, length.resolved(against: base) ?? 0) }
        let minimum = fixed(minimum)
        return max(0, fixed(maximum).map { max($0, minimum ?? 0) } ?? minimum ?? 0)
    }
}
