/// The times at which animation elements begin, where some begin with others (SMIL Animation, section 3.6).
struct TimedIntervals {
    /// What begins an element.
    enum Begin {
        /// A time of the document in seconds.
        case time(Double)
        /// Another element, by its place in the list.
        case element(Int, isEnd: Bool, offset: Double)
    }

    enum Restart {
        case always, whenNotActive, never
    }

    struct Element {
        var begins: [Begin]
        /// The seconds from a beginning to its end.
        var active: Double
        /// Whether the value changes while the element is active.
        var isMoving: Bool
        /// The time at which the element ends for good.
        var end = Double.infinity
        var restart = Restart.always
    }

    struct Interval {
        var begin: Double
        var end: Double
    }

    /// The intervals of each element in ascending order. A later one cuts the one before it off.
    private(set) var intervals: [[Interval]]
    /// The time after which nothing begins or ends. Infinite where beginnings never cease.
    private(set) var last = 0.0
    /// Whether there are more beginnings up to the time that is asked for.
    private(set) var isIncomplete = false

    /// The most beginnings that are followed up to a time, and beyond it.
    private static let (most, mostBeyond) = (20_000, 500)

    private struct Event {
        var time: Double
        var element: Int
        /// The number of the beginning that ends. Nil for a beginning.
        var ending: Int?
    }

    /// - Parameter time: the time up to which beginnings matter.
    init(_ elements: [Element], until time: Double) {
        var followers: [Int: [(element: Int, isEnd: Bool, offset: Double)]] = [:]
        // The next event comes last.
        var events: [Event] = []
        func add(_ event: Event) {
            var (low, high) = (0, events.count)
            while low < high {
                let middle = (low + high) / 2
                if events[middle].time <= event.time { high = middle } else { low = middle + 1 }
            }
            events.insert(event, at: low)
        }
        for (index, element) in elements.enumerated() {
            for begin in element.begins {
                switch begin {
                case .time(let time): events.append(Event(time: time, element: index))
                case .element(let other, let isEnd, let offset):
                    followers[other, default: []].append((index, isEnd, offset))
                }
            }
        }
        // Elements that begin at one time begin in the order of the document.
        events = events.enumerated().sorted { ($1.element.time, $1.offset) < ($0.element.time, $0.offset) }.map(\.element)
        intervals = Array(repeating: [], count: elements.count)
        var running = [Bool](repeating: false, count: elements.count)
        var (count, beyond) = (0, 0)
        func tell(_ index: Int, isEnd: Bool, at time: Double) {
            for follower in followers[index] ?? [] where follower.isEnd == isEnd {
                add(Event(time: time + follower.offset, element: follower.element))
            }
        }
        while let event = events.popLast() {
            let (index, element) = (event.element, elements[event.element])
            if let ending = event.ending {
                guard running[index], ending == intervals[index].count else { continue }
                running[index] = false
                last = max(last, event.time)
                tell(index, isEnd: true, at: event.time)
                continue
            }
            count += 1
            beyond += event.time > time ? 1 : 0
            guard count <= Self.most, beyond <= Self.mostBeyond else {
                isIncomplete = event.time <= time
                last = .infinity
                break
            }
            guard event.time < element.end, intervals[index].last.map({ $0.begin < event.time }) != false else { continue }
            if running[index] {
                guard element.restart == .always else { continue }
                tell(index, isEnd: true, at: event.time)
            }
            if element.restart == .never, !intervals[index].isEmpty { continue }
            let end = min(event.time + element.active, element.end)
            intervals[index].append(Interval(begin: event.time, end: end))
            running[index] = true
            last = max(last, event.time)
            tell(index, isEnd: false, at: event.time)
            if end.isFinite {
                add(Event(time: end, element: index, ending: intervals[index].count))
            } else if element.isMoving {
                last = .infinity
            }
        }
    }
}
